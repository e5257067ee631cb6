/* Projectiles: they fly from the player to a cell, unless a wall or an actor stops them. */
#include "engine/rules/rules.h"

void shot_throw(PlayerContext ctx, const TngObject *thrower, uint32_t action, Location target)
{
    World *world = ctx.world;
    const Grid *grid = &world->content->grid;
    const Actor *player = context_actor(ctx);
    const bool needs = thrower->ammunition.index != TNG_NO_SPRITE;
    if (world->shot_count >= SHOTS_MAX ||
        (needs && !inventory_take(ctx, thrower->ammunition.index, 1))) {
        if (world->content->elements->sound_count > 2)
            world_effect(ctx, EFFECT_SOUND, world->content->elements->sounds[2], 0);
        return;
    }
    const uint32_t ticks = world_ticks_of(world, thrower->projectile_time);
    world->shots[world->shot_count++] = (Shot){
        .sprite = (uint32_t)thrower->projectile.category << 16 | thrower->projectile.index,
        .map = player->map,
        .since = world->tick,
        .until = world->tick + (ticks ? ticks : 1),
        .from = {player->at.x / SUB, player->at.y / SUB},
        .to = grid_centre(grid, target.cell),
        .action = action,
        .target = target.cell,
        .player = player->player - 1};
}

static Spot spot_at(const Shot *shot, int64_t done, int64_t whole)
{
    return (Spot){shot->from.x + (int32_t)((shot->to.x - shot->from.x) * done / whole),
                  shot->from.y + (int32_t)((shot->to.y - shot->from.y) * done / whole)};
}

/* Where it is stopped between its positions of the last tick and this one; false if it flies
 * on. Walls of its start cell and of the target do not stop it. Cells may be beyond the
 * edge of the map, on the next map. */
static bool is_stopped(World *world, const Shot *shot, Cell *out)
{
    enum { PARTS = 8 }; /* positions checked per tick */
    const Grid *grid = &world->content->grid;
    const int64_t whole = (int64_t)(shot->until - shot->since) * PARTS;
    const int64_t now = (int64_t)(world->tick - shot->since) * PARTS;
    const Cell start = grid_cell_at(grid, shot->from);
    for (int64_t done = now ? now - PARTS + 1 : 0; whole && done <= now; done++) {
        const Cell cell = grid_cell_at(grid, spot_at(shot, done < whole ? done : whole, whole));
        Location location = {shot->map, cell};
        *out = cell;
        if (cell.x == shot->target.x && cell.y == shot->target.y)
            return false;
        if (!map_beyond(world, &location, NULL) ||
            npc_in(world, location.map, location.cell) != NONE ||
            ((cell.x != start.x || cell.y != start.y) &&
             map_blocks(world, map_of(world, location.map), location.cell)))
            return true;
    }
    return false;
}

void shots_clear(World *world, uint32_t player_index)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < world->shot_count; i++)
        if (world->shots[i].player != player_index)
            world->shots[left++] = world->shots[i];
    world->shot_count = left;
}

void shots_tick(World *world)
{
    for (uint32_t i = 0; i < world->shot_count;) {
        const Shot shot = world->shots[i];
        Cell cell = shot.target;
        const bool stopped = is_stopped(world, &shot, &cell);
        if (!stopped && world->tick < shot.until) {
            i++;
            continue;
        }
        world->shot_count--;
        memmove(world->shots + i, world->shots + i + 1,
                (world->shot_count - i) * sizeof *world->shots);
        Location location = {shot.map, stopped ? cell : shot.target};
        map_beyond(world, &location, NULL);
        if (world->players[shot.player]->used)
            player_strike(player_context(world, shot.player), shot.action, location);
    }
}
