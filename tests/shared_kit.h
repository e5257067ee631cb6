/* One kit for a whole program, anew for each test or for the group: for programs whose
 * helpers would otherwise all hand it on. */
#ifndef OISIN_TESTS_SHARED_KIT_H
#define OISIN_TESTS_SHARED_KIT_H

#include "kit.h"

static Kit *kit;
static Arena *arena; /* the kit's */

static inline int shared_kit_start(void **state)
{
    kit_set_up(state);
    kit = *state;
    arena = kit->arena;
    return 0;
}

static inline int shared_kit_end(void **state)
{
    (void)state;
    kit_free(kit);
    return 0;
}

#endif
