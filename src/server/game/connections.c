/* Parts, in order: sending and closing; logging in, which ends with the search for the player
 * (connection_search.c); packets while playing, which are forwarded to the player's server;
 * callbacks of the TLS connection. */
#include "server/game/connections.h"

#include "server/game/controllers.h"
#include "server/game/staff.h"
#include "server/game/word_filter.h"
#include "server/game/zones.h"

#include <stdlib.h>

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

static void clear_notices(Connection *connection)
{
    arena_free(connection->backlog_arena);
    connection->backlog_arena = NULL;
    connection->backlog = NULL;
    connection->backlog_count = 0;
}

/* The player stays in the world for a while. */
static void stop_playing(Connection *connection)
{
    Server *server = connection->server;
    clear_notices(connection);
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
    stop_playing(connection);
}

/* ---- logging in ---- */

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

/* Forwards a packet to the player's server. While the player is searched for, only SAY
 * packets are kept. */
static void forward(Connection *connection, const Packet *packet)
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
    clear_notices(connection);
    for (size_t i = 0; i < count; i++) {
        Packet packet;
        if (packet_read(FROM_CLIENT, CLIENT_SAY, backlog[i], &packet,
                        connection->server->scratch, &silent))
            forward(connection, &packet);
    }
    arena_free(arena);
}

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
        forward(connection, packet);
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
    stop_playing(connection);
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
    stop_playing(connection);
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
