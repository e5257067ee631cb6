/* A game server: connections, accounts, the world and its saved state.
 *
 * One thread does everything that happens in the world. Other threads hash passwords, serialize
 * the state and write it. The world ticks at the rate of the game, even without players.
 *
 *     server = server_new(&options, &report);
 *     while (!server_is_over(server))
 *         server_turn(server, 1000);
 *     server_free(server);
 *
 * Durability. Once a second the whole world and all players who entered or left since become
 * one batch of the store. After kill -9 the world is as it was at one moment at most a
 * second ago, without duplicated or missing items. Operations that must not be undone (a
 * registration, a trade) are acknowledged only when they are on the disk. A player who loses
 * the connection stays in the world for SERVER_LINGER and can resume there until then. */
#ifndef OISIN_SERVER_SERVER_H
#define OISIN_SERVER_SERVER_H

#include "server/game/game_options.h"

/* Options that may change at run time. */
typedef struct ServerSettings {
    unsigned players; /* players who are connected stay */
    bool closed, no_fetch;
} ServerSettings;

typedef struct Server Server;

/* Returns NULL and reports an error if the game, the state or the address is not available. */
Server *server_new(const ServerOptions *options, Report *report);
/* Closes all connections and discards unsaved changes: call server_stop first. */
void server_free(Server *server);

/* Waits for the next event, at most `wait` ms, and handles it. */
void server_turn(Server *server, uint64_t wait);
/* Callable from a signal handler or another thread: notifies all players, saves everything,
 * ends. */
void server_stop(Server *server);
/* Replaces certificate and key for new connections. Players keep their connections. On failure,
 * returns false, reports an error and keeps the old identity. */
bool server_renew(Server *server, const Identity *identity, Report *report);
void server_set(Server *server, const ServerSettings *settings);
/* Replaces the list of words that do not appear in the chat and in names
 * (server/game/word_filter.h), the contents of `path`; NULL: none. On failure, returns false,
 * reports an error with the line and keeps the old list. */
bool server_set_words(Server *server, const char *path, Bytes file, Report *report);
/* Whether server_set_words would accept this list; otherwise reports an error. */
bool server_check_words(const char *path, Bytes file, Report *report);
bool server_is_over(const Server *server);
/* The failure that ended the server; NULL if it was stopped. */
const char *server_problem(const Server *server);

/* Whether `ServerOptions.bus` may be set: not in a build with CLUSTER=0. */
bool server_has_cluster(void);
/* The address of the bus without user and password; empty for a single server. */
Text server_bus_shown(const Server *server, Arena *arena);

unsigned server_port(const Server *server);
const char *server_admin_path(const Server *server); /* of the socket; NULL: none */
unsigned server_health_port(const Server *server);   /* 0: none */
unsigned server_web_port(const Server *server);      /* 0: none */

ServerStats server_stats(const Server *server);
/* The world, or the first one that is open here, for tests; may be NULL. */
const struct World *server_world(const Server *server);

#endif
