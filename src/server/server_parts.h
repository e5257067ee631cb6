/* Internal declarations of the server. */
#ifndef OISIN_SERVER_SERVER_PARTS_H
#define OISIN_SERVER_SERVER_PARTS_H

#include "engine/save/save.h"
#include "net/protocol/input.h"
#include "net/protocol/view.h"
#include "server/bus_message.h"
#include "server/server.h"
#include "server/social/social.h"
#include "server/store/store_sav.h"

#include <stdatomic.h>

enum {
    INPUT_QUEUE = 4, /* inputs of one player that wait for their tick */
    TICK_BUCKETS = 10,
    CONFIRMS_MAX = 1024,
};

typedef struct Zone Zone;
typedef struct Autosave Autosave;
typedef struct Cluster Cluster; /* server/cluster.h */

/* Controls the player of one account in a zone, for a client connected to this or another
 * server. */
typedef struct Controller {
    Zone *zone;
    View *view;
    struct Connection *connection;  /* NULL: connected to the server `node` */
    uint32_t place;                 /* in the zone's world */
    uint32_t queue_at, queue_count; /* of `queue`: one is used per tick */
    ViewInput confirmed;            /* last input applied, for TICK */
    WorldInput applied;
    WorldInput queue[INPUT_QUEUE]; /* ring buffer */
    uint32_t sequences[INPUT_QUEUE];
    uint64_t node;
    BusConnection there; /* the connection's number there */
    uint32_t serial;     /* of the next BUS_DELIVER */
} Controller;

/* A client's connection. */
typedef struct Connection {
    Server *server;
    WireConnection *wire;
    WireAddress address;
    ServerSession session;
    LoopTimer timer;
    uint64_t number; /* of the connection, from 1 */
    bool gone;
    char language[3];
    int64_t since;          /* of the login, seconds since 1970 */
    Controller *controller; /* NULL: no player on this server */
    uint32_t slot;          /* index in Server.connections */
    int64_t account;        /* 0: not logged in */
    uint64_t away;          /* server of the player, or of the request for it; 0: this one */
    uint32_t zone;          /* the player's zone there */
    uint32_t serial;        /* of the next BUS_DELIVER */
    uint64_t sought;        /* ms: last request for the player; 0: playing */
    uint64_t seeks;         /* ms: start of the search */
    uint32_t tick;          /* of the player's world, at `tick_at` ms */
    uint64_t tick_at;
    Bytes *backlog; /* bodies of SAY packets that arrived in transit */
    size_t backlog_count;
    Arena *backlog_arena; /* NULL: the backlog is empty */
} Connection;

/* A player's place in a world. */
typedef struct PlayerSlot {
    int64_t account; /* 0: free */
    Zone *zone;
    uint32_t place;
    Controller *controller; /* NULL: the connection is lost */
    uint64_t lost;          /* when, ms */
} PlayerSlot;

/* A player who has left a zone, until that is on the disk. */
typedef struct DepartedPlayer {
    int64_t account;
    uint64_t batch; /* the batch that saves it */
    uint32_t zone;  /* the player's next zone */
    /* The server of the controlling client (0: this one) and the connection's number there; a
     * connection of 0: the player is not controlled. */
    uint64_t node;
    BusConnection there;
    Bytes user, character;
    Arena *arena;
} DepartedPlayer;

/* A trade that is acknowledged when its batch is saved. */
typedef struct Confirm {
    uint64_t batch, trade;
} Confirm;

/* A group of joined maps and the world of these maps. */
struct Zone {
    Server *server;
    uint32_t number;
    bool lost;    /* another server has it now: to be closed */
    bool leaving; /* it is saved for the last time, then another server may take it */
    World *world;
    ViewWorld *views;
    Autosave *autosave;
    PlayerSlot player_slots[PLAYERS_MAX]; /* by place; set by player_slot_put */
    const WorldInput *inputs[PLAYERS_MAX];
    uint64_t played;            /* bit set of occupied places */
    uint8_t *elsewhere;         /* per map: 1 if it belongs to another zone */
    int32_t *globals;           /* as last sent to the other zones */
    QuestClaim *pending_claims; /* not yet accepted by the store */
    size_t pending_claim_count;
    Arena *arena;
};

struct Server {
    ServerOptions options;
    Loop *loop;
    Wire *wire;
    WireListener *listener;
    Store *store;
    LoopWatch *store_watch, *accounts_watch;
    Accounts *accounts;
    Social *social;
    SocialHost social_host;
    Admin *admin;
    AdminHost admin_host;
    ServedGame served;
    SessionLimits limits;
    TngFile *game;
    uint32_t rate; /* ticks per second */
    Zone **zones;  /* open on this server */
    size_t zone_count;
    Cluster *cluster; /* NULL: single server, all maps are zone 0 */
    Connection **connections;
    uint32_t connection_count, connection_on_drain;
    uint64_t connection_number;
    PlayerSlot **player_slots; /* by account; NULL: none */
    size_t player_slots_free;
    LoopTimer tick_timer, social_timer;
    uint64_t tick_base, tick_count; /* ms; ticks since then */
    uint64_t started;
    atomic_bool stop;
    enum { SERVING, STOPPING, OVER } state;
    uint64_t stopped;
    char problem[256];
    ServerNumbers numbers;
    uint64_t tick_buckets[TICK_BUCKETS + 1];
    double tick_sum;
    Arena *arena;   /* for the lifetime of the server */
    Arena *scratch; /* for one packet or tick */
};

void server_broadcast(Server *server, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* An unrecoverable error: the server ends. */
void server_fail(Server *server, const char *words);
Moment server_moment(const Server *server);
/* Upper limit of a bucket of the tick histogram, ms. */
double server_tick_limit(size_t bucket);

/* ---- connections.c ---- */

extern const WireHandlers connection_handlers;
WireAccept connection_accept;
/* Sends the pending packets of a session; closes a session that is over. */
void connection_send(Connection *connection, Bytes packets);
/* Queues packets for a player: they are sent with the next STATE, within a tenth of a
 * second. */
void connection_hold(Connection *connection, Bytes packets);
void connection_close(Connection *connection, ReasonCode reason, Text text);
/* Handles the answer to a register or login request. */
void connection_answered(Server *server, const AccountAnswer *answer);
/* Finds a connection by number; `slot` is its last known index. NULL if it is closed. */
Connection *connection_numbered(Server *server, uint64_t number, uint32_t slot);
/* Finds the player of the account and lets the client play, here or on another server;
 * retries while that is not possible. */
void connection_seek(Connection *connection);
/* Handles the outcome: on RESULT_OK the client plays from now on, in a world at this tick. */
void connection_entered(Connection *connection, ResultCode result, uint32_t actor,
                        uint32_t tick);
/* Starts a new search for the player. */
void connection_lost(Connection *connection);
/* Stores the body of a SAY packet that arrived while the player was in transit. */
void connection_hold_message(Connection *connection, Bytes body);
/* The player is in a world again: delivers the stored SAY packets. */
void connection_catch_up(Connection *connection);
/* Closes the connections of an account; false if there are none. */
bool connections_close_of(Server *server, int64_t account, ReasonCode reason, Text text);
/* Closes connections from denied addresses. */
void connections_deny(Server *server);
/* Retries the search for players who were not found yet. */
void connections_pulse(Server *server);

/* ---- controllers.c ---- */

/* Takes control of the player of that slot; NULL if memory is short. `connection` NULL: the
 * client is connected to another server. */
Controller *controller_new(PlayerSlot *player_slot, Connection *connection, uint64_t node,
                           const BusConnection *there);
/* After the client was sent WELCOME: announces the player to others, and its party to the
 * player. If that is not possible the client is disconnected. */
void controller_enter(Controller *controller);
/* Releases the player, who stays in the world for a while. The client stays connected. */
void controller_free(Controller *controller);
/* Sends packets to the client. */
void controller_send_packet(Controller *controller, Bytes packets);
/* The same, but the packets may wait for the next send. */
void controller_hold(Controller *controller, Bytes packets);
/* Disconnects the client. */
void controller_end(Controller *controller, ReasonCode reason, Text text);
void controller_queue(Controller *controller, const PacketInput *packet);
/* Applies the next input, if there is one. */
void controller_take_input(Controller *controller);
/* Appends the STATE packet of this tick, if something near the player has changed. `body` is
 * a reusable buffer. */
void controller_look(Controller *controller, Writer *body, Writer *out);
/* Sends it, and releases the player if they leave the game. */
void controller_send(Controller *controller, Bytes packet);
/* Handles a packet of a logged-in client. */
void controller_on_packet(Controller *controller, const Packet *packet);

/* ---- zones.c ---- */

/* Loads the saved world or creates a new one. On failure, returns NULL and reports an error. */
Zone *zone_open(Server *server, uint32_t number, Report *report);
/* The same, unless it is open already. */
Zone *zone_here(Server *server, uint32_t number, Report *report);
/* Moves the account's player into this server's zone, which is opened if necessary. The
 * player is controlled as described for controller_new; a previous controller is
 * disconnected. */
ResultCode zone_enter(Server *server, uint32_t number, int64_t account, Connection *connection,
                      uint64_t node, const BusConnection *there, Controller **out);
/* Clients who play there search for their players again; unsaved changes are lost. */
void zone_close(Zone *zone);
void zone_tick(Zone *zone);
/* Closes lost zones. */
void zones_tidy(Server *server);

/* ---- player_slots.c ---- */

/* Adds the account's player to the world unless present. On failure, returns NULL and
 * reports an error. */
PlayerSlot *player_slot_take(Zone *zone, int64_t account, Text name, Report *report);
/* Assigns the place to the account; 0: frees it. */
PlayerSlot *player_slot_put(Zone *zone, uint32_t place, int64_t account);
/* Returns NULL if the account is in no world. */
PlayerSlot *player_slot_of(const Server *server, int64_t account);
/* Finds the current or next zone of an account's player; false if it is changing or cannot
 * be read. */
bool player_slot_whereabouts(const Server *server, int64_t account, uint32_t *zone);
/* Returns NULL if the player is not controlled. */
Controller *controller_of(const Server *server, int64_t account);
/* Restores the slots of players who were in the saved world. */
void player_slots_find(Zone *zone);
/* Removes players who have been disconnected for too long. */
void player_slots_tick(Zone *zone);
/* Moves players who have entered a map of another zone. */
void player_slots_cross(Zone *zone);
/* The departure is on the disk: the client's server searches for the player again. */
void player_slot_left(Server *server, const DepartedPlayer *departed);
/* The player leaves the world with the whole character. Returns false if that is not
 * possible; then they stay. */
bool player_slot_leave(PlayerSlot *player_slot);

/* ---- autosave.c ---- */

/* Loads the saved world or creates a new one. On failure, returns false and reports an
 * error. */
bool autosave_begin(Zone *zone, Report *report);
/* Call before the zone is closed, while its players are present: trades that were not
 * committed are reported as failed. */
void keep_close(Autosave *autosave);
/* The store may still hold a batch of it: wait for the store before the rest of the server
 * is freed. */
void autosave_free(Autosave *autosave);
/* Starts a batch if the last one is finished. */
void autosave_tick(Autosave *autosave);
/* Waits until everything is on the disk. */
bool autosave_finish(Autosave *autosave);
/* The player has left the world and is saved with the next batch. Of `departed`, account,
 * zone, node and there are used. */
void save_departed(Autosave *autosave, const DepartedPlayer *departed, const Snapshot *snapshot,
                   Bytes character);
/* Returns a player who has left and is not on the disk yet; NULL. */
const DepartedPlayer *autosave_leaving(const Autosave *autosave, int64_t account);
/* The next batch is the last one and marks the zone as free. */
void keep_last(Autosave *autosave);
/* Returns a character from a pending batch or the disk, empty if there is none. On failure,
 * returns false and reports an error. */
bool keep_character(Autosave *autosave, int64_t account, Bytes *out, Arena *arena,
                    Report *report);
/* Acknowledges a trade when the next batch is saved. */
bool autosave_confirm(Autosave *autosave, uint64_t trade);
/* Cancels that: the trade did not happen. */
void autosave_unconfirm(Autosave *autosave, uint64_t trade);
void autosave_soon(Autosave *autosave);              /* the next batch starts at once */
unsigned autosave_waiting(const Autosave *autosave); /* pending batches */
int64_t autosave_saved(const Autosave *autosave);    /* seconds since 1970; 0: never */

/* ---- social_host.c: interactions between players ---- */

bool social_host_begin(Server *server);
void social_host_packet(Controller *controller, const Packet *packet);

/* ---- admin_host.c: requests of the administrator ---- */

bool admin_host_begin(Server *server, Report *report);

#endif
