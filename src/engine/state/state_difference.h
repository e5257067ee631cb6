/* Finds where the states of two worlds of the same game differ.
 *
 * All members that are saved or hashed are compared (state_members.h), those first that an
 * author knows: actors, players, maps; then handlers, then the world itself, such as its random
 * numbers. */
#ifndef OISIN_ENGINE_STATE_DIFFERENCE_H
#define OISIN_ENGINE_STATE_DIFFERENCE_H

#include "engine/state/state_members.h"

typedef enum StateDifferenceKind {
    STATE_DIFFERENCE_ACTOR,
    STATE_DIFFERENCE_PLAYER,
    STATE_DIFFERENCE_MAP,
    STATE_DIFFERENCE_TASK,
    STATE_DIFFERENCE_WORLD,
} StateDifferenceKind;

typedef struct StateDifference {
    StateDifferenceKind kind;
    uint32_t index; /* of the actor, and so on */
    const StateMember
        *members; /* the outermost member; NULL: not in the table, or see `member` */
    size_t value; /* of a member with several values: which */
    bool is_cell; /* of a map: the object in a cell; the member is its layer */
    Cell cell;
    Text member;    /* "at.x", "orders[2].kind"; empty: it exists only in one world */
    Text values[2]; /* "missing" if a list is shorter, or nothing is there */
} StateDifference;

/* The first difference; false: there is none. The texts are in the arena. */
bool state_difference(const World *a, const World *b, StateDifference *out, Arena *arena);

#endif
