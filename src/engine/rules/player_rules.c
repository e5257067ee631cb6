/* The player's actions on the map: walk, act, talk, use.
 *
 * Parts, in order: clicks on what is in front of the player; paths of clicks, also beyond the
 * edge of the map, with detours; touching; walking (player_tick, world_walk); moving the player
 * to another position. The target of a click is Player.errand: when the path has reached it, it
 * is clicked. */
#include "engine/rules/rules.h"

enum { STUCK_MAX = 15, DETOURS_MAX = 3, TOUCH_TICKS = 3 };

static bool click_or_take(PlayerContext ctx, Location location)
{
    return event_at(ctx, location, TNG_EVENT_CLICK, 0) || thing_take(ctx, location);
}

/* The NPC or object in reach: ahead, on the same cell, over a counter, then around, because
 * the player is rarely exactly in the centre of a cell. */
static bool click_near(PlayerContext ctx)
{
    if (click_or_take(ctx, player_ahead(ctx, 1)) || click_or_take(ctx, player_ahead(ctx, 0)))
        return true;
    const uint32_t direction = context_actor(ctx)->direction;
    for (uint32_t side = 1; side <= 7; side += 6) {
        const Cell here = player_ahead(ctx, 0).cell;
        const Cell cell = grid_step(&ctx.world->content->grid, here,
                                    (Direction)((direction + side) % DIRECTIONS));
        if (click_or_take(ctx, (Location){context_actor(ctx)->map, cell}))
            return true;
    }
    return event_at(ctx, player_ahead(ctx, 2), TNG_EVENT_CLICK, 0);
}

static void end_path(Player *player)
{
    player->path_count = player->seeking = 0;
    player->errand.map = player->beyond.map = NONE;
}

/* Paths lead through the centres of cells: from elsewhere a diagonal first step would get
 * stuck at a corner. A step of length 0 would be one to the south, against whatever is there.
 */
static void begin_in_middle(PlayerContext ctx, Cell here)
{
    Player *player = ctx.player;
    const Spot centre = grid_centre(&ctx.world->content->grid, here);
    const Spot at = context_actor(ctx)->at;
    if (at.x == centre.x * SUB && at.y == centre.y * SUB)
        return;
    if (player->path_count && player->path_count < PATH_CELLS_MAX)
        path_push(ctx, here);
}

/* To a cell which may be beyond the edge of the map: then first to the edge. */
static void begin_way(PlayerContext ctx, Cell to)
{
    World *world = ctx.world;
    const Cell here = actor_cell(world, context_actor(ctx));
    Location there = {context_actor(ctx)->map, to};
    ctx.player->beyond.map = NONE;
    const bool inside = grid_inside(&world->content->grid, to);
    const bool joined = inside || map_beyond(world, &there, NULL);
    const bool found = joined && walk_path(ctx, here, to);
    if (!joined)
        ctx.player->path_count = ctx.player->seeking = 0;
    if (ctx.player->seeking) /* the search continues; the errand remains */
        return;
    if (!found)
        ctx.player->errand.map = NONE;
    else if (!inside)
        ctx.player->beyond = there;
    begin_in_middle(ctx, here);
}

/* No visible cell is farther away; received numbers may be anything. */
static bool is_about(const World *world, Spot target)
{
    uint32_t w, h;
    grid_picture_size(&world->content->grid, &w, &h);
    const int64_t max = 4 * (int64_t)(w > h ? w : h);
    return target.x >= -max && target.x <= max && target.y >= -max && target.y <= max;
}

static void begin_path(PlayerContext ctx, Spot target)
{
    World *world = ctx.world;
    const Cell goal = grid_cell_at(&world->content->grid, target);
    Location there = {context_actor(ctx)->map, goal}, own;
    const uint32_t seeking = ctx.player->seeking;
    end_path(ctx.player);
    context_actor(ctx)->stuck = context_actor(ctx)->waited = 0;
    if (!map_beyond(world, &there, NULL))
        return;
    if (entity_at(world, there, &own) != ENTITY_NONE || thing_there(world, there))
        ctx.player->errand = there;
    ctx.player->seeking = seeking; /* keeps its turn, because it replaces a search */
    begin_way(ctx, goal);
}

/* After the edge: continues to the clicked cell. */
static void go_on(PlayerContext ctx)
{
    ShownMap shown[SHOWN_MAX];
    const Location goal = ctx.player->beyond;
    const size_t count = world_shown(ctx, shown);
    ctx.player->path_count = 0;
    ctx.player->beyond.map = NONE;
    for (size_t i = 0; i < count; i++)
        if (shown[i].index == goal.map) {
            begin_way(ctx,
                      (Cell){goal.cell.x + shown[i].cells.x, goal.cell.y + shown[i].cells.y});
            return;
        }
    end_path(ctx.player);
}

/* Who can be attacked but not talked to is attacked by a click. */
static bool attack_there(PlayerContext ctx, Location location)
{
    Location own;
    const uint32_t entity = entity_at(ctx.world, location, &own);
    if (entity == ENTITY_NONE || entity >= ENTITY_OBJECT || !ctx.world->content->actions ||
        !event_known(ctx.world, entity, TNG_EVENT_ACTION1))
        return false;
    player_act(ctx, 1);
    return true;
}

/* At the end of the path: performs the click. */
static bool do_errand(PlayerContext ctx)
{
    const Grid *grid = &ctx.world->content->grid;
    Actor *player = context_actor(ctx);
    const Location errand = ctx.player->errand;
    if (errand.map != player->map ||
        grid_distance(grid, actor_cell(ctx.world, player), errand.cell) > 1)
        return false;
    const Spot at = grid_centre(grid, errand.cell);
    player->direction = grid_direction(player->at, (Spot){at.x * SUB, at.y * SUB});
    const uint32_t left = ctx.player->path_count;
    end_path(ctx.player);
    if (!click_or_take(ctx, errand) && !attack_there(ctx, errand))
        /* perhaps it has a touch handler: walk against it */
        ctx.player->path_count = left;
    return ctx.player->path_count == 0;
}

/* A waypoint after a cell that is leapt over. */
static bool leaps(PlayerContext ctx, Cell next)
{
    World *world = ctx.world;
    const Actor *player = context_actor(ctx);
    MapState *map = map_of(world, player->map);
    const Cell here = actor_cell(world, player);
    Cell landing;
    for (unsigned i = 0; map && i < DIRECTIONS; i++)
        if (leap_landing(world, map, here, (Direction)i, player->transport, &landing) &&
            landing.x == next.x && landing.y == next.y)
            return leap_begin(ctx, ctx.player->actor, (Direction)i);
    return false;
}

/* Whether the blocking actor is only an obstacle and not the goal; then another path is
 * searched, a few times. */
static bool find_detour(PlayerContext ctx)
{
    Actor *player = context_actor(ctx);
    const Cell here = actor_cell(ctx.world, player), goal = ctx.player->path[0];
    const Location errand = ctx.player->errand;
    if ((errand.map == player->map &&
         grid_distance(&ctx.world->content->grid, here, errand.cell) <= 1) ||
        player->waited >= DETOURS_MAX * STUCK_MAX ||
        walk_meets(ctx, (Direction)player->direction) == NONE)
        return false;
    player->waited += STUCK_MAX;
    if (ctx.player->beyond.map != NONE)
        go_on(ctx);
    else
        begin_way(ctx, goal);
    return ctx.player->path_count > 0 || ctx.player->seeking;
}

/* Moves one tick along the path of a click. */
static void follow_path(PlayerContext ctx)
{
    World *world = ctx.world;
    Actor *player = context_actor(ctx);
    if (do_errand(ctx))
        return;
    const uint32_t map = player->map;
    const Cell goal = ctx.player->path[ctx.player->path_count - 1];
    const Spot next = grid_centre(&world->content->grid, goal);
    bool moved = true;
    if (grid_distance(&world->content->grid, actor_cell(world, player), goal) > 1 &&
        leaps(ctx, goal))
        return;
    if (walk_to(ctx, ctx.player->actor, (Spot){next.x * SUB, next.y * SUB}, &moved))
        ctx.player->path_count--;
    if (player->map != map && ctx.player->beyond.map != NONE) {
        go_on(ctx);
        return;
    }
    player->stuck = moved ? 0 : player->stuck + 1;
    const bool stuck = player->stuck >= STUCK_MAX;
    player->stuck = stuck ? 0 : player->stuck;
    if (!ctx.player->path_count || (stuck && !find_detour(ctx)))
        end_path(ctx.player);
}

/* A new contact counts only after half a second without contact. */
bool player_touches(PlayerContext ctx, uint32_t entity, Location own)
{
    World *world = ctx.world;
    const bool object = entity >= ENTITY_OBJECT;
    const uint32_t what = object ? map_cell_index(world, own.cell) + 1 : entity;
    uint32_t *last = object ? &ctx.player->touched : &ctx.player->met;
    uint32_t *contact = object          ? &ctx.player->contact
                        : world->shared ? &ctx.player->met_at
                                        : &world->actors[entity - 1]->contact;
    const bool known = *last == what || (!object && !world->shared);
    const bool same =
        known && *contact && world->tick + 1 - *contact <= world->content->rate / 2;
    *contact = world->tick + 1;
    if (object || world->shared)
        *last = what;
    return !same;
}

/* What stops the player: on a path the next cell, whatever the direction of its last step was;
 * otherwise the obstacle in this direction. */
static Location obstacle_of(PlayerContext ctx, Direction direction)
{
    Location obstacle;
    if (ctx.player->path_count) {
        obstacle =
            (Location){context_actor(ctx)->map, ctx.player->path[ctx.player->path_count - 1]};
        map_beyond(ctx.world, &obstacle, NULL);
    } else if (!walk_bumps(ctx, direction, &obstacle)) {
        obstacle = player_ahead(ctx, 1);
    }
    return obstacle;
}

/* An actor counts only after a few ticks, so that passing by does not touch it. */
static uint32_t held_up_by(PlayerContext ctx, Direction direction, Location *own)
{
    const uint32_t ahead_of = entity_at(ctx.world, obstacle_of(ctx, direction), own);
    const uint32_t met = walk_meets(ctx, direction);
    const uint32_t entity = met == NONE ? ahead_of : met + 1;
    const bool is_actor = entity != ENTITY_NONE && entity < ENTITY_OBJECT;
    return is_actor && context_actor(ctx)->stuck < TOUCH_TICKS ? ENTITY_NONE : entity;
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
static void touch(PlayerContext ctx, uint32_t against, bool on_way, Location errand)
{
    World *world = ctx.world;
    Location own;
    const uint32_t under = entity_at(world, player_ahead(ctx, 0), &own);
    if (under != ENTITY_NONE && player_touches(ctx, under, own) &&
        !(on_way && event_known(world, under, TNG_EVENT_CLICK) &&
          is_meant(world, errand, under, own)) &&
        event_entity(ctx, under, own, TNG_EVENT_TOUCH, 0))
        return;
    const uint32_t entity =
        against ? held_up_by(ctx, (Direction)(against - 1), &own) : ENTITY_NONE;
    if (entity == ENTITY_NONE || (under != ENTITY_NONE && entity >= ENTITY_OBJECT) ||
        (on_way && event_known(world, entity, TNG_EVENT_CLICK)))
        return;
    if (player_touches(ctx, entity, own))
        event_entity(ctx, entity, own, TNG_EVENT_TOUCH, 0);
}

static void step_sound(PlayerContext ctx, Location before)
{
    World *world = ctx.world;
    const Actor *player = context_actor(ctx);
    const Cell now = actor_cell(world, player);
    const MapState *map = map_of(world, player->map);
    uint32_t sound = 0;
    if (!map || (player->map == before.map && now.x == before.cell.x && now.y == before.cell.y))
        return;
    map_speed(world, map, now, player->transport, &sound);
    world_effect(ctx, EFFECT_SOUND, sound, 0);
}

/* After a tick in which the player may have moved, and was not relocated. */
static bool note_move(PlayerContext ctx, Spot at, Location before)
{
    Actor *player = context_actor(ctx);
    const bool moved =
        at.x != player->at.x || at.y != player->at.y || before.map != player->map;
    player->moving = moved ? player->moving + 1 : 0;
    step_sound(ctx, before);
    return moved;
}

static void move(PlayerContext ctx, const WorldInput *input)
{
    Actor *player = context_actor(ctx);
    const Spot at = player->at;
    const Location before = {player->map, actor_cell(ctx.world, player)};
    const Location errand = ctx.player->errand;
    const bool held = input->direction && input->direction <= DIRECTIONS;
    if (!held && ctx.player->seeking)
        begin_way(ctx, ctx.player->sought);
    const bool on_way = !held && ctx.player->path_count;
    if (held) {
        end_path(ctx.player);
        walk_player(ctx, input->direction - 1);
    } else if (on_way) {
        follow_path(ctx);
    }
    if (player->map != before.map &&
        ctx.player->arrived == ctx.world->tick) { /* a script did it */
        player->moving = 0;
        return;
    }
    const bool moved = note_move(ctx, at, before);
    if (!on_way) /* paths handle this themselves */
        player->stuck = moved || !held ? 0 : player->stuck + (player->stuck < TOUCH_TICKS);
    if (!player->leap_until)
        touch(ctx, moved || (!held && !on_way) ? 0 : 1 + player->direction, on_way, errand);
}

void player_tick(PlayerContext ctx, const WorldInput *input)
{
    World *world = ctx.world;
    Actor *player = context_actor(ctx);
    const bool acting = player->action && !player->flinch;
    const bool scripted = player->order_count || acting || player->leap_until || player->dying;
    const Spot at = player->at;
    const Location before = {player->map, actor_cell(world, player)};
    if (actor_follow(ctx, ctx.player->actor)) {
        note_move(ctx, at, before);
        if (scripted)
            return;
    }
    if (input->buttons & BUTTON_CONFIRM)
        click_near(ctx);
    else if (input->action && input->action <= world->content->actions)
        player_act(ctx, input->action);
    else if (input->item)
        inventory_use(ctx, input->item - 1);
    else if (input->belt)
        belt_use(ctx, input->belt - 1);
    if (ctx.player->screen.screen != SCREEN_GAME || (player->action && !player->flinch))
        return;
    if (input->go && is_about(world, (Spot){input->target_x, input->target_y}))
        begin_path(ctx, (Spot){input->target_x, input->target_y});
    move(ctx, input);
}

void world_walk(PlayerContext ctx, uint32_t direction)
{
    Actor *player = context_actor(ctx);
    const bool busy = player->order_count || (player->action && !player->flinch) ||
                      player->leap_until || player->dying ||
                      ctx.player->screen.screen != SCREEN_GAME;
    const Spot at = player->at;
    const uint32_t map = player->map;
    actor_index_refresh(ctx.world);
    if (direction && direction <= DIRECTIONS && !busy)
        walk_player(ctx, direction - 1);
    const bool moved = at.x != player->at.x || at.y != player->at.y || map != player->map;
    player->moving = moved ? player->moving + 1 : 0;
    actor_pose(ctx.world, player);
}

void world_place_player(PlayerContext ctx, uint32_t map, Cell cell, int direction)
{
    World *world = ctx.world;
    MapState *state = map_of(world, map);
    Actor *player = context_actor(ctx);
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
    ctx.player->path_count = ctx.player->seeking = 0;
    ctx.player->errand.map = ctx.player->beyond.map = NONE;
    ctx.player->touched = 0;
    ctx.player->entered = (Location){map, cell};
    actor_index_refresh(world);
    Location own;
    const uint32_t here = entity_at(world, (Location){map, cell}, &own);
    if (here != ENTITY_NONE) /* the door of arrival is not touched */
        player_touches(ctx, here, own);
    if (!elsewhere)
        return;
    maps_load_around(world, map); /* they can be seen */
    ctx.player->arrived = world->tick;
    world_effect(ctx, EFFECT_AUTOSAVE, 0, 0);
    if (state->record->music)
        world_music(ctx, state->record->music);
}
