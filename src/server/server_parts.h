/* What the files of the server share. */
#ifndef OISIN_SERVER_SERVER_PARTS_H
#define OISIN_SERVER_SERVER_PARTS_H

#include "engine/save.h"
#include "net/input.h"
#include "net/view.h"
#include "server/bus_message.h"
#include "server/server.h"
#include "server/social.h"
#include "server/store_sav.h"

#include <stdatomic.h>

enum {
    INPUT_QUEUE = 4, /* inputs of one player that wait for their ticks */
    TICK_BUCKETS = 10,
    CONFIRMS_MAX = 1024,
};

typedef struct Zone Zone;
typedef struct Autosave Autosave;
typedef struct Cluster Cluster; /* server/cluster.h */

/* Who steers a player of a land: somebody connected to this server or to another one. */
typedef struct Controller {
    Zone *zone;
    View *view;
    struct Connection *connection;  /* NULL: connected to the server `node` */
    uint32_t place;                 /* in the land's world */
    uint32_t queue_at, queue_count; /* of `queue`: each tick takes one */
    ViewInput told;
    WorldInput applied;
    WorldInput queue[INPUT_QUEUE]; /* a ring */
    uint32_t sequences[INPUT_QUEUE];
    uint64_t node;
    BusConnection there; /* as that server knows it */
    uint32_t serial;     /* of the next BUS_DELIVER */
} Controller;

/* A connection. */
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
    Controller *controller; /* NULL: does not play here */
    uint32_t slot;          /* in Server.guests */
    int64_t account;        /* who has logged in; 0 nobody yet */
    uint64_t away;          /* the server where the player is, or is asked for; 0 here */
    uint32_t zone;          /* there */
    uint32_t serial;        /* of the next BUS_DELIVER */
    uint64_t sought;        /* ms: when the player was last asked for; 0: it plays */
    uint64_t seeks;         /* ms: since when */
    uint32_t tick;          /* of the world it plays in, at `tick_at` ms */
    uint64_t tick_at;
    Bytes *said; /* while its player was on the way: bodies of SAY packets */
    size_t backlog_count;
    Arena *backlog_arena; /* NULL: nothing was */
} Connection;

/* Whose a place in a world is. */
typedef struct PlayerSlot {
    int64_t account; /* 0: nobody's */
    Zone *zone;
    uint32_t place;
    Controller *controller; /* NULL: the connection is lost */
    uint64_t lost;          /* when, ms */
} PlayerSlot;

/* Somebody who has left, until that is on the disk. */
typedef struct DepartedPlayer {
    int64_t account;
    uint64_t batch; /* with which it will be kept */
    uint32_t zone;  /* where they will be next */
    uint64_t node;  /* who steers them and goes on there, by guest `there` of that server; */
    BusConnection there; /* node 0: of this server; guest 0: nobody does */
    Bytes user, character;
    Arena *arena;
} DepartedPlayer;

/* Told as done when the batch is kept. */
typedef struct Confirm {
    uint64_t batch, trade;
} Confirm;

/* Maps, and the world that happens on them. */
struct Zone {
    Server *server;
    uint32_t number;
    bool lost;    /* another server has it now: to be closed */
    bool leaving; /* it is kept for the last time, then another server may take it */
    World *world;
    ViewWorld *views;
    Autosave *autosave;
    PlayerSlot player_slots[PLAYERS_MAX]; /* by place; set by player_slot_put */
    const WorldInput *inputs[PLAYERS_MAX];
    uint64_t played;            /* places that are somebody's */
    uint8_t *elsewhere;         /* per map: 1 it is of another land */
    int32_t *globals;           /* as the other lands know them */
    QuestClaim *pending_claims; /* that the store did not take yet */
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
    uint32_t rate; /* ticks a second */
    Zone **zones;  /* those that are open here */
    size_t zone_count;
    Cluster *cluster; /* NULL: this server is alone, and all maps are land 0 */
    Connection **connections;
    uint32_t connection_count, connection_on_drain;
    uint64_t connection_number;
    PlayerSlot **player_slots; /* by account; NULL: it has none */
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
    Arena *arena;   /* for ever */
    Arena *scratch; /* of one packet or tick */
};

void server_broadcast(Server *server, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Something that cannot be mended: the server ends. */
void server_fail(Server *server, const char *words);
Moment server_moment(const Server *server);
/* ms, of a bucket of the histogram of ticks. */
double server_tick_limit(size_t bucket);

/* ---- guests.c ---- */

extern const WireHandlers connection_handlers;
WireAccept connection_accept;
/* Sends what a session has to say; closes a session that is over. */
void connection_send(Connection *connection, Bytes packets);
/* To somebody who plays: goes with their next picture, in a tenth of a second at most. */
void connection_hold(Connection *connection, Bytes packets);
void connection_close(Connection *connection, ReasonCode reason, Text text);
/* What has come of a request to register or log in. */
void connection_answered(Server *server, const AccountAnswer *answer);
/* By its number; `slot` is where it was last. NULL if it is gone. */
Connection *connection_numbered(Server *server, uint64_t number, uint32_t slot);
/* Looks for the player of its account and lets it play, here or on another server; goes on
 * looking while that is not yet possible. */
void connection_seek(Connection *connection);
/* What has come of it: it plays, from now on, in a world at this tick. */
void connection_entered(Connection *connection, ResultCode result, uint32_t actor,
                        uint32_t tick);
/* The player is to be looked for anew. */
void connection_lost(Connection *connection);
/* The body of a SAY packet that nobody could hear, as its player is on the way. */
void connection_hold_message(Connection *connection, Bytes body);
/* It plays, and others know of it: now what it said on the way is heard. */
void connection_catch_up(Connection *connection);
/* Those of an account; false if there are none. */
bool connections_close_of(Server *server, int64_t account, ReasonCode reason, Text text);
/* Sends those away whose addresses are denied. */
void connections_deny(Server *server);
/* Those whose players are being looked for, and found no longer. */
void connections_pulse(Server *server);

/* ---- pilots.c ---- */

/* Steers the player of that seat from now on; NULL if there is no room. `guest` NULL: of
 * another server. */
Controller *controller_new(PlayerSlot *player_slot, Connection *connection, uint64_t node,
                           const BusConnection *there);
/* Once it has been told to be in: others learn of the player, and the player of its party. If
 * there is no room for that it is sent away. */
void controller_enter(Controller *controller);
/* Lets go: the player stays in the world for a while. The guest stays connected. */
void controller_free(Controller *controller);
/* Hands packets of the server over. */
void controller_send_packet(Controller *controller, Bytes packets);
/* The same, but it may wait for the next packet. */
void controller_hold(Controller *controller, Bytes packets);
/* Sends whoever it is away. */
void controller_end(Controller *controller, ReasonCode reason, Text text);
void controller_queue(Controller *controller, const PacketInput *packet);
/* The next input, if one has come. */
void controller_take_input(Controller *controller);
/* Appends the packet of this tick: what has changed near the player, or nothing. `body` is room
 * for it that is used again and again. */
void controller_look(Controller *controller, Writer *body, Writer *out);
/* Hands it over, and lets the player go if they leave the game. */
void controller_send(Controller *controller, Bytes packet);
/* A packet that is no request to log in. */
void controller_on_packet(Controller *controller, const Packet *packet);

/* ---- lands.c ---- */

/* The world that was kept, or a new one; NULL and a report. */
Zone *zone_open(Server *server, uint32_t number, Report *report);
/* The same if it is not open yet. */
Zone *zone_here(Server *server, uint32_t number, Report *report);
/* The account's player comes into this server's land, which is opened if need be, and is
 * steered as controller_new says; who steered it before is sent away. */
ResultCode zone_enter(Server *server, uint32_t number, int64_t account, Connection *connection,
                      uint64_t node, const BusConnection *there, Controller **out);
/* Whoever plays there looks for their players anew; what is not kept is lost. */
void zone_close(Zone *zone);
void zone_tick(Zone *zone);
/* Closes those that were lost. */
void zones_tidy(Server *server);

/* ---- seats.c ---- */

/* The account's player comes into the world, or is there still; NULL and a report. */
PlayerSlot *player_slot_take(Zone *zone, int64_t account, Text name, Report *report);
/* The place is this account's now, or nobody's. */
PlayerSlot *player_slot_put(Zone *zone, uint32_t place, int64_t account);
/* Of an account; NULL if it is in no world. */
PlayerSlot *player_slot_of(const Server *server, int64_t account);
/* In which land the player of an account is, or will be; false if that is just changing or
 * cannot be read. */
bool player_slot_whereabouts(const Server *server, int64_t account, uint32_t *zone);
/* Who steers the player of an account; NULL if nobody does. */
Controller *controller_of(const Server *server, int64_t account);
/* Those of a saved world who were there when it ended. */
void player_slots_find(Zone *zone);
/* Those who have been away for too long leave the world. */
void player_slots_tick(Zone *zone);
/* Lets those leave who have come onto a map of another land. */
void player_slots_cross(Zone *zone);
/* Somebody has left and that is on the disk: whoever steers them looks for where they are. */
void player_slot_left(Server *server, const DepartedPlayer *departed);
/* They leave the world with all they are. False if that is not possible, and they stay. */
bool player_slot_leave(PlayerSlot *player_slot);

/* ---- keep.c ---- */

/* The world that was kept, or a new one; false and a report. */
bool autosave_begin(Zone *zone, Report *report);
/* Before the land is closed, while its players are there: trades that are not with the store
 * are told as failed. */
void keep_close(Autosave *autosave);
/* The store may still have a batch of it: the store must be waited for before the rest of the
 * server goes. */
void autosave_free(Autosave *autosave);
/* Begins a batch if the last one is done. */
void autosave_tick(Autosave *autosave);
/* Waits until all is on the disk. */
bool autosave_finish(Autosave *autosave);
/* Somebody has left the world; what they are is kept with the next batch. Of `parted` account,
 * land, node and there count. */
void save_departed(Autosave *autosave, const DepartedPlayer *departed, const Snapshot *snapshot,
                   Bytes character);
/* Who has left and is not on the disk yet; NULL. */
const DepartedPlayer *autosave_leaving(const Autosave *autosave, int64_t account);
/* The next batch is the last one, and says that the land is nobody's. */
void keep_last(Autosave *autosave);
/* A character that is on its way to the disk, or there; false and a report if it cannot be
 * read. Empty if there is none. */
bool keep_character(Autosave *autosave, int64_t account, Bytes *out, Arena *arena,
                    Report *report);
/* A trade is told as done when the next batch is kept. */
bool autosave_confirm(Autosave *autosave, uint64_t trade);
/* It has not happened after all. */
void autosave_unconfirm(Autosave *autosave, uint64_t trade);
void autosave_soon(Autosave *autosave);              /* the next batch begins at once */
unsigned autosave_waiting(const Autosave *autosave); /* batches under way */
int64_t autosave_saved(const Autosave *autosave);    /* seconds since 1970; 0 never */

/* ---- company.c: what players do with each other ---- */

bool social_host_begin(Server *server);
void social_host_packet(Controller *controller, const Packet *packet);

/* ---- office.c: what the admin asks and does ---- */

bool admin_host_begin(Server *server, Report *report);

#endif
