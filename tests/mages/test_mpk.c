#include "lib/mages_samples.h"

#include "base/deflate.h"
#include "kit/formats/format.h"

static Bytes sample(Kit *kit)
{
    const Mpk mpk = small_mpk(kit);
    return mpk_write(&mpk, kit->arena);
}

static void an_archive_is_read_without_inflating_and_written_again(void **state)
{
    Kit *kit = *state;
    const Bytes file = sample(kit);
    Mpk mpk;
    Bytes content;
    assert_true(mpk_is(file));
    assert_true(mpk_read(file, &mpk, kit->arena, &kit->report));
    assert_int_equal(mpk.count, 4);
    assert_int_equal(mpk.alignment, MPK_ALIGNMENT);
    assert_true(text_is(mpk.entries[1].name, "CRS_ALA_.lay"));
    assert_int_equal(mpk.entries[1].id, 11);
    assert_true(mpk.entries[1].compressed);
    assert_true(mpk.entries[1].stored.data > file.data &&
                mpk.entries[1].stored.data < file.data + file.size);
    assert_int_equal(mpk.entries[0].offset % MPK_ALIGNMENT, 0);
    assert_true(mpk_entry(&mpk, 3, &content, kit->arena, &kit->report));
    assert_true(text_is(text_of_bytes(content), "some words some words some words"));
    assert_true(archive_exact(&mpk_archive, &mpk, file));
    assert_bytes_equal(mpk_write(&mpk, kit->arena), file);
}

static void put(Bytes file, size_t at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        ((uint8_t *)file.data)[at + i] = (uint8_t)(value >> 8 * i);
}

/* The file made by somebody else: another alignment, junk between the entries, in
 * the reserved bytes, behind a name and at the end, and the bytes in another order. */
static Bytes foreign(Kit *kit, unsigned alignment, bool junk)
{
    Mpk mpk = small_mpk(kit);
    mpk.alignment = alignment;
    for (size_t i = 0; i < mpk.count; i++)
        mpk.entries[i].offset = 10 - i;
    mpk.entries[1].stored = deflate_bytes((Bytes){mpk.entries[0].stored.data, 200},
                                          WRAPPING_ZLIB, DEFLATE_NONE, kit->arena);
    mpk.entries[1].size = 200;
    if (junk) {
        mpk.entries[0].gap = arena_copy(kit->arena, BYTES(1, 2, 3));
        mpk.entries[3].gap = arena_copy(kit->arena, BYTES(0, 0, 0, 0, 0));
        mpk.entries[2].loose = true;
        mpk.entries[2].offset = 5;
        mpk.entries[1].after = arena_copy(kit->arena, BYTES(9, 0, 9));
        mpk.tail = arena_copy(kit->arena, BYTES(0, 0, 0));
        uint8_t *reserved = arena_alloc(kit->arena, 52, 1);
        reserved[51] = 1;
        mpk.reserved = (Bytes){reserved, 52};
    }
    const Bytes file = mpk_write(&mpk, kit->arena);
    return file;
}

static void foreign_archives_survive_a_round_trip(void **state)
{
    Kit *kit = *state;
    static const unsigned alignments[] = {1, 4, 16, 2048, 4096, 65536};
    for (size_t i = 0; i < COUNT_OF(alignments); i++)
        for (int junk = 0; junk < 2; junk++) {
            const Bytes file = foreign(kit, alignments[i], junk);
            Mpk mpk;
            Writer json = writer_to(kit->arena);
            Bytes back;
            const Format *format;
            assert_true(mpk_read(file, &mpk, kit->arena, &kit->report));
            assert_bytes_equal(mpk_write(&mpk, kit->arena), file);
            assert_true(format_to_json(format_named(TEXT("mpk")), file, true, &json, kit->arena,
                                       &kit->report));
            assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
            assert_true(format_from_json(writer_bytes(&json), &back, &format, kit->arena,
                                         &kit->report));
            assert_bytes_equal(back, file);
            assert_true(mpk_check(file, kit->arena, &kit->report));
        }
    assert_int_equal(kit->messages.count, 0);
}

/* Version 1.0: numbers of 32 bits, and no numbers of entries. The first word of a slot is 1 for
 * a stream, as in all 94 slots of a genuine file. */
static void version_1_is_read_and_written_again(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const Bytes stream = deflate_bytes((Bytes){(const uint8_t *)"aaaaaaaaaaaaaaaa", 16},
                                       WRAPPING_ZLIB, DEFLATE_BEST, kit->arena);
    const Bytes stored[] = {BYTES(1, 2, 3), stream, {0}};
    const uint32_t sizes[] = {3, 16, 0}, offsets[] = {2048, 4096, 0};
    write_text(&out, TEXT("MPK"));
    write_u8(&out, 0);
    write_u16(&out, 0);
    write_u16(&out, 1);
    write_u32(&out, COUNT_OF(stored));
    write_zeros(&out, 52);
    for (uint32_t i = 0; i < COUNT_OF(stored); i++) {
        const size_t at = out.size;
        write_u32(&out, i == 1);
        write_u32(&out, offsets[i]);
        write_u32(&out, (uint32_t)stored[i].size);
        write_u32(&out, sizes[i]);
        write_zeros(&out, 16);
        write_format(&out, "file%u.bin", i);
        write_zeros(&out, at + 256 - out.size);
    }
    for (size_t i = 0; i < 2; i++) {
        write_zeros(&out, offsets[i] - out.size);
        write_bytes(&out, stored[i]);
    }
    for (unsigned odd = 0; odd < 2; odd++) {
        const Bytes file = arena_copy(kit->arena, writer_bytes(&out));
        if (odd)
            put(file, 64 + 256 + 16 + 15, 5, 1); /* reserved, of the second entry */
        Mpk mpk;
        Bytes content, back;
        Writer json = writer_to(kit->arena);
        const Format *format;
        assert_true(mpk_read(file, &mpk, kit->arena, &kit->report));
        assert_int_equal(mpk.entries[1].id, 1);
        assert_true(text_is(mpk.entries[1].name, "file1.bin") && mpk.entries[1].compressed);
        assert_true(mpk_entry(&mpk, 1, &content, kit->arena, &kit->report));
        assert_true(text_is(text_of_bytes(content), "aaaaaaaaaaaaaaaa"));
        assert_true(mpk_entry(&mpk, 0, &content, kit->arena, &kit->report));
        assert_bytes_equal(content, stored[0]);
        assert_true(archive_exact(&mpk_archive, &mpk, file) &&
                    mpk_check(file, kit->arena, &kit->report));
        assert_true(format_to_json(format_named(TEXT("mpk")), file, true, &json, kit->arena,
                                   &kit->report));
        assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
        assert_true(
            format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
        assert_bytes_equal(back, file);
    }
    assert_int_equal(kit->messages.count, 0);
    /* Where the fields are, in errors. */
    const Bytes bad = arena_copy(kit->arena, writer_bytes(&out));
    put(bad, 64 + 4, 1 << 20, 4);
    assert_false(mpk_check(bad, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "entry 0, at byte 68: 3 bytes at 1048576 are not in"));
}

/* Numbers of version 1.0 have 32 bits. */
static void version_1_has_at_most_4_gb(void **state)
{
    Kit *kit = *state;
    MpkEntry large = {.name = TEXT("a"), .size = 1ull << 32, .compressed = true};
    const Mpk mpk = {.major = 1, .alignment = 1, .entries = &large, .count = 1};
    ArchiveParts parts;
    mpk_parts(&mpk, &parts, kit->arena);
    assert_false(mpk_fits(&mpk, &parts, &kit->report));
    assert_true(kit_has_message(kit, "an archive of version 1.0 has at most 4 GB"));
}

enum { SLOT = 64, OFFSET = 8, STORED = 16, SIZE = 24, NAME = 32 };

static void every_error_is_reported_by_entry_and_byte(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint64_t value;
        unsigned bytes;
        bool ok, reads;
        const char *says;
    } changes[] = {
        {4, 1, 2, false, false, "at byte 4: version 2.1; only 1.0 and 2.0 are supported"},
        {8, 5000, 4, false, false, "slots: 5000 elements exceed"},
        {8, UINT32_MAX, 4, false, false, "slots: 4294967295 elements exceed"},
        {SLOT, 2, 4, false, false, "entry 0, at byte 64: compression 2"},
        {SLOT + OFFSET, 1 << 20, 8, false, false, "entry 0, at byte 72: 3000 bytes at 1048576"},
        {SLOT + OFFSET, UINT64_MAX - 100, 8, false, false, "are not in a file of"},
        {SLOT + OFFSET, 64, 8, false, false,
         "entry 0, at byte 72: its bytes overlap the table"},
        {SLOT + STORED, UINT64_MAX, 8, false, false, "are not in a file of"},
        {SLOT + SIZE, 17, 8, false, false,
         "entry 0, at byte 80: not compressed, but its sizes"},
        {SLOT + 256 + SIZE, 1ull << 63, 8, false, false,
         "at byte 344: a size of 9223372036854"},
        {SLOT + 256 + SIZE, 1ull << 40, 8, false, true, "claim to decompress to 1099511627776"},
        {SLOT + 256 + SIZE, 5000, 8, false, true, "but the table has 5000"},
        {SLOT + 256 + SIZE, 5, 8, false, true, "decompressed data exceed the limit"},
        {SLOT + 256 + OFFSET, 2048, 8, false, true,
         "at byte 328: it shares bytes with entry 0"},
        {SLOT + 256 + STORED, 20, 8, false, true, "the deflate stream is damaged or truncated"},
        {SLOT + 256 + 4, 10, 4, true, true,
         "warning: entry 1, at byte 324: duplicate id of entry 0: 10"},
        {SLOT + 256 + NAME + 7, 0x00676E702Eull, 5, true, true,
         "warning: entry 1, at byte 352: duplicate name of entry 0: \"CRS_ALA.png\""},
        {SLOT + NAME, '/', 1, false, true, "invalid name \"/RS_ALA.png\": it is absolute"},
        {SLOT + NAME, 0, 1, false, true, "invalid name \"\": it is empty"},
    };
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        Kit *kit = kit_new();
        const Bytes file = sample(kit);
        Mpk mpk;
        put(file, changes[i].at, changes[i].value, changes[i].bytes);
        assert_int_equal(mpk_check(file, kit->arena, &kit->report), changes[i].ok);
        if (!kit_has_message(kit, changes[i].says))
            fail_msg("%zu: no \"%s\" but \"%s\"", i, changes[i].says, kit_message(kit, 0));
        assert_int_equal(mpk_read(file, &mpk, kit->arena, &kit->report), changes[i].reads);
        kit_free(kit);
    }
}

static void hostile_names_are_rejected(void **state)
{
    Kit *kit = *state;
    static const char *const bad[] = {"",
                                      "/a",
                                      "\\a",
                                      "..",
                                      "a/../b",
                                      "a\\..",
                                      "./a",
                                      "a//b",
                                      "a/",
                                      "C:\\x",
                                      "c:x",
                                      "a\nb",
                                      "a\x7f",
                                      "con",
                                      "x/NUL.txt",
                                      "Com1.a",
                                      "LPT9",
                                      "aux .txt",
                                      "com\xC2\xB9.a",
                                      "x/lpt\xC2\xB3",
                                      "CONIN$",
                                      "a*b",
                                      "a?b",
                                      "a<b",
                                      "a>b",
                                      "a\"b",
                                      "x/a|b",
                                      "a.",
                                      "a /b",
                                      "\xff.png",
                                      ".oisin.json",
                                      ".oisin.abcdef/journal",
                                      "a\\.oisin.123456",
                                      "a/.OISIN.abcdef/b",
                                      ".oisin-staging",
                                      "a/.Oisin-Staging",
                                      "a/b/c/d/e/f/g/h/i"};
    static const char *const good[][2] = {{"a.png", "a.png"},
                                          {"a\\b\\c.lay", "a/b/c.lay"},
                                          {"console", "console"},
                                          {"com", "com"},
                                          {"con1.x", "con1.x"},
                                          {"...a", "...a"},
                                          {"com\xC2\xB9x", "com\xC2\xB9x"},
                                          {"lpt", "lpt"},
                                          {"a%b;c", "a%b;c"},
                                          {"aux a.b", "aux a.b"},
                                          {".oisin.abc", ".oisin.abc"},
                                          {"\xC3\xA9", "\xC3\xA9"}};
    Text path;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (archive_path(text_of(bad[i]), &path, kit->arena, &kit->report))
            fail_msg("\"%s\" is taken", bad[i]);
    assert_int_equal(kit->messages.count, COUNT_OF(bad));
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        assert_true(archive_path(text_of(good[i][0]), &path, kit->arena, &kit->report));
        assert_true(text_is(path, good[i][1]));
    }
}

/* ---- folders ---- */

typedef struct Folder {
    Arena *arena;
    ArchiveFile files[16];
    size_t count;
} Folder;

static bool keep(void *context, const ArchiveFile *file, Report *report)
{
    Folder *folder = context;
    (void)report;
    assert_true(folder->count < COUNT_OF(folder->files));
    folder->files[folder->count++] =
        (ArchiveFile){.path = arena_text(folder->arena, file->path),
                      .bytes = arena_copy(folder->arena, file->bytes)};
    return true;
}

static Folder unpacked(Kit *kit, Bytes file)
{
    Folder folder = {.arena = kit->arena};
    assert_true(archive_unpack(&mpk_archive, file, NULL, keep, &folder, &kit->report));
    assert_true(text_is(folder.files[folder.count - 1].path, ARCHIVE_RECIPE));
    return folder;
}

static Bytes packed(Kit *kit, const Folder *folder, bool fresh)
{
    ArchiveParts parts;
    const Bytes recipe = folder->files[folder->count - 1].bytes;
    assert_true(archive_pack(&mpk_archive, folder->files, folder->count - 1,
                             fresh ? (Bytes){0} : recipe, NULL, &parts, kit->arena,
                             &kit->report));
    return archive_bytes(&parts, kit->arena);
}

static void unpack_and_pack_give_the_same_bytes(void **state)
{
    Kit *kit = *state;
    const Bytes files[] = {sample(kit), foreign(kit, 16, false), foreign(kit, 64, true)};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        Folder folder = unpacked(kit, files[i]);
        assert_int_equal(folder.count, 5);
        assert_true(text_is(folder.files[3].path, "sub/deep/words.txt"));
        /* In whatever order the disk lists them. */
        const ArchiveFile first = folder.files[0];
        folder.files[0] = folder.files[3];
        folder.files[3] = first;
        assert_bytes_equal(packed(kit, &folder, false), files[i]);
    }
    assert_int_equal(kit->messages.count, 0);
}

static void edited_new_and_missing_files_are_packed(void **state)
{
    Kit *kit = *state;
    Folder folder = unpacked(kit, foreign(kit, 16, true));
    Mpk mpk;
    Bytes content;
    folder.files[1].bytes = bytes_of_text(TEXT("another layout"));
    folder.files[2] =
        (ArchiveFile){.path = TEXT("new.txt"), .bytes = bytes_of_text(TEXT("new"))};
    const Bytes file = packed(kit, &folder, false);
    assert_true(kit_has_message(kit, "empty.bin was removed, and is not packed"));
    assert_true(mpk_read(file, &mpk, kit->arena, &kit->report));
    assert_int_equal(mpk.count, 4);
    assert_true(text_is(mpk.entries[1].name, "CRS_ALA_.lay"));
    assert_true(mpk.entries[1].compressed);
    assert_true(mpk_entry(&mpk, 1, &content, kit->arena, &kit->report));
    assert_true(text_is(text_of_bytes(content), "another layout"));
    assert_true(text_is(mpk.entries[2].name, "sub\\deep\\words.txt"));
    assert_true(text_is(mpk.entries[3].name, "new.txt"));
    assert_int_equal(mpk.entries[3].id, 14);
    assert_true(mpk_check(file, kit->arena, &kit->report));
}

static void new_archive_is_sorted_by_name_and_compressed_if_smaller(void **state)
{
    Kit *kit = *state;
    Folder folder = unpacked(kit, sample(kit));
    Mpk mpk;
    folder.files[2].path = TEXT(".hidden");
    const Bytes file = packed(kit, &folder, true);
    assert_true(mpk_read(file, &mpk, kit->arena, &kit->report));
    assert_int_equal(mpk.count, 3);
    assert_true(text_is(mpk.entries[0].name, "CRS_ALA.png"));
    assert_false(mpk.entries[0].compressed);
    assert_true(text_is(mpk.entries[1].name, "CRS_ALA_.lay"));
    assert_true(mpk.entries[1].compressed);
    assert_int_equal(mpk.entries[1].id, 1);
    assert_true(text_is(mpk.entries[2].name, "sub/deep/words.txt"));
    assert_true(mpk_check(file, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
}

static void equal_names_get_distinct_paths(void **state)
{
    Kit *kit = *state;
    Mpk mpk = small_mpk(kit);
    for (size_t i = 0; i < 3; i++)
        mpk.entries[i].name = TEXT("same");
    const Bytes file = mpk_write(&mpk, kit->arena);
    const Folder folder = unpacked(kit, file);
    assert_true(text_is(folder.files[1].path, "same~2"));
    assert_true(text_is(folder.files[2].path, "same~3"));
    assert_bytes_equal(packed(kit, &folder, false), file);
    /* Nothing can be a file and a folder: the folder, or the file after it, is renamed. */
    static const size_t places[] = {0, 3};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        mpk = small_mpk(kit);
        mpk.entries[3].name = TEXT("sub\\deep\\a.txt");
        mpk.entries[places[1 - i]].name = TEXT("sub\\deep\\words.txt");
        mpk.entries[places[i]].name = TEXT("sub");
        const Bytes both = mpk_write(&mpk, kit->arena);
        const Folder other = unpacked(kit, both);
        assert_true(text_is(other.files[places[i]].path, i ? "sub~2" : "sub"));
        assert_true(text_is(other.files[places[1 - i]].path,
                            i ? "sub/deep/words.txt" : "sub~2/deep/words.txt"));
        assert_bytes_equal(packed(kit, &other, false), both);
    }
    assert_true(kit_has_message(kit, "duplicate name \"sub\"; renamed to \"sub~2\""));
}

/* Of an archive with a name for each problem, all members come out, and go back. */
static void impossible_names_are_escaped_and_restored(void **state)
{
    Kit *kit = *state;
    char long_name[224];
    memset(long_name, '\xB1', 223); /* 223 katakana: 669 bytes */
    long_name[223] = 0;
    const char *const names[][2] = {
        {"", "%"},
        {"/a", "%2Fa"},
        {"a//b/", "a/%2Fb%2F"},
        {"C:\\x", "C%3A/x"},
        {"a\n\x7f", "a%0A%7F"},
        {"x/NUL.txt", "x/%4EUL.txt"},
        {"a?/b*c|", "a%3F/b%2Ac%7C"},
        {"<\">", "%3C%22%3E"},
        {"con .txt", "%63on .txt"},
        {"a. ", "a%2E%20"},
        {"1/2/3/4/5/6/7/8/9/10", "1/2/3/4/5/6/7/8%2F9%2F10"},
        {"\x82\xA0\xFF\xFE.txt", "あ%FF%FE.txt"},
        {long_name, NULL},
    };
    for (size_t sjis = 0; sjis < 2; sjis++) {
        const size_t count = sjis ? COUNT_OF(names) : COUNT_OF(names) - 2;
        Mpk mpk = {.major = 2, .alignment = 16, .count = count};
        mpk.entries = ARENA_ALLOC(kit->arena, MpkEntry, count);
        for (size_t i = 0; i < count; i++) {
            mpk.entries[i] = (MpkEntry){.name = text_of(names[i][0]), .offset = i};
            mpk_store(&mpk.entries[i], bytes_of_text(TEXT("abc")), (Bytes){0}, kit->arena);
        }
        const Bytes file = mpk_write(&mpk, kit->arena);
        const Folder folder = unpacked(kit, file);
        assert_int_equal(folder.count, count + 1);
        for (size_t i = 0; i < count; i++) {
            if (names[i][1])
                assert_string_equal(arena_text(kit->arena, folder.files[i].path).at,
                                    names[i][1]);
            assert_true(folder.files[i].path.size <= 255);
        }
        assert_bytes_equal(packed(kit, &folder, false), file);
    }
    assert_true(kit_has_message(kit, "entry 0: invalid name \"\": it is empty; unpacked as "
                                     "\"%\", packing restores the name"));
}

/* Archives of games end with slots that have no name and no bytes. */
static void unused_slots_become_no_files_and_come_back(void **state)
{
    Kit *kit = *state;
    for (unsigned major = 1; major <= 2; major++) {
        Mpk mpk = small_mpk(kit);
        mpk.major = (u16)major;
        for (size_t i = 2; i < 4; i++)
            mpk.entries[i] = (MpkEntry){.compressed = major == 1, .loose = true};
        const Bytes file = mpk_write(&mpk, kit->arena);
        assert_true(mpk_check(file, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, major - 1);
        Folder folder = unpacked(kit, file);
        assert_int_equal(folder.count, 3);
        assert_true(kit_has_message(kit, "2 slots are not used"));
        assert_bytes_equal(packed(kit, &folder, false), file);
        folder.files[3] = folder.files[2]; /* a file is added */
        folder.files[folder.count++ - 1] =
            (ArchiveFile){.path = TEXT("new.txt"), .bytes = bytes_of_text(TEXT("new"))};
        assert_true(mpk_read(packed(kit, &folder, false), &mpk, kit->arena, &kit->report));
        assert_int_equal(mpk.count, 5);
        assert_true(mpk_entry_is_unused(&mpk.entries[3]));
        assert_true(text_is(mpk.entries[4].name, "new.txt"));
    }
}

static void shift_jis_names_are_decoded_and_written_back(void **state)
{
    Kit *kit = *state;
    Mpk mpk = small_mpk(kit);
    mpk.entries[0].name = TEXT("\x95\\\\\x8Dg\xE4\xBB\x90\xB2.png");
    const Bytes file = mpk_write(&mpk, kit->arena);
    assert_true(mpk_check(file, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    Folder folder = unpacked(kit, file);
    assert_true(text_is(folder.files[0].path, "表/紅莉栖.png"));
    assert_bytes_equal(packed(kit, &folder, false), file);
    Writer json = writer_to(kit->arena);
    Bytes back;
    const Format *format;
    assert_true(
        format_to_json(format_named(TEXT("mpk")), file, true, &json, kit->arena, &kit->report));
    assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
    assert_true(
        format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
    /* A new file gets a name in the same encoding, or an error. */
    folder.files[1].path = TEXT("新しい.txt");
    assert_true(mpk_read(packed(kit, &folder, false), &mpk, kit->arena, &kit->report));
    assert_true(text_is(mpk.entries[3].name, "新しい.txt"));
    assert_true(text_is(mpk.entries[3].raw, "\x90V\x82\xB5\x82\xA2.txt"));
    folder.files[1].path = TEXT("né.txt");
    ArchiveParts parts;
    assert_false(archive_pack(&mpk_archive, folder.files, folder.count - 1,
                              folder.files[folder.count - 1].bytes, NULL, &parts, kit->arena,
                              &kit->report));
    assert_true(kit_has_message(kit, "né.txt: the character at byte 1 is not in Shift-JIS"));
}

/* Equal contents stored once, a part of another entry, and one that leads beyond it. */
static void entries_that_share_bytes_are_packed_to_the_same_bytes(void **state)
{
    Kit *kit = *state;
    static const struct {
        unsigned offset, size;
    } spans[] = {{2048, 3000}, {2048, 3000}, {2100, 50}, {4000, 2000}, {5500, 100}, {8192, 5}};
    enum { ENTRIES = COUNT_OF(spans), END = 8197 };
    Writer out = writer_to(kit->arena);
    const MpkTable head = {.major = 2};
    record_write(&MpkTable_layout, &head, &out);
    write_uint_at(&out, 8, ENTRIES, 4);
    for (unsigned i = 0; i < ENTRIES; i++) {
        MpkSlot slot = {.id = i,
                        .offset = spans[i].offset,
                        .stored_size = spans[i].size,
                        .size = spans[i].size};
        slot.name[0] = (char)('a' + i);
        record_write(&MpkSlot_layout, &slot, &out);
    }
    write_zeros(&out, 2048 - out.size);
    while (out.size < 6000)
        write_u8(&out, (uint8_t)(out.size * out.size / 7));
    write_zeros(&out, 8192 - out.size);
    write_text(&out, TEXT("hello"));
    const Bytes file = writer_bytes(&out);
    Mpk mpk;
    assert_int_equal(file.size, END);
    assert_true(mpk_read(file, &mpk, kit->arena, &kit->report));
    assert_true(archive_exact(&mpk_archive, &mpk, file));
    Folder folder = unpacked(kit, file);
    assert_bytes_equal(packed(kit, &folder, false), file);
    assert_int_equal(kit->messages.count, 0);
    /* Whoever edits one of them changes no other. */
    folder.files[0].bytes = BYTES(1, 2, 3);
    const Bytes edited = packed(kit, &folder, false);
    const Folder again = unpacked(kit, edited);
    for (size_t i = 0; i < ENTRIES; i++)
        assert_bytes_equal(again.files[i].bytes, folder.files[i].bytes);
    assert_true(mpk_read(edited, &mpk, kit->arena, &kit->report));
    assert_int_equal(mpk.entries[5].offset % 2048, 0);
}

/* Junk between the entries does not hide their alignment; an edited entry keeps it. */
static void alignment_is_kept_when_a_file_grows(void **state)
{
    Kit *kit = *state;
    for (unsigned major = 1; major <= 2; major++)
        for (unsigned alignment = 16; alignment <= 4096; alignment *= 16) {
            Mpk mpk = small_mpk(kit);
            mpk.alignment = alignment;
            mpk.major = (u16)major;
            mpk.padded = true;
            const Bytes file = mpk_write(&mpk, kit->arena);
            assert_int_equal(file.size % alignment, 0);
            assert_true(mpk_read(file, &mpk, kit->arena, &kit->report));
            assert_int_equal(mpk.alignment % alignment, 0);
            const uint64_t at = mpk.entries[0].offset + mpk.entries[0].stored.size;
            ((uint8_t *)file.data)[at] = 7; /* in the padding */
            Folder folder = unpacked(kit, file);
            assert_bytes_equal(packed(kit, &folder, false), file);
            uint8_t *data = arena_alloc(kit->arena, 5001, 1);
            folder.files[0].bytes = (Bytes){data, 5001};
            const Bytes again = packed(kit, &folder, false);
            assert_true(mpk_read(again, &mpk, kit->arena, &kit->report));
            for (size_t i = 0; i < mpk.count; i++)
                assert_int_equal(mpk.entries[i].offset % alignment, 0);
            assert_int_equal(again.size % alignment, 0);
        }
    assert_int_equal(kit->messages.count, 0);
}

/* As the genuine file: 94 slots, all compressed, one of them empty. */
static void version_1_with_94_compressed_slots_has_no_findings(void **state)
{
    Kit *kit = *state;
    enum { SLOTS = 94 };
    Mpk mpk = {.major = 1, .alignment = 2048, .count = SLOTS};
    mpk.entries = ARENA_ALLOC(kit->arena, MpkEntry, SLOTS);
    for (size_t i = 0; i < SLOTS; i++) {
        const Bytes content = {arena_alloc(kit->arena, 40 * i, 1), 40 * i};
        mpk.entries[i] = (MpkEntry){.name = arena_format(kit->arena, "chara_%03zu.dds", i),
                                    .compressed = true,
                                    .offset = i};
        mpk_store(&mpk.entries[i], content, (Bytes){0}, kit->arena);
    }
    const Bytes file = mpk_write(&mpk, kit->arena);
    for (size_t i = 0; i < SLOTS; i++)
        assert_int_equal(uint_of(file.data + 64 + 256 * i, 4, false), 1);
    assert_true(mpk_check(file, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    assert_true(mpk_read(file, &mpk, kit->arena, &kit->report));
    assert_true(archive_exact(&mpk_archive, &mpk, file));
    Writer json = writer_to(kit->arena);
    assert_true(format_to_json(format_named(TEXT("mpk")), file, false, &json, kit->arena,
                               &kit->report));
    assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"id\""));
}

/* 40 KB that claim to be 40 MB, honestly; and entries that share what they hold. */
static void bombs_are_rejected_within_64_megabytes(void **state)
{
    Kit *kit = *state;
    Arena *making = arena_new();
    enum { SIZE_OF_BOMB = 40 << 20, SHARERS = 60 };
    const Bytes zeros = {arena_alloc(making, SIZE_OF_BOMB, 1), SIZE_OF_BOMB};
    Mpk mpk = {.major = 2, .alignment = 16, .count = 1};
    mpk.entries = ARENA_ALLOC(making, MpkEntry, SHARERS);
    mpk.entries[0] = (MpkEntry){.name = TEXT("a"), .compressed = true};
    mpk_store(&mpk.entries[0], zeros, (Bytes){0}, making);
    const Bytes alone = arena_copy(kit->arena, mpk_write(&mpk, making));
    mpk_store(&mpk.entries[0], bytes_slice(zeros, 0, 4 << 20), (Bytes){0}, making);
    mpk.count = SHARERS;
    for (size_t i = 1; i < SHARERS; i++) {
        mpk.entries[i] = mpk.entries[0];
        mpk.entries[i].name = arena_format(making, "%zu", i);
        mpk.entries[i].offset = i;
    }
    const Bytes many = arena_copy(kit->arena, mpk_write(&mpk, making));
    for (size_t i = 1; i < SHARERS; i++)
        memcpy((uint8_t *)many.data + 64 + 256 * i + 8, many.data + 64 + 8, 8);
    arena_free(making);
    arena_limit(kit->arena, 64 << 20);
    Folder folder = {.arena = kit->arena};
    Bytes content;
    Writer json = writer_to(kit->arena);
    assert_true(mpk_read(alone, &mpk, kit->arena, &kit->report));
    assert_false(mpk_entry(&mpk, 0, &content, kit->arena, &kit->report));
    assert_false(archive_unpack(&mpk_archive, alone, NULL, keep, &folder, &kit->report));
    assert_false(format_to_json(format_named(TEXT("mpk")), alone, true, &json, kit->arena,
                                &kit->report));
    assert_false(mpk_check(alone, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 4);
    assert_false(mpk_check(many, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "it shares bytes with entry 0"));
    assert_int_equal(folder.count, 0);
}

/* Entry 1 begins at the last byte of entry 0; right after it, nothing is shared. */
static void single_shared_byte_is_an_overlap(void **state)
{
    (void)state;
    for (unsigned shared = 0; shared < 2; shared++) {
        Kit *kit = kit_new();
        Mpk mpk = small_mpk(kit);
        mpk.alignment = 1;
        const Bytes file = mpk_write(&mpk, kit->arena);
        Mpk read;
        assert_true(mpk_read(file, &read, kit->arena, &kit->report));
        const MpkEntry *first = &read.entries[0];
        put(file, SLOT + 256 + OFFSET, first->offset + first->stored.size - shared, 8);
        put(file, SLOT + 256, 0, 4); /* stored: any bytes are good ones */
        put(file, SLOT + 256 + SIZE, read.entries[1].stored.size, 8);
        assert_int_equal(mpk_check(file, kit->arena, &kit->report), !shared);
        assert_int_equal(
            kit_has_message(kit, "entry 1, at byte 328: it shares bytes with entry 0"), shared);
        kit_free(kit);
    }
}

static void equal_entries_stored_once_stay_so(void **state)
{
    Kit *kit = *state;
    const Bytes file = sample(kit);
    memcpy((uint8_t *)file.data + SLOT + 3 * 256 + OFFSET, file.data + SLOT + 256 + OFFSET, 24);
    const Folder folder = unpacked(kit, file);
    assert_int_equal(kit->messages.count, 0);
    assert_bytes_equal(folder.files[3].bytes, folder.files[1].bytes);
    assert_bytes_equal(packed(kit, &folder, false), file);
    assert_true(mpk_check(file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "warning: entry 3, at byte 840: it shares bytes with "
                                     "entry 1 (all of them)"));
    Writer json = writer_to(kit->arena);
    Bytes back;
    const Format *format;
    assert_true(
        format_to_json(format_named(TEXT("mpk")), file, true, &json, kit->arena, &kit->report));
    assert_true(
        format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
}

static void a_damaged_recipe_is_reported(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"nonsense", "invalid JSON"},
        {"{\"format\": \"res\"}", ".oisin.json: not a recipe for a .mpk"},
        {"{\"format\": \"mpk\"}", ".oisin.json: \"entries\" must be a list"},
        {"{\"format\": \"mpk\", \"entries\": [{}]}", "entry 0 has no unique \"path\""},
        {"{\"format\": \"mpk\", \"entries\": []}", "\"minor\" must be a number"},
        {"{\"format\": \"mpk\", \"minor\": 0, \"major\": 2, \"alignment\": 3, \"entries\": []}",
         "\"alignment\" must be a power of two"},
        {"{\"format\": \"mpk\", \"minor\": 0, \"major\": 2, \"alignment\": 4, \"entries\": "
         "[{\"path\": \"a\"}]}",
         "MpkSlot: \"compressed\" is missing"},
        {"{\"format\": \"mpk\", \"minor\": 0, \"major\": 2, \"alignment\": 4, \"entries\": "
         "[{\"path\": \"a\", \"compressed\": 4, \"id\": 0, \"name\": \"a\"}]}",
         "\"compressed\" must be 0 or 1"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Kit *kit = kit_new();
        const ArchiveFile file = {.path = TEXT("a"), .bytes = bytes_of_text(TEXT("content"))};
        ArchiveParts parts;
        assert_false(archive_pack(&mpk_archive, &file, 1, bytes_of_text(text_of(bad[i][0])),
                                  NULL, &parts, kit->arena, &kit->report));
        if (!kit_has_message(kit, bad[i][1]))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        kit_free(kit);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(an_archive_is_read_without_inflating_and_written_again),
        TEST(foreign_archives_survive_a_round_trip),
        TEST(version_1_is_read_and_written_again),
        TEST(version_1_has_at_most_4_gb),
        TEST(every_error_is_reported_by_entry_and_byte),
        TEST(hostile_names_are_rejected),
        TEST(unpack_and_pack_give_the_same_bytes),
        TEST(edited_new_and_missing_files_are_packed),
        TEST(new_archive_is_sorted_by_name_and_compressed_if_smaller),
        TEST(equal_names_get_distinct_paths),
        TEST(impossible_names_are_escaped_and_restored),
        TEST(unused_slots_become_no_files_and_come_back),
        cmocka_unit_test_setup_teardown(shift_jis_names_are_decoded_and_written_back,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(entries_that_share_bytes_are_packed_to_the_same_bytes,
                                        kit_set_up, kit_tear_down),
        TEST(alignment_is_kept_when_a_file_grows),
        cmocka_unit_test_setup_teardown(version_1_with_94_compressed_slots_has_no_findings,
                                        kit_set_up, kit_tear_down),
        TEST(bombs_are_rejected_within_64_megabytes),
        TEST(single_shared_byte_is_an_overlap),
        TEST(equal_entries_stored_once_stay_so),
        TEST(a_damaged_recipe_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
