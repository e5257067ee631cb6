/* Names of a game's items: from its strings, from the facts after them ("#names"), or
 * generated. */
#include "tirnanog/project/unbuild.h"

#include "base/text.h"
#include "tirnanog/container/tng_names.h"
#include "tirnanog/sheets/script_names.h"

#include <stdio.h>
#include <stdlib.h>

/* NAME_2, NAME_3 and so on. Each list continues from the last number used, because with
 * thousands of duplicates the search must not start at 2 again. */
static Text unique_name(Unbuild *unbuild, NameList *list, Text name)
{
    enum { LENGTH_MAX = 180 }; /* so that it is a valid file name with its number */
    char text[LENGTH_MAX + 12];
    if (!list->last.arena)
        list->last = table_new(unbuild->arena);
    name.size = name.size < LENGTH_MAX ? name.size : LENGTH_MAX;
    uint32_t *number = table_put(&list->last, name, 1);
    do
        snprintf(text, sizeof text, "%.*s_%u", (int)name.size, name.at, ++*number);
    while (table_get(&list->numbers, text_of(text)));
    return arena_text(unbuild->arena, text_of(text));
}

/* The name is used for a file, so it must not contain a path. */
static bool add_name(Unbuild *unbuild, NameList *list, Text name, const char *what)
{
    if (!names_ok(name))
        return report_error(unbuild->report, "\"%.*s\" is not a valid file name for a %s",
                            (int)(name.size < 100 ? name.size : 100), name.at, what);
    if (table_get(&list->numbers, name)) {
        const Text unique = unique_name(unbuild, list, name);
        report_warning(unbuild->report, "duplicate %s \"%.*s\" is named \"%.*s\"", what,
                       (int)name.size, name.at, (int)unique.size, unique.at);
        name = unique;
    }
    names_add(list, name, unbuild->arena);
    return true;
}

/* ---- facts ---- */

typedef struct Facts {
    Unbuild *unbuild;
    Text *sprites[CATEGORY_BACKS];
    size_t sprite_counts[CATEGORY_BACKS];
    Text slots[TNG_EQUIP_SLOTS];
    Text *texts;
    size_t text_count;
} Facts;

/* Takes a number and the character after it from the rest; changes nothing if it is not
 * there. */
static bool take_number(Text *rest, char end, size_t max, size_t *out)
{
    size_t at;
    int64_t number;
    if (!text_find(*rest, end, &at) ||
        !text_number(text_slice(*rest, 0, at), 0, (int64_t)max, &number))
        return false;
    *rest = text_slice(*rest, at + 1, rest->size);
    *out = (size_t)number;
    return true;
}

/* A rule has nine masks; those that are missing become "-". Rules of unknown tiles are
 * ignored. */
static void note_rule(Unbuild *unbuild, Text rest)
{
    size_t colon, number;
    if (!text_find(rest, ':', &colon))
        return;
    const uint32_t *tile =
        table_get(&unbuild->names.kinds[NAME_TILE].numbers, text_slice(rest, 0, colon));
    rest = text_slice(rest, colon + 1, rest.size);
    if (!tile || !take_number(&rest, '=', UINT8_MAX, &number))
        return;
    ProjectRule *rule =
        sheet_append(&ProjectTile_layout, layout_field(&ProjectTile_layout, TEXT("rules")),
                     &unbuild->tiles[*tile], unbuild->arena);
    for (size_t i = 0; rule && i < 9; i++) {
        const Text word = text_word(&rest);
        rule->masks[i] = word.size ? word : TEXT("-");
    }
}

/* Facts come from a file and may be wrong: those that do not fit are ignored, and the names
 * are then generated. Actions count from 1. */
static void note_fact(void *context, Text fact)
{
    Unbuild *unbuild = ((Facts *)context)->unbuild;
    Facts *facts = context;
    size_t number, category;
    Text rest = fact;
    size_t colon;
    if (text_starts(fact, "base=")) {
        unbuild->base = text_slice(fact, 5, fact.size);
        return;
    }
    if (!text_find(fact, ':', &colon))
        return;
    rest = text_slice(fact, colon + 1, fact.size);
    if (text_starts(fact, "sprite:")) {
        if (take_number(&rest, ':', CATEGORY_BACKS - 1, &category) &&
            take_number(&rest, '=', UINT16_MAX, &number) &&
            number < facts->sprite_counts[category])
            facts->sprites[category][number] = rest;
    } else if (text_starts(fact, "slot:")) {
        if (take_number(&rest, '=', TNG_EQUIP_SLOTS - 1, &number))
            facts->slots[number] = rest;
    } else if (text_starts(fact, "action:")) {
        if (take_number(&rest, '=', 9, &number) && number)
            unbuild->action_names[number - 1] = rest;
    } else if (text_starts(fact, "text:")) {
        if (facts->text_count && take_number(&rest, '=', facts->text_count - 1, &number))
            facts->texts[number] = rest;
    } else if (text_starts(fact, "rule:")) {
        note_rule(unbuild, rest);
    }
}

/* ---- lists ---- */

/* Sections whose descriptors have names. */
static bool add_entities(Unbuild *unbuild, NameKind kind)
{
    const FileKind *row = file_kind(kind);
    const TngSection *section = tng_section(unbuild->game, row->section);
    if (kind == NAME_SPEECH)
        section = tng_language(unbuild->game, 0);
    bool ok = true;
    for (size_t i = 0; section && i < section->count; i++) {
        const TngAsset *asset = section->entries[i].descriptor;
        ok &= add_name(unbuild, &unbuild->names.kinds[kind],
                       names_string_at(&unbuild->names, asset->name), row->word);
    }
    return ok;
}

static bool add_attributes(Unbuild *unbuild)
{
    const TngSection *section = tng_section(unbuild->game, SECTION_ATTRIBUTES);
    const TngAttributes *all = section ? section->record : NULL;
    bool ok = true;
    for (size_t i = 0; all && i < all->attribute_count; i++)
        ok &= add_name(unbuild, &unbuild->names.kinds[NAME_ATTRIBUTE],
                       names_string_at(&unbuild->names, all->attributes[i].name), "attribute");
    return ok;
}

static bool add_sprites(Unbuild *unbuild, const Facts *facts)
{
    static const char *const invented[] = {"ui", "tile", "char", "portrait"};
    bool ok = true;
    for (unsigned c = 0; c < CATEGORY_BACKS; c++)
        for (size_t i = 0; i < facts->sprite_counts[c]; i++) {
            Text name = facts->sprites[c][i];
            if (!name.size)
                name = arena_format(unbuild->arena, "%s_%04zu", invented[c], i);
            ok &= add_name(unbuild, &unbuild->names.sprites[c], name,
                           file_kind(NAME_SPRITE + c)->word);
        }
    const TngSection *backs = tng_section(unbuild->game, SECTION_BACKS);
    for (size_t i = 0; backs && i < backs->count; i++) {
        const TngAsset *asset = backs->entries[i].descriptor;
        Text name = names_string_at(&unbuild->names, asset->name);
        if (!name.size)
            name = arena_format(unbuild->arena, "back_%04zu", i);
        ok &= add_name(unbuild, &unbuild->names.sprites[CATEGORY_BACKS], name, "background");
    }
    return ok;
}

/* Tiles and objects have the names of their sprites. */
static bool add_by_sprite(Unbuild *unbuild)
{
    const NameList *sprites = &unbuild->names.sprites[CATEGORY_TILES];
    const TngSection *objects = tng_section(unbuild->game, SECTION_OBJECTS);
    const TngSection *tiles = tng_section(unbuild->game, SECTION_TILE_META);
    bool ok = true;
    for (size_t i = 0; objects && i < objects->count; i++) {
        const TngObjectAsset *asset = objects->entries[i].descriptor;
        ok &=
            add_name(unbuild, &unbuild->names.kinds[NAME_OBJECT],
                     asset->sprite < sprites->count ? sprites->items[asset->sprite] : TEXT(""),
                     "object");
    }
    for (size_t i = 0; tiles && i < tiles->count; i++) {
        const TngTile *tile = tiles->entries[i].asset;
        ok &= add_name(unbuild, &unbuild->names.kinds[NAME_TILE],
                       tile->sprite < sprites->count ? sprites->items[tile->sprite] : TEXT(""),
                       "tile");
    }
    return ok;
}

static bool add_texts(Unbuild *unbuild, const TngTexts *texts, const Facts *facts)
{
    for (size_t i = 0; i < texts->count; i++)
        names_add(&unbuild->names.texts, facts->texts[i].at ? facts->texts[i] : texts->items[i],
                  unbuild->arena);
    return texts->count > TEXT_TITLE ||
           report_error(unbuild->report, "section 1 (translation): the title is missing");
}

/* The slots are lines of ui/hud.cfg: without a display there are none. */
static void add_slots(Unbuild *unbuild, const Facts *facts)
{
    NameList *names = &unbuild->names.kinds[NAME_SLOT];
    const TngSection *slots = tng_section(unbuild->game, SECTION_SLOTS);
    const size_t count = slots && tng_section(unbuild->game, SECTION_HUD)
                             ? ((const TngSlots *)slots->record)->slots_count
                             : 0;
    for (size_t i = 0; i < count && i < TNG_EQUIP_SLOTS; i++) {
        Text name = facts->slots[i];
        uint32_t other;
        for (size_t k = i; !name.size || names_find(names, name, &other); k += TNG_EQUIP_SLOTS)
            name = arena_format(unbuild->arena, "slot_%02zu", k);
        names_add(names, name, unbuild->arena);
    }
}

bool unbuild_names(Unbuild *unbuild)
{
    const TngFile *game = unbuild->game;
    Facts facts = {.unbuild = unbuild};
    TngTexts texts = {0};
    bool ok = true;
    unbuild->names = names_new(unbuild->arena);
    unbuild->names.strings = writer_to(unbuild->arena);
    unbuild->names.string_offsets = table_new(unbuild->arena);
    write_bytes(&unbuild->names.strings, game->strings); /* offsets do not change */
    for (size_t at = 0; at < game->strings.size;) {
        const Text string = text_of((const char *)game->strings.data + at);
        table_put(&unbuild->names.string_offsets, string, (uint32_t)at);
        at += string.size + 1;
    }
    for (NameKind kind = 0; kind < NAME_SLOT; kind++)
        if (kind != NAME_ATTRIBUTE && kind != NAME_OBJECT && kind != NAME_TILE)
            ok &= add_entities(unbuild, kind);
    ok &= add_attributes(unbuild);
    if (tng_language(game, 0))
        ok &= tng_texts(tng_language(game, 0), &texts, unbuild->arena, unbuild->report);
    facts.text_count = texts.count;
    facts.texts = ARENA_ALLOC(unbuild->arena, Text, texts.count);
    for (unsigned c = 0; c < CATEGORY_BACKS; c++) {
        const TngSection *section = tng_section(game, SECTION_UI + c);
        facts.sprite_counts[c] = section ? section->count : 0;
        facts.sprites[c] = ARENA_ALLOC(unbuild->arena, Text, facts.sprite_counts[c]);
    }
    const TngSection *tiles = tng_section(game, SECTION_TILE_META);
    unbuild->tiles = ARENA_ALLOC(unbuild->arena, ProjectTile, tiles ? tiles->count : 0);
    tng_facts(game, note_fact, &facts);
    ok &= add_sprites(unbuild, &facts) && add_by_sprite(unbuild);
    tng_facts(game, note_fact, &facts); /* again: rules are found by the names of tiles */
    add_slots(unbuild, &facts);
    return ok && add_texts(unbuild, &texts, &facts);
}

bool project_game_names(const TngFile *game, Names *out, Arena *arena, Report *report)
{
    Unbuild unbuild = {.game = game, .arena = arena, .report = report};
    const bool ok = unbuild_names(&unbuild);
    *out = unbuild.names;
    return ok;
}

const ScriptNames *project_game_script_names(const TngFile *game, Arena *arena, Report *report)
{
    Names *names = ARENA_ALLOC(arena, Names, 1);
    ScriptNames *out = ARENA_ALLOC(arena, ScriptNames, 1);
    if (!project_game_names(game, names, arena, report))
        return NULL;
    *out = script_names_of(names);
    return out;
}
