/* Models of objects on a map: see map_placing.h. */
#ifndef OISIN_CONVERT_MAP_MODELS_H
#define OISIN_CONVERT_MAP_MODELS_H

#include "convert/file_store.h"
#include "formats/evil_islands/mob.h"
#include "formats/open/gltf.h"

/* At most: objects of a small file could ask for any number of bones, and members of an
 * archive that share their bytes be any number of models. What is more is left out. */
enum {
    MAP_MODEL_NODES_MAX = 1 << 18,
    MAP_MODEL_BYTES_MAX = 128 << 20, /* in memory: corners in all variants, pictures */
    MAP_MODEL_LOADS_MAX = 4096,      /* models, each texture of one counts */
    MAP_MODEL_WORK_MAX = 1 << 30,    /* bytes that are read on the way, pixels among them */
};

typedef struct MapModel MapModel;
typedef struct MapModels {
    Gltf *gltf; /* of the map */
    FileStore files;
    Table known; /* index + 1 of a model, by template and texture; 0: none */
    MapModel *items;
    size_t count;
    size_t loads, nodes, bytes; /* so far */
    uint64_t work;
    bool full;
    size_t missing, damaged, many; /* templates without a model; objects left out */
    size_t plain;                  /* models whose textures are damaged */
    Text first_missing, first_damaged, first_plain;
    Arena *arena;
} MapModels;

bool map_models(const ProjectFiles *files, Gltf *gltf, MapModels *out, Arena *arena,
                Report *report);
/* The model of an object below its node: its own bones, whose places are those of its body, and
 * meshes that all objects of that template and texture share. The body is the nodes' weights of
 * the meshes' targets. */
void map_models_put(MapModels *models, const MobNode *object, int32_t node);
/* Says what was not found. */
void map_models_end(const MapModels *models, Report *report);

#endif
