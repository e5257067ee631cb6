#!/usr/bin/env python3
"""Compares the navigation graphs that `oisin convert --rebuild-aigraph` makes of random maps
with an independent implementation of the same rules (graph.py). See README.md.

usage: check_graph.py OISIN [--seed N] [--keep DIR] [--maps NAME...]
"""

import argparse
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

import evil
import geometry
import graph
import rigs

CELLS_DIFFERENT = 0.001
GRASS, WATER, ROAD, EMPTY, LAVA, SWAMP = 0, 6, 7, 8, 13, 14
NO_LIQUID = 65535
# Of tile n of the one texture; the last tiles have types of mods.
TYPES = [n if n < 16 else 15 + n % 4 for n in range(64)]


# ---------------------------------------------------------------------------------------
# Models

def box_figure(boxes):
    """boxes: (low, high) of each variant."""
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    vertices = [[tuple(rigs.f32((low, high)[c[a]][a]) for a in range(3)) for c in corners]
                for low, high in boxes]
    faces = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    indices = [i for a, b, c, d in faces for i in (a, b, c, a, c, d)]
    return evil.Figure(vertices, [(0.0, 0.0, 1.0)] * 8, [(0.0, 0.0)] * 8,
                       [(i, i, i) for i in range(8)], indices)


def box_model(parts, rng=None):
    """parts: {bone: (low, high)}, the first is the root; with rng each variant and the places
    of bones are different."""
    names = list(parts)
    links = [(b, names[0] if i else "") for i, b in enumerate(names)]
    vary = (lambda v: tuple(c + rng.uniform(-0.3, 0.3) for c in v)) if rng else tuple
    figures = {b: box_figure([(vary(low), vary(high)) for _ in range(8)])
               for b, (low, high) in parts.items()}
    places = {b: [vary((0.0, 0.0, 0.0)) for _ in range(8)] for b in names}
    places = {b: [tuple(map(rigs.f32, p)) for p in ps] for b, ps in places.items()}
    return evil.Model(links, figures, places)


def make_models(rng):
    models = {
        "wall": box_model({"Wall": ((-0.4, -6.0, -0.5), (0.4, 6.0, 3.0))}, rng),
        "bridge": box_model({"base1": ((-2.5, -8.0, -0.2), (2.5, 8.0, 0.8)),
                             "rail1": ((-2.9, -8.0, 0.8), (-2.4, 8.0, 1.7)),
                             "Rail2": ((2.4, -8.0, 0.8), (2.9, 8.0, 1.7))}, rng),
        "tree": box_model({"trunk": ((-0.4, -0.4, -0.6), (0.4, 0.4, 4.0)),
                           "CrownTop": ((-3.0, -3.0, 1.0), (3.0, 3.0, 6.0)),
                           "empty01": ((-5.0, -5.0, 0.0), (5.0, 5.0, 2.0))}, rng),
        "house": box_model({"hall": ((-3.0, -3.0, -0.5), (3.0, 3.0, 3.0)),
                            "porch": ((3.0, -1.0, 1.5), (5.0, 1.0, 1.9)),
                            "BASEfloor": ((-4.0, -4.0, -1.0), (-2.0, 4.0, 0.4)),
                            "lamp": ((-0.2, 4.0, 2.0), (0.2, 6.0, 2.4))}, rng),
        "stone": box_model({"stone": ((-0.9, -0.7, -0.5), (0.8, 0.9, 0.6))}, rng),
        "gate": box_model({"beam": ((-4.0, -0.5, 2.1), (4.0, 0.5, 2.6)),
                           "legA": ((-4.3, -0.5, 0.0), (-3.6, 0.5, 2.6)),
                           "legB": ((3.6, -0.5, 0.0), (4.3, 0.5, 2.6))}, rng),
    }
    for stem, count in (("stone", 1), ("gate", 6)):
        model = models[stem]
        model.figures = {b: f.variants(count) for b, f in model.figures.items()}
    return models


# ---------------------------------------------------------------------------------------
# Maps

class Land:
    """Functions of vertices (heights and water, in units) and of tiles of 2 x 2 units."""

    def __init__(self, width, height, max_z):
        self.width, self.height, self.max_z = width, height, max_z
        self.z = lambda x, y: 0.0
        self.tile = lambda x, y: GRASS
        self.water = None
        self.water_tile = lambda x, y: WATER
        self.material = lambda x, y: 0
        self.missing = ()
        self.objects = []

    def stored(self, z):
        return max(0, min(65535, round(z / self.max_z * 65535))) if self.max_z > 0 else 0

    def write(self):
        entries = [("zone.mp", evil.mp_write(self.width, self.height, self.max_z, TYPES))]
        for sx in range(self.width):
            for sy in range(self.height):
                if (sx, sy) not in self.missing:
                    entries.append(("zone%03d%03d.sec" % (sx, sy), self.sector(sx, sy)))
        return evil.res_write(entries)

    def sector(self, sx, sy):
        def surface(of):
            return lambda x, y: self.stored(of(32 * sx + x, 32 * sy + y))

        def numbers(of):
            return [of(16 * sx + i % 16, 16 * sy + i // 16) for i in range(256)]
        liquid = self.water and (surface(self.water), numbers(self.water_tile),
                                 numbers(self.material))
        return evil.sec_write(surface(self.z), numbers(self.tile), liquid)


def waves(rng, height, count=4, shortest=12.0):
    """A smooth random surface from 0 to about height."""
    parts = [(rng.uniform(0, 6.3), 6.283 / rng.uniform(shortest, 60.0), rng.uniform(0, 6.3))
             for _ in range(count)]
    return lambda x, y: height * (0.5 + sum(
        math.sin(p + k * (x * math.cos(a) + y * math.sin(a))) for p, k, a in parts)
                                  / (2 * count))


def patches(rng, numbers, size=3):
    """Tile numbers in squares of size x size tiles."""
    memory = {}

    def tile(x, y):
        return memory.setdefault((x // size, y // size), rng.choice(numbers))
    return tile


def random_objects(rng, land, names, count, upright=0.5):
    out = []
    for number in range(count):
        turn = rigs.random_unit(rng, 4)
        if rng.random() < upright:
            angle = rng.uniform(0, 6.3)
            turn = (rigs.f32(math.cos(angle)), 0.0, 0.0, rigs.f32(math.sin(angle)))
        place = (rng.uniform(-2, 32 * land.width + 2), rng.uniform(-2, 32 * land.height + 2),
                 rng.uniform(-0.5, 0.5))
        name = rng.choice(names)
        parts = rng.choice((["Hall", "lamp"], ["BASEFLOOR"], ["hall", "basefloor", "none"])) \
            if name == "house" and rng.random() < 0.5 else ()
        out.append(evil.Placed(number + 1, name, tuple(map(rigs.f32, place)), turn,
                               tuple(map(rigs.f32, rigs.random_complexion(rng, -0.2, 1.2))),
                               parts))
    return out


def flat(rng):
    land = Land(2, 2, 20.0)
    land.z = lambda x, y: 3.0
    land.objects = [evil.Placed(1, "nothing", (10.0, 10.0, 0.0), geometry.IDENTITY, (0, 0, 0))]
    return land


def hills(rng):
    land = Land(2, 2, 37.5)
    wave, rough = waves(rng, 16.0), waves(rng, 2.0, 6, 4.0)
    land.z = lambda x, y: wave(x, y) + rough(x, y) + (6.0 if wave(y, x) > 9.5 else 0.0)
    land.tile = patches(rng, (0, 1, 4, ROAD, EMPTY, 15, 16, 300), 2)
    return land


def lakes(rng):
    land = Land(2, 2, 24.0)
    wave = waves(rng, 7.0)
    land.z = wave
    land.water = lambda x, y: 3.9 + 0.2 * math.sin(x / 5)
    land.tile = patches(rng, (GRASS, ROAD, LAVA, SWAMP, SWAMP, 3, 65535))
    land.water_tile = patches(rng, (WATER, WATER, WATER, LAVA, SWAMP, 65535, 100), 5)
    land.material = patches(rng, (0, 0, 0, 0, NO_LIQUID), 4)
    return land


def walls(rng):
    land = Land(2, 2, 30.0)
    wave = waves(rng, 3.0)
    land.z = wave
    land.tile = patches(rng, (GRASS, GRASS, ROAD, 4))
    land.objects = random_objects(rng, land, ["wall", "house", "stone", "gate", "tree"], 60)
    return land


def units(rng):
    """Units and levers that look like walls, and a sector that is missing."""
    land = Land(2, 2, 15.0)
    land.z = lambda x, y: 2.0 + (x % 16 > 13) * 0.4
    land.missing = ((1, 1),)
    land.objects = random_objects(rng, land, ["wall", "tree"], 30, 1.0)
    for placed in land.objects:
        placed.kind = rng.choice((graph.MOB_UNIT, graph.MOB_UNIT, graph.MOB_LEVER))
    return land


def bridges(rng):
    land = Land(3, 2, 28.0)
    wave = waves(rng, 9.0, 3)
    land.z = wave
    land.water = lambda x, y: 4.6
    land.material = patches(rng, (0, 0, 0, 0, 0, NO_LIQUID), 6)
    land.tile = patches(rng, (GRASS, GRASS, SWAMP, ROAD))
    land.objects = random_objects(rng, land, ["bridge", "bridge", "wall", "tree", "stone"], 60,
                                  0.8)
    return land


def no_altitude(rng):
    land = Land(1, 1, 0.0)
    land.water = lambda x, y: 1.0
    land.tile = patches(rng, (GRASS, ROAD, SWAMP))
    land.objects = random_objects(rng, land, ["wall"], 5)
    return land


MAPS = (flat, hills, lakes, walls, units, bridges, no_altitude)


def mob_of(land, number):
    """Every second one has an old graph; all have a node behind it."""
    parts = []
    for placed in land.objects:
        section = graph.nodes_of(evil.mob_write([placed]))[0][1]
        fields = section[16:]
        parts.append(evil.mob_node(getattr(placed, "kind", graph.MOB_OBJECT), fields))
    mob = evil.mob_node(graph.MOB_FILE, evil.mob_node(graph.MOB_SECTION, b"".join(parts)))
    if number % 2:
        mob += evil.mob_node(graph.MOB_AIGRAPH, struct.pack("<2I", 0, 0))
    return mob + evil.mob_node(0, b"")


# ---------------------------------------------------------------------------------------
# Tests of the rules without the program

def check_vectors():
    """The numbers of the rules, on flat land; a cliff, a lake, a bridge over it, and a wall."""
    models = {k: box_model(v) for k, v in {
        "bridge": {"BASE": ((-2.0, -12.0, 0.0), (2.0, 12.0, 0.2))},
        "wall": {"wall": ((-0.5, -40.0, 0.0), (0.5, 40.0, 8.0))}}.items()}

    def made(z, water=None, objects=()):
        land = Land(1, 1, 20.0)
        land.z, land.water = z, water
        out = graph.graph_make(land.write(), evil.mob_write(objects), models)
        assert graph.graph_write(graph.graph_read(graph.graph_write(out))) == \
            graph.graph_write(out)
        return out.layers
    open_ground = made(lambda x, y: 5.0)
    middle = 8 * 4 + 3
    for number, (steps, tiles, parts) in enumerate(open_ground):
        straight, diagonal = (64, 90) if number == 0 else (127, 180)
        assert steps[middle] == [straight, diagonal] * 4, steps[middle]
        assert tiles[middle] == 0x33 and set(parts) == {1}
        assert steps[0][:4] == [graph.BLOCKED] * 4 and steps[0][7] == graph.BLOCKED
    cliff = made(lambda x, y: 12.0 if x > 16 else 5.0)
    assert {max(parts) for _, _, parts in cliff} == {2}
    lake = (lambda x, y: max(1.0, 5.0 - max(0, 10 - abs(y - 16)) * 0.6), lambda x, y: 4.9)
    depths = made(*lake)
    assert max(depths[0][2]) == 1
    # The depth is at most 63 steps, 2.47 units here: layers 6 and 7 wade through.
    assert all(parts[4] != parts[60] for _, _, parts in depths[1:6])
    over = [evil.Placed(1, "bridge", (16.0, 16.0, 3.7), geometry.IDENTITY, (0, 0, 0))]
    bridge = made(*lake, over)
    assert all(parts[4] == parts[60] for _, _, parts in bridge[1:6])
    across = [evil.Placed(1, "wall", (16.0, 16.0, 0.0), geometry.IDENTITY, (0, 0, 0))]
    assert all(max(parts) == 2 for _, _, parts in made(lambda x, y: 5.0, None, across))


def check_properties(made):
    """Steps exist in both directions, and lead to the same component."""
    for steps, _, parts in made.layers:
        for at, one in enumerate(steps):
            for d, (dx, dy) in enumerate(graph.DIRECTIONS):
                if one[d] != graph.BLOCKED:
                    other = at + dy * made.columns + dx
                    assert steps[other][(d + 4) % 8] == one[d], (at, d)
                    assert parts[other] == parts[at], (at, d)


# ---------------------------------------------------------------------------------------
# Comparison

def differences(expected, found):
    """(values compared, values different, [texts of cells that differ])."""
    names = ("steps", "tile", "component")
    total = different = 0
    texts = []
    for layer, (a, b) in enumerate(zip(expected.layers, found.layers)):
        for at in range(len(a[0])):
            pairs = list(zip(a[0][at], b[0][at])) + [(a[1][at], b[1][at]), (a[2][at], b[2][at])]
            bad = sum(p != q for p, q in pairs)
            total += len(pairs)
            different += bad
            if bad:
                which = next(i for i in range(3) if a[i][at] != b[i][at])
                texts.append("layer %d, cell %d, %d: %s %s, expected %s"
                             % (layer, at % expected.columns, at // expected.columns,
                                names[which], b[which][at], a[which][at]))
    return total, different, texts


def expected_mob(mob, payload):
    """The MOB with the graph replaced, or added behind the objects."""
    node = evil.mob_node(graph.MOB_AIGRAPH, payload)
    nodes = graph.nodes_of(mob)
    for kind, old, at in nodes:
        if kind == graph.MOB_AIGRAPH:
            return mob[:at] + node + mob[at + 8 + len(old):]
    end = next((at + 8 + len(old) for kind, old, at in nodes if kind == graph.MOB_FILE), len(mob))
    return mob[:end] + node + mob[end:]


def check_map(oisin, folder, number, make, models, seed):
    """-> True if the program agrees."""
    land = make(random.Random("graph %s %d" % (make.__name__, seed)))
    world, mob = land.write(), mob_of(land, number)
    for name, data in (("zone.mpr", world), ("zone.mob", mob)):
        with open(os.path.join(folder, name), "wb") as out:
            out.write(data)
    expected = graph.graph_make(world, mob, models)
    check_properties(expected)
    done = subprocess.run(
        [oisin, "convert", "-q", "zone.mpr", "--mob", "zone.mob", "-o", "new.mob",
         "--rebuild-aigraph", "--models", "figures.res"], cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    if done.returncode:
        print("%s: exit status %d: %s" % (make.__name__, done.returncode,
                                         done.stdout.decode("utf-8", "replace")[:300]))
        return False
    with open(os.path.join(folder, "new.mob"), "rb") as f:
        after = f.read()
    os.remove(os.path.join(folder, "new.mob"))
    payload, _ = graph.graph_of_mob(after)
    found = graph.graph_read(payload)
    if (found.columns, found.rows) != (expected.columns, expected.rows):
        print("%s: %d x %d cells" % (make.__name__, found.columns, found.rows))
        return False
    total, different, texts = differences(expected, found)
    cells = 8 * expected.columns * expected.rows
    same = after == expected_mob(mob, payload)
    print("%s: %d cells, %d values compared, %d in %d cells different%s"
          % (make.__name__, cells, total, different, len(texts),
             "" if same else "; the rest of the MOB DIFFERS"))
    for text in texts[:8]:
        print("  " + text)
    return same and len(texts) <= CELLS_DIFFERENT * cells


def main():
    parser = argparse.ArgumentParser(description="compare oisin with the reference graphs")
    parser.add_argument("oisin", help="the program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="DIR", help="leave all files in this folder")
    parser.add_argument("--maps", nargs="+", metavar="NAME",
                        choices=[make.__name__ for make in MAPS], help="only these")
    options = parser.parse_args()
    oisin = os.path.abspath(options.oisin)
    top = options.keep or tempfile.mkdtemp(prefix="oisin-graph-")
    try:
        check_vectors()
        models = make_models(random.Random("graph models %d" % options.seed))
        figures = [f for stem, m in models.items() for f in evil.model_write(m, stem).items()]
        good = True
        for number, make in enumerate(MAPS):
            if options.maps and make.__name__ not in options.maps:
                continue
            folder = os.path.join(top, make.__name__)
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, "figures.res"), "wb") as out:
                out.write(evil.res_write(figures))
            started = time.monotonic()
            good &= check_map(oisin, folder, number, make, models, options.seed)
            print("  %.1f s" % (time.monotonic() - started))
        return 0 if good else 1
    finally:
        if not options.keep:
            shutil.rmtree(top, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
