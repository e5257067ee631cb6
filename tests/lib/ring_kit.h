/* A closed ring of 24 walls around 25 cells, for tests that nobody gets into a wall.
 *
 * It is closed on every grid: its cells touch by a side, and by a corner only at squares and
 * rhombuses, where no step leads between them. */
#ifndef OISIN_TESTS_RING_KIT_H
#define OISIN_TESTS_RING_KIT_H

#include "game_kit.h"

enum { RING_MIDDLE = 8, RING_NEAR = 6, RING_STARTS = 8, RING_SHAPES = 5 };

/* All grids, and sizes of tiles: regular and stretched ones. */
extern const unsigned ring_grids[4];
extern const uint32_t ring_shapes[RING_SHAPES][2];

/* Where players start: within the ring and outside. */
extern const Cell ring_inside[RING_STARTS], ring_outside[RING_STARTS];

/* Places the walls in the town. */
void ring_put(Game *game);
/* A new game with it. */
Game *ring_new(unsigned grid, const uint32_t shape[2]);

bool ring_is_wall(Cell cell);
bool ring_is_inside(Cell cell);
/* Within six cells of the ring. */
bool ring_is_near(Cell cell);

/* Fails if the actor is in a wall or on the other side of it; `world`: the game's, or a mirror.
 */
void ring_check(const Game *game, const World *world, const Actor *actor, bool inside);

WorldInput ring_click(const Game *game, Cell cell);
/* Any input of a hostile player: clicks on cells, beyond the map and at any number, and keys.
 */
WorldInput ring_any_input(const Game *game);

#endif
