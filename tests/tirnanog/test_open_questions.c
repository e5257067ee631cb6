/* What the documents leave open (docs/conformance.md, "open"): every reading that they permit
 * is at least read. */
#include "lib/game_kit.h"

#include "tirnanog/project/project.h"
#include "engine/render/render.h"
#include "engine/render/theme.h"

enum { W = 320, H = 240 };

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

static Image frame_of(Game *game)
{
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(W, H, game->arena);
    render_frame(renderer, local_context(game->world), &frame);
    renderer_free(renderer);
    return frame;
}

static uint32_t pixels_changed(const Image *a, const Image *b)
{
    uint32_t changed = 0;
    for (size_t i = 0; i < (size_t)W * H; i++)
        changed += a->pixels[i] != b->pixels[i];
    return changed;
}

/* ---- 000:339: timer codes 7 to 11; 003:281: intervals of start-up scripts ---- */

static TngFile built_with(Kit *kit, const char *path, const char *text)
{
    ProjectFiles files;
    TngOutput out;
    TngFile game;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    ProjectFile *items = ARENA_ALLOC(kit->arena, ProjectFile, files.count + 1);
    size_t count = 0;
    for (size_t i = 0; i < files.count; i++)
        if (!text_is(files.items[i].path, path))
            items[count++] = files.items[i];
    items[count++] = (ProjectFile){text_of(path), bytes_of_text(text_of(text))};
    files.items = items;
    files.count = count;
    project_files_sort(&files);
    if (!project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_true(tng_read(tng_output_bytes(&out, kit->arena), &game, kit->arena, &kit->report));
    return game;
}

/* By code and by seconds. */
static void timers_are_read_by_code_and_by_seconds(void **state)
{
    static const uint32_t seconds[] = {0,   1,   10,  20,   30,   60,  120,
                                       300, 600, 900, 1200, 1800, 3600};
    Game *game = *state;
    for (unsigned code = 0; code < COUNT_OF(seconds); code++)
        for (unsigned spelling = 0; spelling < 2; spelling++) {
            const char *word = arena_format(game->arena, spelling ? "ontimer%u" : "timer%u",
                                            spelling ? seconds[code] : code)
                                   .at;
            const char *text =
                arena_format(game->arena,
                             "TirNanoG StartUp\ne start {\n    location(meadow,16,16,0)\n}\n"
                             "e %s {\n    hp = hp + 1\n}\n",
                             word)
                    .at;
            const TngFile file = built_with(game->kit, "game/startup.cfg", text);
            const TngSection *startup = tng_section(&file, SECTION_STARTUP);
            assert_int_equal(startup->count, 2);
            assert_int_equal(((TngTimedAsset *)startup->entries[1].descriptor)->interval,
                             seconds[code] ? seconds[code] * 100 : 10);
        }
}

/* ---- 003:168: images of the interface between the 7th and the last four ---- */

/* The named ones are found by their position from the start and from the end. */
static void interface_with_any_number_of_images_is_drawn(void **state)
{
    Game *game = *state;
    Kit *kit = game->kit;
    static const uint32_t counts[] = {0, 1, 6, 7, 8, 11, 12, 40, 68, 69, 200, 1000};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        game = game_new(kit);
        SpriteRef *sprites = ARENA_ALLOC(game->arena, SpriteRef, counts[i] + 1);
        for (size_t k = 0; k < counts[i]; k++)
            sprites[k] = (SpriteRef){1, (u16)(k % TILE_COUNT)};
        game->elements.sprites = sprites;
        game->elements.sprites_count = counts[i];
        game->has_elements = true;
        game_object(game, SWORD, 0, NULL);
        game->start = "location(town,4,4,so) give(sword,1)";
        game_open(game);
        game_press(game, BUTTON_INVENTORY);
        frame_of(game);
        assert_int_equal(kit->report.errors, 0);
    }
}

/* ---- 000:200: positions of a chooser's options ---- */

static void all_positions_of_a_chooser_are_drawn_inside_the_frame(void **state)
{
    Game *game = *state;
    Kit *kit = game->kit;
    Image frames[14];
    for (unsigned position = 0; position < 14; position++) {
        game = game_new(kit);
        game->chooser.option_count = 1;
        game->chooser.left = game->chooser.top = 20;
        game->chooser.options = ARENA_ALLOC(game->arena, ChooserOption, 1);
        game->chooser.options[0].position = (u8)position;
        for (unsigned i = 0; i < 3; i++)
            game->chooser.options[0].sprites[i] = TNG_NO_SPRITE;
        if (position < 13)
            game->chooser.options[0].sprites[0] = COIN;
        game->ui_is_tiles = true;
        game->start = "location(town,4,4,so) chooser(choice)";
        game_open(game);
        game_ticks(game, (WorldInput){0}, 2);
        frames[position] = frame_of(game);
    }
    for (unsigned i = 0; i < 13; i++)
        for (unsigned k = i + 1; k < 14; k++)
            assert_true(pixels_changed(&frames[i], &frames[k]) > 0);
}

/* ---- 000:397: the category of an object ---- */

static void category_of_an_object_is_the_authors_own(void **state)
{
    Game *game = *state;
    Kit *kit = game->kit;
    for (unsigned category = 0; category < 256; category += 51) {
        game = game_new(kit);
        game_object(game, COIN, 0, "give(coin,1) remove()");
        game->objects[COIN].category = (u8)category;
        game->start = "location(town,4,4,so) give(coin,1)";
        World *world = game_open(game);
        const TngObject *coin = content_object(world->content, COIN, NULL);
        assert_int_equal(coin->category, category);
        assert_int_equal(world_count(local_context(world), COIN), 1);
    }
}

/* ---- 000:506: the branch of a SWITCH that is implicit ---- */

/* Tables in any order verify and run; the value that the first address is for is the highest
 * case less one, as we write it. */
static void switch_tables_of_any_order_are_run(void **state)
{
    Game *game = *state;
    /* SWITCH 2 has three bodies, which set hp to 10, 20 and 30, in each order. */
    for (unsigned order = 0; order < 4; order++) {
        Game *each = order ? game_new(game->kit) : game;
        game_object(each, DOOR, 1,
                    "switch(b) { case 2 {@hp=30} case 1 {@hp=20} case 0 {@hp=10} }");
        game_mask(each, DOOR, 8);
        game_put(each, TOWN, LAYER_OBJECTS, 6, 4, DOOR);
        each->start = "location(town,4,4,so)";
        TngEvent *event = each->objects[DOOR].events;
        Instruction it = {0};
        for (size_t at = 0; at < event->script_size; at += it.size) {
            instruction_read((Bytes){event->script, event->script_size}, at, &it);
            if (it.op == OP_SWITCH)
                break;
        }
        assert_int_equal(it.op, OP_SWITCH);
        assert_int_equal(it.value, 2);
        u8 *table = event->script + it.at + it.size - 2 * 3, first[3], second[3];
        memcpy(first, table, 3);
        memcpy(second, table + 3, 3);
        memcpy(table, order & 1 ? second : first, 3);
        memcpy(table + 3, order & 2 ? first : second, 3);
        game_open(each);
        game_walk(each, EAST, 20);
        const int32_t hp = game_value(each, "hp");
        assert_true(hp == 10 || hp == 20);
        assert_int_equal(each->kit->report.errors, 0);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(timers_are_read_by_code_and_by_seconds),
        TEST(interface_with_any_number_of_images_is_drawn),
        TEST(all_positions_of_a_chooser_are_drawn_inside_the_frame),
        TEST(category_of_an_object_is_the_authors_own),
        TEST(switch_tables_of_any_order_are_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
