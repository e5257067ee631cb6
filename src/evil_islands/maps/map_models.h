/* Models of objects on a map: see map_placing.h. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_MODELS_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_MODELS_H

#include "evil_islands/archives/file_store.h"
#include "evil_islands/models/model.h"
#include "evil_islands/objects/mob.h"
#include "kit/open/gltf.h"

/* Limits: a small file could list objects with any number of bones, and archive members that
 * share their bytes could be any number of models. Objects beyond a limit are omitted. */
enum {
    MAP_MODEL_NODES_MAX = 1 << 18,
    MAP_MODEL_BYTES_MAX = 128 << 20, /* in memory: vertices of all variants, and images */
    MAP_MODEL_LOADS_MAX = 4096,      /* models; each texture of a model counts separately */
    MAP_MODEL_WORK_MAX = 1 << 30,    /* bytes that are read, including pixels, and vertices for
                                      * each object with a pose */
};

typedef struct MapModel MapModel;
typedef struct MapModels {
    Gltf *gltf; /* of the map */
    FileStore files;
    Table known; /* index + 1 of a model by template and texture; 0: none */
    MapModel *items;
    size_t count;
    size_t loads, nodes, bytes; /* used so far */
    uint64_t work;
    bool full;
    size_t missing, damaged, many; /* templates without a model; omitted objects */
    size_t plain;                  /* models with damaged textures */
    Text first_missing, first_damaged, first_plain;
    Arena *arena;
} MapModels;

bool map_models(const ProjectFiles *files, Gltf *gltf, MapModels *out, Arena *arena,
                Report *report);
/* Adds the model of an object below its node: its own bones, placed for its body, and meshes
 * that are shared by all objects with the same template and texture. The weights of the nodes
 * define the body. */
void map_models_put(MapModels *models, const MobNode *object, int32_t node);
/* The file of a template's model: .mod, otherwise .lnk, otherwise .fig; NULL if there is none.
 */
const StoredFile *map_model_file(const FileStore *files, Text template);
/* The texture that an object names; NULL: none, or it is missing. */
const StoredFile *map_model_skin(const FileStore *files, Text texture);
/* Loads a model with all that is stored with it; `skin` may be NULL. */
bool map_model_load(FileStore *files, const StoredFile *file, const StoredFile *skin,
                    Model *out, Arena *arena, Report *report);
/* Reports missing and omitted models. */
void map_models_end(const MapModels *models, Report *report);

#endif
