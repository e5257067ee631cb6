/* Waiting for many sockets on Linux: epoll, and eventfds for wake-ups. */
#include "base/system/sockets.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* ---- many sockets ---- */

struct Poller {
    int epoll;
};

static uint32_t bits_of(unsigned what)
{
    return (what & POLL_READ ? (uint32_t)EPOLLIN : 0) |
           (what & POLL_WRITE ? (uint32_t)EPOLLOUT : 0);
}

static bool control(const Poller *poller, int how, int socket, unsigned what, void *owner)
{
    struct epoll_event event = {.events = bits_of(what), .data = {.ptr = owner}};
    return epoll_ctl(poller->epoll, how, socket, &event) == 0;
}

Poller *poller_new(void)
{
    Poller *poller = malloc(sizeof *poller);
    if (!poller)
        return NULL;
    poller->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (poller->epoll >= 0)
        return poller;
    free(poller);
    return NULL;
}

void poller_free(Poller *poller)
{
    if (poller)
        close(poller->epoll);
    free(poller);
}

bool poller_add(Poller *poller, int socket, unsigned what, void *owner)
{
    return control(poller, EPOLL_CTL_ADD, socket, what, owner);
}

void poller_change(Poller *poller, int socket, unsigned what, void *owner)
{
    control(poller, EPOLL_CTL_MOD, socket, what, owner);
}

void poller_remove(Poller *poller, int socket)
{
    control(poller, EPOLL_CTL_DEL, socket, 0, NULL);
}

size_t poller_wait(Poller *poller, unsigned milliseconds, PollerEvent *out, size_t max)
{
    enum { EVENTS = 256 };
    struct epoll_event events[EVENTS];
    const int count =
        epoll_wait(poller->epoll, events, max < EVENTS ? (int)max : EVENTS, (int)milliseconds);
    for (int i = 0; i < count; i++) {
        const uint32_t bits = events[i].events;
        out[i] = (PollerEvent){events[i].data.ptr,
                               (bits & (uint32_t)EPOLLIN ? POLL_READ : 0) |
                                   (bits & (uint32_t)EPOLLOUT ? POLL_WRITE : 0) |
                                   (bits & (uint32_t)(EPOLLERR | EPOLLHUP) ? 3u : 0)};
    }
    return count > 0 ? (size_t)count : 0;
}

/* ---- wake-ups ---- */

int wake_new(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void wake_send(int wake)
{
    const uint64_t one = 1;
    /* Fails only when many wake-ups are pending, which is sufficient. */
    if (write(wake, &one, sizeof one) < 0)
        return;
}

bool wake_take(int wake)
{
    uint64_t calls;
    return read(wake, &calls, sizeof calls) == sizeof calls;
}
