/* The settings of conversions of textures. */
#ifndef OISIN_CONVERT_TEXTURE_SETTINGS_H
#define OISIN_CONVERT_TEXTURE_SETTINGS_H

#include "kit/convert/conversion.h"
#include "formats/evil_islands/mmp.h"

typedef struct TextureSettings {
#define SETTINGS_FILE "convert/texture_options.def"
#include "kit/convert/setting_members.h"
    bool chosen; /* the pixel format of the result is `kind` */
    MmpKind kind;
    MmpRows rows;
} TextureSettings;
SETTINGS_OF(texture, TextureSettings)

#endif
