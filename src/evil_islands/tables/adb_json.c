/* Conversion of ADB files to JSON and back. */
#include "evil_islands/tables/adb_internal.h"

#include "base/game_text.h"
#include "base/text.h"

/* ---- showing ---- */

/* Bytes after the name's zero are kept, so that the file can be written again exactly. */
static void show_name(const char *field, size_t size, JsonWriter *json, Arena *arena)
{
    Text name;
    Bytes rest;
    adb_split(field, size, &name, &rest);
    json_put_text(json, "name", game_text_decode(name, arena));
    if (rest.size)
        json_put_hex(json, "name_rest", rest);
}

/* Unknown values of enumerations are numbers. */
static void show_value(const AdbColumn *column, const AdbAnimation *animation, JsonWriter *json)
{
    if (column->kind == ADB_HEX) {
        json_put_hex(json, column->name,
                     (Bytes){(const uint8_t *)animation + column->offset, column->width});
        return;
    }
    const uint64_t value = adb_get(column, animation);
    const char *name = adb_value_name(column, value);
    if (column->kind == ADB_FLAGS) {
        json_open_list(json, column->name);
        for (unsigned i = 0; i < column->width; i++)
            if (value >> i & 1)
                json_put_text(json, NULL, text_of(column->names[i]));
        json_close_list(json);
    } else if (column->kind == ADB_FLOAT) {
        const uint32_t bits = (uint32_t)value;
        float number;
        memcpy(&number, &bits, sizeof number);
        json_put_float(json, column->name, number);
    } else if (column->kind == ADB_BITS && name) {
        json_put_text(json, column->name, text_of(name));
    } else {
        json_put_uint(json, column->name, value);
    }
}

/* `whole` makes no difference: the file has no large parts. */
bool adb_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Adb adb;
    (void)whole;
    if (!adb_read(file, &adb, arena, report))
        return false;
    show_name(adb.head.name, sizeof adb.head.name, json, arena);
    json_put_float(json, "min_height", adb.head.min_height);
    json_put_float(json, "mid_height", adb.head.mid_height);
    json_put_float(json, "max_height", adb.head.max_height);
    json_put_uint(json, "record_size", adb.size);
    json_open_list(json, "animations");
    for (size_t i = 0; i < adb.count; i++) {
        const AdbAnimation *animation = &adb.animations[i];
        json_open(json, NULL);
        show_name(animation->name, sizeof animation->name, json, arena);
        for (size_t j = 0; j < adb_column_count; j++)
            if (adb_columns[j].sizes & adb_size_bit(adb.size))
                show_value(&adb_columns[j], animation, json);
        json_close(json);
    }
    json_close_list(json);
    return true;
}

/* ---- parsing ---- */

static bool parse_name(const json_t *json, char *field, size_t size, Arena *arena,
                       Report *report)
{
    Text name;
    Bytes rest = {NULL, 0};
    const char *why;
    if (!json_get_text(json, "name", &name, arena, report) ||
        (json_object_get(json, "name_rest") &&
         !json_get_hex(json, "name_rest", &rest, arena, report)))
        return false;
    return adb_join(field, size, name, rest, &why, arena) ||
           report_error(report, "\"%.*s\": %s", (int)name.size, name.at, why);
}

static bool parse_float(const json_t *json, const char *key, uint32_t *bits, Report *report)
{
    return json_float_bits(json_object_get(json, key), bits) ||
           report_error(report, "\"%s\" must be a number or a text \"0x...\" of its bits", key);
}

/* A list of names; a number is accepted by parse_value() as well. */
static bool parse_flags(const AdbColumn *column, const json_t *list, uint64_t *out,
                        Report *report)
{
    *out = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const Text name = json_is_string(item) ? text_of(json_string_value(item)) : TEXT("");
        uint64_t bit;
        if (!adb_named_value(column, name, &bit))
            return report_error(report, "\"%s\" has no \"%.*s\"", column->name, (int)name.size,
                                name.at);
        *out |= 1ull << bit;
    }
    return true;
}

/* The inverse of show_value(); every column must be there. */
static bool parse_value(const AdbColumn *column, const json_t *json, AdbAnimation *out,
                        Arena *arena, Report *report)
{
    const json_t *value = json_object_get(json, column->name);
    const Text name = json_is_string(value) ? text_of(json_string_value(value)) : TEXT("");
    uint64_t number;
    int64_t whole;
    uint32_t bits;
    Bytes bytes;
    if (column->kind == ADB_HEX) {
        if (!json_get_hex(json, column->name, &bytes, arena, report))
            return false;
        if (bytes.size != column->width)
            return report_error(report, "\"%s\" must have %u bytes", column->name,
                                column->width);
        memcpy((char *)out + column->offset, bytes.data, bytes.size);
        return true;
    }
    if (column->kind == ADB_FLOAT) {
        if (!parse_float(json, column->name, &bits, report))
            return false;
        number = bits;
    } else if (column->kind == ADB_FLAGS && json_is_array(value)) {
        if (!parse_flags(column, value, &number, report))
            return false;
    } else if (column->kind != ADB_BITS || !adb_named_value(column, name, &number)) {
        if (!json_get_int(json, column->name, 0, (int64_t)adb_max(column), &whole, report))
            return false;
        number = (uint64_t)whole;
    }
    adb_set(column, out, number);
    return true;
}

/* Records of other sizes lack some columns: their keys are then unknown. */
static bool key_known(const char *key, unsigned size_bit)
{
    for (size_t i = 0; i < adb_column_count; i++)
        if (adb_columns[i].sizes & size_bit && !strcmp(key, adb_columns[i].name))
            return true;
    return !strcmp(key, "name") || !strcmp(key, "name_rest");
}

static bool parse_animation(const json_t *json, uint32_t size, AdbAnimation *out, Arena *arena,
                            Report *report)
{
    const char *key;
    json_t *value;
    const unsigned bit = adb_size_bit(size);
    json_object_foreach((json_t *)json, key, value)
    {
        if (!key_known(key, bit))
            return report_error(report, "unknown key \"%s\" in an animation of %u bytes", key,
                                size);
    }
    out->size = size;
    for (size_t i = 0; i < adb_column_count; i++)
        if (adb_columns[i].sizes & bit &&
            !parse_value(&adb_columns[i], json, out, arena, report))
            return false;
    return parse_name(json, out->name, sizeof out->name, arena, report);
}

/* The size decides which keys the animations must have. */
static bool parse_head(const json_t *json, Adb *out, Arena *arena, Report *report)
{
    static const char *const keys[] = {"min_height", "mid_height", "max_height"};
    float *const heights[] = {&out->head.min_height, &out->head.mid_height,
                              &out->head.max_height};
    int64_t size;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        uint32_t bits;
        if (!parse_float(json, keys[i], &bits, report))
            return false;
        memcpy(heights[i], &bits, sizeof bits);
    }
    if (!json_get_int(json, "record_size", 36, 88, &size, report))
        return false;
    out->size = (uint32_t)size;
    if (!adb_size_bit(out->size))
        return report_error(report, "\"record_size\" must be 88, 84 or 36");
    return parse_name(json, out->head.name, sizeof out->head.name, arena, report);
}

bool adb_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Adb adb = {0};
    const json_t *list = json_object_get(json, "animations");
    if (!parse_head(json, &adb, arena, report))
        return false;
    if (!json_is_array(list))
        return report_error(report, "\"animations\" must be a list");
    adb.count = json_array_size(list);
    adb.animations = ARENA_ALLOC(arena, AdbAnimation, adb.count);
    for (size_t i = 0; i < adb.count; i++)
        if (!parse_animation(json_array_get(list, i), adb.size, &adb.animations[i], arena,
                             report))
            return false;
    *out = adb_write(&adb, arena);
    return true;
}
