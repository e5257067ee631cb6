/* make_db FILE ROWS: an items.idb with ROWS weapons of such values as the game's: short texts
 * in Russian, numbers of few digits. */
#include "kit.h"

#include "evil_islands/tables/db_internal.h"

static float few_digits(uint32_t parts) { return (float)next_random(2000) / (float)parts; }

static void put_value(Writer *out, const DbColumn *column, size_t row)
{
    static const char *const words[] = {"Меч", "sword", "Топор", "axe", "Сталь", "iron"};
    const char *why;
    float number = few_digits(20);
    uint32_t bits;
    switch (column->letter) {
    case 'S':
        if (!db_put_text(
                'S',
                arena_format(out->arena, "%s %zu", words[next_random(COUNT_OF(words))], row),
                out, &why, out->arena))
            abort();
        return;
    case 'F':
        memcpy(&bits, &number, sizeof bits);
        write_u32(out, bits);
        return;
    case 'f':
        for (size_t i = 0; db_element_name(column, i).size; i++) {
            number = few_digits(100);
            memcpy(&bits, &number, sizeof bits);
            write_u32(out, bits);
        }
        return;
    case 'B':
        write_u8(out, (uint8_t)next_random(2));
        return;
    case 'X':
        write_u32(out, next_random(32));
        return;
    case 'H':
        write_zeros(out, 8);
        return;
    default:
        write_u32(out, next_random(200));
    }
}

static void put_row(DbRecord *record, const DbTableRow *table, size_t row, Arena *arena)
{
    record->fields = ARENA_ALLOC(arena, DbField, table->column_count);
    for (; record->count < table->column_count; record->count++) {
        Writer value = writer_to(arena);
        put_value(&value, &table->columns[record->count], row);
        record->fields[record->count] =
            (DbField){table->columns[record->count].id, writer_bytes(&value)};
    }
}

int main(int count, char **words)
{
    const size_t rows = count == 3 ? strtoul(words[2], NULL, 10) : 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const DbTableRow *row = db_table_row(DB_items, 2);
    DbTable table = {row->id, row, ARENA_ALLOC(arena, DbRecord, rows + 1), rows};
    const Db db = {.kind = DB_items, .tables = &table, .count = 1, .trailer = db_trailer};
    Bytes file;
    if (!rows) {
        fprintf(stderr, "usage: make_db FILE ROWS\n");
        return 2;
    }
    for (size_t i = 0; i < rows; i++)
        put_row(&table.records[i], row, i, arena);
    if (!db_write(&db, &file, arena, &report))
        abort();
    FILE *out = fopen(words[1], "wb");
    const bool ok = out && fwrite(file.data, 1, file.size, out) == file.size && !fclose(out);
    if (!ok)
        perror(words[1]);
    arena_free(arena);
    return !ok;
}
