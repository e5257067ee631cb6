#!/usr/bin/env python3
"""A second implementation of MVL sprites, written from the facts about the format and the rules in
src/base/image/flat_triangle.h, without the code: pixel by pixel, with exact fractions.

mvl_compose.py SPRITE.mvl TEXTURE WIDTH HEIGHT: TEXTURE has RGBA bytes. Writes NAME.rgba into the
current folder for each face, mouth and eyes (fNN_mK_eK), and prints `NAME W H ORIGIN_X ORIGIN_Y`.
"""
import re
import struct
import sys
from fractions import Fraction
from math import floor


def states_of(data):
    count, = struct.unpack_from('<I', data, 4)
    vertices, at = struct.unpack_from('<II', data, 0x70)
    points = [struct.unpack_from('<5f', data, at + 20 * i) for i in range(vertices)]
    states = {}
    for i in range(count):
        indices, start = struct.unpack_from('<II', data, 0x78 + 64 * i)
        name = data[0x80 + 64 * i:0xA0 + 64 * i].split(b'\0')[0].decode()
        part = re.search(r'(\d\d?)_([LE])([1-9])$', name)
        face = re.search(r'(\d\d)$', name)
        key = (part[2], int(part[1]), int(part[3]) - 1) if part else ('F', int(face[1]), 0)
        states.setdefault(key, struct.unpack_from('<%dH' % indices, data, start))
    return states, points


def half_even(value):
    """The nearest whole number of a fraction, of two the even one."""
    return round(value)


def corner(point, texture):
    """In 1/256 pixel and texel."""
    x, y, _, u, v = (Fraction(value) for value in point)
    u, v = min(max(u, 0), 1), min(max(v, 0), 1)
    return (half_even(x * 256), half_even(y * 256), half_even(u * texture[0] * 256),
            half_even(v * texture[1] * 256))


def texel(texture, x, y):
    w, h, pixels = texture
    at = 4 * (min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1))
    return pixels[at:at + 4]


def sample(texture, u, v):
    u, v = u - 128, v - 128
    x, y, right, below = u // 256, v // 256, u % 256, v % 256
    four = ((texel(texture, x, y), (256 - right) * (256 - below)),
            (texel(texture, x + 1, y), right * (256 - below)),
            (texel(texture, x, y + 1), (256 - right) * below),
            (texel(texture, x + 1, y + 1), right * below))
    return [floor(Fraction(sum(p[c] * weight for p, weight in four), 65536) + Fraction(1, 2))
            for c in range(4)]


def rounded(value, by):
    return floor(Fraction(value, by) + Fraction(1, 2))


def over(under, top):
    alpha = top[3]
    kept = rounded(under[3] * (255 - alpha), 255)
    whole = alpha + kept
    if not whole:
        return [0, 0, 0, 0]
    return [rounded(top[c] * alpha + under[c] * kept, whole) for c in range(3)] + [whole]


def inside(a, b, p):
    """Whether a point is to the right of a directed edge, or on a top or left one (y is down)."""
    side = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    top = b[1] == a[1] and b[0] > a[0]
    return side > 0 or (side == 0 and (top or b[1] < a[1]))


def draw(canvas, texture, corners):
    left, top, w, h, pixels = canvas
    a, b, c = corners
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    if area < 0:
        b, c, area = c, b, -area
    if area == 0:
        return
    for y in range(h):
        for x in range(w):
            p = ((left + x) * 256 + 128, (top + y) * 256 + 128)
            if not (inside(a, b, p) and inside(b, c, p) and inside(c, a, p)):
                continue
            # p = a + s (b - a) + t (c - a)
            s = Fraction((p[0] - a[0]) * (c[1] - a[1]) - (p[1] - a[1]) * (c[0] - a[0]), area)
            t = Fraction((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]), area)
            u = floor(a[2] + s * (b[2] - a[2]) + t * (c[2] - a[2]))
            v = floor(a[3] + s * (b[3] - a[3]) + t * (c[3] - a[3]))
            at = y * w + x
            pixels[at] = over(pixels[at], sample(texture, u, v))


def main():
    data = open(sys.argv[1], 'rb').read()
    texture = (int(sys.argv[3]), int(sys.argv[4]), open(sys.argv[2], 'rb').read())
    states, points = states_of(data)
    corners = [corner(point, texture) for point in points]
    used = [corners[i] for indices in states.values() for i in indices]
    left, top = min(p[0] for p in used) // 256, min(p[1] for p in used) // 256
    w, h = -(-max(p[0] for p in used) // 256) - left, -(-max(p[1] for p in used) // 256) - top
    for face in sorted({key[1] for key in states}):
        mouths = sorted(k[2] for k in states if k[:2] == ('L', face))
        eyes = sorted(k[2] for k in states if k[:2] == ('E', face))
        for eye in eyes or [0]:
            for mouth in mouths or [0]:
                canvas = (left, top, w, h, [[0, 0, 0, 0] for _ in range(w * h)])
                for key in (('F', face, 0), ('L', face, mouth), ('E', face, eye)):
                    indices = states.get(key, ())
                    for i in range(0, len(indices), 3):
                        draw(canvas, texture, [corners[k] for k in indices[i:i + 3]])
                name = 'f%02d_m%d_e%d' % (face, mouth, eye)
                with open(name + '.rgba', 'wb') as out:
                    out.write(bytes(value for pixel in canvas[4] for value in pixel))
                print(name, w, h, -left, -top)


main()
