/* The settings of conversions of models. Files that were not given have data NULL: they are
 * searched for. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_MODEL_SETTINGS_H
#define OISIN_EVIL_ISLANDS_MODELS_MODEL_SETTINGS_H

#include "kit/convert/conversion.h"

/* For sprites and images; see model_sprites.h for the limits. */
typedef struct SpriteSettings {
#define SETTINGS_FILE "evil_islands/models/sprite_options.def"
#include "kit/convert/setting_members.h"
    bool chosen; /* sprites are requested */
} SpriteSettings;

typedef struct ModelSettings {
#define SETTINGS_FILE "evil_islands/models/model_options.def"
#include "kit/convert/setting_members.h"
    float complexion[3]; /* strength, dexterity, height */
    bool keep_textures;  /* the files of textures are in their images */
    SpriteSettings sprites;
} ModelSettings;
SETTINGS_OF(model, ModelSettings)

#endif
