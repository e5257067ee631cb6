#!/bin/sh
# pictures.sh BUILD: the pictures of README.md, made by the program.
set -eu
cd "$(dirname "$0")/.."
oisin=$1/oisin
mkdir -p docs/pictures
for game in segais segais-iso segais-hex skerry; do
    "$oisin" build examples/$game -q -o build/$game.tng
done
# GAME RECORDING FRAME PICTURE
frame() {
    "$oisin" play build/$1.tng -q --headless --input "$2" --frames "$3" \
        --screenshot "docs/pictures/$4.png"
}
frame segais tools/demo.input 40 title
frame segais tools/demo.input 200 create
frame segais tools/demo.input 290 talk
frame segais tools/demo.input 620 bag
frame segais tools/demo.input 750 road
# Past the intro, the default hero, and the first steps.
printf '# oisin input 1\n20 press confirm\n60 press up\n61 press up\n62 press confirm\n400 end\n' \
    > build/begin.input
frame segais-iso build/begin.input 130 iso
frame segais-hex build/begin.input 130 hex
printf '# oisin input 1\n20 press confirm\n400 end\n' > build/skerry.input
frame skerry build/skerry.input 15 skerry-title
frame skerry build/skerry.input 150 skerry
# The templates of `oisin new`: a walk to the middle of things.
for name in village dungeon sea story; do
    "$oisin" build templates/$name -q -o build/template-$name.tng
done
printf '# oisin input 1\n20 press confirm\n60 press up\n61 press up\n62 press confirm\n100 go 496 592\n400 end\n' > build/village.input
printf '# oisin input 1\n20 press confirm\n60 press up\n61 press up\n62 press confirm\n100 go 400 688\n400 end\n' > build/dungeon.input
printf '# oisin input 1\n20 press confirm\n60 press up\n61 press up\n62 press confirm\n100 go 408 792\n400 end\n' > build/sea.input
printf '# oisin input 1\n20 press confirm\n60 press up\n61 press up\n62 press confirm\n100 press confirm\n400 end\n' > build/story.input
for name in village dungeon sea story; do
    frame template-$name build/$name.input 300 template-$name
done
"$oisin" convert build/segais.tng --map shore -o build/shore.png
"$oisin" convert examples/sprites/CRS_AOI_.lay -o docs/pictures/expressions.png --frames all
OISIN_HEADLESS=1 tools/demo.sh "$1" > build/pictures.log
cp build/creature.png build/map.png docs/pictures/
cp build/worlds/sprites/unmotr_walk_sel7.png docs/pictures/walk.png

# The example in a browser, if there is one and `make web` was run.
if command -v chromium > /dev/null && [ -e build/web/page/index.html ]; then
    "$oisin" build examples/segais -q -o build/segais.tng --web build/webpage
    node tests/web/picture.mjs build/webpage docs/pictures/web.png
fi

# A page of `oisin view`, if there is a browser to look at it.
if command -v chromium > /dev/null; then
    "$oisin" view build --no-browser > build/address &
    viewer=$!
    while [ ! -s build/address ]; do sleep 0.1; done
    chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,640 \
        --screenshot=docs/pictures/view.png "$(cat build/address)segais.tng/maps/town.tmx" 2> build/pictures.log
    kill "$viewer"
fi

# The editor, as the steps of docs/how-to/edit-a-project.md and edit-old-games.md leave it.
if command -v chromium > /dev/null; then
    rm -rf build/edit-pictures
    mkdir -p build/edit-pictures
    PICTURES=$PWD/build/edit-pictures OISIN=$PWD/$oisin tools/check_edit.sh aQuestIsMadeByClicksAndKeys aMapIsPainted \
        whatIsPlayedBecomesATest answersAreConnectedWithTheMouse aTableIsEditedByKeys settingsAndScriptsKeepTheirTypes \
        objectsAreMovedOnTheMap onlyTheChangedLineOfALayoutIsWritten aCharacterIsComposed \
        aModelBecomesSpritesOfAProject > build/pictures.log
    # Maps and recordings are drawn by what `make web` makes; without it, their pictures stay.
    drawn="map recorded"
    [ -e build/web/page/index.html ] || drawn=
    for name in dialog handler story table script objects sheet figure model $drawn; do
        cp "build/edit-pictures/edit-$name.png" docs/pictures/
    done
fi
