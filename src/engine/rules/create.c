/* Character creation: an option of each group, colours, points for primary attributes, a
 * name. Choices are applied to the player immediately. */
#include "engine/parts.h"

#include <assert.h>

static const TngOptions *group_of(World *world, uint32_t group)
{
    return content_record(world->content, SECTION_OPTIONS, group);
}

static bool is_primary(const World *world, uint32_t attribute)
{
    return world->content->attributes->attributes[attribute].type == ATTRIBUTE_PRIMARY;
}

/* Whether an option's requirements are met by the choices in the groups before it. */
static bool is_possible(Turn turn, const TngOptions *options, uint32_t index)
{
    const CharacterOption *option = &options->options[index];
    return rules_hold(turn, turn_entity(turn), option->attributes, option->attribute_count);
}

/* Primary attributes of several groups add up; others have the last group's value. */
static void give_attributes(Turn turn, const AttributeRule *rules, size_t count)
{
    int32_t *values = turn_actor(turn)->values;
    for (size_t i = 0; i < count; i++) {
        const uint32_t ordinal = content_attribute(turn.world->content, rules[i].attribute);
        if (rules[i].relation == RELATION_SET && ordinal != NONE)
            values[ordinal] =
                is_primary(turn.world, ordinal)
                    ? (int32_t)((uint32_t)values[ordinal] + (uint32_t)rules[i].value)
                    : rules[i].value;
    }
}

static void take_option(Turn turn, const CharacterOption *option)
{
    give_attributes(turn, option->attributes, option->attribute_count);
    for (size_t i = 0; i < option->item_count; i++)
        inventory_give(turn, option->items[i].object.index, option->items[i].quantity);
}

/* The chosen option if it is possible, otherwise the first possible one. */
static void apply_group(Turn turn, uint32_t group)
{
    const TngOptions *options = group_of(turn.world, group);
    uint32_t *choice = &turn.player->choices[group];
    if (!options)
        return;
    uint32_t first = NONE, count = 0;
    bool kept = false;
    for (uint32_t i = 0; i < options->option_count; i++)
        if (is_possible(turn, options, i)) {
            first = first == NONE ? i : first;
            kept |= *choice == i;
            count++;
        }
    turn.player->possible[group] = (uint8_t)count;
    if (!kept)
        *choice = first;
    if (*choice != NONE)
        take_option(turn, &options->options[*choice]);
}

void create_apply(Turn turn)
{
    World *world = turn.world;
    const uint32_t count = world->content->attributes->attribute_count;
    turn.player->item_count = 0;
    memset(turn.player->items, 0, sizeof turn.player->items);
    memset(turn.player->equipped, 0xFF, sizeof turn.player->equipped); /* TNG_NO_SPRITE */
    memset(turn.player->belt, 0xFF, sizeof turn.player->belt);
    attributes_default(world, turn_entity(turn));
    for (uint32_t i = 0; i < count; i++) /* options may require them */
        if (is_primary(world, i))
            turn_actor(turn)->values[i] += turn.player->points[i];
    for (uint32_t i = 0; i < world->choice_count; i++)
        apply_group(turn, i);
    turn.player->effect_count = 0; /* no sound for the initial items */
    turn.player->chat_count = 0;
}

void create_clear(Turn turn)
{
    const uint32_t count = turn.world->content->attributes->attribute_count;
    for (uint32_t i = 0; i < turn.world->choice_count; i++) {
        turn.player->choices[i] = NONE;
        turn.player->palettes[i] = 0;
    }
    if (count)
        memset(turn.player->points, 0, count * sizeof *turn.player->points);
}

int32_t world_points_left(Turn turn)
{
    int64_t left = turn.world->content->attributes->total;
    for (uint32_t i = 0; i < turn.world->content->attributes->attribute_count; i++)
        left -= turn.player->points[i];
    return (int32_t)left;
}

uint32_t world_palettes(World *world, uint32_t group)
{
    const TngOptions *options = group_of(world, group);
    const TngSprite *sprite = options && options->palettes.index != TNG_NO_SPRITE
                                  ? content_sprite(world->content, options->palettes.category,
                                                   options->palettes.index)
                                  : NULL;
    const TngAnimation *picture = sprite_direction(sprite, SOUTH);
    return picture && picture->h > 1 ? picture->h : 0u;
}

bool create_wanted(World *world)
{
    for (uint32_t i = 0; i < world->choice_count; i++) {
        const TngOptions *options = group_of(world, i);
        if ((options && options->option_count > 1) || world_palettes(world, i))
            return true;
    }
    if (!world->content->attributes->total)
        return false;
    for (uint32_t i = 0; i < world->content->attributes->attribute_count; i++)
        if (is_primary(world, i))
            return true;
    return false;
}

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
        if (is_primary(world, i) && i <= OPTION_INDEX)
            row_add(screen, OPTION_POINTS + i);
    row_add(screen, OPTION_DONE);
    row_add(screen, OPTION_BACK);
}

/* The next possible option of a group, cyclically. */
static bool turn_group(Turn turn, uint32_t group, int32_t step)
{
    const TngOptions *options = group_of(turn.world, group);
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
        world_leave(turn);
        return true;
    }
    return create_adjust(turn, option, 1);
}

bool stats_adjust(Turn turn, uint32_t attribute, int32_t step)
{
    const TngAttributes *attributes = turn.world->content->attributes;
    const uint32_t points = attributes->special_count > 3 ? attributes->special[3] : 0;
    Actor *player = turn_actor(turn);
    if (step < 1 || !points || !is_primary(turn.world, attribute) ||
        attribute_get(turn, turn_entity(turn), points) <= 0 ||
        (attributes->most && player->values[attribute] >= attributes->most))
        return false;
    player->values[attribute]++;
    attribute_set(turn, turn_entity(turn), points,
                  attribute_get(turn, turn_entity(turn), points) - 1);
    return true;
}
