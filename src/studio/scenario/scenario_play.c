/* The player's actions on the map: walk, talk, fight, use. All of them are input. */
#include "studio/scenario/scenario_internal.h"

enum {
    /* Limits of an action in tries, ticks or cells: a test must end with a message, never
     * hang. */
    TRIES_MAX = 90,
    PATIENCE_SECONDS = 30, /* without a step: somebody in the way may go on */
    FREE_SECONDS = 10,     /* until somebody who walks about has left a cell */
    BLOCKED_TICKS = 20,
    RETREAT_TICKS = 6,
    ATTACKS_MAX = 30,
    NEAR_CELLS = 1
};

static const Grid *grid(const Run *run) { return &run->world->content->grid; }

static bool same(Cell a, Cell b) { return a.x == b.x && a.y == b.y; }

static bool wait_ticks(Run *run, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++)
        if (!run_tick(run, &(WorldInput){0}))
            return false;
    return true;
}

bool run_on_map(Run *run) { return screen_needs(run, SCREEN_GAME, "the map"); }

static bool is_scripted(const Run *run)
{
    const Actor *player = context_actor(local_context(run->world));
    return player->action || player->order_count;
}

/* No path is left, and nothing is to be done at its end. */
bool run_is_idle(const Run *run)
{
    return !local_context(run->world).player->path_count &&
           local_context(run->world).player->errand.map == NONE && !is_scripted(run);
}

WorldInput run_click_on(const Run *run, Cell cell)
{
    const Spot spot = grid_centre(grid(run), cell);
    return (WorldInput){.go = 1, .target_x = spot.x, .target_y = spot.y};
}

static bool no_way(Run *run, Cell goal)
{
    const Text from = run_player_location_text(run);
    const Text to = run_location_text(run, context_actor(local_context(run->world))->map, goal);
    return run_fail(run, "no path from %.*s to %.*s", (int)from.size, from.at, (int)to.size,
                    to.at);
}

/* ---- clicking ---- */

/* How long the player has not moved. */
typedef struct Patience {
    Spot at;
    uint32_t ticks;
} Patience;

/* Whether nothing moves any more, although the player clicks again and again: somebody stands
 * in the way, or does not answer. */
static bool is_over(const Run *run, Patience *patience)
{
    const Spot at = context_actor(local_context(run->world))->at;
    const bool moves = at.x != patience->at.x || at.y != patience->at.y;
    patience->ticks = moves ? 0 : patience->ticks + 1;
    patience->at = at;
    return patience->ticks > PATIENCE_SECONDS * run->world->content->rate;
}

/* Clicks until the handler has run. Moving targets are clicked again when they change cells;
 * walking into the thing needs CONFIRM, since a click on the own cell does not touch it. */
bool do_click_thing(Run *run, const Step *step)
{
    const Value *thing = &step->values[0];
    Target target;
    Patience patience = {0};
    Cell last = {-1, -1};
    unsigned tries = 0;
    if (!run_on_map(run) || !target_need(run, thing, &target) ||
        !target_want(run, thing, &target, TNG_EVENT_CLICK, NONE))
        return false;
    while (!run->wanted.ran) {
        WorldInput input = {0};
        if (!run_on_map(run) || !target_need(run, thing, &target))
            return false;
        const bool was_clicked = tries && run_is_idle(run);
        if (was_clicked && grid_distance(grid(run), run_here(run), target.cell) <= 1 &&
            !target_acts(run, thing, &target))
            return false;
        tries += run_is_idle(run);
        if (same(run_here(run), target.cell))
            input.buttons = BUTTON_CONFIRM;
        else if (run_is_idle(run) || !same(last, target.cell))
            input = run_click_on(run, target.cell);
        last = target.cell;
        if (tries > TRIES_MAX || is_over(run, &patience))
            return no_way(run, target.cell);
        if (!run_tick(run, &input))
            return false;
    }
    return true;
}

/* Also fails a step with "cannot": the test itself is wrong. */
bool run_is_on_grid(Run *run, Cell cell)
{
    return grid_inside(grid(run), cell) ||
           run_fail_anyway(run, "the map has %d columns and rows", grid(run)->side);
}

/* Somebody who walks about leaves the cell again. False: the run is over. */
static bool wait_until_free(Run *run, uint32_t map, Cell cell)
{
    const uint32_t ticks = FREE_SECONDS * run->world->content->rate;
    for (uint32_t i = 0; i < ticks && target_is_clicked(run, map, cell) &&
                         local_context(run->world).player->screen.screen == SCREEN_GAME;
         i++)
        if (!wait_ticks(run, 1))
            return false;
    return true;
}

/* An errand ends next to its cell, because objects block it; NEAR_CELLS allows for that. */
bool run_to_cell(Run *run, Cell goal, bool click)
{
    const uint32_t map = context_actor(local_context(run->world))->map;
    if (!run_on_map(run) || !run_is_on_grid(run, goal) ||
        (!click && !wait_until_free(run, map, goal)))
        return false;
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        WorldInput input = run_click_on(run, goal);
        bool errand = false;
        do {
            if (!run_tick(run, &input))
                return false;
            input = (WorldInput){0};
            errand |= local_context(run->world).player->errand.map != NONE;
        } while (local_context(run->world).player->screen.screen == SCREEN_GAME &&
                 !run_is_idle(run));
        if (context_actor(local_context(run->world))->map != map ||
            local_context(run->world).player->screen.screen != SCREEN_GAME)
            return true; /* a door, or a handler has opened a screen */
        const int32_t far = grid_distance(grid(run), run_here(run), goal);
        if (!far || (far <= NEAR_CELLS && (errand || click)))
            return true;
    }
    return no_way(run, goal);
}

bool do_click_cell(Run *run, const Step *step)
{
    return run_to_cell(run, (Cell){step->values[0].number, step->values[1].number}, true);
}

/* ---- walking ---- */

/* In 1/SUB pixels, |x| + |y|: only compared with itself. */
static int64_t distance_to(const Run *run, Cell cell)
{
    const Spot centre = grid_centre(grid(run), cell);
    const Actor *player = context_actor(local_context(run->world));
    const int64_t x = (int64_t)player->at.x - (int64_t)centre.x * SUB;
    const int64_t y = (int64_t)player->at.y - (int64_t)centre.y * SUB;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* Holds the direction, as a player does. The walk ends at the centre of the cell, as far as
 * steps of several pixels reach it, or at a door. */
bool do_walk(Run *run, const Step *step)
{
    const uint32_t direction = (uint32_t)step->values[0].number;
    const uint32_t map = context_actor(local_context(run->world))->map;
    Cell goal = run_here(run);
    if (!run_on_map(run))
        return false;
    for (int32_t i = 0; i < step->values[1].number && i < grid(run)->side; i++)
        goal = grid_step(grid(run), goal, (Direction)direction);
    int64_t min = INT64_MAX;
    for (unsigned blocked = 0; blocked < BLOCKED_TICKS;) {
        const int64_t far = distance_to(run, goal);
        /* At the cell, or already one step beyond its centre. */
        if (same(run_here(run), goal) && (far < 3 * SUB || far >= min))
            return true;
        blocked = far < min ? 0 : blocked + 1;
        min = far < min ? far : min;
        if (!run_tick(run, &(WorldInput){.direction = 1 + direction}))
            return false;
        if (context_actor(local_context(run->world))->map != map ||
            local_context(run->world).player->screen.screen != SCREEN_GAME)
            return true;
    }
    const Text location_text = run_player_location_text(run);
    return run_fail(run, "the player is stopped at %.*s", (int)location_text.size,
                    location_text.at);
}

bool do_hold(Run *run, const Step *step)
{
    const uint32_t ticks =
        step->ticks ? step->ticks : world_ticks_of(run->world, step->centiseconds);
    const WorldInput input = {.direction = 1 + (uint32_t)step->values[0].number};
    for (uint32_t i = 0; i < ticks; i++)
        if (!run_tick(run, &input))
            return false;
    return true;
}

/* ---- adjacent cells ---- */

/* The direction from the player's cell to this one; false if it is not adjacent. */
static bool beside(const Run *run, Cell cell, uint32_t *direction)
{
    static const uint8_t order[DIRECTIONS] = {SOUTH,      WEST,       NORTH,      EAST,
                                              SOUTH_WEST, NORTH_WEST, NORTH_EAST, SOUTH_EAST};
    for (size_t i = 0; i < DIRECTIONS; i++)
        if (same(grid_step(grid(run), run_here(run), (Direction)order[i]), cell)) {
            *direction = order[i];
            return true;
        }
    return false;
}

/* The n-th nearest of the cells around one. */
static Cell around(const Run *run, Cell cell, unsigned n)
{
    Cell cells[DIRECTIONS];
    int32_t far[DIRECTIONS];
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const Cell next = grid_step(grid(run), cell, (Direction)i);
        /* Orthogonal neighbours first: there the player faces everything. */
        const int32_t distance =
            2 * grid_distance(grid(run), run_here(run), next) + (int32_t)(i & 1);
        unsigned k = i;
        for (; k && far[k - 1] > distance; k--) {
            far[k] = far[k - 1];
            cells[k] = cells[k - 1];
        }
        far[k] = distance;
        cells[k] = next;
    }
    return cells[n % DIRECTIONS];
}

/* Leaves the cell that both are in. */
static uint32_t away_from(const Run *run, const Target *target)
{
    const Spot at = context_actor(local_context(run->world))->at;
    const Spot centre = grid_centre(grid(run), target->cell);
    const Spot from = target->actor == NONE ? (Spot){centre.x * SUB, centre.y * SUB}
                                            : run->world->actors[target->actor]->at;
    return grid_direction(from, at);
}

/* Walks to a free neighbour and turns to the target. After each failed try the next neighbour
 * is used. */
bool run_approach(Run *run, const Value *thing, Target *target)
{
    Cell last = {-1, -1};
    uint32_t direction, retreat = 0;
    for (unsigned tries = 0; tries < TRIES_MAX;) {
        WorldInput input = {0};
        if (!run_on_map(run) || !target_need(run, thing, target))
            return false;
        if (same(run_here(run), target->cell))
            retreat = RETREAT_TICKS; /* turning back must not touch it again */
        if (retreat) {
            retreat--;
            input.direction = 1 + away_from(run, target);
        } else if (beside(run, target->cell, &direction)) {
            if (context_actor(local_context(run->world))->direction == direction &&
                run_is_idle(run))
                return true;
            input.direction = 1 + direction; /* turns, and ends the current path */
        } else if (run_is_idle(run) || !same(last, target->cell)) {
            tries += run_is_idle(run);
            input = run_click_on(run, around(run, target->cell, tries ? tries - 1 : 0));
        }
        last = target->cell;
        if (!run_tick(run, &input))
            return false;
    }
    return no_way(run, target->cell);
}

/* ---- acting ---- */

/* One attack, or more if the target walks away from the first ones. */
static bool attack(Run *run, const Value *thing, uint32_t action, Target *target)
{
    const uint32_t patience = 2 * run->world->content->rate;
    if (!target_need(run, thing, target))
        return false;
    if (!target_want(run, thing, target, TNG_EVENT_ACTION1 + action - 1, NONE)) {
        const ScriptRef ref = {SECTION_ACTIONS, action - 1, 0};
        if (!content_program(run->world->content, ref))
            return false;
        run->problem = TEXT(""); /* the default action of the game answers */
        run->wanted = (Wanted){ref.section, ref.index, WANTED_ANY_EVENT, false};
    }
    for (unsigned tries = 0; !run->wanted.ran; tries++) {
        if (tries == ATTACKS_MAX)
            return run_fail(run, "%.*s cannot be hit", (int)thing->word.size, thing->word.at);
        if (!run_approach(run, thing, target) ||
            !run_tick(run, &(WorldInput){.action = action}))
            return false;
        for (uint32_t i = 0; i < patience && !run->wanted.ran; i++)
            if (!run_tick(run, &(WorldInput){0}))
                return false;
        if (run->wanted.section == SECTION_NPCS && !run->wanted.ran &&
            !target_acts(run, thing, target))
            return false;
    }
    while (is_scripted(run))
        if (!run_tick(run, &(WorldInput){0}))
            return false;
    return true;
}

/* Succeeds when the handler has run, whatever it did. */
bool do_attack(Run *run, const Step *step)
{
    Target target;
    return attack(run, &step->values[0], (uint32_t)step->values[1].number, &target);
}

/* An NPC that was there when a fight began: a slot may be used again. */
typedef struct Enemy {
    uint32_t actor, born;
} Enemy;

/* Whether one of them is gone, or lies dying: the engine removes who has no health left. */
static bool one_is_defeated(const World *world, const Enemy *enemies, size_t count, bool *dying)
{
    *dying = false;
    for (size_t i = 0; i < count; i++) {
        const Actor *actor = world->actors[enemies[i].actor];
        if (!actor->used || actor->born != enemies[i].born)
            return true;
        *dying |= actor->dying != 0;
    }
    return false;
}

/* One of the NPCs that live now must be gone: those that spawn meanwhile do not count. */
bool do_defeat(Run *run, const Step *step)
{
    const Value *npc = &step->values[0];
    const World *world = run->world;
    Target target;
    Arena *scratch = arena_new();
    Enemy *enemies = NULL;
    size_t count = 0;
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i]->used && world->actors[i]->npc == npc->index &&
            !world->actors[i]->dying)
            *ARENA_PUSH(scratch, enemies, count) = (Enemy){i, world->actors[i]->born};
    bool ok = true, dying;
    while (ok && run->removed != npc->index &&
           !one_is_defeated(world, enemies, count, &dying)) {
        run->wanted.ran = false;
        ok = dying ? run_tick(run, &(WorldInput){0})
                   : attack(run, npc, (uint32_t)step->values[1].number, &target);
    }
    arena_free(scratch);
    return ok;
}

/* Waits for the animation and for shots, so that the next step sees their effect. */
bool do_action(Run *run, const Step *step)
{
    if (!run_on_map(run) ||
        !run_tick(run, &(WorldInput){.action = (uint32_t)step->values[0].number}))
        return false;
    while (is_scripted(run) || run->world->shot_count)
        if (!run_tick(run, &(WorldInput){0}))
            return false;
    return true;
}

/* ---- items of the bag ---- */

/* The index of an item in the bag; fails if there is none. */
static bool find_item(Run *run, const Value *object, uint32_t *out)
{
    for (*out = 0; *out < local_context(run->world).player->item_count; ++*out)
        if (local_context(run->world).player->items[*out].sprite == object->index)
            return true;
    return run_fail_anyway(run, "the player has no %.*s", (int)object->word.size,
                           object->word.at);
}

bool do_use(Run *run, const Step *step)
{
    const Value *object = &step->values[0], *thing = &step->values[1];
    uint32_t item;
    Target target;
    if (!run_on_map(run) || !find_item(run, object, &item))
        return false;
    if (!thing->given)
        return run_tick(run, &(WorldInput){.item = item + 1});
    if (!target_need(run, thing, &target))
        return false;
    bool known = false;
    for (unsigned i = 0; i < TNG_EVENT_USINGS && !known; i++)
        known = target_want(run, thing, &target, TNG_EVENT_USING1 + i, object->index);
    if (!known)
        return run_fail(run, "%.*s has no handler for using %.*s", (int)thing->word.size,
                        thing->word.at, (int)object->word.size, object->word.at);
    run->problem = TEXT("");
    for (unsigned tries = 0; tries < 8; tries++) {
        if (!run_approach(run, thing, &target) ||
            !run_tick(run, &(WorldInput){.item = item + 1}))
            return false;
        if (run->wanted.ran || !target_acts(run, thing, &target))
            return run->wanted.ran;
    }
    return run_fail(run, "%.*s cannot be reached", (int)thing->word.size, thing->word.at);
}

static bool is_worn(const Run *run, uint32_t sprite)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (local_context(run->world).player->equipped[i] == sprite)
            return true;
    return false;
}

/* Through the inventory screen, as with the mouse. */
static bool wear(Run *run, const Value *object, bool wanted)
{
    uint32_t item;
    if (!run_on_map(run) || !find_item(run, object, &item))
        return false;
    if (is_worn(run, object->index) == wanted)
        return run_fail_anyway(run,
                               wanted ? "%.*s is already equipped" : "%.*s is not equipped",
                               (int)object->word.size, object->word.at);
    const TngObject *record = content_object(run->world->content, object->index, NULL);
    if (!record || !record->equip_mask || record->equip_mask == UINT32_MAX)
        return run_fail(run, "%.*s fits no slot", (int)object->word.size, object->word.at);
    if (!run_tick(run, &(WorldInput){.buttons = BUTTON_INVENTORY}))
        return false;
    uint32_t row = 0; /* skills are listed on another tab */
    while (row < local_context(run->world).player->screen.option_count &&
           local_context(run->world).player->screen.options[row] != item)
        row++;
    if (!run_tick(run, &(WorldInput){.option = row + 1}) ||
        !run_tick(run, &(WorldInput){.buttons = BUTTON_INVENTORY}))
        return false;
    return is_worn(run, object->index) == wanted ||
           run_fail(run, "the player does not meet the requirements of %.*s",
                    (int)object->word.size, object->word.at);
}

bool do_equip(Run *run, const Step *step) { return wear(run, &step->values[0], true); }

bool do_unequip(Run *run, const Step *step) { return wear(run, &step->values[0], false); }

bool do_wait(Run *run, const Step *step)
{
    return wait_ticks(run, step->ticks ? step->ticks
                                       : world_ticks_of(run->world, step->centiseconds));
}
