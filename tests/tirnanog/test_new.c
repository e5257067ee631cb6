/* `oisin new`: templates in zip files, and projects in ~/TirNanoG. */
#include "lib/cli.h"

#include "base/stream.h"

#include <sys/stat.h>
#include <zip.h>

typedef struct ZipFile {
    const char *name, *text; /* text NULL: a folder */
    unsigned mode;           /* of Unix; 0: not stored */
    bool bzip2;
} ZipFile;

#define CONFIG "TirNanoG Project 0\r\nA game\r\northo 32 32 16\r\n"

/* Writes a zip of the desk's folder. */
static void put_zip(Cli *cli, const char *path, const ZipFile *files, size_t count)
{
    char whole[200];
    int code;
    snprintf(whole, sizeof whole, "%s/%s", cli->folder, path);
    zip_t *zip = zip_open(whole, ZIP_CREATE | ZIP_TRUNCATE, &code);
    assert_non_null(zip);
    for (size_t i = 0; i < count; i++) {
        const ZipFile *file = &files[i];
        zip_int64_t index;
        if (file->text)
            index = zip_file_add(zip, file->name,
                                 zip_source_buffer(zip, file->text, strlen(file->text), 0),
                                 ZIP_FL_ENC_UTF_8);
        else
            index = zip_dir_add(zip, file->name, ZIP_FL_ENC_UTF_8);
        assert_true(index >= 0);
        if (file->mode)
            zip_file_set_external_attributes(zip, (zip_uint64_t)index, 0, ZIP_OPSYS_UNIX,
                                             file->mode << 16);
        if (file->bzip2)
            zip_set_file_compression(zip, (zip_uint64_t)index, ZIP_CM_BZIP2, 1);
    }
    assert_int_equal(zip_close(zip), 0);
}

#define PUT_ZIP(cli, path, ...)                                                                \
    put_zip(cli, path, (const ZipFile[]){__VA_ARGS__},                                         \
            sizeof((const ZipFile[]){__VA_ARGS__}) / sizeof(ZipFile))

static void refused(Cli *cli, const char *wanted)
{
    expect(cli, 1, "oisin new mygame --template t.zip");
    if (!strstr(content(cli, "err"), wanted))
        fail_msg("\"%s\" does not contain \"%s\"", content(cli, "err"), wanted);
    expect(cli, 0, "test ! -e mygame -a ! -e ../evil -a -z \"$(ls -d .oisin* 2>/dev/null)\"");
}

/* ---- templates ---- */

static void template_gives_the_files_of_a_project(void **state)
{
    Cli *cli = *state;
    static const char folders[][8] = {"", "start/"};
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        char config[40], credits[40], empty[40];
        snprintf(config, sizeof config, "%sconfig", folders[i]);
        snprintf(credits, sizeof credits, "%sui/credits.cfg", folders[i]);
        snprintf(empty, sizeof empty, "%smaps", folders[i]);
        PUT_ZIP(cli, "t.zip", {config, CONFIG, S_IFREG | 0644, false},
                {credits, "some text, some text, some text", 0, false}, {empty, NULL, 0, false},
                {"__MACOSX/._config", "x", 0, false});
        expect(cli, 0, "oisin new mygame --template t.zip");
        assert_string_equal(content(cli, "mygame/config"), CONFIG);
        assert_string_equal(content(cli, "mygame/ui/credits.cfg"),
                            "some text, some text, some text");
        expect(cli, 0, "test $(find mygame -type f | wc -l) = 2 && rm -r mygame");
    }
}

static void paths_in_a_root_have_one_slash(void **state)
{
    Cli *cli = *state;
    expect(cli, 1, "oisin new /tmp");
    assert_string_equal(content(cli, "err"), "/tmp already exists, and is not replaced\n");
}

/* A project of ours as a template gives the same game under another name. */
static void template_of_a_new_game_can_be_built(void **state)
{
    Cli *cli = *state;
    if (!has_tool("zip"))
        skip();
    expect(cli, 0, "oisin new first && (cd first && zip -qr ../t.zip .)");
    expect(cli, 0, "oisin new second --template t.zip && diff -r first second");
    expect(cli, 0, "oisin build second && oisin check -q second");
}

static void hostile_names_are_refused(void **state)
{
    Cli *cli = *state;
    static const struct {
        const char *name, *wanted;
    } cases[] = {
        {"../evil", "../evil"},
        {"a/../../evil", "a/../../evil"},
        {"/evil", "/evil"},
        {"c:\\evil", "c:\\evil"},
        {"a\\b", "invalid name"},
        {"con", "con"},
        {"CONFIG", "duplicate name"},
        {"config/x", "duplicate name"},
        {".git/config", ".git/config"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        PUT_ZIP(cli, "t.zip", {"config", CONFIG, 0, false}, {cases[i].name, "x", 0, false});
        refused(cli, cases[i].wanted);
    }
}

static void links_and_unknown_compressions_are_refused(void **state)
{
    Cli *cli = *state;
    PUT_ZIP(cli, "t.zip", {"config", CONFIG, 0, false},
            {"link", "/etc/passwd", S_IFLNK | 0777, false});
    refused(cli, "link: links and devices are not supported");
    PUT_ZIP(cli, "t.zip", {"config", CONFIG, 0, false},
            {"packed", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0, true});
    refused(cli, "packed: compression 12 is not supported");
}

static void damaged_zips_are_refused(void **state)
{
    Cli *cli = *state;
    PUT_ZIP(cli, "t.zip", {"readme", "x", 0, false});
    refused(cli, "there is no config file");
    PUT_ZIP(cli, "t.zip", {"a/config", CONFIG, 0, false}, {"b/x", "x", 0, false});
    refused(cli, "b/x is outside the folder of the project");
    cli_put(cli, "t.zip", bytes_of_text(TEXT("PK\3\4 nothing")));
    refused(cli, "not a usable zip file");
    expect(cli, 0, "rm t.zip");
    refused(cli, "t.zip");
    /* A byte of the data: the CRC differs. */
    PUT_ZIP(cli, "t.zip", {"config", CONFIG, 0, false}, {"x", "abcdefgh", 0, false});
    expect(cli, 0, "sed 's/abcdefgh/abcdefgi/' t.zip > u.zip && mv u.zip t.zip");
    refused(cli, "x: damaged data");
}

/* Claims another size of every file in a zip, in both of its headers. */
static void claim_size(Cli *cli, uint32_t size)
{
    char whole[200];
    static uint8_t bytes[4096];
    snprintf(whole, sizeof whole, "%s/t.zip", cli->folder);
    FILE *file = fopen(whole, "rb");
    assert_non_null(file);
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t i = 0; i + 46 < count; i++) {
        const bool is_local = !memcmp(bytes + i, "PK\3\4", 4);
        if (is_local || !memcmp(bytes + i, "PK\1\2", 4))
            memcpy(bytes + i + (is_local ? 22 : 24), &size, sizeof size);
    }
    cli_put(cli, "t.zip", (Bytes){bytes, count});
}

static void sizes_are_limited_alone_and_together(void **state)
{
    Cli *cli = *state;
    static const char text[] =
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    PUT_ZIP(cli, "t.zip", {"config", text, 0, false}, {"b", text, 0, false},
            {"c", text, 0, false}, {"d", text, 0, false}, {"e", text, 0, false});
    claim_size(cli, 257 << 20);
    refused(cli, "config: 269484032 bytes; the maximum is 268435456");
    claim_size(cli, 250 << 20);
    refused(cli, "more than 1073741824 bytes in all files");
    claim_size(cli, 63);
    refused(cli, "config: damaged data");
    claim_size(cli, 65);
    refused(cli, "config: damaged data");
}

static void game_id_is_checked_before_the_template(void **state)
{
    Cli *cli = *state;
    expect(cli, 1, "oisin new 'a b' --template t.zip");
    assert_non_null(strstr(
        content(cli, "err"),
        "invalid game ID \"a b\"; expected 1 to 16 ASCII letters, digits, \"_\" and \".\""));
}

/* ---- ~/TirNanoG ---- */

static void bare_names_are_projects_in_the_home_folder(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir -p home/TirNanoG");
    expect(cli, 0, "HOME=$PWD/home oisin new mygame");
    expect(cli, 0, "test -f home/TirNanoG/mygame/config -a ! -e mygame");
    expect(cli, 0, "HOME=$PWD/home oisin build mygame");
    expect(cli, 0, "test -f home/TirNanoG/mygame/game.tng");
    expect(cli, 0, "HOME=$PWD/home oisin check -q mygame");
    expect(cli, 0, "HOME=$PWD/home oisin test mygame");
    expect(cli, 0, "HOME=$PWD/home oisin script list mygame");
    expect(cli, 0, "HOME=$PWD/home oisin play mygame --headless --frames 2");
    expect(cli, 1, "HOME=$PWD/home oisin new mygame");
}

static void paths_and_existing_files_have_precedence(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir -p home/TirNanoG && HOME=$PWD/home oisin new mygame");
    expect(cli, 0, "HOME=$PWD/home oisin new ./mygame && test -f mygame/config");
    expect(cli, 0, "HOME=$PWD/home oisin build mygame && test -f mygame/game.tng");
    expect(cli, 0, "test ! -e home/TirNanoG/mygame/game.tng");
    expect(cli, 1, "HOME=$PWD/home oisin build ./other");
    expect(cli, 1, "HOME=$PWD/home oisin build other");
}

static void without_the_folder_projects_are_made_here(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir home && HOME=$PWD/home oisin new mygame");
    expect(cli, 0, "test -f mygame/config -a ! -e home/TirNanoG && rm -r mygame");
    expect(cli, 0, "mkdir -p relative/TirNanoG");
    expect(cli, 0, "HOME=relative oisin new mygame && test -f mygame/config && rm -r mygame");
    expect(cli, 0, "env -u HOME \"$program\" new mygame && test -f mygame/config");
}

static void templates_are_found_in_the_home_folder(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir -p home/TirNanoG");
    PUT_ZIP(cli, "home/TirNanoG/start.zip", {"config", CONFIG, 0, false});
    expect(cli, 0, "HOME=$PWD/home oisin new mygame --template start");
    expect(cli, 0, "test -f home/TirNanoG/mygame/config");
    expect(cli, 1, "HOME=$PWD/home oisin new other --template stop");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(template_gives_the_files_of_a_project),
        TEST(paths_in_a_root_have_one_slash),
        TEST(template_of_a_new_game_can_be_built),
        TEST(hostile_names_are_refused),
        TEST(links_and_unknown_compressions_are_refused),
        TEST(damaged_zips_are_refused),
        TEST(sizes_are_limited_alone_and_together),
        TEST(game_id_is_checked_before_the_template),
        TEST(bare_names_are_projects_in_the_home_folder),
        TEST(paths_and_existing_files_have_precedence),
        TEST(without_the_folder_projects_are_made_here),
        TEST(templates_are_found_in_the_home_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
