/* The interface in languages that are written from right to left. Persian has no words of its
 * own yet, so its interface has the English words of the others, mirrored. */
#include "lib/game_kit.h"

#include "player/menus/menus.h"

enum { W = 640, H = 360 };

typedef struct Lobby {
    Game *game;
    Settings settings;
    Bindings bindings;
    Menus *menus;
    Renderer *renderer;
    Image frame;
} Lobby;

static int set_up(void **state)
{
    Game *game = game_new(kit_new());
    Lobby *lobby = ARENA_ALLOC(game->arena, Lobby, 1);
    lobby->game = game;
    settings_default(&lobby->settings);
    bindings_default(&lobby->bindings);
    lobby->menus = menus_new(&lobby->settings, &lobby->bindings, game->arena);
    *state = lobby;
    return 0;
}

static int tear_down(void **state)
{
    Lobby *lobby = *state;
    if (lobby->renderer)
        renderer_free(lobby->renderer);
    menus_free(lobby->menus);
    kit_free(lobby->game->kit);
    return 0;
}

static void set_language(Lobby *lobby, const char *code)
{
    memcpy(lobby->game->world->content->code, code, 3);
}

static void draw(Lobby *lobby)
{
    if (!lobby->renderer)
        lobby->renderer =
            renderer_new(lobby->game->world, lobby->game->arena, &lobby->game->kit->report);
    lobby->frame = image_new(W, H, lobby->game->arena);
    renderer_overlay(lobby->renderer, menus_overlay(lobby->menus));
    render_frame(lobby->renderer, local_context(lobby->game->world), &lobby->frame);
}

/* What clicks do in the row of the first option: the first pixels from the left that decrease
 * and increase its value. */
typedef struct Arrows {
    int32_t less, more;
} Arrows;

static Arrows arrows_of(Lobby *lobby)
{
    Arrows found = {-1, -1};
    for (int32_t y = 0; y < H; y++)
        for (int32_t x = 0; x < W; x++) {
            WorldInput input = {0};
            if (!render_pick(lobby->renderer, local_context(lobby->game->world), x, y,
                             &input) ||
                input.option != 1)
                continue;
            if (input.adjust < 0 && found.less < 0)
                found.less = x;
            if (input.adjust > 0 && found.more < 0)
                found.more = x;
        }
    return found;
}

/* The difference between the two halves of the window in pixels of a colour. */
static int64_t more_at_right(const Lobby *lobby, Pixel colour)
{
    int64_t difference = 0;
    for (int32_t y = 0; y < H; y++)
        for (int32_t x = 0; x < W; x++)
            if (*image_at(&lobby->frame, (uint32_t)x, (uint32_t)y) == colour)
                difference += x < W / 2 ? -1 : 1;
    return difference;
}

/* Titles of options are at the right, their values at the left. The arrows are not mirrored:
 * the left one decreases the value, as the left key does. */
static void options_are_mirrored(void **state)
{
    Lobby *lobby = *state;
    const Pixel text = PIXEL(232, 236, 244, 255); /* built-in */
    game_open(lobby->game);
    menus_open(lobby->menus, MENU_OPTIONS);
    menus_input(lobby->menus, &(WorldInput){.option = 1 + PAGE_SOUND});
    draw(lobby);
    const Arrows usual = arrows_of(lobby);
    assert_true(usual.less > W / 2 && usual.more > usual.less);
    assert_true(more_at_right(lobby, text) < -100);
    set_language(lobby, "fa");
    draw(lobby);
    const Arrows mirrored = arrows_of(lobby);
    assert_true(mirrored.less > 0 && mirrored.less < W / 2 && mirrored.more < W / 2);
    assert_true(mirrored.more > mirrored.less);
    assert_true(more_at_right(lobby, text) > 100);
}

/* The first and the last column of the window in which a language's frame has the colour. */
static Spot columns_of(const Lobby *lobby, Pixel colour)
{
    Spot found = {W, -1};
    for (int32_t y = 0; y < H; y++)
        for (int32_t x = 0; x < W; x++)
            if (*image_at(&lobby->frame, (uint32_t)x, (uint32_t)y) == colour) {
                found.x = x < found.x ? x : found.x;
                found.y = x > found.y ? x : found.y;
            }
    return found;
}

/* A dialog starts at the right, also while its letters appear. */
static void dialogs_start_at_the_right(void **state)
{
    Lobby *lobby = *state;
    const Pixel text = PIXEL(232, 236, 244, 255);
    lobby->game->start = "location(town,4,4,so) dialog(first,0)";
    game_open(lobby->game);
    game_ticks(lobby->game, (WorldInput){0}, 2);
    draw(lobby);
    const Spot usual = columns_of(lobby, text);
    assert_true(usual.x < W / 4);
    set_language(lobby, "he");
    draw(lobby);
    const Spot mirrored = columns_of(lobby, text);
    assert_true(mirrored.y > W * 3 / 4 && mirrored.x > usual.x);
    renderer_set(
        lobby->renderer,
        &(RenderOptions){.zoom = 1, .ui_zoom = 1, .text_percent = 100, .text_speed = 1});
    draw(lobby);
    const Spot first = columns_of(lobby, text);
    assert_int_equal(first.x, mirrored.x); /* English: the first letter is at the left */
    assert_true(first.y < mirrored.y);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(options_are_mirrored),
        TEST(dialogs_start_at_the_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
