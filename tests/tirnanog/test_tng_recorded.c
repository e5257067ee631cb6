/* What reading, checking, naming and drawing a game gives for generated inputs, compared with
 * what it gave when the hashes below were recorded. */
#include "lib/full_game.h"
#include "lib/recorded.h"
#include "lib/wrong_json.h"

#include "base/text.h"
#include "kit/formats/format.h"
#include "tirnanog/container/tng_check.h"
#include "tirnanog/container/tng_json.h"
#include "tirnanog/container/tng_names.h"
#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/container/tng_sprites.h"

static const Recorded recorded[] = {
    {"shown", 0x0550c47181d642a6},       {"wrong_json", 0xdf0582011c5e7228},
    {"wrong_bytes", 0x7be6a6738eea6ba9}, {"wrong_assets", 0x9923079782cff660},
    {"layers", 0x66d65e5dfb3b0935},      {"frames", 0xcfc2e92797aa78ab},
    {"names", 0xc20cd9b7a6d6f2a3},
};

static Kit *kit;
static Game *game;

static int set_up(void **state)
{
    kit = *state = kit_new();
    game = full_game_new(kit);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kit_free(kit);
    return 0;
}

static void assert_recorded(const char *name, const Writer *text)
{
    recorded_check(recorded, COUNT_OF(recorded), name, text);
}

static Writer json_of(Bytes file, bool whole)
{
    Writer json = writer_to(kit->arena);
    assert_true(format_to_json(format_named(TEXT("tng")), file, whole, &json, kit->arena,
                               &kit->report));
    return json;
}

/* Lines with numbers that depend on the compressor are left out. */
static void put_json(Writer *out, const Writer *json)
{
    Text rest = writer_text(json), line;
    while (text_line(&rest, &line)) {
        size_t at;
        if (text_find(line, '"', &at)) {
            const Text key = text_slice(line, at, line.size);
            if (text_starts(key, "\"at\"") || text_starts(key, "\"size\"") ||
                text_starts(key, "\"data\"") || text_starts(key, "\"crc\"") ||
                text_starts(key, "\"unique\""))
                continue;
        }
        write_text(out, line);
        write_u8(out, '\n');
    }
}

static void game_is_shown_as_recorded(void **state)
{
    (void)state;
    Writer out = writer_to(kit->arena);
    for (unsigned i = 0; i < 4; i++) {
        TngFile *file = i & 2 ? full_game_read(game) : full_game_complete(game);
        const Writer json = json_of(full_game_bytes(kit, file), i & 1);
        put_json(&out, &json);
    }
    tng_describe(&out);
    assert_recorded("shown", &out);
}

/* ---- JSON with one wrong value ---- */

static void put_parsed(void *context, const json_t *json)
{
    Arena *arena = arena_new();
    Bytes file;
    if (tng_parse(json, &file, arena, &kit->report))
        tng_check(file, arena, &kit->report);
    recorded_messages(kit, context);
    arena_free(arena);
}

static void wrong_values_in_json_are_reported_as_recorded(void **state)
{
    (void)state;
    Writer out = writer_to(kit->arena);
    const Writer json = json_of(full_game_bytes(kit, full_game_complete(game)), true);
    wrong_json_each(writer_text(&json), &out, put_parsed, &out);
    assert_recorded("wrong_json", &out);
}

/* ---- damaged bytes ---- */

/* The file with another section block. */
static Bytes with_block(Bytes file, Bytes block, Arena *arena)
{
    const size_t size = (size_t)uint_of(file.data + 64, 4, false);
    Writer writer = writer_to(arena);
    const Bytes packed = deflate_bytes(block, WRAPPING_ZLIB, 1, arena);
    write_bytes(&writer, bytes_slice(file, 0, 64));
    write_u32(&writer, (uint32_t)packed.size + 4);
    write_bytes(&writer, packed);
    write_u32(&writer, crc32_of(0, block));
    write_bytes(&writer, bytes_slice(file, 68 + size, file.size - 68 - size));
    write_uint_at(&writer, 56, 0, 4);
    write_uint_at(&writer, 56, crc32_of(0, writer_bytes(&writer)), 4);
    return writer_bytes(&writer);
}

static uint8_t damaged(uint8_t old, unsigned how)
{
    return (uint8_t)(how == 0 ? old + 1 : how == 1 ? old - 1 : how == 2 ? 255 : old ^ 0x40);
}

/* Each byte of the header and of the section block. Messages about places in the file that
 * depend on the compressor are left out. */
static void wrong_bytes_are_reported_as_recorded(void **state)
{
    (void)state;
    Writer out = writer_to(kit->arena);
    const Bytes file = full_game_bytes(kit, full_game_complete(game));
    const size_t packed = (size_t)uint_of(file.data + 64, 4, false);
    const Inflated block =
        inflate_bytes(bytes_slice(file, 68, packed), WRAPPING_ZLIB, 0, 1 << 20, kit->arena);
    for (size_t at = 0; at < 64 + block.bytes.size; at++) {
        Arena *arena = arena_new();
        const bool head = at < 64;
        uint8_t *data = (uint8_t *)arena_copy(arena, head ? file : block.bytes).data;
        uint8_t *one = &data[head ? at : at - 64];
        *one = damaged(*one, at % 4);
        const Bytes changed = head ? (Bytes){data, file.size}
                                   : with_block(file, (Bytes){data, block.bytes.size}, arena);
        write_format(&out, "%zu\n", at);
        tng_check(changed, arena, &kit->report);
        for (size_t i = 0; i < kit->messages.count; i++) {
            const char *text = kit->messages.items[i].text.at;
            if (!strstr(text, "of assets") && !strstr(text, "CRC"))
                write_format(&out, "%s\n", text);
        }
        kit_clear(kit);
        arena_free(arena);
    }
    assert_recorded("wrong_bytes", &out);
}

/* Each byte of the first two assets of each section, and one more or fewer. */
static void wrong_assets_are_reported_as_recorded(void **state)
{
    (void)state;
    Writer out = writer_to(kit->arena);
    TngFile *file = full_game_complete(game);
    for (size_t i = 0; i < file->section_count; i++) {
        TngSection *section = &file->sections[i];
        for (size_t j = 0; j < section->count && j < 2; j++) {
            TngEntry *entry = &section->entries[j];
            const Bytes stored = entry->stored;
            if (section->kind->form != TNG_ASSETS || !stored.size)
                continue;
            const Inflated asset = inflate_any(stored, 0, 1 << 20, NULL, kit->arena);
            for (size_t at = 0; at < asset.bytes.size + 2; at++) {
                Arena *arena = arena_new();
                Writer bytes = writer_to(arena);
                write_bytes(&bytes, asset.bytes);
                write_u8(&bytes, 0);
                if (at < asset.bytes.size) {
                    bytes.data[at] = damaged(bytes.data[at], at % 4);
                    bytes.size--;
                } else if (at == asset.bytes.size) {
                    bytes.size -= 2;
                }
                entry->stored = deflate_bytes(writer_bytes(&bytes),
                                              at % 5 ? WRAPPING_ZLIB : WRAPPING_RAW, 1, arena);
                write_format(&out, "%zu %zu %zu\n", i, j, at);
                tng_check(full_game_bytes(kit, file), arena, &kit->report);
                recorded_messages(kit, &out);
                arena_free(arena);
            }
            entry->stored = stored;
        }
    }
    assert_recorded("wrong_assets", &out);
}

/* ---- map layers ---- */

static void put_bytes(Writer *out, Bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        write_format(out, "%02x", bytes.data[i]);
    write_u8(out, '\n');
}

static void map_layers_are_packed_as_recorded(void **state)
{
    (void)state;
    Writer out = writer_to(kit->arena);
    random_state = 1;
    for (unsigned round = 0; round < 2000; round++) {
        uint16_t cells[600];
        const size_t count = next_random(round % 10 ? 40 : 600);
        const unsigned values = 1 + next_random(3), runs = 1 + next_random(8);
        for (size_t i = 0; i < count; i++)
            cells[i] = i && next_random(runs) ? cells[i - 1] : (uint16_t)next_random(values);
        const Bytes packets = tng_layers_write(cells, count, kit->arena);
        put_bytes(&out, packets);
        assert_int_equal(tng_layers_count(packets), count);
        uint8_t wrong[40];
        for (size_t i = 0; i < sizeof wrong; i++)
            wrong[i] = (uint8_t)(next_random(3) ? next_random(4) : 128 + next_random(5));
        const Bytes some = {wrong, next_random(sizeof wrong)};
        const size_t wanted = tng_layers_count(some) + next_random(3) - 1;
        uint16_t *back = arena_alloc(kit->arena, wanted + 1, sizeof *back);
        if (wanted < 1000 && tng_layers_read(some, back, wanted, &kit->report))
            put_bytes(&out, (Bytes){(const uint8_t *)back, wanted * 2});
        recorded_messages(kit, &out);
    }
    assert_recorded("layers", &out);
}

/* ---- frames ---- */

static void frames_are_drawn_as_recorded(void **state)
{
    (void)state;
    Writer out = writer_to(kit->arena);
    const Image atlas = image_new(8, 6, kit->arena);
    for (size_t i = 0; i < 48; i++)
        atlas.pixels[i] = PIXEL(i, i, i, UINT32_C(255));
    random_state = 7;
    for (unsigned i = 0; i < 4000; i++) {
        static const uint32_t below[] = {9, 9, 7, 6, 6, 4, 4, 9, 9};
        uint32_t n[COUNT_OF(below)];
        for (size_t k = 0; k < COUNT_OF(below); k++)
            n[k] = next_random(below[k]);
        TngFrame frame = {.atlas = (u16)(n[0] << 12),
                          .x = (u16)n[1],
                          .y = (u16)n[2],
                          .w = (u8)n[3],
                          .h = (u8)n[4],
                          .left = (u8)n[5],
                          .top = (u8)n[6]};
        const TngAnimation animation = {
            .w = (u16)n[7], .h = (u16)n[8], .frame_count = 1, .frames = &frame};
        const Image target = image_new(10, 10, kit->arena);
        const bool fits = tng_frame_fits(&frame, &animation, atlas.w, atlas.h);
        assert_int_equal(fits, tng_frame_draw(&frame, &animation, &atlas, &target, 1, 2));
        write_format(&out, "%u:", fits);
        for (size_t at = 0; fits && at < 100; at++)
            write_format(&out, " %u", PIXEL_R(target.pixels[at]));
        write_u8(&out, '\n');
    }
    for (unsigned count = 0; count < 70; count++)
        write_u8(&out, (uint8_t)tng_frame_letter(count));
    assert_recorded("frames", &out);
}

/* ---- names ---- */

static void put_name(Writer *out, Text name)
{
    write_format(out, "%.*s|", (int)name.size, name.at);
}

typedef struct Noted {
    Writer *out;
    TngNames names;
} Noted;

static void put_note(void *context, const RecordLayout *type, void *data, size_t count,
                     size_t at, const RecordPath *path)
{
    Noted *noted = context;
    Text name = TEXT("");
    (void)at, (void)path;
    if (count != 1 || type->form == FORM_BYTE || type->form == FORM_ASCII)
        return;
    write_format(noted->out, "%u", tng_note(&noted->names, type, data, &name));
    put_name(noted->out, name);
}

/* Names of all sprites, scripts and strings, and of what does not exist. */
static void names_are_found_as_recorded(void **state)
{
    static const char strings[] =
        "\0town\0#names\0sprite:0:0=a\0sprite:1:2=coin\0"
        "sprite:2:1=person\0sprite:3:0=face\0sprite:3:1=none\0"
        "sprite:4:0=x\0sprite:1:65535=x\0sprite:1:65536=x\0"
        "sprite:1:=x\0sprite:1=\0sprite:\0sprite:1:7=\0sprite:1:6=wood";
    (void)state;
    Writer out = writer_to(kit->arena);
    TngFile *file = full_game_complete(game);
    for (unsigned round = 0; round < 2; round++) {
        const TngNames names = tng_names(file, kit->arena);
        for (unsigned category = 0; category < 24; category++)
            for (unsigned index = 0; index < 10; index++)
                put_name(&out, tng_sprite_name(&names, category, index));
        for (unsigned section = 0; section < SECTION_TYPES + 2; section++)
            for (unsigned index = 0; index < 12; index++)
                for (unsigned event = 0; event < 4; event++)
                    put_name(&out, tng_script_name(file, (TngScriptRef){section, index, event},
                                                   kit->arena));
        for (uint32_t at = 0; at < file->strings.size + 2; at++)
            put_name(&out, tng_string(file, at));
        for (size_t i = 0; i < file->section_count; i++) {
            const TngSection *section = &file->sections[i];
            write_format(&out, "%u %zu\n", section->type, section->count);
            Noted noted = {&out, names};
            const TngForm form = section->kind ? section->kind->form : TNG_STRINGS;
            for (size_t j = 0; (form == TNG_FILES || form == TNG_ASSETS) && j < section->count;
                 j++) {
                record_visit(section->kind->record, section->entries[j].descriptor, put_note,
                             &noted);
                void *record = form == TNG_ASSETS
                                   ? tng_asset(file, section, j, kit->arena, &kit->report)
                                   : NULL;
                if (record)
                    record_visit(section->kind->asset, record, put_note, &noted);
            }
            if (form == TNG_SINGLE)
                record_visit(section->kind->record, section->record, put_note, &noted);
            TngTexts texts = {0};
            if (section->type == SECTION_LANGUAGE &&
                tng_texts(section, &texts, kit->arena, &kit->report))
                for (size_t j = 0; j < texts.count; j++)
                    put_name(&out, texts.items[j]);
        }
        full_game_append(kit, file, SECTION_UI, 2, NULL);
        full_game_append(kit, file, SECTION_UI + 3, 1, NULL);
        file->strings = (Bytes){(const uint8_t *)strings, sizeof strings};
    }
    for (unsigned type = 0; type < TNG_EVENT_TYPES + 2; type++)
        write_format(&out, "%s ", tng_event_word(type) ? tng_event_word(type) : "-");
    for (size_t i = 0; i < 8; i++)
        write_format(&out, "%s%c", tng_direction_names[i], tng_loop_letters[i / 2]);
    assert_recorded("names", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(game_is_shown_as_recorded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_values_in_json_are_reported_as_recorded, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(wrong_bytes_are_reported_as_recorded, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(wrong_assets_are_reported_as_recorded, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(map_layers_are_packed_as_recorded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(frames_are_drawn_as_recorded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_are_found_as_recorded, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
