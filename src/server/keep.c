/* What is kept: once a second a snapshot of the world, packed in a thread of its own, and
 * everybody who has left since the last one, as one batch of the store. */
#include "server/cluster.h"

#include "base/deflate.h"
#include "base/hash.h"
#include "engine/numbers.h"

#include <pthread.h>
#include <stdlib.h>

typedef enum KeepState {
    KEEP_IDLE,
    KEEP_PACKING,   /* the thread has it */
    KEEP_PACKED,    /* to be committed */
    KEEP_COMMITTED, /* the store has it */
} KeepState;

struct Keep {
    Land *land;
    Server *server;
    StoreWorld *world;
    KeepState state;
    uint64_t number, kept; /* of the last batch begun; of the last on the disk */
    uint64_t last;         /* ms: when it was begun */
    int64_t saved;
    bool moved, quiet; /* the first batch of another build; nothing has changed since */
    bool lasts;        /* the batch `last_number` is the last one */
    uint64_t last_number;
    Arena *arena; /* of the snapshot */
    Snapshot snapshot;
    StoreBatch *batch;
    Parted *parted;
    size_t parted_count, parted_room;
    Confirm confirms[CONFIRMS_MOST];
    size_t confirm_count;
    /* The thread's: what was last put of each account, as hashes. */
    Numbers known;
    Arena *known_arena;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t given;
    bool works, ends, has_thread; /* under the lock: it has something to do; it is to end */
    atomic_bool done;
};

/* ---- the thread ---- */

/* Of a server that is alone who has them is no question. */
static int64_t land_in_store(const Land *land)
{
    return land->server->cluster ? 1 + (int64_t)land->number : 0;
}

/* Players of the snapshot whose chunks are not as they were. */
static void put_users(Keep *keep)
{
    const Snapshot *snapshot = &keep->snapshot;
    uint32_t user = 0;
    for (size_t i = 0; i < snapshot->sav.chunk_count; i++) {
        if (snapshot->sav.chunks[i].type != SAV_USER)
            continue;
        const int64_t account = (int64_t)snapshot->users[user++] + 1;
        const Bytes bytes = store_user_bytes(snapshot->sav.chunks[i].record, keep->arena);
        const uint64_t hash = hash_bytes((uint64_t)account, bytes) | 1;
        void **known = numbers_put(&keep->known, (uint64_t)account);
        if ((uint64_t)(uintptr_t)*known == hash)
            continue;
        *known = (void *)(uintptr_t)hash;
        store_put(keep->batch, STORE_CHARACTER,
                  &(StoreCharacter){
                      .account = account, .user = bytes, .land = land_in_store(keep->land)});
    }
}

static void *pack(void *context)
{
    Keep *keep = context;
    pthread_mutex_lock(&keep->lock);
    for (;;) {
        while (!keep->works && !keep->ends)
            pthread_cond_wait(&keep->given, &keep->lock);
        if (keep->ends)
            break;
        keep->works = false;
        pthread_mutex_unlock(&keep->lock);
        snapshot_finish(&keep->snapshot, keep->arena);
        put_users(keep);
        store_world_put(keep->world, &keep->snapshot.sav, keep->batch);
        atomic_store(&keep->done, true);
        loop_wake(keep->server->loop);
        pthread_mutex_lock(&keep->lock);
    }
    pthread_mutex_unlock(&keep->lock);
    return NULL;
}

/* ---- those who have left ---- */

/* Somebody who comes back meanwhile has been forgotten by the thread's hashes, too. */
void keep_parted(Keep *keep, const Parted *parted, const Snapshot *snapshot, Bytes character)
{
    const SavUser *user = sav_find(&snapshot->sav, SAV_USER);
    Arena *arena = arena_new();
    if (keep->parted_count == keep->parted_room) {
        keep->parted_room = keep->parted_room ? 2 * keep->parted_room : 64;
        keep->parted = realloc(keep->parted, keep->parted_room * sizeof *keep->parted);
        if (!keep->parted)
            abort();
    }
    Parted *out = &keep->parted[keep->parted_count++];
    *out = *parted;
    out->batch = keep->number + 1;
    out->user = store_user_bytes(user, arena);
    out->character = arena_copy(arena, character);
    out->arena = arena;
}

static void put_parted(Keep *keep)
{
    for (size_t i = 0; i < keep->parted_count; i++) {
        const Parted *parted = &keep->parted[i];
        if (parted->batch != keep->number)
            continue;
        const StoreCharacter row = {
            .account = parted->account, .user = parted->user, .engine = parted->character};
        store_put(keep->batch, STORE_CHARACTER, &row);
        *numbers_put(&keep->known, (uint64_t)parted->account) = NULL;
    }
}

/* Forgets those who have left up to a batch; whoever steers them goes on. */
static void drop_parted(Keep *keep, uint64_t batch)
{
    size_t left = 0, gone = 0;
    Parted *over = ARENA_TAKE(keep->server->scratch, Parted, keep->parted_count);
    for (size_t i = 0; i < keep->parted_count; i++)
        if (keep->parted[i].batch <= batch)
            over[gone++] = keep->parted[i];
        else
            keep->parted[left++] = keep->parted[i];
    keep->parted_count = left;
    for (size_t i = 0; i < gone; i++) {
        arena_free(over[i].arena);
        seat_left(keep->server, &over[i]);
    }
}

const Parted *keep_leaving(const Keep *keep, int64_t account)
{
    for (size_t i = keep->parted_count; i-- > 0;)
        if (keep->parted[i].account == account)
            return &keep->parted[i];
    return NULL;
}

bool keep_character(Keep *keep, int64_t account, Bytes *out, Arena *arena, Report *report)
{
    const Server *server = keep->server;
    StoreCharacter row = {.account = account};
    const Parted *parted = keep_leaving(keep, account);
    if (parted) {
        *out = arena_copy(arena, parted->character);
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
    if (user.entity.map == SAV_NOWHERE) /* has never played */
        return true;
    Sav sav = {0};
    memcpy(sav.header.game, server->game->header.game, sizeof sav.header.game);
    *(SavUser *)sav_add(&sav, SAV_USER, arena) = user;
    return sav_write(&sav, DEFLATE_FAST, out, arena, report);
}

/* ---- batches ---- */

/* Those trades whose batches come after this one have not happened. */
static void fail_trades(Keep *keep, uint64_t batch)
{
    Server *server = keep->server;
    const uint64_t now = loop_now(server->loop);
    size_t left = 0;
    for (size_t i = 0; i < keep->confirm_count; i++)
        if (keep->confirms[i].batch <= batch)
            keep->confirms[left++] = keep->confirms[i];
        else
            social_trade_kept(server->social, keep->confirms[i].trade, RESULT_FAILED, now);
    keep->confirm_count = left;
}

static void note_kept(Keep *keep)
{
    Server *server = keep->server;
    keep->kept = keep->number;
    keep->saved = server_moment(server).seconds;
    server->numbers.kept++;
    const uint64_t now = loop_now(server->loop);
    size_t left = 0;
    for (size_t i = 0; i < keep->confirm_count; i++)
        if (keep->confirms[i].batch <= keep->kept)
            social_trade_kept(server->social, keep->confirms[i].trade, RESULT_OK, now);
        else
            keep->confirms[left++] = keep->confirms[i];
    keep->confirm_count = left;
    drop_parted(keep, keep->kept);
    if (keep->land && keep->lasts && keep->number == keep->last_number)
        holding_left(keep->land);
}

static void kept(void *context, StoreOutcome outcome)
{
    Keep *keep = context;
    Server *server = keep->server;
    keep->state = KEEP_IDLE;
    if (outcome == STORE_KEPT) {
        note_kept(keep);
    } else if (outcome != STORE_REFUSED || !server->cluster) {
        const char *problem = store_problem(server->store);
        server_fail(server, problem ? problem : "the state was refused");
    } else if (keep->land) {
        keep->land->lost = true;
    }
    if (!keep->land) {
        fail_trades(keep, keep->kept);
        keep_free(keep);
    }
}

bool keep_confirm(Keep *keep, uint64_t trade)
{
    if (keep->confirm_count == CONFIRMS_MOST)
        return false;
    keep->confirms[keep->confirm_count++] = (Confirm){keep->number + 1, trade};
    return true;
}

void keep_unconfirm(Keep *keep, uint64_t trade)
{
    for (size_t i = 0; i < keep->confirm_count; i++)
        if (keep->confirms[i].trade == trade)
            keep->confirms[i--] = keep->confirms[--keep->confirm_count];
}

/* Whether the world can have changed since the last batch. */
static bool is_news(Keep *keep)
{
    if (keep->lasts)
        return keep->last_number > keep->number;
    const bool quiet = !keep->land->played && !keep->parted_count;
    const bool was = keep->quiet;
    keep->quiet = quiet;
    return !quiet || !was;
}

static void begin_batch(Keep *keep)
{
    Server *server = keep->server;
    Report silent = report_to(NULL, NULL);
    keep->number++;
    keep->last = loop_now(server->loop);
    arena_reset(keep->arena);
    world_snapshot(keep->land->world, &keep->snapshot, keep->arena, &silent);
    keep->batch = store_batch(server->store);
    if (keep->moved) {
        const StoreMeta unique = {TEXT("unique"), {server->game->header.unique, 8}};
        store_put(keep->batch, STORE_META, &unique);
        keep->moved = false;
    }
    if (server->cluster)
        holding_fence(keep->land, keep->batch);
    if (keep->lasts)
        holding_leave(keep->land, keep->batch);
    put_parted(keep);
    keep->state = KEEP_PACKING;
    atomic_store(&keep->done, false);
    pthread_mutex_lock(&keep->lock);
    keep->works = true;
    pthread_cond_signal(&keep->given);
    pthread_mutex_unlock(&keep->lock);
}

void keep_tick(Keep *keep)
{
    Server *server = keep->server;
    if (keep->state == KEEP_PACKING && atomic_load(&keep->done))
        keep->state = KEEP_PACKED;
    if (keep->state == KEEP_PACKED) {
        if (store_commit(server->store, &keep->batch, kept, keep))
            keep->state = KEEP_COMMITTED;
        else if (store_problem(server->store))
            server_fail(server, store_problem(server->store));
    }
    if (keep->state == KEEP_IDLE && loop_now(server->loop) - keep->last >= SERVER_KEEP &&
        is_news(keep))
        begin_batch(keep);
}

bool keep_finish(Keep *keep)
{
    Server *server = keep->server;
    const uint64_t wanted = keep->number + 1;
    while (keep->kept < wanted && !keep->land->lost && !server_problem(server)) {
        if (keep->state == KEEP_IDLE)
            begin_batch(keep);
        keep_tick(keep);
        if (keep->state == KEEP_COMMITTED)
            store_wait(server->store);
        else
            loop_turn(server->loop, 5);
    }
    return !server_problem(server);
}

void keep_last(Keep *keep)
{
    keep->lasts = true;
    keep->last_number = keep->number + 1;
    keep->last = 0;
}

void keep_soon(Keep *keep)
{
    keep->last = 0;
    keep->quiet = false;
}

unsigned keep_waiting(const Keep *keep) { return keep->state != KEEP_IDLE; }

int64_t keep_saved(const Keep *keep) { return keep->saved; }

/* ---- beginning and end ---- */

/* Exported chunks are bytes of no type: only their letters tell. */
static bool has_world(const Sav *sav)
{
    for (size_t i = 0; i < sav->chunk_count; i++)
        if (!memcmp(sav->chunks[i].magic, "GLBL", sizeof sav->chunks[i].magic))
            return true;
    return false;
}

/* A server that is alone must not go on with what several have kept: their players are in
 * different worlds. */
static bool export(const Land *land, Sav *out, Arena *arena, Report *report)
{
    Store *store = land->server->store;
    bool several;
    if (land->server->cluster)
        return store_export_land(store, land->number, &land->server->cluster->lands, out, arena,
                                 report);
    if (!store_has_lands(store, &several, report))
        return false;
    if (several)
        return report_error(report,
                            "several servers have worked on it: serve it with --bus, or "
                            "--export it and --import that into another one");
    return store_export(store, NULL, out, arena, report);
}

static bool load_world(Land *land, Report *report)
{
    Server *server = land->server;
    Sav sav;
    Bytes file;
    SaveNotes notes = {0};
    const WorldOptions options = {.seed = server->options.seed + land->number,
                                  .shared = true,
                                  .elsewhere = land->elsewhere};
    Arena *scratch = arena_new();
    bool ok = export(land, &sav, scratch, report);
    if (ok && !has_world(&sav)) {
        land->world = world_new(server->game, &options, land->arena, report);
    } else if (ok && sav_write(&sav, DEFLATE_FAST, &file, scratch, report)) {
        land->world = world_load(server->game, file, &options, &notes, land->arena, report);
    }
    for (size_t i = 0; i < notes.count; i++)
        server_say(server, "%s", notes.lines[i].at);
    arena_free(scratch);
    return land->world != NULL;
}

bool keep_begin(Land *land, Report *report)
{
    Server *server = land->server;
    Keep *keep = calloc(1, sizeof *keep);
    if (!keep)
        return report_error(report, "there is no memory left");
    land->keep = keep;
    keep->land = land;
    keep->server = server;
    keep->arena = arena_new();
    keep->known_arena = arena_new();
    keep->known.arena = keep->known_arena;
    keep->moved = store_is_moved(server->store);
    pthread_mutex_init(&keep->lock, NULL);
    pthread_cond_init(&keep->given, NULL);
    keep->world =
        store_world_new(server->store, server->cluster ? land->number : STORE_ALONE, report);
    if (!keep->world || !load_world(land, report))
        return false;
    keep->has_thread = pthread_create(&keep->thread, NULL, pack, keep) == 0;
    return keep->has_thread || report_error(report, "no thread can be had");
}

void keep_close(Keep *keep)
{
    fail_trades(keep, keep->state == KEEP_COMMITTED ? keep->number : keep->kept);
}

static void end_thread(Keep *keep)
{
    if (!keep->has_thread)
        return;
    pthread_mutex_lock(&keep->lock);
    keep->ends = true;
    pthread_cond_signal(&keep->given);
    pthread_mutex_unlock(&keep->lock);
    pthread_join(keep->thread, NULL);
    keep->has_thread = false;
}

/* What becomes of a batch that the store has is told to those whom it is about even then; to
 * wait for it would stop all lands while the database is away. */
void keep_free(Keep *keep)
{
    if (!keep)
        return;
    end_thread(keep);
    if (keep->state == KEEP_COMMITTED) {
        keep->land = NULL; /* `kept` frees it */
        return;
    }
    if (keep->batch)
        store_drop_batch(keep->batch);
    if (keep->world)
        store_world_free(keep->world);
    for (size_t i = 0; i < keep->parted_count; i++)
        arena_free(keep->parted[i].arena);
    free(keep->parted);
    arena_free(keep->arena);
    arena_free(keep->known_arena);
    free(keep);
}
