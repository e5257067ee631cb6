/* What both ends call to send and to close, with or without a WebSocket. */
#include "server/transport/wire_internal.h"

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
        sent = wire_send_now(connection, bytes);
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
        wire_send_goodbye(connection);
}

void wire_close(WireConnection *connection)
{
    wire_connection_end(connection, WIRE_FINISHED, "%s", "");
}
