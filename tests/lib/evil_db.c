#include "evil_db.h"

void put_db_text(Writer *out, char letter, const char *text)
{
    const char *why;
    assert_true(db_put_text(letter, text_of(text), out, &why, out->arena));
}

/* Texts that refer to others find them: all names are "main", all codes "r0". */
static inline void put_db_value(Writer *out, const DbColumn *column, uint32_t n);

static void put_db_nodes(Writer *out, char letter, uint32_t n)
{
    const DbColumn *inner;
    const size_t count = db_inner(letter, &inner);
    for (size_t i = 0; i < count; i++) {
        Writer part = writer_to(out->arena);
        if (inner[i].letter == 'S')
            put_db_text(&part, 'S', "main");
        else
            put_db_value(&part, &inner[i], n + (uint32_t)i);
        db_node_put(out, inner[i].id, writer_bytes(&part));
    }
}

static void put_db_value(Writer *out, const DbColumn *column, uint32_t n)
{
    const bool codes = text_starts(text_of(column->refers), "Modifiers");
    Writer item = writer_to(out->arena);
    const float number = 1.25f * (float)n;
    uint32_t bits;
    size_t count = 0;
    memcpy(&bits, &number, sizeof bits);
    switch (column->letter) {
    case 'S':
        put_db_text(out, 'S', *column->refers || column->id < 3 ? "main" : "Сталь, \"x\"\n\\");
        return;
    case 'c':
        put_db_text(out, 'c', "r0");
        return;
    case 's':
    case 'C':
        for (uint32_t i = 0; i < 2; i++) {
            item.size = 0;
            put_db_text(&item, db_type(column->letter)->item,
                        codes || column->letter == 'C' ? "r0"
                        : *column->refers              ? "main"
                                                       : "lightning {e2;e2;e1,t1,fe}");
            db_node_put(out, 1, writer_bytes(&item));
        }
        return;
    case '4':
    case '5':
        put_db_nodes(&item, column->letter, n);
        db_node_put(out, 1, writer_bytes(&item));
        return;
    case '1':
    case '2':
    case '3':
        put_db_nodes(out, column->letter, n);
        return;
    case 'f':
    case 'i':
    case 'b':
        while (db_element_name(column, count).size)
            count++;
        for (size_t i = 0; i < (count ? count : 2); i++)
            write_uint(out, column->letter == 'f' ? bits : n, column->letter == 'b' ? 1 : 4);
        return;
    case 'F':
        write_u32(out, bits);
        return;
    case 'B':
        write_u8(out, n & 1);
        return;
    case 'X':
        write_u32(out, 0x18);
        return;
    case 'H':
        write_text(out, (Text){"\xff\xff\xff\x7f", 4});
        return;
    default:
        write_u32(out, n);
    }
}

Db db_of_kind(Kit *kit, DbKind kind, size_t records)
{
    Db db = {.kind = kind, .trailer = db_trailer};
    db.tables = ARENA_ALLOC(kit->arena, DbTable, db_table_count);
    for (size_t i = 0; i < db_table_count; i++) {
        const DbTableRow *row = &db_tables[i];
        if (row->kind != kind)
            continue;
        DbTable *table = &db.tables[db.count++];
        *table = (DbTable){row->id, row, ARENA_ALLOC(kit->arena, DbRecord, records), records};
        for (size_t j = 0; j < records; j++) {
            DbRecord *record = &table->records[j];
            record->fields = ARENA_ALLOC(kit->arena, DbField, row->column_count + 2);
            for (; record->count < row->column_count; record->count++) {
                const DbColumn *column = &row->columns[record->count];
                Writer value = writer_to(kit->arena);
                put_db_value(&value, column, (uint32_t)(j + 1) * 7 + column->id);
                record->fields[record->count] = (DbField){column->id, writer_bytes(&value)};
            }
        }
    }
    return db;
}

Bytes db_bytes(Kit *kit, const Db *db)
{
    Bytes file;
    assert_true(db_write(db, &file, kit->arena, &kit->report));
    return file;
}

Bytes small_db(Kit *kit, DbKind kind)
{
    const Db db = db_of_kind(kit, kind, 2);
    return db_bytes(kit, &db);
}

/* ---- random ones ---- */

static Bytes random_bytes(Kit *kit, size_t most)
{
    const size_t size = next_random((uint32_t)most + 1);
    uint8_t *data = arena_alloc(kit->arena, size + 1, 1);
    for (size_t i = 0; i < size; i++)
        data[i] = (uint8_t)(next_random(3) ? next_random(256) : 2 * next_random(2));
    return (Bytes){data, size};
}

static const char *random_text(void)
{
    static const char *const texts[] = {"",       "\\N", "\\x41", "\\", "Лес",
                                        "a\nb|c", "\"",  ",",     "{",  "{1=a}"};
    return texts[next_random(COUNT_OF(texts))];
}

/* Of an item of a list: each of its texts is there or missing. */
static void put_random_item(Kit *kit, Writer *out, char letter)
{
    const DbColumn *inner;
    const size_t count = db_inner(letter, &inner);
    Writer item = writer_to(kit->arena);
    for (size_t i = 0; i < count; i++)
        if (strchr("Sc", inner[i].letter) && next_random(4)) {
            Writer text = writer_to(kit->arena);
            put_db_text(&text, inner[i].letter, random_text());
            db_node_put(&item, inner[i].id, writer_bytes(&text));
        }
    db_node_put(out, 1, writer_bytes(&item));
}

static Bytes random_db_value(Kit *kit, const DbColumn *column)
{
    Writer out = writer_to(kit->arena);
    if (!next_random(10))
        return random_bytes(kit, 12);
    if (column->letter == 'S')
        put_db_text(&out, 'S', random_text());
    else if (column->letter == 's') /* 0 to 2 items */
        for (uint32_t i = next_random(3); i; i--) {
            Writer item = writer_to(kit->arena);
            put_db_text(&item, 'S', random_text());
            db_node_put(&out, 1, writer_bytes(&item));
        }
    else if (column->letter == '4' || column->letter == '5')
        for (uint32_t i = next_random(3); i; i--)
            put_random_item(kit, &out, column->letter);
    else if (strchr("FIUTX", column->letter))
        write_u32(&out, next_random(2) ? next_random(UINT32_MAX) : next_random(64));
    else if (next_random(8) || column->letter != 'f')
        put_db_value(&out, column, next_random(100));
    return writer_bytes(&out);
}

static void random_db_record(Kit *kit, const DbTableRow *row, DbRecord *record)
{
    size_t count = 0;
    /* A few columns: files stay small. */
    const size_t from = next_random((uint32_t)row->column_count);
    for (size_t i = from; i < row->column_count && i < from + 6; i++)
        if (next_random(8))
            record->fields[count++] =
                (DbField){row->columns[i].id, random_db_value(kit, &row->columns[i])};
    if (!next_random(6))
        record->fields[count++] =
            (DbField){(uint8_t)(60 + next_random(3)), random_bytes(kit, 4)};
    if (count > 1 && !next_random(20)) {
        const DbField first = record->fields[0];
        record->fields[0] = record->fields[1];
        record->fields[1] = first;
    }
    if (count && !next_random(20))
        record->fields[count - 1].id = record->fields[0].id;
    record->count = (uint32_t)count;
}

Bytes random_db(Kit *kit, DbKind kind)
{
    Db db = db_of_kind(kit, kind, next_random(3));
    db.count = next_random((uint32_t)db.count + 1);
    for (size_t i = 0; i < db.count; i++)
        for (size_t j = 0; j < db.tables[i].count; j++)
            random_db_record(kit, db.tables[i].row, &db.tables[i].records[j]);
    if (db.count && !next_random(15))
        db.tables[next_random((uint32_t)db.count)].id = (uint8_t)next_random(9);
    if (!next_random(15))
        db.trailer = random_bytes(kit, 12);
    return db_bytes(kit, &db);
}
