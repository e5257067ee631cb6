/* Writing: formats a record as a text file. */
#include "tirnanog/sheets/sheet_internal.h"

#include <assert.h>

static bool is_zero(const void *value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const char *)value)[i])
            return false;
    return true;
}

static bool are_zero(const RecordLayout *layout, const void *record, Text members)
{
    MemberSpec spec;
    while (member_spec_next(&members, &spec)) {
        const Member member = member_of(layout, (void *)record, spec.path);
        if (!is_zero(member.value, member.type->size))
            return false;
    }
    return true;
}

static void write_members(SheetCursor *cursor, const RecordLayout *layout, const void *record,
                          Text members)
{
    MemberSpec spec;
    for (Text rest = members; member_spec_next(&members, &spec); rest = members) {
        const Member member = member_of(layout, (void *)record, spec.path);
        if (spec.optional && are_zero(layout, record, rest))
            return;
        const WordKind *kind =
            word_kind(member.type, spec.rest && !spec.argument[0] ? "rest" : spec.argument);
        for (long i = 0; i < spec.count; i++)
            kind->write(cursor, member.type, spec.argument,
                        (const char *)member.value + (size_t)i * member.type->size);
    }
}

static void write_line(const Sheet *sheet, const Line *line, const RecordLayout *layout,
                       const void *record, SheetCursor *cursor);

/* The lines of a block follow the line that started it. */
static void write_nested(const Sheet *sheet, char block, const RecordLayout *layout,
                         const void *element, SheetCursor *cursor)
{
    for (size_t i = 0; i < COUNT_OF(sheet->lines) && sheet->lines[i].syntax; i++) {
        Line line = line_parse(sheet->lines[i].syntax);
        if (line.tag.size > 2 && line.tag.at[1] == '.' && line.tag.at[0] == block) {
            line.tag = text_slice(line.tag, 2, line.tag.size);
            write_line(sheet, &line, layout, element, cursor);
        }
    }
}

static void write_one(const Sheet *sheet, const Line *line, const RecordLayout *layout,
                      const void *element, SheetCursor *cursor)
{
    if (line->tag.size == 1)
        sheet_put(cursor, line->tag);
    write_members(cursor, layout, element, line->members);
    sheet_end_line(cursor);
    if (line->tag.size == 1 && line->list.size)
        write_nested(sheet, line->tag.at[0], layout, element, cursor);
}

/* A plain member after a tag is written if it is not empty. */
static bool is_default(const RecordLayout *layout, const void *record, Text members)
{
    MemberSpec spec;
    while (member_spec_next(&members, &spec)) {
        const Member member = member_of(layout, (void *)record, spec.path);
        char plain[256] = {0};
        assert(member.type->size <= sizeof plain);
        sheet_defaults(member.type, plain);
        if (memcmp(plain, member.value, member.type->size) != 0)
            return false;
    }
    return true;
}

static void write_line(const Sheet *sheet, const Line *line, const RecordLayout *layout,
                       const void *record, SheetCursor *cursor)
{
    if (line->block) {
        block_kind(line->block)->write(cursor, layout, record);
    } else if (line->list.size) {
        const Member list = member_of(layout, (void *)record, line->list);
        size_t count = field_count(list.layout, list.field, list.record);
        for (size_t i = 0; i < count; i++)
            write_one(sheet, line, list.type, (const char *)list.value + i * list.type->size,
                      cursor);
    } else if (!((line->tag.size || line->optional) &&
                 is_default(layout, record, line->members))) {
        write_one(sheet, line, layout, record, cursor);
    }
}

void sheet_write(const Sheet *sheet, const void *record, SheetCursor *cursor, Writer *out,
                 Report *report)
{
    cursor->out = out;
    cursor->report = report;
    cursor->begun = false;
    sheet_put(cursor, text_of(sheet->magic));
    sheet_end_line(cursor);
    for (size_t i = 0; i < COUNT_OF(sheet->lines) && sheet->lines[i].syntax; i++) {
        const Line line = line_parse(sheet->lines[i].syntax);
        if (!(line.tag.size > 2 && line.tag.at[1] == '.'))
            write_line(sheet, &line, sheet->layout, record, cursor);
    }
}
