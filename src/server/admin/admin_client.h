/* A client of the admin interface: sends one HTTPS request and waits for the answer. */
#ifndef OISIN_SERVER_ADMIN_CLIENT_H
#define OISIN_SERVER_ADMIN_CLIENT_H

#include "server/transport/wire.h"

enum {
    ADMIN_WAIT = 10 * 1000,      /* ms for the whole request */
    ADMIN_ANSWER_MAX = 16 << 20, /* bytes */
};

typedef struct AdminCall {
    Text host;
    unsigned port;
    Text request;       /* path and query, see admin_request */
    const uint8_t *pin; /* expected fingerprint of the certificate; NULL: accept any */
    uint64_t wait;      /* ms; 0: ADMIN_WAIT */
} AdminCall;

typedef struct AdminReply {
    unsigned status; /* HTTP status */
    bool json;       /* the body is JSON */
    Text body;
    uint8_t pin[PIN_SIZE]; /* fingerprint of the received certificate */
    /* a certificate was received, even if the request failed afterwards */
    bool shown;
    /* the request failed because the certificate is not the pinned one */
    bool changed;
} AdminReply;

/* Returns false if no complete answer was received. An answer with a status other than 200
 * is complete. */
bool admin_call(const AdminCall *call, AdminReply *out, Arena *arena, Report *report);

#endif
