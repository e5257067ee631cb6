/* Internal declarations of model_glb. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_MODEL_EXPORT_INTERNAL_H
#define OISIN_EVIL_ISLANDS_MODELS_MODEL_EXPORT_INTERNAL_H

#include "evil_islands/models/model_export.h"

/* A frame of a clip that moves a bone's vertices. */
typedef struct ModelMove {
    Text name;
    const Vec3 *vertices; /* displacement of each vertex of the figure, z up */
} ModelMove;

/* The moves of all clips; equal ones are stored once. */
typedef struct ModelMoves {
    ModelMove *items; /* targets */
    size_t count;
    /* For each clip and frame: the target's number from 1, or 0 for no move; NULL: the clip
     * moves no vertices. */
    uint32_t **targets;
} ModelMoves;

/* A scene under construction. */
typedef struct ModelGlb {
    const Model *model;
    const ModelSettings *settings;
    ModelBody body;
    bool variants;      /* a figure has several variants, and they are requested */
    ModelMoves *moves;  /* of each bone */
    int32_t *materials; /* of each bone; -1: none */
    bool *damaged;      /* of each texture: it cannot be read */
    Gltf *gltf;
    Arena *arena;
    Report *report;
} ModelGlb;

/* Sets `moves`. */
void model_glb_moves(ModelGlb *glb);
/* Sets the scene's animations; requires `moves`. */
void model_glb_clips(ModelGlb *glb);
/* Sets the scene's materials and images, and `materials`. */
void model_glb_materials(ModelGlb *glb);

#endif
