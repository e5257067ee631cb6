/* Connections: TLS 1.3 on TCP, non-blocking, on a Loop. Those of browsers (web_listener.h) are
 * WebSockets on it; then their messages carry the bytes.
 *
 * A server listens, a client connects; from then on both sides are the same: received bytes are
 * passed to a callback, bytes to be sent are queued. `on_close` is called exactly once,
 * whichever side ends the connection, and never from within a function of this module that the
 * owner calls; the connection is freed after it.
 *
 * There are no session tickets, no early data, no renegotiation and no compression. The
 * contents are not interpreted. */
#ifndef OISIN_SERVER_TRANSPORT_WIRE_H
#define OISIN_SERVER_TRANSPORT_WIRE_H

#include "server/transport/identity.h"
#include "server/transport/loop.h"

enum {
    WIRE_QUEUE_MAX = 256 << 10,  /* bytes that may wait for a slow receiver */
    WIRE_BACKLOG = 512,          /* connections that the system accepts ahead */
    WIRE_LINGER = 2000,          /* ms for which wire_finish waits until all is sent */
    WIRE_UNSENT_MAX = 128 << 10, /* bytes for a slow receiver in the system's buffer */
};

typedef struct Wire Wire; /* TLS settings of one side, shared by its connections */
typedef struct WireListener WireListener;
typedef struct WireConnection WireConnection;

/* On failure, returns NULL and reports an error: certificate or key is invalid, or they do
 * not match. */
Wire *wire_server(const Identity *identity, Report *report);
/* Replaces certificate and key for new connections. On failure, returns false, reports an
 * error and changes nothing. */
bool wire_renew(Wire *wire, const Identity *identity, Report *report);
Wire *wire_client(Report *report);
/* As wire_client, but connections are WebSockets, as those of browsers. */
Wire *wire_client_web(Report *report);
/* Without TLS: for a web_listener behind a reverse proxy. */
Wire *wire_server_plain(void);
/* Call it after all connections and listeners are closed. */
void wire_free(Wire *wire);

/* ---- addresses ---- */

typedef struct WireAddress {
    uint8_t family; /* 4 or 6; 0 none */
    /* network byte order; IPv4 in the first 4 bytes, also if received on an IPv6 socket */
    uint8_t address[16];
    uint16_t port;
} WireAddress;
/* `127.0.0.1:1234`, `[::1]:1234` */
Text wire_address_text(const WireAddress *address, Arena *arena);
/* The same without the port and brackets. */
Text wire_host_text(const WireAddress *address, Arena *arena);

/* `bytes`: 4 or 16 in network byte order, of family 4 or 6. IPv4 in IPv6 is IPv4. */
WireAddress wire_address_of(unsigned family, const uint8_t *bytes, uint16_t port);

/* The address at which a socket listens; false, and family 0, if it is neither IPv4 nor
 * IPv6. */
bool wire_socket_address(int descriptor, WireAddress *out);

/* Reads a numeric address without a port; false if it is invalid. */
bool wire_address_read(Text text, WireAddress *out);

/* An address of this machine in its network, for other machines: IPv4; 127.0.0.1 if it has
 * none. */
Text wire_own_address(Arena *arena);

/* `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT` or `IPv6`; `*port` is unchanged if there is
 * none. */
bool wire_target(Text text, Text *host, unsigned *port, Report *report);

/* ---- connections ---- */

typedef enum WireEnd {
    WIRE_FINISHED, /* by wire_finish or wire_close, or closed by the other side */
    WIRE_BROKEN,   /* the connection broke or failed */
    WIRE_REFUSED,  /* TLS failed: another protocol, or an attack */
    WIRE_CHANGED,  /* the certificate is not the pinned one */
    WIRE_SLOW,     /* more than WIRE_QUEUE_MAX bytes were waiting */
} WireEnd;

typedef struct WireHandlers {
    /* TLS is established; may be NULL */
    void (*on_open)(void *context);
    /* valid during the call */
    void (*on_bytes)(void *context, Bytes bytes);
    /* the send queue is empty again; may be NULL */
    void (*on_drain)(void *context);
    /* `why`: a sentence, empty after WIRE_FINISHED */
    void (*on_close)(void *context, WireEnd end, Text why);
} WireHandlers;

/* Sends or queues; before TLS is established everything is queued. No effect after the end
 * of the connection. */
void wire_send(WireConnection *connection, Bytes bytes);
/* Queues the bytes until the next wire_send, which is cheaper: one TLS record and one
 * network packet for both. A wire_send or wire_flush must follow soon. */
void wire_delay(WireConnection *connection, Bytes bytes);
/* Sends what is in the queue, as far as possible at once. */
void wire_flush(WireConnection *connection);
/* The bytes that wait to be sent. All of them count for WIRE_QUEUE_MAX, so do not send more
 * than half of that at once to a client that may be slow. */
size_t wire_waiting(const WireConnection *connection);
/* Sends waiting bytes and closes, within WIRE_LINGER; received bytes are dropped. */
void wire_finish(WireConnection *connection);
/* Closes immediately. */
void wire_close(WireConnection *connection);
/* The pin of the server's certificate, once the connection is open: clients only. */
const uint8_t *wire_pin(const WireConnection *connection);

/* ---- server ---- */

/* Called for a new connection; TLS follows. Returns the context of `handlers`, or NULL to
 * reject the connection at no further cost. */
typedef void *WireAccept(void *context, WireConnection *connection, const WireAddress *address);

/* `address`: numeric IPv4 or IPv6; NULL: loopback only. Port 0: any free port. */
WireListener *wire_listen(Loop *loop, Wire *wire, const char *address, unsigned port,
                          const WireHandlers *handlers, WireAccept *accept, void *context,
                          Report *report);
/* The same on a socket that listens already, for example one of systemd; it is closed with the
 * listener. */
WireListener *wire_listen_on(Loop *loop, Wire *wire, int descriptor,
                             const WireHandlers *handlers, WireAccept *accept, void *context,
                             Report *report);
unsigned wire_listener_port(const WireListener *listener);
/* Connections from this address must begin with a header of the PROXY protocol
 * (server/transport/proxy.h), whose address counts from then on. Call it before the first
 * turn. */
void wire_listener_proxy(WireListener *listener, const WireAddress *proxy);

/* Limits of TLS handshakes, which take place before a client is identified. A pending
 * handshake takes up to 200 KiB (TLS trusts the length in the first message), a completed
 * one 0.4 ms of CPU time and then 14 KiB (bench/bench_wire.c). Connections from this machine
 * are not counted unless `here` is set: they may come from a proxy, or a test. */
typedef struct WireLimits {
    uint32_t handshake; /* ms from connecting to the end of the handshake */
    uint32_t half_open; /* maximum pending handshakes; one more ends the oldest */
    uint32_t each;      /* ... from one address; one more is refused */
    uint32_t rate,
        rate_max; /* that one address may begin a second; at once: more are refused */
    bool here;
} WireLimits;
/* An address is an IPv4 address, or the first 64 bits of an IPv6 address, which belong to
 * one household. */
extern const WireLimits wire_limits;
enum {
    WIRE_HANDSHAKE = 10000,
    WIRE_HALF_OPEN = 256,
    WIRE_HALF_OPEN_EACH = 32,
    WIRE_RATE = 20,
    WIRE_RATE_MAX = 100,
};
/* Replaces the limits; they must outlive the listener. Call it before the first turn. */
void wire_listener_limit(WireListener *listener, const WireLimits *limits);

/* Stops accepting; connections stay open. */
void wire_listener_close(WireListener *listener);

/* ---- client ---- */

/* Names are looked up in a thread; each address found is tried for 4 s. `pin`: the expected
 * certificate, NULL: any. Never fails immediately: `on_close` reports errors. */
WireConnection *wire_connect(Loop *loop, Wire *wire, Text host, unsigned port,
                             const uint8_t *pin, const WireHandlers *handlers, void *context);

#endif
