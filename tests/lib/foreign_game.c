#include "foreign_game.h"

#include "script_foreign.h"

#include "base/deflate.h"
#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/script/script.h"

#include <assert.h>

typedef struct Variant {
    const TngFile *game;
    TngHeader header;
    unsigned features;
    uint32_t state;
    Writer assets;
    Bytes strings;
    uint32_t *moved; /* per offset of an old string: its new offset; NULL: the same */
    Arena *arena;
    Report *report;
    bool ok;
} Variant;

static uint32_t pick(Variant *variant, uint32_t below)
{
    variant->state = variant->state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(variant->state >> 8) * below >> 24);
}

static bool has(const Variant *variant, ForeignFeature feature)
{
    return variant->features & feature;
}

static void put_noise(Variant *variant, Writer *out, size_t size)
{
    while (size--)
        write_u8(out, (uint8_t)(1 + pick(variant, 255)));
}

/* ---- strings ---- */

/* The names for unpack, from their marker on, keep their order. */
static size_t names_at(Bytes strings)
{
    static const char marker[] = "#names";
    for (size_t at = 0; at + sizeof marker <= strings.size; at++)
        if (!memcmp(strings.data + at, marker, sizeof marker))
            return at;
    return strings.size;
}

static void shuffle_strings(Variant *variant)
{
    const Bytes strings = variant->strings;
    const size_t names = names_at(strings);
    size_t *starts = ARENA_ALLOC(variant->arena, size_t, names + 1), count = 0;
    Writer out = writer_to(variant->arena);
    for (size_t at = 0; at < names; at++)
        if (at == 0 || !strings.data[at - 1])
            starts[count++] = at;
    for (size_t i = count; i > 2; i--) { /* string 0 is empty */
        const size_t other = 1 + pick(variant, (uint32_t)i - 1), kept = starts[i - 1];
        starts[i - 1] = starts[other];
        starts[other] = kept;
    }
    variant->moved = ARENA_ALLOC(variant->arena, uint32_t, strings.size + 1);
    for (size_t i = 0; i < count; i++) {
        variant->moved[starts[i]] = (uint32_t)out.size;
        write_bytes(&out, bytes_slice(strings, starts[i],
                                      strlen((const char *)strings.data + starts[i]) + 1));
    }
    write_bytes(&out, bytes_slice(strings, names, strings.size - names));
    variant->strings = writer_bytes(&out);
}

static uint32_t moved_string(const Variant *variant, uint32_t offset)
{
    return offset < names_at(variant->game->strings) ? variant->moved[offset] : offset;
}

typedef struct CodeMove {
    const Variant *variant;
    uint8_t *code;
} CodeMove;

static void move_reference(void *context, ScriptKind kind, uint32_t index, size_t at,
                           unsigned size)
{
    const CodeMove *move = context;
    if (kind == SCRIPT_NUMBER || kind == SCRIPT_OBJECT || kind == SCRIPT_NPC ||
        kind == SCRIPT_SPAWNER || kind == SCRIPT_TEXT)
        return;
    const uint32_t value = moved_string(move->variant, index);
    for (unsigned i = 0; i < size; i++)
        move->code[at + i] = (uint8_t)(value >> 8 * i);
}

static void move_value(void *context, const RecordLayout *type, void *data, size_t count,
                       size_t at, const RecordPath *path)
{
    const Variant *variant = context;
    CodeMove move = {variant, data};
    (void)at, (void)path;
    if (type->meaning == KIND_BYTECODE)
        script_visit((Bytes){data, count}, move_reference, &move);
    else if (tng_kind_is_string(type->meaning))
        primitive_set(type, data, moved_string(variant, (uint32_t)primitive_get(type, data)));
}

static void move_names(Variant *variant, const RecordLayout *layout, void *record)
{
    if (variant->moved)
        record_visit(layout, record, move_value, variant);
}

/* ---- assets ---- */

static Bytes packed(Variant *variant, Bytes bytes, ForeignFeature feature)
{
    static const int levels[] = {DEFLATE_NONE, DEFLATE_FAST, DEFLATE_QUICK, DEFLATE_NORMAL,
                                 DEFLATE_BEST};
    if (!has(variant, feature))
        return deflate_bytes(bytes, WRAPPING_ZLIB, DEFLATE_NORMAL, variant->arena);
    return deflate_bytes(bytes, pick(variant, 2) ? WRAPPING_RAW : WRAPPING_ZLIB,
                         levels[pick(variant, COUNT_OF(levels))], variant->arena);
}

static Bytes *code_of(Variant *variant, const Bytecode *code, size_t size)
{
    Bytes *out = ARENA_ALLOC(variant->arena, Bytes, 1);
    *out = (Bytes){code, size};
    if (size && has(variant, FOREIGN_CODE))
        *out = script_foreign(*out, pick(variant, FOREIGN_SHAPES), pick(variant, 1u << 24),
                              variant->arena);
    return out;
}

#define CHANGE_CODE(record, code, count)                                                       \
    do {                                                                                       \
        const Bytes *changed_ = code_of(variant, (record)->code, (record)->count);             \
        (record)->code = (Bytecode *)changed_->data;                                           \
        (record)->count = changed_->size;                                                      \
    } while (0)

static void change_events(Variant *variant, TngEvent *events, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        CHANGE_CODE(&events[i], script, script_size);
        if (events[i].type >= TNG_EVENT_USING1 && has(variant, FOREIGN_CODE) &&
            events[i].type < TNG_EVENT_USING1 + TNG_EVENT_USINGS && pick(variant, 2))
            events[i].parameter = (events[i].parameter & ~255u) | 2;
    }
}

/* Random packets of the same cells; layers may be left out at the end if they are empty. */
static void change_layers(Variant *variant, TngMap *map)
{
    const size_t side = (size_t)1 << variant->game->header.map_log2;
    const size_t layers = variant->header.layer_count, count = side * side * layers;
    uint16_t *cells =
        ARENA_ALLOC(variant->arena, uint16_t, side * side * (layers + TNG_LAYERS));
    Writer out = writer_to(variant->arena);
    memset(cells, 0xFF, side * side * (layers + TNG_LAYERS) * sizeof *cells);
    variant->ok &= tng_layers_read((Bytes){map->layers, map->layers_size}, cells,
                                   side * side * TNG_LAYERS, variant->report);
    for (size_t i = side * side * TNG_LAYERS; i < count; i++)
        cells[i] = (uint16_t)pick(variant, 3); /* layers of a later version */
    for (size_t at = 0; at < count;) {
        size_t run = 1, length = 1 + pick(variant, 128);
        while (at + run < count && run < 128 && cells[at + run] == cells[at])
            run++;
        if (pick(variant, 8) && run > 1) {
            length = run;
            write_u8(&out, (uint8_t)(0x80 | (length - 1)));
            write_u16(&out, cells[at]);
        } else {
            length = length < count - at ? length : count - at;
            write_u8(&out, (uint8_t)(length - 1));
            for (size_t i = 0; i < length; i++)
                write_u16(&out, cells[at + i]);
        }
        at += length;
    }
    map->layers = out.data;
    map->layers_size = (u24)out.size;
}

static void change_record(Variant *variant, unsigned type, void *record)
{
    if (type == SECTION_STARTUP || type == SECTION_ACTIONS) {
        TngScript *script = record;
        CHANGE_CODE(script, script, script_count);
    } else if (type == SECTION_QUESTS) {
        TngQuest *quest = record;
        CHANGE_CODE(quest, script, script_size);
    } else if (type == SECTION_CUTSCENES) {
        TngCutscene *cutscene = record;
        CHANGE_CODE(cutscene, script, script_size);
    } else if (type == SECTION_NPCS) {
        TngNpc *npc = record;
        change_events(variant, npc->events, npc->event_count);
    } else if (type == SECTION_OBJECTS) {
        TngObject *object = record;
        change_events(variant, object->events, object->event_count);
        if (has(variant, FOREIGN_EQUIPPED)) {
            object->twice = 1;
            object->equipped_again = ARENA_ALLOC(variant->arena, SpriteRef, TNG_EQUIP_SLOTS);
            memcpy(object->equipped_again, object->equipped,
                   TNG_EQUIP_SLOTS * sizeof *object->equipped);
        }
    } else if (type == SECTION_MAPS &&
               (has(variant, FOREIGN_PACKETS) || has(variant, FOREIGN_LAYERS))) {
        change_layers(variant, record);
    }
}

/* How many bytes may follow a record that a later version has extended. A record that ends with
 * a list up to its end takes more bytes than an element needs for one. */
static size_t trailing_max(const RecordLayout *layout)
{
    enum { MAX = 5 };
    size_t count;
    const Field *fields = layout->fields(&count);
    if (!field_is_trailing(&fields[count - 1]))
        return 0;
    const Field *last = count > 1 ? &fields[count - 2] : NULL;
    const size_t element = last && last->shape == SHAPE_ALL ? last->type->bytes : MAX;
    return element <= MAX ? element - 1 : MAX;
}

static void put_trailing(Variant *variant, const RecordLayout *layout, Writer *out)
{
    const size_t max = trailing_max(layout);
    if (has(variant, FOREIGN_TRAILING) && max)
        put_noise(variant, out, pick(variant, (uint32_t)max + 1));
}

static void add_asset(Variant *variant, TngExtent *place, Bytes asset)
{
    if (has(variant, FOREIGN_ORDER) && !pick(variant, 4))
        put_noise(variant, &variant->assets, pick(variant, 9));
    place->at = variant->assets.size;
    place->size = (u32)asset.size;
    write_bytes(&variant->assets, asset);
}

/* Equal assets of a section share their bytes, unless the variant copies them. */
static void add_assets(Variant *variant, TngSection *section)
{
    uint32_t *first = ARENA_ALLOC(variant->arena, uint32_t, section->count);
    tng_same_assets(section, first, variant->arena);
    for (size_t i = 0; i < section->count; i++) {
        TngExtent *place = section->entries[i].descriptor;
        Bytes stored = section->entries[i].stored;
        if (first[i] < i && !has(variant, FOREIGN_COPIES)) {
            *place = *(const TngExtent *)section->entries[first[i]].descriptor;
            continue;
        }
        if (section->kind->form == TNG_ASSETS && stored.size) {
            Writer writer = writer_to(variant->arena);
            void *record =
                tng_asset(variant->game, section, i, variant->arena, variant->report);
            if (!record) {
                variant->ok = false;
                return;
            }
            move_names(variant, section->kind->asset, record);
            change_record(variant, section->type, record);
            record_write(section->kind->asset, record, &writer);
            /* After a second list of equipped sprites they would be ambiguous. */
            if (section->type != SECTION_OBJECTS || !has(variant, FOREIGN_EQUIPPED))
                put_trailing(variant, section->kind->asset, &writer);
            stored = packed(variant, writer_bytes(&writer), FOREIGN_ASSETS);
        }
        add_asset(variant, place, stored);
    }
}

static void add_language(Variant *variant, TngSection *section)
{
    TngLanguage *language = section->record;
    const Inflated texts = inflate_any(section->texts, 0, TNG_TEXTS_MAX, NULL, variant->arena);
    variant->ok &= !texts.problem;
    TngExtent place;
    add_asset(variant, &place, packed(variant, texts.bytes, FOREIGN_ASSETS));
    language->at = place.at;
    language->size = place.size;
    for (size_t i = 0; i < section->count; i++)
        add_asset(variant, section->entries[i].descriptor, section->entries[i].stored);
}

/* ---- the section block ---- */

static void change_attributes(Variant *variant, TngAttributes *attributes)
{
    for (size_t i = 0; i < attributes->attribute_count; i++) {
        TngAttribute *attribute = &attributes->attributes[i];
        if (attribute->type & 1)
            CHANGE_CODE(attribute, script, handler_size);
        else if (attribute->type == 2 || attribute->type == 4)
            CHANGE_CODE(attribute, script, expression_size);
    }
}

static void put_tiles(Variant *variant, const TngSection *section, Writer *out)
{
    for (size_t i = 0; i < section->count; i++) {
        TngTile tile = *(const TngTile *)section->entries[i].asset;
        TileSpeed *speeds =
            ARENA_ALLOC(variant->arena, TileSpeed, variant->header.transport_count);
        memcpy(speeds, tile.speeds, tile.transport_count * sizeof *speeds);
        for (unsigned k = tile.transport_count; k < variant->header.transport_count; k++)
            speeds[k] = (TileSpeed){.speed = 100, .sound = speeds[0].sound};
        tile.speeds = speeds;
        tile.transport_count = variant->header.transport_count;
        move_names(variant, &TngTile_layout, &tile);
        record_write(&TngTile_layout, &tile, out);
    }
}

static void put_section(Variant *variant, const TngSection *section, Writer *out)
{
    switch (section->kind->form) {
    case TNG_STRINGS:
        write_bytes(out, variant->strings);
        return;
    case TNG_TILES:
        put_tiles(variant, section, out);
        return; /* the rest of a tile would be bytes behind it */
    case TNG_FILES:
    case TNG_ASSETS:
        for (size_t i = 0; i < section->count; i++)
            move_names(variant, section->kind->record, section->entries[i].descriptor);
        for (size_t i = 0; i < section->count; i++)
            record_write(section->kind->record, section->entries[i].descriptor, out);
        return;
    case TNG_SINGLE:
        move_names(variant, section->kind->record, section->record);
        if (section->type == SECTION_ATTRIBUTES)
            change_attributes(variant, section->record);
        record_write(section->kind->record, section->record, out);
        put_trailing(variant, section->kind->record, out);
        return;
    case TNG_LANGUAGE:
        move_names(variant, section->kind->record, section->record);
        record_write(section->kind->record, section->record, out);
        return;
    }
}

/* Numbers of the sections in the order of the file: strings are first, languages keep their
 * order, since the first one is the default. */
static size_t order_sections(Variant *variant, size_t *order)
{
    const TngFile *game = variant->game;
    for (size_t i = 0; i < game->section_count; i++)
        order[i] = i;
    for (size_t i = game->section_count; has(variant, FOREIGN_ORDER) && i > 2; i--) {
        const size_t other = 1 + pick(variant, (uint32_t)i - 1), kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
    size_t next = 0;
    for (size_t i = 0; i < game->section_count; i++)
        if (game->sections[order[i]].type == SECTION_LANGUAGE) {
            while (game->sections[next].type != SECTION_LANGUAGE)
                next++;
            order[i] = next++;
        }
    return game->section_count;
}

static Bytes section_block(Variant *variant, const size_t *order)
{
    const TngFile *game = variant->game;
    static const uint8_t unknown[] = {12, 13, 14, 15, 36, 99, 255};
    const size_t more = has(variant, FOREIGN_UNKNOWN) ? 1 + pick(variant, 4) : 0;
    const size_t total = game->section_count + more;
    const size_t first = pick(variant, COUNT_OF(unknown));
    const bool as_34 = has(variant, FOREIGN_AS_34) && !tng_section(game, SECTION_QUESTS);
    Writer block = writer_to(variant->arena);
    write_zeros(&block, total * 8);
    for (size_t i = 0; i < total; i++) {
        if (i && has(variant, FOREIGN_ORDER) && !pick(variant, 3))
            put_noise(variant, &block, pick(variant, 7));
        const size_t at = block.size;
        unsigned type = i < game->section_count ? game->sections[order[i]].type
                                                : unknown[(first + i) % COUNT_OF(unknown)];
        if (i < game->section_count)
            put_section(variant, &game->sections[order[i]], &block);
        else
            put_noise(variant, &block, pick(variant, 40));
        if (type == SECTION_MAPS && as_34)
            type = SECTION_QUESTS;
        write_uint_at(&block, i * 8, at, 4);
        write_uint_at(&block, i * 8 + 4, block.size - at, 3);
        write_uint_at(&block, i * 8 + 7, type, 1);
    }
    return writer_bytes(&block);
}

/* The block and its checksum in one of the permitted forms. */
static Bytes stored_block(Variant *variant, Bytes block)
{
    Writer out = writer_to(variant->arena);
    const unsigned form = has(variant, FOREIGN_BLOCK) ? pick(variant, 5) : 0;
    const Wrapping wrapping = form & 1 ? WRAPPING_RAW : WRAPPING_ZLIB;
    const int level = form ? (int)pick(variant, DEFLATE_BEST + 1) : DEFLATE_BEST;
    const Bytes stored = deflate_bytes(block, wrapping, level, variant->arena);
    write_bytes(&out, stored);
    if (form < 4) /* otherwise the stream's own Adler-32 */
        write_u32(&out, crc32_of(0, form < 2 ? block : stored));
    return writer_bytes(&out);
}

/* ---- the file ---- */

/* The fewest layers that contain all cells. */
static unsigned layers_needed(Variant *variant)
{
    const TngSection *maps = tng_section(variant->game, SECTION_MAPS);
    const size_t size = (size_t)1 << 2 * variant->game->header.map_log2;
    uint16_t *cells = ARENA_ALLOC(variant->arena, uint16_t, size * TNG_LAYERS);
    size_t needed = 1;
    for (size_t i = 0; maps && i < maps->count; i++) {
        const TngMap *map = tng_asset(variant->game, maps, i, variant->arena, variant->report);
        if (!map || !tng_layers_read((Bytes){map->layers, map->layers_size}, cells,
                                     size * TNG_LAYERS, variant->report))
            return TNG_LAYERS;
        for (size_t k = needed * size; k < size * TNG_LAYERS; k++)
            if (cells[k] != 0xFFFF)
                needed = k / size + 1;
    }
    return (unsigned)needed;
}

/* Sections whose records are found by name. */
static void shuffle_records(Variant *variant, TngSection *section)
{
    static const uint8_t named[] = {SECTION_FONTS,   SECTION_MUSIC,    SECTION_SOUNDS,
                                    SECTION_MOVIES,  SECTION_CHOOSERS, SECTION_CUTSCENES,
                                    SECTION_DIALOGS, SECTION_CRAFTING};
    if (!memchr(named, section->type, sizeof named))
        return;
    for (size_t i = section->count; i > 1; i--) {
        const size_t other = pick(variant, (uint32_t)i);
        const TngEntry kept = section->entries[i - 1];
        section->entries[i - 1] = section->entries[other];
        section->entries[other] = kept;
    }
}

/* Default actions without a handler may be missing at the end. */
static void drop_actions(Variant *variant, TngSection *actions)
{
    while (actions->count && !actions->entries[actions->count - 1].stored.size)
        actions->count--;
    variant->header.action_count = (u8)actions->count;
}

/* Descriptors and records are changed, so a variant needs its own copy of the game. */
static bool copy_of(const TngFile *game, TngFile *out, Arena *arena, Report *report)
{
    return tng_read(game->file, out, arena, report);
}

Bytes foreign_game(const TngFile *game, unsigned features, uint32_t seed, Arena *arena,
                   Report *report)
{
    TngFile copy;
    Variant variant = {.game = &copy,
                       .header = game->header,
                       .features = features,
                       .state = seed * 2654435761u + 1,
                       .assets = writer_to(arena),
                       .arena = arena,
                       .report = report,
                       .ok = true};
    size_t *order = ARENA_ALLOC(arena, size_t, game->section_count);
    if (!copy_of(game, &copy, arena, report))
        return (Bytes){NULL, 0};
    if (has(&variant, FOREIGN_LAYERS)) {
        const unsigned needed = layers_needed(&variant);
        variant.header.layer_count = (u8)(needed + pick(&variant, TNG_LAYERS + 4 - needed));
    }
    if (has(&variant, FOREIGN_METHODS))
        variant.header.transport_count = 5;
    if (has(&variant, FOREIGN_STRIP))
        copy.strings.size = names_at(copy.strings);
    variant.strings = copy.strings;
    if (has(&variant, FOREIGN_STRINGS))
        shuffle_strings(&variant);
    if (has(&variant, FOREIGN_HEADER)) {
        variant.header.atlas_log2 = (u8)(variant.header.atlas_log2 + pick(&variant, 3));
        drop_actions(&variant, (TngSection *)tng_section(&copy, SECTION_ACTIONS));
    }
    for (size_t i = 0; i < copy.section_count && has(&variant, FOREIGN_RECORDS); i++)
        shuffle_records(&variant, &copy.sections[i]);
    order_sections(&variant, order);
    for (int maps = 0; maps < 2; maps++) /* map assets must be the last */
        for (size_t i = 0; i < copy.section_count; i++) {
            TngSection *section = &copy.sections[order[i]];
            if ((section->type == SECTION_MAPS) != maps)
                continue;
            if (section->kind->form == TNG_LANGUAGE)
                add_language(&variant, section);
            else if (section->kind->form == TNG_FILES || section->kind->form == TNG_ASSETS)
                add_assets(&variant, section);
        }
    const Bytes block = stored_block(&variant, section_block(&variant, order));
    Writer file = writer_to(arena);
    variant.header.crc = 0;
    record_write(&TngHeader_layout, &variant.header, &file);
    write_u32(&file, (uint32_t)block.size);
    write_bytes(&file, block);
    write_bytes(&file, writer_bytes(&variant.assets));
    write_uint_at(&file, 56, tng_crc(writer_bytes(&file)), 4);
    return variant.ok ? writer_bytes(&file) : (Bytes){NULL, 0};
}
