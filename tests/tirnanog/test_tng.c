#include "lib/kit.h"
#include "lib/full_game.h"
#include "lib/small_game.h"

#include "base/deflate.h"
#include "kit/formats/format.h"
#include "tirnanog/container/tng_check.h"
#include "tirnanog/container/tng_names.h"
#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/container/tng_sprites.h"
#include "tirnanog/project/project.h"

static Bytes changed(Kit *kit, Bytes file, size_t at, uint8_t value)
{
    uint8_t *copy = (uint8_t *)arena_copy(kit->arena, file).data;
    copy[at] = value;
    return (Bytes){copy, file.size};
}

static void the_header_example_of_the_spec(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    TngHeader header = {.map_log2 = 6};
    tng_set_shape(&header, 1, 300, 200);
    Writer writer = writer_to(kit->arena);
    record_write(&TngHeader_layout, &header, &writer);
    assert_int_equal(writer.size, TNG_HEADER_SIZE);
    assert_bytes_equal(bytes_slice(writer_bytes(&writer), 33, 4), BYTES(0x11, 0x2c, 0xc8, 6));
    assert_int_equal(tng_tile_width(&header), 300);
    assert_int_equal(tng_tile_height(&header), 200);
    for (unsigned size = 0; size < 1024; size += 31) {
        tng_set_shape(&header, 2, size, 1023 - size);
        assert_int_equal(tng_tile_width(&header), size);
        assert_int_equal(tng_tile_height(&header), 1023 - size);
        assert_int_equal(header.type_bits & 15, 2);
    }
    kit_free(kit);
}

static void the_run_length_examples_of_the_spec(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const uint16_t three[] = {1, 2, 3};
    assert_bytes_equal(tng_layers_write(three, 3, kit->arena), BYTES(2, 1, 0, 2, 0, 3, 0));
    uint16_t fives[10], many[130];
    for (int i = 0; i < 10; i++)
        fives[i] = 5;
    assert_bytes_equal(tng_layers_write(fives, 10, kit->arena), BYTES(0x89, 5, 0));
    for (int i = 0; i < 129; i++)
        many[i] = 0xFFFF;
    many[129] = 7;
    assert_bytes_equal(tng_layers_write(many, 130, kit->arena),
                       BYTES(0xff, 0xff, 0xff, 0x01, 0xff, 0xff, 7, 0));
    kit_free(kit);
}

/* As the format's author packs. */
static void two_equal_cells_are_always_a_run(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const uint16_t pair[] = {1, 2, 2, 3};
    assert_bytes_equal(tng_layers_write(pair, 4, kit->arena),
                       BYTES(0, 1, 0, 0x81, 2, 0, 0, 3, 0));
    uint16_t steps[129]; /* the pair begins behind a whole literal */
    for (uint16_t i = 0; i < 128; i++)
        steps[i] = i;
    steps[128] = 127;
    const Bytes packed = tng_layers_write(steps, 129, kit->arena);
    assert_int_equal(packed.size, 1 + 127 * 2 + 3);
    assert_int_equal(packed.data[0], 126);
    assert_int_equal(packed.data[1 + 127 * 2], 0x81);
    kit_free(kit);
}

static void layers_with_any_runs_survive_a_round_trip(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    uint32_t seed = 1;
    for (int round = 0; round < 300; round++) {
        uint16_t cells[700], back[700];
        const size_t count = (size_t)round * 2 + 1;
        for (size_t i = 0; i < count; i++) {
            seed = seed * 1103515245 + 12345;
            cells[i] = i && (seed >> 16) % 8 < (unsigned)round % 8 ? cells[i - 1]
                                                                   : (uint16_t)(seed >> 20);
        }
        assert_true(tng_layers_read(tng_layers_write(cells, count, kit->arena), back, count,
                                    &kit->report));
        assert_memory_equal(cells, back, count * 2);
    }
    kit_free(kit);
}

/* Eleven layers of a map of 8 x 8 cells: one run after the other, without regard to layers. */
static void runs_continue_over_the_borders_of_layers(void **state)
{
    (void)state;
    enum { LAYER = 8 * 8, CELLS = TNG_LAYERS * LAYER };
    Kit *kit = kit_new();
    const TngHeader header = {.map_log2 = 3, .layer_count = TNG_LAYERS};
    uint16_t cells[CELLS], back[CELLS];
    for (size_t i = 0; i < CELLS; i++)
        cells[i] = i < CELLS - LAYER - 10 ? 0xFFFF : (uint16_t)(i % 5);
    const Bytes packed = tng_layers_write(cells, CELLS, kit->arena);
    assert_bytes_equal(bytes_slice(packed, 0, 15),
                       BYTES(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                             0xff, 0xf5, 0xff, 0xff));
    assert_int_equal(packed.data[15], LAYER + 10 - 1); /* literals over a border, too */
    assert_int_equal(packed.size, 16 + (LAYER + 10) * 2);
    assert_true(tng_map_layers_read(&header, packed, back, LAYER, &kit->report));
    assert_memory_equal(cells, back, sizeof cells);
    kit_free(kit);
}

static void layers_that_give_another_number_of_cells_are_rejected(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    uint16_t cells[10];
    assert_false(tng_layers_read(BYTES(0x89, 5, 0), cells, 9, &kit->report));
    assert_false(tng_layers_read(BYTES(0x80, 5, 0), cells, 2, &kit->report));
    assert_false(tng_layers_read(BYTES(2, 1, 0), cells, 3, &kit->report));
    kit_free(kit);
}

static void built_game_is_valid(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    assert_true(tng_check(small_game(kit), kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    kit_free(kit);
}

static void assets_of_maps_are_the_last_in_the_file(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    TngFile game;
    assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
    uint64_t first_map = UINT64_MAX, last_other = 0;
    for (size_t i = 0; i < game.section_count; i++) {
        const TngSection *section = &game.sections[i];
        for (size_t k = 0; section->kind && k < section->count; k++) {
            const TngExtent *place = section->entries[k].descriptor;
            if (!place || section->kind->form == TNG_TILES || !place->size)
                continue;
            if (section->type == SECTION_MAPS && place->at < first_map)
                first_map = place->at;
            if (section->type != SECTION_MAPS && place->at > last_other)
                last_other = place->at;
        }
    }
    assert_true(last_other > 0);
    assert_true(first_map < UINT64_MAX && first_map > last_other);
    kit_free(kit);
}

static void encrypted_files_are_rejected_by_every_reader(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes file = changed(kit, small_game(kit), 60, 1);
    TngFile game;
    Writer out = writer_to(kit->arena);
    assert_false(tng_read(file, &game, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "the file is encrypted"));
    assert_false(tng_check(file, kit->arena, &kit->report));
    assert_false(
        format_to_json(format_named(TEXT("tng")), file, true, &out, kit->arena, &kit->report));
    kit_free(kit);
}

/* Another writer's forms: raw deflate, the CRC over the stream, no CRC. */
static Bytes with_block(Kit *kit, Bytes file, Wrapping wrapping, int crc)
{
    const uint32_t size = (uint32_t)(file.data[64] | file.data[65] << 8 | file.data[66] << 16);
    const Inflated block =
        inflate_bytes(bytes_slice(file, 68, size), WRAPPING_ZLIB, 0, 1 << 20, kit->arena);
    const Bytes packed = deflate_bytes(block.bytes, wrapping, 6, kit->arena);
    Writer writer = writer_to(kit->arena);
    write_bytes(&writer, bytes_slice(file, 0, 64));
    write_u32(&writer, (uint32_t)packed.size + (crc ? 4 : 0));
    write_bytes(&writer, packed);
    if (crc)
        write_u32(&writer, crc == 1 ? crc32_of(0, block.bytes) : crc32_of(0, packed));
    write_bytes(&writer, bytes_slice(file, 68 + size, file.size - 68 - size));
    write_uint_at(&writer, 56, 0, 4);
    write_uint_at(&writer, 56, crc32_of(0, writer_bytes(&writer)), 4);
    return writer_bytes(&writer);
}

static void other_block_forms_are_accepted_with_a_warning(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes file = small_game(kit);
    const struct {
        Wrapping wrapping;
        int crc;
        const char *says;
    } forms[] = {{WRAPPING_RAW, 1, "raw deflate"},
                 {WRAPPING_ZLIB, 2, "that of the compressed bytes"},
                 {WRAPPING_ZLIB, 0, "no CRC"}};
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        const Bytes other = with_block(kit, file, forms[i].wrapping, forms[i].crc);
        assert_true(tng_check(other, kit->arena, &kit->report));
        assert_true(kit_has_message(kit, forms[i].says));
        Writer json = writer_to(kit->arena);
        Bytes back;
        const Format *format;
        assert_true(format_to_json(format_named(TEXT("tng")), other, true, &json, kit->arena,
                                   &kit->report));
        assert_non_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
        assert_true(
            format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
        assert_bytes_equal(back, other);
    }
    assert_int_equal(kit->report.errors, 0);
    kit_free(kit);
}

static void a_wrong_block_crc_is_rejected(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes file = small_game(kit);
    const size_t size = (size_t)(file.data[64] | file.data[65] << 8 | file.data[66] << 16);
    TngFile game;
    const Bytes bad =
        changed(kit, file, 68 + size - 1, (uint8_t)(file.data[68 + size - 1] ^ 1));
    assert_false(tng_read(bad, &game, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "section block: CRC mismatch"));
    kit_free(kit);
}

/* A section block of random bytes, then zeros; what reading it reports. */
static const char *message_of_block(Kit *kit, size_t size, size_t *limit)
{
    uint8_t *bytes = arena_alloc(kit->arena, size, 1);
    random_state = 1;
    for (size_t i = 0; i < 2000; i++)
        bytes[i] = (uint8_t)next_random(256);
    const Bytes packed =
        deflate_bytes((Bytes){bytes, size}, WRAPPING_ZLIB, DEFLATE_BEST, kit->arena);
    *limit = ((size_t)1 << 20) + (packed.size + 4) * 100;
    Writer file = writer_to(kit->arena);
    write_bytes(&file, bytes_slice(small_game(kit), 0, 64));
    write_u32(&file, (uint32_t)packed.size + 4);
    write_bytes(&file, packed);
    write_u32(&file, crc32_of(0, (Bytes){bytes, size}));
    TngFile game;
    kit_clear(kit);
    assert_false(tng_read(writer_bytes(&file), &game, kit->arena, &kit->report));
    return kit_message(kit, 0);
}

/* 1 MiB, and 100 bytes for each one that is stored. */
static void decompressed_size_of_the_block_is_limited(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    size_t limit = (size_t)1 << 20, next;
    for (unsigned i = 0; i < 20; i++, limit = next)
        message_of_block(kit, limit, &next);
    assert_non_null(strstr(message_of_block(kit, limit, &next), "section table"));
    assert_int_equal(next, limit);
    assert_non_null(strstr(message_of_block(kit, limit + 1, &next), "section block: "));
    assert_int_equal(next, limit);
    kit_free(kit);
}

static void section_of_16_MiB_is_not_written(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    TngOutput out;
    TngSection sections[2] = {{.type = SECTION_STRINGS, .kind = tng_section_kind(0)},
                              {.type = 14}};
    for (unsigned more = 0; more < 2; more++) {
        TngFile file = {.sections = sections, .section_count = 2};
        const size_t size = TNG_SECTION_MAX - 1 + more;
        sections[1].bytes = (Bytes){arena_alloc(kit->arena, size, 1), size};
        assert_int_equal(tng_write(&file, &out, kit->arena, &kit->report), !more);
    }
    assert_true(kit_has_message(
        kit, "section 14 (unknown) has 16777216 bytes; the maximum is 16777215"));
    kit_free(kit);
}

static void json_survives_a_round_trip(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes file = small_game(kit);
    Writer json = writer_to(kit->arena);
    Bytes back;
    const Format *format;
    assert_true(
        format_to_json(format_named(TEXT("tng")), file, true, &json, kit->arena, &kit->report));
    assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
    assert_true(
        format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
    assert_string_equal(format->name, "tng");
    assert_bytes_equal(back, file);
    kit_free(kit);
}

/* Appends 3 bytes to the record of a section, or to the first one of its assets; false if its
 * records cannot have any. */
static bool append_bytes(Kit *kit, const TngFile *game, TngSection *section)
{
    const Bytes extra = {(const uint8_t *)"new", 3};
    const TngForm form = section->kind ? section->kind->form : TNG_STRINGS;
    const RecordLayout *layout = NULL;
    void *record = NULL;
    if (form == TNG_TILES) {
        section->trailing = extra;
        return true;
    }
    if (form == TNG_SINGLE) {
        layout = section->kind->record;
        record = section->record;
    } else if (form == TNG_ASSETS && section->count) {
        layout = section->kind->asset;
        record = tng_asset(game, section, 0, kit->arena, &kit->report);
    }
    const Field *field = layout ? layout_field(layout, TEXT("trailing")) : NULL;
    if (!field)
        return false;
    *(Bytes *)(void *)((char *)record + field->offset) = extra;
    if (form == TNG_ASSETS)
        section->entries[0].stored = tng_pack_record(layout, record, kit->arena);
    return true;
}

/* What a later version of the format may append must not make a game unreadable. */
static void trailing_bytes_are_preserved_with_a_warning(void **state)
{
    (void)state;
    size_t appended = 0;
    for (unsigned type = 1; type < SECTION_TYPES; type++) {
        Kit *kit = kit_new();
        TngFile game;
        TngOutput parts;
        assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
        TngSection *section = (TngSection *)tng_section(&game, type);
        if (section && append_bytes(kit, &game, section)) {
            appended++;
            assert_true(tng_write(&game, &parts, kit->arena, &kit->report));
            const Bytes file = tng_output_bytes(&parts, kit->arena);
            assert_true(tng_check(file, kit->arena, &kit->report));
            assert_int_equal(kit->report.warnings, 1);
            assert_true(kit_has_message(kit, "3 unknown bytes after the known data"));
            Writer json = writer_to(kit->arena);
            const Format *format = format_named(TEXT("tng"));
            assert_true(format_to_json(format, file, true, &json, kit->arena, &kit->report));
            assert_non_null(strstr(arena_text(kit->arena, writer_text(&json)).at,
                                   "\"trailing\": \"6e6577\""));
            assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
            Bytes back;
            assert_true(format_from_json(writer_bytes(&json), &back, &format, kit->arena,
                                         &kit->report));
            assert_bytes_equal(back, file);
            TngFile again;
            ProjectFiles files;
            kit_clear(kit);
            assert_true(tng_read(file, &again, kit->arena, &kit->report));
            assert_true(project_unpack(&again, &files, kit->arena, &kit->report));
            if (kit->report.warnings != 1 || !kit_has_message(kit, "left out"))
                fail_msg("section %u: %s", type, kit_message(kit, 0));
        }
        kit_free(kit);
    }
    assert_true(appended >= 10);
}

static void every_truncated_game_is_rejected_or_reported(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes file = small_game(kit);
    for (size_t size = 0; size < file.size; size += 1 + size / 50) {
        Kit *one = kit_new();
        assert_false(tng_check(bytes_slice(file, 0, size), one->arena, &one->report));
        assert_true(one->messages.count > 0);
        kit_free(one);
    }
    kit_free(kit);
}

/* Rewrites one descriptor or record through JSON and expects `check` to see it. */
static void expect_problem(const char *from, const char *to, const char *says)
{
    Kit *kit = kit_new();
    Writer json = writer_to(kit->arena);
    assert_true(format_to_json(format_named(TEXT("tng")), small_game(kit), true, &json,
                               kit->arena, &kit->report));
    const char *text = arena_text(kit->arena, writer_text(&json)).at;
    const char *found = strstr(text, from);
    assert_non_null(found);
    const Text edited = arena_format(kit->arena, "%.*s%s%s", (int)(found - text), text, to,
                                     found + strlen(from));
    Bytes file;
    const Format *format;
    assert_true(
        format_from_json(bytes_of_text(edited), &file, &format, kit->arena, &kit->report));
    tng_check(file, kit->arena, &kit->report);
    if (!kit_has_message(kit, says))
        print_message("wanted \"%s\", got \"%s\"\n", says, kit_message(kit, 0));
    assert_true(kit_has_message(kit, says));
    kit_free(kit);
}

static void check_finds_broken_references_with_section_and_offset(void **state)
{
    (void)state;
    expect_problem("\"reserved\": 0", "\"reserved\": 7", "at byte 46: reserved");
    expect_problem("\"action_count\": 9", "\"action_count\": 8", "section 26");
    expect_problem("\"map_log2\": 5", "\"map_log2\": 4", "map layers");
    expect_problem("\"atlas\": 0,", "\"atlas\": 3,", "is on atlas 3; there are 1");
    expect_problem("\"relation\": 255", "\"relation\": 9", "unknown relation 9");
    expect_problem("\"direction_count\": 1", "\"direction_count\": 2", "descriptor says 2");
    expect_problem("\"script\": \"29", "\"script\": \"ff", "section 24 (start-up scripts)");
    expect_problem("\"script\": \"30", "\"script\": \"3f", "section 28 (NPCs), number 0");
    expect_problem("\"zero\": 0", "\"zero\": 5", "reserved, but not zero: 5");
}

static void a_wrong_crc_of_the_file_is_an_error(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes file = small_game(kit);
    assert_false(tng_check(changed(kit, file, 44, 9), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "at byte 56: the file's CRC"));
    kit_free(kit);
}

static void assets_are_read_on_demand(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes file = small_game(kit);
    TngFile game;
    const size_t before = arena_used(kit->arena);
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    assert_true(arena_used(kit->arena) - before < 64 << 10);
    const TngSection *maps = tng_section(&game, SECTION_MAPS);
    assert_int_equal(maps->count, 1);
    const TngMap *map = tng_asset(&game, maps, 0, kit->arena, &kit->report);
    assert_non_null(map);
    assert_int_equal(map->neighbours[0], 0);
    kit_free(kit);
}

/* Maps are 35; the seed's text says 34 (specs/tng.md, Sections). */
static void maps_in_section_34_are_accepted(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    TngFile game;
    TngOutput out;
    assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
    for (size_t i = 0; i < game.section_count; i++)
        if (game.sections[i].type == SECTION_MAPS) {
            game.sections[i].type = SECTION_QUESTS;
            game.sections[i].kind = tng_section_kind(SECTION_QUESTS);
        }
    assert_true(tng_write(&game, &out, kit->arena, &kit->report));
    Writer writer = writer_to(kit->arena);
    for (size_t i = 0; i < out.count; i++)
        write_bytes(&writer, out.parts[i]);
    assert_true(tng_check(writer_bytes(&writer), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "section 34"));
    assert_true(tng_read(writer_bytes(&writer), &game, kit->arena, &kit->report));
    assert_int_equal(tng_section(&game, SECTION_MAPS)->count, 1);
    assert_null(tng_section(&game, SECTION_QUESTS));
    kit_free(kit);
}

/* Background images have a separate category, 4. */
static void names_of_missing_sprites_are_empty(void **state)
{
    Kit *kit = *state;
    TngAsset asset = {.name = 1};
    TngEntry entry = {.descriptor = &asset};
    TngSection section = {.type = SECTION_BACKS,
                          .kind = tng_section_kind(SECTION_BACKS),
                          .entries = &entry,
                          .count = 1};
    TngFile game = {
        .sections = &section, .section_count = 1, .strings = {(const uint8_t *)"\0hills", 7}};
    const TngNames names = tng_names(&game, kit->arena);
    assert_true(text_is(tng_sprite_name(&names, 4, 0), "hills"));
    assert_int_equal(tng_sprite_name(&names, 4, 1).size, 0);
    assert_int_equal(tng_sprite_name(&names, 5, 0).size, 0);
    assert_int_equal(tng_sprite_name(&names, TNG_NPC_CATEGORY, 0).size, 0);
    for (unsigned category = 0; category < 4; category++)
        assert_int_equal(tng_sprite_name(&names, category, 0).size, 0);
    const TngScriptRef missing = {.section = SECTION_NPCS};
    assert_int_equal(tng_script_name(&game, missing, kit->arena).size, 0);
}

static void attribute_beyond_the_last_has_no_code(void **state)
{
    (void)state;
    bool expression;
    uint8_t code[2] = {0};
    TngAttribute all[2] = {{.handler_size = 1, .script = code},
                           {.handler_size = 1, .expression_size = 1, .script = code}};
    const TngAttributes record = {.attribute_count = 1, .attributes = all};
    TngScriptRef ref = {.section = SECTION_ATTRIBUTES};
    assert_int_equal(tng_script_code(ref, &record, &expression).size, 1);
    ref.index = 1;
    assert_int_equal(tng_script_code(ref, &record, &expression).size, 0);
}

static void damaged_atlas_is_reported(void **state)
{
    Kit *kit = *state;
    TngFile game;
    assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
    TngAtlases atlases = tng_atlases(&game, kit->arena);
    assert_true(tng_atlases_read(&atlases, &kit->report));
    const TngSection *section = tng_section(&game, SECTION_ATLASES);
    section->entries[0].stored = bytes_slice(section->entries[0].stored, 0, 40);
    atlases = tng_atlases(&game, kit->arena);
    assert_false(tng_atlases_read(&atlases, &kit->report));
    assert_true(kit_has_message(kit, "section 6 (atlases), number 0 cannot be read"));
}

static void strip_of_a_sprite_is_limited_and_skips_empty_frames(void **state)
{
    Kit *kit = *state;
    Image strip;
    const TngFile game = {0};
    TngAtlases atlases = tng_atlases(&game, kit->arena);
    TngFrame frames[TNG_FRAMES_MAX + 1] = {{.w = 0, .h = 5, .atlas = 9},
                                           {.w = 5, .h = 0, .atlas = 9}};
    const TngAnimation good = {.w = 4, .h = 3, .frame_count = 2, .frames = frames};
    assert_true(tng_strip(&atlases, &good, &strip, kit->arena, &kit->report));
    assert_int_equal(strip.w, 8);
    assert_int_equal(strip.h, 3);
    TngAnimation bad[6] = {good, good, good, good, good, good};
    bad[0].w = 0;
    bad[1].h = 0;
    bad[2].w = TNG_SPRITE_MAX + 1;
    bad[3].h = TNG_SPRITE_MAX + 1;
    bad[4].frame_count = 0;
    bad[5].frame_count = TNG_FRAMES_MAX + 1;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        kit_clear(kit);
        assert_false(tng_strip(&atlases, &bad[i], &strip, kit->arena, &kit->report));
        assert_true(kit_has_message(kit, "a sprite of "));
    }
    TngAnimation largest = good;
    largest.w = largest.h = TNG_SPRITE_MAX;
    assert_true(tng_strip(&atlases, &largest, &strip, kit->arena, &kit->report));
    largest = good;
    largest.frame_count = TNG_FRAMES_MAX;
    assert_true(tng_strip(&atlases, &largest, &strip, kit->arena, &kit->report));
    largest.w = TNG_SPRITE_MAX;
    largest.frame_count = 8;
    assert_true(tng_strip(&atlases, &largest, &strip, kit->arena, &kit->report));
    assert_int_equal(strip.w, 16384);
    largest.frame_count = 9;
    assert_false(tng_strip(&atlases, &largest, &strip, kit->arena, &kit->report));
    assert_true(
        kit_has_message(kit, "a picture of 18432 x 3 pixels for 9 frames is too large"));
    frames[1].h = 5;
    assert_false(tng_strip(&atlases, &good, &strip, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "no atlas 9; there are 0"));
}

/* Files of a project have the usual number of colours, buttons and so on. */
static void unpack_fills_short_lists(void **state)
{
    Kit *kit = *state;
#define ZEROS "00000000 00000000 "
#define FONT ". . 0 - 0\r\n"
    TngFile read, again;
    ProjectFiles files;
    size_t found = 0;
    assert_true(tng_read(small_game(kit), &read, kit->arena, &kit->report));
    TngFile game = {.header = read.header, .strings = read.strings};
    for (size_t i = 0; i < read.section_count; i++)
        *ARENA_PUSH(kit->arena, game.sections, game.section_count) = read.sections[i];
    full_game_append(kit, &game, SECTION_ELEMENTS, 0, &(TngElements){.font_count = 0});
    full_game_append(kit, &game, SECTION_MAIN_MENU, 0, &(TngMainMenu){.enabled = 1});
    ((TngAttributes *)tng_section(&game, SECTION_ATTRIBUTES)->record)->special_count = 0;
    assert_true(tng_read(full_game_bytes(kit, &game), &again, kit->arena, &kit->report));
    assert_true(project_unpack(&again, &files, kit->arena, &kit->report));
    for (size_t i = 0; i < files.count; i++)
        if (text_is(files.items[i].path, "ui/elements.cfg")) {
            found++;
            assert_true(text_is(text_of_bytes(files.items[i].bytes),
                                "TirNanoG Elements\r\n" ZEROS ZEROS ZEROS ZEROS
                                "00000000 00000000\r\n" FONT FONT FONT FONT FONT FONT
                                "- - -\r\n"));
        }
    assert_int_equal(found, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_header_example_of_the_spec),
        cmocka_unit_test(the_run_length_examples_of_the_spec),
        cmocka_unit_test(two_equal_cells_are_always_a_run),
        cmocka_unit_test(layers_with_any_runs_survive_a_round_trip),
        cmocka_unit_test(runs_continue_over_the_borders_of_layers),
        cmocka_unit_test(layers_that_give_another_number_of_cells_are_rejected),
        cmocka_unit_test(built_game_is_valid),
        cmocka_unit_test(assets_of_maps_are_the_last_in_the_file),
        cmocka_unit_test(encrypted_files_are_rejected_by_every_reader),
        cmocka_unit_test(other_block_forms_are_accepted_with_a_warning),
        cmocka_unit_test(a_wrong_block_crc_is_rejected),
        cmocka_unit_test(decompressed_size_of_the_block_is_limited),
        cmocka_unit_test(section_of_16_MiB_is_not_written),
        cmocka_unit_test(json_survives_a_round_trip),
        cmocka_unit_test(trailing_bytes_are_preserved_with_a_warning),
        cmocka_unit_test(every_truncated_game_is_rejected_or_reported),
        cmocka_unit_test(check_finds_broken_references_with_section_and_offset),
        cmocka_unit_test(a_wrong_crc_of_the_file_is_an_error),
        cmocka_unit_test(assets_are_read_on_demand),
        cmocka_unit_test(maps_in_section_34_are_accepted),
        cmocka_unit_test_setup_teardown(names_of_missing_sprites_are_empty, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(attribute_beyond_the_last_has_no_code, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(damaged_atlas_is_reported, kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(unpack_fills_short_lists, kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(strip_of_a_sprite_is_limited_and_skips_empty_frames,
                                        kit_set_up, kit_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
