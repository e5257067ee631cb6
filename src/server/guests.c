/* Connections: from the first byte to the player in the world. */
#include "server/cluster.h"

#include <stdlib.h>

void guest_send(Guest *guest, Bytes packets)
{
    if (guest->gone)
        return;
    guest->server->numbers.bytes_out += packets.size;
    wire_send(guest->connection, packets);
    if (guest->session.state == IN_CLOSED)
        wire_finish(guest->connection);
}

void guest_hold(Guest *guest, Bytes packets)
{
    if (guest->gone)
        return;
    guest->server->numbers.bytes_out += packets.size;
    wire_hold(guest->connection, packets);
}

static void forget_said(Guest *guest)
{
    arena_free(guest->said_arena);
    guest->said_arena = NULL;
    guest->said = NULL;
    guest->said_count = 0;
}

/* The player stays in the world for a while. */
static void stop_playing(Guest *guest)
{
    Server *server = guest->server;
    forget_said(guest);
    if (!guest->account)
        return;
    const StoreAccount *row = accounts_get(server->accounts, guest->account);
    if (!guest->seeks)
        server_say(server, "%.*s has gone", (int)row->name.size, row->name.at);
    accounts_seen(server->accounts, guest->account, server_moment(server).seconds, true);
    if (guest->pilot)
        pilot_free(guest->pilot);
    if (guest->away) {
        const BusGuest leave = bus_guest(guest);
        cluster_send(server->cluster, guest->away, BUS_LEAVE, &leave);
    }
    guest->account = 0;
    guest->away = guest->sought = guest->seeks = 0;
}

void guest_end(Guest *guest, ReasonCode reason, Text text)
{
    Writer out = writer_to(guest->server->scratch);
    server_session_close(&guest->session, reason, text, &out);
    guest_send(guest, writer_bytes(&out));
    stop_playing(guest);
}

/* ---- logging in ---- */

Guest *guest_numbered(Server *server, uint64_t number, uint32_t slot)
{
    if (slot < server->guest_count && server->guests[slot]->number == number)
        return server->guests[slot];
    for (uint32_t i = 0; i < server->guest_count; i++)
        if (server->guests[i]->number == number)
            return server->guests[i];
    return NULL;
}

/* Here, in a land of this server. */
static ResultCode enter(Guest *guest, uint32_t number)
{
    Server *server = guest->server;
    Pilot *pilot;
    const ResultCode result =
        land_enter(server, number, guest->account, guest, 0, NULL, &pilot);
    if (result != RESULT_OK)
        return result;
    const World *world = pilot->land->world;
    guest_entered(guest, RESULT_OK, world->players[pilot->place]->actor, world->tick);
    pilot_enter(pilot);
    guest_catch_up(guest);
    return RESULT_OK;
}

static void say_comes(Guest *guest)
{
    Server *server = guest->server;
    const StoreAccount *row = accounts_get(server->accounts, guest->account);
    const Text from = wire_address_text(&guest->address, server->scratch);
    server_say(server, "%.*s has come from %.*s", (int)row->name.size, row->name.at,
               (int)from.size, from.at);
    guest->since = server_moment(server).seconds;
}

void guest_entered(Guest *guest, ResultCode result, uint32_t actor, uint32_t tick)
{
    Server *server = guest->server;
    Writer out = writer_to(server->scratch);
    const bool asked = guest->session.state == IN_ASKED;
    guest->sought = guest->seeks = 0;
    guest->tick = tick;
    guest->tick_at = loop_now(server->loop);
    if (asked)
        server_session_answer(&guest->session, CLIENT_LOGIN, result, TEXT(""), &out);
    if (result == RESULT_OK) {
        const PacketWelcome welcome = {(u32)guest->account, actor, tick,
                                       (PacketRate)server->rate};
        server_session_welcome(&guest->session, &welcome, &out);
        if (asked)
            say_comes(guest);
    }
    guest_send(guest, writer_bytes(&out));
    if (result == RESULT_OK)
        return;
    guest->account = 0;
    guest->away = 0;
    if (!asked)
        guest_end(guest, result == RESULT_FULL ? REASON_FULL : REASON_FAILED, TEXT(""));
}

void guest_seek(Guest *guest)
{
    Server *server = guest->server;
    const uint64_t now = loop_now(server->loop);
    guest->seeks = guest->seeks ? guest->seeks : now;
    guest->sought = now + CLUSTER_PULSE;
    guest->away = 0;
    if (!seat_whereabouts(server, guest->account, &guest->land))
        return;
    const Holding *holding = server->cluster ? &server->cluster->holdings[guest->land] : NULL;
    if (!holding || holding_serves(holding)) {
        const ResultCode result = enter(guest, guest->land);
        if (result != RESULT_OK)
            guest_entered(guest, result, 0, 0);
    } else if (!holding->ours && holding->node) {
        const BusEnter wanted = {bus_guest(guest), guest->land};
        guest->sought = now + CLUSTER_SEEK;
        guest->away = holding->node;
        guest->serial = 0;
        cluster_send(server->cluster, guest->away, BUS_ENTER, &wanted);
    }
}

void guest_lost(Guest *guest)
{
    guest->away = 0;
    guest->seeks = loop_now(guest->server->loop);
    guest->sought = guest->seeks + CLUSTER_PULSE;
}

/* Its player is on a server that does not have the land any more. */
static bool is_astray(const Guest *guest)
{
    return guest->away && guest->server->cluster->holdings[guest->land].node != guest->away;
}

void guests_pulse(Server *server)
{
    const uint64_t now = loop_now(server->loop);
    for (uint32_t i = server->guest_count; i-- > 0;) {
        Guest *guest = server->guests[i];
        if (!guest->account || guest->session.state == IN_CLOSED)
            continue;
        if (!guest->sought && is_astray(guest))
            guest_seek(guest);
        else if (guest->sought && now - guest->seeks > CLUSTER_SEEK_MOST)
            guest_entered(guest, RESULT_BUSY, 0, 0);
        else if (guest->sought && now >= guest->sought)
            guest_seek(guest);
    }
}

void guest_answered(Server *server, const AccountAnswer *answer)
{
    Guest *guest = guest_numbered(server, answer->asker, UINT32_MAX);
    Writer out = writer_to(server->scratch);
    if (!guest || guest->gone)
        return;
    server->numbers.registrations += !answer->login && answer->result == RESULT_OK;
    server->numbers.logins += answer->login && answer->result == RESULT_OK;
    server->numbers.failed_logins += answer->login && answer->result != RESULT_OK;
    if (answer->login && answer->result == RESULT_OK) {
        if (guest->session.state == IN_CLOSED) /* it was ended meanwhile */
            return;
        guest->account = answer->account;
        guest_seek(guest);
        return;
    }
    server_session_answer(&guest->session, answer->login ? CLIENT_LOGIN : CLIENT_REGISTER,
                          answer->result, TEXT(""), &out);
    guest_send(guest, writer_bytes(&out));
}

static void ask(Guest *guest, const Packet *packet, Writer *out)
{
    Server *server = guest->server;
    const PacketAccount *account = &packet->account;
    const AccountRequest request = {
        .asker = guest->number,
        .address = &guest->address,
        .name = {account->name, account->name_size},
        .password = {account->password, account->password_size},
        .language = {account->language, strnlen(account->language, 2)}};
    const bool login = packet->type == CLIENT_LOGIN;
    uint64_t wait = 0;
    const ResultCode result = (login ? accounts_login : accounts_register)(
        server->accounts, &request, server_moment(server), &wait);
    memcpy(guest->language, account->language, 2);
    server->numbers.failed_logins += login && result == RESULT_WAIT;
    if (result == RESULT_OK)
        return;
    const Text words = result == RESULT_WAIT
                           ? arena_format(server->scratch, "too many tries; wait %llu s",
                                          (unsigned long long)(wait + 999) / 1000)
                           : TEXT("");
    server_session_answer(&guest->session, packet->type, result, words, out);
}

/* ---- playing ---- */

/* Somebody types on while their player changes worlds. */
void guest_keep_said(Guest *guest, Bytes body)
{
    enum { SAID_MOST = 8 };
    if (guest->said_count == SAID_MOST)
        return;
    if (!guest->said_arena)
        guest->said_arena = arena_new();
    *ARENA_PUSH(guest->said_arena, guest->said, guest->said_count) =
        arena_copy(guest->said_arena, body);
}

/* To whoever has the player; while it is looked for, or has just been let go, nobody hears but
 * what is said. */
static void forward(Guest *guest, const Packet *packet)
{
    if (guest->pilot) {
        pilot_packet(guest->pilot, packet);
        return;
    }
    Writer body = writer_to(guest->server->scratch);
    record_write(packet->kind->layout, &packet->client_hello, &body);
    if (guest->away && !guest->sought) {
        const BusPacket sent = {bus_guest(guest), (u8)packet->type, writer_bytes(&body)};
        cluster_send(guest->server->cluster, guest->away, BUS_PACKET, &sent);
    } else if (packet->type == CLIENT_SAY) {
        guest_keep_said(guest, writer_bytes(&body));
    }
}

void guest_catch_up(Guest *guest)
{
    Arena *const arena = guest->said_arena;
    const Bytes *const said = guest->said;
    const size_t count = guest->said_count;
    Report silent = report_to(NULL, NULL);
    guest->said_arena = NULL; /* who is lost again meanwhile says it again */
    forget_said(guest);
    for (size_t i = 0; i < count; i++) {
        Packet packet;
        if (packet_read(FROM_CLIENT, CLIENT_SAY, said[i], &packet, guest->server->scratch,
                        &silent))
            forward(guest, &packet);
    }
    arena_free(arena);
}

static void take_packet(Guest *guest, const Packet *packet, Writer *out)
{
    guest->server->numbers.packets_in++;
    switch (packet->type) {
    case CLIENT_REGISTER:
    case CLIENT_LOGIN:
        ask(guest, packet, out);
        break;
    default:
        guest_send(guest, writer_bytes(out)); /* answers in their order */
        out->size = 0;
        forward(guest, packet);
        break;
    }
}

/* ---- the wire ---- */

static void guest_pump(void *context)
{
    Guest *guest = context;
    Server *server = guest->server;
    const uint64_t now = loop_now(server->loop);
    const size_t room = 65536;
    if (guest->gone)
        return;
    Writer out = writer_to(server->scratch);
    server_session_time(&guest->session, now, &out);
    const size_t waiting = wire_waiting(guest->connection);
    const uint64_t wait =
        server_session_pump(&guest->session, waiting < room ? room - waiting : 0, now, &out);
    guest_send(guest, writer_bytes(&out));
    if (guest->session.state == IN_CLOSED)
        stop_playing(guest);
    uint64_t due = server_session_due(&guest->session);
    if (wait && now + wait < due)
        due = now + wait;
    loop_timer_set(server->loop, &guest->timer, due);
}

/* Of the world it plays in, for answers to pings. */
static uint32_t tick_of(const Guest *guest)
{
    const Server *server = guest->server;
    const uint64_t ms = loop_now(server->loop) - guest->tick_at;
    return guest->pilot  ? guest->pilot->land->world->tick
           : guest->away ? guest->tick + (uint32_t)(ms * server->rate / 1000)
                         : 0;
}

static void guest_bytes(void *context, Bytes bytes)
{
    Guest *guest = context;
    Server *server = guest->server;
    Writer out = writer_to(server->scratch);
    Packet packet;
    const uint64_t now = loop_now(server->loop);
    server->numbers.bytes_in += bytes.size;
    const bool was_busy = guest->session.fetching;
    while (server_session_step(&guest->session, &bytes, now, tick_of(guest), &packet, &out,
                               server->scratch) == SESSION_PACKET)
        take_packet(guest, &packet, &out);
    guest_send(guest, writer_bytes(&out));
    if (guest->session.state == IN_CLOSED)
        stop_playing(guest);
    if (guest->session.fetching && !was_busy)
        guest_pump(guest);
    else
        loop_timer_hasten(server->loop, &guest->timer, server_session_due(&guest->session));
}

static void guest_closed(void *context, WireEnd end, Text why)
{
    Guest *guest = context;
    Server *server = guest->server;
    (void)why;
    const ReasonCode reason = guest->session.reason;
    server->numbers.slow += end == WIRE_SLOW;
    if (guest->session.state == IN_CLOSED) {
        server->numbers.malformed +=
            reason == REASON_MALFORMED || reason == REASON_FORBIDDEN || reason == REASON_MAGIC;
        server->numbers.flooded += reason == REASON_FLOOD;
        server->numbers.refused += reason == REASON_HALF_OPEN || reason == REASON_DENIED;
    }
    guest->gone = true;
    stop_playing(guest);
    loop_timer_clear(server->loop, &guest->timer);
    Guest *last = server->guests[--server->guest_count];
    server->guests[guest->slot] = last;
    last->slot = guest->slot;
    server->numbers.connections = server->guest_count;
    free(guest);
}

const WireHandlers guest_handlers = {NULL, guest_bytes, guest_pump, guest_closed};

void guests_deny(Server *server)
{
    for (uint32_t i = server->guest_count; i-- > 0;)
        if (accounts_denied(server->accounts, &server->guests[i]->address))
            guest_end(server->guests[i], REASON_DENIED, TEXT(""));
}

bool guests_end_of(Server *server, int64_t account, ReasonCode reason, Text text)
{
    bool any = false;
    for (uint32_t i = server->guest_count; i-- > 0;)
        if (server->guests[i]->account == account) {
            guest_end(server->guests[i], reason, text);
            any = true;
        }
    return any;
}

static bool is_here(const WireAddress *address)
{
    static const uint8_t here[16] = {[15] = 1};
    return address->family == 4 ? address->address[0] == 127
                                : !memcmp(address->address, here, sizeof here);
}

/* From one address, or one IPv6 network of a household: more would be no players. Programs on
 * this machine may be a proxy for all. */
static bool is_crowd(const Server *server, const WireAddress *address)
{
    const size_t size = address->family == 4 ? 4 : 8;
    unsigned count = 0;
    if (is_here(address) && !server->options.count_here)
        return false;
    for (uint32_t i = 0; i < server->guest_count; i++)
        count += server->guests[i]->address.family == address->family &&
                 !memcmp(server->guests[i]->address.address, address->address, size);
    return count >= server->options.per_address;
}

/* Twice as many as may play may be on their way; more are sent away, which costs nothing. */
void *guest_accept(void *context, WireConnection *connection, const WireAddress *address)
{
    Server *server = context;
    if (server->state != SERVING || accounts_denied(server->accounts, address) ||
        server->guest_count >= 2 * server->options.players + 64 || is_crowd(server, address)) {
        server->numbers.refused++;
        return NULL;
    }
    if (server->guest_count == server->guest_room) {
        const uint32_t room = server->guest_room ? 2 * server->guest_room : 64;
        Guest **guests = realloc(server->guests, room * sizeof *guests);
        if (!guests)
            return NULL;
        server->guests = guests;
        server->guest_room = room;
    }
    Guest *guest = calloc(1, sizeof *guest);
    if (!guest)
        return NULL;
    guest->server = server;
    guest->connection = connection;
    guest->address = *address;
    guest->number = ++server->guest_number;
    guest->timer = (LoopTimer){.function = guest_pump, .context = guest};
    guest->slot = server->guest_count;
    server->guests[server->guest_count++] = guest;
    server->numbers.connections = server->guest_count;
    server->numbers.accepted++;
    server_session_start(&guest->session, &server->served, &server->limits,
                         loop_now(server->loop));
    loop_timer_set(server->loop, &guest->timer, server_session_due(&guest->session));
    return guest;
}
