/* Pictures: blending, whole maps against Tiled, frames of a running game. */
#include "lib/game_kit.h"

#include "tirnanog/maps/tmx.h"
#include "base/image/png.h"
#include "engine/render/blit.h"
#include "engine/render/map_picture.h"
#include "engine/render/render.h"

#include <stdio.h>
#include <unistd.h>

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

/* ---- blending ---- */

static uint32_t exact(uint32_t value)
{
    return (2 * value + 255) / 510; /* value / 255, to nearest */
}

static void blending_is_exact_for_every_alpha_and_place(void **state)
{
    Game *game = *state;
    enum { W = 300, X = 3 };
    Image source = image_new(W, 1, game->arena), target = image_new(W + 8, 1, game->arena);
    for (uint32_t x = 0; x < W; x++)
        source.pixels[x] =
            pixel_premultiplied(PIXEL(x * 7 & 255, x * 13 & 255, x * 29 & 255, x & 255));
    for (uint32_t x = 0; x < W + 8; x++)
        target.pixels[x] = PIXEL(x * 3 & 255, x * 5 & 255, 255 - (x & 255), 255);
    const Image before = image_turned(&target, 0, game->arena);
    blit(&target, X, 0, &source, PICTURE_MIXED);
    for (uint32_t x = 0; x < W + 8; x++) {
        const Pixel old = before.pixels[x], got = target.pixels[x];
        const Pixel over = x >= X && x < W + X ? source.pixels[x - X] : 0;
        const uint32_t rest = 255 - PIXEL_A(over);
        assert_int_equal(PIXEL_R(got), PIXEL_R(over) + exact(PIXEL_R(old) * rest));
        assert_int_equal(PIXEL_G(got), PIXEL_G(over) + exact(PIXEL_G(old) * rest));
        assert_int_equal(PIXEL_B(got), PIXEL_B(over) + exact(PIXEL_B(old) * rest));
        assert_int_equal(PIXEL_A(got), 255);
    }
}

static void sprites_are_clipped_at_all_four_sides(void **state)
{
    Game *game = *state;
    Image target = image_new(9, 9, game->arena);
    const Image source = game_picture(game, 5, 5, PIXEL(255, 0, 0, 255));
    static const int32_t places[] = {-100000, -7, -5, -4, 0, 4, 6, 8, 9, 100000};
    for (size_t i = 0; i < COUNT_OF(places); i++)
        for (size_t k = 0; k < COUNT_OF(places); k++) {
            blit(&target, places[i], places[k], &source, PICTURE_OPAQUE);
            blit(&target, places[i], places[k], &source, PICTURE_MIXED);
            blit_faint(&target, places[i], places[k], &source, 100);
            fill(&target, (Rect){places[i], places[k], 5, 5}, PIXEL(1, 2, 3, 4));
        }
    assert_int_equal(PIXEL_A(*image_at(&target, 8, 8)), 255);
}

static void premultiplication_round_trip_is_minimally_lossy(void **state)
{
    Game *game = *state;
    Image image = image_new(256, 1, game->arena);
    for (uint32_t x = 0; x < 256; x++)
        image.pixels[x] = PIXEL(200, 100, 50, x);
    image_premultiply(&image);
    image_unpremultiply(&image);
    assert_int_equal(image.pixels[0], 0);
    assert_int_equal(image.pixels[255], PIXEL(200, 100, 50, 255));
    for (uint32_t x = 128; x < 256; x++) /* within one step from half opaque on */
        assert_in_range(PIXEL_R(image.pixels[x]), 199, 201);
}

/* ---- whole maps ---- */

static void scatter(Game *game)
{
    for (unsigned y = 0; y < GAME_SIDE; y++)
        for (unsigned x = 0; x < GAME_SIDE; x++) {
            const unsigned n = x * 7 + y * 13;
            if (n % 5 == 0)
                game_put(game, TOWN, 1, x, y, WATER);
            if (n % 11 == 3)
                game_put(game, TOWN, LAYER_OBJECTS, x, y, n % 2 ? TREE : WALL);
            if (n % 17 == 1)
                game_put(game, TOWN, LAYER_ROOFS, x, y, ROOF);
        }
}

static void save(const char *folder, const char *name, Bytes bytes)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
}

static Bytes load(Game *game, const char *folder, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return (Bytes){NULL, 0};
    uint8_t *data = arena_alloc(game->arena, 1 << 20, 1);
    const size_t size = fread(data, 1, 1 << 20, file);
    fclose(file);
    return (Bytes){data, size};
}

static Image picture_of_map(Game *game)
{
    TngFile read;
    Image image;
    assert_true(tng_read(game_bytes(game), &read, game->arena, &game->kit->report));
    assert_true(render_map(&read, TOWN, &image, game->arena, &game->kit->report));
    return image;
}

/* The map as a .tmx with the sprites as pictures beside it. */
static void save_for_tiled(Game *game, const char *folder)
{
    static const Pixel colours[TILE_COUNT] = {
        PIXEL(60, 140, 60, 255), PIXEL(120, 120, 120, 255), PIXEL(240, 200, 40, 255),
        PIXEL(120, 70, 30, 255), PIXEL(180, 60, 50, 255),   PIXEL(200, 200, 220, 255),
        PIXEL(30, 90, 40, 255),  PIXEL(50, 80, 200, 128)};
    TmxMap map = {.orientation = (TmxOrientation)game->type,
                  .w = GAME_SIDE,
                  .h = GAME_SIDE,
                  .tile_w = GAME_TILE,
                  .tile_h = GAME_TILE};
    map.tilesets = ARENA_ALLOC(game->arena, TmxTileset, TILE_COUNT);
    map.tileset_count = TILE_COUNT;
    for (uint32_t i = 0; i < TILE_COUNT; i++) {
        const uint32_t h = i == TREE ? 32 : 16;
        const Image image = game_picture(game, 16, h, colours[i]);
        const Text name = arena_format(game->arena, "%s.png", game_tiles[i]);
        save(folder, name.at, png_write(&image, NULL, game->arena));
        map.tilesets[i] = (TmxTileset){
            .first = i + 1, .name = text_of(game_tiles[i]), .image = name, .w = 16, .h = h};
    }
    map.layers = ARENA_ALLOC(game->arena, TmxLayer, TNG_LAYERS);
    for (uint32_t i = 0; i < TNG_LAYERS; i++) {
        if (i == LAYER_NPCS || i == LAYER_SPAWNERS)
            continue;
        TmxLayer *layer = &map.layers[map.layer_count++];
        *layer = (TmxLayer){.id = i + 1, .w = GAME_SIDE, .h = GAME_SIDE};
        layer->name = arena_format(game->arena, "layer %u", i);
        layer->cells = ARENA_ALLOC(game->arena, uint32_t, GAME_CELLS);
        for (size_t k = 0; k < GAME_CELLS; k++)
            layer->cells[k] = (game->maps[TOWN][i][k] + 1u) & 0xFFFF;
    }
    save(folder, "map.tmx", tmx_write(&map, game->arena));
}

static void compare_with_tiled(Game *game, unsigned type)
{
    char folder[FOLDER_SIZE], command[512];
    if (!has_tool("tmxrasterizer"))
        skip();
    game->type = type;
    scatter(game);
    const Image ours = picture_of_map(game);
    assert_true(make_temporary_folder(folder, "oisin-render"));
    save_for_tiled(game, folder);
    snprintf(command, sizeof command,
             "cd %s && QT_QPA_PLATFORM=offscreen tmxrasterizer map.tmx out.png >/dev/null 2>&1",
             folder);
    const int status = system(command);
    const Bytes out = load(game, folder, "out.png");
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(status, 0);
    Image theirs;
    assert_true(png_read(out, &theirs, NULL, game->arena, &game->kit->report));
    assert_int_equal(ours.w, theirs.w);
    assert_int_equal(ours.h, theirs.h);
    for (uint32_t y = 0; y < ours.h; y++)
        for (uint32_t x = 0; x < ours.w; x++) {
            const Pixel a = *image_at(&ours, x, y), b = *image_at(&theirs, x, y);
            if (a != b && (PIXEL_A(a) || PIXEL_A(b)))
                fail_msg("type %u, pixel %u, %u: %08x, Tiled has %08x", type, x, y, a, b);
        }
}

static void orthogonal_map_matches_tiled(void **state) { compare_with_tiled(*state, 0); }

static void isometric_map_matches_tiled(void **state) { compare_with_tiled(*state, 1); }

static void pointy_hex_map_matches_tiled(void **state) { compare_with_tiled(*state, 2); }

static void flat_hex_map_matches_tiled(void **state) { compare_with_tiled(*state, 3); }

/* ---- cells ---- */

static void each_cell_is_found_at_its_centre_in_all_four_grids(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        TngHeader header = {.map_log2 = 4};
        tng_set_shape(&header, type, 32, 24);
        const Grid grid = grid_of(&header);
        for (int32_t y = 0; y < grid.side; y++)
            for (int32_t x = 0; x < grid.side; x++) {
                const Cell cell = grid_cell_at(&grid, grid_centre(&grid, (Cell){x, y}));
                assert_int_equal(cell.x, x);
                assert_int_equal(cell.y, y);
            }
    }
}

static void opposite_steps_cancel_in_all_four_grids(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        TngHeader header = {.map_log2 = 4};
        tng_set_shape(&header, type, 32, 24);
        const Grid grid = grid_of(&header);
        for (unsigned i = 0; i < DIRECTIONS; i++)
            for (int32_t odd = 0; odd < 2; odd++) {
                const Cell from = {5 + odd, 6 + odd};
                const Cell to = grid_step(&grid, from, (Direction)i);
                const Cell back = grid_step(&grid, to, (Direction)((i + 4) % DIRECTIONS));
                assert_int_equal(back.x, from.x);
                assert_int_equal(back.y, from.y);
                assert_true(to.x != from.x || to.y != from.y);
            }
    }
}

/* ---- frames ---- */

static Image frame_of(Game *game)
{
    Image frame = image_new(RENDER_WIDTH, RENDER_HEIGHT, game->arena);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    render_frame(renderer, local_context(game->world), &frame);
    renderer_free(renderer);
    return frame;
}

/* The map (256 x 256) lies in the middle of the frame. */
static Pixel map_pixel(const Image *frame, uint32_t x, uint32_t y)
{
    return *image_at(frame, x + (RENDER_WIDTH - 256) / 2, y + (RENDER_HEIGHT - 256) / 2);
}

static void small_map_is_centred(void **state)
{
    Game *game = *state;
    game_open(game);
    const Image frame = frame_of(game);
    assert_int_equal(frame.pixels[0], PIXEL(0, 0, 0, 255));
    assert_int_equal(map_pixel(&frame, 5, 5), PIXEL(60, 140, 60, 255));
    assert_int_equal(map_pixel(&frame, 0, 5), PIXEL(20, 20, 20, 255));
}

/* Two rooms of 7 x 7 cells on a map of 16 x 16, and a frame of 5 x 4: wherever the player
 * stands in the first, nothing beyond it is seen. */
static void the_frame_stays_within_the_room(void **state)
{
    (void)state;
    enum { ROOM = 7, FIRST = 1, SECOND = 9, FRAME_W = 5, FRAME_H = 4 };
    for (unsigned type = 0; type < 4; type += 2)
        for (unsigned x = 0; x < ROOM; x += 3)
            for (unsigned y = 0; y < ROOM; y += 3) {
                Game *game = game_new(kit_new());
                game->type = type;
                for (size_t i = 0; i < GAME_CELLS; i++)
                    for (size_t layer = 0; layer < TNG_LAYERS; layer++)
                        game->maps[TOWN][layer][i] = TNG_NO_SPRITE;
                for (unsigned i = 0; i < ROOM * ROOM; i++) {
                    game_put(game, TOWN, 1, FIRST + i % ROOM, FIRST + i / ROOM, GRASS);
                    game_put(game, TOWN, 0, SECOND + i % ROOM, SECOND + i / ROOM, WATER);
                }
                game->start =
                    arena_format(game->arena, "location(town,%u,%u,so)", FIRST + x, FIRST + y)
                        .at;
                game_open(game);
                const Image frame =
                    image_new(FRAME_W * GAME_TILE, FRAME_H * GAME_TILE, game->arena);
                Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
                renderer_set(renderer,
                             &(RenderOptions){.zoom = 1, .ui_zoom = 1, .text_percent = 100});
                render_frame(renderer, local_context(game->world), &frame);
                for (uint32_t row = 0; row < frame.h; row++)
                    for (uint32_t column = 0; column < frame.w; column++)
                        if (*image_at(&frame, column, row) == PIXEL(0, 0, 0, 255))
                            fail_msg("grid %u, player at %u,%u: nothing at %u,%u", type, x, y,
                                     column, row);
                renderer_free(renderer);
                kit_free(game->kit);
            }
}

static uint32_t count_pixels(const Image *frame, Pixel colour)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < frame->h; y++)
        for (uint32_t x = 0; x < frame->w; x++)
            count += *image_at(frame, x, y) == colour;
    return count;
}

/* Grass with a pond in its corner, on each kind of map with edges that a frame does not have:
 * in each corner nothing is black. An isometric map without ground at its edges ends there: in
 * its corners the frame is wider. */
static void ground_goes_on_beyond_slanted_edges(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++)
        for (unsigned corner = 0; corner < 8; corner++) {
            const unsigned x = corner & 1 ? 14 : 1, y = corner & 2 ? 14 : 1;
            const bool bare = corner & 4;
            Game *game = game_new(kit_new());
            game->type = type;
            for (size_t i = 0; i < GAME_CELLS; i++)
                for (size_t layer = 0; layer < TNG_LAYERS; layer++)
                    game->maps[TOWN][layer][i] = TNG_NO_SPRITE;
            for (unsigned i = 0; i < 16 * 16; i++)
                if (!bare || (i % 16 > 0 && i % 16 < 15 && i / 16 > 0 && i / 16 < 15))
                    game_put(game, TOWN, 0, i % 16, i / 16, i < 5 * 16 ? WATER : GRASS);
            game->start = arena_format(game->arena, "location(town,%u,%u,so)", x, y).at;
            game_open(game);
            const Image frame = image_new(8 * GAME_TILE, 8 * GAME_TILE, game->arena);
            Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
            render_frame(renderer, local_context(game->world), &frame);
            const uint32_t black = count_pixels(&frame, PIXEL(0, 0, 0, 255));
            if (bare ? type == 1 && !black : black > 0)
                fail_msg("grid %u, player at %u,%u: %u pixels without ground", type, x, y,
                         black);
            renderer_free(renderer);
            kit_free(game->kit);
        }
}

static void actor_behind_a_tree_is_covered(void **state)
{
    Game *game = *state;
    game_put(game, TOWN, LAYER_OBJECTS, 6, 7, TREE); /* covers the cells (6, 6) and (6, 7) */
    game->start = "location(town,4,4,so) npc(town,6,6,guard) npc(town,6,8,guard)";
    game_open(game);
    const Image frame = frame_of(game);
    assert_int_equal(map_pixel(&frame, 6 * 16 + 8, 6 * 16 + 12), PIXEL(30, 90, 40, 255));
    assert_int_equal(map_pixel(&frame, 6 * 16 + 8, 8 * 16 + 12), PIXEL(200, 90, 160, 255));
    assert_int_equal(map_pixel(&frame, 6 * 16 + 8, 7 * 16 + 14), PIXEL(200, 90, 160, 255));
}

static void only_the_roof_over_the_player_is_hidden(void **state)
{
    Game *game = *state;
    for (unsigned x = 3; x < 6; x++)
        game_put(game, TOWN, LAYER_ROOFS, x, 4, ROOF);
    game_put(game, TOWN, LAYER_ROOFS, 9, 9, ROOF);
    game_open(game);
    const Image frame = frame_of(game);
    assert_int_equal(map_pixel(&frame, 3 * 16 + 3, 4 * 16 + 8), PIXEL(60, 140, 60, 255));
    assert_int_equal(map_pixel(&frame, 5 * 16 + 12, 4 * 16 + 8), PIXEL(60, 140, 60, 255));
    assert_int_equal(map_pixel(&frame, 9 * 16 + 8, 9 * 16 + 8), PIXEL(180, 60, 50, 255));
}

static void drawing_does_not_change_the_world(void **state)
{
    Game *game = *state;
    game->map_records[TOWN].neighbours[1] = game_string(game, "cave");
    World *world = game_open(game);
    for (int i = 0; i < 20; i++) {
        const uint64_t before = world_hash(world);
        frame_of(game);
        assert_int_equal(world_hash(world), before);
        game_walk(game, EAST, 7);
    }
}

static void same_world_has_the_same_frame(void **state)
{
    Game *game = *state;
    scatter(game);
    game_open(game);
    game_walk(game, SOUTH, 10);
    const Image one = frame_of(game), two = frame_of(game);
    assert_int_equal(image_hash(&one), image_hash(&two));
}

/* Every screen with a game without its own interface. */
static void every_screen_is_drawn_without_assets_of_the_game(void **state)
{
    Game *game = *state;
    game->start = "location(town,4,4,so) give(coin,3) quest(0,errand) dialog(first,0)";
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    const Image empty = image_new(RENDER_WIDTH, RENDER_HEIGHT, game->arena);
    Image last = empty;
    static const uint32_t screens[] = {SCREEN_GAME,   SCREEN_DIALOG, SCREEN_MENU,
                                       SCREEN_QUESTS, SCREEN_PAUSE,  SCREEN_INVENTORY};
    for (size_t i = 0; i < COUNT_OF(screens); i++) {
        local_context(world).player->screen.screen = screens[i];
        const Image frame = frame_of(game);
        assert_int_not_equal(image_hash(&frame), image_hash(&last));
        last = frame;
    }
}

static void a_click_on_an_option_chooses_it(void **state)
{
    Game *game = *state;
    TngDialog *dialog = &game->dialogs[0];
    dialog->option_count = 2;
    dialog->options = ARENA_ALLOC(game->arena, DialogOption, 2);
    for (size_t i = 0; i < 2; i++)
        dialog->options[i].text = game_text(game, "an answer");
    game->start = "location(town,4,4,so) dialog(first,0)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 2);
    Image frame = image_new(RENDER_WIDTH, RENDER_HEIGHT, game->arena);
    Renderer *renderer = renderer_new(world, game->arena, &game->kit->report);
    render_frame(renderer, ctx, &frame);
    uint32_t seen = 0;
    for (int32_t y = 0; y < RENDER_HEIGHT; y++) {
        WorldInput input = {0};
        if (render_pick(renderer, ctx, RENDER_WIDTH / 2, y, &input) && input.option)
            seen |= 1u << input.option;
    }
    renderer_free(renderer);
    assert_int_equal(seen, 1 << 1 | 1 << 2);
}

static void a_click_on_the_belt_uses_the_item(void **state)
{
    Game *game = *state;
    game->hud = (TngHud){.item_count = 4,
                         .item_width = 16,
                         .item_height = 16,
                         .items_background = {1, WALL},
                         .items_foreground = {0, TNG_NO_SPRITE},
                         .navigation = {0, TNG_NO_SPRITE},
                         .actions = {0, TNG_NO_SPRITE},
                         .status_background = {0, TNG_NO_SPRITE},
                         .status_foreground = {0, TNG_NO_SPRITE},
                         .inventory_icon = {1, COIN},
                         .inventory_pressed = {0, TNG_NO_SPRITE},
                         .slot_background = {0, TNG_NO_SPRITE},
                         .slot_selected = {0, TNG_NO_SPRITE},
                         .equipment_background = {0, TNG_NO_SPRITE}};
    game->has_hud = true;
    game->start = "location(town,4,4,so) give(sword,1)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    Image frame = image_new(RENDER_WIDTH, RENDER_HEIGHT, game->arena);
    Renderer *renderer = renderer_new(world, game->arena, &game->kit->report);
    render_frame(renderer, ctx, &frame);
    WorldInput belt = {0}, bag = {0}, map = {0};
    assert_true(render_pick(renderer, ctx, RENDER_WIDTH / 2, RENDER_HEIGHT - 8, &belt));
    assert_int_equal(belt.belt, 1);
    assert_true(render_pick(renderer, ctx, RENDER_WIDTH - 10, 10, &bag));
    assert_int_equal(bag.buttons, BUTTON_INVENTORY);
    assert_true(render_pick(renderer, ctx, RENDER_WIDTH / 2, RENDER_HEIGHT / 2, &map));
    assert_int_equal(map.target_x, 128);
    renderer_free(renderer);
}

static void damaged_sprites_become_placeholders(void **state)
{
    Game *game = *state;
    TngFile read;
    assert_true(tng_read(game_bytes(game), &read, game->arena, &game->kit->report));
    TngSection *atlases = NULL;
    for (size_t i = 0; i < read.section_count; i++)
        if (read.sections[i].type == SECTION_ATLASES)
            atlases = &read.sections[i];
    atlases->entries[0].stored.size /= 2;
    game->world = world_new(&read, &(WorldOptions){0}, game->arena, &game->kit->report);
    const Image frame = frame_of(game);
    assert_int_equal(map_pixel(&frame, 4, 0), PIXEL(255, 0, 255, 255));
    assert_in_range(game->kit->messages.count, 1, 3); /* said once, not for each picture */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(blending_is_exact_for_every_alpha_and_place),
        TEST(sprites_are_clipped_at_all_four_sides),
        TEST(premultiplication_round_trip_is_minimally_lossy),
        TEST(orthogonal_map_matches_tiled),
        TEST(isometric_map_matches_tiled),
        TEST(pointy_hex_map_matches_tiled),
        TEST(flat_hex_map_matches_tiled),
        TEST(each_cell_is_found_at_its_centre_in_all_four_grids),
        TEST(opposite_steps_cancel_in_all_four_grids),
        TEST(small_map_is_centred),
        cmocka_unit_test(the_frame_stays_within_the_room),
        cmocka_unit_test(ground_goes_on_beyond_slanted_edges),
        TEST(actor_behind_a_tree_is_covered),
        TEST(only_the_roof_over_the_player_is_hidden),
        TEST(drawing_does_not_change_the_world),
        TEST(same_world_has_the_same_frame),
        TEST(every_screen_is_drawn_without_assets_of_the_game),
        TEST(a_click_on_an_option_chooses_it),
        TEST(a_click_on_the_belt_uses_the_item),
        TEST(damaged_sprites_become_placeholders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
