/* Global attributes: every server has the values of all of them, and sends changes of its
 * worlds to the others in the tick in which a script has made them. Which of two values is
 * valid is decided by their stamps (server/store/store_globals.h), so all servers agree,
 * whatever the order of the messages. Lost messages are detected by the server of zone 0, which
 * sends all values twice a second, and is sent newer ones. The server that has made a change
 * saves it. */
#include "server/cluster/cluster.h"

#include "server/game/migration.h"

bool cluster_globals_open(Cluster *cluster, Report *report)
{
    const uint32_t count = cluster->zones.global_count;
    cluster->globals = ARENA_ALLOC(cluster->server->arena, StoreGlobal, count + 1);
    for (uint32_t i = 0; i < count; i++)
        cluster->globals[i].index = i;
    return store_globals_load(cluster->server->store, cluster->globals, count, report);
}

static void set_in(const Cluster *cluster, Zone *zone, const StoreGlobal *global)
{
    world_set_global(zone->world, cluster->zones.globals[global->index], global->value);
}

static void set_everywhere(const Cluster *cluster, const StoreGlobal *global)
{
    const Server *server = cluster->server;
    for (size_t i = 0; i < server->zone_count; i++)
        set_in(cluster, server->zones[i], global);
}

static bool take(Cluster *cluster, const StoreGlobal *global)
{
    if (!store_global_is_newer(global, &cluster->globals[global->index]))
        return false;
    cluster->globals[global->index] = *global;
    set_everywhere(cluster, global);
    return true;
}

/* An attribute that was never changed has the value of its world; those of zone 0 precede those
 * of the others, which may be older. */
void cluster_globals_begin(Zone *zone)
{
    Cluster *cluster = zone->server->cluster;
    for (uint32_t i = 0; i < cluster->zones.global_count; i++) {
        const int32_t value = zone->world->globals[cluster->zones.globals[i]];
        take(cluster, &(StoreGlobal){i, value, 0, zone->number ? 1 : 2});
        set_in(cluster, zone, &cluster->globals[i]);
    }
}

static void add(BusGlobals *out, const StoreGlobal *global, const Cluster *cluster)
{
    if (!out->values)
        out->values =
            ARENA_ALLOC(cluster->server->scratch, BusGlobal, cluster->zones.global_count);
    out->values[out->count++] =
        (BusGlobal){global->index, global->value, global->stamp, global->node};
}

void cluster_globals_tick(const Zone *zone)
{
    Cluster *cluster = zone->server->cluster;
    BusGlobals changed = {0};
    for (uint32_t i = 0; i < cluster->zones.global_count; i++) {
        const int32_t value = zone->world->globals[cluster->zones.globals[i]];
        const StoreGlobal *known = &cluster->globals[i];
        if (value == known->value)
            continue;
        take(cluster, &(StoreGlobal){i, value, known->stamp + 1, cluster->node});
        add(&changed, known, cluster);
    }
    if (!changed.count)
        return;
    cluster->globals_changed = true;
    cluster_send(cluster, 0, BUS_GLOBALS, &changed);
}

void cluster_globals_on_message(Cluster *cluster, uint64_t node, const BusGlobals *globals)
{
    BusGlobals newer = {0};
    for (uint32_t i = 0; i < globals->count; i++) {
        const BusGlobal *in = &globals->values[i];
        const StoreGlobal global = {in->index, in->value, in->stamp, in->node};
        if (global.index >= cluster->zones.global_count ||
            global.stamp > INT64_MAX || /* there could be no higher ones */
            take(cluster, &global))
            continue;
        const StoreGlobal *own = &cluster->globals[global.index];
        if (globals->all && newer.count < cluster->zones.global_count &&
            store_global_is_newer(own, &global))
            add(&newer, own, cluster);
    }
    if (newer.count)
        cluster_send(cluster, node, BUS_GLOBALS, &newer);
}

static void saved(void *context, StoreOutcome outcome)
{
    Cluster *cluster = context;
    cluster->globals_saving = false;
    if (outcome != STORE_SAVED && !migration_has_refused(cluster->server, outcome))
        cluster->globals_changed = true;
}

static void save(Cluster *cluster)
{
    Store *store = cluster->server->store;
    const uint32_t count = cluster->zones.global_count;
    if (!cluster->globals_changed || cluster->globals_saving)
        return;
    StoreBatch *batch = store_batch(store);
    migration_fence(cluster->server, batch); /* the attributes have other numbers then */
    const size_t empty = store_batch_count(batch);
    cluster->globals_changed =
        !store_globals_put(store, cluster->node, cluster->globals, count, batch);
    for (uint32_t i = 0; i < count; i++) /* the store may have newer ones */
        set_everywhere(cluster, &cluster->globals[i]);
    if (cluster->globals_changed || store_batch_count(batch) == empty) {
        store_drop_batch(batch);
        return;
    }
    cluster->globals_saving = store_commit(store, &batch, saved, cluster);
    if (!cluster->globals_saving) {
        cluster->globals_changed = true;
        store_drop_batch(batch);
    }
}

void cluster_globals_pulse(Cluster *cluster)
{
    BusGlobals all = {.all = 1};
    save(cluster);
    if (!cluster->leases[0].ours || !cluster->peer_count)
        return;
    for (uint32_t i = 0; i < cluster->zones.global_count; i++)
        add(&all, &cluster->globals[i], cluster);
    if (all.count)
        cluster_send(cluster, 0, BUS_GLOBALS, &all);
}

void cluster_globals_finish(Cluster *cluster)
{
    enum { TRIES = 8 };
    for (unsigned i = 0; i < TRIES && cluster->globals_changed; i++) {
        store_wait(cluster->server->store);
        save(cluster);
        store_wait(cluster->server->store);
    }
}
