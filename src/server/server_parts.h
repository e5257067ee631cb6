/* What the files of the server share. */
#ifndef OISIN_SERVER_SERVER_PARTS_H
#define OISIN_SERVER_SERVER_PARTS_H

#include "engine/save.h"
#include "net/input.h"
#include "net/view.h"
#include "server/server.h"
#include "server/social.h"
#include "server/store_sav.h"

#include <stdatomic.h>

enum {
    INPUT_QUEUE = 4, /* inputs of one player that wait for their ticks */
    TICK_BUCKETS = 10,
    CONFIRMS_MOST = 1024,
};

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
    uint32_t place; /* in the world; 0: does not play */
    int64_t since;  /* of the login, seconds since 1970 */
    View *view;
    WorldInput queue[INPUT_QUEUE]; /* a ring */
    uint32_t sequences[INPUT_QUEUE];
    uint32_t queue_at, queue_count;
    WorldInput applied;
    ViewInput told;
    uint32_t slot; /* in Server.guests */
} Guest;

/* Whose a place in the world is. */
typedef struct Seat {
    int64_t account; /* 0: nobody's */
    Guest *guest;    /* NULL: the connection is lost */
    uint64_t lost;   /* when, ms */
} Seat;

/* Somebody who has left, until that is on the disk. */
typedef struct Parted {
    int64_t account;
    uint64_t batch; /* with which it will be kept */
    Bytes user, character;
    Arena *arena;
} Parted;

/* Told as done when the batch is kept. */
typedef struct Confirm {
    uint64_t batch, trade;
} Confirm;

typedef struct Keep Keep;

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
    World *world;
    ViewWorld *views;
    Guest **guests;
    uint32_t guest_count, guest_room;
    uint64_t guest_number;
    Seat seats[PLAYERS_MOST]; /* set by seat_put */
    uint16_t *places;         /* by account; 0: it has none */
    size_t place_room;
    const WorldInput *inputs[PLAYERS_MOST];
    LoopTimer tick_timer, social_timer;
    uint64_t tick_base, tick_count; /* ms; ticks since then */
    uint64_t started;
    Keep *keep;
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
void guest_send(Guest *guest, Writer *out);
void guest_end(Guest *guest, ReasonCode reason, Text text);
/* What has come of a request to register or log in. */
void guest_answered(Server *server, const AccountAnswer *answer);
/* The next input, if one has come. */
void guest_take_input(Guest *guest);
/* Of whoever plays with this account; NULL if they have no connection. */
Guest *guest_of(Server *server, int64_t account);

/* ---- seats.c ---- */

/* The account's player comes into the world, or is there still; 0 and a report. */
uint32_t seat_take(Server *server, int64_t account, Text name, Report *report);
/* A seat is somebody else's now, or nobody's. */
void seat_put(Server *server, uint32_t place, Seat seat);
/* The place of an account; 0 if it is not in the world. */
uint32_t seat_of(const Server *server, int64_t account);
/* The connection is lost. */
void seat_lose(Server *server, uint32_t place);
/* Those who have been away for too long leave the world. */
void seats_tick(Server *server);

/* ---- keep.c ---- */

/* The world that was kept, or a new one; false and a report. */
bool keep_begin(Server *server, Report *report);
void keep_free(Keep *keep);
/* Begins a batch if the last one is done; `now`: waits until all is on the disk. */
void keep_tick(Server *server);
bool keep_finish(Server *server);
/* Somebody has left the world; what they are is kept with the next batch. */
void keep_parted(Server *server, int64_t account, const Snapshot *snapshot, Bytes character);
/* A character that is on its way to the disk, or there; false and a report if it cannot be
 * read. Empty if there is none. */
bool keep_character(Server *server, int64_t account, Bytes *out, Arena *arena, Report *report);
/* A trade is told as done when the next batch is kept. */
bool keep_confirm(Server *server, uint64_t trade);
/* It has not happened after all. */
void keep_unconfirm(Server *server, uint64_t trade);
void keep_soon(Keep *keep);              /* the next batch begins at once */
unsigned keep_waiting(const Keep *keep); /* batches under way */
int64_t keep_saved(const Keep *keep);    /* seconds since 1970; 0 never */

/* ---- company.c: what players do with each other ---- */

bool company_begin(Server *server);
void company_packet(Guest *guest, const Packet *packet);

/* ---- office.c: what the admin asks and does ---- */

bool office_begin(Server *server, Report *report);

#endif
