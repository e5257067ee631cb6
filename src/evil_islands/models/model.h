/* Models of Evil Islands, loaded from their files: bones (LNK), each with a position (BON) and
 * a mesh (FIG), and clips that animate them (ANM). Drawing and export of models are based on
 * this module.
 *
 * Conventions are those of the game: z up, right-handed, 15 frames per second. A model has
 * eight extreme bodies, the variants; a body is a blend of them by three numbers, its
 * complexion. Source: specs/evil_islands.md, conventions.md. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_MODEL_H
#define OISIN_EVIL_ISLANDS_MODELS_MODEL_H

#include "evil_islands/models/model_settings.h"
#include "evil_islands/models/anm.h"
#include "evil_islands/models/fig.h"
#include "base/image/image.h"

/* Limits: real models have 15 to 50 bones and up to a few hundred clips. */
enum {
    MODEL_BONES_MAX = 1024,
    MODEL_CLIPS_MAX = 2048,
    MODEL_POSES_MAX = 1 << 21, /* bones times frames, of all clips together */
    /* Entries of an archive may share their bytes, so a small archive could contain any number
     * of large entries. */
    MODEL_PARTS_MAX = 1 << 20,
    MODEL_BYTES_MAX = 128 << 20,
    MODEL_CORNERS_MAX = 1 << 19, /* of all figures together */
    MODEL_PIXELS_MAX = 1 << 25,  /* of all textures that figures use */
};

typedef struct ModelBone {
    Text name;                  /* UTF-8 */
    int32_t parent;             /* a smaller index; -1: none */
    Vec3 offsets[FIG_VARIANTS]; /* relative to the parent; all equal if the file has only one */
    const FigFile *fig;         /* valid, with finite vertices; NULL: no mesh */
} ModelBone;

typedef struct ModelClip {
    Text name;
    const AnmFile **bones; /* one for each bone; NULL: the bone has no tracks */
    uint32_t frame_count;  /* length of the longest track, at least 1 */
} ModelClip;

/* The file of a texture_number, .mmp or .png. */
typedef struct ModelTexture {
    Text name;
    uint32_t number;
    bool any; /* used for all numbers without their own texture */
    Bytes file;
} ModelTexture;

typedef struct Model {
    Text name;
    ModelBone *bones; /* parents first */
    size_t bone_count;
    ModelClip *clips; /* sorted by name */
    size_t clip_count;
    ModelTexture *textures;
    size_t texture_count;
    uint64_t pixels; /* of the textures that figures use */
} Model;

/* The source of a model: a file, or the files of a folder.
 *
 * X.mod is an archive: its entry X is the LNK, all others are FIGs named after bones. X.lnk has
 * separate files: XBONE.fig and XBONE.bon in the same folder; if it has only one bone, that
 * bone may be a part of another figure, BONE.fig. A model without any figure is an error. X.fig
 * alone is a model of one bone. A folder has the same content, as unpacked by `oisin unpack`,
 * or the archives themselves.
 *
 * In the same folder are X.bon (an archive by bone) and X.anm (an archive of archives: clip,
 * then bone), or folders of those names with their content, and the texture: Xnn.mmp or
 * Xnnn.mmp for texture_number nn, otherwise X.mmp; a single texture is used for all numbers.
 * Names are compared without case. Other entries are ignored with a warning. */
typedef struct ModelSource {
    Text path;                       /* determines the name of the model */
    Bytes file;                      /* of a .mod, .lnk or .fig, or ... */
    const ProjectFiles *files;       /* ... of a folder; otherwise NULL */
    Bytes bones, animation, texture; /* files given by options, which replace those of the
                                      * folder; data NULL: not given */
    const ConversionFolder *folder;  /* access to the folder of the input; may be NULL */
} ModelSource;

ModelSource model_source(const ConversionJob *job);

/* The model refers to slices of the source's bytes. Errors name the part. */
bool model_load(const ModelSource *source, Model *out, Arena *arena, Report *report);

/* Index of the bone with this name, ignoring case; -1 if there is none. */
int32_t model_bone(const Model *model, Text name);
/* Index of the clip with this name, ignoring case; -1 if there is none. */
int32_t model_clip(const Model *model, Text name);
/* The texture with this number; NULL if there is none. */
const ModelTexture *model_texture(const Model *model, uint32_t number);
/* Decodes a texture in either format. */
bool model_texture_read(const ModelTexture *texture, Image *out, Arena *arena, Report *report);
/* The same, but a damaged texture is only a warning, and the model has none. */
bool model_texture_try(const ModelTexture *texture, Image *out, Arena *arena, Report *report);

/* The weights of the variants for a body: trilinear, with sum 1. Bit 0 of a variant's index is
 * strength, bit 1 dexterity, bit 2 height. Values are not clamped: 2 is twice as strong. */
void model_weights(float strength, float dexterity, float height, float out[FIG_VARIANTS]);

/* A body of a model. Clips were made for the strong and tall one, variant 5. */
typedef struct ModelBody {
    float weights[FIG_VARIANTS];
    /* Rest depth of this body divided by that of variant 5. The height of a clip's root is
     * multiplied by it, so that the feet stay on the ground. */
    float height_scale;
} ModelBody;

/* Computes the body for these weights. It reads all vertices, so compute it only once. */
ModelBody model_body(const Model *model, const float weights[FIG_VARIANTS]);

/* The weighted sum of the variants. */
Vec3 model_blend(const Vec3 variants[FIG_VARIANTS], const float weights[FIG_VARIANTS]);
/* A vertex of a figure in all variants; if the figure has fewer, they are repeated. */
void model_vertex(const FigFile *fig, uint32_t index, Vec3 out[FIG_VARIANTS]);

/* The transform of a bone: relative to its parent, as in glTF nodes, and in the model. */
typedef struct ModelPose {
    Vec3 translation, world_translation;
    Quat rotation, world_rotation; /* of length 1 */
} ModelPose;

/* Computes the poses of all bones in a frame of a clip (-1: at rest). Rotations in a file mean
 * world(child) = R * world(parent). The translation of the root replaces its offset, with its
 * height scaled to the body. All other bones are at world(parent) * offset from their parent,
 * regardless of their track: original tracks already contain that product, and adding it would
 * double every limb. A track that is shorter holds its last frame; a bone without a track has
 * no rotation, and a root without translations is at its offset. */
void model_pose(const Model *model, int32_t clip, uint32_t frame, const ModelBody *body,
                ModelPose *poses);

/* The mesh of one bone in its local space; the pose's world transform places it. */
typedef struct ModelMesh {
    Vec3 *positions, *normals; /* finite; of length 1 */
    Vec2 *uvs;                 /* v down on the upright image, as in glTF */
    uint32_t corner_count;
    uint32_t *indices; /* three per triangle, counter-clockwise */
    uint32_t index_count;
} ModelMesh;

/* Builds the mesh with the vertices as moved by the clip (-1: none); it has no vertices if the
 * bone has no figure, or an empty one. */
void model_mesh(const Model *model, size_t bone, int32_t clip, uint32_t frame,
                const float weights[FIG_VARIANTS], ModelMesh *out, Arena *arena);

/* The displacement of each vertex of a bone's figure (4 * vertex_blocks of them) in a frame of
 * a clip; NULL if none moves. */
Vec3 *model_moves(const Model *model, size_t bone, int32_t clip, uint32_t frame, Arena *arena);

#endif
