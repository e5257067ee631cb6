/* Actors: spawning, queued orders, speed. */
#include "engine/rules/rules.h"

enum { SHOWN_AT_ALL = 1, SHOWN_AROUND = 2 }; /* of World.shown */
enum {
    CELLS_A_SECOND = 4,
    STUCK_MAX = 20,
    TALK_HSEC = 100,
    CLIMB_PERCENT = 50,
    PERCENT_MAX = 1000
};

static const TngNpc *record_of(World *world, const Actor *actor)
{
    return actor->npc == NONE ? NULL : content_record(world->content, SECTION_NPCS, actor->npc);
}

static Spot stand(const World *world, Cell cell)
{
    const Spot centre = grid_centre(&world->content->grid, cell);
    return (Spot){centre.x * SUB, centre.y * SUB};
}

Actor *actor_at_index(World *world, uint32_t *index)
{
    for (*index = 1; *index < world->actor_count; ++*index)
        if (!world->actors[*index]->used)
            return world->actors[*index];
    if (world->actor_count >= ACTORS_MAX)
        return NULL;
    if (!world->actors[world->actor_count])
        world->actors[world->actor_count] = ARENA_ALLOC(world->arena, Actor, 1);
    return world->actors[world->actor_count++];
}

static void take_values(World *world, Actor *actor, uint32_t count)
{
    if (count > actor->value_capacity || !actor->values) {
        actor->value_capacity = count;
        actor->values = ARENA_ALLOC(world->arena, int32_t, count + 1);
    }
    actor->value_count = count;
    memset(actor->values, 0, count * sizeof *actor->values);
}

static void clear(World *world, Actor *actor, uint32_t item_count)
{
    int32_t *const values = actor->values;
    const uint32_t capacity = actor->value_capacity;
    *actor = (Actor){.values = values,
                     .value_capacity = capacity,
                     .generation = actor->generation + 1,
                     .used = 1};
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
    Actor *actor = actor_at_index(world, &index);
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
    attribute_assignments_apply(world, index + 1, record->attributes, record->attribute_count);
    carry(world, actor, record);
    actor_index_update(world, index);
    return index;
}

static bool waits_for(const Task *task, uint32_t index)
{
    return (task->wait == WAIT_ACTOR && task->until == index) ||
           (task->wait == WAIT_FREE && task->screen == SCREEN_MARKET && task->record == index);
}

/* Closes the markets of an actor that is removed. */
static void close_markets(World *world, uint32_t actor)
{
    for (uint32_t i = 0; i < world->player_count; i++) {
        Player *player = world->players[i];
        ScreenState *open =
            player->screen.screen == SCREEN_PAUSE ? &player->paused : &player->screen;
        if (open->screen != SCREEN_MARKET || open->record != actor)
            continue;
        const ScreenState closed = *open;
        *open = player->under;
        player->under = (ScreenState){0};
        task_wake(world, closed.task, &closed);
    }
}

/* Detaches running handlers; the slot may be reused. */
void actor_free(World *world, uint32_t index)
{
    world->actors[index]->used = 0;
    world->actor_changes++;
    actor_index_update(world, index);
    nears_clear(world, index);
    close_markets(world, index);
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
        if (waits_for(task, index))
            task->wait = WAIT_NOTHING;
    }
}

void actor_remove(World *world, uint32_t index)
{
    if (entity_is_npc(world, index + 1))
        actor_free(world, index);
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
    if (actor->order_count >= ORDERS_MAX)
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
    actor->talking = world->tick + world_ticks_of(world, TALK_HSEC);
}

void actor_act(World *world, Actor *actor, uint32_t column, uint32_t ticks)
{
    actor->action = column;
    actor->action_since = world->tick;
    actor->action_until = world->tick + ticks;
    actor->flinch = 0;
}

/* Percent of the speed that a player keeps with what is carried: all of it up to the limit,
 * then less in proportion, nothing from twice the limit on. A limit of 0 means that the author
 * has not set one. */
static uint32_t load_percent(PlayerContext ctx)
{
    const TngAttributes *attributes = ctx.world->content->attributes;
    const uint32_t name = attributes->special_count > 1 ? attributes->special[1] : 0;
    if (!name)
        return 100;
    const int64_t limit = attribute_get(ctx, context_entity(ctx), name);
    const int64_t load = limit > 0 ? inventory_load(ctx, name) : 0;
    if (load <= limit || limit <= 0)
        return 100;
    return load >= 2 * limit ? 0 : (uint32_t)(100 * (2 * limit - load) / limit);
}

/* An NPC's own speed is in its file; the attribute is in percent of it. */
static int32_t npc_percent(PlayerContext ctx, uint32_t index, int32_t percent,
                           uint32_t attribute)
{
    const Content *content = ctx.world->content;
    const uint32_t ordinal = attribute ? content_attribute(content, attribute) : NONE;
    const unsigned type =
        ordinal == NONE ? ATTRIBUTE_GLOBAL : content->attributes->attributes[ordinal].type;
    if (type == ATTRIBUTE_GLOBAL || type == ATTRIBUTE_GLOBAL_CALCULATED)
        return percent;
    const int64_t factor = attribute_read(ctx, index + 1, ordinal);
    const int64_t product = percent * factor / 100;
    return factor <= 0 ? percent : product > PERCENT_MAX ? PERCENT_MAX : (int32_t)product;
}

/* 1/256 pixels a tick: four cells a second at 100 percent. */
uint32_t actor_speed(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    const Actor *actor = world->actors[index];
    const Grid *grid = &world->content->grid;
    const TngNpc *npc = record_of(world, actor);
    uint64_t speed = (uint64_t)grid->tile_w * SUB * CELLS_A_SECOND / world->content->rate;
    int32_t percent = npc ? npc->speed : 100; /* players move in their own tick only */
    const TngAttributes *attributes = world->content->attributes;
    const uint32_t attribute = attributes->special_count > 2 ? attributes->special[2] : 0;
    if (npc)
        percent = npc_percent(ctx, index, percent, attribute);
    else if (attribute)
        percent = attribute_get(ctx, context_entity(ctx), attribute);
    if (!npc && percent <= 0)
        percent = 100; /* 0 means that the author has not set it */
    MapState *map = map_of(world, actor->map);
    const Cell cell = actor_cell(world, actor);
    const uint32_t ground = map ? map_speed(world, map, cell, actor->transport, NULL) : 100;
    if (map && map_passage(world, map, cell, actor->transport).gait == ROW_CLIMB)
        percent = percent * CLIMB_PERCENT / 100;
    speed = speed * (uint32_t)(percent > PERCENT_MAX ? PERCENT_MAX : percent) / 100;
    speed = speed * (ground ? ground : 100) / 100;
    if (!npc)
        speed = speed * load_percent(ctx) / 100;
    const uint64_t max = (uint64_t)grid->tile_h * SUB / 2; /* must not skip over walls */
    return (uint32_t)(speed > max ? max : speed);
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

/* Once a minute: restocks items that were bought, at their rate. */
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

void actor_pose(World *world, Actor *actor)
{
    MapState *map = map_of(world, actor->map);
    if (!map)
        return;
    const Passage passage = map_passage(world, map, actor_cell(world, actor), actor->transport);
    const bool on_foot = passage.gait == ROW_WALK || passage.gait == ROW_RUN;
    actor->lift = passage.lift;
    actor->gait = actor->leap_until           ? ROW_JUMP
                  : on_foot && !actor->moving ? ROW_IDLE
                  : passage.gait == ROW_JUMP  ? ROW_WALK
                                              : passage.gait;
}

/* Computes, per map, whether a player sees it. */
static const uint8_t *find_shown(World *world)
{
    ShownMap shown[SHOWN_MAX];
    Spot middle;
    PlayerContext ctx;
    memset(world->shown, 0, world->map_count);
    for (uint32_t player_index = 0; context_next(world, &player_index, &ctx); player_index++) {
        const uint32_t map = world_view(ctx, &middle);
        if (map_is_elsewhere(world, context_actor(ctx)->map))
            continue;
        if (map >= world->map_count || world->shown[map] & SHOWN_AROUND)
            continue;
        for (size_t i = 0, count = world_around(world, map, shown); i < count; i++)
            world->shown[shown[i].index] |= SHOWN_AT_ALL;
        world->shown[map] |= SHOWN_AROUND;
    }
    return world->shown;
}

static void pose_players(World *world)
{
    PlayerContext ctx;
    for (uint32_t player_index = 0; context_next(world, &player_index, &ctx); player_index++)
        actor_pose(world, context_actor(ctx));
}

void actors_tick(World *world)
{
    const PlayerContext ctx = local_context(world); /* in a shared world, player 0 is unused */
    resupply(world);
    pose_players(world);
    const uint8_t *shown = find_shown(world);
    for (uint32_t i = 1; i < world->actor_count; i++) {
        Actor *actor = world->actors[i];
        if (!actor->used || actor->player || !map_of(world, actor->map) ||
            (!actor->order_count && !shown[actor->map]))
            continue;
        const Spot before = actor->at;
        if (world->tick >= actor->born_until && !actor_follow(ctx, i) &&
            world->tick >= actor->talking)
            behave(ctx, i);
        actor->moving =
            before.x != actor->at.x || before.y != actor->at.y ? actor->moving + 1 : 0;
        actor_pose(world, actor);
    }
    health_tick(world);
}
