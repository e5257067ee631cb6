/* A connection after its socket is connected; both ends use it. `ready` is the loop's
 * callback: it continues the handshake, sends queued bytes, and receives. With a WebSocket,
 * received bytes go through wire_socket_read.c. */
#include "server/transport/wire_internal.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>

enum { READ_SIZE = 16 << 10 };

/* ---- receiving ---- */

/* Returns 1 if it has read something. */
static int get(WireConnection *connection, uint8_t *out, size_t size, size_t *count)
{
    errno = 0;
    if (connection->ssl) {
        ERR_clear_error();
        return SSL_read_ex(connection->ssl, out, size, count);
    }
    const int64_t received = socket_receive(connection->descriptor, out, size);
    *count = received > 0 ? (size_t)received : 0;
    return received > 0;
}

/* Closing a socket with unread bytes discards sent data. A connection that is finishing
 * therefore reads and drops bytes, once per turn, since a peer may send without end. */
static void drain(WireConnection *connection)
{
    uint8_t bytes[READ_SIZE];
    errno = 0;
    const int64_t count = socket_receive(connection->descriptor, bytes, sizeof bytes);
    if (count > 0)
        return;
    if (count == 0 || (errno != EAGAIN && errno != EINTR))
        wire_connection_end(connection, WIRE_FINISHED, "%s", "");
}

/* Whether TLS has read more from the socket than it has returned. */
static bool has_pending(const WireConnection *connection)
{
    return connection->ssl && SSL_has_pending(connection->ssl);
}

/* Reads one record per turn, so that a busy sender does not block others; except for records
 * that TLS has already read from the socket. */
static void receive(WireConnection *connection)
{
    uint8_t bytes[READ_SIZE];
    do {
        size_t count = 0;
        const int result = get(connection, bytes, sizeof bytes, &count);
        if (result != 1) {
            const unsigned what = wire_wanted(connection, result, false);
            if (what & LOOP_WRITE)
                loop_watch_change(connection->watch, what);
            return;
        }
        if (connection->socket)
            wire_socket_receive(connection, bytes, count);
        else
            connection->handlers->on_bytes(connection->context, (Bytes){bytes, count});
    } while (!connection->ended && !connection->finishing && has_pending(connection));
}

static bool has_shaken_hands(WireConnection *connection)
{
    if (!connection->ssl)
        return true;
    ERR_clear_error();
    errno = 0;
    const int result = SSL_do_handshake(connection->ssl);
    if (result == 1)
        return true;
    const unsigned what = wire_wanted(connection, result, true);
    if (what)
        loop_watch_change(connection->watch, what);
    return false;
}

/* Returns false if the connection is not open afterwards. */
static bool start(WireConnection *connection)
{
    if (!has_shaken_hands(connection))
        return false;
    gate_leave(connection);
    loop_watch_change(connection->watch, LOOP_READ);
    if (connection->dial && !dial_check(connection))
        return false;
    connection->established = true;
    if (connection->wire->web) {
        wire_socket_ask(connection); /* the answer opens it */
        return !connection->ended;
    }
    return wire_connection_open(connection);
}

static void ready(void *context, unsigned what)
{
    WireConnection *connection = context;
    if (!connection->established) {
        if (!start(connection))
            return;
        what |= has_pending(connection) ? LOOP_READ : 0;
    } else if (what & LOOP_WRITE && connection->queue_size) {
        wire_flush(connection);
    } else if (what & LOOP_WRITE) { /* TLS has protocol data to send */
        loop_watch_change(connection->watch, LOOP_READ);
        what |= LOOP_READ;
    }
    if (connection->ended || !(what & LOOP_READ))
        return;
    if (connection->finishing)
        drain(connection);
    else
        receive(connection);
}

/* ---- start ---- */

WireConnection *wire_connection_new(Loop *loop, Wire *wire, const WireHandlers *handlers,
                                    void *context)
{
    WireConnection *connection = calloc(1, sizeof *connection);
    if (connection)
        *connection = (WireConnection){.loop = loop,
                                       .wire = wire,
                                       .handlers = handlers,
                                       .context = context,
                                       .descriptor = -1};
    return connection;
}

void wire_connection_start(WireConnection *connection, int descriptor)
{
    socket_tune(descriptor, WIRE_UNSENT_MAX);
    connection->descriptor = descriptor;
    const bool plain = !connection->wire->context;
    connection->ssl = plain ? NULL : SSL_new(connection->wire->context);
    BIO *bio = connection->ssl ? BIO_new(connection->wire->socket) : NULL;
    Report silent = report_to(NULL, NULL);
    if (bio || plain)
        connection->watch =
            loop_watch(connection->loop, descriptor, LOOP_READ, ready, connection, &silent);
    if (!connection->watch) {
        BIO_free(bio);
        wire_connection_end(connection, WIRE_BROKEN, "out of memory");
        return;
    }
    if (plain)
        return; /* the client sends first */
    BIO_set_data(bio, connection);
    SSL_set_msg_callback_arg(connection->ssl, connection);
    BIO_set_init(bio, 1);
    SSL_set_bio(connection->ssl, bio, bio);
    if (connection->wire->server) {
        SSL_set_accept_state(connection->ssl);
        return; /* the client sends first */
    }
    SSL_set_connect_state(connection->ssl);
    /* On a busy machine the server has answered already: then send waiting bytes. */
    ready(connection, 0);
}
