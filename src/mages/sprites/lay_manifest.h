/* manifest.json: lists the images of layouts in a folder, and the content of each.
 *
 *   {"canvas": {"w", "h", "origin_x", "origin_y"},
 *    "pictures": [{"file", "layout", "face", "mouth", "eye", "overlays": [], "type",
 *                  "w", "h", "x", "y", "origin_x", "origin_y", "layers"}]}
 *
 * The canvas is that of the layout: (x, y) and w, h are the part of it that an image shows. The
 * origin is the centre of the screen, relative to the top left of the canvas or of the image.
 * `type` is the topmost layer's: base, sub, eyes, mouth, both, overlay; or sheet. `"layers":
 * true` marks images (and canvases) of single entries, which are not expressions. If the folder
 * has images of several layouts, "canvas" is that of the first one and "canvases" is a list of
 * all, each with "layout". */
#ifndef OISIN_MAGES_SPRITES_LAY_MANIFEST_H
#define OISIN_MAGES_SPRITES_LAY_MANIFEST_H

#include "mages/sprites/lay_pictures.h"

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
    bool layers; /* a single entry (`--layers`), not an expression */
} LayShown;

typedef struct LayManifest {
    LayCanvas *canvases;
    size_t canvas_count;
    LayShown *pictures;
    size_t picture_count;
    Arena *arena; /* owns copies of all texts */
} LayManifest;

/* Adds all images of a layout. */
void lay_manifest_add(LayManifest *manifest, Text layout, const LayPlan *plan);
/* Adds an image of another kind, with this `type`. */
void lay_manifest_add_other(LayManifest *manifest, Text layout, Text file, Text type,
                            uint32_t w, uint32_t h);

bool lay_manifest_read(Bytes file, LayManifest *out, Arena *arena, Report *report);

/* Adds the images of an older manifest, except for files that are already listed, images of a
 * layout whose canvas has changed, and files for which `keep` returns false. */
void lay_manifest_merge(LayManifest *manifest, const LayManifest *older,
                        bool (*keep)(void *context, Text file), void *context);

/* Canvases without images are omitted. */
Bytes lay_manifest_write(const LayManifest *manifest, Arena *arena);

#endif
