"""Random models for check_geometry.py: of the game, and as GLBs by another program."""

import math
import struct

import evil
import geometry
import glb

WAYS_TO_STORE = ("separate", "interleaved", "quantized", "sparse")


def f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def random_vector(rng, size):
    return tuple(f32(rng.uniform(-size, size)) for _ in range(3))


def random_unit(rng, count):
    while True:
        v = [rng.gauss(0, 1) for _ in range(count)]
        length = math.sqrt(sum(c * c for c in v))
        if length > 0.1:
            return tuple(f32(c / length) for c in v)


def random_links(rng, count):
    """A random tree, root first, depth-first."""
    names = ["hp"] + ["b%02d" % i for i in range(1, count)]
    children = {name: [] for name in names}
    for i in range(1, count):
        children[names[rng.randrange(max(0, i - 6), i)]].append(names[i])
    links, stack = [], [("hp", "")]
    while stack:
        bone, parent = stack.pop()
        links.append((bone, parent))
        stack += [(c, bone) for c in reversed(children[bone])]
    return links


def uv_of(bone, vertex):
    """Names a vertex of a model; v and 1 - v are exact as float32."""
    return ((vertex + 1) / 64, (bone + 1) / 64)


def fan(count):
    return [i for k in range(1, count - 1) for i in (0, k, k + 1)]


def random_figure(rng, bone, upwards=False):
    count = rng.randint(3, 7)
    base = [random_vector(rng, 0.5) for _ in range(count)]
    vertices = []
    for _ in range(8):
        vs = [tuple(f32(c + rng.uniform(-0.2, 0.2)) for c in b) for b in base]
        vertices.append([(x, y, abs(z)) for x, y, z in vs] if upwards else vs)
    normals = [random_unit(rng, 3) for _ in range(count)]
    return evil.Figure(vertices, normals, [uv_of(bone, i) for i in range(count)],
                       [(i, i, i) for i in range(count)], fan(count))


def random_places(rng, upwards=False):
    base = random_vector(rng, 0.6)
    places = [tuple(f32(c + rng.uniform(-0.2, 0.2)) for c in base) for _ in range(8)]
    return [(x, y, abs(z)) for x, y, z in places] if upwards else places


def random_track(rng, frames, translations):
    return evil.Track([random_unit(rng, 4) for _ in range(frames)],
                      [random_vector(rng, 2.0) for _ in range(frames)] if translations else [])


def random_clip(rng, links, root_moves):
    frames = rng.randint(2, 6)
    tracks = {}
    for bone, parent in links:
        if rng.random() < 0.2 and not (not parent and root_moves):
            continue
        moves = rng.random() < 0.6 if parent else root_moves
        tracks[bone] = random_track(rng, frames, moves)
    if not tracks:
        tracks[links[-1][0]] = random_track(rng, frames, False)
    return tracks


def depth_is_clear(model, complexion):
    """Neither depth is so near a limit that a rounding decides."""
    base = geometry.Body(model, (1.0, 0.0, 1.0)).rest_depth()
    own = geometry.Body(model, complexion).rest_depth()
    return base < 0.005 or (base > 0.1 and own > 0.1)


def random_model(rng, bones, clips=0, upwards=False):
    links = random_links(rng, bones)
    figures = {bone: random_figure(rng, i, upwards) for i, (bone, _) in enumerate(links)}
    places = {bone: random_places(rng, upwards) for bone, _ in links}
    model = evil.Model(links, figures, places)
    for number in range(clips):
        model.clips["clip%d" % number] = random_clip(rng, links, rng.random() < 0.6)
    return model


def random_complexion(rng, low=0.0, high=1.0):
    return tuple(round(rng.uniform(low, high), 3) for _ in range(3))


# ---------------------------------------------------------------------------------------
# GLBs as another program would write them

class ForeignRig:
    """A tree of nodes with rotations at rest, a mesh on each, or one with a skin."""

    def __init__(self, rng, bones, skinned, clips):
        self.rng = rng
        self.links = random_links(rng, bones)
        self.turned = rng.random() < 0.5
        self.skinned = skinned
        self.places = {b: random_vector(rng, 0.7) for b, _ in self.links}
        self.turns = {b: random_unit(rng, 4) if self.turned else geometry.IDENTITY
                      for b, _ in self.links}
        self.points, self.normals = {}, {}
        for bone, _ in self.links:
            count = rng.randint(3, 7)
            self.points[bone] = [random_vector(rng, 0.5) for _ in range(count)]
            self.normals[bone] = [random_unit(rng, 3) for _ in range(count)]
        self.way = rng.choice(WAYS_TO_STORE)
        self.clips = clips

    def write(self):
        g = glb.GlbWriter()
        names = [b for b, _ in self.links]
        order = names[:]
        self.rng.shuffle(order)
        self.number = {b: i for i, b in enumerate(order)}
        moved = set()
        animations = [self.animation(g, "clip%d" % i, moved) for i in range(self.clips)]
        nodes = [self.node(b, b in moved) for b in order]
        g.json["meshes"] = []
        g.json["materials"] = [{"name": "skin"}]
        top = [self.number[self.links[0][0]]]
        if self.skinned:
            top = self.skin(g, nodes, top)
        else:
            for b in order:
                nodes[self.number[b]]["mesh"] = len(g.json["meshes"])
                primitive = self.primitive(g, names.index(b), b, self.points[b],
                                           self.normals[b])
                g.json["meshes"].append({"name": b, "primitives": [primitive]})
        g.json["nodes"] = nodes
        g.json["scenes"] = [{"nodes": top}]
        g.json["scene"] = 0
        if animations:
            g.json["animations"] = animations
        return g.finish()

    def node(self, bone, moved):
        w, x, y, z = self.turns[bone]
        t = self.places[bone]
        node = {"name": bone}
        if self.rng.random() < 0.3 and not moved:
            m = geometry.compose(t, geometry.normalize((w, x, y, z)), (1, 1, 1))
            node["matrix"] = [m[r][c] for c in range(4) for r in range(3)]
            for column, last in enumerate((0, 0, 0, 1)):
                node["matrix"].insert(4 * column + 3, last)
        else:
            node["translation"] = list(t)
            if self.turned:
                node["rotation"] = [x, y, z, w]
        children = [self.number[b] for b, p in self.links if p == bone]
        self.rng.shuffle(children)
        if children:
            node["children"] = children
        return node

    def primitive(self, g, bone_number, bone, points, normals, joint=None):
        count = len(points)
        uvs = [uv_of(bone_number, i) for i in range(count)]
        lists = [(points, 5126, "VEC3", False), (normals, 5126, "VEC3", False),
                 (uvs, 5126, "VEC2", False)]
        names = ["POSITION", "NORMAL", "TEXCOORD_0"]
        if joint is not None:
            kind = self.rng.choice((5121, 5123))
            lists.append(([(joint, 0, 0, 0)] * count, kind, "VEC4", False))
            weight = self.rng.choice((5126, 5121, 5123))
            lists.append(([(1.0, 0.0, 0.0, 0.0)] * count, weight, "VEC4", weight != 5126))
            names += ["JOINTS_0", "WEIGHTS_0"]
        if self.way == "interleaved":
            numbers = g.add_interleaved(lists)
        elif self.way == "sparse":
            numbers = [g.add_sparse(rows, kind, shape) if kind == 5126 and shape == "VEC3"
                       else g.add(rows, kind, shape, norm)
                       for rows, kind, shape, norm in lists]
        else:
            if self.way == "quantized" and joint is None:
                kind = self.rng.choice((5121, 5123))
                grid = 255 if kind == 5121 else 65535
                shift = 1 if kind == 5121 else 256
                uvs = [(round(u * 64) * shift / grid, round(v * 64) * shift / grid)
                       for u, v in uvs]
                lists[2] = None
                numbers = [g.add(*lists[0]), g.add(*lists[1])]
                if kind == 5123:
                    numbers.append(g.add(uvs, kind, "VEC2", True))
                else:
                    numbers += g.add_interleaved([(uvs, kind, "VEC2", True)])
            else:
                numbers = [g.add(*one) for one in lists]
        kind = self.rng.choice((5121, 5123, 5125))
        indices = g.add(fan(count), kind, "SCALAR")
        return {"attributes": dict(zip(names, numbers)), "indices": indices, "material": 0}

    def skin(self, g, nodes, top):
        """One mesh of many primitives; its node and the root bone below an armature."""
        rest = {}
        joints = [b for b, _ in self.links]
        self.rng.shuffle(joints)
        for bone, parent in self.links:
            m = geometry.compose(self.places[bone], geometry.normalize(self.turns[bone]),
                                 (1, 1, 1))
            rest[bone] = geometry.product(rest[parent], m) if parent else m
        binds, primitives = [], []
        for bone in joints:
            m = rest[bone]
            inverse = [[m[c][r] for c in range(3)] for r in range(3)]
            shift = [-sum(inverse[r][c] * m[c][3] for c in range(3)) for r in range(3)]
            binds.append(tuple(v for c in range(3) for v in
                               (inverse[0][c], inverse[1][c], inverse[2][c], 0.0))
                         + tuple(shift) + (1.0,))
        for number, (bone, _) in enumerate(self.links):
            points = [geometry.point(rest[bone], v) for v in self.points[bone]]
            normals = [geometry.direction(rest[bone], n) for n in self.normals[bone]]
            primitives.append(self.primitive(g, number, bone, points, normals,
                                             joints.index(bone)))
        g.json["meshes"].append({"name": "body", "primitives": primitives})
        g.json["skins"] = [{"joints": [self.number[b] for b in joints],
                            "inverseBindMatrices": g.add(binds, 5126, "MAT4")}]
        nodes.append({"name": "body", "mesh": 0, "skin": 0})
        nodes.append({"name": "Armature", "children": [len(nodes) - 1] + top})
        return [len(nodes) - 1]

    def animation(self, g, name, moved):
        rng = self.rng
        frames = rng.randint(2, 6)
        samplers, channels = [], []
        for bone, parent in self.links:
            if rng.random() < 0.25 and parent:
                continue
            self.channel(g, samplers, channels, bone, "rotation", frames)
            moved.add(bone)
            if not parent and rng.random() < 0.7 or parent and rng.random() < 0.2:
                self.channel(g, samplers, channels, bone, "translation", frames)
        order = list(range(len(channels)))
        rng.shuffle(order)
        return {"name": name, "samplers": samplers, "channels": [channels[i] for i in order]}

    def channel(self, g, samplers, channels, bone, path, frames):
        rng = self.rng
        mode = rng.choice(("LINEAR", "LINEAR", "STEP", "CUBICSPLINE"))
        step = 2 if mode == "LINEAR" and frames % 2 and rng.random() < 0.5 else 1
        times = [f32(i / 15) for i in range(0, frames, step)]
        width, shape, kind = (4, "VEC4", 5126) if path == "rotation" else (3, "VEC3", 5126)
        if path == "rotation":
            values = [random_unit(rng, 4) for _ in times]
            kind = rng.choice((5126, 5126, 5122, 5120)) if mode != "CUBICSPLINE" else 5126
        elif bone == self.links[0][0]:
            values = [random_vector(rng, 2.0) for _ in times]
        else:
            values = [self.places[bone]] * len(times)
        if mode == "CUBICSPLINE":
            tangents = (lambda: tuple(f32(rng.uniform(-3, 3)) for _ in range(width)))
            if path == "translation" and bone != self.links[0][0]:
                tangents = (lambda: (0.0,) * width)
            values = [v for key in values for v in (tangents(), key, tangents())]
        samplers.append({"input": g.add(times, 5126, "SCALAR"),
                         "output": g.add(values, kind, shape, kind != 5126),
                         "interpolation": mode})
        channels.append({"sampler": len(samplers) - 1,
                         "target": {"node": self.number[bone], "path": path}})
