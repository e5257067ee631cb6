/* CPK archives. Those of tests/cpk_make.py, which knows the format from its public descriptions
 * only, are read, unpacked and packed again; ours are read again. */
#include "lib/shared_kit.h"

#include "kit/formats/format.h"
#include "mages/archives/cpk.h"
#include "mages/archives/crilayla.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static Bytes made(const char *mode, unsigned count)
{
    enum { SIZE = 8 << 20 };
    const char *temporary = getenv("TMPDIR");
    const Text path = arena_format(arena, "%s/oisin_cpk_%d.cpk", temporary ? temporary : "/tmp",
                                   (int)getpid());
    const Text line =
        arena_format(arena, "python3 tests/cpk_make.py %s %s %u", path.at, mode, count);
    assert_int_equal(system(line.at), 0);
    FILE *file = fopen(path.at, "rb");
    uint8_t *data = arena_alloc(arena, SIZE, 1);
    assert_non_null(file);
    const size_t size = fread(data, 1, SIZE, file);
    fclose(file);
    unlink(path.at);
    return (Bytes){data, size};
}

/* As in tests/cpk_make.py. */
static Bytes content_of(unsigned i)
{
    const unsigned size = i * 37 % 900 + (i % 3 == 0 ? 300 : 0);
    uint8_t *data = arena_alloc(arena, size + 1, 1);
    for (unsigned k = 0; k < size; k++)
        data[k] = (uint8_t)(i * 7 + k / 5 * (k % 3));
    return (Bytes){data, size};
}

static Cpk archive(Bytes file)
{
    Cpk cpk;
    if (!cpk_read(file, &cpk, arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return cpk;
}

static void contents_are_right(const Cpk *cpk)
{
    for (size_t i = 0; i < cpk->count; i++) {
        Bytes content;
        assert_true(cpk_entry(cpk, i, &content, arena, &kit->report));
        assert_bytes_equal(content, content_of(cpk->entries[i].id));
    }
}

static void archives_of_all_kinds_are_read_and_exact(void **state)
{
    (void)state;
    static const char *const modes[] = {"t", "tc", "tm", "tcme", "i", "ic", "im", "te"};
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        const Bytes file = made(modes[i], 40);
        const Cpk cpk = archive(file);
        assert_true(cpk_is(file));
        assert_int_equal(cpk.count, 40);
        assert_int_equal(cpk.by_id, *modes[i] == 'i');
        contents_are_right(&cpk);
        assert_true(cpk_check(file, arena, &kit->report));
        assert_int_equal(kit->messages.count, 0);
        if (!archive_exact(&cpk_archive, &cpk, file))
            fail_msg("%s is not exact", modes[i]);
        Writer json = writer_to(arena);
        const Format *format;
        Bytes back;
        assert_true(
            format_to_json(format_named(TEXT("cpk")), file, true, &json, arena, &kit->report));
        assert_false(strstr(arena_text(arena, writer_text(&json)).at, "\"exact\""));
        assert_true(format_from_json(writer_bytes(&json), &back, &format, arena, &kit->report));
        assert_bytes_equal(back, file);
    }
}

/* ---- through a folder ---- */

typedef struct Folder {
    ArchiveFile *files;
    size_t count;
} Folder;

static bool keep(void *context, const ArchiveFile *file, Report *report)
{
    Folder *folder = context;
    (void)report;
    *ARENA_PUSH(arena, folder->files, folder->count) = (ArchiveFile){
        arena_text(arena, file->path), arena_copy(arena, file->bytes), file->time};
    return true;
}

/* The last file is the recipe. */
static Folder unpacked(Bytes file)
{
    Folder folder = {NULL, 0};
    if (!archive_unpack(&cpk_archive, file, NULL, keep, &folder, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    folder.count--;
    return folder;
}

static Bytes packed(const Folder *folder, bool recipe)
{
    ArchiveParts parts;
    if (!archive_pack(&cpk_archive, folder->files, folder->count,
                      recipe ? folder->files[folder->count].bytes : (Bytes){0}, NULL, &parts,
                      arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return archive_bytes(&parts, arena);
}

static ArchiveFile *file_of(Folder *folder, const char *path)
{
    for (size_t i = 0; i < folder->count; i++)
        if (text_is(folder->files[i].path, path))
            return &folder->files[i];
    fail_msg("no %s", path);
    return NULL;
}

static void archive_of_1500_files_is_packed_to_the_same_bytes(void **state)
{
    (void)state;
    const Bytes file = made("tc", 1500);
    const Folder folder = unpacked(file);
    assert_int_equal(folder.count, 1500);
    assert_bytes_equal(packed(&folder, true), file);
}

/* The value of the header's column. */
static uint64_t header(const Cpk *cpk, const char *column)
{
    return cri_number(&cpk->chunks[CPK_HEAD].table, 0, column);
}

static void edited_file_changes_only_numbers(void **state)
{
    (void)state;
    const Bytes file = made("tcme", 30);
    const Cpk before = archive(file);
    Folder folder = unpacked(file);
    ArchiveFile *edited = file_of(&folder, "chara/d3/f0003.bin");
    uint8_t *data = arena_alloc(arena, 5000, 1);
    memset(data, 7, 5000);
    edited->bytes = (Bytes){data, 5000};
    const Bytes again = packed(&folder, true);
    const Cpk cpk = archive(again);
    Bytes content;
    assert_int_equal(cpk.count, 30);
    for (size_t i = 0; i < cpk.count; i++) {
        assert_true(cpk_entry(&cpk, i, &content, arena, &kit->report));
        assert_bytes_equal(content, i == 3 ? edited->bytes : content_of((unsigned)i));
        assert_int_equal(cpk.entries[i].offset % 2048, 0);
    }
    const size_t grown = cpk.entries[4].offset - before.entries[4].offset;
    assert_true(grown > 0);
    assert_int_equal(cpk.chunks[CPK_ETOC].offset - before.chunks[CPK_ETOC].offset, grown);
    assert_int_equal(header(&cpk, "EtocOffset") - header(&before, "EtocOffset"), grown);
    assert_int_equal(header(&cpk, "ContentSize") - header(&before, "ContentSize"), grown);
    assert_int_equal(header(&cpk, "EnabledPackedSize") - header(&before, "EnabledPackedSize"),
                     5000 - before.entries[3].stored.size);
    assert_int_equal(header(&cpk, "EnabledDataSize") - header(&before, "EnabledDataSize"),
                     5000 - before.entries[3].size);
    assert_bytes_equal(cpk.chunks[CPK_ETOC].bytes, before.chunks[CPK_ETOC].bytes);
    assert_true(cpk.chunks[CPK_TOC].masked);
    assert_true(cpk_check(again, arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
}

static void edited_file_without_name_moves_the_others(void **state)
{
    (void)state;
    static const size_t sizes[] = {3000, 70000}; /* the second does not fit 16 bits */
    for (size_t k = 0; k < COUNT_OF(sizes); k++) {
        Folder folder = unpacked(made("ic", 30));
        ArchiveFile *edited = file_of(&folder, "00004");
        uint8_t *data = arena_alloc(arena, sizes[k], 1);
        memset(data, 9, sizes[k]);
        edited->bytes = (Bytes){data, sizes[k]};
        const Bytes again = packed(&folder, true);
        const Cpk cpk = archive(again);
        assert_true(cpk.by_id);
        for (size_t i = 0; i < cpk.count; i++) {
            Bytes content;
            assert_true(cpk_entry(&cpk, i, &content, arena, &kit->report));
            assert_bytes_equal(content, i == 4 ? edited->bytes : content_of((unsigned)i));
        }
        assert_true(archive_exact(&cpk_archive, &cpk, again));
    }
}

static void files_are_added_and_removed(void **state)
{
    (void)state;
    static const char *const modes[] = {"tcm", "ic"}, *const names[] = {"new/x.bin", "00099"};
    for (size_t k = 0; k < COUNT_OF(modes); k++) {
        Folder folder = unpacked(made(modes[k], 20));
        const Bytes recipe = folder.files[folder.count].bytes;
        folder.files[5].path = text_of(names[k]);
        folder.files[5].bytes = BYTES(1, 2, 3);
        assert_ptr_equal(recipe.data, folder.files[folder.count].bytes.data);
        const Bytes again = packed(&folder, true);
        const Cpk cpk = archive(again);
        Bytes content;
        assert_int_equal(cpk.count, 20);
        assert_true(text_is(cpk.entries[19].name, names[k]));
        assert_true(cpk_entry(&cpk, 19, &content, arena, &kit->report));
        assert_bytes_equal(content, BYTES(1, 2, 3));
        assert_int_equal(header(&cpk, "Files"), 20);
        assert_true(cpk_check(again, arena, &kit->report));
        assert_true(archive_exact(&cpk_archive, &cpk, again));
        assert_true(text_is(cri_text(&cpk.chunks[CPK_HEAD].table, 0, "Tvers"),
                            "CPKMC2.18.04, DLL2.78.04"));
    }
}

static void new_archive_is_read_again(void **state)
{
    (void)state;
    Folder folder = unpacked(made("tc", 50));
    const Bytes file = packed(&folder, false);
    const Cpk cpk = archive(file);
    assert_int_equal(cpk.count, 50);
    assert_int_equal(header(&cpk, "TocOffset"), 2048);
    assert_int_equal(header(&cpk, "ContentSize"), file.size - header(&cpk, "ContentOffset"));
    assert_memory_equal(file.data + 2042, "(c)CRI", 6);
    for (size_t i = 0; i < cpk.count; i++) {
        Bytes content;
        assert_true(cpk_entry(&cpk, i, &content, arena, &kit->report));
        assert_bytes_equal(content,
                           file_of(&folder, arena_text(arena, cpk.entries[i].name).at)->bytes);
    }
    assert_true(cpk_check(file, arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    const Folder nothing = {folder.files, 0};
    const Cpk empty = archive(packed(&nothing, false));
    assert_int_equal(empty.count, 0);
}

/* All files have the same contents; the second is a part of the first. */
static void files_that_share_bytes_are_packed_to_the_same_bytes(void **state)
{
    (void)state;
    const Bytes sound = made("t", 6);
    const Cpk before = archive(sound);
    const CriTable *toc = &before.chunks[CPK_TOC].table;
    const Bytes file = arena_copy(arena, sound);
    uint8_t *table = (uint8_t *)file.data + 2048 + CPK_CHUNK_HEAD;
    const uint64_t first = before.entries[5].offset - before.chunks[CPK_TOC].offset;
    const uint64_t size = before.entries[5].stored.size;
    static const unsigned from[] = {0, 0, 10, 100}, less[] = {0, 0, 20, 100};
    for (size_t i = 0; i < COUNT_OF(from); i++) {
        assert_true(cri_set(toc, table, i, "FileOffset", first + from[i]));
        assert_true(cri_set(toc, table, i, "FileSize", size - less[i]));
        assert_true(cri_set(toc, table, i, "ExtractSize", size - less[i]));
    }
    const Cpk cpk = archive(file);
    assert_true(archive_exact(&cpk_archive, &cpk, file));
    Folder folder = unpacked(file);
    assert_bytes_equal(packed(&folder, true), file);
    assert_int_equal(kit->messages.count, 0);
    assert_false(cpk_check(file, arena, &kit->report)); /* only parts of them */
    assert_true(kit_has_message(kit, "warning: entry 1 (chara/d1/f0001.bin)"));
    folder.files[1].bytes = BYTES(1, 2, 3, 4);
    const Cpk edited = archive(packed(&folder, true));
    for (size_t i = 0; i < edited.count; i++) {
        Bytes content;
        assert_true(cpk_entry(&edited, i, &content, arena, &kit->report));
        assert_bytes_equal(content, folder.files[i].bytes);
    }
}

/* ---- what is rejected ---- */

static void put(Bytes file, size_t at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        ((uint8_t *)file.data)[at + i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static void damaged_tables_are_rejected_with_one_line(void **state)
{
    (void)state;
    const Bytes sound = made("tc", 6);
    const Cpk cpk = archive(sound);
    const size_t toc = 2048 + CPK_CHUNK_HEAD;
    const struct {
        size_t at;
        uint64_t value;
        unsigned bytes;
        const char *words;
    } rows[] = {
        {2048, 0, 4, "no table \"TOC \""},
        {2048 + 8, 0xFFFFFFFF, 4, "of 4294967295 bytes"},
        {toc, 0x12345678, 4, "encrypted archives are not supported"},
        {toc + 4, 0xFFFFFFF0, 4, "a table of"},
        {toc + 8, 2, 2, "text encoding 2; expected 0 (Shift-JIS) or 1 (UTF-8)"},
        {toc + 10, 0xFFF0, 2, "the parts of the table do not fit"},
        {toc + 20, 0xFFFFFFF0, 4, "a text at"},
        {toc + 24, 0xFFFF, 2, "columns"},
        {toc + 28, 0xFFFFFFFF, 4, "rows"},
        {toc + 32, 0xFF, 1, "unknown flags"},
        {cpk.chunks[CPK_TOC].table.rows_at + toc + 8, 0x7FFFFFFF, 4, "are not in a file"},
        {cpk.chunks[CPK_TOC].table.rows_at + toc + 16, 0x7FFFFFFFFFFFFFFF, 8,
         "are not in a file"},
        {cpk.entries[3].offset, 0, 1, "marked as compressed, but is not CRILAYLA"},
        {cpk.entries[3].offset + 8, 0xFFFFFFFF, 4, "in its header"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Bytes file = arena_copy(arena, sound);
        Cpk damaged;
        put(file, rows[i].at, rows[i].value, rows[i].bytes);
        kit_clear(kit);
        assert_false(cpk_read(file, &damaged, arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        if (!kit_has_message(kit, rows[i].words))
            fail_msg("\"%s\" was not reported but: %s", rows[i].words, kit_message(kit, 0));
    }
}

/* Any bit of it may be wrong. */
static void compressed_stream_is_validated(void **state)
{
    (void)state;
    const Cpk cpk = archive(made("tc", 6));
    const Bytes sound = cpk.entries[3].stored;
    Bytes out;
    assert_true(crilayla_is(sound));
    assert_null(crilayla_unpack(sound, &out, arena));
    assert_bytes_equal(out, content_of(3));
    for (size_t i = 12; i < sound.size - CRILAYLA_PLAIN; i++)
        for (int bit = 0; bit < 8; bit++) {
            const Bytes damaged = arena_copy(arena, sound);
            ((uint8_t *)damaged.data)[i] ^= (uint8_t)(1 << bit);
            if (!crilayla_unpack(damaged, &out, arena))
                assert_int_equal(out.size, content_of(3).size);
        }
    Bytes shorter = arena_copy(arena, sound);
    put(shorter, 8, 0xFFFF0000, 4); /* 65,535 bytes */
    assert_non_null(crilayla_unpack(shorter, &out, arena));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)
        TEST(archives_of_all_kinds_are_read_and_exact),
        TEST(archive_of_1500_files_is_packed_to_the_same_bytes),
        TEST(edited_file_changes_only_numbers),
        TEST(edited_file_without_name_moves_the_others),
        TEST(files_are_added_and_removed),
        TEST(new_archive_is_read_again),
        TEST(files_that_share_bytes_are_packed_to_the_same_bytes),
        TEST(damaged_tables_are_rejected_with_one_line),
        TEST(compressed_stream_is_validated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
