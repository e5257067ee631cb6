/* Objects that scripts place on maps of other zones.
 *
 * They go through the store, so that each is placed exactly once, whatever server dies and
 * whoever owns the two zones: the batch of the zone whose script has placed an object adds a
 * row, and the batch of the other zone that has the object in its world removes that row. The
 * owner of the other zone is notified when the row is saved; if the message is lost, it finds
 * the row when it opens the zone, or when it looks for rows by itself. It reads the rows of all
 * its zones together, some times a second at most. */
#include "server/cluster/cluster.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    KEY_SIZE = 45,
    WAITING_MAX = 1 << 16, /* cells with objects, for one batch */
    WAITING_MIN = 256,     /* objects that are not searched for replaced ones */
};

typedef struct WaitingPut {
    RemotePut put;
    uint32_t order; /* a later one replaces others of its cell */
} WaitingPut;

typedef struct TakenPut {
    char key[KEY_SIZE];
    bool removing; /* by the batch that is under way */
} TakenPut;

struct ZonePuts {
    WaitingPut *waiting; /* for the next batch of this zone */
    size_t waiting_count, waiting_capacity;
    size_t full; /* of them, when replaced ones are to be removed */
    uint32_t order;
    size_t discarded;  /* since the last batch */
    uint32_t *targets; /* zones to notify when the batch is saved */
    size_t target_count, target_capacity;
    TakenPut *taken; /* rows whose objects are in this world */
    size_t taken_count, taken_capacity;
    size_t sorted; /* of them, by key: those before this load */
};

/* ---- placing them ---- */

static int by_cell(const void *a, const void *b)
{
    const WaitingPut *one = a, *two = b;
    return one->put.map != two->put.map ? (one->put.map < two->put.map ? -1 : 1)
           : one->put.cell != two->put.cell
               ? (one->put.cell < two->put.cell ? -1 : 1)
               : (one->order > two->order) - (one->order < two->order);
}

/* Keeps the last object of each cell, and not more cells than one batch may have. */
static void remove_replaced(ZonePuts *puts)
{
    WaitingPut *waiting = puts->waiting;
    size_t count = 0;
    if (puts->waiting_count)
        qsort(waiting, puts->waiting_count, sizeof *waiting, by_cell);
    for (size_t i = 0; i < puts->waiting_count; i++) {
        if (count && waiting[count - 1].put.map == waiting[i].put.map &&
            waiting[count - 1].put.cell == waiting[i].put.cell)
            count--;
        waiting[count++] = waiting[i];
    }
    if (count > WAITING_MAX) {
        puts->discarded += count - WAITING_MAX;
        count = WAITING_MAX;
    }
    puts->waiting_count = count;
    puts->full = count < WAITING_MIN ? 2 * WAITING_MIN : 2 * count;
}

static void add_waiting(Zone *zone, const RemotePut *put)
{
    ZonePuts *puts = zone->puts;
    if (puts->waiting_count >= puts->full)
        remove_replaced(puts);
    puts->waiting = arena_reserve(zone->arena, puts->waiting, puts->waiting_count,
                                  &puts->waiting_capacity, sizeof *puts->waiting);
    puts->waiting[puts->waiting_count++] = (WaitingPut){*put, puts->order++};
}

void cluster_puts_collect(Zone *zone)
{
    size_t count;
    const RemotePut *new = world_puts(zone->world, &count);
    for (size_t i = 0; i < count; i++)
        add_waiting(zone, &new[i]);
    if (count) /* the next batch must begin even if no player is here */
        autosave_changed(zone->autosave);
}

/* Rows are ordered by zone, then by time: later objects replace earlier ones of a cell. */
static void new_key(Cluster *cluster, uint32_t zone, char key[KEY_SIZE])
{
    const int64_t now = cluster->ahead + (int64_t)loop_now(cluster->server->loop);
    snprintf(key, KEY_SIZE, "%08" PRIx32 "%012" PRIx64 "%016" PRIx64 "%08" PRIx32, zone,
             (uint64_t)now & 0xFFFFFFFFFFFF, cluster->node, cluster->put_number++);
}

static void note_target(Zone *zone, uint32_t target)
{
    ZonePuts *puts = zone->puts;
    for (size_t i = puts->target_count; i-- > 0;) /* they are ordered by map */
        if (puts->targets[i] == target)
            return;
    puts->targets = arena_reserve(zone->arena, puts->targets, puts->target_count,
                                  &puts->target_capacity, sizeof *puts->targets);
    puts->targets[puts->target_count++] = target;
}

static void log_discarded(Zone *zone)
{
    Server *server = zone->server;
    if (zone->puts->discarded)
        server_event(
            server, EVENT_WORLD_NOTE,
            &(LogFields){.text = arena_format(server->scratch,
                                              "scripts have placed objects on more than %d "
                                              "cells of other zones within one second: %zu "
                                              "objects were discarded",
                                              WAITING_MAX, zone->puts->discarded)});
    zone->puts->discarded = 0;
}

void cluster_puts_save(Zone *zone, StoreBatch *batch)
{
    ZonePuts *puts = zone->puts;
    Cluster *cluster = zone->server->cluster;
    cluster_puts_collect(zone);
    remove_replaced(puts);
    log_discarded(zone);
    for (size_t i = 0; i < puts->waiting_count; i++) {
        const RemotePut *put = &puts->waiting[i].put;
        const uint32_t target = zone_map_get(&cluster->zones, put->map);
        char key[KEY_SIZE];
        new_key(cluster, target, key);
        const StorePlaced row = {text_of(key), put->map, put->cell, put->sprite};
        store_add(batch, STORE_PLACED, &row);
        note_target(zone, target);
    }
    puts->waiting_count = 0;
    puts->order = 0;
    for (size_t i = 0; i < puts->taken_count; i++) {
        store_remove(batch, STORE_PLACED, &(StorePlaced){.key = text_of(puts->taken[i].key)});
        puts->taken[i].removing = true;
    }
}

/* ---- taking them ---- */

static int by_key(const void *a, const void *b)
{
    const TakenPut *one = a, *two = b;
    return strcmp(one->key, two->key);
}

static void take(Zone *zone, const StorePlaced *row)
{
    ZonePuts *puts = zone->puts;
    TakenPut taken = {.removing = false};
    if (row->key.size != KEY_SIZE - 1)
        return;
    memcpy(taken.key, row->key.at, row->key.size);
    if (puts->sorted && bsearch(&taken, puts->taken, puts->sorted, sizeof *puts->taken, by_key))
        return;
    const RemotePut put = {(uint32_t)row->map, (uint32_t)row->cell, (uint16_t)row->sprite};
    if (put.map < zone->world->map_count)
        world_put(zone->world, &put);
    puts->taken = arena_reserve(zone->arena, puts->taken, puts->taken_count,
                                &puts->taken_capacity, sizeof *puts->taken);
    puts->taken[puts->taken_count++] = taken;
}

/* After a load, which has each row once. */
static void end_taking(Zone *zone)
{
    ZonePuts *puts = zone->puts;
    if (puts->taken_count == puts->sorted)
        return;
    qsort(puts->taken, puts->taken_count, sizeof *puts->taken, by_key);
    puts->sorted = puts->taken_count;
    autosave_soon(zone->autosave);
}

typedef struct PlacedRows {
    const StorePlaced *items;
    size_t count;
} PlacedRows;

/* The rows of the zones from `first` to `last`; at most `max`, if it is not 0. */
static bool load_rows(Store *store, uint32_t first, uint32_t last, size_t max, PlacedRows *out,
                      Arena *arena, Report *report)
{
    void *rows;
    char begin[STORE_PLACED_ZONE + 1], end[STORE_PLACED_ZONE + 1];
    snprintf(begin, sizeof begin, "%08" PRIx32, first);
    snprintf(end, sizeof end, "%08" PRIx32, last + 1);
    const StorePlaced from = {.key = text_of(begin)}, to = {.key = text_of(end)};
    const bool ok = store_load_range(store, STORE_PLACED, &from, &to, max, &rows, &out->count,
                                     arena, report);
    out->items = rows;
    return ok;
}

static bool take_all(Zone *zone, Report *report)
{
    PlacedRows rows;
    Arena *scratch = arena_new();
    const bool ok =
        load_rows(zone->server->store, zone->number, zone->number, 0, &rows, scratch, report);
    for (size_t i = 0; ok && i < rows.count; i++)
        take(zone, &rows.items[i]);
    arena_free(scratch);
    end_taking(zone);
    return ok;
}

bool cluster_puts_begin(Zone *zone, Report *report)
{
    zone->puts = ARENA_ALLOC(zone->arena, ZonePuts, 1);
    return take_all(zone, report);
}

/* ---- looking for them ---- */

void cluster_puts_expect(Cluster *cluster, uint32_t number)
{
    if (number < cluster->zones.zone_count && cluster->leases[number].ours)
        cluster->leases[number].has_puts = true;
}

/* Opens some zones that are not open, which takes their objects. One whose world cannot be
 * loaded is tried again much later. */
static void open_expecting(Cluster *cluster)
{
    enum { A_TIME = 4, AGAIN = 60000 /* ms */ };
    Report silent = report_to(NULL, NULL);
    const uint64_t now = loop_now(cluster->server->loop);
    unsigned count = 0;
    for (uint32_t i = 0; i < cluster->zones.zone_count && count < A_TIME; i++) {
        ZoneLease *lease = &cluster->leases[i];
        if (!lease->has_puts || lease->open || !holding_serves(lease) ||
            (lease->puts_failed && now - lease->puts_failed < AGAIN))
            continue;
        const bool ok = zone_here(cluster->server, i, &silent);
        lease->has_puts = !ok;
        lease->puts_failed = ok ? 0 : now;
        count++;
    }
}

static bool is_wanted(const ZoneLease *lease, bool all)
{
    return lease->open && holding_serves(lease) && (all || lease->has_puts);
}

static uint32_t zone_of(const StorePlaced *row)
{
    char digits[STORE_PLACED_ZONE + 1] = {0};
    memcpy(digits, row->key.at,
           row->key.size < STORE_PLACED_ZONE ? row->key.size : STORE_PLACED_ZONE);
    return (uint32_t)strtoul(digits, NULL, 16);
}

static void take_rows(const Cluster *cluster, const PlacedRows *rows, bool all)
{
    for (size_t i = 0; i < rows->count; i++) {
        const uint32_t number = zone_of(&rows->items[i]);
        if (number < cluster->zones.zone_count && is_wanted(&cluster->leases[number], all))
            take(cluster->leases[number].open, &rows->items[i]);
    }
}

/* Normally with one load for all. Many rows are those of few zones: they are loaded for each
 * zone, so that those of another zone, which nobody takes, do not take part. */
static void take_wanted(Cluster *cluster, uint32_t first, uint32_t last, bool all)
{
    enum { TOGETHER = 1024 /* rows */ };
    PlacedRows rows;
    Report silent = report_to(NULL, NULL);
    Arena *scratch = arena_new();
    const bool ok =
        load_rows(cluster->server->store, first, last, TOGETHER, &rows, scratch, &silent);
    if (ok && rows.count < TOGETHER)
        take_rows(cluster, &rows, all);
    for (uint32_t i = first; ok && i <= last; i++) {
        ZoneLease *lease = &cluster->leases[i];
        if (!is_wanted(lease, all))
            continue;
        lease->has_puts = false;
        if (rows.count == TOGETHER)
            lease->has_puts = !take_all(lease->open, &silent);
        else
            end_taking(lease->open);
    }
    arena_free(scratch);
}

void cluster_puts_pulse(Cluster *cluster)
{
    enum { LOOK = 5000 /* ms */ };
    const uint64_t now = loop_now(cluster->server->loop);
    const bool all = now - cluster->puts_looked >= LOOK;
    uint32_t first = NONE, last = 0;
    open_expecting(cluster);
    for (uint32_t i = 0; i < cluster->zones.zone_count; i++)
        if (is_wanted(&cluster->leases[i], all)) {
            first = first == NONE ? i : first;
            last = i;
        }
    if (all)
        cluster->puts_looked = now;
    if (first != NONE)
        take_wanted(cluster, first, last, all);
}

bool cluster_puts_is_idle(const Zone *zone)
{
    const ZonePuts *puts = zone->puts;
    return !puts->waiting_count && !puts->target_count && !puts->taken_count &&
           !zone->world->put_count;
}

/* ---- saved ---- */

static void notify(Cluster *cluster, uint32_t zone)
{
    const ZoneLease *holding = &cluster->leases[zone];
    if (holding->ours)
        cluster_puts_expect(cluster, zone);
    else if (holding->node)
        cluster_send(cluster, holding->node, BUS_PUTS, &(BusPuts){zone});
}

void cluster_puts_saved(Zone *zone)
{
    ZonePuts *puts = zone->puts;
    size_t left = 0;
    for (size_t i = 0; i < puts->taken_count; i++)
        if (!puts->taken[i].removing)
            puts->taken[left++] = puts->taken[i];
    puts->taken_count = puts->sorted = left;
    for (size_t i = 0; i < puts->target_count; i++)
        notify(zone->server->cluster, puts->targets[i]);
    puts->target_count = 0;
}
