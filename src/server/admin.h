/* The admin's door: HTTPS for whoever runs the server, and for Prometheus.
 *
 * It answers GET only, at one address, and only to peers that have this same address: programs
 * on the same machine, or behind a tunnel that ends there. All others get 404 with nothing in
 * it, whatever they ask. There is no password: who can come from the address is the admin.
 *
 * That leaves the admin's own browser, in which foreign pages run. They may send requests
 * here, but not read what comes back, and a request with a header of its own is asked about
 * first (OPTIONS), which is 405. So what changes something needs the header `X-Oisin-Admin: 1`.
 * A word in the query would not do: a link or a picture's address could have it. A foreign name
 * that was turned to our address (DNS rebinding) fails at the certificate. Our own page has no
 * script, no button and no resource: nothing on it can be made to act, whatever players are
 * called.
 *
 * Everything happens in loop_turn, in its thread: the host's functions are called from there
 * and need no lock. What is asked and answered is in admin_routes.def; numbers for /metrics
 * are in admin_metrics.def; docs/admin.md is for users. */
#ifndef OISIN_SERVER_ADMIN_H
#define OISIN_SERVER_ADMIN_H

#include "formats/tirnanog/tng.h"
#include "net/packet.h"
#include "server/network.h"
#include "wire/identity.h"
#include "wire/loop.h"

enum {
    ADMIN_PORT = 4434,           /* if no other is given */
    ADMIN_CONNECTIONS = 16,      /* at once */
    ADMIN_STRANGERS = 4,         /* of them, at most, from other addresses */
    ADMIN_STRANGERS_SECOND = 10, /* of them answered in a second: TLS takes time */
    ADMIN_TIMEOUT = 10,          /* s of silence after which a connection is closed */
    ADMIN_MEMORY = 16 << 10,     /* bytes for a request with its headers */
};

/* ---- what the host says ---- */

typedef struct AdminStatus {
    int64_t now, saved; /* seconds since 1970; saved 0: not yet */
    uint64_t uptime;    /* seconds */
    uint64_t users;     /* who play: their players are steered */
    uint64_t total;     /* accounts */
    bool registering;   /* new accounts are taken */
    uint64_t leaving;   /* in the world without a connection, for a minute at most */
} AdminStatus;

typedef struct AdminPlayer {
    Text name, map, language;
    WireAddress address;
    uint32_t x, y;    /* on the map */
    uint32_t latency; /* ms there and back; 0 not known */
    int64_t since;    /* of the login, seconds since 1970 */
    uint32_t leaves;  /* 0: plays; else s until it leaves the world */
} AdminPlayer;

/* How often something took at most so long and longer than the bucket before. */
typedef struct AdminBucket {
    double limit; /* seconds, rising */
    uint64_t count;
} AdminBucket;

typedef struct AdminHistogram {
    const AdminBucket *buckets; /* valid during the answer */
    size_t bucket_count;
    uint64_t above; /* longer than all limits */
    double sum;     /* seconds, of all */
} AdminHistogram;

typedef struct AdminMetrics {
#define GAUGE(name, doc) double name;
#define COUNTER(name, doc) uint64_t name;
#define HISTOGRAM(name, doc) AdminHistogram name;
#include "server/admin_metrics.def"
} AdminMetrics;

/* What an action is told. Texts are UTF-8 without control characters, empty if not given, and
 * have a zero behind them; valid during the call. */
typedef Text AdminWORDS;
typedef Network AdminNETWORK;
typedef struct AdminWords {
#define PARAMETER(NAME, name, KIND, max, doc) Admin##KIND name;
#include "server/admin_routes.def"
} AdminWords;

/* RESULT_OK, or why not; result_words says it. */
typedef ResultCode AdminAction(void *context, const AdminWords *words);

typedef struct AdminHost {
    void *context; /* of all functions */
    const TngHeader *game;
    void (*status)(void *context, AdminStatus *out);
    /* How many, those that leave as well; the list is in the arena or stays until the next
     * turn. */
    size_t (*players)(void *context, const AdminPlayer **out, Arena *arena);
    void (*metrics)(void *context, AdminMetrics *out, Arena *arena); /* given zeros */
/* None may free the door. `stop` only begins it: see admin_busy. */
#define ACTION(word, needs, may, doc) AdminAction *word;
#include "server/admin_routes.def"
} AdminHost;

/* ---- the door ---- */

typedef struct AdminOptions {
    const char *address; /* IPv4 or IPv6 in digits */
    unsigned port;       /* 0: any that is free */
    unsigned timeout;    /* s; 0: ADMIN_TIMEOUT */
} AdminOptions;

typedef struct Admin Admin;

/* NULL and a report. The host and the loop must outlive it; the identity is copied. */
Admin *admin_new(Loop *loop, const AdminOptions *options, const Identity *identity,
                 const AdminHost *host, Report *report);
/* Another certificate and key; connections are closed, whoever listens comes again. False and a
 * report, then the old ones stay. */
bool admin_renew(Admin *admin, const Identity *identity, Report *report);
/* Closes all connections. */
void admin_free(Admin *admin);
unsigned admin_port(const Admin *admin);
/* Whether an answer is still on its way: after `stop`, turn the loop until it is not, or for a
 * second. */
bool admin_busy(const Admin *admin);

#endif
