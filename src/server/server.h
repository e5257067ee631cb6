/* A game, played by many: connections, accounts, the world, and what is kept of it.
 *
 * One thread does everything that happens in the world; others hash passwords, pack what is to
 * be kept, and write it. The world moves on at the game's own rate, whoever is there.
 *
 *     server = server_new(&options, &report);
 *     while (!server_is_over(server))
 *         server_turn(server, 1000);
 *     server_free(server);
 *
 * Once a second the whole world, and whoever has come or gone since, becomes one batch of the
 * store: after kill -9 the world is as it was at one moment, at most a second ago, and nothing
 * is there twice or missing. What must not be taken back (a registration, a trade) is told as
 * done only when it is on the disk. Whoever loses the connection stays in the world for
 * SERVER_LINGER and goes on where they were if they come back by then. */
#ifndef OISIN_SERVER_SERVER_H
#define OISIN_SERVER_SERVER_H

#include "engine/world.h"
#include "net/server_session.h"
#include "server/accounts.h"
#include "server/admin.h"
#include "wire/wire.h"

enum {
    SERVER_PORT = 4433, /* if no other is given */
    SERVER_PLAYERS = 1000,
    SERVER_PER_ADDRESS = 16,
    SERVER_PLAYERS_MAX = PLAYERS_MAX - 1,
    SERVER_LINGER = 60, /* s */
    SERVER_KEEP = 1000, /* ms from one batch to the next */
};

typedef struct ServerOptions {
    Bytes game;         /* the file; lives as long as the server */
    const char *listen; /* IPv4 or IPv6 in digits; NULL loopback */
    unsigned port;      /* 0: any that is free */
    const char *state;  /* address of the store, server/store.h */
    const char *bus;    /* address of the bus between servers, wire/bus.h; NULL: it is alone */
    uint64_t lease;     /* ms after which a silent one is dead; 0: as server/cluster.h says */
    const Identity *identity;
    bool closed;                     /* no new accounts */
    bool no_fetch;                   /* the game file is not given away */
    unsigned per_address;            /* connections at a time; 0: SERVER_PER_ADDRESS */
    bool count_here;                 /* those from this machine too */
    unsigned players;                /* at most; 0: SERVER_PLAYERS */
    const char *admin;               /* the admin's address; NULL none */
    unsigned admin_port;             /* 0: any that is free */
    uint64_t seed;                   /* of a world that begins */
    const SessionLimits *limits;     /* NULL: session_limits */
    const AccountsOptions *accounts; /* NULL: as accounts.h says; `closed` is set here */
    /* One line about what happens, for a log; may be NULL. */
    void (*say)(void *context, Text line);
    void *report_context;
} ServerOptions;

/* What may change while it runs: as in the options. */
typedef struct ServerSettings {
    unsigned players; /* those who play already stay */
    bool closed, no_fetch;
} ServerSettings;

typedef struct Server Server;

/* NULL and a report if the game, the state or the address cannot be had. */
Server *server_new(const ServerOptions *options, Report *report);
/* Closes all connections; what has not been kept is lost: server_stop first. */
void server_free(Server *server);

/* Waits for whatever is next, so many milliseconds at most, and does it. */
void server_turn(Server *server, uint64_t wait);
/* From a signal handler or another thread: tells all players, keeps everything, ends. */
void server_stop(Server *server);
/* Another certificate and key for all who connect from now on; false and a report, then the old
 * ones stay. Players keep their connections, those to the admin's door are closed. */
bool server_renew(Server *server, const Identity *identity, Report *report);
void server_set(Server *server, const ServerSettings *settings);
bool server_is_over(const Server *server);
/* Why it is over, if not because it was stopped; NULL. */
const char *server_problem(const Server *server);

unsigned server_port(const Server *server);
unsigned server_admin_port(const Server *server);

/* For tests and load generators: is it kept, what was done. */
typedef struct ServerNumbers {
    uint64_t ticks, late;         /* ticks that were left out, as there was no time */
    uint64_t kept;                /* batches */
    uint64_t connections, played; /* now */
    uint64_t accounts;
    uint64_t bytes_in, bytes_out, packets_in, packets_out;
    uint64_t accepted, refused, registrations, logins, failed_logins;
    uint64_t malformed, flooded, slow; /* connections that were ended for it */
} ServerNumbers;
ServerNumbers server_numbers(const Server *server);
/* The world as it is, or the first that is open here, for tests; NULL. */
const struct World *server_world(const Server *server);

#endif
