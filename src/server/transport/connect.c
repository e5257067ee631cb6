/* Outgoing connections: a thread looks up the name (name_lookup.c), then the addresses are
 * tried one after the other, each with a timeout that includes the TLS handshake. After the
 * handshake, the certificate is checked (wire_pin.c). */
#include "server/transport/wire_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TRY = 4000 /* ms for each address, TLS included */ };

static void try_next(WireConnection *connection);

static void given_up(void *context)
{
    WireConnection *connection = context;
    if (connection->ssl) {
        wire_connection_end(connection, WIRE_BROKEN, "the server does not answer");
        return;
    }
    loop_remove(connection->watch);
    connection->watch = NULL;
    close(connection->descriptor);
    connection->descriptor = -1;
    errno = ETIMEDOUT;
    try_next(connection);
}

static void connected(void *context, unsigned what)
{
    (void)what;
    WireConnection *connection = context;
    int error = 0;
    socklen_t size = sizeof error;
    const int descriptor = connection->descriptor;
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
    loop_remove(connection->watch);
    connection->watch = NULL;
    if (!error) {
        wire_connection_start(connection, descriptor);
        return;
    }
    close(descriptor);
    connection->descriptor = -1;
    errno = error;
    try_next(connection);
}

/* `errno` has the error of the previous address. */
static void try_next(WireConnection *connection)
{
    Dial *dial = connection->dial;
    Report silent = report_to(NULL, NULL);
    for (; dial->next; dial->next = dial->next->ai_next) {
        const int descriptor =
            socket(dial->next->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (descriptor < 0)
            continue;
        if (connect(descriptor, dial->next->ai_addr, dial->next->ai_addrlen) == 0 ||
            errno == EINPROGRESS) {
            connection->descriptor = descriptor;
            connection->watch = loop_watch(connection->loop, descriptor, LOOP_WRITE, connected,
                                           connection, &silent);
            if (!connection->watch)
                break;
            connection->timer = (LoopTimer){.function = given_up, .context = connection};
            loop_timer_set(connection->loop, &connection->timer,
                           loop_now(connection->loop) + TRY);
            dial->next = dial->next->ai_next;
            return;
        }
        const int error = errno;
        close(descriptor);
        errno = error;
    }
    wire_connection_end(connection, WIRE_BROKEN, "cannot connect to %s, port %s: %s",
                        dial->host, dial->service, strerror(errno));
}

static void try_found(WireConnection *connection, int error, struct addrinfo *found)
{
    Dial *dial = connection->dial;
    if (error) {
        wire_connection_end(connection, WIRE_BROKEN, "cannot find %s: %s", dial->host,
                            gai_strerror(error));
        return;
    }
    dial->found = dial->next = found;
    errno = EADDRNOTAVAIL;
    try_next(connection);
}

static bool is_number(const char *host)
{
    struct addrinfo *found = NULL;
    const struct addrinfo numeric = {.ai_flags = AI_NUMERICHOST};
    const bool is = getaddrinfo(host, NULL, &numeric, &found) == 0;
    if (found)
        freeaddrinfo(found);
    return is;
}

static bool dial_new(WireConnection *connection, Text host, unsigned port, const uint8_t *pin)
{
    Dial *dial = calloc(1, sizeof *dial);
    connection->dial = dial;
    if (!dial || !host.size || host.size >= sizeof dial->host || memchr(host.at, 0, host.size))
        return false;
    memcpy(dial->host, host.at, host.size);
    snprintf(dial->service, sizeof dial->service, "%u", port & 0xFFFF);
    dial->pinned = pin != NULL;
    if (pin)
        memcpy(dial->pin, pin, PIN_SIZE);
    return true;
}

WireConnection *wire_connect(Loop *loop, Wire *wire, Text host, unsigned port,
                             const uint8_t *pin, const WireHandlers *handlers, void *context)
{
    WireConnection *connection = wire_connection_new(loop, wire, handlers, context);
    if (!connection)
        abort();
    if (!dial_new(connection, host, port, pin)) {
        wire_connection_end(connection, WIRE_BROKEN, "invalid host name");
        return connection;
    }
    if (wire->web)
        wire_socket_prepare(connection);
    if (is_number(connection->dial->host)) {
        struct addrinfo *found = NULL;
        const int error =
            getaddrinfo(connection->dial->host, connection->dial->service, &dial_hints, &found);
        try_found(connection, error, found);
    } else if (!lookup_start(connection, try_found)) {
        wire_connection_end(connection, WIRE_BROKEN, "out of memory");
    }
    return connection;
}
