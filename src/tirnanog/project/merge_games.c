/* Joins several files to one game. */
#include "tirnanog/project/merge_games_internal.h"

#include "base/text.h"
#include "tirnanog/container/tng_names.h"
#include "tirnanog/maps/movement_kinds.h"

/* ---- header and shape of a part ---- */

/* These fields decide how maps and tiles are read, so they cannot be converted. */
static bool same_shape(const TngHeader *a, const TngHeader *b)
{
    return a->type_bits == b->type_bits && a->tile_width_low == b->tile_width_low &&
           a->tile_height_low == b->tile_height_low && a->map_log2 == b->map_log2 &&
           a->action_count == b->action_count && a->layer_count == b->layer_count;
}

/* The first file gives the header; others may only raise its limits. */
static bool merge_header(Join *join)
{
    const TngHeader *header = &join->game.header;
    const Text id = tng_game_id(&join->header), other = tng_game_id(header);
    if (join->first) {
        join->header = *header;
        join->header.row_length = TNG_ROW_LENGTH; /* as tng_asset returns rows */
        return join->alone || !tng_is_extension(&join->game) ||
               report_error(
                   join->report,
                   "this file is an extension, not a game; the first file must be the game");
    }
    if (!text_equal(id, other))
        return report_error(join->report, "the file extends the game \"%.*s\", not \"%.*s\"",
                            (int)other.size, other.at, (int)id.size, id.at);
    if (!same_shape(&join->header, header))
        return report_error(join->report, "its map type or tile size differs from the game's");
    if (header->atlas_log2 > join->header.atlas_log2)
        join->header.atlas_log2 = header->atlas_log2;
    if (header->highest_command > join->header.highest_command)
        join->header.highest_command = header->highest_command;
    if (header->transport_count > join->header.transport_count)
        join->header.transport_count = header->transport_count;
    return true;
}

/* The strings of the base keep their offsets; the names after them are written again. */
static void keep_strings(Join *join)
{
    const Bytes strings = join->game.strings;
    for (size_t at = 0; at < strings.size;) {
        const Text string = tng_string(&join->game, (uint32_t)at);
        if (text_is(string, "#names"))
            break;
        table_put(&join->string_offsets, string, (uint32_t)at);
        at += string.size + 1;
        write_text(&join->strings, string);
        write_u8(&join->strings, 0);
    }
    if (!join->strings.size)
        merge_string(join, TEXT(""));
}

/* Facts without numbers. For duplicates the later one is used. */
static void keep_fact(void *context, Text line)
{
    Join *join = context;
    size_t equal;
    join->named = true;
    if ((!text_starts(line, "action:") && !text_starts(line, "base=") &&
         !text_starts(line, "rule:") && !text_starts(line, "extension:")) ||
        !text_find(line, '=', &equal))
        return;
    for (size_t i = 0; i < join->fact_count; i++)
        if (join->facts[i].size > equal && !memcmp(join->facts[i].at, line.at, equal + 1)) {
            join->facts[i] = line;
            return;
        }
    *ARENA_PUSH(join->arena, join->facts, join->fact_count) = line;
}

/* ---- sections ---- */

/* The key of an entry: an entry with the same key replaces it. */
static Text key_of(Join *join, const TngSection *section, size_t index)
{
    const void *descriptor = section->entries[index].descriptor;
    uint32_t number = (uint32_t)index;
    switch (section->type) {
    case SECTION_UI:
    case SECTION_TILES:
    case SECTION_CHARS:
    case SECTION_PORTRAITS:
    case SECTION_BACKS:
        number = merge_moved(join, (MergeList)(section->type - SECTION_UI), number);
        break;
    case SECTION_NPCS:
        number = merge_moved(join, LIST_NPCS, number);
        break;
    case SECTION_SPAWNERS:
        number = merge_moved(join, LIST_SPAWNERS, number);
        break;
    case SECTION_STARTUP:
        number = ((const TngTimedAsset *)descriptor)->interval;
        break;
    case SECTION_OBJECTS:
        number = merge_moved(join, (MergeList)CATEGORY_TILES,
                             ((const TngObjectAsset *)descriptor)->sprite);
        break;
    case SECTION_TILE_META:
        number = merge_moved(join, (MergeList)CATEGORY_TILES,
                             ((const TngTile *)section->entries[index].asset)->sprite);
        break;
    case SECTION_ATLASES:
        number += (uint32_t)join->atlases;
        break;
    case SECTION_ACTIONS:
        break;
    default:
        return tng_string(&join->game, ((const TngAsset *)descriptor)->name);
    }
    return arena_format(join->arena, "%u", number);
}

/* The first part's entries are unchanged, those of others are translated. */
static TngEntry moved_entry(Join *join, const TngSection *section, size_t index)
{
    TngEntry entry = section->entries[index];
    if (join->first)
        return entry;
    join->what = section->kind->title;
    join->which = index;
    if (section->kind->form == TNG_TILES) {
        merge_record(join, section->kind->asset, entry.asset);
        return entry;
    }
    merge_record(join, section->kind->record, entry.descriptor);
    if (section->kind->form == TNG_ASSETS && entry.stored.size)
        entry.stored = merge_asset(join, section, index);
    return entry;
}

/* Entries of later parts replace those with the same key, at their place. */
static bool add_entries(Join *join, const TngSection *section)
{
    MergeSection *to = &join->sections[section->type];
    for (size_t i = 0; i < section->count && !join->failed; i++) {
        const bool handler =
            section->type == SECTION_STARTUP || section->type == SECTION_ACTIONS;
        join->what = section->kind->title;
        join->which = i;
        const Text key = key_of(join, section, i);
        const uint32_t *known = join->first ? NULL : table_get(&to->by_key, key);
        if (known && handler && !section->entries[i].stored.size)
            continue; /* a required entry without effect */
        const TngEntry entry = moved_entry(join, section, i);
        if (known) {
            to->section.entries[*known] = entry;
            continue;
        }
        table_put(&to->by_key, key, (uint32_t)to->section.count);
        *ARENA_PUSH(join->arena, to->section.entries, to->section.count) = entry;
    }
    return !join->failed;
}

/* Attributes of the base that the extension does not have remain: scripts need them. */
static void add_attributes(Join *join, const TngAttributes *more)
{
    TngAttributes *all = join->sections[SECTION_ATTRIBUTES].section.record;
    TngAttribute *list = NULL;
    size_t count = 0;
    for (size_t i = 0; i < all->attribute_count; i++)
        *ARENA_PUSH(join->arena, list, count) = all->attributes[i];
    for (size_t i = 0; i < more->attribute_count; i++) {
        size_t at = 0;
        while (at < count && list[at].name != more->attributes[i].name)
            at++;
        if (at < count)
            list[at] = more->attributes[i];
        else
            *ARENA_PUSH(join->arena, list, count) = more->attributes[i];
    }
    *all = *more;
    all->attributes = list;
    all->attribute_count = (u16)count;
    if (count > UINT16_MAX)
        merge_fail(join, "too many in total: %zu", count);
}

/* Slots are found by name, so that objects of the base can still be equipped. */
static void add_slots(Join *join, const TngSlots *slots)
{
    TngSlots *all = &join->slots;
    const size_t count = join->lists[LIST_SLOTS].count;
    EquipmentSlot *list = ARENA_ALLOC(join->arena, EquipmentSlot, count + 1);
    if (all->slots_count)
        memcpy(list, all->slots, all->slots_count * sizeof *list);
    for (size_t i = 0; i < slots->slots_count && i < join->to_count[LIST_SLOTS]; i++)
        if (join->to[LIST_SLOTS][i] < count) /* one without a name may be in neither part */
            list[join->to[LIST_SLOTS][i]] = slots->slots[i];
    all->slots = list;
    all->slots_count = count;
    join->sections[SECTION_SLOTS].section.record = all;
}

/* Most single records of a later part replace the earlier one as a whole. */
static void add_single(Join *join, const TngSection *section)
{
    TngSection *to = &join->sections[section->type].section;
    TngMainMenu *before = to->record;
    join->what = section->kind->title;
    join->which = 0;
    if (!join->first && !merge_record(join, section->kind->record, section->record))
        return;
    if (section->type == SECTION_SLOTS) {
        add_slots(join, section->record);
        return;
    }
    if (section->type == SECTION_ATTRIBUTES && before) {
        add_attributes(join, section->record);
        return;
    }
    to->record = section->record;
    if (section->type == SECTION_MAIN_MENU && before) {
        TngMainMenu *menu = section->record;
        if (!menu->intro)
            menu->intro = before->intro;
        if (!menu->enabled) { /* it only defines what comes before the menu */
            menu->enabled = before->enabled;
            menu->look = before->look;
        }
    }
}

/* Strings and languages are merged elsewhere. Unknown sections of the first part are kept. */
static bool add_section(Join *join, const TngSection *section)
{
    MergeSection *to = &join->sections[section->type];
    if (section->type == SECTION_STRINGS || section->type == SECTION_LANGUAGE)
        return true;
    if (!section->kind) {
        if (join->first)
            to->section = *section;
        return true;
    }
    if (!to->section.kind) {
        to->section = (TngSection){.type = section->type, .kind = section->kind};
        to->by_key = table_new(join->arena);
    }
    if (section->kind->form == TNG_SINGLE)
        add_single(join, section);
    else
        return add_entries(join, section);
    return !join->failed;
}

static size_t atlas_count(const TngFile *game)
{
    const TngSection *section = tng_section(game, SECTION_ATLASES);
    return section ? section->count : 0;
}

/* Names are merged before the sections, whose numbers they translate. */
static bool add_part(Join *join, Bytes bytes)
{
    join->names = (Names){0};
    if (!tng_read(bytes, &join->game, join->arena, join->report) || !merge_header(join) ||
        !project_game_names(&join->game, &join->names, join->arena, join->report))
        return false;
    if (join->atlases + atlas_count(&join->game) > TNG_ATLASES_MAX)
        return report_error(join->report, "more than %d atlases in total", TNG_ATLASES_MAX);
    if (join->first)
        keep_strings(join);
    join->named = false;
    tng_facts(&join->game, keep_fact, join);
    if (!merge_names(join) || !merge_languages(join))
        return false;
    for (size_t i = 0; i < join->game.section_count; i++)
        if (!add_section(join, &join->game.sections[i]))
            return false;
    join->atlases += atlas_count(&join->game);
    return true;
}

/* Start-up scripts are sorted by interval. */
static void sort_startup(TngSection *section)
{
    for (size_t i = 1; i < section->count; i++)
        for (size_t j = i; j > 0; j--) {
            TngEntry *a = &section->entries[j - 1], *b = &section->entries[j];
            if (((TngTimedAsset *)a->descriptor)->interval <=
                ((TngTimedAsset *)b->descriptor)->interval)
                break;
            const TngEntry swapped = *a;
            *a = *b;
            *b = swapped;
        }
}

/* A part may have fewer ways of moving than another. */
static void widen_tiles(Join *join)
{
    const TngSection *section = &join->sections[SECTION_TILE_META].section;
    for (size_t i = 0; i < section->count; i++)
        ways_widen(section->entries[i].asset, join->header.transport_count, join->arena);
}

/* Facts are written after all strings that the sections use. */
static bool merge_end(Join *join, Bytes *out, Report *report)
{
    TngFile file = {.header = join->header};
    TngOutput output;
    file.sections =
        ARENA_ALLOC(join->arena, TngSection, COUNT_OF(join->sections) + join->language_count);
    file.sections[file.section_count++] =
        (TngSection){.type = SECTION_STRINGS, .kind = tng_section_kind(SECTION_STRINGS)};
    merge_languages_end(join, &file);
    merge_facts_end(join);
    file.strings = writer_bytes(&join->strings);
    sort_startup(&join->sections[SECTION_STARTUP].section);
    widen_tiles(join);
    for (size_t type = 2; type < COUNT_OF(join->sections); type++) {
        const TngSection *section = &join->sections[type].section;
        if (section->kind || section->bytes.size)
            file.sections[file.section_count++] = *section;
    }
    if (!tng_write(&file, &output, join->arena, report))
        return false;
    *out = tng_output_bytes(&output, join->arena);
    return true;
}

/* The structure is large, and everything that it collects belongs to `arena`. */
bool project_merge(const MergePart *parts, size_t count, Bytes *out, Arena *arena,
                   Report *report)
{
    Join *join = ARENA_ALLOC(arena, Join, 1);
    *join =
        (Join){.strings = writer_to(arena), .string_offsets = table_new(arena), .arena = arena};
    join->alone = count == 1;
    for (size_t i = 0; i < JOIN_LISTS; i++)
        join->lists[i].by_name = table_new(arena);
    for (size_t i = 0; i < count; i++) {
        Report about = report_child(report, parts[i].name);
        join->first = i == 0;
        join->report = &about;
        if (!add_part(join, parts[i].bytes))
            return false;
    }
    return merge_end(join, out, report);
}
