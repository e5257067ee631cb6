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

static void show_value(const AdbColumn *column, const void *record, JsonWriter *json)
{
    if (column->kind == ADB_HEX) {
        json_put_hex(json, column->name,
                     (Bytes){(const uint8_t *)record + column->offset, column->width});
        return;
    }
    const uint64_t value = adb_get(column, record);
    const uint32_t bits = (uint32_t)value;
    const char *name = adb_value_name(column, value);
    float number;
    if (column->kind == ADB_FLAGS) {
        json_open_list(json, column->name);
        for (unsigned i = 0; i < column->width; i++)
            if (value >> i & 1)
                json_put_text(json, NULL, text_of(column->names[i]));
        json_close_list(json);
    } else if (column->kind == ADB_FLOAT) {
        memcpy(&number, &bits, sizeof number);
        json_put_float(json, column->name, number);
    } else if (column->kind == ADB_BITS && name) {
        json_put_text(json, column->name, text_of(name));
    } else {
        json_put_uint(json, column->name, value);
    }
}

/* The columns of an animation, or for size 0 the head. */
static void show_values(const void *record, uint32_t size, JsonWriter *json)
{
    for (const AdbColumn *column = NULL; (column = adb_next(column, size));)
        show_value(column, record, json);
}

bool adb_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Adb adb;
    (void)whole;
    if (!adb_read(file, &adb, arena, report))
        return false;
    show_name(adb.head.name, sizeof adb.head.name, json, arena);
    show_values(&adb.head, 0, json);
    json_put_uint(json, "record_size", adb.size);
    json_open_list(json, "animations");
    for (size_t i = 0; i < adb.count; i++) {
        const AdbAnimation *animation = &adb.animations[i];
        json_open(json, NULL);
        show_name(animation->name, sizeof animation->name, json, arena);
        show_values(animation, adb.size, json);
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
        !json_find_hex(json, "name_rest", &rest, arena, report))
        return false;
    return adb_join(field, size, name, rest, &why, arena) ||
           report_error(report, "\"%.*s\": %s", (int)name.size, name.at, why);
}

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

static bool parse_value(const AdbColumn *column, const json_t *json, void *out, Arena *arena,
                        Report *report)
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
        if (!json_float_bits(value, &bits))
            return report_error(report,
                                "\"%s\" must be a number or a text \"0x...\" of its bits",
                                column->name);
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

static bool parse_values(const json_t *json, uint32_t size, void *out, Arena *arena,
                         Report *report)
{
    for (const AdbColumn *column = NULL; (column = adb_next(column, size));)
        if (!parse_value(column, json, out, arena, report))
            return false;
    return true;
}

static bool key_known(const char *key, uint32_t size)
{
    for (const AdbColumn *column = NULL; (column = adb_next(column, size));)
        if (!strcmp(key, column->name))
            return true;
    return !strcmp(key, "name") || !strcmp(key, "name_rest");
}

static bool parse_animation(const json_t *json, uint32_t size, AdbAnimation *out, Arena *arena,
                            Report *report)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value)
    {
        if (!key_known(key, size))
            return report_error(report, "unknown key \"%s\" in an animation of %u bytes", key,
                                size);
    }
    out->size = size;
    return parse_values(json, size, out, arena, report) &&
           parse_name(json, out->name, sizeof out->name, arena, report);
}

/* The size decides which keys the animations must have. */
static bool parse_head(const json_t *json, Adb *out, Arena *arena, Report *report)
{
    int64_t size;
    if (!parse_values(json, 0, &out->head, arena, report) ||
        !json_get_int(json, "record_size", 36, 88, &size, report))
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
