/* NPCs: where they come from, and what they do when nobody tells them. */
#include "engine/parts.h"

enum { CELLS_A_SECOND = 4, STUCK_MOST = 20, TALK_HSEC = 100 };

static const TngNpc *record_of(World *world, const Actor *actor)
{
    return actor->npc == NONE ? NULL : content_record(world->content, SECTION_NPCS, actor->npc);
}

Cell actor_cell(const World *world, const Actor *actor)
{
    return grid_cell_at(&world->content->grid,
                        (Spot){actor->at.x >> 8, actor->at.y >> 8}); /* SUB is 1 << 8 */
}

static Spot stand(const World *world, Cell cell)
{
    const Spot centre = grid_centre(&world->content->grid, cell);
    return (Spot){centre.x * SUB, centre.y * SUB};
}

uint32_t actor_in(const World *world, uint32_t map, Cell cell, uint32_t except)
{
    for (uint32_t i = 0; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (i == except || !actor->used || actor->map != map)
            continue;
        const Cell at = actor_cell(world, actor);
        if ((at.x == cell.x && at.y == cell.y) ||
            (actor->going && actor->goal.x == cell.x && actor->goal.y == cell.y))
            return i;
    }
    return NONE;
}

static Actor *free_actor(World *world, uint32_t *index)
{
    for (*index = 1; *index < world->actor_count; ++*index)
        if (!world->actors[*index]->used)
            return world->actors[*index];
    if (world->actor_count >= ACTORS_MOST)
        return NULL;
    if (!world->actors[world->actor_count])
        world->actors[world->actor_count] = ARENA_TAKE(world->arena, Actor, 1);
    return world->actors[world->actor_count++];
}

static void take_values(World *world, Actor *actor, uint32_t count)
{
    if (count > actor->value_room || !actor->values) {
        actor->value_room = count;
        actor->values = ARENA_TAKE(world->arena, int32_t, count + 1);
    }
    actor->value_count = count;
    memset(actor->values, 0, count * sizeof *actor->values);
}

static void clear(World *world, Actor *actor, uint32_t item_count)
{
    int32_t *const values = actor->values;
    const uint32_t room = actor->value_room;
    *actor = (Actor){.values = values, .value_room = room, .used = 1};
    world->actor_changes++;
    take_values(world, actor, world->content->attributes->attribute_count + item_count);
}

static void carry(World *world, Actor *actor, const TngNpc *npc)
{
    const uint32_t first = world->content->attributes->attribute_count;
    for (uint32_t i = 0; i < npc->item_count; i++)
        if (world_random(world, 100) < npc->items[i].chance)
            actor->values[first + i] = (int32_t)npc->items[i].quantity;
}

uint32_t actor_new(World *world, uint32_t npc, uint32_t map, Cell cell)
{
    const TngNpc *record = content_record(world->content, SECTION_NPCS, npc);
    uint32_t index;
    if (!record || !map_of(world, map) || !grid_inside(&world->content->grid, cell))
        return NONE;
    Actor *actor = free_actor(world, &index);
    if (!actor)
        return NONE;
    clear(world, actor, record->item_count);
    actor->npc = npc;
    actor->map = map;
    actor->at = stand(world, cell);
    actor->goal = cell;
    actor->movement = record->movement;
    actor->path = record->path;
    actor->turn_at = world->tick + 1 + world_random(world, world->content->rate);
    attributes_default(world, index + 1);
    rules_give(world, index + 1, record->attributes, record->attribute_count);
    carry(world, actor, record);
    return index;
}

/* Handlers about it go on about nobody: its place may soon be another's. */
void actor_remove(World *world, uint32_t index)
{
    if (!index || index >= world->actor_count || !world->actors[index]->used)
        return;
    world->actors[index]->used = 0;
    world->actor_changes++;
    for (uint32_t i = 0; i < world->task_count; i++) {
        Task *task = world->tasks[i];
        if (!task->used)
            continue;
        if (task->began_self == index + 1)
            task_orphan(world, task);
        if (task->place.map == NONE && task->run->self == index + 1)
            task->place =
                (Location){world->actors[index]->map, actor_cell(world, world->actors[index])};
        if (task->run->self == index + 1)
            task->run->self = ENTITY_NONE;
        if (task->run->opponent == index + 1)
            task->run->opponent = ENTITY_NONE;
        if (task->actor == index)
            task->actor = ACTOR_GONE;
    }
}

void actors_on_map(World *world, uint32_t index)
{
    const MapState *map = world->maps[index];
    const size_t count = (size_t)world->content->grid.side * (size_t)world->content->grid.side;
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t npc = map->cells[LAYER_NPCS * count + i];
        if (npc != TNG_NO_SPRITE)
            actor_new(world, npc, index, map_cell_of(world, i));
    }
}

bool actor_order(Actor *actor, Order order)
{
    if (actor->order_count >= ORDERS_MOST)
        return false;
    actor->orders[actor->order_count++] = order;
    return true;
}

bool actor_busy(const Actor *actor, uint32_t tick)
{
    return actor->order_count || (actor->action && tick < actor->action_until);
}

void actor_face(World *world, Actor *actor, Spot at)
{
    if (actor->at.x == at.x && actor->at.y == at.y)
        return;
    actor->direction = grid_direction(actor->at, at);
    actor->talking = world->tick + world_hsec(world, TALK_HSEC);
}

void actor_act(World *world, Actor *actor, uint32_t column, uint32_t ticks)
{
    actor->action = column;
    actor->action_since = world->tick;
    actor->action_until = world->tick + ticks;
}

/* 1/256 pixels a tick: four cells a second at 100 percent. */
uint32_t actor_speed(World *world, Actor *actor)
{
    const Grid *grid = &world->content->grid;
    const TngNpc *npc = record_of(world, actor);
    uint64_t speed = (uint64_t)grid->tile_w * SUB * CELLS_A_SECOND / world->content->rate;
    int32_t percent = npc ? npc->speed : 100;
    const TngAttributes *attributes = world->content->attributes;
    if (!npc && attributes->special_count > 2 && attributes->special[2])
        percent = attribute_get(world, ENTITY_PLAYER, attributes->special[2]);
    if (!npc && percent <= 0)
        percent = 100; /* an author who never set it does not want a statue */
    const MapState *map = map_of(world, actor->map);
    const uint32_t ground =
        map ? map_speed(world, map, actor_cell(world, actor), actor->transport, NULL) : 100;
    speed = speed * (uint32_t)(percent > 1000 ? 1000 : percent) / 100;
    speed = speed * (ground ? ground : 100) / 100;
    const uint64_t most = (uint64_t)grid->tile_h * SUB / 2; /* no wall is jumped over */
    return (uint32_t)(speed > most ? most : speed);
}

static void next_order(Actor *actor)
{
    actor->order_count--;
    memmove(actor->orders, actor->orders + 1, actor->order_count * sizeof *actor->orders);
    actor->going = 0;
    actor->stuck = 0;
}

static void follow_move(World *world, uint32_t index, Order *order)
{
    Actor *actor = world->actors[index];
    if (!actor->going) {
        if (!order->amount) {
            next_order(actor);
            return;
        }
        actor->goal =
            grid_step(&world->content->grid, actor_cell(world, actor), (Direction)order->value);
        actor->going = 1;
        order->amount--;
    }
    bool moved;
    const bool there = walk_to(world, index, stand(world, actor->goal), &moved);
    actor->direction = order->value;
    actor->stuck = moved ? 0 : actor->stuck + 1;
    if (there)
        actor->going = 0;
    if (actor->stuck > STUCK_MOST || (there && !order->amount))
        next_order(actor); /* what cannot be done is given up */
}

bool actor_follow(World *world, uint32_t index)
{
    Actor *actor = world->actors[index];
    if (actor->action && world->tick >= actor->action_until)
        actor->action = 0;
    if (actor->action)
        return true;
    if (!actor->order_count)
        return false;
    Order *order = &actor->orders[0];
    switch (order->kind) {
    case ORDER_MOVE:
        follow_move(world, index, order);
        break;
    case ORDER_TURN:
        actor->direction = order->value;
        next_order(actor);
        break;
    case ORDER_ACT:
        actor_act(world, actor, order->value, order->amount);
        next_order(actor);
        break;
    }
    return true;
}

static const PatrolPath *path_of(const TngMap *map, uint32_t id)
{
    for (size_t i = 0; i < map->path_count; i++)
        if (map->paths[i].id == id && map->paths[i].point_count)
            return &map->paths[i];
    return NULL;
}

/* One cell nearer to the patrol's next point. */
static bool patrol_goal(World *world, Actor *actor, Cell *goal)
{
    const PatrolPath *path = path_of(map_of(world, actor->map)->record, actor->path);
    if (!path)
        return false;
    const Cell here = actor_cell(world, actor);
    const MapPoint *point = &path->points[actor->point % path->point_count];
    if (here.x == point->x && here.y == point->y) {
        actor->point = (actor->point + 1) % path->point_count;
        point = &path->points[actor->point];
    }
    if (here.x == point->x && here.y == point->y)
        return false;
    const Grid *grid = &world->content->grid;
    const Direction direction =
        grid_direction(grid_centre(grid, here), grid_centre(grid, (Cell){point->x, point->y}));
    *goal = grid_step(grid, here, direction);
    return true;
}

static bool random_goal(World *world, Actor *actor, Cell *goal)
{
    if (world->tick < actor->turn_at)
        return false;
    const TngNpc *npc = record_of(world, actor);
    const uint32_t pause = world_hsec(world, npc && npc->turn_time ? npc->turn_time : 100);
    actor->turn_at = world->tick + pause / 2 + world_random(world, pause + 1);
    const Direction direction = (Direction)(world_random(world, 4) * 2);
    *goal = grid_step(&world->content->grid, actor_cell(world, actor), direction);
    actor->direction = direction;
    return world_random(world, 3) > 0; /* now and then it only turns */
}

static void wander(World *world, uint32_t index)
{
    Actor *actor = world->actors[index];
    Cell goal;
    if (!actor->going) {
        if (actor->movement == 0 ||
            (actor->movement == 1 && !random_goal(world, actor, &goal)) ||
            (actor->movement == 2 && !patrol_goal(world, actor, &goal)) || actor->movement > 2)
            return;
        if (!map_open(world, map_of(world, actor->map), goal, actor->transport) ||
            actor_in(world, actor->map, goal, index) != NONE)
            return;
        actor->goal = goal;
        actor->going = 1;
    }
    bool moved;
    if (walk_to(world, index, stand(world, actor->goal), &moved))
        actor->going = 0;
    actor->stuck = moved ? 0 : actor->stuck + 1;
    if (actor->stuck > STUCK_MOST) {
        actor->going = 0;
        actor->stuck = 0;
    }
}

/* Once a minute: what was bought comes back in its time. */
static void resupply(World *world)
{
    const uint32_t minute = 60 * world->content->rate, age = world->tick - world->play_started;
    const uint32_t first = world->content->attributes->attribute_count;
    if (!age || age % minute)
        return;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        Actor *actor = world->actors[i];
        const TngNpc *npc = actor->used ? record_of(world, actor) : NULL;
        for (uint32_t k = 0; npc && k < npc->item_count; k++) {
            const NpcItem *item = &npc->items[k];
            if (item->resupply && age / minute % item->resupply == 0 &&
                actor->values[first + k] < (int32_t)item->quantity &&
                world_random(world, 100) < item->chance)
                actor->values[first + k] = (int32_t)item->quantity;
        }
    }
}

void actors_tick(World *world)
{
    resupply(world);
    const uint32_t map = world->scene.map != NONE ? world->scene.map : world_player(world)->map;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        Actor *actor = world->actors[i];
        if (!actor->used || (actor->map != map && !actor->order_count) ||
            !map_of(world, actor->map))
            continue;
        const Spot before = actor->at;
        if (world->tick >= actor->born_until && !actor_follow(world, i) &&
            world->tick >= actor->talking)
            wander(world, i);
        actor->moving =
            before.x != actor->at.x || before.y != actor->at.y ? actor->moving + 1 : 0;
    }
}
