/* Sending bytes, and the queue of those that cannot be sent at once. */
#include "server/transport/wire_internal.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>

/* As `wanted`, without TLS. */
static unsigned wanted_plain(WireConnection *connection, bool writes)
{
    if (errno == EAGAIN || errno == EINTR)
        return LOOP_READ | (writes ? LOOP_WRITE : 0);
    if (errno)
        wire_connection_end(connection, WIRE_BROKEN, "the connection broke: %s",
                            socket_reason(errno));
    else
        wire_connection_end(connection, WIRE_FINISHED, "%s", "");
    return 0;
}

unsigned wire_wanted(WireConnection *connection, int result, bool writes)
{
    if (!connection->ssl)
        return wanted_plain(connection, writes);
    const int error = SSL_get_error(connection->ssl, result);
    if (error == SSL_ERROR_WANT_READ)
        return LOOP_READ;
    if (error == SSL_ERROR_WANT_WRITE)
        return LOOP_READ | LOOP_WRITE;
    if (error == SSL_ERROR_ZERO_RETURN)
        wire_connection_end(connection, WIRE_FINISHED, "%s", "");
    else if (connection->keys > TLS_KEYS_MAX)
        wire_connection_end(connection, WIRE_REFUSED, "TLS failed: too many key updates");
    else if (error == SSL_ERROR_SYSCALL && errno)
        wire_connection_end(connection, WIRE_BROKEN, "the connection broke: %s",
                            socket_reason(errno));
    else if (error == SSL_ERROR_SYSCALL)
        wire_connection_end(connection, WIRE_BROKEN,
                            "the other side has closed the connection");
    else
        wire_connection_end(connection, WIRE_REFUSED, "TLS failed: %s", tls_complaint());
    return 0;
}

/* Returns 1 if it has written something. */
static int put(WireConnection *connection, Bytes bytes, size_t *count)
{
    errno = 0;
    if (connection->ssl) {
        ERR_clear_error();
        return SSL_write_ex(connection->ssl, bytes.data, bytes.size, count);
    }
    const int64_t sent = socket_send(connection->descriptor, bytes.data, bytes.size);
    *count = sent > 0 ? (size_t)sent : 0;
    return sent > 0;
}

size_t wire_send_now(WireConnection *connection, Bytes bytes)
{
    size_t sent = 0;
    while (sent < bytes.size && !connection->ended) {
        size_t count = 0;
        const int result = put(connection, bytes_slice(bytes, sent, bytes.size - sent), &count);
        if (result == 1) {
            sent += count;
        } else {
            const unsigned what = wire_wanted(connection, result, true);
            if (what)
                loop_watch_change(connection->watch, what);
            break;
        }
    }
    return sent;
}

static uint8_t *queue_take(Wire *wire)
{
    struct SpareQueue *spare = wire->spares;
    if (!spare)
        return malloc(WIRE_QUEUE_MIN);
    wire->spares = spare->next;
    wire->spare_count--;
    return (uint8_t *)spare;
}

static bool queue_grow(WireConnection *connection, size_t size)
{
    size_t capacity = connection->queue_capacity ? connection->queue_capacity : WIRE_QUEUE_MIN;
    while (capacity < size)
        capacity *= 2;
    uint8_t *grown = !connection->queue && capacity == WIRE_QUEUE_MIN
                         ? queue_take(connection->wire)
                         : realloc(connection->queue, capacity);
    if (!grown)
        return false;
    connection->queue = grown;
    connection->queue_capacity = capacity;
    return true;
}

bool wire_keep(WireConnection *connection, Bytes bytes)
{
    const size_t size = connection->queue_size + bytes.size;
    if (size > WIRE_QUEUE_MAX) {
        wire_connection_end(connection, WIRE_SLOW,
                            "the other side is too slow: %zu bytes are waiting", size);
        return false;
    }
    if (connection->queue_at) {
        memmove(connection->queue, connection->queue + connection->queue_at,
                connection->queue_size);
        connection->queue_at = 0;
    }
    if (size > connection->queue_capacity && !queue_grow(connection, size)) {
        wire_connection_end(connection, WIRE_BROKEN, "out of memory");
        return false;
    }
    memcpy(connection->queue + connection->queue_size, bytes.data, bytes.size);
    connection->queue_size = size;
    return true;
}

void wire_send_goodbye(WireConnection *connection)
{
    connection->sent_goodbye = true;
    if (connection->ssl)
        SSL_shutdown(connection->ssl);
    ERR_clear_error();
    socket_finish(connection->descriptor);
}

/* Idle connections have no queue. */
void wire_flush(WireConnection *connection)
{
    if (!connection->queue_size || connection->ended)
        return;
    const bool held = connection->holding;
    connection->holding = false;
    const Bytes waiting = {connection->queue + connection->queue_at, connection->queue_size};
    const size_t sent = wire_send_now(connection, waiting);
    connection->queue_at += sent;
    connection->queue_size -= sent;
    if (connection->ended || connection->queue_size)
        return;
    wire_queue_free(connection);
    loop_watch_change(connection->watch, LOOP_READ);
    if (connection->finishing)
        wire_send_goodbye(connection);
    else if (connection->handlers->on_drain && !held)
        connection->handlers->on_drain(connection->context);
}

void wire_send_first(WireConnection *connection, Bytes bytes)
{
    if (wire_send_now(connection, bytes) < bytes.size)
        wire_connection_end(connection, WIRE_BROKEN, "the connection broke");
}

size_t wire_waiting(const WireConnection *connection) { return connection->queue_size; }

bool wire_connection_open(WireConnection *connection)
{
    loop_timer_clear(connection->loop, &connection->timer);
    connection->open = true;
    if (connection->handlers->on_open)
        connection->handlers->on_open(connection->context);
    if (!connection->ended)
        wire_flush(connection);
    return !connection->ended;
}
