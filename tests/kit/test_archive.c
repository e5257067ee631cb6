/* What RES archives and the archives in them become in a folder, and back. */
#include "lib/evil_res.h"

typedef struct Folder {
    Kit *kit;
    ArchiveFile *files;
    size_t count;
} Folder;

static bool keep(void *context, const ArchiveFile *file, Report *report)
{
    Folder *folder = context;
    (void)report;
    Arena *arena = folder->kit->arena;
    *ARENA_PUSH(arena, folder->files, folder->count) = (ArchiveFile){
        arena_text(arena, file->path), arena_copy(arena, file->bytes), file->time};
    return true;
}

static Folder unpacked(Kit *kit, Bytes file, bool recursive)
{
    Folder folder = {.kit = kit};
    const ArchiveOptions options = {.recursive = recursive};
    assert_true(archive_unpack(&res_archive, file, &options, keep, &folder, &kit->report));
    return folder;
}

static ArchiveFile *file_of(Folder *folder, const char *path)
{
    for (size_t i = 0; i < folder->count; i++)
        if (text_is(folder->files[i].path, path))
            return &folder->files[i];
    return NULL;
}

/* With the recipe, which is the folder's last file, unless `options` say otherwise. */
static Bytes packed(const Folder *folder, const ArchiveOptions *options)
{
    Kit *kit = folder->kit;
    ArchiveParts parts;
    const ArchiveFile *recipe = &folder->files[folder->count - 1];
    assert_true(text_is(recipe->path, ARCHIVE_RECIPE));
    assert_true(archive_pack(&res_archive, folder->files, folder->count - 1,
                             options && options->fresh ? (Bytes){0} : recipe->bytes, options,
                             &parts, kit->arena, &kit->report));
    return archive_bytes(&parts, kit->arena);
}

static void unpacked_archive_packs_to_the_same_bytes(void **state)
{
    Kit *kit = *state;
    const Bytes file = small_res(kit);
    for (int recursive = 0; recursive < 2; recursive++) {
        Folder folder = unpacked(kit, file, recursive);
        assert_bytes_equal(packed(&folder, NULL), file);
        assert_non_null(file_of(&folder, "zone1/zone1.mp"));
        assert_int_equal(file_of(&folder, "zone1/zone1.mp")->time, 972518400);
    }
    assert_int_equal(kit->messages.count, 0);
}

static void nested_archives_become_folders(void **state)
{
    Kit *kit = *state;
    Folder folder = unpacked(kit, small_res(kit), true);
    assert_null(file_of(&folder, "UnMoCo.anm"));
    assert_non_null(file_of(&folder, "UnMoCo.anm/.oisin.json"));
    assert_true(text_is(text_of_bytes(file_of(&folder, "UnMoCo.anm/cidle/hp")->bytes), "turn"));
    assert_true(text_is(text_of_bytes(file_of(&folder, "UnMoCo.anm/cidle/bd")->bytes), "bend"));
}

static void nested_edit_changes_only_its_member(void **state)
{
    Kit *kit = *state;
    const Bytes file = small_res(kit);
    Folder folder = unpacked(kit, file, true);
    file_of(&folder, "UnMoCo.anm/cwalk/hp")->bytes = bytes_of_text(TEXT("a longer turn"));
    Folder again = unpacked(kit, packed(&folder, NULL), true);
    assert_int_equal(again.count, folder.count);
    for (size_t i = 0; i < folder.count; i++)
        if (!text_ends(folder.files[i].path, ARCHIVE_RECIPE))
            assert_bytes_equal(
                file_of(&again, arena_text(kit->arena, folder.files[i].path).at)->bytes,
                folder.files[i].bytes);
}

static void new_archives_are_detected_by_recipe_and_valid(void **state)
{
    Kit *kit = *state;
    const ArchiveOptions fresh = {.fresh = true};
    Folder folder = unpacked(kit, small_res(kit), true);
    const Bytes file = packed(&folder, &fresh);
    Folder again = unpacked(kit, file, true);
    assert_int_equal(again.count, folder.count);
    assert_true(res_check(file, kit->arena, &kit->report));
    assert_bytes_equal(file_of(&again, "UnMoCo.anm/cidle/hp")->bytes,
                       file_of(&folder, "UnMoCo.anm/cidle/hp")->bytes);
    assert_int_equal(file_of(&again, "ab")->time, file_of(&folder, "ab")->time);
    assert_int_equal(kit->messages.count, 0);
}

static void added_or_removed_member_rebuilds_the_table(void **state)
{
    Kit *kit = *state;
    Folder folder = unpacked(kit, small_res(kit), false);
    *file_of(&folder, "ab") = (ArchiveFile){TEXT("zone2/new.mp"), BYTES(1, 2), 99};
    const Bytes file = packed(&folder, NULL);
    assert_true(kit_has_message(kit, "ab was removed, and is not packed"));
    assert_true(res_check(file, kit->arena, &kit->report));
    Res res;
    assert_true(res_read(file, &res, kit->arena, &kit->report));
    bool found = false;
    for (size_t i = 0; i < res.count; i++)
        found |= text_is(res.entries[i].name, "zone2\\new.mp") && res.entries[i].time == 99;
    assert_true(found);
}

static void equal_files_are_stored_once_if_requested(void **state)
{
    Kit *kit = *state;
    static const char *const names[] = {"a", "b", "c"};
    const Bytes same = bytes_of_text(TEXT("the same in both"));
    const Bytes contents[] = {same, bytes_of_text(TEXT("other")), same};
    const ArchiveOptions dedup = {.fresh = true, .dedup = true};
    const Bytes file = res_of(kit, names, contents, 3);
    Folder folder = unpacked(kit, file, false);
    const Bytes small = packed(&folder, &dedup);
    assert_int_equal(small.size, file.size - 16);
    assert_true(res_check(small, kit->arena, &kit->report));
    /* And shared they stay, without the option. */
    Folder again = unpacked(kit, small, false);
    assert_bytes_equal(packed(&again, NULL), small);
    assert_bytes_equal(file_of(&again, "c")->bytes, same);
}

static void cyrillic_names_are_utf8_outside_and_cp1251_inside(void **state)
{
    Kit *kit = *state;
    static const char *const names[] = {"\xEA\xE2\xE5\xF1\xF2\\\xEA\xE0\xF0\xF2\xE0.txt"};
    const Bytes contents[] = {BYTES(1)};
    const ArchiveOptions fresh = {.fresh = true};
    const Bytes file = res_of(kit, names, contents, 1);
    Folder folder = unpacked(kit, file, false);
    assert_non_null(file_of(&folder, "квест/карта.txt"));
    assert_bytes_equal(packed(&folder, NULL), file);
    assert_true(kit_has_message(kit, "1 name is not ASCII, as \"квест\\карта.txt\""));
    assert_bytes_equal(packed(&folder, &fresh), file);
    folder.files[0].path = TEXT("\xE4\xB8\xAD");
    ArchiveParts parts;
    assert_false(archive_pack(&res_archive, folder.files, 1, (Bytes){0}, NULL, &parts,
                              kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "U+4E2D is not in cp1251; utf-8 and cp949 have it"));
}

static void hostile_names_are_rejected_on_every_level(void **state)
{
    (void)state;
    static const char *const bad[] = {"..\\x",          "a\\..\\..\\b", "a\\.oisin.json",
                                      ".oisin.json",    ".git\\config", "a/.GIT/hooks/x",
                                      ".oisin-staging", "a\n\\..\\b"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Kit *kit = kit_new();
        static const char *const outer_name[] = {"inner"};
        const Bytes content[] = {BYTES(1)};
        const Bytes inner[] = {res_of(kit, &bad[i], content, 1)};
        const Bytes outer = res_of(kit, outer_name, inner, 1);
        Folder folder = {.kit = kit};
        const ArchiveOptions recursive = {.recursive = true};
        assert_false(archive_unpack(&res_archive, inner[0], NULL, keep, &folder, &kit->report));
        assert_true(kit_has_message(kit, "invalid name"));
        assert_false(
            archive_unpack(&res_archive, outer, &recursive, keep, &folder, &kit->report));
        assert_int_equal(folder.count, 0);
        kit_free(kit);
    }
}

/* No member leaves the folder, and none is lost. */
static void impossible_names_are_escaped_on_every_level(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"C:\\x", "C%3A/x"}, {"\\x", "%2Fx"},        {"x\n", "x%0A"},   {"", "%"},
        {"con", "%63on"},    {".git.", "%2Egit%2E"}, {".\\a", "%2E/a"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Kit *kit = kit_new();
        static const char *const outer_name[] = {"inner"};
        const Bytes content[] = {BYTES(1)};
        const Bytes inner[] = {res_of(kit, &bad[i][0], content, 1)};
        const Bytes outer = res_of(kit, outer_name, inner, 1);
        const Folder folder = unpacked(kit, inner[0], false);
        assert_true(text_is(folder.files[0].path, bad[i][1]));
        assert_true(kit_has_message(kit, "entry 0: invalid name"));
        assert_bytes_equal(packed(&folder, NULL), inner[0]);
        const Folder nested = unpacked(kit, outer, true);
        assert_true(text_starts(nested.files[0].path, "inner/"));
        assert_true(text_ends(nested.files[0].path, bad[i][1]));
        assert_bytes_equal(packed(&nested, NULL), outer);
        kit_free(kit);
    }
}

static void archives_are_unpacked_to_sixteen_levels(void **state)
{
    Kit *kit = *state;
    static const char *const name[] = {"a"};
    Bytes file = BYTES(1, 2, 3);
    for (int i = 0; i < 20; i++)
        file = res_of(kit, name, &file, 1);
    Folder folder = unpacked(kit, file, true);
    assert_int_equal(folder.count, 17);
    assert_true(
        kit_has_message(kit, "is not unpacked: archives are nested more than 16 levels deep"));
    assert_bytes_equal(packed(&folder, NULL), file);
}

/* The message named the outer archive only, which can have many recipes. */
static void damaged_recipe_of_an_inner_archive_is_reported_with_its_folder(void **state)
{
    Kit *kit = *state;
    static const char *const name[] = {"inner"};
    static const char *const bad[] = {"{", "{}"};
    const Bytes inner = small_res(kit);
    const Bytes file = res_of(kit, name, &inner, 1);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Folder folder = unpacked(kit, file, true);
        ArchiveParts parts;
        for (size_t k = 0; k < folder.count; k++)
            if (text_is(folder.files[k].path, "inner/" ARCHIVE_RECIPE))
                folder.files[k].bytes = bytes_of_text(text_of(bad[i]));
        kit_clear(kit);
        assert_false(archive_pack(&res_archive, folder.files, folder.count - 1,
                                  folder.files[folder.count - 1].bytes, NULL, &parts,
                                  kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        assert_true(text_is(kit->messages.items[0].subject, "inner"));
    }
}

static void damaged_archives_inside_stay_files(void **state)
{
    Kit *kit = *state;
    static const char *const names[] = {"whole", "cut"};
    const Bytes inner = small_res(kit);
    const Bytes contents[] = {inner, bytes_slice(inner, 0, inner.size - 1)};
    const Bytes file = res_of(kit, names, contents, 2);
    Folder folder = unpacked(kit, file, true);
    assert_non_null(file_of(&folder, "whole/ab"));
    assert_bytes_equal(file_of(&folder, "cut")->bytes, contents[1]);
    assert_true(kit_has_message(kit, "cut is an archive, but is not unpacked: it is damaged"));
    assert_bytes_equal(packed(&folder, NULL), file);
}

/* Ten entries share an archive of ten that share one ...: six levels would be a million
 * files in 4 KB. */
static void nested_bombs_are_rejected(void **state)
{
    Kit *kit = *state;
    enum { MANY = 10 };
    Bytes file = {arena_alloc(kit->arena, 4096, 1), 4096};
    for (int level = 0; level < 6; level++) {
        Res res = {.alignment = 16, .count = MANY};
        ArchiveParts parts;
        res.entries = ARENA_ALLOC(kit->arena, ResEntry, MANY);
        for (size_t i = 0; i < MANY; i++)
            res.entries[i] = (ResEntry){
                .name = arena_format(kit->arena, "%zu", i), .data = file, .offset = UINT64_MAX};
        assert_true(res_parts(&res, true, &parts, kit->arena, &kit->report));
        file = archive_bytes(&parts, kit->arena);
    }
    assert_true(file.size < 10000);
    Folder folder = {.kit = kit};
    const ArchiveOptions recursive = {.recursive = true};
    assert_false(archive_unpack(&res_archive, file, &recursive, keep, &folder, &kit->report));
    assert_true(kit_has_message(kit, "exceeds the limit"));
    assert_int_equal(kit->report.errors, 1);
}

/* The check of an archive saw its table only; what was in it could be anything. */
static void members_are_checked_by_name_and_archive_format(void **state)
{
    static const struct {
        const char *archive, *member, *says;
    } rows[] = {
        {"un.mod", "un", "un.mod/un: at byte 4:"},
        {"un.bon", "hd",
         "un.bon/hd: at byte 0: an element of offsets needs 12 bytes, but 5 are left"},
        {"zone.mpr", "zone000000.sec", "zone.mpr/zone000000.sec: it has 5 bytes"},
        {"a.res", "b\\c.lnk", "a.res/b/c.lnk: at byte 4:"},
        {"un.mod", "junk", ""},
        {"a.res", "hd", ""},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *names[] = {rows[i].member};
        const Bytes contents[] = {BYTES(1, 0, 0, 0, 2)};
        const Bytes file = res_of(kit, names, contents, 1);
        kit_clear(kit);
        assert_int_equal(
            archive_check(&res_archive, text_of(rows[i].archive), file, &kit->report),
            !*rows[i].says);
        if (*rows[i].says && !kit_has_message(kit, rows[i].says))
            fail_msg("%s", kit_message(kit, 0));
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(unpacked_archive_packs_to_the_same_bytes),
        TEST(members_are_checked_by_name_and_archive_format),
        TEST(nested_archives_become_folders),
        TEST(nested_edit_changes_only_its_member),
        TEST(new_archives_are_detected_by_recipe_and_valid),
        TEST(added_or_removed_member_rebuilds_the_table),
        TEST(equal_files_are_stored_once_if_requested),
        TEST(cyrillic_names_are_utf8_outside_and_cp1251_inside),
        TEST(hostile_names_are_rejected_on_every_level),
        TEST(impossible_names_are_escaped_on_every_level),
        TEST(archives_are_unpacked_to_sixteen_levels),
        TEST(damaged_recipe_of_an_inner_archive_is_reported_with_its_folder),
        TEST(damaged_archives_inside_stay_files),
        TEST(nested_bombs_are_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
