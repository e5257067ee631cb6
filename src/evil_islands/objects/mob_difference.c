/* Comparison of the nodes of map objects (.mob), with names for people: `OBJECT 1203 "well"
 * position z` instead of a path of indices. Parts, in order: names; places; lists. */
#include "kit/compare/difference_internal.h"

#include "base/hash.h"
#include "base/text.h"
#include "evil_islands/objects/mob.h"

#include <ctype.h>

/* ---- names ---- */

static const json_t *child_that_ends(const json_t *node, const char *whole, const char *suffix)
{
    const json_t *children = json_object_get(node, "children");
    for (size_t i = 0; i < json_array_size(children); i++) {
        const json_t *child = json_array_get(children, i);
        const Text type = difference_string(json_object_get(child, "type"));
        if (type.size && (text_is(type, whole) || text_ends(type, suffix)))
            return json_object_get(child, "value");
    }
    return NULL;
}

const json_t *mob_node_number(const json_t *node)
{
    return child_that_ends(node, "NID", "_ID");
}

/* The name that an author gave an object; empty: none. */
static Text title_of(const json_t *node)
{
    const json_t *name = child_that_ends(node, "OBJNAME", "_NAME");
    return json_is_string(name) ? difference_string(name) : TEXT("");
}

static Text type_of(const json_t *node)
{
    const json_t *type = json_object_get(node, "type");
    return difference_string(type ? type : json_object_get(node, "id"));
}

static bool is_node(const json_t *value)
{
    const json_t *type = json_object_get(value, "type");
    if (!type)
        return json_is_string(json_object_get(value, "id")) && json_object_get(value, "raw");
    return json_is_string(type) && mob_kind_named(difference_string(type));
}

bool mob_nodes_are(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!is_node(json_array_get(list, i)))
            return false;
    return json_is_array(list);
}

/* What identifies a node among its siblings: "OBJECT 17", "OBJNAME"; further ones of the same
 * name get a number: "GUARD_PT~2". */
static Text key_of(const json_t *node, Table *seen, Arena *arena)
{
    const json_t *number = mob_node_number(node);
    Text key = type_of(node);
    if (json_is_integer(number))
        key = arena_format(arena, "%.*s %" JSON_INTEGER_FORMAT, (int)key.size, key.at,
                           json_integer_value(number));
    const uint32_t again = ++*table_put(seen, key, 0);
    return again == 1 ? key : arena_format(arena, "%.*s~%u", (int)key.size, key.at, again);
}

/* ---- places ---- */

static void put_blank(Writer *out)
{
    if (out->size)
        write_u8(out, ' ');
}

/* Records that hold everything are left out of places. */
static bool is_container(const json_t *node)
{
    const Text type = type_of(node);
    return text_is(type, "OBJECTDBFILE") || text_is(type, "OBJECTSECTION");
}

/* OBJECT 1203 "well" */
static void put_label(Writer *out, const json_t *node)
{
    const json_t *number = mob_node_number(node);
    const Text title = title_of(node), type = type_of(node);
    put_blank(out);
    write_text(out, type);
    if (json_is_integer(number))
        write_format(out, " %" JSON_INTEGER_FORMAT, json_integer_value(number));
    if (title.size) {
        write_u8(out, ' ');
        difference_quote(out, title, 0);
    }
}

/* "position" of OBJPOSITION, "range" of LIGHT_RANGE in a LIGHT. */
static void put_member(Writer *out, const json_t *parent, const json_t *node)
{
    const Text type = type_of(node), outer = parent ? type_of(parent) : TEXT("");
    size_t from = 0;
    if (outer.size && type.size > outer.size + 1 &&
        text_equal(text_slice(type, 0, outer.size), outer) && type.at[outer.size] == '_')
        from = outer.size + 1;
    else if (text_starts(type, "OBJ_"))
        from = 4;
    else if (text_starts(type, "OBJ") && type.size > 3)
        from = 3;
    put_blank(out);
    if (text_is(type, "SS_TEXT")) {
        write_text(out, TEXT("script"));
        return;
    }
    for (size_t i = from; i < type.size; i++)
        write_u8(out, type.at[i] == '_' ? ' ' : (uint8_t)tolower((unsigned char)type.at[i]));
}

static bool is_record(const json_t *node) { return json_object_get(node, "children") != NULL; }

static void put_place(Writer *out, const json_t *parent, const json_t *node)
{
    if (is_record(node) && is_container(node))
        return;
    if (is_record(node))
        put_label(out, node);
    else
        put_member(out, parent, node);
}

/* ---- values ---- */

/* The letters of the numbers of a vector; NULL: it is none. */
static const char *letters_of(const json_t *node)
{
    const MobKind *kind = mob_kind_named(type_of(node));
    return !kind                                     ? NULL
           : kind->payload == MOB_PAYLOAD_PLOT       ? "xyz"
           : kind->payload == MOB_PAYLOAD_QUATERNION ? "wxyz"
                                                     : NULL;
}

/* One number of a vector by its letter, several together. */
static void compare_vectors(DifferenceJob *job, const char *letters, const json_t *a,
                            const json_t *b)
{
    size_t other = 0, count = 0;
    for (size_t i = 0; letters[i]; i++)
        if (!json_equal(json_array_get(a, i), json_array_get(b, i))) {
            other = i;
            count++;
        }
    if (count == 1)
        write_format(&job->place, " %c", letters[other]);
    difference_value(&job->text, count == 1 ? json_array_get(a, other) : a);
    write_text(&job->text, TEXT(" -> "));
    difference_value(&job->text, count == 1 ? json_array_get(b, other) : b);
    if (count)
        difference_report(job, DIFFERENCE_CHANGED);
    job->text.size = 0;
}

static void compare_value(DifferenceJob *job, const json_t *node, const json_t *a,
                          const json_t *b)
{
    const char *letters = letters_of(node);
    if (letters && json_array_size(a) == strlen(letters) &&
        json_array_size(b) == strlen(letters))
        compare_vectors(job, letters, a, b);
    else
        job->values(job, a, b);
}

static void compare_children(DifferenceJob *job, const json_t *parent, const json_t *a,
                             const json_t *b);

static void compare_nodes(DifferenceJob *job, const json_t *parent, const json_t *a,
                          const json_t *b)
{
    const size_t size = job->place.size;
    const json_t *value = json_object_get(a, "value"), *other = json_object_get(b, "value");
    put_place(&job->place, parent, a);
    if (is_record(a) && is_record(b))
        compare_children(job, a, json_object_get(a, "children"),
                         json_object_get(b, "children"));
    else if (value && other)
        compare_value(job, a, value, other);
    const size_t label = job->place.size;
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)a, key, member)
    {
        const json_t *its = json_object_get(b, key);
        if ((!strcmp(key, "value") && other) || !strcmp(key, "children") ||
            json_equal(member, its))
            continue;
        difference_key(&job->place, key);
        if (its)
            job->values(job, member, its);
        else
            difference_format(job, DIFFERENCE_REMOVED, "%s", key);
        job->place.size = label;
    }
    json_object_foreach((json_t *)b, key, member)
    {
        if (!json_object_get(a, key))
            difference_format(job, DIFFERENCE_ADDED, "%s", key);
    }
    job->place.size = size;
}

/* ---- lists ---- */

/* `+ OBJECT 1204 "well" [40, 10, 0]`, `+ comments "new"`. */
static void print_alone(DifferenceJob *job, DifferenceKind kind, const json_t *parent,
                        const json_t *node)
{
    const json_t *value = is_record(node) ? child_that_ends(node, "OBJPOSITION", "_POSITION")
                                          : json_object_get(node, "value");
    if (is_record(node))
        put_label(&job->text, node);
    else
        put_member(&job->text, parent, node);
    if (value) {
        write_u8(&job->text, ' ');
        difference_value(&job->text, value);
    }
    difference_report(job, kind);
}

typedef struct Keyed {
    const json_t *list;
    Text *keys;
    Table table; /* index by key */
    size_t count;
} Keyed;

static Keyed keyed(const json_t *list, Arena *arena)
{
    Keyed out = {list, NULL, table_new(arena), json_array_size(list)};
    Table seen = table_new(arena);
    out.keys = ARENA_ALLOC(arena, Text, out.count + 1);
    for (size_t i = 0; i < out.count; i++) {
        out.keys[i] = key_of(json_array_get(list, i), &seen, arena);
        table_put(&out.table, out.keys[i], (uint32_t)i);
    }
    return out;
}

static void report_order(DifferenceJob *job, const Keyed *a, const Keyed *b)
{
    uint32_t last = 0;
    for (size_t i = 0; i < a->count; i++) {
        const uint32_t *found = table_get(&b->table, a->keys[i]);
        if (found && *found < last) {
            write_text(&job->text, TEXT("another order, first "));
            difference_plain(&job->text, a->keys[i]);
            difference_report(job, DIFFERENCE_CHANGED);
            return;
        }
        last = found ? *found : last;
    }
}

/* The children of `parent`; NULL: the nodes at the top of a file. */
static void compare_children(DifferenceJob *job, const json_t *parent, const json_t *a,
                             const json_t *b)
{
    Arena *scratch = arena_new();
    const Keyed left = keyed(a, scratch), right = keyed(b, scratch);
    for (size_t i = 0; i < left.count; i++) {
        const uint32_t *found = table_get(&right.table, left.keys[i]);
        const json_t *node = json_array_get(a, i);
        if (found)
            compare_nodes(job, parent, node, json_array_get(b, *found));
        else
            print_alone(job, DIFFERENCE_REMOVED, parent, node);
    }
    for (size_t i = 0; i < right.count; i++)
        if (!table_get(&left.table, right.keys[i]))
            print_alone(job, DIFFERENCE_ADDED, parent, json_array_get(b, i));
    report_order(job, &left, &right);
    arena_free(scratch);
}

void mob_nodes_differ(DifferenceJob *job, const json_t *a, const json_t *b)
{
    compare_children(job, NULL, a, b);
}
