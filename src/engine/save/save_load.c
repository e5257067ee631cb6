/* Restores a world from a saved game: everything in the file is checked. */
#include "engine/save/save_internal.h"

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

/* The ring is filled so that its newest line is at the place that `chat_count` names. */
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

/* Shots of players who are left out disappear; one without a target means a damaged file. */
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

/* Taken after SAVE_world was read and before the rest: restoring the rest draws random numbers
 * and spends budget. */
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

/* The order matters: actors exist already, tasks refer to players, and screens to tasks. The
 * number of actors is that of the save, unless the build is another one. */
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

/* Maps first: positions of actors are checked against them. */
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

/* The world is created as for a new game, but waits; then its state is replaced. NULL after an
 * error; the memory stays in `arena`, which the caller frees. */
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
