"""GLB to models: from other programs, and from the program itself."""

import math
import os
import subprocess

import evil
import geometry
import rigs
from harness import by_uv, model_normals, model_points, model_triangles, scene_triangles
from rig_checks import clear_model, kind_of_clips

ROTATION_ERROR_MAX = 5e-7  # of a float32 product, for each bone up to the root

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
                translations = track.translations
                if len(translations) == 1: # one value holds for all frames
                    translations = translations * (frame + 1)
                if frame >= len(translations):
                    check.report.fail(group, case, "%s of %s has %d translations" % (
                        bone, clip, len(translations)))
                    continue
                expected = geometry.rotate(pose[parents[bone]][0], body.offsets[bone])
                check.compare(group, case, {bone: expected}, {bone: translations[frame]},
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
