/* Sizes, options and order of what is drawn in a frame. */
#include "lib/game_kit.h"

#include "engine/render/blit.h"
#include "engine/render/render_internal.h"

static int set_up(void **state)
{
    *state = game_new(kit_new());
    return 0;
}

static int tear_down(void **state)
{
    kit_free(((Game *)*state)->kit);
    return 0;
}

static const RenderOptions usual = {.zoom = 1, .ui_zoom = 1, .text_percent = 100};

static Image draw(Game *game, uint32_t w, uint32_t h, const RenderOptions *options)
{
    const Image frame = image_new(w, h, game->arena);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    renderer_set(renderer, options);
    render_frame(renderer, local_context(game->world), &frame);
    renderer_free(renderer);
    return frame;
}

static void talk(Game *game)
{
    game->start = "location(town,4,4,so) dialog(first,0)";
    game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
}

/* ---- sizes ---- */

static void equal_zoom_enlarges_the_unscaled_frame(void **state)
{
    Game *game = *state;
    talk(game);
    for (uint32_t zoom = 2; zoom <= 8; zoom++) {
        const uint32_t w = 640, h = 360, cut = zoom - 1; /* the last pixels are cut */
        const RenderOptions options = {.zoom = zoom, .ui_zoom = zoom, .text_percent = 100};
        const Image small = draw(game, w, h, &usual);
        const Image large = draw(game, w * zoom - cut, h * zoom - cut, &options);
        for (uint32_t y = 0; y < large.h; y++)
            for (uint32_t x = 0; x < large.w; x++)
                assert_int_equal(*image_at(&large, x, y),
                                 *image_at(&small, x / zoom, y / zoom));
    }
}

static int32_t distance(Pixel a, Pixel b)
{
    int32_t most = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        const int32_t d = (int32_t)(a >> shift & 255) - (int32_t)(b >> shift & 255);
        most = d > most ? d : -d > most ? -d : most;
    }
    return most;
}

/* On a separate layer, the interface is blended in another order: by a step or two. */
static void interface_on_separate_layer_is_identical(void **state)
{
    Game *game = *state;
    talk(game);
    const Image alone = draw(game, 640, 360, &usual);
    static const uint32_t zooms[][2] = {{1, 2}, {2, 3}, {3, 2}};
    for (size_t i = 0; i < COUNT_OF(zooms); i++) {
        const uint32_t ui = zooms[i][1];
        const RenderOptions options = {.zoom = zooms[i][0], .ui_zoom = ui, .text_percent = 100};
        local_context(game->world).player->screen.screen = SCREEN_DIALOG;
        const Image frame = draw(game, 640 * ui, 360 * ui, &options);
        local_context(game->world).player->screen.screen = SCREEN_GAME;
        const Image world = draw(game, 640 * ui, 360 * ui, &options);
        size_t seen = 0;
        for (uint32_t y = 0; y < frame.h; y++)
            for (uint32_t x = 0; x < frame.w; x++) {
                const Pixel under = *image_at(&world, x, y), now = *image_at(&frame, x, y);
                /* Over black both show the same: there the world has none. */
                if (under != PIXEL(0, 0, 0, 255) || now == under)
                    continue;
                if (distance(now, *image_at(&alone, x / ui, y / ui)) <= 3)
                    seen++;
            }
        assert_true(seen > 1000);
    }
}

static void a_second_frame_does_not_show_the_interface_of_the_first(void **state)
{
    Game *game = *state;
    talk(game);
    const RenderOptions options = {.zoom = 1, .ui_zoom = 2, .text_percent = 100};
    const Image one = image_new(640, 360, game->arena), two = image_new(640, 360, game->arena);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    renderer_set(renderer, &options);
    render_frame(renderer, local_context(game->world), &two);
    local_context(game->world).player->screen.screen = SCREEN_GAME;
    render_frame(renderer, local_context(game->world), &one);
    renderer_free(renderer);
    const Image fresh = draw(game, 640, 360, &options);
    assert_int_equal(image_hash(&one), image_hash(&fresh));
    assert_int_not_equal(image_hash(&one), image_hash(&two));
}

static void every_size_and_option_fills_the_frame(void **state)
{
    Game *game = *state;
    talk(game);
    static const uint32_t sizes[][2] = {{1, 1},     {7, 3},      {320, 180},
                                        {641, 361}, {1280, 720}, {3840, 2160}};
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (uint32_t zoom = 0; zoom <= 9; zoom += 3) {
            const Image frame = image_new(sizes[i][0], sizes[i][1], game->arena);
            renderer_set(renderer, &(RenderOptions){.zoom = zoom,
                                                    .ui_zoom = 9 - zoom,
                                                    .text_percent = zoom * 40,
                                                    .reduced_motion = zoom > 3,
                                                    .colours = zoom / 2});
            render_frame(renderer, local_context(game->world), &frame);
            assert_int_equal(image_opacity(&frame), PICTURE_OPAQUE);
        }
    renderer_free(renderer);
}

static void click_maps_to_the_world_at_any_zoom(void **state)
{
    Game *game = *state;
    game_open(game);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    for (uint32_t zoom = 1; zoom <= 4; zoom++) {
        const Image frame = image_new(640, 360, game->arena);
        renderer_set(renderer,
                     &(RenderOptions){.zoom = zoom, .ui_zoom = 2, .text_percent = 100});
        render_frame(renderer, local_context(game->world), &frame);
        /* Where the player stands: the first pixel of the figure's shoes. */
        const Actor *player = context_actor(local_context(game->world));
        WorldInput input = {0};
        const int32_t x = (player->at.x / SUB - renderer->camera.x) * (int32_t)zoom;
        const int32_t y = (player->at.y / SUB - renderer->camera.y) * (int32_t)zoom;
        assert_true(render_pick(renderer, local_context(game->world), x, y, &input));
        assert_int_equal(input.target_x, player->at.x / SUB);
        assert_int_equal(input.target_y, player->at.y / SUB);
        const Spot spot =
            interface_spot(renderer, (Spot){player->at.x / SUB, player->at.y / SUB});
        assert_int_equal(spot.x, x / 2);
    }
    renderer_free(renderer);
}

/* ---- options ---- */

/* Contrast as in WCAG 2.1, in thousandths. */
static double luminance(Pixel pixel)
{
    double sum = 0;
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    for (int i = 0; i < 3; i++) {
        const double c = (pixel >> 8 * i & 255) / 255.0;
        double linear = c / 12.92;
        if (c > 0.04045) { /* ((c + 0.055) / 1.055) ^ 2.4, by its fifth root */
            const double base = (c + 0.055) / 1.055;
            double root = base;
            for (int k = 0; k < 50; k++) /* of base^12 = root^5 */
                root -= (root * root * root * root * root - base * base * base * base * base *
                                                                base * base * base * base *
                                                                base * base * base) /
                        (5 * root * root * root * root);
            linear = root;
        }
        sum += weights[i] * linear;
    }
    return sum;
}

static void contrast_colours_differ_from_windows(void **state)
{
    Game *game = *state;
    game_open(game);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    renderer_set(renderer, &(RenderOptions){.colours = COLOURS_CONTRAST});
    /* The lightest that a window can be: over white. */
    const Image window = image_new(40, 40, game->arena);
    fill(&window, (Rect){0, 0, 40, 40}, PIXEL(255, 255, 255, 255));
    theme_panel(&window, (Rect){0, 0, 40, 40});
    const double behind = luminance(*image_at(&window, 20, 20));
    for (unsigned i = COLOUR_BUTTON; i <= COLOUR_TEXT_SELECTED; i++)
        assert_true(
            (luminance(theme_colour(renderer, (ThemeColour)i)) + 0.05) / (behind + 0.05) >= 7);
    renderer_free(renderer);
}

static void larger_text_is_larger(void **state)
{
    Game *game = *state;
    game_open(game);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const TextStyle normal = theme_font(renderer, FONT_TEXT, 0);
    renderer_set(renderer, &(RenderOptions){.text_percent = 200});
    assert_int_equal(theme_font(renderer, FONT_TEXT, 0).size, normal.size * 2);
    renderer_set(renderer, &(RenderOptions){.text_percent = 100000});
    assert_int_equal(theme_font(renderer, FONT_TEXT, 0).size, normal.size * 3);
    renderer_free(renderer);
}

static void with_reduced_motion_maps_change_without_a_fade(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 20);
    const Image before = draw(game, 640, 360, &usual);
    ctx.player->arrived = world->tick;
    const RenderOptions still = {
        .zoom = 1, .ui_zoom = 1, .text_percent = 100, .reduced_motion = true};
    const Image faded = draw(game, 640, 360, &usual), cut = draw(game, 640, 360, &still);
    assert_int_equal(image_hash(&cut), image_hash(&before));
    assert_int_not_equal(image_hash(&faded), image_hash(&before));
    ctx.player->arrived = 0;
}

/* The text is complete at once, and the triangle does not blink. */
static void with_reduced_motion_a_dialog_stands_still(void **state)
{
    Game *game = *state;
    game->start = "location(town,4,4,so) dialog(second,0)";
    game_open(game);
    RenderOptions options = {.zoom = 1,
                             .ui_zoom = 1,
                             .text_percent = 100,
                             .text_speed = 15,
                             .reduced_motion = true,
                             .interface_only = true};
    game_ticks(game, (WorldInput){0}, 4);
    const Image first = draw(game, 640, 360, &options);
    for (unsigned i = 0; i < 40; i++) {
        game_ticks(game, (WorldInput){0}, 1);
        const Image later = draw(game, 640, 360, &options);
        assert_int_equal(image_hash(&later), image_hash(&first));
    }
    options.reduced_motion = false;
    const Image moving = draw(game, 640, 360, &options);
    assert_int_not_equal(image_hash(&moving), image_hash(&first));
}

/* ---- what is drawn where ---- */

static Pixel map_pixel(Game *game, const Image *frame, int32_t x, int32_t y)
{
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    render_frame(renderer, local_context(game->world), frame);
    const Pixel pixel = *image_at(frame, (uint32_t)(x - renderer->camera.x),
                                  (uint32_t)(y - renderer->camera.y));
    renderer_free(renderer);
    return pixel;
}

static void join(Game *game)
{
    game->map_records[TOWN].neighbours[1] = game_string(game, "cave");
    game->map_records[CAVE].neighbours[3] = game_string(game, "town");
}

static void actors_on_the_adjacent_map_are_drawn(void **state)
{
    Game *game = *state;
    const Image frame = image_new(640, 360, game->arena);
    join(game);
    game->start = "location(town,12,4,so) npc(cave,2,4,guard)";
    game_open(game);
    const int32_t x = (GAME_SIDE + 2) * GAME_TILE + 8, y = 4 * GAME_TILE + 4;
    assert_int_equal(map_pixel(game, &frame, x, y), PIXEL(200, 90, 160, 255));
}

static void a_roof_over_two_maps_is_hidden_on_both(void **state)
{
    Game *game = *state;
    const Image frame = image_new(640, 360, game->arena);
    join(game);
    for (unsigned x = 0; x < 3; x++) {
        game_put(game, TOWN, LAYER_ROOFS, GAME_SIDE - 1 - x, 4, ROOF);
        game_put(game, CAVE, LAYER_ROOFS, x, 4, ROOF);
        game_put(game, CAVE, LAYER_ROOFS, x, 8, ROOF);
    }
    game->start = "location(town,14,4,so)";
    game_open(game);
    const int32_t x = (GAME_SIDE + 2) * GAME_TILE + 8;
    assert_int_equal(map_pixel(game, &frame, x, 4 * GAME_TILE + 8), PIXEL(60, 140, 60, 255));
    assert_int_equal(map_pixel(game, &frame, x, 8 * GAME_TILE + 8), PIXEL(180, 60, 50, 255));
}

static void leaping_actor_is_drawn_higher(void **state)
{
    Game *game = *state;
    const Image frame = image_new(640, 360, game->arena);
    game->start = "location(town,4,4,so) npc(town,8,8,guard)";
    World *world = game_open(game);
    const int32_t x = 8 * GAME_TILE + 8, feet = 9 * GAME_TILE - 2;
    assert_int_equal(map_pixel(game, &frame, x, feet), PIXEL(200, 90, 160, 255));
    world->actors[1]->height = 30;
    assert_int_equal(map_pixel(game, &frame, x, feet), PIXEL(60, 140, 60, 255));
    assert_int_equal(map_pixel(game, &frame, x, feet - 30), PIXEL(200, 90, 160, 255));
}

static void actors_are_drawn_higher_by_delta_y_of_the_header(void **state)
{
    Game *game = *state;
    const Image frame = image_new(640, 360, game->arena);
    game->start = "location(town,4,4,so) npc(town,8,8,guard)";
    game->delta_y = 30;
    game_open(game);
    const int32_t x = 8 * GAME_TILE + 8, feet = 9 * GAME_TILE - 2;
    assert_int_equal(map_pixel(game, &frame, x, feet), PIXEL(60, 140, 60, 255));
    assert_int_equal(map_pixel(game, &frame, x, feet - 30), PIXEL(200, 90, 160, 255));
}

static void actor_above_an_object_is_drawn_over_it(void **state)
{
    Game *game = *state;
    const Image frame = image_new(640, 360, game->arena);
    game_object(game, TREE, 0, NULL); /* two cells high, lying on the ground as a bridge */
    game_mask(game, TREE, 6);
    game_put(game, TOWN, LAYER_OBJECTS, 8, 9, TREE);
    game->start = "location(town,4,4,so) npc(town,8,8,guard)";
    World *world = game_open(game);
    const int32_t x = 8 * GAME_TILE + 8, y = 8 * GAME_TILE + 12;
    world->actors[1]->lift = 0;
    assert_int_equal(map_pixel(game, &frame, x, y), PIXEL(30, 90, 40, 255));
    world->actors[1]->lift = 1;
    assert_int_equal(map_pixel(game, &frame, x, y), PIXEL(200, 90, 160, 255));
}

static void actor_of_higher_altitude_is_drawn_over_what_stands_in_front(void **state)
{
    (void)state;
    static const char *const starts[] = {
        "location(town,4,4,so) npc(town,8,8,guard)",
        "location(town,4,4,so) npc(town,8,8,guard) altitude(1)"};
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        Game *game = game_new(kit_new());
        const Image frame = image_new(640, 360, game->arena);
        game_put(game, TOWN, LAYER_OBJECTS, 8, 9, TREE); /* two cells high */
        game->start = starts[i];
        game_open(game);
        assert_int_equal(map_pixel(game, &frame, 8 * GAME_TILE + 8, 8 * GAME_TILE + 12),
                         i ? PIXEL(200, 90, 160, 255) : PIXEL(30, 90, 40, 255));
        kit_free(game->kit);
    }
}

/* The trees reach over the cell above: below all of the bridge one is hidden by what lies
 * further up as well. */
static void actor_beneath_an_object_is_drawn_below_it(void **state)
{
    (void)state;
    for (uint8_t mask = 6; mask <= 7; mask++) {
        Game *game = game_new(kit_new());
        const Image frame = image_new(640, 360, game->arena);
        game_object(game, TREE, 0, NULL);
        game_mask(game, TREE, mask);
        for (unsigned y = 7; y <= 8; y++)
            game_put(game, TOWN, LAYER_OBJECTS, 8, y, TREE);
        game->start = "location(town,4,4,so) npc(town,8,8,guard)";
        World *world = game_open(game);
        world->actors[1]->transport = 1; /* in a boat */
        game_ticks(game, (WorldInput){0}, 1);
        assert_int_equal(world->actors[1]->lift, -1);
        const int32_t x = 8 * GAME_TILE + 8;
        for (int32_t y = 7 * GAME_TILE; y < 9 * GAME_TILE; y++)
            assert_int_not_equal(map_pixel(game, &frame, x, y), PIXEL(200, 90, 160, 255));
        assert_int_equal(map_pixel(game, &frame, x, 8 * GAME_TILE + 12),
                         PIXEL(30, 90, 40, 255));
        kit_free(game->kit);
    }
}

static void missing_gait_falls_back_to_another(void **state)
{
    Game *game = *state;
    const Image frame = image_new(640, 360, game->arena);
    game->start = "location(town,4,4,so) npc(town,8,8,guard)";
    World *world = game_open(game);
    game->npcs[GUARD].sprites[ROW_WALK].index = HERO;
    const TngNpc *npc = content_record(world->content, SECTION_NPCS, GUARD);
    npc->sprites[ROW_WALK].index = HERO;
    static const uint32_t as_walk[] = {ROW_WALK, ROW_CLIMB, ROW_JUMP,
                                       ROW_RUN,  ROW_SWIM,  ROW_FLY};
    const int32_t x = 8 * GAME_TILE + 8, y = 8 * GAME_TILE + 8;
    for (size_t i = 0; i < COUNT_OF(as_walk); i++) {
        world->actors[1]->gait = as_walk[i];
        assert_int_equal(map_pixel(game, &frame, x, y), PIXEL(220, 220, 90, 255));
    }
    world->actors[1]->gait = ROW_IDLE;
    assert_int_equal(map_pixel(game, &frame, x, y), PIXEL(200, 90, 160, 255));
    world->actors[1]->action = ROW_DIE;
    world->actors[1]->action_until = UINT32_MAX;
    assert_int_equal(map_pixel(game, &frame, x, y), PIXEL(200, 90, 160, 255));
}

static void equipment_uses_layers_of_the_chosen_option(void **state)
{
    Game *game = *state;
    const Image frame = image_new(640, 360, game->arena);
    CharacterOption options[2] = {{.name = game_text(game, "small")},
                                  {.name = game_text(game, "large")}};
    const TngOptions group = {
        .option_count = 2, .palettes = {0, TNG_NO_SPRITE}, .options = options};
    game_object(game, SWORD, 0, NULL);
    ObjectLayers layers[2] = {{.option = TNG_NO_TEXT}, {.option = options[1].name}};
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < 20; i++) {
            layers[k].behind[i] = (SpriteRef){2, TNG_NO_SPRITE};
            layers[k].above[i] = (SpriteRef){2, (u16)(k ? HERO : WOMAN)};
        }
    game->objects[SWORD].layer_count = 2;
    game->objects[SWORD].layers = layers;
    TngFile read;
    assert_true(tng_read(game_bytes(game), &read, game->arena, &game->kit->report));
    TngSection *section = game_section(game, SECTION_OPTIONS, 1, sizeof(TngAsset));
    game_asset(game, section, 0, NULL, &group);
    TngSection *sections = ARENA_ALLOC(game->arena, TngSection, read.section_count + 1);
    memcpy(sections, read.sections, read.section_count * sizeof *sections);
    sections[read.section_count++] = *section;
    read.sections = sections;
    World *world =
        world_new(&read, &(WorldOptions){.skip_menu = true}, game->arena, &game->kit->report);
    game->world = world;
    local_context(world).player->equipped[0] = SWORD;
    const Actor *player = context_actor(local_context(world));
    const int32_t x = player->at.x / SUB, y = player->at.y / SUB;
    local_context(world).player->choices[0] = 0;
    assert_int_equal(map_pixel(game, &frame, x, y), PIXEL(200, 90, 160, 255));
    local_context(world).player->choices[0] = 1;
    assert_int_equal(map_pixel(game, &frame, x, y), PIXEL(220, 220, 90, 255));
}

/* Two groups of one option: "kin" is the hero, "trade" the woman. */
static void base_group_lies_below_all_others(void **state)
{
    static const char *const bases[] = {NULL, "base=kin", "base=trade", "base=unknown"};
    for (size_t k = 0; k < COUNT_OF(bases); k++) {
        Game *game = *state;
        const Image frame = image_new(640, 360, game->arena);
        game->group_count = 2;
        for (size_t i = 0; i < 2; i++) {
            CharacterOption *option = ARENA_ALLOC(game->arena, CharacterOption, 1);
            option->name = game_text(game, "option");
            option->description = TNG_NO_TEXT;
            option->sprite_count = 20;
            option->sprites = ARENA_ALLOC(game->arena, SpriteRef, 20);
            for (size_t n = 0; n < 20; n++)
                option->sprites[n] = (SpriteRef){2, (u16)(i ? WOMAN : HERO)};
            game->groups[i] = (TngOptions){
                .option_count = 1, .palettes = {0, TNG_NO_SPRITE}, .options = option};
        }
        if (bases[k]) { /* as a build stores it */
            game_string(game, "#names");
            game_string(game, bases[k]);
        }
        World *world = game_open(game);
        Player *player = local_context(world).player;
        player->choices[0] = player->choices[1] = 0;
        const Actor *actor = context_actor(local_context(world));
        const Pixel above = k == 2 ? PIXEL(220, 220, 90, 255) : PIXEL(200, 90, 160, 255);
        assert_int_equal(map_pixel(game, &frame, actor->at.x / SUB, actor->at.y / SUB), above);
        tear_down(state);
        set_up(state);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(equal_zoom_enlarges_the_unscaled_frame),
        TEST(interface_on_separate_layer_is_identical),
        TEST(a_second_frame_does_not_show_the_interface_of_the_first),
        TEST(every_size_and_option_fills_the_frame),
        TEST(click_maps_to_the_world_at_any_zoom),
        TEST(contrast_colours_differ_from_windows),
        TEST(larger_text_is_larger),
        TEST(with_reduced_motion_a_dialog_stands_still),
        TEST(with_reduced_motion_maps_change_without_a_fade),
        TEST(actors_on_the_adjacent_map_are_drawn),
        TEST(a_roof_over_two_maps_is_hidden_on_both),
        TEST(leaping_actor_is_drawn_higher),
        TEST(actors_are_drawn_higher_by_delta_y_of_the_header),
        TEST(actor_above_an_object_is_drawn_over_it),
        TEST(actor_of_higher_altitude_is_drawn_over_what_stands_in_front),
        TEST(actor_beneath_an_object_is_drawn_below_it),
        TEST(missing_gait_falls_back_to_another),
        TEST(equipment_uses_layers_of_the_chosen_option),
        TEST(base_group_lies_below_all_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
