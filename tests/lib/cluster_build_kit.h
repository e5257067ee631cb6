/* Another build of a game on the state of two servers: maps, zones, quests and attributes have
 * other numbers there. Two players play in the first build. */
#ifndef OISIN_TESTS_CLUSTER_BUILD_KIT_H
#define OISIN_TESTS_CLUSTER_BUILD_KIT_H

#include "cluster_kit.h"

#include "server/store/store_export.h"

/* Global attributes; the second one is global in the new build only, and precedes the first. */
enum { SCORE = 3, NEW_SCORE = 2 };

extern unsigned build_ann, build_ben;

Game *build_game(Game *game, bool is_new);

/* Sets the file of servers that start now: with the new order of maps, which may be joined. The
 * file of another build has another unique id; 0 is that of the game's first build. */
void build_install_as(uint8_t id, bool is_new, bool is_joined);
void build_install(bool is_new, bool is_joined);

/* Ben has taken the coin and gone to the cave, Ann is in the town. */
void build_play(Server *servers[2]);
void build_go_east(unsigned who, uint32_t map);
void build_leave(void);
void build_stop_all(void);
/* Both log in again and have what they had. */
void build_return_both(void);

World *build_world_of(uint32_t zone);
bool build_is_cleared(const World *world, uint32_t town);

/* The index of an NPC of this kind; NONE: none. A spawner in the town lets a slime appear, and
 * the next one ten minutes later. */
uint32_t build_npc_of(const World *world, uint32_t npc);

/* The guard in the cave goes to another place, which is saved. */
void build_move_guard(void);
extern const Spot build_guard_spot;
Actor *build_guard_of(const World *world);

/* The state of the file that was served, for the build `hall->file`. */
Store *build_open_store(TngFile *game);
Store *build_open_store_as(TngFile *game, bool shared);

#endif
