#include "kit/sprites.h"

#include "convert/model_sprites.h"

#include <strings.h>

bool sprites_take_options(Job *job, SpriteSettings *out)
{
    const char *as = job_text(job, OPTION_as);
    long side, directions, frames, pitch;
    *out = (SpriteSettings){.chosen = as && !strcasecmp(as, "sprites"),
                            .clips = job_text(job, OPTION_clips),
                            .outline = job_given(job, OPTION_outline),
                            .unlit = job_given(job, OPTION_unlit)};
    if (!job_number(job, OPTION_size, SPRITE_SIDE_MIN, SPRITE_SIDE_MAX, 0, &side) ||
        !job_number(job, OPTION_directions, 1, SPRITE_DIRECTIONS, SPRITE_DIRECTIONS,
                    &directions) ||
        !job_number(job, OPTION_poses, 1, SPRITE_FRAMES_MAX, SPRITE_FRAMES, &frames) ||
        !job_number(job, OPTION_pitch, 0, 90, SPRITE_PITCH, &pitch))
        return false;
    if (SPRITE_DIRECTIONS % directions)
        return job_usage_error(job, "--directions: expected 1, 2, 4 or 8, found %ld",
                               directions);
    out->side = (uint32_t)side;
    out->directions = (unsigned)directions;
    out->frames = (unsigned)frames;
    out->pitch = (float)pitch;
    return true;
}
