#!/bin/sh
# check_hour.sh: a game made in the editor, published and played, in Chromium: tests/web/hour.mjs.
cd "$(dirname "$0")/.." || exit 1
skip() { echo "         skipped: $1"; exit 0; }
[ -z "${OISIN_NO_WINDOW-}" ] || skip "no window is wanted"
OISIN=${OISIN:-$PWD/build/release/oisin}
for tool in node git "${CHROMIUM:-chromium}"; do
    command -v "$tool" > /dev/null || skip "$tool, which is not installed"
done
[ -e /usr/share/javascript/codemirror/codemirror.js ] || skip "libjs-codemirror, which is not installed"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
WORK=$work OISIN=$OISIN OISIN_EDIT=$PWD/web/edit node tests/web/hour.mjs "$@"
