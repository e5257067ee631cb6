/* Objects that scripts place on maps of other zones.
 *
 * They go through the store, so that each is placed exactly once, whatever server dies and
 * whoever owns the two zones: the batch of the zone whose script has placed an object adds a
 * row, and the batch of the other zone that has the object in its world removes that row. The
 * owner of the other zone is notified when the row is saved; if the message is lost, it finds
 * the row when it opens the zone, or when it looks for rows by itself. */
#include "server/cluster/cluster.h"

#include <inttypes.h>
#include <stdio.h>

enum { KEY_SIZE = 45 };

typedef struct PutKey {
    char text[KEY_SIZE];
} PutKey;

struct ZonePuts {
    RemotePut *waiting; /* for the next batch of this zone */
    size_t waiting_count, waiting_capacity;
    uint32_t *targets; /* zones to notify when the batch is saved */
    size_t target_count, target_capacity;
    PutKey *taken; /* rows whose objects are in this world */
    size_t taken_count, taken_capacity;
    size_t removed; /* of them, by the batch that is under way */
};

/* ---- placing them ---- */

void cluster_puts_collect(Zone *zone)
{
    size_t count;
    ZonePuts *puts = zone->puts;
    const RemotePut *new = world_puts(zone->world, &count);
    for (size_t i = 0; i < count; i++) {
        puts->waiting = arena_reserve(zone->arena, puts->waiting, puts->waiting_count,
                                      &puts->waiting_capacity, sizeof *puts->waiting);
        puts->waiting[puts->waiting_count++] = new[i];
    }
    if (count) /* the next batch must begin even if no player is here */
        autosave_changed(zone->autosave);
}

/* Rows are ordered by zone, then by time: later objects replace earlier ones of a cell. */
static PutKey new_key(Cluster *cluster, uint32_t zone)
{
    PutKey key;
    const int64_t now = cluster->ahead + (int64_t)loop_now(cluster->server->loop);
    snprintf(key.text, sizeof key.text, "%08" PRIx32 "%012" PRIx64 "%016" PRIx64 "%08" PRIx32,
             zone, (uint64_t)now & 0xFFFFFFFFFFFF, cluster->node, cluster->put_number++);
    return key;
}

static void note_target(Zone *zone, uint32_t target)
{
    ZonePuts *puts = zone->puts;
    for (size_t i = 0; i < puts->target_count; i++)
        if (puts->targets[i] == target)
            return;
    puts->targets = arena_reserve(zone->arena, puts->targets, puts->target_count,
                                  &puts->target_capacity, sizeof *puts->targets);
    puts->targets[puts->target_count++] = target;
}

void cluster_puts_save(Zone *zone, StoreBatch *batch)
{
    ZonePuts *puts = zone->puts;
    Cluster *cluster = zone->server->cluster;
    cluster_puts_collect(zone);
    for (size_t i = 0; i < puts->waiting_count; i++) {
        const RemotePut *put = &puts->waiting[i];
        const uint32_t target = zone_map_get(&cluster->zones, put->map);
        const PutKey key = new_key(cluster, target);
        const StorePlaced row = {text_of(key.text), put->map, put->cell, put->sprite};
        store_add(batch, STORE_PLACED, &row);
        note_target(zone, target);
    }
    puts->waiting_count = 0;
    for (size_t i = 0; i < puts->taken_count; i++)
        store_remove(batch, STORE_PLACED, &(StorePlaced){.key = text_of(puts->taken[i].text)});
    puts->removed = puts->taken_count;
}

/* ---- taking them ---- */

static bool is_taken(const ZonePuts *puts, Text key)
{
    for (size_t i = 0; i < puts->taken_count; i++)
        if (text_is(key, puts->taken[i].text))
            return true;
    return false;
}

static void take(Zone *zone, const StorePlaced *row)
{
    ZonePuts *puts = zone->puts;
    const RemotePut put = {(uint32_t)row->map, (uint32_t)row->cell, (uint16_t)row->sprite};
    if (put.map < zone->world->map_count)
        world_put(zone->world, &put);
    puts->taken = arena_reserve(zone->arena, puts->taken, puts->taken_count,
                                &puts->taken_capacity, sizeof *puts->taken);
    PutKey *key = &puts->taken[puts->taken_count++];
    snprintf(key->text, sizeof key->text, "%.*s", (int)row->key.size, row->key.at);
}

static bool is_for(const StorePlaced *row, uint32_t zone)
{
    char start[9];
    snprintf(start, sizeof start, "%08" PRIx32, zone);
    return row->key.size == KEY_SIZE - 1 && text_starts(row->key, start);
}

static bool take_all(Zone *zone, Report *report)
{
    void *rows;
    size_t count;
    const size_t before = zone->puts->taken_count;
    Arena *scratch = arena_new();
    const bool ok =
        store_load(zone->server->store, STORE_PLACED, &rows, &count, scratch, report);
    for (size_t i = 0; ok && i < count; i++) {
        const StorePlaced *row = &((const StorePlaced *)rows)[i];
        if (is_for(row, zone->number) && !is_taken(zone->puts, row->key))
            take(zone, row);
    }
    arena_free(scratch);
    if (zone->puts->taken_count > before)
        autosave_soon(zone->autosave);
    return ok;
}

bool cluster_puts_begin(Zone *zone, Report *report)
{
    zone->puts = ARENA_ALLOC(zone->arena, ZonePuts, 1);
    return take_all(zone, report);
}

void cluster_puts_take(Cluster *cluster, uint32_t number)
{
    Report silent = report_to(NULL, NULL);
    if (number >= cluster->zones.zone_count || !holding_serves(&cluster->leases[number]))
        return;
    const bool was_open = cluster->leases[number].open != NULL;
    Zone *zone = zone_here(cluster->server, number, &silent);
    if (zone && was_open)
        take_all(zone, &silent);
}

void cluster_puts_pulse(Cluster *cluster)
{
    enum { LOOK = 5000 /* ms */ };
    const Server *server = cluster->server;
    Report silent = report_to(NULL, NULL);
    const uint64_t now = loop_now(server->loop);
    if (now - cluster->puts_looked < LOOK)
        return;
    cluster->puts_looked = now;
    for (size_t i = 0; i < server->zone_count; i++)
        if (!server->zones[i]->leaving && !server->zones[i]->lost)
            take_all(server->zones[i], &silent);
}

/* ---- saved ---- */

static void notify(Cluster *cluster, uint32_t zone)
{
    const ZoneLease *holding = &cluster->leases[zone];
    if (holding->ours)
        cluster_puts_take(cluster, zone);
    else if (holding->node)
        cluster_send(cluster, holding->node, BUS_PUTS, &(BusPuts){zone});
}

void cluster_puts_saved(Zone *zone)
{
    ZonePuts *puts = zone->puts;
    puts->taken_count -= puts->removed;
    if (puts->removed)
        memmove(puts->taken, puts->taken + puts->removed,
                puts->taken_count * sizeof *puts->taken);
    puts->removed = 0;
    const size_t count = puts->target_count;
    puts->target_count = 0;
    for (size_t i = 0; i < count; i++)
        notify(zone->server->cluster, puts->targets[i]);
}
