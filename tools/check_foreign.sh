#!/bin/bash
# check_foreign.sh: what this program writes, as programs of other authors see it: pngcheck, oggz-validate,
# desktop-file-validate, xmllint, man, and a reader of fonts that shares nothing with src/. Each reader
# is also given a damaged copy, which it has to refuse. docs/assurance.md lists all such readers.
set -eu
cd "$(dirname "$0")/.."
[ -n "${OISIN-}" ] || OISIN=$PWD/build/release/oisin
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "check_foreign: $*"; exit 1; }
if ! command -v python3 > /dev/null; then
    echo "         skipped: python3, which is not installed"
    exit 0
fi

# ---- what is written ----

cd "$work"
# Images with so many colours, opaque or not, for each form of PNG; sounds with one and two channels.
python3 - << 'PYTHON'
import struct, wave
for name, count, alpha in (("c2", 2, 255), ("c4", 4, 255), ("c16", 16, 255), ("c200", 200, 255), ("t9", 9, 0), ("many", 4096, 255), ("clear", 4096, 90)):
    pixels = b"".join(struct.pack("4B", i * 7 & 255, i * 3 & 255, i >> 4 & 255, alpha if i else 255) for i in (n % count for n in range(4096)))
    open(name + ".tga", "wb").write(struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 64, 64, 32, 0x28) + pixels)
for name, channels in (("one", 1), ("two", 2)):
    with wave.open(name + ".wav", "wb") as sound:
        sound.setparams((channels, 2, 22050, 0, "NONE", ""))
        sound.writeframes(b"".join(struct.pack("<h", (i * i) % 20000 - 10000) for i in range(22050 * channels)))
PYTHON
for name in *.tga; do "$OISIN" convert -q "$name" -o "${name%.tga}.png"; done
for name in *.wav; do "$OISIN" convert -q "$name" -o "${name%.wav}.ogg"; done
"$OISIN" convert -q two.wav -o loud.ogg --normalize
"$OISIN" new small -q > /dev/null 2>&1
"$OISIN" build small -q --no-cache --launchers --previews
"$OISIN" convert -q small/game.tng -o map.png --map meadow
"$OISIN" build "$here/examples/segais" -o segais.tng -q --no-cache
"$OISIN" unpack segais.tng -o unpacked -q
"$(dirname "$OISIN")/bench/make_map" . 2 2 20
for layer in heights tiles liquid liquid-tiles materials picture; do
    "$OISIN" convert -q zone1.mpr -o $layer.png --as $layer --size 4 2> /dev/null || "$OISIN" convert -q zone1.mpr -o $layer.png --as $layer
done
"$OISIN" convert -q zone1.mpr -o zone1.tmx
for font in /usr/share/fonts/truetype/dejavu/*.ttf; do
    [ ! -e "$font" ] || "$OISIN" convert -q "$font" -o "$(basename "$font" .ttf).sfn"
done
"$OISIN" manual > oisin.1
# Textures of the fuzz corpora that are not damaged.
for file in "$here"/fuzz/corpus/{mmp,dds,gxt,aseprite,lay,mvl}/*; do
    format=$(basename "$(dirname "$file")")
    cp "$file" "texture.$format"
    "$OISIN" convert -q "texture.$format" -o "texture_$format$(basename "$file").png" 2> /dev/null || true
    rm "texture.$format"
done
[ "$(find . -name 'texture_*.png' | wc -l)" -ge 30 ] || fail "only $(find . -name 'texture_*.png' | wc -l) textures of the corpora are converted"
# The forms of PNG (colour type, bits) that src/base/image/png_write.c has.
find . -name '*.png' -print0 | xargs -0 python3 -c '
import sys
found = {(head[25], head[24]) for head in (open(name, "rb").read(26) for name in sys.argv[1:])}
missing = {(3, 1), (3, 2), (3, 4), (3, 8), (2, 8), (6, 8), (0, 16)} - found
sys.exit(f"no PNG of these (colour type, bits): {missing}" if missing else 0)' || fail "not all forms of PNG"

# ---- who reads it ----

skipped=
# read_by PROGRAM PATTERN MINIMUM DAMAGE COMMAND...: the command accepts each file that the pattern
# matches, at least so many, and refuses a copy with the damage, which is a filter.
read_by() {
    local program=$1 pattern=$2 least=$3 damage=$4 count=0 first=
    shift 4
    if ! command -v "$program" > /dev/null; then
        [[ " $skipped " == *" $program "* ]] || echo "         skipped: $program, which is not installed"
        skipped="$skipped $program"
        return
    fi
    while IFS= read -r -d '' file; do
        "$@" "$file" > said 2>&1 < /dev/null || fail "$program refuses $file: $(head -5 said)"
        [ -n "$first" ] || first=$file
        count=$((count + 1))
    done < <(find . -name "$pattern" -type f -print0 | sort -z)
    [ $count -ge "$least" ] || fail "$program: only $count files $pattern"
    mkdir -p damaged
    eval "$damage" < "$first" > "damaged/${first##*/}"
    ! "$@" "damaged/${first##*/}" > said 2>&1 < /dev/null || fail "$program accepts a damaged copy of $first"
    rm -r damaged
}
# A byte in the middle is another one.
other_byte() { python3 -c 'import sys; b = bytearray(sys.stdin.buffer.read()); b[len(b) // 2] ^= 255; sys.stdout.buffer.write(b)'; }
manual_page() { MANWIDTH=80 LC_ALL=C.UTF-8 man -l --warnings -E UTF-8 "$1" 2> warnings > /dev/null && [ ! -s warnings ] || { cat warnings; return 1; }; }

read_by pngcheck '*.png' 100 other_byte pngcheck -q
read_by oggz-validate '*.ogg' 15 'head -c -200' oggz-validate
read_by oggz-validate '*.ogv' 1 'head -c -200' oggz-validate
read_by desktop-file-validate '*.desktop' 1 "sed '/^Type=/d'" desktop-file-validate
read_by xmllint '*.tmx' 2 "sed '\$d'" xmllint --noout
read_by man oisin.1 1 "sed '20s/^/.ft XX\n\\\\[nothing]/'" manual_page
read_by python3 '*.sfn' 2 other_byte python3 "$here/tools/ssfn_widths.py"
cp "$here"/packaging/*.xml "$here"/packaging/*.svg "$here"/web/edit/*.svg . 2> /dev/null || true
read_by xmllint '*.xml' 1 "sed '\$d'" xmllint --noout
read_by xmllint '*.svg' 1 "sed '\$d'" xmllint --noout
"$OISIN" completion bash > completion.bash
bash -n completion.bash || fail "bash refuses its completion"

# ---- sources of FontForge, against the fonts that FontForge makes of them ----

sans=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
if command -v fontforge > /dev/null && [ -e $sans ]; then
    cat > sources.py << 'PYTHON'
import sys
font = fontforge.open(sys.argv[1])
font.save("quadratic.sfd")
font.generate("quadratic.ttf")
font.em = 1000
font.is_quadratic = False
font.save("cubic.sfd")
font.generate("cubic.otf")
PYTHON
    fontforge -lang=py -script sources.py $sans > said 2>&1 || fail "FontForge: $(tail -3 said)"
    for font in quadratic.sfd quadratic.ttf cubic.sfd cubic.otf; do
        "$OISIN" convert $font $font.sfn --range U+20-U+24F -q && "$OISIN" convert $font.sfn $font.json -q || fail "$font is refused"
    done
    python3 - << 'PYTHON' || fail "a source of FontForge gives another font than FontForge"
import json
for source, font in (("quadratic.sfd", "quadratic.ttf"), ("cubic.sfd", "cubic.otf")):
    a, b = ({g["code"]: g for g in json.load(open(name + ".json"))["fonts"][0]["glyphs"]} for name in (source, font))
    assert len(a) > 500 and a.keys() == b.keys(), source
    for code in a:  # the rounding of coordinates may differ by one unit of 255
        assert len(a[code]["pieces"]) == len(b[code]["pieces"]), (source, code)
        for key in ("overlap", "w", "h", "advance_x"):
            assert abs(a[code][key] - b[code][key]) <= 1, (source, code, key)
PYTHON
else
    echo "         skipped: fontforge or fonts-dejavu-core, which is not installed"
fi
