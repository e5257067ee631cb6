#!/usr/bin/env python3
"""Compares the heights of objects on hills with a second calculation, in both directions:
map and objects to a scene, and objects that were moved in the scene back to a .mob.

usage: check_heights.py OISIN FOLDER [--seed N]

FOLDER holds zone1.mpr and zone1.mob, as `make_map FOLDER 4 4 8000 kinds` writes them. A second map,
with random heights, a missing sector and objects on edges of triangles, is made here, and a third
one whose objects have figures. Rules, and the document that each was read in:

- Heights of objects, units, levers, torches and traps count from the land below; those of lights,
  sounds and particles are absolute (conventions.md).
- Vertex (column, row) of a sector is at 32 * sector + column + x / 254, with signed x, and at
  height z / 65535 * maximum altitude; each cell is two triangles, with the diagonal
  (x, y)-(x + 1, y + 1) (evil_islands.md). Water does not count (decisions.md).
- A height above the land that differs from the old one by at most 0.005 keeps the old one
  (how-to/evil-islands-maps.md).
- An object that was moved is placed on the land of the scene, even if that was moved itself; one
  that was only lifted keeps the land below it (decisions.md).
- A unit's model stands on its lowest point (how-to/evil-islands-maps.md).
- The map's (x, y, z) is the scene's (x, z, -y).

The documents are silent on places outside the land: they are read as land of height 0, as a
warning of the program says.
"""

import argparse
import copy
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

import evil
import geometry
import glb
import harness
import land_checks
import rigs
import world_checks

TOLERANCE = 1e-3
KEPT = 0.005
SIDE = 33
# id of the node: (name, id of its number, id of its position, height counts from the land)
KINDS = {0xB001: ("OBJECT", 0xB002, 0xB009, True), 0xBBBB0000: ("UNIT", 0xB002, 0xB009, True),
         0xBBAC0000: ("LEVER", 0xB002, 0xB009, True), 0xBBBF0000: ("TORCH", 0xB002, 0xB009, True),
         0xBBAB0000: ("MAGIC_TRAP", 0xB002, 0xB009, True),
         0xAA01: ("LIGHT", 0xAA05, 0xAA04, False), 0xCC01: ("SOUND", 0xCC02, 0xCC03, False),
         0xDD01: ("PARTICL", 0xDD02, 0xDD03, False)}
RECORDS = (0xA000, 0xB000)
TEMPLATE, ROTATION, COMPLEXION = 0xB006, 0xB00A, 0xB00C


# ---------------------------------------------------------------------------------------
# The land

class Land:
    """Height of the land at any place, by the triangle that contains it."""

    def __init__(self, data, wrong=""):
        self.wrong = wrong
        self.moved = (0.0, 0.0, 0.0)
        members = {name.lower(): content for name, content in evil.res_read(data)}
        head = next(content for name, content in members.items() if name.endswith(".mp"))
        _, self.max_altitude, self.sectors_x, self.sectors_y = struct.unpack_from("<IfII", head)
        self.points = {}
        for name, content in members.items():
            if name.endswith(".sec"):
                self.add(int(name[-10:-7]), int(name[-7:-4]), content)

    def add(self, sector_x, sector_y, data):
        for index in range(SIDE * SIDE):
            row, column = divmod(index, SIDE)
            shift_x, shift_y, height, _ = struct.unpack_from("<bbHI", data, 5 + 8 * index)
            if self.wrong == "no shift":
                shift_x = shift_y = 0
            key = 32 * sector_x + column, 32 * sector_y + row
            point = (key[0] + shift_x / 254, key[1] + shift_y / 254,
                     height / 65535 * self.max_altitude)
            if self.points.setdefault(key, point) != point:
                raise ValueError("sectors differ at vertex %d, %d" % key)

    def triangles(self, column, row):
        corners = [self.points.get((column + x, row + y)) for y in (0, 1) for x in (0, 1)]
        if None in corners:
            return []
        a, b, c, d = corners
        if self.wrong == "other diagonal":
            return [(a, b, c), (b, d, c)]
        return [(a, b, d), (a, d, c)]

    def heights(self, x, y):
        """The heights of all triangles that contain the place."""
        found = []
        x, y = x - self.moved[0], y - self.moved[1]
        column, row = math.floor(x), math.floor(y)
        # Vertices are shifted by at most 128/254, so other cells do not reach the place.
        for j in (row - 1, row, row + 1):
            for i in (column - 1, column, column + 1):
                for a, b, c in self.triangles(i, j):
                    area = cross(a, b, c)
                    if area == 0:
                        continue
                    weights = [cross((x, y), b, c) / area, cross(a, (x, y), c) / area,
                               cross(a, b, (x, y)) / area]
                    if min(weights) >= -1e-9:
                        found.append(self.moved[2] + sum(w * p[2] for w, p in
                                                         zip(weights, (a, b, c))))
        return found

    def at(self, x, y):
        """The height, or None outside the land."""
        found = self.heights(x, y)
        if self.wrong == "no land":
            return 0.0 if found else None
        if found and max(found) - min(found) > 1e-5:
            raise ValueError("two heights at %g, %g: %s" % (x, y, found))
        return found[0] if found else None

    def has_margin(self, x, y):
        """Whether the land has a height at the place and around it."""
        return all(self.heights(x + i, y + j) for i in (-0.01, 0.01) for j in (-0.01, 0.01))


def cross(a, b, c):
    """Twice the signed area of a triangle, seen from above."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


# ---------------------------------------------------------------------------------------
# Objects of a .mob and of a scene

class Item:
    """An object of a .mob. rest: its bytes without its number and position."""

    def __init__(self, kind, data):
        self.kind, number, position, self.on_land = KINDS[kind]
        self.rest = []
        for child, payload in mob_nodes(data):
            if child == number:
                self.number, = struct.unpack("<I", payload)
            elif child == position:
                self.position = struct.unpack("<3f", payload)
            else:
                self.rest.append((child, payload))

    def rotation(self):
        """(w, x, y, z)"""
        return next((geometry.normalize(struct.unpack("<4f", payload))
                     for child, payload in self.rest if child == ROTATION), (1.0, 0.0, 0.0, 0.0))

    def unturned(self):
        """The other fields without the rotation."""
        return [field for field in self.rest if field[0] != ROTATION]


def mob_nodes(data):
    at = 0
    while at < len(data):
        kind, size = struct.unpack_from("<2I", data, at)
        if not 8 <= size <= len(data) - at:
            raise ValueError("a node of %d bytes" % size)
        yield kind, data[at + 8:at + size]
        at += size


def mob_items(data):
    """-> {number: Item}"""
    items = {}
    for kind, payload in mob_nodes(data):
        if kind in KINDS:
            item = Item(kind, payload)
            if item.number in items:
                raise ValueError("two objects have the number %d" % item.number)
            items[item.number] = item
        elif kind in RECORDS:
            items.update(mob_items(payload))
    return items


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def glb_write(document, binary):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(binary)
    return (struct.pack("<4sII", b"glTF", 2, total) + struct.pack("<I4s", len(text), b"JSON") +
            text + struct.pack("<I4s", len(binary), b"BIN\0") + binary)


def to_map(v):
    return v[0], -v[2], v[1]


def to_scene(v):
    return [v[0], v[2], -v[1]]


# ---------------------------------------------------------------------------------------
# Edits

class Edits:
    """Edits the objects of a scene; with move_land, also moves its land. wanted: {number:
    (position, tolerance)}; copies: [(item, position)]."""

    ACTIONS = ("leave", "move near", "move far", "lift", "below a parent", "copy", "rounding",
               "just over rounding", "off the land")

    def __init__(self, scene, items, land, rng, move_land):
        self.nodes, self.items, self.land, self.rng = scene["nodes"], items, land, rng
        self.root = next(n for n in self.nodes if n.get("name") == "objects")
        self.wanted, self.copies, self.counts, self.turned = {}, [], {}, set()
        self.start_land = copy.copy(land)
        if move_land:
            self.land = copy.copy(land)
            self.land.moved = (1.5, 0.75, 2.25)
            root = next(n for n in self.nodes if "children" in n and
                        "sector" in self.nodes[n["children"][0]].get("extras", {}))
            root["translation"] = to_scene(self.land.moved)
        self.parent = self.make_parent()
        for index in list(self.root["children"]):
            node = self.nodes[index]
            number = node.get("extras", {}).get("id")
            if number in items:
                self.edit(index, node, items[number])

    def make_parent(self):
        """A node that is moved, scaled and turned about the vertical."""
        angle = self.rng.uniform(0, 2 * math.pi)
        parent = {"name": "moved together", "translation": [31.0, -4.0, -57.0],
                  "rotation": [0, math.sin(angle / 2), 0, math.cos(angle / 2)],
                  "scale": [0.5, 2.0, 0.5], "children": []}
        self.angle = angle
        self.root["children"].append(len(self.nodes))
        self.nodes.append(parent)
        return parent

    def below_parent(self, v):
        """Where a node below the parent is, for a place v of the scene."""
        p = self.parent
        x, y, z = (a - b for a, b in zip(v, p["translation"]))
        c, s = math.cos(self.angle), math.sin(self.angle)
        return [(c * x - s * z) / p["scale"][0], y / p["scale"][1], (s * x + c * z) / p["scale"][2]]

    def twin_of(self, index):
        """Copies a node and the nodes below it -> the number of the copy."""
        twin = copy.deepcopy(self.nodes[index])
        if "children" in twin:
            twin["children"] = [self.twin_of(child) for child in twin["children"]]
        self.nodes.append(twin)
        return len(self.nodes) - 1

    def random_place(self, near=None):
        """Somewhere on the land, in the map's x and y."""
        for _ in range(1000):
            if near:
                x, y = (c + self.rng.uniform(-3, 3) for c in near)
            else:
                x = self.rng.uniform(0, 32 * self.land.sectors_x)
                y = self.rng.uniform(0, 32 * self.land.sectors_y)
            if self.land.has_margin(x, y):
                return x, y
        raise ValueError("no land near %s" % (near,))

    def edit(self, index, node, item):
        rng = self.rng
        old = item.position
        start = to_map(node["translation"])
        what = rng.choice(self.ACTIONS)
        if not self.start_land.has_margin(start[0], start[1]):
            what = "leave"
        self.counts[what] = self.counts.get(what, 0) + 1
        if what == "leave":
            self.wanted[item.number] = (old, 0)
            return
        if what == "lift":
            x, y = start[:2]
            ground = self.start_land.at(x, y)
        elif what == "off the land":
            x, y = rng.choice((-1, 1)) * rng.uniform(500, 600), start[1]
            ground = 0.0
        else:
            x, y = self.random_place(start[:2] if what == "move near" else None)
            ground = self.land.at(x, y)
        if not item.on_land:
            ground = 0.0
        sign = rng.choice((-1, 1))
        if what == "rounding":
            height = old[2] + sign * rng.uniform(0, 0.004)
        elif what == "just over rounding":
            height = old[2] + sign * rng.uniform(0.006, 0.02)
        else:
            height = old[2]
            while abs(height - old[2]) < 2 * KEPT:
                height = start[2] + sign * rng.uniform(0.02, 6) - ground
        place, position = (x, y, height + ground), (x, y, height)
        if what == "copy":
            twin = self.twin_of(index)
            self.nodes[twin]["name"] += ".001"
            self.nodes[twin]["translation"] = to_scene(place)
            self.root["children"].append(twin)
            self.copies.append((item, position))
            self.wanted[item.number] = (old, 0)
            return
        if what == "below a parent":
            self.root["children"].remove(index)
            self.parent["children"].append(index)
            node["translation"] = self.below_parent(to_scene(place))
            if item.on_land:
                self.turned.add(item.number)
        else:
            node["translation"] = to_scene(place)
        if what == "rounding" and item.on_land:
            self.wanted[item.number] = ((x, y, old[2]), 1e-5)
        else:
            self.wanted[item.number] = (position, TOLERANCE)


# ---------------------------------------------------------------------------------------

class Check:
    def __init__(self, oisin, folder, title, report, options):
        self.oisin, self.folder, self.title = os.path.abspath(oisin), folder, title
        self.figures = ["--models", "figures.res"] if os.path.exists(
            os.path.join(folder, "figures.res")) else []
        self.report = report
        self.rng = random.Random("%s %d" % (title, options.seed))
        self.data = self.read("zone1.mpr")
        self.land = Land(self.data, options.wrong)
        self.items = mob_items(self.read("zone1.mob"))

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def convert(self, *arguments):
        subprocess.run([self.oisin, "convert", "-q", "-j", "1", *arguments], check=True,
                       cwd=self.folder)

    def compare(self, group, case, found, wanted, tolerance):
        error = max(abs(a - b) for a, b in zip(found, wanted))
        text = ""
        if not error <= tolerance:
            text = "found %s, expected %s" % (harness.short(found), harness.short(wanted))
        self.report.error(group, case, error, text, tolerance)

    def check_scene(self):
        """Every object of the .mob in the scene."""
        self.convert("zone1.mpr", "--mob", "zone1.mob", *self.figures, "-o", "zone1.glb")
        scene = glb.Glb(self.read("zone1.glb")).json
        found = {}
        for node in scene["nodes"]:
            if "id" in node.get("extras", {}):
                found[node["extras"]["id"]] = node
        self.report.expect(self.title + ": objects of the scene", "all",
                           set(found) == set(self.items), "other objects")
        for number in set(found) & set(self.items):
            self.check_node(self.items[number], found[number])

    def check_node(self, item, node):
        case = "%s %d" % (item.kind, item.number)
        x, y, z = item.position
        ground = self.land.at(x, y) if item.on_land else None
        group = item.kind
        if item.on_land and ground is None:
            group = "outside the land"
        self.report.case(self.title + ": " + group)
        self.compare(self.title + ": " + group, case, to_map(node["translation"]),
                     (x, y, z + (ground or 0.0)), TOLERANCE)
        group = self.title + ": property ground"
        found = node["extras"].get("ground")
        if found is None or ground is None:
            self.report.expect(group, case, found == ground,
                               "found %s, expected %s" % (found, ground))
        else:
            self.compare(group, case, [found], [ground], TOLERANCE)

    def check_units(self):
        """The lowest point of each unit's model."""
        scene = geometry.Scene(glb.Glb(self.read("zone1.glb")))
        worlds = scene.worlds()
        for number, node in enumerate(scene.nodes):
            item = self.items.get(node.get("extras", {}).get("id"))
            if not item or item.kind != "UNIT":
                continue
            x, y, z = item.position
            vertices = scene.vertices(worlds, only=harness.below(scene, number))
            lowest = min((place[1] for _, _, place, *_ in vertices), default=math.inf)
            self.compare(self.title + ": lowest points of units", "unit %d" % item.number,
                         [lowest], [(self.land.at(x, y) or 0.0) + z], TOLERANCE)

    def check_power(self):
        """Readings that are likely mistakes must give other heights."""
        for wrong in ("other diagonal", "no shift", "no land"):
            other = Land(self.data, wrong)
            on_land = [i for i in self.items.values() if i.on_land and
                       self.land.at(*i.position[:2]) is not None]
            count = sum(abs((other.at(*i.position[:2]) or 0) - self.land.at(*i.position[:2])) >
                        10 * TOLERANCE for i in on_land)
            self.report.expect(self.title + ": wrong rules", wrong, 3 * count > len(on_land),
                               "this map does not tell it from the right rule")
            print("%s: with %s, %d of %d objects would differ" % (self.title, wrong, count,
                                                                  len(on_land)))

    def check_return(self):
        self.convert("zone1.glb", "--onto", "zone1.mob", "-o", "same.mob")
        self.report.expect(self.title + ": there and back", "all", self.read("same.mob") ==
                           self.read("zone1.mob"), "other bytes")

    def check_edits(self, name, move_land):
        scene = glb.Glb(self.read("zone1.glb"))
        edits = Edits(scene.json, self.items, self.land, self.rng, move_land)
        with open(os.path.join(self.folder, "edited.glb"), "wb") as out:
            out.write(glb_write(scene.json, scene.bin))
        self.convert("edited.glb", "--onto", "zone1.mob", "-o", "back.mob", "--force")
        after = mob_items(self.read("back.mob"))
        print("%s%s: edits: %s" % (self.title, name, ", ".join(
            "%s %d" % edit for edit in sorted(edits.counts.items()))))
        for number, (position, tolerance) in edits.wanted.items():
            item = after.pop(number, None)
            group = self.title + name + ": back: " + self.items[number].kind
            case = "%s %d" % (self.items[number].kind, number)
            self.report.case(group)
            if not item:
                self.report.fail(group, case, "was removed")
                continue
            self.compare(group, case, item.position, position, tolerance)
            before = self.items[number]
            same = item.rest == before.rest
            if number in edits.turned:
                turn = math.cos(edits.angle / 2), 0.0, 0.0, math.sin(edits.angle / 2)
                wanted = geometry.multiply(turn, before.rotation())
                error = 1 - abs(sum(a * b for a, b in zip(item.rotation(), wanted)))
                self.report.error(group, case, error, "turned to %s" % (item.rotation(),), 1e-6)
                same = item.unturned() == before.unturned()
            self.report.expect(group, case, item.kind == before.kind and same, "other fields")
        self.check_copies(name, after, edits.copies)

    def check_copies(self, name, after, copies):
        """Copies have new numbers, so they are found by their place."""
        group = self.title + name + ": back: copies"
        self.report.expect(group, "all", len(after) == len(copies), "%d copies, expected %d" %
                           (len(after), len(copies)))
        for item, position in copies:
            near = min(after.values(), default=None,
                       key=lambda other: math.dist(other.position[:2], position[:2]))
            if near:
                del after[near.number]
                case = "copy of %s %d" % (item.kind, item.number)
                self.compare(group, case, near.position, position, TOLERANCE)
                self.report.expect(group, case, (near.kind, near.rest) == (item.kind, item.rest),
                                   "other fields")


def rough_map(folder, rng, count, models=()):
    """Four sectors, one of them missing, with random heights and shifts that fold no triangle."""
    surface = {(column, row): (rng.randint(-60, 60), rng.randint(-60, 60), rng.getrandbits(16),
                               1000 << 22 & 0xFFFFFFFF | 1000 << 11 | 1000)
               for row in range(65) for column in range(65)}
    members = [("zone1.mp", evil.mp_write(2, 2, 50.0))]
    for x, y in ((0, 0), (1, 0), (0, 1)):
        layer = land_checks.Layer((x, y), surface, [0] * 256)
        members.append(("zone1%03d%03d.sec" % (x, y), land_checks.sec_write([layer], 0)))
    with open(os.path.join(folder, "zone1.mpr"), "wb") as out:
        out.write(evil.res_write(members))
    land, nodes = Land(evil.res_write(members)), b""
    for number in range(1, count + 1):
        kind = rng.choice([kind for kind, (_, _, _, on_land) in KINDS.items()
                           if on_land or not models])
        _, number_id, position_id, _ = KINDS[kind]
        place = [*tricky_place(land, rng), rng.choice((0, rng.uniform(-3, 3)))]
        fields = evil.mob_node(number_id, struct.pack("<I", number))
        fields += evil.mob_node(position_id, struct.pack("<3f", *place))
        if models:
            turn, body = rigs.random_unit(rng, 4), rigs.random_complexion(rng, -0.2, 1.3)
            fields += evil.mob_node(TEMPLATE, rng.choice(models).encode())
            fields += evil.mob_node(ROTATION, struct.pack("<4f", *turn))
            fields += evil.mob_node(COMPLEXION, struct.pack("<3f", *body))
        nodes += evil.mob_node(kind, fields)
    with open(os.path.join(folder, "zone1.mob"), "wb") as out:
        out.write(evil.mob_node(0xA000, evil.mob_node(0xB000, nodes)))


def figures(folder, rng):
    """Six models, three of them with an idle clip, in figures.res -> their names."""
    models = {"unmoco%d" % i: rigs.random_model(rng, rng.randint(1, 4)) for i in range(3)}
    models.update(("unidle%d" % i, world_checks.idle_model(rng)) for i in range(3))
    members = [member for stem, model in models.items()
               for member in evil.model_write(model, stem).items()]
    with open(os.path.join(folder, "figures.res"), "wb") as out:
        out.write(evil.res_write(members))
    return sorted(models)


def tricky_place(land, rng):
    """Anywhere, on a vertex, on an edge, or with whole numbers."""
    kind = rng.randrange(4)
    if kind < 2:
        # Not at the border, where rounding decides whether a place is on the land.
        column, row = rng.randint(1, 30), rng.randint(1, 62)
        if rng.random() < 0.5:
            column, row = row, column
        if kind == 0:
            return land.points[column, row][:2]
        x, y = rng.choice(((0, 1), (1, 0), (1, 1)))
        if (column + x, row + y) in land.points:
            a, b = land.points[column, row], land.points[column + x, row + y]
            t = rng.random()
            return [(1 - t) * a[i] + t * b[i] for i in range(2)]
    if kind == 2:
        return rng.randint(0, 64), rng.randint(0, 64)
    return rng.uniform(0, 64), rng.uniform(0, 64)


def main():
    parser = argparse.ArgumentParser(description="compare heights of objects on hills")
    parser.add_argument("oisin", help="the program")
    parser.add_argument("folder", help="with zone1.mpr and zone1.mob")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wrong", default="", help="for trying the check: a wrong rule, "
                        "'other diagonal', 'no shift' or 'no land'")
    options = parser.parse_args()
    report = harness.Report()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as rough, tempfile.TemporaryDirectory() as bodies:
        rough_map(rough, rng, 2000)
        rough_map(bodies, rng, 400, figures(bodies, rng))
        for folder, title in ((options.folder, "heights"), (rough, "rough land"),
                              (bodies, "figures")):
            check = Check(options.oisin, folder, title, report, options)
            check.check_scene()
            if check.figures:
                check.check_units()
            check.check_power()
            check.check_return()
            check.check_edits("", False)
            check.check_edits(", land moved", True)
    sys.exit(report.print())


main()
