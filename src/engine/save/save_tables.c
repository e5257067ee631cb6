/* Writes rows of state as tables of numbers. */
#include "engine/save/save_internal.h"

#include <assert.h>

#define STATE_FILE "engine/save/save_rows.def"
#include "engine/state/state_define.h"

static const struct {
    const char *name;
    const StateEntity *entity;
} tables[SAVE_TABLES] = {
#define TABLE(name, Entity) {#name, &Entity##_entity},
#include "engine/save/save_rows.def"
};

const StateEntity *save_table_entity(SaveTableType type) { return tables[type].entity; }
const char *save_table_name(SaveTableType type) { return tables[type].name; }

bool save_is_column(const StateMember *member)
{
    return member->shape == MEMBER_ONE && member->flags & SAVED;
}

bool save_is_list(const StateMember *member, SaveTableType *table)
{
    if ((member->shape != MEMBER_LISTED && member->shape != MEMBER_POINTED) ||
        !(member->flags & SAVED))
        return false;
    const size_t size = strlen(member->name);
    for (*table = 0; *table < SAVE_TABLES; (*table)++)
        if (!strncmp(tables[*table].name, member->name, size) &&
            (!tables[*table].name[size] || !strcmp(tables[*table].name + size, "s")))
            return true;
    return false;
}

void save_note(Save *save, SavNameKind kind, uint32_t number)
{
    void **known = number_map_put(&save->noted, (uint64_t)(kind + 1) << 32 | number);
    if (*known)
        return;
    *known = save;
    *ARENA_PUSH(save->arena, save->names, save->name_count) =
        (SavName){.kind = (u8)kind, .number = number};
}

/* The kind of names for a column's numbers. */
static void note_column(Save *save, StateCheck check, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t value = values[i];
        if (check == CHECK_MAP && value != NONE)
            save_note(save, SAV_NAME_MAP, value);
        else if (check == CHECK_QUEST)
            save_note(save, SAV_NAME_QUEST, value);
        else if (check == CHECK_OBJECT && value < TNG_NO_SPRITE)
            save_note(save, SAV_NAME_OBJECT, value);
        else if (check == CHECK_SPRITE && value >> 16 < 4)
            save_note(save, SAV_NAME_SPRITE + (value >> 16), value & 0xFFFF);
        else if (check == CHECK_ENTITY && value >= ENTITY_OBJECT)
            save_note(save, SAV_NAME_OBJECT, value - ENTITY_OBJECT);
        else if (check == CHECK_MUSIC && value)
            save_note(save, SAV_NAME_MUSIC, value);
    }
}

static SavLabel label_of(const char *name)
{
    return (SavLabel){(u8)strlen(name), (ascii *)(uintptr_t)name};
}

/* Copies a column; returns 0 if all of it is zero. Nearly all numbers have 4 bytes. */
static uint32_t take_column(const StateMember *column, const void *const *rows, size_t count,
                            uint32_t *out)
{
    uint32_t any = 0;
    if (column->size == sizeof any)
        for (size_t row = 0; row < count; row++) {
            memcpy(&out[row], (const char *)rows[row] + column->offset, sizeof any);
            any |= out[row];
        }
    else
        for (size_t row = 0; row < count; row++) {
            out[row] = 0; /* little-endian only, see image.h */
            memcpy(&out[row], (const char *)rows[row] + column->offset, column->size);
            any |= out[row];
        }
    return any;
}

void save_rows(Save *save, SaveTableType type, const void *const *rows, size_t count)
{
    size_t member_total, column_count = 0;
    const StateMember *members = save_table_entity(type)->members(&member_total);
    if (!count)
        return;
    for (size_t i = 0; i < member_total; i++)
        column_count += save_is_column(&members[i]);
    SavTable *table = ARENA_PUSH(save->arena, save->tables, save->table_count);
    *table = (SavTable){.name = label_of(save_table_name(type)), .row_count = (u32)count};
    table->columns = ARENA_ALLOC(save->arena, SavLabel, column_count);
    table->values = arena_alloc_raw(save->arena, column_count * count, sizeof *table->values);
    for (size_t i = 0; i < member_total; i++) {
        if (!save_is_column(&members[i]))
            continue;
        uint32_t *values = table->values + table->column_count * count;
        if (!take_column(&members[i], rows, count, values))
            continue;
        table->columns[table->column_count++] = label_of(members[i].name);
        if (save_has_names(members[i].check))
            note_column(save, members[i].check, values, count);
    }
}

void save_array(Save *save, SaveTableType type, const void *rows, size_t count)
{
    const void **list = ARENA_ALLOC(save->arena, const void *, count);
    for (size_t i = 0; i < count; i++)
        list[i] = (const char *)rows + i * save_table_entity(type)->size;
    save_rows(save, type, list, count);
}

/* Row by row, because each is likely to be in the cache then. */
void save_lists(Save *save, const StateEntity *entity, const void *const *rows, size_t count)
{
    struct {
        const StateMember *member;
        SaveTableType type;
        const void **values;
        size_t count;
    } lists[8] = {0};
    size_t member_total, list_count = 0;
    const StateMember *members = entity->members(&member_total);
    for (size_t i = 0; i < member_total; i++) {
        SaveTableType type;
        if (!save_is_list(&members[i], &type))
            continue;
        assert(list_count < COUNT_OF(lists));
        lists[list_count].type = type;
        lists[list_count++].member = &members[i];
    }
    for (size_t row = 0; row < count; row++)
        for (size_t i = 0; i < list_count; i++) {
            const StateMember *member = lists[i].member;
            const size_t own = member_counter(member, rows[row]);
            const char *at = own ? member_values(member, rows[row]) : NULL;
            for (size_t k = 0; k < own; k++)
                *ARENA_PUSH(save->arena, lists[i].values, lists[i].count) =
                    at + k * member->size;
        }
    for (size_t i = 0; i < list_count; i++)
        save_rows(save, lists[i].type, lists[i].values, lists[i].count);
}
