/* The editor's requests about images: sprites and their frames, layouts, replacing. */
#include "lib/edit_kit.h"

#include "base/text.h"
#include "engine/screens/screens.h"
#include "base/image/picture.h"
#include "base/image/png_write.h"
#include "engine/render/render_internal.h"

#include <string.h>

static const char *word(const json_t *list, size_t index, const char *key)
{
    return edit_text(json_array_get(list, index), key);
}

static json_int_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void a_strip_has_the_frames_of_all_directions(void **state)
{
    EditKit *edit = *state;
    const json_t *answer = edit_get(edit, "api/picture?path=chars/gull_walk_wel1.png");
    const json_t *sprites = json_object_get(answer, "sprites");
    assert_int_equal(json_array_size(sprites), 2);
    assert_string_equal(word(sprites, 0, "direction"), "we");
    assert_string_equal(word(sprites, 1, "direction"), "ea");
    assert_string_equal(word(sprites, 1, "path"), "chars/gull_walk_eal1.png");
    assert_string_equal(word(sprites, 1, "name"), "gull_walk");
    assert_string_equal(word(sprites, 0, "loop"), "l");
    assert_int_equal(number(json_array_get(sprites, 0), "frames"), 2);
    assert_int_equal(number(json_array_get(sprites, 0), "w"), number(answer, "w"));
    /* 30 ticks per second, and 4 ticks per frame */
    assert_int_equal(number(answer, "frameTime"), 133);
    assert_true(json_is_false(json_object_get(answer, "canBeSheet")));
}

static void a_sheet_has_the_sprites_of_its_layout(void **state)
{
    EditKit *edit = *state;
    const json_t *answer = edit_get(edit, "api/picture?path=chars/cast.png");
    const json_t *sprites = json_object_get(answer, "sprites");
    assert_true(json_is_true(json_object_get(answer, "isSheet")));
    assert_string_equal(edit_text(answer, "layoutPath"), "chars/cast.lyt");
    assert_string_equal(word(sprites, 1, "name"), "cast_keeper_walk");
    const json_t *block =
        json_array_get(json_object_get(json_array_get(sprites, 1), "blocks"), 2);
    assert_int_equal(json_integer_value(json_array_get(block, 0)), 2);
    const json_t *layout =
        json_object_get(edit_get(edit, "api/file?path=chars/cast.lyt"), "layout");
    assert_int_equal(number(layout, "w"), 16);
    assert_int_equal(number(layout, "h"), 24);
    assert_int_equal(number(json_array_get(json_object_get(layout, "sprites"), 1), "line"), 4);
}

/* Links lead from a sheet to what its sprites are used for. */
static void the_uses_of_a_sheet_are_those_of_its_sprites(void **state)
{
    EditKit *edit = *state;
    const json_t *uses =
        json_object_get(edit_get(edit, "api/file?path=chars/cast.png"), "uses");
    bool keeper = false;
    for (size_t i = 0; i < json_array_size(uses); i++)
        keeper |= strstr(word(uses, i, "text"), "cast_keeper") != NULL;
    assert_true(keeper);
}

static bool check_says(EditKit *edit, const char *path, const char *text)
{
    const json_t *problems = json_object_get(edit_get(edit, "api/project"), "problems");
    for (size_t i = 0; i < json_array_size(problems); i++)
        if (!strcmp(word(problems, i, "path"), path) &&
            !strcmp(word(problems, i, "text"), text) &&
            number(json_array_get(problems, i), "line"))
            return true;
    return false;
}

static void a_wrong_layout_has_the_sentence_of_the_check(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    static const struct {
        const char *line, *sentence;
    } wrong[] = {{"so o far (900,1)", "the block ends at 14416,48"},
                 {"so l sizes (0,0) (0,0,1,1)", "2 x 2 blocks, the first frame has 1 x 1"},
                 {"so o keeper (0,0)", "duplicate "},
                 {"up o x (0,0)", "a sprite begins with so"},
                 {"so o y (0,0", "a block is (x,y)"}};
    const Text before = edit_file(edit, "chars/cast.lyt");
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        const json_t *answer = edit_change(
            edit, "chars/cast.lyt",
            arena_format(edit->kit->arena,
                         "{\"op\": \"text\", \"text\": \"TirNanoG Layout\\n16 24 0 0 0 0 "
                         "chars\\nso o keeper (1,0)\\n%s\\n\"}",
                         wrong[i].line)
                .at,
            &status);
        assert_int_equal(status, 200);
        const json_t *problem = json_array_get(json_object_get(answer, "problems"), 0);
        assert_non_null(strstr(edit_text(problem, "text"), wrong[i].sentence));
        assert_int_equal(number(problem, "line"), 4);
        edit_restart(edit, false);
        assert_true(check_says(edit, "chars/cast.lyt", edit_text(problem, "text")));
        edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
        assert_true(text_equal(edit_file(edit, "chars/cast.lyt"), before));
    }
}

static Bytes png_of(EditKit *edit, uint32_t w, uint32_t h)
{
    const Image image = image_new(w, h, edit->kit->arena);
    *image_at(&image, 0, 0) = PIXEL(1, 2, 3, 255);
    return png_write(&image, NULL, edit->kit->arena);
}

static void a_replaced_image_can_be_undone(void **state)
{
    EditKit *edit = *state;
    static const char address[] = "api/file?path=tiles/key_soo0.png";
    unsigned status;
    const uint64_t before = edit_hash(edit);
    const json_t *old = edit_get(edit, "api/picture?path=tiles/key_soo0.png");
    const HttpAnswer answer =
        edit_answer(edit, "POST", address, edit_text(old, "hash"), png_of(edit, 7, 5));
    assert_int_equal(answer.status, 200);
    const json_t *new = edit_get(edit, "api/picture?path=tiles/key_soo0.png");
    assert_int_equal(number(new, "w"), 7);
    assert_int_equal(number(new, "h"), 5);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(status, 200);
    assert_int_equal(edit_hash(edit), before);
}

static void damaged_images_are_refused(void **state)
{
    EditKit *edit = *state;
    const uint64_t before = edit_hash(edit);
    const Bytes png = png_of(edit, 9, 9);
    const char *hash = edit_text(edit_get(edit, "api/picture?path=tiles/key_soo0.png"), "hash");
    for (size_t size = 0; size < png.size; size += 5) {
        const HttpAnswer answer = edit_answer(edit, "POST", "api/file?path=tiles/key_soo0.png",
                                              hash, bytes_slice(png, 0, size));
        assert_int_equal(answer.status, 400);
    }
    assert_int_equal(
        edit_answer(edit, "POST", "api/file?path=tiles/new_soo0.webp", NULL, png).status, 400);
    assert_int_equal(edit_hash(edit), before);
    /* One that another program has damaged has a sentence, and no size. */
    edit_write(edit, "tiles/key_soo0.png", TEXT("\x89PNG\r\n\x1a\nrest"));
    const json_t *answer = edit_get(edit, "api/picture?path=tiles/key_soo0.png");
    assert_int_equal(number(answer, "w"), 0);
    assert_int_equal(json_array_size(json_object_get(answer, "problems")), 1);
}

static void huge_images_are_refused_before_they_are_decoded(void **state)
{
    EditKit *edit = *state;
    const Bytes png = png_of(edit, 5000, 5000);
    edit_write(edit, "tiles/huge.png", text_of_bytes(png));
    const json_t *answer = edit_get(edit, "api/picture?path=tiles/huge.png");
    const json_t *problems = json_object_get(answer, "problems");
    assert_string_equal(
        word(problems, 0, "text"),
        "an image of 5000 x 5000 pixels; the editor shows at most 16 million pixels");
    assert_int_equal(
        edit_answer(edit, "GET", "api/image?path=tiles/huge.png", NULL, (Bytes){0}).status,
        404);
}

/* Browsers do not show TGA, XCF and Aseprite files. */
static void other_formats_are_sent_as_png(void **state)
{
    EditKit *edit = *state;
    static const char tga[] = "\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\40\40"
                              "\30\20\10\377";
    Image image;
    edit_write(edit, "tiles/dot_soo0.tga", (Text){tga, sizeof tga - 1});
    const HttpAnswer answer =
        edit_answer(edit, "GET", "api/image?path=tiles/dot_soo0.tga", NULL, (Bytes){0});
    assert_int_equal(answer.status, 200);
    assert_string_equal(answer.type, "image/png");
    assert_true(picture_read(TEXT("x.png"), answer.bytes, &image, edit->kit->arena,
                             &edit->kit->report));
    assert_int_equal(*image_at(&image, 0, 0), PIXEL(8, 16, 24, 255));
}

static void only_images_of_the_project_are_shown(void **state)
{
    EditKit *edit = *state;
    static const char *const paths[] = {"tiles/nothing_soo0.png", "../../etc/passwd", "config",
                                        "../x.png", ""};
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        unsigned status;
        edit_send(edit, "GET",
                  arena_format(edit->kit->arena, "api/picture?path=%s", paths[i]).at, NULL,
                  NULL, &status);
        assert_int_equal(status, 404);
        edit_send(edit, "GET", arena_format(edit->kit->arena, "api/image?path=%s", paths[i]).at,
                  NULL, NULL, &status);
        assert_int_equal(status, 404);
    }
}

/* ---- renaming ---- */

static const json_t *renamed(EditKit *edit, const char *path, const char *name, bool dry,
                             unsigned *status)
{
    return edit_send(edit, "POST", "api/rename", NULL,
                     arena_format(edit->kit->arena,
                                  "{\"path\": \"%s\", \"name\": \"%s\", \"dry\": %s}", path,
                                  name, dry ? "true" : "false")
                         .at,
                     status);
}

/* The project is checked without an error, and played as before. */
static void has_no_problems(EditKit *edit)
{
    edit_restart(edit, false);
    const json_t *problems = json_object_get(edit_get(edit, "api/project"), "problems");
    for (size_t i = 0; i < json_array_size(problems); i++)
        fail_msg("%s: %s", word(problems, i, "path"), word(problems, i, "text"));
}

/* Strips, sheets of figures, sheets of tiles with objects and tilesets, and full screens. */
static void everything_follows_the_new_name_of_an_image(void **state)
{
    EditKit *edit = *state;
    static const struct {
        const char *path, *name, *file, *old, *changed, *text;
    } cases[] = {
        {"chars/gull_walk_wel1.png", "flight", "chars/flight_eal1.png", "gull_walk",
         "npcs/gull.npc", " flight "},
        {"chars/cast.png", "people", "chars/people.lyt", "cast", "npcs/tom.npc",
         " people_tom people_tom_walk "},
        {"tiles/isle.png", "skye", "objects/skye_barrel.obj", "isle", "maps/sheet_isle.tsx",
         "name=\"skye\""},
        {"backs/night_full.png", "dusk", "backs/dusk_full.png", "night", NULL, NULL},
    };
    const uint64_t before = edit_hash(edit);
    unsigned status;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const json_t *plan = renamed(edit, cases[i].path, cases[i].name, true, &status);
        if (status != 200)
            fail_msg("%s: %s", cases[i].path, edit_text(plan, "error"));
        assert_int_equal(edit_hash(edit), before);
        const json_t *answer = renamed(edit, cases[i].path, cases[i].name, false, &status);
        if (status != 200)
            fail_msg("%s: %s", cases[i].path, edit_text(answer, "error"));
        const uint64_t after = edit_hash(edit);
        assert_int_not_equal(after, before);
        assert_int_equal(edit_file(edit, cases[i].path).size, 0);
        assert_true(edit_file(edit, cases[i].file).size > 0);
        if (cases[i].changed &&
            !strstr(arena_text(edit->kit->arena, edit_file(edit, cases[i].changed)).at,
                    cases[i].text))
            fail_msg("%s does not have %s", cases[i].changed, cases[i].text);
        has_no_problems(edit);
        const Text path =
            edit_text(answer, "path")[0] ? text_of(edit_text(answer, "path")) : TEXT("");
        assert_int_equal((renamed(edit, path.at, cases[i].old, false, &status), status), 200);
        assert_int_equal(edit_hash(edit), before);
        for (int n = 0; n < 2; n++)
            edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
        assert_int_equal(edit_hash(edit), before);
    }
}

/* A name beside that of a sheet is another one: cast_keeper is of the sheet, castle is not. */
static void names_of_images_that_are_taken_are_refused(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    static const struct {
        const char *path, *name, *sentence;
    } cases[] = {
        {"chars/cast.png", "cast", "there is already a "},
        {"chars/cast.png", "cast_soo0", "would be of another kind"},
        {"chars/cast.png", "cast_atls", "would be of another kind"},
        {"chars/cast.png", "a b", "invalid name \"a b\""},
        {"chars/cast.png", "gull", "\"gull\""},
        {"chars/cast.png", "bird", "\"bird_walk\""},
        {"chars/nothing.png", "x", "the project has no "},
        {"chars/gull_weo0.png", "gull_walk", "there is already a "},
        {"tiles/isle.png", "stack", "there is already a file tiles/stack.lyt"},
    };
    edit_write(edit, "tiles/stack.lyt", TEXT("TirNanoG Layout\n16 16 0 0 0 0 tiles\n"));
    edit_write(edit, "chars/bird_walk_soo0.png", text_of_bytes(png_of(edit, 4, 4)));
    edit_write(edit, "chars/cast.lyt",
               TEXT("TirNanoG Layout\n16 24 0 0 0 0 chars\nso o walk (0,0)\n"));
    edit_restart(edit, false);
    const uint64_t before = edit_hash(edit);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const json_t *answer = renamed(edit, cases[i].path, cases[i].name, false, &status);
        if (status != 400 || !strstr(edit_text(answer, "error"), cases[i].sentence))
            fail_msg("%zu: %u: %s", i, status, edit_text(answer, "error"));
    }
    assert_int_equal(edit_hash(edit), before);
}

/* ---- figures ---- */

static const char figure_query[] = "choices=1,0,2&palettes=2,0,3&column=0";

static Image figure_of(EditKit *edit)
{
    Image image;
    const HttpAnswer answer = edit_answer(
        edit, "GET", arena_format(edit->kit->arena, "api/figure/image?%s", figure_query).at,
        NULL, (Bytes){0});
    assert_int_equal(answer.status, 200);
    assert_true(picture_read(TEXT("x.png"), answer.bytes, &image, edit->kit->arena,
                             &edit->kit->report));
    return image;
}

static void a_figure_has_groups_options_and_colours(void **state)
{
    EditKit *edit = *state;
    const json_t *answer =
        edit_get(edit, arena_format(edit->kit->arena, "api/figure?%s", figure_query).at);
    const json_t *groups = json_object_get(answer, "groups");
    const json_t *body = json_array_get(groups, 0);
    assert_int_equal(json_array_size(groups), 3);
    assert_string_equal(edit_text(body, "name"), "Hero");
    assert_string_equal(json_string_value(json_array_get(json_object_get(body, "options"), 1)),
                        "Daughter of the poet");
    assert_int_equal(number(body, "palettes"), 6);
    assert_int_equal(number(json_array_get(groups, 1), "palettes"), 0);
    const Image image = figure_of(edit);
    assert_int_equal(image.w, number(answer, "w") * number(answer, "frames"));
    assert_int_equal(image.h, number(answer, "h") * 8);
}

static Renderer *draw_world(World *world, const Image *frame, Arena *arena, Report *report)
{
    Renderer *renderer = renderer_new(world, arena, report);
    const RenderOptions options = {
        .zoom = 1, .ui_zoom = 1, .text_percent = 100, .scene_only = true};
    renderer_set(renderer, &options);
    render_frame(renderer, local_context(world), frame);
    return renderer;
}

/* Every opaque pixel of the figure is on the screen of the game where the player stands, in
 * each direction. */
static void a_figure_is_drawn_as_in_the_game(void **state)
{
    EditKit *edit = *state;
    Arena *arena = edit->kit->arena;
    TngFile game;
    const Image figure = figure_of(edit);
    const json_t *facts = edit_get(edit, arena_format(arena, "api/figure?%s", figure_query).at);
    const uint32_t w = (uint32_t)number(facts, "w"), h = (uint32_t)number(facts, "h");
    const Bytes bytes = edit_answer(edit, "GET", "api/game", NULL, (Bytes){0}).bytes;
    assert_true(tng_read(bytes, &game, arena, &edit->kit->report));
    World *world =
        world_new(&game, &(WorldOptions){.skip_menu = true}, arena, &edit->kit->report);
    const PlayerContext ctx = local_context(world);
    world_start_game(ctx);
    for (int i = 0; i < 60; i++)
        world_tick(world, &(WorldInput){.buttons = i % 2 ? BUTTON_CONFIRM : 0});
    static const uint32_t choices[] = {1, 0, 2}, palettes[] = {2, 0, 3};
    for (size_t i = 0; i < 3; i++) {
        ctx.player->choices[i] = choices[i];
        ctx.player->palettes[i] = palettes[i];
    }
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        ctx.player->equipped[i] = TNG_NO_SPRITE;
    ctx.player->screen.screen = SCREEN_GAME;
    ctx.player->scene.map = NONE;
    Actor *actor = world->actors[ctx.player->actor];
    actor->gait = ROW_IDLE;
    /* without the light of the time of day */
    ((TngMap *)(uintptr_t)world->maps[actor->map]->record)->day_length = 0;
    for (unsigned direction = 0; direction < 8; direction++) {
        const Image frame = image_new(640, 360, arena);
        actor->direction = (uint8_t)direction;
        world->tick = actor->moving = 0;
        Renderer *renderer = draw_world(world, &frame, arena, &edit->kit->report);
        const Grid *grid = &renderer->content->grid;
        const int32_t x = (actor->at.x >> 8) - (int32_t)w / 2 - renderer->camera.x;
        const int32_t y = (actor->at.y >> 8) + grid->tile_h / 2 - (int32_t)h -
                          game.header.delta_y - renderer->camera.y;
        size_t same = 0, all = 0;
        for (uint32_t row = 0; row < h; row++)
            for (uint32_t column = 0; column < w; column++) {
                const Pixel wanted = *image_at(&figure, column, direction * h + row);
                if (PIXEL_A(wanted) != 255)
                    continue;
                all++;
                same += *image_at(&frame, (uint32_t)x + column, (uint32_t)y + row) == wanted;
            }
        renderer_free(renderer);
        assert_true(all > 300);
        assert_int_equal(same, all);
    }
}

static int set_up(void **state)
{
    *state = edit_begin("examples/skerry");
    return 0;
}

int main(void)
{
#define PICTURE(name) cmocka_unit_test_setup_teardown(name, set_up, edit_tear_down)
    const struct CMUnitTest tests[] = {
        PICTURE(a_strip_has_the_frames_of_all_directions),
        PICTURE(a_sheet_has_the_sprites_of_its_layout),
        PICTURE(the_uses_of_a_sheet_are_those_of_its_sprites),
        PICTURE(a_wrong_layout_has_the_sentence_of_the_check),
        PICTURE(a_replaced_image_can_be_undone),
        PICTURE(damaged_images_are_refused),
        PICTURE(huge_images_are_refused_before_they_are_decoded),
        PICTURE(other_formats_are_sent_as_png),
        PICTURE(only_images_of_the_project_are_shown),
        PICTURE(everything_follows_the_new_name_of_an_image),
        PICTURE(names_of_images_that_are_taken_are_refused),
        EDIT(a_figure_has_groups_options_and_colours),
        EDIT(a_figure_is_drawn_as_in_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
