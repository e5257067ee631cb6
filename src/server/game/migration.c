/* Parts, in order: the identity of the build; loading the old worlds with the new game;
 * players; chunks; tables with numbers; waiting for other servers. */
#include "server/game/migration.h"

#include "base/deflate.h"
#include "engine/save/save.h"
#include "server/store/store_globals.h"
#include "server/store/store_sav.h"

#include <inttypes.h>
#include <string.h>

/* A saved world: that of a zone of the old build, or that of a single server. */
typedef struct Source {
    uint32_t zone; /* of the old build, or STORE_ALONE */
    World *world;
    uint32_t target; /* zone of the new build with the same maps; STORE_ALONE: none */
    Snapshot snapshot;
    Arena *arena;
} Source;

typedef struct Migration {
    Server *server;
    const ZoneMap *zones; /* of this build */
    BuildNames old, now;
    uint32_t
        *of_map; /* by map of this build: the old zone with a saved world, or STORE_ALONE */
    bool *saved; /* by zone of the old build */
    Source *sources;
    const Source *first; /* that has a world */
    size_t source_count;
    StoreBatch *batch;
    Arena *arena;
    Report *report;
} Migration;

/* ---- the identity of the build ---- */

static StoreMeta unique_of(const Server *server)
{
    return (StoreMeta){TEXT("unique"), {server->game->header.unique, 8}};
}

void migration_fence(const Server *server, StoreBatch *batch)
{
    const StoreMeta unique = unique_of(server);
    store_check(batch, STORE_META, &unique);
}

static bool find_unique(const Server *server, StoreMeta *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    *out = (StoreMeta){.key = TEXT("unique")};
    return store_find(server->store, STORE_META, "key", out, arena, &silent) == STORE_FOUND;
}

bool migration_has_happened(const Server *server)
{
    StoreMeta row;
    Arena *scratch = arena_new();
    const bool other =
        find_unique(server, &row, scratch) && !bytes_equal(row.value, unique_of(server).value);
    arena_free(scratch);
    return other;
}

static void note_outcome(void *context, StoreOutcome outcome)
{
    *(StoreOutcome *)context = outcome;
}

static StoreOutcome commit(Server *server, StoreBatch *batch)
{
    StoreOutcome outcome = STORE_FAILED;
    if (store_commit(server->store, &batch, note_outcome, &outcome))
        store_wait(server->store);
    else
        store_drop_batch(batch);
    return outcome;
}

static void put_names(const Server *server, const ZoneMap *zones, StoreBatch *batch,
                      Arena *arena)
{
    BuildNames names;
    build_names(server->game, zones, &names, arena);
    const StoreMeta row = {text_of(BUILD_NAMES_KEY), build_names_bytes(&names, arena)};
    store_put(batch, STORE_META, &row);
}

bool migration_put_names(Server *server, const ZoneMap *zones, Report *report)
{
    BuildNames names;
    Arena *scratch = arena_new();
    StoreBatch *batch = NULL;
    if (!build_names_load(server->store, &names, scratch)) {
        batch = store_batch(server->store);
        migration_fence(server, batch);
        put_names(server, zones, batch, scratch);
    }
    arena_free(scratch);
    return !batch || commit(server, batch) == STORE_SAVED ||
           report_error(report, "the store does not save");
}

/* ---- the old worlds ---- */

static bool has_world(const Sav *sav)
{
    for (size_t i = 0; i < sav->chunk_count; i++)
        if (!memcmp(sav->chunks[i].magic, "GLBL", sizeof sav->chunks[i].magic))
            return true;
    return false;
}

/* Only the number of zones is needed to find the rows of one. */
static bool export_source(Migration *migration, uint32_t zone, Sav *out, Arena *arena)
{
    const ZoneMap zones = {.zone_count = migration->old.zone_count};
    Store *store = migration->server->store;
    return zone == STORE_ALONE
               ? store_export(store, NULL, out, arena, migration->report)
               : store_export_zone(store, zone, &zones, out, arena, migration->report);
}

static bool load_source(Migration *migration, uint32_t zone)
{
    Sav sav;
    Bytes file;
    SaveNotes notes = {0};
    Server *server = migration->server;
    Source *source = ARENA_PUSH(migration->arena, migration->sources, migration->source_count);
    *source = (Source){.zone = zone, .target = STORE_ALONE, .arena = arena_new()};
    const WorldOptions options = {.seed = server->options.seed, .shared = true};
    if (!export_source(migration, zone, &sav, source->arena))
        return false;
    if (!has_world(&sav))
        return true;
    if (!sav_write(&sav, DEFLATE_FAST, &file, source->arena, migration->report))
        return false;
    source->world =
        world_load(server->game, file, &options, &notes, source->arena, migration->report);
    for (size_t i = 0; i < notes.count; i++)
        server_event(server, EVENT_WORLD_NOTE,
                     &(LogFields){.text = text_of(notes.lines[i].at)});
    return source->world != NULL;
}

static bool load_sources(Migration *migration)
{
    StoreWorldChunk *rows;
    size_t count;
    bool alone = false;
    Arena *scratch = arena_new();
    bool ok = store_load(migration->server->store, STORE_WORLD, (void **)&rows, &count, scratch,
                         migration->report);
    for (size_t i = 0; ok && i < count; i++) {
        const uint32_t zone = store_world_zone(&rows[i]);
        if (zone < migration->old.zone_count)
            migration->saved[zone] = true;
        alone = alone || (zone == STORE_ALONE && rows[i].place < STORE_WORLD_UNKNOWN);
    }
    arena_free(scratch);
    for (uint32_t zone = 0; ok && zone < migration->old.zone_count; zone++)
        ok = !migration->saved[zone] || load_source(migration, zone);
    return ok && (!alone || load_source(migration, STORE_ALONE));
}

/* ---- zones ---- */

static void find_maps(Migration *migration)
{
    const uint32_t count = migration->now.maps.count;
    migration->of_map = ARENA_ALLOC(migration->arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t before = name_find(&migration->old.maps, migration->now.maps.names[i]);
        migration->of_map[i] = STORE_ALONE;
        if (before < migration->old.maps.count &&
            migration->saved[migration->old.zones[before]])
            migration->of_map[i] = migration->old.zones[before];
    }
}

/* The zone of this build that has all maps of the old zone, and no map of another one;
 * STORE_ALONE if there is none. */
static uint32_t same_zone(const Migration *migration, uint32_t zone)
{
    uint32_t target = STORE_ALONE;
    const uint32_t count = migration->now.maps.count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t now = migration->zones->of_map[i];
        if (migration->of_map[i] != zone)
            continue;
        if (target != STORE_ALONE && target != now)
            return STORE_ALONE;
        target = now;
    }
    for (uint32_t i = 0; i < count && target != STORE_ALONE; i++)
        if (migration->zones->of_map[i] == target && migration->of_map[i] != zone &&
            name_find(&migration->old.maps, migration->now.maps.names[i]) <
                migration->old.maps.count)
            return STORE_ALONE;
    return target;
}

/* ---- players ---- */

/* The player's row says which world has the player. */
static bool is_of(const Migration *migration, const Source *source, int64_t account)
{
    StoreCharacter row = {.account = account};
    Arena *scratch = arena_new();
    const bool found = store_find(migration->server->store, STORE_CHARACTER, "account", &row,
                                  scratch, migration->report) == STORE_FOUND;
    const bool alone = source->zone == STORE_ALONE;
    const bool is = found && (alone ? !row.land && !row.engine.size
                                    : row.land == 1 + (int64_t)source->zone);
    arena_free(scratch);
    return is;
}

/* As when a player goes to another zone. */
static bool put_player(Migration *migration, Source *source, uint32_t index)
{
    Snapshot snapshot;
    Bytes character;
    Arena *scratch = arena_new();
    const int64_t account = source->world->players[index]->id;
    bool ok = true;
    if (is_of(migration, source, account)) {
        world_snapshot_player(source->world, index, &snapshot, scratch);
        ok = snapshot_pack(&snapshot, &character, scratch, migration->report);
        const SavUser *user = sav_find(&snapshot.sav, SAV_USER);
        if (ok)
            store_put(migration->batch, STORE_CHARACTER,
                      &(StoreCharacter){.account = account,
                                        .user = store_user_bytes(user, scratch),
                                        .engine = character});
    }
    arena_free(scratch);
    world_remove_player(source->world, index);
    return ok;
}

static bool put_players(Migration *migration, Source *source)
{
    bool ok = true;
    for (uint32_t i = 1; ok && i < source->world->player_count; i++)
        ok = !source->world->players[i]->used || put_player(migration, source, i);
    return ok;
}

/* ---- chunks ---- */

static uint32_t map_of_chunk(const SavChunk *chunk)
{
    return chunk->type == SAV_NPC ? ((const SavNpc *)chunk->record)->entity.map
                                  : ((const SavMap *)chunk->record)->map;
}

/* Of several worlds, each has the chunks of its maps; the first one also has what belongs to no
 * map. */
static bool is_chunk_of(const Migration *migration, const Source *source, const SavChunk *chunk)
{
    if (chunk->type == SAV_GLOBALS || chunk->type == SAV_QUESTS)
        return source == migration->first;
    if (chunk->type != SAV_NPC && chunk->type != SAV_MAP)
        return false;
    const uint32_t map = map_of_chunk(chunk);
    return source->target == STORE_ALONE && map < migration->now.maps.count &&
           migration->of_map[map] == source->zone;
}

static void put_chunks(Migration *migration, Source *source, uint32_t target,
                       size_t counts[SAV_UNKNOWN + 1])
{
    for (size_t i = 0; i < source->snapshot.sav.chunk_count; i++) {
        const SavChunk *chunk = &source->snapshot.sav.chunks[i];
        const bool is_world = chunk->type == SAV_GLOBALS || chunk->type == SAV_QUESTS ||
                              chunk->type == SAV_NPC || chunk->type == SAV_MAP ||
                              chunk->type == SAV_STATE;
        if (target == STORE_ALONE ? !is_chunk_of(migration, source, chunk) : !is_world)
            continue;
        const StoreWorldChunk row =
            store_world_row(chunk, target, counts[chunk->type]++, source->arena);
        store_put(migration->batch, STORE_WORLD, &row);
    }
}

static bool put_worlds(Migration *migration)
{
    size_t alone[SAV_UNKNOWN + 1] = {0};
    bool ok = true, divided = false;
    store_remove_below(migration->batch, STORE_WORLD, "place", STORE_WORLD_UNKNOWN);
    for (size_t i = 0; ok && i < migration->source_count; i++) {
        Source *source = &migration->sources[i];
        if (!source->world)
            continue;
        if (!migration->first)
            migration->first = source;
        if (source->zone != STORE_ALONE)
            source->target = same_zone(migration, source->zone);
        divided = divided || source->target == STORE_ALONE;
        ok = put_players(migration, source) &&
             world_snapshot(source->world, &source->snapshot, source->arena, migration->report);
        if (ok)
            snapshot_finish(&source->snapshot, source->arena);
    }
    for (size_t i = 0; ok && i < migration->source_count; i++) {
        Source *source = &migration->sources[i];
        size_t counts[SAV_UNKNOWN + 1] = {0};
        if (source->world && source->target != STORE_ALONE)
            put_chunks(migration, source, source->target, counts);
        if (source->world && divided)
            put_chunks(migration, source, STORE_ALONE, alone);
    }
    return ok;
}

/* ---- tables with numbers ---- */

static bool put_winners(Migration *migration)
{
    StoreWinner *rows;
    size_t count;
    if (!store_load(migration->server->store, STORE_WINNER, (void **)&rows, &count,
                    migration->arena, migration->report))
        return false;
    store_clear(migration->batch, STORE_WINNER);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].quest < 0 || rows[i].quest >= migration->old.quests.count)
            continue;
        const Text name = migration->old.quests.names[rows[i].quest];
        const StoreWinner row = {name_find(&migration->now.quests, name), rows[i].account};
        if (row.quest < migration->now.quests.count)
            store_put(migration->batch, STORE_WINNER, &row);
    }
    return true;
}

static bool put_globals(Migration *migration)
{
    const uint32_t old = migration->old.globals.count, count = migration->now.globals.count;
    StoreGlobal *list = ARENA_ALLOC(migration->arena, StoreGlobal, old + 1);
    StoreGlobal *now = ARENA_ALLOC(migration->arena, StoreGlobal, count + 1);
    if (!store_globals_load(migration->server->store, list, old, migration->report))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = name_find(&migration->old.globals, migration->now.globals.names[i]);
        if (at < old)
            now[i] = list[at];
        now[i].index = i;
    }
    return store_globals_replace(migration->server->store, now, count, migration->batch,
                                 migration->report);
}

/* The number of a name of the old build in this one; `now->count` if it has no such name.
 * Sprites without names keep their numbers. */
static uint32_t moved(const NameList *old, const NameList *now, int64_t number)
{
    if (number < 0 || number >= old->count)
        return now->count;
    if (!old->names[number].size)
        return number < now->count ? (uint32_t)number : now->count;
    return name_find(now, old->names[number]);
}

/* Objects on their way to another zone. The first eight digits of the key are the zone. */
static bool put_placed(Migration *migration)
{
    StorePlaced *rows;
    size_t count;
    if (!store_load(migration->server->store, STORE_PLACED, (void **)&rows, &count,
                    migration->arena, migration->report))
        return false;
    store_clear(migration->batch, STORE_PLACED);
    for (size_t i = 0; i < count; i++) {
        enum { ZONE_DIGITS = 8 };
        const StorePlaced *row = &rows[i];
        const bool is_object = row->sprite != TNG_NO_SPRITE;
        const uint32_t map = moved(&migration->old.maps, &migration->now.maps, row->map);
        const uint32_t sprite =
            is_object ? moved(&migration->old.objects, &migration->now.objects, row->sprite)
                      : TNG_NO_SPRITE;
        if (map >= migration->now.maps.count || row->key.size < ZONE_DIGITS ||
            (is_object && sprite >= migration->now.objects.count))
            continue;
        const Text key = arena_format(
            migration->arena, "%08" PRIx32 "%.*s", migration->zones->of_map[map],
            (int)row->key.size - ZONE_DIGITS, row->key.at + ZONE_DIGITS);
        store_put(migration->batch, STORE_PLACED,
                  &(StorePlaced){key, map, row->cell, sprite});
    }
    return true;
}

/* Characters that are in no world have their names with them; only their maps are looked up
 * before they are loaded. Rows of the others are replaced by put_players. */
static bool put_places(Migration *migration)
{
    StoreCharacter *rows;
    size_t count;
    SavUser user;
    Arena *arena = migration->arena;
    Report silent = report_to(NULL, NULL);
    if (!store_load(migration->server->store, STORE_CHARACTER, (void **)&rows, &count, arena,
                    migration->report))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].user.size || !store_user_read(rows[i].user, &user, arena, &silent) ||
            user.entity.map >= migration->old.maps.count)
            continue;
        const uint32_t map =
            name_find(&migration->now.maps, migration->old.maps.names[user.entity.map]);
        user.entity.map = map < migration->now.maps.count ? map : 0;
        rows[i].user = store_user_bytes(&user, arena);
        rows[i].land = 0;
        store_put(migration->batch, STORE_CHARACTER, &rows[i]);
    }
    return true;
}

static bool fill_batch(Migration *migration, const StoreMeta *before)
{
    const StoreMeta after = unique_of(migration->server);
    store_check(migration->batch, STORE_META, before);
    store_put(migration->batch, STORE_META, &after);
    put_names(migration->server, migration->zones, migration->batch, migration->arena);
    store_clear(migration->batch, STORE_ZONE);
    if (!load_sources(migration))
        return false;
    find_maps(migration);
    return put_places(migration) && put_worlds(migration) && put_winners(migration) &&
           put_globals(migration) && put_placed(migration);
}

/* ---- other servers ---- */

/* The time until which another server is alive, ms; 0: there is none. */
static bool others_until(Server *server, int64_t *now, int64_t *until, Report *report)
{
    StoreServer *rows;
    size_t count;
    Arena *scratch = arena_new();
    const bool ok =
        store_clock(server->store, now, report) &&
        store_load(server->store, STORE_SERVER, (void **)&rows, &count, scratch, report);
    *until = 0;
    for (size_t i = 0; ok && i < count; i++)
        if (rows[i].until > *now && rows[i].until > *until)
            *until = rows[i].until;
    arena_free(scratch);
    return ok;
}

/* A server that was killed is considered alive for some seconds. */
static bool wait_for_others(Server *server, Report *report)
{
    int64_t now, until, first = 0;
    do {
        if (!migration_has_happened(server)) /* another one with this build was first */
            return true;
        if (!others_until(server, &now, &until, report))
            return false;
        first = first ? first : until;
        if (until)
            loop_turn(server->loop, 100);
    } while (until && until == first);
    return !until ||
           report_error(report, "servers with another build of the game are running on this "
                                "state: stop all of them, then start the new build");
}

static bool migrate(Server *server, const ZoneMap *zones, const BuildNames *old, Arena *arena,
                    Report *report)
{
    StoreMeta before;
    Migration migration = {.server = server,
                           .zones = zones,
                           .old = *old,
                           .saved = ARENA_ALLOC(arena, bool, old->zone_count + 1),
                           .batch = store_batch(server->store),
                           .arena = arena,
                           .report = report};
    build_names(server->game, zones, &migration.now, arena);
    const bool ok = (find_unique(server, &before, arena) ||
                     report_error(report, "the store cannot be read")) &&
                    fill_batch(&migration, &before);
    for (size_t i = 0; i < migration.source_count; i++)
        arena_free(migration.sources[i].arena);
    if (!ok) {
        store_drop_batch(migration.batch);
        return false;
    }
    const StoreOutcome outcome = commit(server, migration.batch);
    if (outcome == STORE_SAVED)
        server_event(server, EVENT_MIGRATED, NULL);
    /* Refused: another server with this build was first. */
    return outcome == STORE_SAVED || !migration_has_happened(server) ||
           report_error(report, "the state could not be migrated to this build of the game");
}

bool migration_run(Server *server, const ZoneMap *zones, Report *report)
{
    BuildNames old;
    bool several;
    Arena *arena = arena_new();
    const bool named = build_names_load(server->store, &old, arena);
    bool ok =
        store_has_zones(server->store, &several, report) && wait_for_others(server, report);
    if (ok && migration_has_happened(server)) {
        ok = named || !several ||
             report_error(report,
                          "this state belongs to a cluster with another build of the game, "
                          "which was served by an older program: start it with the old build "
                          "once, which stores the names of its maps, then with this one");
        ok = ok && migrate(server, zones, &old, arena, report);
    }
    arena_free(arena);
    return ok;
}
