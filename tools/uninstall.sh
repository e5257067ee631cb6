#!/bin/sh
# uninstall.sh DESTDIR LIST: removes the files in the list of tools/install_tree.sh, and the folders that it made if they are empty.
set -eu
root=$1 list=$1$2
[ -e "$list" ] || { echo "$list does not exist: nothing was installed by make install, or PREFIX is another one" >&2; exit 1; }
kept=$(mktemp)
trap 'rm -f "$kept"' EXIT
cp "$list" "$kept"
while IFS= read -r path; do
    case $path in
    */../* | [!/]*) echo "$list: unexpected path $path" >&2; exit 1 ;;
    */) ;;
    *) rm -f "$root$path" ;;
    esac
done < "$kept"
# The deepest first.
LC_ALL=C sort -r "$kept" | while IFS= read -r path; do
    case $path in */) rmdir "$root$path" 2> /dev/null || true ;; esac
done
