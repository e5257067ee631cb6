/* Copies a world's state into records: the chunks of the original format, and the rest in
 * the chunk OISN.
 *
 * Members that state.def flags as SAVED are columns of the tables in OISN: save_tables.c writes
 * them without knowing them. What is left here are the chunks of the original format, lists,
 * and whatever refers to other things by index. tests/engine/test_save.c fails if a restored
 * world behaves differently from the saved one. */
#include "engine/save/save_internal.h"

/* ---- entities ---- */

/* Names of all records that are referred to are noted: another build of the game finds them by
 * name. */
static void save_npc(Save *save, const Actor *actor, uint32_t row, SaveValues *further)
{
    const World *world = save->world;
    SavNpc *npc = sav_add(&save->out->sav, SAV_NPC, save->arena);
    const MapState *map = actor->map < world->map_count ? world->maps[actor->map] : NULL;
    const bool spawned = actor->spawner && map && actor->spawner <= map->spawn_count;
    npc->npc = actor->npc;
    npc->spawner = spawned ? map->spawns[actor->spawner - 1].spawner : SAV_NONE;
    save_note(save, SAV_NAME_NPC, npc->npc);
    if (spawned)
        save_note(save, SAV_NAME_SPAWNER, npc->spawner);
    save_entity(save, actor, row, &npc->entity, further);
    const TngNpc *record = content_record(world->content, SECTION_NPCS, actor->npc);
    const uint32_t first = world->content->attributes->attribute_count;
    npc->entity.items = ARENA_ALLOC(save->arena, SavItem, actor->value_count - first);
    for (uint32_t i = first; record && i < actor->value_count; i++) {
        const uint32_t object = record->items[i - first].object.index;
        npc->entity.items[npc->entity.item_count++] = (SavItem){(u32)actor->values[i], object};
        save_note(save, SAV_NAME_OBJECT, object);
    }
}

typedef struct Rows {
    const void **actors;
    SaveSlot *slots;
    uint32_t count;
} Rows;

/* The format has whole pixels; the fraction of a position is kept in OISN. */
static void add_row(Save *save, Rows *rows, uint32_t index)
{
    const Actor *actor = save->world->actors[index];
    rows->slots[rows->count] =
        (SaveSlot){index, actor->at.x & (SUB - 1), actor->at.y & (SUB - 1)};
    rows->actors[rows->count++] = actor;
}

/* Players first, in the order of the save's list; then the others by index. */
static void save_actors(Save *save)
{
    const World *world = save->world;
    Rows rows = {.actors = ARENA_ALLOC(save->arena, const void *, world->actor_count + 1),
                 .slots = ARENA_ALLOC(save->arena, SaveSlot, world->actor_count + 1)};
    SaveValues further = {0};
    save_players(save, &further);
    for (size_t i = 0; i < save->player_count; i++)
        add_row(save, &rows, save->players[i]->actor);
    for (uint32_t i = 0; i < world->actor_count && !save->alone; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used || actor->player)
            continue;
        save_npc(save, actor, rows.count, &further);
        add_row(save, &rows, i);
    }
    save_rows(save, SAVE_actors, rows.actors, rows.count);
    save_array(save, SAVE_slots, rows.slots, rows.count);
    save_lists(save, &Actor_entity, rows.actors, rows.count);
    save_array(save, SAVE_values, further.items, further.count);
}

/* ---- the world ---- */

/* The format lists only global attributes, in their order; OISN has which ones those are. */
static void save_globals(Save *save)
{
    const World *world = save->world;
    const Content *content = world->content;
    const uint32_t count = content->attributes->attribute_count;
    SavGlobals *globals = sav_add(&save->out->sav, SAV_GLOBALS, save->arena);
    SaveAttribute *attributes = ARENA_ALLOC(save->arena, SaveAttribute, count);
    globals->values = ARENA_ALLOC(save->arena, i32, count);
    for (uint32_t i = 0; i < count; i++) {
        attributes[i].global = attribute_is_global(content, i);
        if (attributes[i].global)
            globals->values[globals->values_count++] = world->globals[i];
        save_note(save, SAV_NAME_ATTRIBUTE, i);
    }
    save_array(save, SAVE_attributes, attributes, count);
}

/* Other programs identify global ones by their order, this one by name. */
static void save_quests(Save *save)
{
    const World *world = save->world;
    SavQuests *quests = sav_add(&save->out->sav, SAV_QUESTS, save->arena);
    SaveQuest *winners = NULL;
    size_t winner_count = 0;
    quests->players = ARENA_ALLOC(save->arena, i32, world->quest_count);
    for (uint32_t i = 0; i < world->quest_count; i++) {
        const TngQuest *quest = content_record(world->content, SECTION_QUESTS, i);
        if (quest && quest->global)
            quests->players[quests->players_count++] = (i32)world->winners[i] - 1;
        if (!world->winners[i])
            continue;
        *ARENA_PUSH(save->arena, winners, winner_count) = (SaveQuest){world->winners[i], i};
        save_note(save, SAV_NAME_QUEST, i);
    }
    save_array(save, SAVE_winners, winners, winner_count);
}

/* `text` is a fixed array, which is terminated only if it is not full. */
static SavText text_copy(const char *text, size_t capacity, Arena *arena)
{
    const size_t size = strnlen(text, capacity);
    return (SavText){(u16)size, (ascii *)(uintptr_t)arena_text(arena, (Text){text, size}).at};
}

/* Only a single player's chat: a server has none in the world. Lines are in a ring, oldest
 * first. */
static void save_chat(Save *save)
{
    const World *world = save->world;
    const Player *player = world->players[0];
    const uint32_t all = player->chat ? player->chat_count : 0;
    const uint32_t count = all < CHAT_LINES ? all : CHAT_LINES;
    SavLine *lines = ARENA_ALLOC(save->arena, SavLine, count);
    for (uint32_t i = 0; i < count; i++) {
        const ChatLine *line = &player->chat[(player->chat_count - count + i) % CHAT_LINES];
        lines[i] = (SavLine){.kind = line->kind,
                             .tick = line->tick,
                             .object = line->object,
                             .amount = line->amount,
                             .name = text_copy(line->name, sizeof line->name, save->arena),
                             .text = text_copy(line->text, sizeof line->text, save->arena)};
        if (line->kind != CHAT_SAID)
            save_note(save, SAV_NAME_OBJECT, line->object);
    }
    save->state->lines = lines;
    save->state->line_count = (u16)count;
}

/* The player's location, for lists of saved games. */
static void save_place(Save *save, const Player *player)
{
    const World *world = save->world;
    const uint32_t index = world->actors[player->actor]->map;
    const MapState *map = index < world->map_count ? world->maps[index] : NULL;
    if (!map || !map->record)
        return;
    const Text title = content_text(world->content, map->record->title);
    save->state->place.size = (u16)(title.size < UINT16_MAX ? title.size : 0);
    save->state->place.text = (ascii *)(uintptr_t)title.at;
}

static void save_world(Save *save)
{
    const World *world = save->world;
    save_array(save, SAVE_world, world, 1);
    save_lists(save, &World_entity, (const void *[]){world}, 1);
    save_chat(save);
    save_tasks(save);
}

/* Play time is in seconds, for lists of saved games. */
static Save save_begin(const World *world, Snapshot *out, Arena *arena)
{
    *out = (Snapshot){.game = world->content->game};
    Save save = {.world = world, .out = out, .arena = arena};
    save.noted.arena = save.handlers.arena = arena;
    save.state = ARENA_ALLOC(arena, SavState, 1);
    save.state->version = SAV_STATE_VERSION;
    memcpy(save.state->unique, world->content->game->header.unique, sizeof save.state->unique);
    save.state->play_time = (world->tick - world->play_started) / world->content->rate;
    memcpy(out->sav.header.game, out->game->header.game, sizeof out->sav.header.game);
    out->sav.preview.play_time = save.state->play_time;
    return save;
}

/* Lists have grown while saving; only now their addresses are final. */
static void save_end(Save *save, Arena *arena)
{
    SavState *state = save->state;
    state->tables = save->tables;
    state->table_count = (u16)save->table_count;
    state->handlers = save->handler_list;
    state->handler_count = (u32)save->handler_count;
    state->names = save->names;
    state->name_count = (u32)save->name_count;
    save->out->codes = save->codes;
    *(SavState *)sav_add(&save->out->sav, SAV_STATE, arena) = *state;
}

/* Copies everything that packing needs: afterwards the world may go on, and another thread may
 * pack. */
bool world_snapshot(const World *world, Snapshot *out, Arena *arena, Report *report)
{
    Save save = save_begin(world, out, arena);
    if (!world->shared && !world->players[0]->started)
        return report_cause(report, CAUSE_STATE,
                            "no game is running, so there is nothing to save");
    save_list_players(&save);
    save_globals(&save);
    save_quests(&save);
    save_actors(&save);
    save_maps(&save);
    if (save.player_count)
        save_place(&save, save.players[0]);
    save_world(&save);
    save_end(&save, arena);
    return true;
}

void snapshot_picture(Snapshot *snapshot, const Image *picture, Arena *arena)
{
    snapshot->sav.has_preview = true;
    snapshot->sav.pixels = sav_preview_pixels(picture, arena);
}

/* For one player who goes to another world: no NPCs, maps or quests of the world. */
void world_snapshot_player(const World *world, uint32_t player_index, Snapshot *out,
                           Arena *arena)
{
    Save save = save_begin(world, out, arena);
    const Player *player = world->players[player_index];
    save.alone = true;
    save.players = &player;
    save.player_count = 1;
    save_globals(&save); /* the list of attributes */
    save_actors(&save);
    save_moment(&save);
    save_tasks(&save);
    save_place(&save, player);
    save_end(&save, arena);
}

bool world_save(const World *world, const Image *picture, Bytes *out, Arena *arena,
                Report *report)
{
    Snapshot snapshot;
    Arena *scratch = arena_new();
    bool ok = world_snapshot(world, &snapshot, scratch, report);
    if (ok && picture)
        snapshot_picture(&snapshot, picture, scratch);
    ok = ok && snapshot_pack(&snapshot, out, arena, report);
    arena_free(scratch);
    return ok;
}

/* ---- data of other programs ---- */

static SavUser *first_user(const Sav *sav) { return sav_find(sav, SAV_USER); }

/* The account is not part of the game's state. */
static void keep_account(SavUser *user, const SavUser *before)
{
    memcpy(user->password, before->password, sizeof user->password);
    memcpy(user->language, before->language, sizeof user->language);
    user->created = before->created;
    user->login = before->login;
    user->logout = before->logout;
    user->seen = before->seen;
    user->flags = before->flags;
}

static SavTime time_of(uint64_t seconds)
{
    return (SavTime){(u32)seconds, (u32)(seconds >> 32)};
}

/* For a single player, whose USER chunk is the first. */
void snapshot_account(Snapshot *snapshot, const SaveAccount *account)
{
    SavUser *user = first_user(&snapshot->sav);
    if (!user)
        return;
    user->created = time_of(account->created);
    user->login = time_of(account->login);
    user->logout = time_of(account->logout);
    user->seen = time_of(account->seen);
    memcpy(user->language, account->language, sizeof user->language);
}

/* Chunks that other programs have written are kept, when a file is saved again. */
void snapshot_keep(Snapshot *snapshot, const Sav *before, Arena *arena)
{
    Sav *sav = &snapshot->sav;
    const SavUser *first = first_user(before);
    if (first && first_user(sav))
        keep_account(first_user(sav), first);
    for (size_t i = 0; i < before->chunk_count; i++) {
        const SavChunk *chunk = &before->chunks[i];
        if (chunk->type == SAV_DENY || chunk->type == SAV_UNKNOWN ||
            (chunk->type == SAV_USER && chunk->record != first))
            *ARENA_PUSH(arena, sav->chunks, sav->chunk_count) = *chunk;
    }
}

/* False if the file is damaged; a damaged thumbnail alone is left out. */
bool save_summary(Bytes file, SaveSummary *out, Arena *arena, Report *report)
{
    Sav sav;
    Arena *scratch = arena_new();
    *out = (SaveSummary){0};
    const bool ok = sav_read(file, &sav, scratch, report);
    if (ok) {
        Report silent = report_to(NULL, NULL);
        const SavState *state = sav_find(&sav, SAV_STATE);
        const SavUser *user = first_user(&sav);
        out->game = arena_text(arena, sav_game_id(&sav));
        out->play_time = sav.preview.play_time;
        if (state) {
            memcpy(out->unique, state->unique, sizeof out->unique);
            out->play_time = state->play_time;
            out->place = arena_text(arena, (Text){state->place.text, state->place.size});
        }
        if (user)
            out->created = user->created.seconds | (uint64_t)user->created.high << 32;
        if (user)
            out->player = arena_text(arena, (Text){user->name, user->name_size});
        if (sav.has_preview && !sav_preview(&sav, &out->preview, arena, &silent))
            out->preview = (Image){0};
    }
    arena_free(scratch);
    return ok;
}
