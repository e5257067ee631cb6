/* The contents of a file, level by level: small values inline, large ones behind a link. */
#include "studio/viewer/views_internal.h"

#include "base/text.h"

#include <inttypes.h>

enum {
    INLINE_MAX = 40,  /* values shown inline */
    COLUMNS_MAX = 16, /* of a list of objects as a table */
    TEXT_MAX = 2000,  /* bytes of one text */
};

/* Number of plain values in it, up to a limit. */
static size_t weight(const json_t *value, size_t limit)
{
    const char *key;
    json_t *member;
    size_t count = 1, index;
    if (json_is_object(value))
        json_object_foreach((json_t *)(uintptr_t)value, key, member)
        {
            if (count > limit)
                break;
            count += weight(member, limit - count);
        }
    else
        json_array_foreach(value, index, member)
        {
            if (count > limit)
                break;
            count += weight(member, limit - count);
        }
    return count;
}

/* "-" for null. */
static void write_plain(const json_t *value, Writer *out)
{
    if (json_is_string(value)) {
        const Text text = {json_string_value(value), json_string_length(value)};
        write_html(out, text.size > TEXT_MAX ? text_slice(text, 0, TEXT_MAX) : text);
        if (text.size > TEXT_MAX)
            write_format(out, " &hellip; <small>%zu</small>", text.size);
    } else if (json_is_integer(value)) {
        write_format(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else if (json_is_real(value)) {
        write_format(out, "%.9g", json_real_value(value));
    } else {
        write_format(out, json_is_true(value) ? "true" : json_is_false(value) ? "false" : "-");
    }
}

/* Appends a key to a pointer: `~` and `/` are escaped (RFC 6901). */
static Text pointer_to(Text at, Text key, Arena *arena)
{
    Writer out = writer_to(arena);
    write_text(&out, at);
    write_u8(&out, '/');
    for (size_t i = 0; i < key.size; i++)
        if (key.at[i] == '~')
            write_text(&out, TEXT("~0"));
        else if (key.at[i] == '/')
            write_text(&out, TEXT("~1"));
        else
            write_u8(&out, (uint8_t)key.at[i]);
    return writer_text(&out);
}

/* Values are addressed by JSON pointers (RFC 6901) in the query. */
static void write_pointer_link(const Look *look, Text at, Writer *out)
{
    Writer query = writer_to(look->arena);
    write_format(&query, "as=contents&amp;at=");
    write_url(&query, at);
    write_u8(&query, 0);
    write_link(look, look->found->path, writer_text(&query).at, out);
}

static void write_object(const Look *look, const json_t *object, Text at, Writer *out);
static void write_array(const Look *look, const json_t *array, Text at, uint64_t from,
                        size_t max, Writer *out);

/* A name that identifies the value. */
static void write_hint(const json_t *value, Writer *out)
{
    static const char *const keys[] = {"name", "title", "path", "id", "type", "kind"};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        const json_t *member = json_object_get(value, keys[i]);
        if (!member || json_is_object(member) || json_is_array(member))
            continue;
        write_u8(out, ' ');
        write_plain(member, out);
        return;
    }
}

/* Large values become a link, so that a page stays small however deep the file is. */
static void write_value(const Look *look, const json_t *value, Text at, Writer *out)
{
    const bool list = json_is_array(value);
    if (!list && !json_is_object(value)) {
        write_plain(value, out);
        return;
    }
    const size_t count = list ? json_array_size(value) : json_object_size(value);
    if (!count) {
        write_format(out, "-");
    } else if (weight(value, INLINE_MAX) <= INLINE_MAX) {
        if (list)
            write_array(look, value, at, 0, SIZE_MAX, out);
        else
            write_object(look, value, at, out);
    } else {
        write_pointer_link(look, at, out);
        write_format(out, "%zu %s", count, list ? "in a list" : "members");
        write_hint(value, out);
        write_format(out, "</a>");
    }
}

static void write_object(const Look *look, const json_t *object, Text at, Writer *out)
{
    const char *key;
    json_t *member;
    write_format(out, "<table class=members>\n");
    json_object_foreach((json_t *)(uintptr_t)object, key, member)
    {
        write_format(out, "<tr><th scope=row>");
        write_html(out, text_of(key));
        write_format(out, "<td>");
        write_value(look, member, pointer_to(at, text_of(key), look->arena), out);
        write_u8(out, '\n');
    }
    write_format(out, "</table>\n");
}

/* The keys of a list of objects; 0 if there are too many, or the elements are not objects. */
static size_t columns_of(const json_t *array, uint64_t from, size_t max,
                         const char *keys[COLUMNS_MAX])
{
    size_t count = 0;
    for (size_t i = (size_t)from; i < json_array_size(array) && i - from < max; i++) {
        const char *key;
        json_t *member;
        json_t *object = json_array_get(array, i);
        if (!json_is_object(object))
            return 0;
        json_object_foreach(object, key, member)
        {
            size_t k = 0;
            while (k < count && strcmp(keys[k], key) != 0)
                k++;
            if (k == COLUMNS_MAX)
                return 0;
            keys[k] = key;
            count += k == count;
        }
    }
    return count;
}

/* A list of objects with few different keys is a table; otherwise a row for each element. */
static void write_rows(const Look *look, const json_t *array, Text at, uint64_t from,
                       size_t max, Writer *out)
{
    const char *keys[COLUMNS_MAX];
    const size_t columns = columns_of(array, from, max, keys);
    write_format(out, "<div class=wide><table>\n");
    if (columns) {
        write_format(out, "<tr><td>");
        for (size_t k = 0; k < columns; k++) {
            write_format(out, "<th scope=col>");
            write_html(out, text_of(keys[k]));
        }
        write_u8(out, '\n');
    }
    for (size_t i = (size_t)from; i < json_array_size(array) && i - from < max; i++) {
        const json_t *row = json_array_get(array, i);
        const Text here = pointer_to(at, arena_format(look->arena, "%zu", i), look->arena);
        write_format(out, "<tr><th scope=row>%zu", i);
        for (size_t k = 0; k < columns; k++) {
            const json_t *cell = json_object_get(row, keys[k]);
            write_format(out, "<td>");
            if (cell)
                write_value(look, cell, pointer_to(here, text_of(keys[k]), look->arena), out);
        }
        if (!columns) {
            write_format(out, "<td>");
            write_value(look, row, here, out);
        }
        write_u8(out, '\n');
    }
    write_format(out, "</table></div>\n");
}

/* Plain values are one line, but long lists of texts have a row each. */
static void write_array(const Look *look, const json_t *array, Text at, uint64_t from,
                        size_t max, Writer *out)
{
    const size_t count = json_array_size(array);
    bool plain = true;
    for (size_t i = 0; plain && i < count; i++) {
        const json_t *value = json_array_get(array, i);
        plain = !json_is_object(value) && !json_is_array(value) &&
                (!json_is_string(value) || count <= INLINE_MAX);
    }
    if (!plain) {
        write_rows(look, array, at, from, max, out);
        return;
    }
    for (size_t i = (size_t)from; i < count && i - from < max; i++) {
        write_format(out, i > from ? ", " : "");
        write_plain(json_array_get(array, i), out);
    }
}

/* Follows one step of a pointer; NULL if it does not exist. */
static const json_t *step(const json_t *value, Text key, Arena *arena)
{
    Writer out = writer_to(arena);
    int64_t index;
    for (size_t i = 0; i < key.size; i++) {
        const bool escaped = key.at[i] == '~' && i + 1 < key.size;
        i += escaped;
        write_u8(&out, (uint8_t)(!escaped ? key.at[i] : key.at[i] == '1' ? '/' : '~'));
    }
    const Text plain = writer_text(&out);
    if (json_is_array(value))
        return text_number(plain, 0, INT32_MAX, &index) ? json_array_get(value, (size_t)index)
                                                        : NULL;
    return json_object_getn(value, plain.at ? plain.at : "", plain.size);
}

/* Writes the path to this value, each part a link. */
static const json_t *walk(const Look *look, const json_t *root, Writer *out)
{
    const Text at = look->request->at;
    const json_t *value = root;
    write_format(out, "<p class=way>");
    write_pointer_link(look, TEXT(""), out);
    write_format(out, "all</a>");
    for (size_t from = 0; value && from < at.size;) {
        size_t to = from + 1;
        while (to < at.size && at.at[to] != '/')
            to++;
        const Text key = text_slice(at, from + 1, to);
        value = at.at[from] == '/' ? step(value, key, look->arena) : NULL;
        write_format(out, " &rsaquo; ");
        write_pointer_link(look, text_slice(at, 0, to), out);
        write_html(out, key);
        write_format(out, "</a>");
        from = to;
    }
    write_format(out, "</p>\n");
    return value;
}

/* False if the pointer leads nowhere. */
bool write_tree(const Look *look, const json_t *root, Writer *out, Report *report)
{
    const Text at = look->request->at;
    const json_t *value = at.size ? walk(look, root, out) : root;
    if (!value)
        return report_error(report, "there is no value at %.*s", (int)at.size, at.at);
    if (json_is_array(value)) {
        Writer query = writer_to(look->arena);
        write_array(look, value, at, look->request->from, ROWS_A_PAGE, out);
        write_format(&query, "as=contents&amp;at=");
        write_url(&query, at);
        write_format(&query, "&amp;");
        write_u8(&query, 0);
        write_pages(look, json_array_size(value), ROWS_A_PAGE, writer_text(&query).at, out);
    } else if (json_is_object(value)) {
        write_object(look, value, at, out);
    } else {
        write_value(look, value, at, out);
    }
    return true;
}
