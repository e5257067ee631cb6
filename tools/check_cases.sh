#!/bin/bash
# check_cases.sh: faults that were found by trying the program, ../shared/audit/cases/21* to 30*, with the inputs and scripts
# that showed them, and what they print or write now. A clone without them skips this.
cd "$(dirname "$0")/.." || exit 1
OISIN=$(realpath "${OISIN:-build/release/oisin}")
export OISIN
[ -d ../shared/audit/cases/21_walls_by_click ] || { echo "         skipped: no ../shared/audit/cases"; exit 0; }
cases=$(realpath ../shared/audit/cases)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# CASE COMMAND, then the lines that it prints
prints() {
    mkdir "$work/$1"
    out=$(cd "$work/$1" && case=$cases/$1 bash -c "$2" 2>&1)
    diff <(printf '%s\n' "${@:3}") <(printf '%s\n' "$out") || { echo "$1: other output"; status=1; }
}

# Nobody gets out of the ring of walls: the second scenario cannot go on.
prints 21_walls_by_click 'cp -r $case walls && $OISIN test walls | grep -E "  ok|FAILED|no path" | sed "s/ *(.*//; s/^ *//"' \
    'ok      walled in' 'FAILED  out through the wall' 'no path from m 6 8 to m 0 0' 'ok      keys alone do not'
prints 22_touch 'cp -r $case touch && $OISIN test touch | tail -1 | cut -d";" -f1' '1 passed, 0 failed'
prints 23_layer_ids 'cp -r $case layers && $OISIN check layers' \
    'layers/maps/m.tmx:2: warning: layer 8 "ground 1" has the ID of "roof 1"; the names decide, because the layers do not have exactly the IDs 1 to 11' \
    '0 errors, 1 warning'

# A job is killed after its renames, the user types in place, another job runs. The scripts stop jobs at file operations,
# and at random times. The library cannot be loaded before that of the sanitizers.
if ! ldd "$OISIN" | grep -q libasan; then
    gcc -shared -fPIC -o "$work/shim.so" "$cases/24_recovery/shim.c" -ldl || exit 1
    export work
    export main=$PWD
    prints 24_recovery 'sh $case/1_recovery_takes_back_edits.sh $OISIN $work/shim.so $main/examples 2>/dev/null | grep -o "my line is there: 1"
        cp $main/fuzz/corpus/db/units units.udb && $OISIN convert units.udb -o t -q && sed -i "4s/^\([a-z]*\),/\1x,/" t/*.csv &&
            $OISIN convert t -o edited.udb -q && sh $case/1b_recovery_removes_csv.sh $OISIN $work/shim.so $PWD/units.udb $PWD/edited.udb \
            2>/dev/null | grep -o "my line in .*: 1"
        sed "s/i<400/i<60/" $case/1c_random_kills.py >kills.py && python3 kills.py $OISIN $main/examples |
            sed "s/ of [0-9]*//g" | grep -o "lost my line.*old 0"' \
        'my line is there: 1' 'my line in d/hit_locations.csv: 1' 'lost my line silently 0 | next merge rc 0 but file old 0'
fi
# As root, in a file system of 600 KB: undo takes back the two edits, and none of those that were refused.
if unshare -m true 2>/dev/null; then
    prints 25_edit_full_disk 'unshare -m python3 $case/3_edit_ghost_steps.py $OISIN 2>/dev/null | grep ^undo | grep -o "b.[^}]*$"' \
        "b'# one\\n'" "b''" "b''" "b''" "b''" "b''"
fi
prints 26_equipment_without_slot '$OISIN unpack $case/slot.tng -o got -q && $OISIN build got/mygame -o back.tng -q &&
    $OISIN unpack back.tng -o again -q && cd got && grep -r "^s " mygame/objects | tr -d "\r" | tee lines &&
    cd ../again && grep -r "^s " mygame/objects | tr -d "\r" | diff ../got/lines -' 'mygame/objects/tile_0003.obj:s 0 -'
prints 27_objects_on_the_land 'bash $case/go.sh' 't0 [40, 5.248, -10]' 't1 [50, 8.871, -20]' 'nasimple [0, 0.311, 0]' \
    't2 [5, 0, -5]' '0 differences'
prints 28_encodings 'bash $case/go.sh' '==> w/texts.res/axe.txt <==' 'Siekiera z brązu' '==> w/texts.res/axes.txt <==' 'Metalläxte' \
    '==> w/texts.res/hatchet.txt <==' '도끼' '==> w/texts.res/sword.txt <==' 'Épée' 'texts.res: 1 changed' 'pack: 0'
prints 29_archives 'for file in $case/*.*k*; do rm -rf got back
    $OISIN unpack $file -o got -q && $OISIN pack got -o back.${file##*.} -q && cmp $file back.${file##*.} && echo ${file##*/}
    done 2>&1 | sed "s:.*/::"; $OISIN check $case/ubc1.gxt' \
    c_shared.cpk enc1.cpk enc1_ja.cpk lz.lnk4 \
    'm_bomb.mpk: its entries claim 314572800 bytes in a file of 307815, which exceeds the limit' \
    m_end.mpk m_noname.mpk m_overlap.mpk m_sjis.mpk plain.cpk sj.mpk sjis_ja.cpk utf8.cpk zslot.mpk '0 errors, 0 warnings'
prints 30_tileset_ranges 'cp -r $case/* . && for project in p q; do $OISIN maps sync $project && $OISIN check $project 2>&1 | tail -1; done' \
    'p: 4 files changed, 0 tiles added, 0 removed' '0 errors, 3 warnings' 'q: 1 file changed, 0 tiles added, 0 removed' '0 errors, 0 warnings'
exit $status
