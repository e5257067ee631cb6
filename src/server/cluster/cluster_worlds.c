/* Data shared by the worlds of all zones: global quests, global attributes, objects that
 * scripts place on maps of other zones, the time of day. */
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

/* ---- global attributes ---- */

static bool is_home(const Cluster *cluster) { return cluster->leases[0].ours; }

/* Applies them to all worlds here, and marks them as known there. */
static void set_globals(Cluster *cluster, const BusGlobals *globals)
{
    const Server *server = cluster->server;
    for (size_t i = 0; i < server->zone_count; i++) {
        Zone *zone = server->zones[i];
        const uint32_t count = zone->world->content->attributes->attribute_count;
        for (uint32_t k = 0; k < globals->count; k++)
            if (globals->attributes[k] < count) {
                world_set_global(zone->world, globals->attributes[k], globals->values[k]);
                zone->globals[globals->attributes[k]] = globals->values[k];
            }
    }
}

static void send_globals(Cluster *cluster, const BusGlobals *globals)
{
    if (!globals->count)
        return;
    set_globals(cluster, globals);
    cluster_send(cluster, is_home(cluster) ? 0 : cluster->leases[0].node, BUS_GLOBALS, globals);
}

/* Attributes that differ from the last ones sent; `all`: every one. */
static BusGlobals globals_of(const Zone *zone, bool all)
{
    const World *world = zone->world;
    const TngAttributes *attributes = world->content->attributes;
    Arena *scratch = zone->server->scratch;
    BusGlobals out = {.attributes = ARENA_ALLOC(scratch, u32, attributes->attribute_count + 1u),
                      .values = ARENA_ALLOC(scratch, i32, attributes->attribute_count + 1u)};
    for (uint32_t i = 0; i < attributes->attribute_count; i++)
        if (attributes->attributes[i].type == ATTRIBUTE_GLOBAL &&
            (all || world->globals[i] != zone->globals[i])) {
            out.attributes[out.count] = i;
            out.values[out.count++] = world->globals[i];
        }
    return out;
}

/* The world of zone 0 stores them. */
static Zone *home_of(Cluster *cluster)
{
    Report silent = report_to(NULL, NULL);
    return is_home(cluster) ? zone_here(cluster->server, 0, &silent) : cluster->leases[0].open;
}

void cluster_worlds_pulse(Cluster *cluster)
{
    if (!is_home(cluster) || !cluster->peer_count)
        return;
    const Zone *home = home_of(cluster);
    if (!home)
        return;
    const BusGlobals globals = globals_of(home, true);
    if (globals.count)
        cluster_send(cluster, 0, BUS_GLOBALS, &globals);
}

static void take_globals(Cluster *cluster, uint64_t node, const BusGlobals *globals)
{
    if (is_home(cluster) && home_of(cluster))
        send_globals(cluster, globals);
    else if (cluster->leases[0].node == node)
        set_globals(cluster, globals);
}

/* ---- objects ---- */

static void put(Cluster *cluster, const RemotePut *what)
{
    Report silent = report_to(NULL, NULL);
    const uint32_t number = zone_map_get(&cluster->zones, what->map);
    const ZoneLease *holding = &cluster->leases[number];
    Zone *zone = holding->ours ? zone_here(cluster->server, number, &silent) : holding->open;
    if (zone && !zone->leaving && what->map < zone->world->map_count)
        world_put(zone->world, what);
    else if (!holding->ours && holding->node)
        cluster_send(cluster, holding->node, BUS_CELL,
                     &(BusCell){what->map, what->cell, what->sprite});
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
    const uint32_t count = world->content->attributes->attribute_count;
    void *rows;
    size_t row_count;
    Arena *scratch = arena_new();
    const bool ok = store_load(server->store, STORE_WINNER, &rows, &row_count, scratch, report);
    for (size_t i = 0; ok && i < row_count; i++) {
        const StoreWinner *winner = &((const StoreWinner *)rows)[i];
        world_quest_won(world, (uint32_t)winner->quest, (uint32_t)winner->account);
    }
    arena_free(scratch);
    zone->globals = ARENA_ALLOC(zone->arena, int32_t, count + 1);
    const Zone *other = server->zone_count ? server->zones[0] : NULL;
    for (uint32_t i = 0; other && i < count; i++)
        world_set_global(world, i, other->world->globals[i]);
    memcpy(zone->globals, world->globals, count * sizeof *zone->globals);
    world_set_clock(world, clock_now(server->cluster));
    return ok;
}

void cluster_worlds_tick(Zone *zone)
{
    size_t count;
    Cluster *cluster = zone->server->cluster;
    const size_t pending_claims = zone->pending_claim_count;
    zone->pending_claim_count = 0;
    claim_all(zone, zone->pending_claims, pending_claims);
    const QuestClaim *claims = world_claims(zone->world, &count);
    claim_all(zone, claims, count);
    const RemotePut *puts = world_puts(zone->world, &count);
    for (size_t i = 0; i < count; i++)
        put(cluster, &puts[i]);
    const BusGlobals globals = globals_of(zone, false);
    send_globals(cluster, &globals);
}

void cluster_worlds_on_message(Cluster *cluster, const BusMessage *message)
{
    const BusCell *cell = &message->cell;
    switch (message->kind) {
    case BUS_WON:
        set_won(cluster->server, &message->won);
        break;
    case BUS_GLOBALS:
        take_globals(cluster, message->from, &message->globals);
        break;
    case BUS_CELL:
        if (cell->map < cluster->zones.map_count &&
            cluster->leases[zone_map_get(&cluster->zones, cell->map)].ours)
            put(cluster, &(RemotePut){cell->map, cell->cell, cell->sprite});
        break;
    default:
        assert(!"on_message passes other kinds on");
    }
}
