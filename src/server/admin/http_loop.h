/* An HTTP server in a loop: what the admin interface and the health interface share. */
#ifndef OISIN_SERVER_HTTP_LOOP_H
#define OISIN_SERVER_HTTP_LOOP_H

#include "server/http/http_server.h"
#include "server/transport/loop.h"

typedef struct HttpLoop {
    Loop *loop;
    HttpServer *server;
    LoopWatch *watch;
    LoopTimer timer;
} HttpLoop;

/* Runs the server in the loop from now on. On failure, returns false and reports an error; call
 * http_loop_end also then. */
bool http_loop_begin(HttpLoop *http, Loop *loop, HttpServer *server, Report *report);
/* Frees the server, which closes all connections. */
void http_loop_end(HttpLoop *http);

#endif
