/* Parts, in order: the identity of the build; waiting for other servers; the migration. */
#include "server/game/migration_internal.h"

#include "server/store/store_sav.h"

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

bool migration_has_refused(Server *server, StoreOutcome outcome)
{
    if (outcome != STORE_REFUSED || !migration_has_happened(server))
        return false;
    server_fail(server, "the state was migrated to another build of the game meanwhile");
    return true;
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

static bool fill_batch(Migration *migration, const StoreMeta *before)
{
    const StoreMeta after = unique_of(migration->server);
    store_check(migration->batch, STORE_META, before);
    store_put(migration->batch, STORE_META, &after);
    put_names(migration->server, migration->zones, migration->batch, migration->arena);
    store_clear(migration->batch, STORE_ZONE);
    return migrate_characters(migration) && migrate_worlds(migration) &&
           migrate_winners(migration) && migrate_globals(migration) &&
           migrate_placed(migration);
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
                           .batch = store_batch(server->store),
                           .arena = arena,
                           .report = report};
    build_names(server->game, zones, &migration.now, arena);
    const bool ok = (find_unique(server, &before, arena) ||
                     report_error(report, "the store cannot be read")) &&
                    fill_batch(&migration, &before);
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
