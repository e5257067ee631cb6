/* Quests, and those that only one player of a shared world can complete. */
#include "engine/rules/rules.h"

/* Completes a global quest for the player, if nobody has completed it yet. */
static bool win(Turn turn, uint32_t quest)
{
    World *world = turn.world;
    const uint32_t id = turn.player->id;
    uint32_t *winner = &world->winners[quest];
    if (*winner && *winner != id)
        return false;
    if (!*winner && world->elsewhere) {
        quest_claim(world, quest, id);
        return false;
    }
    *winner = id;
    Turn other;
    for (uint32_t player_index = 0; turn_next(world, &player_index, &other); player_index++)
        if (other.player != turn.player && other.player->quests[quest] == QUEST_OPEN)
            quest_set(other, quest, -1); /* it fails for all others */
    return true;
}

void quest_set(Turn turn, uint32_t quest, int32_t completed)
{
    World *world = turn.world;
    const TngQuest *record = content_record(world->content, SECTION_QUESTS, quest);
    if (!record || quest >= world->quest_count)
        return;
    const uint8_t state = completed == 0   ? QUEST_OPEN
                          : completed == 1 ? QUEST_DONE
                                           : QUEST_FAILED;
    if (turn.player->quests[quest] == state ||
        (state == QUEST_OPEN && turn.player->quests[quest] != QUEST_UNKNOWN))
        return;
    if (record->global && state == QUEST_DONE && !win(turn, quest))
        return;
    turn.player->quests[quest] = state;
    world_alert(turn, state - 1u);
    if (state == QUEST_DONE)
        task_start(turn, &(TaskStart){.ref = {SECTION_QUESTS, quest, 0},
                                      .self = turn_entity(turn),
                                      .location = {NONE, {0, 0}}});
}
