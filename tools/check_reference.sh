#!/bin/sh
# Geometry of Evil Islands, objects edited in scenes, and fonts, against a second implementation in Python that was written
# from the documents alone (tests/reference/README.md).
cd "$(dirname "$0")/.." || exit 1
OISIN=${OISIN-$PWD/build/release/oisin}
command -v python3 >/dev/null || { echo "         skipped: no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 tests/reference/check_geometry.py "$OISIN" >"$work/said" 2>&1 &&
    python3 tests/reference/check_fonts.py "$OISIN" >>"$work/said" 2>&1 &&
    "$(dirname "$OISIN")/bench/make_map" "$work" 2 2 50 >>"$work/said" 2>&1 &&
    python3 tests/reference/check_map_edits.py "$OISIN" "$work" >>"$work/said" 2>&1 || { tail -30 "$work/said"; exit 1; }
grep -i skipped "$work/said" | sed 's/^/         /'
exit 0
