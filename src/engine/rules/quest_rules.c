/* Quests, and those that only one player of a shared world or of a group can complete. */
#include "engine/rules/rules.h"

/* Completes a global quest for the player, if nobody has completed it yet. */
static bool win(PlayerContext ctx, uint32_t quest)
{
    World *world = ctx.world;
    const uint32_t id = ctx.player->id;
    uint32_t *winner = &world->winners[quest];
    if (*winner && *winner != id)
        return false;
    if (!*winner && world->elsewhere) {
        quest_claim(world, quest, id);
        return false;
    }
    *winner = id;
    PlayerContext other;
    for (uint32_t player_index = 0; context_next(world, &player_index, &other); player_index++)
        if (other.player != ctx.player && other.player->quests[quest] == QUEST_OPEN)
            quest_set(other, quest, -1); /* it fails for all others */
    return true;
}

void quest_set(PlayerContext ctx, uint32_t quest, int32_t completed)
{
    World *world = ctx.world;
    const TngQuest *record = content_record(world->content, SECTION_QUESTS, quest);
    if (!record || quest >= world->quest_count)
        return;
    const uint8_t state = completed == 0   ? QUEST_OPEN
                          : completed == 1 ? QUEST_DONE
                                           : QUEST_FAILED;
    if (ctx.player->quests[quest] == state ||
        (state == QUEST_OPEN && ctx.player->quests[quest] != QUEST_UNKNOWN))
        return;
    if (record->global && state == QUEST_DONE && !win(ctx, quest))
        return;
    ctx.player->quests[quest] = state;
    world_quest_alert(ctx, state - 1u, quest);
    if (state == QUEST_DONE)
        task_start(ctx, &(TaskStart){.ref = {SECTION_QUESTS, quest, 0},
                                     .self = context_entity(ctx),
                                     .location = {NONE, {0, 0}}});
}

void world_quest_won(World *world, uint32_t quest, uint32_t id)
{
    if (quest >= world->quest_count || !id)
        return;
    world->winners[quest] = id;
    world->budget = TICK_BUDGET;
    PlayerContext ctx;
    for (uint32_t player_index = 1; context_next(world, &player_index, &ctx); player_index++)
        if (ctx.player->quests[quest] == QUEST_OPEN)
            quest_set(ctx, quest, ctx.player->id == id ? 1 : -1);
}
