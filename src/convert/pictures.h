/* Conversions whose result is an image, or several; see conversions.def. */
#ifndef OISIN_CONVERT_PICTURES_H
#define OISIN_CONVERT_PICTURES_H

#include "convert/conversion.h"

/* Any image of picture_formats.def. */
bool picture_to_png(ConversionJob *job, Arena *arena, Report *report);
bool map_to_png(ConversionJob *job, Arena *arena, Report *report);
bool sheet_to_sprites(ConversionJob *job, Arena *arena, Report *report);
/* The layout of a preset for this sheet. */
bool sheet_to_layout(ConversionJob *job, Arena *arena, Report *report);
/* The sprites of an atlas whose comment lists them; see project/sprite_atlas.h. */
bool atlas_to_sprites(ConversionJob *job, Arena *arena, Report *report);
/* A strip for each tag of an Aseprite file. */
bool aseprite_to_sprites(ConversionJob *job, Arena *arena, Report *report);
/* A strip of the frames of an animated GIF or WebP. */
bool animation_to_sprites(ConversionJob *job, Arena *arena, Report *report);
bool layers_to_sheet(ConversionJob *job, Arena *arena, Report *report);

#endif
