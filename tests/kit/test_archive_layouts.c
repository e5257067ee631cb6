/* Archives arranged as other programs do: pack --layout. */
#include "lib/cli.h"

#include "evil_islands/archives/res.h"

typedef struct PackedFile {
    const char *path, *content;
} PackedFile;

static bool packed(Kit *kit, const char *layout, const PackedFile *files, size_t count,
                   Bytes *out)
{
    ArchiveFile *all = ARENA_ALLOC(kit->arena, ArchiveFile, count);
    const ArchiveOptions options = {.fresh = true,
                                    .layout = archive_layout_named(text_of(layout))};
    ArchiveParts parts;
    for (size_t i = 0; i < count; i++)
        all[i] = (ArchiveFile){text_of(files[i].path), bytes_of_text(text_of(files[i].content)),
                               (int64_t)i + 1};
    assert_non_null(options.layout);
    if (!archive_pack(&res_archive, all, count, (Bytes){0}, &options, &parts, kit->arena,
                      &kit->report))
        return false;
    *out = archive_bytes(&parts, kit->arena);
    return true;
}

/* The names stand in the archive in the order in which files were added. */
static void names_are(Kit *kit, Bytes archive, const char *expected)
{
    const size_t table = (size_t)uint_of(archive.data + 8, 4, false);
    const size_t count = (size_t)uint_of(archive.data + 4, 4, false);
    const Text names = text_of_bytes(
        bytes_slice(archive, table + count * 22, archive.size - table - count * 22));
    assert_string_equal(arena_text(kit->arena, names).at, expected);
}

static uint32_t offset_of(Kit *kit, Bytes archive, const char *name)
{
    Res res;
    assert_true(res_read(archive, &res, kit->arena, &kit->report));
    for (size_t i = 0; i < res.count; i++)
        if (text_is(res.entries[i].name, name))
            return (uint32_t)res.entries[i].offset;
    fail_msg("no %s", name);
    return 0;
}

/* Both pairs are those of the document that archive.h names. */
static void eipacker_sorts_by_parts_of_the_path(void **state)
{
    static const PackedFile files[] = {{"kiel/StealEmp/40.wav", "a"},
                                       {"kiel/Steal-2/7", "g"},
                                       {"kiel/AttInDef/1", "b"},
                                       {"kiel/Steal/42.wav", "c"},
                                       {"kiel/Attack/1", "d"},
                                       {"B", "e"},
                                       {"a", "f"}};
    Kit *kit = *state;
    Bytes archive;
    assert_true(packed(kit, "eipacker", files, COUNT_OF(files), &archive));
    names_are(kit, archive,
              "aBkiel\\Attack\\1kiel\\AttInDef\\1kiel\\Steal\\42.wavkiel\\Steal-"
              "2\\7kiel\\StealEmp\\40.wav");
    assert_int_equal(offset_of(kit, archive, "a"), 16);
    assert_int_equal(offset_of(kit, archive, "B"), 32);
    assert_int_equal(uint_of(archive.data + 8, 4, false), 16 + 7 * 16);
}

static void eipacker_stores_equal_files_once(void **state)
{
    static const PackedFile files[] = {
        {"a", "first"}, {"b", ""}, {"c", "third"}, {"d", ""}, {"e", "first"}};
    Kit *kit = *state;
    Bytes archive;
    assert_true(packed(kit, "eipacker", files, COUNT_OF(files), &archive));
    assert_int_equal(offset_of(kit, archive, "a"), 16);
    assert_int_equal(offset_of(kit, archive, "b"), 32); /* empty: where it would be */
    assert_int_equal(offset_of(kit, archive, "c"), 32);
    assert_int_equal(offset_of(kit, archive, "d"), 32);
    assert_int_equal(offset_of(kit, archive, "e"), 16);
}

static void dbeditor_has_no_padding(void **state)
{
    static const PackedFile files[] = {
        {"units.udb", "12345"}, {"acks.db", "123"}, {"Items.idb", "12345"}};
    Kit *kit = *state;
    Bytes archive;
    assert_true(packed(kit, "dbeditor", files, COUNT_OF(files), &archive));
    names_are(kit, archive, "acks.dbItems.idbunits.udb");
    assert_int_equal(offset_of(kit, archive, "acks.db"), 16);
    assert_int_equal(offset_of(kit, archive, "Items.idb"), 19);
    assert_int_equal(offset_of(kit, archive, "units.udb"), 24);
    assert_int_equal(uint_of(archive.data + 8, 4, false), 29);
}

/* The chains lead to every name. */
static void arranged_archives_are_sound(void **state)
{
    Kit *kit = *state;
    PackedFile files[200];
    for (size_t i = 0; i < COUNT_OF(files); i++)
        files[i] = (PackedFile){arena_format(kit->arena, "f%u/%zu", next_random(9), i).at,
                                i % 7 ? "x" : ""};
    for (int layout = 0; layout < 2; layout++) {
        Bytes archive;
        assert_true(
            packed(kit, layout ? "eipacker" : "dbeditor", files, COUNT_OF(files), &archive));
        assert_true(res_check(archive, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 0);
    }
}

static void the_program_has_the_option(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir d && printf 12345 >d/b && printf 1 >d/a && touch -d @77 d/a d/b");
    expect(cli, 0,
           "oisin pack d -o x.res && oisin pack d -o y.res --layout eipacker && "
           "oisin pack d -o z.res --layout dbeditor && cmp x.res y.res && "
           "test $(stat -c %s z.res) = $((16 + 6 + 44 + 2))");
    /* unpack writes a recipe, which the layout overrides */
    expect(cli, 0,
           "oisin unpack z.res -o u && oisin pack u -o z2.res && cmp z.res z2.res && "
           "oisin pack u -o y2.res --layout eipacker && cmp y.res y2.res");
    expect(cli, 2, "oisin pack d -o n.res --layout other 2>e");
    expect(cli, 0,
           "! oisin pack d -o n.res --layout other 2>e; "
           "grep -q 'expected eipacker, dbeditor, found \"other\"' e");
    expect(cli, 0,
           "! oisin pack d -o n.mpk --layout eipacker 2>e && "
           "grep -q 'a .mpk cannot have the layout of eipacker' e && ! test -e n.mpk");
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        T(eipacker_sorts_by_parts_of_the_path),
        T(eipacker_stores_equal_files_once),
        T(dbeditor_has_no_padding),
        T(arranged_archives_are_sound),
        cmocka_unit_test_setup_teardown(the_program_has_the_option, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
