#!/bin/bash
# What Blender makes of a creature of our own becomes a model again: with custom properties, without,
# as a skin, at the game's frame rate and at Blender's own, and with a bone that was moved in it.
set -eu
cd "$(dirname "$0")/.."
[ -n "${OISIN-}" ] || OISIN=$PWD/build/release/oisin
if ! command -v blender > /dev/null || ! command -v python3 > /dev/null; then
    echo "         skipped: blender, which is not installed"
    exit 0
fi
tools=$PWD/tools
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "check_blender: $*"; exit 1; }

"$(dirname "$OISIN")/creature" "$work/packed" unxxxx
cd "$work"
"$OISIN" convert -q packed/unxxxx.mod -o nodes.glb
"$OISIN" convert -q packed/unxxxx.mod -o skin.glb --skin 2> /dev/null # its chest does not breathe
"$OISIN" unpack -q packed/unxxxx.mod -o was
"$OISIN" unpack -q packed/unxxxx.bon -o places

# trip NAME FROM WORDS...: NAME/unxxxx.mod is what blender_trip.py with these words leads to.
trip() {
    local name=$1 from=$2
    shift 2
    timeout 300 blender -b --python "$tools/blender_trip.py" -- "$from" "$name.glb" "$@" \
        > said 2>&1 || fail "$name: Blender failed: $(tail -5 said)"
    [ -s "$name.glb" ] || fail "$name: Blender wrote nothing: $(tail -5 said)"
    mkdir "$name"
    "$OISIN" convert "$name.glb" -o "$name/unxxxx.mod" > said 2>&1 || fail "$name: $(cat said)"
    [ ! -s said ] || fail "$name: $(cat said)"
    "$OISIN" check -q "$name"/* || fail "$name: check does not like what came out"
    "$OISIN" unpack -q "$name/unxxxx.mod" -o "$name/parts"
    "$OISIN" unpack -q "$name/unxxxx.bon" -o "$name/places"
    cmp "$name/parts/unxxxx" was/unxxxx || fail "$name: other bones"
    "$OISIN" convert -q "$name/unxxxx.mod" -o "$name.back.glb" > /dev/null
}
# like NAME FROM WORDS...: it equals FROM within the tolerance of compare_models.py.
like() {
    local name=$1 from=$2
    shift 2
    python3 "$tools/compare_models.py" "$from" "$name.back.glb" "$@" > said 2>&1 ||
        fail "$name: $(cat said)"
}

trip exact nodes.glb extras fps=15
diff -r -x .oisin.json places exact/places || fail "custom properties: other places of bones"
like exact nodes.glb
trip skinned skin.glb extras fps=15
diff -r -x .oisin.json places skinned/places || fail "a skin: other places of bones"
mkdir direct
"$OISIN" convert -q skin.glb -o direct/unxxxx.mod
"$OISIN" convert -q direct/unxxxx.mod -o direct.glb
like skinned direct.glb
trip rate nodes.glb extras # 24 frames a second between 15
like rate nodes.glb 0.03 0.02
# Without custom properties all bodies have the bones of one: that is all that may differ.
trip plain nodes.glb fps=15
like plain nodes.glb 1e-4 1e-4 3
trip moved nodes.glb extras fps=15 move=lh1
python3 - places/lh1 moved/places/lh1 << 'END' || fail "a bone that was moved is elsewhere"
import struct, sys
was, now = (struct.unpack("<24f", open(path, "rb").read()) for path in sys.argv[1:])
for i in range(24):
    if abs(now[i] - was[i] - (i % 3 == 0)) > 1e-5:
        sys.exit(f"lh1, number {i}: {was[i]} became {now[i]}")
END
