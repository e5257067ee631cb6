/* Games of other languages than Russian, as a user works with them: their texts are shown
 * right, edited, and written in the encoding that they had. */
#include "lib/cli.h"
#include "lib/edition_texts.h"
#include "lib/evil_adb.h"
#include "lib/evil_db.h"
#include "lib/evil_mob.h"

/* The texts of an edition as files raw/t0, raw/t1 ... in its encoding. */
static void put_texts(Cli *cli, const EditionTexts *edition)
{
    expect(cli, 0, "rm -rf raw game w && mkdir raw game");
    for (size_t i = 0; i < edition->count; i++) {
        Text bytes;
        assert_true(encoding_encode(edition->encoding, text_of(edition->texts[i]), &bytes, NULL,
                                    cli->arena));
        cli_put(cli, arena_format(cli->arena, "raw/t%zu", i).at, bytes_of_text(bytes));
    }
    expect(cli, 0, "oisin pack raw -o game/texts.res -q");
}

static void texts_of_every_edition_are_shown_edited_and_packed(void **state)
{
    Cli *cli = *state;
    for (const EditionTexts *edition = edition_texts; edition->count; edition++) {
        put_texts(cli, edition);
        expect(cli, 0,
               "oisin unpack game -o w --open -q && oisin pack w -o same -q && cmp "
               "same/texts.res game/texts.res && rm -r same");
        for (size_t i = 0; i < edition->count; i++)
            assert_string_equal(
                content(cli, arena_format(cli->arena, "w/texts.res/t%zu.txt", i).at),
                edition->texts[i]);
        /* An edited text, and a new one, get the encoding of the others. */
        expect(cli, 0,
               "cat w/texts.res/t0.txt w/texts.res/t1.txt > more && cp more "
               "w/texts.res/t0.txt && cp more w/texts.res/new.txt && oisin pack w -o "
               "game -q && cat raw/t0 raw/t1 > bytes && oisin unpack game/texts.res -o "
               "got -q && cmp bytes got/t0 && cmp bytes got/new && cmp raw/t2 got/t2 && "
               "rm -r got");
    }
}

static void texts_of_a_mixed_archive_keep_their_own_encodings(void **state)
{
    Cli *cli = *state;
    expect(
        cli, 0,
        "mkdir raw pl && printf 'Siekiera z br\\271zu' > raw/axe && "
        "printf 'Metall\\344xte' > raw/axes && printf '\\303\\211p\\303\\251e' > raw/sword && "
        "printf '\\265\\265\\263\\242' > raw/hatchet && oisin pack raw -o pl/texts.res -q && "
        "oisin unpack pl -o w --recursive --open -q");
    assert_string_equal(content(cli, "w/texts.res/axe.txt"), "Siekiera z brązu");
    assert_string_equal(content(cli, "w/texts.res/axes.txt"), "Metalläxte");
    assert_string_equal(content(cli, "w/texts.res/sword.txt"), "Épée");
    assert_string_equal(content(cli, "w/texts.res/hatchet.txt"), "도끼");
    expect(cli, 0,
           "printf 'Topór z brązu' > w/texts.res/axe.txt && oisin pack w -o pl -q && "
           "oisin unpack pl/texts.res -o got -q && test \"$(cat got/axe)\" = "
           "\"$(printf 'Top\\363r z br\\271zu')\" && cmp got/hatchet raw/hatchet");
}

static void encoding_is_chosen_for_a_workspace_and_for_edited_texts(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "mkdir raw game && printf 'Hello' > raw/hello && oisin pack raw -o "
           "game/texts.res -q && oisin unpack game -o w --open -q --encoding cp1250 && "
           "grep -q '\"settings\": \"cp1250\"' w/.oisin/workspace.json && printf Topór > "
           "w/texts.res/hello.txt && oisin pack w -o game -q && oisin unpack "
           "game/texts.res -o got -q && test \"$(cat got/hello)\" = "
           "\"$(printf 'Top\\363r')\"");
    expect(cli, 1, "printf Топор > w/texts.res/hello.txt && oisin pack w -o game");
    assert_non_null(strstr(content(cli, "err"),
                           "w/texts.res/hello.txt:1:1: U+0422 is not in cp1250; cp1251, utf-8 "
                           "and cp949 have it"));
    expect(cli, 0,
           "oisin pack w -o game -q --encoding cp1251 && oisin show "
           "game/texts.res/hello > said && test \"$(cat said)\" = Топор");
    expect(cli, 2, "oisin unpack game -o w2 --open --encoding latin1");
    assert_non_null(strstr(content(cli, "err"), "expected cp1251, cp1250, utf-8 or cp949"));
}

/* Texts of cp1251, which is noted nowhere, and settings, a database. */
static void pack_in_an_encoding_changes_only_what_was_edited(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "items.idb", small_db(kit, 0));
    kit_free(kit);
    expect(
        cli, 0,
        "mkdir raw && mv items.idb raw && for n in 1 2 3 4 5 6 7 8; do printf "
        "'\\316\\361\\362\\360\\373\\351 \\354\\345\\367 "
        "%s' "
        "$n > raw/text$n; done && printf '[a]\\nname=Топор\\n' > a.ini && oisin convert a.ini "
        "raw/a.reg -q && mkdir game && oisin pack raw -o game/texts.res -q && oisin unpack "
        "game -o w --open -q && printf 'Stępiony miecz' > w/texts.res/text5.txt && printf "
        "Łuk > w/texts.res/new.txt && oisin pack w -o game -q --encoding cp1250 && oisin "
        "unpack game/texts.res -o got -q && test \"$(cat got/text5)\" = "
        "\"$(printf 'St\\352piony miecz')\" && test \"$(cat got/new)\" = "
        "\"$(printf '\\243uk')\" && rm raw/text5 got/text5 got/new && diff -r -x .oisin.json "
        "raw got");
}

static void settings_of_other_editions_are_converted_and_back(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "printf '[a]\\nname=Topór z brązu\\n' > a.ini && oisin convert a.ini a.reg "
           "--encoding cp1250 && oisin convert a.reg b.ini && grep -v '^#!encoding cp1250$' "
           "b.ini | cmp a.ini - && "
           "oisin convert b.ini b.reg -q && cmp a.reg b.reg");
    assert_non_null(strstr(content(cli, "err"), "its texts are in cp1250"));
    expect(cli, 0,
           "oisin show a.reg | grep -q 'Topór z brązu' && oisin convert a.reg a.json -q && "
           "grep -q '\"encoding\": \"cp1250\"' a.json && oisin convert a.json c.reg -q && "
           "cmp a.reg c.reg && sed 's/brązu/żelaza/' a.json > d.json && oisin convert "
           "d.json d.reg -q");
    expect(cli, 1, "oisin diff a.reg d.reg > said 2>&1 || (cat said; exit 1)");
    assert_non_null(strstr(content(cli, "out"), "\"Topór z brązu\" -> \"Topór z żelaza\""));
    expect(cli, 1, "oisin convert a.ini e.reg");
    assert_non_null(strstr(content(cli, "err"),
                           "a.ini:2:9: U+00F3 is not in cp1251; cp1250 and utf-8 have it"));
    expect(cli, 0,
           "printf '[a]\\nname=도끼\\n' > k.ini && oisin convert k.ini k.reg "
           "--encoding cp949 -q && oisin convert k.reg l.ini -q && grep -v '^#!encoding "
           "cp949$' l.ini | cmp k.ini - && "
           "sed -i s/cp949/utf8/ l.ini && oisin convert l.ini m.reg -q && grep -q 도끼 m.reg");
}

/* As editors of the community write them. */
static void ini_files_in_cp1251_are_read_and_named(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "printf '[a]\\nname = \\322\\356\\357\\356\\360\\n' > a.ini && oisin convert "
           "a.ini a.reg");
    assert_non_null(strstr(content(cli, "err"), "read as cp1251, since it is not UTF-8"));
    expect(cli, 0,
           "oisin show a.reg | grep -q Топор && printf '\\357\\273\\277[a]\\nname = "
           "Топор\\n' > b.ini && oisin convert b.ini b.reg && cmp a.reg b.reg");
}

/* The tables of a database, also as editors of the community write them: not in UTF-8. */
static void databases_of_other_editions_are_converted_and_back(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "items.idb", small_db(kit, 0));
    kit_free(kit);
    expect(cli, 0,
           "oisin convert items.idb -o f -q && sed -i s/Сталь/Stal/ f/*.csv && sed -i "
           "'s/^main,/Żółty miecz,/' "
           "f/materials.csv && oisin convert f -o pl.idb --encoding cp1250 -q && oisin "
           "convert pl.idb -o g && cmp f/materials.csv g/materials.csv");
    assert_non_null(strstr(content(cli, "err"), "its texts are in cp1250"));
    expect(cli, 0,
           "mkdir h && cp f/* h && iconv -f UTF-8 -t CP1250 f/materials.csv > "
           "h/materials.csv && oisin convert h -o again.idb && cmp pl.idb again.idb");
    assert_non_null(
        strstr(content(cli, "err"), "files read as cp1250, since they are not UTF-8"));
    expect(cli, 1, "oisin convert f -o ru.idb");
    assert_non_null(strstr(content(cli, "err"), "U+017B is not in cp1251; cp1250 and utf-8 "));
}

/* Back without --encoding: a folder, a spreadsheet and a table of animations say it themselves.
 */
static void encoding_is_noted_in_all_that_a_file_becomes(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "items.idb", small_db(kit, 0));
    cli_put(cli, "unit.adb", small_adb(kit, 88));
    kit_free(kit);
    expect(cli, 0,
           "oisin convert items.idb -o f -q && oisin convert unit.adb unit.csv -q && sed -i "
           "s/Сталь/Stal/ f/*.csv && sed -i "
           "'s/^main,/Żółty miecz,/' f/materials.csv && sed -i -e 's/Лес of sixteen/les/' -e "
           "'5s/^[^,]*/Épée/' unit.csv");
    for (const char *const *name = (const char *[]){"utf-8", "cp1250", NULL}; *name; name++) {
        char command[600];
        snprintf(command, sizeof command,
                 "rm -rf g *.xlsx [ab].idb pl.idb && oisin convert f -o pl.idb --encoding %s "
                 "-q && oisin "
                 "convert pl.idb -o g -q && grep -qx %s g/encoding.txt && oisin convert g -o "
                 "a.idb -q && cmp pl.idb a.idb && oisin convert pl.idb pl.xlsx -q "
                 "&& oisin convert pl.xlsx b.idb -q && cmp pl.idb b.idb",
                 *name, *name);
        expect(cli, 0, command);
        snprintf(command, sizeof command,
                 "rm -f u.* v.* && oisin convert unit.csv u.adb --encoding %s -q && oisin "
                 "convert u.adb "
                 "v.csv -q && oisin convert v.csv v.adb -q && cmp u.adb v.adb",
                 *name);
        expect(cli, 0, command);
    }
    expect(
        cli, 0,
        "oisin convert g -o c.idb --encoding utf-8 -q && oisin convert f -o d.idb --encoding "
        "utf-8 -q && cmp c.idb d.idb && iconv -f UTF-8 -t CP1250 f/materials.csv > "
        "g/materials.csv && oisin convert g -o e.idb -q && cmp pl.idb e.idb");
    /* Saved by Notepad; over the folder of another edition; a CSV in another encoding. */
    expect(cli, 0,
           "oisin convert pl.idb -o n -q && printf '\\357\\273\\277cp1250\\r\\n' > "
           "n/encoding.txt && oisin convert n -o n.idb -q && cmp pl.idb n.idb");
    expect(
        cli, 0,
        "oisin convert items.idb -o ru -q && oisin convert ru -o ru.idb -q && oisin convert "
        "pl.idb -o twice -q && test -e twice/encoding.txt && oisin convert ru.idb -o twice -q "
        "&& oisin convert twice -o back.idb -q && cmp ru.idb back.idb");
    expect(
        cli, 0,
        "oisin convert unit.csv u8.adb --encoding utf-8 -q && oisin convert u8.adb u8.csv -q "
        "&& iconv -f UTF-8 -t CP1250 u8.csv > saved.csv && oisin convert saved.csv back.adb "
        "-q && cmp u8.adb back.adb");
    expect(cli, 1, "echo latin1 > g/encoding.txt && oisin convert g -o z.idb");
    assert_non_null(strstr(content(cli, "err"), "encoding.txt: unknown encoding \"latin1\"; "));
}

/* One table was saved in the encoding of the game: the others are still in UTF-8. */
static void tables_in_two_encodings_are_read_each_in_its_own(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "items.idb", small_db(kit, 0));
    kit_free(kit);
    expect(
        cli, 0,
        "oisin convert items.idb -o f -q && sed -i s/main,/главный,/ f/*.csv && oisin convert "
        "f -o ru.idb -q && test `grep -lP '[^\\0-\\x7f]' f/*.csv | wc -l` -ge 2");
    expect(cli, 0,
           "for table in f/*.csv; do rm -rf h again.idb && cp -r f h && iconv -f UTF-8 -t "
           "CP1251 $table > "
           "h/${table#f/} && oisin convert h -o again.idb -q && cmp ru.idb again.idb || "
           "exit 1; done");
}

static void damaged_utf8_is_taken_for_no_encoding(void **state)
{
    Cli *cli = *state;
    expect(cli, 1,
           "printf '[a]\nname=Меч и большой щит воина\ntext=И ещё одна строка\n"
           "last=слов\320\n' > c.ini && oisin convert c.ini c.reg");
    assert_non_null(strstr(content(cli, "err"), "c.ini:4:10: the text is not valid UTF-8"));
    expect(cli, 1, "test -e c.reg");
}

static void map_objects_of_other_editions_are_shown_and_edited(void **state)
{
    Cli *cli = *state;
    Writer out = writer_to(cli->arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    const size_t section = mob_begin(&out, MOB_OBJECTSECTION);
    const size_t object = mob_begin(&out, MOB_OBJECT);
    const size_t name = mob_begin(&out, MOB_OBJNAME);
    mob_put_u32(&out, MOB_NID, 7);
    out.size -= 12; /* only the name */
    write_text(&out, TEXT("Sch\xFCtze mit Armbr\xFCsten"));
    mob_end(&out, name);
    mob_put_u32(&out, MOB_NID, 7);
    mob_end(&out, object);
    mob_end(&out, section);
    mob_end(&out, root);
    cli_put(cli, "a.mob", writer_bytes(&out));
    expect(cli, 0,
           "oisin convert a.mob -o f -q && grep -q 'Schütze mit Armbrüsten' "
           "f/objects.json && oisin convert f -o b.mob -q && cmp a.mob b.mob");
    expect(cli, 0,
           "oisin convert a.mob a.mob_git.yaml -q && grep -q Schütze a.mob_git.yaml && "
           "sed -i s/Schütze/Jäger/ a.mob_git.yaml && oisin convert a.mob_git.yaml c.mob "
           "-q && oisin show c.mob | grep -q 'Jäger mit Armbrüsten'");
}

static void names_in_archives_have_an_encoding_too(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir raw && echo 1 > 'raw/Źródło życia.bin' && echo 2 > raw/b.bin");
    expect(cli, 1, "oisin pack raw -o a.res");
    assert_non_null(strstr(content(cli, "err"),
                           "the name \"Źródło życia.bin\": U+0179 is not in cp1251; cp1250 and "
                           "utf-8 have it"));
    expect(cli, 0,
           "oisin pack raw -o a.res -q --encoding cp1250 && oisin unpack a.res -o got -q "
           "&& cmp 'raw/Źródło życia.bin' 'got/Źródło życia.bin' && oisin pack got -o "
           "b.res -q && cmp a.res b.res && echo 3 > got/Łąka.bin && oisin pack got -o "
           "b.res -q && oisin unpack b.res -o again -q && test -f again/Łąka.bin");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(texts_of_every_edition_are_shown_edited_and_packed),
        TEST(texts_of_a_mixed_archive_keep_their_own_encodings),
        TEST(encoding_is_chosen_for_a_workspace_and_for_edited_texts),
        TEST(pack_in_an_encoding_changes_only_what_was_edited),
        TEST(settings_of_other_editions_are_converted_and_back),
        TEST(ini_files_in_cp1251_are_read_and_named),
        TEST(encoding_is_noted_in_all_that_a_file_becomes),
        TEST(databases_of_other_editions_are_converted_and_back),
        TEST(tables_in_two_encodings_are_read_each_in_its_own),
        TEST(damaged_utf8_is_taken_for_no_encoding),
        TEST(map_objects_of_other_editions_are_shown_and_edited),
        TEST(names_in_archives_have_an_encoding_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
