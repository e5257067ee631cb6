#!/bin/sh
# run_tests.sh BUILD: runs every test program and replays every fuzz corpus, then OISIN_COPIES (3000)
# damaged copies of it, then it without memory: see `-f OISIN_FAILURES` (2) in fuzz/replay.c.
# Prints one line for each and, last, `N passed, N failed`.
cd "$(dirname "$0")/.." || exit 1
build=$1
copies=${OISIN_COPIES-3000}
failures=${OISIN_FAILURES-2}
passed=0
failed=0
export CMOCKA_MESSAGE_OUTPUT=stdout
case $build in /*) export OISIN="$build/oisin" ;; *) export OISIN="$PWD/$build/oisin" ;; esac
export NODE_PATH="${NODE_PATH-$PWD/build/npm/node_modules}"
rm -rf "$build/failed"
mkdir -p "$build/failed"
for test in "$build"/tests/test_*; do
    case ${test##*/} in *.*) continue ;; esac # objects, what gcov counts, pictures of failed tests
    name=$(basename "$test")
    "$test" >"$build/failed/$name.log" 2>&1
    status=$?
    good=$(grep -c '^\[       OK \]' "$build/failed/$name.log")
    bad=$(sed '/test(s) run\.$/q' "$build/failed/$name.log" | grep -c '^\[  FAILED  \] [a-z_0-9]*$')
    if [ $status -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
    if [ $status -ne 0 ]; then
        echo "  FAIL $name"
        sed 's/^/      /' "$build/failed/$name.log" | grep -vE 'RUN      |      OK ' | tail -40
    else
        printf '  ok   %-28s %s\n' "$name" "$good"
        grep -i '^skipped' "$build/failed/$name.log" | sed 's/^/         /'
        rm -f "$build/failed/$name.log"
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
done
for target in "$build"/fuzz/fuzz_*; do
    case ${target##*/} in *.*) continue ;; esac
    name=$(basename "$target")
    corpus=fuzz/corpus/${name#fuzz_}
    if [ -d "$corpus" ] && "$target" -m "$copies" "$corpus"/* >"$build/failed/$name.log" 2>&1 &&
        "$target" -f "$failures" "$corpus"/* >"$build/failed/$name.log" 2>&1; then
        printf '  ok   %-28s %s files, %s damaged copies\n' "$name" "$(ls "$corpus" | wc -l)" "$copies"
        passed=$((passed + 1))
        rm -f "$build/failed/$name.log"
    else
        echo "  FAIL $name"
        tail -20 "$build/failed/$name.log"
        failed=$((failed + 1))
    fi
done
for check in tools/check_*.sh; do
    if "$check"; then passed=$((passed + 1)); echo "  ok   $(basename "$check" .sh)"
    else failed=$((failed + 1)); echo "  FAIL $check"; fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
