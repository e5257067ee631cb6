/* Records of assets and sections under the readings of prove.def. */
#include "studio/prove/prove_internal.h"

#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/script/bytecode.h"

/* Decodes a record; returns the number of bytes left over, SIZE_MAX if it is truncated. */
static size_t decode(const RecordLayout *layout, void *record, Bytes bytes, Arena *scratch)
{
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(bytes, &silent);
    if (!record_read(layout, record, &reader, scratch))
        return SIZE_MAX;
    return record_trailing(layout, record).size + reader_left(&reader);
}

/* The handlers of a record, and the objects of its events. */
static void prove_handlers(Proof *proof, ProvePlace place, const void *record, Arena *scratch)
{
    uint32_t count;
    const TngEvent *events = tng_events(place.section, record, &count);
    for (size_t i = 0; i < tng_script_count(place.section, record); i++) {
        bool expression;
        const TngScriptRef ref = {place.section, (u32)i, (u32)i};
        if (events && tng_event_is_using(events[i].type)) {
            const unsigned category = events[i].parameter & 255;
            prove_which(proof, (category == 1) | (category == 2) << 1, READING_event_object_1,
                        place, "the object of event %zu has category %u", i, category);
        }
        const Bytes code = tng_script_code(ref, record, &expression);
        if (place.section == SECTION_ATTRIBUTES)
            place.index = i;
        prove_code(proof, place, code, expression, scratch);
    }
}

static bool events_are_valid(unsigned section, const void *record)
{
    uint32_t count;
    const TngEvent *events = tng_events(section, record, &count);
    for (size_t i = 0; i < count; i++)
        if (events[i].type >= TNG_EVENT_TYPES)
            return false;
    return true;
}

static const char bad_event[] = "the code of an event is not 0 to 18";

/* ---- maps ---- */

/* The cells of the packets of a map if a repeat packet n is n + 1 cells, and those packets. */
typedef struct Cells {
    size_t count, repeats;
} Cells;

/* False if it is not a map, or if a packet is truncated. */
static bool read_map(Bytes asset, TngMap *map, Cells *out, Arena *scratch)
{
    *out = (Cells){0, 0};
    if (decode(&TngMap_layout, map, asset, scratch) != 0)
        return false;
    const Bytes packets = {map->layers, map->layers_size};
    for (size_t at = 0; at < packets.size;) {
        const uint8_t head = packets.data[at];
        const size_t n = (head & 127u) + 1, stored = head & 128u ? 1 : n;
        if (packets.size - at - 1 < stored * 2)
            return false;
        out->repeats += head >> 7;
        out->count += n;
        at += 1 + stored * 2;
    }
    return true;
}

static size_t cells_of(const ProveGame *game)
{
    const TngHeader *header = &game->file.header;
    const unsigned log2 = header->map_log2;
    return log2 > TNG_MAP_LOG2_MAX ? 0 : ((size_t)1 << 2 * log2) * tng_map_layers(header);
}

static void prove_layers(Proof *proof, const ProveGame *game, ProvePlace place, Cells cells)
{
    const size_t expected = cells_of(game),
                 found[2] = {cells.count, cells.count - cells.repeats};
    if (!cells.repeats && cells.count != expected)
        prove_misfit(proof, place, "%zu cells; expected %zu", cells.count, expected);
    for (unsigned i = 0; cells.repeats && i < 2; i++)
        prove_whether(proof, found[i] == expected,
                      (ProveReading)(READING_repeat_count_more + i), place,
                      "%zu cells; expected %zu", found[i], expected);
}

static void prove_map_or_quest(Proof *proof, const ProveGame *game, ProvePlace place,
                               Bytes asset, Arena *scratch)
{
    TngMap map = {0};
    TngQuest record = {0};
    Cells cells;
    const size_t expected = cells_of(game);
    const bool packets = read_map(asset, &map, &cells, scratch);
    const bool is_map =
        packets && (cells.count == expected || cells.count - cells.repeats == expected);
    const bool is_quest = decode(&TngQuest_layout, &record, asset, scratch) == 0;
    const bool in_maps = place.section == SECTION_MAPS;
    if (is_map && !is_quest)
        prove_which(proof, in_maps ? 1 : 2, READING_maps_section_35, place, "it is a map");
    if (is_quest && !is_map && !in_maps)
        prove_whether(proof, false, READING_maps_section_34, place, "it is a quest, not a map");
    const ProvePlace layers = {place.section, place.index, asset.size - map.layers_size};
    if ((in_maps || (is_map && !is_quest)) && packets)
        prove_layers(proof, game, layers, cells);
    else if (in_maps)
        prove_misfit(proof, place, "the map does not end at the end of its asset");
    else if (!is_quest)
        prove_misfit(proof, place, "it is neither a quest nor a map");
    if (is_quest && !is_map)
        prove_code(proof, place, (Bytes){record.script, record.script_size}, false, scratch);
}

/* ---- objects ---- */

enum { HEADER = 39, EQUIPPED = 96, SOUND_COUNT_AT = 34, MASK_AT = 3 };

/* The asset with the equipped sprites where this program has them, if they are after the
 * sounds. */
static Bytes sprites_moved(Bytes asset, Arena *scratch)
{
    if (asset.size < HEADER)
        return asset;
    const size_t w = uint_of(asset.data + MASK_AT, 2, false);
    const size_t h = uint_of(asset.data + MASK_AT + 2, 2, false);
    const size_t from = HEADER + w * h, sounds = asset.data[SOUND_COUNT_AT] * (size_t)3;
    if (from > asset.size || asset.size - from < sounds + EQUIPPED)
        return asset;
    uint8_t *out = arena_alloc_raw(scratch, asset.size, 1);
    memcpy(out, asset.data, asset.size);
    memcpy(out + from, asset.data + from + sounds, EQUIPPED);
    memcpy(out + from + EQUIPPED, asset.data + from, sounds);
    return (Bytes){out, asset.size};
}

static bool are_strings(const ProveGame *game, const u24 *offsets, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (offsets[i] != 0xFFFFFF && offsets[i] >= game->file.strings.size)
            return false;
    return true;
}

static bool is_sprite(const ProveGame *game, SpriteRef ref)
{
    static const uint8_t sections[] = {SECTION_UI, SECTION_TILES, SECTION_CHARS,
                                       SECTION_PORTRAITS, SECTION_BACKS};
    if (ref.index == TNG_NO_SPRITE)
        return true;
    return ref.category < COUNT_OF(sections) &&
           (game->extension || ref.index < prove_count(game, sections[ref.category]));
}

/* Why an object cannot be read so, or NULL. */
static const char *object_problem(const ProveGame *game, const TngObject *object, size_t left)
{
    if (left)
        return left == SIZE_MAX ? "it is truncated" : "bytes are left over";
    if (!events_are_valid(SECTION_OBJECTS, object))
        return bad_event;
    if (!are_strings(game, object->sounds, object->sound_count))
        return "a sound is outside the strings";
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (!is_sprite(game, object->equipped[i]) ||
            (object->twice && !is_sprite(game, object->equipped_again[i])))
            return "an equipped sprite does not exist";
    return NULL;
}

static void prove_object(Proof *proof, const ProveGame *game, ProvePlace place, Bytes asset,
                         Arena *scratch)
{
    const Bytes forms[3] = {asset, sprites_moved(asset, scratch), asset};
    const u8 row_length = tng_row_length(&game->file.header);
    const TngObject *fitting = NULL;
    for (unsigned i = 0; i < 3; i++) {
        TngObject *object = ARENA_ALLOC(scratch, TngObject, 1);
        object->twice = i == 2;
        object->row_length = row_length;
        const size_t left = decode(&TngObject_layout, object, forms[i], scratch);
        const char *problem = object_problem(game, object, left);
        const ProveReading reading = (ProveReading)(READING_equipped_mask + i);
        prove_whether(proof, !problem, reading, place, "%s", problem);
        if (!problem && !fitting)
            fitting = object;
    }
    if (fitting)
        prove_handlers(proof, place, fitting, scratch);
    else
        prove_misfit(proof, place, "the object has no permitted form");
}

/* ---- other assets ---- */

static void prove_spawner(Proof *proof, ProvePlace place, const TngSpawner *spawner)
{
    for (size_t i = 0; i < spawner->kind_count; i++) {
        const SpriteRef npc = spawner->kinds[i].npc;
        if (npc.index != TNG_NO_SPRITE)
            prove_which(proof, (npc.category == SPRITE_NPC) | (npc.category == 2) << 1,
                        READING_npc_category_21, place, "the NPC of kind %zu has category %u",
                        i, npc.category);
    }
}

void prove_asset(Proof *proof, const ProveGame *game, ProvePlace place, Bytes asset,
                 Arena *scratch)
{
    const RecordLayout *layout = tng_section_kind(place.section)->asset;
    proof->records++;
    if (place.section == SECTION_QUESTS || place.section == SECTION_MAPS) {
        prove_map_or_quest(proof, game, place, asset, scratch);
        return;
    }
    if (place.section == SECTION_OBJECTS) {
        prove_object(proof, game, place, asset, scratch);
        return;
    }
    void *record = arena_alloc(scratch, 1, layout->size);
    const size_t left = decode(layout, record, asset, scratch);
    if (left)
        prove_misfit(proof, place, left == SIZE_MAX ? "it is truncated" : "%zu bytes are left",
                     left);
    else if (!events_are_valid(place.section, record))
        prove_misfit(proof, place, bad_event);
    else if (place.section == SECTION_SPAWNERS)
        prove_spawner(proof, place, record);
    else
        prove_handlers(proof, place, record, scratch);
}

/* ---- sections without assets ---- */

/* Whether the interface elements end with a whole sprite; `bytes` have the padding of the last
 * font. The document also gives the counts: 10 colours, 6 fonts, 3 sounds. */
static bool elements_fit(const ProveGame *game, Bytes bytes, Arena *scratch)
{
    TngElements elements = {0};
    return decode(&TngElements_layout, &elements, bytes, scratch) == 0 &&
           elements.colour_count == 10 && elements.font_count == 6 &&
           elements.sound_count == 3 &&
           are_strings(game, elements.sounds, elements.sound_count);
}

static void prove_elements(Proof *proof, const ProveGame *game, Bytes bytes, Arena *scratch)
{
    enum { PADDING_AT = 82, PADDING = 2 };
    Writer padded = writer_to(scratch);
    const size_t before = bytes.size < PADDING_AT ? bytes.size : PADDING_AT;
    write_bytes(&padded, bytes_slice(bytes, 0, before));
    write_zeros(&padded, PADDING);
    write_bytes(&padded, bytes_slice(bytes, before, bytes.size - before));
    prove_which(proof,
                elements_fit(game, bytes, scratch) |
                    elements_fit(game, writer_bytes(&padded), scratch) << 1,
                READING_element_fonts_padded, (ProvePlace){SECTION_ELEMENTS, SIZE_MAX, 0},
                "%zu bytes are not 10 colours, 6 fonts, 3 sounds and whole sprites",
                bytes.size);
}

void prove_section(Proof *proof, const ProveGame *game, const TngSection *section,
                   Arena *scratch)
{
    const size_t size = section->bytes.size;
    const ProvePlace place = {section->type, SIZE_MAX, 0};
    proof->records++;
    if (section->type == SECTION_ELEMENTS)
        prove_elements(proof, game, section->bytes, scratch);
    else if (section->trailing.size)
        prove_misfit(proof, place, "its %zu bytes are not a multiple of %zu", size,
                     2 + game->file.header.transport_count * (size_t)5);
    else if (section->kind->form == TNG_TILES)
        return;
    else if (!section->record || record_trailing(section->kind->record, section->record).size)
        prove_misfit(proof, place, "its %zu bytes do not end with its last record", size);
    else if (section->type == SECTION_ATTRIBUTES)
        prove_handlers(proof, place, section->record, scratch);
}
