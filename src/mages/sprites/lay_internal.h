/* Internal declarations of the layout composer. */
#ifndef OISIN_MAGES_SPRITES_LAY_INTERNAL_H
#define OISIN_MAGES_SPRITES_LAY_INTERNAL_H

#include "mages/sprites/lay_pictures.h"
#include "base/report.h"

/* Maximum number of layers of an image: one of each kind and all overlays, whose numbers have 8
 * bits. */
enum { LAY_KINDS = 5, LAY_LAYERS_MAX = LAY_KINDS + 256 };

/* Sets canvas and layers: plan->layers, w, h, origin, replace. */
bool lay_plan_layers(const Lay *lay, const LayOptions *options, LayPlan *plan, Arena *arena,
                     Report *report);

bool mvl_plan_layers(const Mvl *mvl, const LayOptions *options, LayPlan *plan, Arena *arena,
                     Report *report);

/* Sorts layers for the two functions below. */
void lay_layers_sort(LayLayer *layers, size_t count);
/* Whether one of the layers has the type, face and frame of `key`. */
bool lay_layers_have(const LayLayer *layers, size_t count, const LayLayer *key);

/* Finds a layer, or NULL; and the first layer of a type and face, with their number. */
const LayLayer *lay_layer(const LayPlan *plan, uint32_t type, uint32_t face, uint32_t frame);
const LayLayer *lay_layers_of(const LayPlan *plan, uint32_t type, uint32_t face, size_t *count);

#endif
