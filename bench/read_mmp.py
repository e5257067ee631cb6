#!/usr/bin/env python3
"""read_mmp.py FILE PNG: the largest level of a DXT1 texture as a PNG, with nothing but the
standard library; what modders use today, and a second opinion on ours."""
import struct
import sys
import zlib


def colour(c):
    r, g, b = c >> 11, c >> 5 & 63, c & 31
    return (r * 255 + 15) // 31, (g * 255 + 31) // 63, (b * 255 + 15) // 31


def palette(c0, c1):
    a, b = colour(c0), colour(c1)
    if c0 > c1:
        mixed = (tuple((2 * x + y) // 3 for x, y in zip(a, b)) + (255,),
                 tuple((x + 2 * y) // 3 for x, y in zip(a, b)) + (255,))
    else:
        mixed = (tuple((x + y) // 2 for x, y in zip(a, b)) + (255,), (0, 0, 0, 0))
    return [bytes(c) for c in (a + (255,), b + (255,)) + mixed]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def main(source, target):
    with open(source, "rb") as file:
        data = file.read()
    magic, w, h, _, fourcc = struct.unpack_from("<4sIII4s", data)
    if magic != b"MMP\0" or fourcc != b"DXT1" or w % 4 or h % 4:
        sys.exit("no DXT1 texture of whole blocks")
    rows = []
    at = 76
    for _ in range(h // 4):
        lines = [[], [], [], []]
        for _ in range(w // 4):
            c0, c1, bits = struct.unpack_from("<HHI", data, at)
            at += 8
            colours = palette(c0, c1)
            for line in lines:
                for _ in range(4):
                    line.append(colours[bits & 3])
                    bits >>= 2
        rows += [b"\0" + b"".join(line) for line in lines]
    rows.reverse()
    with open(target, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 6, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))


main(*sys.argv[1:])
