# blender -b --python tools/blender_trip.py -- FROM.glb TO.glb [extras] [fps=15] [move=BONE]: what
# Blender writes of what it reads, with custom properties, at its frame rate or another, with an
# object moved by a metre along x.
import sys

import numpy

numpy.bool = bool  # Debian 12: its NumPy is newer than its Blender knows

import bpy

words = sys.argv[sys.argv.index("--") + 1:]
settings = dict(word.partition("=")[::2] for word in words[2:])
bpy.ops.wm.read_factory_settings(use_empty=True)
if "fps" in settings:
    bpy.context.scene.render.fps = int(settings["fps"])
bpy.ops.import_scene.gltf(filepath=words[0])
if "move" in settings:
    bpy.data.objects[settings["move"]].location.x += 1
bpy.ops.export_scene.gltf(filepath=words[1], export_format="GLB",
                          export_extras="extras" in settings)
