/* Places in the world, and whose they are: who is connected, who has lost the connection and
 * may come back, who leaves. */
#include "server/server_parts.h"

uint32_t seat_of(const Server *server, int64_t account)
{
    for (uint32_t i = 1; i < server->world->player_count; i++)
        if (server->seats[i].account == account)
            return i;
    return 0;
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
        server->seats[place] = (Seat){.account = account};
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
    server->seats[place] = (Seat){0};
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
