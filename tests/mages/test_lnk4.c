/* LNK4 archives, made by hand from their description; and by the command line. */
#include "lib/cli.h"
#include "lib/kit.h"

#include "kit/formats/format.h"
#include "mages/archives/lnk4.h"

enum { DATA = 2048 };

static void put_slot(Writer *out, uint32_t offset, uint32_t size)
{
    write_u32(out, offset);
    write_u32(out, size);
}

static void fill(Writer *out, size_t end, uint8_t value)
{
    while (out->size < end)
        write_u8(out, value);
}

/* Three files: one kilobyte of 1s, a compressed one, an empty one; then the end of the table,
 * and what `odd` adds to all that. */
static Bytes by_hand(Arena *arena, bool odd)
{
    Writer out = writer_to(arena);
    write_text(&out, TEXT("LNK4"));
    write_u32(&out, DATA);
    put_slot(&out, 0, 1);
    put_slot(&out, odd ? 2 : 1, 2);
    put_slot(&out, odd ? 3 : 2, 0);
    put_slot(&out, 0, odd ? 9 : 0); /* the end, whatever its size is */
    if (odd)
        write_text(&out, TEXT("junk"));
    fill(&out, DATA, 0);
    fill(&out, DATA + 1024, 1);
    fill(&out, DATA + (odd ? 4096 : 2048), odd ? 7 : 0);
    write_bytes(&out, BYTES(0x0F, 0xF5, 0x12, 0xEE));
    fill(&out, DATA + (odd ? 6144 : 4096), 2);
    if (odd)
        write_text(&out, TEXT("tail"));
    return writer_bytes(&out);
}

static void archives_are_read_and_written_again(void **state)
{
    Kit *kit = *state;
    for (unsigned odd = 0; odd < 2; odd++) {
        const Bytes file = by_hand(kit->arena, odd);
        Lnk4 lnk4;
        Writer json = writer_to(kit->arena);
        Bytes back;
        const Format *format;
        ArchiveParts parts;
        assert_true(lnk4_is(file) && lnk4_read(file, &lnk4, kit->arena, &kit->report));
        assert_int_equal(lnk4.count, 3);
        assert_true(text_is(lnk4.entries[1].name, "00001"));
        assert_int_equal(lnk4.entries[0].stored.size, 1024);
        assert_int_equal(lnk4.entries[0].stored.data[1023], 1);
        assert_true(lnk4_is_compressed(&lnk4.entries[1]));
        assert_false(lnk4_is_compressed(&lnk4.entries[0]));
        assert_true(lnk4_parts(&lnk4, &parts, kit->arena, &kit->report));
        assert_bytes_equal(archive_bytes(&parts, kit->arena), file);
        assert_true(format_to_json(format_named(TEXT("lnk4")), file, true, &json, kit->arena,
                                   &kit->report));
        assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
        assert_true(
            format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
        assert_bytes_equal(back, file);
        assert_true(lnk4_check(file, kit->arena, &kit->report));
    }
    assert_int_equal(kit->messages.count, 0);
}

/* Equal entries, and one that begins within another. */
static void entries_that_share_bytes_are_packed_to_the_same_bytes(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    write_text(&out, TEXT("LNK4"));
    write_u32(&out, DATA);
    put_slot(&out, 0, 5);
    put_slot(&out, 1, 3);
    put_slot(&out, 1, 3);
    put_slot(&out, 2, 3);
    put_slot(&out, 4, 1);
    fill(&out, DATA, 0);
    for (unsigned i = 0; i < 7168; i++)
        write_u8(&out, (uint8_t)(i * i >> 4));
    fill(&out, DATA + 8192, 0);
    fill(&out, DATA + 9216, 8);
    const Bytes file = writer_bytes(&out);
    Lnk4 lnk4;
    ArchiveParts parts;
    assert_true(lnk4_read(file, &lnk4, kit->arena, &kit->report));
    assert_int_equal(lnk4.count, 5);
    assert_true(lnk4_parts(&lnk4, &parts, kit->arena, &kit->report));
    assert_bytes_equal(archive_bytes(&parts, kit->arena), file);
    /* An edited one gets its own place. */
    uint8_t *bytes = arena_alloc(kit->arena, 3072, 1);
    memset(bytes, 9, 3072);
    lnk4.entries[2].stored = (Bytes){bytes, 3072};
    assert_true(lnk4_parts(&lnk4, &parts, kit->arena, &kit->report));
    Lnk4 again;
    assert_true(lnk4_read(archive_bytes(&parts, kit->arena), &again, kit->arena, &kit->report));
    for (size_t i = 0; i < 5; i++)
        assert_bytes_equal(again.entries[i].stored, lnk4.entries[i].stored);
}

/* 1,500 files, then 300 more: the table no longer fits where it was. */
static void the_table_grows(void **state)
{
    enum { COUNT = 1500, MORE = 300 };
    Kit *kit = *state;
    Lnk4Entry *entries = ARENA_ALLOC(kit->arena, Lnk4Entry, COUNT + MORE);
    for (uint32_t i = 0; i < COUNT + MORE; i++) {
        uint8_t *bytes = arena_alloc(kit->arena, 1024 * (i % 4), 1);
        memset(bytes, (int)i, 1024 * (i % 4));
        entries[i] = (Lnk4Entry){.stored = {bytes, 1024 * (i % 4)}, .offset = UINT64_MAX};
    }
    Lnk4 lnk4 = {.data = DATA, .entries = entries}, back;
    uint32_t ends[2];
    for (unsigned step = 0; step < 2; step++) {
        ArchiveParts parts;
        lnk4.count = step ? COUNT + MORE : COUNT;
        assert_true(lnk4_parts(&lnk4, &parts, kit->arena, &kit->report));
        assert_true(
            lnk4_read(archive_bytes(&parts, kit->arena), &back, kit->arena, &kit->report));
        assert_int_equal(back.count, lnk4.count);
        for (size_t i = 0; i < back.count; i++)
            assert_bytes_equal(back.entries[i].stored, entries[i].stored);
        lnk4.data = ends[step] = back.data;
    }
    assert_true(ends[0] >= 8 + 8 * COUNT && ends[1] >= 8 + 8 * (COUNT + MORE));
}

static void wrong_archives_are_refused(void **state)
{
    Kit *kit = *state;
    static const struct {
        size_t at;
        uint32_t value;
        const char *says;
    } changes[] = {
        {4, 1 << 20, "at byte 4: the table ends at 1048576; the file has 6144 bytes"},
        {4, 8, "at byte 4: the table ends at 8"},
        {12, 5, "entry 0, at byte 8: 5120 bytes at 2048 are not in a file of 6144"},
        {16, UINT32_MAX, "entry 1, at byte 16: 2048 bytes at"},
        {20, UINT32_MAX, "are not in a file of 6144"},
        {12, 3, "entries share bytes"},
    };
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        const Bytes file = arena_copy(kit->arena, by_hand(kit->arena, false));
        for (unsigned k = 0; k < 4; k++)
            ((uint8_t *)file.data)[changes[i].at + k] = (uint8_t)(changes[i].value >> 8 * k);
        kit_clear(kit);
        assert_false(lnk4_check(file, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        if (!kit_has_message(kit, changes[i].says))
            fail_msg("%zu: no \"%s\" but \"%s\"", i, changes[i].says, kit_message(kit, 0));
    }
}

/* 100,000 entries that are all the same 60 MB. */
static void shared_bytes_do_not_multiply(void **state)
{
    enum { COUNT = 100000, SIZE = 60 << 20 };
    Kit *kit = *state;
    Arena *making = arena_new();
    Writer out = writer_to(making);
    write_text(&out, TEXT("LNK4"));
    write_u32(&out, 8 + 8 * COUNT);
    put_slot(&out, 0, SIZE / 1024);
    for (size_t i = 1; i < COUNT; i++)
        put_slot(&out, 1, SIZE / 1024 - 2);
    write_zeros(&out, SIZE);
    arena_limit(kit->arena, 64 << 20);
    Writer json = writer_to(kit->arena);
    assert_false(format_to_json(format_named(TEXT("lnk4")), writer_bytes(&out), true, &json,
                                kit->arena, &kit->report));
    assert_false(lnk4_check(writer_bytes(&out), kit->arena, &kit->report));
    arena_free(making);
}

static void the_command_line_knows_lnk4(void **state)
{
    Cli *cli = *state;
    Arena *arena = arena_new();
    cli_put(cli, "game.lnk4", by_hand(arena, true));
    expect(cli, 0, "oisin probe game.lnk4");
    expect(cli, 0, "oisin check game.lnk4");
    assert_string_equal(content(cli, "err"), "0 errors, 0 warnings\n");
    expect(cli, 0, "oisin show game.lnk4 | grep -q '\"compression\": \"lzx\"'");
    expect(cli, 0,
           "oisin convert game.lnk4 -o game.json && "
           "oisin convert game.json -o back.lnk4 && cmp game.lnk4 back.lnk4");
    expect(cli, 0,
           "oisin unpack game.lnk4 -o folder && oisin pack folder -o same.lnk4 && "
           "cmp game.lnk4 same.lnk4");
    expect(cli, 0, "oisin unpack game.lnk4 -o other");
    assert_non_null(strstr(content(cli, "err"),
                           "1 file is compressed (LZX), which is not decoded here: 00001\n"));
    expect(cli, 1, "oisin convert game.lnk4 -o faces");
    assert_non_null(strstr(content(cli, "err"), "which is not decoded here: 00001\n"));
    expect(cli, 0,
           "echo hello > folder/00000 && echo new > folder/00003 && "
           "oisin pack folder -o new.lnk4 && oisin unpack new.lnk4 -o again && "
           "head -c 6 again/00000 | cmp - folder/00000 && "
           "test $(wc -c < again/00003) = 1024 && cmp folder/00001 again/00001");
    expect(cli, 1, "echo x > folder/name && oisin pack folder -o bad.lnk4");
    assert_non_null(strstr(content(cli, "err"), "files have numbers here: expected 00004"));
    arena_free(arena);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(archives_are_read_and_written_again),
        TEST(entries_that_share_bytes_are_packed_to_the_same_bytes),
        TEST(the_table_grows),
        TEST(wrong_archives_are_refused),
        TEST(shared_bytes_do_not_multiply),
        cmocka_unit_test_setup_teardown(the_command_line_knows_lnk4, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
