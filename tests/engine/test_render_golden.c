/* Frames of small games whose every pixel is known. After a change on purpose: look at the
 * pictures that the failing test has written beside its program, then put the new figures
 * into the table. */
#include "lib/game_kit.h"

#include "base/system/process.h"
#include "engine/render/render.h"
#include "engine/render/rows.h"

#include <stdio.h>

enum { DAY, NIGHT, INSIDE, STATES };
static const char *const types[] = {"ortho", "iso", "hexv", "hexh"};
static const char *const states[] = {"day", "night", "inside"};

typedef struct Golden {
    unsigned type, state;
    uint32_t w, h, zoom, colours;
    uint64_t hash;
} Golden;

static const Golden golden[] = {
    {0, DAY, 480, 270, 1, 0, 0xc1b0021ae757d423},
    {0, NIGHT, 480, 270, 1, 0, 0xb26f78e3e3562a96},
    {0, INSIDE, 480, 270, 1, 0, 0xa937ad59d5a78a38},
    {1, DAY, 480, 270, 1, 0, 0x62f46268139b84db},
    {1, NIGHT, 480, 270, 1, 0, 0x764944fec6e65069},
    {1, INSIDE, 480, 270, 1, 0, 0x03c25ba102080206},
    {2, DAY, 480, 270, 1, 0, 0x37278c3b55c41d40},
    {2, NIGHT, 480, 270, 1, 0, 0x5d1656ea56f0d846},
    {2, INSIDE, 480, 270, 1, 0, 0x6859ca450c5b7b8a},
    {3, DAY, 480, 270, 1, 0, 0x5051a4f4c8ca8fad},
    {3, NIGHT, 480, 270, 1, 0, 0x7bcd1d467c2da9e8},
    {3, INSIDE, 480, 270, 1, 0, 0xcde14d03027c41aa},
    {0, DAY, 321, 181, 1, 0, 0xa594f8d810f3d254},
    {0, INSIDE, 641, 359, 3, 0, 0xab838f4b745c82fc},
    {1, NIGHT, 960, 540, 2, 0, 0xe4d574f7ad1c94f9},
    {0, DAY, 320, 180, 1, COLOURS_PROTANOPIA, 0xf461bfcc8d1d22f9},
    {0, DAY, 320, 180, 1, COLOURS_DEUTERANOPIA, 0x69b82ebf827c0f64},
    {0, DAY, 320, 180, 1, COLOURS_TRITANOPIA, 0x3c50efd25c909a96},
};

/* Woods, a pond, a house, people; the cave beside it to the east. */
static void furnish(Game *game)
{
    for (unsigned y = 0; y < GAME_SIDE; y++)
        for (unsigned x = 0; x < GAME_SIDE; x++) {
            const unsigned n = x * 7 + y * 13;
            if (x > 9 && y > 9)
                game_put(game, TOWN, 1, x, y, WATER);
            else if (n % 11 == 3 && (x < 3 || x > 8))
                game_put(game, TOWN, LAYER_OBJECTS, x, y, TREE);
            game_put(game, CAVE, 0, x, y, n % 3 ? WALL : DOOR);
        }
    for (unsigned y = 3; y < 6; y++)
        for (unsigned x = 4; x < 8; x++) {
            game_put(game, TOWN, 1, x, y, DOOR);
            game_put(game, TOWN, LAYER_ROOFS, x, y, ROOF);
        }
    game_put(game, TOWN, LAYER_ROOFS + 1, 12, 2, ROOF);
    game_put(game, TOWN, LAYER_OBJECTS, 5, 9, COIN);
    game->map_records[TOWN].neighbours[game->type == 3 ? 2 : 1] = game_string(game, "cave");
    game->map_records[CAVE].neighbours[game->type == 3 ? 5 : 4] = game_string(game, "town");
    if (game->type == 0)
        game->map_records[CAVE].neighbours[3] = game_string(game, "town");
}

static World *open_state(Game *game, const Golden *wanted)
{
    static uint32_t light[1];
    game->type = wanted->type;
    furnish(game);
    game->start = wanted->state == INSIDE
                      ? "location(town,5,4,so) npc(town,6,4,guard) npc(town,9,7,guard)"
                      : "location(town,7,8,so) npc(town,8,6,guard) npc(town,10,3,slime) hp=3";
    if (wanted->state == NIGHT) {
        game->map_records[TOWN].daylight = (SpriteRef){1, WATER};
        game->map_records[TOWN].day_length = 1;
    }
    World *world = game_open(game);
    /* The light's radius is the attribute hp. */
    TngAttributes *attributes = (TngAttributes *)(uintptr_t)world->content->attributes;
    light[0] = game_string(game, "hp");
    attributes->special = light;
    attributes->special_count = 1;
    game_ticks(game, (WorldInput){0}, wanted->state == NIGHT ? 150 : 3);
    return world;
}

static Image draw(Game *game, World *world, const Golden *wanted)
{
    const Image frame = image_new(wanted->w, wanted->h, game->arena);
    Renderer *renderer = renderer_new(world, game->arena, &game->kit->report);
    renderer_set(renderer, &(RenderOptions){.zoom = wanted->zoom,
                                            .ui_zoom = wanted->zoom,
                                            .text_percent = 100,
                                            .colours = wanted->colours});
    render_frame(renderer, local_context(world), &frame);
    renderer_free(renderer);
    return frame;
}

/* Beside the program of this test. */
static void save(const Image *frame, size_t number, Arena *arena)
{
    char program[900], path[1000];
    const Golden *wanted = &golden[number];
    if (!program_file(program, sizeof program))
        return;
    snprintf(path, sizeof path, "%s-%s-%s-%ux%u-%u-%u.png", program, types[wanted->type],
             states[wanted->state], wanted->w, wanted->h, wanted->zoom, wanted->colours);
    const Bytes png = png_write(frame, NULL, arena);
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(png.data, 1, png.size, file);
    fclose(file);
    print_message("wrote %s\n", path);
}

static void frames_match_the_references(void **unused)
{
    (void)unused;
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT_OF(golden); i++) {
        Game *game = game_new(kit_new());
        World *world = open_state(game, &golden[i]);
        const Image frame = draw(game, world, &golden[i]);
        if (image_hash(&frame) != golden[i].hash) {
            print_message("%zu: 0x%016llx\n", i, (unsigned long long)image_hash(&frame));
            save(&frame, i, game->arena);
            wrong++;
        }
        kit_free(game->kit);
    }
    assert_int_equal(wrong, 0);
}

static void plain_c_draws_the_same_frames(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(golden); i++) {
        Game *game = game_new(kit_new());
        World *world = open_state(game, &golden[i]);
        const Image fast = draw(game, world, &golden[i]);
        rows_plain_only(true);
        const Image plain = draw(game, world, &golden[i]);
        rows_plain_only(false);
        assert_int_equal(image_hash(&fast), image_hash(&plain));
        kit_free(game->kit);
    }
}

/* What is kept from frame to frame is never seen: who has drawn all the way and who draws
 * for the first time show the same. */
static void frame_is_independent_of_previous_frames(void **unused)
{
    (void)unused;
    static const Direction ways[] = {EAST, SOUTH, NORTH_WEST, WEST, NORTH_EAST, EAST, EAST};
    for (unsigned type = 0; type < 4; type++) {
        const Golden wanted = {type, NIGHT, 200, 120, 1, 0, 0};
        Game *game = game_new(kit_new());
        World *world = open_state(game, &wanted);
        const Image frame = image_new(wanted.w, wanted.h, game->arena);
        Renderer *renderer = renderer_new(world, game->arena, &game->kit->report);
        for (unsigned i = 0; i < 140; i++) {
            game_walk(game, ways[i / 20], 1 + i % 3);
            render_frame(renderer, local_context(world), &frame);
            if (i % 10)
                continue;
            const Image fresh = draw(game, world, &wanted);
            assert_int_equal(image_hash(&frame), image_hash(&fresh));
        }
        renderer_free(renderer);
        kit_free(game->kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_match_the_references),
        cmocka_unit_test(plain_c_draws_the_same_frames),
        cmocka_unit_test(frame_is_independent_of_previous_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
