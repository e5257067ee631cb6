/* The game of `oisin new`: small, with a map, people, objects, scripts. */
#ifndef OISIN_TESTS_SMALL_GAME_H
#define OISIN_TESTS_SMALL_GAME_H

#include "kit.h"

#include "tirnanog/project/project.h"

Bytes small_game(Kit *kit);

#endif
