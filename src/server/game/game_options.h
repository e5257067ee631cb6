/* Options and statistics of a server: what server/server.h shows of the parts below it. */
#ifndef OISIN_SERVER_GAME_GAME_OPTIONS_H
#define OISIN_SERVER_GAME_GAME_OPTIONS_H

#include "engine/world.h"
#include "server/protocol/server_session.h"
#include "server/transport/web_listener.h"
#include "server/accounts/accounts.h"
#include "server/log/log.h"

enum {
    SERVER_PORT = 4433, /* default */
    SERVER_PLAYERS = 1000,
    SERVER_PER_ADDRESS = 16,
    SERVER_PLAYERS_MAX = PLAYERS_MAX - 1,
    SERVER_LINGER = 60,          /* s */
    AUTOSAVE_INTERVAL_MS = 1000, /* ms between two batches */
};

/* The page and the WebSockets of players in browsers (server/transport/web_listener.h). */
typedef struct ServerWeb {
    const char *listen; /* as in ServerOptions */
    unsigned port;
    const char *proxy;    /* address of a reverse proxy, which has the TLS; NULL: none */
    const char *origins;  /* further origins; NULL: none */
    const WebFile *files; /* of the page; must outlive the server */
    size_t file_count;
} ServerWeb;

/* Sockets that listen already, for example those of systemd; 0: none. The server closes
 * them. */
typedef struct ServerSockets {
    int game, web;
} ServerSockets;

typedef struct ServerOptions {
    Bytes game;            /* the game file; must outlive the server */
    const char *listen;    /* numeric IPv4 or IPv6; NULL: loopback */
    unsigned port;         /* 0: any free port */
    ServerSockets sockets; /* instead of `listen` and of that of `web` */
    /* address whose connections begin with a PROXY header, also those of `web`, unless that has
     * its reverse proxy; NULL: none */
    const char *proxy;
    const char *state; /* address of the store, see server/store/store.h */
    /* address of the bus between servers, see server/transport/bus.h; NULL: single server */
    const char *bus;
    bool split_maps; /* with a bus: each map is a zone, see server/store/zone_map.h */
    /* ms without renewal after which a server is dead; 0: see server/cluster/cluster.h */
    uint64_t lease;
    uint64_t zone_idle; /* ms after which an empty zone is closed; 0: see the same */
    const Identity *identity;
    bool closed;   /* no new accounts */
    bool no_fetch; /* clients cannot download the game file */
    /* maximum connections per address; 0: SERVER_PER_ADDRESS */
    unsigned per_address;
    bool count_here;                 /* the limit also applies to this machine */
    unsigned players;                /* maximum concurrent players; 0: SERVER_PLAYERS */
    const char *admin;               /* socket of the admin interface; NULL: see the next */
    const char *admin_folder;        /* for its socket PORT.sock; NULL: no admin interface */
    const char *health;              /* address of the health interface; NULL: none */
    unsigned health_port;            /* 0: any free port */
    const ServerWeb *web;            /* copied; NULL: no players in browsers */
    uint64_t seed;                   /* of a new world */
    const SessionLimits *limits;     /* NULL: session_limits */
    const AccountsOptions *accounts; /* NULL: defaults of accounts.h; `closed` is set here */
    Log *log;                        /* must outlive the server; NULL: none */
} ServerOptions;

/* Statistics: for the admin interface and its metrics, tests and load generators. */
typedef struct ServerStats {
    /* late: skipped ticks, because the previous one took too long */
    uint64_t ticks, late;
    uint64_t kept;                /* saved batches */
    uint64_t connections, played; /* current */
    uint64_t accounts;
    uint64_t bytes_in, bytes_out, packets_in, packets_out;
    uint64_t accepted, refused, registrations, logins, failed_logins;
    uint64_t refused_logins[RESULTS], refused_registrations[RESULTS]; /* by result */
    uint64_t malformed, flooded, slow; /* connections that were closed for this reason */
} ServerStats;

#endif
