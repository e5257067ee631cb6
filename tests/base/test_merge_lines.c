/* Merging of texts: cases by hand, and the same results as GNU diff3. */
#include "lib/folder_kit.h"

#include "base/merge_lines.h"
#include "base/stream.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static void expect(Kit *kit, const char *base, const char *mine, const char *theirs,
                   const char *wanted)
{
    Text out = TEXT("");
    const bool merged =
        merge_lines(text_of(base), text_of(mine), text_of(theirs), &out, kit->arena);
    assert_int_equal(merged, wanted != NULL);
    if (wanted)
        assert_string_equal(out.at, wanted);
}

static void changes_of_different_lines_are_merged(void **state)
{
    Kit *kit = *state;
    expect(kit, "a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n", "A\nb\nc\nD\n");
    expect(kit, "a\nb\nc\n", "a\nb\nnew\nc\n", "b\nc\n", "b\nnew\nc\n");
    expect(kit, "a\nb\n", "a\nb\n", "x\n", "x\n");
    expect(kit, "a\nb\n", "x\n", "a\nb\n", "x\n");
    expect(kit, "", "", "a\n", "a\n");
    expect(kit, "a", "a", "a\r\n", "a\r\n");
}

static void neighbouring_lines_do_not_collide(void **state)
{
    expect(*state, "a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n", "A\nB\nc\n");
    expect(*state, "a\nb\n", "a\nB\n", "A\nb\n", "A\nB\n");
}

static void the_same_change_is_merged(void **state)
{
    expect(*state, "a\nb\nc\n", "a\nX\nc\n", "a\nX\nc\n", "a\nX\nc\n");
}

static void changes_of_the_same_line_collide(void **state)
{
    expect(*state, "a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n", NULL);
    expect(*state, "a\n", "a\nx\n", "a\ny\n", NULL);
    expect(*state, "a\nb\n", "b\n", "A\nb\n", NULL);
}

static void large_texts_with_many_differences_are_merged(void **state)
{
    Kit *kit = *state;
    Writer base = writer_to(kit->arena), mine = writer_to(kit->arena),
           theirs = writer_to(kit->arena);
    for (int i = 0; i < 20000; i++) {
        write_format(&base, "line %d\n", i);
        write_format(&mine, i % 100 == 7 ? "mine %d\n" : "line %d\n", i);
        write_format(&theirs, i % 100 == 60 ? "theirs %d\n" : "line %d\n", i);
    }
    Text out;
    assert_true(merge_lines(writer_text(&base), writer_text(&mine), writer_text(&theirs), &out,
                            kit->arena));
    assert_non_null(find_part(out.at, out.size, "\nmine 19907\n"));
    assert_non_null(find_part(out.at, out.size, "\ntheirs 19960\n"));
}

/* ---- GNU diff3 ---- */

static void write_file(const char *path, Text text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(text.at, 1, text.size, file);
    fclose(file);
}

/* Lines that occur once, so that both programs match the same ones. */
static Text random_text(Kit *kit, const int *lines, int count, const char *who)
{
    Writer out = writer_to(kit->arena);
    for (int i = 0; i < count; i++) {
        const uint32_t dice = who ? next_random(60) : 99;
        if (dice == 0)
            write_format(&out, "%s adds %u\n", who, next_random(1000000));
        if (dice == 1)
            continue;
        if (dice == 2)
            write_format(&out, "%s changes %d\n", who, lines[i]);
        else
            write_format(&out, "line %d\n", lines[i]);
    }
    return writer_text(&out);
}

/* What diff3 merges, we merge to the same text. We merge more: neighbouring lines. */
static void merges_are_those_of_diff3(void **state)
{
    (void)state;
    int lines[30], merged = 0;
    for (int i = 0; i < 30; i++)
        lines[i] = i;
    if (!has_tool("diff3"))
        skip();
    char folder[FOLDER_SIZE];
    assert_true(make_temporary_folder(folder, "oisin-merge"));
    for (int round = 0; round < 300; round++) {
        Kit *own = kit_new();
        const Text base = random_text(own, lines, 30, NULL);
        const Text mine = random_text(own, lines, 30, "mine"),
                   theirs = random_text(own, lines, 30, "theirs");
        write_file(arena_format(own->arena, "%s/base", folder).at, base);
        write_file(arena_format(own->arena, "%s/mine", folder).at, mine);
        write_file(arena_format(own->arena, "%s/theirs", folder).at, theirs);
        FILE *program = popen(
            arena_format(own->arena, "cd %s && diff3 -m mine base theirs", folder).at, "r");
        char result[8192];
        const size_t size = fread(result, 1, sizeof result, program);
        const bool clean = pclose(program) == 0;
        Text out;
        const bool ours = merge_lines(base, mine, theirs, &out, own->arena);
        if (clean) {
            assert_true(ours);
            assert_int_equal(out.size, size);
            assert_memory_equal(out.at, result, size);
            merged++;
        }
        kit_free(own);
    }
    assert_true(merged > 60);
    remove_all(folder);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(changes_of_different_lines_are_merged),
        TEST(neighbouring_lines_do_not_collide),
        TEST(the_same_change_is_merged),
        TEST(changes_of_the_same_line_collide),
        TEST(large_texts_with_many_differences_are_merged),
        TEST(merges_are_those_of_diff3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
