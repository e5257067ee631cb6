/* The bus: publish and subscribe messages between servers, through a NATS server, on a Loop.
 *
 * Threads. All functions and callbacks run on the loop's thread. A bus has its own threads, so
 * that only bus_open and bus_close wait for the network.
 *
 * Delivery. A subscriber receives the messages sent to a subject from then on, including its
 * own. Messages of one bus arrive in the order of sending, also over several subjects; there is
 * no order between senders. A message is delivered at most once, is not stored for later
 * subscribers, and is not acknowledged. Messages can be lost as a whole; `link` reports this,
 * and users must then send their state again. The peer may reconnect later than this side, so
 * repeat requests when it announces itself.
 *
 * Security. nats:// is for private networks: passwords and messages are not encrypted. With
 * tls:// the server's certificate must be trusted by this system (SSL_CERT_FILE overrides)
 * and be valid for the name in the address. */
#ifndef OISIN_SERVER_TRANSPORT_BUS_H
#define OISIN_SERVER_TRANSPORT_BUS_H

#include "server/transport/loop.h"

enum {
    BUS_PORT = 4222,          /* default */
    BUS_PATIENCE = 3000,      /* ms for the first connection, and for a silent server */
    BUS_AGAIN = 100,          /* ms between attempts to reconnect */
    BUS_QUEUE_MAX = 64 << 20, /* received bytes that may wait for the loop */
    BUS_SEND_MAX = 8 << 20,   /* bytes that may wait to be sent */
    BUS_MESSAGE_COST = 256,   /* overhead of a message, besides its bytes and its subject */
    BUS_SUBJECT_MAX = 255,    /* bytes of a subject */
};

typedef struct Bus Bus;

typedef struct BusHandlers {
    /* Subject and bytes are valid during the call. */
    void (*message)(void *context, Text subject, Bytes bytes);
    /* false: the connection is lost, or too many bytes were waiting; messages are missing
     * from here on. true: it is connected again, and all subjects are subscribed. Messages
     * received before the loss may still be delivered in between. Not called for the first
     * connection. */
    void (*link)(void *context, bool up);
} BusHandlers;

/* `address`: nats://[USER:PASSWORD@]HOST[:PORT] or tls://..., or several, separated by
 * commas, where scheme and user may be omitted if they are the same: one that answers is
 * used, and replaced when it no longer answers. User and password must not contain commas,
 * quotes, backslashes or spaces; they never appear in messages. Waits for name lookups and
 * up to BUS_PATIENCE. If there is no connection by then, returns NULL and reports an error.
 * The handlers must outlive the bus. */
Bus *bus_open(Loop *loop, const char *address, const BusHandlers *handlers, void *context,
              Report *report);
/* The address for output: hosts and ports, without user and password. Empty if it is
 * invalid. */
Text bus_address_shown(const char *address, Arena *arena);
/* Sends waiting messages, within a few seconds, at once if the network works; received
 * messages that were not delivered are dropped. No handler is called afterwards; a handler
 * may call it. NULL: no effect. */
void bus_close(Bus *bus);

/* Subscribes to a subject: words separated by dots; `*` matches any word and a final `>` any
 * words. It is valid until the bus is closed; repeating it has no effect. The NATS server
 * processes it before later messages of this bus, so that receiving one's own message
 * confirms all earlier subscriptions. If it is not a valid subject, returns false and
 * reports an error. */
bool bus_receive(Bus *bus, const char *subject, Report *report);
/* Returns false if the message is lost, because it is too large, the subject is invalid, the
 * connection is lost or BUS_SEND_MAX bytes are waiting. */
bool bus_send(Bus *bus, const char *subject, Bytes bytes);
/* The maximum size of a message in bytes: a setting of the NATS server, 1 MiB by default. */
size_t bus_max(const Bus *bus);

typedef struct BusStats {
    uint64_t sent, received; /* messages */
    uint64_t unsent;         /* refused by bus_send, or lost on the way to the NATS server */
    uint64_t dropped;        /* received, but too much was waiting */
    uint64_t losses;         /* of the connection */
    size_t waiting;          /* received bytes that wait for the loop */
} BusStats;
BusStats bus_stats(const Bus *bus);

#endif
