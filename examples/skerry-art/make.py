#!/usr/bin/env python3
"""Writes the images, the font and the sounds of examples/skerry. Usage: make.py OUT-FOLDER

Needs no library. The images use 16 colours; the same run always writes the same bytes. docs/tutorial/second-game.md tells how the game was made.
"""
import math, os, struct, sys, zlib

OUT = sys.argv[1]
COLOURS = {
    "k": 0x14121c, "n": 0x2b2f4f, "b": 0x35608f, "c": 0x5d9cc0, "w": 0xf2ecd8, "g": 0x4d7a46, "G": 0x79a355, "s": 0xd8bf86,
    "S": 0xb5935c, "r": 0xa83c3c, "o": 0xd9803f, "y": 0xf4d35e, "t": 0x6b4a36, "T": 0x94694a, "m": 0x6d6f7c, "M": 0xa3a5ae,
}


class Random:
    """A small generator of our own, so that every Python version draws the same."""

    def __init__(self, seed):
        self.state = seed * 2654435761 % 2**32 or 1

    def next(self, limit):
        self.state = (self.state * 1103515245 + 12345) % 2**31
        return (self.state >> 12) % limit


class Image:
    def __init__(self, width, height, colour="."):
        self.width, self.height = width, height
        self.rows = [[colour] * width for _ in range(height)]

    def set(self, x, y, colour):
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = colour

    def get(self, x, y):
        return self.rows[y][x]

    def box(self, x, y, width, height, colour):
        for j in range(y, y + height):
            for i in range(x, x + width):
                self.set(i, j, colour)

    def frame(self, x, y, width, height, colour):
        self.box(x, y, width, 1, colour)
        self.box(x, y + height - 1, width, 1, colour)
        self.box(x, y, 1, height, colour)
        self.box(x + width - 1, y, 1, height, colour)

    def disc(self, cx, cy, radius, colour):
        for y in range(self.height):
            for x in range(self.width):
                if (x - cx) ** 2 + (y - cy) ** 2 <= radius * radius:
                    self.set(x, y, colour)

    def ellipse(self, cx, cy, rx, ry, light, dark=None, right=0):
        """From `right` pixels right of the centre on in the dark colour, with a row of both between."""
        for y in range(cy - ry, cy + ry + 1):
            for x in range(cx - rx, cx + rx + 1):
                if ((x - cx) * ry) ** 2 + ((y - cy) * rx) ** 2 <= (rx * ry) ** 2 + rx * ry * min(rx, ry) // 2:
                    away = x - cx - right + (y - cy) // 4
                    self.set(x, y, dark if dark and (away > 1 or (away >= -1 and (x + y) % 2)) else light)

    def outlined(self, colour):
        """With a rim of that colour around what is drawn."""
        image = Image(self.width, self.height)
        image.paste(self, 0, 0)
        for y in range(self.height):
            for x in range(self.width):
                near = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                if self.get(x, y) == "." and any(0 <= i < self.width and 0 <= j < self.height and self.get(i, j) != "." for i, j in near):
                    image.set(x, y, colour)
        return image

    def dots(self, colour, number, seed, within=None):
        random = Random(seed)
        for _ in range(number):
            x, y = random.next(self.width), random.next(self.height)
            if within is None or self.get(x, y) in within:
                self.set(x, y, colour)

    def paste(self, image, x, y):
        for j in range(image.height):
            for i in range(image.width):
                if image.get(i, j) != ".":
                    self.set(x + i, y + j, image.get(i, j))

    def scaled(self, factor):
        result = Image(self.width * factor, self.height * factor)
        for y in range(result.height):
            for x in range(result.width):
                result.rows[y][x] = self.rows[y // factor][x // factor]
        return result

    def mirrored(self):
        result = Image(self.width, self.height)
        result.rows = [row[::-1] for row in self.rows]
        return result

    def save(self, path):
        data = bytearray()
        for row in self.rows:
            data.append(0)
            for colour in row:
                if isinstance(colour, int):
                    data += struct.pack(">I", colour)
                elif colour == ".":
                    data += b"\0\0\0\0"
                else:
                    data += struct.pack(">I", COLOURS[colour] << 8 | 255)
        path = os.path.join(OUT, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)

        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 6, 0, 0, 0))
                       + chunk(b"IDAT", zlib.compress(bytes(data), 9)) + chunk(b"IEND", b""))


def pattern(text):
    lines = text.strip("\n").split("\n")
    image = Image(len(lines[0]), len(lines))
    for y, line in enumerate(lines):
        assert len(line) == image.width, line
        image.rows[y] = list(line)
    return image


# ---- ground

def ground(base, dots, seed):
    tile = Image(16, 16, base)
    for colour, number in dots:
        tile.dots(colour, number, seed)
        seed += 1
    return tile


def water(frame):
    tile = ground("b", [("n", 5)], 7)
    for x, y in ((2, 3), (10, 6), (5, 12), (12, 14)):
        x = (x + 2 * frame) % 16
        for i in range(3):
            tile.set((x + i) % 16, y, "c")
    return tile


GRASS = ground("G", [("g", 14), ("s", 1)], 3)
SAND = ground("s", [("S", 8), ("w", 2)], 11)
CORNERS = ("n", "e", "s", "w", "ne", "se", "sw", "nw", "ine", "ise", "isw", "inw")


ROUND = 14  # radius of corners, so that a coast has no steps


def shore(inside, outside, rim, name):
    """The tile `inside` whose sides (n ... w, two of them: ne ...) or only corner (ine ...) are `outside`, with a wavy rim."""
    tile = Image(16, 16)
    wave = (0, 0, 1, 1, 2, 2, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0)
    for y in range(16):
        for x in range(16):
            away = {"n": y - wave[x], "s": 15 - y - wave[x], "w": x - wave[y], "e": 15 - x - wave[y]}
            if name[0] == "i":
                depth = math.isqrt(away[name[1]] ** 2 + away[name[2]] ** 2)
            elif len(name) == 2 and max(away[side] for side in name) < ROUND:
                depth = ROUND - math.isqrt(sum((ROUND - away[side]) ** 2 for side in name))
            else:
                depth = min(away[side] for side in name)
            tile.set(x, y, outside.get(x, y) if depth < 4 else rim if depth < 6 else inside.get(x, y))
    return tile


def brick(light, dark, seed):
    tile = Image(16, 16, light)
    for row in range(4):
        tile.box(0, row * 4 + 3, 16, 1, dark)
        tile.box((row % 2) * 4 + 3, row * 4, 1, 4, dark)
        tile.box((row % 2) * 4 + 11, row * 4, 1, 4, dark)
    tile.dots(dark, 4, seed)
    return tile


def boards(seed):
    tile = Image(16, 16, "T")
    for y in (3, 7, 11, 15):
        tile.box(0, y, 16, 1, "t")
    for i, y in enumerate((0, 4, 8, 12)):
        tile.box((i * 7 + seed * 3) % 16, y, 1, 4, "t")
    return tile


# ---- small things, one cell each

BUSH = pattern("""
................
................
................
......kkkk......
....kkGGGGkk....
...kGGGgGGGGk...
..kGGGGGGgGGGk..
..kGgGGGGGGGgk..
.kGGGGgGGGgGGGk.
.kGGGGGGGGGGGgk.
.kgGGgGGgGGGggk.
.kggGGGGGGgGgGk.
..kgggGgGgggGk..
...kggggggggk...
....kkkkkkkk....
................
""")
ROCK = pattern("""
................
................
................
.....kkkkk......
....kMMMMMkk....
...kMMMMMMmmk...
..kMMwMMMMmmmk..
..kMMMMMMmMmmk..
.kMMMMMMMmmmmmk.
.kMMMMMMMMmmmmk.
.kMMMMmMMMmmmmk.
.kmMMMmMMmmmmmk.
.kmmmMMmmmmmmnk.
..kmmmmmmmmmnk..
...kkkkkkkkkk...
................
""")
BARREL = pattern("""
................
....kkkkkkkk....
...kTTTTTTTTk...
..kTTttttttTTk..
..kTttttttttTk..
..kkTTttttTTkk..
..kmmmmmmmmmmk..
..kTTtTTTtTTtk..
..kTTtTTTtTTtk..
..kTTtTTTtTTtk..
..kTTtTTTtTTtk..
..kmmmmmmmmmmk..
..kTTtTTTtTTtk..
...kTtTTTtTtk...
....kkkkkkkk....
................
""")
CRATE = pattern("""
................
................
..kkkkkkkkkkkk..
..kTTTTTTTTTTk..
..kTtttttttTTk..
..kTtTTTTTTtTk..
..kTTtTTTTtTTk..
..kTTTtTTtTTTk..
..kTTTTttTTTTk..
..kTTTTttTTTTk..
..kTTTtTTtTTTk..
..kTTtTTTTtTTk..
..kTttttttttTk..
..kTTTTTTTTTTk..
..kkkkkkkkkkkk..
................
""")
FLOAT = pattern("""
................
................
................
................
......kkkk......
....kkcccckk....
....kccwwcck....
...kcScwwcSck...
...kccScccScck..
...kcccSSSccck..
...kccScccScck..
....kSccccbSk...
....kcccbbbk....
.....kkkkkk.....
................
................
""")
CAN = pattern("""
................
.......kkk......
......kM.Mk.....
......k...k.....
....kkkkkkkk....
...kMMMMMMmmkk..
...kMwMMMMmmkmk.
...kMwMMMMmmk.k.
...kMMMMMMmmkk..
...kMMMMMMmmk...
...kMMMMMMmmk...
...kMMMMMMmmk...
...kMMMMMmmmk...
....kkkkkkkk....
................
................
""")
KEY = pattern("""
................
................
................
....kkk.........
...kyyyk........
..kyk.kyk.......
..kyk.kyk.......
..kyykyyyk......
...kyyykyyk.....
....kkk.kyyk....
.........kyyk...
........kyykyk..
.........kkyyk..
...........kk...
................
................
""")
LANTERN = pattern("""
.......kk.......
......kmmk......
.....kmmmmk.....
.....kyyyyk.....
.....kywyyk.....
.....kywyyk.....
.....kyyyyk.....
.....kmmmmk.....
......kttk......
......kttk......
......kttk......
......kttk......
......kttk......
......kttk......
.....kttttk.....
.....kkkkkk.....
""")
GULL = pattern("""
................
................
................
................
.....kkk........
....kwwwk.......
...kwkwwk.......
..kowwwwk.......
...kkwwwkkk.....
....kwwwwMMkk...
....kwwwMMMMMk..
.....kwwwMMMkk..
......kkwwkk....
.......oko......
......oo.oo.....
................
""")
GULL_FLAP = pattern("""
................
................
..........kkk...
.........kMMk...
.....kkkkMMk....
....kwwwkMMk....
...kwkwwkMMk....
..kowwwwkMMk....
...kkwwwwMMkk...
....kwwwwMwwkk..
....kwwwwwwwMk..
.....kwwwwwkk...
......kkwwkk....
........ok......
.......oo.o.....
................
""")


def shutter(long):
    """A brass frame with its blind up (a long flash) or half down (a short one)."""
    tile = Image(16, 16)
    tile.box(2, 1, 12, 14, "t")
    tile.frame(2, 1, 12, 14, "k")
    tile.box(4, 3, 8, 10, "y")
    for y in range(3, 5 if long else 10):
        tile.box(4, y, 8, 1, "m" if y % 2 else "M")
    tile.box(12, 5, 2, 5, "k")
    tile.box(13, 3 if long else 8, 3, 3, "r")
    return tile


def wheel():
    tile = Image(16, 16)
    tile.disc(7.5, 7.5, 7, "k")
    tile.disc(7.5, 7.5, 6, "o")
    tile.disc(7.5, 7.5, 4, "n")
    tile.box(7, 1, 2, 14, "o")
    tile.box(1, 7, 14, 2, "o")
    tile.box(6, 6, 4, 4, "y")
    return tile


def bed():
    tile = Image(32, 16)
    tile.box(1, 2, 30, 12, "T")
    tile.frame(1, 2, 30, 12, "k")
    tile.box(3, 4, 7, 8, "w")
    tile.box(10, 4, 19, 8, "r")
    tile.box(12, 4, 1, 8, "o")
    return tile


def table():
    tile = Image(16, 16)
    tile.box(1, 3, 14, 8, "T")
    tile.frame(1, 3, 14, 8, "k")
    tile.box(2, 11, 2, 4, "t")
    tile.box(12, 11, 2, 4, "t")
    tile.box(4, 5, 6, 4, "w")
    tile.box(7, 5, 1, 4, "M")
    return tile


def stove():
    tile = Image(16, 16)
    tile.box(3, 4, 10, 11, "n")
    tile.frame(3, 4, 10, 11, "k")
    tile.box(5, 9, 6, 4, "o")
    tile.box(6, 10, 4, 2, "y")
    tile.box(7, 0, 2, 4, "k")
    return tile


def window():
    tile = brick("M", "m", 5)
    tile.box(4, 2, 8, 11, "k")
    tile.box(5, 3, 6, 9, "n")
    tile.box(7, 3, 1, 9, "k")
    tile.box(5, 7, 6, 1, "k")
    tile.set(6, 4, "c")
    return tile


def door(open_):
    tile = Image(16, 16)
    tile.box(2, 0, 12, 16, "k")
    tile.box(3, 1, 10, 15, "n" if open_ else "t")
    if not open_:
        for x in (5, 8, 11):
            tile.box(x, 1, 1, 15, "k")
        tile.box(10, 8, 2, 2, "y")
    return tile


def stairs():
    tile = Image(16, 16, "n")
    for i in range(4):
        tile.box(1, i * 4, 14, 1, "w" if i == 0 else "M")
        tile.box(1, i * 4 + 1, 14, 2, "M" if i < 2 else "m")
        tile.box(1, i * 4 + 3, 14, 1, "k")
    tile.box(0, 0, 1, 16, "T")
    tile.box(15, 0, 1, 16, "t")
    return tile


def hatch():
    tile = Image(16, 16)
    tile.frame(1, 1, 14, 14, "T")
    tile.box(2, 2, 12, 12, "k")
    for y in (4, 7, 10):
        tile.box(4, y, 8, 1, "T")
    tile.box(4, 2, 1, 12, "t")
    tile.box(11, 2, 1, 12, "t")
    return tile


def boat():
    tile = Image(48, 16)
    for y in range(3, 14):
        inset = (y - 3) // 2
        tile.box(1 + inset, y, 46 - 2 * inset, 1, "k" if y in (3, 13) else "r" if y < 8 else "t")
        tile.set(1 + inset, y, "k")
        tile.set(46 - inset, y, "k")
    tile.box(6, 5, 36, 2, "T")
    tile.box(18, 4, 3, 4, "S")
    tile.box(30, 4, 3, 4, "S")
    return tile


def sheet():
    image = Image(256, 128)
    first = [GRASS, ground(".", [("w", 4), ("y", 3), ("o", 2)], 23), SAND, ground(".", [("S", 4), ("M", 4), ("m", 3)], 31), water(0),
             water(1), ground("S", [("s", 10), ("T", 10)], 41), boards(1), ground("m", [("M", 14), ("n", 8)], 43), boards(0), brick("M", "m", 2),
             brick("w", "M", 3), ground("n", [("k", 20)], 47), brick("m", "n", 4), window(), door(False)]
    for i, tile in enumerate(first):
        image.paste(tile, i * 16, 0)
    for i, name in enumerate(CORNERS):
        image.paste(shore(SAND, water(0), "w", name), i * 16, 16)
        image.paste(shore(GRASS, SAND, "g", name), i * 16, 32)
    things = [BUSH, ROCK, BARREL, CRATE, FLOAT, LANTERN, shutter(True), shutter(False), wheel(), table(), stove(), door(True), stairs(), hatch()]
    for i, tile in enumerate(things):
        image.paste(tile, i * 16, 48)
    image.paste(boat(), 0, 64)
    image.paste(bed(), 48, 64)
    return image


# ---- larger things

def lighthouse():
    image = Image(48, 112)
    for y in range(28, 112):
        half = 13 + (y - 28) * 9 // 84
        band = "r" if (y - 28) // 17 % 2 == 0 else "w"
        image.box(24 - half, y, half * 2, 1, "k")
        image.box(25 - half, y, half * 2 - 2, 1, band)
        shade = half * 2 // 3
        image.box(23 + half - shade, y, shade, 1, {"r": "t", "w": "M"}[band])
    image.box(9, 24, 30, 4, "k")
    image.box(10, 25, 28, 2, "m")
    image.box(13, 10, 22, 14, "k")
    image.box(14, 11, 20, 13, "n")
    for x in (18, 24, 29):
        image.box(x, 11, 1, 13, "m")
    image.disc(24, 10, 0, "k")
    for y in range(3, 11):
        image.box(24 - (y - 1), y, 2 * (y - 1), 1, "k" if y in (3, 10) else "r")
    image.box(23, 0, 2, 4, "k")
    for y in (48, 76):
        image.box(21, y, 6, 9, "k")
        image.box(22, y + 1, 4, 7, "n")
    image.box(16, 92, 16, 20, "k")
    image.box(17, 93, 14, 19, "t")
    for x in (20, 24, 28):
        image.box(x, 93, 1, 19, "k")
    image.box(28, 102, 2, 2, "y")
    return image


def hut(open_):
    image = Image(48, 48)
    wall = brick("M", "m", 9)
    for x in (0, 16, 32):
        image.paste(wall, x, 32)
        image.paste(wall, x, 20)
    image.frame(0, 20, 48, 28, "k")
    for y in range(2, 24):
        inset = max(0, 10 - y // 2)
        image.box(inset, y, 48 - 2 * inset, 1, "k" if y in (2, 23) else "t" if y % 4 == 0 else "T")
        image.set(inset, y, "k")
        image.set(47 - inset, y, "k")
    image.paste(door(open_), 16, 32)
    if open_:
        image.paste(BARREL, 16, 32)
    return image


def lamp(lit):
    image = Image(32, 48)
    image.box(6, 36, 20, 12, "k")
    image.box(7, 37, 18, 10, "m")
    image.box(10, 39, 12, 3, "M")
    image.disc(15.5, 19, 16, "k")
    image.disc(15.5, 19, 15, "y" if lit else "b")
    image.disc(15.5, 19, 11, "w" if lit else "c")
    image.disc(15.5, 19, 7, "y" if lit else "b")
    image.disc(15.5, 19, 3, "w" if lit else "n")
    image.box(4, 33, 24, 4, "k")
    image.box(5, 34, 22, 2, "o")
    return image


# ---- people

FRONT = """
.....kkkkkk.....
....khhhhhhk....
...khhhhhhhhk...
...khhhhhhhhk...
...khffffffhk...
...kffkffkffk...
...kffffffffk...
....kfffzffk....
....kkzzzzkk....
...kaakaakaak...
..kaaaaaaaaaak..
..kaAaaaaaaAak..
..kaAaaaaaaAak..
..kaAaaaaaaAak..
..kfkaaaaaakfk..
...kkaaaaaakk...
....kddkkddk....
....kddkkddk....
....kttkkttk....
....kkk..kkk....
"""
BACK = """
.....kkkkkk.....
....khhhhhhk....
...khhhhhhhhk...
...khhhhhhhhk...
...khhhhhhhhk...
...khhhhhhhhk...
...khhhhhhhhk...
....khhhhhhk....
....kkhhhhkk....
...kaakaakaak...
..kaaaaaaaaaak..
..kaAaaaaaaAak..
..kaAaaaaaaAak..
..kaAaaaaaaAak..
..kfkaaaaaakfk..
...kkaaaaaakk...
....kddkkddk....
....kddkkddk....
....kttkkttk....
....kkk..kkk....
"""
SIDE = """
.....kkkkkk.....
....khhhhhhk....
...khhhhhhhhk...
...khhhhhhhhk...
...khhhhffffk...
...khhhffkffk...
....khhfffffk...
....khhffzzk....
.....kkfzzk.....
.....kaaaak.....
....kaaaaaak....
....kaaAaaak....
....kaaAaaak....
....kaaAaaak....
....kaafaaak....
....kaaaaaak....
.....kddddk.....
.....kddddk.....
.....kttttk.....
.....kkkkkk.....
"""
LEGS = {
    "front": (("....kddkkddk....", "....kddkkttk....", "....kttkkkkk....", "....kkkk........"),
              ("....kddkkddk....", "....kttkkddk....", "....kkkkkttk....", "........kkkk....")),
    "side": (("....kdddddk.....", "...kddkkddk.....", "...kttkkttk.....", "...kkk..kkk....."),
             (".....kddddk.....", ".....kdkddk.....", ".....ktkttk.....", ".....kkkkkk.....")),
}
CAST = {  # hair or hat, skin, beard (skin: none), coat, its shade, legs
    "keeper": "yssyon", "agnes": "wssrtn", "tom": "nsmbnk", "wren": "ossgGt",
}


def figure(name, text, legs, step):
    hair, skin, beard, coat, shade, trousers = CAST[name]
    if name == "keeper":
        beard = skin
    if name == "wren":
        skin, beard = "s", "s"
    rows = text.strip("\n").split("\n")
    if step:
        rows = rows[:16] + list(LEGS[legs][step - 1])
    image = Image(16, 24)
    small = 3 if name == "wren" else 0
    body = rows[:11] + rows[11 + small:]
    top = 23 - len(body)
    colours = {"h": hair, "f": skin, "z": beard, "a": coat, "A": shade, "d": trousers}
    for y, row in enumerate(body):
        for x, colour in enumerate(row):
            image.set(x, top + y, colours.get(colour, colour))
    if name == "keeper" and text is not BACK:  # the brim of the hat
        image.box(2, top + 4, 12, 1, "o")
    return image


def cast():
    image = Image(16 * 12, 24 * 4)
    for i, name in enumerate(CAST):
        for column, step in enumerate((1, 0, 2)):
            x = (i * 3 + column) * 16
            side = figure(name, SIDE, "side", step)
            image.paste(figure(name, FRONT, "front", step), x, 0)
            image.paste(side.mirrored(), x, 24)
            image.paste(side, x, 48)
            image.paste(figure(name, BACK, "front", step), x, 72)
    return image


FACES = {  # hair or hat, its shade, skin, its shade, coat, its shade
    "keeper": "yosSyo", "agnes": "wMsSrt", "tom": "nksSbn", "wren": "otsSGg",
}


def beard(face):
    face.ellipse(32, 41, 12, 10, "m", "k", 12)
    face.ellipse(32, 36, 10, 7, "s", "S", 5)
    face.ellipse(32, 40, 8, 2, "M", "m", 4)
    for x in range(22, 43, 3):
        face.box(x, 46 + x % 2, 1, 3, "M" if x < 32 else "k")


def hair(face, name, light, dark):
    """Above the forehead, and what hangs down beside the face; of the keeper a sou'wester."""
    if name == "keeper":
        face.ellipse(32, 18, 15, 13, light, dark, 8)
        face.ellipse(32, 23, 23, 5, light, dark, 12)
        face.ellipse(32, 26, 15, 3, dark)
        return
    if name == "agnes":
        face.ellipse(32, 7, 6, 5, light, dark, 2)
    crown = Image(64, 64)
    crown.ellipse(32, 22, 16, 14, light, dark, 8)
    for x in range(16, 49):  # down to the forehead: parted, a cap, tousled
        low = {"agnes": 16 + abs(x - 28) // 2, "tom": 20, "wren": 19 + x * 7 % 5}[name]
        for y in range(8, low):
            if crown.get(x, y) != ".":
                face.set(x, y, crown.get(x, y))
    if name == "tom":
        face.box(17, 19, 31, 3, "b")
        face.box(38, 19, 10, 3, "n")
    sides = {"agnes": 17, "tom": 9, "wren": 12}[name]
    face.box(17, 17 if name != "tom" else 22, 3, sides + 3, light)
    face.box(45, 17 if name != "tom" else 22, 3, sides + 3, dark)


def portrait(name):
    """A face in front of the night, with the light from the left; of a child lower and narrower shoulders."""
    light, dark, skin, shade, coat, fold = FACES[name]
    child = name == "wren"
    face = Image(64, 64)
    face.ellipse(32, 70 + 4 * child, 26 - 5 * child, 22, coat, fold, 14)
    face.box(27, 44, 10, 8, shade)
    face.ellipse(32, 51, 9, 4, fold)
    face.box(27, 44, 10, 6, shade)
    for x in (17, 45):
        face.ellipse(x + 1, 32, 3, 4, skin if x < 32 else shade)
    face.ellipse(32, 30, 14, 17 - child, skin, shade, 7)
    if name == "tom":
        beard(face)
    hair(face, name, light, dark)
    for x in (24, 36):
        face.box(x, 29, 5, 3, "w")
        face.box(x + 2, 29, 2, 3, {"agnes": "b", "wren": "g"}.get(name, "t"))
        face.box(x + 2, 30, 1, 1, "k")
        face.box(x, 28, 5, 1, "k")
        face.box(x - 1, 25, 6, 1, "M" if name in ("agnes", "tom") else "t")
    face.box(31, 31, 2, 5, shade)
    face.box(30, 36, 4, 1, "S" if skin == "s" else skin)
    face.box(28, 40, 8, 1, "r" if name != "tom" else "t")
    face.box(29, 41, 6, 1, shade if name != "tom" else "s")
    if child:
        for x, y in ((23, 35), (26, 36), (38, 35), (41, 36), (25, 34), (39, 37)):
            face.set(x, y, "S")
        face.box(27, 39, 1, 1, "r")
        face.box(36, 39, 1, 1, "r")
    if name == "agnes":
        for x, y, width in ((21, 33, 4), (39, 33, 4), (24, 42, 2), (38, 42, 2)):
            face.box(x, y, width, 1, "S")
    for y in range(52, 64, 4):
        face.box(31, y, 2, 2, "k" if name == "tom" else "S" if child else "w")
    night = Image(64, 64, "n")
    for y in range(34, 64):
        for x in range((y - 34) % 2, 64, 2):
            if y > 48 or y % 2:
                night.set(x, y, "k")
    night.dots("m", 9, len(name))
    night.paste(face.outlined("k"), 0, 0)
    night.frame(0, 0, 64, 64, "k")
    night.frame(1, 1, 62, 62, "T")
    return night


# ---- full screen

def view(lit):
    image = Image(640, 360, "n")
    random = Random(99)
    for _ in range(160):
        image.set(random.next(640), random.next(220), "M" if random.next(3) else "w")
    if lit:
        for x in range(0, 470):
            half = (470 - x) // 7
            for y in range(122 - half, 122 + half):
                if (x + y) % 2 or abs(y - 122) < half * 2 // 3:
                    image.set(x, y, "y" if abs(y - 122) < half // 3 else "s" if abs(y - 122) < half * 2 // 3 else "S")
    for y in range(236, 360):
        image.box(0, y, 640, 1, "b" if y > 244 else "k")
    for _ in range(260):
        x, y = random.next(640), 246 + random.next(112)
        image.box(x, y, 4 + random.next(14), 1, "c" if random.next(3) else "n")
    for y in range(214, 290):
        half = 60 + (y - 214) * 2 + random.next(5)
        image.box(494 - half, y, 2 * half, 1, "k")
        image.box(497 - half, y, 2 * half - 6, 1, "m" if y > 220 and (y + half) % 5 else "n")
    tower = lighthouse()
    if lit:
        tower.box(14, 11, 20, 13, "y")
        tower.box(19, 12, 10, 11, "w")
    image.paste(tower, 470, 110)
    if lit:
        ship = pattern("""
..........k.........
..........kw........
.....k....kww.......
....wk....kwww......
...wwk....kwwww.....
..wwwk....kwwwww....
.wwwwk....kwwwwww...
.....k....k.........
kkkkkkkkkkkkkkkkkkkk
.krrrrrrrrrrrrrrrrk.
..kttttttttttttttk..
...kkkkkkkkkkkkkk...
""").scaled(3)
        image.paste(ship, 110, 214)
    return image


def daylight():
    """One column for each of the 24 hours. It stays night on the island: only the depth of the blue changes."""
    image = Image(24, 1)
    for x in range(24):
        image.rows[0][x] = 0x6a78b0ff if x % 2 else 0x6674acff
    return image


# ---- font: rows of 5 pixels as base-32 digits, seven above the base line and two below it

GLYPHS = """A EHHVHHH B UHHUHHU C EHGGGHE D UHHHHHU E VGGUGGV F VGGUGGG G EHGNHHF H HHHVHHH I E44444E J 72222IC K HIKOKIH L GGGGGGV M HRLLHHH
N HPPLJJH O EHHHHHE P UHHUGGG Q EHHHLID R UHHUKIH S FGGE11U T V444444 U HHHHHHE V HHHHHA4 W HHHLLLA X HHA4AHH Y HHHA444 Z V1248GV
a 00E1FHF b GGMPHHU c 00FGGGF d 11DJHHF e 00EHVGF f 698S888 g 00FHHHF1E h GGMPHHH i 40C444E j 2062222IC k GGIKOKI l C44444E m 00QLLLL
n 00MPHHH o 00EHHHE p 00UHHHUGG q 00FHHHF11 r 00MPGGG s 00FGE1U t 88S8896 u 00HHHJD v 00HHHA4 w 00HHLLA x 00HA4AH y 00HHHHF1E z 00V248V
0 EHJLPHE 1 4C4444E 2 EH1248V 3 V2421HE 4 26AIV22 5 VGU11HE 6 68GUHHE 7 V124888 8 EHHEHHE 9 EHHF12C . 00000CC , 00000CC48 ! 4444404 ? EH12404
: 00CC0CC ; 00CC0CC48 ' 4480000 " AAA0000 ( 2488842 ) 8422248 - 000E000 + 044V440 / 0124 8G0 * 0LEVEL0 = 00V0V00 < 248G842 > 8421248 % OP248J3
# AAVAVAA & CIK8LID @ EHNLNGE $ 4FKE5U4 [ E88888E ] E22222E { 6448446 } C44244C _ 000000V | 4444444 \\ 0G84210 ^ 4AH0000 ` 8400000 ~ 0008L20
ä A0E1FHF ö A0EHHHE ü A0HHHJD Ä A4AHVHH Ö AEHHHHE Ü A0HHHHE ß CIIKIIM – 000V000 … 000000L „ 000000AAK “ 5AA0000 ” AAK0000 ’ 4480000""".replace("0124 8G0", "01248G0")


def font(path):
    words = GLYPHS.split()
    glyphs = {words[i]: words[i + 1] for i in range(0, len(words), 2)}
    lines = ["STARTFONT 2.1", "FONT -skerry-", "SIZE 10 75 75", "FONTBOUNDINGBOX 5 9 0 -2", "STARTPROPERTIES 2", "FONT_ASCENT 8", "FONT_DESCENT 2",
             "ENDPROPERTIES", f"CHARS {len(glyphs) + 1}", "STARTCHAR space", "ENCODING 32", "SWIDTH 400 0", "DWIDTH 4 0", "BBX 1 1 0 0", "BITMAP", "00", "ENDCHAR"]
    for letter, digits in sorted(glyphs.items()):
        rows = [int(digit, 32) for digit in digits.ljust(9, "0")]
        used = 0
        for row in rows:
            used |= row
        left = 5 - used.bit_length()
        right = (used & -used).bit_length() - 1
        width = 5 - left - right
        lines += [f"STARTCHAR U{ord(letter):04X}", f"ENCODING {ord(letter)}", f"SWIDTH {(width + 1) * 100} 0", f"DWIDTH {width + 1} 0",
                  f"BBX {width} 9 0 -2", "BITMAP"]
        lines += [f"{row << left << 3 & 255:02X}" for row in rows] + ["ENDCHAR"]
    lines.append("ENDFONT")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


# ---- sounds

RATE = 44100


def wave(path, samples, channels=1):
    data = b"".join(struct.pack("<h", max(-32767, min(32767, int(s * 32767)))) for s in samples)
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, channels, RATE, RATE * 2 * channels, 2 * channels, 16)
                   + b"data" + struct.pack("<I", len(data)) + data)


def noise(seed):
    random = Random(seed)
    while True:
        yield random.next(2001) / 1000 - 1


def clack():
    hiss = noise(5)
    return [next(hiss) * math.exp(-i / 500) * 0.6 + math.sin(i * 0.11) * math.exp(-i / 900) * 0.4 for i in range(6000)]


def bell():
    parts = ((523.25, 0.4, 9000), (1046.5, 0.25, 7000), (1395, 0.15, 5000))
    return [sum(a * math.sin(2 * math.pi * f * i / RATE) * math.exp(-i / d) for f, a, d in parts) for i in range(40000)]


def gull():
    phase, result = 0.0, []
    for cry in range(2):
        for i in range(11000):
            t = i / 11000
            phase += 2 * math.pi * (1500 - 600 * t + 150 * math.sin(t * 40)) / RATE
            result.append(0.3 * math.sin(math.pi * t) * (math.sin(phase) + 0.4 * math.sin(2 * phase)))
    return result


def sea():
    """Twelve seconds of surf that loop without a seam: filtered noise under two slow swells."""
    hiss, length, low, result = noise(17), RATE * 12, [0.0, 0.0], []
    for i in range(length):
        t = 2 * math.pi * i / length
        for side in range(2):
            low[side] += (next(hiss) - low[side]) * (0.05 + 0.03 * math.sin(2 * t + side))
            result.append(low[side] * (0.5 + 0.3 * math.sin(3 * t + side * 0.8)))
    return result


def main():
    sheet().save("tiles/isle.png")
    lighthouse().save("tiles/lighthouse_soo0.png")
    hut(False).save("tiles/hut_soo0.png")
    hut(True).save("tiles/hut_open_soo0.png")
    lamp(False).save("tiles/lamp_soo0.png")
    lamp(True).save("tiles/lamp_lit_soo0.png")
    full = Image(16, 16)
    full.paste(CAN, 0, 0)
    full.box(6, 4, 4, 1, "y")
    full.box(5, 8, 4, 4, "o")
    for name, image in (("can", CAN), ("can_full", full), ("key", KEY), ("float", FLOAT)):
        image.save(f"tiles/{name}_soo0.png")
        image.scaled(2).save(f"ui/{name}_soo0.png")
    strip = Image(32, 16)
    strip.paste(GULL, 0, 0)
    strip.paste(GULL_FLAP, 16, 0)
    strip.save("chars/gull_walk_wel1.png")
    other = Image(32, 16)
    other.paste(GULL.mirrored(), 0, 0)
    other.paste(GULL_FLAP.mirrored(), 16, 0)
    other.save("chars/gull_walk_eal1.png")
    GULL.save("chars/gull_weo0.png")
    GULL.mirrored().save("chars/gull_eao0.png")
    cast().save("chars/cast.png")
    for name in CAST:
        portrait(name).save(f"portraits/{name}_soo0.png")
    view(False).save("backs/night_full.png")
    view(True).save("backs/beam_full.png")
    daylight().save("ui/daylight_soo0.png")
    font(os.path.join(OUT, "isle.bdf"))
    for name, samples in (("clack", clack()), ("bell", bell()), ("gull", gull())):
        wave(os.path.join(OUT, name + ".wav"), samples)
    wave(os.path.join(OUT, "sea.wav"), sea(), 2)


main()
