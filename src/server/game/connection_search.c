/* The search for the player of a client that has logged in or has lost its player: its result
 * (connection_entered), its steps, and its repetition (connections_retry). */
#include "server/game/connections.h"

#include "server/game/controllers.h"
#include "server/game/staff.h"
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

void connection_entered(Connection *connection, ResultCode result, uint32_t actor,
                        uint32_t tick)
{
    Server *server = connection->server;
    Writer out = writer_to(server->scratch);
    const bool asked = connection->session.state == SERVER_CONN_ASKED;
    connection->retry_at = connection->search_began = 0;
    connection->tick = tick;
    connection->tick_at = loop_now(server->loop);
    if (asked)
        server_session_answer(&connection->session, CLIENT_LOGIN, result, TEXT(""), &out);
    if (result == RESULT_OK) {
        const PacketWelcome welcome = {(u32)connection->account, actor, tick,
                                       (PacketRate)server->rate};
        server_session_welcome(&connection->session, &welcome, &out);
        if (asked) {
            connection_log_entry(connection);
            connection->since = server_moment(server).seconds;
        }
        if (asked && server->motd[0])
            staff_write_line(staff_motd(server), &out);
    }
    connection_send(connection, writer_bytes(&out));
    if (result == RESULT_OK)
        return;
    if (asked)
        connection_log_refused_entry(connection, result);
    connection->away = 0;
    if (asked)
        connection->account = 0;
    else
        connection_close(connection,
                         result == RESULT_FULL      ? REASON_FULL
                         : result == RESULT_PLAYING ? REASON_ELSEWHERE
                                                    : REASON_FAILED,
                         TEXT(""));
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

void connection_lost(Connection *connection)
{
    connection->away = 0;
    connection->search_began = loop_now(connection->server->loop);
    connection->retry_at = connection->search_began + CONNECTION_RETRY;
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
