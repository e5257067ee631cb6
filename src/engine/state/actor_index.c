/* Spatial index: actors in chains by a hash of their map and cell.
 *
 * An actor is in two chains: of its cell and of the cell it moves to. The chains can be
 * derived from the actors, so they are not part of the state: `actor_index_refresh` rebuilds
 * them. Their order depends on history, so callers must not depend on it. */
#include "engine/state/actor_index.h"

enum { BUCKETS = 4096, HERE = 0, THERE = 1, BLOCK = 512, BLOCKS = 2 * ACTORS_MAX / BLOCK };

typedef struct Node {
    uint32_t bucket; /* + 1; 0: none */
    uint32_t map;
    Cell cell;
    uint32_t before, after; /* nodes + 1 */
    Spot at;                /* HERE: the actor's last known position */
} Node;

typedef struct ActorIndex {
    uint32_t heads[BUCKETS]; /* nodes + 1 */
    Node *blocks[BLOCKS]; /* of nodes; NULL as long as no actor has had one of them */
} ActorIndex;

static Node *node_at(const ActorIndex *places, uint32_t index)
{
    return &places->blocks[index / BLOCK][index % BLOCK];
}

static uint32_t bucket_of(uint32_t map, Cell cell)
{
    const uint32_t mixed =
        (uint32_t)cell.x * 0x9E3779B1u ^ (uint32_t)cell.y * 0x85EBCA77u ^ map * 0xC2B2AE3Du;
    return (mixed ^ mixed >> 15) % BUCKETS;
}

static void take_out(ActorIndex *places, uint32_t index)
{
    Node *node = node_at(places, index);
    if (!node->bucket)
        return;
    if (node->before)
        node_at(places, node->before - 1)->after = node->after;
    else
        places->heads[node->bucket - 1] = node->after;
    if (node->after)
        node_at(places, node->after - 1)->before = node->before;
    *node = (Node){0};
}

static void put_in(ActorIndex *places, uint32_t index, uint32_t map, Cell cell)
{
    Node *node = node_at(places, index);
    if (node->bucket && node->map == map && node->cell.x == cell.x && node->cell.y == cell.y)
        return;
    take_out(places, index);
    const uint32_t bucket = bucket_of(map, cell);
    *node = (Node){bucket + 1, map, cell, 0, places->heads[bucket], {0, 0}};
    if (node->after)
        node_at(places, node->after - 1)->before = index + 1;
    places->heads[bucket] = index + 1;
}

void actor_index_update(World *world, uint32_t index)
{
    ActorIndex *places = world->actor_index;
    if (!places) {
        actor_index_refresh(world);
        return;
    }
    const Actor *actor = world->actors[index];
    if (!places->blocks[2 * index / BLOCK])
        places->blocks[2 * index / BLOCK] = ARENA_ALLOC(world->arena, Node, BLOCK);
    if (!actor->used) {
        take_out(places, 2 * index + HERE);
        take_out(places, 2 * index + THERE);
        return;
    }
    Node *here = node_at(places, 2 * index + HERE);
    if (!here->bucket || here->map != actor->map || here->at.x != actor->at.x ||
        here->at.y != actor->at.y) {
        put_in(places, 2 * index + HERE, actor->map, actor_cell(world, actor));
        here->at = actor->at;
    }
    if (actor->going)
        put_in(places, 2 * index + THERE, actor->map, actor->goal);
    else
        take_out(places, 2 * index + THERE);
}

void actor_index_refresh(World *world)
{
    if (!world->actor_index)
        world->actor_index = ARENA_ALLOC(world->arena, ActorIndex, 1);
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i])
            actor_index_update(world, i);
}

bool actor_index_visit(const World *world, uint32_t map, Cell cell, int32_t far,
                       ActorVisit *visit, void *context)
{
    const ActorIndex *places = world->actor_index;
    for (int32_t y = cell.y - far; places && y <= cell.y + far; y++)
        for (int32_t x = cell.x - far; x <= cell.x + far; x++) {
            uint32_t at = places->heads[bucket_of(map, (Cell){x, y})];
            while (at) {
                const Node *node = node_at(places, at - 1);
                const uint32_t index = (at - 1) / 2;
                const bool stale = (at - 1) % 2 == THERE && !world->actors[index]->going;
                at = node->after;
                if (!stale && node->map == map && node->cell.x == x && node->cell.y == y &&
                    visit(context, index))
                    return true;
            }
        }
    return false;
}

typedef struct Finding {
    const World *world;
    uint32_t except, found;
    bool npcs; /* only those */
} Finding;

static bool note(void *context, uint32_t index)
{
    Finding *finding = context;
    if (index != finding->except && index < finding->found &&
        !(finding->npcs && finding->world->actors[index]->player) &&
        finding->world->actors[index]->used && !finding->world->actors[index]->dying)
        finding->found = index;
    return false;
}

/* The one with the lowest index, so that it does not depend on the chains' order. */
uint32_t actor_in(const World *world, uint32_t map, Cell cell, uint32_t except)
{
    Finding finding = {world, except, NONE, false};
    actor_index_visit(world, map, cell, 0, note, &finding);
    return finding.found;
}

uint32_t npc_in(const World *world, uint32_t map, Cell cell)
{
    Finding finding = {world, NONE, NONE, true};
    actor_index_visit(world, map, cell, 0, note, &finding);
    return finding.found;
}

Cell actor_cell(const World *world, const Actor *actor)
{
    return grid_cell_at(&world->content->grid,
                        (Spot){actor->at.x >> 8, actor->at.y >> 8}); /* SUB is 1 << 8 */
}
