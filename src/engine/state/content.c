/* content_new indexes names and objects of all sections; records, sprites and scripts are
 * decoded on first use and cached. The last part prepares scripts: it resolves attributes to
 * slots and checks that references exist in the game. */
#include "engine/state/content.h"

#include "kit/open/ogv.h"
#include "tirnanog/container/tng_names.h"

#include <stdlib.h>

static const TngSection *section_of(const TngFile *game, unsigned type)
{
    return tng_section(game, type);
}

/* The single record of a section, or zeros. */
static const void *single(const TngFile *game, unsigned type, size_t size, Arena *arena)
{
    const TngSection *section = section_of(game, type);
    return section && section->record ? section->record : arena_alloc(arena, 1, size);
}

/* Keys are 1 + the number; the getters add the 1, too. */
static void note_objects(Content *content)
{
    const TngSection *objects = section_of(content->game, SECTION_OBJECTS);
    for (size_t i = 0; objects && i < objects->count; i++) {
        const TngObjectAsset *asset = objects->entries[i].descriptor;
        *number_map_put(&content->objects, asset->sprite + 1u) = (void *)(uintptr_t)i;
    }
    const TngSection *tiles = section_of(content->game, SECTION_TILE_META);
    for (size_t i = 0; tiles && i < tiles->count; i++) {
        TngTile *tile = tiles->entries[i].asset;
        *number_map_put(&content->tiles, tile->sprite + 1u) = tile;
    }
    const TngAttributes *attributes = content->attributes;
    for (size_t i = 0; i < attributes->attribute_count; i++)
        *number_map_put(&content->attribute_names, attributes->attributes[i].name + 1u) =
            (void *)(uintptr_t)i;
}

/* Sections have their own names: the same text may name a map and a sound. */
static uint64_t name_key(unsigned section, uint32_t name)
{
    return (uint64_t)section << 32 | name;
}

static void note_section(Content *content, const TngSection *section)
{
    for (size_t i = 0; section && i < section->count; i++) {
        const TngAsset *asset = section->entries[i].descriptor;
        *number_map_put(&content->names, name_key(section->type, asset->name)) =
            (void *)(uintptr_t)i;
    }
}

/* Voices are those of the first language: all have the same. */
static void note_names(Content *content)
{
    note_section(content, section_of(content->game, SECTION_MUSIC));
    note_section(content, section_of(content->game, SECTION_SOUNDS));
    note_section(content, tng_language(content->game, 0));
    for (unsigned type = SECTION_CHOOSERS; type <= SECTION_MAPS; type++) {
        const TngSection *section = section_of(content->game, type);
        if (section && section->kind->record == &TngAsset_layout)
            note_section(content, section);
    }
}

/* Hit points are the attribute of the HUD's bar over enemies, if it is a variable. */
static void find_health(Content *content)
{
    enum { BAR_ENEMY = 3 };
    const TngHud *hud = content->hud;
    size_t i = 0;
    content->health = NONE;
    while (content->has_hud && i < hud->bar_count && hud->bars[i].direction != BAR_ENEMY)
        i++;
    if (!content->has_hud || i == hud->bar_count)
        return;
    const uint32_t ordinal = content_attribute(content, hud->bars[i].value);
    if (ordinal == NONE || content->attributes->attributes[ordinal].type != ATTRIBUTE_VARIABLE)
        return;
    content->health = ordinal;
    content->enemy_bar = &hud->bars[i];
}

/* The container has no field for the group in game/character.cfg: builds store its name. */
static void note_base(void *context, Text fact)
{
    Content *content = context;
    if (!text_starts(fact, "base="))
        return;
    const Text name = text_slice(fact, 5, fact.size);
    for (uint32_t i = 0; i < content_count(content, SECTION_OPTIONS); i++)
        if (text_equal(tng_string(content->game, content_name(content, SECTION_OPTIONS, i)),
                       name))
            content->base_options = i;
}

/* The group of game/character.cfg is drawn first, whatever its number: those before it move up
 * by one layer. */
uint32_t content_options_layer(const Content *content, uint32_t layer)
{
    const uint32_t base = content->base_options;
    return base == NONE || layer > base ? layer : layer ? layer - 1 : base;
}

/* Damaged texts are left out; the game then runs without texts instead of not at all. */
void content_set_language(Content *content, size_t language)
{
    const TngSection *section = tng_language(content->game, language);
    content->language = section ? language : 0;
    section = section ? section : tng_language(content->game, 0);
    content->texts = (TngTexts){0};
    memcpy(content->code, "en", sizeof content->code);
    if (!section)
        return;
    if (!tng_texts(section, &content->texts, content->arena, content->report))
        content->texts = (TngTexts){0};
    memcpy(content->code, ((const TngLanguage *)section->record)->code, 2);
}

/* `game` and `report` must outlive the content. Missing sections become zeros, so that users
 * need no NULL check; has_... tells them apart. */
Content *content_new(const TngFile *game, size_t language, Arena *arena, Report *report)
{
    Content *content = ARENA_ALLOC(arena, Content, 1);
    *content = (Content){.game = game, .arena = arena, .report = report};
    content->grid = grid_of(&game->header);
    content->outside = outside_scripts_new(arena);
    content->rate = tng_frame_rate(&game->header);
    content->picture_ticks = tng_animation_ticks(&game->header);
    content->actions = game->header.action_count ? game->header.action_count : 9;
    content_set_language(content, language);
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
    NumberMap *const tables[] = {&content->records,       &content->names,
                                 &content->programs,      &content->objects,
                                 &content->tiles,         &content->attribute_names,
                                 &content->object_values, &content->movies};
    for (size_t i = 0; i < COUNT_OF(tables); i++)
        tables[i]->arena = arena;
    note_objects(content);
    note_names(content);
    find_health(content);
    content->base_options = NONE;
    tng_facts(game, note_base, content);
    return content;
}

size_t content_count(const Content *content, unsigned section)
{
    const TngSection *found = section_of(content->game, section);
    return found ? found->count : 0;
}

/* NULL if there is none. A failed record is cached, too: its error is reported once. */
const void *content_record(Content *content, unsigned type, uint32_t index)
{
    const TngSection *section = section_of(content->game, type);
    if (!section || index >= section->count)
        return NULL;
    if (section->entries[index].asset)
        return section->entries[index].asset;
    const uint64_t key = (uint64_t)(type + 1) << 32 | index;
    void **known = number_map_get(&content->records, key);
    if (known)
        return *known;
    void *record = NULL;
    if (section->entries[index].stored.size)
        record = tng_asset(content->game, section, index, content->arena, content->report);
    *number_map_put(&content->records, key) = record;
    return record;
}

/* NONE if there is no such name; name 0 is "no reference" in all records. */
uint32_t content_find(Content *content, unsigned section, uint32_t name)
{
    void **found = name ? number_map_get(&content->names, name_key(section, name)) : NULL;
    return found ? (uint32_t)(uintptr_t)*found : NONE;
}

/* 0 for sections whose entries have no names. */
uint32_t content_name(const Content *content, unsigned type, uint32_t index)
{
    const TngSection *section = section_of(content->game, type);
    if (!section || index >= section->count || section->kind->record != &TngAsset_layout)
        return 0;
    return ((const TngAsset *)section->entries[index].descriptor)->name;
}

/* The length is needed by scripts before a movie is drawn. 0 if it is missing or damaged; both
 * are cached. */
uint32_t content_movie(Content *content, uint32_t name)
{
    void **known = name ? number_map_get(&content->movies, name) : NULL;
    if (known || !name)
        return known ? (uint32_t)(uintptr_t)*known : 0;
    const TngSection *section = section_of(content->game, SECTION_MOVIES);
    OgvMovie movie = {0};
    Report silent = report_to(NULL, NULL);
    for (size_t i = 0; section && i < section->count; i++)
        if (((const TngAsset *)section->entries[i].descriptor)->name == name)
            ogv_read(section->entries[i].stored, &movie, &silent);
    *number_map_put(&content->movies, name) = (void *)(uintptr_t)movie.length;
    return movie.length;
}

/* `ordinal` (may be NULL) is the index of the object's entry, not of its sprite. */
const TngObject *content_object(Content *content, uint32_t sprite, uint32_t *ordinal)
{
    void **found = number_map_get(&content->objects, (uint64_t)sprite + 1);
    if (!found)
        return NULL;
    if (ordinal)
        *ordinal = (uint32_t)(uintptr_t)*found;
    return content_record(content, SECTION_OBJECTS, (uint32_t)(uintptr_t)*found);
}

Cell content_usual_mask(Content *content, uint32_t sprite, Cell at)
{
    const TngAnimation *animation =
        sprite_direction(content_sprite(content, SPRITE_OBJECT, sprite), SOUTH);
    const Grid *grid = &content->grid;
    const int32_t wide = animation ? (animation->w + grid->tile_w - 1) / grid->tile_w : 1;
    return grid_mask_cell(grid, at, wide / 2, 0, 1);
}

const TngTile *content_tile(Content *content, uint32_t sprite)
{
    void **found = number_map_get(&content->tiles, (uint64_t)sprite + 1);
    return found ? *found : NULL;
}

uint32_t content_attribute(const Content *content, uint32_t name)
{
    void **found = name ? number_map_get(&content->attribute_names, (uint64_t)name + 1) : NULL;
    return found ? (uint32_t)(uintptr_t)*found : NONE;
}

Text content_text(const Content *content, uint32_t index)
{
    return index < content->texts.count ? content->texts.items[index] : TEXT("");
}

/* The position of " | "; the size of the text if it is missing. */
static size_t bar_of(Text text)
{
    for (size_t i = 0; i + 3 <= text.size; i++)
        if (!memcmp(text.at + i, " | ", 3))
            return i;
    return text.size;
}

/* Titles may have a description after " | ". */
Text content_title(const Content *content, uint32_t title)
{
    const Text text = content_text(content, title);
    return (Text){text.at, bar_of(text)};
}

Text content_about(const Content *content, uint32_t title)
{
    const Text text = content_text(content, title);
    const size_t bar = bar_of(text);
    return bar < text.size ? text_slice(text, bar + 3, text.size) : TEXT("");
}

/* The four categories are consecutive sections, in the order of the container. */
const TngSprite *content_sprite(Content *content, unsigned category, uint32_t index)
{
    return category < 4 ? content_record(content, SECTION_UI + category, index) : NULL;
}

/* The nearest direction that the sprite has; NULL only if it has none. */
const TngAnimation *sprite_direction(const TngSprite *sprite, unsigned direction)
{
    const TngAnimation *best = NULL;
    unsigned min = UINT32_MAX;
    for (size_t i = 0; sprite && i < sprite->directions_count; i++) {
        const TngAnimation *animation = &sprite->directions[i];
        const unsigned turn = ((animation->type & 63) - direction) & 7;
        /* If two are equally near, the side view is preferred to the back view. */
        const unsigned far = (turn > 4 ? 8 - turn : turn) * 2 + ((animation->type & 3) == 0);
        if (far < min) {
            min = far;
            best = animation;
        }
    }
    return best;
}

/* Each row of pixels is a palette. A single row leaves nothing to choose: 0. */
uint32_t content_palettes(Content *content, uint32_t group)
{
    const TngOptions *options = content_record(content, SECTION_OPTIONS, group);
    const TngSprite *sprite =
        options && options->palettes.index != TNG_NO_SPRITE
            ? content_sprite(content, options->palettes.category, options->palettes.index)
            : NULL;
    const TngAnimation *picture = sprite_direction(sprite, 0);
    return picture && picture->h > 1 ? picture->h : 0u;
}

/* Attributes are one record with many scripts; elsewhere each entry has its own record. */
static Bytes script_bytes(Content *content, ScriptRef ref, bool *expression)
{
    *expression = false;
    if (ref.section == SCRIPT_FROM_OUTSIDE)
        return ref.index < content->outside->count ? content->outside->codes[ref.index]
                                                   : (Bytes){NULL, 0};
    const void *record = ref.section == SECTION_ATTRIBUTES
                             ? content->attributes
                             : content_record(content, ref.section, ref.index);
    return record ? tng_script_code(ref, record, expression) : (Bytes){NULL, 0};
}

Bytes content_script(Content *content, ScriptRef ref)
{
    bool expression;
    return script_bytes(content, ref, &expression);
}

/* Whether a reference of a script exists in the game (tirnanog/script/bytecode.h, ScriptKind).
 */
static bool script_knows(void *context, ScriptKind kind, uint32_t index)
{
    Content *content = context;
    static const uint8_t sections[SCRIPT_KINDS] = {
        [SCRIPT_OBJECT] = SECTION_TILES,       [SCRIPT_NPC] = SECTION_NPCS,
        [SCRIPT_SPAWNER] = SECTION_SPAWNERS,   [SCRIPT_MAP] = SECTION_MAPS,
        [SCRIPT_MUSIC] = SECTION_MUSIC,        [SCRIPT_SOUND] = SECTION_SOUNDS,
        [SCRIPT_SPEECH] = SECTION_LANGUAGE,    [SCRIPT_CHOOSER] = SECTION_CHOOSERS,
        [SCRIPT_CUTSCENE] = SECTION_CUTSCENES, [SCRIPT_DIALOG] = SECTION_DIALOGS,
        [SCRIPT_CRAFT] = SECTION_CRAFTING,     [SCRIPT_QUEST] = SECTION_QUESTS};
    switch (kind) {
    case SCRIPT_ATTRIBUTE:
        return content_attribute(content, index) != NONE;
    case SCRIPT_OBJECT: /* any sprite of the category, with or without metadata */
    case SCRIPT_NPC:
    case SCRIPT_SPAWNER:
        return index < content_count(content, sections[kind]);
    case SCRIPT_TEXT:
        return index < content->texts.count;
    default:
        return content_find(content, sections[kind], index) != NONE;
    }
}

/* More attributes than any game has: the modifiers of objects are cached for each. */
enum { PLAIN_MAX = 512 };

/* Reads all objects at the first call: it decides whether an attribute needs the sum of
 * modifiers at each access. */
bool content_is_modified(Content *content, uint32_t ordinal)
{
    const TngSection *objects = section_of(content->game, SECTION_OBJECTS);
    if (!content->modified) {
        content->modified =
            ARENA_ALLOC(content->arena, bool, content->attributes->attribute_count + 1u);
        for (uint32_t i = 0; objects && i < objects->count; i++) {
            const TngObject *object = content_record(content, SECTION_OBJECTS, i);
            for (size_t k = 0; object && k < object->modifier_count; k++) {
                const uint32_t known =
                    content_attribute(content, object->modifiers[k].attribute);
                if (known != NONE)
                    content->modified[known] = true;
            }
        }
    }
    return content->modified[ordinal];
}

/* The slots of attributes are their ordinals. A variable that no object modifies is a plain
 * attribute. */
static uint32_t attribute_slot(void *context, uint32_t attribute, bool *plain)
{
    Content *content = context;
    const uint32_t ordinal = content_attribute(content, attribute);
    *plain = ordinal != NONE && content->attributes->attribute_count <= PLAIN_MAX &&
             content->attributes->attributes[ordinal].type == ATTRIBUTE_VARIABLE &&
             !content_is_modified(content, ordinal);
    return ordinal;
}

bool content_prepare(Content *content, Bytes code, bool expression, MachineProgram *out,
                     Arena *arena, Report *report)
{
    const ScriptLimits limits = {
        .expression = expression, .known = script_knows, .context = content};
    Arena *scratch = arena_new();
    const MachineAttributes attributes = {attribute_slot, content};
    const bool ok = machine_load(code, &limits, &attributes, out, arena, scratch, report);
    arena_free(scratch);
    return ok;
}

/* Reports it once, with the script's name; then the script is treated as missing. */
static void refuse_program(Content *content, ScriptRef ref, Bytes code, bool expression)
{
    MachineProgram program;
    const Text name = tng_script_name(content->game, ref, content->arena);
    Report about = report_child(content->report, name);
    content_prepare(content, code, expression, &program, content->arena, &about);
}

/* NULL for a missing or invalid script. Both results are cached, so that an invalid script is
 * reported once. */
const MachineProgram *content_program(Content *content, ScriptRef ref)
{
    if (ref.section == SCRIPT_FROM_OUTSIDE)
        return ref.index < content->outside->count ? content->outside->programs[ref.index]
                                                   : NULL;
    void **known = number_map_get(&content->programs, tng_script_key(ref));
    if (known)
        return *known;
    bool expression;
    const Bytes code = script_bytes(content, ref, &expression);
    MachineProgram *program = NULL;
    if (code.size) {
        Report silent = report_to(NULL, NULL);
        program = ARENA_ALLOC(content->arena, MachineProgram, 1);
        if (!content_prepare(content, code, expression, program, content->arena, &silent)) {
            refuse_program(content, ref, code, expression);
            program = NULL;
        }
    }
    *number_map_put(&content->programs, tng_script_key(ref)) = program;
    return program;
}

OutsideScripts *outside_scripts_new(Arena *arena)
{
    OutsideScripts *outside = ARENA_ALLOC(arena, OutsideScripts, 1);
    outside->arena = arena;
    return outside;
}

/* Two arrays of the same length: the index of both is that of the ScriptRef. */
static void add_outside(OutsideScripts *outside, Bytes code, const MachineProgram *program)
{
    *ARENA_PUSH(outside->arena, outside->codes, outside->count) = code;
    *ARENA_PUSH(outside->arena, outside->programs, outside->program_count) = program;
}

bool content_add_script(Content *content, Bytes code, ScriptRef *out, Report *report)
{
    OutsideScripts *outside = content->outside;
    MachineProgram *program = ARENA_ALLOC(outside->arena, MachineProgram, 1);
    if (!content_prepare(content, code, false, program, outside->arena, report))
        return false;
    *out = (ScriptRef){SCRIPT_FROM_OUTSIDE, (uint32_t)outside->count, 0};
    add_outside(outside, code, program);
    return true;
}

/* Only for the script added last; its memory stays in the arena. */
void content_drop_script(Content *content)
{
    content->outside->count--;
    content->outside->program_count--;
}

/* Keeps the indexes of a saved game valid whose scripts from outside are not available. */
void content_skip_scripts(Content *content, size_t count)
{
    while (content->outside->count < count)
        add_outside(content->outside, (Bytes){NULL, 0}, NULL);
}
