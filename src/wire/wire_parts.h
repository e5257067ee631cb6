/* What the files of wire/ share. */
#ifndef OISIN_WIRE_WIRE_PARTS_H
#define OISIN_WIRE_WIRE_PARTS_H

#include "wire/wire.h"

#include <netdb.h>
#include <openssl/ssl.h>

struct Wire {
    SSL_CTX *context;
    BIO_METHOD *socket; /* OpenSSL's own raises SIGPIPE when the other side has gone */
    bool server;
};

typedef struct Dial Dial;

/* Those whose handshake is under way, the oldest first, and what others have begun lately. */
enum { GATE_HALF_OPEN_MAX = 1024, GATE_RATES = 1024 };

typedef struct Gate {
    const WireLimits *limits;
    size_t count;
    struct GateEntry {
        uint64_t from;
        WireConnection *connection;
    } entries[GATE_HALF_OPEN_MAX];
    uint64_t key; /* of the places in `rates`, so that nobody can choose whose he shares */
    struct GateRate {
        uint64_t from, at;
        uint64_t left; /* in 1/1000 */
    } rates[GATE_RATES];
} Gate;

/* A client that plays for years does not need so many. */
enum { TLS_KEYS_MAX = 32 };

struct WireConnection {
    Loop *loop;
    Wire *wire;
    const WireHandlers *handlers;
    void *context;
    int descriptor; /* -1: none yet, or closed */
    LoopWatch *watch;
    SSL *ssl;
    Dial *dial;      /* clients only */
    Gate *gate;      /* of a server's that has not finished its handshake */
    LoopTimer timer; /* of a try to connect, a handshake, or of lingering */
    uint8_t *queue;  /* what waits to be sent: `queue_size` bytes from `queue_at` on */
    size_t queue_at, queue_size, queue_room;
    unsigned keys; /* how often the other side has changed its keys */
    WireEnd end;
    char *why;
    bool open, finishing, sent_goodbye, ended;
    bool holding; /* what waits was left there by wire_hold alone */
};

/* A client's way to its server. */
struct Dial {
    char host[256], service[8];
    bool pinned;
    uint8_t pin[PIN_SIZE], shown[PIN_SIZE];
    struct addrinfo *found, *next;
    struct Lookup *lookup; /* while it is under way */
};

/* NULL if there is no memory. */
WireConnection *wire_connection_new(Loop *loop, Wire *wire, const WireHandlers *handlers,
                                    void *context);
/* Frees one that nobody was told of. */
void wire_connection_drop(WireConnection *connection);
/* The socket is connected: TLS begins. */
void wire_connection_start(WireConnection *connection, int descriptor);
/* No effect if it has ended. */
void wire_connection_end(WireConnection *connection, WireEnd end, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The first of OpenSSL's complaints; all are forgotten. */
const char *tls_complaint(void);

/* gate.c */
void gate_set_up(Gate *gate);
/* Whether this address may begin a handshake now; if so, it is charged. */
bool gate_lets_in(Gate *gate, const WireAddress *address, uint64_t now);
/* It begins. May end the oldest of the others. */
void gate_enter(Gate *gate, WireConnection *connection, const WireAddress *address);
/* It is over. No effect if it is in no gate. */
void gate_leave(WireConnection *connection);
/* The gate goes, those in it stay. */
void gate_close(Gate *gate);

/* connect.c */
bool dial_check(WireConnection *connection); /* the certificate: false if it has ended */
void dial_stop(WireConnection *connection);

#endif
