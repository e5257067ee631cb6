/* The admin interface: HTTP at a Unix socket, for the administrator of the server. `oisin
 * admin` uses it, and so can any HTTP client: curl --unix-socket PATH http://localhost/status
 *
 * Access control. Only programs of the user who runs the server, or of root, may connect
 * (unix_socket.h); there is no password. Browsers cannot connect to a Unix socket, so pages of
 * other sites cannot send requests. From another machine, the administrator runs `oisin admin`
 * by ssh.
 *
 * Threads. Everything runs in loop_turn, in its thread: the host's functions are called from
 * there and need no lock. Requests and answers are described in admin_routes.def, metrics in
 * admin_metrics.def; the user guide is docs/how-to/administer-a-server.md. */
#ifndef OISIN_SERVER_ADMIN_H
#define OISIN_SERVER_ADMIN_H

#include "base/json.h"
#include "tirnanog/container/tng.h"
#include "server/protocol/packet.h"
#include "server/accounts/network.h"
#include "server/transport/loop.h"

enum {
    ADMIN_CONNECTIONS = 16, /* open at the same time */
    ADMIN_TIMEOUT = 10,     /* s without data after which a connection is closed */
};

/* ---- provided by the host ---- */

typedef struct AdminStatus {
    int64_t now, saved; /* seconds since 1970; saved 0: never */
    uint64_t uptime;    /* seconds */
    uint64_t users;     /* active players */
    uint64_t total;     /* accounts */
    bool registering;   /* new accounts are accepted */
    uint64_t leaving;   /* players without a connection, who leave the world within a minute */
} AdminStatus;

typedef struct AdminPlayer {
    Text name, map, language;
    WireAddress address;
    uint32_t x, y;    /* on the map */
    uint32_t latency; /* round-trip time in ms; 0: unknown */
    int64_t since;    /* of the login, seconds since 1970 */
    uint32_t leaves;  /* s until the player leaves the world; 0: connected */
} AdminPlayer;

/* Number of values v with previous limit < v <= limit. */
typedef struct AdminBucket {
    double limit; /* seconds, ascending */
    uint64_t count;
} AdminBucket;

typedef struct AdminHistogram {
    const AdminBucket *buckets; /* valid during the answer */
    size_t bucket_count;
    uint64_t above; /* values above all limits */
    double sum;     /* seconds, of all values */
} AdminHistogram;

/* A total for each value of a label. */
typedef struct AdminCount {
    const char *value;
    uint64_t count;
} AdminCount;

typedef struct AdminCounts {
    const AdminCount *items; /* valid during the answer */
    size_t count;
} AdminCounts;

typedef struct AdminMetrics {
#define GAUGE(name, doc) double name;
#define COUNTER(name, doc) uint64_t name;
#define HISTOGRAM(name, doc) AdminHistogram name;
#define LABELLED(name, label, doc) AdminCounts name;
#define INFO(name, label, doc) Text name;
#define PROCESS_GAUGE(name, doc) double name;
#define PROCESS_COUNTER(name, doc) double name;
#include "server/admin/admin_metrics.def"
} AdminMetrics;

/* Parameters of an action. Texts are UTF-8 without control characters, empty if absent,
 * NUL-terminated, and valid during the call. */
typedef Text AdminWORDS;
typedef Network AdminNETWORK;
typedef int64_t AdminDURATION; /* seconds; 0: absent */
typedef struct AdminWords {
#define PARAMETER(NAME, name, KIND, max, doc) Admin##KIND name;
#include "server/admin/admin_routes.def"
} AdminWords;

/* Returns RESULT_OK or the reason of the failure; result_words describes it. May write members
 * of the answer, an object that is open; they are discarded after a failure. */
typedef ResultCode AdminAction(void *context, const AdminWords *words, JsonWriter *json);

typedef struct AdminHost {
    void *context; /* of all functions */
    const TngHeader *game;
    void (*status)(void *context, AdminStatus *out);
    /* Returns the number of players, including those who are leaving. The list is in the
     * arena or stays valid until the next turn. */
    size_t (*players)(void *context, const AdminPlayer **out, Arena *arena);
    /* Names of the players in zones of other servers of the cluster; NULL: a single server. */
    size_t (*elsewhere)(void *context, const Text **out, Arena *arena);
    void (*metrics)(void *context, AdminMetrics *out, Arena *arena); /* `out` is zeroed */
    /* Whether players can log in now; otherwise writes the reasons, one on each line. */
    bool (*ready)(void *context, Writer *reasons);
/* No action may free the interface. `stop` only starts the shutdown, see admin_busy. */
#define LIST(word, needs, may, doc) AdminAction *word;
#define ACTION(word, needs, may, options, doc) AdminAction *word;
#include "server/admin/admin_routes.def"
} AdminHost;

/* ---- the interface ---- */

typedef struct AdminOptions {
    const char *path; /* of the socket */
    unsigned timeout; /* s; 0: ADMIN_TIMEOUT */
} AdminOptions;

typedef struct Admin Admin;

/* On failure, returns NULL and reports an error. The host and the loop must outlive the
 * result. */
Admin *admin_new(Loop *loop, const AdminOptions *options, const AdminHost *host,
                 Report *report);
/* Closes all connections and removes the socket. NULL is allowed. */
void admin_free(Admin *admin);
const char *admin_path(const Admin *admin);
/* Whether an answer is still being sent. After `stop`, turn the loop until this is false,
 * for at most a second. */
bool admin_busy(const Admin *admin);

#endif
