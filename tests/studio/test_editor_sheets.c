/* The editor's requests about images that are not in the project yet: kinds of sheets, their
 * layouts, and all images as one step. */
#include "lib/aseprite_kit.h"
#include "lib/edit_kit.h"

#include "base/text.h"
#include "base/image/png_write.h"

static json_int_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* A figure in each cell, with air around it. */
static Bytes figures(EditKit *edit, uint32_t columns, uint32_t rows, uint32_t cell)
{
    const Image image = image_new(columns * cell, rows * cell, edit->kit->arena);
    for (uint32_t y = 0; y < image.h; y++)
        for (uint32_t x = 0; x < image.w; x++)
            if (x % cell >= cell / 4 && x % cell < cell / 2 && y % cell >= cell / 4)
                *image_at(&image, x, y) = PIXEL(x / cell * 9, y / cell * 9, 90, 255);
    return png_write(&image, NULL, edit->kit->arena);
}

static void sent(EditKit *edit, const char *name, Bytes bytes)
{
    const char *address = arena_format(edit->kit->arena, "api/sheet/sent?name=%s", name).at;
    assert_int_equal(edit_answer(edit, "POST", address, NULL, bytes).status, 200);
}

static const json_t *add(EditKit *edit, const char *images, unsigned *status)
{
    return edit_send(edit, "POST", "api/images", NULL,
                     arena_format(edit->kit->arena, "{\"images\": [%s]}", images).at, status);
}

static void a_sheet_is_recognised_and_has_a_layout(void **state)
{
    EditKit *edit = *state;
    sent(edit, "$Boss.png", figures(edit, 3, 4, 40));
    const json_t *facts = edit_get(edit, "api/sheet?given=$Boss.png");
    const json_t *guess = json_array_get(json_object_get(facts, "guesses"), 0);
    assert_int_equal(number(facts, "w"), 120);
    assert_string_equal(edit_text(guess, "preset"), "rpgmaker-characters");
    assert_true(json_array_size(json_object_get(facts, "presets")) > 10);
    facts = edit_get(edit, "api/sheet?given=$Boss.png&preset=rpgmaker-characters&folder=chars");
    assert_string_equal(edit_text(facts, "stem"), "Boss");
    assert_int_equal(number(facts, "count"), 8);
    const json_t *layout = json_object_get(facts, "layout");
    assert_int_equal(number(layout, "w"), 40);
    assert_string_equal(
        edit_text(json_array_get(json_object_get(layout, "sprites"), 4), "suffix"), "walk");
}

/* A picture of one sprite, a sheet with its layout, an atlas with its list: one step of undo.
 */
static void images_are_added_in_one_step(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const uint64_t before = edit_hash(edit);
    sent(edit, "oak.png", figures(edit, 1, 1, 32));
    sent(edit, "$Boss.png", figures(edit, 3, 4, 40));
    sent(edit, "Pack.png", figures(edit, 2, 1, 16));
    sent(edit, "Pack.xml",
         bytes_of_text(TEXT("<TextureAtlas><SubTexture name=\"gem.png\" x=\"16\" y=\"0\" "
                            "width=\"16\" height=\"16\"/></TextureAtlas>")));
    const json_t *facts =
        edit_get(edit, "api/sheet?given=Pack.png&preset=kenney&folder=tiles&stem=other");
    assert_string_equal(json_string_value(json_array_get(json_object_get(facts, "files"), 0)),
                        "tiles/gem_soo0.png");
    const json_t *answer =
        add(edit,
            "{\"given\": \"oak.png\", \"path\": \"tiles/oak_soo0.png\"}, {\"given\": "
            "\"$Boss.png\", "
            "\"path\": \"chars/boss.png\", \"layout\": \"TirNanoG Layout\\r\\n40 40 0 0 0 0 "
            "chars\\r\\nso l march (0,0) (1,0) (2,0)\\r\\n\"}, {\"given\": \"Pack.png\", "
            "\"preset\": "
            "\"kenney\", \"stem\": \"other\", \"folder\": \"tiles\"}",
            &status);
    if (status != 200)
        fail_msg("%s", edit_text(answer, "error"));
    edit_restart(edit, false);
    const json_t *problems = json_object_get(edit_get(edit, "api/project"), "problems");
    for (size_t i = 0; i < json_array_size(problems); i++)
        assert_string_not_equal(edit_text(json_array_get(problems, i), "severity"), "error");
    const json_t *sprites =
        json_object_get(edit_get(edit, "api/picture?path=chars/boss.png"), "sprites");
    assert_string_equal(edit_text(json_array_get(sprites, 0), "name"), "boss_march");
    assert_true(edit_file(edit, "tiles/gem_soo0.png").size > 0);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(status, 200);
    assert_int_equal(edit_hash(edit), before);
    edit_send(edit, "GET", "api/sheet?given=oak.png", NULL, NULL, &status);
    assert_int_equal(status, 410);
}

/* Its tags are animations, as for `oisin convert`; one with a single frame is an image. */
static void a_file_of_aseprite_becomes_its_animations(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    for (uint16_t frames = 1; frames <= 2; frames++) {
        const AsepriteModel model = {.frames = frames, .w = 4, .h = 4, .bits = 32, .flags = 1};
        AsepriteOut out = aseprite_begin(&model, edit->kit->arena);
        for (uint16_t i = 0; i < frames; i++) {
            aseprite_frame_begin(&out, 100);
            if (!i)
                aseprite_put_layer(&out, &(AsepriteLayerModel){.name = "cat"});
            if (!i && frames > 1)
                aseprite_put_tag(&out, "walk", 0, 1, 0, 0);
            aseprite_frame_end(&out);
        }
        sent(edit, "cat.aseprite", aseprite_end(&out));
        const json_t *guesses =
            json_object_get(edit_get(edit, "api/sheet?given=cat.aseprite"), "guesses");
        assert_int_equal(json_array_size(guesses), frames - 1);
    }
    add(edit,
        "{\"given\": \"cat.aseprite\", \"preset\": \"aseprite\", \"stem\": \"tom\", "
        "\"folder\": \"tiles\"}",
        &status);
    assert_int_equal(status, 200);
    assert_true(edit_file(edit, "tiles/tom_walk_sol1.png").size > 0);
}

static void wrong_images_change_nothing(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    static const struct {
        const char *images, *sentence;
        unsigned status;
    } cases[] = {
        {"", "1 to 200 images are added at once", 400},
        {"{\"given\": \"b.png\", \"path\": \"tiles/b.png\"}", "b.png was not sent", 410},
        {"{\"given\": \"a.png\", \"path\": \"maps/b.png\"}", "invalid name", 400},
        {"{\"given\": \"a.png\", \"path\": \"../b.png\"}", "invalid name", 400},
        {"{\"given\": \"a.png\", \"path\": \"tiles/a b.png\"}", "invalid name", 400},
        {"{\"given\": \"a.png\", \"path\": \"tiles/b.webp\"}", "has another format than", 400},
        {"{\"given\": \"broken.png\", \"path\": \"tiles/b.png\"}", "", 400},
        {"{\"given\": \"empty.png\", \"path\": \"tiles/b.png\"}", "", 400},
        {"{\"given\": \"list.json\", \"path\": \"tiles/b.png\"}", "list.json is not an image",
         400},
        {"{\"given\": \"a.png\", \"preset\": \"lpc\"}", "the sheet has 32 x 32 pixels", 400},
        {"{\"given\": \"a.png\", \"preset\": \"none\"}", "unknown preset \"none\"", 400},
        {"{\"given\": \"a.png\", \"preset\": \"aseprite\"}", "is missing", 400},
        {"{\"given\": \"a.png\", \"path\": \"tiles/b.png\", \"layout\": \"Dear reader\"}",
         "the first line must be", 400},
        {"{\"given\": \"a.png\", \"path\": \"tiles/b.png\", \"layout\": \"TirNanoG "
         "Layout\\n16 16 0 0 0 0 tiles\\nso o x (5,0)\\n\"}",
         "the block ends at 96,16, the sheet has 32 x 32 pixels", 400},
        {"{\"given\": \"a.png\", \"path\": \"tiles/key.png\", \"layout\": \"TirNanoG "
         "Layout\\n16 16 0 0 0 0 tiles\\nso o - (0,0)\\n\"}",
         "there is already a tile sprite \"key\"; choose another name", 400},
        {"{\"given\": \"a.png\", \"path\": \"tiles/b.png\"}, {\"given\": \"a.png\", \"path\": "
         "\"tiles/b.png\"}",
         "there is already a file tiles/b.png", 409},
        {"{\"given\": \"a.png\", \"path\": \"tiles/key_soo0.png\"}",
         "there is already a file tiles/key_soo0.png", 409},
    };
    const uint64_t before = edit_hash(edit);
    sent(edit, "a.png", figures(edit, 1, 1, 32));
    sent(edit, "broken.png", bytes_of_text(TEXT("\x89PNG\r\n\x1a\nrest")));
    sent(edit, "empty.png", (Bytes){(const uint8_t *)"", 0});
    sent(edit, "list.json", bytes_of_text(TEXT("{}")));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const json_t *answer = add(edit, cases[i].images, &status);
        if (status != cases[i].status || !strstr(edit_text(answer, "error"), cases[i].sentence))
            fail_msg("%zu: %u: %s", i, status, edit_text(answer, "error"));
        assert_int_equal(edit_hash(edit), before);
    }
    sent(edit, "large.png", figures(edit, 1, 1, 5000));
    edit_send(edit, "GET", "api/sheet?given=large.png", NULL, NULL, &status);
    assert_int_equal(status, 400);
}

static int set_up(void **state)
{
    *state = edit_begin("examples/skerry");
    return 0;
}

int main(void)
{
#define SHEET(name) cmocka_unit_test_setup_teardown(name, set_up, edit_tear_down)
    const struct CMUnitTest tests[] = {
        SHEET(a_sheet_is_recognised_and_has_a_layout),
        SHEET(images_are_added_in_one_step),
        SHEET(a_file_of_aseprite_becomes_its_animations),
        SHEET(wrong_images_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
