/* Writing: formats a record as a text file. */
#include "project/sheet_parts.h"

#include <assert.h>

/* ---- words of a line ---- */

void spelling_put(Spelling *spelling, Text word)
{
    if (spelling->begun)
        write_u8(spelling->out, ' ');
    spelling->begun = true;
    write_text(spelling->out, word);
}

void spelling_put_format(Spelling *spelling, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    spelling_put(spelling, arena_vformat(spelling->arena, format, arguments));
    va_end(arguments);
}

void spelling_end_line(Spelling *spelling)
{
    write_text(spelling->out, TEXT("\r\n"));
    spelling->begun = false;
}

/* ---- records ---- */

static bool is_zero(const void *value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const char *)value)[i])
            return false;
    return true;
}

static void write_members(Spelling *spelling, const Layout *layout, const void *record,
                          Text members)
{
    MemberSpec mention;
    while (mention_next(&members, &mention)) {
        const Member member = member_of(layout, (void *)record, mention.path);
        if (mention.optional && is_zero(member.value, member.type->size))
            return;
        const WordKind *kind = word_kind(
            member.type, mention.rest && !mention.argument[0] ? "rest" : mention.argument);
        for (long i = 0; i < mention.count; i++)
            kind->write(spelling, member.type, mention.argument,
                        (const char *)member.value + (size_t)i * member.type->size);
    }
}

static void write_line(const Sheet *sheet, const Line *line, const Layout *layout,
                       const void *record, Spelling *spelling);

/* The lines of a block follow the line that started it. */
static void write_nested(const Sheet *sheet, char block, const Layout *layout,
                         const void *element, Spelling *spelling)
{
    for (size_t i = 0; i < COUNT_OF(sheet->lines) && sheet->lines[i]; i++) {
        Line line = line_parse(sheet->lines[i]);
        if (line.tag.size > 2 && line.tag.at[1] == '.' && line.tag.at[0] == block) {
            line.tag = text_slice(line.tag, 2, line.tag.size);
            write_line(sheet, &line, layout, element, spelling);
        }
    }
}

static void write_one(const Sheet *sheet, const Line *line, const Layout *layout,
                      const void *element, Spelling *spelling)
{
    if (line->tag.size == 1)
        spelling_put(spelling, line->tag);
    write_members(spelling, layout, element, line->members);
    spelling_end_line(spelling);
    if (line->tag.size == 1 && line->list.size)
        write_nested(sheet, line->tag.at[0], layout, element, spelling);
}

/* A plain member after a tag is written if it is not empty. */
static bool is_default(const Layout *layout, const void *record, Text members)
{
    MemberSpec mention;
    while (mention_next(&members, &mention)) {
        const Member member = member_of(layout, (void *)record, mention.path);
        char plain[256] = {0};
        assert(member.type->size <= sizeof plain);
        sheet_defaults(member.type, plain);
        if (memcmp(plain, member.value, member.type->size) != 0)
            return false;
    }
    return true;
}

static void write_line(const Sheet *sheet, const Line *line, const Layout *layout,
                       const void *record, Spelling *spelling)
{
    if (line->block) {
        block_kind(line->block)->write(spelling, layout, record);
    } else if (line->list.size) {
        const Member list = member_of(layout, (void *)record, line->list);
        size_t count = field_count(list.layout, list.field, list.record);
        for (size_t i = 0; i < count; i++)
            write_one(sheet, line, list.type, (const char *)list.value + i * list.type->size,
                      spelling);
    } else if (!((line->tag.size || line->optional) &&
                 is_default(layout, record, line->members))) {
        write_one(sheet, line, layout, record, spelling);
    }
}

void sheet_write(const Sheet *sheet, const void *record, Spelling *spelling, Writer *out,
                 Report *report)
{
    spelling->out = out;
    spelling->report = report;
    spelling->begun = false;
    spelling_put(spelling, text_of(sheet->magic));
    spelling_end_line(spelling);
    for (size_t i = 0; i < COUNT_OF(sheet->lines) && sheet->lines[i]; i++) {
        const Line line = line_parse(sheet->lines[i]);
        if (!(line.tag.size > 2 && line.tag.at[1] == '.'))
            write_line(sheet, &line, sheet->layout, record, spelling);
    }
}
