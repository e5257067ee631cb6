#include "wire_kit.h"

uint64_t host_clock(void *context) { return ((const Host *)context)->now; }

void host_guest_send(Guest *guest, Writer *out)
{
    if (guest->gone)
        return;
    wire_send(guest->connection, writer_bytes(out));
    if (guest->session.state == IN_CLOSED)
        wire_finish(guest->connection);
}

static void guest_pump(void *context)
{
    Guest *guest = context;
    if (guest->gone)
        return;
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    server_session_time(&guest->session, guest->host->now, &out);
    const size_t waiting = wire_waiting(guest->connection), room = 65536;
    const uint64_t wait = server_session_pump(
        &guest->session, waiting < room ? room - waiting : 0, guest->host->now, &out);
    host_guest_send(guest, &out);
    if (!guest->gone) {
        uint64_t due = server_session_due(&guest->session);
        if (wait && guest->host->now + wait < due)
            due = guest->host->now + wait;
        loop_timer_set(guest->host->loop, &guest->timer, due);
    }
    arena_free(arena);
}

static void guest_bytes(void *context, Bytes bytes)
{
    Guest *guest = context;
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    Packet packet;
    SessionStep step;
    while ((step = server_session_step(&guest->session, &bytes, guest->host->now, 77, &packet,
                                       &out, arena)) == SESSION_PACKET) {
        guest->packets++;
        if (packet.type == CLIENT_LOGIN) {
            server_session_answer(&guest->session, CLIENT_LOGIN, RESULT_OK, TEXT(""), &out);
            server_session_welcome(&guest->session, &(PacketWelcome){1, 2, 77, 30}, &out);
        }
    }
    host_guest_send(guest, &out);
    arena_free(arena);
    guest_pump(guest);
}

static void guest_closed(void *context, WireEnd end, Text why)
{
    (void)why;
    Guest *guest = context;
    guest->gone = true;
    guest->end = end;
    loop_timer_clear(guest->host->loop, &guest->timer);
}

const WireHandlers host_guest_handlers = {NULL, guest_bytes, guest_pump, guest_closed};

void *host_accept(void *context, WireConnection *connection, const WireAddress *address)
{
    Host *host = context;
    assert_int_equal(address->family, 4);
    assert_int_equal(address->address[0], 127);
    if (host->refuses)
        return NULL;
    assert_true(host->guest_count < HOST_GUESTS);
    Guest *guest = &host->guests[host->guest_count++];
    *guest = (Guest){.host = host,
                     .connection = connection,
                     .timer = {.function = guest_pump, .context = guest}};
    server_session_start(&guest->session, &host->game, &host->limits, host->now);
    loop_timer_set(host->loop, &guest->timer, server_session_due(&guest->session));
    return guest;
}

Host *host_new(Kit *kit, size_t game_size)
{
    Host *host = arena_take(kit->arena, 1, sizeof *host);
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
    for (unsigned i = 0; i < host->guest_count; i++)
        if (!host->guests[i].gone)
            wire_close(host->guests[i].connection);
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
    wire_send(caller->connection, writer_bytes(out));
    if (caller->session.state == AT_CLOSED)
        wire_finish(caller->connection);
}

static void caller_open(void *context)
{
    Caller *caller = context;
    caller->open = true;
    memcpy(caller->pin, wire_pin(caller->connection), PIN_SIZE);
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
    Caller *caller = arena_take(host->kit->arena, 1, sizeof *caller);
    Writer out = writer_to(host->kit->arena);
    caller->host = host;
    caller->pieces = arena_new();
    caller->file = writer_to(host->kit->arena);
    client_session_start(&caller->session, &client_limits, host->now, caller->pieces, &out);
    caller->connection =
        wire_connect(host->loop, host->client_wire, text_of(name),
                     wire_listener_port(host->listener), pin, &caller_handlers, caller);
    wire_send(caller->connection, writer_bytes(&out));
    return caller;
}

void caller_free(Caller *caller)
{
    if (!caller->gone)
        wire_close(caller->connection);
    while (!caller->gone)
        host_turn(caller->host, 0);
    arena_free(caller->pieces);
}

void caller_log_in(Host *host, Caller *caller)
{
    HOST_UNTIL(host, caller->session.state == AT_GREETED);
    CALLER_SAY(caller, client_session_login(&caller->session, TEXT("Brid"), TEXT("12345678"),
                                            TEXT("ga"), out));
    HOST_UNTIL(host, caller->session.state == AT_PLAYING);
}
