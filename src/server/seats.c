/* Places in the world, and whose they are: who is connected, who has lost the connection and
 * may come back, who leaves. */
#include "server/cluster.h"

#include <stdlib.h>

Seat *seat_of(const Server *server, int64_t account)
{
    return account > 0 && (uint64_t)account < server->seat_room ? server->seats[account] : NULL;
}

Pilot *pilot_of(const Server *server, int64_t account)
{
    const Seat *seat = seat_of(server, account);
    return seat ? seat->pilot : NULL;
}

bool seat_whereabouts(const Server *server, int64_t account, uint32_t *land)
{
    const Seat *seat = seat_of(server, account);
    *land = seat ? seat->land->number : 0;
    if (seat || !server->cluster)
        return true;
    for (size_t i = 0; i < server->land_count; i++) {
        const Parted *parted = keep_leaving(server->lands[i]->keep, account);
        *land = server->lands[i]->number;
        if (parted)
            return parted->land == *land;
    }
    return cluster_whereabouts(server->cluster, account, land);
}

/* gcc's analyzer forgets who holds a list that has moved. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

/* Numbers of accounts are counted from 1, and few of them are never used. */
static void remember_seat(Server *server, int64_t account, Seat *seat)
{
    size_t room = server->seat_room ? server->seat_room : 256;
    while (room <= (uint64_t)account)
        room *= 2;
    if (room > server->seat_room) {
        Seat **seats = realloc(server->seats, room * sizeof *seats);
        if (!seats)
            abort();
        memset(seats + server->seat_room, 0, (room - server->seat_room) * sizeof *seats);
        server->seats = seats;
        server->seat_room = room;
    }
    server->seats[account] = seat;
}

Seat *seat_put(Land *land, uint32_t place, int64_t account)
{
    Seat *seat = &land->seats[place];
    if (seat->account)
        remember_seat(land->server, seat->account, NULL);
    *seat = (Seat){
        .account = account, .land = land, .place = place, .lost = loop_now(land->server->loop)};
    if (account)
        remember_seat(land->server, account, seat);
    return seat;
}

Seat *seat_take(Land *land, int64_t account, Text name, Report *report)
{
    Bytes character;
    SaveNotes notes = {0};
    Server *server = land->server;
    uint32_t place = NONE;
    Seat *seat = seat_of(server, account);
    if (seat)
        return seat;
    Arena *arena = arena_new();
    if (keep_character(land->keep, account, &character, arena, report)) {
        const WorldJoin join = {(uint32_t)account, arena_text(arena, name).at, character};
        place = world_join(land->world, &join, &notes, report);
    }
    for (size_t i = 0; i < notes.count; i++)
        server_say(server, "%.*s: %s", (int)name.size, name.at, notes.lines[i].at);
    arena_free(arena);
    if (place == NONE)
        return NULL;
    land->played++;
    server->numbers.played++;
    return seat_put(land, place, account);
}

static uint32_t land_of(const Seat *seat)
{
    const World *world = seat->land->world;
    const Actor *actor = world->actors[world->players[seat->place]->actor];
    const Cluster *cluster = seat->land->server->cluster;
    return cluster && actor->map != NONE ? land_map_get(&cluster->lands, actor->map)
                                         : seat->land->number;
}

bool seat_leave(Seat *seat)
{
    Snapshot snapshot;
    Bytes character;
    Land *land = seat->land;
    Pilot *pilot = seat->pilot;
    Guest *guest = pilot ? pilot->guest : NULL;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    Parted parted = {.account = seat->account, .land = land_of(seat)};
    if (pilot) {
        parted.node = pilot->node;
        parted.there = guest ? bus_guest(guest) : pilot->there;
    }
    world_character(land->world, seat->place, &snapshot, arena);
    const bool ok = snapshot_pack(&snapshot, &character, arena, &silent);
    if (ok)
        keep_parted(land->keep, &parted, &snapshot, character);
    arena_free(arena);
    if (!ok) /* stays where it is rather than be lost */
        return false;
    if (pilot) {
        social_leave(land->server->social, (uint32_t)seat->account,
                     loop_now(land->server->loop));
        pilot_free(pilot);
    }
    if (guest)
        guest_lost(guest);
    world_part(land->world, seat->place);
    seat_put(land, seat->place, 0);
    return true;
}

void seat_left(Server *server, const Parted *parted)
{
    Guest *guest = parted->there.guest && !parted->node
                       ? guest_numbered(server, parted->there.guest, parted->there.slot)
                       : NULL;
    if (guest && guest->account == parted->account && !guest->pilot)
        guest_seek(guest); /* and has not been sent away meanwhile */
    else if (parted->node)
        cluster_send(server->cluster, parted->node, BUS_MOVED, &parted->there);
}

/* Those who have come onto a map of another land. Who has just traded hears first that it is
 * kept. */
static void cross(Land *land)
{
    bool any = false;
    for (uint32_t i = 1; i < land->world->player_count; i++) {
        Seat *seat = &land->seats[i];
        if (seat->account && land_of(seat) != land->number &&
            !social_is_keeping(land->server->social, (uint32_t)seat->account))
            any = seat_leave(seat) || any;
    }
    if (any)
        keep_soon(land->keep);
}

void seats_cross(Land *land)
{
    if (land->server->cluster)
        cross(land);
}

void seats_find(Land *land)
{
    const World *world = land->world;
    for (uint32_t i = 1; i < world->player_count; i++)
        if (world->players[i]->used)
            seat_put(land, i, world->players[i]->id);
    seats_tick(land);
}

void seats_tick(Land *land)
{
    const uint64_t now = loop_now(land->server->loop);
    land->played = 0;
    for (uint32_t i = 1; i < land->world->player_count; i++) {
        Seat *seat = &land->seats[i];
        if (!seat->account)
            continue;
        if (!seat->pilot && now - seat->lost >= (uint64_t)SERVER_LINGER * 1000)
            seat_leave(seat);
        else
            land->played++;
    }
}
