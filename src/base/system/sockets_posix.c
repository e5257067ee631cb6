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

/* ---- addresses ---- */

static socklen_t to_system(const SocketAddress *address, struct sockaddr_storage *out)
{
    struct sockaddr_in *four = (void *)out;
    struct sockaddr_in6 *six = (void *)out;
    *out = (struct sockaddr_storage){0};
    if (address->family == 4) {
        four->sin_family = AF_INET;
        four->sin_port = htons(address->port);
        memcpy(&four->sin_addr, address->bytes, sizeof four->sin_addr);
        return sizeof *four;
    }
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(address->port);
    six->sin6_scope_id = address->scope;
    memcpy(&six->sin6_addr, address->bytes, sizeof six->sin6_addr);
    return sizeof *six;
}

/* Family 0: neither IPv4 nor IPv6. */
static SocketAddress from_system(const struct sockaddr *from)
{
    const struct sockaddr_in *four = (const void *)from;
    const struct sockaddr_in6 *six = (const void *)from;
    SocketAddress out = {0};
    if (from->sa_family == AF_INET) {
        out = (SocketAddress){.family = 4, .port = ntohs(four->sin_port)};
        memcpy(out.bytes, &four->sin_addr, sizeof four->sin_addr);
    } else if (from->sa_family == AF_INET6) {
        out = (SocketAddress){
            .family = 6, .port = ntohs(six->sin6_port), .scope = six->sin6_scope_id};
        memcpy(out.bytes, &six->sin6_addr, sizeof six->sin6_addr);
    }
    return out;
}

bool address_read(const char *text, SocketAddress *out)
{
    *out = (SocketAddress){0};
    if (inet_pton(AF_INET, text, out->bytes) == 1)
        out->family = 4;
    else if (inet_pton(AF_INET6, text, out->bytes) == 1)
        out->family = 6;
    return out->family != 0;
}

void address_write(const SocketAddress *address, char out[ADDRESS_TEXT_SIZE])
{
    out[0] = 0;
    inet_ntop(address->family == 6 ? AF_INET6 : AF_INET, address->bytes, out,
              ADDRESS_TEXT_SIZE);
}

size_t host_find(const char *host, unsigned port, SocketAddress out[ADDRESSES_MAX],
                 const char **why)
{
    const struct addrinfo hints = {.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG,
                                   .ai_socktype = SOCK_STREAM};
    const struct addrinfo numeric = {.ai_flags = AI_NUMERICSERV | AI_NUMERICHOST,
                                     .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char service[8];
    size_t count = 0;
    snprintf(service, sizeof service, "%u", port & 0xFFFF);
    int error = getaddrinfo(host, service, &numeric, &found);
    if (error)
        error = getaddrinfo(host, service, &hints, &found);
    *why = error ? gai_strerror(error) : "it has no address";
    for (const struct addrinfo *one = error ? NULL : found; one && count < ADDRESSES_MAX;
         one = one->ai_next) {
        out[count] = from_system(one->ai_addr);
        count += out[count].family != 0;
    }
    if (!error)
        freeaddrinfo(found);
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
