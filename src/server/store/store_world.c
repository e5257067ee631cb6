/* The chunks of a world as rows. Parts, in order: chunks of a world as rows, and their
 * keys; the rows that were written; the rows of a zone. A digest of each written row is kept,
 * so that a save writes only rows that have changed, without reading the store. */
#include "base/hash.h"
#include "server/store/store_export.h"

#include <assert.h>
#include <sodium.h>

enum { DIGEST_SIZE = 16 };

/* The order of the chunks in a saved game; the deny list and the players are before the
 * third. */
static const uint8_t ranks[] = {[SAV_GLOBALS] = 1, [SAV_QUESTS] = 2, [SAV_NPC] = 3,
                                [SAV_MAP] = 4,     [SAV_STATE] = 5,  [SAV_UNKNOWN] = 6};

/* The zone, if there are several; letters unchanged, without the zero of "NPC" and "MAP";
 * other bytes as hex digits. */
static Text key_of(const uint8_t magic[4], uint32_t zone, size_t index, Arena *arena)
{
    Writer key = writer_to(arena);
    if (zone != STORE_ALONE)
        write_format(&key, "%u:", zone);
    for (size_t i = 0; i < 4; i++)
        if (magic[i] >= 'A' && magic[i] <= 'Z')
            write_u8(&key, magic[i]);
        else if (magic[i] || i < 3)
            write_format(&key, "%%%02x", magic[i]);
    write_format(&key, "/%06zu", index);
    return writer_text(&key);
}

void store_world_add(const StoreWorldChunk *row, Sav *sav, Arena *arena)
{
    SavChunk chunk = {.type = SAV_UNKNOWN, .bytes = row->data};
    if (row->magic.size != sizeof chunk.magic)
        return;
    memcpy(chunk.magic, row->magic.data, sizeof chunk.magic);
    *ARENA_PUSH(arena, sav->chunks, sav->chunk_count) = chunk;
}

uint32_t store_world_zone(const StoreWorldChunk *row)
{
    uint32_t zone = 0;
    size_t at = 0;
    for (; at < row->key.size && row->key.at[at] >= '0' && row->key.at[at] <= '9'; at++)
        zone = zone * 10 + (uint32_t)(row->key.at[at] - '0');
    return at && at < row->key.size && row->key.at[at] == ':' ? zone : STORE_ALONE;
}

StoreWorldChunk store_world_row(const SavChunk *chunk, uint32_t zone, size_t index,
                                Arena *arena)
{
    Bytes data = chunk->bytes;
    if (chunk->record) {
        Writer writer = writer_to(arena);
        record_write(sav_layout(chunk->type), chunk->record, &writer);
        data = writer_bytes(&writer);
    }
    return (StoreWorldChunk){.key = key_of(chunk->magic, zone, index, arena),
                             .place = (int64_t)ranks[chunk->type] << 32 | (int64_t)index,
                             .magic = {chunk->magic, sizeof chunk->magic},
                             .data = data};
}

/* ---- written rows ---- */

typedef struct Known {
    Text key;
    uint8_t digest[DIGEST_SIZE]; /* of place and data */
    bool seen;
} Known;

typedef struct Rows {
    Known *items;
    size_t count;
    Table table; /* from key to index */
    Arena *arena;
} Rows;

struct StoreWorld {
    uint32_t zone;
    Rows known;
    bool all; /* unknown store contents: write everything */
    Arena *arena;
};

static Rows rows_new(void)
{
    Arena *arena = arena_new();
    return (Rows){.table = table_new(arena), .arena = arena};
}

static Known *rows_add(Rows *rows, const StoreWorldChunk *row)
{
    const Text key = arena_text(rows->arena, row->key);
    crypto_generichash_state state;
    table_put(&rows->table, key, (uint32_t)rows->count);
    Known *known = ARENA_PUSH(rows->arena, rows->items, rows->count);
    *known = (Known){.key = key};
    crypto_generichash_init(&state, NULL, 0, DIGEST_SIZE);
    crypto_generichash_update(&state, (const uint8_t *)&row->place, sizeof row->place);
    crypto_generichash_update(&state, row->data.data, row->data.size);
    crypto_generichash_final(&state, known->digest, DIGEST_SIZE);
    return known;
}

/* Only those of the zone, if there are several. */
static bool load_rows(Store *store, uint32_t zone, StoreWorldChunk **rows, size_t *count,
                      Arena *arena, Report *report)
{
    if (zone != STORE_ALONE)
        return store_zone_rows(store, zone, rows, count, arena, report);
    return store_load(store, STORE_WORLD, (void **)rows, count, arena, report);
}

StoreWorld *store_world_new(Store *store, uint32_t zone, Report *report)
{
    StoreWorldChunk *rows;
    size_t count;
    Arena *arena = arena_new(), *scratch = arena_new();
    StoreWorld *world = NULL;
    if (load_rows(store, zone, &rows, &count, scratch, report)) {
        world = ARENA_ALLOC(arena, StoreWorld, 1);
        *world = (StoreWorld){.zone = zone, .known = rows_new(), .arena = arena};
        for (size_t i = 0; i < count; i++) {
            const StoreWorldChunk *row = &rows[i];
            if (row->place < STORE_WORLD_UNKNOWN && store_world_zone(row) == zone)
                rows_add(&world->known, row);
        }
    } else {
        arena_free(arena);
    }
    arena_free(scratch);
    return world;
}

void store_world_free(StoreWorld *world)
{
    arena_free(world->known.arena);
    arena_free(world->arena);
}

void store_world_invalidate(StoreWorld *world)
{
    assert(world->zone == STORE_ALONE); /* rows below a place are of all zones */
    world->all = true;
}

/* Whether the store already has this row. */
static bool is_known(const StoreWorld *world, const Known *row)
{
    const uint32_t *at = table_get(&world->known.table, row->key);
    if (!at)
        return false;
    Known *before = &world->known.items[*at];
    before->seen = true;
    return memcmp(before->digest, row->digest, DIGEST_SIZE) == 0;
}

static size_t remove_rest(const StoreWorld *world, StoreBatch *batch)
{
    size_t count = 0;
    for (size_t i = 0; i < world->known.count; i++)
        if (!world->known.items[i].seen) {
            const StoreWorldChunk row = {.key = world->known.items[i].key};
            store_remove(batch, STORE_WORLD, &row);
            count++;
        }
    return count;
}

size_t store_world_put(StoreWorld *world, const Sav *sav, StoreBatch *batch)
{
    size_t counts[SAV_UNKNOWN + 1] = {0}, changed = 0;
    Rows rows = rows_new();
    Arena *scratch = arena_new();
    if (world->all)
        store_remove_below(batch, STORE_WORLD, "place", STORE_WORLD_UNKNOWN);
    for (size_t i = 0; i < sav->chunk_count; i++) {
        const SavChunk *chunk = &sav->chunks[i];
        if (!ranks[chunk->type] || chunk->type == SAV_UNKNOWN)
            continue;
        const StoreWorldChunk row =
            store_world_row(chunk, world->zone, counts[chunk->type]++, scratch);
        const Known *known = rows_add(&rows, &row);
        if (!is_known(world, known) || world->all) {
            store_put(batch, STORE_WORLD, &row);
            changed++;
        }
    }
    if (!world->all)
        changed += remove_rest(world, batch);
    arena_free(scratch);
    arena_free(world->known.arena);
    world->known = rows;
    world->all = false;
    return changed;
}

/* Keys begin with the number of the zone and a colon (key_of). */
bool store_zone_rows(Store *store, uint32_t zone, StoreWorldChunk **rows, size_t *count,
                     Arena *arena, Report *report)
{
    const StoreWorldChunk from = {.key = arena_format(arena, "%u:", zone)};
    const StoreWorldChunk to = {.key = arena_format(arena, "%u;", zone)};
    return store_load_range(store, STORE_WORLD, &from, &to, 0, (void **)rows, count, arena,
                            report);
}

bool store_has_zones(Store *store, bool *out, Report *report)
{
    void *rows;
    size_t count;
    Arena *scratch = arena_new();
    const bool ok = store_load(store, STORE_ZONE, &rows, &count, scratch, report);
    *out = ok && count;
    arena_free(scratch);
    return ok;
}
