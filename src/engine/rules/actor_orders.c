/* Orders that scripts give to actors: they are queued, and followed one after the other. */
#include "engine/rules/rules.h"

enum { STUCK_MAX = 20 };

bool actor_order(Actor *actor, Order order)
{
    if (actor->order_count >= ORDERS_MAX)
        return false;
    actor->orders[actor->order_count++] = order;
    return true;
}

static void next_order(World *world, uint32_t index)
{
    Actor *actor = world->actors[index];
    actor->order_count--;
    memmove(actor->orders, actor->orders + 1, actor->order_count * sizeof *actor->orders);
    actor->going = 0;
    actor->stuck = actor->waited = 0;
    actor->way_count = 0;
    actor_index_update(world, index);
}

/* Finds a path around obstacles to the goal; false if there is none. */
static bool find_detour(World *world, uint32_t index, Order *order)
{
    const Actor *actor = world->actors[index];
    const Grid *grid = &world->content->grid;
    Cell end = actor_cell(world, actor);
    bool later;
    for (uint32_t i = 0; i < order->amount && grid_inside(grid, end); i++)
        end = grid_step(grid, end, (Direction)(order->value % DIRECTIONS));
    if (!map_open(world, map_of(world, actor->map), end, actor->transport) ||
        !search_way(world, index, end, &later))
        return false;
    order->amount = 0;
    return true;
}

static uint32_t cells_of_step(World *world, const Actor *actor, Cell from)
{
    const int32_t cells = grid_distance(&world->content->grid, from, actor->goal);
    return cells > 1 ? (uint32_t)cells : 1;
}

/* The next cell of a walk; false if it is over. */
static bool begin_move(PlayerContext ctx, uint32_t index, Order *order)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    const Cell here = actor_cell(world, actor);
    if (!actor->way_count && !order->amount)
        return false;
    const uint32_t way = actor->way_count;
    const Step step = step_begin(
        ctx, index, (Direction)(way ? actor->way[way - 1] : order->value % DIRECTIONS));
    if (step == STEP_TAKEN) {
        actor->stuck = actor->waited = 0;
        if (way) {
            actor->way_count--;
        } else {
            const uint32_t cells = cells_of_step(world, actor, here);
            order->amount -= cells < order->amount ? cells : order->amount;
        }
        return true;
    }
    if (!actor->player && !way && !actor->stuck && !actor->waited &&
        find_detour(world, index, order))
        return begin_move(ctx, index, order);
    actor->direction = way ? actor->direction : order->value;
    if (!actor->player && step == STEP_SOMEBODY)
        return step_wait(world, index);
    return ++actor->stuck <= STUCK_MAX; /* gives up an order that is impossible */
}

static void follow_move(PlayerContext ctx, uint32_t index, Order *order)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    if (!actor->going && !begin_move(ctx, index, order)) {
        next_order(world, index);
        return;
    }
    if (!actor->going || actor->leap_until)
        return;
    if (!step_on(ctx, index)) {
        next_order(world, index);
        return;
    }
    if (!actor->going && !order->amount && !actor->way_count)
        next_order(world, index);
}

/* Ends what expires in this tick: the frames of an action, spawning, and so on. */
static bool is_acting(const World *world, Actor *actor)
{
    if (actor->action && world->tick >= actor->action_until)
        actor->action = actor->flinch = 0;
    return actor->action && !actor->flinch;
}

bool actor_follow(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    Actor *actor = world->actors[index];
    const bool acting = is_acting(world, actor);
    if (leap_tick(ctx, index) || acting || actor->dying)
        return true;
    if (!actor->order_count)
        return false;
    Order *order = &actor->orders[0];
    switch (order->kind) {
    case ORDER_MOVE:
        follow_move(ctx, index, order);
        break;
    case ORDER_TURN:
        actor->direction = order->value;
        next_order(world, index);
        break;
    case ORDER_ACT:
        actor_act(world, actor, order->value, order->amount);
        next_order(world, index);
        break;
    }
    return true;
}
