/* Records of any format as one tree, made from their JSON. */
#include "library/library_internal.h"

struct OisinValue {
    OisinKind kind;
    const char *name;
    union {
        int64_t number;
        double real;
        struct {
            const char *at;
            size_t size;
        } text;
        struct {
            OisinValue *items;
            size_t count;
        } list;
    };
};

static void take(const json_t *json, const char *name, OisinValue *out, Arena *arena);

static void take_list(const json_t *json, OisinValue *out, Arena *arena)
{
    out->kind = OISIN_LIST;
    out->list.count = json_array_size(json);
    out->list.items = ARENA_ALLOC(arena, OisinValue, out->list.count);
    for (size_t i = 0; i < out->list.count; i++)
        take(json_array_get(json, i), "", &out->list.items[i], arena);
}

static void take_record(const json_t *json, OisinValue *out, Arena *arena)
{
    size_t i = 0;
    out->kind = OISIN_RECORD;
    out->list.count = json_object_size(json);
    out->list.items = ARENA_ALLOC(arena, OisinValue, out->list.count);
    for (void *at = json_object_iter((json_t *)(uintptr_t)json); at;
         at = json_object_iter_next((json_t *)(uintptr_t)json, at))
        take(json_object_iter_value(at),
             arena_text(arena, text_of(json_object_iter_key(at))).at, &out->list.items[i++],
             arena);
}

static void take(const json_t *json, const char *name, OisinValue *out, Arena *arena)
{
    out->name = name;
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        take_record(json, out, arena);
        break;
    case JSON_ARRAY:
        take_list(json, out, arena);
        break;
    case JSON_STRING:
        out->kind = OISIN_TEXT;
        out->text.size = json_string_length(json);
        out->text.at = arena_text(arena, (Text){json_string_value(json), out->text.size}).at;
        break;
    case JSON_INTEGER:
        out->kind = OISIN_NUMBER;
        out->number = json_integer_value(json);
        break;
    case JSON_REAL:
        out->kind = OISIN_REAL;
        out->real = json_real_value(json);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        out->kind = OISIN_BOOL;
        out->number = json_is_true(json);
        break;
    case JSON_NULL:
        out->kind = OISIN_NOTHING;
        break;
    }
}

const OisinValue *values_read(Bytes json, Arena *arena, Report *report)
{
    Arena *scratch = arena_new();
    const json_t *tree = json_read(json, scratch, report);
    OisinValue *root = tree ? ARENA_ALLOC(arena, OisinValue, 1) : NULL;
    if (tree)
        take(tree, "", root, arena);
    arena_free(scratch);
    return root;
}

/* ---- access ---- */

OisinKind oisin_kind(const OisinValue *value) { return value->kind; }

const char *oisin_name(const OisinValue *value) { return value->name; }

size_t oisin_count(const OisinValue *value)
{
    return value->kind == OISIN_LIST || value->kind == OISIN_RECORD ? value->list.count : 0;
}

const OisinValue *oisin_at(const OisinValue *value, size_t index)
{
    return index < oisin_count(value) ? &value->list.items[index] : NULL;
}

static const OisinValue *field(const OisinValue *value, Text name)
{
    for (size_t i = 0; i < value->list.count; i++)
        if (text_is(name, value->list.items[i].name))
            return &value->list.items[i];
    return NULL;
}

static const OisinValue *element(const OisinValue *value, Text digits)
{
    size_t index = 0;
    for (size_t i = 0; i < digits.size; i++) {
        if (digits.at[i] < '0' || digits.at[i] > '9' || index > value->list.count)
            return NULL;
        index = index * 10 + (size_t)(digits.at[i] - '0');
    }
    return digits.size ? oisin_at(value, index) : NULL;
}

/* Names have no dots, except those of some tables: therefore the whole rest is tried first. */
const OisinValue *oisin_get(const OisinValue *value, const char *path)
{
    while (value && *path) {
        const Text rest = text_of(path);
        Text part = {path, strcspn(path, ".")};
        const OisinValue *next = NULL;
        if (value->kind == OISIN_RECORD && (next = field(value, rest)))
            return next;
        if (value->kind == OISIN_RECORD)
            next = field(value, part);
        else if (value->kind == OISIN_LIST)
            next = element(value, part);
        value = next;
        path += part.size + (part.size < rest.size);
    }
    return value;
}

int64_t oisin_number(const OisinValue *value)
{
    return value && (value->kind == OISIN_NUMBER || value->kind == OISIN_BOOL) ? value->number
                                                                               : 0;
}

double oisin_real(const OisinValue *value)
{
    return value && value->kind == OISIN_REAL ? value->real : (double)oisin_number(value);
}

const char *oisin_text(const OisinValue *value, size_t *size)
{
    const bool is_text = value && value->kind == OISIN_TEXT;
    if (size)
        *size = is_text ? value->text.size : 0;
    return is_text ? value->text.at : "";
}
