/* The settings of conversions of sprite layouts. */
#ifndef OISIN_MAGES_SPRITES_LAY_SETTINGS_H
#define OISIN_MAGES_SPRITES_LAY_SETTINGS_H

#include "kit/convert/conversion.h"
#include "mages/sprites/lay_manifest.h"

typedef struct LaySettings {
#define SETTINGS_FILE "mages/sprites/lay_options.def"
#include "kit/convert/setting_members.h"
    LayOptions options;
    bool portraits; /* sprites for a game ... */
    uint32_t side;  /* ... and their size in pixels; `sheet_side` is the maximum of an image
                     * on a contact sheet, 0: LAY_SHEET_SIDE */
    LayManifest *manifest;
    struct LayCast *cast; /* of the portraits; see lay_cast.h */
} LaySettings;
SETTINGS_OF(lay, LaySettings)

#endif
