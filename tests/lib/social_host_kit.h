/* Worlds of many players for tests: who joins, what they do, who parts. */
#ifndef OISIN_TESTS_SOCIAL_HOST_KIT_H
#define OISIN_TESTS_SOCIAL_HOST_KIT_H

#include "people_kit.h"

#include "engine/save/save.h"

World *open_shared(Game *game);
uint32_t company_join(Game *game, uint32_t id, const char *name, Bytes character);

enum { INPUTS_MAX = 64 };

/* So many ticks in which one player does something and the others nothing. */
void company_ticks(Game *game, uint32_t player_index, WorldInput input, unsigned count);
Actor *actor_of(const Game *game, uint32_t player_index);
int32_t company_count_of(Game *game, uint32_t player_index, uint32_t object);

/* As a server does it: what they are. */
Bytes part(Game *game, uint32_t player_index);

#endif
