/* `oisin prove` as a user runs it. */
#include "lib/cli.h"
#include "lib/foreign_game.h"
#include "lib/prove_writer.h"
#include "lib/small_game.h"

#include "base/json.h"
#include "oisin.h"

static uint8_t bytes[WRITER_MAX];

static void put_game(Cli *cli, const char *name, unsigned contents, GameFault fault)
{
    const GameTruth truth = {.seed = 9, .contents = contents, .fault = fault};
    cli_put(cli, name, (Bytes){bytes, write_game(&truth, bytes)});
}

/* The game of `oisin new`, in the file of another writer. */
static void put_foreign(Cli *cli, const char *name, unsigned features)
{
    Kit *kit = kit_new();
    TngFile game;
    assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
    cli_put(cli, name, foreign_game(&game, features, 4, kit->arena, &kit->report));
    kit_free(kit);
}

static bool has(Cli *cli, const char *file, const char *part)
{
    return strstr(content(cli, file), part);
}

static void report_has_answers_and_nothing_of_the_game(void **state)
{
    Cli *cli = *state;
    put_foreign(cli, "secret.tng", FOREIGN_BLOCK | FOREIGN_STRINGS | FOREIGN_STRIP);
    expect(cli, 0, "oisin prove secret.tng -o report.txt");
    assert_string_equal(content(cli, "out"), "");
    assert_true(has(cli, "report.txt", "oisin " OISIN_VERSION));
    assert_true(has(cli, "report.txt", "map_values (000:603)"));
    assert_true(has(cli, "report.txt", "settled: reading values"));
    assert_true(has(cli, "report.txt", "npc_category"));
    assert_true(has(cli, "report.txt", "SHA-256: "));
    assert_true(has(cli, "report.txt", "  maps "));
    assert_true(has(cli, "report.txt", "Nothing contradicts"));
    static const char *const secrets[] = {"secret", "mygame",   "meadow", "guide", "hero",
                                          "coin",   "Wanderer", "Three",  "grass"};
    for (size_t i = 0; i < COUNT_OF(secrets); i++)
        assert_false(has(cli, "report.txt", secrets[i]));
    expect(cli, 0, "oisin prove secret.tng");
    assert_string_equal(content(cli, "out"), content(cli, "report.txt"));
    /* The hash is that of the file. */
    expect(cli, 0, "grep -qF \"$(sha256sum secret.tng | cut -d' ' -f1)\" report.txt");
}

static void contradiction_has_status_1(void **state)
{
    Cli *cli = *state;
    put_game(cli, "game.tng", HAS_EVERYTHING & ~HAS_OTHER_RATE, FAULT_EVENT_CATEGORY);
    expect(cli, 1, "oisin prove game.tng");
    assert_true(has(cli, "out",
                    "contradiction: no permitted reading fits\n"
                    "    not 1: section 31, number "));
    assert_true(has(cli, "err", "game.tng: contradicts the documents or this program"));
    assert_false(has(cli, "out", WRITER_NAME));
}

static void damaged_and_encrypted_files_have_one_line(void **state)
{
    Cli *cli = *state;
    put_game(cli, "game.tng", HAS_EVERYTHING & ~HAS_OTHER_RATE, FAULT_CRC);
    expect(cli, 1, "oisin prove game.tng");
    assert_true(has(cli, "err", "game.tng: the file is damaged, or we misunderstand"));
    const char *message = content(cli, "err");
    assert_string_equal(strchr(message, '\n'), "\n"); /* one line */
    assert_false(has(cli, "out", ": settled"));
    expect(cli, 0, "head -c 90 game.tng >cut.tng");
    expect(cli, 1, "oisin prove cut.tng");
    assert_true(has(cli, "err", "cut.tng: "));
    assert_string_equal(content(cli, "out"), "");
    bytes[60] = 1;
    cli_put(cli, "locked.tng", (Bytes){bytes, 500});
    expect(cli, 1, "oisin prove locked.tng -o report.txt");
    assert_true(has(cli, "err", "locked.tng: the file is encrypted"));
    expect(cli, 1, "test -e report.txt");
    expect(cli, 0, "echo hello >text.txt");
    expect(cli, 1, "oisin prove text.txt");
    assert_true(has(cli, "err", "text.txt: expected a game (.tng)"));
}

static void report_does_not_replace_a_proved_file(void **state)
{
    Cli *cli = *state;
    put_game(cli, "game.tng", HAS_EVERYTHING & ~HAS_OTHER_RATE, FAULT_NONE);
    expect(cli, 0, "cp game.tng copy; ln -s game.tng link");
    expect(cli, 1, "oisin prove game.tng -o link");
    assert_true(has(cli, "err", "must not be overwritten"));
    expect(cli, 0, "cmp game.tng copy");
}

static void own_game_is_named_as_such(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin new mine && oisin build mine -o mine.tng");
    expect(cli, 0, "oisin prove mine.tng");
    assert_true(has(cli, "out", "This program wrote the file"));
    assert_false(has(cli, "out", ": settled"));
    assert_true(has(cli, "out", "this program wrote the file, so it proves nothing"));
}

static void saved_game_is_proved_with_its_game(void **state)
{
    Cli *cli = *state;
    const unsigned readings[SAVE_QUESTIONS] = {0};
    cli_put(cli, "game.tng", (Bytes){bytes, write_game_of_saves(bytes)});
    cli_put(cli, "one.sav", (Bytes){bytes, write_save(readings, SAVE_EVERYTHING, bytes)});
    expect(cli, 0, "oisin prove one.sav");
    assert_true(has(cli, "out", "name the game of the saved game, too"));
    sh(cli, "oisin prove one.sav game.tng");
    assert_true(
        has(cli, "out", "settled: reading ordinal: its position in the section of NPCs"));
    assert_false(has(cli, "out", WRITER_NAME));
    expect(cli, 0, "sed 's/" WRITER_NAME "/Wixquz/' one.sav >other.sav");
    sh(cli,
       "oisin prove one.sav other.sav one.sav game.tng >all; grep -c 'reading ordinal: its "
       "position in the section of NPCs' all; grep -c 'name the game' all");
    assert_string_equal(content(cli, "out"), "2\n6\n");
}

/* "name the game of the saved game, too", said the answers, though it was named. */
static void damaged_game_of_a_save_is_named_as_such(void **state)
{
    Cli *cli = *state;
    const unsigned readings[SAVE_QUESTIONS] = {0};
    const size_t size = write_game_of_saves(bytes);
    cli_put(cli, "short.tng", (Bytes){bytes, 100});
    bytes[size - 1] ^= 4;
    cli_put(cli, "wrong.tng", (Bytes){bytes, size});
    cli_put(cli, "one.sav", (Bytes){bytes, write_save(readings, SAVE_EVERYTHING, bytes)});
    sh(cli, "oisin prove one.sav short.tng");
    assert_true(has(cli, "out", "the game cannot be examined: at byte "));
    assert_false(has(cli, "out", "name the game"));
    sh(cli, "oisin prove one.sav wrong.tng");
    assert_true(
        has(cli, "out", "the game cannot be examined: a CRC fits no permitted reading"));
    assert_false(has(cli, "out", "name the game"));
}

static void document_names_saves_of_own_games(void **state)
{
    Cli *cli = *state;
    Report silent = report_to(NULL, NULL);
    const unsigned readings[SAVE_QUESTIONS] = {0};
    expect(cli, 0, "oisin new " WRITER_NAME " && oisin build " WRITER_NAME " -o game.tng");
    cli_put(cli, "one.sav", (Bytes){bytes, write_save(readings, SAVE_EVERYTHING, bytes)});
    sh(cli, "oisin prove one.sav game.tng --json >document");
    const json_t *proofs = json_object_get(
        json_read(bytes_of_text(text_of(content(cli, "document"))), cli->arena, &silent),
        "proofs");
    const json_t *save = json_array_get(proofs, 0), *game = json_array_get(proofs, 1);
    assert_true(json_is_false(json_object_get(save, "own")));
    assert_true(json_is_true(json_object_get(save, "own_game")));
    assert_true(json_is_true(json_object_get(game, "own")));
    assert_true(json_is_false(json_object_get(game, "own_game")));
}

static void document_has_all_answers(void **state)
{
    Cli *cli = *state;
    Report silent = report_to(NULL, NULL);
    put_foreign(cli, "game.tng", FOREIGN_BLOCK | FOREIGN_STRIP);
    expect(cli, 0, "oisin prove game.tng --json -o report.txt >document");
    expect(cli, 0, "test -s report.txt");
    const json_t *json =
        json_read(bytes_of_text(text_of(content(cli, "document"))), cli->arena, &silent);
    assert_non_null(json);
    const json_t *proof = json_array_get(json_object_get(json, "proofs"), 0);
    assert_string_equal(json_string_value(json_object_get(proof, "kind")), "game");
    assert_true(json_is_true(json_object_get(proof, "built")));
    assert_true(json_is_true(json_object_get(proof, "agrees")));
    const json_t *answers = json_object_get(proof, "answers"), *answer;
    size_t i, settled = 0;
    json_array_foreach(answers, i, answer)
    {
        const char *word = json_string_value(json_object_get(answer, "answer"));
        assert_non_null(json_object_get(answer, "question"));
        settled += !strcmp(word, "settled");
        assert_true(!strcmp(word, "settled") ==
                    json_is_string(json_object_get(answer, "reading")));
    }
    assert_int_equal(json_array_size(answers), 13);
    assert_true(settled >= 8);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(report_has_answers_and_nothing_of_the_game),
        TEST(contradiction_has_status_1),
        TEST(damaged_and_encrypted_files_have_one_line),
        TEST(report_does_not_replace_a_proved_file),
        TEST(own_game_is_named_as_such),
        TEST(saved_game_is_proved_with_its_game),
        TEST(damaged_game_of_a_save_is_named_as_such),
        TEST(document_names_saves_of_own_games),
        TEST(document_has_all_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
