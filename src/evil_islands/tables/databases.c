/* Databases as conversions. Parts, in order: a folder of CSV files; a spreadsheet. Spreadsheets
 * are made of the CSV files, by the same functions. An encoding other than cp1251 is noted;
 * "cp1251" itself only to replace an older note. */
#include "evil_islands/tables/databases.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/text.h"
#include "kit/open/xlsx.h"
#include "evil_islands/tables/db.h"

static const Text encoding_file = {DB_ENCODING_FILE, sizeof DB_ENCODING_FILE - 1};

bool db_to_tables(ConversionJob *job, Arena *arena, Report *report)
{
    DbSheets sheets;
    if (!db_to_csv(job->input, job->path, &sheets, arena, report))
        return false;
    for (size_t i = 0; i < sheets.count; i++)
        *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) =
            (ProjectFile){sheets.items[i].path, sheets.items[i].bytes};
    const Text note = game_text_note();
    if (note.size)
        *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) = (ProjectFile){
            encoding_file,
            bytes_of_text(arena_format(arena, "%.*s\n", (int)note.size, note.at))};
    else if (folder_had(job->folder, encoding_file)) /* the note of another database */
        *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) =
            (ProjectFile){encoding_file, bytes_of_text(TEXT("cp1251\n"))};
    return true;
}

/* Editors of the community write tables in the encoding of their game. */
static void open_texts(DbSheets *sheets, Arena *arena, Report *report)
{
    Text **texts = ARENA_ALLOC(arena, Text *, sheets->count);
    Text *all = ARENA_ALLOC(arena, Text, sheets->count);
    size_t count = 0;
    for (size_t i = 0; i < sheets->count; i++) {
        all[i] = text_of_bytes(sheets->items[i].bytes);
        if (path_has_suffix(sheets->items[i].path, ".csv"))
            texts[count++] = &all[i];
    }
    game_texts_open(texts, count, arena, report);
    for (size_t i = 0; i < sheets->count; i++)
        sheets->items[i].bytes = bytes_of_text(all[i]);
}

/* Such a note is there only to replace another one: it says no more than none. */
static bool is_cp1251(Text note)
{
    Text line = TEXT("");
    text_line(&note, &line);
    return text_is(text_trimmed(line), "cp1251");
}

bool tables_to_db(ConversionJob *job, Arena *arena, Report *report)
{
    DbSheets sheets = {0};
    Text note = {NULL, 0};
    size_t slash;
    for (size_t i = 0; i < job->files.count; i++) {
        const ProjectFile *file = &job->files.items[i];
        if (text_equal(file->path, encoding_file))
            note = is_cp1251(text_of_bytes(file->bytes)) ? note : text_of_bytes(file->bytes);
        else if (!text_find(file->path, '/', &slash))
            *ARENA_PUSH(arena, sheets.items, sheets.count) =
                (DbSheet){.path = file->path, .bytes = file->bytes};
    }
    Report about = report_part(report, encoding_file, arena);
    const GameTexts before = game_texts();
    open_texts(&sheets, arena, report);
    const bool ok =
        game_text_use_note(note, &about) &&
        csv_to_db(&sheets, db_kind_of_path(job->target), &job->output, arena, report);
    game_texts_use(before);
    return ok;
}

/* ---- spreadsheets ---- */

enum { HEAD_ROWS = 3 }; /* an empty one, titles, and names */

static bool sheet_of_table(const DbSheet *table, XlsxSheet *out, Arena *arena, Report *report)
{
    if (!path_has_suffix(table->path, ".csv"))
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "the database has bytes that tables cannot represent; convert it "
                            "to a folder, which stores them as well");
    *out = (XlsxSheet){.name = path_without_suffix(table->path), .texts = table->texts};
    if (!csv_read(table->bytes, &out->table, arena, report))
        return false;
    out->text_count = out->table.count > 1 ? out->table.rows[1].count : 0;
    return true;
}

bool db_to_spreadsheet(ConversionJob *job, Arena *arena, Report *report)
{
    DbSheets tables;
    if (!db_to_csv(job->input, job->path, &tables, arena, report))
        return false;
    XlsxSheets sheets = {ARENA_ALLOC(arena, XlsxSheet, tables.count), tables.count,
                         game_text_note()};
    for (size_t i = 0; i < tables.count; i++)
        if (!sheet_of_table(&tables.items[i], &sheets.items[i], arena, report))
            return false;
    return xlsx_write(&sheets, HEAD_ROWS, &job->output, arena, report);
}

bool spreadsheet_to_db(ConversionJob *job, Arena *arena, Report *report)
{
    XlsxSheets sheets;
    DbSheets tables = {0};
    if (!xlsx_read(job->input, &sheets, arena, report))
        return false;
    for (size_t i = 0; i < sheets.count; i++)
        *ARENA_PUSH(arena, tables.items, tables.count) =
            (DbSheet){.path = sheets.items[i].name, .table = &sheets.items[i].table};
    const GameTexts before = game_texts();
    const bool ok =
        game_text_use_note(sheets.encoding, report) &&
        csv_to_db(&tables, db_kind_of_path(job->target), &job->output, arena, report);
    game_texts_use(before);
    return ok;
}
