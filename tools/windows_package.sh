#!/bin/sh
# windows_package.sh BUILD: what people download for Windows, of the programs that `make windows` has made in BUILD:
# oisin-VERSION-windows.zip, oisin-VERSION-setup.exe (NSIS; windows/oisin.nsi) and SHA256SUMS. The same bytes whenever they are
# made of the same commit.
#
# Both have the same files. They lie as below PREFIX on Linux, but beside the programs: share/oisin, share/doc/oisin.
set -eu
cd "$(dirname "$0")/.."
build=$(realpath "$1")
version=$(sed -n 's/^#define OISIN_VERSION "\(.*\)"/\1/p' include/oisin.h)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH-$(git log -1 --format=%ct 2> /dev/null || date -r CHANGELOG.md +%s)}
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
umask 022
zip=$build/oisin-$version-windows.zip setup=$build/oisin-$version-setup.exe
work=$build/package files=$build/package/oisin-$version
codemirror=/usr/share/javascript/codemirror
rm -rf "$work" "$zip" "$setup" "$build/SHA256SUMS"
mkdir -p "$files/share"

# ---- the files ----

install -m 755 "$build/oisin.exe" "$build/oisin-play.exe" "$files"
sed "s/@VERSION@/$version/; s/\$/\r/" windows/README.txt > "$files/README.txt"
parts="install-edit install-docs install-templates"
[ ! -e build/web/page/index.html ] || parts="$parts install-web"
make -s $parts DESTDIR="$files" PREFIX= > /dev/null
for file in $(sed -n 's/.*"codemirror\/\([^"]*\)".*/\1/p' web/edit/index.html); do
    install -D -m 644 "$codemirror/$file" "$files/share/oisin/codemirror/$file"
done
{
    cat "$build/licences.txt"
    printf '\n==== CodeMirror: https://packages.debian.org/source/bookworm/codemirror-js ====\n\n'
    cat /usr/share/doc/libjs-codemirror/copyright
} > "$files/licences.txt"
find "$files" -exec chmod u=rwX,go=rX {} + -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
find "$files" ! -type f ! -type d | grep . && { echo "links are not for Windows"; exit 1; }

# ---- zip file ----

(cd "$work" && find "oisin-$version" -type f | LC_ALL=C sort | zip -X -D -9 -q -@ "$zip")

# ---- installer ----

# windows_names: paths as Windows has them; $ is a variable for NSIS, ` a quote in oisin.nsi.
windows_names() { sed 's|/|\\|g; s|\$|$$|g'; }
(cd "$files" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) > "$work/files"
(cd "$files" && find . -mindepth 1 -type d | sed 's|^\./||' | LC_ALL=C sort -r) > "$work/folders"
! grep -n '[`"]' "$work/files" || { echo "quotes in names"; exit 1; }
folder=
while IFS= read -r file; do
    if [ "$(dirname "$file")" != "$folder" ]; then
        folder=$(dirname "$file")
        printf 'SetOutPath `$INSTDIR\\%s`\n' "$(echo "$folder" | windows_names | sed 's/^\.$//')"
    fi
    printf 'File `%s`\n' "$(echo "$files/$file" | sed 's|\$|$$|g')"
done < "$work/files" > "$work/install.nsh"
{
    windows_names < "$work/files" | sed 's/.*/Delete `$INSTDIR\\&`/'
    windows_names < "$work/folders" | sed 's/.*/RMDir `$INSTDIR\\&`/'
} > "$work/remove.nsh"
# The files of games of which `oisin FILE` does something (cli/given_files.def), but neither those of all programs nor Windows's own.
suffixes=$(sed -n '/"an* \(image\|palette\|sound\) /d; s/^GIVEN(.*, *"\([^"]*\)")$/\1/p' src/cli/given_files.def | grep -oE '\.[a-z0-9]+' | tr -d . |
    grep -v -x -E 'tng|lnk|reg|sav' | LC_ALL=C sort -u)
for suffix in $suffixes; do echo "!insertmacro OpenWith $suffix"; done > "$work/suffixes.nsh"
sed 's/ OpenWith / un.OpenWith /' "$work/suffixes.nsh" > "$work/no_suffixes.nsh"
python3 tools/windows_icon.py web/page/icon.png "$work/wizard.bmp"
touch -d "@$SOURCE_DATE_EPOCH" "$work/wizard.bmp" # the installer has its time, too
makensis -V2 -WX -NOCD -DVERSION="$version" -DWORK="$work" -DICON="$build/oisin.ico" -DWIZARD="$work/wizard.bmp" -DSETUP="$setup" windows/oisin.nsi

(cd "$build" && sha256sum "${zip##*/}" "${setup##*/}" > SHA256SUMS && cat SHA256SUMS)
rm -r "$work"
