/* Internal declarations of the TLS connections of wire.h (wire_*, tls.c, connection.c,
 * connect.c, name_lookup.c, handshake_limits.c, listen.c). */
#ifndef OISIN_SERVER_TRANSPORT_WIRE_INTERNAL_H
#define OISIN_SERVER_TRANSPORT_WIRE_INTERNAL_H

#include "base/system/sockets.h"
#include "server/transport/websocket.h"
#include "server/transport/wire.h"

#include <openssl/ssl.h>

struct Wire {
    SSL_CTX *context;   /* NULL: without TLS */
    BIO_METHOD *socket; /* OpenSSL's own raises SIGPIPE when the other side has closed */
    bool server;
    bool web; /* its connections are WebSockets: clients only */
    /* Send queues that are not used now, so that a queue that exists only for a moment costs no
     * allocation. */
    struct SpareQueue {
        struct SpareQueue *next;
    } * spares;
    size_t spare_count;
};

/* bytes of a send queue at first; the maximum number of spare ones of this size */
enum { WIRE_QUEUE_MIN = 512, WIRE_SPARES_MAX = 1024 };

typedef struct Dial Dial;

/* Pending handshakes, oldest first, and the recent rates of their addresses. */
enum { GATE_HALF_OPEN_MAX = 1024, GATE_RATES = 1024 };

typedef struct Gate {
    const WireLimits *limits;
    size_t count;
    struct GateEntry {
        uint64_t from;
        WireConnection *connection;
    } entries[GATE_HALF_OPEN_MAX];
    /* of the hash for `rates`, so that an attacker cannot choose colliding addresses */
    uint64_t key;
    struct GateRate {
        uint64_t from, at;
        uint64_t left; /* in 1/1000 */
    } rates[GATE_RATES];
} Gate;

/* Enough for a client that plays for years. */
enum { TLS_KEYS_MAX = 32 };

enum { WEBSOCKET_KEY_SIZE = 24, WEB_ANSWER_MAX = 4096 };

/* The WebSocket of a connection (wire_socket.c). */
typedef struct WireSocket {
    WebSocketReader reader;
    bool client, closed; /* closed: CLOSE was sent */
    /* of a client: the answer to its request, until it is complete */
    bool asking;
    char key[WEBSOCKET_KEY_SIZE + 1];
    uint8_t *answer; /* WEB_ANSWER_MAX bytes; NULL: it was taken */
    size_t answer_size;
} WireSocket;

struct WireConnection {
    Loop *loop;
    Wire *wire;
    const WireHandlers *handlers;
    void *context;
    int descriptor; /* -1: none yet, or closed */
    LoopWatch *watch;
    SSL *ssl;           /* NULL: without TLS */
    WireSocket *socket; /* NULL: a plain stream of bytes */
    Dial *dial;         /* clients only */
    Gate *gate;         /* of a server's connection whose handshake is pending */
    LoopTimer timer;    /* of connecting, handshake or lingering */
    uint8_t *queue;     /* bytes to be sent: `queue_size` bytes from `queue_at` on */
    size_t queue_at, queue_size, queue_capacity;
    unsigned keys; /* number of key updates of the other side */
    WireEnd end;
    char *why;
    bool established; /* TLS is */
    bool open, finishing, sent_goodbye, ended;
    bool holding; /* all waiting bytes were added by wire_delay */
};

/* A client's attempt to connect to its server. */
struct Dial {
    char host[256];
    unsigned port;
    bool pinned;
    uint8_t pin[PIN_SIZE], shown[PIN_SIZE];
    SocketAddress *found; /* addresses of the host */
    size_t found_count, next;
    struct Lookup *lookup; /* while it is under way */
};

/* Returns NULL if memory is short. */
WireConnection *wire_connection_new(Loop *loop, Wire *wire, const WireHandlers *handlers,
                                    void *context);
/* The socket is connected: starts TLS. */
void wire_connection_start(WireConnection *connection, int descriptor);

/* wire_end.c */
/* Frees a connection without calling `on_close`. */
void wire_connection_drop(WireConnection *connection);
/* No effect if it has ended. */
void wire_connection_end(WireConnection *connection, WireEnd end, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* Frees the queue, or keeps it for another connection. */
void wire_queue_free(WireConnection *connection);
void wire_socket_free(WireSocket *socket);

/* wire_queue.c */
/* Returns the events to wait for after an attempt to read or write had `result`, which is not
 * 1; 0 if the connection has ended. */
unsigned wire_wanted(WireConnection *connection, int result, bool writes);
/* Sends as much as possible, and returns how much; the caller keeps the rest. */
size_t wire_send_now(WireConnection *connection, Bytes bytes);
/* Ends the stream of bytes to the other side. */
void wire_send_goodbye(WireConnection *connection);
/* Calls on_open, then sends what waits. Returns false if the connection has ended. */
bool wire_connection_open(WireConnection *connection);
/* Appends bytes to the queue; returns false if the connection has ended. */
bool wire_keep(WireConnection *connection, Bytes bytes);
/* Sends bytes before those in the queue, at once: the first ones of a connection. */
void wire_send_first(WireConnection *connection, Bytes bytes);
/* tls.c */
/* The first of OpenSSL's errors; clears all. */
const char *tls_complaint(void);

/* own_address.c, of a server */
/* family 0: neither IPv4 nor IPv6 */
struct sockaddr_storage;
WireAddress wire_address_from(const struct sockaddr_storage *from);

/* wire_socket.c */
/* From now on, a server's connection is a WebSocket, with these handlers. Call it after the
 * answer to the client's request was sent. */
void wire_socket_begin(WireConnection *connection, const WireHandlers *handlers, void *context);
/* A client's connection will be a WebSocket: what is sent before waits as frames. */
void wire_socket_prepare(WireConnection *connection);
/* Sends a client's request. */
void wire_socket_ask(WireConnection *connection);
void wire_socket_send(WireConnection *connection, Bytes bytes, bool delay);
/* Sends at once, unless other bytes wait already, or with `delay`. */
void wire_socket_frame(WireConnection *connection, WebSocketOpcode opcode, Bytes bytes,
                       bool delay);
/* Queues CLOSE; wire_socket_end: with a code. */
void wire_socket_close(WireConnection *connection);
void wire_socket_end(WireConnection *connection, unsigned code);

/* wire_socket_read.c */
void wire_socket_receive(WireConnection *connection, uint8_t *bytes, size_t size);

/* handshake_limits.c */
/* False if there are no random numbers for its key. */
bool gate_set_up(Gate *gate);
/* Whether this address may start a handshake now; if so, charges it. */
bool gate_lets_in(Gate *gate, const WireAddress *address, uint64_t now);
/* The pending handshake that has to end before one of this address is added; NULL: none. */
WireConnection *gate_surplus(const Gate *gate, const WireAddress *address);
/* Adds a pending handshake. */
void gate_enter(Gate *gate, WireConnection *connection, const WireAddress *address);
/* The handshake is over. No effect if the connection is in no gate. */
void gate_leave(WireConnection *connection);
/* Removes the gate; its connections stay open. */
void gate_close(Gate *gate);

/* name_lookup.c */
/* `why`: there is no address. The addresses are valid during the call. */
typedef void LookedUp(WireConnection *connection, const SocketAddress *found, size_t count,
                      const char *why);
/* Looks up the host in a thread; `then` gets the result, from the loop. Returns false if memory
 * is short. */
bool lookup_start(WireConnection *connection, LookedUp *then);
/* Ends that, and frees the result. */
void dial_stop(WireConnection *connection);

/* wire_pin.c */
/* checks the certificate: false if the connection has ended */
bool dial_check(WireConnection *connection);

#endif
