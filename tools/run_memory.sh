#!/bin/sh
# run_memory.sh BUILD JOBS: every file of every fuzz corpus with each single take of memory failing
# (`make test` leaves most of them out). The build should have the address sanitizer.
cd "$(dirname "$0")/.." || exit 1
build=$1
rm -rf "$build/memory"
mkdir -p "$build/memory"
one='name=$(basename "$2"); log=$1/memory/$name-$(basename "$3").log
    if "$2" -f 1000000000 "$3" >"$log" 2>&1; then rm -f "$log"; else echo "  FAIL $name $3"; fi'
for target in "$build"/fuzz/fuzz_*; do
    case ${target##*/} in *.*) continue ;; esac
    for file in fuzz/corpus/"${target##*/fuzz_}"/*; do
        printf '%s\n%s\n' "$target" "$file"
    done
done | xargs -n 2 -P "$2" sh -c "$one" sh "$build"
[ -z "$(ls -A "$build/memory")" ] && echo "no take of memory leaks or crashes" && exit 0
echo "log: $build/memory"
exit 1
