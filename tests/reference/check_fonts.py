#!/usr/bin/env python3
"""Compares a font that `oisin convert` made of a .ttf with the outlines of the .ttf.

usage: check_fonts.py OISIN [FONT.ttf...]
"""

import os
import subprocess
import sys
import tempfile

import ssfn

FONTS = ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
         "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf")
TEXT = "Hello"
PIXELS = 32
OVERLAP_MIN = 0.9
LINES_MAX = 20
SIZE = (140, 70)
ORIGIN = 10.0  # of the pen, in pixels from the left


def clip_limit(contours, axis, limit):
    """The part of the contours before the limit: what is at x >= width is cut."""
    out = []
    for c in contours:
        kept = []
        for a, b in zip(c, c[1:] + c[:1]):
            inside = a[axis] < limit, b[axis] < limit
            if inside[0]:
                kept.append(a)
            if inside[0] != inside[1]:
                t = (limit - a[axis]) / (b[axis] - a[axis])
                kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        if len(kept) > 2:
            out.append(kept)
    return out


def draw_sfn(font, scale):
    """The text by the converted font; scale: pixels of one unit of its grid."""
    pen, all_contours = ORIGIN, []
    for letter in TEXT:
        glyph = font.glyphs[ord(letter)]
        kept = clip_limit(clip_limit(glyph.contours, 0, glyph.width), 1, glyph.height)
        all_contours += [[(pen + x * scale, y * scale) for x, y in c] for c in kept]
        pen += glyph.advance * scale
    return ssfn.fill(all_contours, SIZE, True)


def draw_ttf(font, scale, shift, baseline):
    pen, all_contours = ORIGIN + shift, []
    for letter in TEXT:
        number = font.codes[ord(letter)]
        all_contours += [[(pen + x * scale, baseline - y * scale) for x, y in c]
                         for c in font.contours(number)]
        pen += font.advance(number) * scale
    return ssfn.fill(all_contours, SIZE, False)


def overlap(a, b):
    both = either = 0
    for p, q in zip(a, b):
        for x, y in zip(p, q):
            both += x > 0.5 and y > 0.5
            either += x > 0.5 or y > 0.5
    return both / either if either else 0.0


def extent(contours, axis):
    values = [p[axis] for c in contours for p in c]
    return max(values) - min(values)


def grid_of(sfn, ttf):
    """Units of the SFN grid for one unit of the .ttf, by the heights of all outlines."""
    own = source = 0.0
    for code, glyph in sfn.glyphs.items():
        outline = ttf.contours(ttf.codes[code]) if code in ttf.codes else []
        if glyph.contours and outline:
            own += extent(glyph.contours, 1)
            source += extent(outline, 1)
    return own / source


def check_limits(name, sfn):
    """-> list of lines: a point of a glyph at its width or height, or beyond."""
    lines = []
    for axis, word in ((0, "width"), (1, "height")):
        bad, count, worst = [], 0, 0.0
        for code, glyph in sorted(sfn.glyphs.items()):
            values = [p[axis] for c in glyph.contours for p in c]
            if not values:
                continue
            limit = getattr(glyph, word)
            count += 1
            if not max(values) < limit:
                worst = max(worst, max(values) - limit)
                bad.append("U+%04X: greatest %s is %g, %s is %d" % (
                    code, "xy"[axis], max(values), word, limit))
        print("%s, %s limits: %d compared, worst error %g%s" % (
            name, word, count, worst, "; %d FAILED" % len(bad) if bad else ""))
        lines += bad[:LINES_MAX // 4]
    return lines


def check_font(oisin, path, folder):
    out = os.path.join(folder, "font.sfn")
    done = subprocess.run([oisin, "convert", path, "-o", out, "--range", "U+20-U+17F"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    if done.returncode:
        return ["exit status %d: %s" % (done.returncode, done.stderr.decode()[:200])]
    with open(out, "rb") as f:
        sfn = ssfn.Font(f.read())
    with open(path, "rb") as f:
        ttf = ssfn.TrueType(f.read())
    # The requested size is the height of the ascender.
    scale = PIXELS / sfn.baseline
    grid = grid_of(sfn, ttf)
    drawn = draw_sfn(sfn, scale)
    best = 0.0
    # Bearings are cut off: left and top of the whole text are free, its shape is not.
    for x in range(-16, 17):
        for y in range(-4, 5):
            best = max(best, overlap(drawn, draw_ttf(ttf, grid * scale, x / 4,
                                                     PIXELS + y / 4)))
    name = os.path.basename(path)
    print("%s, overlap of \"%s\" at %d px: 1 compared, intersection over union %.3f"
          % (name, TEXT, PIXELS, best))
    limits = check_limits(name, sfn)
    if best <= OVERLAP_MIN:
        limits.insert(0, "overlap %.3f, expected more than %g" % (best, OVERLAP_MIN))
    return limits


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    oisin, lines = os.path.abspath(sys.argv[1]), []
    with tempfile.TemporaryDirectory(prefix="oisin-reference-") as folder:
        for path in sys.argv[2:] or FONTS:
            if not os.path.exists(path):
                print("%s: skipped, it is not installed (package fonts-dejavu)" % path)
                continue
            lines += ["FAILED %s: %s" % (os.path.basename(path), line)
                      for line in check_font(oisin, path, folder)]
    for line in lines[:LINES_MAX]:
        print(line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
