#!/bin/sh
# windows_user.sh: what an author and a player on Windows do, in wine, with the zip file of `make windows-package`
# (tools/windows_user.py): the tutorials, the editor, a game that is saved there, and loaded on Linux and in its page (`make web`
# before). Needs build/release with `make all`. 5 minutes: for the nights.
set -eu
cd "$(dirname "$0")/.."
skip() { echo "         skipped: $1"; exit 0; }
linux=build/release/oisin
version=$(sed -n 's/^#define OISIN_VERSION "\(.*\)"/\1/p' include/oisin.h)
package=build/windows/oisin-$version-windows.zip
[ -e "$package" ] || skip "no $package (make windows-package)"
for program in wine git node "${CHROMIUM:-chromium}"; do
    command -v "$program" > /dev/null || skip "no $program"
done
for program in $linux build/release/creature build/release/bench/make_map; do
    [ -e $program ] || { echo "no $program" >&2; exit 1; }
done
exec python3 tools/windows_user.py $linux "$package"
