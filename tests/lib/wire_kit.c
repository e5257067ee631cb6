#include "wire_kit.h"

uint64_t host_clock(void *context) { return ((const Host *)context)->now; }

void host_guest_send(Connection *connection, Writer *out)
{
    if (connection->gone)
        return;
    wire_send(connection->wire, writer_bytes(out));
    if (connection->session.state == SERVER_CONN_CLOSED)
        wire_finish(connection->wire);
}

static void connection_pump(void *context)
{
    Connection *connection = context;
    if (connection->gone)
        return;
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    server_session_time(&connection->session, connection->host->now, &out);
    const size_t waiting = wire_waiting(connection->wire), room = 65536;
    const uint64_t wait = server_session_pump(
        &connection->session, waiting < room ? room - waiting : 0, connection->host->now, &out);
    host_guest_send(connection, &out);
    if (!connection->gone) {
        uint64_t due = server_session_due(&connection->session);
        if (wait && connection->host->now + wait < due)
            due = connection->host->now + wait;
        loop_timer_set(connection->host->loop, &connection->timer, due);
    }
    arena_free(arena);
}

static void connection_on_bytes(void *context, Bytes bytes)
{
    Connection *connection = context;
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    Packet packet;
    SessionStep step;
    while ((step = server_session_step(&connection->session, &bytes, connection->host->now, 77,
                                       &packet, &out, arena)) == SESSION_PACKET) {
        connection->packets++;
        if (packet.type == CLIENT_LOGIN) {
            server_session_answer(&connection->session, CLIENT_LOGIN, RESULT_OK, TEXT(""),
                                  &out);
            server_session_welcome(&connection->session, &(PacketWelcome){1, 2, 77, 30}, &out);
        }
    }
    host_guest_send(connection, &out);
    arena_free(arena);
    connection_pump(connection);
}

static void connection_on_close(void *context, WireEnd end, Text why)
{
    (void)why;
    Connection *connection = context;
    connection->gone = true;
    connection->end = end;
    server_session_free(&connection->session);
    loop_timer_clear(connection->host->loop, &connection->timer);
}

const WireHandlers host_guest_handlers = {NULL, connection_on_bytes, connection_pump,
                                          connection_on_close};

void *host_accept(void *context, WireConnection *wire, const WireAddress *address)
{
    Host *host = context;
    assert_int_equal(address->family, 4);
    assert_int_equal(address->address[0], 127);
    if (host->refuses)
        return NULL;
    assert_true(host->connection_count < HOST_CONNECTIONS);
    Connection *connection = &host->connections[host->connection_count++];
    *connection = (Connection){.host = host,
                               .wire = wire,
                               .timer = {.function = connection_pump, .context = connection}};
    server_session_start(&connection->session, &host->game, &host->limits, host->now);
    loop_timer_set(host->loop, &connection->timer, server_session_due(&connection->session));
    return connection;
}

Host *host_new(Kit *kit, size_t game_size)
{
    Host *host = arena_alloc(kit->arena, 1, sizeof *host);
    host->kit = kit;
    host->now = 1000;
    host->limits = session_limits;
    host->game = net_served(game_size, kit);
    assert_true(
        identity_make(1800000000, (Bytes){NULL, 0}, &host->identity, kit->arena, &kit->report));
    host->loop = loop_new(host_clock, host, &kit->report);
    host->server_wire = wire_server(&host->identity, &kit->report);
    host->client_wire = wire_client(&kit->report);
    host->listener = wire_listen(host->loop, host->server_wire, NULL, 0, &host_guest_handlers,
                                 host_accept, host, &kit->report);
    assert_non_null(host->listener);
    return host;
}

void host_turn(Host *host, uint64_t pace)
{
    host->now += pace;
    loop_turn(host->loop, 2);
}

void host_free(Host *host)
{
    wire_listener_close(host->listener);
    for (unsigned i = 0; i < host->connection_count; i++)
        if (!host->connections[i].gone)
            wire_close(host->connections[i].wire);
    for (unsigned i = 0; i < 3; i++)
        host_turn(host, 0);
    loop_free(host->loop);
    wire_free(host->server_wire);
    wire_free(host->client_wire);
}

/* ---- clients ---- */

int plain_socket(const Host *host)
{
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port =
                                       htons((uint16_t)wire_listener_port(host->listener)),
                                   .sin_addr = {htonl(INADDR_LOOPBACK)}};
    assert_int_equal(connect(descriptor, (const void *)&to, sizeof to), 0);
    return descriptor;
}

void caller_send(Caller *caller, Writer *out)
{
    if (caller->gone)
        return;
    wire_send(caller->wire, writer_bytes(out));
    if (caller->session.state == CLIENT_CONN_CLOSED)
        wire_finish(caller->wire);
}

static void caller_open(void *context)
{
    Caller *caller = context;
    caller->open = true;
    memcpy(caller->pin, wire_pin(caller->wire), PIN_SIZE);
}

static void caller_bytes(void *context, Bytes bytes)
{
    Caller *caller = context;
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    while (client_session_step(&caller->session, &bytes, caller->host->now, &caller->last, &out,
                               arena) == SESSION_PACKET) {
        caller->packets[caller->last.type]++;
        if (caller->last.type == SERVER_FILE)
            write_bytes(&caller->file, caller->last.file.bytes);
    }
    caller_send(caller, &out);
    arena_free(arena);
}

static void caller_closed(void *context, WireEnd end, Text why)
{
    Caller *caller = context;
    caller->gone = true;
    caller->end = end;
    memcpy(caller->why, why.at, why.size < sizeof caller->why ? why.size : 0);
}

const WireHandlers caller_handlers = {caller_open, caller_bytes, NULL, caller_closed};

Caller *caller_new(Host *host, const char *name, const uint8_t *pin)
{
    Caller *caller = arena_alloc(host->kit->arena, 1, sizeof *caller);
    Writer out = writer_to(host->kit->arena);
    caller->host = host;
    caller->pieces = arena_new();
    caller->file = writer_to(host->kit->arena);
    client_session_start(&caller->session, &client_limits, host->now, caller->pieces, &out);
    caller->wire =
        wire_connect(host->loop, host->client_wire, text_of(name),
                     wire_listener_port(host->listener), pin, &caller_handlers, caller);
    wire_send(caller->wire, writer_bytes(&out));
    return caller;
}

void caller_free(Caller *caller)
{
    if (!caller->gone)
        wire_close(caller->wire);
    while (!caller->gone)
        host_turn(caller->host, 0);
    client_session_free(&caller->session);
    arena_free(caller->pieces);
}

void caller_log_in(Host *host, Caller *caller)
{
    HOST_UNTIL(host, caller->session.state == CLIENT_CONN_GREETED);
    CALLER_SAY(caller, client_session_login(&caller->session, TEXT("Brid"), TEXT("12345678"),
                                            TEXT("ga"), out));
    HOST_UNTIL(host, caller->session.state == CLIENT_CONN_PLAYING);
}
