/* A batch goes through AutosaveState: begin_batch copies the world, the thread serializes the
 * copy (pack), autosave_tick passes the result to the store, and `kept` handles the outcome.
 * Parts, in order: the thread; players who have left; batches and the trades that wait for
 * them; loading and closing a zone. */
#include "server/game/autosave.h"

#include "base/deflate.h"
#include "base/hash.h"
#include "engine/state/number_map.h"
#include "server/game/migration.h"
#include "server/game/zones.h"
#include "server/store/store_zone.h"

#include <pthread.h>
#include <stdlib.h>

/* More trades within one batch are refused (autosave_confirm). */
enum { CONFIRMS_MAX = 1024 };

/* A trade that is acknowledged when its batch is saved. */
typedef struct Confirm {
    uint64_t batch, trade;
} Confirm;

typedef enum AutosaveState {
    AUTOSAVE_IDLE,
    AUTOSAVE_PACKING,   /* the thread serializes it */
    AUTOSAVE_PACKED,    /* to be committed */
    AUTOSAVE_COMMITTED, /* passed to the store */
} AutosaveState;

struct Autosave {
    Zone *zone;
    Server *server;
    StoreWorld *world;
    AutosaveState state;
    uint64_t number, kept; /* of the last batch started; of the last one on the disk */
    uint64_t last;         /* ms: start of the last batch */
    int64_t saved;
    /* first batch of another build; nothing has changed since the last batch */
    bool moved, quiet;
    bool lasts; /* the batch `last_number` is the last one */
    uint64_t last_number;
    Arena *arena; /* of the snapshot */
    Snapshot snapshot;
    StoreBatch *batch;
    DepartedPlayer *departed;
    size_t departed_count, departed_capacity;
    Confirm confirms[CONFIRMS_MAX];
    size_t confirm_count;
    /* Hashes of the last saved data of each account. The thread reads and writes them while it
     * packs; put_departed clears some while it is idle. */
    NumberMap known;
    Arena *known_arena;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t given;
    bool works, ends, has_thread; /* under the lock: it has work; it is to end */
    atomic_bool done;
};

/* ---- the thread ---- */

/* A single server does not store the zone. */
static int64_t zone_in_store(const Zone *zone)
{
    return zone->server->zone_map ? 1 + (int64_t)zone->number : 0;
}

/* Saves the players of the snapshot whose chunks have changed. */
static void put_users(Autosave *autosave)
{
    const Snapshot *snapshot = &autosave->snapshot;
    uint32_t user = 0;
    for (size_t i = 0; i < snapshot->sav.chunk_count; i++) {
        if (snapshot->sav.chunks[i].type != SAV_USER)
            continue;
        const int64_t account = (int64_t)snapshot->users[user++] + 1;
        const Bytes bytes = store_user_bytes(snapshot->sav.chunks[i].record, autosave->arena);
        const uint64_t hash = hash_bytes((uint64_t)account, bytes) | 1;
        void **known = number_map_put(&autosave->known, (uint64_t)account);
        if ((uint64_t)(uintptr_t)*known == hash)
            continue;
        *known = (void *)(uintptr_t)hash;
        store_put(autosave->batch, STORE_CHARACTER,
                  &(StoreCharacter){.account = account,
                                    .user = bytes,
                                    .land = zone_in_store(autosave->zone)});
    }
}

/* The thread touches only the snapshot, the batch, `world` and `known`. `done` is set last: the
 * loop's thread reads the result only after it. */
static void *pack(void *context)
{
    Autosave *autosave = context;
    pthread_mutex_lock(&autosave->lock);
    for (;;) {
        while (!autosave->works && !autosave->ends)
            pthread_cond_wait(&autosave->given, &autosave->lock);
        if (autosave->ends)
            break;
        autosave->works = false;
        pthread_mutex_unlock(&autosave->lock);
        snapshot_finish(&autosave->snapshot, autosave->arena);
        put_users(autosave);
        store_world_put(autosave->world, &autosave->snapshot.sav, autosave->batch);
        atomic_store(&autosave->done, true);
        loop_wake(autosave->server->loop);
        pthread_mutex_lock(&autosave->lock);
    }
    pthread_mutex_unlock(&autosave->lock);
    return NULL;
}

/* ---- players who have left ---- */

/* Part of the next batch: the current one was begun before the player left. */
static DepartedPlayer *add_departed(Autosave *autosave, const DepartedPlayer *departed)
{
    if (autosave->departed_count == autosave->departed_capacity) {
        autosave->departed_capacity =
            autosave->departed_capacity ? 2 * autosave->departed_capacity : 64;
        autosave->departed = realloc(autosave->departed,
                                     autosave->departed_capacity * sizeof *autosave->departed);
        if (!autosave->departed)
            abort();
    }
    DepartedPlayer *out = &autosave->departed[autosave->departed_count++];
    *out = *departed;
    out->batch = autosave->number + 1;
    out->arena = arena_new();
    return out;
}

/* Copies everything: the snapshot and the player's slot are used again at once. */
void autosave_departed(Autosave *autosave, const DepartedPlayer *departed,
                       const Snapshot *snapshot, Bytes character)
{
    const SavUser *user = sav_find(&snapshot->sav, SAV_USER);
    DepartedPlayer *out = add_departed(autosave, departed);
    out->user = store_user_bytes(user, out->arena);
    out->character = arena_copy(out->arena, character);
}

/* The entry stands in the same list as the saved players, so that it comes after them. */
void autosave_forget(Autosave *autosave, int64_t account)
{
    add_departed(autosave, &(DepartedPlayer){.account = account, .deleted = true});
}

/* Clears the hash of each player, so that a player who returns before the next batch is saved
 * again. The thread, which also uses the hashes, is idle: it is given its work afterwards. */
static void put_departed(Autosave *autosave)
{
    for (size_t i = 0; i < autosave->departed_count; i++) {
        const DepartedPlayer *departed = &autosave->departed[i];
        if (departed->batch != autosave->number)
            continue;
        const StoreCharacter row = {.account = departed->account,
                                    .user = departed->user,
                                    .engine = departed->character};
        (departed->deleted ? store_remove : store_put)(autosave->batch, STORE_CHARACTER, &row);
        *number_map_put(&autosave->known, (uint64_t)departed->account) = NULL;
    }
}

/* Removes players who left before this batch; their clients continue in the next zone. */
static void drop_departed(Autosave *autosave, uint64_t batch)
{
    size_t left = 0, gone = 0;
    DepartedPlayer *over =
        ARENA_ALLOC(autosave->server->scratch, DepartedPlayer, autosave->departed_count);
    for (size_t i = 0; i < autosave->departed_count; i++)
        if (autosave->departed[i].batch <= batch)
            over[gone++] = autosave->departed[i];
        else
            autosave->departed[left++] = autosave->departed[i];
    autosave->departed_count = left;
    for (size_t i = 0; i < gone; i++) {
        arena_free(over[i].arena);
        autosave->server->player_left(autosave->server, &over[i]);
    }
}

/* The last entry counts: a player may leave twice before a batch is saved. */
const DepartedPlayer *autosave_leaving(const Autosave *autosave, int64_t account)
{
    for (size_t i = autosave->departed_count; i-- > 0;)
        if (autosave->departed[i].account == account)
            return &autosave->departed[i];
    return NULL;
}

/* The character of a player who enters: from memory if it is not yet saved, otherwise from the
 * store. Without the engine's data it is built from USER, which imports have. */
bool autosave_character(Autosave *autosave, int64_t account, Bytes *out, Arena *arena,
                        Report *report)
{
    const Server *server = autosave->server;
    StoreCharacter row = {.account = account};
    const DepartedPlayer *departed = autosave_leaving(autosave, account);
    if (departed) {
        *out = arena_copy(arena, departed->character);
        return true;
    }
    *out = (Bytes){NULL, 0};
    const StoreFound found =
        store_find(server->store, STORE_CHARACTER, "account", &row, arena, report);
    if (found == STORE_UNREADABLE)
        return false;
    if (found == STORE_NONE)
        return true;
    *out = row.engine;
    SavUser user;
    if (row.engine.size || !row.user.size)
        return true;
    if (!store_user_read(row.user, &user, arena, report))
        return false;
    if (user.entity.map == SAV_NOWHERE) /* the account has never played */
        return true;
    Sav sav = {0};
    memcpy(sav.header.game, server->game->header.game, sizeof sav.header.game);
    *(SavUser *)sav_add(&sav, SAV_USER, arena) = user;
    return sav_write(&sav, DEFLATE_FAST, out, arena, report);
}

/* ---- batches ---- */

/* Trades of later batches have not happened. */
static void fail_trades(Autosave *autosave, uint64_t batch)
{
    Server *server = autosave->server;
    const uint64_t now = loop_now(server->loop);
    size_t left = 0;
    for (size_t i = 0; i < autosave->confirm_count; i++)
        if (autosave->confirms[i].batch <= batch)
            autosave->confirms[left++] = autosave->confirms[i];
        else
            social_trade_saved(server->social, autosave->confirms[i].trade, RESULT_FAILED, now);
    autosave->confirm_count = left;
}

/* Trades are acknowledged and departed players continue only now, when the data is on the
 * disk. */
static void note_saved(Autosave *autosave)
{
    Server *server = autosave->server;
    autosave->kept = autosave->number;
    autosave->saved = server->saved = server_moment(server).seconds;
    server->numbers.kept++;
    const uint64_t now = loop_now(server->loop);
    size_t left = 0;
    for (size_t i = 0; i < autosave->confirm_count; i++)
        if (autosave->confirms[i].batch <= autosave->kept)
            social_trade_saved(server->social, autosave->confirms[i].trade, RESULT_OK, now);
        else
            autosave->confirms[left++] = autosave->confirms[i];
    autosave->confirm_count = left;
    drop_departed(autosave, autosave->kept);
    if (autosave->zone)
        server->directory->saved(autosave->zone);
    if (autosave->zone && autosave->lasts && autosave->number == autosave->last_number)
        server->directory->left(autosave->zone);
}

/* Runs in the loop's thread. Without a zone, the zone was closed meanwhile: this call frees.
 * REFUSED in a cluster means that another server has the zone now. */
static void kept(void *context, StoreOutcome outcome)
{
    Autosave *autosave = context;
    Server *server = autosave->server;
    autosave->state = AUTOSAVE_IDLE;
    if (outcome == STORE_SAVED) {
        note_saved(autosave);
    } else if (outcome != STORE_REFUSED || !server->zone_map) {
        const char *problem = store_problem(server->store);
        server_fail(server, problem ? problem : "the store refused the state");
    } else if (autosave->zone) {
        autosave->zone->lost = true;
    }
    if (!autosave->zone) {
        fail_trades(autosave, autosave->kept);
        autosave_free(autosave);
    }
}

/* Part of the next batch, for the same reason as departed players. */
bool autosave_confirm(Autosave *autosave, uint64_t trade)
{
    if (autosave->confirm_count == CONFIRMS_MAX)
        return false;
    autosave->confirms[autosave->confirm_count++] = (Confirm){autosave->number + 1, trade};
    return true;
}

void autosave_unconfirm(Autosave *autosave, uint64_t trade)
{
    for (size_t i = 0; i < autosave->confirm_count; i++)
        if (autosave->confirms[i].trade == trade)
            autosave->confirms[i--] = autosave->confirms[--autosave->confirm_count];
}

/* Whether the world may have changed since the last batch. */
static bool is_news(Autosave *autosave)
{
    if (autosave->lasts)
        return autosave->last_number > autosave->number;
    const bool quiet = !autosave->zone->played && !autosave->departed_count;
    const bool was = autosave->quiet;
    autosave->quiet = quiet;
    return !quiet || !was;
}

/* The world is copied within the tick; serializing the copy, which takes longer, is left to the
 * thread. The fence comes before all changes of the zone. */
static void begin_batch(Autosave *autosave)
{
    Server *server = autosave->server;
    Report silent = report_to(NULL, NULL);
    autosave->number++;
    autosave->last = loop_now(server->loop);
    arena_reset(autosave->arena);
    world_snapshot(autosave->zone->world, &autosave->snapshot, autosave->arena, &silent);
    autosave->batch = store_batch(server->store);
    if (autosave->moved)
        migration_set_build(server, autosave->batch);
    autosave->moved = false;
    server->directory->fence(autosave->zone, autosave->batch);
    server->directory->save(autosave->zone, autosave->batch);
    if (autosave->lasts)
        server->directory->leave(autosave->zone, autosave->batch);
    put_departed(autosave);
    autosave->state = AUTOSAVE_PACKING;
    atomic_store(&autosave->done, false);
    pthread_mutex_lock(&autosave->lock);
    autosave->works = true;
    pthread_cond_signal(&autosave->given);
    pthread_mutex_unlock(&autosave->lock);
}

/* If the store's queue is full, the batch stays PACKED and is tried again. */
void autosave_tick(Autosave *autosave)
{
    Server *server = autosave->server;
    if (autosave->state == AUTOSAVE_PACKING && atomic_load(&autosave->done))
        autosave->state = AUTOSAVE_PACKED;
    if (autosave->state == AUTOSAVE_PACKED) {
        if (store_commit(server->store, &autosave->batch, kept, autosave))
            autosave->state = AUTOSAVE_COMMITTED;
        else if (store_problem(server->store))
            server_fail(server, store_problem(server->store));
    }
    if (autosave->state == AUTOSAVE_IDLE &&
        loop_now(server->loop) - autosave->last >= AUTOSAVE_INTERVAL_MS && is_news(autosave))
        begin_batch(autosave);
}

/* Blocks until everything up to now is saved; used at shutdown. A batch that is under way does
 * not have the last changes: one more follows. */
bool autosave_finish(Autosave *autosave)
{
    Server *server = autosave->server;
    const uint64_t wanted = autosave->number + 1;
    while (autosave->kept < wanted && !autosave->zone->lost && !server->problem[0]) {
        if (autosave->state == AUTOSAVE_IDLE)
            begin_batch(autosave);
        autosave_tick(autosave);
        if (autosave->state == AUTOSAVE_COMMITTED)
            store_wait(server->store);
        else
            loop_turn(server->loop, 5);
    }
    return !server->problem[0];
}

/* After it the zone is given away; no further batch may be written. */
void autosave_last(Autosave *autosave)
{
    autosave->lasts = true;
    autosave->last_number = autosave->number + 1;
    autosave->last = 0;
}

void autosave_soon(Autosave *autosave)
{
    autosave->last = 0;
    autosave->quiet = false;
}

uint64_t autosave_request(Autosave *autosave)
{
    autosave_soon(autosave);
    return autosave->number + 1;
}

bool autosave_is_kept(const Autosave *autosave, uint64_t batch)
{
    return autosave->kept >= batch && autosave->state == AUTOSAVE_IDLE;
}

bool autosave_is_awaited(const Autosave *autosave)
{
    return autosave->departed_count || autosave->confirm_count;
}

void autosave_changed(Autosave *autosave) { autosave->quiet = false; }

unsigned autosave_waiting(const Autosave *autosave) { return autosave->state != AUTOSAVE_IDLE; }

int64_t autosave_saved(const Autosave *autosave) { return autosave->saved; }

/* ---- beginning and end ---- */

/* Exported chunks have no type: only their letters identify them. */
static bool has_world(const Sav *sav)
{
    for (size_t i = 0; i < sav->chunk_count; i++)
        if (!memcmp(sav->chunks[i].magic, "GLBL", sizeof sav->chunks[i].magic))
            return true;
    return false;
}

/* A single server must not continue a state of several servers: their players are in
 * different worlds. */
static bool export(const Zone *zone, Sav *out, Arena *arena, Report *report)
{
    Store *store = zone->server->store;
    bool several;
    if (zone->server->zone_map)
        return store_load_zone(store, zone->number, zone->server->zone_map, out, arena, report);
    if (!store_has_zones(store, &several, report))
        return false;
    if (several)
        return report_error(
            report,
            "this state belongs to a cluster: start the server with --bus, or export it "
            "(--export FILE --export-passwords) and import it into a new state");
    return store_export(store, NULL, out, arena, report);
}

/* A state without a world starts a new one. Each zone has its own seed. */
static bool load_world(Zone *zone, Report *report)
{
    Server *server = zone->server;
    Sav sav;
    Bytes file;
    SaveNotes notes = {0};
    const WorldOptions options = {.seed = server->options.seed + zone->number,
                                  .shared = true,
                                  .elsewhere = zone->elsewhere};
    Arena *scratch = arena_new();
    bool ok = export(zone, &sav, scratch, report);
    if (ok && !has_world(&sav)) {
        zone->world = world_new(server->game, &options, zone->arena, report);
    } else if (ok && sav_write(&sav, DEFLATE_FAST, &file, scratch, report)) {
        zone->world = world_load(server->game, file, &options, &notes, zone->arena, report);
    }
    for (size_t i = 0; i < notes.count; i++)
        server_event(server, EVENT_WORLD_NOTE,
                     &(LogFields){.text = text_of(notes.lines[i].at)});
    arena_free(scratch);
    return zone->world != NULL;
}

/* On error zone_close() frees what exists. */
bool autosave_begin(Zone *zone, Report *report)
{
    Server *server = zone->server;
    Autosave *autosave = calloc(1, sizeof *autosave);
    if (!autosave)
        return report_error(report, "out of memory");
    zone->autosave = autosave;
    autosave->zone = zone;
    autosave->server = server;
    autosave->saved = server->saved; /* the world is that of the store */
    autosave->arena = arena_new();
    autosave->known_arena = arena_new();
    autosave->known.arena = autosave->known_arena;
    autosave->moved = store_is_moved(server->store) && !server->zone_map;
    pthread_mutex_init(&autosave->lock, NULL);
    pthread_cond_init(&autosave->given, NULL);
    autosave->world =
        store_world_new(server->store, server->zone_map ? zone->number : STORE_ALONE, report);
    if (!autosave->world || !load_world(zone, report))
        return false;
    autosave->has_thread = pthread_create(&autosave->thread, NULL, pack, autosave) == 0;
    return autosave->has_thread || report_error(report, "cannot start a thread");
}

/* A committed batch may still succeed; its trades stay until `kept`. */
void autosave_close(Autosave *autosave)
{
    fail_trades(autosave,
                autosave->state == AUTOSAVE_COMMITTED ? autosave->number : autosave->kept);
}

static void end_thread(Autosave *autosave)
{
    if (!autosave->has_thread)
        return;
    pthread_mutex_lock(&autosave->lock);
    autosave->ends = true;
    pthread_cond_signal(&autosave->given);
    pthread_mutex_unlock(&autosave->lock);
    pthread_join(autosave->thread, NULL);
    autosave->has_thread = false;
}

/* Outcomes of batches in the store are delivered even after this; waiting for them here
 * would stop all zones while the database is unreachable. */
void autosave_free(Autosave *autosave)
{
    if (!autosave)
        return;
    end_thread(autosave);
    if (autosave->state == AUTOSAVE_COMMITTED) {
        autosave->zone = NULL; /* freed by `kept` */
        return;
    }
    if (autosave->batch)
        store_drop_batch(autosave->batch);
    if (autosave->world)
        store_world_free(autosave->world);
    for (size_t i = 0; i < autosave->departed_count; i++)
        arena_free(autosave->departed[i].arena);
    free(autosave->departed);
    arena_free(autosave->arena);
    arena_free(autosave->known_arena);
    free(autosave);
}
