#include "cli/sprites.h"

#include "convert/model_sprites.h"

#include <strings.h>

int sprites_take_options(Invocation *invocation, SpriteSettings *out)
{
    const char *as = option_text(invocation, "as");
    long side, directions, frames, pitch;
    *out = (SpriteSettings){.chosen = as && !strcasecmp(as, "sprites"),
                            .clips = option_text(invocation, "clips"),
                            .outline = option_given(invocation, "outline"),
                            .unlit = option_given(invocation, "unlit")};
    if (!option_number(invocation, "size", SPRITE_SIDE_LEAST, SPRITE_SIDE_MOST, 0, &side) ||
        !option_number(invocation, "directions", 1, SPRITE_DIRECTIONS, SPRITE_DIRECTIONS,
                       &directions) ||
        !option_number(invocation, "poses", 1, SPRITE_FRAMES_MOST, SPRITE_FRAMES, &frames) ||
        !option_number(invocation, "pitch", 0, 90, SPRITE_PITCH, &pitch))
        return EXIT_USAGE;
    if (SPRITE_DIRECTIONS % directions)
        return usage_error(invocation, "--directions takes 1, 2, 4 or 8, not %ld", directions);
    out->side = (uint32_t)side;
    out->directions = (unsigned)directions;
    out->frames = (unsigned)frames;
    out->pitch = (float)pitch;
    return EXIT_DONE;
}
