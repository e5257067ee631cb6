/* Worlds: opened, moved on, closed. */
#include "server/cluster.h"

static void land_free(Land *land)
{
    keep_free(land->keep);
    if (land->views)
        view_world_free(land->views);
    arena_free(land->arena);
}

Land *land_open(Server *server, uint32_t number, Report *report)
{
    Arena *arena = arena_new();
    Land *land = ARENA_TAKE(arena, Land, 1);
    *land = (Land){.server = server, .number = number, .arena = arena};
    if (server->cluster)
        together_prepare(land);
    if (!keep_begin(land, report) || (server->cluster && !together_begin(land, report))) {
        land_free(land);
        return NULL;
    }
    land->views = view_world_new(land->world);
    *ARENA_PUSH(server->arena, server->lands, server->land_count) = land;
    if (server->cluster)
        server->cluster->holdings[number].open = land;
    seats_find(land);
    return land;
}

Land *land_here(Server *server, uint32_t number, Report *report)
{
    for (size_t i = 0; i < server->land_count; i++)
        if (server->lands[i]->number == number)
            return server->lands[i];
    return land_open(server, number, report);
}

ResultCode land_enter(Server *server, uint32_t number, int64_t account, Guest *guest,
                      uint64_t node, const BusGuest *there, Pilot **out)
{
    const StoreAccount *row = accounts_get(server->accounts, account);
    Report report = report_to(NULL, NULL);
    if (!seat_of(server, account) && server->numbers.played >= server->options.players)
        return RESULT_FULL;
    Pilot *before = pilot_of(server, account);
    if (before && node && before->node == node && before->there.guest == there->guest)
        pilot_free(before); /* asks again */
    else if (before)
        pilot_end(before, REASON_ELSEWHERE, TEXT(""));
    Land *land = land_here(server, number, &report);
    Seat *seat = land && row ? seat_take(land, account, row->name, &report) : NULL;
    if (!seat) {
        const Text name = row ? row->name : TEXT("somebody");
        server_say(server, "%.*s could not come into the world", (int)name.size, name.at);
        return RESULT_FAILED;
    }
    *out = pilot_new(seat, guest, node, there);
    return *out ? RESULT_OK : RESULT_FULL;
}

/* Whoever steers somebody there looks for them elsewhere. */
static void let_go(Seat *seat)
{
    Pilot *pilot = seat->pilot;
    Server *server = seat->land->server;
    Guest *guest = pilot->guest;
    social_leave(server->social, (uint32_t)seat->account, loop_now(server->loop));
    if (!guest)
        cluster_send(server->cluster, pilot->node, BUS_MOVED, &pilot->there);
    pilot_free(pilot);
    if (guest)
        guest_lost(guest);
}

void land_close(Land *land)
{
    Server *server = land->server;
    keep_close(land->keep);
    for (uint32_t i = 1; i < land->world->player_count; i++) {
        if (land->seats[i].pilot)
            let_go(&land->seats[i]);
        if (land->seats[i].account)
            seat_put(land, i, 0);
    }
    size_t at = 0;
    while (at < server->land_count && server->lands[at] != land)
        at++;
    if (at < server->land_count)
        server->lands[at] = server->lands[--server->land_count];
    if (server->cluster)
        server->cluster->holdings[land->number].open = NULL;
    land_free(land);
}

void lands_tidy(Server *server)
{
    for (size_t i = server->land_count; server->cluster && i-- > 0;)
        if (server->lands[i]->lost)
            holding_lost(server->lands[i]->number, server->cluster);
}

static void take_inputs(Land *land)
{
    for (uint32_t i = 1; i < land->world->player_count; i++) {
        Pilot *pilot = land->seats[i].pilot;
        land->inputs[i] = NULL;
        if (!pilot)
            continue;
        pilot_take_input(pilot);
        land->inputs[i] = &pilot->applied;
    }
}

typedef struct Told {
    uint32_t place;
    size_t at, size; /* of the packet, among all */
} Told;

/* At first all packets are written, then they are sent: in turns the views and TLS would drive
 * each other out of the caches, which costs a tenth to a fifth of all that a server does. */
static void tell(Land *land)
{
    Arena *scratch = land->server->scratch;
    Writer body = writer_to(scratch), packets = writer_to(scratch);
    Told *told = ARENA_TAKE(scratch, Told, land->world->player_count);
    size_t count = 0;
    for (uint32_t i = 1; i < land->world->player_count; i++) {
        const size_t at = packets.size;
        if (!land->seats[i].pilot || !view_is_due(land->views, i))
            continue;
        pilot_look(land->seats[i].pilot, &body, &packets);
        told[count++] = (Told){i, at, packets.size - at};
    }
    for (size_t i = 0; i < count; i++) {
        Pilot *pilot = land->seats[told[i].place].pilot;
        if (pilot)
            pilot_tell(pilot, bytes_slice(writer_bytes(&packets), told[i].at, told[i].size));
    }
}

void land_tick(Land *land)
{
    const Cluster *cluster = land->server->cluster;
    /* What happened after the last batch, or when somebody else has the land, would be lost. */
    if (!land->leaving && !land->lost && (!cluster || holdings_are_sure(cluster))) {
        take_inputs(land);
        world_tick_all(land->world, land->inputs);
        if (cluster)
            together_tick(land);
        view_world_look(land->views);
        tell(land);
        seats_cross(land);
        if (land->world->tick % land->server->rate == 0)
            seats_tick(land);
    }
    keep_tick(land->keep);
}
