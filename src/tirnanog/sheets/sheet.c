/* Reading: parses a text file to a record. */
#include "tirnanog/sheets/sheet_internal.h"

#include "base/text.h"

#include <assert.h>

/* For the rows: in a line with an error, a value has as many words as its kind says. */
static void row_value(SheetCursor *cursor, const MemberSpec *spec, const WordKind *kind,
                      uint8_t number, long index, bool ok, Text before)
{
    if (!cursor->rows)
        return;
    if (!ok) {
        const unsigned words = words_of_value(kind);
        cursor->rest = before;
        if (spec->rest || words == WORDS_ALL)
            sheet_take_rest(cursor);
        else
            for (unsigned i = 0; i < words; i++)
                text_word(&cursor->rest);
    }
    rows_word(cursor, number, (uint8_t)index, before, spec->rest);
}

/* `ok`: nothing before it in the line was wrong. */
static bool read_member(SheetCursor *cursor, const RecordLayout *layout, void *record,
                        const MemberSpec *spec, uint8_t number, bool ok)
{
    const Member member = member_of(layout, record, spec->path);
    const WordKind *kind =
        word_kind(member.type, spec->rest && !spec->argument[0] ? "rest" : spec->argument);
    assert(kind);
    for (long i = 0; i < spec->count && (ok || cursor->rows); i++) {
        const Text before = cursor->rest;
        ok = ok && kind->read(cursor, member.field, member.type, spec->argument,
                              (char *)member.value + (size_t)i * member.type->size);
        row_value(cursor, spec, kind, number, i, ok, before);
    }
    return ok;
}

/* After an error the rows still need all words of the line, so the loop goes on for them.
 * Words that are left over are an error. */
bool sheet_read_members(SheetCursor *cursor, const RecordLayout *layout, void *record,
                        Text members)
{
    MemberSpec spec;
    bool ok = true;
    for (uint8_t number = 0; (ok || cursor->rows) && member_spec_next(&members, &spec);
         number++) {
        Text ahead = cursor->rest;
        if (spec.optional && !text_word(&ahead).size)
            break;
        ok = read_member(cursor, layout, record, &spec, number, ok);
    }
    if (!ok)
        return false;
    Text extra = text_word(&cursor->rest);
    return !extra.size ||
           sheet_error(cursor, extra, "unexpected \"%.*s\"", (int)extra.size, extra.at);
}

/* A line that begins with a colour and does not end in a text. */
static bool is_colours(const RecordLayout *layout, void *record, Text members)
{
    MemberSpec spec;
    bool first = true;
    for (; member_spec_next(&members, &spec); first = false)
        if (spec.rest || (first && member_of(layout, record, spec.path).type != &Colour_layout))
            return false;
    return true;
}

/* A trailing backslash continues a line of colours; in a text it has no special meaning. */
static void join_lines(SheetCursor *cursor)
{
    while (text_ends(text_trimmed(cursor->line), "\\") && cursor->next < cursor->file.size) {
        Text first = text_trimmed(cursor->line);
        first.size--;
        const Text before = arena_text(cursor->arena, first);
        if (!sheet_next_line(cursor))
            return;
        cursor->line = arena_format(cursor->arena, "%s %.*s", before.at, (int)cursor->line.size,
                                    cursor->line.at);
        cursor->rest = cursor->line;
    }
}

/* sheet_append() gives NULL if the count of the record cannot hold one more. */
static bool read_element(SheetCursor *cursor, const RecordLayout *layout, void *record,
                         const Line *line)
{
    if (!line->list.size)
        return sheet_read_members(cursor, layout, record, line->members);
    const Member list = member_of(layout, record, line->list);
    void *element = sheet_append(list.layout, list.field, list.record, cursor->arena);
    if (!element)
        return sheet_error(cursor, cursor->line, "too many lines of this kind");
    return sheet_read_members(cursor, list.type, element, line->members);
}

/* The members of a line for messages: "special.0 font.style/letters" is "special, style". */
static Text members_named(SheetCursor *cursor, Text members)
{
    Writer out = writer_to(cursor->arena);
    MemberSpec spec;
    while (member_spec_next(&members, &spec)) {
        const Text name = member_title(spec.path);
        write_format(&out, "%s%.*s", out.size ? ", " : "", (int)name.size, name.at);
    }
    for (uint8_t *c = out.data; c < out.data + out.size; c++)
        *c = *c == '_' ? ' ' : *c;
    return arena_text(cursor->arena, writer_text(&out));
}

/* Lines without a tag are identified by their position. */
static bool read_fixed(const Sheet *sheet, const Line *line, uint8_t number, void *record,
                       SheetCursor *cursor)
{
    bool ok = true;
    if (line->block) {
        rows_open_next(cursor, number);
        ok = block_kind(line->block)->read(cursor, sheet->layout, record);
        rows_close(cursor, true);
        return ok;
    }
    if (!line->list.size || line->count >= 0) {
        const Member list =
            line->list.size ? member_of(sheet->layout, record, line->list) : (Member){0};
        for (long i = 0; i < line->count; i++) {
            if (!sheet_next_line(cursor))
                return line->optional ||
                       sheet_error(cursor, cursor->line,
                                   "unexpected end of file; expected a line with %s",
                                   members_named(cursor, line->members).at);
            const RecordLayout *layout = line->list.size ? list.type : sheet->layout;
            void *target =
                line->list.size ? (char *)list.value + (size_t)i * list.type->size : record;
            rows_open(cursor, number, ROW_NONE);
            if (is_colours(layout, target, line->members))
                join_lines(cursor);
            ok &= sheet_read_members(cursor, layout, target, line->members);
            rows_close(cursor, false);
        }
        return ok;
    }
    while (sheet_next_line(cursor))
        if (text_trimmed(cursor->line).size) {
            rows_open(cursor, number, ROW_NONE);
            ok &= read_element(cursor, sheet->layout, record, line);
            rows_close(cursor, false);
        }
    return ok;
}

static bool tag_matches(Text tag, char letter)
{
    size_t at;
    return text_find(tag, letter, &at);
}

/* The lines of a sheet, parsed once for a file. */
typedef struct SheetLines {
    Line items[SHEET_LINES];
    uint8_t count;
} SheetLines;

static void parse_lines(const Sheet *sheet, SheetLines *lines)
{
    for (lines->count = 0; lines->count < SHEET_LINES; lines->count++) {
        const char *syntax = sheet->lines[lines->count].syntax;
        if (!syntax)
            return;
        lines->items[lines->count] = line_parse(syntax);
    }
}

static bool is_inner(const Line *line) { return line->tag.size > 2 && line->tag.at[1] == '.'; }

/* The line of a sheet for a tagged line: first within the open block, then at the top. */
static uint8_t find_tag(const SheetLines *lines, char letter, char block)
{
    for (int nested = block ? 1 : 0; nested >= 0; nested--)
        for (uint8_t i = 0; i < lines->count; i++) {
            const Line *line = &lines->items[i];
            const bool inner = is_inner(line);
            if (!line->tag.size || inner != (nested == 1) ||
                (inner && line->tag.at[0] != block))
                continue;
            if (tag_matches(inner ? text_slice(line->tag, 2, line->tag.size) : line->tag,
                            letter))
                return i;
        }
    return ROW_UNKNOWN;
}

/* Whether lines with this letter start a block. */
static bool has_block(const SheetLines *lines, char letter)
{
    for (uint8_t i = 0; i < lines->count; i++)
        if (is_inner(&lines->items[i]) && lines->items[i].tag.at[0] == letter)
            return true;
    return false;
}

/* A new block may have the single lines of the block before it. */
static void clear_inner_lines(const SheetLines *lines, bool *seen)
{
    for (uint8_t i = 0; i < lines->count; i++)
        if (is_inner(&lines->items[i]))
            seen[i] = false;
}

/* Tagged lines: any number, in any order. `opened` is the list whose last element owns the
 * lines of the current block. */
static bool read_tagged(const Sheet *sheet, const SheetLines *lines, void *record,
                        SheetCursor *cursor)
{
    bool ok = true;
    char block = 0;
    Text opened = TEXT("");
    bool seen[SHEET_LINES] = {false}; /* single lines; of the current block */
    uint32_t owner = ROW_NONE;
    while (sheet_next_line(cursor)) {
        Text word = text_word(&cursor->rest);
        if (!word.size)
            continue;
        cursor->tag = word.at[0];
        const uint8_t number =
            word.size == 1 ? find_tag(lines, word.at[0], block) : ROW_UNKNOWN;
        if (number == ROW_UNKNOWN) {
            rows_open(cursor, number, ROW_NONE);
            rows_close(cursor, false);
            ok = word.at[0] == '#'
                     ? sheet_error(cursor, word, "this file cannot have comments")
                     : sheet_error(cursor, word,
                                   "unknown line; no line of this file starts with \"%.*s\"",
                                   (int)word.size, word.at);
            continue;
        }
        const Line *line = &lines->items[number];
        const bool inner = is_inner(line);
        if (seen[number])
            ok = sheet_error(cursor, word, "duplicate line \"%.*s\"", (int)word.size, word.at);
        seen[number] = line_is_single(line);
        const RecordLayout *layout = sheet->layout;
        void *target = record;
        if (inner) {
            const Member list = member_of(layout, record, opened);
            const size_t count = field_count(list.layout, list.field, list.record);
            layout = list.type;
            target = (char *)field_data(list.field, list.record) + (count - 1) * layout->size;
        }
        rows_open(cursor, number, inner ? owner : ROW_NONE);
        ok &= line->block ? block_kind(line->block)->read(cursor, layout, target)
                          : read_element(cursor, layout, target, line);
        rows_close(cursor, line->block != NULL);
        if (!inner) {
            block = has_block(lines, word.at[0]) ? word.at[0] : 0;
            opened = line->list;
            owner = cursor->rows ? (uint32_t)cursor->rows->count - 1 : ROW_NONE;
            clear_inner_lines(lines, seen);
        }
    }
    return ok;
}

static bool magic_is(Text line, const char *magic)
{
    return magic && text_starts(line, magic) &&
           (line.size == strlen(magic) || line.at[strlen(magic)] == ' ');
}

static bool read_file(const Sheet *sheet, void *record, Text file, SheetCursor *cursor,
                      Report *report)
{
    const size_t size = file.size;
    file = text_without_mark(file);
    cursor->report = report;
    cursor->file = file;
    cursor->next = 0;
    cursor->number = 0;
    cursor->tag = 0;
    if (cursor->rows)
        cursor->rows->start = size - file.size;
    sheet_defaults(sheet->layout, record);
    if (sheet->prepare)
        sheet->prepare(record, cursor->arena);
    if (!sheet_next_line(cursor) ||
        !(magic_is(text_trimmed(cursor->line), sheet->magic) ||
          magic_is(text_trimmed(cursor->line), sheet->alternative_magic)))
        return sheet_error(cursor, cursor->line, "the first line must be \"%s\"", sheet->magic);
    SheetLines lines;
    parse_lines(sheet, &lines);
    bool ok = true, tags = false;
    for (uint8_t i = 0; i < lines.count; i++)
        if (lines.items[i].tag.size)
            tags = true;
        else
            ok &= read_fixed(sheet, &lines.items[i], i, record, cursor);
    if (tags)
        return read_tagged(sheet, &lines, record, cursor) && ok;
    while (sheet_next_line(cursor))
        if (text_trimmed(cursor->line).size)
            return sheet_error(cursor, cursor->line, "expected the end of the file");
    return ok;
}

bool sheet_read(const Sheet *sheet, void *record, Text file, SheetCursor *cursor,
                Report *report)
{
    cursor->page = sheet_name(sheet);
    const bool ok = read_file(sheet, record, file, cursor, report);
    cursor->page = TEXT("");
    return ok;
}
