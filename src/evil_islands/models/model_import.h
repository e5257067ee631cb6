/* Import of glTF scenes (.glb) as models of Evil Islands: the inverse of model_export.h, which
 * also accepts scenes exported by Blender and other programs.
 *
 * Bones. If a mesh has a skin, the bones are its joints. Otherwise they are all nodes of the
 * tree that contains meshes, except for parts: a node with a mesh and without children belongs
 * to its parent bone if its name extends that of the parent (hd.001, hd_mesh), or if its
 * position equals that of a parent without a mesh. A top node at the origin, without a mesh and
 * with one child, is not a bone; neither are cameras and lights. There must be one root bone.
 * Bones are written in depth-first order, siblings in the order of nodes. A triangle of a
 * skinned mesh is assigned to the joint with the largest weight.
 *
 * Rest pose. FIG and BON files have no rotation or scale at rest: figures and positions are
 * transformed so that the model looks the same. Blender exports nodes in the pose of one frame
 * of a clip: if all nodes that a clip animates are in the pose of its first frame, rotations
 * are interpreted as belonging to that frame, and the rest pose has none. Extras "offsets"
 * contain the eight positions exactly; if a bone was moved since the export, all eight move
 * with it. Without extras, all eight are the node's position.
 *
 * Morph targets are matched by the names of model_target_names; a missing target of a
 * combination is the sum of its parts. Other targets move vertices in clips, through animated
 * weights. The name of the material (skin, skin_2, skin.001) or extras determine the group;
 * extras, two or three digits at the end of the image's name, or the order of images determine
 * the texture_number.
 *
 * Clips start at their first key and are sampled 15 times per second. Rotations are rounded to
 * 2^-17, so that export and import together change nothing. A bone that does not move gets no
 * track. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_MODEL_IMPORT_H
#define OISIN_EVIL_ISLANDS_MODELS_MODEL_IMPORT_H

#include "kit/convert/conversion.h"

/* Used by conversions.def. For a .mod, further files are written: NAME.bon, NAME.anm if there
 * are clips, and textures (NAME.mmp, or NAMEnn.mmp by number; texture_file.h); for a .lnk also
 * NAMEBONE.fig and NAMEBONE.bon. */
bool glb_to_model(ConversionJob *job, Arena *arena, Report *report);
bool glb_to_links(ConversionJob *job, Arena *arena, Report *report);
/* Writes a .fig from a model with one bone. */
bool glb_to_figure(ConversionJob *job, Arena *arena, Report *report);
/* Writes the files of a .lnk to a folder; the input determines their names. */
bool glb_to_files(ConversionJob *job, Arena *arena, Report *report);

#endif
