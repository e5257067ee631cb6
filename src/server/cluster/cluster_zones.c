/* Ownership of the zones. */
#include "server/cluster/cluster.h"
#include "server/cluster/zone_shares.h"
#include "server/game/migration.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A change of a zone's owner that is under way. */
typedef struct Change {
    Cluster *cluster;
    uint32_t zone;
    bool takes; /* false: releases it */
    int64_t epoch;
} Change;

/* Names of servers are 16 hexadecimal digits: the number by which the bus addresses them. */
static uint64_t node_of(Text name)
{
    uint64_t node = 0;
    for (size_t i = 0; i < name.size && i < 16; i++) {
        const char c = name.at[i];
        node = node << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return node;
}

static StoreZone row_of(const Cluster *cluster, uint32_t zone, int64_t epoch, bool ours)
{
    return (StoreZone){zone, epoch, ours ? text_of(cluster->name) : TEXT("")};
}

/* ---- what is in the store ---- */

typedef struct Look {
    int64_t now; /* ms, the store's clock */
    StoreServer *servers;
    size_t server_count;
    StoreZone *rows;
    size_t row_count;
} Look;

/* False if the store is unreachable; the caller then tries again at its next turn. */
static bool look_at(Cluster *cluster, Look *out, Arena *arena)
{
    Store *store = cluster->server->store;
    Report silent = report_to(NULL, NULL);
    return store_clock(store, &out->now, &silent) &&
           store_load(store, STORE_SERVER, (void **)&out->servers, &out->server_count, arena,
                      &silent) &&
           store_load(store, STORE_ZONE, (void **)&out->rows, &out->row_count, arena, &silent);
}

static const StoreZone *look_zone(const Look *look, uint32_t zone)
{
    for (size_t i = 0; i < look->row_count; i++)
        if (look->rows[i].land == zone)
            return &look->rows[i];
    return NULL;
}

/* By the clock of the store, which all servers share. Unknown servers do not live. */
static bool lives(const Look *look, Text server)
{
    for (size_t i = 0; i < look->server_count; i++)
        if (text_equal(look->servers[i].server, server))
            return look->servers[i].until > look->now;
    return false;
}

/* ---- changes ---- */

static void log_zone(Cluster *cluster, LogEvent event, uint32_t zone)
{
    Server *server = cluster->server;
    server_event(server, event,
                 &(LogFields){.zone = arena_format(server->scratch, "%u", zone)});
}

/* The change is saved now. */
static void set_holder(Cluster *cluster, uint32_t zone, bool ours, int64_t epoch)
{
    ZoneLease *holding = &cluster->leases[zone];
    holding->ours = ours;
    holding->epoch = epoch;
    holding->node = ours ? cluster->node : 0;
    cluster->must_announce = true;
    log_zone(cluster, ours ? EVENT_ZONE_TAKEN : EVENT_ZONE_RELEASED, zone);
}

/* Runs when the store has committed or refused the change. A refused one means that another
 * server was faster, or that the state was migrated. */
static void changed(void *context, StoreOutcome outcome)
{
    Change *change = context;
    Cluster *cluster = change->cluster;
    cluster->leases[change->zone].changing = false;
    if (outcome == STORE_SAVED)
        set_holder(cluster, change->zone, change->takes, change->epoch);
    else
        migration_has_refused(cluster->server, outcome);
    free(change);
}

/* `now`: the current row; NULL: there is none. */
static void change_owner(Cluster *cluster, const StoreZone *now, uint32_t zone, bool takes)
{
    Store *store = cluster->server->store;
    Change *change = malloc(sizeof *change);
    if (!change)
        return;
    *change = (Change){cluster, zone, takes, now ? now->epoch + 1 : 1};
    const StoreZone row = row_of(cluster, zone, change->epoch, takes);
    StoreBatch *batch = store_batch(store);
    if (takes) /* a server of another build may have migrated the state */
        migration_fence(cluster->server, batch);
    if (now)
        store_check(batch, STORE_ZONE, now);
    (now ? store_put : store_add)(batch, STORE_ZONE, &row);
    cluster->leases[zone].changing = true;
    if (store_commit(store, &batch, changed, change))
        return;
    cluster->leases[zone].changing = false;
    store_drop_batch(batch);
    free(change);
}

/* Each batch of a zone fails if another server has taken it: a server that was stopped for a
 * while cannot overwrite newer data. */
void holding_fence(const Zone *zone, StoreBatch *batch)
{
    const Cluster *cluster = zone->server->cluster;
    const StoreZone row =
        row_of(cluster, zone->number, cluster->leases[zone->number].epoch, true);
    store_check(batch, STORE_ZONE, &row);
}

void holding_leave(const Zone *zone, StoreBatch *batch)
{
    const Cluster *cluster = zone->server->cluster;
    const StoreZone row =
        row_of(cluster, zone->number, cluster->leases[zone->number].epoch + 1, false);
    store_put(batch, STORE_ZONE, &row);
}

void holding_left(Zone *zone)
{
    Cluster *cluster = zone->server->cluster;
    set_holder(cluster, zone->number, false, cluster->leases[zone->number].epoch + 1);
    zone->lost = true; /* its world is closed when no player enters it any more */
}

/* The world is closed without saving: the new owner has continued from the store. */
void holding_lost(uint32_t zone, Cluster *cluster)
{
    ZoneLease *holding = &cluster->leases[zone];
    if (holding->ours)
        log_zone(cluster, EVENT_ZONE_LOST, zone);
    holding->ours = false;
    if (holding->node == cluster->node)
        holding->node = 0;
    if (holding->open)
        zone_close(holding->open);
    cluster->must_announce = true;
}

/* From the end, because zone_close() removes the zone from the list. */
void leases_tidy(Cluster *cluster)
{
    const Server *server = cluster->server;
    for (size_t i = server->zone_count; i-- > 0;)
        if (server->zones[i]->lost)
            holding_lost(server->zones[i]->number, cluster);
}

/* ---- shares ---- */

bool holding_serves(const ZoneLease *holding)
{
    return holding->ours && !holding->changing &&
           !(holding->open && (holding->open->leaving || holding->open->lost));
}

/* What the store says. An older epoch than the known one was read before a change of this
 * server. */
static void know(Cluster *cluster, uint32_t zone, const StoreZone *row)
{
    ZoneLease *holding = &cluster->leases[zone];
    if (holding->changing || !row || row->epoch < holding->epoch)
        return;
    if (holding->ours && row->epoch > holding->epoch)
        holding_lost(zone, cluster);
    holding->epoch = row->epoch;
    holding->node = node_of(row->owner);
}

static bool is_free(const Look *look, const StoreZone *row)
{
    return !row || !row->owner.size || !lives(look, row->owner);
}

/* The zones of each living server. This server is the one at `me`, even if its own row has
 * expired. */
typedef struct Shares {
    uint32_t *counts;
    size_t servers, me;
    uint32_t free_zones;
} Shares;

static uint32_t count_of(const Cluster *cluster, const Look *look, Text server)
{
    uint32_t count = 0;
    for (size_t i = 0; i < look->row_count; i++)
        count += look->rows[i].land < cluster->zones.zone_count &&
                 text_equal(look->rows[i].owner, server);
    return count;
}

/* Servers in the order of the rows, which is the same for all of them (zone_shares.h). */
static Shares shares_of(const Cluster *cluster, const Look *look, Arena *scratch)
{
    const Text name = text_of(cluster->name);
    Shares shares = {.counts = ARENA_ALLOC(scratch, uint32_t, look->server_count + 1)};
    for (size_t i = 0; i < look->server_count; i++) {
        if (look->servers[i].until <= look->now)
            continue;
        if (text_equal(look->servers[i].server, name))
            shares.me = shares.servers;
        shares.counts[shares.servers++] = count_of(cluster, look, look->servers[i].server);
    }
    if (!lives(look, name)) {
        shares.me = shares.servers;
        shares.counts[shares.servers++] = 0;
    }
    for (uint32_t i = 0; i < cluster->zones.zone_count; i++)
        shares.free_zones += is_free(look, look_zone(look, i));
    return shares;
}

/* Also those that are this server's in the store, but were released here. */
static void claim_free_zones(Cluster *cluster, const Look *look, uint32_t capacity)
{
    const uint32_t count = cluster->zones.zone_count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t zone = (uint32_t)((cluster->node + i) % count);
        const StoreZone *row = look_zone(look, zone);
        const ZoneLease *holding = &cluster->leases[zone];
        const bool unclaimed = is_free(look, row);
        const bool was_ours = row && text_is(row->owner, cluster->name);
        if (holding->ours || holding->changing || (unclaimed ? !capacity : !was_ours))
            continue;
        change_owner(cluster, row, zone, true);
        capacity -= unclaimed;
    }
}

/* Whether one of this server's zones is being taken or released. */
static bool is_changing(const Cluster *cluster)
{
    for (uint32_t i = 0; i < cluster->zones.zone_count; i++) {
        const ZoneLease *holding = &cluster->leases[i];
        if (holding->changing ||
            (holding->open && (holding->open->leaving || holding->open->lost)))
            return true;
    }
    return false;
}

static uint64_t crowd(const ZoneLease *holding)
{
    return holding->open ? 1 + holding->open->played : 0;
}

/* Releases the zone with the fewest players. */
static void release_one_zone(Cluster *cluster, const Look *look)
{
    ZoneLease *min = NULL;
    for (uint32_t i = 0; i < cluster->zones.zone_count; i++) {
        ZoneLease *holding = &cluster->leases[i];
        if (holding_serves(holding) && (!min || crowd(holding) < crowd(min)))
            min = holding;
    }
    if (!min)
        return;
    const uint32_t zone = (uint32_t)(min - cluster->leases);
    if (min->open) {
        min->open->leaving = true;
        autosave_last(min->open->autosave);
    } else {
        change_owner(cluster, look_zone(look, zone), zone, false);
    }
}

static void renewed(void *context, StoreOutcome outcome)
{
    Cluster *cluster = context;
    cluster->renewing = false; /* if the store fails, the next save reports it */
    if (outcome == STORE_SAVED)
        cluster->renewed = cluster->asked;
    else
        migration_has_refused(cluster->server, outcome);
}

/* Until then no other server may take this server's zones. In ms of the loop's clock. */
bool leases_are_valid(const Cluster *cluster)
{
    return loop_now(cluster->server->loop) < cluster->sure;
}

/* `asked` is the time before the row was read: the lease that this server relies on ends before
 * the one that others see. */
static void renew(Cluster *cluster, const Look *look)
{
    if (cluster->renewing)
        return;
    StoreBatch *batch = store_batch(cluster->server->store);
    migration_fence(cluster->server, batch); /* servers of the new build do not wait for it */
    const StoreServer row = {text_of(cluster->name), look->now + (int64_t)cluster->lease};
    store_put(batch, STORE_SERVER, &row);
    for (size_t i = 0; i < look->server_count; i++) /* servers that died long ago */
        if (look->servers[i].until + 100 * (int64_t)cluster->lease < look->now)
            store_remove(batch, STORE_SERVER, &look->servers[i]);
    cluster->asked = cluster->looked;
    if (store_commit(cluster->server->store, &batch, renewed, cluster))
        cluster->renewing = true;
    else
        store_drop_batch(batch);
}

/* Before the server takes zones: other servers must see that it lives. */
bool leases_join(Cluster *cluster, Report *report)
{
    Store *store = cluster->server->store;
    StoreServer row = {.server = text_of(cluster->name)};
    if (!store_clock(store, &row.until, report))
        return false;
    row.until += (int64_t)cluster->lease;
    StoreBatch *batch = store_batch(store);
    migration_fence(cluster->server, batch);
    store_put(batch, STORE_SERVER, &row);
    return store_commit_now(store, batch) == STORE_SAVED ||
           report_error(report, "%s",
                        store_problem(store) ? store_problem(store)
                                             : "another build of the game has migrated the "
                                               "state at this moment");
}

PeerRow leases_row_of(const Cluster *cluster, uint64_t node)
{
    char name[sizeof cluster->name];
    int64_t now;
    Store *store = cluster->server->store;
    Report silent = report_to(NULL, NULL);
    Arena *scratch = arena_new();
    snprintf(name, sizeof name, "%016" PRIx64, node);
    StoreServer row = {.server = text_of(name)};
    const StoreFound found = store_find(store, STORE_SERVER, "server", &row, scratch, &silent);
    const bool clock = found == STORE_FOUND && store_clock(store, &now, &silent);
    arena_free(scratch);
    if (found == STORE_NONE)
        return PEER_ABSENT;
    return !clock ? PEER_UNREADABLE : row.until > now ? PEER_LIVES : PEER_EXPIRED;
}

/* Either releases or claims in one turn, so that a zone does not go to and fro. */
void leases_refresh(Cluster *cluster)
{
    Look look = {0};
    Arena *scratch = arena_new();
    if (cluster->server->state == SERVING && look_at(cluster, &look, scratch)) {
        /* Other servers may take zones only after this time. */
        const uint64_t sure = cluster->renewed ? cluster->renewed + cluster->lease : 0;
        renew(cluster, &look);
        for (uint32_t i = 0; i < cluster->zones.zone_count; i++)
            know(cluster, i, look_zone(&look, i));
        cluster->sure = sure;
        const Shares shares = shares_of(cluster, &look, scratch);
        const bool releases = !shares.free_zones && !is_changing(cluster) &&
                              zone_shares_releases(shares.counts, shares.servers, shares.me);
        if (releases)
            release_one_zone(cluster, &look);
        else
            claim_free_zones(cluster, &look,
                             zone_shares_claims(shares.counts, shares.servers, shares.me,
                                                shares.free_zones));
    }
    arena_free(scratch);
}

/* The bus is faster than the store; a message with an old epoch is late and ignored. */
void leases_on_message(Cluster *cluster, const BusMessage *message)
{
    const BusAlive *alive = &message->alive;
    for (uint32_t i = 0; i < cluster->zones.zone_count; i++)
        if (message->kind == BUS_GOING && cluster->leases[i].node == message->from)
            cluster->leases[i].node = 0;
    for (uint32_t i = 0; message->kind == BUS_ALIVE && i < alive->zone_count; i++) {
        if (alive->zones[i] >= cluster->zones.zone_count)
            continue;
        ZoneLease *holding = &cluster->leases[alive->zones[i]];
        if ((int64_t)alive->epochs[i] <= holding->epoch || holding->changing)
            continue;
        if (holding->ours)
            holding_lost(alive->zones[i], cluster);
        holding->epoch = (int64_t)alive->epochs[i];
        holding->node = message->from;
    }
}

/* Waits if the queue is full. */
static void commit_now(Store *store, StoreBatch *batch)
{
    for (unsigned i = 0; i < 2; i++) {
        if (store_commit(store, &batch, NULL, NULL))
            return;
        store_wait(store);
    }
    store_drop_batch(batch);
}

/* Unless another server has taken it since. */
static void release_row(const Cluster *cluster, const StoreZone *now)
{
    StoreBatch *batch = store_batch(cluster->server->store);
    const StoreZone row = {now->land, now->epoch + 1, TEXT("")};
    store_check(batch, STORE_ZONE, now);
    store_put(batch, STORE_ZONE, &row);
    commit_now(cluster->server->store, batch);
}

/* Zones are released at once, so that other servers need not wait for the end of the lease. */
void leases_finish(Cluster *cluster)
{
    Server *server = cluster->server;
    Look look = {0};
    Arena *scratch = arena_new();
    if (look_at(cluster, &look, scratch)) {
        for (size_t i = 0; i < look.row_count; i++)
            if (text_is(look.rows[i].owner, cluster->name))
                release_row(cluster, &look.rows[i]);
        StoreBatch *batch = store_batch(server->store);
        store_remove(batch, STORE_SERVER, &(StoreServer){.server = text_of(cluster->name)});
        commit_now(server->store, batch);
        store_wait(server->store);
    }
    arena_free(scratch);
}
