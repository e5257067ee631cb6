/* Converts text files that exist once per project to the container's records. */
#include "tirnanog/sheets/single_files.h"

#include "base/text.h"

#include <stdlib.h>

/* The file of a sheet, if the project has it. */
static const ProjectFile *only_file(const Project *project, const Sheet *sheet)
{
    return project_file(project->files, text_of(sheet->path));
}

static bool read_single(Project *project, const Sheet *sheet, unsigned section)
{
    const ProjectFile *file = only_file(project, sheet);
    if (!file)
        return true;
    void *record = arena_alloc(project->arena, 1, sheet->layout->size);
    project_single(project, section, record);
    Report about = report_child(project->report, file->path);
    return project_read(project, sheet, file, record, &about);
}

/* The intro is the cutscene of that name (docs/reference/formats/tng.md). */
static bool read_main_menu(Project *project)
{
    const bool ok = read_single(project, &main_menu_sheet, SECTION_MAIN_MENU);
    if (!project->by_type[SECTION_MAIN_MENU].record)
        project_single(project, SECTION_MAIN_MENU,
                       arena_alloc(project->arena, 1, sizeof(TngMainMenu)));
    TngMainMenu *menu = project->by_type[SECTION_MAIN_MENU].record;
    uint32_t index;
    if (names_find(&project->names.kinds[NAME_CUTSCENE], TEXT("intro"), &index))
        menu->intro = names_string(&project->names, TEXT("intro"));
    return ok;
}

static bool read_hud(Project *project)
{
    const ProjectFile *file = only_file(project, &hud_sheet);
    ProjectHud *hud = arena_alloc(project->arena, 1, sizeof *hud);
    if (!file)
        return true;
    Report about = report_child(project->report, file->path);
    bool ok = project_read(project, &hud_sheet, file, hud, &about);
    project_single(project, SECTION_HUD, &hud->hud);
    if (hud->hud.combined) /* then the item bar contains everything */
        hud->hud.status_background = hud->hud.status_foreground = (SpriteRef){0, TNG_NO_SPRITE};
    if (hud->slot_count > TNG_EQUIP_SLOTS) {
        ok = report_error(&about, "%u equipment slots; the maximum is %d", hud->slot_count,
                          TNG_EQUIP_SLOTS);
        hud->slot_count = TNG_EQUIP_SLOTS;
    }
    TngSlots *slots = arena_alloc(project->arena, 1, sizeof *slots);
    slots->slots_count = hud->slot_count;
    slots->slots = ARENA_ALLOC(project->arena, EquipmentSlot, hud->slot_count);
    for (size_t i = 0; i < hud->slot_count; i++) {
        slots->slots[i] = (EquipmentSlot){hud->slots[i].left, hud->slots[i].top};
        if (table_get(&project->names.kinds[NAME_SLOT].numbers, hud->slots[i].name))
            ok = report_error(&about, "duplicate equipment slot \"%.*s\"",
                              (int)hud->slots[i].name.size, hud->slots[i].name.at);
        names_add(&project->names.kinds[NAME_SLOT], hud->slots[i].name, project->arena);
    }
    project_single(project, SECTION_SLOTS, slots);
    return ok;
}

/* Authors are grouped by category, in the order of first use; their names become strings in
 * that order, so that unpacking lists them in the same way. */
static bool read_credits(Project *project)
{
    const ProjectFile *file = only_file(project, &credits_sheet);
    if (!file)
        file = project_file(project->files, TEXT("ui/credits.cfg"));
    if (!file)
        return true;
    ProjectCredits *credits = arena_alloc(project->arena, 1, sizeof *credits);
    Report about = report_child(project->report, file->path);
    const bool ok = project_read(project, &credits_sheet, file, credits, &about);
    TngCredits *out = &credits->credits;
    for (size_t i = 0; i < credits->authors_count; i++) {
        const ProjectAuthor *author = &credits->authors[i];
        CreditsGroup *group = NULL;
        for (size_t j = 0; j < out->groups_count; j++)
            if (out->groups[j].category == author->category)
                group = &out->groups[j];
        if (!group)
            group = sheet_append(&TngCredits_layout,
                                 layout_field(&TngCredits_layout, TEXT("groups")), out,
                                 project->arena);
        group->category = author->category;
        StringIndex *name = sheet_append(&CreditsGroup_layout,
                                         layout_field(&CreditsGroup_layout, TEXT("authors")),
                                         group, project->arena);
        if (!name)
            return report_error(&about, "too many authors of a category; the maximum is %d",
                                UINT16_MAX);
    }
    for (size_t i = 0; i < out->groups_count; i++)
        for (size_t j = 0, n = 0; j < credits->authors_count; j++)
            if (credits->authors[j].category == out->groups[i].category)
                out->groups[i].authors[n++] =
                    text_is(credits->authors[j].name, "-")
                        ? 0
                        : names_string(&project->names, credits->authors[j].name);
    project_single(project, SECTION_CREDITS, out);
    return ok;
}

static bool read_alerts(Project *project)
{
    const bool ok = read_single(project, &alerts_sheet, SECTION_ALERTS);
    const TngAlerts *alerts = project->by_type[SECTION_ALERTS].record;
    if (!ok || !alerts || alerts->alert_count >= 3)
        return ok;
    Report about = report_child(project->report, text_of(alerts_sheet.path));
    return report_error(&about, "%u alerts; the three of quests must be there",
                        alerts->alert_count);
}

static bool read_character(Project *project)
{
    const ProjectFile *file = only_file(project, &character_sheet);
    ProjectCharacter character = {0};
    if (!file)
        return true;
    Report about = report_child(project->report, file->path);
    const bool ok = project_read(project, &character_sheet, file, &character, &about);
    project->header.delta_y = character.delta_y;
    project->base = character.base;
    const NameList *options = &project->names.kinds[NAME_OPTION];
    uint32_t number;
    if (ok && !text_is(character.base, "-") && !names_find(options, character.base, &number)) {
        const Text near = names_nearest(options, character.base);
        return report_error(&about, "no character option \"%.*s\"%s%.*s%s",
                            (int)character.base.size, character.base.at,
                            near.size ? "; did you mean \"" : "", (int)near.size, near.at,
                            near.size ? "\"?" : "");
    }
    return ok;
}

/* ---- scripts ---- */

static Bytes store_script(Project *project, const ProjectHandler *handler, unsigned section,
                          size_t index)
{
    if (!handler->script_size)
        return (Bytes){0};
    if (project->cursor.places)
        script_positions_alone(project->cursor.places, handler->script, section,
                               (uint32_t)index);
    return project_pack_record(
        project, &TngScript_layout,
        &(TngScript){.script = handler->script, .script_count = handler->script_size});
}

static int compare_intervals(const void *a, const void *b)
{
    const ProjectHandler *x = a, *y = b;
    return x->number != y->number ? (x->number > y->number) - (x->number < y->number)
                                  : (x->at > y->at) - (x->at < y->at);
}

static bool intervals_differ(const ProjectHandler *sorted, size_t count, Text file,
                             Report *report)
{
    for (size_t i = 1; i < count; i++)
        if (sorted[i].number == sorted[i - 1].number)
            return report_error_at(report, source_position(file, sorted[i].at),
                                   sorted[i].number ? "an earlier handler has the same interval"
                                                    : "duplicate handler \"start\"");
    return true;
}

/* Sorted by interval; the script that runs once is first and always exists. */
static bool read_startup(Project *project)
{
    const ProjectFile *file = only_file(project, &startup_sheet);
    ProjectHandlers handlers = {0};
    if (!file)
        return true;
    Report about = report_child(project->report, file->path);
    const bool ok = project_read(project, &startup_sheet, file, &handlers, &about);
    const size_t given = handlers.handlers_count;
    ProjectHandler *sorted = ARENA_ALLOC(project->arena, ProjectHandler, given + 1);
    for (size_t i = 0; i < given; i++)
        sorted[i + 1] = handlers.handlers[i];
    qsort(sorted + 1, given, sizeof *sorted, compare_intervals);
    if (!intervals_differ(sorted + 1, given, project->cursor.file, &about))
        return false;
    const bool has_start = given && sorted[1].number == 0;
    sorted += has_start;
    const size_t count = given + !has_start;
    TngEntry *entries = project_entry(project, SECTION_STARTUP, count);
    for (size_t i = 0; i < count; i++) {
        ((TngTimedAsset *)entries[i].descriptor)->interval = sorted[i].number;
        entries[i].stored = store_script(project, &sorted[i], SECTION_STARTUP, i);
    }
    return ok;
}

static bool read_actions(Project *project)
{
    const ProjectFile *file = only_file(project, &actions_sheet);
    ProjectHandlers handlers = {0};
    Report about = report_child(project->report, text_of(actions_sheet.path));
    bool ok = !file || project_read(project, &actions_sheet, file, &handlers, &about);
    TngEntry *entries = project_entry(project, SECTION_ACTIONS, project->header.action_count);
    for (size_t i = 0; i < handlers.handlers_count && ok; i++) {
        const ProjectHandler *handler = &handlers.handlers[i];
        TngEntry *entry = &entries[handler->number - 1];
        if (entry->stored.size)
            ok = report_error(&about, "action%u for the second time", handler->number);
        ((TngActionAsset *)entry->descriptor)->range = handler->range;
        entry->stored = store_script(project, handler, SECTION_ACTIONS, handler->number - 1);
        project->action_names[handler->number - 1] = handler->name;
    }
    return ok;
}

/* ---- attributes ---- */

static bool read_attributes(Project *project)
{
    const ProjectFile *file = only_file(project, &attributes_sheet);
    const NameList *names = &project->names.kinds[NAME_ATTRIBUTE];
    if (!file && !names->count)
        return true;
    TngAttributes *all = arena_alloc(project->arena, 1, sizeof *all);
    attributes_sheet.prepare(all, project->arena);
    Report whole = report_child(project->report, text_of(attributes_sheet.path));
    bool ok = !file || project_read(project, &attributes_sheet, file, all, &whole);
    all->attribute_count = (u16)names->count;
    all->attributes = ARENA_ALLOC(project->arena, TngAttribute, names->count);
    for (size_t i = 0; i < names->count; i++) {
        TngAttribute *attribute = &all->attributes[i];
        const size_t first = project_script_count(project);
        const ProjectFile *one = project->entities[NAME_ATTRIBUTE][i];
        Report about = report_child(project->report, one->path);
        ok &= project_read(project, &attribute_sheet, one, attribute, &about);
        if (project->cursor.places)
            script_positions_record(project->cursor.places, first, SECTION_ATTRIBUTES,
                                    (uint32_t)i);
        attribute->name = names_string(&project->names, names->items[i]);
    }
    project_single(project, SECTION_ATTRIBUTES, all);
    return ok;
}

bool project_singles(Project *project)
{
    bool ok = read_single(project, &elements_sheet, SECTION_ELEMENTS);
    ok &= read_main_menu(project);
    ok &= read_hud(project);
    ok &= read_alerts(project);
    ok &= read_credits(project);
    ok &= read_startup(project);
    ok &= read_attributes(project);
    ok &= read_actions(project);
    return read_character(project) && ok;
}
