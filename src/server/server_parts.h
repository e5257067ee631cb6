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
    CONFIRMS_MOST = 1024,
};

typedef struct Land Land;
typedef struct Keep Keep;
typedef struct Cluster Cluster; /* server/cluster.h */

/* Who steers a player of a land: somebody connected to this server or to another one. */
typedef struct Pilot {
    Land *land;
    View *view;
    struct Guest *guest;            /* NULL: connected to the server `node` */
    uint32_t place;                 /* in the land's world */
    uint32_t queue_at, queue_count; /* of `queue`: each tick takes one */
    ViewInput told;
    WorldInput applied;
    WorldInput queue[INPUT_QUEUE]; /* a ring */
    uint32_t sequences[INPUT_QUEUE];
    uint64_t node;
    BusGuest there;  /* as that server knows it */
    uint32_t serial; /* of the next BUS_TELL */
} Pilot;

/* A connection. */
typedef struct Guest {
    Server *server;
    WireConnection *connection;
    WireAddress address;
    ServerSession session;
    LoopTimer timer;
    uint64_t number; /* of the connection, from 1 */
    bool gone;
    char language[3];
    int64_t since;   /* of the login, seconds since 1970 */
    Pilot *pilot;    /* NULL: does not play here */
    uint32_t slot;   /* in Server.guests */
    int64_t account; /* who has logged in; 0 nobody yet */
    uint64_t away;   /* the server where the player is, or is asked for; 0 here */
    uint32_t land;   /* there */
    uint32_t serial; /* of the next BUS_TELL */
    uint64_t sought; /* ms: when the player was last asked for; 0: it plays */
    uint64_t seeks;  /* ms: since when */
    uint32_t tick;   /* of the world it plays in, at `tick_at` ms */
    uint64_t tick_at;
    Bytes *said; /* while its player was on the way: bodies of SAY packets */
    size_t said_count;
    Arena *said_arena; /* NULL: nothing was */
} Guest;

/* Whose a place in a world is. */
typedef struct Seat {
    int64_t account; /* 0: nobody's */
    Land *land;
    uint32_t place;
    Pilot *pilot;  /* NULL: the connection is lost */
    uint64_t lost; /* when, ms */
} Seat;

/* Somebody who has left, until that is on the disk. */
typedef struct Parted {
    int64_t account;
    uint64_t batch; /* with which it will be kept */
    uint32_t land;  /* where they will be next */
    uint64_t node;  /* who steers them and goes on there, by guest `there` of that server; */
    BusGuest there; /* node 0: of this server; guest 0: nobody does */
    Bytes user, character;
    Arena *arena;
} Parted;

/* Told as done when the batch is kept. */
typedef struct Confirm {
    uint64_t batch, trade;
} Confirm;

/* Maps, and the world that happens on them. */
struct Land {
    Server *server;
    uint32_t number;
    bool lost;    /* another server has it now: to be closed */
    bool leaving; /* it is kept for the last time, then another server may take it */
    World *world;
    ViewWorld *views;
    Keep *keep;
    Seat seats[PLAYERS_MOST]; /* by place; set by seat_put */
    const WorldInput *inputs[PLAYERS_MOST];
    uint64_t played;    /* places that are somebody's */
    uint8_t *elsewhere; /* per map: 1 it is of another land */
    int32_t *globals;   /* as the other lands know them */
    QuestClaim *owed;   /* that the store did not take yet */
    size_t owed_count;
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
    Land **lands;  /* those that are open here */
    size_t land_count;
    Cluster *cluster; /* NULL: this server is alone, and all maps are land 0 */
    Guest **guests;
    uint32_t guest_count, guest_room;
    uint64_t guest_number;
    Seat **seats; /* by account; NULL: it has none */
    size_t seat_room;
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

void server_say(Server *server, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Something that cannot be mended: the server ends. */
void server_fail(Server *server, const char *words);
Moment server_moment(const Server *server);
/* ms, of a bucket of the histogram of ticks. */
double server_tick_limit(size_t bucket);

/* ---- guests.c ---- */

extern const WireHandlers guest_handlers;
WireAccept guest_accept;
/* Sends what a session has to say; closes a session that is over. */
void guest_send(Guest *guest, Bytes packets);
/* To somebody who plays: goes with their next picture, in a tenth of a second at most. */
void guest_hold(Guest *guest, Bytes packets);
void guest_end(Guest *guest, ReasonCode reason, Text text);
/* What has come of a request to register or log in. */
void guest_answered(Server *server, const AccountAnswer *answer);
/* By its number; `slot` is where it was last. NULL if it is gone. */
Guest *guest_numbered(Server *server, uint64_t number, uint32_t slot);
/* Looks for the player of its account and lets it play, here or on another server; goes on
 * looking while that is not yet possible. */
void guest_seek(Guest *guest);
/* What has come of it: it plays, from now on, in a world at this tick. */
void guest_entered(Guest *guest, ResultCode result, uint32_t actor, uint32_t tick);
/* The player is to be looked for anew. */
void guest_lost(Guest *guest);
/* The body of a SAY packet that nobody could hear, as its player is on the way. */
void guest_keep_said(Guest *guest, Bytes body);
/* It plays, and others know of it: now what it said on the way is heard. */
void guest_catch_up(Guest *guest);
/* Those of an account; false if there are none. */
bool guests_end_of(Server *server, int64_t account, ReasonCode reason, Text text);
/* Sends those away whose addresses are denied. */
void guests_deny(Server *server);
/* Those whose players are being looked for, and found no longer. */
void guests_pulse(Server *server);

/* ---- pilots.c ---- */

/* Steers the player of that seat from now on; NULL if there is no room. `guest` NULL: of
 * another server. */
Pilot *pilot_new(Seat *seat, Guest *guest, uint64_t node, const BusGuest *there);
/* Once it has been told to be in: others learn of the player, and the player of its party. If
 * there is no room for that it is sent away. */
void pilot_enter(Pilot *pilot);
/* Lets go: the player stays in the world for a while. The guest stays connected. */
void pilot_free(Pilot *pilot);
/* Hands packets of the server over. */
void pilot_send(Pilot *pilot, Bytes packets);
/* The same, but it may wait for the next packet. */
void pilot_hold(Pilot *pilot, Bytes packets);
/* Sends whoever it is away. */
void pilot_end(Pilot *pilot, ReasonCode reason, Text text);
void pilot_queue(Pilot *pilot, const PacketInput *packet);
/* The next input, if one has come. */
void pilot_take_input(Pilot *pilot);
/* Appends the packet of this tick: what has changed near the player, or nothing. `body` is room
 * for it that is used again and again. */
void pilot_look(Pilot *pilot, Writer *body, Writer *out);
/* Hands it over, and lets the player go if they leave the game. */
void pilot_tell(Pilot *pilot, Bytes packet);
/* A packet that is no request to log in. */
void pilot_packet(Pilot *pilot, const Packet *packet);

/* ---- lands.c ---- */

/* The world that was kept, or a new one; NULL and a report. */
Land *land_open(Server *server, uint32_t number, Report *report);
/* The same if it is not open yet. */
Land *land_here(Server *server, uint32_t number, Report *report);
/* The account's player comes into this server's land, which is opened if need be, and is
 * steered as pilot_new says; who steered it before is sent away. */
ResultCode land_enter(Server *server, uint32_t number, int64_t account, Guest *guest,
                      uint64_t node, const BusGuest *there, Pilot **out);
/* Whoever plays there looks for their players anew; what is not kept is lost. */
void land_close(Land *land);
void land_tick(Land *land);
/* Closes those that were lost. */
void lands_tidy(Server *server);

/* ---- seats.c ---- */

/* The account's player comes into the world, or is there still; NULL and a report. */
Seat *seat_take(Land *land, int64_t account, Text name, Report *report);
/* The place is this account's now, or nobody's. */
Seat *seat_put(Land *land, uint32_t place, int64_t account);
/* Of an account; NULL if it is in no world. */
Seat *seat_of(const Server *server, int64_t account);
/* In which land the player of an account is, or will be; false if that is just changing or
 * cannot be read. */
bool seat_whereabouts(const Server *server, int64_t account, uint32_t *land);
/* Who steers the player of an account; NULL if nobody does. */
Pilot *pilot_of(const Server *server, int64_t account);
/* Those of a saved world who were there when it ended. */
void seats_find(Land *land);
/* Those who have been away for too long leave the world. */
void seats_tick(Land *land);
/* Lets those leave who have come onto a map of another land. */
void seats_cross(Land *land);
/* Somebody has left and that is on the disk: whoever steers them looks for where they are. */
void seat_left(Server *server, const Parted *parted);
/* They leave the world with all they are. False if that is not possible, and they stay. */
bool seat_leave(Seat *seat);

/* ---- keep.c ---- */

/* The world that was kept, or a new one; false and a report. */
bool keep_begin(Land *land, Report *report);
/* Before the land is closed, while its players are there: trades that are not with the store
 * are told as failed. */
void keep_close(Keep *keep);
/* The store may still have a batch of it: the store must be waited for before the rest of the
 * server goes. */
void keep_free(Keep *keep);
/* Begins a batch if the last one is done. */
void keep_tick(Keep *keep);
/* Waits until all is on the disk. */
bool keep_finish(Keep *keep);
/* Somebody has left the world; what they are is kept with the next batch. Of `parted` account,
 * land, node and there count. */
void keep_parted(Keep *keep, const Parted *parted, const Snapshot *snapshot, Bytes character);
/* Who has left and is not on the disk yet; NULL. */
const Parted *keep_leaving(const Keep *keep, int64_t account);
/* The next batch is the last one, and says that the land is nobody's. */
void keep_last(Keep *keep);
/* A character that is on its way to the disk, or there; false and a report if it cannot be
 * read. Empty if there is none. */
bool keep_character(Keep *keep, int64_t account, Bytes *out, Arena *arena, Report *report);
/* A trade is told as done when the next batch is kept. */
bool keep_confirm(Keep *keep, uint64_t trade);
/* It has not happened after all. */
void keep_unconfirm(Keep *keep, uint64_t trade);
void keep_soon(Keep *keep);              /* the next batch begins at once */
unsigned keep_waiting(const Keep *keep); /* batches under way */
int64_t keep_saved(const Keep *keep);    /* seconds since 1970; 0 never */

/* ---- company.c: what players do with each other ---- */

bool company_begin(Server *server);
void company_packet(Pilot *pilot, const Packet *packet);

/* ---- office.c: what the admin asks and does ---- */

bool office_begin(Server *server, Report *report);

#endif
