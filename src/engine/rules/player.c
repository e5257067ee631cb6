/* The player's actions on the map: walk, act, talk, use. */
#include "engine/rules/rules.h"

enum { ACTION_HSEC = 40, STUCK_MAX = 15, DETOURS_MAX = 3, TOUCH_TICKS = 3 };

/* As if the player's map continued beyond its edges. */
static Location straight_ahead(Turn turn, uint32_t steps)
{
    const Actor *player = turn_actor(turn);
    Cell cell = actor_cell(turn.world, player);
    for (uint32_t i = 0; i < steps; i++)
        cell = grid_step(&turn.world->content->grid, cell, (Direction)player->direction);
    return (Location){player->map, cell};
}

static Location ahead(Turn turn, uint32_t steps)
{
    Location location = straight_ahead(turn, steps);
    map_beyond(turn.world, &location, NULL);
    return location;
}

static bool click_or_take(Turn turn, Location location)
{
    return event_at(turn, location, TNG_EVENT_CLICK, 0) || thing_take(turn, location);
}

/* The NPC or object in reach: ahead, on the same cell, over a counter, then around, because
 * the player is rarely exactly in the centre of a cell. */
static bool click_near(Turn turn)
{
    if (click_or_take(turn, ahead(turn, 1)) || click_or_take(turn, ahead(turn, 0)))
        return true;
    const uint32_t direction = turn_actor(turn)->direction;
    for (uint32_t side = 1; side <= 7; side += 6) {
        const Cell here = ahead(turn, 0).cell;
        const Cell cell = grid_step(&turn.world->content->grid, here,
                                    (Direction)((direction + side) % DIRECTIONS));
        if (click_or_take(turn, (Location){turn_actor(turn)->map, cell}))
            return true;
    }
    return event_at(turn, ahead(turn, 2), TNG_EVENT_CLICK, 0);
}

/* Runs the target's own handler, otherwise the game's default action. */
void player_strike(Turn turn, uint32_t action, Location target)
{
    Location own;
    const uint32_t entity = entity_at(turn.world, target, &own);
    if (entity != ENTITY_NONE && event_at(turn, own, TNG_EVENT_ACTION1 + action - 1, 0))
        return;
    task_start(
        turn, &(TaskStart){.ref = {SECTION_ACTIONS, action - 1, 0},
                           .self = turn_entity(turn),
                           .opponent = entity,
                           .location = entity == ENTITY_NONE ? (Location){NONE, {0, 0}} : own});
}

/* The range of an action in cells. */
static uint32_t range_of(Turn turn, uint32_t action)
{
    enum { RANGE_MAX = 32 };
    const TngSection *actions = tng_section(turn.world->content->game, SECTION_ACTIONS);
    if (!actions || action > actions->count)
        return 1;
    const TngActionAsset *asset = actions->entries[action - 1].descriptor;
    const int32_t range =
        asset->range ? attribute_get(turn, turn_entity(turn), asset->range) : 1;
    return range < 1 ? 1 : range > RANGE_MAX ? RANGE_MAX : (uint32_t)range;
}

/* The equipped object that throws a projectile for an action; NULL if there is none. */
static const TngObject *thrower_of(Turn turn, uint32_t action)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const TngObject *object =
            turn.player->equipped[i] == TNG_NO_SPRITE
                ? NULL
                : content_object(turn.world->content, turn.player->equipped[i], NULL);
        if (object && object->action == action && object->projectile.index != TNG_NO_SPRITE)
            return object;
    }
    return NULL;
}

void player_act(Turn turn, uint32_t action)
{
    World *world = turn.world;
    const uint32_t range = range_of(turn, action);
    uint32_t steps = 1;
    Location own;
    while (steps < range && entity_at(world, ahead(turn, steps), &own) == ENTITY_NONE)
        steps++;
    actor_act(world, turn_actor(turn), ROW_ACTION + action - 1,
              world_ticks_of(world, ACTION_HSEC));
    const TngObject *thrower = thrower_of(turn, action);
    if (thrower)
        shot_throw(turn, thrower, action, straight_ahead(turn, steps));
    else
        player_strike(turn, action, ahead(turn, steps));
}

static void end_path(Player *player)
{
    player->path_count = player->seeking = 0;
    player->errand.map = player->beyond.map = NONE;
}

/* Paths lead through the centres of cells: from elsewhere a diagonal first step would get
 * stuck at a corner. */
static void begin_in_middle(Player *player, Cell here)
{
    if (player->path_count && player->path_count < PATH_CELLS_MAX)
        player->path[player->path_count++] = here;
}

/* To a cell which may be beyond the edge of the map: then first to the edge. */
static void begin_way(Turn turn, Cell to)
{
    World *world = turn.world;
    const Cell here = actor_cell(world, turn_actor(turn));
    Location there = {turn_actor(turn)->map, to};
    turn.player->beyond.map = NONE;
    const bool inside = grid_inside(&world->content->grid, to);
    const bool joined = inside || map_beyond(world, &there, NULL);
    const bool found = joined && walk_path(turn, here, to);
    if (!joined)
        turn.player->path_count = turn.player->seeking = 0;
    if (turn.player->seeking) /* the search continues; the errand remains */
        return;
    if (!found)
        turn.player->errand.map = NONE;
    else if (!inside)
        turn.player->beyond = there;
    begin_in_middle(turn.player, here);
}

/* No visible cell is farther away; received numbers may be anything. */
static bool is_about(const World *world, Spot target)
{
    uint32_t w, h;
    grid_picture_size(&world->content->grid, &w, &h);
    const int64_t max = 4 * (int64_t)(w > h ? w : h);
    return target.x >= -max && target.x <= max && target.y >= -max && target.y <= max;
}

static void begin_path(Turn turn, Spot target)
{
    World *world = turn.world;
    const Cell goal = grid_cell_at(&world->content->grid, target);
    Location there = {turn_actor(turn)->map, goal}, own;
    const uint32_t seeking = turn.player->seeking;
    end_path(turn.player);
    turn_actor(turn)->stuck = turn_actor(turn)->waited = 0;
    if (!map_beyond(world, &there, NULL))
        return;
    if (entity_at(world, there, &own) != ENTITY_NONE || thing_there(world, there))
        turn.player->errand = there;
    turn.player->seeking = seeking; /* keeps its turn, because it replaces a search */
    begin_way(turn, goal);
}

/* After the edge: continues to the clicked cell. */
static void go_on(Turn turn)
{
    ShownMap shown[SHOWN_MAX];
    const Location goal = turn.player->beyond;
    const size_t count = world_shown(turn, shown);
    turn.player->path_count = 0;
    turn.player->beyond.map = NONE;
    for (size_t i = 0; i < count; i++)
        if (shown[i].index == goal.map) {
            begin_way(turn,
                      (Cell){goal.cell.x + shown[i].cells.x, goal.cell.y + shown[i].cells.y});
            return;
        }
    end_path(turn.player);
}

/* At the end of the path: performs the click. */
static bool do_errand(Turn turn)
{
    const Grid *grid = &turn.world->content->grid;
    Actor *player = turn_actor(turn);
    const Location errand = turn.player->errand;
    if (errand.map != player->map ||
        grid_distance(grid, actor_cell(turn.world, player), errand.cell) > 1)
        return false;
    const Spot at = grid_centre(grid, errand.cell);
    player->direction = grid_direction(player->at, (Spot){at.x * SUB, at.y * SUB});
    const uint32_t left = turn.player->path_count;
    end_path(turn.player);
    if (!click_or_take(turn, errand)) /* perhaps it has a touch handler: walk against it */
        turn.player->path_count = left;
    return turn.player->path_count == 0;
}

/* A waypoint after a cell that is leapt over. */
static bool leaps(Turn turn, Cell next)
{
    World *world = turn.world;
    const Actor *player = turn_actor(turn);
    MapState *map = map_of(world, player->map);
    const Cell here = actor_cell(world, player);
    Cell landing;
    for (unsigned i = 0; map && i < DIRECTIONS; i++)
        if (leap_landing(world, map, here, (Direction)i, player->transport, &landing) &&
            landing.x == next.x && landing.y == next.y)
            return leap_begin(turn, turn.player->actor, (Direction)i);
    return false;
}

/* Whether the blocking actor is only an obstacle and not the goal; then another path is
 * searched, a few times. */
static bool find_detour(Turn turn)
{
    Actor *player = turn_actor(turn);
    const Cell here = actor_cell(turn.world, player), goal = turn.player->path[0];
    const Location errand = turn.player->errand;
    if ((errand.map == player->map &&
         grid_distance(&turn.world->content->grid, here, errand.cell) <= 1) ||
        player->waited >= DETOURS_MAX * STUCK_MAX ||
        walk_meets(turn, (Direction)player->direction) == NONE)
        return false;
    player->waited += STUCK_MAX;
    if (turn.player->beyond.map != NONE)
        go_on(turn);
    else
        begin_way(turn, goal);
    return turn.player->path_count > 0 || turn.player->seeking;
}

/* Moves one tick along the path of a click. */
static void follow_path(Turn turn)
{
    World *world = turn.world;
    Actor *player = turn_actor(turn);
    if (do_errand(turn))
        return;
    const uint32_t map = player->map;
    const Cell goal = turn.player->path[turn.player->path_count - 1];
    const Spot next = grid_centre(&world->content->grid, goal);
    bool moved = true;
    if (grid_distance(&world->content->grid, actor_cell(world, player), goal) > 1 &&
        leaps(turn, goal))
        return;
    if (walk_to(turn, turn.player->actor, (Spot){next.x * SUB, next.y * SUB}, &moved))
        turn.player->path_count--;
    if (player->map != map && turn.player->beyond.map != NONE) {
        go_on(turn);
        return;
    }
    player->stuck = moved ? 0 : player->stuck + 1;
    const bool stuck = player->stuck >= STUCK_MAX;
    player->stuck = stuck ? 0 : player->stuck;
    if (!turn.player->path_count || (stuck && !find_detour(turn)))
        end_path(turn.player);
}

/* A new contact counts only after half a second without contact. */
bool player_touches(Turn turn, uint32_t entity, Location own)
{
    World *world = turn.world;
    const bool object = entity >= ENTITY_OBJECT;
    const uint32_t what = object ? map_cell_index(world, own.cell) + 1 : entity;
    uint32_t *last = object ? &turn.player->touched : &turn.player->met;
    uint32_t *contact = object          ? &turn.player->contact
                        : world->shared ? &turn.player->met_at
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
static uint32_t held_up_by(Turn turn, Direction direction, Location *own)
{
    const uint32_t ahead_of = entity_at(turn.world, ahead(turn, 1), own);
    const uint32_t met = walk_meets(turn, direction);
    const uint32_t entity = met == NONE ? ahead_of : met + 1;
    const bool is_actor = entity != ENTITY_NONE && entity < ENTITY_OBJECT;
    return is_actor && turn_actor(turn)->stuck < TOUCH_TICKS ? ENTITY_NONE : entity;
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
static void touch(Turn turn, uint32_t against, bool on_way, Location errand)
{
    World *world = turn.world;
    Location own;
    const uint32_t under = entity_at(world, ahead(turn, 0), &own);
    if (under != ENTITY_NONE && player_touches(turn, under, own) &&
        !(on_way && event_known(world, under, TNG_EVENT_CLICK) &&
          is_meant(world, errand, under, own)) &&
        event_entity(turn, under, own, TNG_EVENT_TOUCH, 0))
        return;
    const uint32_t entity =
        against ? held_up_by(turn, (Direction)(against - 1), &own) : ENTITY_NONE;
    if (entity == ENTITY_NONE || (under != ENTITY_NONE && entity >= ENTITY_OBJECT) ||
        (on_way && event_known(world, entity, TNG_EVENT_CLICK)))
        return;
    if (player_touches(turn, entity, own))
        event_entity(turn, entity, own, TNG_EVENT_TOUCH, 0);
}

static void step_sound(Turn turn, Location before)
{
    World *world = turn.world;
    const Actor *player = turn_actor(turn);
    const Cell now = actor_cell(world, player);
    const MapState *map = map_of(world, player->map);
    uint32_t sound = 0;
    if (!map || (player->map == before.map && now.x == before.cell.x && now.y == before.cell.y))
        return;
    map_speed(world, map, now, player->transport, &sound);
    world_effect(turn, EFFECT_SOUND, sound, 0);
}

/* After a tick in which the player may have moved, and was not relocated. */
static bool note_move(Turn turn, Spot at, Location before)
{
    Actor *player = turn_actor(turn);
    const bool moved =
        at.x != player->at.x || at.y != player->at.y || before.map != player->map;
    player->moving = moved ? player->moving + 1 : 0;
    step_sound(turn, before);
    return moved;
}

static void move(Turn turn, const WorldInput *input)
{
    Actor *player = turn_actor(turn);
    const Spot at = player->at;
    const Location before = {player->map, actor_cell(turn.world, player)};
    const Location errand = turn.player->errand;
    const bool held = input->direction && input->direction <= DIRECTIONS;
    if (!held && turn.player->seeking)
        begin_way(turn, turn.player->sought);
    const bool on_way = !held && turn.player->path_count;
    if (held) {
        end_path(turn.player);
        walk_player(turn, input->direction - 1);
    } else if (on_way) {
        follow_path(turn);
    }
    if (player->map != before.map &&
        turn.player->arrived == turn.world->tick) { /* a script did it */
        player->moving = 0;
        return;
    }
    const bool moved = note_move(turn, at, before);
    if (!on_way) /* paths handle this themselves */
        player->stuck = moved || !held ? 0 : player->stuck + (player->stuck < TOUCH_TICKS);
    if (!player->leap_until)
        touch(turn, moved || (!held && !on_way) ? 0 : 1 + player->direction, on_way, errand);
}

void player_tick(Turn turn, const WorldInput *input)
{
    World *world = turn.world;
    Actor *player = turn_actor(turn);
    const bool acting = player->action && !player->flinch;
    const bool scripted = player->order_count || acting || player->leap_until || player->dying;
    const Spot at = player->at;
    const Location before = {player->map, actor_cell(world, player)};
    if (actor_follow(turn, turn.player->actor)) {
        note_move(turn, at, before);
        if (scripted)
            return;
    }
    if (input->buttons & BUTTON_CONFIRM)
        click_near(turn);
    else if (input->action && input->action <= world->content->actions)
        player_act(turn, input->action);
    else if (input->item)
        inventory_use(turn, input->item - 1);
    else if (input->belt)
        belt_use(turn, input->belt - 1);
    if (turn.player->screen.screen != SCREEN_GAME || (player->action && !player->flinch))
        return;
    if (input->go && is_about(world, (Spot){input->target_x, input->target_y}))
        begin_path(turn, (Spot){input->target_x, input->target_y});
    move(turn, input);
}

void world_walk(Turn turn, uint32_t direction)
{
    Actor *player = turn_actor(turn);
    const bool busy = player->order_count || (player->action && !player->flinch) ||
                      player->leap_until || player->dying ||
                      turn.player->screen.screen != SCREEN_GAME;
    const Spot at = player->at;
    const uint32_t map = player->map;
    actor_index_refresh(turn.world);
    if (direction && direction <= DIRECTIONS && !busy)
        walk_player(turn, direction - 1);
    const bool moved = at.x != player->at.x || at.y != player->at.y || map != player->map;
    player->moving = moved ? player->moving + 1 : 0;
    actor_pose(turn.world, player);
}

void world_place_player(Turn turn, uint32_t map, Cell cell, int direction)
{
    World *world = turn.world;
    MapState *state = map_of(world, map);
    Actor *player = turn_actor(turn);
    const Grid *grid = &world->content->grid;
    if (!state || !grid_inside(grid, cell))
        return;
    const bool elsewhere = player->map != map;
    const Spot centre = grid_centre(grid, cell);
    player->map = map;
    player->at = (Spot){centre.x * SUB, centre.y * SUB};
    player->direction = (uint32_t)direction & 7;
    player->going = player->leap_until = player->way_count = 0;
    player->height = 0;
    turn.player->path_count = turn.player->seeking = 0;
    turn.player->errand.map = turn.player->beyond.map = NONE;
    turn.player->touched = 0;
    turn.player->entered = (Location){map, cell};
    actor_index_refresh(world);
    Location own;
    const uint32_t here = entity_at(world, (Location){map, cell}, &own);
    if (here != ENTITY_NONE) /* the door of arrival is not touched */
        player_touches(turn, here, own);
    if (!elsewhere)
        return;
    maps_load_around(world, map); /* they can be seen */
    turn.player->arrived = world->tick;
    world_effect(turn, EFFECT_AUTOSAVE, 0, 0);
    if (state->record->music)
        world_music(turn, state->record->music);
}
