/* No memory is asked for in a steady frame. */
#include "lib/game_kit.h"
#include "lib/malloc_kit.h"

#include "engine/render/render.h"

enum { WARM_UP = 100, FRAMES = 100 };

static Game *busy_game(Kit *kit)
{
    Game *game = game_new(kit);
    for (unsigned y = 0; y < GAME_SIDE; y++)
        for (unsigned x = 0; x < GAME_SIDE; x++) {
            if (x > 9 && y > 9)
                game_put(game, TOWN, 1, x, y, WATER);
            if (x % 5 == 2 && y < 4)
                game_put(game, TOWN, LAYER_OBJECTS, x, y, TREE);
            if (x > 3 && x < 9 && y > 4)
                game_put(game, TOWN, LAYER_ROOFS, x, y, ROOF);
        }
    game->map_records[TOWN].neighbours[1] = game_string(game, "cave");
    game->map_records[TOWN].daylight = (SpriteRef){1, WATER};
    game->map_records[TOWN].day_length = 1;
    game->npcs[GUARD].movement = 1;
    game->start = "location(town,4,4,so) npc(town,6,6,guard) npc(town,9,7,guard) "
                  "npc(cave,2,4,guard) give(sword,1)";
    game_open(game);
    return game;
}

static void walk_about(Game *game, unsigned frame)
{
    static const Direction ways[] = {SOUTH, EAST, NORTH, WEST};
    game_walk(game, ways[frame / 25 % 4], 1);
}

static void count_frames(const RenderOptions *options, size_t *drawing, size_t *playing)
{
    Kit *kit = kit_new();
    Game *game = busy_game(kit);
    const Image frame = image_new(640, 360, game->arena);
    Renderer *renderer = renderer_new(game->world, game->arena, &kit->report);
    renderer_set(renderer, options);
    *drawing = *playing = 0;
    for (unsigned i = 0; i < WARM_UP + FRAMES; i++) {
        const size_t before = taken;
        walk_about(game, i);
        const size_t middle = taken, used = arena_used(game->arena);
        render_frame(renderer, local_context(game->world), &frame);
        if (i < WARM_UP)
            continue;
        *playing += middle - before;
        *drawing += taken - middle + (arena_used(game->arena) - used);
    }
    renderer_free(renderer);
    kit_free(kit);
}

static void steady_frame_allocates_no_memory(void **unused)
{
    (void)unused;
    static const RenderOptions options[] = {
        {.zoom = 1, .ui_zoom = 1, .text_percent = 100},
        {.zoom = 2, .ui_zoom = 1, .text_percent = 100, .colours = COLOURS_PROTANOPIA},
        {.zoom = 1, .ui_zoom = 2, .text_percent = 150, .reduced_motion = true},
        {.zoom = 2, .ui_zoom = 2, .text_percent = 100, .colours = COLOURS_CONTRAST}};
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        size_t drawing, playing;
        count_frames(&options[i], &drawing, &playing);
        assert_int_equal(drawing, 0);
        if (i == 0)
            print_message("ticks of the world asked for memory %zu times\n", playing);
    }
}

static void the_counter_counts(void **unused)
{
    (void)unused;
#ifdef SANITIZED
    skip();
#endif
    const size_t before = taken;
    Arena *arena = arena_new();
    arena_free(arena);
    assert_true(taken > before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_counter_counts),
        cmocka_unit_test(steady_frame_allocates_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
