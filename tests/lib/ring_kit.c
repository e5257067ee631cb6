#include "ring_kit.h"

#include "engine/state/actor_index.h"

enum { FIRST = 5, LAST = 11 };

const unsigned ring_grids[4] = {GRID_ORTHO, GRID_ISO, GRID_HEXV, GRID_HEXH};
const uint32_t ring_shapes[RING_SHAPES][2] = {{16, 16}, {32, 32}, {64, 32}, {32, 64}, {48, 40}};

const Cell ring_inside[RING_STARTS] = {{6, 6}, {8, 6},  {10, 6}, {6, 8},
                                       {9, 8}, {6, 10}, {8, 10}, {10, 10}};
const Cell ring_outside[RING_STARTS] = {{4, 4},  {8, 4},  {12, 4}, {4, 8},
                                        {12, 8}, {4, 12}, {8, 12}, {12, 12}};

bool ring_is_inside(Cell cell)
{
    return cell.x > FIRST && cell.x < LAST && cell.y > FIRST && cell.y < LAST;
}

bool ring_is_wall(Cell cell)
{
    return cell.x >= FIRST && cell.x <= LAST && cell.y >= FIRST && cell.y <= LAST &&
           !ring_is_inside(cell);
}

bool ring_is_near(Cell cell)
{
    return cell.x >= FIRST - RING_NEAR && cell.x <= LAST + RING_NEAR &&
           cell.y >= FIRST - RING_NEAR && cell.y <= LAST + RING_NEAR;
}

void ring_put(Game *game)
{
    game->objects[WALL].inventory.index = TNG_NO_SPRITE; /* a click takes nothing */
    for (int32_t i = 0; i < GAME_CELLS; i++)
        if (ring_is_wall((Cell){i % GAME_SIDE, i / GAME_SIDE}))
            game_put(game, TOWN, LAYER_OBJECTS, (unsigned)i % GAME_SIDE,
                     (unsigned)i / GAME_SIDE, WALL);
}

Game *ring_new(unsigned grid, const uint32_t shape[2])
{
    Game *game = game_new(kit_new());
    game->type = grid;
    game->tile_w = shape[0], game->tile_h = shape[1];
    ring_put(game);
    return game;
}

void ring_check(const Game *game, const World *world, const Actor *actor, bool inside)
{
    const Cell cell = actor_cell(world, actor);
    if (ring_is_wall(cell) || ring_is_inside(cell) != inside)
        fail_msg("grid %u, tiles %u x %u: somebody is in the cell %d %d, at %d %d", game->type,
                 game->tile_w, game->tile_h, cell.x, cell.y, actor->at.x, actor->at.y);
}

WorldInput ring_click(const Game *game, Cell cell)
{
    const Spot spot = grid_centre(&game->world->content->grid, cell);
    return (WorldInput){.go = 1, .target_x = spot.x, .target_y = spot.y};
}

WorldInput ring_any_input(const Game *game)
{
    const Cell cell = {(int32_t)next_random(GAME_SIDE), (int32_t)next_random(GAME_SIDE)};
    WorldInput input = ring_click(game, cell);
    switch (next_random(8)) {
    case 0:
        return input;
    case 1:
        input.target_x += (int32_t)next_random(64) - 32;
        input.target_y += (int32_t)next_random(64) - 32;
        return input;
    case 2:
        input.target_x = (int32_t)(next_random(1 << 16) << 16 | next_random(1 << 16));
        input.target_y = (int32_t)(next_random(1 << 16) << 16 | next_random(1 << 16));
        return input;
    default:
        return (WorldInput){.direction = next_random(1 + DIRECTIONS + 1),
                            .buttons = next_random(16) ? 0 : BUTTON_CONFIRM};
    }
}
