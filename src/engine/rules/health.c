/* Hit points: the attribute of the HUD's bar over enemies. An actor that had some and has
 * none left dies, unless one of its handlers is running: then that decides. */
#include "engine/rules/rules.h"

enum { FLINCH_TICKS = 5 };

/* Whether a handler may still decide: for an NPC any of its own, for a player the handler
 * that caused the damage, or one started by the damage. */
static bool is_cared_for(const World *world, uint32_t index)
{
    const Actor *actor = world->actors[index];
    if (actor->player)
        return actor->fate && task_find(world, actor->fate);
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used && world->tasks[i]->run->self == index + 1)
            return true;
    return false;
}

/* The sprites of a column: in the NPC's row, or in the player's first one. */
static const SpriteRef *column_of(World *world, uint32_t index, uint32_t column)
{
    const Player *player = world_player_of(world, index + 1);
    if (!player) {
        const TngNpc *npc =
            content_record(world->content, SECTION_NPCS, world->actors[index]->npc);
        return npc && column < npc->sprite_count ? &npc->sprites[column] : NULL;
    }
    for (uint32_t i = 0; i < world->choice_count; i++) {
        const TngOptions *options = content_record(world->content, SECTION_OPTIONS, i);
        const CharacterOption *option = options && player->choices[i] < options->option_count
                                            ? &options->options[player->choices[i]]
                                            : NULL;
        if (option && column < option->sprite_count &&
            option->sprites[column].index != TNG_NO_SPRITE)
            return &option->sprites[column];
    }
    return NULL;
}

/* The duration of the dying animation, at least half a second; for players longer than the
 * timers that fire every second: such a handler may still decide. */
static void begin_dying(World *world, uint32_t index)
{
    Actor *actor = world->actors[index];
    const SpriteRef *ref = column_of(world, index, ROW_DIE);
    const TngAnimation *animation =
        ref && ref->index != TNG_NO_SPRITE
            ? sprite_direction(content_sprite(world->content, ref->category, ref->index),
                               actor->direction)
            : NULL;
    uint32_t ticks = animation ? animation->frame_count * world->content->picture_ticks : 0;
    const uint32_t min =
        actor->player ? world->content->rate + 2 : (world->content->rate + 1) / 2;
    if (ticks < min)
        ticks = min;
    actor->order_count = actor->way_count = actor->going = actor->moving = 0;
    actor->leap_until = 0;
    actor->height = 0;
    actor_act(world, actor, ROW_DIE, ticks);
    actor->dying = world->tick + ticks;
    actor_index_update(world, index);
}

/* Drops the NPC's items there, each kind once. */
static void leave_things(World *world, uint32_t index)
{
    const Actor *actor = world->actors[index];
    const TngNpc *npc = content_record(world->content, SECTION_NPCS, actor->npc);
    const uint32_t first = world->content->attributes->attribute_count;
    const Location location = {actor->map, actor_cell(world, actor)};
    for (uint32_t i = 0; npc && i < npc->item_count && first + i < actor->value_count; i++) {
        const int32_t quantity = actor->values[first + i];
        if (quantity > 0 && npc->items[i].object.index != TNG_NO_SPRITE)
            thing_put(world, location, npc->items[i].object.index, (uint32_t)quantity);
    }
}

/* Respawns the player where the map was entered, with full health. */
static void rise_again(PlayerContext ctx, const HudBar *bar, uint32_t ordinal)
{
    Actor *player = context_actor(ctx);
    const int32_t most = bar->most ? attribute_get(ctx, context_entity(ctx), bar->most) : 0;
    const Location location = ctx.player->entered;
    player->dying = player->action = 0;
    world_place_player(ctx, location.map, location.cell, (int)player->direction);
    ctx.player->arrived = ctx.world->tick; /* fade in */
    attribute_write(ctx, context_entity(ctx), ordinal, most > 0 ? most : 1);
    player->health = attribute_read(ctx, context_entity(ctx), ordinal);
}

static void die(PlayerContext ctx, uint32_t index, const HudBar *bar, uint32_t ordinal)
{
    World *world = ctx.world;
    if (world->actors[index]->player) {
        rise_again(ctx, bar, ordinal);
        return;
    }
    leave_things(world, index);
    actor_remove(world, index);
}

static void watch(PlayerContext ctx, uint32_t index, uint32_t ordinal)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    const int32_t now = attribute_read(ctx, index + 1, ordinal);
    if (now > 0)
        actor->mortal = 1;
    if (actor->mortal && now < actor->health) {
        actor->hurt = actor->health - now;
        actor->hurt_since = world->tick;
    }
    if (actor->mortal && now <= 0 && !is_cared_for(world, index)) {
        begin_dying(world, index);
        if (actor->player) {
            ctx.player->path_count = ctx.player->seeking = 0;
            ctx.player->errand.map = ctx.player->beyond.map = NONE;
        }
    } else if (actor->mortal && now < actor->health && (!actor->action || actor->flinch)) {
        actor_act(world, actor, ROW_HURT, FLINCH_TICKS);
        actor->flinch = 1;
    }
    actor->health = now;
}

void health_tick(World *world)
{
    const uint32_t ordinal = world->content->health;
    const HudBar *bar = world->content->enemy_bar;
    for (uint32_t i = 0; bar && i < world->actor_count; i++) {
        Actor *actor = world->actors[i];
        if (!actor->used || ordinal >= actor->value_count)
            continue;
        const PlayerContext ctx = player_context(world, actor->player ? actor->player - 1 : 0);
        if (actor->dying &&
            attribute_read(ctx, i + 1, ordinal) > 0) { /* a handler has healed it */
            actor->dying = actor->action = 0;
            actor_index_update(world, i);
        }
        if (!actor->dying)
            watch(ctx, i, ordinal);
        else if (world->tick >= actor->dying)
            die(ctx, i, bar, ordinal);
    }
}
