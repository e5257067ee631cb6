/* Records of assets and sections under the readings of prove.def. */
#include "studio/prove/prove_internal.h"

#include "tirnanog/container/tng_scripts.h"
#include "tirnanog/script/code.h"

/* Decodes a record; returns the number of bytes left over, SIZE_MAX if it is truncated. */
static size_t decode(const RecordLayout *layout, void *record, Bytes bytes, Arena *scratch)
{
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(bytes, &silent);
    if (!record_read(layout, record, &reader, scratch))
        return SIZE_MAX;
    return record_trailing(layout, record).size + reader_left(&reader);
}

/* ---- maps ---- */

/* The number of cells of the packets in both readings; false if a packet is truncated. */
static bool count_cells(Bytes packets, size_t *more, size_t *same, bool *repeats)
{
    *more = *same = 0;
    *repeats = false;
    for (size_t at = 0; at < packets.size;) {
        const uint8_t head = packets.data[at];
        const size_t n = head & 127u, cells = head & 128u ? 1 : n + 1;
        if (packets.size - at - 1 < cells * 2)
            return false;
        *repeats |= head & 128u;
        *more += n + 1;
        *same += head & 128u ? n : n + 1;
        at += 1 + cells * 2;
    }
    return true;
}

static size_t cells_of(const ProveGame *game)
{
    const unsigned log2 = game->header.map_log2;
    return log2 > TNG_MAP_LOG2_MAX ? 0
                                   : ((size_t)1 << 2 * log2) * tng_map_layers(&game->header);
}

/* Whether it is a map with the right number of cells in a reading of repeat packets. */
static bool is_map(const ProveGame *game, Bytes asset, Arena *scratch)
{
    TngMap map = {0};
    size_t more, same;
    bool repeats;
    return decode(&TngMap_layout, &map, asset, scratch) == 0 &&
           count_cells((Bytes){map.layers, map.layers_size}, &more, &same, &repeats) &&
           (more == cells_of(game) || same == cells_of(game));
}

static bool is_quest(Bytes asset, Arena *scratch)
{
    TngQuest quest = {0};
    return decode(&TngQuest_layout, &quest, asset, scratch) == 0;
}

/* The layers of what is a map in any case. */
static void prove_layers(Proof *proof, const ProveGame *game, ProvePlace place, Bytes asset,
                         Arena *scratch)
{
    TngMap map = {0};
    size_t more, same;
    bool repeats;
    if (decode(&TngMap_layout, &map, asset, scratch) != 0 ||
        !count_cells((Bytes){map.layers, map.layers_size}, &more, &same, &repeats)) {
        prove_misfit(proof, place, "the map does not end at the end of its asset");
        return;
    }
    const size_t expected = cells_of(game);
    place.offset = asset.size - map.layers_size;
    if (!repeats) {
        if (more != expected)
            prove_misfit(proof, place, "%zu cells; expected %zu", more, expected);
        return;
    }
    prove_whether(proof, more == expected, READING_repeat_count_more, place,
                  "%zu cells; expected %zu", more, expected);
    prove_whether(proof, same == expected, READING_repeat_count_same, place,
                  "%zu cells; expected %zu", same, expected);
}

static void prove_map_or_quest(Proof *proof, const ProveGame *game, ProvePlace place,
                               Bytes asset, Arena *scratch)
{
    const bool map = is_map(game, asset, scratch), quest = is_quest(asset, scratch);
    const bool in_maps = place.section == SECTION_MAPS;
    if (map && !quest) {
        prove_support(proof, in_maps ? READING_maps_section_35 : READING_maps_section_34);
        prove_refute_at(proof, in_maps ? READING_maps_section_34 : READING_maps_section_35,
                        place, "it is a map");
    }
    if (quest && !map && !in_maps)
        prove_refute_at(proof, READING_maps_section_34, place, "it is a quest, not a map");
    if (in_maps || (map && !quest))
        prove_layers(proof, game, place, asset, scratch);
    else if (!quest)
        prove_misfit(proof, place, "it is neither a quest nor a map");
    TngQuest record = {0};
    if (quest && !map && decode(&TngQuest_layout, &record, asset, scratch) == 0)
        prove_code(proof, place, (Bytes){record.script, record.script_size}, false, scratch);
}

/* ---- events ---- */

static void prove_events(Proof *proof, ProvePlace place, const TngEvent *events, size_t count,
                         Arena *scratch)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned category = events[i].parameter & 255;
        if (tng_event_is_using(events[i].type)) {
            prove_whether(proof, category == 1, READING_event_object_1, place,
                          "the object of event %zu has category %u", i, category);
            prove_whether(proof, category == 2, READING_event_object_2, place,
                          "the object of event %zu has category %u", i, category);
        }
        prove_code(proof, place, (Bytes){events[i].script, events[i].script_size}, false,
                   scratch);
    }
}

static bool events_are_valid(const TngEvent *events, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (events[i].type >= TNG_EVENT_TYPES)
            return false;
    return true;
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

static bool is_string(const ProveGame *game, uint32_t offset)
{
    return offset == 0xFFFFFF || offset < game->strings.size;
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
    if (left == SIZE_MAX)
        return "it is truncated";
    if (left)
        return "bytes are left over";
    if (!events_are_valid(object->events, object->event_count))
        return "the code of an event is not 0 to 18";
    for (size_t i = 0; i < object->sound_count; i++)
        if (!is_string(game, object->sounds[i]))
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
    const u8 row_length = tng_row_length(&game->header);
    const TngObject *fitting = NULL;
    for (unsigned i = 0; i < 3; i++) {
        TngObject *object = ARENA_ALLOC(scratch, TngObject, 1);
        object->twice = i == 2;
        object->row_length = row_length;
        const size_t left = decode(&TngObject_layout, object, forms[i], scratch);
        const char *problem = object_problem(game, object, left);
        const ProveReading reading = (ProveReading)(READING_equipped_mask + i);
        prove_whether(proof, !problem, reading, place, "%s", problem ? problem : "");
        if (!problem && !fitting)
            fitting = object;
    }
    if (!fitting)
        prove_misfit(proof, place, "the object has no permitted form");
    else
        prove_events(proof, place, fitting->events, fitting->event_count, scratch);
}

/* ---- other assets ---- */

static void prove_npc(Proof *proof, ProvePlace place, const TngNpc *npc, Arena *scratch)
{
    if (events_are_valid(npc->events, npc->event_count))
        prove_events(proof, place, npc->events, npc->event_count, scratch);
    else
        prove_misfit(proof, place, "the code of an event is not 0 to 18");
}

static void prove_spawner(Proof *proof, ProvePlace place, const TngSpawner *spawner)
{
    for (size_t i = 0; i < spawner->kind_count; i++) {
        const SpriteRef npc = spawner->kinds[i].npc;
        if (npc.index == TNG_NO_SPRITE)
            continue;
        prove_whether(proof, npc.category == SPRITE_NPC, READING_npc_category_21, place,
                      "the NPC of kind %zu has category %u", i, npc.category);
        prove_whether(proof, npc.category == 2, READING_npc_category_2, place,
                      "the NPC of kind %zu has category %u", i, npc.category);
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
    if (left) {
        prove_misfit(proof, place, left == SIZE_MAX ? "it is truncated" : "%zu bytes are left",
                     left);
        return;
    }
    const TngScript *script = record;
    const TngCutscene *cutscene = record;
    if (place.section == SECTION_NPCS)
        prove_npc(proof, place, record, scratch);
    else if (place.section == SECTION_SPAWNERS)
        prove_spawner(proof, place, record);
    else if (place.section == SECTION_STARTUP || place.section == SECTION_ACTIONS)
        prove_code(proof, place, (Bytes){script->script, script->script_count}, false, scratch);
    else if (place.section == SECTION_CUTSCENES)
        prove_code(proof, place, (Bytes){cutscene->script, cutscene->script_size}, false,
                   scratch);
}

/* ---- sections without assets ---- */

/* Whether the interface elements end with a whole sprite if the fonts have so many bytes less.
 * The document also gives the counts: 10 colours, 6 fonts, 3 sounds. */
static bool elements_fit(const ProveGame *game, Bytes bytes, size_t less)
{
    enum { COLOURS = 10, FONTS = 6, SOUNDS = 3 };
    const size_t fonts = 1 + COLOURS * 4, sounds = fonts + 1 + FONTS * 7 - less;
    const size_t sprites = sounds + 1 + SOUNDS * 3;
    if (bytes.size < sprites || bytes.data[0] != COLOURS || bytes.data[fonts] != FONTS ||
        bytes.data[sounds] != SOUNDS)
        return false;
    for (size_t i = 0; i < SOUNDS; i++)
        if (!is_string(game, (uint32_t)uint_of(bytes.data + sounds + 1 + i * 3, 3, false)))
            return false;
    return (bytes.size - sprites) % 3 == 0;
}

static void prove_elements(Proof *proof, const ProveGame *game, Bytes bytes)
{
    const ProvePlace place = {SECTION_ELEMENTS, SIZE_MAX, 0};
    for (unsigned i = 0; i < 2; i++)
        prove_whether(proof, elements_fit(game, bytes, i * 2),
                      (ProveReading)(READING_element_fonts_padded + i), place,
                      "%zu bytes are not 10 colours, 6 fonts, 3 sounds and whole sprites",
                      bytes.size);
}

static void prove_attributes(Proof *proof, const TngAttributes *attributes, Arena *scratch)
{
    for (size_t i = 0; i < attributes->attribute_count; i++) {
        const TngAttribute *attribute = &attributes->attributes[i];
        prove_code(proof, (ProvePlace){SECTION_ATTRIBUTES, i, 0},
                   (Bytes){attribute->script,
                           (size_t)attribute->handler_size + attribute->expression_size},
                   attribute->expression_size != 0, scratch);
    }
}

static bool single_fits(const ProveSection *section, Bytes bytes, void *record, Arena *scratch)
{
    if (section->type == SECTION_MAIN_MENU)
        ((TngMainMenu *)record)->enabled = bytes.size > 3;
    return decode(tng_section_kind(section->type)->record, record, bytes, scratch) == 0;
}

void prove_section(Proof *proof, const ProveGame *game, const ProveSection *section,
                   Arena *scratch)
{
    const Bytes bytes = prove_section_bytes(game, section);
    const ProvePlace place = {section->type, SIZE_MAX, 0};
    arena_reset(scratch);
    proof->records++;
    if (section->type == SECTION_ELEMENTS) {
        prove_elements(proof, game, bytes);
        return;
    }
    if (section->type == SECTION_TILE_META) {
        const size_t size = 2 + game->header.transport_count * (size_t)5;
        if (bytes.size % size)
            prove_misfit(proof, place, "its %zu bytes are not a multiple of %zu", bytes.size,
                         size);
        return;
    }
    void *record = arena_alloc(scratch, 1, tng_section_kind(section->type)->record->size);
    if (!single_fits(section, bytes, record, scratch))
        prove_misfit(proof, place, "its %zu bytes do not end with its last record", bytes.size);
    else if (section->type == SECTION_ATTRIBUTES)
        prove_attributes(proof, record, scratch);
}
