/* The clock of the worlds. */
#include "server/game/zones.h"

#include <time.h>

/* Upper limits of the tick histogram, ms. */
static const unsigned tick_limits[TICK_BUCKETS] = {1, 2, 3, 5, 8, 12, 16, 25, 33, 100};

double tick_limit(size_t bucket) { return tick_limits[bucket]; }

static void measure(Server *server, const struct timespec *begin)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    const double ms = (double)(end.tv_sec - begin->tv_sec) * 1e3 +
                      (double)(end.tv_nsec - begin->tv_nsec) / 1e6;
    unsigned bucket = 0;
    while (bucket < TICK_BUCKETS && ms > tick_limits[bucket])
        bucket++;
    server->tick_buckets[bucket]++;
    server->tick_sum += ms / 1e3;
}

/* Logs notices of the store, for example that the database was unreachable. */
static void log_store_notice(Server *server)
{
    const Text notice = store_notice(server->store, server->scratch);
    if (notice.size)
        server_event(
            server, store_is_reachable(server->store) ? EVENT_STORAGE_BACK : EVENT_STORAGE_LOST,
            &(LogFields){.reason = notice, .text = notice});
}

static void tick(Server *server)
{
    struct timespec begin;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    server->numbers.played = 0;
    for (size_t i = 0; i < server->zone_count; i++) {
        zone_tick(server->zones[i]);
        server->numbers.played += server->zones[i]->played;
    }
    log_store_notice(server);
    server->numbers.ticks++;
    measure(server, &begin);
}

/* After the machine was suspended, missed ticks are skipped. */
static void tick_due(void *context)
{
    enum { LATE_MAX = 5 };
    Server *server = context;
    const uint64_t now = loop_now(server->loop), rate = server->rate;
    uint64_t due = server->tick_base + (server->tick_count + 1) * 1000 / rate;
    for (unsigned i = 0; due <= now && i < LATE_MAX && server->state == SERVING; i++) {
        tick(server);
        server->tick_count++;
        due = server->tick_base + (server->tick_count + 1) * 1000 / rate;
    }
    if (due <= now) {
        server->numbers.late += (now - due) * rate / 1000 + 1;
        server->tick_base = now;
        server->tick_count = 0;
        due = now + 1000 / rate;
    }
    if (server->state == SERVING)
        loop_timer_set(server->loop, &server->tick_timer, due);
}

void ticks_start(Server *server)
{
    server->started = server->tick_base = loop_now(server->loop);
    server->tick_timer = (LoopTimer){.function = tick_due, .context = server};
    loop_timer_set(server->loop, &server->tick_timer, server->tick_base + 1);
}

void ticks_stop(Server *server) { loop_timer_clear(server->loop, &server->tick_timer); }
