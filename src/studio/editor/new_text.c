/* Makes the texts of new files. Parts, in order: items; files that exist once. The example of a
 * sheet is adapted by trial: names are replaced, and rows removed, as long as that leaves fewer
 * errors. So no kind of file needs code here. */
#include "studio/editor/new_text.h"

#include "base/text.h"

#include <string.h>

/* ---- items ---- */

Text new_title(Text name, Arena *arena)
{
    char *title = (char *)arena_alloc(arena, name.size + 1, 1);
    for (size_t i = 0; i < name.size; i++)
        title[i] = name.at[i] == '_' ? ' ' : name.at[i];
    title[0] = (char)(title[0] >= 'a' && title[0] <= 'z' ? title[0] - 32 : title[0]);
    return (Text){title, name.size};
}

Text new_item_text(ProjectModel *model, const Sheet *sheet, Text path, Text name, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    void *record = arena_alloc(arena, 1, sheet->layout->size);
    Names *names = (Names *)(uintptr_t)project_model_names(model);
    SheetCursor cursor = {.names = names, .arena = arena};
    Writer out = writer_to(arena);
    sheet_defaults(sheet->layout, record);
    if (sheet->prepare)
        sheet->prepare(record, arena);
    sheet_write(sheet, record, &cursor, &out, &silent);
    const Text text = writer_text(&out);
    const Text title = new_title(name, arena);
    SheetRows rows;
    TextEdit edit;
    const ProjectFile file = {path, bytes_of_text(text)};
    project_model_read(model, sheet, &file, &rows, arena, &silent);
    for (size_t i = 0; i < rows.count; i++) {
        const SheetRow *row = &rows.items[i];
        if (row->block || row->word_count != 1 || row->words[0].text.size ||
            !rows_set_word(sheet, text, row, row->words[0].member, 0, title, &edit, arena,
                           &silent))
            continue;
        TextEdits edits = {.arena = arena};
        text_replace(&edits, edit.from, edit.to, edit.text);
        return text_edited(&edits, text);
    }
    return text;
}

/* ---- files that exist once ---- */

typedef struct Trying {
    ProjectModel *model;
    const Sheet *sheet;
    Text path, text;
    SheetRows rows;
    Messages problems;
    Arena *arena;
} Trying;

/* Reads the text as a file of the project; returns its number of errors. */
static size_t read_text(Trying *trying, Text text)
{
    const ProjectFile file = {trying->path, bytes_of_text(text)};
    trying->text = text;
    trying->problems = (Messages){.arena = trying->arena};
    Report report = report_to(messages_sink, &trying->problems);
    project_model_read(trying->model, trying->sheet, &file, &trying->rows, trying->arena,
                       &report);
    return report.errors;
}

static const Message *first_error(const Trying *trying)
{
    for (size_t i = 0; i < trying->problems.count; i++)
        if (trying->problems.items[i].severity == SEVERITY_ERROR)
            return &trying->problems.items[i];
    return NULL;
}

/* A word of the text, between blanks; empty: the error has no place. */
typedef struct Place {
    const SheetRow *row;
    size_t from, to;
} Place;

static Place place_of(const Trying *trying, const Message *error)
{
    Place place = {0};
    size_t at = 0;
    for (uint32_t line = 1; line < error->line && at < trying->text.size; at++)
        line += trying->text.at[at] == '\n';
    at += error->column ? error->column - 1 : 0;
    for (size_t i = trying->rows.count; i-- && !place.row;)
        if (at >= trying->rows.items[i].from && at < trying->rows.items[i].to)
            place.row = &trying->rows.items[i];
    place.from = place.to = at;
    while (place.to < trying->text.size && !strchr(" \t\r\n", trying->text.at[place.to]))
        place.to++;
    return place;
}

/* "-", then the first name of each kind of file and sprite. */
static Text candidate(const Trying *trying, size_t index)
{
    const Names *names = project_model_names(trying->model);
    const NameList *list = index == 0            ? NULL
                           : index <= NAME_KINDS ? &names->kinds[index - 1]
                           : index - 1 - NAME_KINDS < CATEGORIES
                               ? &names->sprites[index - 1 - NAME_KINDS]
                               : NULL;
    return index == 0 ? TEXT("-") : list && list->count ? list->items[0] : TEXT("");
}

static Text with_word(const Trying *trying, const Place *place, Text value)
{
    return arena_format(trying->arena, "%.*s%.*s%.*s", (int)place->from, trying->text.at,
                        (int)value.size, value.at, (int)(trying->text.size - place->to),
                        trying->text.at + place->to);
}

/* Replaces the word by the first name with fewer errors; false: there is none. */
static bool replace_word(Trying *trying, const Place *place, size_t errors)
{
    const Text before = trying->text;
    for (size_t i = 0; i <= NAME_KINDS + CATEGORIES; i++) {
        const Text name = candidate(trying, i);
        trying->text = before;
        if (name.size && read_text(trying, with_word(trying, place, name)) < errors)
            return true;
    }
    read_text(trying, before);
    return false;
}

static bool remove_row(Trying *trying, size_t from, size_t to, size_t errors)
{
    const Text before = trying->text;
    const Text without = arena_format(trying->arena, "%.*s%.*s", (int)from, before.at,
                                      (int)(before.size - to), before.at + to);
    if (read_text(trying, without) < errors)
        return true;
    read_text(trying, before);
    return false;
}

Text new_single_text(ProjectModel *model, const Sheet *sheet, Text path, Arena *arena)
{
    Trying trying = {.model = model, .sheet = sheet, .path = path, .arena = arena};
    size_t errors = read_text(&trying, text_of(sheet->example));
    while (errors) {
        const Place place = place_of(&trying, first_error(&trying));
        if (!place.row || (!(place.to > place.from && replace_word(&trying, &place, errors)) &&
                           !remove_row(&trying, place.row->from, place.row->to, errors)))
            return new_item_text(model, sheet, path, TEXT("x"), arena);
        errors = read_text(&trying, trying.text);
    }
    return trying.text;
}
