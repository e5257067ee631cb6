#!/usr/bin/env python3
"""ssfn_widths.py FONT...: a reader of SSFN fonts that shares nothing with src/: each glyph is exactly as wide
as its greatest x plus one, which is how many columns renderers draw. Prints glyphs that are not, and how
many were looked at; status 1 if one is not.

Contours: the greatest x of the points that they end at or bend to. Bitmaps: their last column with a
pixel; they may be followed by empty columns, which a font has drawn itself. Pixmaps: their width."""
import gzip
import struct
import sys


def varied(data, at):
    """(greatest x, whether wider is allowed) of the fragment at `at`, or None: it draws nothing."""
    first = data[at]
    if first < 0x80:  # a contour: commands of 2 bits, then bytes x, y
        count, at = (first + 1, at + 1) if first < 0x40 else (((first & 0x3F) << 8 | data[at + 1]) + 1, at + 2)
        commands = [data[at + i // 4] >> i % 4 * 2 & 3 for i in range(count)]
        at += (count + 3) // 4
        points = sum((1, 1, 2, 3)[command] for command in commands)
        return max(data[at + 2 * i] for i in range(points)), False
    if first < 0xA0:  # a bitmap: bytes a row, rows
        pitch, rows, at = (first & 0x1F) + 1, data[at + 1] + 1, at + 2
        columns = [8 * i + bit for i in range(pitch) for bit in range(8) for y in range(rows) if data[at + y * pitch + i] >> bit & 1]
        return max(columns, default=-1), True
    if first < 0xC0:  # a pixmap
        return data[at + 2], False
    return None  # kerning or hints


def glyphs(font):
    """(code, width, [(x, fragment)])."""
    characters, end = struct.unpack_from("<I", font, 16)[0], len(font) - 4
    others = [at for at in struct.unpack_from("<III", font, 20) if at > characters]
    end, at, code = min(others + [end]), characters, 0
    while at < end and code < 0x110000:
        first = font[at]
        if first == 0xFF:
            code, at = code + 65536, at + 1
        elif first >= 0xC0:
            code, at = code + ((first & 0x3F) << 8 | font[at + 1]) + 1, at + 2
        elif first >= 0x80:
            code, at = code + (first & 0x3F) + 1, at + 1
        else:
            count, width, size = font[at + 1], font[at + 2], 6 if first & 0x40 else 5
            parts = [font[at + 6 + i * size : at + 6 + (i + 1) * size] for i in range(count)]
            yield code, width, [(part[0], int.from_bytes(part[2:], "little")) for part in parts if part[:2] != b"\xff\xff"]
            code, at = code + 1, at + 6 + count * size


def fonts_of(path):
    data = open(path, "rb").read()
    data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    if data[:4] == b"SFN2":
        return [data]
    if data[:4] != b"SFNC":
        sys.exit(f"{path}: not an SSFN font")
    found, at = [], 8
    while at < len(data):
        size = struct.unpack_from("<I", data, at + 4)[0]
        found.append(data[at : at + size])
        at += size
    return found


def main():
    wrong = looked = 0
    for path in sys.argv[1:]:
        for font in fonts_of(path):
            for code, width, parts in glyphs(font):
                drawn = [(x + found[0] + 1, found[1]) for x, at in parts if (found := varied(font, at)) is not None]
                if not drawn:
                    continue
                looked += 1
                wanted, may_be_wider = max(drawn)
                if width != wanted and not (may_be_wider and width > wanted):
                    wrong += 1
                    print(f"{path}: U+{code:04X} is {width} wide; expected {wanted}")
    print(f"{looked} glyphs")
    return 1 if wrong or not looked else 0


sys.exit(main())
