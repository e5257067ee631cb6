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
if [ -z "${OISIN_HEADLESS-}" ] && [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ]; then
    echo "== oisin play $game   (arrows walk, Enter talks, Escape is the menu)"
    exec "$oisin" play "$game"
fi
echo "== oisin play $game --headless: no display, so half a minute from a recording"
"$oisin" play "$game" --headless --input tools/demo.input --frames 900 \
    --screenshot build/demo.png --animation build/demo-animation.png --every 6
echo "wrote build/demo.png, the last frame, and build/demo-animation.png, the whole walk"
