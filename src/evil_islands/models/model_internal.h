/* Internal declarations of model_load: the files of a model, sorted by type. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_MODEL_INTERNAL_H
#define OISIN_EVIL_ISLANDS_MODELS_MODEL_INTERNAL_H

#include "evil_islands/models/model.h"

typedef struct ModelPart {
    Text clip; /* of an animation */
    Text name; /* of the bone, or of the file */
    Bytes bytes;
} ModelPart;

typedef struct ModelPartList {
    ModelPart *items;
    size_t count;
} ModelPartList;

typedef struct ModelParts {
    Text name;              /* of the model: X */
    ModelPartList links;    /* candidates for the LNK */
    ModelPartList figures;  /* by bone, or by X and bone */
    ModelPartList bones;    /* by the same names */
    ModelPartList motions;  /* by the same names */
    ModelPartList textures; /* by file name */
    size_t count;           /* of all except textures, and ... */
    uint64_t size;          /* ... their total size in bytes */
    Arena *arena;
    Report *report;
} ModelParts;

/* Finds all files of a source. */
bool model_find_parts(const ModelSource *source, ModelParts *out, Arena *arena, Report *report);

#endif
