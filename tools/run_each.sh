#!/bin/sh
# run_each.sh BUILD "NAMES" [COMMAND...]: the test programs test_NAME of a build, run by COMMAND
# (valgrind ...). Prints one line for each; status 1 if one failed. What a failed one has said
# is in BUILD/failed.
cd "$(dirname "$0")/.." || exit 1
build=$1
names=$2
shift 2
status=0
case $build in /*) export OISIN="$build/oisin" ;; *) export OISIN="$PWD/$build/oisin" ;; esac
mkdir -p "$build/failed"
for name in $names; do
    log=$build/failed/test_$name.log
    if "$@" "$build/tests/test_$name" >"$log" 2>&1; then
        echo "  ok   $name"
        rm -f "$log"
    else
        echo "  FAIL $name"
        grep -E -m 12 '^==[0-9]+== |WARNING: |^ +#[0-9]+ |ERROR' "$log" | sed 's/^/      /'
        status=1
    fi
done
exit $status
