/* Parts, in order: logging in, which ends with the search for the player (connection_search.c);
 * packets while playing, which are forwarded to the player's server (client_packets.c);
 * callbacks of the TLS connection. */
#include "server/game/connections.h"

#include "server/game/controllers.h"
#include "server/game/word_filter.h"
#include "server/game/zones.h"

#include <stdlib.h>

/* ---- logging in ---- */

static Text ban_text(const Server *server, int64_t account)
{
    AccountDecision ban;
    const StoreAccount *row = accounts_get(server->accounts, account);
    return row && account_is_banned(row, server_moment(server).seconds, &ban)
               ? account_decision_text(TEXT("this account is banned"), &ban, server->scratch)
               : TEXT("");
}

/* The client may be gone by now: the outcome is logged nevertheless. */
void connection_answered(Server *server, const AccountAnswer *answer)
{
    Connection *connection = connection_by_number(server, answer->asker, UINT32_MAX);
    Writer out = writer_to(server->scratch);
    connection_log_answer(server, answer);
    if (answer->request == CLIENT_PASSWORD && answer->result == RESULT_OK)
        connections_close_outdated(server, answer->account);
    if (!connection || connection->gone)
        return;
    if (answer->request == CLIENT_LOGIN && answer->result == RESULT_OK) {
        if (connection->session.state == SERVER_CONN_CLOSED) /* it was closed meanwhile */
            return;
        connection->account = answer->account;
        connection->login = server->directory->login_time(server);
        connection->login.connection = connection->number;
        connection->password_changes = answer->password_changes;
        connections_close_outdated(server, answer->account); /* it was changed meanwhile */
        if (connection->session.state != SERVER_CONN_CLOSED)
            connection_find_player(connection);
        return;
    }
    server_session_answer(
        &connection->session, answer->request, answer->result,
        answer->result == RESULT_BANNED ? ban_text(server, answer->account) : TEXT(""), &out);
    connection_send(connection, writer_bytes(&out));
}

static AccountRequest request_of(const Connection *connection, const Packet *packet)
{
    AccountRequest request = {.asker = connection->number, .address = &connection->address};
    if (packet->type == CLIENT_PASSWORD) {
        const PacketPassword *change = &packet->password;
        request.name = (Text){change->name, change->name_size};
        request.password = (Text){change->password, change->password_size};
        request.fresh = (Text){change->fresh, change->fresh_size};
        return request;
    }
    const PacketAccount *account = &packet->account;
    request.name = (Text){account->name, account->name_size};
    request.password = (Text){account->password, account->password_size};
    request.language = (Text){account->language, strnlen(account->language, 2)};
    return request;
}

/* Why a request was refused at once; empty: its RESULT says it. `wait` in s. */
static Text refusal(const Server *server, Text name, ResultCode result, uint64_t wait)
{
    const NameFault fault =
        result == RESULT_NAME ? accounts_name_fault(server->accounts, name) : NAME_GOOD;
    if (result == RESULT_NAME)
        return fault == NAME_GOOD ? TEXT("this name has a word that is not allowed here")
                                  : name_fault_text(fault);
    return result == RESULT_WAIT
               ? arena_format(server->scratch, "too many attempts; wait %llu s",
                              (unsigned long long)wait)
               : TEXT("");
}

static void ask(Connection *connection, const Packet *packet, Writer *out)
{
    Server *server = connection->server;
    const AccountRequest request = request_of(connection, packet);
    const Moment now = server_moment(server);
    uint64_t wait = 0;
    const ResultCode result =
        packet->type == CLIENT_REGISTER && word_filter_has(server->word_filter, request.name)
            ? RESULT_NAME
        : packet->type == CLIENT_LOGIN ? accounts_login(server->accounts, &request, now, &wait)
        : packet->type == CLIENT_REGISTER
            ? accounts_register(server->accounts, &request, now, &wait)
            : accounts_change_password(server->accounts, &request, now, &wait);
    if (packet->type != CLIENT_PASSWORD)
        memcpy(connection->language, packet->account.language, 2);
    if (result == RESULT_OK)
        return;
    wait = (wait + 999) / 1000;
    connection_log_refusal(connection, &request, (ClientPacketType)packet->type, result, wait);
    server_session_answer(&connection->session, packet->type, result,
                          refusal(server, request.name, result, wait), out);
}

/* ---- playing ---- */

static void take_packet(Connection *connection, const Packet *packet, Writer *out)
{
    connection->server->numbers.packets_in++;
    switch (packet->type) {
    case CLIENT_REGISTER:
    case CLIENT_LOGIN:
    case CLIENT_PASSWORD:
        ask(connection, packet, out);
        break;
    default:
        connection_send(connection, writer_bytes(out)); /* answers keep their order */
        out->size = 0;
        connection_forward(connection, packet);
        break;
    }
}

/* ---- the wire ---- */

/* To be called after each step of the session; `was_open`: it was open before. */
static void check_end(Connection *connection, bool was_open)
{
    if (connection->session.state != SERVER_CONN_CLOSED)
        return;
    if (was_open && !connection->surplus) /* which was logged at its start */
        connection_log_end(connection, connection->session.reason);
    connection_stop_playing(connection);
}

void connection_pump(void *context)
{
    Connection *connection = context;
    Server *server = connection->server;
    const uint64_t now = loop_now(server->loop);
    const bool was_open = connection->session.state != SERVER_CONN_CLOSED;
    const size_t capacity = 65536;
    if (connection->gone)
        return;
    Writer out = writer_to(server->scratch);
    server_session_time(&connection->session, now, &out);
    const size_t waiting = wire_waiting(connection->wire);
    const uint64_t wait = server_session_pump(
        &connection->session, waiting < capacity ? capacity - waiting : 0, now, &out);
    connection_send(connection, writer_bytes(&out));
    check_end(connection, was_open);
    uint64_t due = server_session_due(&connection->session);
    if (wait && now + wait < due)
        due = now + wait;
    loop_timer_set(server->loop, &connection->timer, due);
}

/* The tick of the player's world, for answers to pings. */
static uint32_t tick_of(const Connection *connection)
{
    const Server *server = connection->server;
    const uint64_t ms = loop_now(server->loop) - connection->tick_at;
    return connection->controller ? connection->controller->zone->world->tick
           : connection->away     ? connection->tick + (uint32_t)(ms * server->rate / 1000)
                                  : 0;
}

/* The first packet of the client shows that it can read a sentence. */
static void turn_away(Connection *connection)
{
    const Server *server = connection->server;
    connection_close(connection, REASON_FULL,
                     arena_format(server->scratch,
                                  "too many connections from this network (at most %u); try "
                                  "again when another one has ended",
                                  server->options.per_address));
}

static void connection_on_bytes(void *context, Bytes bytes)
{
    Connection *connection = context;
    Server *server = connection->server;
    if (connection->surplus) {
        turn_away(connection);
        return;
    }
    Writer out = writer_to(server->scratch);
    Packet packet;
    const uint64_t now = loop_now(server->loop);
    server->numbers.bytes_in += bytes.size;
    const bool was_busy = connection->session.fetching;
    const bool was_open = connection->session.state != SERVER_CONN_CLOSED;
    while (server_session_step(&connection->session, &bytes, now, tick_of(connection), &packet,
                               &out, server->scratch) == SESSION_PACKET)
        take_packet(connection, &packet, &out);
    connection_send(connection, writer_bytes(&out));
    check_end(connection, was_open);
    if (connection->session.fetching && !was_busy)
        connection_pump(connection);
    else
        loop_timer_set_earlier(server->loop, &connection->timer,
                               server_session_due(&connection->session));
}

static void connection_on_close(void *context, WireEnd end, Text why)
{
    Connection *connection = context;
    Server *server = connection->server;
    (void)why;
    const ReasonCode reason = connection->session.reason;
    server->numbers.slow += end == WIRE_SLOW;
    if (connection->session.state == SERVER_CONN_CLOSED && !connection->surplus) {
        server->numbers.malformed +=
            reason == REASON_MALFORMED || reason == REASON_FORBIDDEN || reason == REASON_MAGIC;
        server->numbers.flooded += reason == REASON_FLOOD;
        server->numbers.refused += reason == REASON_HALF_OPEN || reason == REASON_DENIED;
    }
    if (end == WIRE_SLOW)
        connection_log_end(connection, REASON_SLOW);
    connection->gone = true;
    connection_stop_playing(connection);
    loop_timer_clear(server->loop, &connection->timer);
    Connection *last = server->connections[--server->connection_count];
    server->connections[connection->slot] = last;
    last->slot = connection->slot;
    server->numbers.connections = server->connection_count;
    server_session_free(&connection->session);
    free(connection);
}

const WireHandlers connection_handlers = {NULL, connection_on_bytes, connection_pump,
                                          connection_on_close};
