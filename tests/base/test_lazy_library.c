/* Libraries that are loaded when they are first used: base/lazy_library.h. */
#include "lib/fault_kit.h"
#include "lib/picture_kit.h"

#include "base/lazy_library.h"
#include "base/text.h"
#include "kit/jobs/files.h"

#include <glob.h>

enum { FUNCTIONS_MAX = 100 };

static const char *const ids[LAZY_COUNT] = {
#define LIBRARY(id, file, package) #id,
#include "base/lazy_libraries.def"
#undef LIBRARY
};

/* The names in `#define LIST(FUNCTION) FUNCTION(a) FUNCTION(b)`, which ends at the first line
 * without a backslash. */
static size_t read_list(const char *source, const char *list, const char **names, Arena *arena)
{
    static const char entry[] = "FUNCTION(";
    size_t count = 0;
    const char *head = arena_format(arena, "#define %s(FUNCTION)", list).at;
    const char *at = strstr(source, head);
    assert_non_null(at);
    for (at += strlen(head); *at && (*at != '\n' || at[-1] == '\\'); at++) {
        if (strncmp(at, entry, strlen(entry)) != 0)
            continue;
        const char *name = at + strlen(entry);
        assert_true(count < FUNCTIONS_MAX);
        names[count++] = arena_text(arena, (Text){name, strcspn(name, ")")}).at;
    }
    assert_true(count > 0);
    return count;
}

static void load_all(Kit *kit, unsigned library, const char *const *names, size_t count)
{
    void *pointers[FUNCTIONS_MAX] = {0}, *before[FUNCTIONS_MAX];
    LazyFunctions functions = {library, pointers, names, count, false, false};
    if (!lazy_load(&functions, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    for (size_t i = 0; i < count; i++)
        assert_non_null(pointers[i]);
    memcpy(before, pointers, sizeof before);
    assert_true(lazy_load(&functions, NULL));
    assert_memory_equal(pointers, before, sizeof before);
}

/* Loads the functions of each LAZY_FUNCTIONS(id, LIST) in a source file. */
static void load_of_source(Kit *kit, const char *path, bool loaded[LAZY_COUNT])
{
    static const char call[] = "\nLAZY_FUNCTIONS(";
    Bytes bytes;
    assert_true(file_load(path, &bytes, kit->arena, &kit->report));
    const char *source = arena_text(kit->arena, text_of_bytes(bytes)).at;
    for (const char *at = source; (at = strstr(at, call)); at++) {
        const char *names[FUNCTIONS_MAX];
        char id[32], list[32];
        unsigned library = 0;
        assert_int_equal(sscanf(at + strlen(call), "%31[^,], %31[^)]", id, list), 2);
        while (library < LAZY_COUNT && strcmp(ids[library], id) != 0)
            library++;
        assert_true(library < LAZY_COUNT);
        load_all(kit, library, names, read_list(source, list, names, kit->arena));
        loaded[library] = true;
    }
}

static void lazy_libraries_export_all_called_functions(void **state)
{
    Kit *kit = kit_new();
    bool loaded[LAZY_COUNT] = {0};
    glob_t sources;
    (void)state;
    assert_int_equal(glob("src/*/*.c", 0, NULL, &sources), 0);
    assert_int_equal(glob("src/*/*/*.c", GLOB_APPEND, NULL, &sources), 0);
    for (size_t i = 0; i < sources.gl_pathc; i++)
        load_of_source(kit, sources.gl_pathv[i], loaded);
    globfree(&sources);
    for (unsigned i = 0; i < LAZY_COUNT; i++)
        if (!loaded[i])
            fail_msg("%s is not used", ids[i]);
    kit_free(kit);
}

static void a_function_that_is_missing_is_an_error_each_time(void **state)
{
    Kit *kit = kit_new();
    (void)state;
    static const char *const names[] = {"zip_fread", "zip_no_such_function"};
    void *pointers[2] = {0};
    LazyFunctions functions = {LAZY_libzip, pointers, names, 2, false, false};
    for (unsigned i = 0; i < 2; i++) {
        assert_false(lazy_load(&functions, &kit->report));
        const char *text = kit_message(kit, i);
        if (!strstr(text, "libzip.so.4 cannot be loaded (Debian package libzip4): ") ||
            !strstr(text, "zip_no_such_function"))
            fail_msg("%s", text);
    }
    assert_false(lazy_load(&functions, NULL));
    assert_true(functions.missing);
    kit_free(kit);
}

/* A program without one of them does everything else, and says which package it misses. */
static void a_missing_library_is_named(void **state)
{
    Cli *cli = *state;
    const Image image = image_new(3, 2, cli->arena);
    const char *without = fault_at(cli, "none", 1, "FAULT_LIBRARY=libgif.so.7");
    const char *wanted = "a.gif: libgif.so.7 cannot be loaded (Debian package libgif7): ";
    cli_put(cli, "a.gif", gif_file(&image, false, 1, cli->arena));
    cli_put(cli, "a.jpg", jpeg_file(&image, 90, false, cli->arena));
    assert_int_equal(sh(cli, "%s oisin convert a.jpg -o a.png -q", without), 0);
    assert_int_equal(sh(cli, "%s oisin convert a.gif -o b.png", without), 1);
    if (strncmp(content(cli, "err"), wanted, strlen(wanted)) != 0)
        fail_msg("%s", content(cli, "err"));
    expect(cli, 1, "test -e b.png");
    expect(cli, 0, "oisin convert a.gif -o b.png -q");
}

/* The commands of windows and servers are in programs of other packages. */
static void a_missing_program_is_named(void **state)
{
    Cli *cli = *state;
    const char *say =
        "oisin: serve needs the program oisin-server (Debian package oisin-server)\n";
    expect(cli, 0, "mkdir -p usr/bin usr/libexec/oisin; cp \"$program\" usr/bin/oisin");
    expect(cli, 1, "usr/bin/oisin serve game.tng");
    assert_string_equal(content(cli, "err"), say);
    expect(cli, 0, "usr/bin/oisin serve --help > all.txt");
    expect(cli, 0, "cp $(dirname \"$program\")/oisin-server usr/libexec/oisin/");
    expect(cli, 1, "usr/bin/oisin serve game.tng");
    assert_non_null(strstr(content(cli, "err"), "game.tng: No such file"));
    expect(cli, 0, "usr/libexec/oisin/oisin-server serve --help | cmp - all.txt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lazy_libraries_export_all_called_functions),
        cmocka_unit_test(a_function_that_is_missing_is_an_error_each_time),
        cmocka_unit_test_setup_teardown(a_missing_library_is_named, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(a_missing_program_is_named, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
