/* Conversions whose result is an image, or several; see conversions.def. */
#ifndef OISIN_TIRNANOG_CONVERT_PICTURE_CONVERSIONS_H
#define OISIN_TIRNANOG_CONVERT_PICTURE_CONVERSIONS_H

#include "kit/convert/conversion.h"
#include "tirnanog/convert/presets.h"

typedef struct PictureSettings {
#define SETTINGS_FILE "tirnanog/convert/picture_options.def"
#include "kit/convert/setting_members.h"
} PictureSettings;
SETTINGS_OF(picture, PictureSettings)
SETTINGS_OF(preset, PresetSettings)

/* The folder of a project for the sprites. */
static inline const char *sprites_folder(const ConversionJob *job)
{
    const char *category = preset_settings(job)->category;
    return category ? category : "chars";
}

/* The sprites of an atlas whose comment lists them; see tirnanog/sprites/sprite_atlas.h. */
bool atlas_to_sprites(ConversionJob *job, Arena *arena, Report *report);

#endif
