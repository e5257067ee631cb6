/* A client of the admin interface: sends one request and waits for the answer. */
#ifndef OISIN_SERVER_ADMIN_CLIENT_H
#define OISIN_SERVER_ADMIN_CLIENT_H

#include "base/report.h"

enum {
    ADMIN_WAIT = 10,             /* s for the whole request */
    ADMIN_ANSWER_MAX = 16 << 20, /* bytes */
};

typedef struct AdminCall {
    const char *path; /* of the socket */
    Text request;     /* path and query, see admin_request */
    unsigned wait;    /* s; 0: ADMIN_WAIT */
} AdminCall;

typedef struct AdminReply {
    unsigned status; /* HTTP status */
    bool json;       /* the body is JSON */
    Text body;
} AdminReply;

/* Returns false if no complete answer was received. An answer with a status other than 200
 * is complete. */
bool admin_call(const AdminCall *call, AdminReply *out, Arena *arena, Report *report);

#endif
