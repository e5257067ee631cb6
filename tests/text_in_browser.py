"""Compares lines of text as our renderer and as Chromium draw them.

    text_in_browser.py PROGRAM LINES FOLDER

PROGRAM is build/<config>/tests/test_text_layout, which draws the lines of the file LINES: the
path of a font in /usr/share/fonts/truetype, a tab, a text. FOLDER gets ours.png, browser.png and
both.png, in which each line of ours is above that of the browser. Prints the widths and the
correlation of each line's columns of ink; exits with status 1 if a line differs.
"""

import base64
import os
import struct
import subprocess
import sys
import zlib

FONTS = "/usr/share/fonts/truetype/"
EM, ROW, LEFT, WIDTH = 32, 72, 40, 700  # as in test_text_layout.c
WIDTH_ERROR, CORRELATION = 0.02, 0.97


def png_read(path):
    """Rows of ink: 255 - the mean of red, green and blue."""
    data = open(path, "rb").read()
    at, packed, palette = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        at += size + 12
        if kind == b"IHDR":
            w, h, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert not interlaced
        elif kind == b"PLTE":
            palette = [body[i:i + 3] for i in range(0, size, 3)]
        elif kind == b"IDAT":
            packed += body
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    step, pitch = max(1, channels * depth // 8), (w * channels * depth + 7) // 8
    raw, before, rows = zlib.decompress(packed), bytearray(pitch), []
    for y in range(h):
        kind, row = raw[y * (pitch + 1)], bytearray(raw[y * (pitch + 1) + 1:(y + 1) * (pitch + 1)])
        for i in range(pitch):
            a = row[i - step] if i >= step else 0
            b, c = before[i], before[i - step] if i >= step else 0
            if kind == 1:
                row[i] = (row[i] + a) & 255
            elif kind == 2:
                row[i] = (row[i] + b) & 255
            elif kind == 3:
                row[i] = (row[i] + (a + b) // 2) & 255
            elif kind == 4:
                p = a + b - c
                best = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                row[i] = (row[i] + best) & 255
        before = row
        if colour == 3:
            mask = (1 << depth) - 1
            values = [row[x * depth // 8] >> (8 - depth - x * depth % 8) & mask for x in range(w)]
            rows.append([255 - sum(palette[v]) // 3 for v in values])
        elif channels < 3:
            assert depth == 8
            rows.append([255 - row[x * channels] for x in range(w)])
        else:
            rows.append([255 - sum(row[x * channels:x * channels + 3]) // 3 for x in range(w)])
    return rows


def png_write(path, rows):
    raw = b"".join(b"\0" + bytes(255 - v for v in row) for row in rows)
    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n")
        for kind, body in ((b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)),
                           (b"IDAT", zlib.compress(raw)), (b"IEND", b"")):
            out.write(struct.pack(">I", len(body)) + kind + body +
                      struct.pack(">I", zlib.crc32(kind + body)))


def browser(lines, folder):
    fonts = sorted({font for font, _ in lines})
    page = "<!doctype html><meta charset=utf-8><style>body{margin:0;background:#fff}"
    for i, font in enumerate(fonts):
        data = base64.b64encode(open(FONTS + font, "rb").read()).decode()
        page += "@font-face{font-family:f%d;src:url(data:font/ttf;base64,%s)}" % (i, data)
    page += "div{position:absolute;left:%dpx;white-space:pre;line-height:%dpx;font-size:%dpx}" % (
        LEFT, ROW, EM)
    page += "</style>"
    for i, (font, text) in enumerate(lines):
        page += "<div dir=auto style='top:%dpx;font-family:f%d'>%s</div>" % (
            i * ROW, fonts.index(font), text)
    source = os.path.join(folder, "page.html")
    open(source, "w").write(page)
    shot = os.path.join(folder, "browser.png")
    subprocess.run(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-lcd-text",
         "--font-render-hinting=none", "--enable-font-subpixel-positioning", "--hide-scrollbars", "--force-device-scale-factor=1",
         "--user-data-dir=" + os.path.join(os.path.abspath(folder), "profile"),
         "--window-size=%d,%d" % (WIDTH, ROW * len(lines) + 200), "--screenshot=" + shot,
         "--virtual-time-budget=5000", "file://" + os.path.abspath(source)],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
    return png_read(shot)


def columns(rows):
    """The columns of ink between the first and the last one."""
    sums = [sum(row[x] for row in rows) for x in range(WIDTH)]
    inked = [x for x, value in enumerate(sums) if value > 64]
    return sums[inked[0]:inked[-1] + 1] if inked else []


def correlation(a, b):
    """The best one of all shifts of up to two pixels."""
    best = 0
    for shift in range(-2, 3):
        pairs = [(a[i], b[i + shift]) for i in range(len(a)) if 0 <= i + shift < len(b)]
        n = len(pairs)
        ma, mb = sum(p for p, _ in pairs) / n, sum(q for _, q in pairs) / n
        ab = sum((p - ma) * (q - mb) for p, q in pairs)
        aa, bb = sum((p - ma) ** 2 for p, _ in pairs), sum((q - mb) ** 2 for _, q in pairs)
        best = max(best, ab / (aa * bb) ** 0.5 if aa and bb else 0)
    return best


def smooth(values):
    """Antialiasing differs by parts of a pixel."""
    padded = [0] + values + [0]
    return [(padded[i - 1] + 2 * padded[i] + padded[i + 1]) / 4 for i in range(1, len(padded) - 1)]


def main():
    program, source, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    lines = [line.rstrip("\n").split("\t") for line in open(source, encoding="utf-8")]
    ours_path = os.path.join(folder, "ours.png")
    subprocess.run([program, "--lines", source, ours_path], check=True)
    ours, theirs = png_read(ours_path), browser(lines, folder)
    both, failed = [], 0
    for i, (font, text) in enumerate(lines):
        part = [image[i * ROW:(i + 1) * ROW] for image in (ours, theirs)]
        both += part[0] + part[1] + [[96] * WIDTH]
        a, b = columns(part[0]), columns(part[1])
        if not a or not b:
            print("line %d: nothing is drawn" % (i + 1))
            failed = 1
            continue
        error, match = abs(len(a) - len(b)) / len(b), correlation(smooth(a), smooth(b))
        good = error <= WIDTH_ERROR and match >= CORRELATION
        failed |= not good
        print("line %2d: %3d and %3d pixels, correlation %.4f%s" %
              (i + 1, len(a), len(b), match, "" if good else "  DIFFERS"))
    png_write(os.path.join(folder, "both.png"), [row[:WIDTH] for row in both])
    sys.exit(failed)


main()
