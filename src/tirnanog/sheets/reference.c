/* The reference of a project's text files. */
#include "tirnanog/sheets/reference.h"

#include "tirnanog/sheets/reference_members.h"

/* ---- lines ---- */

static void indent(const char *text, Writer *out)
{
    write_format(out, "    ");
    for (; *text; text++)
        write_format(out, *text == '\n' && text[1] ? "\n    " : "%c", *text);
    write_format(out, "\n");
}

/* Lines without a tag have numbers, as far as these are known. */
static void write_heading(const LineShape *shape, size_t *number, Writer *out)
{
    const Line *line = &shape->line;
    const Text tag = line->tag;
    if (tag.size) {
        const bool inner = shape->inner;
        const Text letters = inner ? text_slice(tag, 2, tag.size) : tag;
        write_format(out, "## ");
        for (size_t i = 0; i < letters.size; i++)
            if (letters.at[i] != '|')
                write_format(out, "%s`%c`", i ? " and " : "", letters.at[i]);
        const size_t max = shape->max;
        if (max > 1)
            write_format(out, ": up to %zu lines", max);
        else
            write_format(out, max ? ": at most one" : ": any number");
        if (inner)
            write_format(out, ", below a line `%c`", tag.at[0]);
        write_format(out, "\n\n");
    } else if (line->count < 0 || (line->block && strcmp(line->block, "value") != 0)) {
        write_format(out,
                     *number == 2 ? "## The other lines\n\n" : "## The lines after that\n\n");
    } else if (line->count > 1) {
        write_format(out, "## Lines %zu to %zu\n\n", *number,
                     *number + (size_t)line->count - 1);
        *number += (size_t)line->count;
    } else {
        write_format(out, "## Line %zu%s\n\n", (*number)++,
                     line->optional ? ", which may be missing" : "");
    }
}

static void write_line(const Sheet *sheet, size_t index, size_t *number, Arena *arena,
                       Writer *out)
{
    const LineShape shape = line_shape(sheet, index, arena);
    const Line *line = &shape.line;
    const char *doc = sheet->lines[index].doc;
    write_heading(&shape, number, out);
    if (line->block) {
        indent(block_kind(line->block)->syntax, out);
        write_format(out, "\n%s\n\n", doc);
        return;
    }
    const Text tag = line->tag;
    write_format(out, "    ");
    if (tag.size)
        write_format(
            out, "%c ",
            tag.at[tag.size - 1 - (tag.size > 1 && tag.at[tag.size - 2] == '|' ? 2 : 0)]);
    reference_syntax(line->members, line->list, out);
    write_format(out, "\n\n%s\n", doc);
    reference_table(shape.layout, shape.record, line->members, line->list, shape.list_doc, out);
    write_format(out, "\n");
}

/* ---- pages of sheets ---- */

static void write_path(const Sheet *sheet, const char *name, Writer *out)
{
    for (const char *c = sheet->path; *c; c++)
        write_format(out, *c == '#' ? "%s" : "%.1s", *c == '#' ? name : c);
}

static void write_sheet(const Sheet *sheet, Writer *out)
{
    Arena *arena = arena_new();
    const Text name = sheet_name(sheet);
    size_t number = 2;
    write_format(out, "# %.*s: %s\n\n", (int)name.size, name.at, sheet->title);
    write_format(out, "File: `");
    write_path(sheet, "NAME", out);
    write_format(out, "`. First line: `%s`", sheet->magic);
    if (sheet->alternative_magic)
        write_format(out, " or `%s`", sheet->alternative_magic);
    write_format(out, ".\n\n%s%s", sheet->about, *sheet->about ? "\n\n" : "");
    for (size_t i = 0; i < COUNT_OF(sheet->lines) && sheet->lines[i].syntax; i++)
        write_line(sheet, i, &number, arena, out);
    write_format(out, "## Example: `");
    write_path(sheet, sheet->example_name ? sheet->example_name : "", out);
    write_format(out, "`\n\n");
    indent(sheet->example, out);
    arena_free(arena);
}

/* ---- other pages ---- */

typedef struct Page {
    const char *name, *path, *title;
    void (*write)(Writer *out);
} Page;

static const Page pages[] = {
    {"sprites", "ui/, tiles/, chars/, portraits/, backs/", "images, and their names",
     sprite_describe},
    {"tmx", "maps/NAME.tmx", "a map: properties, layers, tilesets, patrol paths", map_describe},
    {"events", NULL, "handlers of NPCs and objects, and timers", event_describe},
    {"masks", NULL, "what blocks, and what reacts", mask_describe},
    {"automap", NULL, "rules that replace tiles by their neighbours", automap_describe},
    {"po", "lang/CODE.po", "a translation", language_describe},
    {"lyt", "NAME.lyt", "how a sheet of sprites is cut",
     NULL}, /* tirnanog/sprites/sheet_cut.c */
};

static void write_page(const Page *page, Writer *out)
{
    write_format(out, "# %s: %s\n\n", page->name, page->title);
    if (page->path)
        write_format(out, "File: `%s`.\n\n", page->path);
    page->write(out);
}

bool reference_describe(Text name, Writer *out)
{
    const Sheet *found = sheet_of_path(name);
    for (const Sheet *const *sheet = all_sheets; *sheet && !found; sheet++)
        if (text_equal(name, sheet_name(*sheet)))
            found = *sheet;
    if (found) {
        write_sheet(found, out);
        return true;
    }
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        if (text_is(name, pages[i].name) && pages[i].write) {
            write_page(&pages[i], out);
            return true;
        }
    if (!text_is(name, "project"))
        return false;
    reference_index(out);
    return true;
}

void reference_list(Writer *out)
{
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++) {
        const Text name = sheet_name(*sheet);
        write_format(out, "%-14.*s %s\n", (int)name.size, name.at, (*sheet)->title);
    }
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        write_format(out, "%-14s %s\n", pages[i].name, pages[i].title);
}

/* ---- the index ---- */

static void write_folders(Writer *out)
{
    write_format(out, "| files | contents |\n|---|---|\n");
    for (NameKind kind = 0; kind < NAME_SLOT; kind++)
        write_format(out, "| `%s/*%s` | %s |\n", file_kind(kind)->folder,
                     file_kind(kind)->suffix, file_kind(kind)->word);
    for (size_t i = 0; i < CATEGORIES; i++)
        write_format(out, "| `%s/*%s` | %s |\n", category_folders[i],
                     file_kind(NAME_SPRITE + i)->suffix, file_kind(NAME_SPRITE + i)->word);
}

void reference_index(Writer *out)
{
    write_format(
        out,
        "# The files of a project\n\n"
        "A project is a folder of text files, images, sounds and maps. `oisin formats NAME` "
        "prints each of these pages; `oisin formats --project` lists them.\n\n"
        "| page | file | contents |\n|---|---|---|\n");
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++) {
        const Text name = sheet_name(*sheet);
        write_format(out, "| [%.*s](%.*s.md) | `", (int)name.size, name.at, (int)name.size,
                     name.at);
        write_path(*sheet, "NAME", out);
        write_format(out, "` | %s |\n", (*sheet)->title);
    }
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        write_format(out, "| [%s](%s.md) | %s%s%s | %s |\n", pages[i].name, pages[i].name,
                     pages[i].path ? "`" : "", pages[i].path ? pages[i].path : "",
                     pages[i].path ? "`" : "", pages[i].title);
    write_format(
        out,
        "\n## Rules for all text files\n\n"
        "- The first line says what the file is. Encoding: UTF-8. Lines end with LF or CRLF.\n"
        "- Words are separated by blanks; a blank at the start of a line has no meaning. A "
        "text "
        "extends to the end of its line.\n"
        "- `-` means none, wherever a name is optional.\n"
        "- A file is named by its name without folder and suffix: `goblin` is "
        "`npcs/goblin.npc`. "
        "Names have 1 to 200 letters, digits, `_` and `.`; those of attributes at least two.\n"
        "- Lines with a fixed place come first. The others begin with a letter, and may be in "
        "any "
        "order.\n"
        "- Times are in 1/100 s, unless something else is stated.\n"
        "- Files with texts that players see are translated by `lang/*.po`.\n"
        "- `oisin check` reports every mistake with file, line and column.\n\n"
        "## Folders\n\n");
    write_folders(out);
}
