/* Scans the world once for all clients: appearance and position of actors, changes of
 * objects. */
#include "server/protocol/view_internal.h"

#include "base/hash.h"

#include <stdlib.h>

/* ---- actors ---- */

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    return hash_bytes(hash, (Bytes){data, size});
}

/* A hash of what a LOOK packet has: comparing hashes needs no copy of each player. */
static uint64_t look_of(const World *world, const Actor *actor)
{
    StateLook look;
    memset(&look, 0, sizeof look); /* also between its members */
    sent_fill_Actor(&look, actor);
    look.player = actor->player;
    uint64_t hash = mix(1, &look, sizeof look);
    if (!actor->player)
        return hash;
    const Player *player = world->players[actor->player - 1];
    hash = mix(hash_mix(hash, player->id), player->name, sizeof player->name);
    hash = mix(hash, player->choices, world->choice_count * sizeof *player->choices);
    hash = mix(hash, player->palettes, world->choice_count * sizeof *player->palettes);
    return mix(hash, player->equipped, sizeof player->equipped);
}

/* Whether the attributes have changed. */
static bool look_at_values(ViewWorld *views, ViewActor *seen, const Actor *actor)
{
    const size_t size = actor->value_count * sizeof *actor->values;
    if (seen->value_count == actor->value_count &&
        (!size || !memcmp(seen->values, actor->values, size)))
        return false;
    if (actor->value_count > seen->value_capacity) {
        seen->value_capacity = actor->value_count;
        seen->values = ARENA_ALLOC(views->arena, int32_t, actor->value_count);
    }
    seen->value_count = actor->value_count;
    if (size)
        memcpy(seen->values, actor->values, size);
    return true;
}

/* Positions are in 1/256 pixels, as the engine has them. */
static StateMove move_of(uint32_t index, const Actor *actor)
{
    StateMove move = {.actor = (u16)index,
                      .map = (u16)(actor->map == NONE ? DELTA_NOWHERE : actor->map),
                      .x = actor->at.x,
                      .y = actor->at.y,
                      .gait = (u8)actor->gait,
                      .lift = (i8)actor->lift,
                      .height = (i16)actor->height};
    move.pose = (u8)((actor->direction & 7) | (actor->moving ? DELTA_WALKS : 0) |
                     (actor->dying ? DELTA_DYING : 0));
    if (actor->action) {
        move.pose = (u8)(move.pose | DELTA_ACTS | (actor->flinch ? DELTA_FLINCH : 0));
        move.action = (u8)actor->action;
        move.since = actor->action_since;
        move.until = actor->action_until;
    }
    return move;
}

/* Compares the members that STEPS and ACT do not have. */
static bool is_same_shape(const StateMove *a, const StateMove *b)
{
    return a->map == b->map && ((a->pose ^ b->pose) & DELTA_DYING) == 0 && a->lift == b->lift &&
           a->height == b->height;
}

/* Mirrors end an action themselves after its time. */
static bool is_same_act(const StateMove *before, const StateMove *now, uint32_t tick)
{
    const unsigned flags = DELTA_ACTS | DELTA_FLINCH;
    if (!now->action && before->action && tick >= before->until && !(now->pose & DELTA_DYING))
        return true;
    return ((before->pose ^ now->pose) & flags) == 0 && before->action == now->action &&
           before->since == now->since && before->until == now->until;
}

/* Members of a STEPS entry. */
static bool is_same_step(const StateMove *a, const StateMove *b)
{
    const unsigned flags = 7 | DELTA_WALKS;
    return a->x == b->x && a->y == b->y && ((a->pose ^ b->pose) & flags) == 0 &&
           a->gait == b->gait;
}

/* Larger distances cannot be walked in a tick. */
static bool leaps(Cell a, Cell b) { return abs(a.x - b.x) > 3 || abs(a.y - b.y) > 3; }

/* The three kinds of change have their own versions, because different packets carry them. A
 * change of the map or a leap counts as an arrival there. */
static void look_at_place(ViewWorld *views, uint32_t index, bool fresh, uint32_t version)
{
    const World *world = views->world;
    ViewActor *seen = &views->actors[index];
    const Actor *actor = world->actors[index];
    const StateMove move = move_of(index, actor);
    if (fresh || !is_same_shape(&seen->at, &move))
        seen->shaped = version;
    if (!is_same_act(&seen->at, &move, world->tick))
        seen->acted = version;
    if (!fresh && is_same_step(&seen->at, &move) && seen->map == actor->map) {
        seen->at = move;
        return;
    }
    views->marks[index].moved++;
    seen->at = move;
    const Cell cell = grid_cell_at(&world->content->grid,
                                   (Spot){actor->at.x >> 8, actor->at.y >> 8}); /* SUB */
    if (actor->map != NONE && (fresh || seen->map != actor->map || leaps(seen->cell, cell)))
        views->arrivals[actor->map]++;
    seen->map = actor->map;
    seen->cell = cell;
}

/* Versions are counted up for each change: a client that knows an older one is sent the
 * difference. */
static void look_at_actor(ViewWorld *views, uint32_t index)
{
    const World *world = views->world;
    const Actor *actor = world->actors[index];
    ViewActor *seen = &views->actors[index];
    ViewMark *mark = &views->marks[index];
    const uint32_t version = mark->changed + 1;
    if (!actor->used) {
        mark->changed += seen->used;
        seen->used = false;
        return;
    }
    const uint32_t id = actor->player ? world->players[actor->player - 1]->id : 0;
    const bool fresh = !seen->used || seen->npc != actor->npc || seen->id != id;
    if (fresh) { /* another actor has this number now, perhaps since this tick */
        seen->used = true;
        seen->npc = actor->npc;
        seen->id = id;
        seen->has_values = !actor->player;
        seen->born = seen->look = seen->valued = seen->acted = version;
    }
    /* Appearance changes rarely, and a tenth of a second later is early enough. */
    const uint64_t look = fresh || (index + world->tick) % VIEW_TICKS == 0
                              ? look_of(world, actor)
                              : seen->look_hash;
    if (look != seen->look_hash) {
        seen->look_hash = look;
        seen->look = version;
    }
    if (!actor->player && look_at_values(views, seen, actor))
        seen->valued = version;
    look_at_place(views, index, fresh, version);
    if (seen->born == version || seen->look == version || seen->valued == version ||
        seen->shaped == version || seen->acted == version)
        mark->changed = version;
}

/* A hash of the bucket's map and position: a table for all maps would be mostly empty. */
static uint32_t bucket_at(uint32_t map, int32_t x, int32_t y)
{
    const uint32_t mixed =
        (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u ^ map * 0xC2B2AE3Du;
    return (mixed ^ mixed >> 15) % BUCKETS;
}

/* Once per tick, for all clients. */
static void fill_buckets(ViewWorld *views)
{
    memset(views->buckets, 0, sizeof views->buckets);
    for (uint32_t i = 0; i < views->world->actor_count; i++) {
        ViewActor *seen = &views->actors[i];
        if (!seen->used || seen->map == NONE || seen->cell.x < 0 || seen->cell.y < 0)
            continue;
        uint32_t *head = &views->buckets[bucket_at(seen->map, seen->cell.x / BUCKET_CELLS,
                                                   seen->cell.y / BUCKET_CELLS)];
        seen->next = *head;
        *head = i + 1;
    }
}

static int32_t bucket_of(int32_t cell) { return cell < 0 ? 0 : cell / BUCKET_CELLS; }

/* Buckets are shared by hash collisions, so that map and position are compared again. */
void view_visit(const ViewWorld *views, uint32_t map, Cell here, int32_t far, ViewVisit *visit,
                void *context)
{
    const Grid *grid = &views->world->content->grid;
    const int32_t side = grid->side;
    if (here.x < -far || here.y < -far || here.x > side + far || here.y > side + far)
        return;
    const int32_t right = here.x + far < side ? here.x + far : side - 1;
    const int32_t bottom = here.y + far < side ? here.y + far : side - 1;
    for (int32_t y = bucket_of(here.y - far); y <= bucket_of(bottom); y++)
        for (int32_t x = bucket_of(here.x - far); x <= bucket_of(right); x++)
            for (uint32_t at = views->buckets[bucket_at(map, x, y)]; at;
                 at = views->actors[at - 1].next) {
                const ViewActor *seen = &views->actors[at - 1];
                if (seen->map != map || seen->cell.x / BUCKET_CELLS != x ||
                    seen->cell.y / BUCKET_CELLS != y)
                    continue;
                const int32_t away = grid_distance(grid, here, seen->cell);
                if (away <= far)
                    visit(context, at - 1, away);
            }
}

typedef struct Nearest {
    const ViewWorld *views;
    uint32_t *out;
    size_t count, max;
} Nearest;

static void note_player(void *context, uint32_t actor, int32_t far)
{
    Nearest *nearest = context;
    (void)far;
    if (nearest->views->actors[actor].id && nearest->count < nearest->max)
        nearest->out[nearest->count++] = actor;
}

/* In no particular order; at most `max`. */
size_t view_world_near(const ViewWorld *views, uint32_t map, Cell here, int32_t far,
                       uint32_t *out, size_t max)
{
    Nearest nearest = {views, out, 0, max};
    view_visit(views, map, here, far, note_player, &nearest);
    return nearest.count;
}

/* ---- maps ---- */

static const uint16_t *objects_of(const World *world, const MapState *map)
{
    return map->cells + LAYER_OBJECTS * grid_cells(&world->content->grid);
}

/* The objects as in the game file; empty if it cannot be read. */
static uint16_t *original_of(ViewWorld *views, const MapState *map)
{
    const World *world = views->world;
    const size_t count = grid_cells(&world->content->grid);
    uint16_t *objects = ARENA_ALLOC(views->arena, uint16_t, count);
    uint16_t *cells = ARENA_ALLOC(views->scratch, uint16_t, count * TNG_LAYERS);
    Report silent = report_to(NULL, NULL);
    if (tng_map_layers_read(&world->content->game->header,
                            (Bytes){map->record->layers, map->record->layers_size}, cells,
                            count, &silent))
        memcpy(objects, cells + LAYER_OBJECTS * count, count * sizeof *objects);
    else
        memset(objects, 0xFF, count * sizeof *objects); /* TNG_NO_SPRITE */
    return objects;
}

/* The journal is a ring of changed cells; only the last JOURNAL changes are known. */
static void look_at_row(ViewMap *seen, const uint16_t *now, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++)
        if (seen->seen[i] != now[i]) {
            seen->seen[i] = now[i];
            seen->journal[seen->sequence++ % JOURNAL] = (uint32_t)i;
        }
}

/* Maps are compared only if their counter of changes differs. */
static void look_at_map(ViewWorld *views, uint32_t index)
{
    const World *world = views->world;
    const MapState *map = world->maps[index];
    const size_t count = grid_cells(&world->content->grid);
    const size_t side = (size_t)world->content->grid.side;
    if (!map || !map->record)
        return;
    if (!views->maps[index])
        views->maps[index] = ARENA_ALLOC(views->arena, ViewMap, 1);
    ViewMap *seen = views->maps[index];
    if (!seen->original) {
        seen->original = original_of(views, map);
        seen->seen = ARENA_ALLOC(views->arena, uint16_t, count);
        memcpy(seen->seen, objects_of(world, map), count * sizeof *seen->seen);
        seen->changes = map->changes;
    }
    if (seen->changes == map->changes)
        return;
    const uint16_t *now = objects_of(world, map);
    for (size_t i = 0; i < count; i += side) /* most rows are equal */
        if (memcmp(seen->seen + i, now + i, side * sizeof *now) != 0)
            look_at_row(seen, now, i, side);
    seen->changes = map->changes;
}

const ViewMap *view_map(ViewWorld *views, uint32_t map)
{
    return map < views->world->map_count ? views->maps[map] : NULL;
}

/* Cached for the tick: many clients are on the same map. */
const ShownMap *view_shown(ViewWorld *views, uint32_t map, size_t *count)
{
    *count = 0;
    if (map >= views->world->map_count || !views->maps[map])
        return NULL;
    ViewMap *seen = views->maps[map];
    if (seen->shown_at != views->world->tick || !seen->shown_count) {
        seen->shown_count = world_around(views->world, map, seen->shown);
        seen->shown_at = views->world->tick;
    }
    *count = seen->shown_count;
    return seen->shown;
}

/* ---- scanning ---- */

/* For all actors that the world has now. */
static void reserve(ViewWorld *views)
{
    const uint32_t count = views->world->actor_count, before = views->capacity;
    if (count <= before)
        return;
    while (views->capacity < count)
        views->capacity = views->capacity ? 2 * views->capacity : 64;
    Arena *arena = arena_new();
    ViewMark *marks = ARENA_ALLOC(arena, ViewMark, views->capacity);
    ViewActor *actors = ARENA_ALLOC(arena, ViewActor, views->capacity);
    uint32_t *known = ARENA_ALLOC(arena, uint32_t, views->capacity);
    if (before) {
        memcpy(marks, views->marks, before * sizeof *marks);
        memcpy(actors, views->actors, before * sizeof *actors);
        memcpy(known, views->known, before * sizeof *known);
        arena_free(views->by_actor);
    }
    views->marks = marks;
    views->actors = actors;
    views->known = known;
    views->by_actor = arena;
}

/* `world` must outlive it. */
ViewWorld *view_world_new(World *world)
{
    Arena *arena = arena_new();
    ViewWorld *views = ARENA_ALLOC(arena, ViewWorld, 1);
    views->world = world;
    views->arena = arena;
    views->scratch = arena_new();
    views->maps = ARENA_ALLOC(arena, ViewMap *, world->map_count);
    views->arrivals = ARENA_ALLOC(arena, uint32_t, world->map_count);
    view_world_scan(views);
    return views;
}

void view_world_free(ViewWorld *views)
{
    if (!views)
        return;
    if (views->by_actor)
        arena_free(views->by_actor);
    arena_free(views->scratch);
    arena_free(views->arena);
}

void view_world_scan(ViewWorld *views)
{
    reserve(views);
    for (uint32_t i = 0; i < views->world->actor_count; i++)
        look_at_actor(views, i);
    for (uint32_t i = 0; i < views->world->map_count; i++)
        look_at_map(views, i);
    fill_buckets(views);
    arena_reset(views->scratch);
}
