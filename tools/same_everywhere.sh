#!/bin/bash
# tools/same_everywhere.sh PROGRAM...: builds of oisin by several compilers and switches build the
# same files, play the same worlds and draw the same pixels: half a minute of the example; ten
# thousand ticks of a game of `oisin new` with more people in it, its saved game, and how
# another build's saved game goes on; a map of Evil Islands as a game, as its camera sees it, and its graph.
# PROGRAM may be several words: "wine build/windows/oisin.exe".
set -eu
cd "$(dirname "$0")/.."
same=$(mktemp -d)
trap '[ ! -d "$same/wine" ] || WINEPREFIX=$same/wine wineserver -k; rm -rf "$same"' EXIT

run() { # "PROGRAM" WORDS...: wine has its settings in a folder that goes away, unless WINEPREFIX names one.
    local -a program
    read -ra program <<< "$1"
    WINEDEBUG=-all WINEPREFIX="${WINEPREFIX:-$same/wine}" "${program[@]}" "${@:2}"
}

run "$1" new "$same/meadow" 2> /dev/null
cat > "$same/meadow/npcs/walker.npc" << 'END'
TirNanoG NPC
Walker
random 100 20 0
l hero hero_walk - - - - - - - - - - - - - - - - - -
e approach 4 {
    a = rnd(50)
    delay(a)
    @hp = @hp + a % 5 - 2
    give(coin,1)
}
e click {
    dialog(how,0)
    hp = hp + rnd(3)
}
END
cat > "$same/meadow/game/startup.cfg" << 'END'
TirNanoG StartUp
e start {
    location(meadow,16,16,so)
    npc(meadow,4,5,walker) npc(meadow,20,9,walker) npc(meadow,14,18,walker)
    npc(meadow,18,15,walker) npc(meadow,27,25,walker) npc(meadow,8,24,walker)
}
e timer1 {
    a = rnd(9)
    switch(a = 0) { case 1 { drop(coin) } }
    hp = hp + 1 - a % 3
}
END

first=
for program in "$@"; do
    out=$same/$(echo "$program" | tr "/ " __)
    mkdir "$out"
    run "$program" build examples/segais -q --no-cache -o "$out/segais.tng"
    run "$program" build examples/skerry -q --no-cache -o "$out/skerry.tng"
    run "$program" build "$same/meadow" -q --no-cache -o "$out/meadow.tng"
    run "$program" play "$out/segais.tng" --headless --input tools/demo.input --frames 900 \
        --screenshot "$out/segais.png" > "$out/worlds.txt"
    run "$program" play "$out/meadow.tng" --headless --input tools/long.input \
        --screenshot "$out/meadow.png" --save "$out/meadow.sav" >> "$out/worlds.txt"
    run "$program" play "$out/meadow.tng" --headless --load "${first:-$out}/meadow.sav" \
        --frames 1000 >> "$out/worlds.txt"
    run "$program" convert fuzz/corpus/map/one.mpr -q -o "$out/isle" --as project
    run "$program" convert fuzz/corpus/map/one.mpr -q -o "$out/camera.png" --cam fuzz/corpus/cam/two.cam
    run "$program" convert fuzz/corpus/map/one.mpr -q -o "$out/graph.mob" --mob fuzz/corpus/mob/every_kind --rebuild-aigraph 2> /dev/null
    [ -n "$first" ] || first=$out
    diff -r "$first" "$out" || { echo "$program differs from $1" >&2; exit 1; }
done
cat "$first/worlds.txt"
echo "the same from $# builds"
