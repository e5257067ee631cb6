/* Models as sprites of a 2D game: every clip from several directions, a picture of its frames
 * side by side for each, named so that a project takes them as they are:
 * NAME_CLIP_(direction)(type)(frames).png (seeds/proj_format.txt, sprites). A model without
 * clips is one frame, NAME_(direction)o0.png.
 *
 * All pictures have one size and one scale: what walks does not grow when it falls. The model
 * looks at us in direction so, and turns clockwise, seen from above, through sw, we and so
 * on. Its origin stands in the middle, the lowest it ever reaches at the bottom. */
#ifndef OISIN_CONVERT_MODEL_SPRITES_H
#define OISIN_CONVERT_MODEL_SPRITES_H

#include "convert/conversion.h"

/* Limits and defaults of SpriteSettings. */
enum {
    SPRITE_SIDE_MIN = 8,
    SPRITE_SIDE = 64,
    SPRITE_SIDE_MAX = 1024,
    SPRITE_FRAMES = 8,
    SPRITE_FRAMES_MAX = 32, /* a sprite cannot have more */
    SPRITE_DIRECTIONS = 8,
    SPRITE_PITCH = 30,
    SPRITE_PICTURE_SIDE = 512, /* of a single picture */
};

/* For conversions.def. */
bool model_to_sprites(ConversionJob *job, Arena *arena, Report *report);
/* One picture of the model, a little turned; of its first clip that is chosen, or at rest. */
bool model_to_picture(ConversionJob *job, Arena *arena, Report *report);

#endif
