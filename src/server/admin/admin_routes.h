/* The table of admin requests, for the server and its clients. */
#ifndef OISIN_SERVER_ADMIN_ROUTES_H
#define OISIN_SERVER_ADMIN_ROUTES_H

#include "server/admin/admin.h"

typedef enum AdminParameter {
    ADMIN_NOTHING,
#define PARAMETER(NAME, name, KIND, max, doc) ADMIN_##NAME,
#include "server/admin/admin_routes.def"
    ADMIN_PARAMETERS,
} AdminParameter;

typedef enum AdminType { ADMIN_JSON, ADMIN_PLAIN, ADMIN_PROMETHEUS } AdminType;

/* Writes an answer from the data of the host. */
typedef void AdminAnswer(const AdminHost *host, Writer *out);

typedef struct AdminRoute {
    const char *word, *doc; /* NULL: the end of the table */
    AdminAnswer *answer;    /* NULL: a list or an action */
    AdminType type;
    bool changes; /* an action */
    AdminParameter needs, may;
    unsigned options; /* ADMIN_BIT of further optional parameters */
    size_t action;    /* offset of the function in AdminHost */
} AdminRoute;

#define ADMIN_BIT(NAME) (1u << ADMIN_##NAME)

extern const AdminRoute admin_routes[];

/* Returns NULL if the word is unknown. */
const AdminRoute *admin_route(Text word);
/* NULL for ADMIN_NOTHING. */
const char *admin_parameter_name(AdminParameter parameter);
const char *admin_parameter_doc(AdminParameter parameter);

/* A query parameter, percent-decoded. */
typedef struct AdminPair {
    Text name, value;
} AdminPair;

/* Checks that the parameters are exactly those of the route; otherwise reports an error and
 * returns false. */
bool admin_words_read(const AdminRoute *route, const AdminPair *pairs, size_t count,
                      AdminWords *out, Arena *arena, Report *report);

/* Builds `/ban?name=Ann%20Lee&reason=...`; empty values are omitted. */
Text admin_request(const AdminRoute *route, const AdminPair *pairs, size_t count, Arena *arena);

/* ---- answers ---- */

#define ANSWER(word, function, type, doc) AdminAnswer function;
#include "server/admin/admin_routes.def"

/* A table of the metrics, for the documentation. */
void admin_metrics_describe(Writer *out);
/* "1 d 2 h", "3 min 20 s" */
void admin_write_duration(Writer *out, uint64_t seconds);

#endif
