/* The worlds of another build: each is loaded with the new game, one after the other. Parts, in
 * order: loading an old world; which zones have its maps now; its players and chunks; zones
 * that are composed of maps of several worlds. */
#include "server/game/migration_internal.h"

#include "base/deflate.h"
#include "engine/save/save.h"

#include <inttypes.h>
#include <string.h>

/* A saved world: that of a zone of the old build, or that of a single server. */
typedef struct Source {
    uint32_t zone; /* of the old build, or STORE_ALONE */
    World *world;  /* NULL: none is saved */
    Arena *arena;
} Source;

/* ---- the old worlds ---- */

static bool has_world(const Sav *sav)
{
    for (size_t i = 0; i < sav->chunk_count; i++)
        if (!memcmp(sav->chunks[i].magic, "GLBL", sizeof sav->chunks[i].magic))
            return true;
    return false;
}

/* The player's row says which world has the player. */
static bool is_of(uint32_t zone, const StoreCharacter *row)
{
    return zone == STORE_ALONE ? !row->land && !row->engine.size
                               : row->land == 1 + (int64_t)zone;
}

/* A world refers to its players by their ordinals, so accounts in between have blank ones. A
 * single server's world also refers to players who are in other worlds now. */
static bool add_users(const Migration *migration, uint32_t zone, Sav *sav, Arena *arena)
{
    int64_t next = 1;
    for (size_t i = 0; i < migration->character_count; i++) {
        const StoreCharacter *row = &migration->characters[i];
        if (zone != STORE_ALONE && !is_of(zone, row))
            continue;
        if (row->account < next || row->account > ACCOUNTS_MAX)
            return report_error(migration->report,
                                "the numbers of the accounts are not consistent");
        for (; next < row->account; next++)
            *(SavUser *)sav_add(sav, SAV_USER, arena) = store_user_blank();
        SavUser *user = sav_add(sav, SAV_USER, arena);
        *user = store_user_blank();
        next++;
        if (row->user.size && !store_user_read(row->user, user, arena, migration->report))
            return false;
    }
    return true;
}

static void add_chunks(const Migration *migration, uint32_t zone, int64_t first, int64_t end,
                       Sav *sav, Arena *arena)
{
    for (size_t i = 0; i < migration->row_count; i++) {
        const StoreWorldChunk *row = &migration->rows[i];
        if (row->place >= first && row->place < end && store_world_zone(row) == zone)
            store_world_add(row, sav, arena);
    }
}

static void note(const Migration *migration, Text text)
{
    server_event(migration->server, EVENT_WORLD_NOTE, &(LogFields){.text = text});
}

static Sav empty_sav(const Migration *migration)
{
    Sav sav = {0};
    const TngHeader *header = &migration->server->game->header;
    memcpy(sav.header.game, header->game, sizeof sav.header.game);
    return sav;
}

static World *load(const Migration *migration, const Sav *sav, uint32_t zone, SaveNotes *notes,
                   Arena *arena, Arena *scratch)
{
    Bytes file;
    const Server *server = migration->server;
    const WorldOptions options = {.seed = server->options.seed + zone, .shared = true};
    return sav_write(sav, DEFLATE_FAST, &file, scratch, migration->report)
               ? world_load(server->game, file, &options, notes, arena, migration->report)
               : NULL;
}

static bool load_source(const Migration *migration, Source *source)
{
    SaveNotes notes = {0};
    Arena *scratch = arena_new();
    Sav sav = empty_sav(migration);
    const uint32_t zone = source->zone;
    add_chunks(migration, zone, 0, STORE_WORLD_NPC, &sav, scratch);
    bool ok = add_users(migration, zone, &sav, scratch);
    add_chunks(migration, zone, STORE_WORLD_NPC, STORE_WORLD_UNKNOWN, &sav, scratch);
    if (ok && has_world(&sav)) {
        source->world = load(migration, &sav, zone == STORE_ALONE ? 0 : zone, &notes,
                             source->arena, scratch);
        ok = source->world != NULL;
    }
    for (size_t i = 0; i < notes.count; i++)
        note(migration, text_of(notes.lines[i].at));
    arena_free(scratch);
    return ok;
}

/* ---- zones ---- */

static bool find_saved(Migration *migration)
{
    for (size_t i = 0; i < migration->row_count; i++) {
        const StoreWorldChunk *row = &migration->rows[i];
        const uint32_t zone = store_world_zone(row);
        if (zone == STORE_ALONE)
            migration->alone = migration->alone || row->place < STORE_WORLD_UNKNOWN;
        else if (zone < migration->old.zone_count)
            migration->saved[zone] = true;
        else
            return report_error(migration->report,
                                "the state has a world of zone %" PRIu32 ", but its build has "
                                "only %" PRIu32 " zones",
                                zone, migration->old.zone_count);
    }
    return true;
}

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
    if (zone == STORE_ALONE)
        return STORE_ALONE;
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

static const StoreCharacter *character_of(const Migration *migration, int64_t account)
{
    size_t low = 0, high = migration->character_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (migration->characters[middle].account < account)
            low = middle + 1;
        else
            high = middle;
    }
    return low < migration->character_count && migration->characters[low].account == account
               ? &migration->characters[low]
               : NULL;
}

/* As when a player goes to another zone. */
static bool put_player(Migration *migration, const Source *source, uint32_t index)
{
    Snapshot snapshot;
    Bytes character;
    const int64_t account = source->world->players[index]->id;
    const StoreCharacter *row = character_of(migration, account);
    Arena *scratch = arena_new();
    bool ok = true;
    if (row && is_of(source->zone, row)) {
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

static bool put_players(Migration *migration, const Source *source)
{
    bool ok = true;
    for (uint32_t i = 1; ok && i < source->world->player_count; i++)
        ok = !source->world->players[i]->used || put_player(migration, source, i);
    return ok;
}

/* ---- chunks ---- */

static void put_chunks(const Migration *migration, const Snapshot *snapshot, uint32_t zone)
{
    size_t counts[SAV_UNKNOWN + 1] = {0};
    for (size_t i = 0; i < snapshot->sav.chunk_count; i++) {
        const SavChunk *chunk = &snapshot->sav.chunks[i];
        if (chunk->type != SAV_GLOBALS && chunk->type != SAV_QUESTS && chunk->type != SAV_NPC &&
            chunk->type != SAV_MAP && chunk->type != SAV_STATE)
            continue;
        Arena *scratch = arena_new();
        const StoreWorldChunk row =
            store_world_row(chunk, zone, counts[chunk->type]++, scratch);
        store_put(migration->batch, STORE_WORLD, &row);
        arena_free(scratch);
    }
}

/* The chunk in bytes, which outlive its world. */
static SavChunk copy_of(const Migration *migration, const SavChunk *chunk)
{
    SavChunk copy = {.type = SAV_UNKNOWN};
    memcpy(copy.magic, chunk->magic, sizeof copy.magic);
    copy.bytes = store_world_row(chunk, STORE_ALONE, 0, migration->arena).data;
    return copy;
}

static uint32_t map_of_chunk(const SavChunk *chunk)
{
    return chunk->type == SAV_NPC ? ((const SavNpc *)chunk->record)->entity.map
                                  : ((const SavMap *)chunk->record)->map;
}

/* A world has a limited number of actors, and players are some of them. */
static bool takes_npc(ZoneChunks *zone)
{
    enum { NPCS_MAX = ACTORS_MAX - 1024 };
    if (zone->npc_count >= NPCS_MAX) {
        zone->npcs_left_out++;
        return false;
    }
    zone->npc_count++;
    return true;
}

/* Distributes NPCs and objects to the zones that have their maps now. A world that was saved
 * before others took its maps has old ones of these. */
static void collect_chunks(Migration *migration, const Snapshot *snapshot, uint32_t from)
{
    for (size_t i = 0; i < snapshot->sav.chunk_count; i++) {
        const SavChunk *chunk = &snapshot->sav.chunks[i];
        if (chunk->type != SAV_NPC && chunk->type != SAV_MAP)
            continue;
        const uint32_t map = map_of_chunk(chunk);
        if (map >= migration->now.maps.count || migration->of_map[map] != from)
            continue;
        ZoneChunks *zone = &migration->zone_chunks[migration->zones->of_map[map]];
        if (chunk->type != SAV_NPC || takes_npc(zone))
            *ARENA_PUSH(migration->arena, zone->items, zone->count) = copy_of(migration, chunk);
    }
}

static void collect_parts(Migration *migration, const World *world, uint32_t from)
{
    Arena *scratch = arena_new();
    const uint32_t count = migration->now.maps.count;
    MapParts **of_map = ARENA_ALLOC(scratch, MapParts *, count + 1);
    for (uint32_t map = 0; map < count; map++)
        if (migration->of_map[map] == from)
            of_map[map] = &migration->zone_chunks[migration->zones->of_map[map]].parts;
    world_collect_parts(world, of_map, migration->arena);
    arena_free(scratch);
}

/* So that each has a chunk of objects: a composed world has no other maps, and would load those
 * again with the NPCs that they had at the beginning. */
static void mark_maps(const Migration *migration, const World *world, uint32_t from)
{
    for (uint32_t i = 0; i < world->map_count; i++) {
        MapState *map = world->maps[i];
        if (map && map->record && !map->changes && migration->of_map[i] == from)
            map->changes = 1;
    }
}

/* What belongs to no map. */
static void note_values(Migration *migration, const World *world, const Snapshot *snapshot)
{
    for (uint32_t i = 0; i < world->quest_count; i++)
        if (!migration->winners[i])
            migration->winners[i] = world->winners[i];
    if (migration->has_values)
        return;
    migration->has_values = true;
    for (uint32_t i = 0; i < migration->zones->global_count; i++)
        migration->values[i] = world->globals[migration->zones->globals[i]];
    for (size_t i = 0; i < snapshot->sav.chunk_count; i++) {
        const SavChunk *chunk = &snapshot->sav.chunks[i];
        if (chunk->type == SAV_GLOBALS || chunk->type == SAV_QUESTS)
            migration->shared[chunk->type == SAV_QUESTS] = copy_of(migration, chunk);
    }
}

static bool take_snapshot(const Migration *migration, const World *world, Snapshot *out,
                          Arena *arena)
{
    if (!world_snapshot(world, out, arena, migration->report))
        return false;
    snapshot_finish(out, arena);
    return true;
}

static bool migrate_source(Migration *migration, uint32_t zone)
{
    Snapshot snapshot;
    Source source = {.zone = zone, .arena = arena_new()};
    const uint32_t target = same_zone(migration, zone);
    bool ok = migration_renew(migration) && load_source(migration, &source);
    if (ok && source.world) {
        if (target == STORE_ALONE)
            mark_maps(migration, source.world, zone);
        ok = put_players(migration, &source) &&
             take_snapshot(migration, source.world, &snapshot, source.arena);
        if (ok) {
            note_values(migration, source.world, &snapshot);
            if (target != STORE_ALONE) {
                put_chunks(migration, &snapshot, target);
            } else {
                collect_chunks(migration, &snapshot, zone);
                collect_parts(migration, source.world, zone);
            }
        }
    }
    arena_free(source.arena);
    return ok;
}

/* ---- zones that were joined or divided ---- */

static void note_composed(const Migration *migration, uint32_t zone, size_t lost)
{
    const size_t left_out = migration->zone_chunks[zone].npcs_left_out;
    Arena *scratch = arena_new();
    note(migration, arena_format(scratch,
                                 "zone %" PRIu32 " has maps of other zones: scripts and timers "
                                 "there restart",
                                 zone));
    if (left_out)
        note(migration,
             arena_format(scratch, "zone %" PRIu32 " has too many NPCs: %zu were left out",
                          zone, left_out));
    if (lost)
        note(migration,
             arena_format(scratch,
                          "zone %" PRIu32 " has too many piles and changed objects: %zu were "
                          "reset to the game's",
                          zone, lost));
    arena_free(scratch);
}

/* Only as a saved world of this build do its numbers have names, for the next migration.
 * Without the old worlds' chunks OISN, scripts and timers start again. */
static bool compose_zone(Migration *migration, uint32_t zone)
{
    const ZoneChunks *chunks = &migration->zone_chunks[zone];
    SaveNotes notes = {0};
    Arena *arena = arena_new(), *scratch = arena_new();
    Sav sav = empty_sav(migration);
    for (size_t i = 0; i < COUNT_OF(migration->shared); i++)
        *ARENA_PUSH(scratch, sav.chunks, sav.chunk_count) = migration->shared[i];
    for (size_t i = 0; i < chunks->count; i++)
        *ARENA_PUSH(scratch, sav.chunks, sav.chunk_count) = chunks->items[i];
    Snapshot snapshot;
    World *world =
        migration_renew(migration) ? load(migration, &sav, zone, &notes, arena, scratch) : NULL;
    const size_t lost = world ? world_put_parts(world, &chunks->parts) : 0;
    const bool ok = world && take_snapshot(migration, world, &snapshot, arena);
    if (ok) {
        put_chunks(migration, &snapshot, zone);
        note_composed(migration, zone, lost);
    }
    arena_free(scratch);
    arena_free(arena);
    return ok;
}

/* Whether other worlds have given it anything. */
static bool is_composed(const ZoneChunks *chunks)
{
    return chunks->count || chunks->parts.loot_count || chunks->parts.value_count;
}

bool migrate_worlds(Migration *migration)
{
    Arena *arena = migration->arena;
    migration->saved = ARENA_ALLOC(arena, bool, migration->old.zone_count + 1);
    migration->values = ARENA_ALLOC(arena, int32_t, migration->now.globals.count + 1);
    migration->winners = ARENA_ALLOC(arena, uint32_t, migration->now.quests.count + 1);
    migration->zone_chunks = ARENA_ALLOC(arena, ZoneChunks, migration->zones->zone_count + 1);
    if (!store_load(migration->server->store, STORE_WORLD, (void **)&migration->rows,
                    &migration->row_count, arena, migration->report) ||
        !find_saved(migration))
        return false;
    find_maps(migration);
    store_remove_below(migration->batch, STORE_WORLD, "place", STORE_WORLD_UNKNOWN);
    bool ok = true;
    for (uint32_t zone = 0; ok && zone < migration->old.zone_count; zone++)
        ok = !migration->saved[zone] || migrate_source(migration, zone);
    ok = ok && (!migration->alone || migrate_source(migration, STORE_ALONE));
    for (uint32_t zone = 0; ok && zone < migration->zones->zone_count; zone++)
        ok = !is_composed(&migration->zone_chunks[zone]) || compose_zone(migration, zone);
    return ok;
}
