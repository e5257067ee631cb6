/* Runs libmicrohttpd in our loop: its epoll descriptor is watched, and a timer covers what
 * epoll does not report. */
#include "server/admin/http_loop.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdio.h>
#include <unistd.h>

int http_listen(const char *address, unsigned port, int backlog, struct sockaddr_storage *bound,
                const char **why)
{
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (getaddrinfo(address, service, &hints, &found)) {
        *why = "that is not an IPv4 or IPv6 address";
        return -1;
    }
    const int yes = 1;
    socklen_t size = sizeof *bound;
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0 ||
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) < 0 ||
        bind(descriptor, found->ai_addr, found->ai_addrlen) < 0 ||
        listen(descriptor, backlog) < 0 ||
        getsockname(descriptor, (struct sockaddr *)bound, &size) < 0) {
        *why = strerror(errno);
        if (descriptor >= 0)
            close(descriptor);
        descriptor = -1;
    }
    freeaddrinfo(found);
    return descriptor;
}

static unsigned connections_of(const HttpLoop *http)
{
    return MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS)
        ->num_connections;
}

/* Two cases are invisible to epoll: data that TLS has already read from a socket (then the
 * wait is 0), and the end of the limit ADMIN_CONNECTIONS: MHD stops watching the listening
 * socket, and watches it again only in the next run after a connection is closed. */
static void run(void *context)
{
    HttpLoop *http = context;
    MHD_UNSIGNED_LONG_LONG wait = 0;
    const unsigned before = connections_of(http);
    MHD_run(http->daemon);
    if (connections_of(http) < before)
        loop_timer_set(http->loop, &http->timer, loop_now(http->loop));
    else if (MHD_get_timeout(http->daemon, &wait) == MHD_YES)
        loop_timer_set(http->loop, &http->timer, loop_now(http->loop) + wait);
    else
        loop_timer_clear(http->loop, &http->timer);
}

static void ready(void *context, unsigned what)
{
    (void)what;
    run(context);
}

bool http_loop_set(HttpLoop *http, struct MHD_Daemon *daemon, Report *report)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    LoopWatch *watch = loop_watch(http->loop, info->epoll_fd, LOOP_READ, ready, http, report);
    if (!watch)
        return false;
    loop_remove(http->watch);
    http->watch = watch;
    http->daemon = daemon;
    http->timer = (LoopTimer){.function = run, .context = http};
    loop_timer_set(http->loop, &http->timer, loop_now(http->loop));
    return true;
}

void http_loop_end(HttpLoop *http)
{
    loop_timer_clear(http->loop, &http->timer);
    loop_remove(http->watch);
    if (http->daemon)
        MHD_stop_daemon(http->daemon);
    http->watch = NULL;
    http->daemon = NULL;
}
