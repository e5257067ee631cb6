/* The search for the player of a client that has logged in or has lost its player: its steps,
 * and its repetition (connections_retry). */
#include "server/game/connections.h"

#include "server/game/controllers.h"
#include "server/game/zones.h"

/* In a zone of this server. */
static ResultCode enter(Connection *connection, uint32_t number)
{
    Server *server = connection->server;
    Controller *controller;
    const ResultCode result =
        zone_enter(server, number, connection->account, connection, NULL, &controller);
    if (result != RESULT_OK)
        return result;
    const World *world = controller->zone->world;
    connection_entered(connection, RESULT_OK, world->players[controller->player_index]->actor,
                       world->tick);
    controller_enter(controller);
    connection_catch_up(connection);
    return RESULT_OK;
}

/* Its character, if it is needed, is at hand. */
static void find_now(Connection *connection)
{
    Server *server = connection->server;
    const uint64_t now = loop_now(server->loop);
    if (!player_slot_whereabouts(server, connection->account, &connection->zone))
        return;
    const ZoneOwner owner = server->directory->owner(server, connection->zone);
    if (owner.serves) {
        const ResultCode result = enter(connection, connection->zone);
        if (result != RESULT_OK)
            connection_entered(connection, result, 0, 0);
    } else if (!owner.ours && owner.node) {
        connection->retry_at = now + CONNECTION_SEEK;
        connection->away = owner.node;
        connection->serial = 0;
        server->directory->enter(connection);
    }
}

/* The store has read a character: store_find returns it during this call. The client may be
 * gone by now, or another search was faster. */
static void on_character(void *context, uint64_t number)
{
    Server *server = context;
    Connection *connection = connection_by_number(server, number, UINT32_MAX);
    if (!connection)
        return;
    const int64_t account = connection->reading;
    connection->reading = 0;
    if (connection->gone || connection->session.state == SERVER_CONN_CLOSED ||
        !connection->account || !connection->retry_at || connection->controller)
        return;
    if (account == connection->account)
        find_now(connection);
    else
        connection_find_player(connection);
}

void connection_find_player(Connection *connection)
{
    Server *server = connection->server;
    const uint64_t now = loop_now(server->loop);
    connection->search_began = connection->search_began ? connection->search_began : now;
    connection->retry_at = now + CONNECTION_RETRY;
    connection->away = 0;
    if (player_slot_is_known(server, connection->account)) {
        find_now(connection);
    } else if (!connection->reading) {
        connection->reading = connection->account;
        store_find_later(server->store, STORE_CHARACTER, connection->account, on_character,
                         server, connection->number);
    }
}

/* Whether its player is on a server that no longer has the zone. */
static bool is_on_wrong_server(const Connection *connection)
{
    const Server *server = connection->server;
    return connection->away &&
           server->directory->owner(server, connection->zone).node != connection->away;
}

void connections_retry(Server *server)
{
    const uint64_t now = loop_now(server->loop);
    for (uint32_t i = server->connection_count; i-- > 0;) {
        Connection *connection = server->connections[i];
        if (!connection->account || connection->session.state == SERVER_CONN_CLOSED)
            continue;
        if (!connection->retry_at && is_on_wrong_server(connection))
            connection_find_player(connection);
        else if (connection->retry_at && now - connection->search_began > CONNECTION_SEEK_MAX)
            connection_entered(connection, RESULT_BUSY, 0, 0);
        else if (connection->retry_at && now >= connection->retry_at)
            connection_find_player(connection);
    }
}

void connection_player_left(Server *server, const DepartedPlayer *departed)
{
    Connection *connection =
        departed->client.connection && !departed->client.node
            ? connection_by_number(server, departed->client.connection, departed->client.slot)
            : NULL;
    if (connection && connection->account == departed->account && !connection->controller)
        connection_find_player(connection); /* unless it was disconnected meanwhile */
    else if (departed->client.node)
        server->directory->moved(server, &departed->client);
}
