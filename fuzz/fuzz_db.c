/* A database: checked, turned into JSON and CSV and back. The same bytes as CSV of a table, or
 * as JSON. */
#include "lossless.h"

#include "evil_islands/tables/db.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_as_csv(Bytes file, Arena *arena)
{
    static const char *const names[] = {"weapons.csv",   "levers.csv",      "foot.csv",
                                        "answers.csv",   "race_models.csv", "prototypes.csv",
                                        "db_table_1.csv"};
    Report report = report_to(NULL, NULL);
    Bytes back, again;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        DbSheet sheet = {.path = {names[i], strlen(names[i])}, .bytes = file};
        DbSheets sheets = {&sheet, 1};
        if (!csv_to_db(&sheets, DB_KINDS, &back, arena, &report))
            continue;
        /* Writes what was read again. */
        if (!db_to_csv(back, TEXT(""), &sheets, arena, &report) ||
            !csv_to_db(&sheets, DB_KINDS, &again, arena, &report) || !bytes_equal(back, again))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    const Format *format;
    DbSheets sheets;
    Bytes back;
    if (size && data[0] == '{')
        format_from_json(file, &back, &format, arena, &report);
    else if (size && data[0] != 1)
        read_as_csv(file, arena);
    db_check(file, arena, &report);
    if (db_to_csv(file, TEXT(""), &sheets, arena, &report) &&
        (!csv_to_db(&sheets, DB_KINDS, &back, arena, &report) || !bytes_equal(back, file) ||
         !lossless("db", file, arena)))
        abort(); /* not a bit may be lost */
    arena_free(arena);
    return 0;
}
