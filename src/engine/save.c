/* A world's state, cut loose as records: the chunks of the seed, and what they lack in
 * the chunk OISN.
 *
 * Who adds a member to a struct of the engine names it in save_tables.def: as a COLUMN
 * if it is a number, else as ELSEWHERE, and then it is kept here and in save_load.c by hand
 * unless it follows from the rest. tests/test_save.c fails for members that stand
 * nowhere, and wherever a loaded world goes another way than the one that was saved. */
#include "engine/save_parts.h"

#include "base/deflate.h"

void save_note(Save *save, SavNameKind kind, uint32_t number)
{
    void **known = numbers_put(&save->noted, (uint64_t)(kind + 1) << 32 | number);
    if (*known)
        return;
    *known = save;
    *ARENA_PUSH(save->arena, save->names, save->name_count) =
        (SavName){.kind = (u8)kind, .number = number};
}

bool screen_record_kind(uint32_t screen, SavNameKind *out)
{
    static const uint8_t kinds[SCREENS] = {[SCREEN_DIALOG] = 1 + SAV_NAME_DIALOG,
                                           [SCREEN_CHOOSER] = 1 + SAV_NAME_CHOOSER,
                                           [SCREEN_CUTSCENE] = 1 + SAV_NAME_CUTSCENE,
                                           [SCREEN_CRAFT] = 1 + SAV_NAME_CRAFTING};
    *out = (SavNameKind)(screen < SCREENS && kinds[screen] ? kinds[screen] - 1 : 0);
    return screen < SCREENS && kinds[screen];
}

static void note_screen(Save *save, uint32_t screen, uint32_t record)
{
    SavNameKind kind;
    if (screen_record_kind(screen, &kind))
        save_note(save, kind, record);
}

/* ---- entities ---- */

typedef struct Values {
    SaveValue *items;
    size_t count;
} Values;

/* The entity block has room for so many attributes, and none for global ones. */
static void fill_attributes(Save *save, const Actor *actor, uint32_t row, SavEntity *entity,
                            Values *further)
{
    const Content *content = save->world->content;
    const uint32_t count = content->attributes->attribute_count;
    entity->attributes = arena_take_raw(save->arena, count + 1, sizeof *entity->attributes);
    for (uint32_t i = 0; i < count; i++)
        if (!attribute_is_global(content, i) &&
            entity->attribute_count < ENTITY_ATTRIBUTES_MOST)
            entity->attributes[entity->attribute_count++] = actor->values[i];
        else if (actor->values[i])
            *ARENA_PUSH(save->arena, further->items, further->count) =
                (SaveValue){row, i, (uint32_t)actor->values[i]};
}

static void fill_entity(Save *save, const Actor *actor, uint32_t row, SavEntity *entity,
                        Values *further)
{
    *entity = (SavEntity){.map = actor->map == NONE ? SAV_NOWHERE : actor->map,
                          .direction = (u8)actor->direction,
                          .x = actor->at.x >> 8, /* SUB is 1 << 8 */
                          .y = actor->at.y >> 8,
                          .behaviour = (u8)actor->movement,
                          .transport = (u8)actor->transport,
                          .altitude = (i8)actor->altitude};
    if (actor->map != NONE)
        save_note(save, SAV_NAME_MAP, actor->map);
    fill_attributes(save, actor, row, entity, further);
}

static void fill_items(Save *save, SavEntity *entity)
{
    const World *world = save->world;
    SaveNumber *bag = ARENA_TAKE(save->arena, SaveNumber, world->item_count);
    entity->items = ARENA_TAKE(save->arena, SavItem, world->item_count);
    entity->skills = ARENA_TAKE(save->arena, SavItem, world->item_count);
    for (uint32_t i = 0; i < world->item_count; i++) {
        const Item *item = &world->items[i];
        const TngObject *object = content_object(world->content, item->sprite, NULL);
        bag[i].value = object && object->equip_mask == UINT32_MAX;
        SavItem *out = bag[i].value ? &entity->skills[entity->skill_count++]
                                    : &entity->items[entity->item_count++];
        *out = (SavItem){item->count, item->sprite};
        save_note(save, SAV_NAME_OBJECT, item->sprite);
    }
    save_array(save, SAVE_bag, bag, world->item_count);
}

static void fill_quests(Save *save, SavEntity *entity)
{
    const World *world = save->world;
    SaveNumber *failed = ARENA_TAKE(save->arena, SaveNumber, world->quest_count);
    size_t count = 0;
    entity->quests = ARENA_TAKE(save->arena, u32, world->quest_count);
    for (uint32_t i = 0; i < world->quest_count; i++) {
        if (world->quests[i] == QUEST_FAILED)
            failed[count++].value = i;
        else if (world->quests[i] != QUEST_UNKNOWN && entity->quest_count < UINT16_MAX)
            entity->quests[entity->quest_count++] =
                i | (world->quests[i] == QUEST_DONE ? SAV_QUEST_DONE : 0);
        if (world->quests[i] != QUEST_UNKNOWN)
            save_note(save, SAV_NAME_QUEST, i);
    }
    save_array(save, SAVE_failed, failed, count);
}

static void note_objects(Save *save, const uint16_t *sprites, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (sprites[i] != TNG_NO_SPRITE)
            save_note(save, SAV_NAME_OBJECT, sprites[i]);
}

static void save_user(Save *save, Values *further)
{
    const World *world = save->world;
    SavUser *user = sav_add(&save->out->sav, SAV_USER, save->arena);
    user->name_size = (u32)strnlen(world->name, sizeof world->name);
    user->name =
        (ascii *)(uintptr_t)arena_text(save->arena, (Text){world->name, user->name_size}).at;
    user->option_count = (u8)(world->choice_count < 255 ? world->choice_count : 255);
    user->options = ARENA_TAKE(save->arena, u32, user->option_count);
    SaveNumber *palettes = ARENA_TAKE(save->arena, SaveNumber, world->choice_count);
    for (uint32_t i = 0; i < world->choice_count; i++) {
        palettes[i].value = world->palettes[i];
        if (i < user->option_count)
            user->options[i] = world->choices[i];
        save_note(save, SAV_NAME_OPTIONS, i);
    }
    save_array(save, SAVE_palettes, palettes, world->choice_count);
    memcpy(user->equipped, world->equipped, sizeof user->equipped);
    memcpy(user->belt, world->belt, sizeof user->belt);
    note_objects(save, world->equipped, TNG_EQUIP_SLOTS);
    note_objects(save, world->belt, TNG_EQUIP_SLOTS);
    fill_entity(save, world_player(world), 0, &user->entity, further);
    fill_items(save, &user->entity);
    fill_quests(save, &user->entity);
}

static void save_npc(Save *save, const Actor *actor, uint32_t row, Values *further)
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
    fill_entity(save, actor, row, &npc->entity, further);
    const TngNpc *record = content_record(world->content, SECTION_NPCS, actor->npc);
    const uint32_t first = world->content->attributes->attribute_count;
    npc->entity.items = ARENA_TAKE(save->arena, SavItem, actor->value_count - first);
    for (uint32_t i = first; record && i < actor->value_count; i++) {
        const uint32_t object = record->items[i - first].object.index;
        npc->entity.items[npc->entity.item_count++] = (SavItem){(u32)actor->values[i], object};
        save_note(save, SAV_NAME_OBJECT, object);
    }
}

static void save_actors(Save *save)
{
    const World *world = save->world;
    const void **rows = ARENA_TAKE(save->arena, const void *, world->actor_count);
    SaveSlot *slots = ARENA_TAKE(save->arena, SaveSlot, world->actor_count);
    Order *orders = NULL;
    SaveNumber *ways = NULL;
    size_t order_count = 0, way_count = 0;
    Values further = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used)
            continue;
        if (i)
            save_npc(save, actor, count, &further);
        else
            save_user(save, &further);
        slots[count] = (SaveSlot){i, actor->at.x & (SUB - 1), actor->at.y & (SUB - 1)};
        rows[count++] = actor;
        for (uint32_t k = 0; k < actor->order_count; k++)
            *ARENA_PUSH(save->arena, orders, order_count) = actor->orders[k];
        for (uint32_t k = 0; k < actor->way_count; k++)
            *ARENA_PUSH(save->arena, ways, way_count) = (SaveNumber){actor->way[k]};
    }
    save_rows(save, SAVE_actors, rows, count);
    save_array(save, SAVE_slots, slots, count);
    save_array(save, SAVE_orders, orders, order_count);
    save_array(save, SAVE_ways, ways, way_count);
    save_array(save, SAVE_values, further.items, further.count);
}

/* ---- the world ---- */

static void save_globals(Save *save)
{
    const World *world = save->world;
    const Content *content = world->content;
    const uint32_t count = content->attributes->attribute_count;
    SavGlobals *globals = sav_add(&save->out->sav, SAV_GLOBALS, save->arena);
    SaveAttribute *attributes = ARENA_TAKE(save->arena, SaveAttribute, count);
    globals->values = ARENA_TAKE(save->arena, i32, count);
    for (uint32_t i = 0; i < count; i++) {
        attributes[i] = (SaveAttribute){attribute_is_global(content, i), world->points[i]};
        if (attributes[i].global)
            globals->values[globals->values_count++] = world->globals[i];
        save_note(save, SAV_NAME_ATTRIBUTE, i);
    }
    save_array(save, SAVE_attributes, attributes, count);
    SavQuests *quests = sav_add(&save->out->sav, SAV_QUESTS, save->arena);
    quests->players = ARENA_TAKE(save->arena, i32, world->quest_count);
    for (uint32_t i = 0; i < world->quest_count; i++) {
        const TngQuest *quest = content_record(world->content, SECTION_QUESTS, i);
        if (quest && quest->global)
            quests->players[quests->players_count++] = world->quests[i] == QUEST_DONE ? 0 : -1;
    }
}

static void save_screens(Save *save)
{
    const World *world = save->world;
    const ScreenState *const screens[SAVE_SCREENS] = {&world->screen, &world->under,
                                                      &world->outer, &world->paused};
    const void *rows[SAVE_SCREENS];
    SaveNumber *options = NULL;
    size_t count = 0;
    for (size_t i = 0; i < SAVE_SCREENS; i++) {
        rows[i] = screens[i];
        note_screen(save, screens[i]->screen, screens[i]->record);
        for (uint32_t k = 0; k < screens[i]->option_count; k++)
            *ARENA_PUSH(save->arena, options, count) = (SaveNumber){screens[i]->options[k]};
    }
    save_rows(save, SAVE_screens, rows, SAVE_SCREENS);
    save_array(save, SAVE_options, options, count);
    SaveField fields[CRAFT_FIELDS];
    for (size_t i = 0; i < CRAFT_FIELDS; i++)
        fields[i] = (SaveField){world->fields[i].quantity, world->fields[i].object};
    save_array(save, SAVE_fields, fields, CRAFT_FIELDS);
}

static SavText text_copy(const char *text, size_t room, Arena *arena)
{
    const size_t size = strnlen(text, room);
    return (SavText){(u16)size, (ascii *)(uintptr_t)arena_text(arena, (Text){text, size}).at};
}

static void save_chat(Save *save)
{
    const World *world = save->world;
    const uint32_t count = world->chat_count < CHAT_LINES ? world->chat_count : CHAT_LINES;
    SavLine *lines = ARENA_TAKE(save->arena, SavLine, count);
    for (uint32_t i = 0; i < count; i++) {
        const ChatLine *line = &world->chat[(world->chat_count - count + i) % CHAT_LINES];
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

static void save_state(Save *save)
{
    const World *world = save->world;
    SavState *state = save->state;
    state->version = SAV_STATE_VERSION;
    memcpy(state->unique, world->content->game->header.unique, sizeof state->unique);
    state->play_time = (world->tick - world->play_started) / world->content->rate;
    const uint32_t index = world_player(world)->map;
    const MapState *map = index < world->map_count ? world->maps[index] : NULL;
    if (map && map->record) {
        const Text title = content_text(world->content, map->record->title);
        state->place.size = (u16)(title.size < UINT16_MAX ? title.size : 0);
        state->place.text = (ascii *)(uintptr_t)title.at;
    }
    save_array(save, SAVE_world, world, 1);
    save_array(save, SAVE_alerts, world->alerts, world->alert_count);
    save_array(save, SAVE_overlays, world->overlays, world->overlay_count);
    save_array(save, SAVE_shots, world->shots, world->shot_count);
    save_array(save, SAVE_path, world->path, world->path_count);
    save_array(save, SAVE_loot, world->loot, world->loot_count);
    save_screens(save);
    save_chat(save);
    save_tasks(save);
    state->tables = save->tables;
    state->table_count = (u16)save->table_count;
    state->handlers = save->handler_list;
    state->handler_count = (u32)save->handler_count;
    state->names = save->names;
    state->name_count = (u32)save->name_count;
    save->out->codes = save->codes;
}

bool world_snapshot(const World *world, const Image *preview, Snapshot *out, Arena *arena,
                    Report *report)
{
    *out = (Snapshot){.game = world->content->game};
    if (!world->started)
        return report_error(report, "there is no running game to save");
    Save save = {.world = world, .out = out, .arena = arena};
    save.noted.arena = save.handlers.arena = arena;
    save.state = ARENA_TAKE(arena, SavState, 1);
    memcpy(out->sav.header.game, out->game->header.game, sizeof out->sav.header.game);
    out->sav.has_preview = preview != NULL;
    if (preview)
        out->sav.pixels = sav_preview_pixels(preview, arena);
    save_globals(&save);
    save_actors(&save);
    save_maps(&save);
    save_state(&save);
    out->sav.preview.play_time = save.state->play_time;
    *(SavState *)sav_add(&out->sav, SAV_STATE, arena) = *save.state;
    return true;
}

bool world_save(const World *world, const Image *preview, Bytes *out, Arena *arena,
                Report *report)
{
    Snapshot snapshot;
    Arena *scratch = arena_new();
    const bool ok = world_snapshot(world, preview, &snapshot, scratch, report) &&
                    snapshot_pack(&snapshot, out, arena, report);
    arena_free(scratch);
    return ok;
}

/* ---- what others have written ---- */

static SavUser *first_user(const Sav *sav) { return sav_find(sav, SAV_USER); }

/* The account is not the game's business. */
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
            out->player = arena_text(arena, (Text){user->name, user->name_size});
        if (sav.has_preview && !sav_preview(&sav, &out->preview, arena, &silent))
            out->preview = (Image){0};
    }
    arena_free(scratch);
    return ok;
}
