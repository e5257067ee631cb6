#!/usr/bin/env python3
"""compare_models.py A.glb B.glb [ANGLE [PLACE [OFFSET]]]: whether two models that oisin wrote as
.glb are the same: nodes, triangles in all bodies, offsets of bones within OFFSET (metres, 1e-5),
and every frame of the clips within ANGLE (radians, 1e-4) and PLACE (metres, 1e-4). Says how far
they are apart; fails if that is too far."""
import json
import math
import struct
import sys

UNITS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
KINDS = {5126: ("f", 4), 5125: ("I", 4), 5123: ("H", 2), 5121: ("B", 1)}


class Scene:
    def __init__(self, path):
        data = open(path, "rb").read()
        size = struct.unpack("<I", data[12:16])[0]
        self.json = json.loads(data[20:20 + size])
        self.bin = data[28 + size:]
        self.nodes = {node["name"]: node for node in self.json["nodes"]}
        self.clips = {clip["name"]: clip for clip in self.json.get("animations", [])}
        self.parents = {self.json["nodes"][child]["name"]: node["name"]
                        for node in self.json["nodes"] for child in node.get("children", [])}

    def values(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        letter, size = KINDS[accessor["componentType"]]
        width = UNITS[accessor["type"]]
        step = view.get("byteStride", size * width)
        at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        return [struct.unpack_from(f"<{width}{letter}", self.bin, at + i * step)
                for i in range(accessor["count"])]

    def triangles(self, name):
        """Corners as (positions in all bodies, uv, normal, what other targets move), turned to a
        first corner."""
        mesh = self.json["meshes"][self.nodes[name]["mesh"]]
        names = mesh.get("extras", {}).get("targetNames", [])
        out = []
        for part in mesh["primitives"]:
            of = part["attributes"]
            base = self.values(of["POSITION"])
            targets = [self.values(target["POSITION"]) for target in part.get("targets", [])]
            bodies = [target for target, key in zip(targets, names) if "." not in key]
            moves = [target for target, key in zip(targets, names) if "." in key]
            normals, uvs = self.values(of["NORMAL"]), self.values(of["TEXCOORD_0"])
            corners = [([base[i]] + [tuple(a + b for a, b in zip(base[i], body[i]))
                                     for body in bodies], uvs[i], normals[i],
                        [move[i] for move in moves])
                       for i in range(len(base))]
            indices = [index[0] for index in self.values(part["indices"])]
            for i in range(0, len(indices), 3):
                three = [corners[k] for k in indices[i:i + 3]]
                first = min(range(3), key=lambda k: key_of(three[k]))
                out.append(three[first:] + three[:first])
        return sorted(out, key=lambda three: [key_of(corner) for corner in three])

    def pose(self, clip, frame):
        """World turns and places of nodes at a frame, and weights of those that have some."""
        weights = {}
        local = {name: [node.get("rotation", [0, 0, 0, 1]), node.get("translation", [0, 0, 0])]
                 for name, node in self.nodes.items()}
        for channel in self.clips[clip]["channels"]:
            sampler = self.clips[clip]["samplers"][channel["sampler"]]
            name = self.json["nodes"][channel["target"]["node"]]["name"]
            if sampler["output"] not in self.cache:
                self.cache[sampler["output"]] = self.values(sampler["output"])
            values = self.cache[sampler["output"]]
            path = channel["target"]["path"]
            if path == "rotation":
                local[name][0] = values[min(frame, len(values) - 1)]
            elif path == "translation":
                local[name][1] = values[min(frame, len(values) - 1)]
            else:
                width = len(values) // self.json["accessors"][sampler["input"]]["count"]
                row = min(frame, len(values) // width - 1) * width
                weights[name] = [value[0] for value in values[row:row + width]]
        world = {}

        def place(name):
            if name not in world:
                turn, at = local[name]
                if name in self.parents:
                    outer, origin = place(self.parents[name])
                    at = [a + b for a, b in zip(origin, turned(outer, at))]
                    turn = product(outer, turn)
                world[name] = (turn, at)
            return world[name]

        for name in self.nodes:
            place(name)
        return world, weights

    cache = None


def key_of(corner):
    return [round(x, 4) + 0.0 for x in corner[0][0]] + [round(x, 3) + 0.0 for x in corner[1]]


def product(a, b):
    (x, y, z, w), (p, q, r, s) = a, b
    return (w * p + x * s + y * r - z * q, w * q - x * r + y * s + z * p,
            w * r + x * q - y * p + z * s, w * s - x * p - y * q - z * r)


def turned(q, v):
    return product(product(q, (*v, 0)), (-q[0], -q[1], -q[2], q[3]))[:3]


def far(a, b):
    return max(abs(x - y) for x, y in zip(a, b))


def moved(corner, weights):
    """How far clips move a corner, by the weights of the targets behind those of bodies."""
    out = [0, 0, 0]
    for move, weight in zip(corner[3], weights[len(corner[0]) - 1:]):
        out = [a + b * weight for a, b in zip(out, move)]
    return out


def angle(a, b):
    c = product((-a[0], -a[1], -a[2], a[3]), b)
    return 2 * math.atan2(math.sqrt(c[0] ** 2 + c[1] ** 2 + c[2] ** 2), abs(c[3]))


def compare(a, b):
    figures = {}
    worst = {"offset": 0, "position": 0, "uv": 0, "normal": 0, "angle": 0, "place": 0}

    def see(what, value):
        worst[what] = max(worst[what], value)

    if a.parents != b.parents or list(a.nodes) != list(b.nodes) or list(a.clips) != list(b.clips):
        sys.exit(f"other nodes or clips: {list(a.nodes)} {list(b.nodes)} {list(a.clips)} "
                 f"{list(b.clips)}")
    for name, node in a.nodes.items():
        see("offset", far(node["extras"]["offsets"], b.nodes[name]["extras"]["offsets"]))
        if ("mesh" in node) != ("mesh" in b.nodes[name]):
            sys.exit(f"{name} has a mesh in one of them")
        if "mesh" not in node:
            continue
        one, two = figures[name] = a.triangles(name), b.triangles(name)
        if len(one) != len(two):
            sys.exit(f"{name}: {len(one)} and {len(two)} triangles")
        for three, other in zip(one, two):
            for corner, same in zip(three, other):
                if len(corner[0]) != len(same[0]):
                    sys.exit(f"{name}: {len(corner[0])} and {len(same[0])} bodies")
                for place, there in zip(corner[0], same[0]):
                    see("position", far(place, there))
                see("uv", far(corner[1], same[1]))
                see("normal", far(corner[2], same[2]))
    for clip in a.clips:
        frames = [max(len(scene.values(s["output"])) if scene.json["accessors"][s["output"]]["type"]
                      != "SCALAR" else 1 for s in scene.clips[clip]["samplers"])
                  for scene in (a, b)]
        if frames[0] != frames[1]:
            sys.exit(f"{clip}: {frames[0]} and {frames[1]} frames")
        for frame in range(frames[0]):
            one, weights = a.pose(clip, frame)
            two, others = b.pose(clip, frame)
            for name in one:
                see("angle", angle(one[name][0], two[name][0]))
                see("place", far(one[name][1], two[name][1]))
            for name in {*weights, *others}:
                for three, other in zip(*figures[name]):
                    for corner, same in zip(three, other):
                        see("place", far(moved(corner, weights.get(name, [])),
                                         moved(same, others.get(name, []))))
    return worst


def main():
    a, b = Scene(sys.argv[1]), Scene(sys.argv[2])
    a.cache, b.cache = {}, {}
    worst = compare(a, b)
    limits = {"angle": 1e-4, "place": 1e-4, "offset": 1e-5}
    limits.update(zip(limits, map(float, sys.argv[3:])))
    limits.update(position=1e-5, uv=1e-6, normal=4e-3)
    print(" ".join(f"{key} {value:.1e}" for key, value in worst.items()))
    sys.exit(any(worst[key] > limits[key] for key in limits))


main()
