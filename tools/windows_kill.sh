#!/bin/sh
# windows_kill.sh [ROUNDS [SEED [COMMAND...]]]: kills unpack --force, pack, build and po merge of build/windows/oisin.exe at random
# times, each as often (default: 50), and looks what the next command makes of it (tools/windows_kill.py). For the nights.
cd "$(dirname "$0")/.." || exit 1
linux=build/release/oisin windows=build/windows/oisin.exe
[ -e $windows ] || { echo "         skipped: no $windows (make windows)"; exit 0; }
command -v wine > /dev/null || { echo "         skipped: no wine"; exit 0; }
[ -e $linux ] || { echo "no $linux" >&2; exit 1; }
[ $# -gt 0 ] || set -- 50
exec python3 tools/windows_kill.py $linux $windows "$@"
