#!/usr/bin/env python3
"""Compares what `oisin convert` makes of random models, bodies, maps and cameras with an
independent implementation of the same rules. See README.md.

usage: check_geometry.py OISIN [--seed N] [--rigs 200] [--bodies 1000] [--cameras 100]
"""

import argparse
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

import evil
import geometry
import rigs

TOLERANCE = 1e-4
FAILURES_MAX = 20
ROTATION_ERROR_MAX = 5e-7  # of a float32 product, for each bone up to the root


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
            return geometry.Scene(evil.Glb(self.read(*parts)))
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


# ---------------------------------------------------------------------------------------
# The reference itself, on examples that were worked out by hand

def check_examples(check):
    group = "examples worked out by hand"
    half = math.sqrt(0.5)
    about_x, about_z = (half, half, 0.0, 0.0), (half, 0.0, 0.0, half)
    links = [("hp", ""), ("bd", "hp"), ("hd", "bd")]
    places = {"hp": (0.0, 0.0, 9.0), "bd": (1.0, 0.0, 0.0), "hd": (0.0, 1.0, 0.0)}
    figures = {}
    for bone, _ in links:
        # Only the lowest vertex of the root differs: depth 1, but 4 in variant 5.
        low = [(0.0, 0.0, -4.0 if v == 5 and bone == "hp" else -1.0) for v in range(8)]
        figures[bone] = evil.Figure([[p] for p in low], [(0.0, 0.0, 1.0)], [(0.0, 0.0)],
                                    [(0, 0, 0)], [])
    model = evil.Model(links, figures, {b: [p] * 8 for b, p in places.items()})
    body = geometry.Body(model, (0.0, 0.0, 0.0))
    tracks = {"hp": evil.Track([about_z], [(5.0, 6.0, 8.0)]),
              "bd": evil.Track([about_x], [(100.0, 0.0, 0.0)])}
    pose = geometry.clip_pose(body, tracks, 0, geometry.height_factor(model, body))
    stays = geometry.clip_pose(body, {"bd": tracks["bd"]}, 0, 0.25)
    tip = geometry.placed([(1.0, 0.0, 0.0)], pose["hd"])[0]
    view, up, right = geometry.camera_axes(about_x)
    expected = {"root": (5, 6, 2), "child": (5, 7, 2), "grandchild": (4, 7, 2),
                "tip": (4, 7, 3), "root without translations": (0, 0, 9),
                "view": (0, -1, 0), "up": (0, 0, -1), "right": (1, 0, 0),
                "complexion": (2, 1, 3), "axes": (1, 3, -2)}
    found = {"root": pose["hp"][1], "child": pose["bd"][1], "grandchild": pose["hd"][1],
             "tip": tip, "root without translations": stays["hp"][1],
             "view": view, "up": up, "right": right,
             "complexion": geometry.complexion_of_object((1, 2, 3)),
             "axes": geometry.to_gltf((1, 2, 3))}
    check.compare(group, "FK", expected, found, "the reference", 1.0)


# ---------------------------------------------------------------------------------------
# The axes, from a static figure

def check_axes(check):
    group = "axes"
    check.report.case(group)
    corners = [(1.0, 2.0, 3.0), (2.0, 2.0, 3.0), (1.0, 4.0, 3.0), (1.0, 2.0, 8.0)]
    figure = evil.Figure([corners] * 8, [(0.0, 0.0, 1.0)] * 4,
                         [rigs.uv_of(0, i) for i in range(4)], [(i, i, i) for i in range(4)],
                         [0, 1, 2, 0, 2, 3])
    model = evil.Model([("hp", "")], {"hp": figure}, {"hp": [(0.0, 0.0, 0.0)] * 8})
    check.write(evil.model_write(model, "axes"), "axes")
    if not check.convert(group, "figure", check.path("axes", "axes.mod"), "-o",
                         check.path("axes", "axes.glb")):
        return
    scene = check.scene(group, "figure", "axes", "axes.glb")
    if scene is None:
        return
    vertices = scene.vertices(scene.worlds())
    points, _ = by_uv(vertices)
    check.compare(group, "figure", model_points(model, {"hp": corners},
                                                {"hp": (geometry.IDENTITY, geometry.ZERO)}),
                  points, "x -> x, y -> -z, z -> y")
    check.report.expect(group, "figure", scene_triangles(scene, vertices)
                        == model_triangles(model), "the triangles are turned")


# ---------------------------------------------------------------------------------------
# Rigs

def compare_rig(check, group, case, model, complexion, glb, detail):
    """A GLB that the program wrote against the model."""
    scene = check.scene(group, case, *glb)
    if scene is None:
        return
    body = geometry.Body(model, complexion)
    rest = body.rest_pose()
    vertices = scene.vertices(scene.worlds())
    points, normals = by_uv(vertices)
    check.compare("rest poses", case, model_points(model, body.vertices, rest), points, detail)
    check.compare("normals at rest", case, model_normals(model, rest), normals, detail, 1.0)
    check.report.expect("triangles", case, scene_triangles(scene, vertices)
                        == model_triangles(model), "other triangles, or turned ones")
    factor = geometry.height_factor(model, body)
    for clip, tracks in model.clips.items():
        if clip not in scene.clips:
            check.report.fail(group, case, "%s is missing" % clip)
            continue
        count = geometry.clip_frames(tracks)
        end = scene.clip_end(clip)
        if not abs(end - (count - 1) / 15) < 1e-4:
            check.report.fail(group, case, "%s ends at %g s, expected %g s"
                              % (clip, end, (count - 1) / 15))
        for frame in range(count):
            where = "%s, %s frame %d" % (detail, clip, frame)
            pose = geometry.clip_pose(body, tracks, frame, factor)
            shapes = {b: geometry.morphed(model.figures[b], body.vertices[b], tracks.get(b),
                                          frame) for b in body.vertices}
            found, _ = by_uv(scene.vertices(scene.worlds(clip, frame / 15), clip, frame / 15))
            check.compare(group, case, model_points(model, shapes, pose), found, where)


def clear_model(rng, bones, clips, upwards):
    """-> (model, complexion) whose depths are not near a limit."""
    while True:
        model = rigs.random_model(rng, bones, clips, upwards)
        complexion = rigs.random_complexion(rng) if rng.random() < 0.7 else (0.0, 0.0, 0.0)
        if rigs.depth_is_clear(model, complexion) and \
                rigs.depth_is_clear(model, (0.0, 0.0, 0.0)):
            return model, complexion


def kind_of_clips(model):
    """What decides the group of a rig: does its root move?"""
    moves = any(model.root in t and t[model.root].translations for t in model.clips.values())
    return "root moves" if moves else "root stays"


def check_rigs(check):
    rng = check.rng("rigs")
    for number in range(check.options.rigs):
        model, complexion = clear_model(rng, rng.randint(2, 30), rng.randint(1, 2),
                                        rng.random() < 0.1)
        case = "rig %d" % number
        options = ["--complexion", "%g,%g,%g" % complexion]
        if complexion == (0.0, 0.0, 0.0) and rng.random() < 0.5:
            options = []
        if rng.random() < 0.7:
            options.append("--bake")
        if rng.random() < 0.25:
            options.append("--skin")
        group = "clips to GLB, " + kind_of_clips(model) + \
            (", --skin" if "--skin" in options else "")
        for name in (group, "rest poses", "normals at rest", "triangles"):
            check.report.case(name)
        check.write(evil.model_write(model, "rig"), case)
        if check.convert(group, case, check.path(case, "rig.mod"), "-o",
                         check.path(case, "rig.glb"), *options):
            compare_rig(check, group, case, model, complexion, (case, "rig.glb"),
                        "%d bones, %s" % (len(model.links), " ".join(options) or "default"))


def check_morphs(check):
    """Clips that move vertices, through the morph components."""
    rng = check.rng("morphs")
    group = "clips with morph frames"
    for number in range(max(1, check.options.rigs // 10)):
        model, complexion = clear_model(rng, rng.randint(1, 5), 0, False)
        tracks = {}
        for bone, figure in model.figures.items():
            count = len(figure.vertices[0])
            order = list(range(count))
            rng.shuffle(order)
            figure.morphs = list(zip(order, range(count)))
            track = rigs.random_track(rng, 3, False)
            track.morphs = [[rigs.random_vector(rng, 0.3) for _ in range(count)]
                            for _ in range(3)]
            tracks[bone] = track
        model.clips["morph"] = tracks
        case = "morph rig %d" % number
        check.report.case(group)
        check.write(evil.model_write(model, "rig"), case)
        if check.convert(group, case, check.path(case, "rig.mod"), "-o",
                         check.path(case, "rig.glb"), "--bake", "--complexion",
                         "%g,%g,%g" % complexion):
            compare_rig(check, group, case, model, complexion, (case, "rig.glb"),
                        "%d bones" % len(model.links))


# ---------------------------------------------------------------------------------------
# The way back

def read_model(check, group, case, stem):
    try:
        anm = check.path(case, stem + ".anm")
        return evil.model_read(check.read(case, stem + ".mod"), check.read(case, stem + ".bon"),
                               check.read(case, stem + ".anm") if os.path.exists(anm) else None,
                               stem)
    except Exception as problem:  # any damage is the finding
        check.report.fail(group, case, "the model cannot be read: %s: %s"
                          % (type(problem).__name__, problem))
    return None


def check_child_tracks(check, case, model, body, factor):
    """Writing an ANM: every bone but the root has W(parent) * BON of the body."""
    group = "child tracks in written ANM"
    check.report.case(group)
    parents = dict(model.links)
    for clip, tracks in model.clips.items():
        for frame in range(geometry.clip_frames(tracks)):
            pose = geometry.clip_pose(body, tracks, frame, factor)
            for bone, track in tracks.items():
                if not parents[bone]:
                    continue
                if frame >= len(track.translations):
                    check.report.fail(group, case, "%s of %s has %d translations" % (
                        bone, clip, len(track.translations)))
                    continue
                expected = geometry.rotate(pose[parents[bone]][0], body.offsets[bone])
                check.compare(group, case, {bone: expected}, {bone: track.translations[frame]},
                              "%s frame %d" % (clip, frame), 1.0)


def compare_back(check, group, case, scene, model, detail):
    """A model that the program wrote against the GLB that it was made from."""
    body = geometry.Body(model, (0.0, 0.0, 0.0))
    vertices = scene.vertices(scene.worlds())
    expected, normals = by_uv(vertices)
    rest = body.rest_pose()
    check.compare(group + ", at rest", case, expected,
                  model_points(model, body.vertices, rest), detail)
    check.compare(group + ", at rest", case, normals, model_normals(model, rest),
                  detail + ", normals", 1.0)
    check.report.expect(group + ", at rest", case, scene_triangles(scene, vertices)
                        == model_triangles(model), "other triangles, or turned ones")
    factor = geometry.height_factor(model, body)
    if set(scene.clips) != set(model.clips):
        check.report.fail(group, case, "clips %s, expected %s"
                          % (sorted(model.clips), sorted(scene.clips)))
        return
    for clip, tracks in model.clips.items():
        count = round(scene.clip_end(clip) * 15) + 1
        if geometry.clip_frames(tracks) != count:
            check.report.fail(group, case, "%s has %d frames, expected %d"
                              % (clip, geometry.clip_frames(tracks), count))
            continue
        for frame in range(count):
            expected, _ = by_uv(scene.vertices(scene.worlds(clip, frame / 15), clip,
                                               frame / 15))
            pose = geometry.clip_pose(body, tracks, frame, factor)
            check.compare(group, case, expected, model_points(model, body.vertices, pose),
                          "%s, %s frame %d" % (detail, clip, frame))
    check_child_tracks(check, case, model, body, factor)


def check_foreign(check):
    rng = check.rng("foreign")
    for number in range(check.options.rigs):
        skinned = rng.random() < 0.3
        rig = rigs.ForeignRig(rng, rng.randint(2, 30), skinned, rng.randint(0, 2))
        group = "GLB of another program to .mod" + (", skinned" if skinned else "")
        case = "foreign rig %d" % number
        check.report.case(group)
        check.report.case(group + ", at rest")
        check.write({"in.glb": rig.write()}, case)
        if not check.convert(group, case, check.path(case, "in.glb"), "-o",
                             check.path(case, "out.mod")):
            continue
        model = read_model(check, group, case, "out")
        scene = check.scene(group, case, case, "in.glb")
        if model and scene:
            detail = "%d bones, %s%s" % (len(rig.links), rig.way,
                                         ", turned at rest" if rig.turned else "")
            if sorted(model.links) != sorted(rig.links):
                check.report.fail(group, case, "other bones: %s" % model.links[:4])
                continue
            compare_back(check, group, case, scene, model, detail)


def check_return(check):
    """.mod to .glb to .mod: every body and every frame stays where it was."""
    rng = check.rng("return")
    for number in range(max(1, check.options.rigs // 4)):
        model, _ = clear_model(rng, rng.randint(2, 20), 1, rng.random() < 0.1)
        complexion = rigs.random_complexion(rng)
        if not rigs.depth_is_clear(model, complexion):
            complexion = (0.0, 0.0, 0.0)
        group = "there and back again, " + kind_of_clips(model)
        case = "return %d" % number
        check.report.case(group)
        check.write(evil.model_write(model, "rig"), case)
        if not (check.convert(group, case, check.path(case, "rig.mod"), "-o",
                              check.path(case, "rig.glb"))
                and check.convert(group, case, check.path(case, "rig.glb"), "-o",
                                  check.path(case, "back.mod"))):
            continue
        back = read_model(check, group, case, "back")
        if not back:
            continue
        bodies = [geometry.Body(m, complexion) for m in (model, back)]
        check.compare(group, case, model_points(model, bodies[0].vertices,
                                                bodies[0].rest_pose()),
                      model_points(back, bodies[1].vertices, bodies[1].rest_pose()),
                      "rest pose of %g,%g,%g" % complexion)
        factors = [geometry.height_factor(m, b) for m, b in zip((model, back), bodies)]
        for clip, tracks in model.clips.items():
            if clip not in back.clips:
                check.report.fail(group, case, "%s is missing" % clip)
                continue
            for frame in range(geometry.clip_frames(tracks)):
                points = [model_points(m, b.vertices,
                                       geometry.clip_pose(b, m.clips[clip], frame, f))
                          for m, b, f in zip((model, back), bodies, factors)]
                check.compare(group, case, points[0], points[1], "%s frame %d of %g,%g,%g"
                              % ((clip, frame) + complexion))
        if set(model.clips) <= set(back.clips):
            check_rotations(check, case, model, back)
        zero = geometry.Body(back, (0.0, 0.0, 0.0))
        check_child_tracks(check, case, back, zero, geometry.height_factor(back, zero))


def check_rotations(check, case, model, back):
    """Quaternions are written as float32, unrounded: those of the original come back."""
    group = "rotations of written ANM"
    check.report.case(group)
    depth = {"": 1}
    for bone, parent in model.links:
        depth[bone] = depth[parent] + 1
    for clip, tracks in model.clips.items():
        for bone, track in tracks.items():
            found = back.clips[clip].get(bone, evil.Track()).rotations
            for frame, q in enumerate(track.rotations):
                p = found[frame] if frame < len(found) else geometry.IDENTITY
                off = min(math.dist(p, q), math.dist(p, [-c for c in q]))
                check.report.error(group, case, off, "%s frame %d of %s" % (clip, frame, bone),
                                   ROTATION_ERROR_MAX * depth[bone])


def check_assimp(check):
    group = "GLB of assimp to .mod"
    if not check.assimp:
        check.report.skip(group, "assimp is not installed (package assimp-utils)")
        return
    rng = check.rng("assimp")
    for number in range(10):
        case = "assimp %d" % number
        check.report.case(group)
        if number % 2:
            rig = rigs.ForeignRig(rng, rng.randint(2, 10), False, 0)
            check.write({"in.glb": rig.write()}, case)
            source = "in.glb"
        else:
            check.write({"in.obj": obj_text(rng, rng.randint(1, 5)).encode()}, case)
            source = "in.obj"
        done = subprocess.run([check.assimp, "export", check.path(case, source),
                               check.path(case, "assimp.glb")], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=60, cwd=check.folder)
        if done.returncode or not os.path.exists(check.path(case, "assimp.glb")):
            check.report.skip(group, "assimp failed: %s" % done.stdout[-100:])
            return
        if not check.convert(group, case, check.path(case, "assimp.glb"), "-o",
                             check.path(case, "out.mod")):
            continue
        model = read_model(check, group, case, "out")
        scene = check.scene(group, case, case, "assimp.glb")
        if model and scene:
            compare_back(check, group, case, scene, model, source)


def obj_text(rng, objects):
    lines, first = [], 1
    for number in range(objects):
        count = rng.randint(3, 7)
        lines.append("o part%d" % number)
        lines += ["v %.6f %.6f %.6f" % rigs.random_vector(rng, 1) for _ in range(count)]
        lines += ["vt %.8f %.8f" % rigs.uv_of(number, i) for i in range(count)]
        lines += ["vn %.6f %.6f %.6f" % rigs.random_unit(rng, 3) for _ in range(count)]
        triangles = rigs.fan(count)
        for k in range(0, len(triangles), 3):
            lines.append("f " + " ".join("%d/%d/%d" % ((first + i,) * 3)
                                         for i in triangles[k:k + 3]))
        first += count
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------------------------
# Bodies

def check_bodies(check):
    rng = check.rng("bodies")
    total = check.options.bodies
    by_option = total // 5
    models = {"unmoco%d" % i: rigs.random_model(rng, rng.randint(1, 4)) for i in range(5)}
    members = []
    for stem, model in models.items():
        files = evil.model_write(model, stem)
        check.write(files, "bodies")
        members += list(files.items())
    check.write({"figures.res": evil.res_write(members),
                 "zone1.mpr": evil.map_write("zone1")}, "bodies")
    group = "bodies by --complexion"
    for number in range(by_option):
        stem = rng.choice(sorted(models))
        complexion = rigs.random_complexion(rng)
        case = "body %d" % number
        check.report.case(group)
        if rng.random() < 0.5:
            options = ["--complexion", "%g,%g,%g" % complexion]
        else:
            options = ["--str", "%g" % complexion[0], "--dex", "%g" % complexion[1],
                       "--height", "%g" % complexion[2]]
        if rng.random() < 0.5:
            options.append("--bake")
        if not check.convert(group, case, check.path("bodies", stem + ".mod"), "-o",
                             check.path("bodies", "body.glb"), *options):
            continue
        scene = check.scene(group, case, "bodies", "body.glb")
        if scene:
            body = geometry.Body(models[stem], complexion)
            found, _ = by_uv(scene.vertices(scene.worlds()))
            check.compare(group, case, model_points(models[stem], body.vertices,
                                                    body.rest_pose()), found,
                          " ".join(options))
    left = total - by_option
    while left > 0:
        check_map(check, rng, models, min(left, 200), "map with %d bodies left" % left)
        left -= 200


def check_map(check, rng, models, count, case):
    group = "bodies of placed objects"
    objects = []
    for number in range(count):
        objects.append(evil.Placed(number + 1, rng.choice(sorted(models)),
                                   (rigs.f32(rng.uniform(1, 31)), rigs.f32(rng.uniform(1, 31)),
                                    rigs.f32(rng.uniform(0, 3))), rigs.random_unit(rng, 4),
                                   tuple(map(rigs.f32, rigs.random_complexion(rng, -0.2,
                                                                              1.3)))))
        check.report.case(group)
    check.write({"zone1.mob": evil.mob_write(objects)}, "bodies")
    if not check.convert(group, case, check.path("bodies", "zone1.mpr"), "-o",
                         check.path("bodies", "zone1.glb"), "--mob",
                         check.path("bodies", "zone1.mob"), "--models",
                         check.path("bodies", "figures.res")):
        return
    scene = check.scene(group, case, "bodies", "zone1.glb")
    if not scene:
        return
    worlds = scene.worlds()
    nodes = {}
    for number, node in enumerate(scene.nodes):
        if "extras" in node and node["extras"].get("kind") == "OBJECT":
            nodes[node["extras"]["id"]] = number
    for o in objects:
        one = "%s, object %d" % (case, o.nid)
        if o.nid not in nodes:
            check.report.fail(group, one, "it is not in the GLB")
            continue
        model = models[o.template]
        body = geometry.Body(model, geometry.complexion_of_object(o.complexion))
        q = geometry.normalize(o.rotation)
        pose = {b: (geometry.multiply(q, w), geometry.add(o.position, geometry.rotate(q, p)))
                for b, (w, p) in body.rest_pose().items()}
        found, _ = by_uv(scene.vertices(worlds, only=below(scene, nodes[o.nid])))
        # Relative to the model, not to the map.
        check.compare(group, one, model_points(model, body.vertices, pose), found,
                      "OBJCOMPLECTION %g,%g,%g" % o.complexion, 1.0)


def below(scene, number):
    out, stack = [], [number]
    while stack:
        number = stack.pop()
        out.append(number)
        stack += scene.nodes[number].get("children", [])
    return out


# ---------------------------------------------------------------------------------------
# Cameras

def check_cameras(check):
    rng = check.rng("cameras")
    check.write({"zone1.mpr": evil.map_write("zone1")}, "cameras")
    for number in range(check.options.cameras):
        case = "camera %d" % number
        records = [(rigs.f32(i * 0.5), 0.5, rigs.random_vector(rng, 30),
                    rigs.random_unit(rng, 4)) for i in range(rng.randint(2, 6))]
        check.write({"one.cam": evil.cam_write(records)}, "cameras")
        on_map = number % 5 == 4
        group = "cameras on a map" if on_map else "cameras"
        check.report.case(group)
        if on_map:
            done = check.convert(group, case, check.path("cameras", "zone1.mpr"), "-o",
                                 check.path("cameras", "one.glb"), "--cam",
                                 check.path("cameras", "one.cam"))
        else:
            done = check.convert(group, case, check.path("cameras", "one.cam"), "-o",
                                 check.path("cameras", "one.glb"))
        scene = check.scene(group, case, "cameras", "one.glb") if done else None
        if scene:
            compare_camera(check, group, case, scene, records)


def compare_camera(check, group, case, scene, records):
    numbers = [i for i, n in enumerate(scene.nodes) if "camera" in n]
    if len(numbers) != 1 or len(scene.clips) != 1:
        check.report.fail(group, case, "%d cameras, %d animations"
                          % (len(numbers), len(scene.clips)))
        return
    clip, channels = next(iter(scene.clips.items()))
    times = max((s.times for s in channels.values()), key=len)
    if len(times) != len(records):
        check.report.fail(group, case, "%d keys for %d records" % (len(times), len(records)))
        return
    for frame, (time, (_, _, position, rotation)) in enumerate(zip(times, records)):
        worlds = scene.worlds(clip, time)
        found = dict(zip(("view", "up", "right"), scene.camera_axes(numbers[0], worlds)))
        expected = dict(zip(("view", "up", "right"), map(geometry.to_gltf,
                                                         geometry.camera_axes(rotation))))
        check.compare(group, case, expected, found, "record %d" % frame, 1.0)
        place = geometry.point(worlds[numbers[0]], (0, 0, 0))
        check.compare(group, case, {"position": geometry.to_gltf(position)},
                      {"position": place}, "record %d" % frame)


# ---------------------------------------------------------------------------------------
# Links and figures

def figure_files(model, stem, names):
    """Loose files: X.lnk, and each figure and its place under the name that is given."""
    files = {stem + ".lnk": evil.lnk_write(model.links)}
    for bone, name in names.items():
        files[name + ".fig"] = evil.fig_write(model.figures[bone])
        files[name + ".bon"] = evil.bon_write(model.bones[bone])
    return files


def alias_model(rng):
    model = rigs.random_model(rng, 1)
    return evil.Model([("weapon", "")], {"weapon": model.figures["hp"]},
                      {"weapon": [(0.0, 0.0, 0.0)] * 8})


def check_links(check):
    rng = check.rng("links")
    group = "LNK aliases"
    own, other = alias_model(rng), alias_model(rng)
    cases = {"X.lnk, bone weapon: Xweapon comes before weapon": (
                 {**figure_files(other, "swax", {"weapon": "weapon"}),
                  **figure_files(own, "swax", {"weapon": "swaxweapon"})}, own),
             "X.lnk, bone weapon, no Xweapon: weapon itself": (
                 {**figure_files(other, "swax", {"weapon": "weapon"})}, other)}
    for number, (case, (files, model)) in enumerate(cases.items()):
        folder = "alias%d" % number
        check.report.case(group)
        check.write(files, folder)
        if check.convert(group, case, check.path(folder, "swax.lnk"), "-o",
                         check.path(folder, "out.glb")):
            compare_static(check, group, case, model, (folder, "out.glb"))
        on_map = case + ", on a map"
        check.report.case(group)
        check.write({"figures.res": evil.res_write(list(files.items())),
                     "zone1.mpr": evil.map_write("zone1"),
                     "zone1.mob": evil.mob_write([evil.Placed(
                         1, "swax", (0.0, 0.0, 0.0), geometry.IDENTITY, (0.0, 0.0, 0.0))])},
                    folder, "map")
        if check.convert(group, on_map, check.path(folder, "map", "zone1.mpr"), "-o",
                         check.path(folder, "map.glb"), "--mob",
                         check.path(folder, "map", "zone1.mob"), "--models",
                         check.path(folder, "map", "figures.res")):
            compare_static(check, group, on_map, model, (folder, "map.glb"), True)
    check_missing(check, rng)


def compare_static(check, group, case, model, glb, object_only=False, complexion=(0, 0, 0)):
    scene = check.scene(group, case, *glb)
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


def check_missing(check, rng):
    """A part that is found nowhere is an error that names it."""
    group = "missing parts"
    model = rigs.random_model(rng, 4)
    gone = model.links[2][0]
    mod = [("rig", evil.lnk_write(model.links))]
    mod += [(b, evil.fig_write(f)) for b, f in model.figures.items() if b != gone]
    files = evil.model_write(model, "rig")
    files["rig.mod"] = evil.res_write(mod)
    check.write(files, "missing", "mod")
    alias = figure_files(alias_model(rng), "swax", {"weapon": "else"})
    check.write(alias, "missing", "alias")
    loose = figure_files(model, "rig", {b: "rig" + b for b, _ in model.links if b != gone})
    loose["rig" + gone + ".bon"] = evil.bon_write(model.bones[gone])
    check.write(loose, "missing", "loose")
    for case, path, name in (("in a .mod", ("mod", "rig.mod"), gone),
                             ("an alias", ("alias", "swax.lnk"), "weapon"),
                             ("of loose files", ("loose", "rig.lnk"), gone)):
        check.report.case(group)
        out = check.path("missing", "out.glb")
        status, message = check.run("convert", check.path("missing", *path), "-o", out)
        check.report.expect(group, case, status == 1, "exit status %d, expected 1" % status)
        check.report.expect(group, case, name in message.replace(check.folder, ""),
                            "the message does not name %s: %s" % (name, message))
        check.report.expect(group, case, not os.path.exists(out), "the GLB was written")
        if os.path.exists(out):
            os.remove(out)


def check_old_figures(check):
    rng = check.rng("old figures")
    group = "old FIG6 without magic"
    for number in range(10):
        model = rigs.random_model(rng, rng.randint(1, 4))
        six = evil.Model(model.links, {b: f.variants(6) for b, f in model.figures.items()},
                         model.bones)
        check.write(evil.model_write(model, "eight"), "old%d" % number)
        check.write(evil.model_write(six, "six"), "old%d" % number)
        check.write(evil.model_write(six, "old", evil.fig_write_old), "old%d" % number)
        # The variants 4 to 7 do not count at height 0: all three are the same body.
        complexion = (0.0, 0.0, 0.0) if number % 2 else \
            tuple(rigs.random_complexion(rng)[:2]) + (0.0,)
        for stem in ("eight", "six", "old"):
            case = "%s variants %s, complexion %g,%g,%g" % (
                {"eight": "8", "six": "6"}.get(stem, "6, no magic,"), number, *complexion)
            check.report.case(group)
            out = stem + ".glb"
            if check.convert(group, case, check.path("old%d" % number, stem + ".mod"), "-o",
                             check.path("old%d" % number, out), "--bake", "--complexion",
                             "%g,%g,%g" % complexion):
                compare_static(check, group, case, model, ("old%d" % number, out), False,
                               complexion)
    check_few_variants(check, rng)


def check_few_variants(check, rng):
    """FIG1 to FIG8 are the same figure at complexion 0,0,0."""
    group = "FIG1 to FIG8"
    model = rigs.random_model(rng, 3)
    for count in range(1, 9):
        case = "FIG%d" % count
        few = evil.Model(model.links, {b: f.variants(count) for b, f in model.figures.items()},
                         model.bones)
        check.write(evil.model_write(few, "few"), case)
        check.report.case(group)
        if check.convert(group, case, check.path(case, "few.mod"), "-o",
                         check.path(case, "few.glb")):
            compare_static(check, group, case, model, (case, "few.glb"))


CHECKS = (check_examples, check_axes, check_rigs, check_morphs, check_foreign, check_return,
          check_assimp, check_bodies, check_cameras, check_links, check_old_figures)


def main():
    parser = argparse.ArgumentParser(description="compare oisin with the reference geometry")
    parser.add_argument("oisin", help="the program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rigs", type=int, default=200)
    parser.add_argument("--bodies", type=int, default=1000)
    parser.add_argument("--cameras", type=int, default=100)
    parser.add_argument("--keep", metavar="DIR", help="leave all files in this folder")
    options = parser.parse_args()
    if not os.access(options.oisin, os.X_OK):
        parser.error("%s is not a program" % options.oisin)
    folder = options.keep or tempfile.mkdtemp(prefix="oisin-reference-")
    os.makedirs(folder, exist_ok=True)
    try:
        check = Check(options, folder)
        for one in CHECKS:
            one(check)
        return 1 if check.report.print() else 0
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
