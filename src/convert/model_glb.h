/* Models of Evil Islands as glTF scenes (.glb), y up: (x, y, z) becomes (x, z, -y).
 *
 * One node for each bone, in the model's order, named by it; a figure is a mesh on its node,
 * one vertex for each of its corners. Extras: of a node "offsets" (24 numbers, as the
 * JSON of a .bon has them: the bone's place in the eight variants, z up), of a mesh "group",
 * "texture_number" and "variants".
 *
 * The variants are seven morph targets, differences to the first, named by model_target_names;
 * the mesh's weights, and the nodes' places, are those of the complexion. A vertex that clips
 * move adds targets named CLIP.FRAME; frames that are equal share one. Animations are the
 * clips, frame / 15 seconds from 0. Materials are of a group and a texture_number. */
#ifndef OISIN_CONVERT_MODEL_GLB_H
#define OISIN_CONVERT_MODEL_GLB_H

#include "convert/model.h"
#include "formats/open/gltf.h"

enum { MODEL_TARGET_COUNT = FIG_VARIANTS - 1 };
/* "strength", "dexterity", "strength_dexterity", ...: of variant i + 1. */
extern const char *const model_target_names[MODEL_TARGET_COUNT];

static inline Vec3 model_axes(Vec3 v) { return (Vec3){v.x, v.z, -v.y}; }
static inline Quat model_axes_turn(Quat q) { return (Quat){q.w, q.x, q.z, -q.y}; }

/* `bake`: meshes are of the complexion alone, without targets of variants. `skin`: no mesh on
 * the nodes but one for all, whose joints they are (256 bones at most); vertices that clips
 * move are left out then, with a warning. */
bool model_scene(const Model *model, const ModelSettings *settings, Gltf *out, Arena *arena,
                 Report *report);

/* For conversions.def: .mod, .lnk, .fig and folders. */
bool model_to_glb(ConversionJob *job, Arena *arena, Report *report);

#endif
