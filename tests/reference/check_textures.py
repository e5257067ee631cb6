#!/usr/bin/env python3
"""Textures of games against second implementations: blocks BC1 to BC7 in .dds files against
Pillow, which is skipped if it is not installed (package python3-pil); textures of the PlayStation
Vita (.gxt) against gxt.py, which was written from the description of the format alone."""

import argparse
import io
import os
import random
import struct
import subprocess
import sys
import tempfile

import gxt

try:
    from PIL import Image
except ImportError:
    Image = None

BLOCK = 16


def dds(side, fourcc, number, data):
    """A .dds of side x side pixels; number: the DXGI_FORMAT if the fourcc is DX10."""
    out = b"DDS " + struct.pack("<7I", 124, 0x81007, side[1], side[0], len(data), 0, 1)
    out += bytes(44) + struct.pack("<2I4s5I", 32, 4, fourcc, 0, 0, 0, 0, 0)
    out += struct.pack("<5I", 0x1000, 0, 0, 0, 0)
    if fourcc == b"DX10":
        out += struct.pack("<5I", number, 3, 0, 1, 0)
    return out + data


def blocks_of_bc7(rng, count):
    """All eight modes in turn: a mode is so many zeros and a one."""
    out = b""
    for i in range(count):
        mode = i % 8
        bits = rng.getrandbits(128)
        out += ((bits >> mode + 1 << mode + 1) | 1 << mode).to_bytes(BLOCK, "little")
    return out


class Check:
    def __init__(self, oisin, folder):
        self.oisin, self.folder, self.failed = oisin, folder, False

    def path(self, name):
        return os.path.join(self.folder, name)

    def convert(self, name, data, to):
        """-> the bytes that the program makes of a file, or None"""
        with open(self.path(name), "wb") as out:
            out.write(data)
        return self.run(name, to)

    def convert_onto(self, name, onto, to):
        return self.run(name, to, "--onto", self.path(onto))

    def run(self, name, to, *options):
        done = subprocess.run([self.oisin, "convert", "--quiet", self.path(name), "-o",
                               self.path(to)] + list(options), stderr=subprocess.PIPE)
        if done.returncode:
            self.say("%s: %s" % (name, done.stderr.decode().strip()))
            return None
        with open(self.path(to), "rb") as found:
            return found.read()

    def say(self, text):
        print("FAILED " + text)
        self.failed = True

    def compare(self, name, expected, found, tolerance):
        """Lists of (r, g, b, a); the colour of transparent pixels is not drawn."""
        if len(expected) != len(found):
            self.say("%s: %d pixels, expected %d" % (name, len(found), len(expected)))
            return
        worst = 0
        for i, (want, have) in enumerate(zip(expected, found)):
            if not want[3] and not have[3]:
                continue
            off = max(abs(a - b) for a, b in zip(want, have))
            if off > tolerance and worst <= tolerance:
                self.say("%s: pixel %d is %s, expected %s" % (name, i, have, want))
            worst = max(worst, off)
        print("%s: %d pixels compared, largest difference %d" % (name, len(found), worst))


def pixels(image):
    return list(image.convert("RGBA").getdata())


def check_blocks(check, rng, count):
    side = (400, count // 100 * 4)
    random_of = {8: rng.randbytes(8 * count), BLOCK: rng.randbytes(BLOCK * count)}
    # Pillow widens colours of 5 and 6 bits by repeating bits, not to the nearest.
    for name, fourcc, number, data, tolerance in (
            ("bc7", b"DX10", 98, blocks_of_bc7(rng, count), 0),
            ("bc1", b"DXT1", 0, random_of[8], 2),
            ("bc2", b"DXT3", 0, random_of[BLOCK], 2),
            ("bc3", b"DXT5", 0, random_of[BLOCK], 2),
            ("bc5", b"DX10", 83, random_of[BLOCK], 0)):
        texture = dds(side, fourcc, number, data)
        found = check.convert(name + ".dds", texture, name + ".png")
        if found:
            try:
                expected = Image.open(io.BytesIO(texture))
                expected.load()
            except NotImplementedError:
                print("%s: skipped, this Pillow does not read it" % name)
                continue
            check.compare(name, pixels(expected), pixels(Image.open(io.BytesIO(found))),
                          tolerance)


def check_vita(check, rng, count):
    """Random textures, several in a file: their images, and the way back without a change."""
    names = {}
    for number in range(count):
        textures = [gxt.random_texture(rng) for _ in range(rng.randint(1, 4))]
        data = gxt.write(textures, rng)
        found = check.convert("a.gxt", data, "a.png")
        if not found:
            continue
        for i, texture in enumerate(textures):
            with open(check.path("a.%d.png" % i if i else "a.png"), "rb") as png:
                size, have = gxt.read_png(png.read())
            want = texture.pixels()
            name = "%s %s %s" % (texture.name, texture.order, texture.layout)
            names[name] = names.get(name, 0) + 1
            if size != (texture.w, texture.h) or any(
                    a != b and (a[3] or b[3]) for a, b in zip(want, have)):
                at = [a == b or not (a[3] or b[3]) for a, b in zip(want, have)].index(False)
                check.say("file %d, texture %d (%s, %d x %d): pixel %d is %s, expected %s" % (
                    number, i, name, texture.w, texture.h, at, have[at], want[at]))
                return
        if check.convert_onto("a.png", "a.gxt", "b.gxt") != data:
            check.say("file %d: it is not the same after the way back" % number)
            return
    print("gxt: %d files equal, %d kinds of textures" % (count, len(names)))


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("oisin")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--blocks", type=int, default=10000)
    options.add_argument("--files", type=int, default=120)
    chosen = options.parse_args()
    rng = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        check = Check(os.path.abspath(chosen.oisin), folder)
        if Image:
            check_blocks(check, rng, chosen.blocks)
        else:
            print("blocks: skipped, no Pillow (python3-pil)")
        check_vita(check, rng, chosen.files)
    sys.exit(check.failed)


main()
