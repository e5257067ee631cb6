#!/bin/sh
# check_windows_package.sh: the packages for Windows, in wine. Two links and two packages are the same bytes; the resources of the
# programs are there; the zip file works from a folder with a long path; the installer, run by a user whose name is not ASCII,
# writes what it should; the installed program builds, plays and edits; the uninstaller leaves the registry and the user's
# folders as they were, with the user's own files. Needs `make windows-libs` and build/release/oisin, whose results are compared.
#
# 5 to 10 minutes: a job of `make nightly`, not of `make test`. Wine is not Windows: docs/how-to/windows.md has what remains.
set -eu
cd "$(dirname "$0")/.."
skip() { echo "         skipped: $1"; exit 0; }
[ -e build/windows-libs/libs ] || skip "no build/windows-libs (make windows-libs)"
for program in x86_64-w64-mingw32-gcc-posix makensis zip unzip wine curl; do
    command -v $program > /dev/null || skip "no $program"
done
[ -e /usr/share/javascript/codemirror/codemirror.js ] || skip "no libjs-codemirror"
native=$(realpath "${OISIN-build/release/oisin}")
build=$PWD/build/windows
version=$(sed -n 's/^#define OISIN_VERSION "\(.*\)"/\1/p' include/oisin.h)
fail() { printf '%s\n' "$*"; exit 1; }
# windows PATH: as Windows has it; winepath cannot do long ones.
windows() { printf 'Z:%s' "$1" | tr / '\\'; }

work=$(mktemp -d)
export LC_ALL=C.UTF-8 WINEDEBUG=-all USER='Łukasz Żółw' LOGNAME='Łukasz Żółw' WINEPREFIX="$work/wine"
# Wine would write the Start menu into this user's own folders.
export WINEDLLOVERRIDES=winemenubuilder.exe=d
unset DISPLAY || true
trap 'wineserver -k 2> /dev/null && wineserver -w || true; rm -rf "$work"' EXIT

# ---- the same bytes ----

links() {
    rm -f "$build/oisin.exe" "$build/oisin-play.exe" "$build"/resources-*.o
    make -s --no-print-directory -f windows/Makefile > /dev/null
    (cd "$build" && sha256sum oisin.exe oisin-play.exe)
}
links > "$work/links"
links | cmp - "$work/links" || fail "two links differ"
tools/windows_package.sh build/windows > "$work/sums"
tools/windows_package.sh build/windows | cmp - "$work/sums" || fail "two packages differ"

# ---- resources ----

for program in oisin oisin-play; do
    x86_64-w64-mingw32-objcopy -O binary --only-section=.rsrc "$build/$program.exe" "$work/resources"
    for word in longPathAware PerMonitorV2 activeCodePage asInvoker 8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a; do
        grep -q -a "$word" "$work/resources" || fail "$program.exe: no $word in its manifest"
    done
    iconv -f UTF-16LE -t UTF-8 -c "$work/resources" | tr '\0' '\n' > "$work/words"
    for word in "$version" "$program.exe" FileDescription; do
        grep -q -F "$word" "$work/words" || fail "$program.exe: no \"$word\" in its version"
    done
done
# Types of resources: 3 icons, 14 a group of them, 16 a version, 24 a manifest.
x86_64-w64-mingw32-objdump -p "$build/oisin.exe" > "$work/headers"
for type in 3 14 16 24; do
    grep -q "^[0-9a-f]*   Entry: ID: 0x0000$(printf %02x $type)," "$work/headers" || fail "oisin.exe: no resources of type $type"
done

# ---- an empty prefix ----

wineboot -i > /dev/null 2>&1
wineserver -w
home="$WINEPREFIX/drive_c/users/$USER"
[ -d "$home" ] || fail "wine made no folder for the user $USER"
# Explorer and others have written their keys before anything is compared.
wine cmd /c ver > /dev/null
# files, registry: what there is, one a line.
files() { (cd "$WINEPREFIX/drive_c" && find . ! -path '*/Temp/*' | LC_ALL=C sort); }
registry() {
    wine reg export HKCU "$(windows "$work/export.reg")" /y > /dev/null
    iconv -f UTF-16 -t UTF-8 "$work/export.reg" | tr -d '\r'
}
# value KEY NAME: of HKCU; NAME "": the default. From the exported file, as `reg query` prints in an old code page.
value() {
    registry | python3 -c '
import re, sys
text = re.sub(r"\\\n *", "", sys.stdin.read())
part = re.search(r"^\[HKEY_CURRENT_USER\\%s\]\n((?:.+\n)*)" % re.escape(sys.argv[1]), text, re.M)
name = "\"%s\"" % sys.argv[2] if sys.argv[2] else "@"
for line in part[1].split("\n") if part else []:
    if line.startswith(name + "="):
        data = line[len(name) + 1 :]
        print(re.sub(r"\\(.)", r"\1", data[1:-1]) if data[0] == "\"" else
              bytes.fromhex(data.split(":")[1].replace(",", "")).decode("utf-16-le").rstrip("\0"))' "$1" "$2"
}
# A PATH that is longer than the texts of the installer, and files that other programs open.
long=$(seq -f 'C:\tools of a person with many programs\number %g' -s ';' 80)
wine reg add 'HKCU\Environment' /v Path /t REG_EXPAND_SZ /d "$long;%USERPROFILE%\\bin;" /f > /dev/null
wine reg add 'HKCU\Software\Classes\.res' /ve /d Other.Program /f > /dev/null
files > "$work/files.before"
registry > "$work/registry.before"

# ---- the zip file, in a folder with a path of 300 characters ----

# works FOLDER: the programs there do what they should.
works() {
    at=$1
    [ "$(wine "$at/oisin.exe" version | tr -d '\r' | head -1)" = "$("$native" version | head -1)" ] ||
        fail "oisin.exe version: $(wine "$at/oisin.exe" version)"
    deep=$work/deep
    while [ ${#deep} -lt 290 ]; do deep="$deep/a folder with a long name"; done
    rm -rf "$work/deep"
    mkdir -p "$deep"
    cp -r examples/segais "$deep/"
    rm -f "$deep/segais/game.tng"
    [ -e "$work/native.tng" ] || "$native" build examples/segais -o "$work/native.tng" -q
    # No current folder there: Windows allows 260 characters.
    wine "$at/oisin.exe" build "$(windows "$deep/segais")" -o "$(windows "$deep/game.tng")" -q || fail "build failed"
    cmp "$deep/game.tng" "$work/native.tng" || fail "build wrote other bytes than on Linux"
    wine "$at/oisin-play.exe" play --headless --frames 60 --seed 1 --screenshot "$(windows "$work/shot.png")" \
        --home "$(windows "$work")" "$(windows "$work/native.tng")" > "$work/said" 2>&1 || { cat "$work/said"; fail "play failed"; }
    wine "$at/oisin.exe" help build | tr -d '\r' | grep -q 'share/doc/oisin/docs/how-to/' || fail "help does not find the documents"
    # The page, its files and CodeMirror, at the address that it prints.
    wine "$at/oisin.exe" new "$(windows "$work/mine")" > "$work/said" 2>&1 || { cat "$work/said"; fail "new failed"; }
    wine "$at/oisin.exe" edit "$(windows "$work/mine")" --no-browser > "$work/address" 2> "$work/said" &
    job=$!
    for i in $(seq 300); do
        [ ! -s "$work/address" ] || break
        sleep 0.1
    done
    address=$(grep -o 'http://[^ ]*' "$work/address" | tr -d '\r' | head -1)
    [ -n "$address" ] || { cat "$work/said"; fail "edit printed no address"; }
    [ "$(curl -s -o "$work/page" -w '%{http_code}' "$address")" = 200 ] || fail "edit does not answer at $address"
    grep -q codemirror.js "$work/page" || fail "the page of edit is another one"
    curl -s "${address}codemirror/codemirror.js" | cmp - /usr/share/javascript/codemirror/codemirror.js || fail "edit has no CodeMirror"
    curl -s "${address}main.js" | cmp - web/edit/main.js || fail "edit has no main.js"
    kill "$job" 2> /dev/null || true
    wine taskkill /f /im oisin.exe > /dev/null 2>&1 || true
    wait "$job" 2> /dev/null || true
    rm -rf "$work/mine" "$work/address"
}
zipped=$work/unpacked
while [ ${#zipped} -lt 270 ]; do zipped="$zipped/ordner mit ümläuten"; done
mkdir -p "$zipped"
(cd "$zipped" && unzip -q "$build/oisin-$version-windows.zip")
works "$zipped/oisin-$version"
rm -rf "$work/unpacked"

# ---- installing ----

programs="$home/AppData/Local/Programs/Oisin"
install() { wine "$build/oisin-$version-setup.exe" /S || fail "the installer ended with status $?"; }
uninstall() {
    # It copies itself and goes on there: the last file that it removes is itself.
    wine "$programs/uninstall.exe" /S || fail "the uninstaller ended with status $?"
    for i in $(seq 600); do
        [ -e "$programs/uninstall.exe" ] || break
        sleep 0.1
    done
    wineserver -w
}
same() {
    rm -rf "$home/AppData/Roaming/Oisin" "$home/Saved Games/Oisin" # of the programs that ran here
    files | diff "$work/files.before" - > "$work/difference" || { cat "$work/difference"; fail "files: not as before"; }
    registry | diff "$work/registry.before" - > "$work/difference" || { cat "$work/difference"; fail "registry: not as before"; }
}
install
unzip -Z1 "$build/oisin-$version-windows.zip" | sed "s|^oisin-$version/||" > "$work/expected"
echo uninstall.exe >> "$work/expected"
(cd "$programs" && find . -type f | sed 's|^\./||') | LC_ALL=C sort > "$work/found"
LC_ALL=C sort "$work/expected" | diff - "$work/found" || fail "the installer has other files than the zip file"
[ "$(value Environment Path)" = "$long;%USERPROFILE%\\bin;;C:\\users\\$USER\\AppData\\Local\\Programs\\Oisin" ] ||
    fail "PATH: $(value Environment Path)"
[ "$(value 'Software\Classes\.tng' '')" = Oisin.Game ] || fail ".tng is not Oisin's"
value 'Software\Classes\Oisin.Game\shell\open\command' '' | grep -q 'oisin-play.exe" play --show-errors "%1"$' || fail "no command of .tng"
[ "$(value 'Software\Classes\.res' '')" = Other.Program ] || fail ".res was taken from another program"
wine reg query 'HKCU\Software\Classes\.res\OpenWithProgids' /v Oisin.File > /dev/null || fail "no \"Open with\" for .res"
[ "$(value 'Software\Microsoft\Windows\CurrentVersion\Uninstall\Oisin' DisplayVersion)" = "$version" ] || fail "no version in the list of programs"
[ -e "$home/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Oisin.lnk" ] || fail "no shortcut in the Start menu"
works "$programs"
uninstall
same

# ---- again, over itself, and with files of the user in its folder ----

install
echo old > "$programs/share/old.txt"
install
[ "$(value Environment Path | grep -o 'Programs\\Oisin' | wc -l)" = 1 ] || fail "two installations: PATH $(value Environment Path)"
[ -e "$programs/share/old.txt" ] || fail "installing removed a file of the user"
uninstall
[ "$(cd "$programs" && find . ! -type d)" = ./share/old.txt ] || fail "left: $(cd "$programs" && find . ! -type d)"
rm -r "$home/AppData/Local/Programs"
same

# ---- a PATH that the user does not have, .tng of another program ----

wine reg delete 'HKCU\Environment' /v Path /f > /dev/null
wine reg add 'HKCU\Software\Classes\.tng' /ve /d Other.Game /f > /dev/null
registry > "$work/registry.before"
install
[ "$(value 'Software\Classes\.tng' '')" = Other.Game ] || fail ".tng was taken from another program"
[ "$(value Environment Path)" = "C:\\users\\$USER\\AppData\\Local\\Programs\\Oisin" ] || fail "PATH: $(value Environment Path)"
uninstall
same
echo "oisin-$version: $(wc -l < "$work/expected") files installed and removed, $(stat -c %s "$build/oisin-$version-setup.exe") bytes the installer"
