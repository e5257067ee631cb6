/* Conversion of REG files to JSON and back. */
#include "evil_islands/tables/reg.h"

#include "base/game_text.h"
#include "base/text.h"

/* ---- showing ---- */

/* JSON texts here contain no zeros: such a text is an object with its bytes. */
static void show_text(const char *key, Text text, JsonWriter *json, Arena *arena)
{
    size_t zero;
    if (text_find(text, 0, &zero)) {
        json_open(json, key);
        json_put_hex(json, "hex", bytes_of_text(text));
        json_close(json);
    } else {
        json_put_text(json, key, game_text_decode(text, arena));
    }
}

static void show_value(const char *key, RegType type, const RegValue *value, JsonWriter *json,
                       Arena *arena)
{
    float number;
    memcpy(&number, &value->bits, sizeof number);
    if (type == REG_TEXT)
        show_text(key, value->text, json, arena);
    else if (type == REG_FLOAT)
        json_put_float(json, key, number);
    else
        json_put_int(json, key, (int32_t)value->bits);
}

static void show_key(const RegKey *key, JsonWriter *json, Arena *arena)
{
    json_open(json, NULL);
    show_text("name", key->name, json, arena);
    json_put_text(json, "type", text_of(reg_type_names[key->type]));
    if (key->array) {
        json_open_list(json, "values");
        for (size_t i = 0; i < key->count; i++)
            show_value(NULL, key->type, &key->values[i], json, arena);
        json_close_list(json);
    } else {
        show_value("value", key->type, &key->values[0], json, arena);
    }
    json_close(json);
}

bool reg_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Reg reg;
    (void)whole;
    if (!reg_read(file, &reg, arena, report))
        return false;
    json_open_list(json, "sections");
    for (size_t i = 0; i < reg.count; i++) {
        json_open(json, NULL);
        show_text("name", reg.sections[i].name, json, arena);
        json_open_list(json, "keys");
        for (size_t j = 0; j < reg.sections[i].count; j++)
            show_key(&reg.sections[i].keys[j], json, arena);
        json_close_list(json);
        json_close(json);
    }
    json_close_list(json);
    return true;
}

/* ---- parsing ---- */

static bool parse_text(const json_t *json, const char *key, Text *out, Arena *arena,
                       Report *report)
{
    Bytes bytes;
    if (json_is_object(json)) {
        if (!json_get_hex(json, "hex", &bytes, arena, report))
            return false;
        *out = text_of_bytes(bytes);
        return true;
    }
    if (!json_is_string(json))
        return report_error(report, "\"%s\" must be a text", key);
    const Text utf8 = {json_string_value(json), json_string_length(json)};
    return game_text_encode(utf8, out, NULL, arena) ||
           report_error(report, "\"%.*s\": %s", (int)utf8.size, utf8.at,
                        game_text_lack(utf8, arena).at);
}

static bool parse_value(const json_t *json, RegType type, RegValue *out, Arena *arena,
                        Report *report)
{
    *out = (RegValue){0};
    if (type == REG_TEXT)
        return parse_text(json, "value", &out->text, arena, report);
    if (type == REG_INT) {
        const json_int_t number = json_integer_value(json);
        out->bits = (uint32_t)number;
        return (json_is_integer(json) && number >= INT32_MIN && number <= INT32_MAX) ||
               report_error(report, "an int must be a whole number of 32 bits");
    }
    return json_float_bits(json, &out->bits) ||
           report_error(report, "a float must be a number or a text \"0x...\" of its bits");
}

static bool parse_type(const json_t *json, RegType *out, Arena *arena, Report *report)
{
    Text name;
    if (!json_get_text(json, "type", &name, arena, report))
        return false;
    for (unsigned i = 0; i < REG_TYPES; i++)
        if (text_is(name, reg_type_names[i])) {
            *out = (RegType)i;
            return true;
        }
    return report_error(report, "\"type\" is int, float or text, not \"%.*s\"", (int)name.size,
                        name.at);
}

static bool parse_key(const json_t *json, RegKey *out, Arena *arena, Report *report)
{
    const json_t *values = json_object_get(json, "values");
    *out = (RegKey){.array = values != NULL, .count = values ? json_array_size(values) : 1};
    if (!parse_text(json_object_get(json, "name"), "name", &out->name, arena, report) ||
        !parse_type(json, &out->type, arena, report))
        return false;
    if (values && !json_is_array(values))
        return report_error(report, "\"values\" must be a list");
    out->values = ARENA_ALLOC(arena, RegValue, out->count);
    for (size_t i = 0; i < out->count; i++)
        if (!parse_value(values ? json_array_get(values, i) : json_object_get(json, "value"),
                         out->type, &out->values[i], arena, report))
            return false;
    return true;
}

static bool parse_section(const json_t *json, RegSection *out, Arena *arena, Report *report)
{
    const json_t *keys = json_object_get(json, "keys");
    if (!json_is_array(keys))
        return report_error(report, "a section needs a list of \"keys\"");
    *out = (RegSection){.count = json_array_size(keys)};
    out->keys = ARENA_ALLOC(arena, RegKey, out->count);
    for (size_t i = 0; i < out->count; i++)
        if (!parse_key(json_array_get(keys, i), &out->keys[i], arena, report))
            return false;
    return parse_text(json_object_get(json, "name"), "name", &out->name, arena, report);
}

bool reg_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Reg reg;
    const json_t *sections = json_object_get(json, "sections");
    if (!json_is_array(sections))
        return report_error(report, "\"sections\" must be a list");
    reg.count = json_array_size(sections);
    reg.sections = ARENA_ALLOC(arena, RegSection, reg.count);
    for (size_t i = 0; i < reg.count; i++)
        if (!parse_section(json_array_get(sections, i), &reg.sections[i], arena, report))
            return false;
    return reg_write(&reg, out, arena, report);
}
