/* Reads the tables of numbers in the chunk OISN into rows of state, and checks them. */
#include "engine/save/save_internal.h"

static bool label_is(const SavLabel *label, const char *name)
{
    return text_is((Text){label->text, label->size}, name);
}

static const SavTable *find_table(const Load *load, SaveTableType type)
{
    for (uint32_t i = 0; load->state && i < load->state->table_count; i++)
        if (label_is(&load->state->tables[i].name, save_table_name(type)))
            return &load->state->tables[i];
    return NULL;
}

/* Rows without columns have no bytes, so a file could claim any number of them. */
size_t load_count(Load *load, SaveTableType type, size_t max)
{
    enum { BLANK_MAX = 1 << 20 };
    const SavTable *table = find_table(load, type);
    if (!table ||
        (table->row_count <= max && (table->column_count || table->row_count <= BLANK_MAX)))
        return table ? table->row_count : 0;
    load_fail(load, "%s has %u rows", save_table_name(type), table->row_count);
    return 0;
}

/* Translates a number of another build, or of another world, to this one. */
static uint32_t translate(Load *load, StateCheck check, uint32_t number)
{
    uint32_t now;
    switch (check) {
    case CHECK_MAP:
        return number == NONE ? NONE : load_number(load, SAV_NAME_MAP, number);
    case CHECK_QUEST:
        return load_number(load, SAV_NAME_QUEST, number);
    case CHECK_MUSIC:
        now = number ? load_number(load, SAV_NAME_MUSIC, number) : 0;
        return now == NONE ? 0 : now;
    case CHECK_OBJECT:
        return load->moved ? load_object(load, number) : number;
    case CHECK_SPRITE:
        if (!load->moved || number >> 16 > 3)
            return number;
        now = load_number(load, SAV_NAME_SPRITE + (number >> 16), number & 0xFFFF);
        return (number & 0xFFFF0000u) | (now == NONE ? TNG_NO_SPRITE : now);
    case CHECK_ENTITY:
        number = load_entity(load, number);
        if (!load->moved || number < ENTITY_OBJECT)
            return number;
        now = load_number(load, SAV_NAME_OBJECT, number - ENTITY_OBJECT);
        return now == NONE ? ENTITY_NONE : ENTITY_OBJECT + now;
    default:
        return number;
    }
}

static const u32 *find_values(const SavTable *table, const char *name)
{
    for (uint32_t i = 0; table && i < table->column_count; i++)
        if (label_is(&table->columns[i], name))
            return table->values + (size_t)i * table->row_count;
    return NULL;
}

bool load_rows(Load *load, SaveTableType type, void *const *rows, size_t count)
{
    const SavTable *table = find_table(load, type);
    size_t column_count;
    const StateMember *columns = save_table_entity(type)->members(&column_count);
    for (size_t i = 0; i < column_count && !load->failed; i++) {
        const StateMember *column = &columns[i];
        if (!save_is_column(column))
            continue;
        const u32 *values = find_values(table, column->name);
        const bool translated = save_has_names(column->check);
        const StateRange range =
            state_range(&load->world->content->grid, column->check, column->max);
        for (size_t row = 0; row < count; row++) {
            uint32_t value = values ? values[row] : 0;
            if (translated)
                value = translate(load, column->check, value);
            if (!range_has(&range, value))
                return load_fail(load, "%s %zu: invalid %s: %u", save_table_name(type), row,
                                 column->name, value);
            char *at = (char *)rows[row] + column->offset;
            if (column->size == sizeof value) /* nearly all */
                memcpy(at, &value, sizeof value);
            else
                memcpy(at, &value, column->size);
        }
    }
    return !load->failed;
}

/* Rows that follow each other. */
static void **row_list(Load *load, const StateEntity *entity, void *rows, size_t count)
{
    void **list = ARENA_ALLOC(load->scratch, void *, count);
    for (size_t i = 0; i < count; i++)
        list[i] = (char *)rows + i * entity->size;
    return list;
}

bool load_array(Load *load, SaveTableType type, void *rows, size_t count)
{
    return load_rows(load, type, row_list(load, save_table_entity(type), rows, count), count);
}

/* The values of a list in all rows follow each other in the table. */
static bool load_list(Load *load, const StateMember *member, SaveTableType type,
                      void *const *rows, size_t count)
{
    const size_t there = load_count(load, type, SIZE_MAX);
    void **values = ARENA_ALLOC(load->scratch, void *, there);
    size_t at = 0;
    for (size_t row = 0; row < count && !load->failed; row++) {
        const size_t own = member_counter(member, rows[row]);
        if (own > there - at)
            return load_fail(load, "%s are incomplete", save_table_name(type));
        if (!own)
            continue;
        if (member->shape == MEMBER_POINTED) {
            void *memory = arena_alloc(load->scratch, own, member->size);
            memcpy((char *)rows[row] + member->offset, &memory, sizeof memory);
        }
        char *first = member_values(member, rows[row]);
        for (size_t k = 0; k < own; k++)
            values[at++] = first + k * member->size;
    }
    return load_rows(load, type, values, at);
}

bool load_lists(Load *load, const StateEntity *entity, void *const *rows, size_t count)
{
    size_t member_total;
    const StateMember *members = entity->members(&member_total);
    for (size_t i = 0; i < member_total && !load->failed; i++) {
        SaveTableType type;
        if (save_is_list(&members[i], &type))
            load_list(load, &members[i], type, rows, count);
    }
    return !load->failed;
}

void *load_table(Load *load, SaveTableType type, size_t max, size_t *count)
{
    const StateEntity *entity = save_table_entity(type);
    *count = load_count(load, type, max);
    if (!*count)
        return NULL;
    void *rows = arena_alloc(load->scratch, *count, entity->size);
    void **list = row_list(load, entity, rows, *count);
    return load_rows(load, type, list, *count) && load_lists(load, entity, list, *count) ? rows
                                                                                         : NULL;
}

static size_t rows_of(const Load *load, SaveTableType type)
{
    const SavTable *table = find_table(load, type);
    return table ? table->row_count : 0;
}

/* Whether the chunk OISN was written at the same moment as the others. */
static bool state_fits(Load *load)
{
    size_t npcs = 0;
    for (size_t i = 0; i < load->sav->chunk_count; i++)
        npcs += load->sav->chunks[i].type == SAV_NPC;
    const size_t players = rows_of(load, SAVE_players);
    return load->state->version == SAV_STATE_VERSION && rows_of(load, SAVE_seats) == players &&
           rows_of(load, SAVE_slots) == npcs + players &&
           rows_of(load, SAVE_actors) == npcs + players;
}

/* Finds the chunk OISN, and whether its numbers are this game's. */
void load_find_state(Load *load)
{
    const World *world = load->world;
    load->state = sav_find(load->sav, SAV_STATE);
    if (load->state && !state_fits(load))
        load->state = NULL;
    load->moved =
        load->state && memcmp(load->state->unique, world->content->game->header.unique,
                              sizeof load->state->unique) != 0;
    if (load->moved)
        load_names(load);
}
