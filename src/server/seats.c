/* Places in the world, and whose they are: who is connected, who has lost the connection and
 * may come back, who leaves. */
#include "server/server_parts.h"

#include <stdlib.h>

uint32_t seat_of(const Server *server, int64_t account)
{
    return account > 0 && (uint64_t)account < server->place_room ? server->places[account] : 0;
}

/* Numbers of accounts are counted from 1, and few of them are never used. */
static void remember_place(Server *server, int64_t account, uint32_t place)
{
    size_t room = server->place_room ? server->place_room : 256;
    while (room <= (uint64_t)account)
        room *= 2;
    if (room > server->place_room) {
        uint16_t *places = realloc(server->places, room * sizeof *places);
        if (!places)
            abort();
        memset(places + server->place_room, 0, (room - server->place_room) * sizeof *places);
        server->places = places;
        server->place_room = room;
    }
    server->places[account] = (uint16_t)place;
}

void seat_put(Server *server, uint32_t place, Seat seat)
{
    Seat *here = &server->seats[place];
    if (here->account)
        remember_place(server, here->account, 0);
    *here = seat;
    if (seat.account)
        remember_place(server, seat.account, place);
}

uint32_t seat_take(Server *server, int64_t account, Text name, Report *report)
{
    Bytes character;
    SaveNotes notes = {0};
    uint32_t place = seat_of(server, account);
    if (place)
        return place;
    Arena *arena = arena_new();
    if (keep_character(server, account, &character, arena, report)) {
        const WorldJoin join = {(uint32_t)account, arena_text(arena, name).at, character};
        place = world_join(server->world, &join, &notes, report);
        place = place == NONE ? 0 : place;
    }
    for (size_t i = 0; i < notes.count; i++)
        server_say(server, "%.*s: %s", (int)name.size, name.at, notes.lines[i].at);
    arena_free(arena);
    if (place)
        seat_put(server, place, (Seat){.account = account});
    return place;
}

void seat_lose(Server *server, uint32_t place)
{
    server->seats[place].guest = NULL;
    server->seats[place].lost = loop_now(server->loop);
}

static void leave(Server *server, uint32_t place)
{
    Snapshot snapshot;
    Bytes character;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    world_calm(server->world, place);
    world_character(server->world, place, &snapshot, arena);
    const bool ok = snapshot_pack(&snapshot, &character, arena, &silent);
    if (ok)
        keep_parted(server, server->seats[place].account, &snapshot, character);
    arena_free(arena);
    if (!ok) /* stays where it is rather than be lost */
        return;
    world_part(server->world, place);
    seat_put(server, place, (Seat){0});
}

void seats_tick(Server *server)
{
    const uint64_t now = loop_now(server->loop);
    server->numbers.played = 0;
    for (uint32_t i = 1; i < server->world->player_count; i++) {
        const Seat *seat = &server->seats[i];
        if (!seat->account)
            continue;
        if (!seat->guest && now - seat->lost >= (uint64_t)SERVER_LINGER * 1000)
            leave(server, i);
        else
            server->numbers.played++;
    }
}
