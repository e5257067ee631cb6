#!/bin/sh
# run_test.sh NAME: one job of tools/run_tests.sh, which sets BUILD and WORK. A test program; a fuzz
# corpus, then OISIN_COPIES (3000) damaged copies of it, then it without memory (see
# `-f OISIN_FAILURES` (2) in fuzz/replay.c); or a check script. What to print goes to
# WORK/result/NAME, `PASSED FAILED SECONDS USER SYSTEM` to WORK/result/NAME.count; the last two are CPU seconds.
#
# A job in which a sanitizer reports an error of any program fails, whatever the job expects of that program. Reports
# are files, because a status is lost in a pipe, and 1 is also that of bad input; the status of such a program is 99.
name=${1:?}
result=$WORK/result/$name
log=$BUILD/failed/$name.log
own=$WORK/$name
case " ${OISIN_ON_DISK-test_staging} " in *" $name "*) own=$DISK/$name ;; esac
copies=${OISIN_COPIES-3000}
failures=${OISIN_FAILURES-2}
reports=$own/reports
mkdir -p "$own/tmp" "$own/home" "$own/run" "$reports"
export HOME="$own/home" TMPDIR="$own/tmp" XDG_CACHE_HOME="$own/cache" XDG_DATA_HOME="$own/data" XDG_CONFIG_HOME="$own/config" RUNTIME_DIRECTORY="$own/run"
ASAN_OPTIONS="exitcode=99:handle_sigill=2:print_legend=0:log_path=$reports/asan:$ASAN_OPTIONS"
UBSAN_OPTIONS="exitcode=99:print_stacktrace=1:log_path=$reports/ubsan:$UBSAN_OPTIONS"
export ASAN_OPTIONS UBSAN_OPTIONS

# Appends reports to the log. Warnings, such as of an allocation that is refused, are not errors.
reported() {
    grep -rqE 'ERROR: [A-Za-z]*Sanitizer|: runtime error: ' "$reports" && cat "$reports"/* >>"$log"
}

run_program() {
    "$BUILD/tests/$name" >"$log" 2>&1
    status=$?
    passed=$(grep -c '^\[       OK \]' "$log")
    failed=$(sed '/test(s) run\.$/q' "$log" | grep -c '^\[  FAILED  \] [a-z_0-9]*$')
    if reported; then status=99; fi
    if [ $status -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
    if [ $status -ne 0 ]; then
        echo "  FAIL $name"
        sed 's/^/      /' "$log" | grep -vE 'RUN      |      OK ' | tail -40
    else
        printf '  ok   %-28s %s\n' "$name" "$passed"
        grep -i '^skipped' "$log" | sed 's/^/         /'
    fi
    return $status
}

run_fuzz() {
    corpus=fuzz/corpus/${name#fuzz_}
    [ -d "$corpus" ] && "$BUILD/fuzz/$name" -m "$copies" "$corpus"/* >"$log" 2>&1 &&
        "$BUILD/fuzz/$name" -f "$failures" "$corpus"/* >"$log" 2>&1
    status=$?
    if reported; then status=99; fi
    if [ $status -eq 0 ]; then
        printf '  ok   %-28s %s files, %s damaged copies\n' "$name" "$(ls "$corpus" | wc -l)" "$copies"
    else
        echo "  FAIL $name"
        tail -20 "$log"
        return 1
    fi
}

run_check() {
    "tools/$name.sh" >"$log" 2>&1
    status=$?
    if reported; then status=99; fi
    if [ $status -eq 0 ]; then
        echo "  ok   $name"
        cat "$log"
    else
        echo "  FAIL $name"
        cat "$log"
        return 1
    fi
}

started=$(date +%s.%N)
passed=1
failed=0
case $name in
test_*) run_program ;;
fuzz_*) run_fuzz ;;
check_*) run_check ;;
esac >"$result.part"
if [ $? -eq 0 ]; then rm -f "$log"; else
    case $name in test_*) ;; *) passed=0 failed=1 ;; esac
fi
rm -rf "$own"
# Its second line is of programs that have ended, with all that they have waited for; a subshell would start from 0.
times >"$result.times"
echo "$started $(date +%s.%N)" | cat - "$result.times" | tr ms '  ' | awk -v counts="$passed $failed" '
    NR == 1 { seconds = $2 - $1 }
    NR == 3 { printf "%s %.2f %.2f %.2f\n", counts, seconds, $1 * 60 + $2, $3 * 60 + $4 }' >"$result.count"
mv "$result.part" "$result"
