/* The limits that `check` enforces: every number of every record of a game is set to values
 * around all limits, and what is accepted is compared with tng_limits.def. */
#include "lib/full_game.h"

#include "kit/formats/format.h"
#include "tirnanog/container/tng_check.h"
#include "tirnanog/container/tng_names.h"
#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/container/tng_sprites.h"

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

/* ---- setting each number ---- */

/* What `check` reports about the game. */
static Messages problems_of(TngFile *file, Arena *arena)
{
    TngOutput out;
    Messages messages = {.arena = arena};
    Report report = report_to(messages_sink, &messages);
    assert_true(tng_write(file, &out, arena, &report));
    tng_check(tng_output_bytes(&out, arena), arena, &report);
    return messages;
}

static const char *line_of(const Message *message)
{
    return arena_format(kit->arena, "%s%s",
                        message->severity == SEVERITY_ERROR     ? ""
                        : message->severity == SEVERITY_WARNING ? "warning: "
                                                                : "note: ",
                        message->text.at)
        .at;
}

typedef struct Number {
    const RecordLayout *type;
    void *data;
    const char *path;
    bool again;
} Number;

typedef struct NumberList {
    Number *items;
    size_t count;
} NumberList;

static const Field **fields_tried;
static size_t field_count_tried;

/* Other elements than the first two of a list are like these; a counter belongs to its list. */
static void note_number(void *context, const RecordLayout *type, void *data, size_t count,
                        size_t at, const RecordPath *path)
{
    NumberList *numbers = context;
    (void)at;
    for (const RecordPath *one = path; one; one = one->parent)
        if (one->index != SIZE_MAX && one->index > 1)
            return;
    const char *name = path->field->name;
    if (count != 1 || type->form == FORM_BYTE || type->form == FORM_ASCII ||
        type->meaning == KIND_BYTECODE || type->meaning == KIND_DERIVED ||
        strstr(name, "_count") || strstr(name, "_size") || strstr(name, "mask_"))
        return;
    bool again = false;
    for (size_t i = 0; i < field_count_tried; i++)
        again |= fields_tried[i] == path->field;
    if (!again)
        *ARENA_PUSH(kit->arena, fields_tried, field_count_tried) = path->field;
    *ARENA_PUSH(kit->arena, numbers->items, numbers->count) =
        (Number){type, data, record_path(path, kit->arena).at, again};
}

/* The accepted values as "0-5,255", and the message about the first other value. */
static Text limits_of(TngFile *file, TngSection *section, size_t index, const void *record,
                      const Number *number)
{
    /* Around the limits of all types, and one value of each kind of sprite and object. */
    static const uint32_t all[] = {
        0,    1,    2,    3,    4,    5,     6,     7,     8,     9,        10,
        11,   12,   13,   14,   15,   16,    17,    18,    19,    20,       21,
        22,   23,   27,   28,   32,   97,    98,    99,    100,   101,      103,
        116,  127,  128,  155,  156,  160,   192,   196,   255,   256,      257,
        1793, 1794, 2049, 2050, 2816, 65519, 65520, 65534, 65535, 0xFFFFFE, 0xFFFFFF};
    /* For a member that was tried in another record or element. */
    static const uint32_t few[] = {0,  2,   4,     6,     8,     10,      14,
                                   28, 101, 65519, 65520, 65535, 0xFFFFFF};
    const uint32_t *const values = number->again ? few : all;
    const size_t count = number->again ? COUNT_OF(few) : COUNT_OF(all);
    const uint64_t before = primitive_get(number->type, number->data);
    const uint64_t max = number->type->bytes == 4 ? UINT32_MAX
                         : number->type->bytes == 8
                             ? UINT64_MAX
                             : ((uint64_t)1 << 8 * number->type->bytes) - 1;
    const char *kinds[8];
    size_t kind_count = 0;
    Writer messages = writer_to(kit->arena), accepted = writer_to(kit->arena);
    Arena *scratch = arena_new();
    bool was = false;
    for (size_t i = 0; i < count && values[i] <= max; i++) {
        arena_reset(scratch);
        primitive_set(number->type, number->data, values[i]);
        if (record)
            section->entries[index].stored =
                tng_pack_record(section->kind->asset, record, scratch);
        const Messages problems = problems_of(file, scratch);
        const Message *problem = problems.count ? problems.items : NULL;
        const bool last = i + 1 == count || values[i + 1] > max;
        if (!problem && !was)
            write_format(&accepted, "%s%u", accepted.size ? "," : "", values[i]);
        if (was && (problem || last))
            write_format(&accepted, "-%u", problem ? values[i - 1] : values[i]);
        was = !problem;
        bool known = !problem;
        for (size_t k = 0; k < kind_count; k++)
            known |= !strcmp(kinds[k], problem && problem->kind ? problem->kind : "");
        if (known || kind_count == COUNT_OF(kinds))
            continue;
        kinds[kind_count++] = problem->kind ? problem->kind : "";
        write_format(&messages, "; %u: %s", values[i], line_of(problem));
    }
    arena_free(scratch);
    primitive_set(number->type, number->data, before);
    if (record)
        section->entries[index].stored =
            tng_pack_record(section->kind->asset, record, kit->arena);
    return kind_count ? arena_format(kit->arena, "%s: %.*s%.*s", number->path,
                                     (int)accepted.size, (const char *)accepted.data,
                                     (int)messages.size, (const char *)messages.data)
                      : TEXT("");
}

static const char *const limits[] = {
#define LIMIT(row) row,
#include "tng_limits.def"
#undef LIMIT
};
static size_t limit_count;

static void check_limits(TngFile *file, TngSection *section, size_t index,
                         const RecordLayout *layout, void *record, bool stored)
{
    NumberList numbers = {NULL, 0};
    record_visit(layout, record, note_number, &numbers);
    for (size_t i = 0; i < numbers.count; i++) {
        const Text row =
            limits_of(file, section, index, stored ? record : NULL, &numbers.items[i]);
        if (!row.size)
            continue;
        const char *expected = limit_count < COUNT_OF(limits) ? limits[limit_count] : "nothing";
        limit_count++;
        if (!text_is(row, expected))
            fail_msg("found    %s\nexpected %s", row.at, expected);
    }
}

static void check_section_limits(TngFile *file, TngSection *section)
{
    const TngSectionKind *kind = section->kind;
    if (section->record)
        check_limits(file, section, 0, kind->record, section->record, false);
    for (size_t i = 0; i < section->count && i < 2; i++) {
        TngEntry *entry = &section->entries[i];
        if (kind->form == TNG_TILES)
            check_limits(file, section, i, kind->asset, entry->asset, false);
        else
            check_limits(file, section, i, kind->record, entry->descriptor, false);
        if (kind->form != TNG_ASSETS || !entry->stored.size ||
            (i && section->type < SECTION_NPCS))
            continue;
        void *record = tng_asset(file, section, i, kit->arena, &kit->report);
        check_limits(file, section, i, kind->asset, record, true);
    }
}

static void check_enforces_the_limits_of_each_number(void **state)
{
    (void)state;
    TngFile *file = full_game_read(game);
    assert_int_equal(problems_of(file, kit->arena).count, 0);
    limit_count = field_count_tried = 0;
    check_limits(file, NULL, 0, &TngHeader_layout, &file->header, false);
    for (size_t i = 0; i < file->section_count; i++)
        check_section_limits(file, &file->sections[i]);
    assert_int_equal(limit_count, COUNT_OF(limits));
}

/* ---- damage ---- */

static void drop(TngFile *file, unsigned type)
{
    size_t left = 0;
    for (size_t i = 0; i < file->section_count; i++)
        if (file->sections[i].type != type)
            file->sections[left++] = file->sections[i];
    file->section_count = left;
}

static void *record_of(const TngFile *file, unsigned type, size_t index)
{
    return tng_asset(file, tng_section(file, type), index, kit->arena, &kit->report);
}

static void store(TngFile *file, unsigned type, size_t index, const void *record)
{
    TngSection *section = full_game_section(file, type);
    section->entries[index].stored = tng_pack_record(section->kind->asset, record, kit->arena);
}

static void put_cell(TngFile *file, size_t layer, size_t cell, uint16_t value)
{
    TngMap *map = record_of(file, SECTION_MAPS, 1);
    uint16_t cells[TNG_LAYERS * GAME_CELLS];
    assert_true(tng_layers_read((Bytes){map->layers, map->layers_size}, cells, COUNT_OF(cells),
                                &kit->report));
    cells[layer * GAME_CELLS + cell] = value;
    if (layer == 2 && cell > 1) /* and a run over three layers */
        for (size_t i = 0; i < cell; i++)
            cells[layer * GAME_CELLS + i] = value;
    const Bytes packets = tng_layers_write(cells, COUNT_OF(cells), kit->arena);
    map->layers = (byte *)(uintptr_t)packets.data;
    map->layers_size = (u24)packets.size;
    store(file, SECTION_MAPS, 1, map);
}

static void change_sprite(TngFile *file, TngAnimation change, unsigned count, unsigned declared)
{
    TngFrame frames[TNG_FRAMES_MAX + 1] = {{.w = 0}};
    TngAnimation animations[9];
    for (size_t i = 0; i < COUNT_OF(animations); i++) {
        animations[i] = change;
        animations[i].type = (u8)(change.type + i);
        animations[i].frames = frames;
    }
    const TngSprite sprite = {.directions = animations, .directions_count = count};
    store(file, SECTION_TILES, 1, &sprite);
    ((TngSpriteAsset *)full_game_section(file, SECTION_TILES)->entries[1].descriptor)
        ->direction_count = (u8)declared;
}

static void add_attribute(TngFile *file, unsigned type, const char *source, bool expression)
{
    const ScriptNames names = {game_index, NULL, NULL, game};
    const ScriptSource text = script_source(text_of(source));
    ScriptCode code;
    assert_true(
        expression
            ? script_compile_expression(&text, &names, NULL, &code, kit->arena, &kit->report)
            : script_compile(&text, &names, NULL, &code, kit->arena, &kit->report));
    TngAttributes *all = full_game_section(file, SECTION_ATTRIBUTES)->record;
    TngAttribute *attribute = &all->attributes[1];
    attribute->type = (u8)type;
    attribute->script = (u8 *)(uintptr_t)code.bytes.data;
    attribute->handler_size = type & 1 ? (u24)code.bytes.size : 0;
    attribute->expression_size = type & 1 ? 0 : (u16)code.bytes.size;
}

static const Bytes ogg = {(const uint8_t *)"OggS", 4}, other = {(const uint8_t *)"other", 5};
static const Bytes zipped = {(const uint8_t *)"\x1f\x8b\x08", 3},
                   png = {(const uint8_t *)"\x89PNG", 4};

/* One row for each: what is damaged. */
#define DAMAGES                                                                                \
    DAMAGE("startup order", {                                                                  \
        const Bytes script = full_game_section(file, SECTION_STARTUP)->entries[0].stored;      \
        drop(file, SECTION_STARTUP);                                                           \
        TngSection *startup = full_game_append(kit, file, SECTION_STARTUP, 3, NULL);           \
        static const uint32_t intervals[] = {0, 50, 40};                                       \
        for (size_t i = 0; i < 3; i++) {                                                       \
            ((TngTimedAsset *)startup->entries[i].descriptor)->interval = intervals[i];        \
            startup->entries[i].stored = script;                                               \
        }                                                                                      \
    })                                                                                         \
    DAMAGE("duplicate section", {                                                              \
        full_game_append(kit, file, SECTION_SLOTS, 0,                                          \
                         full_game_section(file, SECTION_SLOTS)->record);                      \
    })                                                                                         \
    DAMAGE("duplicate strings", { full_game_append(kit, file, SECTION_STRINGS, 0, NULL); })    \
    DAMAGE("unknown section", {                                                                \
        *full_game_append(kit, file, SECTION_SLOTS, 0, NULL) =                                 \
            (TngSection){.type = 14, .bytes = ogg};                                            \
    })                                                                                         \
    DAMAGE("second language, fewer texts",                                                     \
           { full_game_add_language(kit, file, "one\0two", 8, 0); })                           \
    DAMAGE("second language, more voices",                                                     \
           { full_game_add_language(kit, file, "a\0b\0c\0d\0e\0f\0g\0h\0i\0j", 20, 1); })      \
    DAMAGE("second language",                                                                  \
           { full_game_add_language(kit, file, "a\0b\0c\0d\0e\0f\0g\0h\0i\0j", 20, 0); })      \
    DAMAGE("texts without an end",                                                             \
           { full_game_add_language(kit, file, "a\0b\0c\0d\0e\0f\0g\0h\0i\0j", 19, 0); })      \
    DAMAGE("last tile of a map", { put_cell(file, 0, 5, TILE_COUNT - 1); })                    \
    DAMAGE("unknown tile", { put_cell(file, 0, 5, TILE_COUNT); })                              \
    DAMAGE("unknown tile at the end", { put_cell(file, 10, 255, TILE_COUNT); })                \
    DAMAGE("unknown tiles of a layer", { put_cell(file, 2, 255, 900); })                       \
    DAMAGE("last NPC of a map", { put_cell(file, 5, 17, NPC_COUNT - 1); })                     \
    DAMAGE("unknown NPC", { put_cell(file, 5, 17, NPC_COUNT); })                               \
    DAMAGE("spawner", { put_cell(file, 6, 18, 0); })                                           \
    DAMAGE("unknown spawner", { put_cell(file, 6, 18, 1); })                                   \
    DAMAGE("unknown roof", { put_cell(file, 7, 18, TILE_COUNT); })                             \
    DAMAGE("cut packet of a map", {                                                            \
        TngMap *map = record_of(file, SECTION_MAPS, 1);                                        \
        map->layers_size--;                                                                    \
        store(file, SECTION_MAPS, 1, map);                                                     \
    })                                                                                         \
    DAMAGE("a cell more", {                                                                    \
        TngMap *map = record_of(file, SECTION_MAPS, 1);                                        \
        map->layers[0]++;                                                                      \
        store(file, SECTION_MAPS, 1, map);                                                     \
    })                                                                                         \
    DAMAGE("8 directions",                                                                     \
           { change_sprite(file, (TngAnimation){.w = 9, .h = 9, .frame_count = 1}, 8, 8); })   \
    DAMAGE("9 directions",                                                                     \
           { change_sprite(file, (TngAnimation){.w = 9, .h = 9, .frame_count = 1}, 9, 9); })   \
    DAMAGE("no direction",                                                                     \
           { change_sprite(file, (TngAnimation){.w = 9, .h = 9, .frame_count = 1}, 0, 0); })   \
    DAMAGE("2 directions of 1",                                                                \
           { change_sprite(file, (TngAnimation){.w = 9, .h = 9, .frame_count = 1}, 2, 1); })   \
    DAMAGE("direction twice", {                                                                \
        change_sprite(file, (TngAnimation){.w = 9, .h = 9, .type = 255, .frame_count = 1}, 2,  \
                      2);                                                                      \
    })                                                                                         \
    DAMAGE("loop type 2", {                                                                    \
        change_sprite(file, (TngAnimation){.w = 9, .h = 9, .type = 128, .frame_count = 1}, 1,  \
                      1);                                                                      \
    })                                                                                         \
    DAMAGE("loop type 3", {                                                                    \
        change_sprite(file, (TngAnimation){.w = 9, .h = 9, .type = 192, .frame_count = 1}, 1,  \
                      1);                                                                      \
    })                                                                                         \
    DAMAGE("no frame", { change_sprite(file, (TngAnimation){.w = 9, .h = 9}, 1, 1); })         \
    DAMAGE("32 frames",                                                                        \
           { change_sprite(file, (TngAnimation){.w = 9, .h = 9, .frame_count = 32}, 1, 1); })  \
    DAMAGE("33 frames",                                                                        \
           { change_sprite(file, (TngAnimation){.w = 9, .h = 9, .frame_count = 33}, 1, 1); })  \
    DAMAGE("large sprite", {                                                                   \
        change_sprite(file, (TngAnimation){.w = 2048, .h = 2048, .frame_count = 1}, 1, 1);     \
    })                                                                                         \
    DAMAGE("too wide sprite", {                                                                \
        change_sprite(file, (TngAnimation){.w = 2049, .h = 9, .frame_count = 1}, 1, 1);        \
    })                                                                                         \
    DAMAGE("too high sprite", {                                                                \
        change_sprite(file, (TngAnimation){.w = 9, .h = 2049, .frame_count = 1}, 1, 1);        \
    })                                                                                         \
    DAMAGE("shared sprite", {                                                                  \
        TngSection *tiles = full_game_section(file, SECTION_TILES);                            \
        tiles->entries[2].stored = tiles->entries[1].stored;                                   \
        ((TngSpriteAsset *)tiles->entries[2].descriptor)->direction_count = 2;                 \
    })                                                                                         \
    DAMAGE("font", { full_game_add_file(kit, file, SECTION_FONTS, other); })                   \
    DAMAGE("zipped font", { full_game_add_file(kit, file, SECTION_FONTS, zipped); })           \
    DAMAGE("zipped music", { full_game_add_file(kit, file, SECTION_MUSIC, zipped); })          \
    DAMAGE("music", { full_game_add_file(kit, file, SECTION_MUSIC, other); })                  \
    DAMAGE("sound", { full_game_add_file(kit, file, SECTION_SOUNDS, other); })                 \
    DAMAGE("movie", { full_game_add_file(kit, file, SECTION_MOVIES, other); })                 \
    DAMAGE("background", { full_game_add_file(kit, file, SECTION_BACKS, other); })             \
    DAMAGE("cut music", { full_game_add_file(kit, file, SECTION_MUSIC, ogg); })                \
    DAMAGE("cut sound", { full_game_add_file(kit, file, SECTION_SOUNDS, ogg); })               \
    DAMAGE("cut movie", { full_game_add_file(kit, file, SECTION_MOVIES, ogg); })               \
    DAMAGE("cut background", { full_game_add_file(kit, file, SECTION_BACKS, png); })           \
    DAMAGE("empty sound", {                                                                    \
        full_game_add_file(kit, file, SECTION_SOUNDS, (Bytes){NULL, 0});                       \
    })                                                                                         \
    DAMAGE("atlas", { full_game_section(file, SECTION_ATLASES)->entries[0].stored = other; })  \
    DAMAGE("raw deflate", {                                                                    \
        TngSection *quests = full_game_section(file, SECTION_QUESTS);                          \
        const TngQuest quest = {.title = TNG_NO_TEXT, .description = TNG_NO_TEXT};             \
        Writer writer = writer_to(kit->arena);                                                 \
        record_write(&TngQuest_layout, &quest, &writer);                                       \
        quests->entries[0].stored =                                                            \
            deflate_bytes(writer_bytes(&writer), WRAPPING_RAW, 6, kit->arena);                 \
    })                                                                                         \
    DAMAGE("garbage as an asset",                                                              \
           { full_game_section(file, SECTION_QUESTS)->entries[0].stored = other; })            \
    DAMAGE("expression of an attribute", { add_attribute(file, 2, "hp+1", true); })            \
    DAMAGE("global expression", { add_attribute(file, 4, "hp+1", true); })                     \
    DAMAGE("handler of an attribute", { add_attribute(file, 1, "hp=1", false); })              \
    DAMAGE("handler as an expression", { add_attribute(file, 2, "hp=1", false); })             \
    DAMAGE("expression as a handler", { add_attribute(file, 1, "hp+1", true); })               \
    DAMAGE("two alerts", {                                                                     \
        ((TngAlerts *)full_game_section(file, SECTION_ALERTS)->record)->alert_count = 2;       \
    })                                                                                         \
    DAMAGE("sprites of objects twice", {                                                       \
        TngObject *object = record_of(file, SECTION_OBJECTS, 1);                               \
        object->twice = 1;                                                                     \
        object->equipped_again = object->equipped;                                             \
        store(file, SECTION_OBJECTS, 1, object);                                               \
    })                                                                                         \
    DAMAGE("extension without maps", { drop(file, SECTION_MAPS); })                            \
    DAMAGE("extension with a duplicate section", {                                             \
        drop(file, SECTION_MAPS);                                                              \
        full_game_append(kit, file, SECTION_SLOTS, 0,                                          \
                         full_game_section(file, SECTION_SLOTS)->record);                      \
    })                                                                                         \
    DAMAGE("extension without attributes", { drop(file, SECTION_ATTRIBUTES); })                \
    DAMAGE("extension without tiles", {                                                        \
        drop(file, SECTION_ACTIONS);                                                           \
        drop(file, SECTION_TILES);                                                             \
        drop(file, SECTION_NPCS);                                                              \
        drop(file, SECTION_SPAWNERS);                                                          \
        put_cell(file, 5, 3, 9);                                                               \
        put_cell(file, 6, 3, 9);                                                               \
    })                                                                                         \
    DAMAGE("no spawners", {                                                                    \
        drop(file, SECTION_SPAWNERS);                                                          \
        put_cell(file, 6, 3, 0);                                                               \
    })                                                                                         \
    DAMAGE("no language", { drop(file, SECTION_LANGUAGE); })                                   \
    DAMAGE("id with a space", { file->header.game[2] = ' '; })                                 \
    DAMAGE("id with a dot", { file->header.game[0] = '.'; })                                   \
    DAMAGE("id with a slash", { file->header.game[1] = '/'; })                                 \
    DAMAGE("id of 16 letters", { memset(file->header.game, '~', 16); })                        \
    DAMAGE("id with a delete", { file->header.game[1] = 127; })                                \
    DAMAGE("id without letters", { memset(file->header.game, 0, 16); })

static const char *const damages[] = {
#define LIMIT(row) row,
#include "tng_damages.def"
#undef LIMIT
};
static size_t damage_count;

static void expect_damage(const char *name, TngFile *file)
{
    const Messages messages = problems_of(file, kit->arena);
    Writer row = writer_to(kit->arena);
    for (size_t i = 0; i < messages.count; i++)
        if (messages.items[i].severity == SEVERITY_NOTE)
            assert_int_equal(strncmp(messages.items[i].kind, "needs the base game", 19), 0);
    write_format(&row, "%s:", name);
    for (size_t i = 0; i < messages.count && i < 4; i++)
        write_format(&row, " %s;", line_of(&messages.items[i]));
    if (messages.count > 4)
        write_format(&row, " %zu more", messages.count - 4);
    const char *expected = damage_count < COUNT_OF(damages) ? damages[damage_count] : "nothing";
    damage_count++;
    if (!text_is(writer_text(&row), expected))
        fail_msg("found    %.*s\nexpected %s", (int)row.size, (const char *)row.data, expected);
}

static void check_reports_each_damage(void **state)
{
    damage_count = 0;
#define DAMAGE(name, ...)                                                                      \
    {                                                                                          \
        TngFile *file = full_game_read(game);                                                  \
        __VA_ARGS__;                                                                           \
        expect_damage(name, file);                                                             \
        tear_down(state);                                                                      \
        set_up(state);                                                                         \
    }
    DAMAGES
#undef DAMAGE
    assert_int_equal(damage_count, COUNT_OF(damages));
}

/* ---- the section table ---- */

static const char *const tables[] = {
#define LIMIT(row) row,
#include "tng_tables.def"
#undef LIMIT
};
static size_t table_count;

/* The file with another section block. */
static Bytes with_block(Bytes file, Bytes block, size_t cut, Arena *arena)
{
    const size_t size = (size_t)uint_of(file.data + 64, 4, false);
    Writer writer = writer_to(arena);
    const Bytes packed = deflate_bytes(block, WRAPPING_ZLIB, 1, arena);
    write_bytes(&writer, bytes_slice(file, 0, 64));
    write_u32(&writer, (uint32_t)packed.size + 4);
    write_bytes(&writer, packed);
    write_u32(&writer, crc32_of(0, block));
    write_bytes(&writer, bytes_slice(file, 68 + size, file.size - 68 - size - cut));
    return writer_bytes(&writer);
}

static void expect_reading(const char *name, unsigned type, Bytes file, Arena *arena)
{
    TngFile read;
    Messages messages = {.arena = arena};
    Report report = report_to(messages_sink, &messages);
    const bool ok = tng_read(file, &read, arena, &report);
    assert_int_equal(report.errors, ok ? 0 : 1);
    const Text row = arena_format(arena, "section %u, %s: %s", type, name,
                                  ok ? "read" : messages.items[0].text.at);
    const char *expected = table_count < COUNT_OF(tables) ? tables[table_count] : "nothing";
    table_count++;
    if (!text_is(row, expected))
        fail_msg("found    %s\nexpected %s", row.at, expected);
}

/* Each line of the section table: offset and size just inside and outside of the block, and
 * sizes that are not a multiple of a record. */
static void damaged_section_tables_are_reported(void **state)
{
    (void)state;
    TngOutput out;
    TngFile *made = full_game_read(game);
    assert_true(tng_write(made, &out, kit->arena, &kit->report));
    const Bytes file = tng_output_bytes(&out, kit->arena);
    const size_t packed = (size_t)uint_of(file.data + 64, 4, false);
    const Inflated block =
        inflate_bytes(bytes_slice(file, 68, packed), WRAPPING_ZLIB, 0, 1 << 20, kit->arena);
    const uint32_t size = (uint32_t)block.bytes.size;
    table_count = 0;
    unsigned seen[TNG_TILES + 1] = {0}; /* by form: two sections of each */
    for (size_t i = 0; i < made->section_count; i++) {
        if (seen[made->sections[i].kind->form]++ > 1)
            continue;
        const uint8_t *line = block.bytes.data + 8 * i;
        const uint32_t at = (uint32_t)uint_of(line, 4, false);
        const uint32_t bytes = (uint32_t)uint_of(line + 4, 3, false);
        const uint32_t table = (uint32_t)made->section_count * 8;
        const struct {
            const char *name;
            uint32_t at, bytes, type;
        } cases[] = {{"same", at, bytes, line[7]},
                     {"a byte more", at, bytes + 1, line[7]},
                     {"a byte fewer", at, bytes - 1, line[7]},
                     {"empty", at, 0, line[7]},
                     {"to the end", size - bytes, bytes, line[7]},
                     {"beyond the end", size - bytes + 1, bytes, line[7]},
                     {"after the end", size + 1, 0, line[7]},
                     {"in the table", table - 1, bytes, line[7]},
                     {"in the table's end", table - 8, 0, line[7]},
                     {"unknown type", at, bytes, 12},
                     {"large type", at, bytes, 36}};
        for (size_t k = 0; k < COUNT_OF(cases); k++) {
            Arena *arena = arena_new();
            uint8_t *data = (uint8_t *)(uintptr_t)arena_copy(arena, block.bytes).data;
            memcpy(data + 8 * i, &cases[k].at, 4);
            memcpy(data + 8 * i + 4, &cases[k].bytes, 3);
            data[8 * i + 7] = (uint8_t)cases[k].type;
            expect_reading(cases[k].name, made->sections[i].type,
                           with_block(file, (Bytes){data, size}, 0, arena), arena);
            arena_free(arena);
        }
        const TngSectionKind *kind = made->sections[i].kind;
        if (!kind || kind->form == TNG_STRINGS || kind->form == TNG_SINGLE ||
            kind->form == TNG_TILES)
            continue;
        const size_t player_index = at + (kind->form == TNG_LANGUAGE ? 2 : 0);
        const uint64_t asset = uint_of(block.bytes.data + player_index, 8, false);
        const uint32_t left = (uint32_t)(file.size - 68 - packed);
        const struct {
            const char *name;
            uint64_t at;
            uint32_t bytes;
        } places[] = {{"asset to the end", asset, left - (uint32_t)asset},
                      {"asset beyond the end", asset, left - (uint32_t)asset + 1},
                      {"asset at the end", left, 0},
                      {"asset after the end", left + 1, 0},
                      {"asset far away", UINT64_MAX, 2}};
        for (size_t k = 0; k < COUNT_OF(places); k++) {
            Arena *arena = arena_new();
            uint8_t *data = (uint8_t *)(uintptr_t)arena_copy(arena, block.bytes).data;
            memcpy(data + player_index, &places[k].at, 8);
            memcpy(data + player_index + 8, &places[k].bytes, 4);
            expect_reading(places[k].name, made->sections[i].type,
                           with_block(file, (Bytes){data, size}, 0, arena), arena);
            arena_free(arena);
        }
    }
    assert_int_equal(table_count, COUNT_OF(tables));
}

/* ---- JSON ---- */

static const char *json_of(Bytes file, bool whole)
{
    Writer json = writer_to(kit->arena);
    assert_true(format_to_json(format_named(TEXT("tng")), file, whole, &json, kit->arena,
                               &kit->report));
    return arena_text(kit->arena, writer_text(&json)).at;
}

static void json_of_a_complete_game_gives_the_same_bytes_back(void **state)
{
    (void)state;
    Bytes back;
    const Format *format;
    const Bytes file = full_game_bytes(kit, full_game_complete(game));
    const char *json = json_of(file, true);
    assert_null(strstr(json, "\"exact\""));
    assert_true(format_from_json(bytes_of_text(text_of(json)), &back, &format, kit->arena,
                                 &kit->report));
    assert_bytes_equal(back, file);
    const char *brief = json_of(file, false); /* for people: no files, no voices */
    assert_null(strstr(brief, "4f676753"));
    assert_null(strstr(brief, "\"voices\""));
    assert_non_null(strstr(json, "4f676753"));
    assert_non_null(strstr(json, "\"voices\""));
}

static void errors_in_json_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *says;
    } cases[] = {
        {"\"encrypted\": 0", "\"encrypted\": 1", "encrypted files are not written"},
        {"\"type\": 0,", "\"type\": 12,", "\"bytes\""},
        {"\"type\": 0,", "\"type\": 256,", "\"type\""},
        {"\"strings\": [", "\"strigs\": [", "a list of texts is missing"},
        {"\"strings\": [\n", "\"strings\": [ 7,\n", "a list of texts contains something else"},
        {"\"texts\": [", "\"tests\": [", "a list of texts is missing"},
        {"\"data\": \"", "\"data\": \"x",
         "an asset's data must be a text of hexadecimal digits"},
        {"\"data\": ", "\"date\": ", "\"date\""},
        {"\"entries\": [", "\"entires\": [", "\"entries\" must be a list"},
        {"\"entries\": [\n", "\"entries\": [ 7,\n", "an entry must be an object"},
        {"\"transport_count\": 4", "\"transport_count\": 3",
         "a tile has 4 speeds, the header says 3"},
        {"\"voices\": [\n", "\"voices\": [ \"\",\n", "\"voices\" must have"},
        {"\"voices\": [\n", "\"voices\": [ 7,\n", "\"voices\" must have"},
        {"\"sections\": [", "\"sektions\": [", "the first of \"sections\" must be of type 0"},
        {"\"asset\": {", "\"asset\": { \"unknown\": 1,", "unknown"},
        {"\"record\": {", "\"record\": { \"unknown\": 1,", "unknown"},
        {"\"header\": {", "\"header\": { \"unknown\": 1,", "unknown"},
    };
    const char *json = json_of(full_game_bytes(kit, full_game_complete(game)), true);
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
        if (ok || !kit_has_message(kit, cases[i].says))
            fail_msg("%s: %s", cases[i].to, kit_message(kit, 0));
    }
}

static void title_is_the_first_text(void **state)
{
    (void)state;
    const Format *format = format_named(TEXT("tng"));
    TngFile *file = full_game_read(game);
    assert_true(text_is(format->title_of(full_game_bytes(kit, file), kit->arena), "Tiny game"));
    assert_int_equal(format->title_of(bytes_slice(file->file, 0, 90), kit->arena).size, 0);
    full_game_section(file, SECTION_LANGUAGE)->texts = other;
    assert_int_equal(format->title_of(full_game_bytes(kit, file), kit->arena).size, 0);
    full_game_section(file, SECTION_LANGUAGE)->texts = (Bytes){NULL, 0};
    assert_int_equal(format->title_of(full_game_bytes(kit, file), kit->arena).size, 0);
    drop(file, SECTION_LANGUAGE);
    assert_int_equal(format->title_of(full_game_bytes(kit, file), kit->arena).size, 0);
}

/* ---- names ---- */

static const TngFile *listed;

static void list_script(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    const TngFile *file = listed;
    TngScriptRef found;
    assert_true(tng_script_find(file, name, &found));
    assert_int_equal(found.section, ref.section);
    assert_int_equal(found.index, ref.index);
    assert_int_equal(found.event, ref.event);
    const Text again = tng_script_name(file, ref, kit->arena);
    assert_true(text_equal(again, name));
    write_format(context, "%.*s %zu%s\n", (int)name.size, name.at, code.size,
                 expression ? " expression" : "");
}

static void scripts_are_named_by_their_owner_and_event(void **state)
{
    (void)state;
    TngFile *file = full_game_read(game);
    Writer list = writer_to(kit->arena);
    TngScriptRef ref;
    add_attribute(file, 2, "hp+1", true);
    store(file, SECTION_ACTIONS, 8, record_of(file, SECTION_STARTUP, 0));
    listed = file;
    assert_true(tng_scripts_visit(file, list_script, &list, kit->arena, &kit->report));
    write_u8(&list, 0);
    assert_string_equal((const char *)list.data,
                        "startup:start 13\nattribute:level 8 expression\ncutscene:scene 7\n"
                        "npc:guard:timer1 7\nnpc:guard:using1:2 7\nobject:2:using3:5 7\n"
                        "object:2:approach 7\naction:9 13\n");
    assert_false(tng_script_find(file, TEXT("npc:nobody:click"), &ref));
    const TngScriptRef bad[] = {{SECTION_NPCS, 9, 0},
                                {SECTION_NPCS, 0, 2},
                                {SECTION_NPCS, 2, 0},
                                {SECTION_MAPS, 0, 0},
                                {SECTION_ATTRIBUTES, 4, 0}};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_int_equal(tng_script_name(file, bad[i], kit->arena).size, 0);
}

static void names_of_sprites_are_facts_after_the_names(void **state)
{
    (void)state;
    static const char strings[] =
        "\0sprite:1:0=early\0#names\0sprite:1:7=last\0sprite:1:8=none\0"
        "sprite:1:1\0sprite:4:1=x\0sprite:/:1=x\0sprite:1:-1=x\0sprite:1:x=x\0"
        "sprite:2:1=person\0sprite:1:2=\0sprite:1=3\0other:1:3=x";
    TngFile *file = full_game_read(game);
    file->strings = (Bytes){(const uint8_t *)strings, sizeof strings};
    const TngNames names = tng_names(file, kit->arena);
    assert_true(text_is(tng_sprite_name(&names, 1, 7), "last"));
    assert_true(text_is(tng_sprite_name(&names, 2, 1), "person"));
    for (unsigned i = 0; i < 7; i++)
        assert_int_equal(tng_sprite_name(&names, 1, i).size, 0);
    assert_int_equal(tng_sprite_name(&names, 1, 8).size, 0);
    assert_int_equal(tng_string(file, sizeof strings).size, 0);
    assert_true(text_is(tng_string(file, 1), "sprite:1:0=early"));
}

static void frames_have_digits_then_letters(void **state)
{
    (void)state;
    static const char letters[] = "00123456789ABCDEFGHIJKLMNOPQRSTUVA";
    for (unsigned i = 0; i < sizeof letters - 1; i++)
        assert_int_equal(tng_frame_letter(i), letters[i]);
}

/* ---- small files, menus of three bytes ---- */

static void a_game_may_have_only_strings(void **state)
{
    (void)state;
    TngFile *file = full_game_read(game), read;
    file->section_count = 1;
    assert_true(tng_read(full_game_bytes(kit, file), &read, kit->arena, &kit->report));
    assert_int_equal(read.section_count, 1);
    assert_true(text_is(tng_string(&read, 1), "hp"));
}

static void menu_of_three_bytes_has_no_look(void **state)
{
    (void)state;
    TngFile *file = full_game_read(game), read;
    TngMainMenu *menu = full_game_section(file, SECTION_MAIN_MENU)->record;
    for (unsigned enabled = 0; enabled < 2; enabled++) {
        menu->enabled = (u8)enabled;
        assert_true(tng_read(full_game_bytes(kit, file), &read, kit->arena, &kit->report));
        const TngMainMenu *found = full_game_section(&read, SECTION_MAIN_MENU)->record;
        assert_int_equal(found->enabled, enabled);
    }
    *full_game_section(file, SECTION_MAIN_MENU) =
        (TngSection){.type = 14, .bytes = {(const uint8_t *)"\0\0\0\0", 4}};
    Bytes bytes = full_game_bytes(kit, file);
    const size_t size = (size_t)uint_of(bytes.data + 64, 4, false);
    const Inflated block =
        inflate_bytes(bytes_slice(bytes, 68, size), WRAPPING_ZLIB, 0, 1 << 20, kit->arena);
    for (size_t i = 0; i < file->section_count; i++)
        if (block.bytes.data[8 * i + 7] == 14)
            ((uint8_t *)(uintptr_t)block.bytes.data)[8 * i + 7] = SECTION_MAIN_MENU;
    bytes = with_block(bytes, block.bytes, 0, kit->arena);
    assert_true(tng_read(bytes, &read, kit->arena, &kit->report));
    const TngMainMenu *found = full_game_section(&read, SECTION_MAIN_MENU)->record;
    assert_int_equal(found->enabled, 0);
    assert_int_equal(found->trailing.size, 1);
}

/* ---- sprites ---- */

/* A cell of 2 x 3 pixels with different colours, in each operation. */
static void strips_have_turned_cells_at_their_margins(void **state)
{
    (void)state;
    static const char *const expected[] = {"ab.cd.ef.......", "ef.cd.ab.......",
                                           "ba.dc.fe.......", "eca..fdb.......",
                                           "fe.dc.ba.......", "bdf..ace......."};
    Image atlas = image_new(4, 4, kit->arena);
    for (uint32_t i = 0; i < 6; i++)
        *image_at(&atlas, 1 + i % 2, 1 + i / 2) = PIXEL('a' + i, 0, 0, 255);
    const TngFile file = {0};
    uint32_t first = 0;
    TngAtlases atlases = {
        .game = &file, .first = &first, .images = &atlas, .count = 1, .arena = kit->arena};
    for (unsigned operation = 0; operation < 6; operation++) {
        const bool turned = operation == 3 || operation == 5;
        TngFrame frames[2] = {{.w = 0}, {(u16)(operation << 12), 1, 1, 2, 3, 1, 1}};
        const TngAnimation animation = {5, 5, 0, 2, frames};
        Image strip;
        assert_true(tng_strip(&atlases, &animation, &strip, kit->arena, &kit->report));
        assert_int_equal(strip.w, 10);
        char seen[16] = {0};
        const uint32_t w = turned ? 5 : 3;
        for (uint32_t i = 0; i < 15; i++) {
            const uint32_t x = 6 + i % w, y = 1 + i / w;
            const uint32_t letter = x < 10 && y < 5 ? PIXEL_R(*image_at(&strip, x, y)) : 0;
            seen[i] = letter ? (char)letter : '.';
        }
        assert_string_equal(seen, expected[operation]);
        frames[1].left = turned ? 3 : 4; /* one too many */
        assert_false(tng_strip(&atlases, &animation, &strip, kit->arena, &kit->report));
        assert_true(kit_has_message(kit, "frame 1 is outside its atlas or its sprite"));
    }
    TngFrame outside = {6 << 12, 1, 1, 2, 3, 1, 1};
    const TngAnimation animation = {5, 5, 0, 1, &outside};
    assert_false(tng_frame_fits(&outside, &animation, 4, 4));
    outside.atlas = 0;
    assert_true(tng_frame_fits(&outside, &animation, 3, 4));
    assert_false(tng_frame_fits(&outside, &animation, 2, 4));
    assert_false(tng_frame_fits(&outside, &animation, 3, 3));
}

static void atlases_with_the_same_bytes_are_decoded_once(void **state)
{
    (void)state;
    TngFile *file = full_game_read(game);
    TngSection *old = full_game_section(file, SECTION_ATLASES);
    const Bytes stored = old->entries[0].stored;
    drop(file, SECTION_ATLASES);
    TngSection *section = full_game_append(kit, file, SECTION_ATLASES, 2, NULL);
    section->entries[0].stored = section->entries[1].stored = stored;
    TngAtlases atlases = tng_atlases(file, kit->arena);
    assert_int_equal(atlases.count, 2);
    assert_true(tng_atlases_measure(&atlases, &kit->report));
    assert_null(atlases.images[0].pixels);
    assert_int_equal(atlases.images[0].w, 64);
    assert_int_equal(atlases.pixels.left, TNG_ATLAS_PIXELS_MAX - 64 * 64);
    const Image *second = tng_atlas(&atlases, 1, &kit->report);
    assert_ptr_equal(second, &atlases.images[0]);
    assert_non_null(second->pixels);
    assert_int_equal(atlases.pixels.left, TNG_ATLAS_PIXELS_MAX - 2 * 64 * 64);
    assert_ptr_equal(tng_atlas(&atlases, 0, &kit->report), second);
    assert_true(tng_atlases_read(&atlases, &kit->report));
    assert_int_equal(atlases.pixels.left, TNG_ATLAS_PIXELS_MAX - 2 * 64 * 64);
    assert_null(tng_atlas(&atlases, 2, &kit->report));
    atlases = tng_atlases(file, kit->arena);
    atlases.pixels.left = 64 * 64 - 1;
    assert_false(tng_atlases_read(&atlases, &kit->report));
    assert_true(kit_has_message(kit, "pixels of atlases"));
}

/* ---- references of scripts ---- */

static uint32_t reference;

static bool any_name(void *context, ScriptKind kind, Text name, uint32_t *out)
{
    (void)context, (void)kind, (void)name;
    *out = reference;
    return true;
}

/* The numbers below 80 that a script may refer to. */
static const char *accepted_references(TngFile *file, const char *source)
{
    const ScriptNames names = {any_name, NULL, NULL, NULL};
    const ScriptSource text = script_source(text_of(source));
    Writer list = writer_to(kit->arena);
    for (reference = 0; reference < 80; reference++) {
        ScriptCode code;
        Arena *arena = arena_new();
        assert_true(script_compile(&text, &names, NULL, &code, arena, &kit->report));
        const TngScript script = {(u8 *)(uintptr_t)code.bytes.data, (uint32_t)code.bytes.size};
        store(file, SECTION_ACTIONS, 2, &script);
        const Messages messages = problems_of(file, arena);
        bool refused = false;
        for (size_t i = 0; i < messages.count; i++)
            refused |=
                strstr(messages.items[i].text.at, "section 26 (default actions)") != NULL;
        if (!refused)
            write_format(&list, " %u", reference);
        arena_free(arena);
    }
    write_u8(&list, 0);
    return (const char *)list.data;
}

static void scripts_may_refer_to_what_the_game_has(void **state)
{
    (void)state;
    static const struct {
        const char *source, *game;
    } cases[] = {
        {"actor(x)", " 0 1"},   {"give(x,1)", " 0 1 2 3 4 5 6 7"},
        {"xx=1", " 1 4 10 16"}, {"location(x,1,1,so)", " 22"},
        {"quest(0,x)", " 51"},  {"dialog(x,0)", " 74"},
        {"chooser(x)", " 27"},  {"cutscn(x)", " 34"},
        {"craft(x)", " 45"},    {"music(x)", ""},
        {"sound(x)", " 1"},     {"speak(x)", ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        TngFile *file = full_game_complete(game);
        const char *accepted = accepted_references(file, cases[i].source);
        if (strcmp(accepted, cases[i].game) != 0)
            fail_msg("%s: %s", cases[i].source, accepted);
    }
    TngFile *file =
        full_game_read(game); /* an extension: the base game may have what is missing */
    drop(file, SECTION_MAPS);
    drop(file, SECTION_NPCS);
    drop(file, SECTION_DIALOGS);
    static const char *const anything[] = {"actor(x)", "location(x,1,1,so)", "dialog(x,0)"};
    for (size_t i = 0; i < COUNT_OF(anything); i++)
        assert_non_null(strstr(accepted_references(file, anything[i]), " 0 1 2 3 4 5 6 "));
    assert_string_equal(accepted_references(file, "chooser(x)"), " 27");
    assert_string_equal(accepted_references(file, "give(x,1)"), " 0 1 2 3 4 5 6 7");
}

static void any_cut_has_one_message(void **state)
{
    (void)state;
    const Bytes file = full_game_bytes(kit, full_game_read(game));
    for (size_t size = 0; size < 100; size++) {
        TngFile read;
        Report report = report_to(NULL, NULL);
        assert_false(tng_read(bytes_slice(file, 0, size), &read, kit->arena, &report));
        assert_int_equal(report.errors, 1);
    }
    assert_string_equal(tng_event_word(TNG_EVENT_BUY), "buy");
    assert_null(tng_event_word(TNG_EVENT_TYPES));
}

static void assets_that_share_bytes_are_limited_together(void **state)
{
    (void)state;
    enum { BYTES_EACH = 100000, ALLOWED = TNG_ASSETS_MIN / BYTES_EACH - 2 };
    for (unsigned more = 0; more < 5; more += 4) {
        TngFile *file = full_game_read(game), read;
        TngSection *sounds = full_game_append(kit, file, SECTION_SOUNDS, ALLOWED + more, NULL);
        const Bytes large = {arena_alloc(kit->arena, BYTES_EACH, 1), BYTES_EACH};
        for (size_t i = 0; i < sounds->count; i++)
            sounds->entries[i].stored = large;
        assert_int_equal(tng_read(full_game_bytes(kit, file), &read, kit->arena, &kit->report),
                         !more);
    }
    assert_true(kit_has_message(kit, "bytes of assets"));
}

/* Frames without pixels may be on any atlas; those with only a width or a height not. */
static void empty_frames_have_no_atlas(void **state)
{
    (void)state;
    static const uint16_t sizes[][2] = {{0, 0}, {0, 5}, {5, 0}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        TngFile *file = full_game_read(game);
        TngFrame frame = {.atlas = 9, .w = sizes[i][0], .h = sizes[i][1]};
        TngAnimation animation = {9, 9, 0, 1, &frame};
        const TngSprite sprite = {.directions = &animation, .directions_count = 1};
        store(file, SECTION_TILES, 1, &sprite);
        assert_int_equal(problems_of(file, kit->arena).count > 0, i != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(json_of_a_complete_game_gives_the_same_bytes_back,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(errors_in_json_are_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(title_is_the_first_text, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scripts_are_named_by_their_owner_and_event, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(names_of_sprites_are_facts_after_the_names, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(frames_have_digits_then_letters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_game_may_have_only_strings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(menu_of_three_bytes_has_no_look, set_up, tear_down),
        cmocka_unit_test_setup_teardown(strips_have_turned_cells_at_their_margins, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(atlases_with_the_same_bytes_are_decoded_once, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(scripts_may_refer_to_what_the_game_has, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(any_cut_has_one_message, set_up, tear_down),
        cmocka_unit_test_setup_teardown(assets_that_share_bytes_are_limited_together, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(empty_frames_have_no_atlas, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damaged_section_tables_are_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(check_reports_each_damage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(check_enforces_the_limits_of_each_number, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
