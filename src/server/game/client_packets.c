/* Packets of clients that have logged in: they go to the controller of the player, or to the
 * server that has the player. While the player is in transit, lines of chat are kept. */
#include "server/game/connections.h"

#include "server/game/controllers.h"
#include "server/game/social_host.h"

void controller_on_packet(Controller *controller, const Packet *packet)
{
    if (packet->type == CLIENT_INPUT && controller->watched) /* its player stands still */
        controller->confirmed = (ViewInput){packet->input.sequence, 0};
    else if (packet->type == CLIENT_INPUT)
        controller_queue(controller, &packet->input);
    else
        social_host_packet(controller, packet);
}

/* The player is in transit between worlds. */
void connection_hold_message(Connection *connection, Bytes body)
{
    enum { BACKLOG_MAX = 8 };
    if (connection->backlog_count == BACKLOG_MAX)
        return;
    if (!connection->backlog_arena)
        connection->backlog_arena = arena_new();
    *ARENA_PUSH(connection->backlog_arena, connection->backlog, connection->backlog_count) =
        arena_copy(connection->backlog_arena, body);
}

void connection_forward(Connection *connection, const Packet *packet)
{
    if (connection->controller) {
        controller_on_packet(connection->controller, packet);
        return;
    }
    Writer body = writer_to(connection->server->scratch);
    /* Any member of the union has the address of the packet's record. */
    record_write(packet->kind->layout, &packet->client_hello, &body);
    if (connection->away && !connection->retry_at) {
        connection->server->directory->forward(connection, (ClientPacketType)packet->type,
                                               writer_bytes(&body));
    } else if (packet->type == CLIENT_SAY) {
        connection_hold_message(connection, writer_bytes(&body));
    }
}

void connection_catch_up(Connection *connection)
{
    Arena *const arena = connection->backlog_arena;
    const Bytes *const backlog = connection->backlog;
    const size_t count = connection->backlog_count;
    Report silent = report_to(NULL, NULL);
    connection->backlog_arena = NULL; /* if the player is lost again, they are stored again */
    connection_clear_messages(connection);
    for (size_t i = 0; i < count; i++) {
        Packet packet;
        if (packet_read(FROM_CLIENT, CLIENT_SAY, backlog[i], &packet,
                        connection->server->scratch, &silent))
            connection_forward(connection, &packet);
    }
    arena_free(arena);
}
