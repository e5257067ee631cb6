#!/bin/sh
# check_windows.sh: the calls of the system (src/base/system/) do on Windows what they do here: their test, compiled by mingw,
# runs in wine, with a folder for temporary files whose name is not ASCII. Needs `make windows-libs`; the compilers and wine are
# not installed for it.
set -eu
cd "$(dirname "$0")/.."
libs=build/windows-libs
cc=x86_64-w64-mingw32-gcc-posix
command -v "$cc" > /dev/null || { echo "         skipped: no $cc"; exit 0; }
work=$(mktemp -d)
trap 'WINEPREFIX=$work/wine wineserver -k 2> /dev/null || true; rm -rf "$work"' EXIT
flags="-std=gnu11 -O2 -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror -D_WIN32_WINNT=0x0A00 -D__USE_MINGW_ANSI_STDIO=1 -Isrc"
for source in src/base/system/*_windows.c; do
    $cc $flags -c "$source" -o "$work/$(basename "$source" .c).o"
done
[ -e $libs/built/cmocka ] || { echo "         skipped in part: no $libs (make windows-libs)"; exit 0; }
command -v wine > /dev/null || { echo "         skipped in part: no wine"; exit 0; }
# cmocka's own attribute of its printing functions is that of msvcrt.
$cc $flags -Wno-format -I$libs/include -c tests/base/test_system.c -o "$work/test_system.o"
$cc -static -Wl,--no-insert-timestamp -o "$work/test_system.exe" "$work"/*.o $libs/lib/libcmocka.a -lws2_32 -liphlpapi -ldwrite -lole32 -luuid
mkdir "$work/Łukasz Żółw"
export WINEPREFIX="$work/wine" WINEDEBUG=-all TMPDIR="$work/Łukasz Żółw" LC_ALL=C.UTF-8
export TEMP="Z:$(echo "$TMPDIR" | tr / '\\')" TMP="Z:$(echo "$TMPDIR" | tr / '\\')"
timeout 300 wine "$work/test_system.exe" > "$work/out" 2>&1 || { cat "$work/out"; exit 1; }
tests=$(grep -c '^ *TEST(' tests/base/test_system.c) # one of them is skipped: links
grep -q "^\[  PASSED  \] $((tests - 1)) test" "$work/out" || { cat "$work/out"; echo "not all tests ran"; exit 1; }
left=$(find "$work/Łukasz Żółw" -mindepth 1 -maxdepth 1 ! -name 'wine-*') # wine's own
[ -z "$left" ] || { echo "files are left: $left"; exit 1; }
