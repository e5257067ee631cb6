/* The client's side of a connection: hello, download of the game file if necessary, login,
 * play.
 *
 * Like server_session.h the module does no I/O and has no clock: received bytes and the time
 * are passed in, packets for the player are returned, and bytes to be sent are appended to
 * `out`.
 *
 *     client_session_start(&session, &client_limits, now, &out);
 *     SERVER_HELLO is returned: look for that game file
 *         if it is missing or incomplete: client_session_fetch(offset);
 *         SERVER_FILE is returned for each piece;
 *         after the last one, the state is CLIENT_CONN_GREETED again
 *     client_session_login(), or client_session_register() first
 *     SERVER_RESULT is returned; if it is OK, SERVER_WELCOME follows a login
 *
 * Pieces of long packets are assembled in the arena passed for this purpose. It is reset
 * repeatedly, so nothing else may use it. */
#ifndef OISIN_SERVER_PROTOCOL_CLIENT_SESSION_H
#define OISIN_SERVER_PROTOCOL_CLIENT_SESSION_H

#include "server/protocol/server_session.h"

typedef struct ClientLimits {
    uint32_t hello;    /* ms from connecting to the server's hello */
    uint32_t ping;     /* ms between two PINGs */
    uint32_t idle;     /* ms without data after which the session ends */
    uint64_t file_max; /* maximum bytes of a game file */
} ClientLimits;
extern const ClientLimits client_limits;

typedef struct ClientSession {
    ClientState state;
    ReasonCode reason; /* valid after the end */
    char text[200];    /* the server's explanation; may be empty */
    const ClientLimits *limits;
    PacketServerHello hello; /* from CLIENT_CONN_GREETED on */
    uint64_t file_at;        /* CLIENT_CONN_FETCHING: bytes received */
    uint64_t started, heard, pinged;
    bool waiting;       /* a PING is not answered yet */
    uint32_t latency;   /* round-trip time of the last PING, ms; 0: unknown */
    uint8_t asked;      /* CLIENT_CONN_ASKED: CLIENT_REGISTER, _LOGIN or _PASSWORD */
    bool granted;       /* CLIENT_CONN_ASKED: LOGIN was answered with OK, WELCOME follows */
    uint32_t sequence;  /* of the last input */
    unsigned long_type; /* type of the packet that is being assembled */
    bool long_comes;    /* pieces were received, but not the last one */
    Writer long_body;
    FramePart part;
} ClientSession;

/* Frees what it has received of an incomplete packet. */
static inline void client_session_free(ClientSession *session)
{
    frame_part_free(&session->part);
}

void client_session_start(ClientSession *session, const ClientLimits *limits, uint64_t now,
                          Arena *pieces, Writer *out);

/* Consumes bytes of `*rest` up to the next packet for the caller: HELLO, FILE, RESULT,
 * WELCOME, STATE, CHAT, TRADE, PARTY, and PONG if it answers our PING. The packet is valid
 * until the next call, and as long as the bytes and the arena are. A BYE closes the session. */
SessionStep client_session_step(ClientSession *session, Bytes *rest, uint64_t now,
                                Packet *packet, Writer *out, Arena *arena);

/* CLIENT_CONN_GREETED: requests the game file from `offset` on, which is less than its size. */
void client_session_fetch(ClientSession *session, uint64_t offset, Writer *out);
/* CLIENT_CONN_GREETED: name at most 96 bytes, password 128, language 2 small letters. Returns
 * false, without sending, if a text is longer or has control characters. */
bool client_session_register(ClientSession *session, Text name, Text password, Text language,
                             Writer *out);
bool client_session_login(ClientSession *session, Text name, Text password, Text language,
                          Writer *out);
/* The same limits as for a login. SERVER_RESULT is returned; the client is not logged in. */
bool client_session_password(ClientSession *session, Text name, Text password, Text fresh,
                             Writer *out);
/* Ends the session from this side; sends BYE if the server has answered the hello. */
void client_session_close(ClientSession *session, ReasonCode reason, Writer *out);

uint64_t client_session_due(const ClientSession *session);
/* Sends due PINGs and checks timeouts; false once the session is closed. */
bool client_session_time(ClientSession *session, uint64_t now, Writer *out);

#endif
