/* Draws a model in orthographic projection from a raised camera, lit from the upper left. The
 * pixels depend only on the model and these numbers. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_MODEL_VIEW_H
#define OISIN_EVIL_ISLANDS_MODELS_MODEL_VIEW_H

#include "evil_islands/models/model.h"
#include "base/image/raster.h"

typedef struct ModelView {
    ModelBody body;
    float turn;  /* degrees, counter-clockwise from above; at 0 the model faces the viewer */
    float pitch; /* camera angle in degrees: 0 at eye level, 90 from above */
    float scale; /* pixels per unit */
    float x, y;  /* pixels: position of the model's origin */
    bool unlit;  /* unlit colours */
} ModelView;

/* The extent of a model from its origin in images of scale 1, over several views. */
typedef struct ModelReach {
    float aside;       /* to either side */
    float least, most; /* upwards; both may be negative */
    bool any;          /* something was visible */
} ModelReach;

/* Decoded textures. Unreadable ones cause a warning; figures without a texture are grey. */
typedef struct ModelPaints {
    Image *pictures; /* one for each bone; no pixels: none */
} ModelPaints;
ModelPaints model_paints(const Model *model, Arena *arena, Report *report);

/* Extends `reach`, which is initially zero, by a frame of a clip (-1: at rest). Scale and
 * position of the view are ignored. */
void model_reach(const Model *model, int32_t clip, uint32_t frame, const ModelView *view,
                 ModelReach *reach);

/* How many pixels the triangles of a frame cover at most, each one for itself, in an image of
 * w x h: the cost of drawing it. */
uint64_t model_cover(const Model *model, int32_t clip, uint32_t frame, const ModelView *view,
                     uint32_t w, uint32_t h);

/* Draws a frame of a clip (-1: at rest). */
void model_draw(const Model *model, const ModelPaints *paints, int32_t clip, uint32_t frame,
                const ModelView *view, const Raster *raster);

#endif
