#include "social_host_kit.h"

World *open_shared(Game *game)
{
    const TngFile *file = game_open(game)->content->game;
    game->world = world_new(file, &(WorldOptions){.seed = 5, .shared = true}, game->arena,
                            &game->kit->report);
    assert_non_null(game->world);
    return game->world;
}

uint32_t company_join(Game *game, uint32_t id, const char *name, Bytes character)
{
    SaveNotes notes = {0};
    const uint32_t player_index =
        world_join(game->world, &(WorldJoin){id, name, character}, &notes, &game->kit->report);
    if (player_index == NONE)
        fail_msg("%s", kit_message(game->kit, 0));
    return player_index;
}

void company_ticks(Game *game, uint32_t player_index, WorldInput input, unsigned count)
{
    const WorldInput *inputs[INPUTS_MAX] = {0};
    inputs[player_index] = &input;
    for (unsigned i = 0; i < count; i++)
        world_tick_all(game->world, inputs);
}

Actor *actor_of(const Game *game, uint32_t player_index)
{
    return game->world->actors[game->world->players[player_index]->actor];
}

int32_t company_count_of(Game *game, uint32_t player_index, uint32_t object)
{
    return world_count(player_context(game->world, player_index), object);
}

Bytes part(Game *game, uint32_t player_index)
{
    Snapshot snapshot;
    Bytes character;
    world_snapshot_player(game->world, player_index, &snapshot, game->arena);
    assert_true(snapshot_pack(&snapshot, &character, game->arena, &game->kit->report));
    world_remove_player(game->world, player_index);
    return character;
}
