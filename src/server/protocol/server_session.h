/* The server's side of a connection with a client: permitted packets, rate limits and timeouts.
 *
 * The module does no I/O and has no clock: received bytes and the time (monotonic ms) are
 * passed in, packets for the game are returned, and bytes to be sent are appended to `out`. It
 * answers HELLO, FETCH and PING itself, and ends connections that violate the protocol or a
 * limit. It returns REGISTER, LOGIN and, from players only, INPUT, SAY, TRADE, PARTY. Before
 * LOGIN a client causes no cost except the hello and the game file, which has its own limit.
 *
 *     server_session_start(&session, &game, &session_limits, now);
 *     for received bytes: while ((step = server_session_step(&session, &bytes, now, ...)) ==
 *                                SESSION_PACKET)
 *                             ...
 *     send `out`; after SESSION_CLOSED close the connection
 *     at server_session_due(): server_session_time()
 *     after a step, when the send queue is empty, and after the time that it returns:
 *         server_session_pump() */
#ifndef OISIN_SERVER_PROTOCOL_SERVER_SESSION_H
#define OISIN_SERVER_PROTOCOL_SERVER_SESSION_H

#include "server/protocol/token_bucket.h"
#include "server/protocol/packet.h"
#include "server/protocol/connection_states.h"

/* Ms, bytes and counts. A person needs far less: a client sends an input of about 10 bytes
 * when something changes, at most one per tick (30 per second). */
typedef struct SessionLimits {
    uint32_t hello; /* ms from the start to the hello */
    /* ms from the hello to the login, plus time for downloading */
    uint32_t login;
    uint32_t ping;                 /* ms without data after which a PING is sent */
    uint32_t idle;                 /* ms without data after which the session ends */
    uint32_t packets, packets_max; /* per second; burst */
    uint32_t bytes, bytes_max;     /* per second; burst */
    uint32_t fetch, fetch_max;     /* bytes of the game file per second; burst */
    /* minimum bytes per second that extend the time for the login */
    uint32_t fetch_min;
    uint32_t attempts; /* maximum REGISTER and LOGIN packets in one connection */
} SessionLimits;
extern const SessionLimits session_limits;

enum {
    GAME_MIN = 64, /* bytes of a game file: its header */
    /* The limit of downloads of the game file by all clients together, bytes: a small part of
     * what one core can encrypt and a server's line can send. */
    FETCHES_PER_SECOND = 32 << 20,
};

/* The served game: created once, outlives all sessions. */
typedef struct ServedGame {
    PacketServerHello hello;
    Bytes file;     /* available while the hello has FEATURE_FETCH */
    Budget fetches; /* limit for all sessions together, bytes */
} ServedGame;

/* `features`: FEATURE_REGISTER, FEATURE_FETCH; they may change later. Returns false if it is
 * not a game file. */
bool served_game(Bytes file, uint64_t features, ServedGame *out, Report *report);

typedef struct ServerSession {
    ServerState state;
    ReasonCode reason; /* valid after the end */
    ServedGame *game;
    const SessionLimits *limits;
    uint64_t started, greeted, heard, pinged; /* ms */
    uint32_t latency;                         /* round-trip time, ms; 0: unknown */
    Budget packets, bytes, fetch;
    uint64_t fetch_at, fetched; /* offset of the next byte of the file; bytes sent in all */
    uint64_t fetch_from;        /* ms: start of the current download */
    uint64_t fetch_time;        /* ms: time of previous downloads */
    bool fetching;
    uint8_t
        asked; /* SERVER_CONN_ASKED: CLIENT_REGISTER, _LOGIN or _PASSWORD; 0 after a refusal */
    uint32_t attempts;
    FramePart part;
} ServerSession;

void server_session_start(ServerSession *session, ServedGame *game, const SessionLimits *limits,
                          uint64_t now);

/* Frees what it has received of an incomplete packet. */
static inline void server_session_free(ServerSession *session)
{
    frame_part_free(&session->part);
}

typedef enum SessionStep {
    SESSION_MORE,   /* all bytes were consumed */
    SESSION_PACKET, /* a packet for the caller */
    SESSION_CLOSED, /* send `out` and close; further bytes are ignored */
} SessionStep;

/* Consumes bytes of `*rest` up to the next packet for the game. The packet is valid until
 * the next call, and as long as the arena and the bytes are. `tick` is sent in answers to
 * pings. */
SessionStep server_session_step(ServerSession *session, Bytes *rest, uint64_t now,
                                uint32_t tick, Packet *packet, Writer *out, Arena *arena);

/* Sends the answer to a request. After an answer to REGISTER or a refused LOGIN the client
 * may ask again; after LOGIN was answered with RESULT_OK call server_session_welcome at
 * once. `text` is cut to 199 bytes. */
void server_session_answer(ServerSession *session, unsigned request, ResultCode code, Text text,
                           Writer *out);
/* The client starts to play, or continues in another world. */
void server_session_welcome(ServerSession *session, const PacketWelcome *welcome, Writer *out);
/* Ends the session from this side; no effect if it is closed. `text` is cut to 199 bytes. */
void server_session_close(ServerSession *session, ReasonCode reason, Text text, Writer *out);

/* Deadline for the next server_session_time; UINT64_MAX: never. */
uint64_t server_session_due(const ServerSession *session);
/* Sends due PINGs and checks timeouts; false once the session is closed. */
bool server_session_time(ServerSession *session, uint64_t now, Writer *out);

/* Appends pieces of the game file, if it is being downloaded: at most `room` bytes. Returns
 * the ms until it must be called again; 0 only if nothing is being downloaded. It should
 * also be called when the send queue has space again; that call alone is not sufficient,
 * since it does not happen when everything written is sent at once. */
uint64_t server_session_pump(ServerSession *session, size_t capacity, uint64_t now,
                             Writer *out);

#endif
