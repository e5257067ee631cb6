/* The row "migration" of STORE_META has the number of the last server that has begun to migrate
 * the state. As long as this server lives, which its row of STORE_SERVER says, the migration is
 * under way. Servers remember the number that they have found at their start: if there is
 * another one, their build may not be that of the state any more. */
#include "server/game/migration_internal.h"

#include <inttypes.h>
#include <stdio.h>

#define MIGRATION_KEY "migration"

enum { MIGRATION_LEASE = 30000 /* ms; loading one world takes less */ };

/* ---- the fence ---- */

static StoreMeta unique_of(const Server *server)
{
    return (StoreMeta){TEXT("unique"), {server->game->header.unique, 8}};
}

void migration_set_build(const Server *server, StoreBatch *batch)
{
    const StoreMeta unique = unique_of(server);
    store_put(batch, STORE_META, &unique);
    store_remove(batch, STORE_META, &(StoreMeta){.key = TEXT(BUILD_NAMES_KEY)});
}

static StoreMeta number_row(const char *number)
{
    return (StoreMeta){text_of(MIGRATION_KEY), bytes_of_text(text_of(number))};
}

void migration_fence(const Server *server, StoreBatch *batch)
{
    const StoreMeta unique = unique_of(server), number = number_row(server->migration);
    store_check(batch, STORE_META, &unique);
    if (server->migration[0])
        store_check(batch, STORE_META, &number);
}

static StoreFound find_meta(const Server *server, const char *key, StoreMeta *out, Arena *arena,
                            Report *report)
{
    *out = (StoreMeta){.key = text_of(key)};
    return store_find(server->store, STORE_META, "key", out, arena, report);
}

/* Every state has this row. */
static bool load_meta(const Server *server, const char *key, StoreMeta *out, Arena *arena,
                      Report *report)
{
    const StoreFound found = find_meta(server, key, out, arena, report);
    return found == STORE_FOUND ||
           (found == STORE_NONE && report_error(report, "the state has no row \"%s\"", key));
}

/* Whether the row is there and has another value. */
static bool differs(const Server *server, const StoreMeta *expected)
{
    StoreMeta row;
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const bool out =
        find_meta(server, expected->key.at, &row, scratch, &silent) == STORE_FOUND &&
        !bytes_equal(row.value, expected->value);
    arena_free(scratch);
    return out;
}

/* Whether the state belongs to another build, because it was migrated. */
static bool has_happened(const Server *server)
{
    const StoreMeta unique = unique_of(server);
    return differs(server, &unique);
}

bool migration_is_needed(const Server *server, bool *out, Report *report)
{
    StoreMeta row;
    Arena *scratch = arena_new();
    const bool ok = load_meta(server, "unique", &row, scratch, report);
    *out = ok && !bytes_equal(row.value, unique_of(server).value);
    arena_free(scratch);
    return ok;
}

bool migration_has_refused(Server *server, StoreOutcome outcome)
{
    const StoreMeta number = number_row(server->migration);
    if (outcome != STORE_REFUSED)
        return false;
    if (has_happened(server))
        server_fail(server, "the state was migrated to another build of the game meanwhile");
    else if (differs(server, &number))
        server_fail(server, "another server migrates the state to another build of the game");
    else
        return false;
    return true;
}

/* ---- whether one is under way ---- */

static void copy_number(const StoreMeta *row, char out[MIGRATION_NUMBER_SIZE])
{
    snprintf(out, MIGRATION_NUMBER_SIZE, "%.*s", (int)row->value.size,
             (const char *)row->value.data);
}

/* Adds the row to a state that has none. */
static bool find_number(const Server *server, char out[MIGRATION_NUMBER_SIZE], Report *report)
{
    static const char none[] = "0000000000000000";
    for (unsigned i = 0; i < 2; i++) {
        StoreMeta row;
        Arena *scratch = arena_new();
        const StoreFound found = find_meta(server, MIGRATION_KEY, &row, scratch, report);
        if (found == STORE_FOUND)
            copy_number(&row, out);
        arena_free(scratch);
        if (found != STORE_NONE)
            return found == STORE_FOUND;
        row = number_row(none);
        StoreBatch *batch = store_batch(server->store);
        store_add(batch, STORE_META, &row);
        store_commit_now(server->store, batch); /* refused: another server was first */
    }
    return report_error(report, "the store does not save");
}

bool migration_under_way(const Server *server, char number[MIGRATION_NUMBER_SIZE], bool *out,
                         Report *report)
{
    int64_t now;
    if (!find_number(server, number, report) || !store_clock(server->store, &now, report))
        return false;
    StoreServer row = {.server = text_of(number)};
    Arena *scratch = arena_new();
    const StoreFound found =
        store_find(server->store, STORE_SERVER, "server", &row, scratch, report);
    *out = found == STORE_FOUND && row.until > now;
    arena_free(scratch);
    return found != STORE_UNREADABLE;
}

/* ---- the lock ---- */

static void put_lease(Migration *migration, int64_t now, StoreBatch *batch)
{
    migration->until = now + MIGRATION_LEASE;
    store_put(batch, STORE_SERVER,
              &(StoreServer){text_of(migration->number), migration->until});
}

/* Now the old owner can write nothing more of this zone, nor another server take it. */
static void take_zone(Migration *migration, uint32_t zone, const StoreZone *row,
                      StoreBatch *batch)
{
    StoreZone *taken = ARENA_PUSH(migration->arena, migration->taken, migration->taken_count);
    *taken = (StoreZone){zone, row ? row->epoch + 1 : 1, text_of(migration->number)};
    if (taken->epoch > migration->epoch)
        migration->epoch = taken->epoch;
    if (row)
        store_check(batch, STORE_ZONE, row);
    (row ? store_put : store_add)(batch, STORE_ZONE, taken);
}

static bool take_zones(Migration *migration, StoreBatch *batch, Arena *scratch)
{
    StoreZone *rows;
    size_t count;
    const uint32_t zone_count = migration->old.zone_count;
    if (!store_load(migration->server->store, STORE_ZONE, (void **)&rows, &count, scratch,
                    migration->report))
        return false;
    bool *has = ARENA_ALLOC(scratch, bool, zone_count + 1);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].land >= 0 && rows[i].land < zone_count)
            has[rows[i].land] = true;
        take_zone(migration, (uint32_t)rows[i].land, &rows[i], batch);
    }
    for (uint32_t zone = 0; zone < zone_count; zone++)
        if (!has[zone])
            take_zone(migration, zone, NULL, batch);
    return true;
}

StoreOutcome migration_lock(Migration *migration)
{
    int64_t now;
    StoreMeta before;
    Server *server = migration->server;
    Arena *scratch = arena_new();
    StoreBatch *batch = store_batch(server->store);
    bool ok =
        load_meta(server, "unique", &migration->before, migration->arena, migration->report) &&
        load_meta(server, MIGRATION_KEY, &before, scratch, migration->report) &&
        store_clock(server->store, &now, migration->report);
    if (ok) {
        const StoreMeta number = number_row(migration->number);
        store_check(batch, STORE_META, &migration->before);
        store_check(batch, STORE_META, &before);
        store_put(batch, STORE_META, &number);
        put_lease(migration, now, batch);
        ok = take_zones(migration, batch, scratch);
    }
    if (!ok)
        store_drop_batch(batch);
    const StoreOutcome outcome = ok ? store_commit_now(server->store, batch) : STORE_FAILED;
    if (ok && outcome == STORE_FAILED)
        report_error(migration->report, "the store does not save");
    arena_free(scratch);
    return outcome;
}

bool migration_renew(Migration *migration)
{
    int64_t now;
    Server *server = migration->server;
    if (!store_clock(server->store, &now, migration->report))
        return false;
    if (migration->until - now > MIGRATION_LEASE / 2)
        return true;
    const StoreMeta number = number_row(migration->number);
    StoreBatch *batch = store_batch(server->store);
    store_check(batch, STORE_META, &number);
    put_lease(migration, now, batch);
    return store_commit_now(server->store, batch) == STORE_SAVED ||
           report_error(migration->report,
                        "another server migrates this state, since this one was too slow");
}

void migration_unlock(const Migration *migration)
{
    StoreBatch *batch = store_batch(migration->server->store);
    store_remove(batch, STORE_SERVER, &(StoreServer){.server = text_of(migration->number)});
    store_commit_now(migration->server->store, batch);
}

/* The zones of this build have no owners yet. */
void migration_end(const Migration *migration, StoreBatch *batch)
{
    const StoreMeta number = number_row(migration->number);
    const StoreMeta after = unique_of(migration->server);
    store_check(batch, STORE_META, &migration->before);
    store_check(batch, STORE_META, &number);
    for (size_t i = 0; i < migration->taken_count; i++)
        store_check(batch, STORE_ZONE, &migration->taken[i]);
    store_put(batch, STORE_META, &after);
    store_clear(batch, STORE_ZONE);
    for (uint32_t zone = 0; zone < migration->zones->zone_count; zone++)
        store_put(batch, STORE_ZONE, &(StoreZone){zone, migration->epoch + 1, TEXT("")});
    store_remove(batch, STORE_SERVER, &(StoreServer){.server = text_of(migration->number)});
}
