/* Walking across maps. The exits of a map are its edges with a neighbour, and the objects
 * whose handler for touching or clicking calls `location` with another map. A route is the
 * shortest in maps; an exit that does not lead on (a locked door) is excluded, and the next
 * route is tried. */
#include "studio/scenario/scenario_internal.h"


enum { EDGE_TRIES = 8, EDGE_TICKS = 45, LEGS_MAX = 256 };

typedef enum ExitKind { EXIT_EDGE, EXIT_TOUCH, EXIT_CLICK } ExitKind;

typedef struct Exit {
    ExitKind kind;
    uint32_t from, to; /* maps */
    uint32_t way;      /* the neighbour in the order of TngMap, or the object's sprite */
} Exit;

typedef struct Exits {
    Exit *items;
    size_t count;
} Exits;

typedef struct Route {
    Run *run;
    Exits *maps;         /* per map: its exits, once they are known */
    bool *known;         /* per map */
    Exits objects;       /* exits of objects, with the sprite as `way`; on any map */
    uint32_t *of_sprite; /* per sprite: 1 + its first one in `objects` */
    uint16_t *cells;     /* of the map that is being read */
    bool *noted;         /* per sprite: it is on that map */
    Exits excluded;
    Arena *arena;
} Route;

enum { SPRITES = 1 << 16 };

/* Reads the compiled script, without running it: all calls of `location` with a constant map
 * count, also those behind a condition. Exits of one sprite lie next to each other in the
 * list. */
static void note_object(Route *route, uint32_t sprite, ExitKind kind, const TngEvent *event)
{
    const Bytes code = {event->script, event->script_size};
    CodeLocation to;
    for (size_t at = 0; code_next_location(code, &at, &to);) {
        const uint32_t map = content_find(route->run->world->content, SECTION_MAPS, to.map);
        if (map == NONE)
            continue;
        if (!route->of_sprite[sprite])
            route->of_sprite[sprite] = 1 + (uint32_t)route->objects.count;
        *ARENA_PUSH(route->arena, route->objects.items, route->objects.count) =
            (Exit){kind, NONE, map, sprite};
    }
}

static void find_objects(Route *route)
{
    Content *content = route->run->world->content;
    route->of_sprite = ARENA_ALLOC(route->arena, uint32_t, SPRITES);
    for (uint32_t sprite = 0; sprite < SPRITES; sprite++) {
        const TngObject *object = content_object(content, sprite, NULL);
        for (uint32_t k = 0; object && k < object->event_count; k++)
            if (object->events[k].type == TNG_EVENT_TOUCH)
                note_object(route, sprite, EXIT_TOUCH, &object->events[k]);
            else if (object->events[k].type == TNG_EVENT_CLICK)
                note_object(route, sprite, EXIT_CLICK, &object->events[k]);
    }
}

/* The objects of a map: the current ones, or, if the map was not visited yet, those of the
 * file. */
static const uint16_t *objects_of(const Route *route, uint32_t map, const TngMap *record)
{
    const World *world = route->run->world;
    const size_t count = grid_cells(&world->content->grid);
    const MapState *state = world->maps[map];
    if (state && state->record)
        return state->damaged ? NULL : state->cells + LAYER_OBJECTS * count;
    if (record->layers_size / 3 < count / 128)
        return NULL;
    Report silent = report_to(NULL, NULL);
    return tng_map_layers_read(&world->content->game->header,
                               (Bytes){record->layers, record->layers_size}, route->cells,
                               count, &silent)
               ? route->cells + LAYER_OBJECTS * count
               : NULL;
}

/* Exit has no padding, so comparing its bytes is exact. */
static bool is_excluded(const Route *route, const Exit *exit)
{
    for (size_t i = 0; i < route->excluded.count; i++)
        if (!memcmp(&route->excluded.items[i], exit, sizeof *exit))
            return true;
    return false;
}

/* Known exits are kept for the whole route: objects that a script adds later are not seen. */
static const Exits *exits_of(Route *route, uint32_t map)
{
    const World *world = route->run->world;
    Exits *exits = &route->maps[map];
    const TngMap *record = content_record(world->content, SECTION_MAPS, map);
    if (route->known[map] || !record)
        return exits;
    route->known[map] = true;
    for (uint32_t i = 0; i < COUNT_OF(record->neighbours); i++) {
        const uint32_t to = content_find(world->content, SECTION_MAPS, record->neighbours[i]);
        if (to != NONE)
            *ARENA_PUSH(route->arena, exits->items, exits->count) =
                (Exit){EXIT_EDGE, map, to, i};
    }
    const uint16_t *objects = objects_of(route, map, record);
    memset(route->noted, 0, SPRITES * sizeof *route->noted);
    for (size_t i = 0; objects && i < grid_cells(&world->content->grid); i++) {
        /* Each sprite once, however often it lies on the map; 0 means: not an exit. */
        uint32_t k = route->noted[objects[i]] ? 0 : route->of_sprite[objects[i]];
        route->noted[objects[i]] = true;
        for (; k && k <= route->objects.count && route->objects.items[k - 1].way == objects[i];
             k++) {
            Exit *exit = ARENA_PUSH(route->arena, exits->items, exits->count);
            *exit = route->objects.items[k - 1];
            exit->from = map;
        }
    }
    return exits;
}

/* The first exit of a shortest route, or NULL. */
static const Exit *first_exit(Route *route, uint32_t from, uint32_t goal)
{
    const uint32_t count = route->run->world->map_count;
    uint32_t *queue = ARENA_ALLOC(route->arena, uint32_t, count + 1);
    const Exit **by = ARENA_ALLOC(route->arena, const Exit *, count + 1);
    uint32_t end = 0;
    queue[end++] = from;
    for (uint32_t at = 0; at < end; at++) {
        const Exits *exits = exits_of(route, queue[at]);
        for (size_t i = 0; i < exits->count; i++) {
            const Exit *exit = &exits->items[i];
            if (exit->to >= count || exit->to == from || by[exit->to] ||
                is_excluded(route, exit))
                continue;
            /* What is kept per map is the exit taken from `from`, so no way back has to be
             * followed. */
            by[exit->to] = queue[at] == from ? exit : by[queue[at]];
            queue[end++] = exit->to;
            if (exit->to == goal)
                return by[goal];
        }
    }
    return NULL;
}

/* ---- taking an exit ---- */

static uint32_t map_now(const Run *run)
{
    return context_actor(local_context(run->world))->map;
}

typedef struct EdgeCell {
    Cell cell;
    Direction direction; /* beyond the edge */
    int32_t far;
} EdgeCell;

/* Ties are broken by row and column: qsort is not stable, and runs must be repeatable. */
static int by_distance(const void *a, const void *b)
{
    const EdgeCell *x = a, *y = b;
    if (x->far != y->far)
        return x->far < y->far ? -1 : 1;
    if (x->cell.y != y->cell.y)
        return x->cell.y < y->cell.y ? -1 : 1;
    return x->cell.x < y->cell.x ? -1 : x->cell.x > y->cell.x;
}

/* Cells at the edge from which a step leads to an open cell of the neighbour. */
static size_t edge_cells(Run *run, const Exit *exit, EdgeCell **out)
{
    const Grid *grid = &run->world->content->grid;
    size_t count = 0;
    for (int32_t i = 0; i < (int32_t)grid_cells(grid); i++) {
        const Cell cell = {i % grid->side, i / grid->side};
        const int32_t last = grid->side - 1;
        const bool border = !cell.x || !cell.y || cell.x == last || cell.y == last;
        if (!border || !world_cell_is_open(run->world, exit->from, cell))
            continue;
        /* Every second direction of the eight; one that works is enough for a cell. */
        for (unsigned direction = 0; direction < DIRECTIONS; direction += 2) {
            Cell beyond = grid_step(grid, cell, (Direction)direction);
            if (grid_inside(grid, beyond) || grid_neighbour(grid, &beyond) != (int)exit->way ||
                !grid_inside(grid, beyond) || !world_cell_is_open(run->world, exit->to, beyond))
                continue;
            *ARENA_PUSH(run->scratch, *out, count) = (EdgeCell){
                cell, (Direction)direction, grid_distance(grid, run_here(run), cell)};
            break;
        }
    }
    if (count)
        qsort(*out, count, sizeof **out, by_distance);
    return count;
}

static void cross_edge(Run *run, const Exit *exit)
{
    EdgeCell *cells = NULL;
    const size_t count = edge_cells(run, exit, &cells);
    for (size_t i = 0; i < count && i < EDGE_TRIES; i++) {
        run->problem = TEXT("");
        if (!run_to_cell(run, cells[i].cell, false))
            continue;
        const WorldInput input = {.direction = 1 + cells[i].direction};
        for (unsigned k = 0; k < EDGE_TICKS && map_now(run) == exit->from; k++)
            if (!run_tick(run, &input))
                return;
        if (map_now(run) != exit->from)
            return;
    }
}

static void take_exit(Run *run, const Exit *exit)
{
    const Step step = {.values = {{.given = true,
                                   .reference = SCRIPT_OBJECT,
                                   .index = exit->way,
                                   .word = TEXT("the door")}}};
    if (exit->kind == EXIT_EDGE)
        cross_edge(run, exit);
    else
        (exit->kind == EXIT_TOUCH ? do_touch : do_click_thing)(run, &step);
    run->wanted = (Wanted){0};
}

/* ---- the step ---- */

static bool no_route(Run *run, uint32_t goal)
{
    const Text from = run_player_location_text(run), to = run_map_name(run, goal);
    return run_fail(run, "no way from %.*s to the map %.*s by edges and doors", (int)from.size,
                    from.at, (int)to.size, to.at);
}

/* A dialog, for example: the game refuses. */
static bool stopped(Run *run)
{
    Writer out = writer_to(run->scratch);
    screen_describe(run, &out);
    const Text screen = writer_text(&out), here = run_player_location_text(run);
    return run_fail(run, "stopped at %.*s: %.*s", (int)here.size, here.at, (int)screen.size,
                    screen.at);
}

/* Maps that are played may have changed. */
static void forget_changed(Route *route)
{
    const World *world = route->run->world;
    for (uint32_t i = 0; i < world->map_count; i++)
        if (world->maps[i] && world->maps[i]->record) {
            route->known[i] = false;
            route->maps[i] = (Exits){0};
        }
}

static bool follow(Route *route, uint32_t goal)
{
    Run *run = route->run;
    for (unsigned legs = 0; map_now(run) != goal; legs++) {
        const uint32_t from = map_now(run);
        const Exit *exit = legs < LEGS_MAX ? first_exit(route, from, goal) : NULL;
        if (!exit)
            return no_route(run, goal);
        take_exit(run, exit);
        run->problem = TEXT("");
        if (!run_tick(run, &(WorldInput){0}) || !run_settle(run))
            return false;
        if (local_context(run->world).player->screen.screen != SCREEN_GAME)
            return stopped(run);
        if (map_now(run) == from)
            *ARENA_PUSH(route->arena, route->excluded.items, route->excluded.count) = *exit;
        forget_changed(route);
    }
    return true;
}

bool run_to_map(Run *run, uint32_t goal)
{
    if (map_now(run) == goal)
        return true;
    Arena *arena = arena_new();
    Route route = {.run = run, .arena = arena};
    route.maps = ARENA_ALLOC(arena, Exits, run->world->map_count + 1);
    route.known = ARENA_ALLOC(arena, bool, run->world->map_count + 1);
    route.cells =
        ARENA_ALLOC(arena, uint16_t, grid_cells(&run->world->content->grid) * TNG_LAYERS);
    route.noted = ARENA_ALLOC(arena, bool, SPRITES);
    find_objects(&route);
    const bool ok = follow(&route, goal);
    arena_free(arena);
    return ok;
}

bool do_go(Run *run, const Step *step)
{
    const Value *values = step->values;
    const Cell goal = {values[1].number, values[2].number};
    return run_on_map(run) && run_is_on_grid(run, goal) &&
           run_to_map(run, run_map(run, &values[0])) && run_to_cell(run, goal, false);
}
