/* Parts, in order: positions for messages; parsing; writing. Cells are slices of the file; only
 * those with doubled quotes are copied. Line numbers are counted, columns only for a
 * message. */
#include "kit/open/csv.h"

#include "base/text.h"

typedef struct Parse {
    Text file;
    char separator;
    size_t at;
    uint32_t line;
    CsvCell *cells; /* of the whole file */
    size_t cell_count, cells_max;
    Arena *arena;
    Report *report;
} Parse;

/* Without a file (a sheet of a workbook), `at` is the number of the column. A byte order
 * mark is not counted. */
static SourcePosition position_of(Text file, size_t at, uint32_t line)
{
    size_t from = at, to = at;
    uint32_t column = 1;
    if (!file.at)
        return (SourcePosition){line, (uint32_t)at + 1, TEXT("")};
    while (from && file.at[from - 1] != '\n')
        from--;
    if (text_starts(text_slice(file, from, file.size), "\xEF\xBB\xBF") && from == 0)
        from = 3;
    while (to < file.size && file.at[to] != '\n' && file.at[to] != '\r')
        to++;
    for (size_t i = from; i < at; column++)
        utf8_next(file, &i);
    return (SourcePosition){line, column, text_slice(file, from, to > from ? to : from)};
}

SourcePosition csv_cell_position(const Csv *csv, const CsvCell *cell)
{
    return position_of(csv->file, cell->at, cell->line);
}

SourcePosition csv_row_position(const Csv *csv, const CsvRow *row)
{
    return position_of(csv->file, row->at, row->line);
}

bool csv_row_is_blank(const CsvRow *row)
{
    for (size_t i = 0; i < row->count; i++)
        if (row->cells[i].text.size)
            return false;
    return true;
}

static bool fail(const Parse *parse, size_t at, uint32_t line, const char *what)
{
    return report_error_at(parse->report, position_of(parse->file, at, line), "%s", what);
}

/* The end of the file counts as the end of a line. */
static char peek(const Parse *parse)
{
    return parse->at < parse->file.size ? parse->file.at[parse->at] : '\n';
}

/* LF or CR LF; a CR alone is an error in take_plain(). */
static bool at_line_end(const Parse *parse)
{
    return peek(parse) == '\n' || (peek(parse) == '\r' && parse->at + 1 < parse->file.size &&
                                   parse->file.at[parse->at + 1] == '\n');
}

/* Removes the second quote of each pair. The text is not copied if there is none. */
static Text without_doubles(Text text, size_t doubles, Arena *arena)
{
    if (!doubles)
        return text;
    char *out = arena_alloc_raw(arena, text.size - doubles, 1);
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++) {
        out[size++] = text.at[i];
        i += text.at[i] == '"';
    }
    return (Text){out, size};
}

/* Parses from the opening quote to after the closing quote. */
static bool take_quoted(Parse *parse, CsvCell *cell)
{
    const size_t from = ++parse->at;
    size_t doubles = 0;
    for (;; parse->at++) {
        if (parse->at == parse->file.size)
            return fail(parse, cell->at, cell->line, "this quote is not closed");
        const char c = parse->file.at[parse->at];
        parse->line += c == '\n';
        if (c != '"')
            continue;
        if (parse->at + 1 == parse->file.size || parse->file.at[parse->at + 1] != '"')
            break;
        doubles++;
        parse->at++;
    }
    cell->text =
        without_doubles(text_slice(parse->file, from, parse->at++), doubles, parse->arena);
    return peek(parse) == parse->separator || at_line_end(parse) ||
           fail(parse, parse->at, parse->line,
                parse->separator == ','   ? "expected a comma after a quoted cell"
                : parse->separator == ';' ? "expected a semicolon after a quoted cell"
                                          : "expected a tab after a quoted cell");
}

/* Strict: a quote within a cell would be read differently by other programs. */
static bool take_plain(Parse *parse, CsvCell *cell)
{
    while (peek(parse) != parse->separator && !at_line_end(parse)) {
        if (peek(parse) == '"')
            return fail(parse, parse->at, parse->line,
                        "a cell with a quote must be quoted, with the quote doubled");
        if (peek(parse) == '\r')
            return fail(parse, parse->at, parse->line, "a CR without its LF");
        parse->at++;
    }
    cell->text = text_slice(parse->file, cell->at, parse->at);
    return true;
}

/* An empty line is a row without cells. A separator at the end of a line is followed by an
 * empty cell. */
static bool take_row(Parse *parse, CsvRow *row)
{
    *row = (CsvRow){parse->cells + parse->cell_count, 0, (uint32_t)parse->at, parse->line};
    while (row->count || !at_line_end(parse)) {
        if (parse->cell_count == parse->cells_max)
            return fail(parse, parse->at, parse->line, "too many cells");
        CsvCell *cell = &parse->cells[parse->cell_count++];
        *cell = (CsvCell){.at = (uint32_t)parse->at, .line = parse->line};
        row->count++;
        if (!(peek(parse) == '"' ? take_quoted(parse, cell) : take_plain(parse, cell)))
            return false;
        if (peek(parse) != parse->separator)
            break;
        parse->at++;
    }
    parse->at += peek(parse) == '\r';
    parse->at += parse->at < parse->file.size;
    parse->line++;
    return true;
}

/* Checked once for the file, so that utf8_next() can be used for columns. */
static bool check_utf8(const Parse *parse)
{
    const size_t bad = utf8_invalid(parse->file);
    uint32_t line = 1;
    if (bad == parse->file.size)
        return true;
    for (size_t i = 0; i < bad; i++)
        line += parse->file.at[i] == '\n';
    return fail(parse, bad, line, "this is not UTF-8");
}

bool csv_read(Bytes file, Csv *out, Arena *arena, Report *report)
{
    return csv_read_separated(file, ',', out, arena, report);
}

bool csv_read_separated(Bytes file, char separator, Csv *out, Arena *arena, Report *report)
{
    Parse parse = {
        .file = text_of_bytes(file), .separator = separator, .line = 1, .arena = arena};
    size_t commas = 0, lines = 0;
    parse.report = report;
    *out = (Csv){.file = parse.file};
    if (file.size >= UINT32_MAX)
        return report_error(report, "the table has 4 GB or more; the maximum is 4 GB - 1 byte");
    if (!check_utf8(&parse))
        return false;
    for (size_t i = 0; i < file.size; i++) {
        commas += file.data[i] == (uint8_t)separator;
        lines += file.data[i] == '\n';
    }
    /* Each row has one cell more than commas, which limits the memory before it is allocated.
     */
    parse.cells_max = commas + lines + 1;
    if (parse.cells_max > CSV_CELLS_MAX)
        parse.cells_max = CSV_CELLS_MAX;
    if (lines >= CSV_CELLS_MAX)
        return report_error(report, "the table has %zu lines; the maximum is %d", lines,
                            CSV_CELLS_MAX);
    parse.cells = arena_alloc_raw(arena, parse.cells_max, sizeof *parse.cells);
    out->rows = arena_alloc_raw(arena, lines + 1, sizeof *out->rows);
    if (text_starts(parse.file, "\xEF\xBB\xBF"))
        parse.at = 3;
    while (parse.at < file.size)
        if (!take_row(&parse, &out->rows[out->count++]))
            return false;
    return true;
}

CsvWriter csv_to(Writer *out) { return (CsvWriter){.out = out}; }

/* An empty first cell is quoted only if the row ends with it: see csv_end_row(). */
void csv_put(CsvWriter *csv, Text cell)
{
    bool quotes = false;
    for (size_t i = 0; i < cell.size && !quotes; i++)
        quotes =
            cell.at[i] == ',' || cell.at[i] == '"' || cell.at[i] == '\r' || cell.at[i] == '\n';
    /* In the first cell of a file it would be read as a byte order mark. */
    quotes = quotes || text_starts(cell, "\xEF\xBB\xBF");
    if (csv->cells)
        write_u8(csv->out, ',');
    csv->empty_cell = !csv->cells && !cell.size;
    csv->cells++;
    if (!quotes) {
        write_text(csv->out, cell);
        return;
    }
    write_u8(csv->out, '"');
    for (size_t i = 0; i < cell.size; i++) {
        if (cell.at[i] == '"')
            write_u8(csv->out, '"');
        write_u8(csv->out, (uint8_t)cell.at[i]);
    }
    write_u8(csv->out, '"');
}

void csv_put_format(CsvWriter *csv, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text text = arena_vformat(csv->out->arena, format, arguments);
    va_end(arguments);
    csv_put(csv, text);
}

/* A row with a single empty cell is written as "", since an empty line has no cells. */
void csv_end_row(CsvWriter *csv)
{
    if (csv->empty_cell)
        write_text(csv->out, TEXT("\"\""));
    write_text(csv->out, TEXT("\r\n"));
    *csv = (CsvWriter){.out = csv->out};
}
