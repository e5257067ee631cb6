/* libmicrohttpd in a loop: what the admin interface and the health interface share. */
#ifndef OISIN_SERVER_HTTP_LOOP_H
#define OISIN_SERVER_HTTP_LOOP_H

#include "server/transport/loop.h"

#include <sys/socket.h>

struct MHD_Daemon;

typedef struct HttpLoop {
    Loop *loop;
    struct MHD_Daemon *daemon; /* uses epoll */
    LoopWatch *watch;
    LoopTimer timer;
} HttpLoop;

/* A listening socket at a numeric address, port 0: any free one; `*bound` is its address. On
 * failure, returns -1, and `*why` describes it. */
int http_listen(const char *address, unsigned port, int backlog, struct sockaddr_storage *bound,
                const char **why);
/* Runs the daemon in the loop from now on, in place of an earlier one, which the caller stops.
 * On failure, returns false, reports an error and keeps the earlier one. */
bool http_loop_set(HttpLoop *http, struct MHD_Daemon *daemon, Report *report);
/* Stops the daemon and closes all connections. */
void http_loop_end(HttpLoop *http);

#endif
