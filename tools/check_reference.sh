#!/bin/sh
# Geometry and navigation graphs of Evil Islands, objects edited in scenes, heights of objects, fonts, textures,
# CPK archives and encodings of texts, against a second implementation in Python that was written from the documents alone (tests/reference/README.md).
# OISIN_REFERENCE=few: a part of the cases, for runs under sanitizers beside a run of all.
cd "$(dirname "$0")/.." || exit 1
OISIN=${OISIN-$PWD/build/release/oisin}
command -v python3 >/dev/null || { echo "         skipped: no python3"; exit 0; }
work=$(mktemp -d)
# Debian's python3-pil belongs to Debian's Python, which need not be the first one.
with_pillow=python3
/usr/bin/python3 -c "import PIL" 2>/dev/null && with_pillow=/usr/bin/python3
trap 'rm -rf "$work"' EXIT
hills="4 4 8000"
if [ "$OISIN_REFERENCE" = few ]; then
    geometry="--rigs 20 --bodies 100 --cameras 10 --maps 10"
    fonts=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
    archives=20
    encodings="--texts 240"
    textures="--blocks 1000 --files 20"
    hills="2 2 800"
    graph="--maps units bridges no_altitude"
fi
# Options are words.
# shellcheck disable=SC2086
python3 tests/reference/check_geometry.py "$OISIN" $geometry >"$work/said" 2>&1 &&
    python3 tests/reference/check_fonts.py "$OISIN" $fonts >>"$work/said" 2>&1 &&
    python3 tests/reference/check_archives.py "$OISIN" $archives >>"$work/said" 2>&1 &&
    python3 tests/reference/check_encodings.py "$OISIN" $encodings >>"$work/said" 2>&1 &&
    "$with_pillow" tests/reference/check_textures.py "$OISIN" $textures >>"$work/said" 2>&1 &&
    "$(dirname "$OISIN")/bench/make_map" "$work" 2 2 50 >>"$work/said" 2>&1 &&
    python3 tests/reference/check_map_edits.py "$OISIN" "$work" >>"$work/said" 2>&1 &&
    mkdir "$work/hills" && "$(dirname "$OISIN")/bench/make_map" "$work/hills" $hills kinds >>"$work/said" 2>&1 &&
    python3 tests/reference/check_heights.py "$OISIN" "$work/hills" >>"$work/said" 2>&1 &&
    python3 tests/reference/check_graph.py "$OISIN" $graph >>"$work/said" 2>&1 || { tail -30 "$work/said"; exit 1; }
grep -i skipped "$work/said" | sed 's/^/         /'
exit 0
