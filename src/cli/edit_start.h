/* The page with which `oisin edit` begins when it is given nothing: the user's projects in
 * ~/TirNanoG, and templates for a new one. */
#ifndef OISIN_CLI_EDIT_START_H
#define OISIN_CLI_EDIT_START_H

#include "base/report.h"
#include "server/http/http_server.h"

typedef struct EditStart {
    const char *home;   /* where projects are; it need not exist */
    const char *pages;  /* the folder of the page; NULL: not installed */
    const char *chosen; /* the project that was chosen or made; NULL: none yet */
    Arena *arena;       /* of `chosen` */
} EditStart;

EditStart edit_start(Arena *arena);
/* For an HttpHandler. */
void edit_start_answer(void *start, const HttpRequest *request, HttpAnswer *answer,
                       Arena *arena);

#endif
