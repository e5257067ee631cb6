/* Packs the images that a manifest lists into a layout: see lay_pack.h. */
#ifndef OISIN_MAGES_SPRITES_LAY_PACK_MANIFEST_H
#define OISIN_MAGES_SPRITES_LAY_PACK_MANIFEST_H

#include "mages/sprites/lay_manifest.h"
#include "mages/sprites/lay_pack.h"
#include "mages/sprites/mvl_pack.h"

/* Loads an image by its name in the manifest; it is valid as long as `scratch`. */
typedef bool LayLoad(void *context, Text file, Image *out, Arena *scratch, Report *report);

/* Packs the layout with this name; an empty name is allowed if the manifest has only one
 * layout. Contact sheets are ignored, and so are images with overlays if the same face exists
 * without them. Only one image is in memory at a time. */
bool lay_pack_manifest(const LayManifest *manifest, Text layout, LayLoad *load, void *context,
                       LayFlavour flavour, Lay *out, Image *sheet, Arena *arena,
                       Report *report);
/* The same for a sprite of triangles: see mvl_pack.h. */
bool mvl_pack_manifest(const LayManifest *manifest, Text layout, LayLoad *load, void *context,
                       Mvl *out, Image *sheet, Arena *arena, Report *report);

#endif
