/* Parts, in order: opening a zone; a player's entry (zone_enter); closing; the tick. zone_tick
 * takes the inputs, advances the world, writes and sends the packets, moves players who
 * crossed into another zone, and lets autosave continue. */
#include "server/game/zones.h"

#include "server/game/connections.h"
#include "server/game/controllers.h"
#include "server/game/spectate.h"

static void zone_free(Zone *zone)
{
    autosave_free(zone->autosave);
    if (zone->views)
        view_world_free(zone->views);
    arena_free(zone->arena);
}

Zone *zone_open(Server *server, uint32_t number, Report *report)
{
    Arena *arena = arena_new();
    Zone *zone = ARENA_ALLOC(arena, Zone, 1);
    *zone = (Zone){.server = server,
                   .number = number,
                   .empty_since = loop_now(server->loop),
                   .arena = arena};
    server->directory->prepare(zone);
    if (!autosave_begin(zone, report) || !server->directory->opened(zone, report)) {
        zone_free(zone);
        return NULL;
    }
    zone->views = view_world_new(zone->world);
    server->zones = arena_reserve(server->arena, server->zones, server->zone_count,
                                  &server->zone_capacity, sizeof(Zone *));
    server->zones[server->zone_count++] = zone;
    player_slots_find(zone);
    return zone;
}

Zone *zone_here(Server *server, uint32_t number, Report *report)
{
    for (size_t i = 0; i < server->zone_count; i++)
        if (server->zones[i]->number == number) {
            server->zones[i]->empty_since = loop_now(server->loop);
            server->zones[i]->closing = 0;
            return server->zones[i];
        }
    return zone_open(server, number, report);
}

/* The first message is the reason. */
static void log_failure(Server *server, Text name, const Messages *messages)
{
    const Text reason = messages->count ? messages->items[0].text : TEXT("unknown account");
    server_event(server, EVENT_ENTER_FAILED, &(LogFields){.name = name, .reason = reason});
}

static bool is_newer(const LoginTime *a, const LoginTime *b)
{
    return a->at != b->at       ? a->at > b->at
           : a->node != b->node ? a->node > b->node
                                : a->connection > b->connection;
}

ResultCode zone_enter(Server *server, uint32_t number, int64_t account, Connection *connection,
                      const ClientAddress *client, Controller **out)
{
    const StoreAccount *row = accounts_get(server->accounts, account);
    if (!player_slot_of(server, account) && server->numbers.played >= server->options.players)
        return RESULT_FULL;
    Controller *before = controller_of(server, account);
    if (before && is_newer(&before->login, client ? &client->login : &connection->login))
        return RESULT_PLAYING;
    if (before && client && before->client.node == client->node &&
        before->client.connection == client->connection)
        controller_free(before); /* its client searches again */
    else if (before)
        controller_end(before, REASON_ELSEWHERE, TEXT(""));
    Arena *arena = arena_new();
    Messages messages = {.arena = arena};
    Report report = report_to(messages_sink, &messages);
    Zone *zone = zone_here(server, number, &report);
    PlayerSlot *player_slot =
        zone && row ? player_slot_take(zone, account, row->name, &report) : NULL;
    if (!player_slot)
        log_failure(server, row ? row->name : TEXT("a player"), &messages);
    arena_free(arena);
    if (!player_slot)
        return RESULT_ENTER;
    *out = controller_new(player_slot, connection, client);
    return *out ? RESULT_OK : RESULT_BUSY; /* without memory; the player stays for a while */
}

/* The clients who control players there search for them elsewhere. */
static void release_player(PlayerSlot *player_slot)
{
    Controller *controller = player_slot->controller;
    Server *server = player_slot->zone->server;
    Connection *connection = controller->connection;
    social_leave(server->social, (uint32_t)player_slot->account, loop_now(server->loop));
    if (!connection)
        server->directory->moved(server, &controller->client);
    controller_free(controller);
    if (connection)
        connection_lost(connection);
}

void zone_close(Zone *zone)
{
    Server *server = zone->server;
    autosave_close(zone->autosave);
    for (uint32_t i = 1; i < zone->world->player_count; i++) {
        if (player_slot_at(zone, i)->controller)
            release_player(player_slot_at(zone, i));
        if (player_slot_at(zone, i)->account)
            player_slot_put(zone, i, 0);
    }
    size_t at = 0;
    while (at < server->zone_count && server->zones[at] != zone)
        at++;
    if (at < server->zone_count)
        server->zones[at] = server->zones[--server->zone_count];
    server->directory->closed(zone);
    zone_free(zone);
}

/* Whether no player is in it, and nothing waits for its next tick or batch. */
static bool is_empty(const Zone *zone)
{
    return !zone->played && !zone->pending_claim_count &&
           !autosave_is_awaited(zone->autosave) && zone->server->directory->is_idle(zone);
}

static void close_if_empty(Zone *zone, uint64_t ms)
{
    const uint64_t now = loop_now(zone->server->loop);
    if (!is_empty(zone)) {
        zone->empty_since = now;
        zone->closing = 0;
    } else if (zone->closing && autosave_is_kept(zone->autosave, zone->closing)) {
        zone_close(zone);
    } else if (!zone->closing && now - zone->empty_since >= ms) {
        zone->closing = autosave_request(zone->autosave);
    }
}

void zones_close_empty(Server *server, uint64_t ms)
{
    for (size_t i = server->zone_count; i-- > 0;)
        if (!server->zones[i]->leaving && !server->zones[i]->lost)
            close_if_empty(server->zones[i], ms);
}

static void take_inputs(Zone *zone)
{
    while (zone->input_capacity < zone->world->player_count)
        zone->inputs = arena_reserve(zone->arena, zone->inputs, zone->input_capacity,
                                     &zone->input_capacity, sizeof(const WorldInput *));
    for (uint32_t i = 1; i < zone->world->player_count; i++) {
        Controller *controller = player_slot_at(zone, i)->controller;
        zone->inputs[i] = NULL;
        if (!controller)
            continue;
        controller_take_input(controller);
        zone->inputs[i] = &controller->applied;
    }
}

typedef struct PacketRange {
    uint32_t player_index;
    size_t at, size; /* of the packet, among all */
} PacketRange;

/* All packets are written before any is sent: alternating between views and TLS evicts their
 * data from the caches, which costs 10 to 20 % of the server's time. */
static void send_states(Zone *zone)
{
    Arena *scratch = zone->server->scratch;
    Writer body = writer_to(scratch), packets = writer_to(scratch);
    PacketRange *ranges = ARENA_ALLOC(scratch, PacketRange, zone->world->player_count);
    size_t count = 0;
    for (uint32_t i = 1; i < zone->world->player_count; i++) {
        const size_t at = packets.size;
        Controller *controller = player_slot_at(zone, i)->controller;
        if (!controller)
            continue;
        spectate_check(controller);
        if (!view_is_due(zone->views, controller->watched ? controller->watched : i))
            continue;
        controller_write_state(controller, &body, &packets);
        ranges[count++] = (PacketRange){i, at, packets.size - at};
    }
    for (size_t i = 0; i < count; i++) {
        Controller *controller = player_slot_at(zone, ranges[i].player_index)->controller;
        if (controller)
            controller_send(controller,
                            bytes_slice(writer_bytes(&packets), ranges[i].at, ranges[i].size));
    }
}

void zone_tick(Zone *zone)
{
    const ZoneDirectory *directory = zone->server->directory;
    /* Anything that happens after the last batch, or after another server has taken the
     * zone, would be lost. */
    if (!zone->leaving && !zone->lost && !zone->closing && directory->may_tick(zone->server)) {
        take_inputs(zone);
        world_tick_all(zone->world, zone->inputs);
        directory->ticked(zone);
        view_world_scan(zone->views);
        send_states(zone);
        player_slots_cross(zone);
        if (zone->world->tick % zone->server->rate == 0)
            player_slots_tick(zone);
    }
    autosave_tick(zone->autosave);
}
