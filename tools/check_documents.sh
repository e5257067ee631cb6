#!/bin/sh
# The pages of the formats and the manual page are in the repository as the program prints them
# (make docs), and there is no page of a format that it does not know. For docs/protocol.md and
# docs/script.md test_packet and test_script_reference see to that.
cd "$(dirname "$0")/.." || exit 1
OISIN=$(realpath "${OISIN:-build/release/oisin}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
# same FILE COMMAND...: what the command prints is in the file.
same() {
    file=$1
    shift
    "$OISIN" "$@" >"$work/printed" || { echo "oisin $*: status $?"; status=1; return; }
    cmp -s "$work/printed" "$file" && return
    echo "$file differs from \`oisin $*\` (make docs):"
    diff "$file" "$work/printed" | head -5
    status=1
}
"$OISIN" formats | cut -d' ' -f1 >"$work/formats"
[ -s "$work/formats" ] || { echo "no formats"; exit 1; }
for format in $(cat "$work/formats"); do same "docs/formats/$format.md" formats "$format"; done
for page in docs/formats/*.md; do
    grep -qxF "$(basename "$page" .md)" "$work/formats" || { echo "$page: no such format"; status=1; }
done
same docs/oisin.1 manual
exit $status
