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

struct WireConnection {
    Loop *loop;
    Wire *wire;
    const WireHandlers *handlers;
    void *context;
    int descriptor; /* -1: none yet, or closed */
    LoopWatch *watch;
    SSL *ssl;
    Dial *dial;      /* clients only */
    LoopTimer timer; /* of a try to connect, or of lingering */
    uint8_t *queue;  /* what waits to be sent: `queue_size` bytes from `queue_at` on */
    size_t queue_at, queue_size, queue_room;
    WireEnd end;
    char *why;
    bool open, finishing, said_goodbye, ended;
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
WireConnection *connection_new(Loop *loop, Wire *wire, const WireHandlers *handlers,
                               void *context);
/* Frees one that nobody was told of. */
void connection_drop(WireConnection *connection);
/* The socket is connected: TLS begins. */
void connection_begin(WireConnection *connection, int descriptor);
/* No effect if it has ended. */
void connection_end(WireConnection *connection, WireEnd end, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The first of OpenSSL's complaints; all are forgotten. */
const char *tls_complaint(void);

/* connect.c */
bool dial_check(WireConnection *connection); /* the certificate: false if it has ended */
void dial_stop(WireConnection *connection);

#endif
