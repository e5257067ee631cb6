/* Acceptance of new connections, and limits of the connections of one address. */
#include "server/game/connections.h"

#include <stdlib.h>

static bool is_here(const WireAddress *address)
{
    static const uint8_t here[16] = {[15] = 1};
    return address->family == 4 ? address->address[0] == 127
                                : !memcmp(address->address, here, sizeof here);
}

/* Limits connections from one address or one IPv6 household. Programs on this machine may be
 * a proxy for many players. */
static bool exceeds_address_limit(const Server *server, const WireAddress *address,
                                  bool surplus)
{
    const size_t size = address->family == 4 ? 4 : 8;
    unsigned count = 0;
    if (is_here(address) && !server->options.count_here)
        return false;
    for (uint32_t i = 0; i < server->connection_count; i++) {
        const Connection *other = server->connections[i];
        count += other->surplus == surplus && other->address.family == address->family &&
                 !memcmp(other->address.address, address->address, size);
    }
    return count >= server->options.per_address;
}

/* Why a new connection is rejected, for the log; NULL: it is accepted. There may be twice as
 * many connections as players. `*surplus`: its address has too many, and there is room for one
 * that gets a message. */
static const char *rejection(const Server *server, const WireAddress *address, bool *surplus)
{
    *surplus = false;
    const char *why =
        server->state != SERVING                                                    ? "STOPPED"
        : accounts_denied(server->accounts, address, server_moment(server).seconds) ? "DENIED"
        : server->connection_count >= 2 * server->options.players + 64              ? "FULL"
        : exceeds_address_limit(server, address, false)                             ? "TOO_MANY"
                                                                                    : NULL;
    *surplus = why && !strcmp(why, "TOO_MANY") && !exceeds_address_limit(server, address, true);
    return why;
}

static void log_rejection(Server *server, const WireAddress *address, const char *why)
{
    server->numbers.refused++;
    server_event(server, EVENT_REFUSED,
                 &(LogFields){.address = wire_address_text(address, server->scratch),
                              .result = text_of(why)});
}

static bool has_slot(Server *server)
{
    if (server->connection_count < server->connection_capacity)
        return true;
    const uint32_t capacity =
        server->connection_capacity ? 2 * server->connection_capacity : 64;
    Connection **connections = realloc(server->connections, capacity * sizeof *connections);
    if (!connections)
        return false;
    server->connections = connections;
    server->connection_capacity = capacity;
    return true;
}

/* Further connections are rejected at no cost, except for the first ones of an address with too
 * many: an honest player may share it. */
void *connection_accept(void *context, WireConnection *wire, const WireAddress *address)
{
    Server *server = context;
    bool surplus;
    const char *why = rejection(server, address, &surplus);
    if (why)
        log_rejection(server, address, why);
    if ((why && !surplus) || !has_slot(server))
        return NULL;
    Connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return NULL;
    connection->server = server;
    connection->wire = wire;
    connection->address = *address;
    connection->surplus = surplus;
    connection->number = ++server->connection_number;
    connection->timer = (LoopTimer){.function = connection_pump, .context = connection};
    connection->slot = server->connection_count;
    server->connections[server->connection_count++] = connection;
    server->numbers.connections = server->connection_count;
    server->numbers.accepted += !surplus;
    server_session_start(&connection->session, &server->served, &server->limits,
                         loop_now(server->loop));
    loop_timer_set(server->loop, &connection->timer, server_session_due(&connection->session));
    return connection;
}
