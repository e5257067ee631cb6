/* A new character: an option of each group, colours, points for primary attributes, a name.
 * Choices are applied to the player immediately. */
#include "engine/rules/rules.h"

const TngOptions *create_group(World *world, uint32_t group)
{
    return content_record(world->content, SECTION_OPTIONS, group);
}

bool attribute_is_primary(const World *world, uint32_t attribute)
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
                attribute_is_primary(turn.world, ordinal)
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
    const TngOptions *options = create_group(turn.world, group);
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
        if (attribute_is_primary(world, i))
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
    const TngOptions *options = create_group(world, group);
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
        const TngOptions *options = create_group(world, i);
        if ((options && options->option_count > 1) || world_palettes(world, i))
            return true;
    }
    if (!world->content->attributes->total)
        return false;
    for (uint32_t i = 0; i < world->content->attributes->attribute_count; i++)
        if (attribute_is_primary(world, i))
            return true;
    return false;
}

void player_clear(Turn turn)
{
    Player *player = turn.player;
    player->started = false;
    player->item_count = player->alert_count = player->chat_count = 0;
    player->path_count = player->seeking = 0;
    memset(player->items, 0, sizeof player->items);
    memset(player->equipped, 0xFF, sizeof player->equipped); /* TNG_NO_SPRITE */
    memset(player->belt, 0xFF, sizeof player->belt);
    fields_clear(turn.player);
    create_clear(turn);
    if (turn.world->quest_count)
        memset(player->quests, 0, turn.world->quest_count);
    player->scene.map = player->errand.map = player->beyond.map = player->entered.map = NONE;
    player->touched = player->contact = player->met = player->met_at = 0;
    player->near_count = 0;
    player->screen = player->under = player->outer = player->paused = (ScreenState){0};
}

void player_make(Turn turn)
{
    World *world = turn.world;
    Actor *actor = world->actors[turn.player->actor];
    int32_t *values = actor->values;
    const uint32_t count = world->content->attributes->attribute_count;
    if (!values || actor->value_capacity < count)
        values = ARENA_ALLOC(world->arena, int32_t, count + 1);
    uint32_t player_index = 0;
    while (world->players[player_index] != turn.player)
        player_index++;
    *actor =
        (Actor){.used = 1,
                .npc = NONE,
                .map = NONE,
                .values = values,
                .value_count = count,
                .value_capacity = actor->value_capacity > count ? actor->value_capacity : count,
                .player = 1 + player_index};
    world->actor_changes++;
    if (!world->actor_count)
        world->actor_count = 1;
    create_apply(turn);
}
