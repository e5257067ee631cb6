/* Internal declarations of glb_model. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_MODEL_IMPORT_INTERNAL_H
#define OISIN_EVIL_ISLANDS_MODELS_MODEL_IMPORT_INTERNAL_H

#include "base/json.h"
#include "kit/open/affine.h"
#include "evil_islands/models/model_import.h"
#include "evil_islands/models/model_export.h"

/* Limit for the total work, so that a small file cannot cause much: numbers of vertices read or
 * moved, joints of bones in frames. */
enum { GLB_WORK_MAX = 1 << 28 };

/* Triangles of a bone, from one primitive. */
typedef struct GlbPart {
    int32_t node; /* the node of the mesh */
    const GltfMesh *mesh;
    const GltfPrimitive *primitive;
    const uint32_t *indices;
    uint32_t index_count;
    Affine place; /* transform from the mesh to the bone, y up, at rest */
} GlbPart;

/* The source of a vertex of a figure. */
typedef struct GlbOrigin {
    uint32_t part, vertex;
} GlbOrigin;

typedef struct GlbBone {
    Text name;
    int32_t node, parent; /* a bone with a smaller index; -1: none */
    int32_t *chain;       /* nodes from below the parent's node to its own */
    size_t chain_count;
    Affine shape;               /* linear transform at rest: from its node to the model */
    Affine before;              /* at rest: from its node's parent to the parent bone's node */
    Vec3 offsets[FIG_VARIANTS]; /* z up */
    Vec3 base;                  /* offset in the body that the scene shows */
    GlbPart *parts;
    size_t part_count;
    FigFile *fig;       /* NULL: none */
    GlbOrigin *origins; /* of each vertex */
    uint32_t vertex_count;
} GlbBone;

/* A node in the rest pose. */
typedef struct GlbRest {
    Vec3 translation, scale;
    Quat rotation;
    int32_t bone; /* -1: none */
    bool shown;   /* the node is in the pose of the first frame of a clip */
    bool shaped;  /* the node or a descendant has a mesh */
    bool joint;   /* a joint of a skin that is used */
    bool placed;  /* its extras contain offsets: */
    Vec3 offsets[FIG_VARIANTS];
} GlbRest;

typedef struct GlbClip {
    Text name;
    Bytes *bones; /* ANM of each bone */
} GlbClip;

typedef struct GlbModel {
    Gltf gltf;
    Text name;
    GlbRest *rests; /* of each node */
    int32_t *order; /* nodes, parents first, depth-first */
    bool skinned;
    GlbBone *bones;
    size_t bone_count;
    float weights[FIG_VARIANTS]; /* of the body that the scene shows */
    bool variants;               /* a mesh has targets of variants */
    bool first_positions; /* nodes are at the positions of the first variant, regardless of the
                           * weights */
    GlbClip *clips;
    size_t clip_count;
    ProjectFiles textures; /* paths without the model's name: "07.mmp" */
    int64_t work;          /* remaining work */
    Arena *arena;
    Report *report;
} GlbModel;

/* A member of extras, which the caller releases with json_decref; NULL: there is none. */
json_t *glb_extra(Text extras, const char *key);
bool glb_extra_number(Text extras, const char *key, uint32_t *out);

/* The variant of a target's name, 1 to 7; 0: not a variant. */
unsigned glb_variant(Text name);

/* Charges work; reports one error if the limit is exceeded. */
bool glb_charge(GlbModel *model, uint64_t work);

/* The steps of the import, in this order. */
bool glb_find_rests(GlbModel *model);
bool glb_find_bones(GlbModel *model);
bool glb_find_parts(GlbModel *model);
bool glb_make_figures(GlbModel *model);
bool glb_make_textures(GlbModel *model, const ConversionJob *job);
bool glb_make_clips(GlbModel *model);

/* ---- of glb_make_clips: values of channels ---- */

/* Samples a channel at a time (`width` values); before its first and after its last key it is
 * constant. */
void glb_sample(const GltfChannel *channel, double time, float *out);

/* Sets the vertices that a clip moves; `channels` are those of weights, by node; -1: none. */
bool glb_make_moves(GlbModel *model, const GltfAnimation *animation, const int32_t *channels,
                    const GlbBone *bone, double begin, AnmFile *out);
/* The number of frames of a channel from a start time on. */
uint32_t glb_frames(const GltfChannel *channel, double begin);

#endif
