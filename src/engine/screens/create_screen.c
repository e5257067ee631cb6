/* Choices on the screen of character creation, and the points of a new level. */
#include "engine/screens/screens.h"

#include <assert.h>

/* The next possible option of a group, cyclically. */
static bool turn_group(PlayerContext ctx, uint32_t group, int32_t step)
{
    const TngOptions *options = create_group(ctx.world, group);
    if (!options || !options->option_count)
        return false;
    const uint32_t count = options->option_count, before = ctx.player->choices[group];
    uint32_t choice = before < count ? before : 0;
    for (uint32_t i = 0; i < count; i++) {
        choice = (choice + count + (uint32_t)step) % count;
        ctx.player->choices[group] = choice;
        create_apply(ctx); /* earlier groups decide what is possible */
        if (ctx.player->choices[group] == choice)
            break;
    }
    return ctx.player->choices[group] != before;
}

/* Ignores a change of points that would make a choice impossible. */
static bool change_points(PlayerContext ctx, uint32_t attribute, int32_t step)
{
    const TngAttributes *attributes = ctx.world->content->attributes;
    const int32_t wanted = ctx.player->points[attribute] + step;
    if (wanted < 0 || (step > 0 && world_points_left(ctx) <= 0) ||
        (step > 0 && attributes->most &&
         context_actor(ctx)->values[attribute] >= attributes->most))
        return false;
    ctx.player->points[attribute] = wanted;
    create_apply(ctx);
    return true;
}

bool create_adjust(PlayerContext ctx, uint32_t option, int32_t step)
{
    const uint32_t index = option & OPTION_INDEX;
    if (option == OPTION_NAME || option == OPTION_DONE || option == OPTION_BACK)
        return false;
    if (option & OPTION_POINTS)
        return change_points(ctx, index, step);
    if (!(option & OPTION_PALETTE))
        return turn_group(ctx, index, step);
    const uint32_t count = world_palettes(ctx.world, index);
    assert(count); /* otherwise there is no such row */
    ctx.player->palettes[index] =
        (ctx.player->palettes[index] + count + (uint32_t)step) % count;
    return true;
}

bool create_choose(PlayerContext ctx, uint32_t option)
{
    if (option == OPTION_NAME) {
        world_effect(ctx, EFFECT_TYPE, 0, 0);
        return true;
    }
    if (option == OPTION_DONE) {
        world_start_game(ctx);
        return true;
    }
    if (option == OPTION_BACK) {
        world_return_to_menu(ctx);
        return true;
    }
    return create_adjust(ctx, option, 1);
}

bool stats_adjust(PlayerContext ctx, uint32_t attribute, int32_t step)
{
    const TngAttributes *attributes = ctx.world->content->attributes;
    const uint32_t points = attributes->special_count > 3 ? attributes->special[3] : 0;
    Actor *player = context_actor(ctx);
    if (step < 1 || !points || !attribute_is_primary(ctx.world, attribute) ||
        attribute_get(ctx, context_entity(ctx), points) <= 0 ||
        (attributes->most && player->values[attribute] >= attributes->most))
        return false;
    player->values[attribute]++;
    attribute_set(ctx, context_entity(ctx), points,
                  attribute_get(ctx, context_entity(ctx), points) - 1);
    return true;
}
