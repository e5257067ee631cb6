/* One client, as the server sees it: what it may send now, how much, and how long it may take.
 *
 * Pure: bytes that came go in, packets for the game come out, and bytes to be sent are appended
 * to `out`. Time is handed in (milliseconds that do not go back). By itself it answers HELLO,
 * FETCH and PING, and ends connections that are wrong, too fast or too slow. The game sees
 * REGISTER, LOGIN and, from players only, INPUT, SAY, TRADE, PARTY. Nothing before LOGIN costs
 * the server more than a hello, except the game file, which has a budget of its own.
 *
 *     server_session_start(&session, &game, &session_limits, now);
 *     bytes came:  while ((step = server_session_step(&session, &bytes, now, ...)) ==
 *                         SESSION_PACKET)
 *                      ...
 *     send `out`; after SESSION_CLOSED close the connection
 *     at server_session_due(): server_session_time()
 *     after a step, when what was sent is gone, and after the time it says:
 *         server_session_pump() */
#ifndef OISIN_NET_SERVER_SESSION_H
#define OISIN_NET_SERVER_SESSION_H

#include "net/budget.h"
#include "net/packet.h"
#include "net/states.h"

/* Milliseconds, bytes and numbers. What a person playing needs is far below: a client sends an
 * input of about 10 bytes when something changes, at most one each tick (30 a second). */
typedef struct SessionLimits {
    uint32_t hello;                /* ms from the start to the hello */
    uint32_t login;                /* ms from the hello to the login, without fetching */
    uint32_t ping;                 /* ms of silence after which a PING is sent */
    uint32_t idle;                 /* ms of silence after which it is over */
    uint32_t packets, packets_max; /* a second; at once */
    uint32_t bytes, bytes_max;     /* a second; at once */
    uint32_t fetch, fetch_max;     /* bytes of the game file a second; at once */
    uint32_t fetch_min;            /* bytes a second: who fetches slower has to log in sooner */
    uint32_t attempts;             /* REGISTER and LOGIN in one connection */
} SessionLimits;
extern const SessionLimits session_limits;

enum { GAME_MIN = 64 }; /* bytes of a game file: its header */

/* What is served: made once, outlives all sessions. */
typedef struct ServedGame {
    PacketServerHello hello;
    Bytes file;     /* can be fetched while the hello has FEATURE_FETCH */
    Budget fetches; /* bytes of it for all sessions together */
} ServedGame;

/* `features`: FEATURE_REGISTER, FEATURE_FETCH; they may change later. False if it is no game
 * file. */
bool served_game(Bytes file, uint64_t features, ServedGame *out, Report *report);

typedef struct ServerSession {
    ServerState state;
    ReasonCode reason; /* once it is closed */
    ServedGame *game;
    const SessionLimits *limits;
    uint64_t started, greeted, heard, pinged; /* ms */
    uint32_t latency;                         /* ms there and back; 0 not known yet */
    Budget packets, bytes, fetch;
    uint64_t fetch_at, fetched; /* the next byte of the file; all that were sent */
    uint64_t fetch_from;        /* ms: since when it is fetching */
    uint64_t fetch_time;        /* ms that former fetches took */
    bool fetching;
    uint8_t asked; /* IN_ASKED: CLIENT_REGISTER or CLIENT_LOGIN; 0 after a refusal */
    uint32_t attempts;
    FramePart part;
} ServerSession;

void server_session_start(ServerSession *session, ServedGame *game, const SessionLimits *limits,
                          uint64_t now);

typedef enum SessionStep {
    SESSION_MORE,   /* all bytes were taken */
    SESSION_PACKET, /* one for the caller */
    SESSION_CLOSED, /* send `out` and close; nothing is taken any more */
} SessionStep;

/* Takes bytes off `*rest` up to the next packet for the game; it is valid until the next call
 * and as long as the arena and the bytes are. `tick` is told in answers to pings. */
SessionStep server_session_step(ServerSession *session, Bytes *rest, uint64_t now,
                                uint32_t tick, Packet *packet, Writer *out, Arena *arena);

/* The answer to a request. One to REGISTER or LOGIN lets the client ask again; after LOGIN was
 * answered with RESULT_OK call server_session_welcome at once. `text` is cut to 199 bytes. */
void server_session_answer(ServerSession *session, unsigned request, ResultCode code, Text text,
                           Writer *out);
/* The client plays from now on; or it goes on playing in another world. */
void server_session_welcome(ServerSession *session, const PacketWelcome *welcome, Writer *out);
/* Ends it from this side; no effect if it is closed. `text` is cut to 199 bytes. */
void server_session_close(ServerSession *session, ReasonCode reason, Text text, Writer *out);

/* When server_session_time wants to be called, at the latest; UINT64_MAX: never. */
uint64_t server_session_due(const ServerSession *session);
/* Pings, or ends what took too long: false once it is closed. */
bool server_session_time(ServerSession *session, uint64_t now, Writer *out);

/* Appends pieces of the game file, if one is being fetched: at most `room` bytes. How many
 * milliseconds until it has to be called again; 0 only if nothing is being fetched. It may be
 * called sooner, and should be when there is room again: but that call alone is not enough, as
 * it does not come when all that was written goes out at once. */
uint64_t server_session_pump(ServerSession *session, size_t room, uint64_t now, Writer *out);

#endif
