/* glTF 2.0 binary files, .glb: scenes in memory, written and read.
 *
 * Conventions: right-handed, y up, metres, seconds; triangles are counter-clockwise seen from
 * their front; v of a texture points down. In memory, quaternions are w, x, y, z.
 *
 * The creator of a scene fills in these structs; arrays with the same address and count are
 * stored once. Indices are -1 for none. Empty lists may be NULL. `extras` are members of a JSON
 * object as text, or empty: "id": 7, "kind": "lamp" (a new JsonWriter writes this form). */
#ifndef OISIN_KIT_OPEN_GLTF_H
#define OISIN_KIT_OPEN_GLTF_H

#include "base/report.h"
#include "base/image/vector.h"

/* Limits for reading. */
enum {
    GLTF_NODES_MAX = 1 << 20,
    GLTF_NUMBERS_MAX = 1 << 26, /* floats and indices together: 256 MB */
    GLTF_TARGETS_MAX = 4096,    /* per mesh */
};

typedef struct GltfTarget {
    const Vec3 *positions, *normals; /* differences; normals may be NULL */
} GltfTarget;

typedef struct GltfPrimitive {
    const Vec3 *positions;
    const Vec3 *normals;         /* of length 1; may be NULL */
    const Vec2 *uvs;             /* may be NULL */
    const uint8_t (*joints)[4];  /* of a skin; may be NULL */
    const float (*weights)[4];   /* with joints */
    const uint8_t (*colours)[4]; /* linear RGBA of 0..255; may be NULL; only written */
    bool has_colours;            /* that were not read */
    uint32_t vertex_count;
    const uint32_t *indices; /* three per triangle */
    uint32_t index_count;
    int32_t material;
    const GltfTarget *targets; /* as many as the mesh has */
    Text extras;
} GltfPrimitive;

typedef struct GltfMesh {
    Text name;
    GltfPrimitive *primitives; /* at least one, each with a triangle */
    size_t primitive_count;
    Text *target_names;
    float *weights; /* of the targets; NULL: all 0 */
    size_t target_count;
    Text extras;
} GltfMesh;

typedef struct GltfNode {
    Text name;
    int32_t parent; /* -1: in the scene itself */
    int32_t mesh, skin, camera, light;
    Vec3 translation;
    Quat rotation; /* of length 1 */
    Vec3 scale;
    const float *weights; /* of its mesh's targets, replacing the mesh's own; may be NULL */
    Text extras;
} GltfNode;

/* A node with an identity transform. */
#define GLTF_NODE                                                                              \
    ((GltfNode){.parent = -1,                                                                  \
                .mesh = -1,                                                                    \
                .skin = -1,                                                                    \
                .camera = -1,                                                                  \
                .light = -1,                                                                   \
                .rotation = {1, 0, 0, 0},                                                      \
                .scale = {1, 1, 1}})

typedef struct GltfSkin {
    Text name;
    int32_t *joints; /* nodes */
    size_t joint_count;
    int32_t skeleton;           /* a common ancestor of all joints, or -1 */
    const float (*inverse)[16]; /* inverse bind matrices, column-major */
} GltfSkin;

typedef struct GltfImage {
    Text name;
    Bytes file; /* a PNG or a JPEG */
} GltfImage;

typedef enum GltfAlpha { GLTF_OPAQUE, GLTF_MASK, GLTF_BLEND } GltfAlpha;

typedef struct GltfMaterial {
    Text name;
    int32_t image;        /* base colour texture */
    bool repeats, pixels; /* the texture repeats; it is sampled without filtering */
    float colour[4];      /* base colour, linear */
    float metallic, roughness, emissive[3];
    GltfAlpha alpha;
    bool double_sided;
    Text extras;
} GltfMaterial;

/* White, rough, not metallic. */
#define GLTF_MATERIAL ((GltfMaterial){.image = -1, .colour = {1, 1, 1, 1}, .roughness = 1})

typedef enum GltfPath {
    GLTF_TRANSLATION,
    GLTF_ROTATION,
    GLTF_SCALE,
    GLTF_WEIGHTS,
} GltfPath;

typedef struct GltfChannel {
    int32_t node;
    GltfPath path;
    bool steps;         /* step interpolation; false: linear */
    const float *times; /* seconds, ascending, not negative */
    uint32_t count;
    const float *values; /* per key 3, 4 (x, y, z, w here, as in the file) or target_count
                          * numbers */
    uint32_t width;      /* numbers per key */
} GltfChannel;

typedef struct GltfAnimation {
    Text name;
    GltfChannel *channels; /* at least one */
    size_t channel_count;
    Text extras;
} GltfAnimation;

typedef struct GltfCamera {
    Text name;
    float fov_y, near, far; /* radians; far 0: infinite */
} GltfCamera;

/* KHR_lights_punctual: a point light. */
typedef struct GltfLight {
    Text name;
    float colour[3], intensity, range; /* linear; candela; metres, 0: unlimited */
} GltfLight;

typedef struct Gltf {
    GltfNode *nodes;
    size_t node_count;
    GltfMesh *meshes;
    size_t mesh_count;
    GltfSkin *skins;
    size_t skin_count;
    GltfImage *images;
    size_t image_count;
    GltfMaterial *materials;
    size_t material_count;
    GltfAnimation *animations;
    size_t animation_count;
    GltfCamera *cameras;
    size_t camera_count;
    GltfLight *lights;
    size_t light_count;
    Text name, extras; /* of the scene */
} Gltf;

/* Writes a whole .glb. Numbers that are not finite, files of 4 GB and cycles of parents are
 * errors. */
bool gltf_write(const Gltf *gltf, Bytes *out, Arena *arena, Report *report);

/* Whether the parents form a tree; otherwise reports one error. */
bool gltf_is_tree(const Gltf *gltf, Arena *arena, Report *report);

/* Whether the file begins like a .glb. */
bool gltf_is(Bytes start);

/* Reads a .glb without external data. Only triangles are supported (points and lines are
 * ignored, strips and fans become lists). Matrices are decomposed to translation, rotation and
 * scale; splines are reduced to their values at the keys. Invalid indices, cycles and external
 * data are errors. Normals and names may be missing. Texts and files are slices of `file`, or
 * allocated from the arena. */
bool gltf_read(Bytes file, Gltf *out, Arena *arena, Report *report);

#endif
