/* Worlds: opened, moved on, closed. */
#include "server/server_parts.h"

Land *land_open(Server *server, Report *report)
{
    Arena *arena = arena_new();
    Land *land = ARENA_TAKE(arena, Land, 1);
    *land = (Land){.server = server, .arena = arena};
    if (!keep_begin(land, report)) {
        land_free(land);
        return NULL;
    }
    land->views = view_world_new(land->world);
    *ARENA_PUSH(server->arena, server->lands, server->land_count) = land;
    seats_find(land);
    return land;
}

void land_free(Land *land)
{
    keep_free(land->keep);
    if (land->views)
        view_world_free(land->views);
    arena_free(land->arena);
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

void land_tick(Land *land)
{
    take_inputs(land);
    world_tick_all(land->world, land->inputs);
    view_world_look(land->views);
    for (uint32_t i = 1; i < land->world->player_count; i++)
        if (land->seats[i].pilot)
            pilot_tell(land->seats[i].pilot);
    if (land->world->tick % land->server->rate == 0)
        seats_tick(land);
    keep_tick(land->keep);
}
