#!/bin/sh
# pictures.sh BUILD: the pictures of README.md, made by the program.
set -eu
cd "$(dirname "$0")/.."
oisin=$1/oisin
mkdir -p docs/pictures
"$oisin" build examples/segais -q -o build/segais.tng
frame() {
    "$oisin" play build/segais.tng -q --headless --input tools/demo.input --frames "$1" \
        --screenshot "docs/pictures/$2.png"
}
frame 40 title
frame 290 talk
frame 620 bag
frame 899 square
"$oisin" convert build/segais.tng --map forest -o build/forest.png
"$oisin" convert examples/sprites/CRS_AOI_.lay -o docs/pictures/expressions.png --frames all
OISIN_HEADLESS=1 tools/demo.sh "$1" > build/pictures.log
cp build/creature.png build/map.png docs/pictures/
cp build/worlds/sprites/unmotr_walk_sel7.png docs/pictures/walk.png
