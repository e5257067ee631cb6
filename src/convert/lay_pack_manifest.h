/* Packs the images that a manifest lists into a layout: see lay_pack.h. */
#ifndef OISIN_CONVERT_LAY_PACK_MANIFEST_H
#define OISIN_CONVERT_LAY_PACK_MANIFEST_H

#include "convert/lay_manifest.h"
#include "convert/lay_pack.h"
#include "convert/mvl_pack.h"

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
