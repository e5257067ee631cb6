/* What a hit looks like: the figure that is hurt is pushed back and returns, and the view
 * shakes for a moment if it is the player's. Both follow from the world's state and are drawn
 * only: no actor moves. With reduced motion nothing of this is seen. */
#include "engine/render/render_internal.h"

#include <stdlib.h>

enum { PUSH_TICKS = 6, SHAKE_TICKS = 6 };

/* Ticks since the last hit; `most` if that is over. */
static uint32_t age_of(const Renderer *renderer, const World *world, const Actor *actor,
                       uint32_t most)
{
    const uint32_t age = world->tick - actor->hurt_since;
    const bool seen = actor->hurt > 0 && !renderer->options.reduced_motion;
    return seen && age < most ? age : most;
}

/* The nearest actor of the other kind, which is taken for the one that has hit; NULL: none is
 * near. */
static const Actor *find_opponent(const Renderer *renderer, const World *world,
                                  const Actor *actor)
{
    enum { CELLS = 5 };
    const Grid *grid = &renderer->content->grid;
    const int64_t far =
        (int64_t)CELLS * 256 * (grid->tile_w > grid->tile_h ? grid->tile_w : grid->tile_h);
    const Actor *nearest = NULL;
    int64_t least = far * far;
    for (uint32_t i = 0; i < world->actor_count; i++) {
        const Actor *other = world->actors[i];
        if (!other->used || other->map != actor->map || !other->player == !actor->player)
            continue;
        const int64_t dx = other->at.x - actor->at.x, dy = other->at.y - actor->at.y;
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            nearest = other;
        }
    }
    return nearest;
}

/* `size` in the direction of (dx, dy), to the nearest of eight. */
static Spot towards(int64_t dx, int64_t dy, int32_t size)
{
    const int64_t w = llabs(dx), h = llabs(dy);
    return (Spot){2 * w < h ? 0 : dx < 0 ? -size : size, 2 * h < w ? 0 : dy < 0 ? -size : size};
}

Spot impact_push(const Renderer *renderer, const World *world, const Actor *actor)
{
    const uint32_t age = age_of(renderer, world, actor, PUSH_TICKS);
    const Actor *from = age < PUSH_TICKS ? find_opponent(renderer, world, actor) : NULL;
    const int32_t left = (int32_t)(PUSH_TICKS - age);
    const int32_t most = renderer->content->grid.tile_w / 5;
    const int32_t size = most * left * left / (PUSH_TICKS * PUSH_TICKS);
    if (!from || (from->at.x == actor->at.x && from->at.y == actor->at.y))
        return (Spot){0, 0};
    return towards(actor->at.x - from->at.x, actor->at.y - from->at.y, size);
}

/* Two ticks in each direction, as fast as can be seen at 60 frames per second. */
Spot impact_shake(const Renderer *renderer, PlayerContext ctx)
{
    enum { MOST = 3 };
    static const int8_t ways[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    const uint32_t age = age_of(renderer, ctx.world, context_actor(ctx), SHAKE_TICKS);
    const int32_t size = MOST * (int32_t)(SHAKE_TICKS - age) / SHAKE_TICKS;
    const int8_t *way = ways[age / 2 % COUNT_OF(ways)];
    return (Spot){way[0] * size, way[1] * size};
}
