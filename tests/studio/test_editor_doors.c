/* studio/editor: doors between two maps: both sides, one step, played through. */
#include "lib/edit_kit.h"
#include "lib/folder_kit.h"

#include "base/text.h"

/* In the village: the white house at 19,26, whose door is at 21,26. */
#define HOUSE "{\"path\": \"maps/village.tmx\", \"x\": 21, \"y\": 26}"
#define MAT(x, y)                                                                              \
    "{\"path\": \"maps/hut.tmx\", \"x\": " #x ", \"y\": " #y ", \"look\": \"mat\"}"

static int set_up(void **state)
{
    EditKit *edit = edit_begin("templates/village");
    unsigned status;
    (void)edit_send(edit, "POST", "api/new", NULL, "{\"kind\": \"map\", \"name\": \"hut\"}",
                    &status);
    assert_int_equal(status, 200);
    *state = edit;
    return 0;
}

static int tear_down(void **state)
{
    edit_end(*state);
    return 0;
}

static const json_t *door(EditKit *edit, const char *from, const char *to, bool back,
                          unsigned wanted)
{
    unsigned status;
    const json_t *answer =
        edit_send(edit, "POST", "api/door", NULL,
                  arena_format(edit->kit->arena, "{\"from\": %s, \"to\": %s, \"back\": %s}",
                               from, to, back ? "true" : "false")
                      .at,
                  &status);
    if (status != wanted)
        fail_msg("%u, expected %u: %s", status, wanted, edit_text(answer, "error"));
    return answer;
}

static void has_line(EditKit *edit, const char *path, const char *line)
{
    size_t at;
    if (!text_find_part(edit_file(edit, path), text_of(line), &at))
        fail_msg("%s has no \"%s\": %.*s", path, line, (int)edit_file(edit, path).size,
                 edit_file(edit, path).at);
}

/* Plays a scenario in the project as it is now. */
static void play(EditKit *edit, const char *steps)
{
    unsigned status;
    edit_write(edit, "tests/door.test",
               arena_format(edit->kit->arena, "scenario a door\n%s", steps));
    const json_t *answer =
        edit_send(edit, "POST", "api/test", NULL, "{\"path\": \"tests/door.test\"}", &status);
    assert_int_equal(status, 200);
    if (json_integer_value(json_object_get(answer, "passed")) != 1)
        fail_msg("%s", edit_text(answer, "text"));
}

static void a_door_leads_to_the_other_map_and_back(void **state)
{
    EditKit *edit = *state;
    const uint64_t before = edit_hash(edit);
    unsigned status;
    door(edit, HOUSE, MAT(10, 10), true, 200);
    edit_check(edit);
    /* The white house of the template keeps its own handler. */
    has_line(edit, "objects/house_white.obj", "dialog(door_closed,0)");
    has_line(edit, "objects/house_white_2.obj", "location(hut,10,11,so)");
    has_line(edit, "objects/mat_2.obj", "location(village,21,27,so)");
    has_line(edit, "objects/mat_2.obj", "sound(door)"); /* of the mat that was copied */
    play(edit, "  go 21 28\n  click 21 26\n  expect map hut\n  expect at 10 11\n"
               "  walk north 1\n  expect map village\n  expect at 21 27\n");
    edit_write(edit, "tests/door.test", TEXT(""));
    (void)edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(status, 200);
    remove_all(arena_format(edit->kit->arena, "%s/tests/door.test", edit->folder).at);
    assert_true(edit_hash(edit) == before);
}

static void a_door_that_is_led_elsewhere_keeps_its_object(void **state)
{
    EditKit *edit = *state;
    door(edit, HOUSE, MAT(10, 10), true, 200);
    door(edit, HOUSE, MAT(20, 12), true, 200);
    has_line(edit, "objects/house_white_2.obj", "location(hut,20,13,so)");
    has_line(edit, "objects/mat_3.obj", "location(village,21,27,so)");
    assert_int_equal(edit_file(edit, "objects/house_white_3.obj").size, 0);
    edit_check(edit);
}

static void a_second_house_leads_to_a_room_of_its_own(void **state)
{
    EditKit *edit = *state;
    door(edit, HOUSE, MAT(10, 10), true, 200);
    door(edit,
         "{\"path\": \"maps/village.tmx\", \"x\": 14, \"y\": 26, \"look\": \"house_white_2\"}",
         MAT(20, 12), true, 200);
    has_line(edit, "objects/house_white_2.obj", "location(hut,10,11,so)");
    has_line(edit, "objects/house_white_3.obj", "location(hut,20,13,so)");
    play(edit, "  go 14 28\n  click 14 26\n  expect map hut\n  expect at 20 13\n");
    edit_check(edit);
}

static void a_way_without_a_return_ends_in_the_cell(void **state)
{
    EditKit *edit = *state;
    door(edit, HOUSE, "{\"path\": \"maps/hut.tmx\", \"x\": 5, \"y\": 6}", false, 200);
    has_line(edit, "objects/house_white_2.obj", "location(hut,5,6,so)");
    play(edit, "  go 21 28\n  click 21 26\n  expect map hut\n  expect at 5 6\n");
}

/* A tile without a file, of a sheet: it gets its own image and file. */
static void a_tile_of_a_sheet_becomes_a_door(void **state)
{
    EditKit *edit = *state;
    door(edit, HOUSE,
         "{\"path\": \"maps/hut.tmx\", \"x\": 8, \"y\": 8, \"look\": \"floor_planks\"}", true,
         200);
    has_line(edit, "objects/floor_planks_2.obj", "location(village,21,27,so)");
    assert_true(edit_file(edit, "tiles/floor_planks_2_soo0.png").size > 100);
    play(edit, "  go 21 28\n  click 21 26\n  walk north 1\n  expect map village\n");
    edit_check(edit);
}

/* The well has a mask in which nothing reacts where one clicks: it does there afterwards. */
static void a_thing_that_does_not_react_becomes_a_door(void **state)
{
    EditKit *edit = *state;
    door(edit, "{\"path\": \"maps/village.tmx\", \"x\": 11, \"y\": 25}", MAT(10, 10), true,
         200);
    has_line(edit, "objects/hay_2.obj", "location(hut,10,11,so)");
    play(edit, "  go 11 27\n  click 11 25\n  expect map hut\n");
    edit_check(edit);
}

/* South of the mat is a wall, a tile on which nobody walks: one arrives north of it. */
static void nobody_arrives_in_a_wall(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    (void)edit_send(edit, "POST", "api/map?path=maps/hut.tmx", NULL,
                    "{\"layer\": 0, \"names\": [\"wall_00\", \"floor_planks\"],"
                    " \"cells\": [10, 9, 1, 10, 10, 1, 10, 11, 0]}",
                    &status);
    assert_int_equal(status, 200);
    const HttpAnswer masks =
        edit_answer(edit, "GET", "api/map-masks?path=maps/hut.tmx", NULL, (Bytes){0});
    assert_int_equal(masks.bytes.data[11 * 32 + 10], 1); /* shown as blocking */
    assert_int_equal(masks.bytes.data[10 * 32 + 10], 0);
    door(edit, HOUSE, MAT(10, 10), true, 200);
    has_line(edit, "objects/house_white_2.obj", "location(hut,10,9,no)");
}

static void impossible_doors_are_refused(void **state)
{
    EditKit *edit = *state;
    const uint64_t before = edit_hash(edit);
    static const struct {
        const char *from, *to, *error;
        unsigned status;
    } cases[] = {
        {HOUSE, "{\"path\": \"maps/hut.tmx\", \"x\": 8, \"y\": 8}",
         "nothing stands at 8,8 of \"hut\"; choose how the door looks", 400},
        {HOUSE, "{\"path\": \"maps/hut.tmx\", \"x\": 8, \"y\": 8, \"look\": \"gate\"}",
         "there is no tile \"gate\"", 400},
        {HOUSE, "{\"path\": \"maps/hut.tmx\", \"x\": 32, \"y\": 8, \"look\": \"mat\"}",
         "the map \"hut\" has no cell 32,8", 400},
        {HOUSE, "{\"path\": \"maps/hut.tmx\", \"x\": -1, \"y\": 8, \"look\": \"mat\"}",
         "a door has two sides: {path, x, y, look}", 400},
        {HOUSE, "{\"path\": \"maps/cellar.tmx\", \"x\": 1, \"y\": 8, \"look\": \"mat\"}",
         "the project has no such map", 404},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(
            edit_text(door(edit, cases[i].from, cases[i].to, true, cases[i].status), "error"),
            cases[i].error);
    assert_true(edit_hash(edit) == before);
}

#define DOOR(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DOOR(a_door_leads_to_the_other_map_and_back),
        DOOR(a_door_that_is_led_elsewhere_keeps_its_object),
        DOOR(a_second_house_leads_to_a_room_of_its_own),
        DOOR(a_way_without_a_return_ends_in_the_cell),
        DOOR(a_tile_of_a_sheet_becomes_a_door),
        DOOR(a_thing_that_does_not_react_becomes_a_door),
        DOOR(nobody_arrives_in_a_wall),
        DOOR(impossible_doors_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
