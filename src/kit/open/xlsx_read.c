/* Reader of spreadsheets: the files xl/workbook.xml, its relations, the texts that sheets
 * share, and the sheets (ECMA-376, part 1, SpreadsheetML). */
#include "kit/open/xlsx.h"

#include "base/text.h"
#include "kit/open/xlsx_parts.h"

#include <ctype.h>
#include <expat.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* CHUNK: bytes that are given to expat at once, whose sizes are int. */
enum { CHUNK = 1 << 20, CELLS_MAX = CSV_CELLS_MAX, SHEETS_MAX = 1024 };

typedef struct Relation {
    Text id, type, target;
} Relation;

/* A sheet as the workbook lists it. */
typedef struct Listed {
    Text name, relation;
} Listed;

typedef struct Book {
    XlsxParts parts;
    Relation *relations;
    size_t relation_count;
    Listed *listed;
    size_t listed_count;
    Text *texts; /* that sheets share */
    size_t text_count, cell_count;
    Arena *arena;
    Report *report;
} Book;

/* Of one file. */
typedef struct Reading {
    XML_Parser parser;
    Book *book;
    void (*on_start)(struct Reading *reading, const char *name, const char **attributes);
    void (*on_end)(struct Reading *reading, const char *name);
    Writer content; /* the text of the cell or of the shared text */
    bool in_text, failed;
    Text noted;        /* the encoding; NULL: none */
    unsigned readings; /* depth in texts that tell how another is read */
    /* Of a sheet: */
    Csv table;
    CsvRow row;
    uint32_t line, column; /* of the cell, from 0; of the last one */
    size_t width;
    char type; /* of the cell: n number, s shared, i its own text, b truth value, e error */
    Report report;
} Reading;

static bool fail(Reading *reading, const char *format, ...) PRINTF_LIKE(2, 3);
/* Only the first error is reported: handlers may still be called until the parser stops. */
static bool fail(Reading *reading, const char *format, ...)
{
    char what[300];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    const SourcePosition place = {
        .line = (uint32_t)XML_GetCurrentLineNumber(reading->parser),
        .column = (uint32_t)XML_GetCurrentColumnNumber(reading->parser) + 1};
    if (!reading->failed)
        report_error_at(&reading->report, place, "%s", what);
    reading->failed = true;
    XML_StopParser(reading->parser, XML_FALSE);
    return false;
}

/* Names may have a prefix: x:row. */
static const char *local(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

/* Valid until the element's function returns. */
static Text attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (!strcmp(local(attributes[0]), name))
            return text_of(attributes[1]);
    return TEXT("");
}

static Text kept_attribute(const Reading *reading, const char **attributes, const char *name)
{
    return arena_text(reading->book->arena, attribute(attributes, name));
}

/* ---- workbook and relations ---- */

/* "id" is the relation (r:id); the sheet's own number is "sheetId". */
static void workbook_start(Reading *reading, const char *name, const char **attributes)
{
    Book *book = reading->book;
    if (strcmp(name, "sheet") != 0)
        return;
    if (book->listed_count == SHEETS_MAX)
        fail(reading, "more than %d sheets", SHEETS_MAX);
    else
        *ARENA_PUSH(book->arena, book->listed, book->listed_count) =
            (Listed){kept_attribute(reading, attributes, "name"),
                     kept_attribute(reading, attributes, "id")};
}

static void relation_start(Reading *reading, const char *name, const char **attributes)
{
    Book *book = reading->book;
    if (!strcmp(name, "Relationship"))
        *ARENA_PUSH(book->arena, book->relations, book->relation_count) =
            (Relation){kept_attribute(reading, attributes, "Id"),
                       kept_attribute(reading, attributes, "Type"),
                       kept_attribute(reading, attributes, "Target")};
}

/* ---- texts ---- */

/* A shared text consists of pieces of different styles; rPh is how it is read aloud. */
static void text_start(Reading *reading, const char *name)
{
    reading->readings += !strcmp(name, "rPh");
    reading->in_text = !strcmp(name, "t") && !reading->readings;
}

static void text_end(Reading *reading, const char *name)
{
    reading->readings -= reading->readings && !strcmp(name, "rPh");
    reading->in_text = false;
}

/* Characters that XML does not allow are written as _xHHHH_. */
static Text text_taken(const Reading *reading)
{
    const Text text = writer_text(&reading->content);
    Writer out = writer_to(reading->book->arena);
    size_t at;
    if (!text_find(text, '_', &at))
        return arena_text(reading->book->arena, text);
    for (size_t i = 0; i < text.size; i++) {
        char character[4];
        uint32_t code;
        const Text rest = text_slice(text, i, text.size);
        if (!text_starts(rest, "_x") || rest.size < 7 || rest.at[6] != '_' ||
            !text_hex(text_slice(rest, 2, 6), 4, &code) || !code ||
            (code >= 0xD800 && code < 0xE000)) {
            write_u8(&out, (uint8_t)text.at[i]);
            continue;
        }
        write_text(&out, (Text){character, utf8_put(character, code)});
        i += strlen("_xHHHH_") - 1;
    }
    return writer_text(&out);
}

/* An item "si" collects the text of all its pieces; only its end stores them. */
static void shared_start(Reading *reading, const char *name, const char **attributes)
{
    (void)attributes;
    text_start(reading, name);
    if (!strcmp(name, "si"))
        reading->content.size = 0;
}

static void shared_end(Reading *reading, const char *name)
{
    Book *book = reading->book;
    text_end(reading, name);
    if (strcmp(name, "si") != 0)
        return;
    if (book->text_count == CELLS_MAX)
        fail(reading, "more than %d texts", CELLS_MAX);
    else
        *ARENA_PUSH(book->arena, book->texts, book->text_count) = text_taken(reading);
}

/* ---- sheets ---- */

/* The row and column of "AB12", from 0; a cell without its place follows the last one. */
static bool take_place(Reading *reading, Text place)
{
    uint32_t column = 0;
    size_t at = 0;
    int64_t row;
    reading->column++;
    if (!place.size)
        return reading->column < XLSX_COLUMNS_MAX || fail(reading, "too many columns");
    for (; at < place.size && at < 3 && isupper((unsigned char)place.at[at]); at++)
        column = column * 26 + (uint32_t)(place.at[at] - 'A') + 1;
    if (!text_number(text_slice(place, at, place.size), 1, XLSX_ROWS_MAX, &row) || !column ||
        column > XLSX_COLUMNS_MAX)
        return fail(reading, "%.*s is not the name of a cell", (int)place.size, place.at);
    if ((uint32_t)row != reading->line || column - 1 < reading->column)
        return fail(reading, "cell %.*s is not in its order", (int)place.size, place.at);
    reading->column = column - 1;
    return true;
}

/* Rows may be omitted but not repeated. Without a number, a row follows the last one. */
static void row_start(Reading *reading, Text number)
{
    int64_t line = (int64_t)reading->line + 1;
    if (number.size && !text_number(number, line, XLSX_ROWS_MAX, &line))
        fail(reading, "row %.*s is not in its order", (int)number.size, number.at);
    reading->line = (uint32_t)line;
    reading->column = UINT32_MAX; /* before the first */
    reading->row = (CsvRow){.line = reading->line};
}

/* Types differ in their first letter, except "str" and "inlineStr", which have own texts. */
static void cell_start(Reading *reading, const char **attributes)
{
    const Text type = attribute(attributes, "t");
    reading->type = text_is(type, "inlineStr") || text_is(type, "str") ? 'i'
                    : type.size                                        ? type.at[0]
                                                                       : 'n';
    reading->content.size = 0;
    take_place(reading, attribute(attributes, "r"));
}

static void sheet_start(Reading *reading, const char *name, const char **attributes)
{
    text_start(reading, name);
    reading->in_text = reading->in_text || !strcmp(name, "v");
    if (!strcmp(name, "row"))
        row_start(reading, attribute(attributes, "r"));
    else if (!strcmp(name, "c"))
        cell_start(reading, attributes);
}

/* Numbers keep their spelling; the error value of a formula is rejected. */
static bool cell_text(Reading *reading, Text *out)
{
    const Text text = writer_text(&reading->content);
    int64_t index;
    if (reading->type == 's') {
        if (!text_number(text, 0, (int64_t)reading->book->text_count - 1, &index))
            return fail(reading, "there is no shared text %.*s", (int)text.size, text.at);
        *out = reading->book->texts[index];
        return true;
    }
    if (reading->type == 'e')
        return fail(reading, "a formula has the error %.*s", (int)text.size, text.at);
    *out = reading->type == 'i' ? text_taken(reading) : arena_text(reading->book->arena, text);
    return true;
}

static CsvCell *push_cell(Reading *reading)
{
    CsvCell *cell = ARENA_PUSH(reading->book->arena, reading->row.cells, reading->row.count);
    *cell = (CsvCell){.at = (uint32_t)reading->row.count - 1, .line = reading->line};
    return cell;
}

/* Empty cells are kept only before others: a row may have a style to its end. */
static void cell_end(Reading *reading)
{
    Text text = TEXT("");
    if (!reading->content.size || !cell_text(reading, &text) || !text.size)
        return;
    reading->book->cell_count += reading->column + 1 - reading->row.count;
    if (reading->book->cell_count > CELLS_MAX) {
        fail(reading, "more than %d cells", CELLS_MAX);
        return;
    }
    while (reading->row.count < reading->column)
        push_cell(reading);
    push_cell(reading)->text = text;
}

/* Rows without content are omitted: the line number of each row is kept. */
static void sheet_end(Reading *reading, const char *name)
{
    text_end(reading, name);
    if (!strcmp(name, "c"))
        cell_end(reading);
    if (strcmp(name, "row") != 0 || !reading->row.count)
        return;
    if (reading->row.count > reading->width)
        reading->width = reading->row.count;
    *ARENA_PUSH(reading->book->arena, reading->table.rows, reading->table.count) = reading->row;
}

/* All rows get the cells of the widest. */
static bool fill_rows(Reading *reading)
{
    Csv *table = &reading->table;
    size_t cells = 0; /* those of rows that have cells are counted */
    for (size_t i = 0; i < table->count; i++)
        cells += reading->width - table->rows[i].count;
    reading->book->cell_count += cells;
    if (reading->book->cell_count > CELLS_MAX)
        return report_error(&reading->report, "more than %d cells", CELLS_MAX);
    for (size_t i = 0; i < table->count; i++) {
        reading->row = table->rows[i];
        reading->line = reading->row.line;
        while (reading->row.count < reading->width)
            push_cell(reading);
        table->rows[i] = reading->row;
    }
    return true;
}

/* ---- files ---- */

static void XMLCALL on_start(void *context, const char *name, const char **attributes)
{
    Reading *reading = context;
    if (!reading->failed)
        reading->on_start(reading, local(name), attributes);
}

static void XMLCALL on_end(void *context, const char *name)
{
    Reading *reading = context;
    if (!reading->failed && reading->on_end)
        reading->on_end(reading, local(name));
}

static void XMLCALL on_text(void *context, const char *text, int size)
{
    Reading *reading = context;
    if (!reading->failed && reading->in_text)
        write_text(&reading->content, (Text){text, (size_t)size});
}

/* Entities of a DOCTYPE could expand without limit, and a spreadsheet needs none. */
static void XMLCALL on_doctype(void *context, const char *name, const char *system,
                               const char *identifier, int internal)
{
    (void)name, (void)system, (void)identifier, (void)internal;
    fail(context, "a spreadsheet must not have a DOCTYPE");
}

static void free_parser(void *parser) { XML_ParserFree(parser); }

/* The parser is owned by the arena, so that it is freed if an allocation fails in a handler.
 * At least one call is made, so that an empty part is an error. */
static bool read_xml(Reading *reading, Bytes file)
{
    size_t at = 0;
    XML_Parser parser = reading->parser = XML_ParserCreate(NULL);
    if (!parser)
        return report_error(&reading->report, "out of memory");
    arena_own(reading->book->arena, free_parser, parser);
    XML_SetUserData(parser, reading);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetStartDoctypeDeclHandler(parser, on_doctype);
    do {
        const size_t size = file.size - at < CHUNK ? file.size - at : CHUNK;
        if (XML_Parse(parser, (const char *)file.data + at, (int)size,
                      at + size == file.size) != XML_STATUS_OK)
            fail(reading, "not well-formed XML: %s", XML_ErrorString(XML_GetErrorCode(parser)));
        at += size;
    } while (at < file.size && !reading->failed);
    arena_release(reading->book->arena, parser);
    return !reading->failed;
}

/* With `optional`, a part may be missing, but must not be damaged. */
static bool read_part(Reading *reading, Book *book, Text name, bool optional)
{
    Bytes file;
    const size_t before = book->report->errors;
    reading->book = book;
    reading->content = writer_to(book->arena);
    reading->report = report_part(book->report, name, book->arena);
    if (xlsx_part(&book->parts, name, optional, &file, book->arena, book->report))
        return read_xml(reading, file);
    return optional && book->report->errors == before;
}

/* Targets are relative to the workbook's folder, or begin with a slash. */
static Text part_name(const Relation *relation, Arena *arena)
{
    const Text target = relation->target;
    return text_starts(target, "/")
               ? text_slice(target, 1, target.size)
               : arena_format(arena, "xl/%.*s", (int)target.size, target.at);
}

/* Only the end is compared: strict and transitional files have different prefixes. */
static bool is_type(const Relation *relation, const char *type)
{
    const size_t size = strlen(type);
    const Text text = relation->type;
    return text.size >= size && text_is(text_slice(text, text.size - size, text.size), type);
}

static bool read_sheet(Book *book, const Listed *listed, const Relation *relation,
                       XlsxSheets *out)
{
    Reading reading = {.on_start = sheet_start, .on_end = sheet_end};
    if (!read_part(&reading, book, part_name(relation, book->arena), false) ||
        !fill_rows(&reading))
        return false;
    if (reading.table.count)
        *ARENA_PUSH(book->arena, out->items, out->count) =
            (XlsxSheet){.name = listed->name, .table = reading.table};
    return true;
}

/* Sheets without cells and charts are omitted. */
static bool read_sheets(Book *book, XlsxSheets *out)
{
    for (size_t i = 0; i < book->listed_count; i++)
        for (size_t j = 0; j < book->relation_count; j++)
            if (text_equal(book->listed[i].relation, book->relations[j].id) &&
                is_type(&book->relations[j], "/worksheet") &&
                !read_sheet(book, &book->listed[i], &book->relations[j], out))
                return false;
    return true;
}

/* Before the sheets, whose cells refer to these texts by number. */
static bool read_shared(Book *book)
{
    Reading reading = {.on_start = shared_start, .on_end = shared_end};
    for (size_t i = 0; i < book->relation_count; i++)
        if (is_type(&book->relations[i], "/sharedStrings"))
            return read_part(&reading, book, part_name(&book->relations[i], book->arena), true);
    return true;
}

/* ---- properties of the document ---- */

/* The value is a child element, so `in_text` lasts until the property ends. */
static void property_start(Reading *reading, const char *name, const char **attributes)
{
    if (!strcmp(name, "property")) {
        reading->in_text = text_is(attribute(attributes, "name"), "encoding");
        reading->content.size = 0;
    }
}

static void property_end(Reading *reading, const char *name)
{
    if (!strcmp(name, "property") && reading->in_text)
        reading->noted = arena_text(reading->book->arena, writer_text(&reading->content));
    reading->in_text = reading->in_text && strcmp(name, "property") != 0;
}

static bool read_encoding(Book *book, Text *out)
{
    Reading reading = {.on_start = property_start, .on_end = property_end};
    const bool ok = read_part(&reading, book, TEXT("docProps/custom.xml"), true);
    *out = reading.noted;
    return ok;
}

bool xlsx_read(Bytes file, XlsxSheets *out, Arena *arena, Report *report)
{
    Book book = {.arena = arena, .report = report};
    Reading workbook = {.on_start = workbook_start}, relations = {.on_start = relation_start};
    *out = (XlsxSheets){0};
    if (!xlsx_parts_open(file, &book.parts, arena, report))
        return false;
    const bool ok = read_part(&workbook, &book, TEXT("xl/workbook.xml"), false) &&
                    read_part(&relations, &book, TEXT("xl/_rels/workbook.xml.rels"), false) &&
                    read_shared(&book) && read_sheets(&book, out) &&
                    read_encoding(&book, &out->encoding);
    arena_release(arena, book.parts.zip);
    return ok;
}
