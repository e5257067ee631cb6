/* Between the files of model_load: a model's files, found and sorted by what they are. */
#ifndef OISIN_CONVERT_MODEL_PARTS_H
#define OISIN_CONVERT_MODEL_PARTS_H

#include "convert/model.h"

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
    ModelPartList links;    /* what may be the LNK */
    ModelPartList figures;  /* by bone, or by X and bone */
    ModelPartList bones;    /* likewise */
    ModelPartList motions;  /* likewise */
    ModelPartList textures; /* by file */
    size_t count;           /* of all but textures, and ... */
    uint64_t size;          /* ... their bytes */
    Arena *arena;
    Report *report;
} ModelParts;

/* Finds all files of a source. */
bool model_find_parts(const ModelSource *source, ModelParts *out, Arena *arena, Report *report);

#endif
