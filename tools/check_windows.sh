#!/bin/sh
# check_windows.sh: the calls of the system (src/base/system/) do on Windows what they do here: their tests, compiled by mingw,
# run in wine, with a folder for temporary files whose name is not ASCII. Needs `make windows-libs`; the compilers and wine are
# not installed for it. All other tests: tools/windows_tests.sh.
set -eu
cd "$(dirname "$0")/.."
libs=build/windows-libs
host=x86_64-w64-mingw32
cc=$host-gcc-posix
command -v "$cc" > /dev/null || { echo "         skipped: no $cc"; exit 0; }
work=$(mktemp -d)
trap 'WINEPREFIX=$work/wine wineserver -k 2> /dev/null || true; rm -rf "$work"' EXIT
# Those of windows/Makefile, as far as they concern these files.
flags="-std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wvla -Werror -D_WIN32_WINNT=0x0A00 -D__USE_MINGW_ANSI_STDIO=1 -Isrc"
for source in src/base/system/*_windows.c; do
    $cc $flags -c "$source" -o "$work/$(basename "$source" .c).o"
done
$host-ar rcs "$work/libsystem.a" "$work"/*.o
$cc $flags windows/run_with.c -o "$work/run_with.exe"
[ -e $libs/flags ] && [ -e $libs/built/cmocka ] || { echo "         skipped in part: no $libs (make windows-libs)"; exit 0; }
command -v wine > /dev/null || { echo "         skipped in part: no wine"; exit 0; }
# cmocka's own attribute of its printing functions is that of msvcrt.
$cc $flags $(cat $libs/flags) -D__printf__=__gnu_printf__ -include windows/test_calls.h tests/base/test_system.c windows/test_calls.c -static -Wl,--no-insert-timestamp \
    -o "$work/test_system.exe" "$work/libsystem.a" -lcmocka $(cat $libs/libs) -ldwrite
mkdir "$work/Łukasz Żółw"
export WINEPREFIX="$work/wine" WINEDEBUG=-all WINEDLLOVERRIDES="winemenubuilder.exe,mscoree,mshtml=" LC_ALL=C.UTF-8
export WITH_TEMP="Z:$work/Łukasz Żółw" WITH_TMP="Z:$work/Łukasz Żółw"
timeout 300 wine "$work/run_with.exe" "$work/test_system.exe" > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
tests=$(grep -c '^ *TEST(' tests/base/test_system.c) # one of them is skipped: links
grep -q "^\[  PASSED  \] $((tests - 1)) test" "$work/out" || { cat "$work/out"; echo "not all tests ran"; exit 1; }
left=$(find "$work/Łukasz Żółw" -mindepth 1 -maxdepth 1)
[ -z "$left" ] || { echo "files are left: $left"; exit 1; }
