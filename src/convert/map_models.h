/* Models of objects on a map: see map_placing.h. */
#ifndef OISIN_CONVERT_MAP_MODELS_H
#define OISIN_CONVERT_MAP_MODELS_H

#include "convert/file_store.h"
#include "formats/evil_islands/mob.h"
#include "formats/open/gltf.h"

/* At most: objects of a small file could ask for any number of bones. */
enum { MAP_MODEL_NODES_MOST = 1 << 18 };

typedef struct MapModel MapModel;
typedef struct MapModels {
    Gltf *gltf; /* of the map */
    FileStore files;
    Table known; /* index + 1 of a model, by template, complexion and texture; 0: none */
    MapModel *items;
    size_t count;
    size_t nodes;                  /* put so far */
    size_t missing, damaged, many; /* templates without a model; objects left out */
    Text first_missing, first_damaged;
    Arena *arena;
} MapModels;

bool map_models(const ProjectFiles *files, Gltf *gltf, MapModels *out, Arena *arena,
                Report *report);
/* The model of an object below its node. */
void map_models_put(MapModels *models, const MobNode *object, int32_t node);
/* Says what was not found. */
void map_models_end(const MapModels *models, Report *report);

#endif
