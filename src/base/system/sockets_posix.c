/* Sockets on POSIX systems. */
#include "base/system/sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/system/socket_addresses.h"

/* ---- addresses ---- */

size_t host_find(const char *host, unsigned port, SocketAddress out[ADDRESSES_MAX],
                 const char **why)
{
    size_t count = 0;
    const int error = look_up(host, port, out, &count);
    *why = error ? gai_strerror(error) : "it has no address";
    return count;
}

/* ---- listening ---- */

/* Connections that were open a moment ago may not have ended. */
int socket_listen(const SocketAddress *address, int backlog, unsigned *bound)
{
    const int yes = 1;
    struct sockaddr_storage at;
    socklen_t size = to_system(address, &at);
    const int listener = socket(at.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) < 0 ||
        bind(listener, (struct sockaddr *)&at, size) < 0 || listen(listener, backlog) < 0 ||
        getsockname(listener, (struct sockaddr *)&at, &size) < 0) {
        socket_close(listener);
        return -1;
    }
    *bound = from_system((struct sockaddr *)&at).port;
    return listener;
}

/* ---- a connection ---- */

int socket_connect(const SocketAddress *address)
{
    struct sockaddr_storage at;
    const socklen_t size = to_system(address, &at);
    const int made = socket(at.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0 || connect(made, (struct sockaddr *)&at, size) == 0 || errno == EINPROGRESS)
        return made;
    socket_close(made);
    return -1;
}

int socket_failure(int socket)
{
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

void socket_tune(int socket, unsigned unsent)
{
    const int yes = 1, most = (int)unsent;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &most, sizeof most);
}

int64_t socket_receive(int socket, void *to, size_t size) { return recv(socket, to, size, 0); }

int64_t socket_send(int socket, const void *from, size_t size)
{
    return send(socket, from, size, MSG_NOSIGNAL);
}

void socket_finish(int socket) { shutdown(socket, SHUT_WR); }

bool socket_has_ended(int socket)
{
    struct pollfd peer = {.fd = socket, .events = POLLRDHUP};
    return poll(&peer, 1, 0) > 0 && (peer.revents & (POLLRDHUP | POLLHUP | POLLERR));
}

void socket_end(int socket) { shutdown(socket, SHUT_RDWR); }

void socket_close(int socket)
{
    const int error = errno;
    if (socket >= 0)
        close(socket);
    errno = error;
}

const char *socket_reason(int error) { return strerror(error); }
