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

#include "engine/world.h"
#include "net/protocol/server_session.h"
#include "server/accounts/accounts.h"
#include "server/admin/admin.h"
#include "net/transport/wire.h"

enum {
    SERVER_PORT = 4433, /* default */
    SERVER_PLAYERS = 1000,
    SERVER_PER_ADDRESS = 16,
    SERVER_PLAYERS_MAX = PLAYERS_MAX - 1,
    SERVER_LINGER = 60, /* s */
    SERVER_KEEP = 1000, /* ms between two batches */
};

typedef struct ServerOptions {
    Bytes game;         /* the game file; must outlive the server */
    const char *listen; /* numeric IPv4 or IPv6; NULL: loopback */
    unsigned port;      /* 0: any free port */
    const char *state;  /* address of the store, see server/store/store.h */
    /* address of the bus between servers, see net/transport/bus.h; NULL: single server */
    const char *bus;
    /* ms without renewal after which a server is dead; 0: see server/cluster.h */
    uint64_t lease;
    const Identity *identity;
    bool closed;   /* no new accounts */
    bool no_fetch; /* clients cannot download the game file */
    /* maximum connections per address; 0: SERVER_PER_ADDRESS */
    unsigned per_address;
    bool count_here;                 /* the limit also applies to this machine */
    unsigned players;                /* maximum concurrent players; 0: SERVER_PLAYERS */
    const char *admin;               /* address of the admin interface; NULL: none */
    unsigned admin_port;             /* 0: any free port */
    uint64_t seed;                   /* of a new world */
    const SessionLimits *limits;     /* NULL: session_limits */
    const AccountsOptions *accounts; /* NULL: defaults of accounts.h; `closed` is set here */
    /* Receives one line per event, for a log; may be NULL. */
    void (*say)(void *context, Text line);
    void *report_context;
} ServerOptions;

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
/* Replaces certificate and key for new connections. Players keep their connections; those to
 * the admin interface are closed. On failure, returns false, reports an error and keeps the
 * old identity. */
bool server_renew(Server *server, const Identity *identity, Report *report);
void server_set(Server *server, const ServerSettings *settings);
bool server_is_over(const Server *server);
/* The failure that ended the server; NULL if it was stopped. */
const char *server_problem(const Server *server);

unsigned server_port(const Server *server);
unsigned server_admin_port(const Server *server);

/* Statistics for tests and load generators. */
typedef struct ServerNumbers {
    /* late: skipped ticks, because the previous one took too long */
    uint64_t ticks, late;
    uint64_t kept;                /* saved batches */
    uint64_t connections, played; /* current */
    uint64_t accounts;
    uint64_t bytes_in, bytes_out, packets_in, packets_out;
    uint64_t accepted, refused, registrations, logins, failed_logins;
    uint64_t malformed, flooded, slow; /* connections that were closed for this reason */
} ServerNumbers;
ServerNumbers server_numbers(const Server *server);
/* The world, or the first one that is open here, for tests; may be NULL. */
const struct World *server_world(const Server *server);

#endif
