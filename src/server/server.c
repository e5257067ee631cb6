#include "server/cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Upper limits of the tick histogram, ms. */
static const unsigned tick_limits[TICK_BUCKETS] = {1, 2, 3, 5, 8, 12, 16, 25, 33, 100};

double server_tick_limit(size_t bucket) { return tick_limits[bucket]; }

/* ---- log ---- */

void server_broadcast(Server *server, const char *format, ...)
{
    va_list arguments;
    if (!server->options.say)
        return;
    va_start(arguments, format);
    const Text line = arena_vformat(server->scratch, format, arguments);
    va_end(arguments);
    server->options.say(server->options.report_context, line);
}

void server_fail(Server *server, const char *words)
{
    if (server->problem[0])
        return;
    snprintf(server->problem, sizeof server->problem, "%s", words);
    server_broadcast(server, "%s", words);
    server_stop(server);
}

Moment server_moment(const Server *server)
{
    return (Moment){loop_now(server->loop), (int64_t)time(NULL)};
}

const char *server_problem(const Server *server)
{
    return server->problem[0] ? server->problem : NULL;
}

/* ---- a tick ---- */

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
static void send_notice(Server *server)
{
    const Text notice = store_notice(server->store, server->scratch);
    if (notice.size)
        server_broadcast(server, "%.*s", (int)notice.size, notice.at);
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
    send_notice(server);
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

/* ---- results of other modules ---- */

static void poll_store(void *context, unsigned what)
{
    (void)what;
    Server *server = context;
    store_poll(server->store);
}

static void poll_accounts(void *context, unsigned what)
{
    (void)what;
    Server *server = context;
    AccountAnswer answer;
    while (accounts_poll(server->accounts, server_moment(server), &answer))
        connection_answered(server, &answer);
}

static void packed(void *context)
{
    Server *server = context;
    for (size_t i = 0; i < server->zone_count; i++)
        autosave_tick(server->zones[i]->autosave);
}

/* ---- shutdown ---- */

void server_stop(Server *server)
{
    atomic_store(&server->stop, true);
    loop_wake(server->loop);
}

static void begin_stop(Server *server)
{
    server->state = STOPPING;
    server->stopped = loop_now(server->loop);
    loop_timer_clear(server->loop, &server->tick_timer);
    wire_listener_close(server->listener);
    server->listener = NULL;
    for (uint32_t i = 0; i < server->connection_count; i++)
        connection_close(server->connections[i],
                         server->problem[0] ? REASON_FAILED : REASON_STOPPED, TEXT(""));
    for (size_t i = 0; i < server->zone_count && !server->problem[0]; i++)
        autosave_finish(server->zones[i]->autosave);
    if (server->cluster && !server->problem[0])
        cluster_finish(server->cluster);
}

bool server_is_over(const Server *server) { return server->state == OVER; }

void server_turn(Server *server, uint64_t wait)
{
    if (server->state == SERVING && atomic_load(&server->stop))
        begin_stop(server);
    loop_turn(server->loop, server->state == SERVING ? wait : wait < 50 ? wait : 50);
    store_poll(server->store);
    if (server->state == SERVING)
        poll_accounts(server, 0);
    const bool busy = server->connection_count || (server->admin && admin_busy(server->admin));
    if (server->state == STOPPING &&
        (!busy || loop_now(server->loop) - server->stopped > WIRE_LINGER + 1000))
        server->state = OVER;
    arena_reset(server->scratch);
}

/* ---- start ---- */

static uint64_t served_features(bool registers, bool fetch)
{
    return (registers ? FEATURE_REGISTER : 0) | (fetch ? FEATURE_FETCH : 0);
}

/* Notifies other servers. */
static void account_changed(void *context, int64_t account)
{
    Cluster *cluster = ((Server *)context)->cluster;
    if (cluster && account)
        cluster_send(cluster, 0, BUS_ACCOUNT, &(BusAccount){(u32)account});
    else if (cluster)
        cluster_send(cluster, 0, BUS_DENIED, &(BusNothing){0});
}

static bool open_state(Server *server, Report *report)
{
    const Text id = tng_game_id(&server->game->header);
    StoreOptions options = {.game = id, .shared = server->options.bus != NULL};
    memcpy(options.unique, server->game->header.unique, sizeof options.unique);
    server->store = store_open(server->options.state, &options, report);
    if (!server->store)
        return false;
    AccountsOptions accounts =
        server->options.accounts ? *server->options.accounts : (AccountsOptions){0};
    accounts.closed = server->options.closed;
    if (server->options.bus) {
        accounts.changed = account_changed;
        accounts.context = server;
    }
    server->accounts = accounts_new(server->store, &accounts, report);
    return server->accounts != NULL;
}

static bool open_doors(Server *server, Report *report)
{
    const ServerOptions *options = &server->options;
    server->wire = wire_server(options->identity, report);
    if (!server->wire)
        return false;
    server->listener = wire_listen(server->loop, server->wire, options->listen, options->port,
                                   &connection_handlers, connection_accept, server, report);
    if (!server->listener)
        return false;
    server->store_watch = loop_watch(server->loop, store_descriptor(server->store), LOOP_READ,
                                     poll_store, server, report);
    server->accounts_watch = loop_watch(server->loop, accounts_descriptor(server->accounts),
                                        LOOP_READ, poll_accounts, server, report);
    loop_on_wake(server->loop, packed, server);
    return server->store_watch && server->accounts_watch && social_host_begin(server) &&
           admin_host_begin(server, report);
}

static bool begin(Server *server, Report *report)
{
    const ServerOptions *options = &server->options;
    server->game = ARENA_TAKE(server->arena, TngFile, 1);
    if (!tng_read(options->game, server->game, server->arena, report))
        return false;
    const uint64_t features = served_features(!options->closed, !options->no_fetch);
    if (!served_game(options->game, features, &server->served, report))
        return false;
    server->loop = loop_new(NULL, NULL, report);
    if (!server->loop || !open_state(server, report))
        return false;
    server->rate = server->game->header.frame_rate ? server->game->header.frame_rate : 30;
    if (options->bus ? !cluster_begin(server, report) : !zone_open(server, 0, report))
        return false;
    if (!open_doors(server, report))
        return false;
    if (server->zone_count)
        server->numbers.played = server->zones[0]->played;
    server->started = server->tick_base = loop_now(server->loop);
    server->tick_timer = (LoopTimer){.function = tick_due, .context = server};
    loop_timer_set(server->loop, &server->tick_timer, server->tick_base + 1);
    return true;
}

Server *server_new(const ServerOptions *options, Report *report)
{
    Arena *arena = arena_new();
    Server *server = ARENA_TAKE(arena, Server, 1);
    server->arena = arena;
    server->scratch = arena_new();
    server->options = *options;
    server->options.players = options->players ? options->players : SERVER_PLAYERS;
    if (!options->per_address)
        server->options.per_address = SERVER_PER_ADDRESS;
    server->limits = options->limits ? *options->limits : session_limits;
    if (server->options.players >= PLAYERS_MAX) {
        report_error(report, "the maximum number of players is %d", PLAYERS_MAX - 1);
    } else if (begin(server, report)) {
        return server;
    }
    server_free(server);
    return NULL;
}

void server_free(Server *server)
{
    if (!server)
        return;
    if (server->admin)
        admin_free(server->admin);
    if (server->listener)
        wire_listener_close(server->listener);
    for (uint32_t i = 0; i < server->connection_count; i++)
        wire_close(server->connections[i]->wire);
    for (unsigned i = 0; server->connection_count && i < 3; i++)
        loop_turn(server->loop, 0);
    while (server->zone_count)
        zone_close(server->zones[server->zone_count - 1]);
    if (server->store)
        store_wait(server->store); /* no callback may run after the server is freed */
    if (server->cluster)
        cluster_free(server->cluster);
    if (server->accounts)
        accounts_free(server->accounts);
    if (server->store)
        store_close(server->store);
    if (server->loop)
        loop_free(server->loop);
    if (server->wire)
        wire_free(server->wire);
    free(server->connections);
    free(server->player_slots);
    arena_free(server->scratch);
    arena_free(server->arena);
}

bool server_renew(Server *server, const Identity *identity, Report *report)
{
    return (!server->admin || admin_renew(server->admin, identity, report)) &&
           wire_renew(server->wire, identity, report);
}

void server_set(Server *server, const ServerSettings *settings)
{
    server->options.players = settings->players;
    server->options.closed = settings->closed;
    server->options.no_fetch = settings->no_fetch;
    server->served.hello.features = served_features(!settings->closed, !settings->no_fetch);
    accounts_set_closed(server->accounts, settings->closed);
}

/* ---- queries ---- */

unsigned server_port(const Server *server) { return wire_listener_port(server->listener); }

unsigned server_admin_port(const Server *server)
{
    return server->admin ? admin_port(server->admin) : 0;
}

ServerNumbers server_numbers(const Server *server)
{
    ServerNumbers numbers = server->numbers;
    numbers.accounts = accounts_count(server->accounts);
    return numbers;
}

const World *server_world(const Server *server)
{
    return server->zone_count ? server->zones[0]->world : NULL;
}
