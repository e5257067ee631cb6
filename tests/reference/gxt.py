"""Textures of the PlayStation Vita (.gxt), from their public description: the layout of the
file, the order of pixels in memory, formats and orders of channels. Only what decides where a
pixel is and what colour it has; blocks (UBC1 to UBC3) are of one colour each."""

import struct
import zlib

SWIZZLED, LINEAR, TILED, ANY_SIZE = 0, 0x60000000, 0x80000000, 0xA0000000
LAYOUTS = {"swizzled": SWIZZLED, "linear": LINEAR, "tiled": TILED, "any size": ANY_SIZE}

# What alpha, blue, green and red are.
ONE = ["xxxR", "000R", "111R", "RRRR", "0RRR", "1RRR", "R000", "R111"]
TWO = ["xxGR", "00GR", "GRRR", "RGGG", "GRGR", "00RG"]
# The channels of a number, from its highest bits.
THREE = ["BGR", "RGB"]
FOUR = ["ABGR", "ARGB", "RGBA", "BGRA", "1BGR", "1RGB", "RGB1", "BGR1"]

# name: (base, bits of a pixel, orders)
FORMATS = {"U8": (0x00, 8, ONE), "U4U4U4U4": (0x02, 16, FOUR), "U1U5U5U5": (0x04, 16, FOUR),
           "U5U6U5": (0x05, 16, THREE), "U8U8": (0x07, 16, TWO), "U8U8U8U8": (0x0C, 32, FOUR),
           "U8U8U8": (0x98, 24, THREE), "P4": (0x94, 4, FOUR), "P8": (0x95, 8, FOUR),
           "UBC1": (0x85, 64, ["ABGR"]), "UBC2": (0x86, 128, ["ABGR"]),
           "UBC3": (0x87, 128, ["ABGR"])}
WIDTHS = {"U4U4U4U4": {c: 4 for c in "RGBA1"}, "U1U5U5U5": {"R": 5, "G": 5, "B": 5, "A": 1, "1": 1},
          "U5U6U5": {"R": 5, "G": 6, "B": 5}, "U8U8U8U8": {c: 8 for c in "RGBA1"},
          "U8U8U8": {c: 8 for c in "RGB"}}


def power_of_two(number):
    power = 1
    while power < number:
        power *= 2
    return power


def swizzled(index, w, h):
    """-> (x, y) of the element at an index; w and h are powers of two"""
    side = min(w, h)
    inside, square = index % (side * side), index // (side * side)
    x = y = 0
    bit = 1
    while bit < side:
        y += bit * (inside & 1)
        x += bit * (inside >> 1 & 1)
        inside >>= 2
        bit *= 2
    return (x + square * side, y) if w > h else (x, y + square * side)


def to_eight(value, bits):
    """To 8 bits, nearest; no case is in the middle."""
    most = (1 << bits) - 1
    return (2 * value * 255 + most) // (2 * most)


def colour(name, order, number):
    """-> (r, g, b, a) of the number that a pixel, or a colour of a palette, is"""
    if name in ("U8", "U8U8"):
        values = {"R": number & 255, "G": number >> 8, "0": 0, "1": 255}
        alpha, blue, green, red = [values.get(c) for c in order]
        return (red, green or 0, blue or 0, 255 if alpha is None else alpha)
    widths = WIDTHS.get(name, WIDTHS["U8U8U8U8"])
    channels = {"A": 255}
    for channel in reversed(order):
        bits = widths[channel]
        value = number & (1 << bits) - 1
        number >>= bits
        if channel != "1":
            channels[channel] = to_eight(value, bits)
    return tuple(channels[c] for c in "RGBA")


class Texture:
    """Random bytes; blocks have two equal colours, and alpha."""

    def __init__(self, rng, name, number, layout, w, h):
        self.name, self.layout, self.w, self.h = name, layout, w, h
        base, self.bits, orders = FORMATS[name]
        self.order = orders[number]
        self.format = base << 24 | number << 12
        self.blocks = name.startswith("UBC")
        self.columns, self.rows = (w + 3) // 4 if self.blocks else w, (h + 3) // 4 if self.blocks else h
        self.order_elements()
        count = self.stored * self.bits + 7 >> 3
        self.data = rng.randbytes(count)
        if self.blocks:
            self.data = b"".join(self.block(rng) for _ in range(self.stored))
        entries = {"P4": 16, "P8": 256}.get(name, 0)
        self.palette = rng.randbytes(4 * entries)

    def order_elements(self):
        """Sets where the element of each column and row is, and how many are stored."""
        self.at = {}
        if self.layout in ("swizzled", "any size"):
            w, h = power_of_two(self.columns), power_of_two(self.rows)
            self.stored = w * h
            for i in range(self.stored):
                self.at[swizzled(i, w, h)] = i
        elif self.layout == "linear":
            stride = (self.w + 7) // 8 * 8 // (4 if self.blocks else 1)
            self.stored = stride * self.rows
            for y in range(self.rows):
                for x in range(self.columns):
                    self.at[x, y] = y * stride + x
        else:
            across, down = (self.w + 31) // 32, (self.h + 31) // 32
            self.stored = across * down * 1024
            i = 0
            for top in range(down):
                for left in range(across):
                    for y in range(32):
                        for x in range(32):
                            self.at[left * 32 + x, top * 32 + y] = i
                            i += 1

    def block(self, rng):
        number = rng.choice((0, 0x001F, 0x07E0, 0xF800, 0xFFFF))
        flat = struct.pack("<HHI", number, number, rng.choice((0, 0xFFFFFFFF)))
        if self.name == "UBC1":
            return flat
        if self.name == "UBC2":
            return bytes([17 * rng.randrange(16)] * 8) + flat
        return bytes([rng.randrange(256)] * 2) + bytes(6) + flat

    def block_colour(self, i):
        size = self.bits // 8
        block = self.data[i * size:i * size + size]
        number, _, index = struct.unpack_from("<HHI", block, size - 8)
        if size == 8 and index:  # three colours, the fourth is black; UBC1 is opaque
            return (0, 0, 0, 255)
        r, g, b, _ = colour("U5U6U5", "RGB", number)
        return (r, g, b, 255 if size == 8 else block[0])

    def pixels(self):
        out = []
        for y in range(self.h):
            for x in range(self.w):
                if self.blocks:
                    out.append(self.block_colour(self.at[x // 4, y // 4]))
                    continue
                at = self.at[x, y]
                if self.bits == 4:
                    number = self.data[at // 2] >> 4 * (at % 2) & 15
                else:
                    size = self.bits // 8
                    number = int.from_bytes(self.data[at * size:at * size + size], "little")
                if self.palette:
                    number, = struct.unpack_from("<I", self.palette, 4 * number)
                out.append(colour(self.name, self.order, number))
        return out


def random_texture(rng):
    name = rng.choice(list(FORMATS))
    layouts = [one for one in LAYOUTS if one != "tiled" or not name.startswith("UBC")]
    layout = rng.choice(layouts)
    sides = [1, 2, 4, 8, 16, 32, 64] if layout == "swizzled" else list(range(1, 70))
    return Texture(rng, name, rng.randrange(len(FORMATS[name][2])), layout, rng.choice(sides),
                   rng.choice(sides))


def write(textures, rng):
    """A file; the palettes are at the end of the data, those of 16 colours first."""
    start = 32 + 32 * len(textures) + 16 * rng.randrange(3)
    data, table = b"", b""
    counts = {64: 0, 1024: 0, 0: 0}
    for one in textures:
        number = counts[len(one.palette)] if one.palette else 0xFFFFFFFF
        counts[len(one.palette)] += 1
        table += struct.pack("<6I4H", start + len(data), len(one.data), number, 0,
                             LAYOUTS[one.layout], one.format, one.w, one.h, 1, 0)
        data += one.data + bytes(-len(one.data) % 16)
    for size in (64, 1024):
        data += b"".join(one.palette for one in textures if len(one.palette) == size)
    head = b"GXT\0" + struct.pack("<7I", 0x10000003, len(textures), start, len(data),
                                  counts[64], counts[1024], 0)
    return (head + table).ljust(start, b"\0") + data


def unfiltered(raw, size, step):
    """The rows of a PNG, `size` bytes each."""
    above = bytearray(size)
    for start in range(0, len(raw), size + 1):
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + size])
        for i in range(size):
            a, b = row[i - step] if i >= step else 0, above[i]
            c = above[i - step] if i >= step else 0
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            row[i] = row[i] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
        yield row
        above = row


def read_png(data):
    """-> ((w, h), [(r, g, b, a)]) of a PNG with RGB, RGBA or a palette"""
    at, packed, palette, alphas, pixels = 8, b"", b"", b"", []
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            w, h, bits, colours = struct.unpack_from(">IIBB", body)
        elif kind == b"IDAT":
            packed += body
        elif kind == b"PLTE":
            palette = body
        elif kind == b"tRNS":
            alphas = body
        at += 12 + size
    channels = {2: 3, 3: 1, 6: 4}[colours]
    alphas += b"\xff" * 256
    bits *= channels
    for row in unfiltered(zlib.decompress(packed), (w * bits + 7) // 8, max(1, bits // 8)):
        if colours == 3:
            numbers = [row[x * bits // 8] >> 8 - bits - x * bits % 8 & (1 << bits) - 1
                       for x in range(w)]
            pixels += [tuple(palette[3 * n:3 * n + 3]) + (alphas[n],) for n in numbers]
        else:
            pixels += [tuple(row[i:i + channels]) + (255,) * (4 - channels)
                       for i in range(0, len(row), channels)]
    return (w, h), pixels
