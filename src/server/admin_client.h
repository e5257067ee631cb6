/* Knocks at the admin's door: one request over HTTPS, which waits for its answer. */
#ifndef OISIN_SERVER_ADMIN_CLIENT_H
#define OISIN_SERVER_ADMIN_CLIENT_H

#include "wire/wire.h"

enum {
    ADMIN_WAIT = 10 * 1000,      /* ms for all of it */
    ADMIN_ANSWER_MAX = 16 << 20, /* bytes */
};

typedef struct AdminCall {
    Text host;
    unsigned port;
    Text request;       /* path and query, of admin_request */
    const uint8_t *pin; /* the certificate that it must show; NULL: any */
    uint64_t wait;      /* ms; 0: ADMIN_WAIT */
} AdminCall;

typedef struct AdminReply {
    unsigned status; /* of HTTP */
    bool json;       /* the body's type */
    Text body;
    uint8_t pin[PIN_SIZE]; /* of the certificate that was shown */
    bool shown;            /* there was one; also if it failed afterwards */
    bool changed;          /* it failed because it was not the pinned one */
} AdminReply;

/* False if there is no whole answer. With a status other than 200 it is one. */
bool admin_call(const AdminCall *call, AdminReply *out, Arena *arena, Report *report);

#endif
