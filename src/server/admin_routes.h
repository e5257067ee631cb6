/* The table of what the admin may ask, for the door and for those who knock. */
#ifndef OISIN_SERVER_ADMIN_ROUTES_H
#define OISIN_SERVER_ADMIN_ROUTES_H

#include "server/admin.h"

/* What changes something is only done with this header. */
#define ADMIN_HEADER "X-Oisin-Admin"

typedef enum AdminParameter {
    ADMIN_NOTHING,
#define PARAMETER(NAME, name, KIND, max, doc) ADMIN_##NAME,
#include "server/admin_routes.def"
    ADMIN_PARAMETERS,
} AdminParameter;

typedef enum AdminType { ADMIN_JSON, ADMIN_HTML, ADMIN_PLAIN, ADMIN_PROMETHEUS } AdminType;

/* Writes an answer from what the host says. */
typedef void AdminAnswer(const AdminHost *host, Writer *out);

typedef struct AdminRoute {
    const char *word, *doc; /* NULL: the end of the table */
    AdminAnswer *answer;    /* NULL: an action */
    AdminType type;
    AdminParameter needs, may;
    size_t action; /* where AdminHost has its function */
} AdminRoute;

extern const AdminRoute admin_routes[];

/* NULL if there is none of this word. */
const AdminRoute *admin_route(Text word);
/* NULL for ADMIN_NOTHING. */
const char *admin_parameter_name(AdminParameter parameter);

/* What somebody has sent: names and values, without percent signs. */
typedef struct AdminPair {
    Text name, value;
} AdminPair;

/* Whether it is just what the route takes; an error says what is wrong. */
bool admin_words_read(const AdminRoute *route, const AdminPair *pairs, size_t count,
                      AdminWords *out, Arena *arena, Report *report);

/* `/ban?name=Ann%20Lee&reason=...`; empty values are left out. */
Text admin_request(const AdminRoute *route, Text needs, Text may, Arena *arena);

/* ---- answers ---- */

#define ANSWER(word, function, type, doc) AdminAnswer function;
#include "server/admin_routes.def"

/* "1 d 2 h", "3 min 20 s" */
void admin_write_duration(Writer *out, uint64_t seconds);

#endif
