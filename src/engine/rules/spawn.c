/* Spawners: at the end of each period, one NPC of a random possible kind, unless enough of them
 * are alive. Maps without players are skipped. For maps with several players, requirements are
 * those of the first one. */
#include "engine/rules/rules.h"

static void count_alive(const World *world, uint32_t map, uint32_t *alive)
{
    memset(alive, 0, SPAWN_POINTS_MAX * sizeof *alive);
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (actor->used && actor->map == map && actor->spawner &&
            actor->spawner <= SPAWN_POINTS_MAX)
            alive[actor->spawner - 1]++;
    }
}

/* The spawner's own cell, otherwise a free one around it; never the player's. */
static bool free_cell(World *world, uint32_t map, Cell *cell)
{
    for (unsigned i = 0; i <= DIRECTIONS; i++) {
        const Cell at = i ? grid_step(&world->content->grid, *cell, (Direction)(i - 1)) : *cell;
        if (map_open(world, map_of(world, map), at, 0) &&
            actor_in(world, map, at, NONE) == NONE) {
            *cell = at;
            return true;
        }
    }
    return false;
}

static const SpawnerKind *choose_kind(PlayerContext ctx, const TngSpawner *spawner)
{
    uint32_t possible = 0;
    for (size_t i = 0; i < spawner->kind_count; i++)
        possible += needs_are_met(ctx, context_entity(ctx), &spawner->kinds[i].requires);
    if (!possible)
        return NULL;
    uint32_t left = world_random(ctx.world, possible);
    for (size_t i = 0; i < spawner->kind_count; i++)
        if (needs_are_met(ctx, context_entity(ctx), &spawner->kinds[i].requires) && !left--)
            return &spawner->kinds[i];
    return NULL;
}

static void spawn(PlayerContext ctx, uint32_t map, uint32_t instance, Cell cell,
                  const SpawnerKind *kind)
{
    World *world = ctx.world;
    if (!free_cell(world, map, &cell))
        return;
    const uint32_t index = actor_new(world, kind->npc.index, map, cell);
    if (index == NONE)
        return;
    Actor *actor = world->actors[index];
    actor->spawner = instance;
    if (kind->provides.attribute)
        attribute_set(ctx, index + 1, kind->provides.attribute, kind->provides.value);
    const TngAnimation *animation =
        kind->animation.index == TNG_NO_SPRITE
            ? NULL
            : sprite_direction(content_sprite(world->content, kind->animation.category,
                                              kind->animation.index),
                               SOUTH);
    if (animation) {
        actor->born = world->tick;
        actor->born_until =
            world->tick + animation->frame_count * world->content->picture_ticks;
        actor->born_sprite = (uint32_t)kind->animation.category << 16 | kind->animation.index;
    }
}

/* Requirements refer to the player of the context. */
static void tick_map(PlayerContext ctx, uint32_t index)
{
    World *world = ctx.world;
    MapState *map = map_of(world, index);
    uint32_t alive[SPAWN_POINTS_MAX];
    bool counted = false;
    for (uint32_t i = 0; map && i < map->spawn_count; i++) {
        SpawnPoint *point = &map->spawns[i];
        const TngSpawner *spawner =
            content_record(world->content, SECTION_SPAWNERS, point->spawner);
        if (!spawner || world->tick < point->next)
            continue;
        const uint32_t period = world_ticks_of(world, spawner->period);
        point->next = world->tick + (period ? period : 1);
        if (!counted)
            count_alive(world, index, alive);
        counted = true;
        if (alive[i] >= spawner->most)
            continue;
        const SpawnerKind *kind = choose_kind(ctx, spawner);
        if (kind)
            spawn(ctx, index, i + 1, point->cell, kind);
    }
}

void spawners_tick(World *world)
{
    const Crowd *crowd = crowd_now(world);
    for (uint32_t i = 0; i < world->map_count; i++)
        if (crowd->first[i])
            tick_map(player_context(world, crowd->first[i] - 1), i);
}
