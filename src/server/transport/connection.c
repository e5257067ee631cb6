/* A connection after its socket is connected; both ends use it. `ready` is the loop's
 * callback: it continues the handshake, sends queued bytes, and receives. Bytes that cannot be
 * sent at once are queued; on_close is always called from the loop, never from within another
 * function. With a WebSocket, bytes go through wire_socket.c. */
#include "server/transport/wire_internal.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_SIZE = 16 << 10 };

/* ---- the end ---- */

void wire_queue_free(WireConnection *connection)
{
    Wire *wire = connection->wire;
    struct SpareQueue *spare = (void *)connection->queue;
    if (spare && connection->queue_capacity == WIRE_QUEUE_MIN &&
        wire->spare_count < WIRE_SPARES_MAX) {
        spare->next = wire->spares;
        wire->spares = spare;
        wire->spare_count++;
    } else {
        free(spare);
    }
    connection->queue = NULL;
    connection->queue_at = connection->queue_size = connection->queue_capacity = 0;
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

void wire_connection_drop(WireConnection *connection)
{
    SSL_free(connection->ssl);
    free(connection->dial);
    wire_socket_free(connection->socket);
    wire_queue_free(connection);
    free(connection->why);
    free(connection);
}

static void call_on_close(void *context)
{
    WireConnection *connection = context;
    const Text why = connection->why ? text_of(connection->why) : TEXT("");
    connection->handlers->on_close(connection->context, connection->end, why);
    wire_connection_drop(connection);
}

void wire_connection_end(WireConnection *connection, WireEnd end, const char *format, ...)
{
    if (connection->ended)
        return;
    va_list arguments;
    va_start(arguments, format);
    if (*format && vasprintf(&connection->why, format, arguments) < 0)
        connection->why = NULL;
    va_end(arguments);
    connection->ended = true;
    connection->end = end;
    gate_leave(connection);
    loop_timer_clear(connection->loop, &connection->timer);
    loop_remove(connection->watch);
    connection->watch = NULL;
    if (connection->dial)
        dial_stop(connection);
    if (connection->ssl && connection->open && !connection->sent_goodbye &&
        end == WIRE_FINISHED && !connection->queue_size)
        SSL_shutdown(connection->ssl);
    ERR_clear_error();
    if (connection->descriptor >= 0)
        close(connection->descriptor);
    connection->descriptor = -1;
    loop_later(connection->loop, call_on_close, connection);
}

/* As `wanted`, without TLS. */
static unsigned wanted_plain(WireConnection *connection, bool writes)
{
    if (errno == EAGAIN || errno == EINTR)
        return LOOP_READ | (writes ? LOOP_WRITE : 0);
    if (errno)
        wire_connection_end(connection, WIRE_BROKEN, "the connection broke: %s",
                            strerror(errno));
    else
        wire_connection_end(connection, WIRE_FINISHED, "%s", "");
    return 0;
}

/* Returns the events to wait for after an attempt to read or write had `result`, which is not
 * 1; 0 if the connection has ended. */
static unsigned wanted(WireConnection *connection, int result, bool writes)
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
                            strerror(errno));
    else if (error == SSL_ERROR_SYSCALL)
        wire_connection_end(connection, WIRE_BROKEN,
                            "the other side has closed the connection");
    else
        wire_connection_end(connection, WIRE_REFUSED, "TLS failed: %s", tls_complaint());
    return 0;
}

/* Both return 1 if they have written or read something. */

static int put(WireConnection *connection, Bytes bytes, size_t *count)
{
    errno = 0;
    if (connection->ssl) {
        ERR_clear_error();
        return SSL_write_ex(connection->ssl, bytes.data, bytes.size, count);
    }
    const ssize_t sent = send(connection->descriptor, bytes.data, bytes.size, MSG_NOSIGNAL);
    *count = sent > 0 ? (size_t)sent : 0;
    return sent > 0;
}

static int get(WireConnection *connection, uint8_t *out, size_t size, size_t *count)
{
    errno = 0;
    if (connection->ssl) {
        ERR_clear_error();
        return SSL_read_ex(connection->ssl, out, size, count);
    }
    const ssize_t received = recv(connection->descriptor, out, size, 0);
    *count = received > 0 ? (size_t)received : 0;
    return received > 0;
}

/* ---- sending ---- */

/* Sends as much as possible; the caller keeps the rest. */
static size_t send_now(WireConnection *connection, Bytes bytes)
{
    size_t sent = 0;
    while (sent < bytes.size && !connection->ended) {
        size_t count = 0;
        const int result = put(connection, bytes_slice(bytes, sent, bytes.size - sent), &count);
        if (result == 1) {
            sent += count;
        } else {
            const unsigned what = wanted(connection, result, true);
            if (what)
                loop_watch_change(connection->watch, what);
            break;
        }
    }
    return sent;
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

static void send_goodbye(WireConnection *connection)
{
    connection->sent_goodbye = true;
    if (connection->ssl)
        SSL_shutdown(connection->ssl);
    ERR_clear_error();
    shutdown(connection->descriptor, SHUT_WR);
}

/* Idle connections have no queue. */
void wire_flush(WireConnection *connection)
{
    if (!connection->queue_size || connection->ended)
        return;
    const bool held = connection->holding;
    connection->holding = false;
    const Bytes waiting = {connection->queue + connection->queue_at, connection->queue_size};
    const size_t sent = send_now(connection, waiting);
    connection->queue_at += sent;
    connection->queue_size -= sent;
    if (connection->ended || connection->queue_size)
        return;
    wire_queue_free(connection);
    loop_watch_change(connection->watch, LOOP_READ);
    if (connection->finishing)
        send_goodbye(connection);
    else if (connection->handlers->on_drain && !held)
        connection->handlers->on_drain(connection->context);
}

void wire_send_first(WireConnection *connection, Bytes bytes)
{
    if (send_now(connection, bytes) < bytes.size)
        wire_connection_end(connection, WIRE_BROKEN, "the connection broke");
}

/* Held bytes are sent first. */
void wire_send(WireConnection *connection, Bytes bytes)
{
    if (connection->ended || connection->finishing || !bytes.size)
        return;
    if (connection->socket) {
        wire_socket_send(connection, bytes, false);
        return;
    }
    if (connection->open && connection->holding) {
        if (wire_keep(connection, bytes))
            wire_flush(connection);
        return;
    }
    size_t sent = 0;
    if (connection->open && !connection->queue_size)
        sent = send_now(connection, bytes);
    if (sent < bytes.size && !connection->ended)
        wire_keep(connection, bytes_slice(bytes, sent, bytes.size - sent));
}

void wire_delay(WireConnection *connection, Bytes bytes)
{
    if (connection->ended || connection->finishing || !bytes.size)
        return;
    if (connection->socket) {
        wire_socket_send(connection, bytes, true);
        return;
    }
    if (!connection->queue_size)
        connection->holding = true;
    wire_keep(connection, bytes);
}

size_t wire_waiting(const WireConnection *connection) { return connection->queue_size; }

/* ---- receiving ---- */

/* Closing a socket with unread bytes discards sent data. A connection that is finishing
 * therefore reads and drops bytes, once per turn, since a peer may send without end. */
static void drain(WireConnection *connection)
{
    uint8_t bytes[READ_SIZE];
    errno = 0;
    const ssize_t count = recv(connection->descriptor, bytes, sizeof bytes, 0);
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
            const unsigned what = wanted(connection, result, false);
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
    const unsigned what = wanted(connection, result, true);
    if (what)
        loop_watch_change(connection->watch, what);
    return false;
}

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
    const int yes = 1, unsent = WIRE_UNSENT_MAX;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
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

/* ---- closing ---- */

static void linger_over(void *context)
{
    wire_connection_end(context, WIRE_FINISHED, "%s", "");
}

void wire_finish(WireConnection *connection)
{
    if (connection->ended || connection->finishing)
        return;
    if (!connection->open) {
        wire_connection_end(connection, WIRE_FINISHED, "%s", "");
        return;
    }
    connection->finishing = true;
    connection->timer = (LoopTimer){.function = linger_over, .context = connection};
    loop_timer_set(connection->loop, &connection->timer,
                   loop_now(connection->loop) + WIRE_LINGER);
    if (connection->socket)
        wire_socket_close(connection);
    if (connection->ended)
        return;
    if (connection->holding)
        wire_flush(connection);
    else if (!connection->queue_size)
        send_goodbye(connection);
}

void wire_close(WireConnection *connection)
{
    wire_connection_end(connection, WIRE_FINISHED, "%s", "");
}
