/* Connections: TLS 1.3 on TCP, without blocking, on a Loop.
 *
 * A server listens, a client connects; from then on both are the same: bytes come by a
 * call, bytes to be sent are queued. The owner of a connection gets `closed` exactly once,
 * whoever ended it, never from inside a call of its own; after that the connection is gone.
 *
 * There are no session tickets, no early data, no renegotiation and no compression. Nothing is
 * known of what the bytes mean. */
#ifndef OISIN_WIRE_WIRE_H
#define OISIN_WIRE_WIRE_H

#include "wire/identity.h"
#include "wire/loop.h"

enum {
    WIRE_QUEUE_MAX = 256 << 10,  /* bytes that may wait for a slow reader */
    WIRE_BACKLOG = 512,          /* connections that the system accepts ahead */
    WIRE_LINGER = 2000,          /* ms that wire_finish waits until all is sent */
    WIRE_UNSENT_MAX = 128 << 10, /* bytes for a slow reader that the system keeps besides */
};

typedef struct Wire Wire; /* TLS settings of one side, shared by its connections */
typedef struct WireListener WireListener;
typedef struct WireConnection WireConnection;

/* NULL and a report if the certificate or key is none, or they do not belong together. */
Wire *wire_server(const Identity *identity, Report *report);
/* Another certificate and key for connections from now on; those that are there stay. False and
 * a report if they cannot be used: then nothing changes. */
bool wire_renew(Wire *wire, const Identity *identity, Report *report);
Wire *wire_client(Report *report);
/* After all connections and listeners are gone. */
void wire_free(Wire *wire);

/* ---- addresses ---- */

typedef struct WireAddress {
    uint8_t family;      /* 4 or 6; 0 none */
    uint8_t address[16]; /* in network byte order; IPv4 in the first 4 bytes, also when it
                            came to an IPv6 socket */
    uint16_t port;
} WireAddress;
/* `127.0.0.1:1234`, `[::1]:1234` */
Text wire_address_text(const WireAddress *address, Arena *arena);

/* `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT` or `IPv6`; `*port` stays if there is none. */
bool wire_target(Text text, Text *host, unsigned *port, Report *report);

/* ---- connections ---- */

typedef enum WireEnd {
    WIRE_FINISHED, /* by wire_finish or wire_close, or the other side closed in order */
    WIRE_BROKEN,   /* the connection broke or could not be made */
    WIRE_REFUSED,  /* TLS failed: somebody who does not speak it, or an attack */
    WIRE_CHANGED,  /* the certificate is not the one that was pinned */
    WIRE_SLOW,     /* more than WIRE_QUEUE_MAX was waiting */
} WireEnd;

typedef struct WireHandlers {
    /* TLS stands; may be NULL */
    void (*open)(void *context);
    /* valid during the call */
    void (*bytes)(void *context, Bytes bytes);
    /* nothing waits to be sent any more, after something had to; may be NULL */
    void (*room)(void *context);
    /* `why`: a sentence, empty after WIRE_FINISHED */
    void (*closed)(void *context, WireEnd end, Text why);
} WireHandlers;

/* Sends or queues; before TLS stands everything is queued. After the connection's end it does
 * nothing. */
void wire_send(WireConnection *connection, Bytes bytes);
/* Lets them wait for the next wire_send, which costs less: a record of TLS and a packet of the
 * network for both. Soon there has to be one. */
void wire_hold(WireConnection *connection, Bytes bytes);
/* How many bytes wait to be sent: all of them count for WIRE_QUEUE_MAX, so do not send more
 * than half of that at once to somebody who may be slow. */
size_t wire_waiting(const WireConnection *connection);
/* Sends what waits, says goodbye and closes, within WIRE_LINGER; nothing is received. */
void wire_finish(WireConnection *connection);
/* At once. */
void wire_close(WireConnection *connection);
/* The certificate of the other side, once it is open: clients only. */
const uint8_t *wire_pin(const WireConnection *connection);

/* ---- server ---- */

/* Somebody has connected; TLS follows. Returns the context of `handlers`, or NULL to send
 * them away, which costs nothing more. */
typedef void *WireAccept(void *context, WireConnection *connection, const WireAddress *address);

/* `address`: IPv4 or IPv6 in digits; NULL: loopback only. Port 0: any that is free. */
WireListener *wire_listen(Loop *loop, Wire *wire, const char *address, unsigned port,
                          const WireHandlers *handlers, WireAccept *accept, void *context,
                          Report *report);
unsigned wire_listener_port(const WireListener *listener);

/* What a handshake may cost, before anybody knows who it is. One that is under way takes up to
 * 200 KiB (TLS believes the length of the first message), one that is done 0.4 ms of work and
 * then 14 KiB (bench/bench_wire.c). Who comes from this machine is not counted, unless `here`
 * is set: it may be a proxy for all, or a test. */
typedef struct WireLimits {
    uint32_t handshake; /* ms from connecting to the end of TLS's handshake */
    uint32_t half_open; /* that may be under way in all: one more ends the oldest of them */
    uint32_t each;      /* ... from one address: one more is refused */
    uint32_t rate,
        rate_max; /* that one address may begin a second; at once: more are refused */
    bool here;
} WireLimits;
/* An address is an IPv4 address or 64 bits of an IPv6 address: so much belongs to one line. */
extern const WireLimits wire_limits;
/* Other limits than those, which must outlive the listener; before the first turn. */
void wire_listener_limit(WireListener *listener, const WireLimits *limits);

/* Nobody else is accepted; connections stay. */
void wire_listener_close(WireListener *listener);

/* ---- client ---- */

/* Names are looked up in a thread; each address that is found is tried for 4 s. `pin`: the
 * certificate that it must show, NULL any. Never fails at once: `closed` says why. */
WireConnection *wire_connect(Loop *loop, Wire *wire, Text host, unsigned port,
                             const uint8_t *pin, const WireHandlers *handlers, void *context);

#endif
