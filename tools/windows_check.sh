#!/bin/sh
# windows_check.sh [quick] [ROW...]: build/windows/oisin.exe, run by wine, writes the same files, messages and exit status as
# build/release/oisin; prints a table of what was compared (tools/windows_check.py), with `quick` the part that each run of CI
# does: a build, 900 frames, an archive, ten conversions. ROW: only these functions of the Python file.
cd "$(dirname "$0")/.." || exit 1
linux=build/release/oisin windows=build/windows/oisin.exe
[ -e $windows ] || { echo "         skipped: no $windows (make windows)"; exit 0; }
command -v wine > /dev/null || { echo "         skipped: no wine"; exit 0; }
[ -e $linux ] || { echo "no $linux" >&2; exit 1; }
exec python3 tools/windows_check.py $linux $windows "$@"
