/* Translates the references of an extension's records to those of the joined game. */
#include "tirnanog/project/merge_games_internal.h"

#include "tirnanog/container/tng_names.h"
#include "tirnanog/container/tng_scripts.h"

/* The number in the joined game; an invalid one fails the join and gives 0, so that the
 * caller need not check each. */
uint32_t merge_moved(Join *join, MergeList list, uint32_t index)
{
    if (index < join->to_count[list])
        return join->to[list][index];
    merge_fail(join, "refers to number %u of %zu", index, join->to_count[list]);
    return 0;
}

/* Offset 0 is the empty string in every game, and means none. */
static uint32_t moved_string(Join *join, uint32_t offset)
{
    return offset ? merge_string(join, tng_string(&join->game, offset)) : 0;
}

/* The numbers from TNG_NO_TEXT on have special meanings. */
static uint32_t moved_text(Join *join, uint32_t index)
{
    return index >= TNG_NO_TEXT ? index : merge_moved(join, LIST_TEXTS, index);
}

/* A sprite of a category; none, or the player's own portrait, is unchanged. */
static uint32_t moved_sprite(Join *join, unsigned category, uint32_t index)
{
    if (index == TNG_NO_SPRITE ||
        (category == CATEGORY_PORTRAITS && index >= TNG_PLAYER_PORTRAIT))
        return index;
    if (category < CATEGORIES)
        return merge_moved(join, (MergeList)category, index);
    if (category == TNG_NPC_CATEGORY || category == TNG_SPAWNER_CATEGORY)
        return merge_moved(join, category == TNG_NPC_CATEGORY ? LIST_NPCS : LIST_SPAWNERS,
                           index);
    merge_fail(join, "unknown sprite category %u", category);
    return TNG_NO_SPRITE;
}

typedef struct ScriptMove {
    Join *join;
    uint8_t *code;
} ScriptMove;

/* Writes the number in place, with the size that the instruction has: the code keeps its
 * length, and so jumps stay valid. */
static void move_reference(void *context, ScriptKind kind, uint32_t index, size_t at,
                           unsigned size)
{
    const ScriptMove *move = context;
    Join *join = move->join;
    uint32_t value;
    if (kind == SCRIPT_NUMBER)
        return;
    if (kind == SCRIPT_OBJECT)
        value = moved_sprite(join, CATEGORY_TILES, index);
    else if (kind == SCRIPT_NPC)
        value = merge_moved(join, LIST_NPCS, index);
    else if (kind == SCRIPT_SPAWNER)
        value = merge_moved(join, LIST_SPAWNERS, index);
    else if (kind == SCRIPT_TEXT)
        value = moved_text(join, index);
    else
        value = moved_string(join, index);
    for (unsigned i = 0; i < size; i++)
        move->code[at + i] = (uint8_t)(value >> 8 * i);
}

/* Bytes and letters have no references. Strings are known by their kind, not by their type. */
static void move_value(void *context, const RecordLayout *type, void *data, size_t count,
                       size_t at, const RecordPath *path)
{
    Join *join = context;
    (void)at, (void)path;
    if (type->meaning == KIND_BYTECODE) {
        ScriptMove move = {join, data};
        if (!script_visit((Bytes){data, count}, move_reference, &move))
            merge_fail(join, "its code is invalid");
        return;
    }
    if (type->form == FORM_BYTE || type->form == FORM_ASCII)
        return;
    const uint32_t value = (uint32_t)primitive_get(type, data);
    if (tng_kind_is_string(type->meaning))
        primitive_set(type, data, moved_string(join, value));
    switch ((TngKind)type->meaning) {
    case KIND_TEXT:
        primitive_set(type, data, moved_text(join, value));
        break;
    case KIND_OBJECT:
        primitive_set(type, data, moved_sprite(join, CATEGORY_TILES, value));
        break;
    case KIND_SPRITE:
        primitive_set(type, data, moved_sprite(join, tng_sprite_ref(data)->category, value));
        break;
    default:
        break;
    }
}

/* ---- numbers that are not in a layout ---- */

/* For the position "rectangle" the same three numbers are coordinates, which must not
 * change; therefore the layout cannot mark them as sprites. */
static void move_chooser(Join *join, TngChooser *chooser)
{
    enum { POSITION_RECTANGLE = 13, POSITION = 0x7F };
    for (size_t i = 0; i < chooser->option_count; i++) {
        ChooserOption *option = &chooser->options[i];
        for (size_t j = 0; j < 3 && (option->position & POSITION) < POSITION_RECTANGLE; j++)
            option->sprites[j] = (u16)moved_sprite(join, CATEGORY_UI, option->sprites[j]);
    }
}

/* Only for events of using an object the parameter contains one, in its upper 16 bits. */
static void move_events(Join *join, TngEvent *events, size_t count)
{
    const unsigned first = TNG_EVENT_USING1;
    for (size_t i = 0; i < count; i++)
        if (events[i].type >= first && events[i].type < first + TNG_EVENT_USINGS)
            events[i].parameter = (events[i].parameter & 255) |
                                  moved_sprite(join, CATEGORY_TILES, events[i].parameter >> 8)
                                      << 8;
}

/* The equipped objects are in the order of the bits, so both move together. All bits mark a
 * skill, which has no slots (tng.def). */
static void move_slots(Join *join, TngObject *object)
{
    SpriteRef worn[TNG_EQUIP_SLOTS];
    uint32_t mask = 0;
    if (object->equip_mask == UINT32_MAX)
        return;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        worn[i] = (SpriteRef){0, TNG_NO_SPRITE};
    for (uint32_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (object->equip_mask >> i & 1) {
            /* a bit without a slot has no other meaning in the joined game */
            const uint32_t slot = i < join->to_count[LIST_SLOTS]
                                      ? merge_moved(join, LIST_SLOTS, i) % TNG_EQUIP_SLOTS
                                      : i;
            mask |= 1u << slot;
            worn[slot] = object->equipped[i];
        }
    object->equip_mask = mask;
    memcpy(object->equipped, worn, sizeof worn);
    object->twice = 0; /* our canonical form */
}

static void move_frames(Join *join, TngSprite *sprite)
{
    enum { ATLAS = TNG_ATLASES_MAX - 1 };
    for (size_t i = 0; i < sprite->directions_count; i++)
        for (size_t j = 0; j < sprite->directions[i].frame_count; j++) {
            u16 *atlas = &sprite->directions[i].frames[j].atlas;
            *atlas = (u16)((*atlas & ~ATLAS) | ((*atlas & ATLAS) + join->atlases));
        }
}

static void move_cells(Join *join, TngMap *map)
{
    /* From 0 (seed, maps). LAYERS_MAX: a small file could claim 255 of a gigabyte in total. */
    enum { LAYER_NPCS = 5, LAYER_SPAWNERS = 6, LAYERS_MAX = 2 * TNG_LAYERS };
    const size_t side = (size_t)1 << join->header.map_log2, size = side * side;
    const Bytes packets = {map->layers, map->layers_size};
    const size_t layers = tng_map_layers(&join->header), count = size * layers;
    if (layers > LAYERS_MAX || tng_layers_count(packets) != count) {
        merge_fail(join, "expected layers of %zu x %zu cells", side, side);
        return;
    }
    Arena *scratch = arena_new();
    uint16_t *cells = arena_alloc_raw(scratch, count, sizeof *cells);
    join->failed |= !tng_layers_read(packets, cells, count, join->report);
    for (size_t i = 0; i < count && i < size * TNG_LAYERS && !join->failed; i++) {
        const size_t layer = i / size;
        const MergeList list = layer == LAYER_NPCS       ? LIST_NPCS
                               : layer == LAYER_SPAWNERS ? LIST_SPAWNERS
                                                         : (MergeList)CATEGORY_TILES;
        if (cells[i] != TNG_NO_SPRITE)
            cells[i] = (uint16_t)merge_moved(join, list, cells[i]);
    }
    if (!join->failed) {
        const Bytes written = tng_layers_write(cells, count, join->arena);
        map->layers = (byte *)(uintptr_t)written.data;
        map->layers_size = (u24)written.size;
    }
    arena_free(scratch);
}

bool merge_record(Join *join, const RecordLayout *layout, void *record)
{
    record_visit(layout, record, move_value, join);
    if (layout == &TngChooser_layout)
        move_chooser(join, record);
    if (layout == &TngNpc_layout)
        move_events(join, ((TngNpc *)record)->events, ((TngNpc *)record)->event_count);
    if (layout == &TngObject_layout) {
        move_events(join, ((TngObject *)record)->events, ((TngObject *)record)->event_count);
        move_slots(join, record);
    }
    if (layout == &TngSprite_layout)
        move_frames(join, record);
    if (layout == &TngMap_layout)
        move_cells(join, record);
    return !join->failed;
}

Bytes merge_asset(Join *join, const TngSection *section, size_t index)
{
    void *record = tng_asset(&join->game, section, index, join->arena, join->report);
    join->what = section->kind->title;
    join->which = index;
    if (!record)
        join->failed = true;
    if (join->failed || !merge_record(join, section->kind->asset, record))
        return (Bytes){0};
    return tng_pack_record(section->kind->asset, record, join->arena);
}
