/* Conversion of CSV to databases: see db_csv_cells.h. */
#include "evil_islands/tables/db_csv_cells.h"

#include "base/path.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

typedef struct Parse {
    Csv csv;
    DbGroup *groups[DB_GROUPS_MAX]; /* by id */
    DbCells cells;
    const CsvRow *titles;
    size_t first_row; /* first row below the titles */
    size_t repeated;  /* cells up to the last duplicate title */
    Writer field;
    Arena *arena;
    Report *report;
} Parse;

/* ---- titles ---- */

/* Parses a number at the start of a text. */
static bool take_digits(Text *text, unsigned most, unsigned *out)
{
    *out = 0;
    size_t size = 0;
    while (size < text->size && size < 4 && isdigit((unsigned char)text->at[size]))
        *out = *out * 10 + (unsigned)(text->at[size++] - '0');
    *text = text_slice(*text, size, text->size);
    return size && *out <= most;
}

/* Parses FLDx-y or RAWx. */
static bool title_parse(Text text, bool *raw, unsigned *id, unsigned *element)
{
    *raw = text_starts(text, "RAW");
    *element = 0;
    if (!*raw && !text_starts(text, "FLD"))
        return false;
    text = text_slice(text, 3, text.size);
    if (!take_digits(&text, UINT8_MAX, id))
        return false;
    if (*raw)
        return !text.size;
    if (!text_starts(text, "-"))
        return false;
    text = text_slice(text, 1, text.size);
    return take_digits(&text, UINT8_MAX, element) && !text.size;
}

/* Editors write a varying number of rows before the titles, so DB_HEAD_ROWS rows are
 * searched. */
static const CsvRow *find_titles(const Parse *parse, size_t *next)
{
    bool raw;
    unsigned id, element;
    for (size_t i = 0; i < parse->csv.count && i < DB_HEAD_ROWS; i++)
        for (size_t j = 0; j < parse->csv.rows[i].count; j++)
            if (title_parse(parse->csv.rows[i].cells[j].text, &raw, &id, &element)) {
                *next = i + 1;
                return &parse->csv.rows[i];
            }
    return NULL;
}

/* The cell of an element in its field; returns false if there is none. */
static bool cell_of_element(const DbColumn *column, unsigned element, size_t *out)
{
    const DbShape shape = column ? db_type(column->letter)->shape : DB_HEX;
    const size_t count = !column             ? 1
                         : shape == DB_HEX   ? DB_RAW_FLOATS_MAX
                         : shape == DB_ARRAY ? DB_ELEMENTS_MAX
                                             : db_csv_cells(column);
    for (*out = 0; *out < count; ++*out)
        if ((column ? db_csv_cell(column, *out).id : 0) == element)
            return true;
    return false;
}

static Text text_in(const CsvRow *row, size_t place)
{
    return place < row->count ? row->cells[place].text : TEXT("");
}

/* Duplicate columns must have equal values. */
static bool take_second(Parse *parse, const CsvCell *title, size_t first, size_t second)
{
    const int size = (int)title->text.size;
    for (size_t i = parse->first_row; i < parse->csv.count; i++) {
        const CsvRow *row = &parse->csv.rows[i];
        if (!text_equal(text_in(row, first), text_in(row, second)))
            return report_error_at(parse->report, csv_row_position(&parse->csv, row),
                                   "duplicate column %.*s, with different values", size,
                                   title->text.at);
    }
    parse->repeated = second + 1;
    report_warning_at(parse->report, csv_cell_position(&parse->csv, title),
                      "duplicate column %.*s", size, title->text.at);
    return true;
}

/* Whether elements are numbered from 1, as some tools do. */
static bool counts_from_one(const Parse *parse, const DbColumn *column)
{
    bool raw;
    unsigned id, element;
    for (size_t i = 0; i < parse->titles->count; i++)
        if (title_parse(parse->titles->cells[i].text, &raw, &id, &element) && !raw &&
            id == column->id && !element)
            return false;
    return db_csv_cell(column, 0).id == 0;
}

/* `groups` are by id and `places` by element; a place is stored plus one, so that 0 means
 * none. */
static bool take_title(Parse *parse, const DbTableRow *row, const CsvCell *cell, size_t place)
{
    const Text text = cell->text;
    bool raw;
    unsigned id, element;
    size_t n;
    const SourcePosition where = csv_cell_position(&parse->csv, cell);
    if (!title_parse(text, &raw, &id, &element))
        return report_error_at(parse->report, where,
                               "\"%.*s\" is not a column name such as FLDx-y", (int)text.size,
                               text.at);
    const DbColumn *column = db_column(row, (uint8_t)id);
    const bool from_one = column && !raw && element && counts_from_one(parse, column);
    element -= from_one;
    if (raw == (column != NULL) || !cell_of_element(column, element, &n))
        return report_error_at(parse->report, where, "table %s has no column %.*s",
                               row ? row->name : "?", (int)text.size, text.at);
    if (from_one)
        report_warning_at(parse->report, where,
                          "%.*s is read as FLD%u-%u, because there is no FLD%u-0",
                          (int)text.size, text.at, id, element, id);
    DbGroup *group = parse->groups[id];
    if (!group) {
        group = parse->groups[id] = ARENA_ALLOC(parse->arena, DbGroup, 1);
        *group = (DbGroup){.id = (uint8_t)id, .column = column};
    }
    if (group->places[n])
        return take_second(parse, cell, group->places[n] - 1, place);
    group->places[n] = (uint32_t)place + 1;
    if (n >= group->count)
        group->count = n + 1;
    return true;
}

/* What stands between the cells: after the first title FLDx-y. */
static char separator_of(Text file)
{
    size_t at = 0;
    while (at + 3 < file.size && !text_starts(text_slice(file, at, file.size), "FLD"))
        at++;
    for (at += 3; at < file.size; at++) {
        const char c = file.at[at];
        if (c == ';' || c == '\t')
            return c;
        if (!isdigit((unsigned char)c) && c != '-' && c != '"')
            break;
    }
    return ',';
}

/* An empty first title marks the form whose lists are separated by commas. */
static bool take_titles(Parse *parse, const DbTableRow *row, size_t *next)
{
    const CsvRow *titles = find_titles(parse, next);
    if (!titles)
        return report_error_at(parse->report, (SourcePosition){1, 1, TEXT("")},
                               "none of the first %d rows has titles FLDx-y", DB_HEAD_ROWS);
    parse->titles = titles;
    parse->cells.commas = !titles->cells[0].text.size && titles->count > 1;
    parse->first_row = *next;
    for (size_t i = 0; i < titles->count; i++)
        if (titles->cells[i].text.size && !take_title(parse, row, &titles->cells[i], i))
            return false;
    for (size_t i = 0; row && i < row->column_count; i++)
        if (!parse->groups[row->columns[i].id])
            report_warning_at(parse->report, csv_row_position(&parse->csv, titles),
                              "there is no column FLD%u-..: no record gets a %s",
                              row->columns[i].id, row->columns[i].name);
    return true;
}

/* ---- rows ---- */

static bool fail(Parse *parse, const CsvRow *row, const DbGroup *group)
{
    const DbCells *cells = &parse->cells;
    const size_t place = group->places[cells->bad];
    return report_error_at(parse->report,
                           place && place <= row->count
                               ? csv_cell_position(&parse->csv, &row->cells[place - 1])
                               : csv_row_position(&parse->csv, row),
                           "%s: %s", group->column ? group->column->name : "RAW", cells->why);
}

/* `field` is reused for all cells, so the value is copied. A field without a value is
 * omitted. */
static bool take_field(Parse *parse, const CsvRow *row, const DbGroup *group, DbRecord *out)
{
    DbCells *cells = &parse->cells;
    DbTaken taken;
    cells->count = group->count;
    for (size_t i = 0; i < group->count; i++) {
        const size_t place = group->places[i];
        cells->there[i] = place;
        cells->texts[i] = place && place <= row->count ? row->cells[place - 1].text : TEXT("");
    }
    /* Nodes are identified by their columns: those after the last title have none. */
    for (size_t i = group->count; i < DB_INNER_MAX; i++)
        cells->there[i] = false;
    parse->field.size = 0;
    cells->out = &parse->field;
    if (!db_cells_take(cells, group->column, &taken))
        return fail(parse, row, group);
    if (taken == DB_VALUE)
        out->fields[out->count++] =
            (DbField){group->id, arena_copy(parse->arena, writer_bytes(&parse->field))};
    return true;
}

/* An unquoted comma shifts all following cells, and an unquoted line end truncates the row.
 * Some spreadsheets omit empty cells at the end of a row, which is equivalent for texts. */
static bool check_width(const Parse *parse, const CsvRow *row, const DbGroup *const *groups,
                        size_t count)
{
    size_t last = parse->repeated;
    bool cut = false;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < groups[i]->count; j++) {
            const size_t place = groups[i]->places[j];
            last = place > last ? place : last;
            cut = cut || (place > row->count &&
                          !(groups[i]->column && db_csv_is_text(groups[i]->column->letter)));
        }
    for (size_t i = last; i < row->count; i++)
        if (row->cells[i].text.size)
            return report_error_at(parse->report,
                                   csv_cell_position(&parse->csv, &row->cells[i]),
                                   "the row has more cells than there are titles");
    return !cut ||
           report_error_at(parse->report, csv_row_position(&parse->csv, row),
                           "the row has only %zu cells, the titles %zu", row->count, last);
}

/* Fields are added in the order of their ids, which is the order of `groups`. */
static bool take_rows(Parse *parse, size_t from, DbTable *out)
{
    const DbGroup *groups[DB_GROUPS_MAX];
    size_t count = 0;
    for (size_t id = 0; id < DB_GROUPS_MAX; id++)
        if (parse->groups[id])
            groups[count++] = parse->groups[id];
    out->records = arena_alloc_raw(parse->arena, parse->csv.count - from, sizeof *out->records);
    for (size_t i = from; i < parse->csv.count; i++) {
        const CsvRow *row = &parse->csv.rows[i];
        if (csv_row_is_blank(row))
            continue;
        if (!check_width(parse, row, groups, count))
            return false;
        DbRecord *record = &out->records[out->count++];
        *record = (DbRecord){arena_alloc_raw(parse->arena, count, sizeof *record->fields), 0};
        for (size_t j = 0; j < count; j++)
            if (!take_field(parse, row, groups[j], record))
                return false;
    }
    return true;
}

/* Reads the cells of a file. */
static bool read_cells(const DbSheet *sheet, Parse *parse)
{
    const char separator = separator_of(text_of_bytes(sheet->bytes));
    parse->cells.decimal_commas = separator != ',';
    if (separator != ',')
        report_note(parse->report, "read with %s between the cells",
                    separator == ';' ? "semicolons" : "tabs");
    return csv_read_separated(sheet->bytes, separator, &parse->csv, parse->arena,
                              parse->report);
}

/* A sheet of a workbook has its cells already; a CSV file is parsed first. */
static bool take_table(const DbSheet *sheet, DbTable *out, Arena *arena, Report *report)
{
    Parse parse = {.field = writer_to(arena), .arena = arena, .report = report};
    size_t from = 0;
    parse.cells.item = writer_to(arena);
    parse.cells.part = writer_to(arena);
    parse.cells.arena = arena;
    if (sheet->table)
        parse.csv = *sheet->table;
    return (sheet->table || read_cells(sheet, &parse)) &&
           take_titles(&parse, out->row, &from) && take_rows(&parse, from, out);
}

/* The names that EIDBEditor gives to tables, and modders' repositories have. */
static const struct {
    const char *name, *word;
} editor_names[] = {{"LeverPrototypes", "levers"},
                    {"BloodPrints", "blood"},
                    {"FootPrints", "foot"},
                    {"FirePrints", "fire"},
                    {"SpellPrototypes", "prototypes"},
                    {"SpellModifiers", "modifiers"},
                    {"S_Spells", "templates"},
                    {"S_Armors", "armor_templates"},
                    {"S_Weapons", "weapon_templates"},
                    {"QuickItems", "quick"},
                    {"QuestItems", "quest"},
                    {"LootItems", "loot"},
                    {"NPC", "npcs"}};

/* A table's own name, "HitLocations", counts as well. */
static bool is_name_of(Text name, const DbTableRow *row)
{
    for (size_t i = 0; i < COUNT_OF(editor_names); i++)
        if (text_is_caseless(name, editor_names[i].name))
            return !strcmp(editor_names[i].word, row->word);
    return text_is_caseless(name, row->word) || text_is_caseless(name, row->name);
}

static bool is_table(const DbSheet *sheet)
{
    return sheet->table || text_is_caseless(path_suffix(sheet->path), "csv");
}

static Text table_name(const DbSheet *sheet)
{
    return sheet->table ? sheet->path : path_without_suffix(sheet->path);
}

/* Finds the table of a file or a sheet. */
static bool sheet_table(const DbSheet *sheet, DbKind *kind, DbTable *out)
{
    const Text name = table_name(sheet);
    *out = (DbTable){0};
    for (size_t i = 0; i < db_table_count && is_table(sheet); i++)
        if (is_name_of(name, &db_tables[i])) {
            *kind = db_tables[i].kind;
            out->row = &db_tables[i];
            out->id = db_tables[i].id;
            return true;
        }
    for (*kind = 0; *kind <= DB_KINDS; ++*kind) {
        const char *word = db_kind_word(*kind);
        unsigned id;
        if (!is_table(sheet) || !text_starts(name, word))
            continue;
        Text rest = text_slice(name, strlen(word), name.size);
        if (!text_starts(rest, "_table_"))
            continue;
        rest = text_slice(rest, strlen("_table_"), rest.size);
        if (take_digits(&rest, UINT8_MAX, &id) && !rest.size) {
            out->id = (uint8_t)id;
            return true;
        }
    }
    return false;
}

/* Finds the database that the folder's tables belong to. */
static bool find_kind(const DbSheets *files, DbKind *out, Arena *arena, Report *report)
{
    const DbSheet *first = NULL;
    DbTable table;
    DbKind kind = DB_KINDS;
    for (size_t i = 0; i < files->count; i++) {
        bool found = sheet_table(&files->items[i], &kind, &table);
        for (DbKind k = 0; !found && k <= DB_KINDS; k++)
            if (text_equal(files->items[i].path, db_csv_companion(k, arena))) {
                found = true;
                kind = k;
            }
        if (!found)
            continue;
        if (first && kind != *out)
            return report_error(report,
                                "%.*s and %.*s belong to different databases; the name of the "
                                "output must select one",
                                (int)first->path.size, first->path.at,
                                (int)files->items[i].path.size, files->items[i].path.at);
        first = &files->items[i];
        *out = kind;
    }
    Writer all = writer_to(arena);
    for (size_t i = 0; i < db_table_count && !first; i++)
        write_format(&all, "%s%s", i ? ", " : "", db_tables[i].word);
    return first || report_error(report, "no tables of a database: their names are %.*s",
                                 (int)all.size, (const char *)all.data);
}

/* A CSV that is not a table of any database would be lost, so it is an error. */
static bool fail_unknown(const DbSheet *sheet, DbKind kind, Arena *arena, Report *report)
{
    Text *words = ARENA_ALLOC(arena, Text, db_table_count);
    size_t count = 0;
    for (size_t i = 0; i < db_table_count; i++)
        if (db_tables[i].kind == kind)
            words[count++] = text_of(db_tables[i].word);
    const Text name = table_name(sheet);
    const Text near = text_nearest(name, words, count);
    Writer all = writer_to(arena);
    for (size_t i = 0; i < count; i++)
        write_format(&all, "%s%.*s", i ? ", " : "", (int)words[i].size, words[i].at);
    return report_error(report,
                        "%.*s: %s has no table of this name%s%.*s%s; its tables are %.*s",
                        (int)sheet->path.size, sheet->path.at, db_kind_word(kind),
                        near.size ? "; did you mean " : "", (int)near.size, near.at,
                        !near.size     ? ""
                        : sheet->table ? "?"
                                       : ".csv?",
                        (int)all.size, (const char *)all.data);
}

/* Only a warning: a database is written with the tables that there are. */
static void warn_missing(const Db *db, bool files, Report *report)
{
    for (size_t i = 0; i < db_table_count; i++) {
        bool there = db_tables[i].kind != db->kind;
        for (size_t j = 0; j < db->count && !there; j++)
            there = db->tables[j].row == &db_tables[i];
        if (!there)
            report_warning(report, "no %s%s: the database gets no table %s", db_tables[i].word,
                           files ? ".csv" : "", db_tables[i].name);
    }
}

/* Tables are sorted by id while they are inserted; ids have 8 bits, so 257 slots suffice to
 * detect a duplicate. Tables of another database are skipped. */
static bool read_tables(const DbSheets *files, DbKind wanted, size_t *count, Bytes *out,
                        Arena *arena, Report *report)
{
    Db db = {.kind = wanted, .trailer = db_trailer};
    db.tables = ARENA_ALLOC(arena, DbTable, 256 + 1); /* one more: detected as an error */
    for (size_t i = 0; i < files->count; i++) {
        DbTable table;
        DbKind kind;
        size_t at = db.count;
        const bool known = sheet_table(&files->items[i], &kind, &table);
        if (!known && is_table(&files->items[i]))
            return fail_unknown(&files->items[i], wanted, arena, report);
        if (!known || kind != wanted)
            continue;
        if (!table.row && db_table_row(kind, table.id))
            return report_error(report, "%.*s: the table has another name",
                                (int)files->items[i].path.size, files->items[i].path.at);
        Report about = report_part(report, files->items[i].path, arena);
        if (!take_table(&files->items[i], &table, arena, &about))
            return false;
        for (; at && db.tables[at - 1].id > table.id; at--)
            db.tables[at] = db.tables[at - 1];
        if (at && db.tables[at - 1].id == table.id)
            return report_error(report, "duplicate table %u", table.id);
        db.tables[at] = table;
        db.count++;
    }
    *count = db.count;
    if (db.count)
        warn_missing(&db, !files->items[0].table, report);
    return db_write(&db, out, arena, report);
}

/* Uses the stored bytes if the tables still have the same content. */
static bool use_exact(const DbSheet *beside, DbKind kind, Bytes tables, Bytes *out,
                      Arena *arena, Report *report)
{
    Report silent = report_to(NULL, NULL);
    const Text path = text_of(db_kind_file(kind));
    DbSheets sheets;
    Bytes exact, again = {0};
    size_t count;
    Report about = report_part(report, beside->path, arena);
    json_t *json = json_read(beside->bytes, arena, &about);
    const bool read = json && json_get_hex(json, "exact", &exact, arena, &about);
    arena_release(arena, json);
    if (!read)
        return false;
    *out = exact;
    if (db_to_csv(exact, path, &sheets, arena, &silent) &&
        read_tables(&sheets, kind, &count, &again, arena, &silent) &&
        bytes_equal(again, tables))
        return true;
    *out = tables;
    report_warning(
        report,
        "the tables were edited: %.*s is ignored, and the file is written in the usual form",
        (int)beside->path.size, beside->path.at);
    return true;
}

/* The tables are always built first: use_exact() compares them with those of the stored
 * bytes. */
bool csv_to_db(const DbSheets *files, DbKind kind, Bytes *out, Arena *arena, Report *report)
{
    const DbSheet *beside = NULL;
    size_t count = 0;
    if (kind == DB_KINDS && !find_kind(files, &kind, arena, report))
        return false;
    const Text name = db_csv_companion(kind, arena);
    for (size_t i = 0; i < files->count; i++)
        if (text_equal(files->items[i].path, name))
            beside = &files->items[i];
    if (!read_tables(files, kind, &count, out, arena, report))
        return false;
    if (beside)
        return use_exact(beside, kind, *out, out, arena, report);
    return count || report_error(report, "no tables of %s", db_kind_word(kind));
}
