/* Which language a game has for a player: lists as of LANGUAGE and navigator.languages. */
#include "lib/audit_kit.h"

#include "player/player_languages.h"

static TngFile *game_with(Kit *kit, const char *codes)
{
    ProjectFiles files = small_project(kit);
    for (const char *at = codes; *at; at += at[2] ? 3 : 2)
        put_text(kit, &files, arena_format(kit->arena, "lang/%.2s.po", at).at,
                 arena_format(kit->arena,
                              "# TirNanoG Translation\nmsgid \"%.2s\"\nmsgstr \"L %.2s\"\n"
                              "msgid \"Mygame\"\nmsgstr \"x\"\n",
                              at, at)
                     .at);
    return game_of(kit, built(kit, &files));
}

static void first_language_of_the_list_that_the_game_has_is_chosen(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *game, *list, *chosen;
    } cases[] = {
        {"de fi", "fil_PH.UTF-8", "en"}, /* another language than fi */
        {"de fi", "fi_FI.UTF-8", "fi"},
        {"de fi", "fr:de:en", "de"},
        {"de fi", "fr:en:de", "en"},
        {"de fi", "de", "de"},
        {"de fi", "de-AT", "de"},
        {"de fi", "de.UTF-8", "de"},
        {"de fi", "de@euro", "de"},
        {"de fi", "DE_de", "de"},
        {"de fi", "deu:fin", "en"},
        {"de fi", "::de:", "de"},
        {"de fi", "fil-PH:fi-FI", "fi"},
        {"de fi", "d:e:_de:-", "en"},
        {"de fi", "", "en"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const TngFile *game = game_with(kit, cases[i].game);
        const TngLanguage *language =
            tng_language(game, languages_choose(game, text_of(cases[i].list)))->record;
        if (memcmp(language->code, cases[i].chosen, 2) != 0)
            fail_msg("\"%s\": %.2s, not %s", cases[i].list, language->code, cases[i].chosen);
    }
}

static void servers_get_the_first_language_of_two_letters(void **state)
{
    (void)state;
    assert_true(text_is(languages_first(TEXT("fil_PH:de_AT:en")), "de"));
    assert_true(text_is(languages_first(TEXT("")), ""));
    assert_true(text_is(languages_first(TEXT("C:a1:é")), ""));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(first_language_of_the_list_that_the_game_has_is_chosen),
        TEST(servers_get_the_first_language_of_two_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
