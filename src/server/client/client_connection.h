/* A connection to a server with the client's side of the protocol: received bytes become
 * packets, packets are sent, timeouts are checked. Used by players (client.h) and bots
 * (bot.h). */
#ifndef OISIN_SERVER_CLIENT_CLIENT_CONNECTION_H
#define OISIN_SERVER_CLIENT_CLIENT_CONNECTION_H

#include "server/protocol/client_session.h"
#include "server/transport/wire.h"

typedef struct ContactCallbacks {
    void (*open)(void *context); /* connected to the right server; may be NULL */
    void (*packet)(void *context, const Packet *packet, Writer *out); /* `out`: the answer */
    /* Reports the end with a message for the user, valid until the callback returns. Not
     * called after contact_free. */
    void (*closed)(void *context, WireEnd end, Text why);
    void (*free)(void *context); /* once, after contact_free */
} ContactCallbacks;

typedef struct ContactBytes {
    uint64_t in, out; /* without the overhead of TLS */
} ContactBytes;

typedef struct Contact {
    Loop *loop;
    const ContactCallbacks *callbacks;
    void *context;              /* of the callbacks */
    WireConnection *connection; /* NULL: none */
    ClientSession session;
    LoopTimer timer;
    bool left;
    Arena *pieces;       /* of the session */
    ContactBytes *bytes; /* this one and the next belong to the owner */
    Arena *scratch;      /* for one event */
} Contact;

/* The arena is reset after each event; several contacts may share it, and the bytes. */
void contact_begin(Contact *contact, Loop *loop, const ContactCallbacks *callbacks,
                   void *context, ContactBytes *bytes, Arena *scratch);
/* `pin` may be NULL. There must be no open connection. */
void contact_connect(Contact *contact, Wire *wire, Text host, unsigned port, const uint8_t *pin,
                     const ClientLimits *limits);
/* No effect if there is no connection. */
void contact_send(Contact *contact, Writer *out);
/* Sends BYE, if connected; `free` is called when that was sent, perhaps immediately. */
void contact_free(Contact *contact);
/* Releases the contact; to be called by `free`. */
void contact_end(Contact *contact);

#endif
