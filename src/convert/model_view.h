/* Drawing a model into a picture, as seen from afar: without perspective, from a height, lit
 * from the upper left. Pixels depend on nothing but the model and these numbers. */
#ifndef OISIN_CONVERT_MODEL_VIEW_H
#define OISIN_CONVERT_MODEL_VIEW_H

#include "convert/model.h"
#include "geometry/raster.h"

typedef struct ModelView {
    ModelBody body;
    float turn;  /* degrees, counter-clockwise from above; at 0 it looks at us */
    float pitch; /* degrees from which we look down: 0 at eye level, 90 from above */
    float scale; /* pixels a unit */
    float x, y;  /* pixels: where the model's own origin comes to lie */
    bool unlit;  /* colours as they are */
} ModelView;

/* How far a model reaches from its origin on pictures of scale 1, over all of some views. */
typedef struct ModelReach {
    float aside;       /* to either side */
    float least, most; /* up; both may be negative */
    bool any;          /* anything was seen */
} ModelReach;

/* Pictures of textures, read once. Those that cannot be read are warned about, and figures
 * that have none are grey. */
typedef struct ModelPaints {
    Image *pictures; /* one for each bone; no pixels: none */
} ModelPaints;
ModelPaints model_paints(const Model *model, Arena *arena, Report *report);

/* Widens `reach`, at first all zero, by a frame of a clip (-1: at rest). Scale and place of the
 * view do not count. */
void model_reach(const Model *model, int32_t clip, uint32_t frame, const ModelView *view,
                 ModelReach *reach);

/* Draws a frame of a clip (-1: at rest). */
void model_draw(const Model *model, const ModelPaints *paints, int32_t clip, uint32_t frame,
                const ModelView *view, const Raster *raster);

#endif
