# blender -b --python tools/blender_count.py -- FILE.glb: prints what Blender sees in it,
# "blender: 2520 triangles, 15 objects, 0 bones, 2 clips".
import sys

import numpy

numpy.bool = bool  # Debian 12: its NumPy is newer than its Blender knows

import bpy

bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=sys.argv[sys.argv.index("--") + 1])
triangles = 0
for thing in bpy.data.objects:
    if thing.type == "MESH":
        thing.data.calc_loop_triangles()
        triangles += len(thing.data.loop_triangles)
bones = sum(len(armature.bones) for armature in bpy.data.armatures)
animated = [data.animation_data for data in [*bpy.data.objects, *bpy.data.shape_keys]]
clips = {track.name for data in animated if data for track in data.nla_tracks}
print(f"blender: {triangles} triangles, {len(bpy.data.objects)} objects, {bones} bones, "
      f"{len(clips)} clips")
