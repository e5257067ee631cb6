/* Windows of the game over its world: what they hide, what is shown over them, what they tell.
 */
#include "lib/game_kit.h"

#include "engine/render/debug_overlay.h"
#include "engine/render/theme.h"

enum { W = 480, H = 270 };

static const Pixel tree_colour = PIXEL(30, 90, 40, 255);
/* Built-in colours of the theme. */
static const Pixel title_colour = PIXEL(255, 216, 128, 255),
                   chat_colour = PIXEL(224, 224, 224, 255),
                   alert_colour = PIXEL(255, 255, 255, 255);

static Image frame_of_size(Game *game, uint32_t w, uint32_t h, uint32_t views)
{
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(w, h, game->arena);
    renderer_author(renderer, &(RenderAuthor){.views = views});
    render_frame(renderer, local_context(game->world), &frame);
    renderer_free(renderer);
    return frame;
}

static Image frame_of(Game *game) { return frame_of_size(game, W, H, 0); }

static uint32_t count(const Image *frame, Rect area, Pixel colour)
{
    uint32_t found = 0;
    for (int32_t y = area.y; y < area.y + area.h; y++)
        for (int32_t x = area.x; x < area.x + area.w; x++)
            found += *image_at(frame, (uint32_t)x, (uint32_t)y) == colour;
    return found;
}

static uint32_t pixels_changed(const Image *a, const Image *b)
{
    uint32_t changed = 0;
    for (uint32_t y = 0; y < a->h; y++)
        for (uint32_t x = 0; x < a->w; x++)
            changed += *image_at(a, x, y) != *image_at(b, x, y);
    return changed;
}

/* Its remnants were visible around every window and dialog. */
static void hud_is_hidden_behind_windows_and_dialogs(void **state)
{
    (void)state;
    static const struct {
        const char *start;
        uint32_t button;
        bool seen;
    } cases[] = {{"location(town,4,4,so)", 0, true},
                 {"location(town,4,4,so)", BUTTON_PAUSE, true},
                 {"location(town,4,4,so)", BUTTON_INVENTORY, false},
                 {"location(town,4,4,so)", BUTTON_QUESTS, false},
                 {"location(town,4,4,so) dialog(first,0)", 0, false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Game *game = game_new(kit_new());
        game->hud = (TngHud){.navigation = {1, TREE}, .items_background = {1, WALL}};
        game->has_hud = true;
        game->start = cases[i].start;
        game_open(game);
        game_ticks(game, (WorldInput){0}, 2);
        if (cases[i].button)
            game_press(game, cases[i].button);
        const Image with = frame_of(game);
        game->hud.navigation = game->hud.items_background = (SpriteRef){0, TNG_NO_SPRITE};
        Game *bare = game_new(game->kit);
        bare->start = cases[i].start;
        game_open(bare);
        game_ticks(bare, (WorldInput){0}, 2);
        if (cases[i].button)
            game_press(bare, cases[i].button);
        const Image without = frame_of(bare);
        assert_int_equal(pixels_changed(&with, &without) > 0, cases[i].seen);
        kit_free(game->kit);
    }
}

static bool is_noticed(Game *game, const char *part)
{
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(W, H, game->arena);
    render_frame(renderer, local_context(game->world), &frame);
    const Description *description = render_describe(renderer);
    bool found = false;
    for (size_t i = 0; i < description->notice_count; i++)
        found |= strstr(arena_text(game->arena, description->notices[i].text).at, part) != NULL;
    renderer_free(renderer);
    return found;
}

/* "+1 ..." stood over the bag. It is still read aloud, and is shown beside windows. */
static void alerts_are_shown_over_a_window_and_toasts_are_not(void **state)
{
    (void)state;
    enum { LINE = 24, SECONDS = 7 };
    Game *game = game_new(kit_new());
    game->has_hud = true;
    game->has_audio = true;
    game->hud.navigation = game->hud.items_background = (SpriteRef){0, TNG_NO_SPRITE};
    game->start = "location(town,4,4,so) give(coin,1) alert(3)";
    game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    const Rect whole = {0, 0, W, H};
    const Image map = frame_of(game);
    assert_true(count(&map, whole, chat_colour) > 10);
    assert_true(is_noticed(game, "+1"));
    game_press(game, BUTTON_INVENTORY);
    const Image now = frame_of(game);
    assert_true(is_noticed(game, "+1"));
    game_ticks(game, (WorldInput){0}, SECONDS * game->world->content->rate);
    const Image later = frame_of(game);
    const Rect middle = {W / 4, H - LINE, W / 2, LINE};
    assert_int_equal(count(&now, whole, chat_colour), 0);
    assert_true(count(&now, middle, alert_colour) > 10);
    assert_int_equal(count(&later, middle, alert_colour), 0);
    kit_free(game->kit);
}

/* "A new tale begins" did not say which. */
static void alerts_about_quests_name_them(void **state)
{
    (void)state;
    Image frames[3];
    Game *game = NULL;
    for (unsigned i = 0; i < COUNT_OF(frames); i++) {
        game = game_new(game ? game->kit : kit_new());
        game->has_audio = true;
        game->quest.title = game_text(game, i == 1 ? "Three silver coins" : "A coin");
        game->start =
            i == 2 ? "location(town,4,4,so) alert(0)" : "location(town,4,4,so) quest(0,errand)";
        game_open(game);
        game_ticks(game, (WorldInput){0}, 20);
        frames[i] = frame_of(game);
    }
    const Rect middle = {0, 0, W, H / 2};
    const uint32_t one = count(&frames[0], middle, alert_colour),
                   three = count(&frames[1], middle, alert_colour),
                   none = count(&frames[2], middle, alert_colour);
    assert_true(none > 0 && one > none && three > one);
    kit_free(game->kit);
}

/* "A tale has ended" did not say what it gave. What was there before is not named. */
static void alert_of_a_finished_quest_names_what_it_gave(void **state)
{
    (void)state;
    static const char *const rewards[] = {"", "give(coin,3)", "give(coin,3) give(tree,2)"};
    uint32_t letters[COUNT_OF(rewards)];
    Game *game = NULL;
    for (unsigned i = 0; i < COUNT_OF(rewards); i++) {
        game = game_new(game ? game->kit : kit_new());
        game->has_audio = true;
        game->start =
            arena_format(game->arena,
                         "location(town,4,4,so) give(door,1) delay(5) quest(1,errand) %s",
                         rewards[i])
                .at;
        game_open(game);
        game_ticks(game, (WorldInput){0}, 20);
        const Image frame = frame_of(game);
        letters[i] = count(&frame, (Rect){0, 0, W, H / 2}, alert_colour);
    }
    assert_true(letters[0] > 0 && letters[1] > letters[0] && letters[2] > letters[1]);
    kit_free(game->kit);
}

/* In the second phase the mark has blinked off; the word remains. */
static void dialogs_without_answers_show_how_to_go_on(void **state)
{
    (void)state;
    Game *game = game_new(kit_new());
    game->dialogs[0].option_count = 0;
    game->start = "location(town,4,4,so) dialog(first,0)";
    game_open(game);
    for (unsigned i = 0; i < 4; i++) {
        game_ticks(game, (WorldInput){0}, 8);
        assert_int_equal(local_context(game->world).player->screen.screen, SCREEN_DIALOG);
        const Image frame = frame_of(game);
        assert_true(count(&frame, (Rect){W / 2, H * 3 / 4, W / 2, H / 4}, title_colour) > 20);
    }
    kit_free(game->kit);
}

/* ---- market ---- */

typedef struct Offer {
    unsigned coins;
    bool effect, worn;
} Offer;

/* A guard sells trees for coins. The toasts of the start have vanished. */
static Image market(Kit *kit, const Offer *offer)
{
    enum { SECONDS = 8 };
    static char start[120];
    Game *game = game_new(kit);
    ObjectModifier *modifier = ARENA_ALLOC(game->arena, ObjectModifier, 1);
    *modifier = (ObjectModifier){.attribute = game_string(game, "hp"), .value = 3};
    game->attributes[0] = (TngAttribute){.type = 1,
                                         .name = game_string(game, "hp"),
                                         .title = game_text(game, "Health"),
                                         .value = 10};
    game_object(game, COIN, 0, NULL);
    game_object(game, TREE, 0, NULL);
    game_object(game, SWORD, 0, NULL);
    game->objects[TREE].price = 2;
    game->objects[TREE].unit = COIN;
    game->objects[TREE].equip_mask = game->objects[SWORD].equip_mask = 1;
    game->objects[TREE].modifier_count = offer->effect;
    game->objects[TREE].modifiers = modifier;
    game->npcs[GUARD].item_count = 1;
    game->npcs[GUARD].items = ARENA_ALLOC(game->arena, NpcItem, 1);
    game->npcs[GUARD].items[0] = (NpcItem){.chance = 100, .quantity = 3, .object = {1, TREE}};
    snprintf(start, sizeof start, "location(town,4,4,so) give(coin,%u) give(sword,1) %s",
             offer->coins, "npc(town,5,4,guard) market()");
    game->start = start;
    game_open(game);
    game_ticks(game, (WorldInput){0}, SECONDS * game->world->content->rate);
    Player *player = local_context(game->world).player;
    assert_int_equal(player->screen.screen, SCREEN_MARKET);
    player->equipped[0] = offer->worn ? SWORD : TNG_NO_SPRITE;
    return frame_of(game);
}

static void market_shows_purse_effects_and_what_is_worn(void **state)
{
    (void)state;
    static const Offer usual = {50, false, false}, rich = {60, false, false},
                       effect = {50, true, false}, worn = {50, false, true};
    Kit *kit = kit_new();
    const Image base = market(kit, &usual), again = market(kit, &usual);
    const Image frames[] = {market(kit, &rich), market(kit, &effect), market(kit, &worn)};
    assert_int_equal(pixels_changed(&base, &again), 0);
    for (size_t i = 0; i < COUNT_OF(frames); i++)
        assert_true(pixels_changed(&base, &frames[i]) > 0);
    kit_free(kit);
}

/* ---- narrow windows ---- */

/* The list of attributes scrolled without a sign of it. */
static void lists_have_marks_where_more_rows_follow(void **state)
{
    (void)state;
    enum { LOW = 90 };
    Game *game = game_new(kit_new());
    for (unsigned i = 0; i < 4; i++) {
        static const char *const names[] = {"a", "b", "c", "d"};
        game->attributes[i] = (TngAttribute){.type = 1,
                                             .name = game_string(game, names[i]),
                                             .title = game_text(game, names[i]),
                                             .value = 10};
    }
    game_open(game);
    game_press(game, BUTTON_STATS);
    const Rect middle = {W / 2 - 5, 0, 11, LOW};
    const Image low = frame_of_size(game, W, LOW, 0), high = frame_of(game);
    assert_true(count(&low, middle, title_colour) >= 25);
    assert_int_equal(count(&high, (Rect){W / 2 - 5, 30, 11, H - 30}, title_colour), 0);
    kit_free(game->kit);
}

/* The image of the equipment was left out. The tree's is 16 x 32 pixels. */
static void equipment_is_reduced_to_the_space_of_the_bag(void **state)
{
    (void)state;
    static const uint32_t heights[] = {H, 106, 103};
    Game *game = game_new(kit_new());
    game->hud = (TngHud){.slot_background = {0, TNG_NO_SPRITE},
                         .slot_selected = {0, TNG_NO_SPRITE},
                         .equipment_background = {1, TREE}};
    game->has_hud = true;
    game_open(game);
    game_press(game, BUTTON_INVENTORY);
    uint32_t seen[COUNT_OF(heights)];
    for (size_t i = 0; i < COUNT_OF(heights); i++) {
        const Image frame = frame_of_size(game, W, heights[i], 0);
        seen[i] = count(&frame, (Rect){W * 2 / 3, 0, W / 3, (int32_t)heights[i]}, tree_colour);
    }
    assert_true(seen[0] > seen[1] && seen[1] > seen[2] && seen[2] > 50);
    kit_free(game->kit);
}

/* ---- overlays for authors ---- */

/* The number of pixels of a cell. */
static uint32_t cell_size(const Grid *grid, Cell cell)
{
    uint32_t w, h, size = 0;
    grid_picture_size(grid, &w, &h);
    for (int32_t y = 0; y < (int32_t)h; y++)
        for (int32_t x = 0; x < (int32_t)w; x++) {
            const Cell at = grid_cell_at(grid, (Spot){x, y});
            size += at.x == cell.x && at.y == cell.y;
        }
    return size;
}

/* Rhombuses and hexagons were marked by rectangles. */
static void collision_overlay_covers_exactly_the_cells_of_any_grid(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        Game *game = game_new(kit_new());
        game->type = type;
        game->tile_w = 32;
        game->tile_h = type == 1 ? 16 : 32;
        game_put(game, TOWN, LAYER_OBJECTS, 6, 6, WALL);
        game->start = "location(town,8,8,so)";
        game_open(game);
        game_ticks(game, (WorldInput){0}, 40);
        const Image plain = frame_of(game);
        const Image marked = frame_of_size(game, W, H, AUTHOR_COLLISION);
        assert_int_equal(pixels_changed(&plain, &marked),
                         cell_size(&game->world->content->grid, (Cell){6, 6}));
        kit_free(game->kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hud_is_hidden_behind_windows_and_dialogs),
        cmocka_unit_test(alerts_are_shown_over_a_window_and_toasts_are_not),
        cmocka_unit_test(alerts_about_quests_name_them),
        cmocka_unit_test(alert_of_a_finished_quest_names_what_it_gave),
        cmocka_unit_test(dialogs_without_answers_show_how_to_go_on),
        cmocka_unit_test(market_shows_purse_effects_and_what_is_worn),
        cmocka_unit_test(lists_have_marks_where_more_rows_follow),
        cmocka_unit_test(equipment_is_reduced_to_the_space_of_the_bag),
        cmocka_unit_test(collision_overlay_covers_exactly_the_cells_of_any_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
