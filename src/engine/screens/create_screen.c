/* The screen of character creation, and the points of a new level. */
#include "engine/screens/screens.h"

#include <assert.h>

void rows_create(Turn turn)
{
    World *world = turn.world;
    ScreenState *screen = &turn.player->screen;
    if (!world->shared) /* there it is the name of the account */
        row_add(screen, OPTION_NAME);
    for (uint32_t i = 0; i < world->choice_count && i <= OPTION_INDEX; i++) {
        if (turn.player->possible[i] > 1) /* a single option is not shown */
            row_add(screen, i);
        if (world_palettes(world, i))
            row_add(screen, OPTION_PALETTE + i);
    }
    const TngAttributes *attributes = world->content->attributes;
    for (uint32_t i = 0; attributes->total && i < attributes->attribute_count; i++)
        if (attribute_is_primary(world, i) && i <= OPTION_INDEX)
            row_add(screen, OPTION_POINTS + i);
    row_add(screen, OPTION_DONE);
    row_add(screen, OPTION_BACK);
}

/* The next possible option of a group, cyclically. */
static bool turn_group(Turn turn, uint32_t group, int32_t step)
{
    const TngOptions *options = create_group(turn.world, group);
    if (!options || !options->option_count)
        return false;
    const uint32_t count = options->option_count, before = turn.player->choices[group];
    uint32_t choice = before < count ? before : 0;
    for (uint32_t i = 0; i < count; i++) {
        choice = (choice + count + (uint32_t)step) % count;
        turn.player->choices[group] = choice;
        create_apply(turn); /* earlier groups decide what is possible */
        if (turn.player->choices[group] == choice)
            break;
    }
    return turn.player->choices[group] != before;
}

/* Ignores a change of points that would make a choice impossible. */
static bool change_points(Turn turn, uint32_t attribute, int32_t step)
{
    const TngAttributes *attributes = turn.world->content->attributes;
    const int32_t wanted = turn.player->points[attribute] + step;
    if (wanted < 0 || (step > 0 && world_points_left(turn) <= 0) ||
        (step > 0 && attributes->most &&
         turn_actor(turn)->values[attribute] >= attributes->most))
        return false;
    turn.player->points[attribute] = wanted;
    create_apply(turn);
    return true;
}

bool create_adjust(Turn turn, uint32_t option, int32_t step)
{
    const uint32_t index = option & OPTION_INDEX;
    if (option == OPTION_NAME || option == OPTION_DONE || option == OPTION_BACK)
        return false;
    if (option & OPTION_POINTS)
        return change_points(turn, index, step);
    if (!(option & OPTION_PALETTE))
        return turn_group(turn, index, step);
    const uint32_t count = world_palettes(turn.world, index);
    assert(count); /* otherwise there is no such row */
    turn.player->palettes[index] =
        (turn.player->palettes[index] + count + (uint32_t)step) % count;
    return true;
}

bool create_choose(Turn turn, uint32_t option)
{
    if (option == OPTION_NAME) {
        world_effect(turn, EFFECT_TYPE, 0, 0);
        return true;
    }
    if (option == OPTION_DONE) {
        world_start_game(turn);
        return true;
    }
    if (option == OPTION_BACK) {
        world_return_to_menu(turn);
        return true;
    }
    return create_adjust(turn, option, 1);
}

bool stats_adjust(Turn turn, uint32_t attribute, int32_t step)
{
    const TngAttributes *attributes = turn.world->content->attributes;
    const uint32_t points = attributes->special_count > 3 ? attributes->special[3] : 0;
    Actor *player = turn_actor(turn);
    if (step < 1 || !points || !attribute_is_primary(turn.world, attribute) ||
        attribute_get(turn, turn_entity(turn), points) <= 0 ||
        (attributes->most && player->values[attribute] >= attributes->most))
        return false;
    player->values[attribute]++;
    attribute_set(turn, turn_entity(turn), points,
                  attribute_get(turn, turn_entity(turn), points) - 1);
    return true;
}
