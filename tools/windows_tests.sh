#!/bin/sh
# windows_tests.sh [NAME...]: runs the tests of tests/windows.txt in wine, or those of these names, JOBS at a time (default: one
# for each processor). `make windows-tests` builds them first. Each has its own places of a user, and a folder for temporary
# files whose name has a space and letters that code pages lack. Prints a line for each, in the order of the list, and last
# `N passed, M failed`; the exit status is 1 if one has failed. The output of failed ones is in build/windows/failed.
#
# "skipped", with status 0: there is no wine, or nothing is built. A listed program that is not built is an error.
set -u
cd "$(dirname "$0")/.." || exit 1
out=build/windows
linux=${BUILD:-build/release} # programs of tests that run the program by a shell
seconds=${SECONDS_EACH:-1200} # test_editor makes a thousand changes, and a check after each
command -v wine >/dev/null || { echo "skipped: no wine"; exit 0; }
[ -e $out/tests/run_with.exe ] || { echo "skipped: no tests for Windows (make windows-tests)"; exit 0; }

sed 's/ *#.*//; /^ *$/d' tests/windows.txt >$out/listed
if [ $# -gt 0 ]; then
    for name; do
        grep -qE "^$name( |\$)" $out/listed || { echo "tests/windows.txt: no test $name"; exit 1; }
    done
    for name; do grep -E "^$name( |\$)" $out/listed; done >$out/chosen
else
    cp $out/listed $out/chosen
fi

# In a short path: sockets and tests with long names of their own have little space.
work=$(mktemp -d /tmp/ow.XXXX)
export WINEPREFIX="$PWD/$out/wine" WINEDEBUG=-all WINEDLLOVERRIDES="winemenubuilder.exe,mscoree,mshtml=" LC_ALL=C.UTF-8
trap 'wineserver -k 2>/dev/null; rm -rf "$work"' EXIT
for signal in INT TERM HUP; do trap "echo stopped by SIG$signal; exit 1" $signal; done
# Its first start sets a prefix up, in the background: what ends it earlier leaves one without variables such as PATH for ever.
[ -e "$WINEPREFIX/system.reg" ] || { wineboot -i; wineserver -w; } >/dev/null 2>&1
rm -rf $out/failed
mkdir -p $out/failed "$work/result" "$work/drive"
# A drive whose root is empty.
ln -sfn "$work/drive" "$WINEPREFIX/dosdevices/q:"

# What tests call as the program.
cat >"$work/oisin" <<END
#!/bin/sh
WITH_LOCALAPPDATA="Z:\${XDG_CACHE_HOME:-\$WITH_LOCALAPPDATA}"
exec wine "$PWD/$out/tests/run_with.exe" "$PWD/$out/oisin.exe" "\$@"
END
chmod +x "$work/oisin"
export OISIN_TEST_DRIVE=Q:/ OUT=$out LINUX="$linux" WORK="$work" LIMIT="$seconds" OISIN="$work/oisin" CMOCKA_MESSAGE_OUTPUT=stdout

# run NUMBER NAME [program]
cat >"$work/run" <<'END'
own=$WORK/$1 name=$2
log=$OUT/failed/$name.log
mkdir -p "$own/Łukasz Żółw" "$own/home" "$own/run"
export TMPDIR="$own/Łukasz Żółw" HOME="$own/home" XDG_CACHE_HOME= XDG_DATA_HOME="$own/data" XDG_CONFIG_HOME="$own/config"
export WITH_TEMP="Z:$own/Łukasz Żółw" WITH_TMP="Z:$own/Łukasz Żółw" WITH_USERPROFILE="Z:$own/home"
export WITH_APPDATA="Z:$own/config" WITH_LOCALAPPDATA="Z:$own/cache"
started=$(date +%s)
if [ "${3-}" = program ]; then
    TMPDIR=$own/tmp
    mkdir -p "$TMPDIR"
    program=$LINUX/tests/$name
    [ -x "$program" ] && timeout -k 5 "$LIMIT" "$program" >"$log" 2>&1
else
    program=$OUT/tests/$name.exe
    [ -e "$program" ] && timeout -k 5 "$LIMIT" wine $OUT/tests/run_with.exe "$program" >"$log" 2>&1
fi
status=$?
[ ! -e "$log" ] || sed -i 's/\r$//' "$log"
passed=$(grep -c '^\[       OK \]' "$log" 2>/dev/null)
failed=$(sed '/test(s) run\.$/q' "$log" 2>/dev/null | grep -c '^\[  FAILED  \] [a-z_0-9]*$')
if [ $status -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
{
    if [ ! -e "$program" ]; then
        echo "  FAIL $name ($program was not built)"
    elif [ $status -ne 0 ]; then
        echo "  FAIL $name (status $status)"
        sed 's/^/      /' "$log" | grep -vE 'RUN      |      OK ' | tail -40
    else
        printf '  ok   %-28s %s\n' "$name" "$passed"
        grep -i '^skipped' "$log" | sed 's/^/         /'
        rm -f "$log"
    fi
} >"$WORK/result/$name.part"
echo "$name ${passed:-0} $failed $(($(date +%s) - started))" >"$WORK/result/$name.count"
mv "$WORK/result/$name.part" "$WORK/result/$name.text"
rm -rf "$own"
END
# The slowest first, as the last run has measured.
touch $out/times
awk -v times=$out/times '
    BEGIN { while ((getline line < times) > 0) { split(line, words, " "); time[words[1]] = words[4] } }
    { print time[$1] + 0, NR, $0 }' $out/chosen | sort -k1,1nr -s | cut -d' ' -f2- |
    xargs -r -P "${JOBS:-$(nproc)}" -L 1 sh "$work/run" &
runner=$!
while read -r name how; do
    until [ -e "$work/result/$name.text" ]; do
        kill -0 $runner 2>/dev/null || [ -e "$work/result/$name.text" ] || { echo "  FAIL $name (it was not run)"; exit 1; }
        sleep 0.1
    done
    cat "$work/result/$name.text"
done <$out/chosen
wait $runner
cat "$work"/result/*.count >"$work/counts"
awk '!($1 in seen) { seen[$1]; print }' "$work/counts" $out/times >"$work/times"
cp "$work/times" $out/times
awk '{ passed += $2; failed += $3 } END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }' "$work/counts"
