/* manifest.json: which pictures of layouts a folder holds, and what each shows.
 *
 *   {"canvas": {"w", "h", "origin_x", "origin_y"},
 *    "pictures": [{"file", "layout", "face", "mouth", "eye", "overlays": [], "type",
 *                  "w", "h", "x", "y", "origin_x", "origin_y", "layers"}]}
 *
 * The canvas is that of the layout: (x, y) and w, h are the part of it that a picture
 * shows. The origin is the centre of the screen, from the top left of the canvas or of
 * the picture. `type` is the topmost layer's: base, sub, eyes, mouth, both,
 * overlay; or sheet. `"layers": true` stands at pictures (and canvases) of the entries
 * themselves, which are no expressions. If the folder has pictures of several layouts, "canvas"
 * is that of the first and "canvases" a list of all, each with "layout". */
#ifndef OISIN_CONVERT_LAY_MANIFEST_H
#define OISIN_CONVERT_LAY_MANIFEST_H

#include "convert/lay_pictures.h"

#define LAY_MANIFEST_NAME "manifest.json"

typedef struct LayCanvas {
    Text layout; /* its name without suffix */
    uint32_t w, h;
    int32_t origin_x, origin_y;
    bool layers; /* as in LayShown */
} LayCanvas;

typedef struct LayShown {
    Text file, layout, type;
    uint32_t face, mouth, eye, w, h;
    uint32_t *overlays;
    size_t overlay_count;
    int32_t x, y, origin_x, origin_y;
    bool layers; /* an entry itself, as `--layers` makes them, and no expression */
} LayShown;

typedef struct LayManifest {
    LayCanvas *canvases;
    size_t canvas_count;
    LayShown *pictures;
    size_t picture_count;
    Arena *arena; /* what it keeps is copied there */
} LayManifest;

/* Adds all pictures of a layout. */
void lay_manifest_add(LayManifest *manifest, Text layout, const LayPlan *plan);
/* Adds a picture that is no part of the layout's own, as `type`. */
void lay_manifest_add_other(LayManifest *manifest, Text layout, Text file, Text type,
                            uint32_t w, uint32_t h);

bool lay_manifest_read(Bytes file, LayManifest *out, Arena *arena, Report *report);

/* Takes over what an older manifest lists, but for files that are listed already
 * for those of a layout that has another canvas now, and for those that `keep` says
 * no to. */
void lay_manifest_merge(LayManifest *manifest, const LayManifest *older,
                        bool (*keep)(void *context, Text file), void *context);

/* Canvases without pictures are left out. */
Bytes lay_manifest_write(const LayManifest *manifest, Arena *arena);

#endif
