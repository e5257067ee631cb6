#!/bin/bash
# Converts a map of our own in every way and back, and asks others what they see in it: the
# Khronos validator, assimp, Tiled, where they are installed, and a Python reader of ours.
set -eu
cd "$(dirname "$0")/.."
[ -n "${OISIN-}" ] || OISIN=$PWD/build/release/oisin
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "check_map: $*"; exit 1; }
same() { cmp -s "$1" "$2" || fail "$3"; }

mkdir "$work/loose" "$work/alone"
"$(dirname "$OISIN")/bench/make_map" "$work" 4 4 50
cd "$work"
"$OISIN" unpack -q zone1.mpr -o loose/map
cp zone1*.mmp loose/map
"$OISIN" check -q zone1.mpr zone1.mob zone1.cam loose/map/*.mp loose/map/*.SEC
"$OISIN" convert -q zone1.mpr -o map.glb
"$OISIN" convert -q zone1.mpr -o full.glb --mob zone1.mob --cam zone1.cam
"$OISIN" convert -q zone1.cam -o camera.glb
"$OISIN" convert -q loose/map/zone1.mp -o loose.glb
same map.glb loose.glb "loose files give something else than the archive"
cp zone1.mpr alone
"$OISIN" convert -q alone/zone1.mpr -o given.glb --texture loose/map
same map.glb given.glb "--texture gives something else than textures beside the map"
"$OISIN" convert alone/zone1.mpr -o alone/flat.glb 2> said
grep -q "2 textures were not found" said || fail "missing textures: $(cat said)"
for layer in heights tiles liquid liquid-tiles materials; do
    "$OISIN" convert -q zone1.mpr -o $layer.png --as $layer
    "$OISIN" convert -q $layer.png -o $layer.mpr --as $layer --onto zone1.mpr
    same zone1.mpr $layer.mpr "--as $layer: what was not changed came back otherwise"
done
"$OISIN" convert -q heights.png -o new.mpr
"$OISIN" convert -q new.mpr -o again.png
same heights.png again.png "a new map has other heights than its picture"
"$OISIN" convert -q zone1.mpr -o picture.png --as picture --size 4
"$OISIN" convert -q zone1.mpr -o tiled.tmx
[ -s tiled.000.png ] && [ -s tiled.001.png ] || fail "no textures beside the .tmx"
if "$OISIN" convert -q heights.png -o zone1.mpr --onto zone1.mpr 2> said; then
    fail "the map that was read was written over"
fi
if "$OISIN" convert -q zone1.mpr -o no.png --as portraits 2> said; then fail "a portrait of a map"; fi
grep -q -- "--as of a map: expected" said || fail "--as portraits: $(cat said)"
[ ! -e no.png ] || fail "a failed conversion left a file"

triangles=45120
files=4
if command -v python3 > /dev/null; then
    [ "$(python3 "$here/bench/read_map.py" zone1.mpr python.glb)" = $triangles ] ||
        fail "read_map.py sees another number of triangles"
    files=5
fi
if NODE_PATH=${NODE_PATH-} node "$here/tools/validate_gltf.js" map.glb > said 2>&1; then
    NODE_PATH=${NODE_PATH-} node "$here/tools/validate_gltf.js" ./*.glb > said || fail "$(cat said)"
    [ "$(grep -c " $triangles triangles," said)" -eq $files ] || fail "not $triangles: $(cat said)"
elif grep -q 'not installed\|not found' said; then
    echo "         skipped: the validator, which is not installed"
else
    fail "$(cat said)"
fi
if command -v assimp > /dev/null; then
    assimp info full.glb > said || fail "assimp cannot read full.glb"
    [ "$(awk '/^Faces:/ { print $2 }' said)" = $triangles ] || fail "$(grep Faces said)"
    [ "$(awk '/^Cameras:/ { print $2 }' said)" = 1 ] || fail "$(grep Cameras said)"
else
    echo "         skipped: assimp, which is not installed"
fi
if command -v tmxrasterizer > /dev/null; then
    QT_QPA_PLATFORM=offscreen tmxrasterizer -s 0.0625 tiled.tmx tiled.png > said 2>&1 ||
        fail "Tiled cannot draw the map: $(cat said)"
else
    echo "         skipped: tmxrasterizer, which is not installed"
fi
