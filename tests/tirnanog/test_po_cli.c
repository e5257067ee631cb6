/* `oisin po`, and the tools of gettext on what it writes. */
#include "lib/cli.h"

static Cli *begin_game(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin new mygame");
    return cli;
}

static bool has_gettext(void) { return has_tool("msgfmt") && has_tool("msgmerge"); }

static void template_is_written_into_the_project_or_to_a_file(void **state)
{
    Cli *cli = begin_game(state);
    expect(cli, 0, "oisin po template mygame");
    expect(cli, 0, "oisin po template mygame -o here.pot");
    expect(cli, 0, "cmp here.pot mygame/lang/mygame.pot");
    expect(cli, 0,
           "oisin po template mygame -o /dev/stdout > there.pot; cmp here.pot there.pot");
    expect(cli, 0, "oisin check mygame");
    assert_null(strstr(content(cli, "err"), "warning:"));
}

/* One text with two contexts: the confirmed translation stays, no other one is lost. */
static void merge_prefers_confirmed_translations(void **state)
{
    Cli *cli = begin_game(state);
    expect(cli, 0, "oisin po merge mygame de");
    expect(
        cli, 0,
        "printf 'msgid \"\"\\nmsgstr \"Content-Type: text/plain; "
        "charset=UTF-8\\\\n\"\\n\\nmsgctxt \"language\"\\nmsgid \"English\"\\nmsgstr "
        "\"Deutsch\"\\n\\n#, fuzzy\\n"
        "msgctxt \"a\"\\nmsgid \"Coin\"\\nmsgstr \"Geldstueck\"\\n\\nmsgctxt \"b\"\\nmsgid "
        "\"Coin\"\\nmsgstr \"Muenze\"\\n\\n#, fuzzy\\nmsgctxt \"c\"\\nmsgid \"Coin\"\\nmsgstr "
        "\"Taler\"\\n' > mygame/lang/de.po && oisin po merge mygame de");
    expect(cli, 0,
           "grep -A1 '^msgid \"Coin\"' mygame/lang/de.po | grep -q '^msgstr \"Muenze\"' && "
           "grep -q '^#~.*Geldstueck' mygame/lang/de.po && "
           "grep -q '^#~.*Taler' mygame/lang/de.po");
}

static void merge_creates_languages_and_writes_equal_files_once(void **state)
{
    Cli *cli = begin_game(state);
    expect(cli, 0, "oisin po merge mygame de fr");
    expect(cli, 0,
           "touch -d 2001-01-01 mygame/lang/de.po; oisin po merge mygame; "
           "test -z \"$(find mygame/lang/de.po -newermt 2001-01-02)\"");
    assert_non_null(strstr(content(cli, "err"), "lang/fr.po: 1 translated, 0 fuzzy"));
    expect(cli, 0,
           "oisin po stats mygame --json | grep -A4 '\"fr\"' | grep '\"translated\": 1'");
    expect(cli, 0, "grep -A1 '^msgid \"English\"' mygame/lang/fr.po | grep -q Fran");
}

/* A damaged file is the work of somebody: it is not replaced. */
static void damaged_files_and_translations_are_not_replaced(void **state)
{
    Cli *cli = begin_game(state);
    expect(cli, 0, "oisin po merge mygame fr; cp mygame/lang/fr.po fr.po");
    expect(cli, 0,
           "printf 'msgid' > mygame/lang/de.po; sed -i 's/Sign/Post/' "
           "mygame/objects/*.obj");
    expect(cli, 1, "oisin po merge mygame");
    expect(cli, 0, "test \"$(cat mygame/lang/de.po)\" = msgid && cmp fr.po mygame/lang/fr.po");
    expect(cli, 0, "rm mygame/lang/de.po");
    expect(cli, 0, "oisin po pseudo mygame && oisin po pseudo mygame");
    expect(cli, 1, "oisin po pseudo mygame fr");
    expect(cli, 0, "cmp fr.po mygame/lang/fr.po");
}

/* The undo of the commit took the missing folder for lost files: a staging folder remained, and
 * every later run left another one. */
static void file_in_place_of_the_folder_is_kept_and_nothing_remains(void **state)
{
    Cli *cli = begin_game(state);
    expect(cli, 0,
           "rm -rf mygame/lang && echo precious > mygame/lang && ls -A mygame > before");
    expect(cli, 1, "oisin po merge mygame fr");
    assert_non_null(strstr(content(cli, "err"), "mygame/lang/fr.po: cannot write"));
    assert_null(strstr(content(cli, "err"), "the next run restores"));
    assert_null(strstr(content(cli, "err"), "translated")); /* nothing was written */
    expect(cli, 0, "ls -A mygame | cmp - before && grep -q precious mygame/lang");
}

static void wrong_command_lines_are_refused(void **state)
{
    Cli *cli = begin_game(state);
    expect(cli, 2, "oisin po");
    expect(cli, 2, "oisin po merge");
    expect(cli, 2, "oisin po update mygame");
    expect(cli, 2, "oisin po merge mygame DE");
    expect(cli, 2, "oisin po merge mygame de -o x.po");
    expect(cli, 2, "oisin po template mygame de");
    expect(cli, 2, "oisin po pseudo mygame zz zy");
    expect(cli, 1, "oisin po stats nothing");
}

static void tools_of_gettext_accept_our_files(void **state)
{
    Cli *cli = begin_game(state);
    if (!has_gettext())
        skip();
    expect(cli, 0,
           "oisin po template mygame; oisin po merge mygame de; oisin po pseudo mygame");
    expect(cli, 0, "for f in mygame/lang/*.po; do msgfmt -c -o x.mo $f || exit 1; done");
    expect(cli, 0, "test ! -s err");
    expect(cli, 0, "msgfmt -c -o x.mo mygame/lang/mygame.pot");
}

/* pofilter's tests of the form; those of the wording are for translators. */
static void pofilter_accepts_our_files(void **state)
{
    Cli *cli = *state;
    char here[256];
    if (!has_gettext() || !has_tool("pofilter") || !has_tool("msgen"))
        skip();
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(sh(cli, "cp -r %s/examples/segais . && oisin po merge segais de fr", here),
                     0);
    expect(cli, 0, "msgen segais/lang/fr.po -o same.po && mv same.po segais/lang/fr.po");
    expect(cli, 0,
           "for l in de fr; do pofilter -t escapes -t newlines -t tabs -t printf -t xmltags -t "
           "nplurals -t blank -t emails -t urls -t variables segais/lang/$l.po $l.out; done; "
           "! grep -h '(pofilter)' *.out");
    expect(cli, 0,
           "sed -i 's/^msgstr \"\\(.*\\)\"$/msgstr \"\\1\\\\n\"/' segais/lang/fr.po; "
           "pofilter -t newlines segais/lang/fr.po bad.out; grep -q '(pofilter)' bad.out");
}

/* Also with changed texts: msgmerge and `oisin po merge` agree. */
static void example_through_msgmerge_is_the_same_game(void **state)
{
    Cli *cli = *state;
    char here[256];
    if (!has_gettext())
        skip();
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(
        sh(cli, "cp -r %s/examples/segais . && oisin build segais -o first.tng", here), 0);
    expect(cli, 0,
           "oisin po merge segais && oisin build segais -o second.tng && "
           "cmp first.tng second.tng");
    expect(cli, 0, "oisin po template segais");
    expect(cli, 0,
           "for l in de en; do msgmerge -q segais/lang/$l.po segais/lang/segais.pot -o "
           "$l.po && msgfmt -c -o x.mo $l.po && mv $l.po segais/lang || exit 1; done");
    expect(cli, 0, "oisin build segais -o third.tng && cmp first.tng third.tng");
    expect(cli, 0,
           "sed -i 's/A tale is lost/A tale is lost for ever/' segais/ui/alerts.cfg && "
           "oisin po template segais && "
           "msgmerge -q segais/lang/de.po segais/lang/segais.pot -o segais/lang/de.po && "
           "oisin po stats segais");
    assert_non_null(strstr(content(cli, "out"), "de               231      1        0    232"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(template_is_written_into_the_project_or_to_a_file),
        TEST(merge_prefers_confirmed_translations),
        TEST(merge_creates_languages_and_writes_equal_files_once),
        TEST(damaged_files_and_translations_are_not_replaced),
        TEST(file_in_place_of_the_folder_is_kept_and_nothing_remains),
        TEST(wrong_command_lines_are_refused),
        TEST(tools_of_gettext_accept_our_files),
        TEST(pofilter_accepts_our_files),
        TEST(example_through_msgmerge_is_the_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
