"""Bodies, placed objects, cameras, links and old figures."""

import os

import evil
import geometry
import rigs
from harness import below, by_uv, compare_static, model_points

# ---------------------------------------------------------------------------------------
# Bodies

def check_bodies(check):
    rng = check.rng("bodies")
    total = check.options.bodies
    by_option = total // 5
    models = {"unmoco%d" % i: rigs.random_model(rng, rng.randint(1, 4)) for i in range(5)}
    for number in range(5):
        models["unidle%d" % number] = idle_model(rng)
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


IDLE = "uidle"


def idle_model(rng):
    """With an idle clip between others, one of which has a longer name that fits."""
    while True:
        model = rigs.random_model(rng, rng.randint(2, 5), 3, True)
        if rigs.depth_is_clear(model, (0.0, 0.0, 0.0)):
            model.clips = dict(zip(("attack", IDLE, "cidle02"), model.clips.values()))
            return model


def pose_on_map(model, body):
    if IDLE not in model.clips:
        return body.rest_pose()
    return geometry.clip_pose(body, model.clips[IDLE], 0, geometry.height_factor(model, body))


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
                for b, (w, p) in pose_on_map(model, body).items()}
        found, _ = by_uv(scene.vertices(worlds, only=below(scene, nodes[o.nid])))
        # Relative to the model, not to the map.
        check.compare(group, one, model_points(model, body.vertices, pose), found,
                      "OBJCOMPLECTION %g,%g,%g" % o.complexion, 1.0)


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
