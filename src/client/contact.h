/* Contact with a server: a connection that has the client's side of the protocol on it. Bytes
 * that come become packets, what is said goes out, silence is noticed. Players (client.h) and
 * bots (bot.h) have one each. */
#ifndef OISIN_CLIENT_CONTACT_H
#define OISIN_CLIENT_CONTACT_H

#include "net/client_session.h"
#include "wire/wire.h"

typedef struct ContactCallbacks {
    void (*open)(void *context); /* the server is there, and is who it was; may be NULL */
    void (*packet)(void *context, const Packet *packet, Writer *out); /* `out`: the answer */
    /* Why it ended, in words for people, which are valid until this returns. Not after
     * contact_free. */
    void (*closed)(void *context, WireEnd end, Text why);
    void (*free)(void *context); /* once, after contact_free */
} ContactCallbacks;

typedef struct ContactBytes {
    uint64_t in, out; /* without what TLS adds */
} ContactBytes;

typedef struct Contact {
    Loop *loop;
    const ContactCallbacks *ears;
    void *context;              /* of the ears */
    WireConnection *connection; /* NULL: none */
    ClientSession session;
    LoopTimer timer;
    bool left;
    Arena *pieces;       /* of the session */
    ContactBytes *bytes; /* these two are the owner's */
    Arena *scratch;      /* of one event */
} Contact;

/* The arena is reset after each event; several lines may share it, and the bytes. */
void contact_begin(Contact *contact, Loop *loop, const ContactCallbacks *ears, void *context,
                   ContactBytes *bytes, Arena *scratch);
/* `pin` may be NULL. There must be no connection. */
void contact_connect(Contact *contact, Wire *wire, Text host, unsigned port, const uint8_t *pin,
                     const ClientLimits *limits);
/* Nothing, if there is no connection. */
void contact_send(Contact *contact, Writer *out);
/* Says goodbye to the server, if it is there; the ears' `free` is called when that has been
 * heard, perhaps at once. */
void contact_free(Contact *contact);
/* What `free` must do for the contact. */
void contact_end(Contact *contact);

#endif
