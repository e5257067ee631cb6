#include "lib/kit.h"

#include "base/text.h"
#include "kit/jobs/files.h"
#include "tirnanog/sheets/project_names.h"
#include "tirnanog/project/project.h"

/* A project is built and its scripts are kept. */
typedef struct Built {
    ProjectFiles files;
    ProjectScripts scripts;
    TngFile game;
} Built;

static void build(Kit *kit, Built *built, bool optimise, Text extension)
{
    TngOutput out;
    built->scripts = (ProjectScripts){0};
    const BuildOptions options = {
        .optimise = optimise, .scripts = &built->scripts, .extension = extension};
    if (!project_build(&built->files, &options, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_true(
        tng_read(tng_output_bytes(&out, kit->arena), &built->game, kit->arena, &kit->report));
}

static Built *new_project(Kit *kit)
{
    Built *built = arena_alloc(kit->arena, 1, sizeof *built);
    assert_true(project_new(TEXT("mygame"), &built->files, kit->arena, &kit->report));
    return built;
}

static void put(Kit *kit, Built *built, const char *path, const char *text)
{
    const ProjectFile file = {text_of(path), bytes_of_text(text_of(text))};
    for (size_t i = 0; i < built->files.count; i++)
        if (text_is(built->files.items[i].path, path)) {
            built->files.items[i] = file;
            return;
        }
    ProjectFile *items = ARENA_ALLOC(kit->arena, ProjectFile, built->files.count + 1);
    memcpy(items, built->files.items, built->files.count * sizeof *items);
    items[built->files.count++] = file;
    built->files.items = items;
}

typedef struct Comparison {
    const ProjectScripts *scripts;
    size_t count;
} Comparison;

static void compare_script(void *context, TngScriptRef ref, Text name, Bytes code,
                           bool expression)
{
    Comparison *comparison = context;
    const ProjectScript *script = script_positions_get(comparison->scripts, ref);
    (void)expression;
    if (!script)
        fail_msg("%.*s is not known", (int)name.size, name.at);
    assert_true(bytes_equal(script->code.bytes, code));
    comparison->count++;
}

static void check_all(Kit *kit, const Built *built)
{
    Comparison comparison = {.scripts = &built->scripts};
    assert_true(
        tng_scripts_visit(&built->game, compare_script, &comparison, kit->arena, &kit->report));
    assert_int_equal(comparison.count, built->scripts.count);
    assert_true(comparison.count > 0);
}

static void every_script_of_a_game_is_found_by_its_reference(void **state)
{
    Kit *kit = *state;
    Built *built = new_project(kit);
    put(kit, built, "game/startup.cfg",
        "TirNanoG StartUp\ne timer5 { a = 5 }\ne timer1 { a = 1 }\n");
    put(kit, built, "game/actions.cfg",
        "TirNanoG Actions\ne action7 - { a = 7 }\ne action2 - { a = 2 }\n");
    put(kit, built, "game/half.atr", "TirNanoG Attribute\nc Half\nhp/2\n");
    put(kit, built, "game/mana.atr",
        "TirNanoG Attribute\nv Mana\n20\ne onchange { hp = mana }\n");
    for (int optimise = 0; optimise < 2; optimise++) {
        build(kit, built, optimise, TEXT(""));
        check_all(kit, built);
    }
    const ProjectScript *script =
        script_positions_get(&built->scripts, (TngScriptRef){SECTION_ACTIONS, 6, 0});
    assert_true(script && text_is(script->file, "game/actions.cfg"));
    assert_int_equal(script->code.bytes.data[1], 7);
    assert_null(script_positions_get(&built->scripts, (TngScriptRef){SECTION_ACTIONS, 0, 0}));
}

static void lines_of_the_example_map_to_code_and_back(void **state)
{
    Kit *kit = *state;
    Built *built = arena_alloc(kit->arena, 1, sizeof *built);
    assert_true(project_load_files("examples/segais", &built->files, kit->arena, &kit->report));
    build(kit, built, false, TEXT(""));
    check_all(kit, built);
    for (size_t i = 0; i < built->scripts.count; i++) {
        const ProjectScript *script = &built->scripts.items[i];
        uint32_t line, last = 0;
        Text file;
        assert_int_equal(script->code.positions[0].code, 0);
        for (uint32_t at = 0; at < script->code.bytes.size; at++) {
            assert_true(script_positions_line(&built->scripts, script->ref, at, &file, &line));
            assert_true(text_equal(file, script->file));
            if (line == last)
                continue;
            /* What a line says about itself leads back to code on that line. */
            CodePosition *places;
            uint32_t found = last = line;
            assert_true(
                script_positions_find(&built->scripts, file, &found, &places, kit->arena) > 0);
            assert_int_equal(found, line);
        }
    }
}

static const char *const npc = "TirNanoG NPC\n"        /* 1 */
                               "Guide\n"               /* 2 */
                               "stand 100 200 0\n"     /* 3 */
                               "e click {\n"           /* 4 */
                               "    a = 1; b = 2\n"    /* 5 */
                               "\n"                    /* 6 */
                               "    while(a < 10) {\n" /* 7 */
                               "        a = a +\n"     /* 8 */
                               "            b\n"       /* 9 */
                               "    }\n"               /* 10 */
                               "    switch(a) {\n"     /* 11 */
                               "        case 1 {\n"    /* 12 */
                               "            b = 1\n"   /* 13 */
                               "        }\n"           /* 14 */
                               "        case 3 {\n"    /* 15 */
                               "        }\n"           /* 16 */
                               "    }\n"               /* 17 */
                               "}\n"                   /* 18 */
                               "e touch { c = 3 }\n"   /* 19 */
                               "e timer1 { d=1 } \n";  /* 20 */

static size_t find(Kit *kit, const Built *built, uint32_t *line, CodePosition **places)
{
    return script_positions_find(&built->scripts, TEXT("guide.npc"), line, places, kit->arena);
}

static void lines_and_code_map_to_each_other(void **state)
{
    Kit *kit = *state;
    Built *built = new_project(kit);
    CodePosition *places;
    put(kit, built, "npcs/guide.npc", npc);
    build(kit, built, false, TEXT(""));
    static const struct {
        uint32_t asked, line, count, offset;
    } stops[] = {
        {4, 5, 2, 0},
        {5, 5, 2, 0},
        {6, 7, 1, 8},
        {7, 7, 1, 8},
        {8, 8, 1, 17},
        {9, 11, 1, 28},
        {10, 11, 1, 28},
        {12, 13, 1, 49},
        {13, 13, 1, 49},
        {15, 15, 1, 41},
        {16, 18, 1, 57},
        {18, 18, 1, 57},
        {19, 19, 1, 0},
        {20, 20, 1, 0},
        /* Before the first handler there is a way to it, too. */
        {1, 5, 2, 0},
        {3, 5, 2, 0},
    };
    for (size_t i = 0; i < COUNT_OF(stops); i++) {
        uint32_t line = stops[i].asked;
        const size_t count = find(kit, built, &line, &places);
        if (count != stops[i].count || line != stops[i].line ||
            places[0].offset != stops[i].offset)
            fail_msg("line %u: %zu places, line %u, byte %u", stops[i].asked, count, line,
                     count ? places[0].offset : 0);
    }
    static const struct {
        uint32_t offset, line;
    } ways[] = {{0, 5},   {3, 5},   {8, 7},   {13, 7},  {17, 8},  {24, 7}, {27, 7},
                {28, 11}, {39, 11}, {41, 15}, {45, 11}, {49, 13}, {57, 18}};
    uint32_t line = 7;
    find(kit, built, &line, &places);
    const TngScriptRef click = places[0].ref;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        Text file;
        assert_true(
            script_positions_line(&built->scripts, click, ways[i].offset, &file, &line));
        assert_true(text_is(file, "npcs/guide.npc"));
        if (line != ways[i].line)
            fail_msg("byte %u: line %u", ways[i].offset, line);
    }
    Text file;
    assert_false(script_positions_line(&built->scripts, click, 58, &file, &line));
}

static void lines_after_the_last_script_have_no_position(void **state)
{
    Kit *kit = *state;
    Built *built = new_project(kit);
    CodePosition *places;
    put(kit, built, "npcs/guide.npc", npc);
    build(kit, built, false, TEXT(""));
    for (uint32_t i = 21; i < 30; i++) {
        uint32_t line = i;
        assert_int_equal(find(kit, built, &line, &places), 0);
        assert_int_equal(line, i);
    }
    uint32_t line = 5;
    assert_int_equal(
        script_positions_find(&built->scripts, TEXT("uide.npc"), &line, &places, kit->arena),
        0);
    assert_int_equal(script_positions_find(&built->scripts, TEXT("npcs/guide.npc"), &line,
                                           &places, kit->arena),
                     2);
}

static void single_line_expression_has_one_position(void **state)
{
    Kit *kit = *state;
    Built *built = new_project(kit);
    CodePosition *places;
    put(kit, built, "game/half.atr", "TirNanoG Attribute\nc Half\nhp/2\n");
    build(kit, built, false, TEXT(""));
    for (uint32_t asked = 1; asked <= 3; asked++) {
        uint32_t line = asked;
        assert_int_equal(script_positions_find(&built->scripts, TEXT("half.atr"), &line,
                                               &places, kit->arena),
                         1);
        assert_int_equal(line, 3);
        assert_int_equal(places[0].offset, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_script_of_a_game_is_found_by_its_reference,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(lines_of_the_example_map_to_code_and_back, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(lines_and_code_map_to_each_other, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(lines_after_the_last_script_have_no_position,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(single_line_expression_has_one_position, kit_set_up,
                                        kit_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
