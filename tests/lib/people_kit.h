/* People for tests of the world: patrols, nests, and where they come to. */
#ifndef OISIN_TESTS_PEOPLE_KIT_H
#define OISIN_TESTS_PEOPLE_KIT_H

#include "game_kit.h"

#include "engine/screens/screens.h"

int people_set_up(void **state);
int people_tear_down(void **state);
Cell cell_of(const Game *game, uint32_t index);
uint32_t count_used(const World *world);
uint16_t object_at(const Game *game, unsigned map, unsigned x, unsigned y);

/* A row of walls from x to the right, with gaps where `gaps` says '.'. */
void wall_row(Game *game, unsigned x, unsigned y, const char *row);
void patrol(Game *game, unsigned npc, unsigned path, const MapPoint *points, size_t count);

/* Ticks until the actor is in a cell; fails if it does not come. */
uint32_t comes_to(Game *game, uint32_t index, int32_t x, int32_t y, uint32_t most);
void nest(Game *game, uint32_t most, uint32_t period, SpawnerKind kind);

#define TEST(name) cmocka_unit_test_setup_teardown(name, people_set_up, people_tear_down)

#endif
