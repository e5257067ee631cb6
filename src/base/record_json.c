/* Records as JSON: showing, then parsing. Both follow the fields of the layout; counters are
 * omitted, since the length of a list gives them. */
#include "base/record_internal.h"
#include "base/text.h"

#include <stdio.h>

/* ---- showing ---- */

static void show_name(const char *key, const RecordLayout *type, const void *data,
                      const RecordShow *show, JsonWriter *json)
{
    Text name;
    if (show && show->note && show->note(show->context, type, data, &name)) {
        char longer[128];
        snprintf(longer, sizeof longer, "%s_name", key);
        json_put_text(json, longer, name);
    }
}

static void show_primitive(const char *key, const RecordLayout *type, const void *data,
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

/* A text field is shown as text, including UTF-8. Zeros after it are left out if the field is
 * `padded` with them. With other bytes it is shown as hex. */
static void show_ascii(const char *key, const char *data, size_t count, bool padded,
                       JsonWriter *json)
{
    size_t size = 0;
    while (size < count && (unsigned char)data[size] >= ' ' && data[size] != 127)
        size++;
    bool is_text = utf8_invalid((Text){data, size}) == size && (padded || size == count);
    for (size_t i = size; i < count; i++)
        is_text = is_text && !data[i];
    if (is_text)
        json_put_text(json, key, (Text){data, size});
    else {
        json_open(json, key);
        json_put_hex(json, "hex", (Bytes){(const uint8_t *)data, count});
        json_close(json);
    }
}

static void show_list(const Field *field, const RecordLayout *type, const char *data,
                      size_t count, const RecordShow *show, JsonWriter *json)
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

void record_show_fields(const RecordLayout *layout, const void *record, const RecordShow *show,
                        JsonWriter *json)
{
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        const RecordLayout *type = field->type;
        if (field->shape == SHAPE_MAGIC)
            continue;
        if (field->shape == SHAPE_BITS) {
            const uint64_t value = record_number(record, field->offset, field->counter);
            const unsigned from = field->count & 255, width = (unsigned)(field->count >> 8);
            json_put_uint(json, field->name, value >> from & ((1ull << width) - 1));
            continue;
        }
        const size_t elements = field_count(layout, field, record);
        const char *data = field_data(field, record);
        const bool single = field_is_single(field);
        if ((field->shape == SHAPE_WHEN || field_is_trailing(field)) && !elements)
            continue;
        if (type->form == FORM_BYTE && !single)
            json_put_hex(json, field->name, (Bytes){(const uint8_t *)data, elements});
        else if (type->form == FORM_ASCII && !single)
            show_ascii(field->name, data, elements, field->shape == SHAPE_FIXED, json);
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

void record_show(const RecordLayout *layout, const void *record, const RecordShow *show,
                 JsonWriter *json)
{
    json_open(json, NULL);
    record_show_fields(layout, record, show, json);
    json_close(json);
}

/* ---- parsing ---- */

static bool parse_primitive(const RecordLayout *type, void *data, const json_t *json,
                            const char *key, Report *report)
{
    if (type->form == FORM_FLOAT)
        return json_float_bits(json, data) ||
               report_error(report, "\"%s\" must be a number or a text \"0x...\" of its bits",
                            key);
    if (!json_is_integer(json))
        return report_error(report, "\"%s\" must be a whole number", key);
    const json_int_t value = json_integer_value(json);
    const uint64_t max = primitive_max(type);
    const bool is_signed = type->form == FORM_SIGNED;
    const int64_t high = max == UINT64_MAX ? INT64_MAX : (int64_t)(is_signed ? max / 2 : max);
    const int64_t low = is_signed ? -high - 1 : 0;
    if (value < low || value > high)
        return report_error(report, "\"%s\" must be from %lld to %lld", key, (long long)low,
                            (long long)high);
    primitive_set(type, data, (uint64_t)value);
    return true;
}

static bool parse_value(const RecordLayout *type, void *data, const json_t *json,
                        const char *key, Arena *arena, Report *report)
{
    return type->form == FORM_RECORD ? record_parse(type, data, json, arena, report)
                                     : parse_primitive(type, data, json, key, report);
}

/* Bytes and characters are one text in JSON; other lists are lists. */
static bool parse_elements(const RecordLayout *layout, const Field *field, void *record,
                           const json_t *json, Arena *arena, Report *report)
{
    const RecordLayout *type = field->type;
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
        return report_error(report, "\"%s\" must have at most %zu bytes", field->name,
                            field->count);
    }
    char *data = (char *)record + field->offset;
    if (field_is_pointer(field)) {
        data = arena_alloc(arena, count, type->size);
        *(void **)(void *)((char *)record + field->offset) = data;
    }
    if (bytes.data) {
        memcpy(data, bytes.data, count);
        return true;
    }
    for (size_t i = 0; i < count; i++)
        if (!parse_value(type, data + i * type->size, json_array_get(json, i), field->name,
                         arena, report))
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

static bool keys_known(const RecordLayout *layout, const json_t *json, Report *report)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value)
    {
        if (!layout_field(layout, text_of(key)) && !text_ends(text_of(key), "_name"))
            return report_error(report, "unknown key \"%s\" in %s", key, layout->name);
    }
    return true;
}

bool record_parse(const RecordLayout *layout, void *record, const json_t *json, Arena *arena,
                  Report *report)
{
    if (!json_is_object(json))
        return report_error(report, "%s: expected an object", layout->name);
    if (!keys_known(layout, json, report))
        return false;
    size_t count;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        if (field->shape == SHAPE_MAGIC || field->shape == SHAPE_BITS)
            continue;
        const json_t *value = json_object_get(json, field->name);
        const bool single = field_is_single(field);
        if (field->shape == SHAPE_WHEN && !field_count(layout, field, record))
            continue;
        if (!value) {
            if (field_is_trailing(field) ||
                (field->shape == SHAPE_ARRAY && !field_count(layout, field, record)))
                continue;
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
