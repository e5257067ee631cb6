#!/bin/sh
# run_tests.sh BUILD [unit | network | "unit network" [NAME...]]: runs every test program, every fuzz corpus and every
# check script, or those of these names, JOBS at a time (default: one for each processor), in two stages. The network stage is
# what tools/network_tests.txt lists; it mostly waits, so it runs three times as many at a time, and
# after them, one at a time, those marked `quiet` there. Without a stage: both.
#
# Each job has temporary, cache, data, configuration and runtime folders: in TMPDIR; or in memory, if that is not set and there is
# space, but for jobs of OISIN_ON_DISK (default: test_staging, which renames between file systems). Prints one line for
# each, always in the same order, and last `N passed, N failed`. The output of failed jobs is in
# BUILD/failed. `NAME SECONDS USER SYSTEM`, of each job the seconds that it took, and CPU seconds, is in BUILD/times: the next
# run starts slow ones first. The first run of a build has tools/slow_tests.txt for that.
cd "$(dirname "$0")/.." || exit 1
# 6 GB, in KiB
has_memory() {
    space=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)
    free=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
    [ "${space:-0}" -ge 6000000 ] && [ "${free:-0}" -ge 6000000 ]
}
build=$1
stages=${2-unit network}
only=$(shift 2 2> /dev/null && printf '%s\n' "$@")
jobs=${JOBS:-$(nproc)}
disk=$(mktemp -d)
work=$disk
if [ -z "$TMPDIR" ] && has_memory; then work=$(mktemp -d -p /dev/shm); fi
trap 'rm -rf "$work" "$disk"' EXIT
# PostgreSQL, which does not run as root, has its folder below.
chmod 711 "$work" "$disk"
for signal in INT TERM HUP; do trap "echo stopped by SIG$signal; exit 1" $signal; done
export CMOCKA_MESSAGE_OUTPUT=stdout BUILD="$build" WORK="$work" DISK="$disk"
case $build in /*) export OISIN="$build/oisin" ;; *) export OISIN="$PWD/$build/oisin" ;; esac
export NODE_PATH="${NODE_PATH-$PWD/build/npm/node_modules}"
rm -rf "$build/failed"
mkdir -p "$build/failed" "$work/result"
touch "$build/times"
exists() { [ -n "$(find tests -maxdepth 2 -name "$1.c")" ] || [ -e "tools/$1.sh" ] || [ -d "fuzz/corpus/${1#fuzz_}" ]; }
sed 's/ *#.*//; /^$/d' tools/slow_tests.txt >"$work/slow"
while read -r name seconds; do
    exists "$name" || { echo "tools/slow_tests.txt: no job $name ($seconds s)"; exit 1; }
done <"$work/slow"

# The names of all jobs, in the order in which they are printed.
for program in "$build"/tests/test_* "$build"/fuzz/fuzz_*; do
    name=${program##*/}
    case $name in *.* | *'*') continue ;; esac # objects, what gcov counts, pictures of failed tests
    echo "$name"
done >"$work/all"
for check in tools/check_*.sh; do basename "$check" .sh; done >>"$work/all"
if [ -n "$only" ]; then
    echo "$only" | grep -xF -f - "$work/all" >"$work/chosen"
    mv "$work/chosen" "$work/all"
fi
sed 's/ *#.*//; /^$/d' tools/network_tests.txt >"$work/listed"
while read -r name how; do
    exists "$name" || { echo "tools/network_tests.txt: no test $name"; exit 1; }
    echo "$name" >>"$work/network.${how:-shared}"
done <"$work/listed"
cut -d' ' -f1 "$work/listed" | grep -xFf - "$work/all" >"$work/network"
cut -d' ' -f1 "$work/listed" | grep -vxFf - "$work/all" >"$work/unit"

# run AT_ONCE FILE: the jobs whose names are in it; those of more than 5 s first, the slowest of all
# first, the others in the order in which they are printed.
run() {
    awk -v slow="$work/slow" -v times="$build/times" '
        function read_times(file) { while ((getline line < file) > 0) { split(line, words, " "); time[words[1]] = words[2] } }
        BEGIN { read_times(slow); read_times(times) }
        { print (!($1 in time) || time[$1] < 5 ? 0 : time[$1]), $1 }' "$2" | sort -k1,1nr -s | cut -d' ' -f2 |
        xargs -r -P "$1" -n 1 tools/run_test.sh
}
run_stage() {
    if [ "$1" = unit ]; then
        run "$jobs" "$work/unit"
    else
        grep -xFf "$work/network.shared" "$work/network" >"$work/shared"
        grep -xFf "$work/network.quiet" "$work/network" >"$work/quiet"
        run $((jobs > 1 ? jobs * 3 : 1)) "$work/shared"
        run 1 "$work/quiet"
    fi
}

for stage in $stages; do
    run_stage "$stage" &
    runner=$!
    while read -r name; do
        until [ -e "$work/result/$name" ]; do
            if ! kill -0 $runner 2>/dev/null && [ ! -e "$work/result/$name" ]; then
                echo "  FAIL $name (it was not run)" >"$work/result/$name"
                echo "0 1 0 0 0" >"$work/result/$name.count"
            fi
            sleep 0.1
        done
        cat "$work/result/$name"
    done <"$work/$stage"
    wait $runner
done

cat "$work"/result/*.count >"$work/counts"
# A job's new time replaces its old one.
for result in "$work"/result/*.count; do
    name=$(basename "$result" .count)
    echo "$name $(cut -d' ' -f3- "$result")"
done >"$work/times"
cut -d' ' -f1 "$work/times" >"$work/timed"
awk 'NR == FNR { new[$1]; next } !($1 in new)' "$work/timed" "$build/times" >>"$work/times"
cp "$work/times" "$build/times"
awk '{ passed += $1; failed += $2 } END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }' \
    "$work/counts"
