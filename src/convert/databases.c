#include "convert/databases.h"

#include "base/text.h"
#include "formats/evil_islands/db.h"

bool db_to_tables(ConversionJob *job, Arena *arena, Report *report)
{
    DbSheets sheets;
    if (!db_to_csv(job->input, job->path, &sheets, arena, report))
        return false;
    for (size_t i = 0; i < sheets.count; i++)
        *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) =
            (ProjectFile){sheets.items[i].path, sheets.items[i].bytes};
    return true;
}

bool tables_to_db(ConversionJob *job, Arena *arena, Report *report)
{
    DbSheets sheets = {0};
    size_t slash;
    for (size_t i = 0; i < job->files.count; i++)
        if (!text_find(job->files.items[i].path, '/', &slash))
            *ARENA_PUSH(arena, sheets.items, sheets.count) =
                (DbSheet){job->files.items[i].path, job->files.items[i].bytes};
    return csv_to_db(&sheets, db_kind_of_path(job->target), &job->output, arena, report);
}
