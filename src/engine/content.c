#include "engine/content.h"

#include <stdlib.h>

static const TngSection *section_of(const TngFile *game, unsigned type)
{
    return tng_section(game, type);
}

/* The one record of a section, or zeros. */
static const void *single(const TngFile *game, unsigned type, size_t size, Arena *arena)
{
    const TngSection *section = section_of(game, type);
    return section && section->record ? section->record : arena_take(arena, 1, size);
}

static void note_objects(Content *content)
{
    const TngSection *objects = section_of(content->game, SECTION_OBJECTS);
    for (size_t i = 0; objects && i < objects->count; i++) {
        const TngObjectAsset *asset = objects->entries[i].descriptor;
        *numbers_put(&content->objects, asset->sprite + 1u) = (void *)(uintptr_t)i;
    }
    const TngSection *tiles = section_of(content->game, SECTION_TILE_META);
    for (size_t i = 0; tiles && i < tiles->count; i++) {
        TngTile *tile = tiles->entries[i].asset;
        *numbers_put(&content->tiles, tile->sprite + 1u) = tile;
    }
    const TngAttributes *attributes = content->attributes;
    for (size_t i = 0; i < attributes->attribute_count; i++)
        *numbers_put(&content->attribute_names, attributes->attributes[i].name + 1u) =
            (void *)(uintptr_t)i;
}

static uint64_t name_key(unsigned section, uint32_t name)
{
    return (uint64_t)section << 32 | name;
}

static void note_names(Content *content)
{
    for (unsigned type = SECTION_CHOOSERS; type <= SECTION_MAPS; type++) {
        const TngSection *section = section_of(content->game, type);
        if (!section || section->kind->record != &TngAsset_layout)
            continue;
        for (size_t i = 0; i < section->count; i++) {
            const TngAsset *asset = section->entries[i].descriptor;
            *numbers_put(&content->names, name_key(type, asset->name)) = (void *)(uintptr_t)i;
        }
    }
}

Content *content_new(const TngFile *game, size_t language, Arena *arena, Report *report)
{
    Content *content = ARENA_TAKE(arena, Content, 1);
    *content = (Content){.game = game, .arena = arena, .report = report};
    content->grid = grid_of(&game->header);
    content->rate = game->header.frame_rate ? game->header.frame_rate : 30;
    /* Eight frames a second: pixel art is drawn in 2 to 8 frames a movement. */
    content->picture_ticks = content->rate < 8 ? 1 : (content->rate + 4) / 8;
    content->actions = game->header.action_count ? game->header.action_count : 9;
    const TngSection *texts = tng_language(game, language);
    if (!texts)
        texts = tng_language(game, 0);
    if (texts && !tng_texts(texts, &content->texts, arena, report))
        content->texts = (TngTexts){0};
#define SINGLE_OF(section, type) single(game, SECTION_##section, sizeof(type), arena)
    content->attributes = SINGLE_OF(ATTRIBUTES, TngAttributes);
    content->elements = SINGLE_OF(ELEMENTS, TngElements);
    content->menu = SINGLE_OF(MAIN_MENU, TngMainMenu);
    content->hud = SINGLE_OF(HUD, TngHud);
    content->slots = SINGLE_OF(SLOTS, TngSlots);
    content->alerts = SINGLE_OF(ALERTS, TngAlerts);
    content->credits = SINGLE_OF(CREDITS, TngCredits);
#undef SINGLE_OF
    content->has_hud = section_of(game, SECTION_HUD) != NULL;
    content->has_alerts = section_of(game, SECTION_ALERTS) != NULL;
    content->has_elements = section_of(game, SECTION_ELEMENTS) != NULL;
    Numbers *const tables[] = {&content->records, &content->names, &content->programs,
                               &content->objects, &content->tiles, &content->attribute_names};
    for (size_t i = 0; i < COUNT_OF(tables); i++)
        tables[i]->arena = arena;
    note_objects(content);
    note_names(content);
    return content;
}

size_t content_count(const Content *content, unsigned section)
{
    const TngSection *found = section_of(content->game, section);
    return found ? found->count : 0;
}

const void *content_record(Content *content, unsigned type, uint32_t index)
{
    const TngSection *section = section_of(content->game, type);
    if (!section || index >= section->count)
        return NULL;
    if (section->entries[index].asset)
        return section->entries[index].asset;
    const uint64_t key = (uint64_t)(type + 1) << 32 | index;
    void **known = numbers_get(&content->records, key);
    if (known)
        return *known;
    void *record = NULL;
    if (section->entries[index].stored.size)
        record = tng_asset(content->game, section, index, content->arena, content->report);
    *numbers_put(&content->records, key) = record;
    return record;
}

uint32_t content_find(Content *content, unsigned section, uint32_t name)
{
    void **found = name ? numbers_get(&content->names, name_key(section, name)) : NULL;
    return found ? (uint32_t)(uintptr_t)*found : NONE;
}

uint32_t content_name(const Content *content, unsigned type, uint32_t index)
{
    const TngSection *section = section_of(content->game, type);
    if (!section || index >= section->count || section->kind->record != &TngAsset_layout)
        return 0;
    return ((const TngAsset *)section->entries[index].descriptor)->name;
}

const TngObject *content_object(Content *content, uint32_t sprite, uint32_t *ordinal)
{
    void **found = numbers_get(&content->objects, (uint64_t)sprite + 1);
    if (!found)
        return NULL;
    if (ordinal)
        *ordinal = (uint32_t)(uintptr_t)*found;
    return content_record(content, SECTION_OBJECTS, (uint32_t)(uintptr_t)*found);
}

const TngTile *content_tile(Content *content, uint32_t sprite)
{
    void **found = numbers_get(&content->tiles, (uint64_t)sprite + 1);
    return found ? *found : NULL;
}

uint32_t content_attribute(const Content *content, uint32_t name)
{
    void **found = name ? numbers_get(&content->attribute_names, (uint64_t)name + 1) : NULL;
    return found ? (uint32_t)(uintptr_t)*found : NONE;
}

Text content_text(const Content *content, uint32_t index)
{
    return index < content->texts.count ? content->texts.items[index] : TEXT("");
}

const TngSprite *content_sprite(Content *content, unsigned category, uint32_t index)
{
    return category < 4 ? content_record(content, SECTION_UI + category, index) : NULL;
}

const TngAnimation *sprite_direction(const TngSprite *sprite, unsigned direction)
{
    const TngAnimation *best = NULL;
    unsigned least = UINT32_MAX;
    for (size_t i = 0; sprite && i < sprite->directions_count; i++) {
        const TngAnimation *animation = &sprite->directions[i];
        const unsigned turn = ((animation->type & 63) - direction) & 7;
        /* Of two that are equally far, sideways views look better than the back. */
        const unsigned far = (turn > 4 ? 8 - turn : turn) * 2 + ((animation->type & 3) == 0);
        if (far < least) {
            least = far;
            best = animation;
        }
    }
    return best;
}

static Bytes event_code(const TngEvent *events, size_t count, uint32_t event)
{
    return event < count ? (Bytes){events[event].script, events[event].script_size}
                         : (Bytes){NULL, 0};
}

static Bytes script_bytes(Content *content, ScriptRef ref, bool *expression)
{
    const void *record = ref.section == SECTION_ATTRIBUTES
                             ? content->attributes
                             : content_record(content, ref.section, ref.index);
    if (!record)
        return (Bytes){NULL, 0};
    switch (ref.section) {
    case SECTION_ATTRIBUTES: {
        if (ref.index >= content->attributes->attribute_count)
            break;
        const TngAttribute *attribute = &content->attributes->attributes[ref.index];
        *expression = attribute->type == 2 || attribute->type == 4;
        return (Bytes){attribute->script,
                       (size_t)attribute->handler_size + attribute->expression_size};
    }
    case SECTION_STARTUP:
    case SECTION_ACTIONS: {
        const TngScript *script = record;
        return (Bytes){script->script, script->script_count};
    }
    case SECTION_NPCS: {
        const TngNpc *npc = record;
        return event_code(npc->events, npc->event_count, ref.event);
    }
    case SECTION_OBJECTS: {
        const TngObject *object = record;
        return event_code(object->events, object->event_count, ref.event);
    }
    case SECTION_QUESTS: {
        const TngQuest *quest = record;
        return (Bytes){quest->script, quest->script_size};
    }
    case SECTION_CUTSCENES: {
        const TngCutscene *cutscene = record;
        return (Bytes){cutscene->script, cutscene->script_size};
    }
    }
    return (Bytes){NULL, 0};
}

const MachineProgram *content_program(Content *content, ScriptRef ref)
{
    const uint64_t key =
        (uint64_t)(ref.section + 1) << 48 | (uint64_t)(ref.event & 0xFFFF) << 32 | ref.index;
    void **known = numbers_get(&content->programs, key);
    if (known)
        return *known;
    ScriptLimits limits = {0};
    const Bytes code = script_bytes(content, ref, &limits.expression);
    MachineProgram *program = NULL;
    if (code.size) {
        program = ARENA_TAKE(content->arena, MachineProgram, 1);
        Arena *scratch = arena_new();
        if (!machine_load(code, &limits, program, content->arena, scratch, content->report))
            program = NULL;
        arena_free(scratch);
    }
    *numbers_put(&content->programs, key) = program;
    return program;
}
