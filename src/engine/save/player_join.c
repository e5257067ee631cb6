/* Players who join a shared world, with a saved character or a new one, and leave it. */
#include "engine/save/save_internal.h"

/* A free player index after the first, which is reserved; NONE if there is none. */
static uint32_t free_place(const World *world)
{
    for (uint32_t i = 1; i < world->player_count; i++)
        if (!world->players[i]->used)
            return i;
    return world->player_count < PLAYERS_MAX ? world->player_count : NONE;
}

/* Removes their actor, tasks, projectiles and open screens. */
void world_remove_player(World *world, uint32_t player_index)
{
    Player *player = world->players[player_index];
    tasks_clear(player_context(world, player_index));
    if (player->used && player->actor)
        actor_free(world, player->actor);
    shots_clear(world, player_index);
    player->used = player->started = false;
    player->actor = 0;
}

static bool join_new(PlayerContext ctx, Report *report)
{
    Player *player = ctx.player;
    player->used = true;
    if (!actor_at_index(ctx.world, &player->actor)) {
        player->actor = 0;
        return report_error(report, "the world is full: it cannot hold another player");
    }
    ctx.world->actors[player->actor]->used = 1; /* the name is set before scripts run */
    world_new_game(ctx);
    return true;
}

/* Global quests that were completed meanwhile, by others or, if decided elsewhere, by them. */
static void settle_quests(PlayerContext ctx)
{
    World *world = ctx.world;
    for (uint32_t i = 0; i < world->quest_count; i++)
        if (world->winners[i] && ctx.player->quests[i] == QUEST_OPEN)
            quest_set(ctx, i, world->winners[i] == ctx.player->id ? 1 : -1);
}

/* Resumes a player; if character creation was not finished, it starts again. */
static void come_back(PlayerContext ctx)
{
    World *world = ctx.world;
    Player *player = ctx.player;
    if (!player->started) {
        world_new_game(ctx);
        return;
    }
    const Actor *actor = context_actor(ctx);
    if (player->entered.map == NONE) { /* saved by another program */
        player->entered = (Location){actor->map, actor_cell(world, actor)};
        player->music = world->maps[actor->map]->record->music;
    }
    player->arrived = world->tick;
    world_effect(ctx, EFFECT_MUSIC, player->music, 0);
    maps_load_around(world, actor->map);
    settle_quests(ctx);
}

uint32_t world_join(World *world, const WorldJoin *join, struct SaveNotes *notes,
                    Report *report)
{
    const uint32_t player_index = free_place(world);
    if (player_index == NONE) {
        report_error(report, "the world is full: it cannot hold another player");
        return NONE;
    }
    Player *player = player_new(world, player_index);
    const PlayerContext ctx = player_context(world, player_index);
    player_clear(ctx);
    player->id = join->id;
    player->effect_count = 0;
    world->budget = TICK_BUDGET;
    text_keep(player->name, sizeof player->name, join->name);
    const bool ok = join->character.size
                        ? load_character(world, join->character, player_index, notes, report)
                        : join_new(ctx, report);
    if (!ok) {
        world_remove_player(world, player_index);
        return NONE;
    }
    player->id = join->id;
    player->fresh = true;
    text_keep(player->name, sizeof player->name, join->name);
    if (join->character.size)
        come_back(ctx);
    return player_index;
}
