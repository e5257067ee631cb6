/* Models of Evil Islands, put together from their files: bones (LNK) with a place (BON) and a
 * mesh (FIG) each, and clips that move them (ANM). What draws or exports a model starts here.
 *
 * All is as in the game: z up, right-handed, 15 frames a second. A model has eight extreme
 * bodies, the variants; a body is a blend of them by three numbers, its complexion.
 * specs/evil_islands.md, conventions.md. */
#ifndef OISIN_CONVERT_MODEL_H
#define OISIN_CONVERT_MODEL_H

#include "convert/conversion.h"
#include "formats/evil_islands/anm.h"
#include "formats/evil_islands/fig.h"

/* Limits of what is read: real models have 15 to 50 bones and at most some hundred clips. */
enum {
    MODEL_BONES_MAX = 1024,
    MODEL_CLIPS_MAX = 2048,
    MODEL_POSES_MAX = 1 << 21, /* bones times frames, of all clips together */
    /* Entries of an archive may share their bytes, so that a small one could hold any number
     * of large ones. */
    MODEL_PARTS_MAX = 1 << 20,
    MODEL_BYTES_MAX = 128 << 20,
    MODEL_CORNERS_MAX = 1 << 19, /* of all figures */
    MODEL_PIXELS_MAX = 1 << 25,  /* of all textures that figures have */
};

typedef struct ModelBone {
    Text name;                  /* UTF-8 */
    int32_t parent;             /* comes before it; -1: none */
    Vec3 offsets[FIG_VARIANTS]; /* from the parent; all the same if the file has one */
    const FigFile *fig;         /* sound, its corners are finite; NULL: no mesh */
} ModelBone;

typedef struct ModelClip {
    Text name;
    const AnmFile **bones; /* one for each bone; NULL: it does not move by itself */
    uint32_t frame_count;  /* of the longest track, at least 1 */
} ModelClip;

/* The file of a texture_number; `file` is a .mmp or a .png. */
typedef struct ModelTexture {
    Text name;
    uint32_t number;
    bool any; /* of all numbers that have none of their own */
    Bytes file;
} ModelTexture;

typedef struct Model {
    Text name;
    ModelBone *bones; /* parents first */
    size_t bone_count;
    ModelClip *clips; /* by name */
    size_t clip_count;
    ModelTexture *textures;
    size_t texture_count;
    uint64_t pixels; /* of the textures that figures have */
} Model;

/* Where a model comes from: a file, or a folder's files.
 *
 * X.mod is an archive: its entry X is the LNK, all others are FIGs named by bone. X.lnk is
 * loose: XBONE.fig and XBONE.bon are beside it; if it has one bone only, that may be the part
 * of another figure, BONE.fig. A model of which no figure is found is an error. X.fig alone is
 * a model of one bone. A folder has either, as `oisin unpack` leaves an archive, or the
 * archives themselves. Beside it, or in the folder, are X.bon (an archive by bone) and X.anm
 * (an archive of archives: clip, then bone), or folders of those names with what is in them,
 * and the texture: Xnn.mmp or Xnnn.mmp of texture_number nn, else X.mmp; a single one is for
 * all numbers. Names compare without regard to case. Entries that are none of that are left out
 * with a warning. */
typedef struct ModelSource {
    Text path;                       /* names the model */
    Bytes file;                      /* of a .mod, .lnk or .fig, or ... */
    const ProjectFiles *files;       /* ... a folder's; else NULL */
    Bytes bones, animation, texture; /* given files, used in place of those beside; data
                                        NULL: not given */
    const ConversionFolder *folder;  /* of what is beside; may be NULL */
} ModelSource;

ModelSource model_source(const ConversionJob *job);

/* The model keeps slices of the source's bytes. Errors name the part. */
bool model_load(const ModelSource *source, Model *out, Arena *arena, Report *report);

/* The bone of that name in any case; -1 if there is none. */
int32_t model_bone(const Model *model, Text name);
/* The clip of that name in any case; -1 if there is none. */
int32_t model_clip(const Model *model, Text name);
/* The texture of a number; NULL if there is none. */
const ModelTexture *model_texture(const Model *model, uint32_t number);
/* As a picture, whichever of both formats it has. */
bool model_texture_read(const ModelTexture *texture, Image *out, Arena *arena, Report *report);
/* The same, but a damaged one is only a warning: the model does without. */
bool model_texture_try(const ModelTexture *texture, Image *out, Arena *arena, Report *report);

/* How much of each variant a body has: trilinear, of sum 1. Bit 0 of a variant's index is
 * strength, bit 1 dexterity, bit 2 height. Nothing is clamped: 2 is twice as strong. */
void model_weights(float strength, float dexterity, float height, float out[FIG_VARIANTS]);

/* A body of a model. Clips were made on the strong and tall one, variant 5. */
typedef struct ModelBody {
    float weights[FIG_VARIANTS];
    /* Rest depth of this body divided by that of variant 5: the height of a clip's root is
     * multiplied by it, so that feet stay on the ground. */
    float height_scale;
} ModelBody;

/* The body of these weights. It reads all vertices: compute it once. */
ModelBody model_body(const Model *model, const float weights[FIG_VARIANTS]);

/* A blend of the variants. */
Vec3 model_blend(const Vec3 variants[FIG_VARIANTS], const float weights[FIG_VARIANTS]);
/* A vertex of a figure in all variants; one of fewer has them again and again. */
void model_vertex(const FigFile *fig, uint32_t index, Vec3 out[FIG_VARIANTS]);

/* Where a bone is: local to its parent, as glTF nodes are, and in the model. */
typedef struct ModelPose {
    Vec3 translation, world_translation;
    Quat rotation, world_rotation; /* of length 1 */
} ModelPose;

/* One for each bone, at a frame of a clip (-1: at rest). Rotations of a file say
 * world(child) = R * world(parent). The root's translation replaces its offset, its height
 * scaled to the body; any other bone is at world(parent) * offset from its parent, whatever its
 * track says: genuine tracks hold that product already, and adding it would double every limb.
 * A track that is shorter holds its last frame; a bone without one has no turn of its own, a
 * root without translations stands at its offset. */
void model_pose(const Model *model, int32_t clip, uint32_t frame, const ModelBody *body,
                ModelPose *poses);

/* The mesh of one bone, in its own space: the pose's world turns and moves it. */
typedef struct ModelMesh {
    Vec3 *positions, *normals; /* finite; of length 1 */
    Vec2 *uvs;                 /* v downwards on the upright picture, as in glTF */
    uint32_t corner_count;
    uint32_t *indices; /* of corners, three a triangle, counter-clockwise */
    uint32_t index_count;
} ModelMesh;

/* With the vertices as the clip (-1: none) has moved them; of no corners if the bone has no
 * figure, or an empty one. */
void model_mesh(const Model *model, size_t bone, int32_t clip, uint32_t frame,
                const float weights[FIG_VARIANTS], ModelMesh *out, Arena *arena);

/* How far a frame of a clip moves each vertex of a bone's figure (4 * vertex_blocks of them);
 * NULL if it has none that move. */
Vec3 *model_moves(const Model *model, size_t bone, int32_t clip, uint32_t frame, Arena *arena);

#endif
