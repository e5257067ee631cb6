/* One player of a shared world alone. When the player joins again, references to other
 * actors and to the clock are translated, or end. The other world may have another clock
 * and other actors. */
#include "engine/save/save_internal.h"

/* ---- saving ---- */

typedef struct ActorSet {
    SaveNpc *items;
    size_t count;
} ActorSet;

static void note_actor(Save *save, ActorSet *folk, uint32_t index)
{
    const World *world = save->world;
    if (index >= world->actor_count || !entity_is_npc(world, index + 1) ||
        folk->count == FOLK_MAX)
        return;
    for (size_t i = 0; i < folk->count; i++)
        if (folk->items[i].index == index)
            return;
    const uint32_t npc = world->actors[index]->npc;
    *ARENA_PUSH(save->arena, folk->items, folk->count) = (SaveNpc){index, npc};
    save_note(save, SAV_NAME_NPC, npc);
}

static void note_entity(Save *save, ActorSet *folk, uint32_t entity)
{
    if (entity != ENTITY_NONE && entity < ENTITY_OBJECT)
        note_actor(save, folk, entity - 1);
}

static void note_task_npcs(Save *save, ActorSet *folk, const Task *task)
{
    note_actor(save, folk, task->actor);
    note_entity(save, folk, task->began_self);
    note_entity(save, folk, task->run->self);
    note_entity(save, folk, task->run->opponent);
    if (task->wait == WAIT_ACTOR)
        note_actor(save, folk, task->until);
    if (task->wait == WAIT_FREE && task->screen == SCREEN_MARKET)
        note_actor(save, folk, task->record);
}

void save_moment(Save *save)
{
    const World *world = save->world;
    const Player *player = save->players[0];
    const ScreenState *const screens[] = {&player->screen, &player->under};
    const SaveTick moment = {world->tick};
    ActorSet folk = {0};
    for (size_t i = 0; i < COUNT_OF(screens); i++)
        if (screens[i]->screen == SCREEN_MARKET)
            note_actor(save, &folk, screens[i]->record);
    note_entity(save, &folk, player->met);
    for (uint32_t i = 0; i < world->task_count; i++)
        if (save_takes(save, world->tasks[i]))
            note_task_npcs(save, &folk, world->tasks[i]);
    save_array(save, SAVE_moment, &moment, 1);
    save_array(save, SAVE_folk, folk.items, folk.count);
}

/* ---- NPCs ---- */

bool load_moment(Load *load)
{
    size_t count;
    const SaveTick *moment = load_table(load, SAVE_moment, 1, &count);
    if (load->failed || !moment)
        return !load->failed;
    load->timed = true;
    load->moment = moment->value;
    load->folk = load_table(load, SAVE_folk, FOLK_MAX, &load->folk_count);
    return !load->failed;
}

/* The only NPC of its kind; among several the one with the same index, because indices in
 * the same world do not change. */
static uint32_t find_npc(const World *world, uint32_t npc, uint32_t index)
{
    uint32_t found = NONE, count = 0;
    for (uint32_t i = 1; i < world->actor_count; i++)
        if (entity_is_npc(world, i + 1) && world->actors[i]->npc == npc) {
            found = i == index || !count ? i : found;
            count++;
        }
    return count < 2 || found == index ? found : NONE;
}

void load_npcs(Load *load)
{
    load->folk_now = ARENA_ALLOC(load->scratch, uint32_t, load->folk_count);
    for (size_t i = 0; i < load->folk_count; i++)
        load->folk_now[i] =
            find_npc(load->world, load_number(load, SAV_NAME_NPC, load->folk[i].npc),
                     load->folk[i].index);
}

/* ---- handlers ---- */

/* Those that wait for a screen that no longer exists continue. */
static void free_waiting(Load *load)
{
    const Player *me = load->player;
    const ScreenState *const own[SAVE_SCREENS] = {&me->screen, &me->under, &me->outer,
                                                  &me->paused};
    for (size_t i = 0; i < load->task_count; i++) {
        Task *task = load->tasks_now[i];
        if (!task || task->wait != WAIT_SCREEN)
            continue;
        bool open = false;
        for (size_t k = 0; k < SAVE_SCREENS; k++)
            open = open || (own[k]->screen != SCREEN_GAME && own[k]->task == task->used);
        if (!open)
            task->wait = WAIT_NOTHING;
    }
}

/* If character creation was not finished, it starts again. */
static bool load_doings(Load *load)
{
    World *world = load->world;
    Player *player = world->players[load->joining_index];
    Actor *actor = world->actors[player->actor];
    if (!load->timed || !player->started) {
        actor->fate = 0;
        return true;
    }
    load->player = player;
    if (!load_own_tasks(load) || !load_screens(load))
        return false;
    load->player = player;
    free_waiting(load);
    actor->fate = load_task(load, actor->fate);
    return true;
}

bool load_character(World *world, Bytes file, uint32_t player_index, SaveNotes *notes,
                    Report *report)
{
    Sav sav;
    Arena *scratch = arena_new();
    bool ok = sav_read(file, &sav, scratch, report);
    if (ok) {
        Load load = {.world = world,
                     .sav = &sav,
                     .notes = notes,
                     .joining = true,
                     .joining_index = player_index,
                     .arena = world->arena,
                     .scratch = scratch,
                     .report = report};
        load_find_state(&load);
        ok = load_moment(&load) && load_player_slots(&load) && load_actors(&load);
        if (ok) {
            load_npcs(&load);
            ok = load_players(&load) && load_doings(&load);
        }
    }
    arena_free(scratch);
    return ok;
}
