/* Between the files of model_glb. */
#ifndef OISIN_CONVERT_MODEL_GLB_PARTS_H
#define OISIN_CONVERT_MODEL_GLB_PARTS_H

#include "convert/model_glb.h"

/* A frame of a clip that moves a bone's vertices. */
typedef struct ModelMove {
    Text name;
    const Vec3 *vertices; /* how far it moves each of the figure, z up */
} ModelMove;

/* Those of all clips, equal ones once. */
typedef struct ModelMoves {
    ModelMove *items; /* targets */
    size_t count;
    /* Of each clip and frame: the target's number from 1, or 0 for no move; NULL: the clip
     * moves none. */
    uint32_t **targets;
} ModelMoves;

/* A scene in the making. */
typedef struct ModelGlb {
    const Model *model;
    const ModelSettings *settings;
    ModelBody body;
    bool variants;      /* some figure has several, and they are wanted */
    ModelMoves *moves;  /* of each bone */
    int32_t *materials; /* of each bone; -1: none */
    bool *damaged;      /* of each texture: it cannot be read */
    Gltf *gltf;
    Arena *arena;
    Report *report;
} ModelGlb;

/* Sets `moves`. */
void model_glb_moves(ModelGlb *glb);
/* Sets the scene's animations; `moves` are known. */
void model_glb_clips(ModelGlb *glb);
/* Sets the scene's materials and images, and `materials`. */
void model_glb_materials(ModelGlb *glb);

#endif
