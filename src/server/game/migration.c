/* Parts, in order: the start of a server; waiting for other servers; the migration. */
#include "server/game/migration_internal.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- the start of a server ---- */

static void put_names(const Server *server, const ZoneMap *zones, StoreBatch *batch,
                      Arena *arena)
{
    BuildNames names;
    build_names(server->game, zones, &names, arena);
    const StoreMeta row = {text_of(BUILD_NAMES_KEY), build_names_bytes(&names, arena)};
    store_put(batch, STORE_META, &row);
}

/* Names without zones are those of a server that could not start; a single server may have
 * used the state with other builds since. */
static bool has_names(Server *server, bool *out, Report *report)
{
    BuildNames names;
    bool several;
    Arena *scratch = arena_new();
    const StoreFound found = build_names_load(server->store, &names, scratch, report);
    const bool ok =
        found != STORE_UNREADABLE && store_has_zones(server->store, &several, report);
    *out = ok && several && found == STORE_FOUND;
    arena_free(scratch);
    return ok;
}

static bool put_missing_names(Server *server, const ZoneMap *zones, Report *report)
{
    bool has;
    if (!has_names(server, &has, report) || has)
        return has;
    Arena *scratch = arena_new();
    StoreBatch *batch = store_batch(server->store);
    migration_fence(server, batch);
    put_names(server, zones, batch, scratch);
    arena_free(scratch);
    return store_commit_now(server->store, batch) == STORE_SAVED ||
           report_error(report, "the store does not save");
}

bool migration_begin(Server *server, const ZoneMap *zones, Report *report)
{
    bool under_way;
    if (!migration_under_way(server, server->migration, &under_way, report))
        return false;
    if (under_way)
        return report_error(report, "another server migrates this state to another build of "
                                    "the game at this moment");
    return put_missing_names(server, zones, report);
}

/* ---- other servers ---- */

/* The time until which another server is alive, ms; 0: there is none. */
static bool others_until(Server *server, int64_t *until, Report *report)
{
    StoreServer *rows;
    size_t count;
    int64_t now;
    Arena *scratch = arena_new();
    const bool ok =
        store_clock(server->store, &now, report) &&
        store_load(server->store, STORE_SERVER, (void **)&rows, &count, scratch, report);
    *until = 0;
    for (size_t i = 0; ok && i < count; i++)
        if (rows[i].until > now && rows[i].until > *until)
            *until = rows[i].until;
    arena_free(scratch);
    return ok;
}

typedef struct OtherServers {
    int64_t until;  /* another one is alive, ms; 0: none is */
    bool under_way; /* one of them migrates the state */
    bool has_ended; /* the state is that of this build */
} OtherServers;

/* All from one state: a server that has begun to migrate, or has ended that or failed, may have
 * renewed or removed its row meanwhile. */
static bool find_others(Server *server, OtherServers *out, Report *report)
{
    bool needed = false;
    char number[MIGRATION_NUMBER_SIZE];
    if (!store_read_snapshot(server->store, true, report))
        return false;
    const bool ok = others_until(server, &out->until, report) &&
                    migration_under_way(server, number, &out->under_way, report) &&
                    migration_is_needed(server, &needed, report);
    out->has_ended = ok && !needed;
    return store_read_snapshot(server->store, false, report) && ok;
}

/* A server that was killed is considered alive for some seconds; none is for longer, unless it
 * runs. While another one migrates the state, no server of the old build runs. `*needed`: it
 * has not migrated the state to this build. */
static bool wait_for_others(Server *server, bool *needed, Report *report)
{
    enum { PAUSE = 100 /* ms */ };
    char number[MIGRATION_NUMBER_SIZE];
    OtherServers others = {0};
    int64_t last = INT64_MAX;
    /* This adds its row, which a read snapshot would not have. */
    if (!migration_under_way(server, number, &others.under_way, report))
        return false;
    do {
        if (others.until)
            loop_turn(server->loop, PAUSE);
        if (!find_others(server, &others, report))
            return false;
        if (others.until && (others.under_way || last == INT64_MAX))
            last = others.until;
    } while (!others.has_ended && others.until && others.until <= last);
    *needed = !others.has_ended;
    return !*needed || !others.until ||
           report_error(report, "servers with another build of the game are running on this "
                                "state: stop all of them, then start the new build");
}

/* ---- the migration ---- */

static bool fill_batch(Migration *migration)
{
    migration_end(migration, migration->batch);
    put_names(migration->server, migration->zones, migration->batch, migration->arena);
    return migrate_characters(migration) && migrate_worlds(migration) &&
           migrate_winners(migration) && migrate_globals(migration) &&
           migrate_placed(migration);
}

static StoreOutcome migrate(Migration *migration)
{
    Server *server = migration->server;
    StoreOutcome outcome = migration_lock(migration);
    if (outcome != STORE_SAVED)
        return outcome;
    migration->batch = store_batch(server->store);
    const bool filled = fill_batch(migration);
    outcome = filled ? store_commit_now(server->store, migration->batch) : STORE_FAILED;
    if (!filled)
        store_drop_batch(migration->batch);
    else if (outcome == STORE_FAILED)
        report_error(migration->report, "the store does not save");
    if (outcome == STORE_SAVED)
        server_event(server, EVENT_MIGRATED, NULL);
    else
        migration_unlock(migration);
    return outcome;
}

/* Loads the names each time: another server may have changed them. */
static StoreOutcome attempt(Server *server, const ZoneMap *zones, uint64_t number,
                            Report *report)
{
    bool several;
    StoreOutcome outcome = STORE_FAILED;
    Arena *arena = arena_new();
    Migration migration = {.server = server, .zones = zones, .arena = arena, .report = report};
    const StoreFound named = build_names_load(server->store, &migration.old, arena, report);
    snprintf(migration.number, sizeof migration.number, "%016" PRIx64, number);
    build_names(server->game, zones, &migration.now, arena);
    if (named != STORE_UNREADABLE && store_has_zones(server->store, &several, report) &&
        (named == STORE_FOUND || !several ||
         report_error(report,
                      "this state belongs to a cluster with another build of the game, "
                      "which was served by an older program: start it with the old build "
                      "once, which stores the names of its maps, then with this one")))
        outcome = migrate(&migration);
    arena_free(arena);
    return outcome;
}

bool migration_run(Server *server, const ZoneMap *zones, uint64_t number, Report *report)
{
    enum { TRIES = 4 }; /* refused: another server was first, or has written meanwhile */
    StoreOutcome outcome = STORE_REFUSED;
    for (unsigned i = 0; i < TRIES && outcome == STORE_REFUSED; i++) {
        bool needed;
        if (!wait_for_others(server, &needed, report))
            return false;
        if (!needed)
            return true;
        outcome = attempt(server, zones, number, report);
    }
    if (outcome == STORE_REFUSED)
        report_error(report, "the state could not be migrated to this build of the game: "
                             "another server uses it");
    return outcome == STORE_SAVED;
}
