/* Models as sprites of a 2D game: each clip in several directions, and for each direction an
 * image with its frames side by side. A project accepts the file names unchanged:
 * NAME_CLIP_(direction)(type)(frames).png (seeds/proj_format.txt, sprites). A model without
 * clips has one frame, NAME_(direction)o0.png.
 *
 * All images have the same size and scale, so a figure that falls is as large as one that
 * walks. In direction so the model faces the viewer; it turns clockwise, seen from above,
 * through sw, we and so on. The origin of the model is in the horizontal centre, and its lowest
 * position in any frame is at the bottom. */
#ifndef OISIN_CONVERT_MODEL_SPRITES_H
#define OISIN_CONVERT_MODEL_SPRITES_H

#include "convert/conversion.h"

/* Limits and defaults of SpriteSettings. */
enum {
    SPRITE_SIDE_MIN = 8,
    SPRITE_SIDE = 64,
    SPRITE_SIDE_MAX = 1024,
    SPRITE_FRAMES = 8,
    SPRITE_FRAMES_MAX = 32, /* maximum frames of a sprite */
    SPRITE_DIRECTIONS = 8,
    SPRITE_PITCH = 30,
    SPRITE_PICTURE_SIDE = 512, /* of a single image */
};

/* Used by conversions.def. */
bool model_to_sprites(ConversionJob *job, Arena *arena, Report *report);
/* Draws one image of the model, slightly rotated: a frame of the first selected clip, or the
 * rest pose. */
bool model_to_picture(ConversionJob *job, Arena *arena, Report *report);

#endif
