/* Archives and sprites of MAGES. games by the command line: probed, shown, checked, converted
 * to JSON and back, unpacked and packed; and from an archive to a contact sheet, with textures
 * of all kinds. */
#include "lib/cli.h"
#include "lib/kit.h"
#include "lib/mages_samples.h"
#include "lib/picture_kit.h"

#include "mages/sprites/sheet_image.h"
#include "kit/formats/archive.h"
#include "mages/textures/gxt.h"
#include "base/image/png.h"
#include "kit/jobs/files.h"

enum { SIDE = 64, LINEAR = 0x60000000 };

static Image sheet(Kit *kit)
{
    const Image image = image_new(SIDE, SIDE, kit->arena);
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        image.pixels[i] = PIXEL(i % SIDE * 4, i / SIDE * 4, i / 1024 * 60 + i % SIDE, 255);
    return image;
}

/* A texture with the same pixels: U8U8U8U8 ABGR, linear. */
static Bytes vita(const Image *image, Arena *arena)
{
    enum { START = 64 };
    Writer out = writer_to(arena);
    GxtTexture one = {.offset = START,
                      .size = SIDE * SIDE * 4,
                      .palette = UINT32_MAX,
                      .type = LINEAR,
                      .pixels = 0x0C000000,
                      .width = SIDE,
                      .height = SIDE,
                      .levels = 1};
    const GxtFile file = {.version = GXT_VERSION,
                          .textures_count = 1,
                          .data_offset = START,
                          .data_size = one.size,
                          .textures = &one,
                          .data = {(const uint8_t *)image->pixels, one.size}};
    record_write(&GxtFile_layout, &file, &out);
    return writer_bytes(&out);
}

static void put_sprite(Cli *cli, Kit *kit, const char *name)
{
    Mvl mvl = small_mvl(kit);
    cli_put(cli, name, mvl_write(&mvl, kit->arena));
}

static void put_textures(Cli *cli, Kit *kit)
{
    const Image image = sheet(kit);
    cli_put(cli, "ana.png", picture_file("png", &image, kit->arena));
    cli_put(cli, "ana.webp", picture_file("webp", &image, kit->arena));
    cli_put(cli, "ana.gxt", vita(&image, kit->arena));
    expect(cli, 0, "oisin convert ana.png -o ana.dds --format 8888");
}

static void sprites_of_triangles_go_there_and_back(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    put_textures(cli, kit);
    put_sprite(cli, kit, "ana.mvl");
    expect(cli, 0, "oisin probe ana.mvl | grep -q '^mvl'");
    expect(cli, 0, "oisin check ana.mvl");
    assert_string_equal(content(cli, "err"), "0 errors, 0 warnings\n");
    expect(cli, 0, "oisin show ana.mvl | grep -q '\"name\": \"ana_01_L2\"'");
    expect(cli, 0,
           "oisin convert ana.mvl -o ana.json && oisin convert ana.json -o b.mvl && "
           "cmp ana.mvl b.mvl");
    expect(cli, 0,
           "oisin convert ana.mvl -o sheet.png && oisin convert ana.mvl -o all && "
           "test -f all/ana_f01.png && test -f all/manifest.json");
    expect(cli, 1, "head -c 300 ana.mvl > cut.mvl && oisin check cut.mvl");
    assert_non_null(strstr(content(cli, "err"), "cut.mvl: "));
    kit_free(kit);
}

static void cri_archives_go_there_and_back(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    expect(cli, 0, "mkdir -p in/chara");
    put_sprite(cli, kit, "in/chara/ana.mvl");
    cli_put(cli, "in/words.txt", bytes_of_text(TEXT("some words")));
    expect(cli, 0, "oisin pack in -o a.cpk");
    expect(cli, 0, "oisin probe a.cpk | grep -q '^cpk'");
    expect(cli, 0, "oisin check a.cpk");
    assert_string_equal(content(cli, "err"), "0 errors, 0 warnings\n");
    expect(cli, 0, "oisin show a.cpk | grep -q 'words.txt'");
    expect(cli, 0, "oisin show a.cpk/chara/ana.mvl | grep -q '\"format\": \"mvl\"'");
    expect(cli, 0,
           "oisin convert a.cpk -o a.json && oisin convert a.json -o b.cpk && cmp a.cpk b.cpk");
    expect(cli, 0,
           "oisin unpack a.cpk -o files && cmp in/words.txt files/words.txt && "
           "cmp in/chara/ana.mvl files/chara/ana.mvl && oisin pack files -o c.cpk && "
           "cmp a.cpk c.cpk");
    expect(
        cli, 0,
        "echo other > files/words.txt && oisin pack files -o d.cpk && ! cmp -s a.cpk d.cpk && "
        "oisin unpack d.cpk -o again && cmp files/words.txt again/words.txt && "
        "cmp in/chara/ana.mvl again/chara/ana.mvl");
    expect(cli, 0,
           "cp a.cpk chara.dat && oisin unpack chara.dat -o chara && "
           "cmp in/words.txt chara/words.txt");
    /* An archive made by another program, compressed and masked. */
    char line[1024];
    assert_non_null(getcwd(line, sizeof line / 2));
    expect(cli, 0,
           arena_format(kit->arena,
                        "python3 '%s/tests/cpk_make.py' e.cpk tcm 20 && oisin check e.cpk && "
                        "oisin unpack e.cpk -o e && oisin pack e -o f.cpk && cmp e.cpk f.cpk",
                        line)
               .at);
    expect(cli, 1, "head -c 3000 a.cpk > cut.cpk && oisin check cut.cpk");
    assert_non_null(strstr(content(cli, "err"), "cut.cpk: "));
    kit_free(kit);
}

/* Whatever the texture is, and whatever archive it is in, the contact sheet is the same. */
static void archives_go_straight_to_a_contact_sheet(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    put_textures(cli, kit);
    put_sprite(cli, kit, "ana.mvl");
    expect(cli, 0, "oisin convert ana.mvl -o expected.png");
    expect(cli, 0,
           "for kind in png webp dds gxt; do for archive in mpk cpk; do "
           "rm -rf in; mkdir in; cp ana.mvl ana.$kind in; "
           "oisin pack in -o $kind.$archive && "
           "oisin convert $kind.$archive -o $kind.$archive.png && "
           "cmp expected.png $kind.$archive.png && "
           "cp $kind.$archive chara.dat && oisin convert chara.dat -o chara.png && "
           "cmp expected.png chara.png && "
           "oisin convert $kind.$archive/ana.mvl -o one.png && cmp expected.png one.png "
           "|| exit 1; done; done");
    /* Numbers instead of names: the texture is the entry before. */
    expect(cli, 0,
           "for kind in webp dds gxt; do rm -rf in; mkdir in; "
           "cp ana.$kind in/00000; cp ana.mvl in/00001; oisin pack in -o $kind.lnk4 && "
           "oisin convert $kind.lnk4 -o $kind && test -f $kind/manifest.json && "
           "oisin convert $kind.lnk4 -o $kind.png || exit 1; done; "
           "cmp webp.png dds.png && cmp webp.png gxt.png");
    /* Two sprites, one below the other. */
    expect(cli, 0,
           "mkdir two; cp ana.mvl ana.gxt two; cp ana.mvl two/bea.mvl; cp ana.dds two/bea.dds; "
           "oisin pack two -o two.cpk && oisin convert two.cpk -o two.png");
    uint32_t w, h, w2, h2;
    Bytes one = bytes_of_text(TEXT("")), both = one;
    char path[128];
    snprintf(path, sizeof path, "%s/expected.png", cli->folder);
    assert_true(file_load(path, &one, kit->arena, &kit->report));
    snprintf(path, sizeof path, "%s/two.png", cli->folder);
    assert_true(file_load(path, &both, kit->arena, &kit->report));
    assert_true(png_size(one, &w, &h, &kit->report));
    assert_true(png_size(both, &w2, &h2, &kit->report));
    assert_int_equal(w2, w);
    assert_int_equal(h2, 2 * h);
    /* A texture that ends too early. */
    expect(cli, 1,
           "rm -rf in; mkdir in; cp ana.mvl in; head -c 200 ana.dds > in/ana.dds; "
           "oisin pack in -o bad.cpk && oisin convert bad.cpk -o bad.png");
    assert_non_null(strstr(content(cli, "err"), "needs 16384 bytes, 72 are left"));
    expect(cli, 0, "test ! -e bad.png");
    kit_free(kit);
}

/* The content decides, whatever the name is. */
static void a_sheet_is_one_texture(void **state)
{
    Kit *kit = *state;
    const Image image = sheet(kit);
    Image found;
    Bytes file = vita(&image, kit->arena);
    assert_true(sheet_image_read(TEXT("00004"), file, &found, kit->arena, &kit->report));
    assert_true(image_equal(&found, &image));
    file = arena_copy(kit->arena, file);
    ((uint8_t *)file.data)[8] = 0;
    assert_false(sheet_image_read(TEXT("00004"), file, &found, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "0 textures; a sheet has one"));
}

int main(void)
{
#define CLI(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        CLI(sprites_of_triangles_go_there_and_back),
        CLI(cri_archives_go_there_and_back),
        CLI(archives_go_straight_to_a_contact_sheet),
        cmocka_unit_test_setup_teardown(a_sheet_is_one_texture, kit_set_up, kit_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
