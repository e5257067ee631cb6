/* Parses the lines of a sheet: tags, lists, members and their paths. */
#include "tirnanog/sheets/sheet_internal.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

Member member_of(const RecordLayout *layout, void *record, Text path)
{
    Member member = {layout, record, NULL, record, layout};
    while (path.size && !text_is(path, ".")) {
        size_t dot = path.size;
        text_find(path, '.', &dot);
        const Text name = text_slice(path, 0, dot);
        int64_t index;
        if (text_number(name, 0, 999, &index)) {
            assert((size_t)index < field_count(member.layout, member.field, member.record));
            member.value = (char *)field_data(member.field, member.record) +
                           (size_t)index * member.type->size;
        } else {
            if (member.field) {
                member.layout = member.type;
                member.record = member.value;
            }
            member.field = layout_field(member.layout, name);
            assert(member.field);
            member.type = member.field->type;
            member.value = field_data(member.field, member.record);
        }
        path = text_slice(path, dot < path.size ? dot + 1 : dot, path.size);
    }
    return member;
}

Line line_parse(const char *source)
{
    Line line = {.count = 1};
    Text text = text_of(source);
    if (*source == '%')
        return (Line){.block = source + 1};
    if (*source == '?') {
        line.optional = true;
        text = text_slice(text, 1, text.size);
    }
    size_t end;
    if (*source == '\'') {
        text = text_slice(text, 1, text.size);
        text_find(text, '\'', &end);
        line.tag = text_slice(text, 0, end);
        line.count = -1;
        text = text_slice(text, end + 1, text.size);
        if (text.at[0] == '%') {
            line.block = text.at + 1;
            return line;
        }
    }
    size_t colon;
    if (text_find(text, ':', &colon)) {
        line.list = text_slice(text, 0, colon);
        text = text_slice(text, colon + 1, text.size);
        size_t open;
        if (text_ends(line.list, "*")) {
            line.list.size--;
            line.count = -1;
        } else if (text_find(line.list, '[', &open)) {
            line.count = strtol(line.list.at + open + 1, NULL, 10);
            line.list.size = open;
        }
    }
    line.members = text;
    return line;
}

bool member_spec_next(Text *members, MemberSpec *spec)
{
    Text word = text_word(members);
    *spec = (MemberSpec){.count = 1};
    if (!word.size)
        return false;
    if (word.at[0] == '?') {
        spec->optional = true;
        word = text_slice(word, 1, word.size);
    }
    if (text_ends(word, "...")) {
        spec->rest = true;
        word.size -= 3;
    }
    size_t at;
    if (text_find(word, '[', &at)) {
        spec->count = strtol(word.at + at + 1, NULL, 10);
        word.size = at;
    }
    if (text_find(word, '/', &at)) {
        const size_t size = word.size - at - 1;
        assert(size < sizeof spec->argument);
        memcpy(spec->argument, word.at + at + 1, size); /* the rest is zero */
        word.size = at;
    }
    spec->path = word;
    return true;
}

/* A line that sets the same members again would silently overwrite the first. */
bool line_is_single(const Line *line)
{
    return !line->list.size && (!line->block || !strcmp(line->block, "script"));
}

Text member_title(Text path)
{
    Text name = path;
    size_t dot;
    int64_t number;
    while (text_find(name, '.', &dot) && name.size > 1) {
        const Text tail = text_slice(name, dot + 1, name.size);
        if (text_number(tail, 0, INT32_MAX, &number))
            name.size = dot;
        else
            name = tail;
    }
    return name;
}

/* How many lines with a tag there may be, 0: no limit. */
static size_t line_max(const Line *line, const RecordLayout *layout)
{
    if (line_is_single(line))
        return 1;
    if (line->count > 0)
        return (size_t)line->count;
    Text path = line->list, name;
    for (size_t dot; text_find(path, '.', &dot); path = text_slice(path, dot + 1, path.size)) {
        name = text_slice(path, 0, dot);
        layout = layout_field(layout, name)->type;
    }
    const Field *field = path.size ? layout_field(layout, path) : NULL;
    /* The counter of a list is as large as its bytes allow. */
    return field && field->shape == SHAPE_LIST ? ((size_t)1 << field->count * 8) - 1 : 0;
}

/* Of a line within a block: the list of the line that begins the block. */
static Text list_around(const Sheet *sheet, char letter)
{
    for (size_t i = 0; sheet->lines[i].syntax; i++) {
        const Line outer = line_parse(sheet->lines[i].syntax);
        if (outer.tag.size == 1 && outer.tag.at[0] == letter)
            return outer.list;
    }
    return TEXT("");
}

LineShape line_shape(const Sheet *sheet, size_t index, Arena *arena)
{
    LineShape shape = {.line = line_parse(sheet->lines[index].syntax),
                       .layout = sheet->layout,
                       .record = arena_alloc(arena, 1, sheet->layout->size),
                       .list_doc = ""};
    const Line *line = &shape.line;
    if (sheet->prepare) /* lists of fixed length have no elements before */
        sheet->prepare(shape.record, arena);
    shape.inner = line->tag.size > 2 && line->tag.at[1] == '.';
    if (shape.inner) {
        shape.layout =
            member_of(shape.layout, shape.record, list_around(sheet, line->tag.at[0])).type;
        shape.record = arena_alloc(arena, 1, shape.layout->size);
    }
    if (line->tag.size)
        shape.max = line_max(line, shape.layout);
    if (line->block)
        return shape;
    if (line->list.size) {
        const Member list = member_of(shape.layout, shape.record, line->list);
        shape.layout = list.type;
        shape.list_doc = list.field->doc;
        shape.record = arena_alloc(arena, 1, shape.layout->size);
    }
    sheet_defaults(shape.layout, shape.record);
    if (shape.layout == sheet->layout && sheet->prepare)
        sheet->prepare(shape.record, arena);
    return shape;
}
