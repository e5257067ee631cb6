/* What the player does on the map: walk, act, talk, use. */
#include "engine/parts.h"

enum { ACTION_HSEC = 40, STUCK_MOST = 15 };

static Location ahead(World *world, uint32_t steps)
{
    const Actor *player = world_player(world);
    Cell cell = actor_cell(world, player);
    for (uint32_t i = 0; i < steps; i++)
        cell = grid_step(&world->content->grid, cell, (Direction)player->direction);
    return (Location){player->map, cell};
}

/* The NPC or object in reach: ahead, on the same cell, over a counter, then
 * around, as nobody stands exactly in the middle of a cell. */
static bool click_near(World *world)
{
    if (event_at(world, ahead(world, 1), TNG_EVENT_CLICK, 0) ||
        event_at(world, ahead(world, 0), TNG_EVENT_CLICK, 0))
        return true;
    const uint32_t direction = world_player(world)->direction;
    for (uint32_t turn = 1; turn <= 7; turn += 6) {
        const Cell here = ahead(world, 0).cell;
        const Cell cell = grid_step(&world->content->grid, here,
                                    (Direction)((direction + turn) % DIRECTIONS));
        if (event_at(world, (Location){world_player(world)->map, cell}, TNG_EVENT_CLICK, 0))
            return true;
    }
    return event_at(world, ahead(world, 2), TNG_EVENT_CLICK, 0);
}

/* The target's own handler decides; without one the game's default does. */
static void strike(World *world, uint32_t action, Location target)
{
    Location own;
    const uint32_t entity = entity_at(world, target, &own);
    if (entity != ENTITY_NONE && event_at(world, own, TNG_EVENT_ACTION1 + action - 1, 0))
        return;
    task_start(world,
               &(TaskStart){.ref = {SECTION_ACTIONS, action - 1, 0},
                            .self = ENTITY_PLAYER,
                            .opponent = entity,
                            .place = entity == ENTITY_NONE ? (Location){NONE, {0, 0}} : own});
}

/* How many cells an action reaches. */
static uint32_t range_of(World *world, uint32_t action)
{
    enum { RANGE_MOST = 32 };
    const TngSection *actions = tng_section(world->content->game, SECTION_ACTIONS);
    if (!actions || action > actions->count)
        return 1;
    const TngActionAsset *asset = actions->entries[action - 1].descriptor;
    const int32_t range = asset->range ? attribute_get(world, ENTITY_PLAYER, asset->range) : 1;
    return range < 1 ? 1 : range > RANGE_MOST ? RANGE_MOST : (uint32_t)range;
}

/* What is worn for an action and throws something; NULL if nothing is. */
static const TngObject *thrower_of(World *world, uint32_t action)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const TngObject *object =
            world->equipped[i] == TNG_NO_SPRITE
                ? NULL
                : content_object(world->content, world->equipped[i], NULL);
        if (object && object->action == action && object->projectile.index != TNG_NO_SPRITE)
            return object;
    }
    return NULL;
}

static void throw_at(World *world, const TngObject *thrower, uint32_t action, Location target)
{
    const Grid *grid = &world->content->grid;
    const Actor *player = world_player(world);
    const bool needs = thrower->ammunition.index != TNG_NO_SPRITE;
    if ((needs && !inventory_take(world, thrower->ammunition.index, 1)) ||
        world->shot_count >= SHOTS_MOST) {
        if (world->content->elements->sound_count > 2)
            world_effect(world, EFFECT_SOUND, world->content->elements->sounds[2], 0);
        return;
    }
    world->shots[world->shot_count++] = (Shot){
        .sprite = (uint32_t)thrower->projectile.category << 16 | thrower->projectile.index,
        .map = player->map,
        .since = world->tick,
        .until = world->tick + world_hsec(world, thrower->projectile_time),
        .from = {player->at.x / SUB, player->at.y / SUB},
        .to = grid_centre(grid, target.cell),
        .action = action,
        .target = target.cell};
}

void shots_tick(World *world)
{
    for (uint32_t i = 0; i < world->shot_count;) {
        const Shot shot = world->shots[i];
        if (world->tick < shot.until) {
            i++;
            continue;
        }
        world->shot_count--;
        memmove(world->shots + i, world->shots + i + 1,
                (world->shot_count - i) * sizeof *world->shots);
        strike(world, shot.action, (Location){shot.map, shot.target});
    }
}

void player_act(World *world, uint32_t action)
{
    const uint32_t range = range_of(world, action);
    Location target = ahead(world, 1), own;
    for (uint32_t i = 1; i <= range; i++) {
        target = ahead(world, i);
        if (entity_at(world, target, &own) != ENTITY_NONE)
            break;
    }
    actor_act(world, world_player(world), ROW_ACTION + action - 1,
              world_hsec(world, ACTION_HSEC));
    const TngObject *thrower = thrower_of(world, action);
    if (thrower)
        throw_at(world, thrower, action, target);
    else
        strike(world, action, target);
}

static void begin_path(World *world, Spot target)
{
    const Grid *grid = &world->content->grid;
    const Cell here = actor_cell(world, world_player(world));
    const Cell goal = grid_cell_at(grid, target);
    const Location there = {world_player(world)->map, goal};
    Location own;
    world->errand =
        entity_at(world, there, &own) != ENTITY_NONE ? there : (Location){NONE, {0, 0}};
    if (!walk_path(world, here, goal))
        world->errand.map = NONE;
    /* Ways lead over the middles of cells: from anywhere else a slanted first step
     * would get stuck at a corner. */
    if (world->path_count && world->path_count < PATH_MOST)
        world->path[world->path_count++] = here;
}

static void end_path(World *world)
{
    world->path_count = 0;
    world->errand.map = NONE;
}

/* One tick along the way of a click. */
static void follow_path(World *world)
{
    const Grid *grid = &world->content->grid;
    Actor *player = world_player(world);
    const Cell here = actor_cell(world, player);
    if (world->errand.map == player->map &&
        grid_distance(grid, here, world->errand.cell) <= 1) {
        const Location errand = world->errand;
        const Spot at = grid_centre(grid, errand.cell);
        player->direction = grid_direction(player->at, (Spot){at.x * SUB, at.y * SUB});
        end_path(world);
        event_at(world, errand, TNG_EVENT_CLICK, 0);
        return;
    }
    const Spot next = grid_centre(grid, world->path[world->path_count - 1]);
    bool moved;
    if (walk_to(world, 0, (Spot){next.x * SUB, next.y * SUB}, &moved))
        world->path_count--;
    player->stuck = moved ? 0 : player->stuck + 1;
    if (player->stuck > STUCK_MOST || !world->path_count) {
        player->stuck = 0;
        end_path(world);
    }
}

/* What the feet touch: objects that trigger under them or ahead of them, and
 * people walked against. Each once, until it is let go. */
static void touch(World *world, uint32_t direction, bool moved)
{
    Actor *player = world_player(world);
    Location place = ahead(world, 0), own;
    uint32_t entity = entity_at(world, place, &own);
    if (entity == ENTITY_NONE && direction && !moved) {
        place = ahead(world, 1);
        entity = entity_at(world, place, &own);
    }
    if (entity == ENTITY_NONE) {
        world->touched = 0;
        return;
    }
    const uint32_t what =
        entity >= ENTITY_OBJECT ? ENTITY_OBJECT + map_cell_index(world, own.cell) + 1 : entity;
    if (what == world->touched)
        return;
    world->touched = what;
    const uint32_t map = player->map;
    event_at(world, place, TNG_EVENT_TOUCH, 0);
    if (player->map != map)
        world->touched = 0;
}

static void step_sound(World *world, Cell before)
{
    const Actor *player = world_player(world);
    const Cell now = actor_cell(world, player);
    const MapState *map = map_of(world, player->map);
    uint32_t sound = 0;
    if (!map || (now.x == before.x && now.y == before.y))
        return;
    map_speed(world, map, now, player->transport, &sound);
    if (sound)
        world_effect(world, EFFECT_SOUND, sound, 0);
}

static void move(World *world, const WorldInput *input)
{
    Actor *player = world_player(world);
    const Spot at = player->at;
    const Cell before = actor_cell(world, player);
    const uint32_t map = player->map;
    if (input->direction && input->direction <= DIRECTIONS) {
        end_path(world);
        walk_player(world, input->direction - 1);
    } else if (world->path_count) {
        follow_path(world);
    }
    const bool moved = at.x != player->at.x || at.y != player->at.y;
    player->moving = moved ? player->moving + 1 : 0;
    if (player->map != map)
        return;
    step_sound(world, before);
    touch(world, input->direction, moved);
}

void player_tick(World *world, const WorldInput *input)
{
    Actor *player = world_player(world);
    const bool scripted = player->order_count || player->action;
    const Spot at = player->at;
    if (actor_follow(world, 0)) {
        player->moving = at.x != player->at.x || at.y != player->at.y ? player->moving + 1 : 0;
        if (scripted)
            return;
    }
    if (input->buttons & BUTTON_CONFIRM)
        click_near(world);
    else if (input->action && input->action <= world->content->actions)
        player_act(world, input->action);
    else if (input->item)
        inventory_use(world, input->item - 1);
    if (world->screen.screen != SCREEN_GAME || player->action)
        return;
    if (input->go)
        begin_path(world, (Spot){input->target_x, input->target_y});
    move(world, input);
}
