/* The end of a connection. on_close is always called from the loop, never from within another
 * function. */
#include "server/transport/wire_internal.h"

#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>

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

void wire_socket_free(WireSocket *socket)
{
    if (socket)
        free(socket->answer);
    free(socket);
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
    socket_close(connection->descriptor);
    connection->descriptor = -1;
    loop_later(connection->loop, call_on_close, connection);
}
