#!/bin/sh
# check_web.sh: the page of a game in Chromium, and in Firefox if it is installed: the same worlds and pixels as the native
# program, all devices, saved games, play without a network, updates. Needs `make web`; without it, only what `make web` would
# do is looked at.
cd "$(dirname "$0")/.." || exit 1
plan=$(make -n -B -f web/Makefile) || exit 1
for module in engine engine-plain; do
    echo "$plan" | grep -q -- "-o build/web/$module.mjs" || { echo "web/Makefile does not make build/web/$module.mjs"; exit 1; }
done
if echo "$plan" | grep -E ' src/(mages|evil_islands|studio|cli|base/output|kit/(jobs|convert|workspace))/'; then
    echo "web/Makefile compiles what a page does not use"
    exit 1
fi
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
