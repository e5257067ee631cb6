/* tirnanog/project/web_page.h: the files with which a game is played in a browser. */
#include "lib/small_game.h"
#include "lib/view_kit.h"

#include "base/deflate.h"
#include "base/media_type.h"
#include "tirnanog/project/web_page.h"

static Kit *kit;

static int set_up(void **state)
{
    kit = *state = kit_new();
    return 0;
}

static int tear_down(void **state)
{
    kit_free(*state);
    return 0;
}

static ProjectFiles made(Bytes game, bool offline)
{
    ProjectFiles out = {0};
    const WebPage page = {.files = &view_page, .game = game, .offline = offline};
    if (!web_page_make(&page, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return out;
}

static Text text_in(const ProjectFiles *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, name))
            return text_of_bytes(files->items[i].bytes);
    fail_msg("no %s", name);
    return TEXT("");
}

static bool has(Text text, const char *part)
{
    return find_part(text.at, text.size, part) != NULL;
}

static void a_page_has_the_game_and_tells_its_size_and_crc(void **state)
{
    (void)state;
    const Bytes game = small_game(kit);
    const ProjectFiles page = made(game, true);
    assert_bytes_equal(bytes_of_text(text_in(&page, "game.tng")), game);
    assert_true(text_is(text_in(&page, "engine.wasm"), "code"));
    const Text index = text_in(&page, "index.html");
    assert_true(
        has(index,
            arena_format(kit->arena, "%zu %u yes", game.size, (unsigned)crc32_of(0, game)).at));
    assert_false(has(index, "@"));
    assert_true(has(index, "<title>mygame</title>"));
    const ProjectFiles online = made(game, false);
    assert_true(has(text_in(&online, "index.html"), " no "));
}

/* A browser compares each file that it stores with this list. */
static void the_worker_lists_all_files_but_itself(void **state)
{
    (void)state;
    const ProjectFiles page = made(small_game(kit), true);
    const Text list = text_in(&page, "sw.js");
    for (size_t i = 0; i < page.count; i++) {
        const ProjectFile *file = &page.items[i];
        if (text_is(file->path, "sw.js"))
            continue;
        const Text name = text_is(file->path, "index.html") ? TEXT("./") : file->path;
        const char *row =
            arena_format(kit->arena, "\"%.*s\": [%zu, %u]", (int)name.size, name.at,
                         file->bytes.size, (unsigned)crc32_of(0, file->bytes))
                .at;
        if (!has(list, row))
            fail_msg("no %s in %.*s", row, (int)list.size, list.at);
    }
    assert_false(has(list, "sw.js"));
}

static void another_game_is_another_version(void **state)
{
    (void)state;
    const Bytes game = small_game(kit);
    uint8_t *other = memcpy(arena_alloc(kit->arena, 1, game.size), game.data, game.size);
    const ProjectFiles one = made(game, true), again = made(game, true);
    other[game.size - 1] ^= 1;
    const ProjectFiles two = made((Bytes){other, game.size}, true);
    const Text version = text_slice(text_in(&one, "sw.js"), 0, 16);
    assert_true(text_equal(version, text_slice(text_in(&again, "sw.js"), 0, 16)));
    assert_false(text_equal(version, text_slice(text_in(&two, "sw.js"), 0, 16)));
}

static void what_is_no_game_and_an_incomplete_page_are_reported(void **state)
{
    (void)state;
    ProjectFiles out = {0};
    const WebPage no_game = {
        .files = &view_page, .game = bytes_of_text(TEXT("hello")), .offline = true};
    assert_false(web_page_make(&no_game, &out, kit->arena, &kit->report));
    ProjectFiles some = view_page;
    some.count--;
    const WebPage incomplete = {.files = &some, .game = small_game(kit), .offline = true};
    assert_false(web_page_make(&incomplete, &out, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "the page is incomplete: it has no sw.js"));
}

static void files_have_the_types_that_browsers_want(void **state)
{
    (void)state;
    assert_string_equal(media_type_of(TEXT("engine.wasm")), "application/wasm");
    assert_string_equal(media_type_of(TEXT("engine.mjs")), "text/javascript; charset=utf-8");
    assert_string_equal(media_type_of(TEXT("game.tng")), "application/octet-stream");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(a_page_has_the_game_and_tells_its_size_and_crc),
        TEST(the_worker_lists_all_files_but_itself),
        TEST(another_game_is_another_version),
        TEST(what_is_no_game_and_an_incomplete_page_are_reported),
        TEST(files_have_the_types_that_browsers_want),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
