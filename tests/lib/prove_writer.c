#include "prove_writer_internal.h"

#include <stdio.h>
#include <string.h>

#include <zlib.h>

const unsigned game_readings[GAME_QUESTIONS] = {
    [GAME_CRC] = 2,           [GAME_BLOCK_STREAM] = 2, [GAME_BLOCK_CHECKSUM] = 3,
    [GAME_ASSET_STREAM] = 2,  [GAME_MAPS_SECTION] = 2, [GAME_REPEAT_COUNT] = 2,
    [GAME_EQUIPPED] = 3,      [GAME_EVENT_OBJECT] = 2, [GAME_SCRIPT_OBJECT] = 2,
    [GAME_NPC_CATEGORY] = 2,  [GAME_MAP_VALUES] = 2,   [GAME_JUMP_BASE] = 2,
    [GAME_ELEMENT_FONTS] = 2,
};
/* ---- a game ---- */

typedef struct Making {
    const GameTruth *truth;
    Buffer strings, block, assets, out;
    struct {
        unsigned type;
        Buffer data;
    } sections[24];
    size_t section_count, asset_count;
    uint32_t random;
} Making;

static Making making; /* large, and one at a time */

static unsigned reading(GameQuestion question) { return making.truth->readings[question]; }
static int has(unsigned contents) { return (making.truth->contents & contents) == contents; }
static int wrong(GameFault fault) { return making.truth->fault == fault; }

static uint32_t pick(uint32_t below)
{
    making.random = making.random * 1103515245u + 12345u;
    return (making.random >> 8) % below;
}

static uint32_t new_string(void)
{
    char name[32];
    const size_t at = making.strings.size;
    snprintf(name, sizeof name, WRITER_NAME "%zu", at * 7 + pick(5));
    put_raw(&making.strings, name, strlen(name) + 1);
    return (uint32_t)at;
}

static Buffer *new_section(unsigned type)
{
    making.sections[making.section_count].type = type;
    making.sections[making.section_count].data.size = 0;
    return &making.sections[making.section_count++].data;
}

/* Sections are found again by their address, which does not change. */
static void add_entry(Buffer *section, const uint8_t *data, size_t size, uint32_t name)
{
    put(section, size ? making.assets.size : 0, 8);
    put(section, size, 4);
    put(section, name, 4);
    put_raw(&making.assets, data, size);
}

static void add_asset(Buffer *section, const Buffer *asset, uint32_t name)
{
    static Buffer packed;
    int raw = reading(GAME_ASSET_STREAM) == 1;
    if (wrong(FAULT_BOTH_STREAMS))
        raw = making.asset_count != 0;
    making.asset_count++;
    packed.size = 0;
    put_stream(&packed, asset, raw, pick(4) ? 0 : 1 + (int)pick(9));
    if (wrong(FAULT_ASSET_TRAILER))
        put(&packed, pick(1000), 4);
    add_entry(section, packed.data, packed.size, name);
}

/* ---- handlers ---- */

static void code_give(Buffer *code)
{
    put(code, 42, 1);
    put(code, wrong(FAULT_SCRIPT_CATEGORY) ? 9 : reading(GAME_SCRIPT_OBJECT) + 1, 1);
    put(code, pick(4), 2);
    put(code, 37, 1); /* PUSH8 */
    put(code, 1 + pick(9), 1);
    put(code, 6, 1); /* FNC2 give */
    put(code, 34, 1);
}

static unsigned npc_category(void)
{
    return wrong(FAULT_NPC_CATEGORY) ? 9 : reading(GAME_NPC_CATEGORY) ? 2 : 21;
}

static void code_actor(Buffer *code)
{
    put(code, 42, 1);
    put(code, npc_category(), 1);
    put(code, 0, 2);
    put(code, 5, 1); /* FNC1 actor */
    put(code, 18, 1);
}

static void code_location(Buffer *code, uint32_t map)
{
    put(code, 41, 1); /* PUSHMAP */
    put(code, map, 3);
    put(code, pick(2), 2);
    put(code, pick(2), 2);
    put(code, 37, 1);
    put(code, pick(8), 1);
    put(code, wrong(FAULT_MAP_VALUES) ? 5 : reading(GAME_MAP_VALUES) ? 6 : 7, 1);
    put(code, 13, 1);
}

/* JMP, PUSH16, POP, END: instructions start at 0, 4, 7 and 9 of 10 bytes. */
static void code_jump(Buffer *code)
{
    unsigned address = 0; /* both 0 and 4 are starts */
    if (!has(HAS_LOOSE_JUMP))
        address = reading(GAME_JUMP_BASE) ? 5 : 9; /* 5 after 4 is 9 */
    if (wrong(FAULT_JUMP))
        address = 2;
    put(code, 2, 1);
    put(code, address, 3);
    put(code, 38, 1);
    put(code, 300 + pick(300), 2);
    put(code, 31, 1);
    put(code, pick(26), 1);
    put(code, 0, 1);
}

static void start_scripts(uint32_t map)
{
    Buffer *section = new_section(24);
    static Buffer code;
    code.size = 0;
    if (has(HAS_GIVE))
        code_give(&code);
    if (has(HAS_ACTOR))
        code_actor(&code);
    if (has(HAS_LOCATION))
        code_location(&code, map);
    put(&code, 0, 1);
    add_asset(section, &code, 0);
    if (has(HAS_JUMP) || has(HAS_LOOSE_JUMP)) {
        code.size = 0;
        code_jump(&code);
        add_asset(section, &code, 100);
    }
}

/* ---- records ---- */

enum { SIDE = 4, LAYERS = 11, CELLS = SIDE * SIDE * LAYERS };

/* CELLS cells in packets of up to 100. */
static void put_packets(Buffer *out, size_t cells, int repeats)
{
    while (cells) {
        size_t n = 1 + pick(100);
        n = n < cells ? n : cells;
        const int repeat = repeats && (n == cells || pick(2)); /* the last one, at least */
        if (repeat) {
            put(out, 0x80 | (reading(GAME_REPEAT_COUNT) ? n : n - 1), 1);
            put(out, 0xFFFF, 2);
        } else {
            put(out, n - 1, 1);
            for (size_t i = 0; i < n; i++)
                put(out, pick(4), 2);
        }
        cells -= n;
    }
}

static void add_map(Buffer *section, uint32_t name)
{
    static Buffer map, packets;
    map.size = packets.size = 0;
    put_packets(&packets, wrong(FAULT_CELLS) ? 2 * CELLS : CELLS, has(HAS_REPEATS));
    put(&map, 0, 3); /* title */
    for (unsigned i = 0; i < 6; i++)
        put(&map, 0, 3); /* neighbours */
    put(&map, 24, 2);
    put_unset(&map, 1);
    put(&map, 0, 3);
    put(&map, 1, 1); /* parallaxes */
    put(&map, 1, 1); /* paths */
    put(&map, packets.size, 3);
    put(&map, 1, 1);
    put(&map, 0, 4);
    put(&map, 100, 2);
    put_unset(&map, 1);
    put(&map, 3, 1); /* path 3 */
    put(&map, 1, 2);
    put(&map, 1 | 2 << 16, 4);
    put_raw(&map, packets.data, packets.size);
    add_asset(section, &map, name);
}

static void add_quest(Buffer *section)
{
    static Buffer quest, code;
    quest.size = code.size = 0;
    if (has(HAS_GIVE))
        code_give(&code);
    put(&code, 0, 1);
    put(&quest, pick(2), 1);
    put(&quest, 0, 3);
    put(&quest, 1, 3);
    put(&quest, code.size, 3);
    put_raw(&quest, code.data, code.size);
    add_asset(section, &quest, new_string());
}

static void put_event(Buffer *out, unsigned type, uint32_t parameter)
{
    put(out, type, 1);
    put(out, parameter, 3);
    put(out, 1, 3);
    put(out, 0, 1); /* END */
}

static void add_object(Buffer *section, unsigned sprite, uint32_t sound)
{
    static Buffer object, equipped;
    const unsigned w = pick(4), h = pick(3), sounds = has(HAS_OBJECT_SOUNDS) ? 1 + pick(4) : 0;
    const unsigned required = pick(3), modifiers = pick(3), layers = pick(2);
    const unsigned events = 1 + (unsigned)has(HAS_USING), where = reading(GAME_EQUIPPED);
    object.size = equipped.size = 0;
    put_unset(&equipped, has(HAS_BASE) ? 31 : 32);
    if (has(HAS_BASE))
        put(&equipped, 1 | pick(4) << 8, 3);
    put(&object, 1, 3);
    put(&object, w, 2);
    put(&object, h, 2);
    put(&object, 0xFF, 1);
    put_unset(&object, 1);
    put(&object, 0xFFFFFF, 3); /* sound */
    put(&object, 5, 3);
    put(&object, 0xFFFF, 2);
    put(&object, pick(256), 1);
    put_unset(&object, 1);
    put(&object, 0, 3);
    put_unset(&object, 1);
    put(&object, 0, 1);
    put(&object, 1, 4);
    put(&object, sounds, 1);
    put(&object, required, 1);
    put(&object, modifiers, 1);
    put(&object, layers, 1);
    put(&object, events, 1);
    for (unsigned i = 0; i < w * h; i++)
        put(&object, 9, 1);
    if (where != 1)
        put_raw(&object, equipped.data, equipped.size);
    for (unsigned i = 0; i < sounds; i++)
        put(&object, has(HAS_BASE) ? sound : 0, 3); /* none would be a sprite */
    if (where != 0)
        put_raw(&object, equipped.data, equipped.size);
    for (unsigned i = 0; i < required; i++)
        put(&object, (uint64_t)pick(50) << 32 | 2, 8);
    for (unsigned i = 0; i < modifiers; i++)
        put(&object, (uint64_t)pick(50) << 32 | 1, 8);
    for (unsigned i = 0; i < layers; i++) {
        put(&object, 0xFFFFFF, 3);
        put_unset(&object, 40);
    }
    put_event(&object, 0, 0);
    if (has(HAS_USING))
        put_event(&object, 13 + pick(3),
                  (wrong(FAULT_EVENT_CATEGORY) ? 9 : reading(GAME_EVENT_OBJECT) + 1) |
                      pick(4) << 8);
    if (wrong(FAULT_OBJECT_SIZE))
        put(&object, 0, 7);
    add_asset(section, &object, sprite);
}

static void add_spawner(Buffer *section)
{
    static Buffer spawner;
    spawner.size = 0;
    put(&spawner, 1, 1);
    put(&spawner, 100, 3);
    put(&spawner, 1, 2);
    put(&spawner, 0, 8); /* requires */
    put(&spawner, 0, 7); /* provides */
    put_unset(&spawner, 1);
    put(&spawner, npc_category(), 1);
    put(&spawner, 0, 2);
    add_asset(section, &spawner, new_string());
}

static void elements(void)
{
    Buffer *section = new_section(16);
    const unsigned sprites = pick(70);
    put(section, 10, 1);
    for (unsigned i = 0; i < 10; i++)
        put(section, pick(0xFFFFFF), 4);
    put(section, 6, 1);
    for (unsigned i = 0; i < 6; i++) {
        put(section, 0x1000, 2);
        put(section, 0, 3);
        put(section, 0, i == 5 && reading(GAME_ELEMENT_FONTS) ? 0 : 2);
    }
    put(section, 3, 1);
    for (unsigned i = 0; i < 3; i++)
        put(section, 0, 3);
    put_unset(section, sprites);
    if (wrong(FAULT_ELEMENTS))
        put(section, 0, 1);
}

static void add_music(Buffer *section, uint32_t rate)
{
    static Buffer ogg;
    ogg.size = 0;
    put_ogg(&ogg, rate);
    add_entry(section, ogg.data, ogg.size, new_string());
}

static void add_sprite(Buffer *section)
{
    static Buffer sprite;
    sprite.size = 0;
    put_sprite(&sprite);
    add_asset(section, &sprite, 1u << 24);
}

static void language(void)
{
    static Buffer texts, packed;
    Buffer *section = new_section(1);
    texts.size = packed.size = 0;
    for (unsigned i = 0; i < 3; i++)
        put_raw(&texts, WRITER_NAME " ahoy", sizeof WRITER_NAME " ahoy");
    put_raw(section, "en", 2);
    const int raw =
        wrong(FAULT_BOTH_STREAMS) ? making.asset_count != 0 : reading(GAME_ASSET_STREAM) == 1;
    making.asset_count++;
    put_stream(&packed, &texts, raw, 0);
    put(section, making.assets.size, 8);
    put(section, packed.size, 4);
    put(section, 1, 4);
    put_raw(&making.assets, packed.data, packed.size);
}

/* ---- the file ---- */

static void finish(unsigned rate, uint8_t *out)
{
    const GameTruth *truth = making.truth;
    Buffer *file = &making.out, *block = &making.block;
    const size_t table = making.section_count * 8;
    block->size = table;
    for (size_t i = 0; i < making.section_count; i++) {
        const Buffer *data = &making.sections[i].data;
        set(block, i * 8, block->size, 4);
        set(block, i * 8 + 4, data->size, 3);
        set(block, i * 8 + 7, making.sections[i].type, 1);
        put_raw(block, data->data, data->size);
    }
    put_raw(file, "#!/usr/bin/tngp\n" WRITER_NAME "\0\0\0\0\0\0\0\0\0\0", 32);
    put(file, 0, 2);
    put(file, 16, 1);
    put(file, 16, 1);
    put(file, 2, 1); /* maps of 4 x 4 cells */
    put(file, 8, 1);
    put(file, rate, 1);
    put(file, 30, 1);
    put(file, 9, 1);
    put(file, LAYERS, 1);
    put(file, 4, 1);
    put(file, 34, 1);
    put(file, 0, 1);
    put(file, 20, 1);
    put(file, 0, 2);
    put(file, truth->seed * 2654435761u, 8); /* unique ID */
    put(file, 0, 8);
    put(file, 0, 4);
    const size_t at = file->size;
    put_block(file, block, reading(GAME_BLOCK_STREAM) == 1, reading(GAME_BLOCK_CHECKSUM),
              pick(3) ? 0 : 6, (int)pick(2));
    if (wrong(FAULT_BLOCK_CHECKSUM))
        file->data[file->size - 1] ^= 0x55;
    set(file, 64, file->size - at, 4);
    put_raw(file, making.assets.data, making.assets.size);
    const uint32_t crc = reading(GAME_CRC) ? crc32c(file->data, file->size)
                                           : (uint32_t)crc32(0, file->data, (uInt)file->size);
    set(file, 56, crc ^ (wrong(FAULT_CRC) ? 1u : 0u), 4);
    memcpy(out, file->data, file->size);
}

static void begin(const GameTruth *truth)
{
    making.truth = truth;
    making.random = truth->seed * 747796405u + 1;
    making.section_count = making.asset_count = 0;
    making.strings.size = making.block.size = making.assets.size = making.out.size = 0;
    put(&making.strings, 0, 1);
    new_string(); /* so that names are 5 and more: no category of a sprite */
    new_section(0);
}

static void end_strings(void)
{
    making.sections[0].data.size = 0;
    put_raw(&making.sections[0].data, making.strings.data, making.strings.size);
}

size_t write_game(const GameTruth *truth, uint8_t out[static WRITER_MAX])
{
    static const unsigned kilohertz[] = {8, 11, 22, 32, 48};
    static const uint32_t rates[] = {8000, 11025, 22050, 32000, 48000};
    begin(truth);
    const unsigned rate = pick(5);
    const uint32_t sound = new_string(), map = new_string();
    const int in_34 = reading(GAME_MAPS_SECTION) == 1;
    if (has(HAS_MUSIC))
        add_music(new_section(3), has(HAS_OTHER_RATE) ? 44100 : rates[rate]);
    if (has(HAS_BASE)) {
        put_attributes(new_section(25), new_string());
        language();
        Buffer *sprites = new_section(8);
        for (unsigned i = 0; i < 4; i++)
            add_sprite(sprites);
    }
    if (has(HAS_GIVE) || has(HAS_ACTOR) || has(HAS_LOCATION) || has(HAS_JUMP) ||
        has(HAS_LOOSE_JUMP) || has(HAS_BASE))
        start_scripts(map);
    if (has(HAS_ELEMENTS))
        elements();
    if (has(HAS_SPAWNER))
        add_spawner(new_section(29));
    if (has(HAS_OBJECTS)) {
        Buffer *section = new_section(31);
        for (unsigned i = 1 + pick(3); i--;)
            add_object(section, i, sound);
    }
    if (has(HAS_QUESTS) && !in_34)
        add_quest(new_section(34));
    if (has(HAS_MAPS))
        add_map(new_section(in_34 ? 34 : 35), map);
    end_strings();
    finish(has(HAS_RATE) ? kilohertz[rate] : 0, out);
    return making.out.size;
}

/* ---- the game of saved games ---- */

uint32_t save_names[4][SAVE_LIST];

size_t write_game_of_saves(uint8_t out[static WRITER_MAX])
{
    static const GameTruth truth = {.seed = 5, .contents = HAS_REPEATS | HAS_BASE};
    begin(&truth);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < SAVE_LIST; k++)
            save_names[i][k] = new_string();
    put_attributes(new_section(25), new_string());
    start_scripts(0);
    Buffer *section = new_section(8);
    for (unsigned i = 0; i < SAVE_SPRITES; i++)
        add_sprite(section);
    section = new_section(28);
    for (unsigned i = 0; i < SAVE_NPCS; i++)
        add_entry(section, NULL, 0, save_names[1][i]);
    section = new_section(29);
    for (unsigned i = 0; i < 2; i++)
        add_entry(section, NULL, 0, save_names[2][i]);
    section = new_section(31);
    for (unsigned i = 0; i < SAVE_OBJECTS; i++)
        add_entry(section, NULL, 0, i);
    section = new_section(34);
    for (unsigned i = 0; i < 2; i++)
        add_entry(section, NULL, 0, save_names[3][i]);
    section = new_section(35);
    for (unsigned i = 0; i < SAVE_MAPS; i++)
        add_map(section, save_names[0][i]);
    end_strings();
    finish(0, out);
    return making.out.size;
}
