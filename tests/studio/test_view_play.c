/* viewer: games that are played in the browser. */
#include "lib/small_game.h"
#include "lib/view_kit.h"

static Kit *kit;
static Shelf *shelf;
static ViewerHost host;
static Viewer *viewer;

static int set_up(void **state)
{
    kit = *state = kit_new();
    shelf = shelf_new(kit);
    host = view_host(shelf);
    viewer = viewer_new(&host);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    viewer_free(viewer);
    kit_free(kit);
    return 0;
}

static ViewerAnswer asked(const char *path)
{
    ViewerAnswer answer;
    const ViewerRequest request = {.path = text_of(path), .base = TEXT("/t")};
    viewer_answer(viewer, &request, &answer, kit->arena);
    return answer;
}

static bool says(const ViewerAnswer *answer, const char *part)
{
    return find_part(answer->bytes.data, answer->bytes.size, part) != NULL;
}

static bool page_says(const char *path, const char *part)
{
    const ViewerAnswer answer = asked(path);
    return says(&answer, part);
}

static bool build_small(void *context, Text path, Bytes *game, Arena *arena, Report *report)
{
    (void)context, (void)arena;
    if (!text_is(path, "town"))
        return report_error(report, "line 1: this cannot be built");
    *game = small_game(kit);
    return true;
}

static void games_and_projects_are_played_if_the_page_is_installed(void **state)
{
    (void)state;
    shelf_put(shelf, "my game.tng", small_game(kit));
    shelf_put(shelf, "town/config", bytes_of_text(TEXT("TirNanoG Project 0\n")));
    shelf_put(shelf, "broken/config", bytes_of_text(TEXT("TirNanoG Project 0\n")));
    shelf_put(shelf, "other/notes", bytes_of_text(TEXT("")));
    assert_false(page_says("my game.tng", ".play/"));
    assert_int_equal(asked(".play/my game.tng/").status, 404);
    host.page = &view_page;
    host.build = build_small;
    assert_true(
        page_says("my game.tng", "<a class=play href=\"/t/.play/my%20game.tng/\">play</a>"));
    assert_true(page_says("town", "<a class=play href=\"/t/.play/town/\">play</a>"));
    static const char *const others[] = {"", "other", "town/config", "my game.tng/maps"};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_false(page_says(others[i], ".play/"));
}

static void the_page_of_a_game_is_answered_file_by_file(void **state)
{
    (void)state;
    const Bytes game = small_game(kit);
    shelf_put(shelf, "my game.tng", game);
    shelf_put(shelf, "town/config", bytes_of_text(TEXT("TirNanoG Project 0\n")));
    shelf_put(shelf, "broken/config", bytes_of_text(TEXT("TirNanoG Project 0\n")));
    host.page = &view_page;
    host.build = build_small;
    static const char *const paths[] = {"my game.tng", "town"};
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        const Text from = arena_format(kit->arena, ".play/%s/", paths[i]);
        const ViewerAnswer index = asked(from.at);
        assert_int_equal(index.status, 200);
        assert_true(index.plays);
        assert_true(says(&index, arena_format(kit->arena, " %zu", game.size).at));
        const ViewerAnswer code = asked(arena_format(kit->arena, "%sengine.wasm", from.at).at);
        assert_string_equal(code.type, "application/wasm");
        assert_true(says(&code, "code"));
        const ViewerAnswer played = asked(arena_format(kit->arena, "%sgame.tng", from.at).at);
        assert_bytes_equal(played.bytes, game);
        const ViewerAnswer none = asked(arena_format(kit->arena, "%ssecret", from.at).at);
        assert_int_equal(none.status, 404);
        assert_false(none.plays);
    }
    const ViewerAnswer broken = asked(".play/broken/");
    assert_int_equal(broken.status, 404);
    assert_true(says(&broken, "this cannot be built"));
    assert_int_equal(asked(".play/town/config/").status, 404);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(games_and_projects_are_played_if_the_page_is_installed),
        TEST(the_page_of_a_game_is_answered_file_by_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
