/* Any bytes as a handler in the game of `oisin new`: what the verifier takes runs
 * in the whole engine, with its commands, and cannot harm it.
 *
 * The first byte says who the parties are and what the player does meanwhile, the
 * rest is bytecode. */
#include "engine/world.h"
#include "project/project.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 40 };

static Bytes small_game(void)
{
    static Arena *arena;
    static Bytes bytes;
    if (arena)
        return bytes;
    arena = arena_new();
    Report report = report_to(NULL, NULL);
    ProjectFiles files = {0};
    TngOutput game;
    if (!project_new(TEXT("small"), &files, arena, &report) ||
        !project_build(&files, &(BuildOptions){0}, &game, arena, &report))
        abort();
    return bytes = tng_output_bytes(&game, arena);
}

static void play(World *world, const uint8_t *data, size_t size, Report *report)
{
    const uint32_t parties[4] = {ENTITY_PLAYER, ENTITY_NONE, ENTITY_OBJECT + (data[0] & 1),
                                 world->actor_count};
    const Bytes code = {data + 1, size - 1};
    const uint32_t task =
        world_run(world, code, parties[data[0] & 3], parties[data[0] >> 2 & 3], report);
    world_run(world, code, ENTITY_PLAYER, ENTITY_PLAYER, report);
    for (unsigned i = 0; task && i < TICKS; i++) {
        const WorldInput input = {.direction = (data[0] >> 4 & 7) + (i & 1),
                                  .option = i % 5 == 4 ? 1 + i % 3 : 0,
                                  .buttons = i % 7 == 6 ? BUTTON_CONFIRM : 0,
                                  .item = i % 11 == 10};
        world_tick(world, &input);
    }
    world_hash(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Bytes bytes = small_game();
    Report report = report_to(NULL, NULL);
    TngFile game;
    if (size < 2 || size > 4096)
        return 0;
    Arena *arena = arena_new();
    if (!tng_read(bytes, &game, arena, &report))
        abort();
    World *world = world_new(&game, &(WorldOptions){.skip_menu = true}, arena, &report);
    if (!world)
        abort();
    play(world, data, size, &report);
    arena_free(arena);
    return 0;
}
