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
static bool is_possible(PlayerContext ctx, const TngOptions *options, uint32_t index)
{
    const CharacterOption *option = &options->options[index];
    return attribute_conditions_met(ctx, context_entity(ctx), option->attributes,
                                    option->attribute_count);
}

/* Primary attributes of several groups add up; others have the last group's value. */
static void give_attributes(PlayerContext ctx, const AttributeRule *rules, size_t count)
{
    int32_t *values = context_actor(ctx)->values;
    for (size_t i = 0; i < count; i++) {
        const uint32_t ordinal = content_attribute(ctx.world->content, rules[i].attribute);
        if (rules[i].relation == RELATION_SET && ordinal != NONE)
            values[ordinal] =
                attribute_is_primary(ctx.world, ordinal)
                    ? (int32_t)((uint32_t)values[ordinal] + (uint32_t)rules[i].value)
                    : rules[i].value;
    }
}

/* Sounds and messages of the items are dropped by create_apply(). */
static void take_option(PlayerContext ctx, const CharacterOption *option)
{
    give_attributes(ctx, option->attributes, option->attribute_count);
    for (size_t i = 0; i < option->item_count; i++)
        inventory_give(ctx, option->items[i].object.index, option->items[i].quantity);
}

/* The chosen option if it is possible, otherwise the first possible one. */
static void apply_group(PlayerContext ctx, uint32_t group)
{
    const TngOptions *options = create_group(ctx.world, group);
    uint32_t *choice = &ctx.player->choices[group];
    if (!options)
        return;
    uint32_t first = NONE, count = 0;
    bool kept = false;
    for (uint32_t i = 0; i < options->option_count; i++)
        if (is_possible(ctx, options, i)) {
            first = first == NONE ? i : first;
            kept |= *choice == i;
            count++;
        }
    ctx.player->possible[group] = (uint8_t)count;
    if (!kept)
        *choice = first;
    if (*choice != NONE)
        take_option(ctx, &options->options[*choice]);
}

/* Starts from the defaults each time, since options of a group may depend on those before
 * it. */
void create_apply(PlayerContext ctx)
{
    World *world = ctx.world;
    const uint32_t count = world->content->attributes->attribute_count;
    ctx.player->item_count = 0;
    memset(ctx.player->items, 0, sizeof ctx.player->items);
    memset(ctx.player->equipped, 0xFF, sizeof ctx.player->equipped); /* TNG_NO_SPRITE */
    memset(ctx.player->belt, 0xFF, sizeof ctx.player->belt);
    attributes_default(world, context_entity(ctx));
    for (uint32_t i = 0; i < count; i++) /* options may require them */
        if (attribute_is_primary(world, i))
            context_actor(ctx)->values[i] += ctx.player->points[i];
    for (uint32_t i = 0; i < world->choice_count; i++)
        apply_group(ctx, i);
    ctx.player->effect_count = 0; /* no sound for the initial items */
    ctx.player->chat_count = 0;
}

/* Choices of NONE become the first possible option in create_apply(). */
void create_clear(PlayerContext ctx)
{
    const uint32_t count = ctx.world->content->attributes->attribute_count;
    for (uint32_t i = 0; i < ctx.world->choice_count; i++) {
        ctx.player->choices[i] = NONE;
        ctx.player->palettes[i] = 0;
    }
    if (count)
        memset(ctx.player->points, 0, count * sizeof *ctx.player->points);
}

int32_t world_points_left(PlayerContext ctx)
{
    int64_t left = ctx.world->content->attributes->total;
    for (uint32_t i = 0; i < ctx.world->content->attributes->attribute_count; i++)
        left -= ctx.player->points[i];
    return (int32_t)left;
}

uint32_t world_palettes(World *world, uint32_t group)
{
    return content_palettes(world->content, group);
}

/* False if there is nothing to choose: the game then starts at once. */
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

/* For a new game in the same slot, and for slots that are used again. */
void player_clear(PlayerContext ctx)
{
    Player *player = ctx.player;
    player->started = false;
    player->item_count = player->alert_count = player->chat_count = 0;
    player->path_count = player->seeking = 0;
    memset(player->items, 0, sizeof player->items);
    memset(player->equipped, 0xFF, sizeof player->equipped); /* TNG_NO_SPRITE */
    memset(player->belt, 0xFF, sizeof player->belt);
    fields_clear(ctx.player);
    create_clear(ctx);
    if (ctx.world->quest_count)
        memset(player->quests, 0, ctx.world->quest_count);
    player->scene.map = player->errand.map = player->beyond.map = player->entered.map = NONE;
    player->touched = player->contact = player->met = player->met_at = 0;
    player->near_count = 0;
    player->screen = player->under = player->outer = player->paused = (ScreenState){0};
}

/* The slot's values are used again if there are enough. */
void player_make(PlayerContext ctx)
{
    World *world = ctx.world;
    Actor *actor = world->actors[ctx.player->actor];
    int32_t *values = actor->values;
    const uint32_t count = world->content->attributes->attribute_count;
    if (!values || actor->value_capacity < count)
        values = ARENA_ALLOC(world->arena, int32_t, count + 1);
    uint32_t player_index = 0;
    while (world->players[player_index] != ctx.player)
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
    create_apply(ctx);
}
