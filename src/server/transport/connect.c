/* Outgoing connections: a thread looks up the name (name_lookup.c), then the addresses are
 * tried one after the other, each with a timeout that includes the TLS handshake. After the
 * handshake, the certificate is checked (wire_pin.c). */
#include "server/transport/wire_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

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
    socket_close(connection->descriptor);
    connection->descriptor = -1;
    errno = ETIMEDOUT;
    try_next(connection);
}

static void connected(void *context, unsigned what)
{
    (void)what;
    WireConnection *connection = context;
    const int descriptor = connection->descriptor, error = socket_failure(descriptor);
    loop_remove(connection->watch);
    connection->watch = NULL;
    if (!error) {
        wire_connection_start(connection, descriptor);
        return;
    }
    socket_close(descriptor);
    connection->descriptor = -1;
    errno = error;
    try_next(connection);
}

/* `errno` has the error of the previous address. */
static void try_next(WireConnection *connection)
{
    Dial *dial = connection->dial;
    Report silent = report_to(NULL, NULL);
    while (dial->next < dial->found_count) {
        const int descriptor = socket_connect(&dial->found[dial->next++]);
        if (descriptor < 0)
            continue;
        connection->descriptor = descriptor;
        connection->watch = loop_watch(connection->loop, descriptor, LOOP_WRITE, connected,
                                       connection, &silent);
        if (!connection->watch)
            break;
        connection->timer = (LoopTimer){.function = given_up, .context = connection};
        loop_timer_set(connection->loop, &connection->timer, loop_now(connection->loop) + TRY);
        return;
    }
    wire_connection_end(connection, WIRE_BROKEN, "cannot connect to %s, port %u: %s",
                        dial->host, dial->port, socket_reason(errno));
}

static void try_found(WireConnection *connection, const SocketAddress *found, size_t count,
                      const char *why)
{
    Dial *dial = connection->dial;
    if (!count) {
        wire_connection_end(connection, WIRE_BROKEN, "cannot find %s: %s", dial->host, why);
        return;
    }
    dial->found = malloc(count * sizeof *found);
    if (!dial->found) {
        wire_connection_end(connection, WIRE_BROKEN, "out of memory");
        return;
    }
    memcpy(dial->found, found, count * sizeof *found);
    dial->found_count = count;
    errno = EADDRNOTAVAIL;
    try_next(connection);
}

static bool dial_new(WireConnection *connection, Text host, unsigned port, const uint8_t *pin)
{
    Dial *dial = calloc(1, sizeof *dial);
    connection->dial = dial;
    if (!dial || !host.size || host.size >= sizeof dial->host || memchr(host.at, 0, host.size))
        return false;
    memcpy(dial->host, host.at, host.size);
    dial->port = port & 0xFFFF;
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
    SocketAddress numeric;
    if (address_read(connection->dial->host, &numeric)) {
        numeric.port = (uint16_t)connection->dial->port;
        try_found(connection, &numeric, 1, NULL);
    } else if (!lookup_start(connection, try_found)) {
        wire_connection_end(connection, WIRE_BROKEN, "out of memory");
    }
    return connection;
}
