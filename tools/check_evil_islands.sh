#!/bin/bash
# Runs every command of docs/evil_islands.md, with a small game made of our fuzz corpora.
set -eu
cd "$(dirname "$0")/.."
[ -n "${OISIN-}" ] || OISIN=$PWD/build/release/oisin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
corpus=$PWD/fuzz/corpus
{
    echo "set -eu; oisin() { '$OISIN' \"\$@\"; }; export XDG_CACHE_HOME='$work/cache'"
    command -v git > /dev/null || echo 'git() { :; }' # a tarball can be tested without it
    awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' docs/evil_islands.md
} > "$work/commands"
cd "$work"
mkdir -p game/Res parts/maps/zone parts/textures parts/texts parts/database
printf '[Main]\ncount=7\nname=\320\233\320\265\321\201\n' > settings.ini
"$OISIN" convert settings.ini -o parts/maps/zone/settings.reg
printf '\317\360\350\342\345\362' > parts/texts/hello
cp "$corpus/mmp/dxt1.mmp" parts/textures/grass.mmp
cp "$corpus/mmp/8888.mmp" game/Res/sky.mmp
cp "$corpus/adb/small_88" parts/database/hero.adb
cp "$corpus/db/items" parts/database/items.idb
for part in maps textures texts database; do "$OISIN" pack parts/$part -o game/Res/$part.res; done
"$(dirname "$OISIN")/creature" . unmotr
"$(dirname "$OISIN")/bench/make_map" . 2 2 20
cp "$corpus/mob/every_kind" zone1.mob
mkdir new
if bash commands > output 2>&1 && grep -q 'texts.res: 1 changed' output &&
   grep -q 'Добро пожаловать' output; then exit 0; fi
tail -20 output
exit 1
