/* Movement in a mirror: interpolation of other actors, prediction of the player. */
#include "server/protocol/mirror_internal.h"

#include <stdlib.h>

enum {
    GLIDE_TICKS = 4, /* from one snapshot to the next, plus one for delays */
    GLIDE_MAX = 31,  /* ... for distant actors, which are not in every snapshot */
    FIX_PART = 6,    /* fraction of the error that is corrected per tick ... */
    FIX_MIN = 32,    /* ... and the minimum, 1/256 pixels */
};

static int32_t apart(Spot a, Spot b)
{
    const int32_t x = abs(a.x - b.x), y = abs(a.y - b.y);
    return x > y ? x : y;
}

/* Larger distances cannot be walked in this time: the actor is placed there at once. */
static int32_t leap_of(const World *world) { return 3 * world->content->grid.tile_w * SUB; }

void mirror_place(Mirror *mirror, uint32_t index, uint32_t map, Spot at, bool walks)
{
    Actor *actor = mirror->world->actors[index];
    Glide *glide = &mirror->glides[index];
    const uint32_t now = mirror->tick.tick;
    if (actor->map != map || apart(actor->at, at) > leap_of(mirror->world)) {
        actor->map = map;
        actor->at = at;
        *glide = (Glide){.walks = walks, .reported = now};
        return;
    }
    uint32_t whole = glide->walks ? now - glide->reported + 1 : GLIDE_TICKS;
    whole = whole < GLIDE_TICKS ? GLIDE_TICKS : whole > GLIDE_MAX ? GLIDE_MAX : whole;
    *glide = (Glide){actor->at, at, 0, apart(actor->at, at) ? whole : 0, now, walks};
}

/* The player glides through no wall; of others, only what is drawn depends on it. */
static bool may_glide(const Mirror *mirror, uint32_t index, Spot at)
{
    return index != mirror->self || !world_is_wall(local_context(mirror->world), at);
}

static void glide_on(Mirror *mirror, uint32_t index)
{
    Actor *actor = mirror->world->actors[index];
    Glide *glide = &mirror->glides[index];
    if (glide->whole) {
        glide->done++;
        const int64_t done = glide->done, whole = glide->whole;
        const Spot next = {
            glide->from.x + (int32_t)((glide->to.x - glide->from.x) * done / whole),
            glide->from.y + (int32_t)((glide->to.y - glide->from.y) * done / whole)};
        const bool arrives = done >= whole || !may_glide(mirror, index, next);
        actor->at = arrives ? glide->to : next;
        if (arrives)
            glide->whole = 0;
    }
    actor->moving = glide->walks || glide->whole ? actor->moving + 1 : 0;
}

/* ---- the player ---- */

static bool is_led(const Mirror *mirror)
{
    return mirror->tick.flags & DELTA_SERVER_CONTROLLED ||
           mirror->world->players[0]->screen.screen != SCREEN_GAME;
}

static uint32_t between(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

/* The predicted position at which the input had been applied for about `age` ticks; NULL if
 * that is too long ago, or the input was never sent. */
static const StepAhead *step_at(const Mirror *mirror, uint32_t sequence, uint32_t age)
{
    const uint32_t count = mirror->step_count < STEPS ? mirror->step_count : STEPS;
    const StepAhead *best = NULL;
    for (uint32_t i = 1; i <= count; i++) {
        const StepAhead *step = &mirror->steps[(mirror->step_count - i) % STEPS];
        if (step->sequence == sequence &&
            (!best || between(step->age, age) < between(best->age, age)))
            best = step;
    }
    return best;
}

/* Shifts the history, as if it had always been predicted from there. */
static void shift_steps(Mirror *mirror, Spot by)
{
    for (uint32_t i = 0; i < STEPS; i++) {
        mirror->steps[i].at.x += by.x;
        mirror->steps[i].at.y += by.y;
    }
}

static void jump(Mirror *mirror)
{
    Actor *player = context_actor(local_context(mirror->world));
    player->map = mirror->map;
    player->at = mirror->at;
    mirror->step_count = 0;
    mirror->fix = (Spot){0, 0};
    mirror->glides[mirror->self] = (Glide){0};
}

void mirror_settle(Mirror *mirror)
{
    Actor *player = context_actor(local_context(mirror->world));
    if (!mirror->has_position)
        return;
    if (player->map != mirror->map &&
        (is_led(mirror) || !step_at(mirror, mirror->tick.sequence, mirror->tick.age))) {
        jump(mirror);
        return;
    }
    if (is_led(mirror)) {
        mirror->step_count = 0;
        mirror->fix = (Spot){0, 0};
        mirror_place(mirror, mirror->self, mirror->map, mirror->at, player->moving != 0);
        return;
    }
    mirror->glides[mirror->self] = (Glide){0};
    const StepAhead *step = step_at(mirror, mirror->tick.sequence, mirror->tick.age);
    if (!step) /* it will be known when the server has received more */
        return;
    if (step->map != mirror->map) {
        jump(mirror);
        return;
    }
    const Spot wrong = {mirror->at.x - step->at.x, mirror->at.y - step->at.y};
    const int32_t far = apart(mirror->at, step->at);
    mirror->corrected += (uint64_t)far;
    if (far > leap_of(mirror->world)) {
        jump(mirror);
        return;
    }
    mirror->fix.x += wrong.x;
    mirror->fix.y += wrong.y;
    shift_steps(mirror, wrong);
}

/* Removes a part of the remaining correction. */
static int32_t take_part(int32_t *left)
{
    const int32_t part = *left / FIX_PART;
    const int32_t taken = abs(*left) <= FIX_MIN  ? *left
                          : abs(part) >= FIX_MIN ? part
                          : *left > 0            ? FIX_MIN
                                                 : -FIX_MIN;
    *left -= taken;
    return taken;
}

/* Corrects a part. If a wall is between here and there, the player goes at once to where the
 * server has seen it. */
static void take_correction(Mirror *mirror)
{
    const PlayerContext ctx = local_context(mirror->world);
    Actor *player = context_actor(ctx);
    if (!mirror->fix.x && !mirror->fix.y)
        return;
    const Spot next = {player->at.x + take_part(&mirror->fix.x),
                       player->at.y + take_part(&mirror->fix.y)};
    if (world_may_stand(ctx, next))
        player->at = next;
    else
        jump(mirror);
}

static void walk_ahead(Mirror *mirror, uint32_t direction)
{
    World *world = mirror->world;
    const PlayerContext ctx = local_context(world);
    const Actor *player = context_actor(ctx);
    take_correction(mirror);
    world_walk(ctx, direction);
    /* Remaining corrections count as done, since they will be. */
    mirror->steps[mirror->step_count++ % STEPS] =
        (StepAhead){mirror->sequence,
                    mirror->age,
                    player->map,
                    {player->at.x + mirror->fix.x, player->at.y + mirror->fix.y}};
}

/* ---- a tick ---- */

/* Synchronizes with the server's clock: ticks are skipped or repeated until both agree.
 * Without changes the server sends nothing for a while. */
static void follow_clock(Mirror *mirror)
{
    enum { FAR = 30, EARLY = 1, QUIET_MAX = 75 /* VIEW_QUIET_MAX and delays */ };
    World *world = mirror->world;
    const uint32_t quiet = mirror->quiet < QUIET_MAX ? mirror->quiet : QUIET_MAX;
    const uint32_t there = mirror->tick.tick + quiet;
    const int64_t ahead = (int64_t)world->tick - there;
    mirror->quiet++;
    if (ahead > FAR || ahead < -FAR)
        world->tick = there;
    else if (ahead < 0)
        world->tick += 2;
    else
        world->tick += ahead <= EARLY;
}

void mirror_tick(Mirror *mirror, uint32_t direction, uint32_t sequence)
{
    World *world = mirror->world;
    const PlayerContext ctx = local_context(world);
    memcpy(ctx.player->effects, mirror->effects,
           mirror->effect_count * sizeof *mirror->effects);
    ctx.player->effect_count = mirror->effect_count;
    mirror->effect_count = 0;
    if (!mirror->there)
        return;
    follow_clock(mirror);
    mirror->age = sequence == mirror->sequence ? mirror->age + 1 : 1;
    mirror->sequence = sequence;
    world->work = world->expressions = 0;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        Actor *actor = world->actors[i];
        if (!actor->used)
            continue;
        if (actor->action && world->tick >= actor->action_until && !actor->dying)
            actor->action = actor->flinch = 0;
        if (i != mirror->self || is_led(mirror))
            glide_on(mirror, i);
    }
    if (!is_led(mirror) && mirror->has_position)
        walk_ahead(mirror, direction);
}
