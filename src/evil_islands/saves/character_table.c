/* Parts, in order: values as rows; rows as values; the conversions. */
#include "evil_islands/saves/character_table.h"

#include "base/text.h"
#include "kit/formats/format.h"
#include "kit/open/csv.h"

#include <math.h>

enum { DEPTH_MAX = 16, LIST_MAX = 1 << 20 };

/* ---- values as rows ---- */

/* Path, type and value: the type tells numbers and texts apart that look equal. */
static void put_row(CsvWriter *csv, Text path, const char *type, Text value)
{
    csv_put(csv, path);
    csv_put(csv, text_of(type));
    csv_put(csv, value);
    csv_end_row(csv);
}

static void put_real(CsvWriter *csv, Text path, double value, Arena *arena)
{
    if (value == 0 && signbit(value)) /* spreadsheets lose the sign */
        put_row(csv, path, "text", TEXT("0x80000000"));
    else /* nine digits identify a float */
        put_row(csv, path, "number", arena_format(arena, "%.9g", value));
}

/* A slash separates the keys and indices of a path. */
static Text path_to(Text path, const char *key, Arena *arena)
{
    return arena_format(arena, "%.*s%s%s", (int)path.size, path.at, path.size ? "/" : "", key);
}

/* Empty lists and objects need a row; others follow from the paths of their elements. */
static void put_value(CsvWriter *csv, Text path, const json_t *value, Arena *arena)
{
    const char *key;
    json_t *item;
    size_t i;
    if (json_is_object(value) && json_object_size(value)) {
        json_object_foreach((json_t *)value, key, item)
            put_value(csv, path_to(path, key, arena), item, arena);
    } else if (json_is_array(value) && json_array_size(value)) {
        json_array_foreach(value, i, item)
            put_value(csv, path_to(path, arena_format(arena, "%zu", i).at, arena), item, arena);
    } else if (json_is_integer(value)) {
        put_row(csv, path, "number",
                arena_format(arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value)));
    } else if (json_is_real(value)) {
        put_real(csv, path, json_real_value(value), arena);
    } else if (json_is_string(value)) {
        put_row(csv, path, "text", (Text){json_string_value(value), json_string_length(value)});
    } else {
        put_row(csv, path, json_is_array(value) ? "list" : "object", TEXT(""));
    }
}

/* ---- rows as values ---- */

typedef struct Building {
    json_t *root;
    const Csv *csv;
    const CsvRow *row;
    Arena *arena;
    Report *report;
} Building;

/* Always false: reports a problem of the current row. */
static bool refuse(const Building *building, const char *problem, Text what)
{
    return report_error_at(building->report, csv_row_position(building->csv, building->row),
                           "%s \"%.*s\"", problem, (int)what.size, what.at);
}

/* The part of a path before its next slash; `more`: there is one. */
static Text next_part(Text *rest, bool *more)
{
    size_t slash;
    *more = text_find(*rest, '/', &slash);
    const Text part = text_slice(*rest, 0, *more ? slash : rest->size);
    *rest = text_slice(*rest, *more ? slash + 1 : rest->size, rest->size);
    return part;
}

static bool is_index(Text part, int64_t *out) { return text_number(part, 0, LIST_MAX, out); }

/* Adds `value`, which is taken over, to a container, unless there is something already. */
static bool add(const Building *building, json_t *container, Text part, json_t *value)
{
    int64_t index;
    const bool list = json_is_array(container);
    const char *key = arena_text(building->arena, part).at;
    if (is_index(part, &index) != list || (!list && !json_is_object(container))) {
        json_decref(value);
        return refuse(building, "a list and an object cannot be mixed: unexpected", part);
    }
    if (list ? (size_t)index != json_array_size(container)
             : json_object_get(container, key) != NULL) {
        json_decref(value);
        return refuse(building,
                      list ? "expected the next position in the list, found"
                           : "there are two values of",
                      part);
    }
    return (list ? json_array_append_new(container, value)
                 : json_object_set_new(container, key, value)) == 0 ||
           refuse(building, "invalid key", part);
}

/* NULL if the container does not have this part yet. */
static json_t *inside(const json_t *container, Text part, Arena *arena)
{
    int64_t index;
    if (json_is_array(container))
        return is_index(part, &index) ? json_array_get(container, (size_t)index) : NULL;
    return json_object_get(container, arena_text(arena, part).at);
}

/* A new value that the caller owns; NULL after a reported error. */
static json_t *value_of(const Building *building, Text type, Text value)
{
    int64_t whole;
    float number;
    if (text_is(type, "text"))
        return json_stringn(value.at, value.size);
    if (text_is(type, "list"))
        return json_array();
    if (text_is(type, "object"))
        return json_object();
    if (text_is(type, "number") && text_number(value, INT64_MIN, INT64_MAX, &whole))
        return json_integer(whole);
    if (text_is(type, "number") && text_to_float(value, &number)) {
        /* The same double as in JSON, if it can be JSON (".5" cannot). */
        json_t *same = json_loadb(value.at, value.size, JSON_DECODE_ANY, NULL);
        return same ? same : json_real((double)number);
    }
    if (text_is(type, "number"))
        refuse(building, "not a number:", value);
    else
        refuse(building, "expected text, number, list or object, found", type);
    return NULL;
}

/* Takes over `value`. Containers on the path are created: a list if the next part is a
 * number. */
static bool take_row(const Building *building, Text path, json_t *value)
{
    json_t *container = building->root;
    bool more = true;
    for (unsigned depth = 0;; depth++) {
        Text part = next_part(&path, &more);
        int64_t index;
        if (!more)
            return add(building, container, part, value);
        json_t *next = inside(container, part, building->arena);
        if (!next && depth < DEPTH_MAX) {
            Text rest = path;
            bool further;
            next = is_index(next_part(&rest, &further), &index) ? json_array() : json_object();
            if (!add(building, container, part, next))
                break;
        }
        if (!next) {
            refuse(building, "too many parts:", path);
            break;
        }
        container = next;
    }
    json_decref(value);
    return false;
}

static bool take_rows(Building *building)
{
    const Csv *csv = building->csv;
    for (size_t i = 1; i < csv->count; i++) {
        building->row = &csv->rows[i];
        if (!building->row->count)
            continue;
        if (building->row->count < 3)
            return report_error_at(building->report, csv_row_position(csv, building->row),
                                   "expected three cells: path, type, value");
        const CsvCell *cells = building->row->cells;
        json_t *value = value_of(building, cells[1].text, cells[2].text);
        if (!value || !take_row(building, cells[0].text, value))
            return false;
    }
    return true;
}

/* ---- conversions ---- */

static const Format *character(void) { return format_named(TEXT("character")); }

bool character_to_table(ConversionJob *job, Arena *arena, Report *report)
{
    Writer text = writer_to(arena), out = writer_to(arena);
    CsvWriter csv = csv_to(&out);
    if (!format_is(character(), job->input))
        return report_error(report, "not a character of Evil Islands: expected 0x114 and 0x74 "
                                    "at its start");
    if (!format_to_json(character(), job->input, true, &text, arena, report))
        return false;
    const json_t *json = json_read(writer_bytes(&text), arena, report);
    if (!json)
        return false;
    put_row(&csv, TEXT("path"), "type", TEXT("value"));
    put_value(&csv, TEXT(""), json, arena);
    job->output = writer_bytes(&out);
    return true;
}

/* The table becomes the JSON of the format, which checks everything else. */
bool table_to_character(ConversionJob *job, Arena *arena, Report *report)
{
    Csv csv;
    const Format *format;
    Building building = {NULL, &csv, NULL, arena, report};
    if (!csv_read(job->input, &csv, arena, report))
        return false;
    building.root = json_owned(json_object(), arena);
    if (!take_rows(&building))
        return false;
    const Bytes json = bytes_of_text(json_text_of(building.root, arena));
    if (!format_from_json(json, &job->output, &format, arena, report))
        return false;
    return format == character() ||
           report_error(report,
                        "the table is not that of a character: its \"format\" is "
                        "\"%s\"",
                        format->name);
}
