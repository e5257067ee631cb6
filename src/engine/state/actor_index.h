/* The index of actors by cell.
 *
 * It is not state: it is derived from the positions. Query it only after `actor_index_refresh`
 * if anything but the walking code has moved actors; each tick starts with a refresh. */
#ifndef OISIN_ENGINE_STATE_ACTOR_INDEX_H
#define OISIN_ENGINE_STATE_ACTOR_INDEX_H

#include "engine/state/state.h"

/* The cell of the feet. */
Cell actor_cell(const World *world, const Actor *actor);
void actor_index_refresh(World *world);
void actor_index_update(World *world, uint32_t actor);
/* Calls `visit` for the actors in, or on their way to, the cells of the square from
 * `cell` - far to `cell` + far (both coordinates, also on hexagonal maps, where
 * grid_distance differs), in any order, until it returns true. Returns whether it did. */
typedef bool ActorVisit(void *context, uint32_t actor);
bool actor_index_visit(const World *world, uint32_t map, Cell cell, int32_t far,
                       ActorVisit *visit, void *context);
/* The actor in a cell, NONE if there is none; `except` is ignored. */
uint32_t actor_in(const World *world, uint32_t map, Cell cell, uint32_t except);
/* The same for NPCs only: other players cannot be targets. */
uint32_t npc_in(const World *world, uint32_t map, Cell cell);

#endif
