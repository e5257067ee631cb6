"""Running the program, comparing vertices, counting and reporting."""

import math
import os
import random
import shutil
import subprocess

import evil
import geometry
import glb

TOLERANCE = 1e-4
FAILURES_MAX = 20


class Report:
    """Counts comparisons by group."""

    def __init__(self):
        self.groups = {}

    def group(self, name):
        return self.groups.setdefault(name, {"count": 0, "worst": 0.0, "cases": 0,
                                             "bad": {}, "skipped": ""})

    def error(self, name, case, error, detail="", tolerance=TOLERANCE):
        """One comparison; error is relative."""
        g = self.group(name)
        g["count"] += 1
        if not error <= g["worst"]:
            g["worst"] = error
        if not error <= tolerance and case not in g["bad"]:
            g["bad"][case] = "off by %.3g%s" % (error, detail and ", first at " + detail)

    def case(self, name):
        self.group(name)["cases"] += 1

    def fail(self, name, case, text):
        self.group(name)["bad"].setdefault(case, text)

    def expect(self, name, case, truth, text):
        self.group(name)["count"] += 1
        if not truth:
            self.fail(name, case, text)

    def skip(self, name, why):
        self.group(name)["skipped"] = why

    def print(self):
        """-> True if anything failed."""
        for name, g in self.groups.items():
            if g["skipped"]:
                print("%s: skipped, %s" % (name, g["skipped"]))
                continue
            if not g["count"] and not g["bad"]:
                continue
            bad = "; %d of %d cases FAILED" % (len(g["bad"]), max(g["cases"], len(g["bad"]))) \
                if g["bad"] else ""
            print("%s: %d compared, worst error %.2g%s" % (name, g["count"], g["worst"], bad))
        for line in self.failures()[:FAILURES_MAX]:
            print(line)
        return any(g["bad"] for g in self.groups.values())

    def failures(self):
        """The first failure of each group, then the second of each, and so on."""
        lines = []
        for name, g in self.groups.items():
            lines += [(rank, "FAILED %s: %s: %s" % (name, case, text))
                      for rank, (case, text) in enumerate(g["bad"].items())]
        return [line for _, line in sorted(lines, key=lambda one: one[0])]


class Check:
    def __init__(self, options, folder):
        self.oisin = os.path.abspath(options.oisin)
        self.options = options
        self.folder = folder
        self.report = Report()
        self.assimp = shutil.which("assimp")

    def rng(self, name):
        """Each group has its own numbers, so that groups do not change each other."""
        return random.Random("%s %d" % (name, self.options.seed))

    def path(self, *parts):
        path = os.path.join(self.folder, *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def write(self, files, *where):
        for name, data in files.items():
            with open(self.path(*where, name), "wb") as out:
                out.write(data)

    def read(self, *parts):
        with open(self.path(*parts), "rb") as f:
            return f.read()

    def run(self, *arguments):
        """-> (exit status, stderr)"""
        done = subprocess.run([self.oisin] + list(arguments), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60)
        return done.returncode, done.stderr.decode("utf-8", "replace").strip()

    def convert(self, group, case, *arguments):
        """-> True if it succeeded; reported otherwise."""
        status, message = self.run("convert", "--quiet", "-j", "1", *arguments)
        if status:
            self.report.fail(group, case, "exit status %d: %s" % (status, message[:200]))
        return status == 0

    def scene(self, group, case, *parts):
        try:
            return geometry.Scene(glb.Glb(self.read(*parts)))
        except (OSError, ValueError, KeyError, IndexError) as problem:
            self.report.fail(group, case, "the GLB cannot be read: %s" % problem)
        return None

    # -- comparing ----------------------------------------------------------------------

    def compare(self, group, case, expected, found, detail, size=None):
        """expected, found: {key: vector}, in the same frame."""
        if set(expected) != set(found):
            self.report.fail(group, case, "%s: vertices %s are missing, %s are not expected" % (
                detail, sorted(set(expected) - set(found))[:3],
                sorted(set(found) - set(expected))[:3]))
            return
        size = size or max([1e-3] + [abs(c) for v in expected.values() for c in v])
        for key, v in expected.items():
            w = found[key]
            error = math.dist(v, w) / size
            text = ""
            if not error <= TOLERANCE:
                text = "%s, %s: expected %s, found %s" % (detail, key, short(v), short(w))
            self.report.error(group, case, error, text)


def short(v):
    return "(" + ", ".join("%.5g" % c for c in v) + ")"


def uv_key(uv, flip):
    """(bone number, vertex number) by the texture coordinates."""
    u, v = uv[0], 1.0 - uv[1] if flip else uv[1]
    return (round(v * 256), round(u * 256))


def by_uv(vertices, flip=True):
    """-> ({key: position}, {key: normal}); flip: they are of a GLB."""
    points, normals = {}, {}
    for _, uv, p, n, _, _ in vertices:
        key = uv_key(uv, flip)
        points[key] = p
        normals[key] = n
    return points, normals


def model_points(model, vertices_of, frames):
    """{key: position in glTF's frame} of all components."""
    points = {}
    for bone, _ in model.links:
        figure = model.figures[bone]
        if not figure.components:
            continue
        world = geometry.placed(vertices_of[bone], frames[bone])
        for vertex, _, uv in figure.components:
            points[uv_key(figure.uvs[uv], False)] = geometry.to_gltf(world[vertex])
    return points


def model_normals(model, frames):
    normals = {}
    for bone, _ in model.links:
        figure = model.figures[bone]
        w = frames[bone][0]
        for _, normal, uv in figure.components:
            n = geometry.rotate(w, figure.normals[normal])
            length = math.sqrt(sum(c * c for c in n)) or 1.0
            normals[uv_key(figure.uvs[uv], False)] = geometry.to_gltf(
                geometry.scale(n, 1 / length))
    return normals


def cyclic(triangle):
    at = triangle.index(min(triangle))
    return tuple(triangle[at:] + triangle[:at])


def model_triangles(model):
    out = []
    for bone, _ in model.links:
        figure = model.figures[bone]
        keys = [uv_key(figure.uvs[c[2]], False) for c in figure.components]
        out += [cyclic([keys[i] for i in figure.indices[k:k + 3]])
                for k in range(0, len(figure.indices), 3)]
    return sorted(out)


def scene_triangles(scene, vertices):
    names = {(v[4], v[5]): uv_key(v[1], True) for v in vertices}
    return sorted(cyclic([names[corner] for corner in t]) for t in scene.triangles())


def below(scene, number):
    out, stack = [], [number]
    while stack:
        number = stack.pop()
        out.append(number)
        stack += scene.nodes[number].get("children", [])
    return out


def compare_static(check, group, case, model, parts, object_only=False, complexion=(0, 0, 0)):
    scene = check.scene(group, case, *parts)
    if not scene:
        return
    only = None
    if object_only:
        found = [i for i, n in enumerate(scene.nodes)
                 if n.get("extras", {}).get("kind") == "OBJECT"]
        only = below(scene, found[0]) if found else []
    body = geometry.Body(model, complexion)
    points, _ = by_uv(scene.vertices(scene.worlds(), only=only))
    check.compare(group, case, model_points(model, body.vertices, body.rest_pose()), points,
                  "at rest")
