#include "base/record.h"

#include "base/text.h"

#include <assert.h>
#include <stdio.h>

#define PRIMITIVE_OF(type, form_, bytes_)                                                      \
    const Layout type##_layout = {                                                             \
        .name = #type, .doc = "", .form = form_, .bytes = bytes_, .size = sizeof(type)};
PRIMITIVE_OF(u8, FORM_UNSIGNED, 1)
PRIMITIVE_OF(i8, FORM_SIGNED, 1)
PRIMITIVE_OF(u16, FORM_UNSIGNED, 2)
PRIMITIVE_OF(i16, FORM_SIGNED, 2)
PRIMITIVE_OF(u24, FORM_UNSIGNED, 3)
PRIMITIVE_OF(u32, FORM_UNSIGNED, 4)
PRIMITIVE_OF(i32, FORM_SIGNED, 4)
PRIMITIVE_OF(u64, FORM_UNSIGNED, 8)
PRIMITIVE_OF(byte, FORM_BYTE, 1)
PRIMITIVE_OF(ascii, FORM_ASCII, 1)
PRIMITIVE_OF(f32, FORM_FLOAT, 4)

uint64_t primitive_get(const Layout *type, const void *data)
{
    uint64_t value = 0;
    memcpy(&value, data, type->size); /* little-endian machines */
    if (type->form == FORM_SIGNED && type->size < 8 && value >> (type->size * 8 - 1))
        value |= ~0ull << type->size * 8;
    return value;
}

void primitive_set(const Layout *type, void *data, uint64_t value)
{
    memcpy(data, &value, type->size);
}

uint64_t primitive_most(const Layout *type)
{
    return type->bytes == 8 ? UINT64_MAX : (1ull << type->bytes * 8) - 1;
}

const Field *layout_field(const Layout *layout, Text name)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++)
        if (fields[i].shape != SHAPE_MAGIC && text_is(name, fields[i].name))
            return &fields[i];
    return NULL;
}

static uint64_t number_at(const void *record, size_t offset, size_t size)
{
    uint64_t value = 0;
    memcpy(&value, (const char *)record + offset, size);
    return value;
}

size_t field_count(const Layout *layout, const Field *field, const void *record)
{
    switch (field->shape) {
    case SHAPE_FIELD:
    case SHAPE_ASIDE:
        return 1;
    case SHAPE_FIXED:
        return field->count;
    case SHAPE_LIST:
    case SHAPE_ALL:
        return (size_t)number_at(record, field->counter, field->count);
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

static bool is_pointer(const Field *field)
{
    return field->shape == SHAPE_LIST || field->shape == SHAPE_ARRAY ||
           field->shape == SHAPE_ALL;
}

void *field_data(const Field *field, const void *record)
{
    char *member = (char *)record + field->offset;
    if (field->shape == SHAPE_REST)
        return (void *)((Bytes *)(void *)member)->data;
    return is_pointer(field) ? *(void **)(void *)member : member;
}

/* The counter of a LIST is an earlier field; its type says how large it may get. */
static uint64_t counter_most(const Layout *layout, const Field *field)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    if (field->shape == SHAPE_LIST)
        for (size_t i = 0; i < count; i++)
            if (fields[i].shape != SHAPE_BITS && fields[i].shape != SHAPE_MAGIC &&
                fields[i].offset == field->counter)
                return primitive_most(fields[i].type);
    return UINT32_MAX;
}

bool field_set_count(const Layout *layout, const Field *field, void *record, size_t count)
{
    assert(field->shape == SHAPE_LIST || field->shape == SHAPE_ALL);
    if (count > counter_most(layout, field))
        return false;
    const uint64_t value = count;
    memcpy((char *)record + field->counter, &value, field->count);
    return true;
}

size_t layout_least(const Layout *layout)
{
    if (layout->form != FORM_RECORD)
        return layout->bytes;
    size_t count, least = 0;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        if (field->shape == SHAPE_FIELD || field->shape == SHAPE_FIXED)
            least += field->count * layout_least(field->type);
        else if (field->shape == SHAPE_MAGIC)
            least += field->count;
    }
    return least;
}

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

static bool read_values(const Layout *type, void *data, size_t count, const char *what,
                        Reader *reader, Arena *arena)
{
    if (type->form == FORM_RECORD) {
        for (size_t i = 0; i < count && reader_ok(reader); i++)
            record_read(type, (char *)data + i * type->size, reader, arena);
        return reader_ok(reader);
    }
    if (!reader_need(reader, count * type->bytes, what))
        return false;
    const uint8_t *from = reader->bytes.data + reader->at;
    if (type->bytes == type->size && count) {
        memcpy(data, from, count * type->size);
    } else {
        for (size_t i = 0; i < count; i++) {
            uint64_t value = 0;
            memcpy(&value, from + i * type->bytes, type->bytes);
            primitive_set(type, (char *)data + i * type->size, value);
        }
    }
    reader->at += count * type->bytes;
    return true;
}

/* Memory is asked for only when the bytes that are left could hold the list. An
 * element that may take no bytes would let a file ask for any number of them. */
static bool read_list(const Field *field, void *record, size_t count, Reader *reader, Arena *arena)
{
    const size_t least = layout_least(field->type);
    if (count > reader_left(reader) / (least ? least : 1))
        return reader_fail(reader, "%s: %zu of them do not fit into the %zu bytes that are left",
                           field->name, count, reader_left(reader));
    void *data = arena_take(arena, count ? count : 1, field->type->size);
    *(void **)(void *)((char *)record + field->offset) = data;
    return read_values(field->type, data, count, field->name, reader, arena);
}

static bool read_all(const Field *field, void *record, Reader *reader, Arena *arena)
{
    char *data = NULL;
    size_t count = 0;
    const size_t size = field->type->size;
    if (field->type->form != FORM_RECORD) {
        count = reader_left(reader) / field->type->bytes;
        const uint64_t value = count;
        memcpy((char *)record + field->counter, &value, field->count);
        return read_list(field, record, count, reader, arena);
    }
    while (reader_ok(reader) && reader_left(reader)) {
        const size_t before = reader->at;
        data = arena_grow(arena, data, count, size);
        record_read(field->type, data + count * size, reader, arena);
        count++;
        if (reader_ok(reader) && reader->at == before)
            reader_fail(reader, "%s: an element without bytes", field->name);
    }
    *(void **)(void *)((char *)record + field->offset) = data;
    const uint64_t value = count;
    memcpy((char *)record + field->counter, &value, field->count);
    return reader_ok(reader);
}

bool record_read(const Layout *layout, void *record, Reader *reader, Arena *arena)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count && reader_ok(reader); i++) {
        const Field *field = &fields[i];
        char *member = (char *)record + field->offset;
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
            read_all(field, record, reader, arena);
            break;
        case SHAPE_REST:
            *(Bytes *)(void *)member = read_bytes(reader, reader_left(reader));
            break;
        case SHAPE_MAGIC: {
            const Bytes magic = {(const uint8_t *)field->name, field->count};
            if (reader_need(reader, magic.size, "the magic") &&
                !bytes_equal(read_bytes(reader, magic.size), magic)) {
                reader->at -= magic.size;
                reader_fail(reader, "the magic is wrong, this is no %s", layout->name);
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

static void write_values(const Layout *type, const void *data, size_t count, Writer *writer)
{
    if (type->form != FORM_RECORD && type->bytes == type->size)
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

void record_write(const Layout *layout, const void *record, Writer *writer)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        if (field->shape == SHAPE_MAGIC)
            write_bytes(writer, (Bytes){(const uint8_t *)field->name, field->count});
        else if (field->shape != SHAPE_BITS && field->shape != SHAPE_ASIDE)
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

static void visit_record(Visit *visit, const Layout *layout, void *record,
                         const RecordPath *parent)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        const Layout *type = field->type;
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
                visit->visitor(visit->context, type, data + j * type->size, 1, visit->at, &path);
                visit->at += type->bytes;
            }
        }
    }
}

void record_visit(const Layout *layout, void *record, RecordVisitor *visitor, void *context)
{
    Visit visit = {visitor, context, 0};
    visit_record(&visit, layout, record, NULL);
}

/* ---- JSON ---- */

static void show_name(const char *key, const Layout *type, const void *data,
                      const RecordShow *show, JsonWriter *json)
{
    Text name;
    if (show && show->note && show->note(show->context, type, data, &name)) {
        char longer[128];
        snprintf(longer, sizeof longer, "%s_name", key);
        json_put_text(json, longer, name);
    }
}

static void show_primitive(const char *key, const Layout *type, const void *data,
                           JsonWriter *json)
{
    float number;
    switch (type->form) {
    case FORM_SIGNED:
        json_put_int(json, key, (int64_t)primitive_get(type, data));
        break;
    case FORM_FLOAT:
        memcpy(&number, data, sizeof number);
        json_put_float(json, key, number);
        break;
    default:
        json_put_uint(json, key, primitive_get(type, data));
        break;
    }
}

/* A text field shows its letters if zeros are all that follows them, else hex. */
static void show_ascii(const char *key, const char *data, size_t count, JsonWriter *json)
{
    size_t size = 0;
    while (size < count && (unsigned char)data[size] >= ' ' && (unsigned char)data[size] < 127)
        size++;
    bool zeros = true;
    for (size_t i = size; i < count; i++)
        zeros = zeros && !data[i];
    if (zeros)
        json_put_text(json, key, (Text){data, size});
    else {
        json_open(json, key);
        json_put_hex(json, "hex", (Bytes){(const uint8_t *)data, count});
        json_close(json);
    }
}

static void show_list(const Field *field, const Layout *type, const char *data, size_t count,
                      const RecordShow *show, JsonWriter *json)
{
    json_open_list(json, field->name);
    for (size_t i = 0; i < count; i++)
        if (type->form == FORM_RECORD)
            record_show(type, data + i * type->size, show, json);
        else
            show_primitive(NULL, type, data + i * type->size, json);
    json_close_list(json);
    Text name;
    if (type->form == FORM_RECORD || !count || !show || !show->note ||
        !show->note(show->context, type, data, &name))
        return;
    char key[128];
    snprintf(key, sizeof key, "%s_name", field->name);
    json_open_list(json, key);
    for (size_t i = 0; i < count; i++)
        json_put_text(json, NULL,
                      show->note(show->context, type, data + i * type->size, &name) ? name
                                                                                   : TEXT(""));
    json_close_list(json);
}

void record_show_fields(const Layout *layout, const void *record, const RecordShow *show,
                        JsonWriter *json)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        const Layout *type = field->type;
        if (field->shape == SHAPE_MAGIC)
            continue;
        if (field->shape == SHAPE_BITS) {
            const uint64_t value = number_at(record, field->offset, field->counter);
            const unsigned from = field->count & 255, width = (unsigned)(field->count >> 8);
            json_put_uint(json, field->name, value >> from & ((1ull << width) - 1));
            continue;
        }
        const size_t elements = field_count(layout, field, record);
        const char *data = field_data(field, record);
        const bool single = field->shape == SHAPE_FIELD || field->shape == SHAPE_WHEN ||
                            field->shape == SHAPE_ASIDE;
        if (field->shape == SHAPE_WHEN && !elements)
            continue;
        if (type->form == FORM_BYTE && !single)
            json_put_hex(json, field->name, (Bytes){(const uint8_t *)data, elements});
        else if (type->form == FORM_ASCII && !single)
            show_ascii(field->name, data, elements, json);
        else if (!single)
            show_list(field, type, data, elements, show, json);
        else if (type->form == FORM_RECORD) {
            json_open(json, field->name);
            record_show_fields(type, data, show, json);
            json_close(json);
        } else {
            show_primitive(field->name, type, data, json);
            show_name(field->name, type, data, show, json);
        }
    }
}

void record_show(const Layout *layout, const void *record, const RecordShow *show,
                 JsonWriter *json)
{
    json_open(json, NULL);
    record_show_fields(layout, record, show, json);
    json_close(json);
}

static bool parse_float(const json_t *json, void *data)
{
    uint32_t bits;
    float number;
    if (json_is_number(json)) {
        number = (float)json_number_value(json);
        memcpy(data, &number, sizeof number);
        return true;
    }
    const Text text = json_is_string(json) ? text_of(json_string_value(json)) : TEXT("");
    if (!text_starts(text, "0x") || !text_hex(text_slice(text, 2, text.size), 8, &bits))
        return false;
    memcpy(data, &bits, sizeof bits);
    return true;
}

static bool parse_primitive(const Layout *type, void *data, const json_t *json, const char *key,
                            Report *report)
{
    if (type->form == FORM_FLOAT)
        return parse_float(json, data) ||
               report_error(report, "\"%s\" must be a number or a text \"0x...\" of its bits", key);
    if (!json_is_integer(json))
        return report_error(report, "\"%s\" must be a whole number", key);
    const json_int_t value = json_integer_value(json);
    const uint64_t most = primitive_most(type);
    const bool is_signed = type->form == FORM_SIGNED;
    const int64_t high = most == UINT64_MAX ? INT64_MAX : (int64_t)(is_signed ? most / 2 : most);
    const int64_t low = is_signed ? -high - 1 : 0;
    if (value < low || value > high)
        return report_error(report, "\"%s\" must be from %lld to %lld", key, (long long)low,
                            (long long)high);
    primitive_set(type, data, (uint64_t)value);
    return true;
}

static bool parse_value(const Layout *type, void *data, const json_t *json, const char *key,
                        Arena *arena, Report *report)
{
    return type->form == FORM_RECORD ? record_parse(type, data, json, arena, report)
                                     : parse_primitive(type, data, json, key, report);
}

/* Bytes and characters are one text in JSON; other lists are lists. */
static bool parse_elements(const Layout *layout, const Field *field, void *record,
                           const json_t *json, Arena *arena, Report *report)
{
    const Layout *type = field->type;
    Bytes bytes = {NULL, 0};
    size_t count = json_array_size(json);
    if (type->form == FORM_BYTE || type->form == FORM_ASCII) {
        const json_t *hex = type->form == FORM_BYTE ? json : json_object_get(json, "hex");
        if (type->form == FORM_ASCII && json_is_string(json))
            bytes = arena_copy(arena, (Bytes){(const uint8_t *)json_string_value(json),
                                              json_string_length(json)});
        else if (!json_is_string(hex) ||
                 !hex_decode((Text){json_string_value(hex), json_string_length(hex)}, &bytes,
                             arena))
            return report_error(report, "\"%s\" must be a text of hexadecimal digits",
                                field->name);
        count = bytes.size;
        if (field->shape == SHAPE_REST) {
            *(Bytes *)(void *)((char *)record + field->offset) = bytes;
            return true;
        }
    } else if (!json_is_array(json)) {
        return report_error(report, "\"%s\" must be a list", field->name);
    }
    if (field->shape == SHAPE_LIST || field->shape == SHAPE_ALL) {
        if (!field_set_count(layout, field, record, count))
            return report_error(report, "\"%s\" has too many elements", field->name);
    } else if (field->shape == SHAPE_ARRAY ||
               (field->shape == SHAPE_FIXED && type->form != FORM_ASCII)) {
        if (count != field_count(layout, field, record))
            return report_error(report, "\"%s\" must have %zu elements, not %zu", field->name,
                                field_count(layout, field, record), count);
    } else if (count > field->count) {
        return report_error(report, "\"%s\" may have %zu bytes at most", field->name,
                            field->count);
    }
    char *data = (char *)record + field->offset;
    if (is_pointer(field)) {
        data = arena_take(arena, count ? count : 1, type->size);
        *(void **)(void *)((char *)record + field->offset) = data;
    }
    if (bytes.data) {
        memcpy(data, bytes.data, count);
        return true;
    }
    for (size_t i = 0; i < count; i++)
        if (!parse_value(type, data + i * type->size, json_array_get(json, i), field->name, arena,
                         report))
            return false;
    return true;
}

static bool is_counter(const Field *fields, size_t count, const Field *field)
{
    for (size_t i = 0; i < count; i++)
        if (fields[i].shape == SHAPE_LIST && fields[i].counter == field->offset)
            return true;
    return false;
}

static bool keys_known(const Layout *layout, const json_t *json, Report *report)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value)
    {
        if (!layout_field(layout, text_of(key)) && !text_ends(text_of(key), "_name"))
            return report_error(report, "no \"%s\" belongs into a %s", key, layout->name);
    }
    return true;
}

bool record_parse(const Layout *layout, void *record, const json_t *json, Arena *arena,
                  Report *report)
{
    if (!json_is_object(json))
        return report_error(report, "a %s must be an object", layout->name);
    if (!keys_known(layout, json, report))
        return false;
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        if (field->shape == SHAPE_MAGIC || field->shape == SHAPE_BITS)
            continue;
        const json_t *value = json_object_get(json, field->name);
        const bool single = field->shape == SHAPE_FIELD || field->shape == SHAPE_WHEN ||
                            field->shape == SHAPE_ASIDE;
        if (field->shape == SHAPE_WHEN && !field_count(layout, field, record))
            continue;
        if (!value) {
            if (single && (is_counter(fields, count, field) || field->shape == SHAPE_ASIDE ||
                           field->type->derived))
                continue;
            return report_error(report, "%s: \"%s\" is missing", layout->name, field->name);
        }
        if (!(single ? parse_value(field->type, (char *)record + field->offset, value,
                                   field->name, arena, report)
                     : parse_elements(layout, field, record, value, arena, report)))
            return false;
    }
    return true;
}

/* ---- documentation ---- */

void record_describe(const Layout *layout, Writer *writer)
{
    write_format(writer, "### %s\n\n%s.\n\n", layout->name, layout->doc);
    write_format(writer, "| offset | field | type | count | meaning |\n|--:|---|---|---|---|\n");
    size_t count, at = 0;
    bool fixed = true;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        if (field->shape == SHAPE_BITS) {
            write_format(writer, "| | `%s` | bits %zu-%zu | | %s |\n", field->name,
                         field->count & 255, (field->count & 255) + (field->count >> 8) - 1,
                         field->doc);
            continue;
        }
        if (fixed && field->shape != SHAPE_ASIDE)
            write_format(writer, "| %zu ", at);
        else
            write_format(writer, "| ");
        static const char *const counts[] = {
            [SHAPE_FIELD] = "",         [SHAPE_LIST] = "counted",
            [SHAPE_ARRAY] = "computed", [SHAPE_WHEN] = "0 or 1",
            [SHAPE_ALL] = "to the end", [SHAPE_REST] = "to the end",
            [SHAPE_ASIDE] = "not in the file"};
        if (field->shape == SHAPE_MAGIC)
            write_format(writer, "| | magic | %zu | %s |\n", field->count, field->doc);
        else if (field->shape == SHAPE_FIXED)
            write_format(writer, "| `%s` | %s | %zu | %s |\n", field->name, field->type->name,
                         field->count, field->doc);
        else
            write_format(writer, "| `%s` | %s | %s | %s |\n", field->name, field->type->name,
                         counts[field->shape], field->doc);
        if (field->shape == SHAPE_MAGIC)
            at += field->count;
        else if (field->shape == SHAPE_FIELD || field->shape == SHAPE_FIXED)
            at += field->count * layout_least(field->type);
        else if (field->shape != SHAPE_ASIDE)
            fixed = false;
    }
    write_format(writer, "\n");
}
