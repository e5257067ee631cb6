/* Sending to a client, finding its connection, and closing it. */
#include "server/game/connections.h"

#include "server/game/controllers.h"

void connection_send(Connection *connection, Bytes packets)
{
    if (connection->gone)
        return;
    connection->server->numbers.bytes_out += packets.size;
    wire_send(connection->wire, packets);
    if (connection->session.state == SERVER_CONN_CLOSED)
        wire_finish(connection->wire);
}

void connection_delay(Connection *connection, Bytes packets)
{
    if (connection->gone)
        return;
    connection->server->numbers.bytes_out += packets.size;
    wire_delay(connection->wire, packets);
}

void connection_flush(Connection *connection)
{
    if (!connection->gone)
        wire_flush(connection->wire);
}

void connection_clear_messages(Connection *connection)
{
    arena_free(connection->backlog_arena);
    connection->backlog_arena = NULL;
    connection->backlog = NULL;
    connection->backlog_count = 0;
}

/* The player stays in the world for a while. */
void connection_stop_playing(Connection *connection)
{
    Server *server = connection->server;
    connection_clear_messages(connection);
    if (!connection->account)
        return;
    const StoreAccount *row = accounts_get(server->accounts, connection->account);
    if (connection->since) /* "has entered" was logged */
        connection_event(connection, EVENT_LEFT, &(LogFields){.name = row->name});
    accounts_seen(server->accounts, connection->account, server_moment(server).seconds, true);
    if (connection->controller)
        controller_free(connection->controller);
    if (connection->away)
        server->directory->disconnected(connection);
    connection->account = connection->since = 0;
    connection->away = connection->retry_at = connection->search_began = 0;
}

void connection_close(Connection *connection, ReasonCode reason, Text text)
{
    Writer out = writer_to(connection->server->scratch);
    server_session_close(&connection->session, reason, text, &out);
    connection_send(connection, writer_bytes(&out));
    connection_stop_playing(connection);
}

Connection *connection_by_number(Server *server, uint64_t number, uint32_t slot)
{
    if (slot < server->connection_count && server->connections[slot]->number == number)
        return server->connections[slot];
    for (uint32_t i = 0; i < server->connection_count; i++)
        if (server->connections[i]->number == number)
            return server->connections[i];
    return NULL;
}

ClientAddress connection_client(const Connection *connection)
{
    return (ClientAddress){.connection = connection->number,
                           .slot = connection->slot,
                           .account = (uint32_t)connection->account,
                           .login = connection->login};
}

void connections_deny(Server *server)
{
    for (uint32_t i = server->connection_count; i-- > 0;)
        if (accounts_denied(server->accounts, &server->connections[i]->address,
                            server_moment(server).seconds))
            connection_close(server->connections[i], REASON_DENIED, TEXT(""));
}

bool connections_close_of(Server *server, int64_t account, ReasonCode reason, Text text)
{
    bool any = false;
    for (uint32_t i = server->connection_count; i-- > 0;)
        if (server->connections[i]->account == account) {
            connection_close(server->connections[i], reason, text);
            any = true;
        }
    return any;
}

void connections_close_outdated(Server *server, int64_t account)
{
    const uint32_t changes = accounts_password_changes(server->accounts, account);
    const StoreAccount *row = accounts_get(server->accounts, account);
    const Text why = row && account_is_deleted(row)
                         ? TEXT("this account is deleted")
                         : TEXT("the password of this account was changed");
    for (uint32_t i = server->connection_count; i-- > 0;)
        if (server->connections[i]->account == account &&
            server->connections[i]->password_changes != changes)
            connection_close(server->connections[i], REASON_LEFT, why);
}
