/* The game part of a server: players in worlds.
 *
 * A `Connection` (connections.h) is a client's TLS connection; after login it has an account. A
 * `PlayerSlot` (player_slots.h) is the entry that an account's player has in the world of a
 * `Zone` (zones.h); it remains for a while after the connection is lost. A `Controller`
 * (controllers.h) joins the two: it queues the client's input for the world and sends the
 * client what the player sees. `Autosave` (autosave.h) writes each zone's world to the store.
 *
 * A single server has one zone, number 0, with all maps. In a cluster, connection and player
 * may be at different servers; the `ZoneDirectory` (directory.h) finds the other server and
 * forwards packets to it, so that this part does not depend on the cluster.
 *
 * `Server` is what these modules share. It is filled in by server/server.c. Everything runs in
 * the thread of the loop, except for a thread of each Autosave. */
#ifndef OISIN_SERVER_GAME_H
#define OISIN_SERVER_GAME_H

#include "server/game/game_options.h"
#include "server/social/social.h"
#include "server/store/zone_map.h"

#include <stdatomic.h>

enum { TICK_BUCKETS = 10, MIGRATION_NUMBER_SIZE = 17 };

typedef struct Server Server;
typedef struct Zone Zone;
typedef struct Connection Connection;
typedef struct Controller Controller;
typedef struct PlayerSlot PlayerSlot;
typedef struct ZoneDirectory ZoneDirectory;
struct DepartedPlayer; /* autosave.h */

struct Server {
    ServerOptions options;
    Loop *loop;
    Store *store;
    Accounts *accounts;
    Social *social;
    SocialHost social_host;
    ServedGame served;
    SessionLimits limits;
    TngFile *game;
    uint32_t rate; /* ticks per second */
    Zone **zones;  /* open on this server */
    size_t zone_count, zone_capacity;
    int64_t saved;           /* seconds since 1970: when a zone was saved; 0: never */
    const ZoneMap *zone_map; /* NULL: single server, all maps are zone 0 */
    const ZoneDirectory *directory;
    struct Cluster *cluster; /* private to the directory; NULL: single server */
    /* A player who has left a zone is on the disk: connection_player_left. */
    void (*player_left)(Server *server, const struct DepartedPlayer *departed);
    /* the last migration of the state before this server has started: migration.h */
    char migration[MIGRATION_NUMBER_SIZE];
    char motd[200]; /* the message of the day; see staff.h */
    struct ChatLog *chat_log;
    Text said; /* the line of chat that is being handled, as it was typed */
    struct WordFilter *word_filter; /* NULL: none */
    Limits report_limits;           /* of players' reports */
    Limits ignore_limits;           /* of changes of ignore lists */
    int64_t last_report;            /* number of the last one */
    int64_t report_day;             /* days since 1970 */
    uint32_t reports_of_day;
    Connection **connections;
    uint32_t connection_count, connection_capacity;
    uint64_t connection_number;
    PlayerSlot **player_slots; /* by account; NULL: none */
    size_t player_slot_capacity;
    LoopTimer tick_timer, social_timer;
    uint64_t tick_base, tick_count; /* ms; ticks since then */
    uint64_t started;
    atomic_bool stop;
    enum { SERVING, STOPPING, OVER } state;
    char problem[256];
    ServerStats numbers;
    uint64_t tick_buckets[TICK_BUCKETS + 1];
    double tick_sum;
    struct ServerInterfaces *interfaces; /* private to server/server.c */
    Arena *arena;                        /* for the lifetime of the server */
    Arena *scratch;                      /* for one packet or tick */
};

/* ---- game.c ---- */

/* Writes an event to the log (server/log/log.h). */
void server_event(Server *server, LogEvent event, const LogFields *fields);
/* An unrecoverable error: the server ends. */
void server_fail(Server *server, const char *words);
/* The server ends soon. May be called from a signal handler or another thread. */
void server_request_stop(Server *server);
Moment server_moment(const Server *server);

/* ---- ticks.c ---- */

/* Advances all zones at the rate of the game from now on. */
void ticks_start(Server *server);
void ticks_stop(Server *server);
/* Upper limit of a bucket of the histogram of their durations, ms. */
double tick_limit(size_t bucket);

#endif
