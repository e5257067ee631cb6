#!/bin/bash
# Runs every command of docs/sprites.md, in a folder that has the example's two files.
set -eu
cd "$(dirname "$0")/.."
[ -n "${OISIN-}" ] || OISIN=$PWD/build/release/oisin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    echo "set -eu; oisin() { '$OISIN' \"\$@\"; }; export XDG_CACHE_HOME='$work/cache'"
    awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' docs/sprites.md
} > "$work/commands"
cp examples/sprites/* "$work"
cd "$work"
bash commands > output 2>&1 && exit 0
tail -20 output
exit 1
