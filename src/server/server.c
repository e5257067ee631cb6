/* Parts, in order: results of other threads (store, password hashes, packed snapshots);
 * shutdown, which closes the connections, saves each zone and then ends; start, in the order
 * in which modules depend on each other; queries. */
#include "server/server.h"

#include "server/admin/admin_health.h"
#include "server/admin/admin_socket.h"
#include "server/admin_host.h"
#include "server/game/connections.h"
#include "server/game/migration.h"
#include "server/game/reports.h"
#include "server/game/social_host.h"
#include "server/game/staff.h"
#include "server/game/word_filter.h"
#include "server/game/zones.h"
#include "server/log/log.h"
#ifndef OISIN_NO_CLUSTER
#include "server/transport/bus.h"
#include "server/cluster/cluster.h"
#endif

#include <stdlib.h>

/* What the game part of a server does not know: where bytes come in, and who
 * administers it. */
typedef struct ServerInterfaces {
    Wire *wire, *plain; /* plain: for a reverse proxy; NULL: none */
    WireListener *listener;
    WebDoor *web;
    LoopWatch *store_watch, *accounts_watch;
    Admin *admin;
    Health *health;
    AdminHost admin_host;
    uint64_t stopped; /* ms */
} ServerInterfaces;

const char *server_problem(const Server *server)
{
    return server->problem[0] ? server->problem : NULL;
}

/* ---- results of other modules ---- */

/* Callbacks of the store run here, in the thread of the loop. */
static void poll_store(void *context, unsigned what)
{
    (void)what;
    Server *server = context;
    store_poll(server->store);
}

/* Password hashes are computed by other threads; their answers are taken in this one. */
static void poll_accounts(void *context, unsigned what)
{
    (void)what;
    Server *server = context;
    AccountAnswer answer;
    while (accounts_poll(server->accounts, server_moment(server), &answer))
        connection_answered(server, &answer);
}

/* A thread has packed a snapshot and woken the loop. It does not say of which zone. */
static void packed(void *context)
{
    Server *server = context;
    for (size_t i = 0; i < server->zone_count; i++)
        autosave_tick(server->zones[i]->autosave);
}

/* ---- shutdown ---- */

/* May be called by a signal handler or another thread: it only sets a flag. */
void server_stop(Server *server) { server_request_stop(server); }

/* Ticks end first, so that nothing changes any more while connections are being closed. After a
 * failure of the store nothing is saved: memory may be ahead of what was stored. */
static void begin_stop(Server *server)
{
    server->state = STOPPING;
    server->interfaces->stopped = loop_now(server->loop);
    ticks_stop(server);
    wire_listener_close(server->interfaces->listener);
    web_door_close(server->interfaces->web);
    server->interfaces->listener = NULL;
    server->interfaces->web = NULL;
    for (uint32_t i = 0; i < server->connection_count; i++)
        connection_close(server->connections[i],
                         server->problem[0] ? REASON_FAILED : REASON_STOPPED, TEXT(""));
    for (size_t i = 0; i < server->zone_count && !server->problem[0]; i++)
        autosave_finish(server->zones[i]->autosave);
    if (!server->problem[0])
        server->directory->finish(server);
}

bool server_is_over(const Server *server) { return server->state == OVER; }

/* While stopping, a turn is at most 50 ms, so that the deadline for slow clients is noticed. */
void server_turn(Server *server, uint64_t wait)
{
    if (server->state == SERVING && atomic_load(&server->stop))
        begin_stop(server);
    loop_turn(server->loop, server->state == SERVING ? wait : wait < 50 ? wait : 50);
    store_poll(server->store);
    if (server->state == SERVING)
        poll_accounts(server, 0);
    const ServerInterfaces *interfaces = server->interfaces;
    const bool busy =
        server->connection_count || (interfaces->admin && admin_busy(interfaces->admin));
    if (server->state == STOPPING &&
        (!busy || loop_now(server->loop) - interfaces->stopped > WIRE_LINGER + 1000))
        server->state = OVER;
    log_tick(server->options.log);
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
    const Server *server = context;
    server->directory->account_changed(server, account);
}

/* A server that migrates the state writes the characters of all accounts that it has read. */
static void account_deleting(void *context, StoreBatch *batch)
{
    migration_fence(context, batch);
}

/* Callbacks are set only in a cluster: a single server has nobody to notify. */
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
        accounts.deleting = account_deleting;
        accounts.context = server;
    }
    server->accounts = accounts_new(server->store, &accounts, report);
    if (!server->accounts)
        return false;
    server->chat_log = ARENA_ALLOC(server->arena, ChatLog, 1);
    limits_set_up(&server->report_limits, REPORT_LIMIT);
    limits_set_up(&server->ignore_limits, LIMIT_IGNORE);
    return staff_learn_motd(server) || report_error(report, "the store cannot be read");
}

/* At the default socket of the folder. */
static Admin *admin_in_folder(Server *server, Report *report)
{
    const Text folder = text_of(server->options.admin_folder);
    const Text path = admin_socket_in(folder, server_port(server), server->arena);
    return admin_socket_folder_make(folder, report)
               ? admin_new(server->loop, &(AdminOptions){.path = path.at},
                           &server->interfaces->admin_host, report)
               : NULL;
}

/* A default folder is one that anyone may have made first, and servers at other addresses may
 * have the same port: players must not suffer from it. */
static Admin *admin_by_default(Server *server, Report *report)
{
    Messages messages = {.arena = server->arena};
    Report own = report_to(messages_sink, &messages);
    if (admin_socket_folder_is_given())
        return admin_in_folder(server, report);
    Admin *admin = admin_in_folder(server, &own);
    if (!admin) {
        const Text why = messages.count ? messages.items[0].text : TEXT("unknown error");
        report_warning(report,
                       "%.*s; the server has no admin interface; name another socket with "
                       "--admin FILE",
                       (int)why.size, why.at);
    }
    return admin;
}

static bool open_admin(Server *server, Report *report)
{
    const char *path = server->options.admin;
    ServerInterfaces *interfaces = server->interfaces;
    if (!path && !server->options.admin_folder)
        return true;
    if (!path) {
        interfaces->admin = admin_by_default(server, report);
        return interfaces->admin || !admin_socket_folder_is_given();
    }
    interfaces->admin =
        admin_new(server->loop, &(AdminOptions){.path = path}, &interfaces->admin_host, report);
    return interfaces->admin != NULL;
}

/* The health check is available without the administration. */
static bool open_health_and_admin(Server *server, Report *report)
{
    const ServerOptions *options = &server->options;
    ServerInterfaces *interfaces = server->interfaces;
    interfaces->admin_host = admin_host(server);
    if (options->health) {
        interfaces->health = health_new(server->loop, options->health, options->health_port,
                                        &interfaces->admin_host, report);
        if (!interfaces->health)
            return false;
    }
    return open_admin(server, report);
}

/* Behind a reverse proxy the connection is plain, as the proxy ends TLS. */
static bool open_web(Server *server, Report *report)
{
    const ServerWeb *web = server->options.web;
    ServerInterfaces *interfaces = server->interfaces;
    if (!web)
        return true;
    if (web->proxy)
        interfaces->plain = wire_server_plain();
    const WebDoorOptions door = {.address = web->listen,
                                 .port = web->port,
                                 .socket = server->options.sockets.web,
                                 .proxy = web->proxy,
                                 .tcp_proxy = web->proxy ? NULL : server->options.proxy,
                                 .origins = web->origins,
                                 .files = web->files,
                                 .file_count = web->file_count,
                                 .handlers = &connection_handlers,
                                 .accept = connection_accept,
                                 .context = server};
    interfaces->web = web_door_open(
        server->loop, web->proxy ? interfaces->plain : interfaces->wire, &door, report);
    return interfaces->web != NULL;
}

/* A socket passed by the service manager replaces address and port. Watches are set after the
 * listener, whose failure is the most frequent one (port in use). */
static bool open_interfaces(Server *server, Report *report)
{
    const ServerOptions *options = &server->options;
    ServerInterfaces *interfaces = server->interfaces;
    interfaces->wire = wire_server(options->identity, report);
    if (!interfaces->wire)
        return false;
    WireAddress proxy;
    if (options->proxy && !wire_address_read(text_of(options->proxy), &proxy))
        return report_error(report, "\"%s\" is not an IPv4 or IPv6 address", options->proxy);
    interfaces->listener =
        options->sockets.game
            ? wire_listen_on(server->loop, interfaces->wire, options->sockets.game,
                             &connection_handlers, connection_accept, server, report)
            : wire_listen(server->loop, interfaces->wire, options->listen, options->port,
                          &connection_handlers, connection_accept, server, report);
    if (!interfaces->listener)
        return false;
    if (options->proxy)
        wire_listener_proxy(interfaces->listener, &proxy);
    interfaces->store_watch = loop_watch(server->loop, store_descriptor(server->store),
                                         LOOP_READ, poll_store, server, report);
    interfaces->accounts_watch = loop_watch(server->loop, accounts_descriptor(server->accounts),
                                            LOOP_READ, poll_accounts, server, report);
    loop_on_wake(server->loop, packed, server);
    return interfaces->store_watch && interfaces->accounts_watch && social_host_begin(server) &&
           open_health_and_admin(server, report) && open_web(server, report);
}

#ifdef OISIN_NO_CLUSTER
bool server_has_cluster(void) { return false; }
static bool join_cluster(Server *server, Report *report)
{
    (void)server;
    return report_error(report, "this build has no cluster support");
}
Text server_bus_shown(const Server *server, Arena *arena)
{
    (void)server, (void)arena;
    return TEXT("");
}
#else
bool server_has_cluster(void) { return true; }
static bool join_cluster(Server *server, Report *report)
{
    return cluster_begin(server, report);
}
Text server_bus_shown(const Server *server, Arena *arena)
{
    return server->options.bus ? bus_address_shown(server->options.bus, arena) : TEXT("");
}
#endif

/* On error the caller frees what exists; each step checks only its own result. */
static bool begin(Server *server, Report *report)
{
    const ServerOptions *options = &server->options;
    server->game = ARENA_ALLOC(server->arena, TngFile, 1);
    if (!tng_read(options->game, server->game, server->arena, report))
        return false;
    const uint64_t features = served_features(!options->closed, !options->no_fetch);
    if (!served_game(options->game, features, &server->served, report))
        return false;
    server->loop = loop_new(NULL, NULL, report);
    if (!server->loop || !open_state(server, report))
        return false;
    server->rate = tng_frame_rate(&server->game->header);
    if (options->bus ? !join_cluster(server, report) : !zone_open(server, 0, report))
        return false;
    if (!open_interfaces(server, report))
        return false;
    if (server->zone_count)
        server->numbers.played = server->zones[0]->played;
    ticks_start(server);
    return true;
}

/* 0 in an option means its default. */
Server *server_new(const ServerOptions *options, Report *report)
{
    Arena *arena = arena_new();
    Server *server = ARENA_ALLOC(arena, Server, 1);
    server->arena = arena;
    server->scratch = arena_new();
    server->interfaces = ARENA_ALLOC(arena, ServerInterfaces, 1);
    server->directory = &directory_single;
    server->player_left = connection_player_left;
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

/* Connections end before zones, which they refer to; a few turns of the loop run their deferred
 * callbacks. accounts_free() still sends changes through `directory`, so it is called before
 * that is freed. */
void server_free(Server *server)
{
    if (!server)
        return;
    const ServerInterfaces *interfaces = server->interfaces;
    admin_free(interfaces->admin);
    health_free(interfaces->health);
    if (interfaces->listener)
        wire_listener_close(interfaces->listener);
    web_door_close(interfaces->web);
    for (uint32_t i = 0; i < server->connection_count; i++)
        wire_close(server->connections[i]->wire);
    for (unsigned i = 0; server->connection_count && i < 3; i++)
        loop_turn(server->loop, 0);
    while (server->zone_count)
        zone_close(server->zones[server->zone_count - 1]);
    if (server->store)
        store_wait(server->store); /* no callback may run after the server is freed */
    word_filter_free(server->word_filter);
    if (server->accounts)
        accounts_free(server->accounts); /* notifies other servers of its last changes */
    server->directory->free(server);
    if (server->store)
        store_close(server->store);
    if (server->loop)
        loop_free(server->loop);
    wire_free(interfaces->wire);
    wire_free(interfaces->plain);
    free(server->connections);
    free(server->player_slots);
    arena_free(server->scratch);
    arena_free(server->arena);
}

/* Existing connections keep the old certificate. */
bool server_renew(Server *server, const Identity *identity, Report *report)
{
    return wire_renew(server->interfaces->wire, identity, report);
}

/* Also called while serving (reload): connected players are not affected. */
void server_set(Server *server, const ServerSettings *settings)
{
    server->options.players = settings->players;
    server->options.closed = settings->closed;
    server->options.no_fetch = settings->no_fetch;
    server->served.hello.features = served_features(!settings->closed, !settings->no_fetch);
    accounts_set_closed(server->accounts, settings->closed);
}

/* NULL as `path` removes the filter. On error the previous one stays. */
bool server_set_words(Server *server, const char *path, Bytes file, Report *report)
{
    WordFilter *filter = NULL;
    if (path) {
        filter = word_filter_new(accounts_names(server->accounts), path, file, report);
        if (!filter)
            return false;
    }
    word_filter_free(server->word_filter);
    server->word_filter = filter;
    return true;
}

bool server_check_words(const char *path, Bytes file, Report *report)
{
    PlayerNames *names = player_names_new(report);
    WordFilter *filter = names ? word_filter_new(names, path, file, report) : NULL;
    word_filter_free(filter);
    player_names_free(names);
    return filter != NULL;
}

/* ---- queries ---- */

unsigned server_port(const Server *server)
{
    return wire_listener_port(server->interfaces->listener);
}

const char *server_admin_path(const Server *server)
{
    return server->interfaces->admin ? admin_path(server->interfaces->admin) : NULL;
}

unsigned server_health_port(const Server *server)
{
    return server->interfaces->health ? health_port(server->interfaces->health) : 0;
}

unsigned server_web_port(const Server *server)
{
    return server->interfaces->web ? web_door_port(server->interfaces->web) : 0;
}

ServerStats server_stats(const Server *server)
{
    ServerStats numbers = server->numbers;
    numbers.accounts = accounts_count(server->accounts);
    return numbers;
}

/* NULL on a server of a cluster that has no zone at the moment. */
const World *server_world(const Server *server)
{
    return server->zone_count ? server->zones[0]->world : NULL;
}
