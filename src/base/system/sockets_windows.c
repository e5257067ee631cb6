/* Sockets on Windows. Their handles are above those of files, but 32 bits are enough for them
 * (the system promises that for all handles). */
#include "base/system/sockets.h"

#include "base/system/windows_internal.h"

#include <winsock2.h>
#include <ws2tcpip.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- failures ---- */

/* Those that callers distinguish or users meet; the C library has no texts for them. */
static const struct {
    int reason, error;
    const char *text;
} reasons[] = {
    {WSAEWOULDBLOCK, EAGAIN, "it would have to wait"},
    {WSAEINTR, EINTR, "it was interrupted"},
    {WSAEINPROGRESS, EINPROGRESS, "it is under way"},
    {WSAEADDRINUSE, EADDRINUSE, "Address already in use"},
    {WSAEADDRNOTAVAIL, EADDRNOTAVAIL, "Cannot assign requested address"},
    {WSAEACCES, EACCES, "Permission denied"},
    {WSAECONNREFUSED, ECONNREFUSED, "Connection refused"},
    {WSAECONNRESET, ECONNRESET, "Connection reset by peer"},
    {WSAECONNABORTED, ECONNABORTED, "Connection aborted"},
    {WSAETIMEDOUT, ETIMEDOUT, "Connection timed out"},
    {WSAEHOSTUNREACH, EHOSTUNREACH, "No route to host"},
    {WSAENETUNREACH, ENETUNREACH, "Network is unreachable"},
    {WSAENETDOWN, ENETDOWN, "Network is down"},
    {WSAENOTCONN, ENOTCONN, "Not connected"},
    {WSAEMFILE, EMFILE, "Too many open files"},
    {WSAEINVAL, EINVAL, "Invalid argument"},
    {WSAENOBUFS, ENOBUFS, "No space for network data"},
    {WSAEAFNOSUPPORT, EAFNOSUPPORT, "Address family not supported"},
};

static int errno_of(int reason)
{
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].reason == reason)
            return reasons[i].error;
    return EIO;
}

const char *socket_reason(int error)
{
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].error == error)
            return reasons[i].text;
    return strerror(error);
}

static const char *reason_of_name(int reason)
{
    return reason == WSAHOST_NOT_FOUND ? "Name or service not known"
           : reason == WSATRY_AGAIN    ? "Temporary failure in name resolution"
           : reason == WSANO_DATA      ? "The name has no address"
                                       : "its address cannot be asked for";
}

/* -1, with errno. */
static int fail_socket(void)
{
    errno = errno_of(WSAGetLastError());
    return -1;
}

/* The library of sockets is started with the first one, and never ended. */
static BOOL CALLBACK start_library(INIT_ONCE *once, void *context, void **unused)
{
    (void)once, (void)context, (void)unused;
    WSADATA data;
    return WSAStartup(MAKEWORD(2, 2), &data) == 0;
}

bool sockets_start(void)
{
    static INIT_ONCE once = INIT_ONCE_STATIC_INIT;
    if (InitOnceExecuteOnce(&once, start_library, NULL, NULL))
        return true;
    errno = ENOSYS;
    return false;
}

static int new_socket(int family)
{
    u_long yes = 1;
    if (!sockets_start())
        return -1;
    const SOCKET made = WSASocketW(family, SOCK_STREAM, IPPROTO_TCP, NULL, 0,
                                   WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    if (made == INVALID_SOCKET)
        return fail_socket();
    if (ioctlsocket(made, FIONBIO, &yes) == 0)
        return (int)made;
    fail_socket();
    socket_close((int)made);
    return -1;
}

/* ---- addresses ---- */

static int to_system(const SocketAddress *address, struct sockaddr_storage *out)
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
    inet_ntop(address->family == 6 ? AF_INET6 : AF_INET, (void *)(uintptr_t)address->bytes, out,
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
    if (!sockets_start()) {
        *why = "the system has no network";
        return 0;
    }
    int error = getaddrinfo(host, service, &numeric, &found);
    if (error)
        error = getaddrinfo(host, service, &hints, &found);
    *why = error ? reason_of_name(error) : "it has no address";
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

/* Windows lets a program bind a port that another one has, unless it is exclusive; ports of
 * connections that have not ended can be bound nevertheless. */
int socket_listen(const SocketAddress *address, int backlog, unsigned *bound)
{
    const BOOL yes = TRUE;
    struct sockaddr_storage at;
    int size = to_system(address, &at);
    const int listener = new_socket(at.ss_family);
    if (listener < 0)
        return -1;
    if (setsockopt((SOCKET)listener, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&yes,
                   sizeof yes) != 0 ||
        bind((SOCKET)listener, (struct sockaddr *)&at, size) != 0 ||
        listen((SOCKET)listener, backlog) != 0 ||
        getsockname((SOCKET)listener, (struct sockaddr *)&at, &size) != 0) {
        fail_socket();
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
    const int size = to_system(address, &at), made = new_socket(at.ss_family);
    if (made < 0 || connect((SOCKET)made, (struct sockaddr *)&at, size) == 0 ||
        WSAGetLastError() == WSAEWOULDBLOCK)
        return made;
    fail_socket();
    socket_close(made);
    return -1;
}

int socket_failure(int socket)
{
    int error = 0, size = sizeof error;
    getsockopt((SOCKET)socket, SOL_SOCKET, SO_ERROR, (char *)&error, &size);
    return error ? errno_of(error) : 0;
}

/* There is no limit of unsent bytes. */
void socket_tune(int socket, unsigned unsent)
{
    const BOOL yes = TRUE;
    (void)unsent;
    setsockopt((SOCKET)socket, IPPROTO_TCP, TCP_NODELAY, (const char *)&yes, sizeof yes);
}

static int at_once(size_t size) { return size < INT_MAX ? (int)size : INT_MAX; }

int64_t socket_receive(int socket, void *to, size_t size)
{
    const int count = recv((SOCKET)socket, to, at_once(size), 0);
    return count < 0 ? fail_socket() : count;
}

int64_t socket_send(int socket, const void *from, size_t size)
{
    const int count = send((SOCKET)socket, from, at_once(size), 0);
    return count < 0 ? fail_socket() : count;
}

void socket_finish(int socket) { shutdown((SOCKET)socket, SD_SEND); }

/* Nothing tells of an end but a read of nothing: bytes that were not read yet hide it. */
bool socket_has_ended(int socket)
{
    char byte;
    const int count = recv((SOCKET)socket, &byte, 1, MSG_PEEK);
    return count == 0 || (count < 0 && WSAGetLastError() != WSAEWOULDBLOCK);
}

void socket_end(int socket) { shutdown((SOCKET)socket, SD_BOTH); }

void socket_close(int socket)
{
    const int error = errno;
    if (socket >= 0)
        closesocket((SOCKET)socket);
    errno = error;
}
