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

#include "base/system/socket_addresses.h"

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

size_t host_find(const char *host, unsigned port, SocketAddress out[ADDRESSES_MAX],
                 const char **why)
{
    size_t count = 0;
    if (!sockets_start()) {
        *why = "the system has no network";
        return 0;
    }
    const int error = look_up(host, port, out, &count);
    *why = error ? reason_of_name(error) : "it has no address";
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
