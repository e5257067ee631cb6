"""A reader and strict renderer of SFN2 fonts, and of TrueType outlines to compare with.

Written from ssfn.md and the TrueType specification alone."""

import struct
import zlib


class Glyph:
    """contours: lists of (x, y) in the font's grid, curves made of lines."""

    def __init__(self, width, height, advance, contours):
        self.width, self.height, self.advance = width, height, advance
        self.contours = contours


def curve(points, steps=16):
    """Points of a Bezier curve after its first one."""
    out = []
    for i in range(1, steps + 1):
        t = i / steps
        p = points
        while len(p) > 1:
            p = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                 for a, b in zip(p, p[1:])]
        out.append(p[0])
    return out


def inflate(data):
    """A gzip stream; its trailer is ignored."""
    if data[:2] != b"\x1f\x8b":
        return data
    flags, at = data[3], 10
    if flags & 4:
        at += 2 + struct.unpack_from("<H", data, at)[0]
    for bit in (8, 16):
        if flags & bit:
            at = data.index(b"\0", at) + 1
    if flags & 2:
        at += 2
    return zlib.decompressobj(-15).decompress(data[at:])


class Font:
    def __init__(self, data):
        data = inflate(data)
        if data[:4] == b"SFNC":
            data = data[8:]
        if data[:4] != b"SFN2":
            raise ValueError("not an SFN2 font")
        self.size, self.type = struct.unpack_from("<IB", data, 4)
        self.width, self.height, self.baseline = data[10], data[11], data[12]
        fragments, characters, _, _, _ = struct.unpack_from("<HIIII", data, 14)
        if data[self.size - 4:self.size] != b"2NFS":
            raise ValueError("the end magic is missing")
        self.data = data[:self.size]
        self.fragments = fragments
        self.glyphs = {}
        self.read_characters(characters)

    def read_characters(self, at):
        code, d = 0, self.data
        while code < 0x110000:
            b = d[at]
            if b == 0xFF:
                code += 65536
                at += 1
            elif b & 0xC0 == 0xC0:
                code += ((b & 0x3F) << 8 | d[at + 1]) + 1
                at += 2
            elif b & 0xC0 == 0x80:
                code += (b & 0x3F) + 1
                at += 1
            else:
                at = self.read_glyph(code, at)
                code += 1

    def read_glyph(self, code, at):
        d = self.data
        attributes, count, width, height, advance, _ = d[at:at + 6]
        at += 6
        contours, colour = [], False
        for _ in range(count):
            x, y = d[at], d[at + 1]
            size = 4 if attributes & 0x40 else 3
            offset = int.from_bytes(d[at + 2:at + 2 + size], "little")
            at += 2 + size
            if x == 255 and y == 255:
                continue
            contours += self.read_fragment(offset, x, y)
        self.glyphs[code] = Glyph(width, height, advance - (attributes & 0x3F), contours)
        return at

    def read_fragment(self, at, x, y):
        """The contours of a fragment; other kinds have none."""
        d, b = self.data, self.data[at]
        if b & 0x80:
            if b >> 5 in (4, 5):
                raise ValueError("a bitmap in a font of outlines")
            return []
        count = (b & 0x3F) + 1
        at += 1
        if b & 0x40:
            count = ((b & 0x3F) << 8 | d[at]) + 1
            at += 1
        codes = [d[at + i // 4] >> i % 4 * 2 & 3 for i in range(count)]
        at += (count + 3) // 4
        contours = []
        for kind in codes:
            length = (1, 1, 2, 3)[kind]
            points = [(d[at + 2 * i] + x, d[at + 2 * i + 1] + y) for i in range(length)]
            at += 2 * length
            if kind == 0 or not contours:
                contours.append([points[0]])
            else:
                contours[-1] += points if kind == 1 else \
                    curve([contours[-1][-1]] + points[1:] + points[:1])
        return contours


class TrueType:
    """Outlines of a .ttf with a glyf table: simple and composite glyphs, y up."""

    def __init__(self, data):
        self.data = data
        self.tables = {}
        for i in range(struct.unpack_from(">H", data, 4)[0]):
            tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * i)
            self.tables[tag.decode()] = offset
        head = self.tables["head"]
        self.units, = struct.unpack_from(">H", data, head + 18)
        self.long_loca, = struct.unpack_from(">h", data, head + 50)
        self.ascender, self.descender = struct.unpack_from(">hh", data,
                                                           self.tables["hhea"] + 4)
        self.metrics, = struct.unpack_from(">H", data, self.tables["hhea"] + 34)
        self.codes = self.read_cmap()

    def read_cmap(self):
        d, cmap = self.data, self.tables["cmap"]
        for i in range(struct.unpack_from(">H", d, cmap + 2)[0]):
            _, _, offset = struct.unpack_from(">HHI", d, cmap + 4 + 8 * i)
            at = cmap + offset
            if struct.unpack_from(">H", d, at)[0] == 4:
                return self.read_cmap4(at)
        raise ValueError("no character map of format 4")

    def read_cmap4(self, at):
        d = self.data
        n = struct.unpack_from(">H", d, at + 6)[0] // 2
        read = lambda start, form: struct.unpack_from(">%d%s" % (n, form), d, start)
        ends, starts = read(at + 14, "H"), read(at + 16 + 2 * n, "H")
        deltas, ranges = read(at + 16 + 4 * n, "h"), read(at + 16 + 6 * n, "H")
        codes = {}
        for i in range(n):
            for c in range(starts[i], min(ends[i], 0xFFFE) + 1):
                g = c
                if ranges[i]:
                    where = at + 16 + 6 * n + 2 * i + ranges[i] + 2 * (c - starts[i])
                    g, = struct.unpack_from(">H", d, where)
                    if not g:
                        continue
                codes[c] = g + deltas[i] & 0xFFFF
        return codes

    def advance(self, glyph):
        at = self.tables["hmtx"] + 4 * min(glyph, self.metrics - 1)
        return struct.unpack_from(">H", self.data, at)[0]

    def contours(self, glyph):
        d, loca = self.data, self.tables["loca"]
        if self.long_loca:
            start, end = struct.unpack_from(">II", d, loca + 4 * glyph)
        else:
            start, end = (2 * v for v in struct.unpack_from(">HH", d, loca + 2 * glyph))
        if start == end:
            return []
        at = self.tables["glyf"] + start
        count, = struct.unpack_from(">h", d, at)
        return self.simple(at + 10, count) if count >= 0 else self.composite(at + 10)

    def simple(self, at, count):
        d = self.data
        ends = struct.unpack_from(">%dH" % count, d, at)
        total = ends[-1] + 1 if count else 0
        at += 2 * count
        at += 2 + struct.unpack_from(">H", d, at)[0]
        flags = []
        while len(flags) < total:
            flags.append(d[at])
            at += 1
            if flags[-1] & 8:
                flags += [flags[-1]] * d[at]
                at += 1
        axes = []
        for short, same in ((2, 16), (4, 32)):
            value, values = 0, []
            for f in flags:
                if f & short:
                    value += d[at] if f & same else -d[at]
                    at += 1
                elif not f & same:
                    value += struct.unpack_from(">h", d, at)[0]
                    at += 2
                values.append(value)
            axes.append(values)
        points = [(x, y, f & 1) for x, y, f in zip(*axes, flags)]
        first, out = 0, []
        for end in ends:
            out.append(self.flatten(points[first:end + 1]))
            first = end + 1
        return [c for c in out if c]

    @staticmethod
    def flatten(points):
        """On and off points of one contour as lines."""
        full = []
        for a, b in zip(points, points[1:] + points[:1]):
            full.append(a)
            if not a[2] and not b[2]:
                full.append(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 1))
        if not full:
            return []
        start = next(i for i, p in enumerate(full) if p[2])
        full = full[start:] + full[:start + 1]
        out, control = [full[0][:2]], None
        for x, y, on in full[1:]:
            if not on:
                control = (x, y)
            elif control:
                out += curve([out[-1], control, (x, y)])
                control = None
            else:
                out.append((x, y))
        return out

    def composite(self, at):
        d, out = self.data, []
        while True:
            flags, glyph = struct.unpack_from(">HH", d, at)
            at += 4
            dx, dy = struct.unpack_from(">hh" if flags & 1 else ">bb", d, at)
            at += 4 if flags & 1 else 2
            m = (1.0, 0.0, 0.0, 1.0)
            for bit, count in ((8, 1), (0x40, 2), (0x80, 4)):
                if flags & bit:
                    v = [c / 16384 for c in struct.unpack_from(">%dh" % count, d, at)]
                    at += 2 * count
                    m = {1: (v[0], 0, 0, v[0]), 2: (v[0], 0, 0, v[-1])}.get(count, tuple(v))
            for c in self.contours(glyph):
                out.append([(x * m[0] + y * m[2] + dx, x * m[1] + y * m[3] + dy)
                            for x, y in c])
            if not flags & 0x20:
                return out


def fill(contours, size, even_odd, samples=4):
    """Coverage of each pixel, 0 to 1, as rows; contours in pixels, y down."""
    width, height = size
    rows = [[0.0] * width for _ in range(height)]
    edges = []
    for c in contours:
        for (x0, y0), (x1, y1) in zip(c, c[1:] + c[:1]):
            if y0 != y1:
                edges.append((x0, y0, x1, y1))
    for line in range(height * samples):
        y = (line + 0.5) / samples
        hits = sorted((x0 + (x1 - x0) * (y - y0) / (y1 - y0), 1 if y1 > y0 else -1)
                      for x0, y0, x1, y1 in edges if (y0 <= y) != (y1 <= y))
        row, winding = rows[line // samples], 0
        for (x, way), (end, _) in zip(hits, hits[1:]):
            winding += 1 if even_odd else way
            if winding % 2 if even_odd else winding:
                cover(row, x, end, 1 / samples)
    return rows


def cover(row, start, end, weight):
    start, end = max(start, 0.0), min(end, float(len(row)))
    for x in range(int(start), min(int(end) + 1, len(row))):
        part = min(end, x + 1) - max(start, x)
        if part > 0:
            row[x] += weight * part
