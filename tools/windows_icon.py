#!/usr/bin/env python3
"""windows_icon.py IMAGE.png OUT.ico: an icon for Windows, of an image of 256 x 256 pixels with 8 bits of red, green, blue and alpha.
windows_icon.py IMAGE.png OUT.bmp: the left side of the installer's last page, 164 x 314 pixels: the image on a plain ground.

The small sizes are bitmaps, which all versions of Windows draw in lists; the image itself is the size 256. The same bytes each time."""
import struct, sys, zlib

SIDE, SIZES = 256, (16, 32, 48)


def pixels_of(png):
    """The rows of the image, as bytearrays."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG file"
    at, packed = 8, b""
    while at < len(png):
        (size,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        data = png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            assert struct.unpack(">IIBBBBB", data) == (SIDE, SIDE, 8, 6, 0, 0, 0), "not 256 x 256 pixels of RGBA, 8 bits"
        elif kind == b"IDAT":
            packed += data
        at += 12 + size
    raw, stride, above, rows = zlib.decompress(packed), SIDE * 4, bytearray(SIDE * 4), []
    for y in range(SIDE):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for x in range(stride):
            a, b, c = (row[x - 4], above[x], above[x - 4]) if x >= 4 else (0, above[x], 0)
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]  # Paeth's
            row[x] = (row[x] + (0, a, b, (a + b) // 2, nearest)[kind]) & 255
        rows.append(row)
        above = row
    return rows


def shares(side):
    """For each pixel of a line: the pixels of the image that it covers, with weights whose sum is SIDE."""
    return [[(k, min((i + 1) * SIDE, (k + 1) * side) - max(i * SIDE, k * side))
             for k in range(i * SIDE // side, -(-(i + 1) * SIDE // side))] for i in range(side)]


def reduced(rows, side):
    """The mean of what each pixel covers; colours count by their alpha. In the order of bitmaps: blue, green, red, alpha."""
    lines, parts = [], shares(side)
    for down in parts:
        line = bytearray()
        for across in parts:
            sums = [0, 0, 0, 0]
            for y, weight_y in down:
                for x, weight_x in across:
                    r, g, b, a = rows[y][x * 4 : x * 4 + 4]
                    weight = weight_y * weight_x * a
                    sums = [sums[0] + b * weight, sums[1] + g * weight, sums[2] + r * weight, sums[3] + weight]
            alpha = max(sums[3], 1)
            line += bytes([(s + alpha // 2) // alpha for s in sums[:3]] + [(sums[3] + SIDE * SIDE // 2) // (SIDE * SIDE)])
        lines.append(line)
    return lines


def bitmap(lines):
    """A bitmap as icons have it: from the bottom up, twice as high, with a mask (empty: alpha decides)."""
    side = len(lines)
    header = struct.pack("<IiiHHIIiiII", 40, side, 2 * side, 1, 32, 0, 0, 0, 0, 0, 0)
    return header + b"".join(lines[::-1]) + bytes((side + 31) // 32 * 4 * side)


def side_of_page(rows):
    """A bitmap as files have it: 24 bits, from the bottom up, rows of whole words."""
    w, h, side, ground = 164, 314, 128, (0x3E, 0x59, 0x2B)  # blue, green, red
    lines = [bytearray(ground * w) for _ in range(h)]
    for y, line in enumerate(reduced(rows, side)):
        for x in range(side):
            alpha = line[x * 4 + 3]
            at = ((w - side) // 2 + x) * 3
            lines[32 + y][at : at + 3] = bytes((line[x * 4 + i] * alpha + ground[i] * (255 - alpha) + 127) // 255 for i in range(3))
    data = b"".join(bytes(line) + bytes(-len(line) % 4) for line in lines[::-1])
    header = struct.pack("<IiiHHIIiiII", 40, w, h, 1, 24, 0, len(data), 2835, 2835, 0, 0)
    return struct.pack("<2sIII", b"BM", 14 + len(header) + len(data), 0, 14 + len(header)) + header + data


def main():
    png = open(sys.argv[1], "rb").read()
    rows = pixels_of(png)
    if sys.argv[2].endswith(".bmp"):
        with open(sys.argv[2], "wb") as file:
            file.write(side_of_page(rows))
        return
    images = [(side, bitmap(reduced(rows, side))) for side in SIZES] + [(SIDE, png)]
    out, at = struct.pack("<HHH", 0, 1, len(images)), 6 + 16 * len(images)
    for side, data in images:
        out += struct.pack("<BBBBHHII", side & 255, side & 255, 0, 0, 1, 32, len(data), at)
        at += len(data)
    with open(sys.argv[2], "wb") as file:
        file.write(out + b"".join(data for _, data in images))


main()
