/* Writes spreadsheets through libxlsxwriter. Parts, in order: cells; the file. All cells are
 * prepared first, since the library leaks its book if an allocation jumps out while it exists.
 * It writes only to named files, hence a temporary one. */
#include "kit/open/xlsx.h"

#include "base/lazy_library.h"
#include "base/scratch_file.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xlsxwriter.h>

#define LIBXLSXWRITER(FUNCTION)                                                                \
    FUNCTION(format_set_bold)                                                                  \
    FUNCTION(format_set_num_format)                                                            \
    FUNCTION(lxw_strerror)                                                                     \
    FUNCTION(workbook_add_format)                                                              \
    FUNCTION(workbook_add_worksheet) FUNCTION(workbook_close) FUNCTION(workbook_new)           \
        FUNCTION(workbook_set_custom_property_string) FUNCTION(workbook_set_properties) FUNCTION(worksheet_freeze_panes)                     \
            FUNCTION(worksheet_set_column) FUNCTION(worksheet_write_number)                    \
                FUNCTION(worksheet_write_string)
LAZY_FUNCTIONS(libxlsxwriter, LIBXLSXWRITER);

enum { COLUMN_WIDTH = 14 };

typedef struct Cell {
    uint32_t row, column;
    const char *text; /* NULL: a number */
    double number;
} Cell;

typedef struct Page {
    const char *name;
    Cell *cells;
    size_t count, width;
    const XlsxSheet *sheet;
} Page;

typedef struct Styles {
    lxw_format *text, *title;
} Styles;

/* ---- cells ---- */

/* Excel writes characters of UTF-16 as _xHHHH_, and a text that looks so with _x005F_. */
static const char *escaped(Text text, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < text.size; i++) {
        uint32_t code;
        const Text rest = text_slice(text, i, text.size);
        if (text_starts(rest, "_x") && rest.size > 6 && rest.at[6] == '_' &&
            text_hex(text_slice(rest, 2, 6), 4, &code))
            write_text(&out, TEXT("_x005F"));
        if (text_starts(rest, "\xEF\xBF\xBE") || text_starts(rest, "\xEF\xBF\xBF")) {
            write_format(&out, "_x%X_", text.at[i + 2] == '\xBE' ? 0xFFFE : 0xFFFF);
            i += 2; /* XML does not have them */
        } else {
            write_u8(&out, (uint8_t)text.at[i]);
        }
    }
    write_u8(&out, 0);
    return (const char *)out.data;
}

/* A number that keeps its value: the library writes 16 digits. */
static bool is_number(Text text, double *out)
{
    char copy[FLOAT_DIGITS];
    char *end;
    float single;
    if (!text.size || text.size >= sizeof copy || !text_to_float(text, &single))
        return false;
    memcpy(copy, text.at, text.size);
    copy[text.size] = 0;
    *out = strtod(copy, &end);
    return !*end;
}

/* Excel's limit counts characters, not bytes. */
static bool cell_check(const Cell *cell, Text text, Report *report)
{
    size_t characters = 0;
    for (size_t at = 0; at < text.size; characters++)
        utf8_next(text, &at);
    return characters <= XLSX_TEXT_MAX ||
           report_error_at(report, (SourcePosition){cell->row + 1, cell->column + 1, TEXT("")},
                           "%zu characters; a cell of a spreadsheet has at most %d", characters,
                           XLSX_TEXT_MAX);
}

/* Empty cells are not written. The first `head` rows are texts, whatever they contain. */
static bool page_row(Page *page, size_t row, size_t head, Arena *arena, Report *report)
{
    const XlsxSheet *sheet = page->sheet;
    const CsvRow *cells = &sheet->table.rows[row];
    page->width = cells->count > page->width ? cells->count : page->width;
    if (cells->count > XLSX_COLUMNS_MAX || row >= XLSX_ROWS_MAX)
        return report_error_at(report, (SourcePosition){(uint32_t)row + 1, 1, TEXT("")},
                               "a spreadsheet has at most %d columns and %d rows",
                               XLSX_COLUMNS_MAX, XLSX_ROWS_MAX);
    for (size_t i = 0; i < cells->count; i++) {
        const bool text = row < head || i >= sheet->text_count || sheet->texts[i];
        Cell cell = {.row = (uint32_t)row, .column = (uint32_t)i};
        if (!cells->cells[i].text.size)
            continue;
        if (!cell_check(&cell, cells->cells[i].text, report))
            return false;
        if (text || !is_number(cells->cells[i].text, &cell.number))
            cell.text = escaped(cells->cells[i].text, arena);
        *ARENA_PUSH(arena, page->cells, page->count) = cell;
    }
    return true;
}

/* Problems are reported with the name of the sheet. */
static bool page_fill(Page *page, const XlsxSheet *sheet, size_t head, Arena *arena,
                      Report *report)
{
    Report about = report_part(report, sheet->name, arena);
    *page = (Page){.name = arena_text(arena, sheet->name).at, .sheet = sheet};
    for (size_t i = 0; i < sheet->table.count; i++)
        if (!page_row(page, i, head, arena, &about))
            return false;
    return true;
}

/* ---- the file ---- */

/* Cells are written in the order of rows. */
static lxw_error write_page(lxw_workbook *book, const Page *page, const Styles *styles,
                            size_t head)
{
    lxw_worksheet *to = libxlsxwriter.workbook_add_worksheet(book, page->name);
    lxw_error error = to ? LXW_NO_ERROR : LXW_ERROR_SHEETNAME_ALREADY_USED;
    for (size_t i = 0; !error && i < page->width; i++) {
        const bool text = i < page->sheet->text_count && page->sheet->texts[i];
        error = libxlsxwriter.worksheet_set_column(to, (lxw_col_t)i, (lxw_col_t)i, COLUMN_WIDTH,
                                                   text ? styles->text : NULL);
    }
    for (size_t i = 0; !error && i < page->count; i++) {
        const Cell *cell = &page->cells[i];
        const lxw_col_t column = (lxw_col_t)cell->column;
        error = cell->text ? libxlsxwriter.worksheet_write_string(
                                 to, cell->row, column, cell->text,
                                 cell->row < head ? styles->title : styles->text)
                           : libxlsxwriter.worksheet_write_number(to, cell->row, column,
                                                                  cell->number, NULL);
    }
    if (!error && head)
        libxlsxwriter.worksheet_freeze_panes(to, (lxw_row_t)head, 0);
    return error;
}

/* "@" marks a cell as text, so that spreadsheets do not change it. */
static Styles styles_of(lxw_workbook *book)
{
    const Styles styles = {libxlsxwriter.workbook_add_format(book),
                           libxlsxwriter.workbook_add_format(book)};
    libxlsxwriter.format_set_num_format(styles.text, "@");
    libxlsxwriter.format_set_num_format(styles.title, "@");
    libxlsxwriter.format_set_bold(styles.title);
    return styles;
}

/* Nothing is allocated in an arena while the library holds its book. */
static bool write_pages(const char *path, const Page *pages, size_t count, const char *encoding,
                        size_t head, Report *report)
{
    enum { NEW_YEAR_1980 = 315532800 }; /* the first day of zip files */
    lxw_doc_properties properties = {.created = NEW_YEAR_1980};
    lxw_workbook *book = libxlsxwriter.workbook_new(path);
    if (!book)
        return report_error(report, "out of memory");
    lxw_error error = libxlsxwriter.workbook_set_properties(book, &properties);
    const Styles styles = styles_of(book);
    if (!error && *encoding)
        error = libxlsxwriter.workbook_set_custom_property_string(book, "encoding", encoding);
    for (size_t i = 0; !error && i < count; i++)
        error = write_page(book, &pages[i], &styles, head);
    const lxw_error closed = libxlsxwriter.workbook_close(book);
    error = error ? error : closed;
    return !error || report_error(report, "cannot write the spreadsheet: %s",
                                  libxlsxwriter.lxw_strerror(error));
}

/* The library is loaded only after all cells were found valid. */
bool xlsx_write(const XlsxSheets *sheets, size_t head, Bytes *out, Arena *arena, Report *report)
{
    Page *pages = ARENA_ALLOC(arena, Page, sheets->count);
    for (size_t i = 0; i < sheets->count; i++)
        if (!page_fill(&pages[i], &sheets->items[i], head, arena, report))
            return false;
    if (!LAZY_LOAD(libxlsxwriter, report))
        return false;
    const char *path = scratch_file(arena, report);
    if (!path)
        return false;
    const char *encoding = arena_text(arena, sheets->encoding).at;
    const bool ok = write_pages(path, pages, sheets->count, encoding, head, report) &&
                    scratch_file_read(path, out, arena, report);
    arena_release(arena, path);
    return ok;
}
