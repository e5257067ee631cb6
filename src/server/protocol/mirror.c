/* Start of a mirror, and reading of whole packets; their parts are applied in mirror_apply.c
 * and mirror_moves.c, and movement is in mirror_walk.c. A screen may arrive before the data
 * that it shows: it is hidden until then. */
#include "server/protocol/mirror_internal.h"

Mirror *mirror_new(const TngFile *game, size_t language, uint32_t actor, Arena *arena,
                   Report *report)
{
    const WorldOptions options = {.language = language, .mirror = true};
    if (actor == 0 || actor >= ACTORS_MAX) {
        report_error(report, "invalid actor %u of the player", actor);
        return NULL;
    }
    World *world = world_new(game, &options, arena, report);
    if (!world)
        return NULL;
    Mirror *mirror = ARENA_ALLOC(arena, Mirror, 1);
    *mirror = (Mirror){.world = world, .arena = arena, .scratch = arena_new(), .self = actor};
    mirror->originals = ARENA_ALLOC(arena, uint16_t *, world->map_count);
    /* The player's actor has the same number as on the server. */
    Actor *first = world->actors[0];
    for (; world->actor_count <= actor; world->actor_count++)
        if (!world->actors[world->actor_count])
            world->actors[world->actor_count] = ARENA_ALLOC(arena, Actor, 1);
    *world->actors[actor] = *first;
    first->used = 0;
    first->values = NULL;
    first->value_count = first->value_capacity = 0;
    world->players[0]->actor = actor;
    return mirror;
}

void mirror_free(Mirror *mirror)
{
    if (mirror)
        arena_free(mirror->scratch);
}

World *mirror_world(Mirror *mirror) { return mirror->world; }
bool mirror_is_there(const Mirror *mirror) { return mirror->there; }
uint64_t mirror_corrected(const Mirror *mirror) { return mirror->corrected; }

/* A screen may refer to data that is not available, such as a market whose actor is gone, or
 * data that was not received yet. It is hidden until the data is available. */
static void check_screens(Mirror *mirror)
{
    World *world = mirror->world;
    const PlayerContext ctx = local_context(world);
    Player *me = ctx.player;
    ScreenState *const screens[] = {&me->screen, &me->under, &me->outer, &me->paused};
    for (size_t i = 0; i < COUNT_OF(screens); i++) {
        if (mirror->is_hidden[i])
            *screens[i] = mirror->hidden[i];
        mirror->is_hidden[i] = !world_screen_is_valid(ctx, screens[i]);
        if (!mirror->is_hidden[i])
            continue;
        mirror->hidden[i] = *screens[i];
        *screens[i] = (ScreenState){.since = world->tick};
    }
}

bool mirror_read(Mirror *mirror, Bytes body, Report *report)
{
    Reader reader = reader_of(body, report);
    StatePart part;
    bool ok = true;
    while (ok && state_next(&reader, &part, mirror->scratch))
        ok = mirror_take(mirror, &part, report);
    ok = ok && reader_ok(&reader);
    if (ok && mirror->tick.flags & DELTA_SNAPSHOT) {
        mirror_settle(mirror);
        mirror->there = true;
    }
    mirror->quiet = 0;
    if (ok)
        check_screens(mirror);
    arena_reset(mirror->scratch);
    return ok;
}
