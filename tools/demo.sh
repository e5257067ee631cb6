#!/bin/sh
# demo.sh BUILD: builds the example game, checks it, plays it: in a window where
# there is a display, else half a minute without one, which leaves pictures.
set -eu
cd "$(dirname "$0")/.."
build=$1
oisin=$build/oisin
game=build/segais.tng
echo "== oisin check examples/segais"
"$oisin" check examples/segais
echo "== oisin test examples/segais"
"$oisin" test examples/segais
echo "== oisin build examples/segais"
"$oisin" build examples/segais -o "$game"
echo "== oisin check $game"
"$oisin" check "$game"
echo "== a creature and a map of Evil Islands, made by programs of ours, as pictures and glTF"
worlds=build/worlds
mkdir -p "$worlds"
"$build/creature" "$worlds" unmotr
"$build/bench/make_map" "$worlds" 4 4 50
"$oisin" convert "$worlds/unmotr.mod" -o "$worlds/troll.glb"
"$oisin" convert "$worlds/unmotr.mod" -o build/creature.png --size 384
"$oisin" convert "$worlds/unmotr.mod" -o "$worlds/sprites" --as sprites --size 96 --outline
"$oisin" convert "$worlds/zone1.mpr" -o "$worlds/zone1.glb" --mob "$worlds/zone1.mob" \
    --cam "$worlds/zone1.cam"
"$oisin" convert "$worlds/zone1.mpr" -o build/map.png --as picture --size 8
echo "wrote build/creature.png, build/map.png, $worlds/troll.glb and zone1.glb"
if [ -z "${OISIN_HEADLESS-}" ] && [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ]; then
    echo "== oisin play $game   (arrows walk, Enter talks, Escape is the menu)"
    exec "$oisin" play "$game"
fi
echo "== oisin play $game --headless: no display, so half a minute from a recording"
"$oisin" play "$game" --headless --input tools/demo.input --frames 900 \
    --screenshot build/demo.png --animation build/demo-animation.png --every 6
echo "wrote build/demo.png, the last frame, and build/demo-animation.png, the whole walk"
