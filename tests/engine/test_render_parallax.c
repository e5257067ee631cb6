/* Parallax layers of maps: before and behind the map, moved by time and by the player. */
#include "lib/game_kit.h"

#include "engine/rules/rules.h"
#include "engine/render/render.h"

enum { W = 128, H = 96 };

static const Pixel edge = PIXEL(20, 20, 20, 255), coin = PIXEL(240, 200, 40, 255),
                   guard = PIXEL(200, 90, 160, 255);

/* A town with one layer of coins; without ground, what is behind the map is seen. */
static Game *game_with_layer(const Parallax *layer, bool ground)
{
    Game *game = game_new(kit_new());
    Parallax *copy = ARENA_ALLOC(game->arena, Parallax, 1);
    *copy = *layer;
    copy->sprite = (SpriteRef){1, COIN};
    game->map_records[TOWN].parallaxes = copy;
    game->map_records[TOWN].parallax_count = 1;
    for (size_t i = 0; i < GAME_CELLS && !ground; i++)
        game->maps[TOWN][0][i] = TNG_NO_SPRITE;
    game->start = "location(town,8,8,so) npc(town,9,9,guard)";
    game_open(game);
    return game;
}

static Image frame_of(Game *game)
{
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(W, H, game->arena);
    render_frame(renderer, local_context(game->world), &frame);
    renderer_free(renderer);
    return frame;
}

static uint32_t count(const Image *frame, Pixel colour)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < W * H; i++)
        found += *image_at(frame, i % W, i / W) == colour;
    return found;
}

/* Where the first image begins: the first column and row that are the edges of images. */
static Spot first_image(Game *game)
{
    const Image frame = frame_of(game);
    Spot first = {-1, -1};
    for (uint32_t i = 0; i < GAME_TILE; i++) {
        uint32_t down = 0, across = 0;
        while (down < H && *image_at(&frame, i, down) == edge)
            down++;
        while (across < W && *image_at(&frame, across, i) == edge)
            across++;
        first.x = first.x < 0 && down == H ? (int32_t)i : first.x;
        first.y = first.y < 0 && across == W ? (int32_t)i : first.y;
    }
    return first;
}

static void foreground_hides_the_map_and_background_lies_behind_it(void **state)
{
    (void)state;
    static const struct {
        bool background, ground, coins_seen, guard_seen;
    } cases[] = {
        {false, true, true, false}, {true, true, false, true}, {true, false, true, true}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Parallax layer = {.background = cases[i].background, .time = 1};
        Game *game = game_with_layer(&layer, cases[i].ground);
        const Image frame = frame_of(game);
        assert_int_equal(count(&frame, coin) > 0, cases[i].coins_seen);
        assert_int_equal(count(&frame, guard) > 0, cases[i].guard_seen);
        kit_free(game->kit);
    }
}

/* Four intervals of half a second. */
static void layer_moves_by_its_speed_in_each_interval(void **state)
{
    (void)state;
    const Parallax layer = {.speed_x = 3, .speed_y = -2, .time = 50};
    Game *game = game_with_layer(&layer, true);
    while (game->world->tick < 2 * game->world->content->rate)
        game_ticks(game, (WorldInput){0}, 1);
    const Spot first = first_image(game);
    assert_int_equal(first.x, 12);
    assert_int_equal(first.y, GAME_TILE - 8);
    game_ticks(game, (WorldInput){0}, game->world->content->rate / 3);
    assert_int_equal(first_image(game).x, 12); /* the next interval is not over */
    kit_free(game->kit);
}

/* A hundredth is a percent of the map's own movement. */
static void layer_follows_the_player_by_its_delta(void **state)
{
    (void)state;
    static const uint8_t deltas[] = {0, 50, 100};
    for (size_t i = 0; i < COUNT_OF(deltas); i++) {
        const Parallax layer = {.delta_x = deltas[i], .delta_y = deltas[2 - i], .time = 1};
        Game *game = game_with_layer(&layer, true);
        const Spot before = first_image(game);
        world_place_player(local_context(game->world), TOWN, (Cell){9, 7},
                           SOUTH); /* a cell to the right and one up */
        const Spot after = first_image(game);
        const int32_t x = GAME_TILE * deltas[i] / 100, y = GAME_TILE * deltas[2 - i] / 100;
        assert_int_equal((after.x - before.x + x + GAME_TILE) % GAME_TILE, 0);
        assert_int_equal((after.y - before.y - y + GAME_TILE) % GAME_TILE, 0);
        kit_free(game->kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreground_hides_the_map_and_background_lies_behind_it),
        cmocka_unit_test(layer_moves_by_its_speed_in_each_interval),
        cmocka_unit_test(layer_follows_the_player_by_its_delta),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
