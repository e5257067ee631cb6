/* The bus: messages between servers by subject, through a NATS server, on a Loop.
 *
 * Everything is called and calls back on the loop's thread; a bus has threads of its own, so
 * that no call here ever waits for the network, but bus_open and bus_close.
 *
 * Whoever hears a subject gets what is sent to it after that, by others and by himself. What
 * one bus sends arrives in that order, also over several subjects; between two senders there is
 * none. Nothing is sent twice, nothing is kept for those who come later, and nobody is told
 * that a message has arrived. What can be lost is lost whole, and `link` tells: users then tell
 * each other anew what they must know. The other side of a conversation may come back later
 * than this one: ask, and ask again when it says that it is back.
 *
 * An address that begins with nats:// is for one's own network: passwords and messages go
 * over it as they are. With tls:// the certificate must be one that this system trusts
 * (SSL_CERT_FILE names other ones), for the name in the address. */
#ifndef OISIN_WIRE_BUS_H
#define OISIN_WIRE_BUS_H

#include "wire/loop.h"

enum {
    BUS_PORT = 4222,          /* of an address without one */
    BUS_PATIENCE = 3000,      /* ms for the first connection, and for a server that is silent */
    BUS_AGAIN = 100,          /* ms between tries to come back */
    BUS_QUEUE_MAX = 64 << 20, /* bytes received that may wait for the loop */
    BUS_SEND_MAX = 8 << 20,   /* bytes that may wait to be sent */
    BUS_MESSAGE_COST = 256,   /* what a message counts besides its bytes and its subject */
    BUS_SUBJECT_MAX = 255,    /* bytes of a subject */
};

typedef struct Bus Bus;

typedef struct BusHandlers {
    /* Both live during the call. */
    void (*message)(void *context, Text subject, Bytes bytes);
    /* false: the line to the bus is lost, or more came than may wait; messages are missing from
     * here on. true: it is there again, and all subjects are heard. Messages that came
     * before the line was lost may still be told in between. Not told for the first connection.
     */
    void (*link)(void *context, bool up);
} BusHandlers;

/* `address`: nats://[USER:PASSWORD@]HOST[:PORT] or tls://..., more of them after commas, where
 * the scheme and the user may be left out if they are the same: one is taken that answers, and
 * another one when it no longer does. No comma, quote, backslash or blank in user and password;
 * they are in no message. Waits up to BUS_PATIENCE, and for names to be looked up; NULL and
 * one report if there is no connection by then. The handlers must outlive the bus. */
Bus *bus_open(Loop *loop, const char *address, const BusHandlers *handlers, void *context,
              Report *report);
/* The address as it may be printed: hosts and ports, no user and no password. Empty if it is
 * none. */
Text bus_address_shown(const char *address, Arena *arena);
/* Sends what waits, within a few seconds, at once if all is well; what has come and has not
 * been told is dropped. Nothing is called after it; may be called by a handler. NULL: nothing.
 */
void bus_close(Bus *bus);

/* Words with dots between; `*` for any word and `>`, last, for any words. Holds until the bus
 * is closed; again is nothing new. The bus knows it before anything that is sent later: who
 * sends himself a message knows by its coming that all is heard that was asked for. false and
 * a report: this is no subject. */
bool bus_receive(Bus *bus, const char *subject, Report *report);
/* false: it is lost, because it is too large, the subject is none, the line is down or
 * BUS_SEND_MAX bytes are waiting. */
bool bus_send(Bus *bus, const char *subject, Bytes bytes);
/* The largest message in bytes: the NATS server's setting, 1 MiB if it has none. */
size_t bus_max(const Bus *bus);

typedef struct BusNumbers {
    uint64_t sent, received; /* messages */
    uint64_t unsent;         /* refused by bus_send, or lost on the way to the NATS server */
    uint64_t dropped;        /* came, but too much was waiting */
    uint64_t losses;         /* of the line */
    size_t waiting;          /* bytes received that wait for the loop */
} BusNumbers;
BusNumbers bus_numbers(const Bus *bus);

#endif
