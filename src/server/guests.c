/* Connections: from the first byte to the player in the world. */
#include "server/server_parts.h"

#include <stdlib.h>

void guest_send(Guest *guest, Writer *out)
{
    if (guest->gone)
        return;
    guest->server->numbers.bytes_out += out->size;
    wire_send(guest->connection, writer_bytes(out));
    if (guest->session.state == IN_CLOSED)
        wire_finish(guest->connection);
}

/* The player stays in the world for a while. */
static void stop_playing(Guest *guest)
{
    Server *server = guest->server;
    if (!guest->pilot)
        return;
    const int64_t account = guest->pilot->land->seats[guest->pilot->place].account;
    const StoreAccount *row = accounts_get(server->accounts, account);
    server_say(server, "%.*s has gone", (int)row->name.size, row->name.at);
    accounts_seen(server->accounts, account, server_moment(server).seconds, true);
    pilot_free(guest->pilot);
}

void guest_end(Guest *guest, ReasonCode reason, Text text)
{
    Writer out = writer_to(guest->server->scratch);
    server_session_close(&guest->session, reason, text, &out);
    guest_send(guest, &out);
    stop_playing(guest);
}

/* ---- logging in ---- */

static Guest *guest_numbered(Server *server, uint64_t number)
{
    for (uint32_t i = 0; i < server->guest_count; i++)
        if (server->guests[i]->number == number)
            return server->guests[i];
    return NULL;
}

static ResultCode enter(Guest *guest, int64_t account)
{
    Server *server = guest->server;
    const StoreAccount *row = accounts_get(server->accounts, account);
    Report report = report_to(NULL, NULL);
    if (!seat_of(server, account) && server->numbers.played >= server->options.players)
        return RESULT_FULL;
    Pilot *before = pilot_of(server, account);
    if (before)
        pilot_end(before, REASON_ELSEWHERE, TEXT(""));
    Seat *seat = seat_take(server->lands[0], account, row->name, &report);
    if (!seat) {
        server_say(server, "%.*s could not come into the world", (int)row->name.size,
                   row->name.at);
        return RESULT_FAILED;
    }
    if (!pilot_new(seat, guest))
        return RESULT_FULL;
    guest->since = server_moment(server).seconds;
    const Text from = wire_address_text(&guest->address, server->scratch);
    server_say(server, "%.*s has come from %.*s", (int)row->name.size, row->name.at,
               (int)from.size, from.at);
    return RESULT_OK;
}

void guest_answered(Server *server, const AccountAnswer *answer)
{
    Guest *guest = guest_numbered(server, answer->asker);
    Writer out = writer_to(server->scratch);
    ResultCode result = answer->result;
    if (!guest || guest->gone)
        return;
    if (!answer->login) {
        server->numbers.registrations += result == RESULT_OK;
        server_session_answer(&guest->session, CLIENT_REGISTER, result, TEXT(""), &out);
        guest_send(guest, &out);
        return;
    }
    server->numbers.logins += result == RESULT_OK;
    server->numbers.failed_logins += result != RESULT_OK;
    if (guest->session.state == IN_CLOSED) /* it was ended meanwhile */
        return;
    if (result == RESULT_OK)
        result = enter(guest, answer->account);
    server_session_answer(&guest->session, CLIENT_LOGIN, result, TEXT(""), &out);
    if (result == RESULT_OK) {
        const World *world = guest->pilot->land->world;
        const PacketWelcome welcome = {(u32)answer->account,
                                       world->players[guest->pilot->place]->actor, world->tick,
                                       (PacketRate)server->rate};
        server_session_welcome(&guest->session, &welcome, &out);
    }
    guest_send(guest, &out);
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
    const ResultCode result = (login ? accounts_login : accounts_register)(
        server->accounts, &request, server_moment(server), NULL);
    memcpy(guest->language, account->language, 2);
    server->numbers.failed_logins += login && result == RESULT_WAIT;
    if (result != RESULT_OK)
        server_session_answer(&guest->session, packet->type, result, TEXT(""), out);
}

/* ---- playing ---- */

static void take_packet(Guest *guest, const Packet *packet, Writer *out)
{
    guest->server->numbers.packets_in++;
    switch (packet->type) {
    case CLIENT_REGISTER:
    case CLIENT_LOGIN:
        ask(guest, packet, out);
        break;
    default:
        guest_send(guest, out); /* answers in their order */
        out->size = 0;
        if (guest->pilot) /* it may just have been let go */
            pilot_packet(guest->pilot, packet);
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
    guest_send(guest, &out);
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
    return guest->pilot ? guest->pilot->land->world->tick : 0;
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
    guest_send(guest, &out);
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
