/* Unpacks a game to the files of a project. */
#include "tirnanog/project/unbuild.h"

#include "base/text.h"
#include "tirnanog/translations/po.h"
#include "tirnanog/sheets/script_names.h"
#include "tirnanog/maps/movement_kinds.h"

/* The inverse of path_name(): the folder and suffix of a kind. */
static Text entity_path(Unbuild *unbuild, NameKind kind, size_t index)
{
    const FileKind *row = file_kind(kind);
    const Text name = unbuild->names.kinds[kind].items[index];
    return arena_format(unbuild->arena, "%s/%.*s%s", row->folder, (int)name.size, name.at,
                        row->suffix);
}

/* ---- single files ---- */

/* NULL if the game has no such section. */
static const void *single(const Unbuild *unbuild, unsigned type)
{
    const TngSection *section = tng_section(unbuild->game, type);
    return section ? section->record : NULL;
}

static void put_single(Unbuild *unbuild, const Sheet *sheet, const void *record)
{
    if (record)
        unbuild_sheet(unbuild, sheet, text_of(sheet->path), record);
}

/* A list with as many elements as a file has lines for: a game may have fewer. */
static void *filled(Unbuild *unbuild, const void *list, size_t count, size_t wanted,
                    size_t size)
{
    if (count >= wanted)
        return (void *)list;
    void *out = arena_alloc(unbuild->arena, wanted, size);
    if (count)
        memcpy(out, list, count * size);
    return out;
}

#define FILL(list, counter, wanted)                                                            \
    do {                                                                                       \
        (list) = filled(unbuild, (list), (counter), (wanted), sizeof *(list));                 \
        (counter) = (counter) < (wanted) ? (wanted) : (counter);                               \
    } while (0)

static void put_elements(Unbuild *unbuild)
{
    const TngElements *elements = single(unbuild, SECTION_ELEMENTS);
    if (!elements)
        return;
    TngElements all = *elements;
    FILL(all.colours, all.colour_count, 10);
    FILL(all.fonts, all.font_count, 6);
    FILL(all.sounds, all.sound_count, 3);
    put_single(unbuild, &elements_sheet, &all);
}

static void put_main_menu(Unbuild *unbuild)
{
    const TngMainMenu *menu = single(unbuild, SECTION_MAIN_MENU);
    if (!menu || !menu->enabled)
        return;
    TngMainMenu all = *menu;
    FILL(all.look.parallaxes, all.look.parallax_count, 3);
    FILL(all.look.buttons, all.look.button_count, 5);
    put_single(unbuild, &main_menu_sheet, &all);
}

/* The number that config needs so that a build has as many ways of moving; 0: none. */
static unsigned ways_to_note(const Unbuild *unbuild)
{
    const TngSection *tiles = tng_section(unbuild->game, SECTION_TILE_META);
    const unsigned count = unbuild->game->header.transport_count;
    unsigned built = TNG_WAYS_MIN;
    if (unbuild->cursor.ways_used > built)
        built = unbuild->cursor.ways_used;
    if (tiles && tiles->count && count > built && count <= TNG_WAYS_MAX)
        built = count;
    return count == built ? 0 : count;
}

/* After handlers and objects, because the ways of moving depend on them. */
static void put_config(Unbuild *unbuild)
{
    const TngHeader *header = &unbuild->game->header;
    unbuild->config = (ProjectConfig){.title = TEXT_TITLE,
                                      .type = header->type_bits & 15,
                                      .tile_width = (u16)tng_tile_width(header),
                                      .tile_height = (u16)tng_tile_height(header),
                                      .map_size = (u16)(1u << (header->map_log2 & 15)),
                                      .audio_rate = header->audio_rate,
                                      .ways = (u8)ways_to_note(unbuild)};
    if (!header->transport_count)
        report_warning(
            unbuild->report,
            "at byte 42: no way of moving; a build of the project has three or more");
    if (tng_frame_rate(header) != TNG_FRAME_RATE || header->audio_rate || unbuild->config.ways)
        unbuild->config.frame_rate = tng_frame_rate(header);
    Writer writer = writer_to(unbuild->arena);
    sheet_write(&config_sheet, &unbuild->config, &unbuild->cursor, &writer, unbuild->report);
    /* The revision is after the magic. */
    Writer whole = writer_to(unbuild->arena);
    const Text text = writer_text(&writer);
    const size_t magic = strlen(config_sheet.magic);
    write_text(&whole, text_slice(text, 0, magic));
    write_text(&whole, TEXT(" 0"));
    write_text(&whole, text_slice(text, magic, text.size));
    unbuild_add(unbuild, text_of(config_sheet.path), writer_bytes(&whole));
}

/* Only slots with names can be written; others are reported. */
static void put_hud(Unbuild *unbuild)
{
    const TngHud *hud = single(unbuild, SECTION_HUD);
    const TngSlots *slots = single(unbuild, SECTION_SLOTS);
    const size_t known = unbuild->names.kinds[NAME_SLOT].count;
    if (slots && slots->slots_count > known)
        report_warning(unbuild->report, "%zu equipment slots %s are left out",
                       slots->slots_count - known,
                       hud ? "after the first 32" : "without a display");
    if (!hud)
        return;
    ProjectHud out = {.hud = *hud};
    out.slot_count = (u8)known;
    out.slots = ARENA_ALLOC(unbuild->arena, ProjectSlot, out.slot_count);
    for (size_t i = 0; slots && i < out.slot_count; i++)
        out.slots[i] = (ProjectSlot){slots->slots[i].left, slots->slots[i].top,
                                     unbuild->names.kinds[NAME_SLOT].items[i]};
    put_single(unbuild, &hud_sheet, &out);
}

/* Groups of authors become lines, each with its category: read_credits() groups them again. */
static void put_credits(Unbuild *unbuild)
{
    const TngCredits *credits = single(unbuild, SECTION_CREDITS);
    if (!credits)
        return;
    ProjectCredits out = {.credits = *credits};
    for (size_t i = 0; i < credits->groups_count; i++)
        for (size_t j = 0; j < credits->groups[i].author_count; j++) {
            size_t count = out.authors_count;
            *ARENA_PUSH(unbuild->arena, out.authors, count) = (ProjectAuthor){
                credits->groups[i].category,
                names_string_at(&unbuild->names, credits->groups[i].authors[j])};
            out.authors_count = (u32)count;
        }
    put_single(unbuild, &credits_sheet, &out);
}

/* Numbers of actions begin at 1. Empty handlers are omitted, unless they have a name. */
static bool put_handlers(Unbuild *unbuild, unsigned type, const Sheet *sheet)
{
    const TngSection *section = tng_section(unbuild->game, type);
    ProjectHandlers out = {0};
    if (!section)
        return true;
    out.handlers = ARENA_ALLOC(unbuild->arena, ProjectHandler, section->count);
    for (size_t i = 0; i < section->count; i++) {
        const TngScript *script =
            unbuild_asset(unbuild, section, i, unbuild->arena, unbuild->report);
        const Text name =
            type == SECTION_ACTIONS && i < 9 ? unbuild->action_names[i] : TEXT("");
        if (!script)
            return false;
        if (!script->script_count && !name.size)
            continue;
        ProjectHandler *handler = &out.handlers[out.handlers_count++];
        *handler = (ProjectHandler){
            .name = name, .script = script->script, .script_size = script->script_count};
        if (type == SECTION_ACTIONS) {
            handler->number = (u32)i + 1;
            handler->range = ((TngActionAsset *)section->entries[i].descriptor)->range;
        } else {
            handler->number = ((TngTimedAsset *)section->entries[i].descriptor)->interval;
        }
    }
    if (out.handlers_count || type == SECTION_STARTUP)
        put_single(unbuild, sheet, &out);
    return true;
}

/* The file always has four special attributes; missing ones are 0, which is written as -. */
static void put_attributes(Unbuild *unbuild)
{
    const TngAttributes *all = single(unbuild, SECTION_ATTRIBUTES);
    if (!all)
        return;
    TngAttributes head = *all;
    FILL(head.special, head.special_count, 4);
    put_single(unbuild, &attributes_sheet, &head);
    for (size_t i = 0; i < all->attribute_count; i++)
        unbuild_sheet(unbuild, &attribute_sheet, entity_path(unbuild, NAME_ATTRIBUTE, i),
                      &all->attributes[i]);
}

/* Omitted if everything has its default, so that a build gives the same bytes. */
static void put_character(Unbuild *unbuild)
{
    if (!unbuild->base.size && !unbuild->game->header.delta_y)
        return;
    put_single(unbuild, &character_sheet,
               &(ProjectCharacter){unbuild->game->header.delta_y,
                                   unbuild->base.size ? unbuild->base : TEXT("-")});
}

/* ---- entities ---- */

/* Rows of a project have a fixed length; sprites that the game lacks stay empty. */
static const ProjectRow *row_of(Unbuild *unbuild, const SpriteRef *sprites, size_t count)
{
    ProjectRow *row = arena_alloc(unbuild->scratch, 1, sizeof *row);
    sheet_defaults(&ProjectRow_layout, row);
    if (count)
        memcpy(row->sprites, sprites,
               (count < TNG_ROW_LENGTH ? count : TNG_ROW_LENGTH) * sizeof *sprites);
    return row;
}

/* The record of the container is that of the text file. */
static const void *begin_plain(Unbuild *unbuild, void *record)
{
    (void)unbuild;
    return record;
}

/* The result is valid until `scratch` is reset, after the file is written. */
static const void *begin_options(Unbuild *unbuild, void *record)
{
    ProjectOptions *out = arena_alloc(unbuild->scratch, 1, sizeof *out);
    out->group = *(TngOptions *)record;
    out->option_count = out->group.option_count;
    out->options = ARENA_ALLOC(unbuild->scratch, ProjectOption, out->option_count);
    for (size_t i = 0; i < out->option_count; i++) {
        const CharacterOption *option = &out->group.options[i];
        out->options[i].option = *option;
        out->options[i].layer_count = option->sprite_count > 0;
        out->options[i].layers =
            (ProjectRow *)row_of(unbuild, option->sprites, option->sprite_count);
    }
    return out;
}

static const void *begin_npc(Unbuild *unbuild, void *record)
{
    ProjectNpc *out = arena_alloc(unbuild->scratch, 1, sizeof *out);
    out->npc = *(TngNpc *)record;
    out->layer_count = out->npc.sprite_count > 0;
    out->layers = (ProjectRow *)row_of(unbuild, out->npc.sprites, out->npc.sprite_count);
    return out;
}

static u8 row_is_set(const SpriteRef *sprites)
{
    for (size_t i = 0; i < TNG_ROW_LENGTH; i++)
        if (sprites[i].index != TNG_NO_SPRITE)
            return 1;
    return 0;
}

/* Layers without an option are the lines f and b of the object itself. */
static void begin_looks(Unbuild *unbuild, ProjectObject *out)
{
    const TngObject *object = &out->object;
    out->looks = ARENA_ALLOC(unbuild->scratch, ProjectLooks, object->layer_count);
    for (size_t i = 0; i < object->layer_count; i++) {
        const ObjectLayers *layers = &object->layers[i];
        ProjectLooks looks = {.option = layers->option,
                              .above_count = row_is_set(layers->above),
                              .behind_count = row_is_set(layers->behind),
                              .above = (ProjectRow *)row_of(unbuild, layers->above, 20),
                              .behind = (ProjectRow *)row_of(unbuild, layers->behind, 20)};
        if (layers->option != TNG_NO_TEXT) {
            out->looks[out->looks_count++] = looks;
            continue;
        }
        out->above_count = looks.above_count;
        out->behind_count = looks.behind_count;
        out->above = looks.above;
        out->behind = looks.behind;
    }
}

/* The mask has a bit for each slot. If all bits are set, no lines are written: see
 * read_skill(). */
static const void *begin_object(Unbuild *unbuild, void *record)
{
    ProjectObject *out = arena_alloc(unbuild->scratch, 1, sizeof *out);
    TngObject *object = &out->object;
    *object = *(TngObject *)record;
    sheet_uses_ways(&unbuild->cursor, ways_of_object(object));
    out->equips = ARENA_ALLOC(unbuild->scratch, ProjectEquip, TNG_EQUIP_SLOTS);
    if (object->equip_mask != UINT32_MAX)
        for (unsigned i = 0; i < TNG_EQUIP_SLOTS; i++)
            if (object->equip_mask >> i & 1)
                out->equips[out->equip_count++] = (ProjectEquip){(u8)i, object->equipped[i]};
    begin_looks(unbuild, out);
    return out;
}

static const struct {
    NameKind kind;
    const Sheet *sheet;
    const void *(*begin)(Unbuild *unbuild, void *record);
} entity_kinds[] = {
    {NAME_CHOOSER, &chooser_sheet, begin_plain}, {NAME_CUTSCENE, &cutscene_sheet, begin_plain},
    {NAME_OPTION, &option_sheet, begin_options}, {NAME_NPC, &npc_sheet, begin_npc},
    {NAME_SPAWNER, &spawner_sheet, begin_plain}, {NAME_DIALOG, &dialog_sheet, begin_plain},
    {NAME_OBJECT, &object_sheet, begin_object},  {NAME_CRAFT, &crafting_sheet, begin_plain},
    {NAME_QUEST, &quest_sheet, begin_plain},
};

/* One record at a time is in memory: `scratch` is reset after each. */
static bool put_entities(Unbuild *unbuild)
{
    for (size_t k = 0; k < COUNT_OF(entity_kinds); k++) {
        const NameKind kind = entity_kinds[k].kind;
        const TngSection *section = tng_section(unbuild->game, file_kind(kind)->section);
        for (size_t i = 0; section && i < section->count; i++) {
            void *record =
                unbuild_asset(unbuild, section, i, unbuild->scratch, unbuild->report);
            if (!record || unbuild_full(unbuild))
                return false;
            unbuild_sheet(unbuild, entity_kinds[k].sheet, entity_path(unbuild, kind, i),
                          entity_kinds[k].begin(unbuild, record));
            arena_reset(unbuild->scratch);
        }
    }
    return true;
}

/* Names and rules of the tiles were set by unbuild_names(); here the speeds are added. */
static void put_tiles(Unbuild *unbuild)
{
    const TngSection *section = tng_section(unbuild->game, SECTION_TILE_META);
    for (size_t i = 0; section && i < section->count; i++) {
        const TngTile *tile = section->entries[i].asset;
        unbuild->tiles[i].speeds = tile->speeds;
        unbuild->tiles[i].speed_count = tile->transport_count;
        unbuild_sheet(unbuild, &tile_sheet, entity_path(unbuild, NAME_TILE, i),
                      &unbuild->tiles[i]);
    }
}

/* ---- files and languages ---- */

/* Files are copied unchanged; backgrounds are PNG files in any case. */
static void put_files(Unbuild *unbuild)
{
    static const NameKind kinds[] = {NAME_FONT, NAME_MUSIC, NAME_SOUND, NAME_MOVIE};
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const TngSection *section = tng_section(unbuild->game, file_kind(kinds[k])->section);
        for (size_t i = 0; section && i < section->count; i++)
            unbuild_add(unbuild, entity_path(unbuild, kinds[k], i), section->entries[i].stored);
    }
    const TngSection *backs = tng_section(unbuild->game, SECTION_BACKS);
    for (size_t i = 0; backs && i < backs->count; i++) {
        const Text name = unbuild->names.sprites[CATEGORY_BACKS].items[i];
        unbuild_add(
            unbuild,
            arena_format(unbuild->arena, "backs/%.*s_full.png", (int)name.size, name.at),
            backs->entries[i].stored);
    }
}

/* The code becomes a part of file names. */
static bool code_ok(const TngLanguage *language)
{
    return language->code[0] >= 'a' && language->code[0] <= 'z' && language->code[1] >= 'a' &&
           language->code[1] <= 'z';
}

/* The text that contains the language's own name: usually text 1, which has no other use. */
static size_t own_name(const TngLanguage *language, const TngTexts *texts)
{
    return language->name < texts->count  ? language->name
           : texts->count > TEXT_LANGUAGE ? TEXT_LANGUAGE
                                          : TEXT_TITLE;
}

/* A text equal to the original is left empty, except in the first language. The language's name
 * is also listed as a text if the game shows it. */
static bool put_language(Unbuild *unbuild, const TngSection *section, bool first)
{
    const TngLanguage *language = section->record;
    const NameList *ids = &unbuild->names.texts;
    TngTexts texts;
    if (!tng_texts(section, &texts, unbuild->arena, unbuild->report))
        return false;
    if (texts.count != ids->count)
        return report_error(unbuild->report,
                            "section 1 (translation): %zu texts; the first language has %zu",
                            texts.count, ids->count);
    if (!code_ok(language))
        return report_error(unbuild->report, "section 1 (translation): invalid language code");
    PoFile po = {.entries = ARENA_ALLOC(unbuild->arena, PoEntry, ids->count + 1)};
    const size_t own = own_name(language, &texts);
    po.entries[po.count++] = (PoEntry){.id = {language->code, 2}, .text = texts.items[own]};
    for (size_t i = 0; i < ids->count; i++) {
        const Text id = ids->items[i], text = texts.items[i];
        if (i == own && i != TEXT_TITLE && !ids->used[i])
            continue;
        po.entries[po.count++] =
            (PoEntry){.id = id, .text = !first && text_equal(id, text) ? TEXT("") : text};
    }
    unbuild_add(unbuild, arena_format(unbuild->arena, "lang/%.2s.po", language->code),
                po_write(&po, unbuild->arena));
    for (size_t i = 0; i < section->count; i++) {
        const Text name = unbuild->names.kinds[NAME_SPEECH].items[i];
        if (section->entries[i].stored.size)
            unbuild_add(unbuild,
                        arena_format(unbuild->arena, "speech/%.*s_%.2s.ogg", (int)name.size,
                                     name.at, language->code),
                        section->entries[i].stored);
    }
    return true;
}

/* All languages must have the same voices, because a voice is one file per language. */
bool unbuild_languages(Unbuild *unbuild)
{
    for (size_t i = 0; i < tng_language_count(unbuild->game); i++) {
        const TngSection *section = tng_language(unbuild->game, i);
        if (section->count != unbuild->names.kinds[NAME_SPEECH].count)
            return report_error(unbuild->report,
                                "section 1 (translation): the languages have different voices");
        if (!put_language(unbuild, section, i == 0))
            return false;
    }
    return true;
}

static void put_previews(Unbuild *unbuild)
{
    const Text *const names[PREVIEW_KINDS] = {
        [PREVIEW_NPC] = unbuild->names.kinds[NAME_NPC].items,
        [PREVIEW_SPAWNER] = unbuild->names.kinds[NAME_SPAWNER].items};
    ProjectFiles previews = {0};
    project_previews(unbuild->game, names, &previews, unbuild->arena);
    for (size_t i = 0; i < previews.count; i++)
        unbuild_add(unbuild, previews.items[i].path, previews.items[i].bytes);
}

/* Names first, because every file refers to them. config comes after handlers and objects;
 * maps after previews. Errors that were reported in between make the result false. */
static bool unbuild_all(Unbuild *unbuild)
{
    const TngFile *game = unbuild->game;
    ProjectFiles *out = unbuild->out;
    Report *report = unbuild->report;
    const size_t errors = report->errors;
    *out = (ProjectFiles){.game = tng_game_id(&game->header)};
    if (!tng_game_id_ok(out->game))
        return report_error(report, "the game ID \"%.*s\" is not a valid name of a folder",
                            (int)out->game.size, out->game.at);
    if (game->header.map_log2 > TNG_MAP_LOG2_MAX)
        return report_error(report, "at byte 36: maps of 2^%u cells a side",
                            game->header.map_log2);
    if (!unbuild_names(unbuild))
        return false;
    unbuild->scripts = script_names_of(&unbuild->names);
    unbuild->cursor = (SheetCursor){
        .names = &unbuild->names, .scripts = &unbuild->scripts, .arena = unbuild->scratch};
    put_elements(unbuild);
    put_main_menu(unbuild);
    put_hud(unbuild);
    put_single(unbuild, &alerts_sheet, single(unbuild, SECTION_ALERTS));
    put_credits(unbuild);
    put_attributes(unbuild);
    put_character(unbuild);
    put_tiles(unbuild);
    put_files(unbuild);
    put_previews(unbuild);
    if (!put_handlers(unbuild, SECTION_STARTUP, &startup_sheet) ||
        !put_handlers(unbuild, SECTION_ACTIONS, &actions_sheet) || !put_entities(unbuild))
        return false;
    put_config(unbuild);
    return unbuild_sprites(unbuild) && unbuild_maps(unbuild) && unbuild_languages(unbuild) &&
           report->errors == errors;
}

/* The structure is large, so it is in the arena. Quotas limit what a damaged game can write. */
bool project_unpack(const TngFile *game, ProjectFiles *out, Arena *arena, Report *report)
{
    Unbuild *unbuild = arena_alloc(arena, 1, sizeof *unbuild);
    *unbuild = (Unbuild){
        .game = game, .out = out, .arena = arena, .scratch = arena_new(), .report = report};
    unbuild_set_quotas(unbuild);
    const bool ok = unbuild_all(unbuild);
    unbuild_note_later_of_sections(unbuild);
    if (ok)
        unbuild_warn_of_later(unbuild);
    arena_free(unbuild->scratch);
    return ok;
}
