/* The reference of a project's text files: its examples are files of the game examples/segais,
 * and its tables have no gap. */
#include "lib/kit.h"

#include "base/text.h"
#include "tirnanog/sprites/sheet_cut.h"
#include "kit/jobs/files.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/reference.h"
#include "tirnanog/sheets/sheet_internal.h"

static const char *page(Kit *kit, const char *name)
{
    Writer out = writer_to(kit->arena);
    if (!reference_describe(text_of(name), &out))
        fail_msg("no page %s", name);
    return arena_text(kit->arena, writer_text(&out)).at;
}

/* The example game without translations, because examples have texts that these do not. */
static ProjectFiles example_game(Kit *kit)
{
    ProjectFiles files, kept = {0};
    assert_true(project_load_files("examples/segais", &files, kit->arena, &kit->report));
    kept = files;
    kept.items = NULL;
    kept.count = 0;
    for (size_t i = 0; i < files.count; i++)
        if (!text_starts(files.items[i].path, "lang/") &&
            !text_ends(files.items[i].path, "_de.ogg"))
            *ARENA_PUSH(kit->arena, kept.items, kept.count) = files.items[i];
    project_files_sort(&kept);
    return kept;
}

static void put(Kit *kit, ProjectFiles *files, Text path, const char *text)
{
    const Bytes bytes = bytes_of_text(text_of(text));
    for (size_t i = 0; i < files->count; i++)
        if (text_equal(files->items[i].path, path)) {
            files->items[i].bytes = bytes;
            return;
        }
    *ARENA_PUSH(kit->arena, files->items, files->count) = (ProjectFile){path, bytes};
    project_files_sort(files);
}

static Text example_path(Kit *kit, const Sheet *sheet)
{
    Writer out = writer_to(kit->arena);
    for (const char *c = sheet->path; *c; c++)
        write_format(&out, *c == '#' ? "%s" : "%.1s", *c == '#' ? sheet->example_name : c);
    return arena_text(kit->arena, writer_text(&out)); /* ends with a zero */
}

static void no_message(Kit *kit, const char *what)
{
    for (size_t i = 0; i < kit->messages.count; i++)
        print_message("%s: %s\n", what, kit_message(kit, i));
    assert_int_equal(kit->messages.count, 0);
}

/* ---- examples ---- */

static void each_example_is_a_file_of_the_example_game(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = example_game(kit);
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++) {
        const Text path = example_path(kit, *sheet);
        if ((*sheet)->example_name && *sheet != &extension_sheet) /* of an existing thing */
            assert_non_null(project_file(&files, path));
        put(kit, &files, path, (*sheet)->example);
        if (*sheet == &extension_sheet) /* it has a language */
            put(kit, &files, TEXT("lang/de.po"), language_example);
    }
    project_build(&files, &(BuildOptions){.automap = true}, &(TngOutput){0}, kit->arena,
                  &kit->report);
    no_message(kit, "build");
}

static void examples_need_nothing_that_check_warns_of(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = example_game(kit);
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++)
        put(kit, &files, example_path(kit, *sheet),
            *sheet == &extension_sheet ? "TirNanoG Extension\n0 -\no 16\nm cave\n"
                                       : (*sheet)->example); /* it has a language */
    project_check(&files, kit->arena, &kit->report);
    no_message(kit, "check");
}

/* A line that the example does not show would not be tested. */
static void each_line_of_a_sheet_is_in_its_example(void **state)
{
    Kit *kit = *state;
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++)
        for (size_t i = 0; i < COUNT_OF((*sheet)->lines) && (*sheet)->lines[i].syntax; i++) {
            const Line line = line_parse((*sheet)->lines[i].syntax);
            const bool inner = line.tag.size > 2 && line.tag.at[1] == '.';
            for (size_t j = inner ? 2 : 0; j < line.tag.size; j += 2) {
                const char *start =
                    arena_format(kit->arena, "\n%s%c ", inner ? " " : "", line.tag.at[j]).at;
                if (!strstr((*sheet)->example, start))
                    fail_msg("%s: no line%s", (*sheet)->path, start);
            }
        }
}

/* The examples of properties, in the place of those of a map. */
static void property_examples_are_read(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = example_game(kit);
    const char *rest = page(kit, "tmx");
    Writer map = writer_to(kit->arena);
    const Text old = text_of_bytes(project_file(&files, TEXT("maps/town.tmx"))->bytes);
    const char *whole = arena_text(kit->arena, old).at;
    const char *begin = strstr(whole, " <properties>");
    const char *end = strstr(begin, " </properties>");
    write_format(&map, "%.*s <properties>\n", (int)(begin - whole), whole);
    size_t count = 0;
    while ((rest = strstr(rest, "\n### `"))) {
        const char *name = rest + 6, *value = strstr(rest, "Example: `");
        assert_non_null(value);
        value += 10;
        write_format(&map, "  <property name=\"%.*s\" value=\"%.*s\"/>\n",
                     (int)(strchr(name, '`') - name), name, (int)(strchr(value, '`') - value),
                     value);
        rest = value;
        count++;
    }
    assert_int_equal(count, 4);
    write_format(&map, "%s", end);
    put(kit, &files, TEXT("maps/town.tmx"), arena_text(kit->arena, writer_text(&map)).at);
    project_build(&files, &(BuildOptions){0}, &(TngOutput){0}, kit->arena, &kit->report);
    no_message(kit, "maps/town.tmx");
}

static void layout_example_cuts_a_sheet(void **state)
{
    Kit *kit = *state;
    SheetLayout layout;
    SheetPictures pictures;
    const Image sheet = image_new(4 * 32, 4 * 48, kit->arena);
    assert_true(
        sheet_layout_read(text_of(sheet_layout_example), &layout, kit->arena, &kit->report));
    assert_true(sheet_cut(&layout, &sheet, TEXT("hero"), &pictures, kit->arena, &kit->report));
    no_message(kit, "lyt");
    assert_int_equal(pictures.count, 3);
    assert_true(text_is(pictures.items[0].path, "chars/hero_walk_sol3.png"));
}

/* elements.cfg says that its example names the images after their use. */
static void example_of_elements_has_their_order(void **state)
{
    Kit *kit = *state;
    static const char *const names[] = {
#define ELEMENT(name) #name,
#include "engine/render/draw_elements.def"
#undef ELEMENT
    };
    Text rest = text_of(elements_sheet.example), line;
    for (int i = 0; i < 9; i++) /* magic, colours, fonts, sounds */
        assert_true(text_line(&rest, &line));
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        assert_true(text_line(&rest, &line));
        char *name = (char *)arena_text(kit->arena, line).at;
        for (char *c = name; *c; c++)
            *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c);
        assert_string_equal(name, names[i]);
    }
    assert_false(text_line(&rest, &line));
}

/* ---- completeness ---- */

static void no_member_is_without_a_meaning(void **state)
{
    Kit *kit = *state;
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++) {
        const char *text = page(kit, (*sheet)->path);
        for (size_t i = 0; i < COUNT_OF((*sheet)->lines) && (*sheet)->lines[i].syntax; i++)
            assert_true(*(*sheet)->lines[i].doc);
        if (strstr(text, "|  |") || strstr(text, "| |"))
            fail_msg("%s: a word without values or meaning", (*sheet)->path);
    }
}

static void every_file_has_a_page(void **state)
{
    Kit *kit = *state;
    Writer index = writer_to(kit->arena);
    reference_index(&index);
    const char *text = arena_text(kit->arena, writer_text(&index)).at;
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++) {
        const Text name = sheet_name(*sheet);
        const char *of_name = page(kit, arena_text(kit->arena, name).at);
        assert_string_equal(of_name, page(kit, example_path(kit, *sheet).at));
        assert_non_null(
            strstr(text, arena_format(kit->arena, "(%.*s.md)", (int)name.size, name.at).at));
        assert_non_null(strstr(of_name, (*sheet)->magic));
    }
    Writer none = writer_to(kit->arena);
    assert_false(reference_describe(TEXT("objects/rod.txt"), &none));
    assert_false(reference_describe(TEXT("cfg"), &none));
    assert_int_equal(none.size, 0);
}

static void a_page_says_what_a_word_may_be(void **state)
{
    Kit *kit = *state;
    const char *obj = page(kit, "obj"), *config = page(kit, "config");
    assert_non_null(strstr(obj, "p (projectile) (projectile time) (ammunition)"));
    assert_non_null(strstr(obj, "| (order) | number from 0 to 255 |"));
    assert_non_null(strstr(obj, "sound: name of a file `sounds/*.ogg`, or `-`"));
    assert_non_null(strstr(config, "`ortho`, `iso`, `hexv`, `hexh`, `3d`"));
    assert_non_null(strstr(config, "[(frame rate)]"));
    assert_non_null(strstr(page(kit, "hud.cfg"), "number from 0 to 3"));
    assert_non_null(strstr(page(kit, "mainmenu.cfg"), "may be missing: `00000000`"));
    assert_non_null(strstr(page(kit, "mainmenu.cfg"), "## Lines 3 to 5"));
    assert_non_null(strstr(page(kit, "opt"), "`d`: at most one, below a line `o`"));
    assert_non_null(strstr(page(kit, "opt"), "## `i`: up to 255 lines, below a line `o`"));
    assert_non_null(strstr(obj, "## `f`: at most one\n"));
    assert_non_null(strstr(page(kit, "hud.cfg"), "## `s`: up to 32 lines\n"));
    assert_non_null(strstr(page(kit, "credits.ui"), "## The lines after that\n"));
    assert_non_null(strstr(page(kit, "events"), "| `timer4` | `ontimer30` | 30.0 s |"));
    assert_non_null(strstr(page(kit, "tmx"), "| 11 | roof 4 | tiles |"));
    assert_non_null(strstr(page(kit, "tmx"), "(speed x) | number from -100 to 100"));
}

/* ---- messages ---- */

static void first_error_of_a_file_names_its_page(void **state)
{
    Kit *kit = *state;
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    project_files_sort(&files);
    put(kit, &files, TEXT("objects/coin.obj"),
        "TirNanoG Object\nCoin\n1 1 - coin - x - 0 0 0\n8\nq 1\ns nowhere -\n");
    put(kit, &files, TEXT("ui/hud.cfg"), "TirNanoG Hud\n");
    put(kit, &files, TEXT("npcs/guide.npc"),
        "TirNanoG NPC\nGuide\nstand 100 0 0\ni 5 1 1 cion\n");
    Text map = text_of_bytes(project_file(&files, TEXT("maps/meadow.tmx"))->bytes);
    const char *whole = arena_text(kit->arena, map).at;
    const char *at = strstr(whole, "  <property name");
    put(kit, &files, TEXT("maps/meadow.tmx"),
        arena_format(kit->arena,
                     "%.*s  <property name=\"daylight\" value=\"x -\"/>\n"
                     "  <property name=\"music\" value=\"- -\"/>\n%s",
                     (int)(at - whole), whole, at)
            .at);
    assert_false(project_check(&files, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "for price (oisin formats obj)"));
    assert_true(kit_has_message(kit, "starts with \"q\""));
    assert_false(kit_has_message(kit, "starts with \"q\" ("));
    assert_true(kit_has_message(kit, "\"TirNanoG HUD\" (oisin formats hud.cfg)"));
    assert_true(kit_has_message(kit, "\"cion\"; did you mean \"coin\"?"));
    assert_false(kit_has_message(kit, "formats npc")); /* only a name is wrong */
    assert_true(kit_has_message(kit, "for day_length (oisin formats tmx)"));
    assert_false(kit_has_message(kit, "unexpected \"-\" ("));
}

/* The third line is read before the fourth, but its limits are checked after that. */
static void limits_of_config_are_reported_at_their_line(void **state)
{
    Kit *kit = *state;
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    project_files_sort(&files);
    put(kit, &files, TEXT("config"), "TirNanoG Project 0\nX\northo 32 32 33\nen English\n");
    assert_false(project_check(&files, kit->arena, &kit->report));
    kit_message_is_at(kit, "map size", 3, 1);
    assert_true(kit_has_message(kit, "found 33 (oisin formats config)"));
    kit_clear(kit);
    put(kit, &files, TEXT("config"), "TirNanoG Project 0\nX\northo 0 32 32\nen English\n");
    assert_false(project_check(&files, kit->arena, &kit->report));
    kit_message_is_at(kit, "tile size", 3, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_example_is_a_file_of_the_example_game),
        TEST(examples_need_nothing_that_check_warns_of),
        TEST(each_line_of_a_sheet_is_in_its_example),
        TEST(property_examples_are_read),
        TEST(layout_example_cuts_a_sheet),
        TEST(example_of_elements_has_their_order),
        TEST(no_member_is_without_a_meaning),
        TEST(every_file_has_a_page),
        TEST(a_page_says_what_a_word_may_be),
        TEST(first_error_of_a_file_names_its_page),
        TEST(limits_of_config_are_reported_at_their_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
