"""Models to GLB: the rest pose and every frame of every clip."""

import math

import evil
import geometry
import rigs
from harness import by_uv, model_normals, model_points, model_triangles, scene_triangles

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
