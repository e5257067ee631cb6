/* Structs of the engine as tables of numbers. */
#include "engine/save/save_parts.h"

#define ANY UINT32_MAX

/* The row type of each table is called Row. */
#define TABLE(name, row)                                                                       \
    static const SaveColumn *name##_columns(size_t *count)                                     \
    {                                                                                          \
        typedef row Row;                                                                       \
        static const SaveColumn columns[] = {
#define COLUMN(member, kind, max)                                                              \
    {#member, offsetof(Row, member), sizeof(((Row *)0)->member), SAVE_##kind, max},
#define WIDE(member)                                                                           \
    {#member, offsetof(Row, member), 4, SAVE_NUMBER, ANY},                                     \
        {#member "_high", offsetof(Row, member) + 4, 4, SAVE_NUMBER, ANY},
#define ELSEWHERE(member)                                                                      \
    {#member, offsetof(Row, member), sizeof(((Row *)0)->member), SAVE_ELSEWHERE, 0},
/* clang-format off */
#define END(name)                                                                              \
        };                                                                                     \
        *count = COUNT_OF(columns);                                                            \
        return columns;                                                                        \
    }
#include "engine/save/save_tables.def"
/* clang-format on */

static const struct {
    const char *name;
    size_t row_size;
    const SaveColumn *(*columns)(size_t *count);
} tables[SAVE_TABLES] = {
#define TABLE(name, row) {#name, sizeof(row), name##_columns},
#define COLUMN(member, kind, max)
#define WIDE(member)
#define ELSEWHERE(member)
#define END(name)
#include "engine/save/save_tables.def"
};

const SaveColumn *save_columns(SaveTableType type, size_t *count)
{
    return tables[type].columns(count);
}

const char *save_table_name(SaveTableType type) { return tables[type].name; }
size_t save_row_size(SaveTableType type) { return tables[type].row_size; }

/* The kind of names for a column's numbers. */
static void note_column(Save *save, SaveKind kind, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t value = values[i];
        if (kind == SAVE_MAP && value != NONE)
            save_note(save, SAV_NAME_MAP, value);
        else if (kind == SAVE_QUEST)
            save_note(save, SAV_NAME_QUEST, value);
        else if (kind == SAVE_OBJECT && value < TNG_NO_SPRITE)
            save_note(save, SAV_NAME_OBJECT, value);
        else if (kind == SAVE_SPRITE && value >> 16 < 4)
            save_note(save, SAV_NAME_SPRITE + (value >> 16), value & 0xFFFF);
        else if (kind == SAVE_ENTITY && value >= ENTITY_OBJECT)
            save_note(save, SAV_NAME_OBJECT, value - ENTITY_OBJECT);
        else if (kind == SAVE_MUSIC && value)
            save_note(save, SAV_NAME_MUSIC, value);
    }
}

static SavLabel label_of(const char *name)
{
    return (SavLabel){(u8)strlen(name), (ascii *)(uintptr_t)name};
}

void save_rows(Save *save, SaveTableType type, const void *const *rows, size_t count)
{
    size_t column_count;
    const SaveColumn *columns = save_columns(type, &column_count);
    if (!count)
        return;
    SavTable *table = ARENA_PUSH(save->arena, save->tables, save->table_count);
    *table = (SavTable){.name = label_of(save_table_name(type)), .row_count = (u32)count};
    table->columns = ARENA_TAKE(save->arena, SavLabel, column_count);
    table->values = arena_take_raw(save->arena, column_count * count, sizeof *table->values);
    for (size_t i = 0; i < column_count; i++) {
        if (columns[i].kind == SAVE_ELSEWHERE)
            continue;
        uint32_t *values = table->values + table->column_count * count, any = 0;
        for (size_t row = 0; row < count; row++) {
            memcpy(&values[row], (const char *)rows[row] + columns[i].offset, sizeof any);
            any |= values[row];
        }
        if (!any)
            continue;
        table->columns[table->column_count++] = label_of(columns[i].name);
        if (columns[i].kind != SAVE_NUMBER)
            note_column(save, columns[i].kind, values, count);
    }
}

void save_array(Save *save, SaveTableType type, const void *rows, size_t count)
{
    const void **list = ARENA_TAKE(save->arena, const void *, count);
    for (size_t i = 0; i < count; i++)
        list[i] = (const char *)rows + i * save_row_size(type);
    save_rows(save, type, list, count);
}
