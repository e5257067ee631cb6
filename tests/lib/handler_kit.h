/* Handlers run in the tiny game: the player stands at 4, 4 of the town and looks south. */
#ifndef OISIN_TESTS_HANDLER_KIT_H
#define OISIN_TESTS_HANDLER_KIT_H

#include "game_kit.h"

int handler_set_up(void **state);
int handler_tear_down(void **state);
uint32_t run_as(Game *game, const char *source, uint32_t self, uint32_t opponent);
uint32_t game_run(Game *game, const char *source);
void game_wait(Game *game, unsigned ticks);

#endif
