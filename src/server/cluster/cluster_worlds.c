/* Data shared by the worlds of all zones: global quests and the time of day. Global attributes
 * are in cluster_globals.c, objects on maps of other zones in cluster_puts.c. */
#include "server/cluster/cluster.h"

#include <assert.h>
#include <stdlib.h>

/* ---- the clock ---- */

/* The first server stores the start of the calendar. */
bool cluster_worlds_open(Cluster *cluster, Report *report)
{
    Store *store = cluster->server->store;
    StoreMeta row = {.key = TEXT("begun")};
    int64_t now;
    if (!store_clock(store, &now, report))
        return false;
    cluster->ahead = now - (int64_t)loop_now(cluster->server->loop);
    for (unsigned i = 0; i < 2; i++) {
        Arena *scratch = arena_new();
        const StoreFound found = store_find(store, STORE_META, "key", &row, scratch, report);
        if (found == STORE_FOUND && row.value.size == sizeof cluster->begun)
            memcpy(&cluster->begun, row.value.data, sizeof cluster->begun);
        arena_free(scratch);
        if (found != STORE_NONE)
            return found == STORE_FOUND;
        StoreBatch *batch = store_batch(store);
        row.value = (Bytes){(const uint8_t *)&now, sizeof now};
        store_add(batch, STORE_META, &row);
        if (!store_commit(store, &batch, NULL, NULL))
            store_drop_batch(batch);
        store_wait(store); /* another server may have been first */
    }
    return report_error(report, "the store does not save");
}

static uint32_t clock_now(const Cluster *cluster)
{
    const int64_t now = cluster->ahead + (int64_t)loop_now(cluster->server->loop);
    const int64_t ms = now > cluster->begun ? now - cluster->begun : 0;
    return (uint32_t)((uint64_t)ms * cluster->server->rate / 1000);
}

/* ---- quests ---- */

typedef struct Claim {
    Cluster *cluster;
    QuestClaim wanted;
} Claim;

/* Applies it to all worlds here. */
static void set_won(const Server *server, const BusWon *won)
{
    for (size_t i = 0; i < server->zone_count; i++)
        world_quest_won(server->zones[i]->world, won->quest, won->account);
}

static void announce_winner(Cluster *cluster, const StoreWinner *winner)
{
    const BusWon won = {(u32)winner->quest, (u32)winner->account};
    set_won(cluster->server, &won);
    cluster_send(cluster, 0, BUS_WON, &won);
}

/* Refused: another player was first, or the zone is lost. */
static void claimed(void *context, StoreOutcome outcome)
{
    Claim *claim = context;
    Cluster *cluster = claim->cluster;
    StoreWinner row = {claim->wanted.quest, claim->wanted.id};
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    if (outcome == STORE_SAVED ||
        (outcome == STORE_REFUSED && store_find(cluster->server->store, STORE_WINNER, "quest",
                                                &row, scratch, &silent) == STORE_FOUND))
        announce_winner(cluster, &row);
    arena_free(scratch);
    free(claim);
}

/* Returns false if the store cannot accept it now. */
static bool claim_quest(Zone *zone, const QuestClaim *wanted)
{
    Cluster *cluster = zone->server->cluster;
    Store *store = zone->server->store;
    Claim *claim = malloc(sizeof *claim);
    if (!claim)
        return false;
    *claim = (Claim){cluster, *wanted};
    StoreBatch *batch = store_batch(store);
    const StoreWinner row = {wanted->quest, wanted->id};
    holding_fence(zone, batch);
    store_add(batch, STORE_WINNER, &row);
    if (store_commit(store, &batch, claimed, claim))
        return true;
    store_drop_batch(batch);
    free(claim);
    return false;
}

/* Claims that the store could not accept are repeated in the next tick. */
static void claim_all(Zone *zone, const QuestClaim *claims, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const QuestClaim wanted = claims[i];
        if (!claim_quest(zone, &wanted))
            *ARENA_PUSH(zone->arena, zone->pending_claims, zone->pending_claim_count) = wanted;
    }
}

/* ---- the data of one zone ---- */

void cluster_worlds_prepare(Zone *zone)
{
    const ZoneMap *zones = &zone->server->cluster->zones;
    zone->elsewhere = ARENA_ALLOC(zone->arena, uint8_t, zones->map_count + 1);
    for (uint32_t i = 0; i < zones->map_count; i++)
        zone->elsewhere[i] = zones->of_map[i] != zone->number;
}

/* Its own rows are as old as its last save. */
bool cluster_worlds_begin(Zone *zone, Report *report)
{
    Server *server = zone->server;
    World *world = zone->world;
    void *rows;
    size_t row_count;
    Arena *scratch = arena_new();
    const bool ok = store_load(server->store, STORE_WINNER, &rows, &row_count, scratch, report);
    for (size_t i = 0; ok && i < row_count; i++) {
        const StoreWinner *winner = &((const StoreWinner *)rows)[i];
        world_quest_won(world, (uint32_t)winner->quest, (uint32_t)winner->account);
    }
    arena_free(scratch);
    cluster_globals_begin(zone);
    world_set_clock(world, clock_now(server->cluster));
    return ok && cluster_puts_begin(zone, report);
}

void cluster_worlds_tick(Zone *zone)
{
    size_t count;
    const size_t pending_claims = zone->pending_claim_count;
    zone->pending_claim_count = 0;
    claim_all(zone, zone->pending_claims, pending_claims);
    const QuestClaim *claims = world_claims(zone->world, &count);
    claim_all(zone, claims, count);
    cluster_puts_collect(zone);
    cluster_globals_tick(zone);
}

void cluster_worlds_on_message(Cluster *cluster, const BusMessage *message)
{
    switch (message->kind) {
    case BUS_WON:
        set_won(cluster->server, &message->won);
        break;
    case BUS_PUTS:
        cluster_puts_expect(cluster, message->puts.zone);
        break;
    default:
        assert(!"on_message passes other kinds on");
    }
}
