/* Sprite layouts on the command line: pairs of files, folders, archives, what is left
 * behind. The program comes from the environment (tools/run_tests.sh). */
#include "lib/mages_samples.h" /* first: its functions take a `kit` */

#include "lib/lay_kit.h"

#include "mages/sprites/lay_manifest.h"
#include "base/image/png.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[FOLDER_SIZE];

static int app_begin(void **state)
{
    shared_kit_start(state);
    return make_temporary_folder(folder, "oisin-lay") ? 0 : -1;
}

static int app_end(void **state)
{
    const int status = system(arena_format(arena, "rm -rf %s", folder).at);
    shared_kit_end(state);
    return status;
}

/* Runs a shell line in the folder; its output is in the files out and err. */
static int sh(const char *line)
{
    const char *program = getenv("OISIN");
    const int status =
        system(arena_format(arena,
                            "program=$(realpath %s); cd %s; export XDG_CACHE_HOME=$PWD/cache; "
                            "oisin() { \"$program\" \"$@\"; }; { %s\n} >out 2>err",
                            program ? program : "build/release/oisin", folder, line)
                   .at);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static Bytes load(const char *name)
{
    FILE *file = fopen(arena_format(arena, "%s/%s", folder, name).at, "rb");
    uint8_t *data = arena_alloc(arena, 1, 1 << 20);
    if (!file)
        return (Bytes){0};
    const size_t size = fread(data, 1, 1 << 20, file);
    fclose(file);
    return (Bytes){data, size};
}

static void save(const char *name, Bytes bytes)
{
    FILE *file = fopen(arena_format(arena, "%s/%s", folder, name).at, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
}

static void says(const char *words)
{
    const Bytes err = load("err");
    if (!memmem(err.data, err.size, words, strlen(words)))
        fail_msg("\"%s\" was not said: %.*s", words, (int)err.size, (const char *)err.data);
}

static Bytes layout_file(LayFlavour flavour)
{
    const Lay lay = small_lay(kit, flavour);
    return lay_write(&lay, arena);
}

static Bytes sheet_file(void)
{
    const Image sheet = sheet_random(true);
    return png_write(&sheet, NULL, arena);
}

static LayManifest manifest_of(const char *name)
{
    LayManifest manifest = {0};
    if (!lay_manifest_read(load(name), &manifest, arena, &kit->report))
        fail_msg("%s: %s", name, kit_message(kit, 0));
    return manifest;
}

/* A face of two cells, the second so far away. */
static Bytes face_file(uint32_t face, float away)
{
    Lay lay = lay_empty();
    lay.file.sprites[lay.file.sprite_count++] = (LaySprite){info_of(LAY_SUB, face, 0), 0, 2};
    chunk_add(&lay, 0, 0, 1, 1);
    chunk_add(&lay, away, away, 33, 1);
    return lay_write(&lay, arena);
}

/* Every picture of the folder is listed, with its size, and no other is. */
static void lists_all(const char *where)
{
    const LayManifest manifest = manifest_of(arena_format(arena, "%s/manifest.json", where).at);
    Writer names = writer_to(arena);
    for (size_t i = 0; i < manifest.picture_count; i++) {
        const LayShown *shown = &manifest.pictures[i];
        uint32_t w, h;
        const Bytes file = load(
            arena_format(arena, "%s/%.*s", where, (int)shown->file.size, shown->file.at).at);
        assert_true(png_size(file, &w, &h, &kit->report));
        assert_int_equal(w, shown->w);
        assert_int_equal(h, shown->h);
        write_format(&names, "%.*s\n", (int)shown->file.size, shown->file.at);
    }
    save("listed", writer_bytes(&names));
    assert_int_equal(
        sh(arena_format(arena, "sort listed >a; ls %s | grep png$ | sort >b; cmp a b", where)
               .at),
        0);
}

static void layout_finds_its_image(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"AB_.lay", "AB.png"}, {"CD.lay", "CD.png"}, {"EF_.lay", "EF (Image 0).png"}};
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        save(pairs[i][0], layout_file((LayFlavour)i));
        save(pairs[i][1], sheet_file());
        assert_int_equal(
            sh(arena_format(arena, "oisin convert %s -o p%zu --frames all", pairs[i][0], i).at),
            0);
        lists_all(arena_format(arena, "p%zu", i).at);
    }
    assert_true(load("p0/AB_f01.png").size && load("p0/AB_f01_m2.png").size);
    assert_true(load("p1/CD_o1.png").size && load("p1/CD_f02_e1_m1.png").size);
}

/* `AB_.lay` must not take ABC.png, nor any other that is there. */
static void missing_image_is_named_and_no_file_is_written(void **state)
{
    (void)state;
    save("AB_.lay", layout_file(LAY_A));
    save("ABC.png", sheet_file());
    assert_int_equal(sh("oisin convert AB_.lay -o new/folder"), 1);
    says("AB_.lay: its picture AB.png is not beside it");
    assert_int_equal(sh("test ! -e new && test -z \"$(find . -name '.oisin*')\""), 0);
    assert_int_equal(sh("oisin convert AB_.lay -o new/folder --atlas ABC.png"), 0);
    lists_all("new/folder");
}

static void invalid_file_does_not_stop_other_files(void **state)
{
    (void)state;
    static const char *const names[] = {"A", "B", "C"};
    const Bytes good = layout_file(LAY_A);
    assert_int_equal(sh("mkdir in"), 0);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        save(arena_format(arena, "in/%s_.lay", names[i]).at,
             i == 1 ? bytes_slice(good, 0, good.size - 40) : good);
        save(arena_format(arena, "in/%s.png", names[i]).at, sheet_file());
    }
    assert_int_equal(sh("oisin convert in -o all"), 1);
    says("in/B_.lay: ");
    assert_int_equal(sh("test -e all/A_f01.png -a -e all/C_f01.png -a ! -e all/B_f01.png"), 0);
    lists_all("all");
    const LayManifest manifest = manifest_of("all/manifest.json");
    assert_int_equal(manifest.canvas_count, 2);
    assert_int_equal(sh("oisin convert in/A_.lay in/C_.lay -o all2 && diff -r all all2"), 0);
    assert_int_equal(sh("mkdir -p deep/er && mv in/A* deep/er && mv in/C* deep && "
                        "oisin convert deep -o all3"),
                     0);
    lists_all("all3");
    assert_int_equal(sh("cp deep/er/* deep; oisin convert deep -o all4"), 1);
    says("A_f01.png was already written for another input");
    lists_all("all4");
    assert_int_equal(sh("mkdir none; oisin convert none -o all5"), 1);
    says("no sprite layouts");
    assert_int_equal(sh("test ! -e all5"), 0);
}

static void existing_images_stay_in_the_manifest(void **state)
{
    (void)state;
    save("A_.lay", layout_file(LAY_A));
    save("B_.lay", layout_file(LAY_B));
    save("A.png", sheet_file());
    save("B.png", sheet_file());
    assert_int_equal(sh("oisin convert A_.lay -o all --frames all --sheet"), 0);
    assert_int_equal(sh("rm all/A_f01_m1.png; oisin convert B_.lay -o all"), 0);
    lists_all("all");
    assert_int_equal(sh("oisin convert A_.lay -o all --frames all"), 0);
    lists_all("all");
}

/* Pictures of another canvas would not fit to those that are made now. */
static void images_of_an_older_canvas_are_removed_from_the_manifest(void **state)
{
    (void)state;
    save("A.png", sheet_file());
    save("A_.lay", face_file(1, 30));
    assert_int_equal(sh("oisin convert A_.lay -o all"), 0);
    save("A_.lay", face_file(2, 60));
    assert_int_equal(sh("oisin convert A_.lay -o all"), 0);
    LayManifest manifest = manifest_of("all/manifest.json");
    assert_int_equal(manifest.picture_count, 1);
    assert_int_equal(manifest.pictures[0].face, 2);
    assert_int_equal(manifest.canvases[0].w, 90);
    save("A_.lay", face_file(3, 60));
    assert_int_equal(sh("oisin convert A_.lay -o all"), 0);
    manifest = manifest_of("all/manifest.json");
    assert_int_equal(manifest.picture_count, 2);
}

static void manifest_marks_layers(void **state)
{
    (void)state;
    save("A.png", sheet_file());
    save("A_.lay", face_file(1, 30));
    assert_int_equal(
        sh("oisin convert A_.lay -o whole; oisin convert A_.lay -o parts --layers"), 0);
    const LayManifest whole = manifest_of("whole/manifest.json");
    const LayManifest parts = manifest_of("parts/manifest.json");
    assert_false(whole.pictures[0].layers || whole.canvases[0].layers);
    assert_true(parts.pictures[0].layers && parts.canvases[0].layers);
}

static void overlays_that_are_not_numbers_are_rejected(void **state)
{
    (void)state;
    static const char *const bad[] = {"\"1\"", "{}", "[-1]", "[256]", "[1.5]", "[\"1\"]"};
    LayManifest manifest;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const Text json = arena_format(
            arena, "{\"pictures\": [{\"file\": \"a.png\", \"overlays\": %s}]}", bad[i]);
        kit_clear(kit);
        assert_false(lay_manifest_read(bytes_of_text(json), &manifest, arena, &kit->report));
        assert_true(kit_has_message(kit, "\"overlays\" must be a list"));
    }
    const Text flag = TEXT("{\"pictures\": [{\"file\": \"a.png\", \"layers\": 1}]}");
    assert_false(lay_manifest_read(bytes_of_text(flag), &manifest, arena, &kit->report));
    const Text good = TEXT("{\"pictures\": [{\"file\": \"a.png\", \"overlays\": [0, 255]}]}");
    assert_true(lay_manifest_read(bytes_of_text(good), &manifest, arena, &kit->report));
    assert_int_equal(manifest.pictures[0].overlay_count, 2);
}

static void options_take_effect(void **state)
{
    (void)state;
    save("A_.lay", layout_file(LAY_A));
    save("A.png", sheet_file());
    assert_int_equal(sh("oisin convert A_.lay -o trim --trim"), 0);
    assert_int_equal(sh("oisin convert A_.lay -o over --overlay 1"), 0);
    assert_int_equal(sh("oisin convert A_.lay -o layers --layers"), 0);
    assert_int_equal(sh("oisin convert A_.lay -o seed --geometry seed"), 0);
    assert_int_equal(sh("oisin convert A_.lay -o sheet.png"), 0);
    assert_int_equal(sh("oisin convert A_.lay -o one -j 1 && oisin convert A_.lay -o four -j 4 "
                        "&& diff -r one four"),
                     0);
    lists_all("trim");
    lists_all("over");
    lists_all("layers");
    assert_true(load("over/A_f01+o1.png").size && load("layers/A_base.png").size);
    const LayManifest trim = manifest_of("trim/manifest.json");
    for (size_t i = 0; i < trim.picture_count; i++)
        assert_int_equal(trim.pictures[i].origin_x + trim.pictures[i].x,
                         trim.canvases[0].origin_x);
    uint32_t w, h;
    assert_true(png_size(load("sheet.png"), &w, &h, &kit->report));
    assert_true(w > 200 && h > 100);
    assert_int_equal(sh("oisin convert A_.lay -o x --overlay 9"), 1);
    says("no overlay 9; it has 1");
    assert_int_equal(sh("oisin convert A_.lay -o x --overlay one"), 2);
    assert_int_equal(sh("oisin convert A_.lay -o x --frames some"), 2);
    assert_int_equal(sh("oisin convert A_.lay -o x --geometry flat"), 2);
    assert_int_equal(sh("test ! -e x"), 0);
}

static void archive_is_converted_directly_to_images(void **state)
{
    (void)state;
    static const char *const names[] = {"AA.png", "AA_.lay", "picture", "BB_.lay", "CC_.lay"};
    const Bytes contents[] = {sheet_file(), layout_file(LAY_A), sheet_file(),
                              layout_file(LAY_C), layout_file(LAY_A)};
    MpkEntry entries[COUNT_OF(names)];
    const Mpk mpk = {
        .major = 2, .alignment = MPK_ALIGNMENT, .entries = entries, .count = COUNT_OF(names)};
    for (size_t i = 0; i < mpk.count; i++) {
        entries[i] = (MpkEntry){
            .name = text_of(names[i]), .id = (uint32_t)i, .compressed = i & 1, .offset = i};
        mpk_store(&entries[i], contents[i], (Bytes){0}, arena);
    }
    save("chara.mpk", mpk_write(&mpk, arena));
    assert_int_equal(sh("oisin convert chara.mpk -o all --frames all"), 1);
    says("chara.mpk/CC_.lay: its picture CC.png is not in the archive");
    lists_all("all");
    assert_true(load("all/AA_f01.png").size && load("all/BB_f02_e1_m1.png").size);
    for (size_t i = 0; i < 4; i++)
        save(i == 2 ? "BB.png" : names[i], contents[i]);
    assert_int_equal(sh("oisin convert AA_.lay BB_.lay -o files --frames all && "
                        "diff -r all files"),
                     0);
}

typedef struct Member {
    const char *name;
    Bytes content;
} Member;

static void save_archive(const char *name, const Member *members, size_t count)
{
    MpkEntry *entries = ARENA_ALLOC(arena, MpkEntry, count);
    const Mpk mpk = {
        .major = 2, .alignment = MPK_ALIGNMENT, .entries = entries, .count = count};
    for (size_t i = 0; i < count; i++) {
        entries[i] =
            (MpkEntry){.name = text_of(members[i].name), .id = (uint32_t)i, .offset = i};
        mpk_store(&entries[i], members[i].content, (Bytes){0}, arena);
    }
    save(name, mpk_write(&mpk, arena));
}

/* A page of an archive of 400 layouts drew sheets for half a minute, and then said 363 times
 * that they are too large. Their size is known before; one message names it, and --size makes
 * them fit. */
static void sheets_of_a_large_archive_are_measured_before_they_are_drawn(void **state)
{
    enum { LAYOUTS = 400, TOO_MANY = 1200 };
    (void)state;
    Member *members = ARENA_ALLOC(arena, Member, 2 * TOO_MANY);
    const Bytes sheet = sheet_file(), layout = layout_file(LAY_A);
    for (unsigned i = 0; i < TOO_MANY; i++) {
        members[2 * i] = (Member){arena_format(arena, "CRS_%04u.png", i).at, sheet};
        members[2 * i + 1] = (Member){arena_format(arena, "CRS_%04u_.lay", i).at, layout};
    }
    save_archive("many.mpk", members, 2 * LAYOUTS);
    save_archive("too_many.mpk", members, 2 * TOO_MANY);
    assert_int_equal(sh("oisin convert too_many.mpk -o all.png"), 1);
    const Bytes said = load("err");
    assert_ptr_equal(memchr(said.data, '\n', said.size), said.data + said.size - 1);
    says("too_many.mpk: the contact sheets of 1200 layouts have ");
    assert_int_equal(sh("test ! -e all.png && oisin convert many.mpk -o all.png --size 16"), 0);
    uint32_t w, h, one_w, one_h;
    assert_true(png_size(load("all.png"), &w, &h, &kit->report));
    assert_int_equal(sh("mkdir one && cd one && oisin unpack ../many.mpk -o . && "
                        "oisin convert CRS_0000_.lay -o ../one.png --size 16 && "
                        "oisin convert CRS_0000_.lay -o ../large.png"),
                     0);
    assert_true(png_size(load("one.png"), &one_w, &one_h, &kit->report));
    assert_true(h <= PNG_SIDE_MAX && w % one_w == 0 && h % one_h == 0);
    assert_int_equal(w / one_w, (LAYOUTS * one_h + PNG_SIDE_MAX - 1) / PNG_SIDE_MAX);
    assert_true(png_size(load("large.png"), &w, &h, &kit->report));
    assert_true(w > one_w && h > one_h);
    assert_int_equal(sh("oisin convert one -o out --size 16"), 2);
    says("--size is the size of portraits or of the images of a contact sheet");
}

static void layout_in_archive_uses_the_image_of_its_folder(void **state)
{
    (void)state;
    const Bytes own = sheet_file();
    const Member members[] = {{"a/X.png", sheet_file()},
                              {"a/X_.lay", face_file(1, 30)},
                              {"b/X_.lay", face_file(2, 30)},
                              {"b/X.png", own}};
    save_archive("pair.mpk", members, COUNT_OF(members));
    assert_int_equal(sh("oisin convert pair.mpk -o all"), 0);
    save("X_.lay", face_file(2, 30));
    save("X.png", own);
    assert_int_equal(sh("oisin convert X_.lay -o one; cmp all/X_f02.png one/X_f02.png"), 0);
}

/* Without a picture of its name a layout takes the one before it, but no other's. */
static void layout_in_archive_ignores_images_of_other_layouts(void **state)
{
    (void)state;
    const Member members[] = {{"CRS_AB.png", sheet_file()},   {"CRS_A_.lay", face_file(1, 30)},
                              {"a/X.png", sheet_file()},      {"b/X_.lay", face_file(1, 30)},
                              {"a/X_.lay", face_file(2, 30)}, {"0005.png", sheet_file()},
                              {"0006.lay", face_file(1, 30)}};
    save_archive("odd.mpk", members, COUNT_OF(members));
    assert_int_equal(sh("oisin convert odd.mpk -o all"), 1);
    says("odd.mpk/CRS_A_.lay: its picture CRS_A.png is not in the archive");
    says("odd.mpk/b/X_.lay: its picture b/X.png is not in the archive");
    assert_int_equal(sh("cd all; test \"$(echo *.png)\" = '0006_f01.png X_f02.png'"), 0);
}

/* The second has its own image, and then a sheet with the name of the first one's. */
static void failed_layout_in_archive_leaves_no_images(void **state)
{
    (void)state;
    const Member members[] = {{"a/X.png", sheet_file()},      {"a/X_.lay", face_file(2, 30)},
                              {"b/X_.lay", face_file(1, 30)}, {"b/X.png", sheet_file()},
                              {"c/Y_.lay", face_file(1, 30)}, {"c/Y.png", sheet_file()}};
    save_archive("half.mpk", members, COUNT_OF(members));
    assert_int_equal(sh("oisin convert half.mpk -o all --sheet"), 1);
    says("half.mpk/b/X_.lay: X_sheet.png was already written for another input");
    assert_int_equal(sh("cd all; test \"$(echo *_f*.png)\" = 'X_f02.png Y_f01.png'"), 0);
    lists_all("all");
}

/* Layouts of some bytes that share a picture and would make gigabytes of pictures. */
static void work_is_limited_by_the_size_of_the_archive(void **state)
{
    (void)state;
    enum { MANY = 64 };
    Member members[1 + MANY] = {{"P", sheet_file()}};
    for (size_t i = 1; i <= MANY; i++)
        members[i] = (Member){arena_format(arena, "%zu_.lay", i).at, face_file(1, 3900)};
    save_archive("work.mpk", members, COUNT_OF(members));
    /* All have the number after the picture's. */
    Bytes file = load("work.mpk");
    for (size_t i = 1; i <= MANY; i++)
        ((uint8_t *)file.data)[0x40 + 0x100 * i + 4] = 1;
    save("work.mpk", file);
    assert_int_equal(sh("oisin convert work.mpk -o all"), 1);
    says("exceed the limit for an archive of this size; ignoring the rest");
    const Bytes err = load("err");
    assert_ptr_equal(memchr(err.data, '\n', err.size), err.data + err.size - 1); /* one line */
    assert_int_equal(sh("test -e all/1_f01.png -a ! -e all/64_f01.png"), 0);
}

static void unreadable_image_is_tried_once(void **state)
{
    (void)state;
    const Member members[] = {{"X.png", layout_file(LAY_A)},
                              {"X_.lay", face_file(1, 30)},
                              {"X.lay", face_file(2, 30)}};
    save_archive("bad.mpk", members, COUNT_OF(members));
    assert_int_equal(sh("oisin convert bad.mpk -o all"), 1);
    says("bad.mpk/X_.lay: picture: ");
    says("bad.mpk/X.lay: its picture X.png cannot be read either");
}

static void control_characters_in_names_are_escaped(void **state)
{
    (void)state;
    const Member members[] = {{"X.png", sheet_file()},
                              {"\033[2Jx_.lay", face_file(1, 30)},
                              {"\302\233x_.lay", face_file(1, 30)}};
    save_archive("esc.mpk", members, COUNT_OF(members));
    assert_int_equal(sh("oisin convert esc.mpk -o all"), 1);
    says("esc.mpk/\\x1b[2Jx_.lay: the name is refused");
    says("esc.mpk/\\x9bx_.lay: the name is refused");
    assert_null(memchr(load("err").data, 033, load("err").size));
}

static void portraits_form_a_valid_project(void **state)
{
    (void)state;
    save("Aoi_.lay", layout_file(LAY_A));
    save("Aoi.png", sheet_file());
    assert_int_equal(sh("oisin new game && oisin convert Aoi_.lay -o game/portraits "
                        "--as portraits --frames all --overlay 1 --size 64"),
                     0);
    assert_int_equal(sh("oisin check game && oisin build game && oisin check game/game.tng"),
                     0);
    assert_int_equal(sh("ls game/portraits | grep -c '^aoi_f01.*_o1_soo0.png$'"), 0);
    uint32_t w, h;
    assert_true(png_size(load("game/portraits/aoi_f01_o1_soo0.png"), &w, &h, &kit->report));
    assert_true(w <= 64 && h <= 64);
    assert_int_equal(sh("oisin show game/game.tng >shown; grep -q aoi_f01_m1_o1 shown"), 0);
    /* A dialog that was worked on stays. */
    assert_int_equal(sh("echo changed >>game/dialogs/aoi_f01_o1.dlg; oisin convert Aoi_.lay "
                        "-o game/portraits --as portraits --overlay 1; "
                        "grep -q changed game/dialogs/aoi_f01_o1.dlg"),
                     0);
    assert_int_equal(sh("oisin convert Aoi_.lay -o game/faces --as portraits"), 2);
    assert_int_equal(sh("oisin convert Aoi_.lay -o other/portraits --as portraits"), 1);
    /* Options without effect are reported. */
    assert_int_equal(sh("oisin convert Aoi_.lay -o x --layers --overlay 1"), 2);
    assert_int_equal(sh("oisin convert Aoi_.lay -o game/portraits --as portraits --sheet"), 2);
    assert_int_equal(sh("oisin convert Aoi_.lay -o x --size 64"), 2);
    assert_int_equal(sh("test ! -e x"), 0);
    assert_int_equal(sh("test ! -e other"), 0);
}

/* Ten characters of a folder: two pages; they are browsed as a player would. */
static void a_cast_can_be_browsed_in_the_game(void **state)
{
    static const char scenario[] = "scenario the cast can be browsed\n"
                                   "    npc cast meadow 18 16\n"
                                   "    talk cast\n"
                                   "    expect dialog cast\n"
                                   "    choose \"More\"\n"
                                   "    expect dialog cast2\n"
                                   "    choose \"Ch10\"\n"
                                   "    expect dialog cast_ch10\n"
                                   "    choose \"ch10_f01_m1\"\n"
                                   "    expect dialog ch10_f01_m1\n"
                                   "    continue\n"
                                   "    expect dialog cast_ch10\n"
                                   "    choose \"Back\"\n"
                                   "    expect dialog cast2\n"
                                   "    choose \"More\"\n"
                                   "    expect dialog cast\n"
                                   "    choose \"Close\"\n"
                                   "    expect screen game\n";
    (void)state;
    assert_int_equal(sh("mkdir -p people && oisin new game"), 0);
    for (unsigned i = 1; i <= 10; i++) {
        save(arena_format(kit->arena, "people/Ch%02u_.lay", i).at, layout_file(LAY_A));
        save(arena_format(kit->arena, "people/Ch%02u.png", i).at, sheet_file());
    }
    const char *convert = "oisin convert people -o game/portraits --as portraits --frames all";
    assert_int_equal(sh(convert), 0);
    save("game/tests/cast.test", bytes_of_text(text_of(scenario)));
    assert_int_equal(sh("oisin check game && oisin test game"), 0);
    uint32_t w, h;
    assert_true(png_size(load("game/chars/cast_soo0.png"), &w, &h, &kit->report));
    assert_true(w <= 32 && h <= 32);
    /* What was edited stays; one character alone needs no list. */
    assert_int_equal(sh("echo >>game/npcs/cast.npc; echo >>game/dialogs/cast.dlg; "
                        "cp -r game before"),
                     0);
    assert_int_equal(sh(convert), 0);
    assert_int_equal(sh("diff -r before game"), 0);
    assert_int_equal(sh("oisin new alone && oisin convert people/Ch01_.lay -o alone/portraits "
                        "--as portraits && ! ls alone/*/cast*"),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, app_begin, app_end)
        TEST(layout_finds_its_image),
        TEST(missing_image_is_named_and_no_file_is_written),
        TEST(invalid_file_does_not_stop_other_files),
        TEST(existing_images_stay_in_the_manifest),
        TEST(images_of_an_older_canvas_are_removed_from_the_manifest),
        TEST(manifest_marks_layers),
        TEST(overlays_that_are_not_numbers_are_rejected),
        TEST(options_take_effect),
        TEST(archive_is_converted_directly_to_images),
        TEST(sheets_of_a_large_archive_are_measured_before_they_are_drawn),
        TEST(layout_in_archive_uses_the_image_of_its_folder),
        TEST(layout_in_archive_ignores_images_of_other_layouts),
        TEST(failed_layout_in_archive_leaves_no_images),
        TEST(work_is_limited_by_the_size_of_the_archive),
        TEST(unreadable_image_is_tried_once),
        TEST(control_characters_in_names_are_escaped),
        TEST(portraits_form_a_valid_project),
        TEST(a_cast_can_be_browsed_in_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
