/* The settings of conversions of textures. */
#ifndef OISIN_EVIL_ISLANDS_TEXTURES_TEXTURE_SETTINGS_H
#define OISIN_EVIL_ISLANDS_TEXTURES_TEXTURE_SETTINGS_H

#include "kit/convert/conversion.h"
#include "evil_islands/textures/mmp.h"

typedef struct TextureSettings {
#define SETTINGS_FILE "evil_islands/textures/texture_options.def"
#include "kit/convert/setting_members.h"
    bool chosen; /* the pixel format of the result is `kind` */
    MmpKind kind;
    MmpRows rows;
} TextureSettings;
SETTINGS_OF(texture, TextureSettings)

#endif
