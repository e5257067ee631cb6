#!/bin/sh
# check_edit.sh [TEST...]: the editor in Chromium: tests/web/edit.mjs.
cd "$(dirname "$0")/.." || exit 1
if command -v node > /dev/null; then
    node tools/edit_words.mjs check || exit 1
fi
skip() { echo "         skipped: $1"; exit 0; }
[ -z "${OISIN_NO_WINDOW-}" ] || skip "no window is wanted"
OISIN=${OISIN:-$PWD/build/release/oisin}
for tool in node git "${CHROMIUM:-chromium}"; do
    command -v "$tool" > /dev/null || skip "$tool, which is not installed"
done
[ -e /usr/share/javascript/codemirror/codemirror.js ] || skip "libjs-codemirror, which is not installed"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
WORK=$work OISIN=$OISIN OISIN_EDIT=$PWD/web/edit node tests/web/edit.mjs "$@"
