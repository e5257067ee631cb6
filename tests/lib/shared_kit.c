#include "shared_kit.h"

Kit *kit;
Arena *arena;

int shared_kit_start(void **state)
{
    kit_set_up(state);
    kit = *state;
    arena = kit->arena;
    return 0;
}

int shared_kit_end(void **state)
{
    (void)state;
    kit_free(kit);
    return 0;
}
