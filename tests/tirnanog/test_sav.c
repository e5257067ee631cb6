/* The format of saved games: each chunk byte for byte as the seed has it, both ways, and
 * the messages about invalid files. */
#include "lib/recorded.h"
#include "lib/wrong_json.h"

#include "base/deflate.h"
#include "kit/formats/format.h"
#include "tirnanog/container/sav.h"

#include <stdio.h>

static Kit *kit;

static int set_up(void **state)
{
    kit = *state = kit_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kit_free(kit);
    return 0;
}

/* ---- a file made by hand ---- */

static Writer chunks;

static void number(uint64_t value, unsigned bytes) { write_uint(&chunks, value, bytes); }

static size_t chunk(const char *magic)
{
    const size_t at = chunks.size;
    write_bytes(&chunks, (Bytes){(const uint8_t *)magic, 4});
    number(0, 4);
    return at;
}

static void end_chunk(size_t at) { write_uint_at(&chunks, at + 4, chunks.size - at, 4); }

/* 22 bytes, then 2 attributes, an item, a skill, a quest. */
static void entity(void)
{
    number(1, 3);            /* map */
    number(6, 1);            /* direction: ea */
    number(100, 4);          /* x */
    number((uint32_t)-3, 4); /* y */
    number(2, 1);            /* behaviour */
    number(1, 1);            /* transport */
    number((uint8_t)-5, 1);  /* altitude */
    number(2, 1), number(1, 2), number(1, 2), number(1, 2);
    number(77, 4), number((uint32_t)-1, 4);
    number(12, 4), number(3, 4); /* 12 of the object 3 */
    number(4, 4), number(9, 4);  /* level 4 of the skill 9 */
    number(0x80000002, 4);       /* the quest 2 is done */
}

static Bytes seed_chunks(void)
{
    chunks = writer_to(kit->arena);
    size_t at = chunk("DENY");
    number(2, 1);
    write_bytes(&chunks, BYTES(127, 0, 0, 1));
    write_zeros(&chunks, 12);
    end_chunk(at);
    at = chunk("GLBL");
    number(5, 4), number((uint32_t)-6, 4);
    end_chunk(at);
    at = chunk("WHAT"); /* nobody knows it */
    number(0xABCDEF, 3);
    end_chunk(at);
    at = chunk("QSTS");
    number(0, 4), number((uint32_t)-1, 4);
    end_chunk(at);
    at = chunk("USER");
    for (unsigned i = 0; i < 32; i++)
        number(i, 1);
    number(1000, 8), number(2000, 8), number(3000, 8), number(4000, 8);
    write_text(&chunks, TEXT("en"));
    number(1, 1), number(2, 1);
    write_text(&chunks, TEXT("Brid\0"));
    number(1, 4), number(UINT32_MAX, 4);
    for (unsigned i = 0; i < 32; i++)
        number(i ? 0xFFFF : 7, 2);
    for (unsigned i = 0; i < 32; i++)
        number(i == 31 ? 8 : 0xFFFF, 2);
    entity();
    end_chunk(at);
    at = chunk("NPC\0");
    number(3, 4), number(UINT32_MAX, 4);
    entity();
    end_chunk(at);
    at = chunk("MAP\0");
    number(1, 4);
    write_bytes(&chunks, BYTES(0x8E, 0xFF, 0xFF, 0x00, 0x05, 0x00)); /* 15 times none, 5 */
    end_chunk(at);
    return writer_bytes(&chunks);
}

static Bytes file_of(Bytes block, bool preview, Wrapping wrapping, uint32_t crc)
{
    Writer file = writer_to(kit->arena);
    write_text(&file, TEXT("TNG Saved Game\n\0"));
    write_text(&file, TEXT("abcdefghijklmnop")); /* all 16 letters */
    if (preview) {
        uint16_t *pixels = ARENA_ALLOC(kit->arena, uint16_t, 256 * 256);
        for (unsigned i = 0; i < 256 * 256; i++)
            pixels[i] = (uint16_t)(i < 256 ? 31 << 10 : i < 512 ? 31 << 5 : 31);
        const Bytes packed = deflate_bytes((Bytes){(const uint8_t *)pixels, SAV_PREVIEW_BYTES},
                                           WRAPPING_ZLIB, DEFLATE_QUICK, kit->arena);
        write_text(&file, TEXT("PRVW"));
        write_u32(&file, (uint32_t)(32 + packed.size));
        write_u32(&file, 3600);
        write_zeros(&file, 18);
        write_u16(&file, 256);
        write_bytes(&file, packed);
    }
    write_bytes(&file, deflate_bytes(block, wrapping, DEFLATE_QUICK, kit->arena));
    write_u32(&file, crc);
    return writer_bytes(&file);
}

static Bytes seed_file(void)
{
    const Bytes block = seed_chunks();
    return file_of(block, true, WRAPPING_ZLIB, crc32_of(0, block));
}

static Sav read_file(Bytes file)
{
    Sav sav;
    if (!sav_read(file, &sav, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return sav;
}

/* ---- reading ---- */

static void check_entity(const SavEntity *entity)
{
    assert_int_equal(entity->map, 1);
    assert_int_equal(entity->direction, 6);
    assert_int_equal(entity->x, 100);
    assert_int_equal(entity->y, -3);
    assert_int_equal(entity->behaviour, 2);
    assert_int_equal(entity->transport, 1);
    assert_int_equal(entity->altitude, -5);
    assert_int_equal(entity->attributes[0], 77);
    assert_int_equal(entity->attributes[1], -1);
    assert_int_equal(entity->items[0].quantity, 12);
    assert_int_equal(entity->items[0].object, 3);
    assert_int_equal(entity->skills[0].quantity, 4);
    assert_int_equal(entity->skills[0].object, 9);
    assert_int_equal(entity->quests[0], SAV_QUEST_DONE | 2);
}

static void chunks_have_the_layout_of_the_seed(void **state)
{
    (void)state;
    const Sav sav = read_file(seed_file());
    assert_true(text_is(sav_game_id(&sav), "abcdefghijklmnop"));
    assert_int_equal(sav.preview.play_time, 3600);
    assert_int_equal(sav.chunk_count, 7);
    const SavDeny *deny = sav_find(&sav, SAV_DENY);
    assert_int_equal(deny->addresses_count, 1);
    assert_int_equal(deny->addresses[0].address[0], 127);
    const SavGlobals *globals = sav_find(&sav, SAV_GLOBALS);
    assert_int_equal(globals->values_count, 2);
    assert_int_equal(globals->values[1], -6);
    const SavQuests *quests = sav_find(&sav, SAV_QUESTS);
    assert_int_equal(quests->players[0], 0);
    assert_int_equal(quests->players[1], -1);
    const SavUser *user = sav_find(&sav, SAV_USER);
    assert_int_equal(user->password[31], 31);
    assert_int_equal(user->seen.seconds, 4000);
    assert_int_equal(user->flags, 1);
    assert_true(text_is((Text){user->name, user->name_size}, "Brid"));
    assert_int_equal(user->options[0], 1);
    assert_int_equal(user->equipped[0], 7);
    assert_int_equal(user->belt[31], 8);
    check_entity(&user->entity);
    const SavNpc *npc = sav_find(&sav, SAV_NPC);
    assert_int_equal(npc->npc, 3);
    check_entity(&npc->entity);
    const SavMap *map = sav_find(&sav, SAV_MAP);
    assert_int_equal(map->map, 1);
    assert_int_equal(tng_layers_count(map->packets), 16);
    assert_int_equal(sav.chunks[2].type, SAV_UNKNOWN);
    assert_bytes_equal(sav.chunks[2].bytes, BYTES(0xEF, 0xCD, 0xAB));
}

static void the_preview_has_red_in_its_highest_bits(void **state)
{
    (void)state;
    Image image;
    const Sav sav = read_file(seed_file());
    assert_true(sav_preview(&sav, &image, kit->arena, &kit->report));
    assert_int_equal(*image_at(&image, 9, 0), PIXEL(255, 0, 0, 255));
    assert_int_equal(*image_at(&image, 9, 1), PIXEL(0, 255, 0, 255));
    assert_int_equal(*image_at(&image, 9, 2), PIXEL(0, 0, 255, 255));
}

/* One that is not is reduced in another way, and only at its own place. */
static void opaque_thumbnails_are_reduced_like_others(void **state)
{
    (void)state;
    static const uint32_t sides[] = {256, 258, 720, 1024, 1026};
    for (size_t k = 0; k < COUNT_OF(sides); k++) {
        const Image image = image_new(sides[k] + 6, sides[k], kit->arena);
        for (uint32_t i = 0; i < image.w * image.h; i++)
            image.pixels[i] = i * 2654435761u | PIXEL(0, 0, 0, 255);
        const uint16_t *all = sav_preview_pixels(&image, kit->arena);
        *image_at(&image, sides[k] + 2, sides[k] - 1) &= PIXEL(255, 255, 255, 0);
        const uint16_t *others = sav_preview_pixels(&image, kit->arena);
        assert_memory_equal(all, others, (SAV_PREVIEW_SIDE * SAV_PREVIEW_SIDE - 1) * 2);
    }
}

static void saves_survive_a_round_trip(void **state)
{
    (void)state;
    Bytes back;
    const Bytes file = seed_file();
    const Sav sav = read_file(file);
    assert_true(sav_write(&sav, DEFLATE_QUICK, &back, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
}

static void other_block_forms_are_accepted_and_reported(void **state)
{
    (void)state;
    const Bytes block = seed_chunks();
    const Bytes zlib = deflate_bytes(block, WRAPPING_ZLIB, DEFLATE_QUICK, kit->arena);
    const struct {
        Bytes file;
        const char *says;
    } forms[] = {
        {file_of(block, false, WRAPPING_RAW, crc32_of(0, block)), "raw deflate"},
        {file_of(block, true, WRAPPING_ZLIB, crc32_of(0, zlib)),
         "not that of the decompressed"},
    };
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        kit_clear(kit);
        assert_int_equal(read_file(forms[i].file).chunk_count, 7);
        assert_true(sav_check(forms[i].file, kit->arena, &kit->report));
        assert_true(kit_has_message(kit, forms[i].says));
    }
    Bytes bare = file_of(block, false, WRAPPING_ZLIB, 0);
    bare.size -= 4;
    assert_true(sav_check(bare, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "no CRC follows"));
}

/* ---- JSON ---- */

static void json_round_trip_preserves_every_bit(void **state)
{
    (void)state;
    Bytes back;
    const Format *format;
    Writer json = writer_to(kit->arena);
    const Bytes file = seed_file();
    const Format *sav = format_of(TEXT("a"), file);
    assert_string_equal(sav->name, "sav");
    assert_true(format_to_json(sav, file, true, &json, kit->arena, &kit->report));
    assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
    if (!format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_bytes_equal(back, file);
}

static void short_json_omits_the_thumbnail(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        Writer json = writer_to(kit->arena);
        assert_true(format_to_json(format_named(TEXT("sav")), seed_file(), whole, &json,
                                   kit->arena, &kit->report));
        const char *text = arena_text(kit->arena, writer_text(&json)).at;
        assert_non_null(strstr(text, "\"play_time\""));
        assert_int_equal(strstr(text, "\"picture\"") != NULL, whole);
    }
}

static void an_edited_json_is_another_save(void **state)
{
    (void)state;
    Bytes back;
    const Format *format;
    Writer json = writer_to(kit->arena);
    assert_true(format_to_json(format_named(TEXT("sav")), seed_file(), true, &json, kit->arena,
                               &kit->report));
    char *text = (char *)(uintptr_t)arena_text(kit->arena, writer_text(&json)).at;
    char *gold = strstr(strstr(text, "\"attributes\""), "77");
    memcpy(gold, "99", 2);
    assert_true(format_from_json(bytes_of_text(text_of(text)), &back, &format, kit->arena,
                                 &kit->report));
    const Sav sav = read_file(back);
    assert_int_equal(((const SavUser *)sav_find(&sav, SAV_USER))->entity.attributes[0], 99);
}

/* ---- what is not right ---- */

static void damage_is_reported_with_its_place(void **state)
{
    (void)state;
    const Bytes good = seed_chunks();
    static const struct {
        size_t at;
        uint8_t value;
        const char *says;
    } cases[] = {
        {4, 200,
         "unpacked chunk 0 (deny list), at byte 195: an element of addresses needs 17 bytes"},
        {4, 7, "unpacked data, at byte 8: chunk 0 claims 7 bytes"},
        {29, 15, "unpacked chunk 1 (global attributes), at byte 37: 3 bytes are left over"},
        {30, 1, "unpacked data, at byte 305: chunk 2 claims 65537 bytes"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Sav sav;
        kit_clear(kit);
        uint8_t *data = (uint8_t *)(uintptr_t)arena_copy(kit->arena, good).data;
        data[cases[i].at] = cases[i].value;
        const Bytes block = {data, good.size};
        assert_false(sav_read(file_of(block, false, WRAPPING_ZLIB, crc32_of(0, block)), &sav,
                              kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        if (!kit_has_message(kit, cases[i].says))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
    }
    kit_clear(kit);
    Sav sav;
    assert_false(
        sav_read(file_of(good, false, WRAPPING_ZLIB, 1), &sav, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "chunks: CRC mismatch"));
}

static void check_warns_of_unusual_values(void **state)
{
    (void)state;
    const Bytes good = seed_chunks();
    assert_true(sav_check(seed_file(), kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1); /* the unknown chunk */
    assert_true(kit_has_message(kit, "at byte 41: unpacked chunk 2 (unknown): preserved"));
    kit_clear(kit);
    uint8_t *data = (uint8_t *)(uintptr_t)good.data;
    memcpy(data + 41, SAV_SERVER_MAGIC, 4); /* exported by a server of ours */
    assert_true(sav_check(file_of(good, false, WRAPPING_ZLIB, crc32_of(0, good)), kit->arena,
                          &kit->report));
    assert_int_equal(kit->messages.count, 0);
    data[8] = 3;                /* family */
    data[good.size - 6] = 0x8F; /* 16 + 1 cells */
    const Bytes file = file_of(good, false, WRAPPING_ZLIB, crc32_of(0, good));
    assert_true(sav_check(file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "unknown address family 3"));
    assert_true(kit_has_message(kit, "invalid number of cells in its layer: 17"));
}

/* Nothing but one line, whatever is cut off or changed. */
static void damage_is_reported_in_one_line(void **state)
{
    (void)state;
    const Bytes file = seed_file(), block = seed_chunks();
    for (unsigned i = 0; i < 4000; i++) {
        Sav sav;
        Arena *arena = arena_new();
        Report report = report_to(NULL, NULL);
        const bool inside = i & 1;
        Bytes bytes = arena_copy(arena, inside ? block : file);
        ((uint8_t *)(uintptr_t)bytes.data)[next_random((uint32_t)bytes.size)] =
            (uint8_t)next_random(256);
        if (i % 5 == 0)
            bytes.size = next_random((uint32_t)bytes.size);
        if (inside)
            bytes = file_of(bytes, false, WRAPPING_ZLIB, crc32_of(0, bytes));
        const bool ok = sav_read(bytes, &sav, arena, &report);
        assert_int_equal(report.errors, !ok);
        sav_check(bytes, arena, &report);
        arena_free(arena);
    }
}

static void a_bomb_is_rejected(void **state)
{
    (void)state;
    Sav sav;
    Writer writer = writer_to(kit->arena);
    write_zeros(&writer, 64 << 20);
    const Bytes block = writer_bytes(&writer);
    assert_false(sav_read(file_of(block, false, WRAPPING_ZLIB, crc32_of(0, block)), &sav,
                          kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
}

/* 16 MiB, and 100 bytes for each one that is stored. */
static void decompressed_size_is_limited(void **state)
{
    (void)state;
    size_t size = (size_t)16 << 20, limit = 0;
    for (unsigned i = 0; i < 12; i++) {
        /* The first rounds approach the limit; the last one exceeds it by a byte. */
        const size_t tried = size + (i == 11);
        uint8_t *bytes = arena_alloc(kit->arena, tried, 1);
        random_state = 1;
        for (size_t k = 0; k < 2000; k++)
            bytes[k] = (uint8_t)next_random(256);
        const Bytes block = {bytes, tried};
        const Bytes file = file_of(block, false, WRAPPING_ZLIB, crc32_of(0, block));
        Sav sav;
        kit_clear(kit);
        assert_false(sav_read(file, &sav, kit->arena, &kit->report));
        limit = ((size_t)16 << 20) + (file.size - SAV_HEADER_SIZE) * 100;
        if (i == 10) {
            assert_int_equal(size, limit);
            assert_true(kit_has_message(kit, "unpacked data"));
        }
        if (i < 11)
            size = limit;
    }
    assert_int_equal(size, limit);
    assert_true(kit_has_message(kit, "at byte 32: chunks: "));
}

/* ---- what check reports about each number ---- */

static void write_again(Sav *sav, const char *name, const char *expected)
{
    Bytes file;
    kit_clear(kit);
    assert_true(sav_write(sav, DEFLATE_QUICK, &file, kit->arena, &kit->report));
    const bool ok = sav_check(file, kit->arena, &kit->report);
    assert_int_equal(kit->report.errors != 0, !ok);
    kit->report.errors = 0;
    const char *line = kit->messages.count ? kit_message(kit, 0) : "";
    if (!strstr(line, expected) || (!*expected && *line) ||
        kit->messages.count != (*expected ? 1u : 0u))
        fail_msg("%s: %zu messages: %s", name, kit->messages.count, line);
}

/* A save without unknown chunks. */
static Sav clean_save(void)
{
    Sav sav = read_file(seed_file());
    memcpy(sav.chunks[2].magic, SAV_SERVER_MAGIC, 4);
    return sav;
}

/* Then no chunks are left, which is another problem. */
static void preview_may_end_at_the_end_of_the_file(void **state)
{
    (void)state;
    Sav sav;
    const Bytes file = seed_file();
    for (uint32_t more = 0; more < 2; more++) {
        uint8_t *data = (uint8_t *)arena_copy(kit->arena, file).data;
        const uint32_t size = (uint32_t)file.size - SAV_HEADER_SIZE + more;
        memcpy(data + SAV_HEADER_SIZE + 4, &size, 4);
        kit_clear(kit);
        assert_false(sav_read((Bytes){data, file.size}, &sav, kit->arena, &kit->report));
        assert_int_equal(kit_has_message(kit, "the preview claims"), more);
        assert_int_equal(kit_has_message(kit, ": chunks: "), !more);
    }
}

static void check_enforces_limits(void **state)
{
    (void)state;
#define WITH(name, change, expected)                                                           \
    {                                                                                          \
        Sav sav = clean_save();                                                                \
        SavUser *user = sav_find(&sav, SAV_USER);                                              \
        SavNpc *npc = sav_find(&sav, SAV_NPC);                                                 \
        SavDeny *deny = sav_find(&sav, SAV_DENY);                                              \
        (void)user, (void)npc, (void)deny;                                                     \
        change;                                                                                \
        write_again(&sav, name, expected);                                                     \
    }
    WITH("unchanged", (void)0, "");
    WITH("direction 7", npc->entity.direction = 7, "");
    WITH("direction 8", npc->entity.direction = 8, "chunk 5 (NPC): unknown direction 8");
    WITH("behaviour 3", npc->entity.behaviour = 3, "unknown behaviour 3");
    WITH("transport 4", npc->entity.transport = 4, "");
    WITH("transport 5", npc->entity.transport = 5, "unknown movement type 5");
    WITH("player's direction", user->entity.direction = 8, "(player): unknown direction 8");
    WITH("flags", user->flags = 2, "unknown flags 2");
    WITH("family 10", deny->addresses[0].family = 10, "");
    WITH("family 11", deny->addresses[0].family = 11, "unknown address family 11");
    WITH("family 9", deny->addresses[0].family = 9, "unknown address family 9");
    WITH("name", user->name = memcpy(arena_alloc(kit->arena, 4, 1), "Bri\xff", 4),
         "is not UTF-8 from its byte 3");
    WITH("two deny lists", sav_add(&sav, SAV_DENY, kit->arena),
         "2 chunks \"deny list\"; only the first");
    WITH("two globals", sav_add(&sav, SAV_GLOBALS, kit->arena),
         "2 chunks \"global attributes\"");
    WITH("two quests", sav_add(&sav, SAV_QUESTS, kit->arena), "2 chunks \"");
    WITH("state",
         ((SavState *)sav_add(&sav, SAV_STATE, kit->arena))->version = SAV_STATE_VERSION, "");
    WITH("version",
         ((SavState *)sav_add(&sav, SAV_STATE, kit->arena))->version = SAV_STATE_VERSION + 1,
         "unknown version");
    WITH("no player", sav.chunks[4] = sav.chunks[5], "it contains no player");
    WITH("no id", memset(sav.header.game, 0, 16), "at byte 16: invalid game id");
    WITH("reserved", sav.preview.reserved[0] = 1, "at byte 44: a reserved byte");
    WITH("all reserved", memset(sav.preview.reserved, 1, 18), "at byte 44: a reserved byte");
    WITH("last reserved", sav.preview.reserved[17] = 1, "at byte 61: a reserved byte");
    WITH("dimension", sav.preview.dimension = 255, "there is no preview of 256 x 256 pixels");
    WITH("no pixels", sav.preview.size = 32, "at byte 64: the preview image: ");
    WITH("unknown chunk", sav.chunks[2].magic[0] = '?', "(unknown): preserved; bytes: 3");
#undef WITH
}

static void map_layers_are_squares_of_a_power_of_two(void **state)
{
    (void)state;
    static const struct {
        uint8_t packets[9];
        unsigned size;
        const char *says;
    } cases[] = {{{0x80, 1, 0}, 3, ""},
                 {{0x81, 1, 0}, 3, ""},
                 {{0x82, 1, 0}, 3, "invalid number of cells in its layer: 3"},
                 {{0x83, 1, 0}, 3, ""},
                 {{0}, 0, "invalid number of cells in its layer: 0"},
                 {{0x81, 1, 0, 1, 1, 0}, 6, "map layers: a packet"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Sav sav = clean_save();
        SavMap *map = sav_find(&sav, SAV_MAP);
        map->packets = (Bytes){cases[i].packets, cases[i].size};
        write_again(&sav, "map", cases[i].says);
    }
}

static void largest_layer_has_4096_cells_a_side(void **state)
{
    (void)state;
    for (unsigned log2 = 14; log2 <= 25; log2++) {
        Sav sav = clean_save();
        SavMap *map = sav_find(&sav, SAV_MAP);
        const size_t size = 3 * ((size_t)1 << log2) / 128;
        uint8_t *packets = arena_alloc(kit->arena, size, 1);
        for (size_t i = 0; i < size; i += 3)
            packets[i] = 0xFF; /* 128 times the same cell */
        map->packets = (Bytes){packets, size};
        write_again(&sav, "map",
                    log2 > 24 ? "invalid number of cells in its layer: 33554432" : "");
    }
}

static void title_is_the_game_and_the_place(void **state)
{
    (void)state;
    Bytes file;
    const Format *format = format_named(TEXT("sav"));
    Sav sav = clean_save();
    assert_true(text_is(format->title_of(seed_file(), kit->arena), "abcdefghijklmnop"));
    SavState *added = sav_add(&sav, SAV_STATE, kit->arena);
    added->place.text = (char *)(uintptr_t) "Cave";
    for (unsigned size = 0; size <= 4; size += 4) {
        added->place.size = (u16)size;
        assert_true(sav_write(&sav, DEFLATE_QUICK, &file, kit->arena, &kit->report));
        assert_true(text_is(format->title_of(file, kit->arena),
                            size ? "abcdefghijklmnop: Cave" : "abcdefghijklmnop"));
    }
    assert_int_equal(format->title_of(bytes_slice(file, 0, 60), kit->arena).size, 0);
}

static void errors_in_json_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *says;
    } cases[] = {
        {"\"magic\": \"44454e59\"", "\"magic\": \"44454e\"", "\"magic\" must have 4 bytes"},
        {"\"magic\": \"44454e59\"", "\"magic\": \"44454e5900\"", "\"magic\" must have 4 bytes"},
        {"\"magic\": \"44454e59\"", "\"magic\": \"3f3f3f3f\"", "have no \"record\""},
        {"\"magic\": \"44454e59\"", "\"name\": \"44454e59\"",
         "must be an object with its magic"},
        {"\"chunks\": [", "\"chunks\": [ 5,", "must be an object with its magic"},
        {"\"bytes\": \"", "\"bytes\": \"x", "\"bytes\""},
        {"\"preview\": {", "\"preview\": { \"x\": 1,", "\"x\""},
        {"\"header\": {", "\"header\": { \"x\": 1,", "\"x\""},
        {"\"record\": {", "\"record\": { \"x\": 1,", "\"x\""},
    };
    Writer writer = writer_to(kit->arena);
    assert_true(format_to_json(format_named(TEXT("sav")), seed_file(), true, &writer,
                               kit->arena, &kit->report));
    const char *json = arena_text(kit->arena, writer_text(&writer)).at;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Bytes back;
        const Format *format;
        const char *found = strstr(json, cases[i].from);
        kit_clear(kit);
        if (!found)
            fail_msg("no %s", cases[i].from);
        const Text text = arena_format(kit->arena, "%.*s%s%s", (int)(found - json), json,
                                       cases[i].to, found + strlen(cases[i].from));
        const bool ok =
            format_from_json(bytes_of_text(text), &back, &format, kit->arena, &kit->report);
        bool said = false;
        for (size_t k = 0; k < kit->messages.count; k++)
            said |= strstr(kit_message(kit, k), cases[i].says) != NULL;
        if (ok || !said)
            fail_msg("%s: %s", cases[i].to, kit_message(kit, 0));
    }
}

/* Boxes of one colour keep it, whatever their size and side; alpha is over black. */
static void preview_is_the_mean_of_the_middle(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{256, 256}, {100, 256},   {300, 700},
                                        {1, 1},     {255, 300},   {2000, 1030},
                                        {257, 257}, {1024, 1500}, {7, 3}};
    for (size_t k = 0; k < COUNT_OF(sizes); k++) {
        const uint32_t w = sizes[k][0], h = sizes[k][1], side = w < h ? w : h;
        const uint32_t left = (w - side) / 2, top = (h - side) / 2;
        const Image image = image_new(w, h, kit->arena);
        for (uint32_t y = 0; y < h; y++)
            for (uint32_t x = 0; x < w; x++) {
                const bool inside = x >= left && y >= top && x < left + side && y < top + side;
                const bool half = x - left < side / 2;
                *image_at(&image, x, y) = !inside ? PIXEL(255, 0, 255, 255)
                                          : half  ? PIXEL(80, 160, 240, 255)
                                                  : PIXEL(80, 160, 240, 128);
            }
        const uint16_t *pixels = sav_preview_pixels(&image, kit->arena);
        const uint32_t last = 256 * 256 - 1;
        assert_int_equal(pixels[last], 5 << 10 | 10 << 5 | 15);
        assert_int_equal(pixels[255], 5 << 10 | 10 << 5 | 15);
        if (side > 1)
            assert_int_equal(pixels[0], 10 << 10 | 20 << 5 | 30);
        for (uint32_t i = 0; i < w * h; i++)
            image.pixels[i] |= PIXEL(0, 0, 0, 255);
        pixels = sav_preview_pixels(&image, kit->arena);
        for (uint32_t i = 0; i < 256 * 256; i++)
            assert_int_equal(pixels[i], 10 << 10 | 20 << 5 | 30);
    }
}

/* ---- generated inputs ---- */

static const Recorded recorded[] = {{"wrong_saves", 0x8d5431dbae0b50f3},
                                    {"wrong_json", 0x844f376415905b16},
                                    {"described", 0x38a37530061354fb},
                                    {"previews", 0xf8889206913915fd}};

/* Without offsets that depend on the compressor. */
static void put_problems(Writer *out)
{
    for (size_t i = 0; i < kit->messages.count; i++) {
        const Message *message = &kit->messages.items[i];
        const char *text = message->text.at, *from = strstr(text, "chunks: ");
        if (!strstr(text, "the preview claims"))
            write_format(out, "%d %s\n", (int)message->severity, from ? from : text);
    }
    kit_clear(kit);
}

/* Each byte of the header, the preview's header and the chunks; and each cut of the chunks. */
static void wrong_saves_are_reported_as_recorded(void **state)
{
    (void)state;
    enum { HEAD = 64 };
    Writer out = writer_to(kit->arena);
    const Bytes block = seed_chunks(), file = seed_file();
    for (size_t at = 0; at < HEAD + 2 * block.size; at++)
        for (unsigned how = 0; how < 4; how++) {
            const bool head = at < HEAD, cut = at >= HEAD + block.size;
            uint8_t *data = (uint8_t *)arena_copy(kit->arena, head ? file : block).data;
            uint8_t *one = &data[head ? at : cut ? 0 : at - HEAD];
            if (!cut)
                *one = (uint8_t)(how == 0   ? *one + 1
                                 : how == 1 ? *one - 1
                                 : how == 2 ? 255
                                            : *one ^ 0x10);
            else if (how)
                break;
            const Bytes changed = {data, cut ? at - HEAD - block.size : block.size};
            const Bytes wrong =
                head ? (Bytes){data, file.size}
                     : file_of(changed, at % 8 == 0, at % 3 ? WRAPPING_ZLIB : WRAPPING_RAW,
                               crc32_of(0, changed));
            write_format(&out, "%zu %u\n", at, how);
            sav_check(wrong, kit->arena, &kit->report);
            put_problems(&out);
            const Text title = sav_title(wrong, kit->arena);
            write_format(&out, "%.*s\n", (int)title.size, title.at);
        }
    recorded_check(recorded, COUNT_OF(recorded), "wrong_saves", &out);
}

static void put_parsed(void *context, const json_t *json)
{
    Writer *out = context;
    Bytes file;
    if (sav_parse(json, &file, kit->arena, &kit->report)) {
        sav_check(file, kit->arena, &kit->report);
        JsonWriter shown = json_to(out);
        json_open(&shown, NULL);
        sav_show(file, false, &shown, kit->arena, &kit->report);
        json_close(&shown);
    }
    put_problems(out);
}

static void wrong_values_in_json_are_reported_as_recorded(void **state)
{
    (void)state;
    Writer out = writer_to(kit->arena), json = writer_to(kit->arena);
    assert_true(format_to_json(format_named(TEXT("sav")), seed_file(), true, &json, kit->arena,
                               &kit->report));
    wrong_json_each(writer_text(&json), &out, put_parsed, &out);
    recorded_check(recorded, COUNT_OF(recorded), "wrong_json", &out);
}

static void format_is_described_as_recorded(void **state)
{
    (void)state;
    Writer out = writer_to(kit->arena);
    sav_describe(&out);
    recorded_check(recorded, COUNT_OF(recorded), "described", &out);
}

/* Around the limits of the fast path and of sampling; opaque, with one pixel that is not in a
 * corner, and with random alpha. */
static void previews_are_reduced_as_recorded(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{0, 5},       {1, 1},       {3, 2},       {254, 300},
                                        {255, 255},   {256, 256},   {257, 256},   {258, 259},
                                        {300, 300},   {511, 512},   {513, 513},   {640, 480},
                                        {768, 900},   {1022, 1022}, {1023, 1023}, {1024, 1025},
                                        {1025, 1030}, {1026, 1026}, {1300, 1280}};
    Writer out = writer_to(kit->arena);
    for (size_t k = 0; k < COUNT_OF(sizes); k++)
        for (unsigned form = 0; form < 8; form++) {
            const uint32_t w = sizes[k][0], h = sizes[k][1], side = w < h ? w : h;
            Image image = image_new(w, h, kit->arena);
            for (uint32_t i = 0; i < w * h; i++) {
                const uint32_t noise = i * 2654435761u ^ i >> 3;
                image.pixels[i] = form == 7 ? (noise & PIXEL(255, 255, 255, 0)) |
                                                  PIXEL(0, 0, 0, i % 2 ? 99 : 255)
                                  : form == 6 ? noise
                                  : form == 5 ? PIXEL(255, 255, 255, 255)
                                              : noise | PIXEL(0, 0, 0, 255);
            }
            const uint32_t left = (w - side) / 2, top = (h - side) / 2;
            if (form > 0 && form < 5 && side)
                *image_at(&image, left + (form & 1 ? side - 1 : 0),
                          top + (form & 2 ? side - 1 : 0)) &=
                    PIXEL(255, 255, 255, w < 600 ? 0 : 254);
            const uint16_t *pixels = sav_preview_pixels(&image, kit->arena);
            write_format(&out, "%u x %u, form %u:", w, h, form);
            for (uint32_t i = 0; i < 256 * 256; i += 1)
                write_u16(&out, pixels[i]);
        }
    recorded_check(recorded, COUNT_OF(recorded), "previews", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(chunks_have_the_layout_of_the_seed),
        TEST(the_preview_has_red_in_its_highest_bits),
        TEST(opaque_thumbnails_are_reduced_like_others),
        TEST(saves_survive_a_round_trip),
        TEST(other_block_forms_are_accepted_and_reported),
        TEST(json_round_trip_preserves_every_bit),
        TEST(short_json_omits_the_thumbnail),
        TEST(an_edited_json_is_another_save),
        TEST(damage_is_reported_with_its_place),
        TEST(check_warns_of_unusual_values),
        TEST(preview_may_end_at_the_end_of_the_file),
        TEST(check_enforces_limits),
        TEST(map_layers_are_squares_of_a_power_of_two),
        TEST(largest_layer_has_4096_cells_a_side),
        TEST(title_is_the_game_and_the_place),
        TEST(errors_in_json_are_reported),
        TEST(preview_is_the_mean_of_the_middle),
        TEST(damage_is_reported_in_one_line),
        TEST(a_bomb_is_rejected),
        TEST(decompressed_size_is_limited),
        TEST(wrong_saves_are_reported_as_recorded),
        TEST(wrong_values_in_json_are_reported_as_recorded),
        TEST(format_is_described_as_recorded),
        TEST(previews_are_reduced_as_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
