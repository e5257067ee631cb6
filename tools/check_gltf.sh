#!/bin/bash
# Converts a creature of our own to .glb in every way, and asks others what they see in it: the
# Khronos validator (NODE_PATH leads to the npm package gltf-validator) and assimp, where they
# are installed.
set -eu
cd "$(dirname "$0")/.."
[ -n "${OISIN-}" ] || OISIN=$PWD/build/release/oisin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
triangles=2520 # 15 bones of 168
clips=2
fail() { echo "check_gltf: $*"; exit 1; }
same() { cmp -s "$1" "$2" || fail "$3"; }

"$(dirname "$OISIN")/creature" "$work/packed" unxxxx
"$(dirname "$OISIN")/creature" "$work/loose" unxxxx loose
cd "$work"
"$OISIN" check -q packed/* loose/*
"$OISIN" convert -q packed/unxxxx.mod -o archive.glb
"$OISIN" convert -q loose/unxxxx.lnk -o loose.glb
"$OISIN" convert -q loose -o folder.glb
"$OISIN" convert -q packed/unxxxx.mod -o strong.glb --complexion 1,0.25,0.5
"$OISIN" convert -q packed/unxxxx.mod -o strong2.glb --str 1 --dex 0.25 --height 0.5
"$OISIN" convert -q packed/unxxxx.mod -o baked.glb --complexion 1,0.25,0.5 --bake
"$OISIN" convert -q packed/unxxxx.mod -o skin.glb --skin
mkdir apart
"$OISIN" unpack -q packed/unxxxx.mod -o apart/unxxxx
"$OISIN" unpack -q -r packed/unxxxx.anm -o apart/unxxxx/unxxxx.anm
"$OISIN" convert -q apart/unxxxx -o unpacked.glb --bones packed/unxxxx.bon --texture packed/unxxxx.mmp
same archive.glb loose.glb "loose files give something else than archives"
same archive.glb folder.glb "a folder gives something else than archives"
same archive.glb unpacked.glb "an unpacked archive gives something else"
same strong.glb strong2.glb "--complexion is not --str --dex --height"
if "$OISIN" convert -q packed/unxxxx.bon -o no.glb 2> said; then fail "a .bon became a .glb"; fi
grep -q -- "--bones" said || fail "a .bon alone: nobody says what to do"
[ ! -e no.glb ] || fail "a failed conversion left a file"

# Inputs are never overwritten.
"$OISIN" convert -q packed/unxxxx.mod -o skin.png
if "$OISIN" convert -q packed/unxxxx.mod -o skin.png --texture skin.png 2> said; then fail "a texture was written over"; fi
grep -q "must not be overwritten" said || fail "$(cat said)"
if "$OISIN" convert -q packed/unxxxx.mod -o x.glb --mob none.mob 2> said; then fail "an option of maps was taken for a model"; fi
grep -q -- "--mob does not apply" said || fail "$(cat said)"

if NODE_PATH=${NODE_PATH-} node "$OLDPWD/tools/validate_gltf.js" archive.glb > said 2>&1; then
    NODE_PATH=${NODE_PATH-} node "$OLDPWD/tools/validate_gltf.js" ./*.glb > said || fail "$(cat said)"
    [ "$(grep -c " $triangles triangles, $clips animations" said)" -eq "$(ls ./*.glb | wc -l)" ] ||
        fail "$(cat said)"
elif grep -q 'not installed\|not found' said; then
    echo "         skipped: the validator, which is not installed"
else
    fail "$(cat said)"
fi
if command -v assimp > /dev/null; then
    for file in ./*.glb; do
        assimp info "$file" > said || fail "assimp cannot read $file"
        [ "$(awk '/^Faces:/ { print $2 }' said)" = $triangles ] || fail "$file: $(grep Faces said)"
        [ "$(awk '/^Animations:/ { print $2 }' said)" = $clips ] || fail "$file: $(grep Anim said)"
        [ "$(awk '/^Nodes:/ { print $2 }' said)" -ge 15 ] || fail "$file: $(grep Nodes said)"
    done
else
    echo "         skipped: assimp, which is not installed"
fi
