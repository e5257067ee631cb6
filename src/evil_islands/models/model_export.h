/* Export of Evil Islands models as glTF scenes (.glb), y up: (x, y, z) becomes (x, z, -y).
 *
 * There is one node for each bone, in the order and with the names of the model. A figure is a
 * mesh on its node, with one vertex for each of its corners. Extras: of a node "offsets" (24
 * numbers, as in the JSON of a .bon: the bone's position in the eight variants, z up), of a
 * mesh "group", "texture_number" and "variants".
 *
 * The variants are seven morph targets, as differences to the first variant, named by
 * model_target_names; the complexion determines the weights of the mesh and the positions of
 * the nodes. A mesh whose vertices move in clips has further targets, named CLIP.FRAME; equal
 * frames share one. Animations are the clips, with frame / 15 seconds from 0. There is one
 * material for each pair of group and texture_number. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_MODEL_EXPORT_H
#define OISIN_EVIL_ISLANDS_MODELS_MODEL_EXPORT_H

#include "evil_islands/models/model.h"
#include "kit/open/gltf.h"

enum { MODEL_TARGET_COUNT = FIG_VARIANTS - 1 };
/* "strength", "dexterity", "strength_dexterity", ...: target i is variant i + 1. */
extern const char *const model_target_names[MODEL_TARGET_COUNT];

static inline Vec3 model_axes(Vec3 v) { return (Vec3){v.x, v.z, -v.y}; }
static inline Quat model_axes_turn(Quat q) { return (Quat){q.w, q.x, q.z, -q.y}; }
/* From the axes of glTF to those of the game; a zero stays positive. */
static inline Vec3 model_axes_back(Vec3 v) { return (Vec3){v.x, 0 - v.z, v.y}; }
static inline Quat model_axes_turn_back(Quat q) { return (Quat){q.w, q.x, -q.z, q.y}; }

/* Builds the scene. `bake`: meshes have only the given complexion, without targets of variants.
 * `skin`: one mesh for all bones, which are its joints (at most 256), instead of one per node;
 * vertices that clips move are then omitted with a warning. */
bool model_scene(const Model *model, const ModelSettings *settings, Gltf *out, Arena *arena,
                 Report *report);

/* Used by conversions.def: .mod, .lnk, .fig and folders. */
bool model_to_glb(ConversionJob *job, Arena *arena, Report *report);

#endif
