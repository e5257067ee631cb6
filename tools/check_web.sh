#!/bin/sh
# check_web.sh: the page of a game in Chromium, and in Firefox if it is installed: the same worlds and pixels as the native
# program, all devices, saved games, play without a network, updates. Needs `make web`.
cd "$(dirname "$0")/.." || exit 1
skip() { echo "         skipped: $1"; exit 0; }
[ -z "${OISIN_NO_WINDOW-}" ] || skip "no window is wanted"
OISIN=${OISIN:-$PWD/build/release/oisin}
[ -e build/web/page/index.html ] || skip "build/web/page, which \`make web\` makes"
make -s -q -f web/Makefile 2> /dev/null && [ -z "$(find web/page build/web/*.wasm -newer build/web/page/index.html)" ] ||
    skip "build/web/page is older than the sources; run \`make web\`"
for tool in node "${CHROMIUM:-chromium}"; do
    command -v "$tool" > /dev/null || skip "$tool, which is not installed"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
WORK=$work BUILD=$(dirname "$OISIN") OISIN_WEB=$PWD/build/web/page OISIN=$OISIN node tests/web/test.mjs "$@"
