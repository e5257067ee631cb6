#!/usr/bin/env python3
"""check_map_edits.py OISIN FOLDER: 3,000 objects on a map of height 0, edited in a scene,
against a second calculation: nodes are moved, turned (also below a turned, scaled parent), copied and removed in the
JSON of the GLB, and positions and rotations in the MOB that comes back may differ by 1e-4."""

import json
import math
import random
import struct
import subprocess
import sys

import evil

LIMIT = 1e-4


def scene_read(path):
    data = open(path, "rb").read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[20 + size:]


def scene_write(path, scene, rest):
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    total = 20 + len(text) + len(rest)
    with open(path, "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, total))
        out.write(struct.pack("<I4s", len(text), b"JSON") + text + rest)


def turn_matrix(x, y, z, w):
    """The rotation matrix of a quaternion, rows first."""
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(a, v):
    return [sum(a[i][k] * v[k] for k in range(3)) for i in range(3)]


# The map has z up: (x, y, z) of the map is (x, z, -y) of the scene.
TO_SCENE = [[1, 0, 0], [0, 0, 1], [0, -1, 0]]
TO_MAP = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]


def placed(nodes):
    """(id, place, matrix) of the objects, in the coordinates of the map."""
    def visit(children, matrix, place, scale):
        for node in children:
            there = [s * t for s, t in zip(scale, node.get("translation", [0, 0, 0]))]
            own = product(matrix, turn_matrix(*node.get("rotation", [0, 0, 0, 1])))
            at = [a + b for a, b in zip(place, apply(matrix, there))]
            if "id" in node.get("extras", {}):
                yield (node["extras"]["id"], apply(TO_MAP, at),
                       product(product(TO_MAP, own), TO_SCENE))
            yield from visit(node.get("below", []), own, at, node.get("scale", [1, 1, 1]))
    identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    return list(visit(nodes, identity, [0, 0, 0], [1, 1, 1]))


def objects(oisin, path):
    """(id, position, rotation matrix) of every object of a MOB, by its JSON."""
    subprocess.run([oisin, "convert", path, "-o", path + ".json", "-q"], check=True)
    out = []

    def visit(nodes):
        for node in nodes:
            value = {c["type"]: c.get("value") for c in node.get("children", [])}
            if "OBJPOSITION" in value and "NID" in value:
                w, x, y, z = value["OBJROTATION"]
                length = math.sqrt(w * w + x * x + y * y + z * z)
                out.append((value["NID"], value["OBJPOSITION"],
                            turn_matrix(x / length, y / length, z / length, w / length)))
            visit(node.get("children", []))
    visit(json.load(open(path + ".json"))["nodes"])
    return out


def make_objects(oisin, folder, dice):
    def one(number):
        x, y, z, w = random_turn(dice)
        value = {"NID": number, "OBJTYPE": 50, "OBJNAME": dice.choice(["tree", "stone", ""]),
                 "OBJTEMPLATE": "nafltr01",
                 "OBJPOSITION": [dice.uniform(0, 90) for _ in range(3)],
                 "OBJROTATION": [w, x, y, z],
                 "OBJCOMPLECTION": [dice.random() for _ in range(3)]}
        return {"type": "OBJECT",
                "children": [{"type": k, "value": v} for k, v in value.items()]}
    section = {"type": "OBJECTSECTION", "children": [one(7 * i + 1) for i in range(3000)]}
    with open(folder + "/zone1.json", "w") as out:
        json.dump({"format": "mob",
                   "nodes": [{"type": "OBJECTDBFILE", "children": [section]}]}, out)
    for command in (["zone1.json", "-o", "zone1.mob"],
                    ["zone1.mpr", "--mob", "zone1.mob", "-o", "zone1.glb"],
                    ["zone1.glb", "--onto", "zone1.mob", "-o", "same.mob"]):
        subprocess.run([oisin, "convert", "-q"] + command, check=True, cwd=folder)
    assert open(folder + "/zone1.mob", "rb").read() == open(folder + "/same.mob", "rb").read()


def random_turn(dice):
    parts = [dice.gauss(0, 1) for _ in range(4)]
    length = math.sqrt(sum(p * p for p in parts))
    return [p / length for p in parts]


def edit(scene, dice):
    """Edits the objects; returns how many were removed and copied."""
    nodes = scene["nodes"]
    root = next(n for n in nodes if n.get("name") == "objects")
    parent = {"name": "moved together", "translation": [3, 1, -2], "scale": [2, 2, 2],
              "rotation": random_turn(dice), "children": []}
    removed = copied = 0
    for index in list(root["children"]):
        node, what = nodes[index], dice.randrange(8)
        if "id" not in node.get("extras", {}):
            continue
        if what == 0:
            node["translation"] = [dice.uniform(-90, 90) for _ in range(3)]
        elif what == 1:
            node["rotation"] = random_turn(dice)
        elif what == 2:
            root["children"].remove(index)
            parent["children"].append(index)
        elif what == 3 and removed < 300:
            root["children"].remove(index)
            del node["extras"]
            removed += 1
        elif what == 4:
            copy = json.loads(json.dumps(node))
            copy["name"] += ".001"
            copy["translation"] = [dice.uniform(-90, 90) for _ in range(3)]
            copy["rotation"] = random_turn(dice)
            root["children"].append(len(nodes))
            nodes.append(copy)
            copied += 1
    root["children"].append(len(nodes))
    nodes.append(parent)
    return removed, copied


def tree(scene):
    nodes = [dict(n) for n in scene["nodes"]]
    for node in nodes:
        node["below"] = [nodes[i] for i in node.get("children", [])]
    return [nodes[i] for i in scene["scenes"][0]["nodes"]]


def main():
    oisin, folder = sys.argv[1:3]
    dice = random.Random(25)
    # Heights count from the land, which has height 0 here.
    with open(folder + "/zone1.mpr", "wb") as out:
        out.write(evil.map_write("zone1", 3, 3))
    make_objects(oisin, folder, dice)
    scene, rest = scene_read(folder + "/zone1.glb")
    before = objects(oisin, folder + "/zone1.mob")
    removed, copied = edit(scene, dice)
    scene_write(folder + "/edited.glb", scene, rest)
    subprocess.run([oisin, "convert", folder + "/edited.glb", "--onto", folder + "/zone1.mob",
                    "-o", folder + "/back.mob", "-q", "--force"], check=True)
    after = objects(oisin, folder + "/back.mob")
    expected = placed(tree(scene))
    assert len(after) == len(before) - removed + copied == len(expected), len(after)
    assert len({n for n, _, _ in after}) == len(after), "two objects have one id"
    known = {n for n, _, _ in before}
    fresh = [o for o in after if o[0] not in known]
    assert len(fresh) == copied, len(fresh)
    # A copy has a new id, so it is found by its place.
    rest_of = {}
    for number, place, matrix in expected:
        rest_of.setdefault(number, []).append((place, matrix))
    worst = 0.0
    for number, place, matrix in after:
        if number in known:
            wanted = rest_of[number].pop(0)
            worst = max([worst] + [abs(a - b) for a, b in zip(place, wanted[0])] +
                        [abs(a - b) for r, s in zip(matrix, wanted[1]) for a, b in zip(r, s)])
    loose = [p for left in rest_of.values() for p in left]
    assert len(loose) == copied, len(loose)
    for _, place, matrix in fresh:
        worst = max(worst, min(max([abs(a - b) for a, b in zip(place, p)] +
                                   [abs(a - b) for r, s in zip(matrix, m) for a, b in zip(r, s)])
                               for p, m in loose))
    print(f"{len(before)} objects, {removed} removed, {copied} copied, worst {worst:.2e}")
    assert worst <= LIMIT, worst


main()
