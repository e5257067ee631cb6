/* glTF scenes (.glb) as models of Evil Islands: the way back of model_glb.h, also for what
 * Blender and others make of such a scene.
 *
 * Bones are the joints of a skin, if a mesh has one. Else they are all nodes of the tree that
 * has meshes, but for parts: nodes of a mesh and no children belong to the bone above if they
 * are called as it is (hd.001, hd_mesh), or lie exactly on it while it has no mesh itself. A
 * node on top that lies at the origin, without a mesh, above one child, is no bone; cameras
 * and lights are none. One bone is the root. Bones are written in depth-first order, those of
 * one parent in the order of nodes. A triangle of a skinned mesh goes to the joint of the
 * largest weight.
 *
 * FIG and BON know no rotation or scale at rest: figures and places are turned and scaled so
 * that the model looks the same. Blender writes nodes as one frame of a clip has them: where
 * all nodes that a clip moves are as in its first frame, rotations are of that frame, and at
 * rest there are none. Extras "offsets" give the eight places exactly; a bone that was moved
 * since takes all eight with it. Without them all are where the node is.
 *
 * Morph targets are found by the names of model_target_names; one that mixes and is missing is
 * the sum of its parts. Others move vertices in clips, by animated weights. The group is known
 * by the material's name (skin, skin_2, skin.001), or by extras; the texture_number by extras,
 * by two or three digits at the end of the image's name, or by the images' order.
 *
 * Clips begin at their first key and are read 15 times a second. Rotations are rounded to
 * 2^-17, so that the way out and in again changes nothing. What does not move has no track. */
#ifndef OISIN_CONVERT_GLB_MODEL_H
#define OISIN_CONVERT_GLB_MODEL_H

#include "convert/conversion.h"

/* For conversions.def. A .mod: NAME.bon, NAME.anm if there are clips, and textures (NAME.mmp,
 * or NAMEnn.mmp by number) go beside it; a .lnk: NAMEBONE.fig and NAMEBONE.bon, too. */
bool glb_to_model(ConversionJob *job, Arena *arena, Report *report);
bool glb_to_links(ConversionJob *job, Arena *arena, Report *report);
/* A .fig, of a model of one bone. */
bool glb_to_figure(ConversionJob *job, Arena *arena, Report *report);
/* The files of a .lnk in a folder, named by the input. */
bool glb_to_files(ConversionJob *job, Arena *arena, Report *report);

#endif
