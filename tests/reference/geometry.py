"""Where every vertex is: by the rules of conventions.md for Evil Islands files, and by the
glTF 2.0 specification for GLB files. Written from the documents alone.

Axes. The game's frame is right-handed with z up, glTF's is right-handed with y up. The
documents fix "y up" only; the turn about the vertical axis was determined once from a static
figure that the program exported: glTF (X, Y, Z) = game (x, z, -y). It is a rotation by
-90 degrees about x, and check_geometry.py checks it again on each run before anything else.
"""

import bisect
import math

FRAMES_PER_SECOND = 15.0
IDENTITY = (1.0, 0.0, 0.0, 0.0)
ZERO = (0.0, 0.0, 0.0)


# ---------------------------------------------------------------------------------------
# Vectors and quaternions (w, x, y, z)

def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def scale(a, k):
    return (a[0] * k, a[1] * k, a[2] * k)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def normalize(q):
    length = math.sqrt(sum(c * c for c in q))
    return tuple(c / length for c in q) if length > 0 else q


def multiply(a, b):
    """The rotation b first, then a."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw)


def conjugate(q):
    return (q[0], -q[1], -q[2], -q[3])


def rotate(q, v):
    w, x, y, z = q
    u = (x, y, z)
    t = scale(cross(u, v), 2.0)
    return add(add(v, scale(t, w)), cross(u, t))


def slerp(a, b, t):
    dot = sum(p * q for p, q in zip(a, b))
    if dot < 0:
        b, dot = tuple(-c for c in b), -dot
    if dot > 0.9999999:
        return normalize(tuple(p + (q - p) * t for p, q in zip(a, b)))
    angle = math.acos(min(dot, 1.0))
    s = math.sin(angle)
    return tuple(p * math.sin((1 - t) * angle) / s + q * math.sin(t * angle) / s
                 for p, q in zip(a, b))


# ---------------------------------------------------------------------------------------
# Axes

def to_gltf(v):
    return (v[0], v[2], -v[1])


def from_gltf(v):
    return (v[0], -v[2], v[1])


def quaternion_to_gltf(q):
    """The same rotation, its axis in glTF's frame."""
    return (q[0],) + to_gltf(q[1:])


def quaternion_from_gltf(q):
    return (q[0],) + from_gltf(q[1:])


# ---------------------------------------------------------------------------------------
# Bodies

def variant_weights(complexion):
    """complexion = (strength, dexterity, height) = bits 0, 1, 2. Not clamped."""
    weights = []
    for variant in range(8):
        w = 1.0
        for bit in range(3):
            w *= complexion[bit] if variant >> bit & 1 else 1.0 - complexion[bit]
        weights.append(w)
    return weights


def blend(values, weights):
    """values: 8 vectors."""
    return tuple(sum(w * v[a] for w, v in zip(weights, values) if w) for a in range(3))


def complexion_of_object(stored):
    """OBJCOMPLECTION (x, y, z): strength is its second number, dexterity its first."""
    return (stored[1], stored[0], stored[2])


class Body:
    """A model of one complexion: .vertices[bone] in the bone's frame, .offsets[bone]."""

    def __init__(self, model, complexion):
        weights = variant_weights(complexion)
        self.links = model.links
        self.vertices = {}
        for bone, _ in model.links:
            figure = model.figures[bone]
            if len(figure.vertices) == 1:
                self.vertices[bone] = list(figure.vertices[0])
                continue
            w = weights[:len(figure.vertices)]
            self.vertices[bone] = [blend(v, w) for v in zip(*figure.vertices)]
        self.offsets = {bone: blend(model.bones[bone], weights) for bone, _ in model.links}

    def rest_depth(self):
        """How far the lowest vertex of the resting body lies below the root's place."""
        place = {}
        lowest = math.inf
        for bone, parent in self.links:
            place[bone] = place[parent] + self.offsets[bone][2] if parent else 0.0
            for v in self.vertices[bone]:
                lowest = min(lowest, place[bone] + v[2])
        return -lowest if lowest < math.inf else 0.0

    def rest_pose(self):
        """{bone: (W, P)} without rotations, the root at its BON."""
        return pose(self.links, self.offsets, {}, self.offsets[self.links[0][0]])


def pose(links, offsets, rotations, root_place):
    """W(child) = R(child) * W(parent), P(child) = P(parent) + W(parent) * BON."""
    result = {}
    for bone, parent in links:
        r = rotations.get(bone, IDENTITY)
        if not parent:
            result[bone] = (r, root_place)
            continue
        w, p = result[parent]
        result[bone] = (multiply(r, w), add(p, rotate(w, offsets[bone])))
    return result


def height_factor(model, body):
    """Clips were made on variant 5 (strength 1, height 1)."""
    depth = Body(model, (1.0, 0.0, 1.0)).rest_depth()
    return body.rest_depth() / depth if depth > 0.01 else 1.0


def clip_frames(tracks):
    return max(max(len(t.rotations), len(t.translations), len(t.morphs))
               for t in tracks.values())


def clip_pose(body, tracks, frame, factor):
    """{bone: (W, P)} of one frame."""
    root = body.links[0][0]
    rotations = {bone: normalize(t.rotations[min(frame, len(t.rotations) - 1)])
                 for bone, t in tracks.items() if t.rotations}
    place = body.offsets[root]
    if root in tracks and tracks[root].translations:
        steps = tracks[root].translations
        x, y, z = steps[min(frame, len(steps) - 1)]
        place = (x, y, z * factor)
    return pose(body.links, body.offsets, rotations, place)


def morphed(figure, vertices, track, frame):
    """Vertices with the shifts of a morph frame, through the morph components."""
    if not track or not track.morphs:
        return vertices
    shifts = track.morphs[min(frame, len(track.morphs) - 1)]
    out = list(vertices)
    for morph, vertex in figure.morphs:
        if morph < len(shifts):
            out[vertex] = add(vertices[vertex], shifts[morph])
    return out


def placed(vertices, frame):
    w, p = frame
    return [add(p, rotate(w, v)) for v in vertices]


# ---------------------------------------------------------------------------------------
# Cameras

def camera_axes(rotation):
    """(view, up, right) of a CAM record in the game's frame."""
    q = normalize(rotation)
    return rotate(q, (0, 0, 1)), rotate(q, (0, -1, 0)), rotate(q, (1, 0, 0))


# ---------------------------------------------------------------------------------------
# glTF: 3 x 4 matrices, rows of 4

UNIT = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))


def compose(t, q, s):
    w, x, y, z = q
    return ((s[0] * (1 - 2 * (y * y + z * z)), s[1] * 2 * (x * y - z * w),
             s[2] * 2 * (x * z + y * w), t[0]),
            (s[0] * 2 * (x * y + z * w), s[1] * (1 - 2 * (x * x + z * z)),
             s[2] * 2 * (y * z - x * w), t[1]),
            (s[0] * 2 * (x * z - y * w), s[1] * 2 * (y * z + x * w),
             s[2] * (1 - 2 * (x * x + y * y)), t[2]))


def product(a, b):
    return tuple((r[0] * b[0][0] + r[1] * b[1][0] + r[2] * b[2][0],
                  r[0] * b[0][1] + r[1] * b[1][1] + r[2] * b[2][1],
                  r[0] * b[0][2] + r[1] * b[1][2] + r[2] * b[2][2],
                  r[0] * b[0][3] + r[1] * b[1][3] + r[2] * b[2][3] + r[3]) for r in a)


def point(m, v):
    x, y, z = v
    return (m[0][0] * x + m[0][1] * y + m[0][2] * z + m[0][3],
            m[1][0] * x + m[1][1] * y + m[1][2] * z + m[1][3],
            m[2][0] * x + m[2][1] * y + m[2][2] * z + m[2][3])


def direction(m, v):
    x, y, z = v
    d = (m[0][0] * x + m[0][1] * y + m[0][2] * z, m[1][0] * x + m[1][1] * y + m[1][2] * z,
         m[2][0] * x + m[2][1] * y + m[2][2] * z)
    length = math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
    return scale(d, 1 / length) if length > 0 else d


def column_major(values):
    """A glTF matrix of 16 numbers."""
    return tuple(tuple(values[4 * c + r] for c in range(4)) for r in range(3))


class Sampler:
    """A glTF animation sampler: LINEAR, STEP or CUBICSPLINE."""

    def __init__(self, times, values, interpolation, width):
        """width: numbers of one value; more than one scalar for weights."""
        self.times = times
        self.mode = interpolation
        if width > 1 and values and not isinstance(values[0], tuple):
            values = [tuple(values[i:i + width]) for i in range(0, len(values), width)]
        elif values and not isinstance(values[0], tuple):
            values = [(v,) for v in values]
        self.values = values

    def at(self, time, rotation):
        value = self.raw(time, rotation)
        return normalize(value) if rotation else value

    def raw(self, time, rotation):
        times, cubic = self.times, self.mode == "CUBICSPLINE"
        key = (lambda i: self.values[3 * i + 1]) if cubic else (lambda i: self.values[i])
        if time <= times[0]:
            return key(0)
        if time >= times[-1]:
            return key(len(times) - 1)
        i = bisect.bisect_right(times, time) - 1
        span = times[i + 1] - times[i]
        t = (time - times[i]) / span
        # A frame's time is rounded in the file: the key that is meant is the nearest.
        if t > 1 - 1e-5:
            i, t = i + 1, 0.0
        if t < 1e-5 or self.mode == "STEP":
            return key(i)
        a, b = key(i), key(i + 1)
        if cubic:
            out, into = self.values[3 * i + 2], self.values[3 * (i + 1)]
            t2, t3 = t * t, t * t * t
            return tuple((2 * t3 - 3 * t2 + 1) * p + span * (t3 - 2 * t2 + t) * o
                         + (-2 * t3 + 3 * t2) * q + span * (t3 - t2) * n
                         for p, o, q, n in zip(a, out, b, into))
        if rotation:
            return slerp(normalize(a), normalize(b), t)
        return tuple(p + (q - p) * t for p, q in zip(a, b))


class Scene:
    """A GLB, evaluated: nodes, animations, meshes with morph targets and skins."""

    def __init__(self, glb):
        self.glb = glb
        self.nodes = glb.json.get("nodes", [])
        self.parents = {}
        for number, node in enumerate(self.nodes):
            for child in node.get("children", []):
                self.parents[child] = number
        self.order = []
        roots = [n for n in range(len(self.nodes)) if n not in self.parents]
        stack = roots[::-1]
        while stack:
            number = stack.pop()
            self.order.append(number)
            stack += self.nodes[number].get("children", [])[::-1]
        self.clips = {a.get("name", ""): self.read_clip(a)
                      for a in glb.json.get("animations", [])}

    def read_clip(self, animation):
        """{(node, path): Sampler}"""
        channels = {}
        for channel in animation["channels"]:
            s = animation["samplers"][channel["sampler"]]
            times = self.glb.accessor(s["input"])
            values = self.glb.accessor(s["output"])
            node, path = channel["target"]["node"], channel["target"]["path"]
            width = 1
            mode = s.get("interpolation", "LINEAR")
            if path == "weights":
                width = len(values) // len(times) // (3 if mode == "CUBICSPLINE" else 1)
            if path == "rotation":
                values = [(v[3], v[0], v[1], v[2]) for v in values]
            channels[node, path] = Sampler(times, values, mode, width)
        return channels

    def find(self, name):
        found = [i for i, n in enumerate(self.nodes) if n.get("name") == name]
        if len(found) != 1:
            raise ValueError("%d nodes named %s" % (len(found), name))
        return found[0]

    def clip_end(self, clip):
        return max(s.times[-1] for s in self.clips[clip].values())

    def local(self, number, channels, time):
        node = self.nodes[number]
        if "matrix" in node:
            return column_major(node["matrix"])
        t = tuple(node.get("translation", ZERO))
        x, y, z, w = node.get("rotation", (0, 0, 0, 1))
        q = normalize((w, x, y, z))
        s = tuple(node.get("scale", (1, 1, 1)))
        if (number, "translation") in channels:
            t = channels[number, "translation"].at(time, False)
        if (number, "rotation") in channels:
            q = channels[number, "rotation"].at(time, True)
        if (number, "scale") in channels:
            s = channels[number, "scale"].at(time, False)
        return compose(t, q, s)

    def worlds(self, clip=None, time=0.0):
        """The world matrix of each node; clip None is the rest pose."""
        channels = self.clips[clip] if clip is not None else {}
        result = [None] * len(self.nodes)
        for number in self.order:
            m = self.local(number, channels, time)
            if number in self.parents:
                m = product(result[self.parents[number]], m)
            result[number] = m
        return result

    def weights(self, number, clip, time):
        node = self.nodes[number]
        if clip is not None and (number, "weights") in self.clips[clip]:
            return self.clips[clip][number, "weights"].at(time, False)
        mesh = self.glb.json["meshes"][node["mesh"]]
        return node.get("weights", mesh.get("weights", []))

    def shape(self, primitive, weights, name):
        """POSITION or NORMAL with morph targets."""
        attributes = primitive["attributes"]
        if name not in attributes:
            return None
        values = self.glb.accessor(attributes[name])
        for w, target in zip(weights, primitive.get("targets", [])):
            if w and name in target:
                values = [add(v, scale(d, w))
                          for v, d in zip(values, self.glb.accessor(target[name]))]
        return values

    def vertices(self, worlds, clip=None, time=0.0, weights=None, only=None):
        """List of (bone name, uv, position, normal, primitive id, index) of all meshes in the
        world. The bone of a skinned vertex is its heaviest joint."""
        out = []
        for number in self.order if only is None else only:
            node = self.nodes[number]
            if "mesh" not in node:
                continue
            w = self.weights(number, clip, time) if weights is None else weights
            mesh = self.glb.json["meshes"][node["mesh"]]
            for part, primitive in enumerate(mesh["primitives"]):
                out += self.primitive_vertices(number, (number, part), primitive, worlds, w)
        return out

    def primitive_vertices(self, number, key, primitive, worlds, weights):
        node = self.nodes[number]
        points = self.shape(primitive, weights, "POSITION")
        normals = self.shape(primitive, weights, "NORMAL") or [None] * len(points)
        a = primitive["attributes"]
        uvs = self.glb.accessor(a["TEXCOORD_0"]) if "TEXCOORD_0" in a else [None] * len(points)
        if "skin" not in node:
            m, name = worlds[number], node.get("name", "")
            return [(name, uv, point(m, v), direction(m, n) if n else None, key, i)
                    for i, (v, n, uv) in enumerate(zip(points, normals, uvs))]
        skin = self.glb.json["skins"][node["skin"]]
        joints = skin["joints"]
        if "inverseBindMatrices" in skin:
            bind = [column_major(m) for m in self.glb.accessor(skin["inverseBindMatrices"])]
        else:
            bind = [UNIT] * len(joints)
        mats = [product(worlds[j], b) for j, b in zip(joints, bind)]
        out = []
        for i, (js, ws) in enumerate(zip(self.glb.accessor(a["JOINTS_0"]),
                                         self.glb.accessor(a["WEIGHTS_0"]))):
            total = sum(ws)
            m = tuple(tuple(sum(w / total * mats[j][r][c] for j, w in zip(js, ws) if w)
                            for c in range(4)) for r in range(3))
            bone = joints[js[ws.index(max(ws))]]
            n = normals[i]
            out.append((self.nodes[bone].get("name", ""), uvs[i], point(m, points[i]),
                        direction(m, n) if n else None, key, i))
        return out

    def triangles(self, only=None):
        """List of three (primitive id, index)."""
        out = []
        for number in self.order if only is None else only:
            node = self.nodes[number]
            if "mesh" not in node:
                continue
            mesh = self.glb.json["meshes"][node["mesh"]]
            for part, primitive in enumerate(mesh["primitives"]):
                if primitive.get("mode", 4) != 4:
                    raise ValueError("not a list of triangles")
                if "indices" in primitive:
                    indices = self.glb.accessor(primitive["indices"])
                else:
                    indices = range(len(self.glb.accessor(
                        primitive["attributes"]["POSITION"])))
                key = (number, part)
                out += [tuple((key, i) for i in indices[k:k + 3])
                        for k in range(0, len(indices) - 2, 3)]
        return out

    def camera_axes(self, number, worlds):
        """(view, up, right): glTF cameras look along -Z with +Y up."""
        m = worlds[number]
        return direction(m, (0, 0, -1)), direction(m, (0, 1, 0)), direction(m, (1, 0, 0))
