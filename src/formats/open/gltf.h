/* glTF 2.0 binary files, .glb: scenes in memory, written and read.
 *
 * Right-handed, y up, metres, seconds; triangles are counter-clockwise seen from their
 * front; v of a texture grows downwards. Quaternions stand as w, x, y, z in memory.
 *
 * Whoever makes a scene fills in these structs; slices of numbers that are at the same
 * address and of the same count are stored once. Indices of things are -1 for none.
 * Lists of no elements may be NULL. `extras` are members of a JSON object as text, or empty:
 * "id": 7, "kind": "lamp" (a JsonWriter at its start writes just that). */
#ifndef OISIN_FORMATS_OPEN_GLTF_H
#define OISIN_FORMATS_OPEN_GLTF_H

#include "base/report.h"
#include "geometry/vector.h"

/* Limits of what is read. */
enum {
    GLTF_NODES_MAX = 1 << 20,
    GLTF_NUMBERS_MAX = 1 << 26, /* floats and indices in all: 256 MB */
    GLTF_TARGETS_MAX = 4096,    /* of a mesh */
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
    const uint8_t (*colours)[4]; /* linear RGBA of 0..255; may be NULL */
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
    const float *weights; /* of its mesh's targets, in place of the mesh's own; may be NULL */
    Text extras;
} GltfNode;

/* A node that does nothing. */
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
    int32_t skeleton;           /* a node above all joints, or -1 */
    const float (*inverse)[16]; /* inverse bind matrices, column by column */
} GltfSkin;

typedef struct GltfImage {
    Text name;
    Bytes file; /* a PNG or a JPEG */
} GltfImage;

typedef enum GltfAlpha { GLTF_OPAQUE, GLTF_MASK, GLTF_BLEND } GltfAlpha;

typedef struct GltfMaterial {
    Text name;
    int32_t image;        /* of the base colour */
    bool repeats, pixels; /* the texture repeats; it is sampled without smoothing */
    float colour[4];      /* base colour, linear */
    float metallic, roughness, emissive[3];
    GltfAlpha alpha;
    bool double_sided;
    Text extras;
} GltfMaterial;

/* White, rough, no metal. */
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
    bool steps;         /* values hold until the next; else they are mixed */
    const float *times; /* seconds, growing, from 0 or later */
    uint32_t count;
    const float *values; /* 3, 4 (x, y, z, w here, as in the file) or target_count a time */
    uint32_t width;      /* how many that is */
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

/* KHR_lights_punctual: a point that shines everywhere. */
typedef struct GltfLight {
    Text name;
    float colour[3], intensity, range; /* linear; candela; metres, 0 without end */
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

/* A whole .glb. Numbers that are none (NaN, infinite) and files of 4 GB are refused, as are
 * parents that go round in a circle. */
bool gltf_write(const Gltf *gltf, Bytes *out, Arena *arena, Report *report);

/* Whether parents lead up to the scene; else one error. */
bool gltf_is_tree(const Gltf *gltf, Arena *arena, Report *report);

/* Whether it begins as a .glb. */
bool gltf_is(Bytes start);

/* Reads a .glb whose data is all in it. Triangles only (points and lines are left out, strips
 * and fans become lists); matrices become translation, rotation and scale; splines their
 * values at the keys. Indices that lead nowhere, cycles and data outside are refused. Normals
 * and names may be missing. Text and files are slices of `file` or the arena's. */
bool gltf_read(Bytes file, Gltf *out, Arena *arena, Report *report);

#endif
