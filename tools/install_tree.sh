#!/bin/sh
# install_tree.sh STAGE DESTDIR LIST: copies the tree in STAGE to DESTDIR, and adds to LIST, a path below DESTDIR, the files and links
# that it has and the folders that did not exist. tools/uninstall.sh removes what is in the list.
set -eu
stage=$1 root=$2 list=$2$3
mkdir -p "$root/"
new=$(mktemp)
trap 'rm -f "$new"' EXIT
(cd "$stage" && find . -mindepth 1 -type d) | sed 's/^\.//' | while IFS= read -r folder; do
    [ -d "$root$folder" ] || echo "$folder/"
done > "$new"
(cd "$stage" && find . ! -type d) | sed 's/^\.//' >> "$new"
tar -C "$stage" -c . | tar -C "$root/" -x --no-same-owner --no-overwrite-dir --keep-directory-symlink
# An earlier version may have had other files.
mkdir -p "$(dirname "$list")"
[ ! -e "$list" ] || cat "$list" >> "$new"
echo "$3" >> "$new"
LC_ALL=C sort -u "$new" > "$list"
chmod 644 "$list"
