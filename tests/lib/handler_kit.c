#include "handler_kit.h"

int handler_set_up(void **state)
{
    *state = game_new(kit_new());
    return 0;
}

int handler_tear_down(void **state)
{
    kit_free(((Game *)*state)->kit);
    return 0;
}

uint32_t run_as(Game *game, const char *source, uint32_t self, uint32_t opponent)
{
    const uint32_t task = world_run(local_context(game->world), game_code(game, source), self,
                                    opponent, &game->kit->report);
    if (!task)
        fail_msg("%s: %s", source, kit_message(game->kit, 0));
    return task;
}

uint32_t game_run(Game *game, const char *source)
{
    return run_as(game, source, ENTITY_PLAYER, ENTITY_NONE);
}

void game_wait(Game *game, unsigned ticks) { game_ticks(game, (WorldInput){0}, ticks); }
