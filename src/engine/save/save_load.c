/* Restores a world from a saved game: everything in the file is checked. */
#include "engine/save/save_internal.h"

bool load_fail(Load *load, const char *format, ...)
{
    va_list arguments;
    if (load->failed)
        return false;
    load->failed = true;
    va_start(arguments, format);
    const Text text = arena_vformat(load->scratch, format, arguments);
    va_end(arguments);
    return report_error(load->report, "this saved game is damaged: %s", text.at);
}

void load_report(Load *load, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text text = arena_vformat(load->arena, format, arguments);
    va_end(arguments);
    *ARENA_PUSH(load->arena, load->notes->lines, load->notes->count) = text;
}

/* ---- tables ---- */

static bool label_is(const SavLabel *label, const char *name)
{
    return text_is((Text){label->text, label->size}, name);
}

static const SavTable *find_table(const Load *load, SaveTableType type)
{
    for (uint32_t i = 0; load->state && i < load->state->table_count; i++)
        if (label_is(&load->state->tables[i].name, save_table_name(type)))
            return &load->state->tables[i];
    return NULL;
}

/* Rows without columns have no bytes, so a file could claim any number of them. */
size_t load_count(Load *load, SaveTableType type, size_t max)
{
    enum { BLANK_MAX = 1 << 20 };
    const SavTable *table = find_table(load, type);
    if (!table ||
        (table->row_count <= max && (table->column_count || table->row_count <= BLANK_MAX)))
        return table ? table->row_count : 0;
    load_fail(load, "%s has %u rows", save_table_name(type), table->row_count);
    return 0;
}

/* Translates a number of another build, or of another world, to this one. */
static uint32_t translate(Load *load, StateCheck check, uint32_t number)
{
    uint32_t now;
    switch (check) {
    case CHECK_MAP:
        return number == NONE ? NONE : load_number(load, SAV_NAME_MAP, number);
    case CHECK_QUEST:
        return load_number(load, SAV_NAME_QUEST, number);
    case CHECK_MUSIC:
        now = number ? load_number(load, SAV_NAME_MUSIC, number) : 0;
        return now == NONE ? 0 : now;
    case CHECK_OBJECT:
        return load->moved ? load_object(load, number) : number;
    case CHECK_SPRITE:
        if (!load->moved || number >> 16 > 3)
            return number;
        now = load_number(load, SAV_NAME_SPRITE + (number >> 16), number & 0xFFFF);
        return (number & 0xFFFF0000u) | (now == NONE ? TNG_NO_SPRITE : now);
    case CHECK_ENTITY:
        number = load_entity(load, number);
        if (!load->moved || number < ENTITY_OBJECT)
            return number;
        now = load_number(load, SAV_NAME_OBJECT, number - ENTITY_OBJECT);
        return now == NONE ? ENTITY_NONE : ENTITY_OBJECT + now;
    default:
        return number;
    }
}

static const u32 *find_values(const SavTable *table, const char *name)
{
    for (uint32_t i = 0; table && i < table->column_count; i++)
        if (label_is(&table->columns[i], name))
            return table->values + (size_t)i * table->row_count;
    return NULL;
}

bool load_rows(Load *load, SaveTableType type, void *const *rows, size_t count)
{
    const SavTable *table = find_table(load, type);
    size_t column_count;
    const StateMember *columns = save_table_entity(type)->members(&column_count);
    for (size_t i = 0; i < column_count && !load->failed; i++) {
        const StateMember *column = &columns[i];
        if (!save_is_column(column))
            continue;
        const u32 *values = find_values(table, column->name);
        const bool translated = save_has_names(column->check);
        const StateRange range =
            state_range(&load->world->content->grid, column->check, column->max);
        for (size_t row = 0; row < count; row++) {
            uint32_t value = values ? values[row] : 0;
            if (translated)
                value = translate(load, column->check, value);
            if (!range_has(&range, value))
                return load_fail(load, "%s %zu: invalid %s: %u", save_table_name(type), row,
                                 column->name, value);
            char *at = (char *)rows[row] + column->offset;
            if (column->size == sizeof value) /* nearly all */
                memcpy(at, &value, sizeof value);
            else
                memcpy(at, &value, column->size);
        }
    }
    return !load->failed;
}

/* Rows that follow each other. */
static void **row_list(Load *load, const StateEntity *entity, void *rows, size_t count)
{
    void **list = ARENA_ALLOC(load->scratch, void *, count);
    for (size_t i = 0; i < count; i++)
        list[i] = (char *)rows + i * entity->size;
    return list;
}

bool load_array(Load *load, SaveTableType type, void *rows, size_t count)
{
    return load_rows(load, type, row_list(load, save_table_entity(type), rows, count), count);
}

/* The values of a list in all rows follow each other in the table. */
static bool load_list(Load *load, const StateMember *member, SaveTableType type,
                      void *const *rows, size_t count)
{
    const size_t there = load_count(load, type, SIZE_MAX);
    void **values = ARENA_ALLOC(load->scratch, void *, there);
    size_t at = 0;
    for (size_t row = 0; row < count && !load->failed; row++) {
        const size_t own = member_counter(member, rows[row]);
        if (own > there - at)
            return load_fail(load, "%s are incomplete", save_table_name(type));
        if (!own)
            continue;
        if (member->shape == MEMBER_POINTED) {
            void *memory = arena_alloc(load->scratch, own, member->size);
            memcpy((char *)rows[row] + member->offset, &memory, sizeof memory);
        }
        char *first = member_values(member, rows[row]);
        for (size_t k = 0; k < own; k++)
            values[at++] = first + k * member->size;
    }
    return load_rows(load, type, values, at);
}

bool load_lists(Load *load, const StateEntity *entity, void *const *rows, size_t count)
{
    size_t member_total;
    const StateMember *members = entity->members(&member_total);
    for (size_t i = 0; i < member_total && !load->failed; i++) {
        SaveTableType type;
        if (save_is_list(&members[i], &type))
            load_list(load, &members[i], type, rows, count);
    }
    return !load->failed;
}

void *load_table(Load *load, SaveTableType type, size_t max, size_t *count)
{
    const StateEntity *entity = save_table_entity(type);
    *count = load_count(load, type, max);
    if (!*count)
        return NULL;
    void *rows = arena_alloc(load->scratch, *count, entity->size);
    void **list = row_list(load, entity, rows, *count);
    return load_rows(load, type, list, *count) && load_lists(load, entity, list, *count) ? rows
                                                                                         : NULL;
}

uint16_t load_object(Load *load, uint32_t object)
{
    if (object >= TNG_NO_SPRITE)
        return TNG_NO_SPRITE;
    const uint32_t now = load->moved ? load_number(load, SAV_NAME_OBJECT, object) : object;
    return (uint16_t)(now < TNG_NO_SPRITE ? now : TNG_NO_SPRITE);
}

/* ---- the world ---- */

/* Global attributes are in their order; the table identifies them. */
static bool load_globals(Load *load)
{
    World *world = load->world;
    const Content *content = world->content;
    const SavGlobals *globals = sav_find(load->sav, SAV_GLOBALS);
    size_t count, at = 0;
    const SaveAttribute *saved = load_table(load, SAVE_attributes, UINT16_MAX, &count);
    const uint32_t now_count = content->attributes->attribute_count;
    if (load->failed)
        return false;
    if (load->state && !load->moved && count != now_count)
        return load_fail(load, "it has %zu attributes", count);
    if (!load->state)
        count = now_count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t now = load_number(load, SAV_NAME_ATTRIBUTE, i);
        const bool global = saved ? saved[i].global : attribute_is_global(content, i);
        const bool has = global && globals && at < globals->values_count;
        const int32_t value = has ? globals->values[at++] : 0;
        if (has && now < now_count && attribute_is_global(content, now))
            world->globals[now] = value;
    }
    return true;
}

/* Another program identifies the global quests by their order. */
static bool load_winners(Load *load)
{
    World *world = load->world;
    const SavQuests *quests = sav_find(load->sav, SAV_QUESTS);
    size_t count, at = 0;
    const SaveQuest *winners = load_table(load, SAVE_winners, UINT16_MAX, &count);
    for (size_t i = 0; winners && i < count; i++)
        if (winners[i].quest < world->quest_count)
            world->winners[winners[i].quest] = winners[i].row;
    for (uint32_t i = 0; !load->state && quests && i < world->quest_count; i++) {
        const TngQuest *quest = content_record(world->content, SECTION_QUESTS, i);
        if (quest && quest->global && at < quests->players_count)
            world->winners[i] = (uint32_t)quests->players[at++] + 1;
    }
    return !load->failed;
}

static bool load_chat(Load *load)
{
    World *world = load->world;
    const PlayerContext ctx = local_context(world);
    const SavState *state = load->state;
    const uint32_t count = ctx.player->chat ? state->line_count : 0;
    if (count > CHAT_LINES || count > ctx.player->chat_count)
        return load_fail(load, "it has %u lines of chat", count);
    for (uint32_t i = 0; i < count; i++) {
        const SavLine *from = &state->lines[i];
        ChatLine *line = &ctx.player->chat[(ctx.player->chat_count - count + i) % CHAT_LINES];
        const Text name = arena_text(load->scratch, (Text){from->name.text, from->name.size});
        const Text text = arena_text(load->scratch, (Text){from->text.text, from->text.size});
        *line = (ChatLine){.kind = from->kind <= CHAT_LOST ? from->kind : CHAT_SAID,
                           .tick = from->tick,
                           .object = load_object(load, from->object),
                           .amount = from->amount};
        text_keep(line->name, sizeof line->name, name.at);
        text_keep(line->text, sizeof line->text, text.at);
    }
    return true;
}

/* Rows about locations; those on maps that no longer exist are left out. */
#define LOAD_PLACED(load, type, array, counter, map_of_row)                                    \
    do {                                                                                       \
        (counter) = (uint32_t)load_count(load, type, COUNT_OF(array));                         \
        if (!load_array(load, type, array, (counter)))                                         \
            return false;                                                                      \
        uint32_t left_ = 0;                                                                    \
        for (uint32_t i = 0; i < (counter); i++)                                               \
            if ((array)[i].map_of_row != NONE || !(load)->moved)                               \
                (array)[left_++] = (array)[i];                                                 \
        (counter) = left_;                                                                     \
    } while (0)

/* Of objects and attributes that still exist. */
static bool load_object_values(Load *load)
{
    size_t count, left = 0;
    ObjectValue *rows = load_table(load, SAVE_object_values, OBJECT_VALUES_MAX, &count);
    for (size_t i = 0; rows && i < count; i++) {
        rows[i].attribute = load_number(load, SAV_NAME_ATTRIBUTE, rows[i].attribute);
        if (rows[i].attribute != NONE && rows[i].sprite < TNG_NO_SPRITE &&
            rows[i].place.map < load->world->map_count)
            rows[left++] = rows[i];
    }
    object_values_take(load->world, rows, left);
    return !load->failed;
}

static bool load_things(Load *load)
{
    World *world = load->world;
    LOAD_PLACED(load, SAVE_overlays, world->overlays, world->overlay_count, place.map);
    LOAD_PLACED(load, SAVE_shots, world->shots, world->shot_count, map);
    LOAD_PLACED(load, SAVE_loot, world->loot, world->loot_count, place.map);
    if (!load_object_values(load))
        return false;
    uint32_t left = 0;
    for (uint32_t i = 0; i < world->shot_count; i++) {
        Shot *shot = &world->shots[i];
        if (!shot->action || shot->map >= world->map_count)
            return load_fail(load, "a projectile has no target");
        shot->player = load_player_index(load, shot->player);
        if (shot->player != NONE)
            world->shots[left++] = *shot;
    }
    world->shot_count = left;
    return true;
}

/* State that is not computed while the rest is restored. */
typedef struct Counters {
    uint64_t random, work;
    uint32_t budget, expressions;
} Counters;

static Counters counters_of(const World *world)
{
    return (Counters){world->random, world->work, world->budget, world->expressions};
}

/* The options of character creation are derived from the choices. */
static void go_on_making(World *world)
{
    for (uint32_t i = 0; i < world->player_count; i++) {
        const Player *player = world->players[i];
        if (!player->used || player->started || player->screen.screen != SCREEN_CREATE)
            continue;
        create_apply(player_context(world, i));
    }
}

static bool load_state(Load *load)
{
    World *world = load->world;
    const uint32_t actors = world->actor_count;
    if (!load_array(load, SAVE_world, world, 1))
        return false;
    if (load->moved || world->actor_count < actors)
        world->actor_count = actors;
    for (uint32_t i = actors; i < world->actor_count; i++)
        if (!world->actors[i])
            world->actors[i] = ARENA_ALLOC(world->arena, Actor, 1);
    const Counters counters = counters_of(world);
    if (!load_things(load) || !load_players(load) || !load_chat(load) || !load_tasks(load) ||
        !load_screens(load))
        return false;
    go_on_making(world);
    world->random = counters.random;
    world->work = counters.work;
    world->budget = counters.budget;
    world->expressions = counters.expressions;
    return true;
}

/* Another program's save has no clock except the time played. */
static bool load_foreign_state(Load *load)
{
    enum { SECONDS_MAX = 1 << 24 };
    World *world = load->world;
    PlayerContext ctx;
    const uint32_t seconds = load->sav->preview.play_time;
    world->tick = (seconds < SECONDS_MAX ? seconds : SECONDS_MAX) * world->content->rate;
    world->play_started = 0;
    load_report(load, "the file was saved by another program: scripts and timers restart");
    if (!load_players(load))
        return false;
    for (uint32_t player_index = 0; context_next(world, &player_index, &ctx); player_index++) {
        const Actor *player = context_actor(ctx);
        const MapState *map = map_of(world, player->map);
        ctx.player->entered = (Location){player->map, actor_cell(world, player)};
        ctx.player->arrived = world->tick;
        ctx.player->music = map->record->music;
    }
    return true;
}

static size_t rows_of(const Load *load, SaveTableType type)
{
    const SavTable *table = find_table(load, type);
    return table ? table->row_count : 0;
}

/* Whether the chunk OISN was written at the same moment as the others. */
static bool state_fits(Load *load)
{
    size_t npcs = 0;
    for (size_t i = 0; i < load->sav->chunk_count; i++)
        npcs += load->sav->chunks[i].type == SAV_NPC;
    const size_t players = rows_of(load, SAVE_players);
    return load->state->version == SAV_STATE_VERSION && rows_of(load, SAVE_seats) == players &&
           rows_of(load, SAVE_slots) == npcs + players &&
           rows_of(load, SAVE_actors) == npcs + players;
}

/* Finds the chunk OISN, and whether its numbers are this game's. */
void load_find_state(Load *load)
{
    const World *world = load->world;
    load->state = sav_find(load->sav, SAV_STATE);
    if (load->state && !state_fits(load))
        load->state = NULL;
    load->moved =
        load->state && memcmp(load->state->unique, world->content->game->header.unique,
                              sizeof load->state->unique) != 0;
    if (load->moved)
        load_names(load);
}

static bool load_all(Load *load)
{
    World *world = load->world;
    if (!world->shared && !sav_find(load->sav, SAV_USER))
        return load_fail(load, "it contains no player");
    load_find_state(load);
    if (!load_maps(load) || !load_globals(load) || !load_winners(load) ||
        !load_player_slots(load) || !load_actors(load))
        return false;
    return load->state ? load_state(load) : load_foreign_state(load);
}

World *world_load(const TngFile *game, Bytes file, const WorldOptions *options,
                  SaveNotes *notes, Arena *arena, Report *report)
{
    Sav sav;
    *notes = (SaveNotes){0};
    Arena *scratch = arena_new();
    World *world = NULL;
    if (sav_read(file, &sav, scratch, report)) {
        const Text id = sav_game_id(&sav), own = tng_game_id(&game->header);
        if (!text_equal(id, own)) {
            report_error(report, "this is a saved game of %.*s, not of %.*s", (int)id.size,
                         id.at, (int)own.size, own.at);
        } else {
            const WorldOptions waiting = {.seed = options->seed,
                                          .language = options->language,
                                          .content = options->content,
                                          .wait = true,
                                          .shared = options->shared,
                                          .elsewhere = options->elsewhere,
                                          .observer = options->observer};
            world = world_new(game, &waiting, arena, report);
        }
    }
    if (world) {
        Load load = {.world = world,
                     .player = world->players[0],
                     .sav = &sav,
                     .notes = notes,
                     .arena = arena,
                     .scratch = scratch,
                     .report = report};
        if (load_all(&load))
            world_repeat_sounds(local_context(world));
        else
            world = NULL;
    }
    arena_free(scratch);
    return world;
}
