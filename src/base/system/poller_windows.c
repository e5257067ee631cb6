/* Waiting for many sockets on Windows: WSAPoll, and a socket that is connected with itself for
 * wake-ups. It asks all sockets each time: a player has one or two. Before version 2004 of
 * Windows 10, WSAPoll does not report that connecting has failed: callers limit its time. */
#include "base/system/sockets.h"

#include "base/system/windows_internal.h"

#include <winsock2.h>
#include <ws2tcpip.h>

#include <errno.h>
#include <stdlib.h>

/* ---- many sockets ---- */

struct Poller {
    WSAPOLLFD *items;
    void **owners;
    size_t count, capacity;
};

static short bits_of(unsigned what)
{
    return (short)((what & POLL_READ ? POLLRDNORM : 0) | (what & POLL_WRITE ? POLLWRNORM : 0));
}

Poller *poller_new(void) { return calloc(1, sizeof(Poller)); }

void poller_free(Poller *poller)
{
    if (!poller)
        return;
    free(poller->items);
    free(poller->owners);
    free(poller);
}

static bool make_space(Poller *poller)
{
    if (poller->count < poller->capacity)
        return true;
    const size_t capacity = poller->capacity ? 2 * poller->capacity : 8;
    WSAPOLLFD *items = realloc(poller->items, capacity * sizeof *items);
    if (items)
        poller->items = items;
    void **owners = items ? realloc(poller->owners, capacity * sizeof *owners) : NULL;
    if (!owners)
        return false;
    poller->owners = owners;
    poller->capacity = capacity;
    return true;
}

bool poller_add(Poller *poller, int socket, unsigned what, void *owner)
{
    if (!make_space(poller))
        return false;
    poller->items[poller->count] = (WSAPOLLFD){.fd = (SOCKET)socket, .events = bits_of(what)};
    poller->owners[poller->count++] = owner;
    return true;
}

/* `count` if there is none. */
static size_t find(const Poller *poller, int socket)
{
    size_t i = 0;
    while (i < poller->count && poller->items[i].fd != (SOCKET)socket)
        i++;
    return i;
}

void poller_change(Poller *poller, int socket, unsigned what, void *owner)
{
    const size_t at = find(poller, socket);
    if (at == poller->count)
        return;
    poller->items[at].events = bits_of(what);
    poller->owners[at] = owner;
}

void poller_remove(Poller *poller, int socket)
{
    const size_t at = find(poller, socket);
    if (at == poller->count)
        return;
    poller->count--;
    for (size_t i = at; i < poller->count; i++) {
        poller->items[i] = poller->items[i + 1];
        poller->owners[i] = poller->owners[i + 1];
    }
}

size_t poller_wait(Poller *poller, unsigned milliseconds, PollerEvent *out, size_t max)
{
    size_t count = 0;
    if (!poller->count) { /* an error of WSAPoll */
        Sleep(milliseconds);
        return 0;
    }
    if (WSAPoll(poller->items, (ULONG)poller->count, (int)milliseconds) <= 0)
        return 0;
    for (size_t i = 0; i < poller->count && count < max; i++) {
        const short bits = poller->items[i].revents;
        const unsigned what = (bits & POLLRDNORM ? POLL_READ : 0) |
                              (bits & POLLWRNORM ? POLL_WRITE : 0) |
                              (bits & (POLLERR | POLLHUP | POLLNVAL) ? 3u : 0);
        if (what)
            out[count++] = (PollerEvent){poller->owners[i], what};
    }
    return count;
}

/* ---- wake-ups ---- */

/* A datagram socket of this machine that sends to itself. */
int wake_new(void)
{
    u_long yes = 1;
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int size = sizeof at;
    if (!sockets_start())
        return -1;
    const SOCKET made = WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, NULL, 0,
                                   WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    if (made == INVALID_SOCKET)
        return -1;
    if (bind(made, (struct sockaddr *)&at, size) == 0 &&
        getsockname(made, (struct sockaddr *)&at, &size) == 0 &&
        connect(made, (struct sockaddr *)&at, size) == 0 &&
        ioctlsocket(made, FIONBIO, &yes) == 0)
        return (int)made;
    socket_close((int)made);
    return -1;
}

void wake_send(int wake) { socket_send(wake, "", 1); }

/* All that were sent are one. */
bool wake_take(int wake)
{
    char byte;
    bool taken = false;
    while (socket_receive(wake, &byte, sizeof byte) > 0)
        taken = true;
    return taken;
}
