/* The pictures that a manifest lists, packed into a layout: see lay_pack.h. */
#ifndef OISIN_CONVERT_LAY_PACK_MANIFEST_H
#define OISIN_CONVERT_LAY_PACK_MANIFEST_H

#include "convert/lay_manifest.h"
#include "convert/lay_pack.h"

/* Gets a picture by its name in the manifest; it lasts as long as `scratch`. */
typedef bool LayLoad(void *context, Text file, Image *out, Arena *scratch, Report *report);

/* The layout of this name; an empty one if the manifest has pictures of one layout only.
 * Contact sheets are left out, and so are pictures with overlays on them if the same face
 * is there without. One picture is in memory at a time. */
bool lay_pack_manifest(const LayManifest *manifest, Text layout, LayLoad *load, void *context,
                       LayFlavour flavour, Lay *out, Image *sheet, Arena *arena,
                       Report *report);

#endif
