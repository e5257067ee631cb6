/* Parts, in order: primitives and counters; reading and writing bytes; visiting all values.
 * JSON is in record_json.c, documents in record_describe.c. */
#include "base/record.h"

#include "base/record_internal.h"
#include "base/text.h"

#include <assert.h>

#define PRIMITIVE_OF(type, form_)                                                              \
    const RecordLayout type##_layout = {                                                       \
        .name = #type, .doc = "", .form = form_, .bytes = type##_bytes, .size = sizeof(type)};
PRIMITIVE_OF(u8, FORM_UNSIGNED)
PRIMITIVE_OF(i8, FORM_SIGNED)
PRIMITIVE_OF(u16, FORM_UNSIGNED)
PRIMITIVE_OF(i16, FORM_SIGNED)
PRIMITIVE_OF(u24, FORM_UNSIGNED)
PRIMITIVE_OF(u32, FORM_UNSIGNED)
PRIMITIVE_OF(i32, FORM_SIGNED)
PRIMITIVE_OF(u64, FORM_UNSIGNED)
PRIMITIVE_OF(byte, FORM_BYTE)
PRIMITIVE_OF(ascii, FORM_ASCII)
PRIMITIVE_OF(f32, FORM_FLOAT)

/* Extends the sign: shifting right of a negative number is arithmetic in all our compilers. */
uint64_t primitive_get(const RecordLayout *type, const void *data)
{
    uint64_t value = 0;
    memcpy(&value, data, type->size); /* little-endian only */
    const unsigned above = (unsigned)(64 - type->size * 8);
    return type->form == FORM_SIGNED ? (uint64_t)((int64_t)(value << above) >> above) : value;
}

void primitive_set(const RecordLayout *type, void *data, uint64_t value)
{
    memcpy(data, &value, type->size);
}

/* 1 << 64 would be undefined. */
uint64_t primitive_max(const RecordLayout *type)
{
    return type->bytes == 8 ? UINT64_MAX : (1ull << type->bytes * 8) - 1;
}

/* A magic has no name: its text is the magic itself. */
const Field *layout_field(const RecordLayout *layout, Text name)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++)
        if (fields[i].shape != SHAPE_MAGIC && text_is(name, fields[i].name))
            /* cppcheck-suppress returnDanglingLifetime; a static table, not `count` */
            return &fields[i];
    return NULL;
}

/* The number of elements in this record, which must have been read up to the field. */
size_t field_count(const RecordLayout *layout, const Field *field, const void *record)
{
    switch (field->shape) {
    case SHAPE_FIELD:
    case SHAPE_ASIDE:
        return 1;
    case SHAPE_FIXED:
        return field->count;
    case SHAPE_LIST:
    case SHAPE_ALL:
        return (size_t)record_number(record, field->counter, field->count);
    case SHAPE_ARRAY:
    case SHAPE_WHEN:
        return layout->count(record, field->offset);
    case SHAPE_REST:
        return ((const Bytes *)(const void *)((const char *)record + field->offset))->size;
    case SHAPE_MAGIC:
    case SHAPE_BITS:
        break;
    }
    return 0;
}

/* The elements of a list are elsewhere in memory; those of other fields are in the record. */
void *field_data(const Field *field, const void *record)
{
    char *member = (char *)record + field->offset;
    if (field->shape == SHAPE_REST)
        return (void *)((Bytes *)(void *)member)->data;
    return field_is_pointer(field) ? *(void **)(void *)member : member;
}

bool field_is_trailing(const Field *field)
{
    return field->shape == SHAPE_REST && field->count;
}

Bytes record_trailing(const RecordLayout *layout, const void *record)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    const Field *last = &fields[count ? count - 1 : 0];
    return count && field_is_trailing(last)
               ? *(const Bytes *)(const void *)((const char *)record + last->offset)
               : (Bytes){NULL, 0};
}

/* The counter of a LIST is an earlier field; its type limits the count. That of ALL is not. */
static uint64_t counter_max(const RecordLayout *layout, const Field *field)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++)
        if (fields[i].shape != SHAPE_BITS && fields[i].shape != SHAPE_MAGIC &&
            fields[i].offset == field->counter)
            return primitive_max(fields[i].type);
    return UINT32_MAX;
}

/* False if the counter's type is too small: more elements cannot be written. */
bool field_set_count(const RecordLayout *layout, const Field *field, void *record, size_t count)
{
    assert(field->shape == SHAPE_LIST || field->shape == SHAPE_ALL);
    if (count > counter_max(layout, field))
        return false;
    const uint64_t value = count;
    memcpy((char *)record + field->counter, &value, field->count);
    return true;
}

/* As in JavaScript: "maps[3].name". For messages. */
Text record_path(const RecordPath *path, Arena *arena)
{
    if (!path)
        return TEXT("");
    const Text before = record_path(path->parent, arena);
    const char *dot = before.size ? "." : "";
    if (path->index == SIZE_MAX)
        return arena_format(arena, "%s%s%s", before.at, dot, path->field->name);
    return arena_format(arena, "%s%s%s[%zu]", before.at, dot, path->field->name, path->index);
}

/* ---- bytes ---- */

/* Three cases: big-endian, same size in file and memory (copied at once), and a smaller size in
 * the file (u24). */
static void read_values(const RecordLayout *type, void *data, size_t count, const char *what,
                        Reader *reader, Arena *arena)
{
    if (type->form == FORM_RECORD) {
        for (size_t i = 0; i < count && reader_ok(reader); i++)
            record_read(type, (char *)data + i * type->size, reader, arena);
        return;
    }
    if (!reader_need(reader, count * type->bytes, what))
        return;
    const uint8_t *from = reader->bytes.data + reader->at;
    const bool big = reader->big && type->bytes > 1;
    if (big) {
        for (size_t i = 0; i < count; i++)
            primitive_set(type, (char *)data + i * type->size,
                          uint_of(from + i * type->bytes, type->bytes, true));
    } else if (type->bytes == type->size && count) {
        memcpy(data, from, count * type->size);
    } else {
        for (size_t i = 0; i < count; i++) {
            uint64_t value = 0;
            memcpy(&value, from + i * type->bytes, type->bytes);
            primitive_set(type, (char *)data + i * type->size, value);
        }
    }
    reader->at += count * type->bytes;
}

/* Allocate only if the remaining bytes can hold the list. Each element counts as at least one
 * byte: a file could otherwise claim any number of elements without bytes. */
static void read_list(const Field *field, void *record, size_t count, Reader *reader,
                      Arena *arena)
{
    const size_t min = field->type->bytes;
    if (count > reader_left(reader) / (min ? min : 1)) {
        reader_fail(reader, "%s: %zu elements exceed the remaining %zu bytes", field->name,
                    count, reader_left(reader));
        return;
    }
    void *data = arena_alloc(arena, count, field->type->size);
    *(void **)(void *)((char *)record + field->offset) = data;
    read_values(field->type, data, count, field->name, reader, arena);
}

/* If TRAILING follows (`open`), an incomplete element at the end belongs to it. */
static void read_all(const Field *field, bool open, void *record, Reader *reader, Arena *arena)
{
    char *data = NULL;
    size_t count = 0;
    const size_t size = field->type->size;
    if (field->type->form != FORM_RECORD) {
        count = reader_left(reader) / field->type->bytes;
        const uint64_t value = count;
        memcpy((char *)record + field->counter, &value, field->count);
        read_list(field, record, count, reader, arena);
        return;
    }
    const size_t min = field->type->bytes;
    while (reader_ok(reader) && reader_left(reader)) {
        const size_t before = reader->at;
        if (open && min > reader_left(reader))
            break;
        if (min > reader_left(reader)) {
            reader_fail(reader, "an element of %s needs %zu bytes, but %zu %s left",
                        field->name, min, reader_left(reader),
                        reader_left(reader) == 1 ? "is" : "are");
            break;
        }
        data = arena_grow(arena, data, count, size);
        record_read(field->type, data + count * size, reader, arena);
        count++;
        if (reader_ok(reader) && reader->at == before)
            reader_fail(reader, "%s: an element has no bytes", field->name);
    }
    *(void **)(void *)((char *)record + field->offset) = data;
    const uint64_t value = count;
    memcpy((char *)record + field->counter, &value, field->count);
}

/* Fast path for most fields, as write_plain: one little-endian number that is whole in the
 * file. A map has thousands. Returns false for all other fields. */
static bool read_plain(const Field *field, char *member, Reader *reader)
{
    const RecordLayout *type = field->type;
    if (field->shape != SHAPE_FIELD || type->form == FORM_RECORD || type->bytes != type->size ||
        reader->big || reader_left(reader) < type->bytes)
        return false;
    const uint8_t *from = reader->bytes.data + reader->at;
    for (unsigned i = 0; i < type->bytes; i++)
        member[i] = (char)from[i];
    reader->at += type->bytes;
    return true;
}

/* `record` must be zeroed. Stops at the first error, which the reader has reported. */
bool record_read(const RecordLayout *layout, void *record, Reader *reader, Arena *arena)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count && reader_ok(reader); i++) {
        const Field *field = &fields[i];
        char *member = (char *)record + field->offset;
        if (read_plain(field, member, reader))
            continue;
        switch (field->shape) {
        case SHAPE_FIELD:
        case SHAPE_FIXED:
            read_values(field->type, member, field->count, field->name, reader, arena);
            break;
        case SHAPE_WHEN:
            if (field_count(layout, field, record))
                read_values(field->type, member, 1, field->name, reader, arena);
            break;
        case SHAPE_LIST:
        case SHAPE_ARRAY:
            read_list(field, record, field_count(layout, field, record), reader, arena);
            break;
        case SHAPE_ALL:
            read_all(field, i + 1 < count && field_is_trailing(&fields[i + 1]), record, reader,
                     arena);
            break;
        case SHAPE_REST:
            *(Bytes *)(void *)member = read_bytes(reader, reader_left(reader));
            break;
        case SHAPE_MAGIC: {
            const Bytes magic = {(const uint8_t *)field->name, field->count};
            if (reader_need(reader, magic.size, "the magic") &&
                !bytes_equal(read_bytes(reader, magic.size), magic)) {
                reader->at -= magic.size;
                reader_fail(reader, "wrong magic: not a %s", layout->name);
            }
            break;
        }
        case SHAPE_BITS:
        case SHAPE_ASIDE:
            break;
        }
    }
    return reader_ok(reader);
}

/* The reverse of read_values(). */
static void write_values(const RecordLayout *type, const void *data, size_t count,
                         Writer *writer)
{
    const bool big = writer->big && type->bytes > 1;
    if (type->form != FORM_RECORD && type->bytes == type->size && !big)
        write_bytes(writer, (Bytes){data, count * type->size});
    else
        for (size_t i = 0; i < count; i++) {
            const char *value = (const char *)data + i * type->size;
            if (type->form == FORM_RECORD)
                record_write(type, value, writer);
            else
                write_uint(writer, primitive_get(type, value), type->bytes);
        }
}

/* Fast path for most fields: one little-endian number. A server writes hundreds of thousands
 * per second. Returns false for all other fields. */
static bool write_plain(const Field *field, const void *record, Writer *writer)
{
    const RecordLayout *type = field->type;
    if ((field->shape != SHAPE_FIELD && field->shape != SHAPE_WHEN) ||
        type->form == FORM_RECORD || (writer->big && type->bytes > 1))
        return false;
    const char *from = (const char *)record + field->offset;
    uint8_t *to = writer_reserve(writer, type->bytes);
    for (unsigned i = 0; i < type->bytes; i++)
        to[i] = (uint8_t)from[i];
    return true;
}

/* Counters must match their lists (field_set_count); they are not checked here. */
void record_write(const RecordLayout *layout, const void *record, Writer *writer)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        if (field->shape == SHAPE_BITS || field->shape == SHAPE_ASIDE ||
            (field->shape == SHAPE_WHEN && !layout->count(record, field->offset)))
            continue;
        if (field->shape == SHAPE_MAGIC)
            write_bytes(writer, (Bytes){(const uint8_t *)field->name, field->count});
        else if (!write_plain(field, record, writer))
            write_values(field->type, field_data(field, record),
                         field_count(layout, field, record), writer);
    }
}

/* ---- visiting ---- */

typedef struct Visit {
    RecordVisitor *visitor;
    void *context;
    size_t at;
} Visit;

/* Bytes and characters are visited as one block, all other values one by one. `at` is the
 * position in the file. */
static void visit_record(Visit *visit, const RecordLayout *layout, void *record,
                         const RecordPath *parent)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        const RecordLayout *type = field->type;
        if (field->shape == SHAPE_MAGIC)
            visit->at += field->count;
        if (field->shape == SHAPE_MAGIC || field->shape == SHAPE_BITS ||
            field->shape == SHAPE_ASIDE)
            continue;
        const size_t elements = field_count(layout, field, record);
        char *data = field_data(field, record);
        RecordPath path = {parent, field, SIZE_MAX};
        if (type->form == FORM_BYTE || type->form == FORM_ASCII) {
            visit->visitor(visit->context, type, data, elements, visit->at, &path);
            visit->at += elements;
            continue;
        }
        for (size_t j = 0; j < elements; j++) {
            if (field->shape != SHAPE_FIELD && field->shape != SHAPE_WHEN)
                path.index = j;
            if (type->form == FORM_RECORD) {
                visit_record(visit, type, data + j * type->size, &path);
            } else {
                visit->visitor(visit->context, type, data + j * type->size, 1, visit->at,
                               &path);
                visit->at += type->bytes;
            }
        }
    }
}

void record_visit(const RecordLayout *layout, void *record, RecordVisitor *visitor,
                  void *context)
{
    Visit visit = {visitor, context, 0};
    visit_record(&visit, layout, record, NULL);
}
