#!/bin/bash
# Runs every command of the tutorials and of the how-to pages about making games, each in its own folder with what the guide
# begins with. check_guides.sh [GUIDE...]: only these, such as first_game. Variables of the environment:
#   BUILD    where the programs are that make inputs (default: the folder of OISIN)
#   KEEP     an existing folder that gets the folders of the guides, and keeps them
#   WITHOUT  a pattern: commands that match it are left out
set -eu
cd "$(dirname "$0")/.."
[ -n "${OISIN-}" ] || OISIN=$PWD/build/release/oisin
OISIN=$(realpath "$OISIN")
root=$PWD corpus=$PWD/fuzz/corpus build=$(realpath "${BUILD-$(dirname "$OISIN")}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
kept=${KEEP-$work}
mkdir "$work/bin"
ln -s "$OISIN" "$work/bin/oisin"
command -v git > /dev/null || ln -s "$(command -v true)" "$work/bin/git" # a tarball can be tested
export PATH=$work/bin:$PATH XDG_CACHE_HOME=$work/cache

first_game() { :; }

maps_in_tiled() { :; }

first_sprites() { cp "$root"/examples/sprites/* .; }

# A game made of our fuzz corpora, with an archive as large as real ones: 1,500 members, one of 5 MB.
first_mod() {
    mkdir -p game/Res parts/maps/zone parts/textures parts/texts parts/database new
    (cd parts/maps && seq 1500 | split -l 1 -a 4 - zone/member_with_a_long_name_)
    seq 800000 | head -c 5000000 > parts/maps/music.ogg
    printf '[Main]\ncount=7\nname=\320\233\320\265\321\201\n' > settings.ini
    oisin convert settings.ini -o parts/maps/zone/settings.reg
    printf '\317\360\350\342\345\362' > parts/texts/hello
    cp "$corpus/mmp/dxt1.mmp" parts/textures/grass.mmp
    cp "$corpus/mmp/8888.mmp" game/Res/sky.mmp
    cp "$corpus/adb/small_88" parts/database/hero.adb
    cp "$corpus/db/items" parts/database/items.idb
    for part in maps textures texts database; do
        oisin pack parts/$part -o game/Res/$part.res
    done
    "$build/creature" . unmotr
    "$build/bench/make_map" . 2 2 20
    cp "$corpus/mob/every_kind" zone1.mob
}

# What must stand in the output of a guide, a line each.
first_mod_says() { printf 'texts.res: 1 changed\nДобро пожаловать\n'; }
first_game_says() { printf '3 passed, 0 failed\n'; }
first_sprites_says() { :; }
maps_in_tiled_says() {
    printf 'moss_soo0.png\nwangid="2,0,1,0,1,0,1,0"\nmeadow.tmx: 0 cells would be changed\n0 errors, 0 warnings\n'
}

begin_with_a_template() { :; }
begin_with_a_template_says() { printf '0 errors, 0 warnings\n23 passed, 0 failed\n'; }
main_menu() { :; }
main_menu_says() { printf '2 passed, 0 failed\n'; }
hero_and_tiles() { cp "$corpus/picture/groups.aseprite" hero.aseprite; }
hero_and_tiles_says() { printf 'keep/chars/knight_walk_sol1.png\nkeep/chars/hero_walk_sof2.png\nkeep/tiles/knight_1_soo0.png\n'; }
# A second of a falling tone, 8 bits, 22050 Hz.
sound_and_fonts() {
    { printf 'RIFF\106\126\0\0WAVEfmt \20\0\0\0\1\0\1\0\42\126\0\0\42\126\0\0\1\0\10\0data\42\126\0\0'
      awk 'BEGIN { for (i = 0; i < 22050; i++) printf "%c", 65 + int(60 * (1 + sin(i * i / 9e6) * sin(i / 12)) / 2) }'; } > steps.wav
}
sound_and_fonts_says() { printf '0 errors, 0 warnings\n0 errors, 2 warnings\n'; }
iso_and_hex() { ln -s "$root/examples" EXAMPLES; }
iso_and_hex_says() { printf '0 errors, 0 warnings\n'; }
second_game() { ln -s "$root/examples" EXAMPLES; }
second_game_says() { printf 'tower.tmx\nisland.tmx: 0 cells would be changed\n10 passed, 0 failed\n'; }
extensions() { :; }
extensions_says() { printf 'winter.tng: [0-9]* bytes\n0 errors, 0 warnings\n'; }

guides='first_game first_sprites first_mod begin_with_a_template main_menu hero_and_tiles sound_and_fonts iso_and_hex maps_in_tiled second_game extensions'
for guide in ${*:-$guides}; do
    page=docs/tutorial/${guide//_/-}.md
    [ -e "$root/$page" ] || page=docs/how-to/${guide//_/-}.md
    mkdir "$kept/$guide"
    cd "$kept/$guide"
    $guide > begin 2>&1 || { cat begin; exit 1; }
    { echo 'set -eu'; awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/$page" | { [ -z "${WITHOUT-}" ] && cat || grep -v -e "$WITHOUT"; }; } > commands
    bash commands > output 2>&1 || { echo "$page:"; tail -20 output; exit 1; }
    while read -r line; do
        grep -q "$line" output || { echo "$page: nothing says \"$line\""; exit 1; }
    done < <(${guide}_says)
done
