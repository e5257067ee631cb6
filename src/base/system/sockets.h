/* Sockets of programs that also run on Windows: pages of this machine, and players who connect
 * to a server. A server, which runs on Linux alone, uses the calls of POSIX.
 *
 * A socket is a small number, below 0 if there is none. None of them waits (EAGAIN), none is
 * inherited by other programs. Failures are as in files.h. */
#ifndef OISIN_BASE_SYSTEM_SOCKETS_H
#define OISIN_BASE_SYSTEM_SOCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- addresses ---- */

typedef struct SocketAddress {
    unsigned family; /* 4 or 6; 0: none */
    uint16_t port;
    uint32_t scope;    /* of a link-local IPv6 address; 0: none */
    uint8_t bytes[16]; /* 4 of IPv4, in the order in which they are written */
} SocketAddress;

enum { ADDRESS_TEXT_SIZE = 46, ADDRESSES_MAX = 32 };

/* Numeric, without a port. */
bool address_read(const char *text, SocketAddress *out);
void address_write(const SocketAddress *address, char out[ADDRESS_TEXT_SIZE]);
/* The addresses of a host, in the order in which they should be tried; at most ADDRESSES_MAX.
 * Waits for the network unless the host is numeric. 0: `why` says why there are none. */
size_t host_find(const char *host, unsigned port, SocketAddress out[ADDRESSES_MAX],
                 const char **why);

/* ---- listening ---- */

/* Listens at an address; -1 on failure. Port 0 is any free one; `bound` is the one that it got.
 * No other program can take the port over. */
int socket_listen(const SocketAddress *address, int backlog, unsigned *bound);

/* ---- a connection ---- */

/* Begins to connect; -1 on failure. It can be written to when that is over. */
int socket_connect(const SocketAddress *address);
/* Why it is not connected, as errno; 0: it is. */
int socket_failure(int socket);
/* Sends without delay, and keeps about so many unsent bytes, where the system can do that. */
void socket_tune(int socket, unsigned unsent);
/* How many bytes; 0: the other side sends no more; -1: failure. */
int64_t socket_receive(int socket, void *to, size_t size);
int64_t socket_send(int socket, const void *from, size_t size);
/* Nothing more will be sent. */
void socket_finish(int socket);
/* Whether the other side has closed it, or it is broken. */
bool socket_has_ended(int socket);
/* Ends it in both directions; it stays open until socket_close. */
void socket_end(int socket);
/* Keeps errno; below 0: no effect. */
void socket_close(int socket);

/* The text of an error of these functions. */
const char *socket_reason(int error);

/* ---- waiting for many ---- */

typedef struct Poller Poller;
enum { POLL_READ = 1, POLL_WRITE = 2 }; /* bits; errors count as both */

typedef struct PollerEvent {
    void *owner;
    unsigned what;
} PollerEvent;

/* NULL on failure. */
Poller *poller_new(void);
void poller_free(Poller *poller);
bool poller_add(Poller *poller, int socket, unsigned what, void *owner);
void poller_change(Poller *poller, int socket, unsigned what, void *owner);
/* Before the socket is closed. */
void poller_remove(Poller *poller, int socket);
/* Waits until at least one is ready, or `milliseconds` have passed; returns how many are. */
size_t poller_wait(Poller *poller, unsigned milliseconds, PollerEvent *out, size_t max);

/* A socket by which any thread wakes one that waits: after `wake_send` it can be read, until
 * wake_take, which returns whether it could. -1 on failure; socket_close ends it. */
int wake_new(void);
void wake_send(int wake);
bool wake_take(int wake);

#endif
