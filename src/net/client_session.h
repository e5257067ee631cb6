/* The server, as one client sees it: hello, the game file if it lacks, login, playing.
 *
 * Pure, as server_session.h: bytes go in, packets for the player come out, bytes to be sent are
 * appended to `out`, time is handed in.
 *
 *     client_session_start(&session, &client_limits, now, &out);
 *     SERVER_HELLO comes out: look for that game;
 *         if there is only a part of it or nothing: client_session_fetch(offset)
 *         SERVER_FILE comes out, piece after piece; the state is AT_GREETED after the last
 *     client_session_login(), or client_session_register() first
 *     SERVER_RESULT comes out; if it was OK, SERVER_WELCOME: it plays
 *
 * Pieces of long packets are put together in the arena that was given for them, which
 * nothing else uses: it is emptied again and again. */
#ifndef OISIN_NET_CLIENT_SESSION_H
#define OISIN_NET_CLIENT_SESSION_H

#include "net/server_session.h"

typedef struct ClientLimits {
    uint32_t hello;    /* ms to the server's hello, connecting included */
    uint32_t ping;     /* ms from one PING to the next */
    uint32_t idle;     /* ms of silence after which it is over */
    uint64_t file_max; /* bytes of a game file */
} ClientLimits;
extern const ClientLimits client_limits;

typedef struct ClientSession {
    ClientState state;
    ReasonCode reason; /* once it is closed */
    char text[200];    /* ... and what more the server said about it; may be empty */
    const ClientLimits *limits;
    PacketServerHello hello; /* from AT_GREETED on */
    uint64_t file_at;        /* AT_FETCHING: bytes that are there */
    uint64_t started, heard, pinged;
    bool waiting;       /* for the answer to a PING */
    uint32_t latency;   /* ms there and back, of the last PING; 0 not known yet */
    uint8_t asked;      /* AT_ASKED: CLIENT_REGISTER or CLIENT_LOGIN */
    bool granted;       /* AT_ASKED: LOGIN was answered with OK, WELCOME is next */
    uint32_t sequence;  /* of the last input */
    unsigned long_type; /* of the packet whose pieces come */
    bool long_comes;    /* there was a first piece, but no last */
    Writer long_body;
    FramePart part;
} ClientSession;

void client_session_start(ClientSession *session, const ClientLimits *limits, uint64_t now,
                          Arena *pieces, Writer *out);

/* Takes bytes off `*rest` up to the next packet for the caller: HELLO, FILE, RESULT, WELCOME,
 * STATE, CHAT, TRADE, PARTY, and PONG if it answers our PING. It is valid until the next call
 * and as long as the bytes and the arena are. A BYE closes. */
SessionStep client_session_step(ClientSession *session, Bytes *rest, uint64_t now,
                                Packet *packet, Writer *out, Arena *arena);

/* AT_GREETED: asks for the game file from `offset` on, which is less than its size. */
void client_session_fetch(ClientSession *session, uint64_t offset, Writer *out);
/* AT_GREETED: name at most 96 bytes, password 128, language 2 small letters. False, and nothing
 * is sent, if a text is longer or has control characters. */
bool client_session_register(ClientSession *session, Text name, Text password, Text language,
                             Writer *out);
bool client_session_login(ClientSession *session, Text name, Text password, Text language,
                          Writer *out);
/* Ends it from this side: says BYE if the server would understand it. */
void client_session_close(ClientSession *session, ReasonCode reason, Writer *out);

uint64_t client_session_due(const ClientSession *session);
/* Pings, or gives up a silent server: false once it is closed. */
bool client_session_time(ClientSession *session, uint64_t now, Writer *out);

#endif
