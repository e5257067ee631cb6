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
static bool is_possible(World *world, const TngOptions *options, uint32_t index)
{
    const CharacterOption *option = &options->options[index];
    return rules_hold(world, world_self(world), option->attributes, option->attribute_count);
}

/* Primary attributes of several groups add up; others have the last group's value. */
static void give_attributes(World *world, const AttributeRule *rules, size_t count)
{
    int32_t *values = world_player(world)->values;
    for (size_t i = 0; i < count; i++) {
        const uint32_t ordinal = content_attribute(world->content, rules[i].attribute);
        if (rules[i].relation == RELATION_SET && ordinal != NONE)
            values[ordinal] =
                is_primary(world, ordinal)
                    ? (int32_t)((uint32_t)values[ordinal] + (uint32_t)rules[i].value)
                    : rules[i].value;
    }
}

static void take_option(World *world, const CharacterOption *option)
{
    give_attributes(world, option->attributes, option->attribute_count);
    for (size_t i = 0; i < option->item_count; i++)
        inventory_give(world, option->items[i].object.index, option->items[i].quantity);
}

/* The chosen option if it is possible, otherwise the first possible one. */
static void apply_group(World *world, uint32_t group)
{
    const TngOptions *options = group_of(world, group);
    uint32_t *choice = &world->me->choices[group];
    if (!options)
        return;
    uint32_t first = NONE, count = 0;
    bool kept = false;
    for (uint32_t i = 0; i < options->option_count; i++)
        if (is_possible(world, options, i)) {
            first = first == NONE ? i : first;
            kept |= *choice == i;
            count++;
        }
    world->me->possible[group] = (uint8_t)count;
    if (!kept)
        *choice = first;
    if (*choice != NONE)
        take_option(world, &options->options[*choice]);
}

void create_apply(World *world)
{
    const uint32_t count = world->content->attributes->attribute_count;
    world->me->item_count = 0;
    memset(world->me->items, 0, sizeof world->me->items);
    memset(world->me->equipped, 0xFF, sizeof world->me->equipped); /* TNG_NO_SPRITE */
    memset(world->me->belt, 0xFF, sizeof world->me->belt);
    attributes_default(world, world_self(world));
    for (uint32_t i = 0; i < count; i++) /* options may require them */
        if (is_primary(world, i))
            world_player(world)->values[i] += world->me->points[i];
    for (uint32_t i = 0; i < world->choice_count; i++)
        apply_group(world, i);
    world->me->effect_count = 0; /* no sound for the initial items */
    world->me->chat_count = 0;
}

void create_clear(World *world)
{
    const uint32_t count = world->content->attributes->attribute_count;
    for (uint32_t i = 0; i < world->choice_count; i++) {
        world->me->choices[i] = NONE;
        world->me->palettes[i] = 0;
    }
    if (count)
        memset(world->me->points, 0, count * sizeof *world->me->points);
}

int32_t world_points_left(const World *world)
{
    int64_t left = world->content->attributes->total;
    for (uint32_t i = 0; i < world->content->attributes->attribute_count; i++)
        left -= world->me->points[i];
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

void rows_create(World *world)
{
    ScreenState *screen = &world->me->screen;
    if (!world->shared) /* there it is the name of the account */
        row_add(screen, OPTION_NAME);
    for (uint32_t i = 0; i < world->choice_count && i <= OPTION_INDEX; i++) {
        if (world->me->possible[i] > 1) /* a single option is not shown */
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
static bool turn_group(World *world, uint32_t group, int32_t step)
{
    const TngOptions *options = group_of(world, group);
    if (!options || !options->option_count)
        return false;
    const uint32_t count = options->option_count, before = world->me->choices[group];
    uint32_t choice = before < count ? before : 0;
    for (uint32_t i = 0; i < count; i++) {
        choice = (choice + count + (uint32_t)step) % count;
        world->me->choices[group] = choice;
        create_apply(world); /* earlier groups decide what is possible */
        if (world->me->choices[group] == choice)
            break;
    }
    return world->me->choices[group] != before;
}

/* Ignores a change of points that would make a choice impossible. */
static bool change_points(World *world, uint32_t attribute, int32_t step)
{
    const TngAttributes *attributes = world->content->attributes;
    const int32_t wanted = world->me->points[attribute] + step;
    if (wanted < 0 || (step > 0 && world_points_left(world) <= 0) ||
        (step > 0 && attributes->most &&
         world_player(world)->values[attribute] >= attributes->most))
        return false;
    world->me->points[attribute] = wanted;
    create_apply(world);
    return true;
}

bool create_adjust(World *world, uint32_t option, int32_t step)
{
    const uint32_t index = option & OPTION_INDEX;
    if (option == OPTION_NAME || option == OPTION_DONE || option == OPTION_BACK)
        return false;
    if (option & OPTION_POINTS)
        return change_points(world, index, step);
    if (!(option & OPTION_PALETTE))
        return turn_group(world, index, step);
    const uint32_t count = world_palettes(world, index);
    assert(count); /* otherwise there is no such row */
    world->me->palettes[index] = (world->me->palettes[index] + count + (uint32_t)step) % count;
    return true;
}

bool create_choose(World *world, uint32_t option)
{
    if (option == OPTION_NAME) {
        world_effect(world, EFFECT_TYPE, 0, 0);
        return true;
    }
    if (option == OPTION_DONE) {
        world_start_game(world);
        return true;
    }
    if (option == OPTION_BACK) {
        world_leave(world);
        return true;
    }
    return create_adjust(world, option, 1);
}

bool stats_adjust(World *world, uint32_t attribute, int32_t step)
{
    const TngAttributes *attributes = world->content->attributes;
    const uint32_t points = attributes->special_count > 3 ? attributes->special[3] : 0;
    Actor *player = world_player(world);
    if (step < 1 || !points || !is_primary(world, attribute) ||
        attribute_get(world, world_self(world), points) <= 0 ||
        (attributes->most && player->values[attribute] >= attributes->most))
        return false;
    player->values[attribute]++;
    attribute_set(world, world_self(world), points,
                  attribute_get(world, world_self(world), points) - 1);
    return true;
}
