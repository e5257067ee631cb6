/* The player's actions on the map: walk, act, talk, use. */
#include "engine/parts.h"

enum { ACTION_HSEC = 40, STUCK_MAX = 15, DETOURS_MAX = 3, TOUCH_TICKS = 3 };

/* As if the player's map continued beyond its edges. */
static Location straight_ahead(World *world, uint32_t steps)
{
    const Actor *player = world_player(world);
    Cell cell = actor_cell(world, player);
    for (uint32_t i = 0; i < steps; i++)
        cell = grid_step(&world->content->grid, cell, (Direction)player->direction);
    return (Location){player->map, cell};
}

static Location ahead(World *world, uint32_t steps)
{
    Location place = straight_ahead(world, steps);
    map_beyond(world, &place, NULL);
    return place;
}

static bool click_or_take(World *world, Location place)
{
    return event_at(world, place, TNG_EVENT_CLICK, 0) || thing_take(world, place);
}

/* The NPC or object in reach: ahead, on the same cell, over a counter, then around, because
 * the player is rarely exactly in the centre of a cell. */
static bool click_near(World *world)
{
    if (click_or_take(world, ahead(world, 1)) || click_or_take(world, ahead(world, 0)))
        return true;
    const uint32_t direction = world_player(world)->direction;
    for (uint32_t turn = 1; turn <= 7; turn += 6) {
        const Cell here = ahead(world, 0).cell;
        const Cell cell = grid_step(&world->content->grid, here,
                                    (Direction)((direction + turn) % DIRECTIONS));
        if (click_or_take(world, (Location){world_player(world)->map, cell}))
            return true;
    }
    return event_at(world, ahead(world, 2), TNG_EVENT_CLICK, 0);
}

/* Runs the target's own handler, otherwise the game's default action. */
void player_strike(World *world, uint32_t action, Location target)
{
    Location own;
    const uint32_t entity = entity_at(world, target, &own);
    if (entity != ENTITY_NONE && event_at(world, own, TNG_EVENT_ACTION1 + action - 1, 0))
        return;
    task_start(world,
               &(TaskStart){.ref = {SECTION_ACTIONS, action - 1, 0},
                            .self = world_self(world),
                            .opponent = entity,
                            .place = entity == ENTITY_NONE ? (Location){NONE, {0, 0}} : own});
}

/* The range of an action in cells. */
static uint32_t range_of(World *world, uint32_t action)
{
    enum { RANGE_MAX = 32 };
    const TngSection *actions = tng_section(world->content->game, SECTION_ACTIONS);
    if (!actions || action > actions->count)
        return 1;
    const TngActionAsset *asset = actions->entries[action - 1].descriptor;
    const int32_t range =
        asset->range ? attribute_get(world, world_self(world), asset->range) : 1;
    return range < 1 ? 1 : range > RANGE_MAX ? RANGE_MAX : (uint32_t)range;
}

/* The equipped object that throws a projectile for an action; NULL if there is none. */
static const TngObject *thrower_of(World *world, uint32_t action)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const TngObject *object =
            world->me->equipped[i] == TNG_NO_SPRITE
                ? NULL
                : content_object(world->content, world->me->equipped[i], NULL);
        if (object && object->action == action && object->projectile.index != TNG_NO_SPRITE)
            return object;
    }
    return NULL;
}

void player_act(World *world, uint32_t action)
{
    const uint32_t range = range_of(world, action);
    uint32_t steps = 1;
    Location own;
    while (steps < range && entity_at(world, ahead(world, steps), &own) == ENTITY_NONE)
        steps++;
    actor_act(world, world_player(world), ROW_ACTION + action - 1,
              world_hsec(world, ACTION_HSEC));
    const TngObject *thrower = thrower_of(world, action);
    if (thrower)
        shot_throw(world, thrower, action, straight_ahead(world, steps));
    else
        player_strike(world, action, ahead(world, steps));
}

static void end_path(World *world)
{
    world->me->path_count = world->me->seeking = 0;
    world->me->errand.map = world->me->beyond.map = NONE;
}

/* Paths lead through the centres of cells: from elsewhere a diagonal first step would get
 * stuck at a corner. */
static void begin_in_middle(World *world, Cell here)
{
    if (world->me->path_count && world->me->path_count < PATH_CELLS_MAX)
        world->me->path[world->me->path_count++] = here;
}

/* To a cell which may be beyond the edge of the map: then first to the edge. */
static void begin_way(World *world, Cell to)
{
    const Cell here = actor_cell(world, world_player(world));
    Location there = {world_player(world)->map, to};
    world->me->beyond.map = NONE;
    const bool inside = grid_inside(&world->content->grid, to);
    const bool joined = inside || map_beyond(world, &there, NULL);
    const bool found = joined && walk_path(world, here, to);
    if (!joined)
        world->me->path_count = world->me->seeking = 0;
    if (world->me->seeking) /* the search continues; the errand remains */
        return;
    if (!found)
        world->me->errand.map = NONE;
    else if (!inside)
        world->me->beyond = there;
    begin_in_middle(world, here);
}

/* No visible cell is farther away; received numbers may be anything. */
static bool is_about(const World *world, Spot target)
{
    uint32_t w, h;
    grid_picture_size(&world->content->grid, &w, &h);
    const int64_t max = 4 * (int64_t)(w > h ? w : h);
    return target.x >= -max && target.x <= max && target.y >= -max && target.y <= max;
}

static void begin_path(World *world, Spot target)
{
    const Cell goal = grid_cell_at(&world->content->grid, target);
    Location there = {world_player(world)->map, goal}, own;
    const uint32_t seeking = world->me->seeking;
    end_path(world);
    world_player(world)->stuck = world_player(world)->waited = 0;
    if (!map_beyond(world, &there, NULL))
        return;
    if (entity_at(world, there, &own) != ENTITY_NONE || thing_there(world, there))
        world->me->errand = there;
    world->me->seeking = seeking; /* keeps its turn, because it replaces a search */
    begin_way(world, goal);
}

/* After the edge: continues to the clicked cell. */
static void go_on(World *world)
{
    ShownMap shown[SHOWN_MAX];
    const Location goal = world->me->beyond;
    const size_t count = world_shown(world, shown);
    world->me->path_count = 0;
    world->me->beyond.map = NONE;
    for (size_t i = 0; i < count; i++)
        if (shown[i].index == goal.map) {
            begin_way(world,
                      (Cell){goal.cell.x + shown[i].cells.x, goal.cell.y + shown[i].cells.y});
            return;
        }
    end_path(world);
}

/* At the end of the path: performs the click. */
static bool do_errand(World *world)
{
    const Grid *grid = &world->content->grid;
    Actor *player = world_player(world);
    const Location errand = world->me->errand;
    if (errand.map != player->map ||
        grid_distance(grid, actor_cell(world, player), errand.cell) > 1)
        return false;
    const Spot at = grid_centre(grid, errand.cell);
    player->direction = grid_direction(player->at, (Spot){at.x * SUB, at.y * SUB});
    const uint32_t left = world->me->path_count;
    end_path(world);
    if (!click_or_take(world, errand)) /* perhaps it has a touch handler: walk against it */
        world->me->path_count = left;
    return world->me->path_count == 0;
}

/* A waypoint after a cell that is leapt over. */
static bool leaps(World *world, Cell next)
{
    const Actor *player = world_player(world);
    MapState *map = map_of(world, player->map);
    const Cell here = actor_cell(world, player);
    Cell landing;
    for (unsigned i = 0; map && i < DIRECTIONS; i++)
        if (leap_landing(world, map, here, (Direction)i, player->transport, &landing) &&
            landing.x == next.x && landing.y == next.y)
            return leap_begin(world, world->me->actor, (Direction)i);
    return false;
}

/* Whether the blocking actor is only an obstacle and not the goal; then another path is
 * searched, a few times. */
static bool find_detour(World *world)
{
    Actor *player = world_player(world);
    const Cell here = actor_cell(world, player), goal = world->me->path[0];
    const Location errand = world->me->errand;
    if ((errand.map == player->map &&
         grid_distance(&world->content->grid, here, errand.cell) <= 1) ||
        player->waited >= DETOURS_MAX * STUCK_MAX ||
        walk_meets(world, (Direction)player->direction) == NONE)
        return false;
    player->waited += STUCK_MAX;
    if (world->me->beyond.map != NONE)
        go_on(world);
    else
        begin_way(world, goal);
    return world->me->path_count > 0 || world->me->seeking;
}

/* Moves one tick along the path of a click. */
static void follow_path(World *world)
{
    Actor *player = world_player(world);
    if (do_errand(world))
        return;
    const uint32_t map = player->map;
    const Cell goal = world->me->path[world->me->path_count - 1];
    const Spot next = grid_centre(&world->content->grid, goal);
    bool moved = true;
    if (grid_distance(&world->content->grid, actor_cell(world, player), goal) > 1 &&
        leaps(world, goal))
        return;
    if (walk_to(world, world->me->actor, (Spot){next.x * SUB, next.y * SUB}, &moved))
        world->me->path_count--;
    if (player->map != map && world->me->beyond.map != NONE) {
        go_on(world);
        return;
    }
    player->stuck = moved ? 0 : player->stuck + 1;
    const bool stuck = player->stuck >= STUCK_MAX;
    player->stuck = stuck ? 0 : player->stuck;
    if (!world->me->path_count || (stuck && !find_detour(world)))
        end_path(world);
}

/* A new contact counts only after half a second without contact. */
bool player_touches(World *world, uint32_t entity, Location own)
{
    const bool object = entity >= ENTITY_OBJECT;
    const uint32_t what = object ? map_cell_index(world, own.cell) + 1 : entity;
    uint32_t *last = object ? &world->me->touched : &world->me->met;
    uint32_t *contact = object          ? &world->me->contact
                        : world->shared ? &world->me->met_at
                                        : &world->actors[entity - 1]->contact;
    const bool known = *last == what || (!object && !world->shared);
    const bool same =
        known && *contact && world->tick + 1 - *contact <= world->content->rate / 2;
    *contact = world->tick + 1;
    if (object || world->shared)
        *last = what;
    return !same;
}

/* The obstacle in a direction; an actor only after a few ticks, so that passing by does
 * not touch it. */
static uint32_t held_up_by(World *world, Direction direction, Location *own)
{
    const uint32_t ahead_of = entity_at(world, ahead(world, 1), own);
    const uint32_t met = walk_meets(world, direction);
    const uint32_t entity = met == NONE ? ahead_of : met + 1;
    const bool is_actor = entity != ENTITY_NONE && entity < ENTITY_OBJECT;
    return is_actor && world_player(world)->stuck < TOUCH_TICKS ? ENTITY_NONE : entity;
}

static bool is_meant(World *world, Location errand, uint32_t entity, Location own)
{
    Location aim;
    if (errand.map == NONE || entity_at(world, errand, &aim) != entity)
        return false;
    return entity < ENTITY_OBJECT ||
           (aim.map == own.map && aim.cell.x == own.cell.x && aim.cell.y == own.cell.y);
}

/* What the feet touch: triggers under or ahead of them, and actors that are walked against;
 * `against`: 1 + the direction, 0 if the player moved. A click results in a click event,
 * so its target is not touched on the same approach (`on_way`), unless it is on the path. */
static void touch(World *world, uint32_t against, bool on_way, Location errand)
{
    Location own;
    const uint32_t under = entity_at(world, ahead(world, 0), &own);
    if (under != ENTITY_NONE && player_touches(world, under, own) &&
        !(on_way && event_known(world, under, TNG_EVENT_CLICK) &&
          is_meant(world, errand, under, own)) &&
        event_entity(world, under, own, TNG_EVENT_TOUCH, 0))
        return;
    const uint32_t entity =
        against ? held_up_by(world, (Direction)(against - 1), &own) : ENTITY_NONE;
    if (entity == ENTITY_NONE || (under != ENTITY_NONE && entity >= ENTITY_OBJECT) ||
        (on_way && event_known(world, entity, TNG_EVENT_CLICK)))
        return;
    if (player_touches(world, entity, own))
        event_entity(world, entity, own, TNG_EVENT_TOUCH, 0);
}

static void step_sound(World *world, Location before)
{
    const Actor *player = world_player(world);
    const Cell now = actor_cell(world, player);
    const MapState *map = map_of(world, player->map);
    uint32_t sound = 0;
    if (!map || (player->map == before.map && now.x == before.cell.x && now.y == before.cell.y))
        return;
    map_speed(world, map, now, player->transport, &sound);
    if (sound)
        world_effect(world, EFFECT_SOUND, sound, 0);
}

/* After a tick in which the player may have moved, and was not relocated. */
static bool note_move(World *world, Spot at, Location before)
{
    Actor *player = world_player(world);
    const bool moved =
        at.x != player->at.x || at.y != player->at.y || before.map != player->map;
    player->moving = moved ? player->moving + 1 : 0;
    step_sound(world, before);
    return moved;
}

static void move(World *world, const WorldInput *input)
{
    Actor *player = world_player(world);
    const Spot at = player->at;
    const Location before = {player->map, actor_cell(world, player)};
    const Location errand = world->me->errand;
    const bool held = input->direction && input->direction <= DIRECTIONS;
    if (!held && world->me->seeking)
        begin_way(world, world->me->sought);
    const bool on_way = !held && world->me->path_count;
    if (held) {
        end_path(world);
        walk_player(world, input->direction - 1);
    } else if (on_way) {
        follow_path(world);
    }
    if (player->map != before.map && world->me->arrived == world->tick) { /* a script did it */
        player->moving = 0;
        return;
    }
    const bool moved = note_move(world, at, before);
    if (!on_way) /* paths handle this themselves */
        player->stuck = moved || !held ? 0 : player->stuck + (player->stuck < TOUCH_TICKS);
    if (!player->leap_until)
        touch(world, moved || (!held && !on_way) ? 0 : 1 + player->direction, on_way, errand);
}

void player_tick(World *world, const WorldInput *input)
{
    Actor *player = world_player(world);
    const bool acting = player->action && !player->flinch;
    const bool scripted = player->order_count || acting || player->leap_until || player->dying;
    const Spot at = player->at;
    const Location before = {player->map, actor_cell(world, player)};
    if (actor_follow(world, world->me->actor)) {
        note_move(world, at, before);
        if (scripted)
            return;
    }
    if (input->buttons & BUTTON_CONFIRM)
        click_near(world);
    else if (input->action && input->action <= world->content->actions)
        player_act(world, input->action);
    else if (input->item)
        inventory_use(world, input->item - 1);
    else if (input->belt)
        belt_use(world, input->belt - 1);
    if (world->me->screen.screen != SCREEN_GAME || (player->action && !player->flinch))
        return;
    if (input->go && is_about(world, (Spot){input->target_x, input->target_y}))
        begin_path(world, (Spot){input->target_x, input->target_y});
    move(world, input);
}

void world_walk(World *world, uint32_t direction)
{
    Actor *player = world_player(world);
    const bool busy = player->order_count || (player->action && !player->flinch) ||
                      player->leap_until || player->dying ||
                      world->me->screen.screen != SCREEN_GAME;
    const Spot at = player->at;
    const uint32_t map = player->map;
    places_refresh(world);
    if (direction && direction <= DIRECTIONS && !busy)
        walk_player(world, direction - 1);
    const bool moved = at.x != player->at.x || at.y != player->at.y || map != player->map;
    player->moving = moved ? player->moving + 1 : 0;
    actor_pose(world, player);
}
