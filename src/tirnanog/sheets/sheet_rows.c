/* Parts, in order: recording, called by the reader; changes of single words. Lines that were
 * joined by a backslash are in a buffer and not in the file, so a change of such a row replaces
 * the whole row. */
#include "tirnanog/sheets/sheet_rows.h"

#include "base/text.h"
#include "tirnanog/sheets/sheet_internal.h"

/* ---- recording ---- */

static bool is_in_file(const SheetCursor *cursor, const char *at)
{
    return at >= cursor->file.at && at <= cursor->file.at + cursor->file.size;
}

static size_t offset_of(const SheetCursor *cursor, const char *at)
{
    return cursor->rows->start + (size_t)(at - cursor->file.at);
}

static SheetRow *add_row(SheetRows *rows)
{
    SheetRow *row = ARENA_PUSH(rows->arena, rows->items, rows->count);
    *row = (SheetRow){.owner = ROW_NONE};
    return row;
}

void rows_open(SheetCursor *cursor, uint8_t line, uint32_t owner)
{
    if (!cursor->rows)
        return;
    SheetRow *row = add_row(cursor->rows);
    row->line = line;
    row->owner = owner;
    row->from = offset_of(cursor, cursor->line.at);
}

void rows_open_next(SheetCursor *cursor, uint8_t line)
{
    if (!cursor->rows)
        return;
    SheetRow *row = add_row(cursor->rows);
    row->line = line;
    row->from = cursor->rows->start + cursor->next;
}

/* Where the text of a member begins: a text that extends to the end of its line may begin with
 * blanks, except for the one that separates it. */
static size_t blanks_before(const SheetCursor *cursor, Text before, bool rest)
{
    if (rest)
        return before.size && before.at > cursor->line.at && before.at[0] == ' ';
    size_t count = 0;
    while (count < before.size && (before.at[count] == ' ' || before.at[count] == '\t'))
        count++;
    return count;
}

void rows_word(SheetCursor *cursor, uint8_t member, uint8_t index, Text before, bool rest)
{
    if (!cursor->rows || !cursor->rows->count)
        return;
    SheetRow *row = &cursor->rows->items[cursor->rows->count - 1];
    const char *end = cursor->rest.at;
    Text text = {before.at, end > before.at ? (size_t)(end - before.at) : 0};
    const size_t blanks = blanks_before(cursor, before, rest);
    text = text_slice(text, blanks < text.size ? blanks : text.size, text.size);
    if (!text.size && !rest)
        return;
    SheetWord *word = ARENA_PUSH(cursor->rows->arena, row->words, row->word_count);
    *word = (SheetWord){
        .member = member, .index = index, .text = arena_text(cursor->rows->arena, text)};
    row->joined = !is_in_file(cursor, before.at);
    if (!row->joined) {
        word->from = offset_of(cursor, text.at);
        word->to = word->from + text.size;
    }
}

void rows_close(SheetCursor *cursor, bool block)
{
    if (!cursor->rows)
        return;
    SheetRow *row = &cursor->rows->items[cursor->rows->count - 1];
    row->to = cursor->rows->start + cursor->next;
    row->block = block;
    if (block && row->to == row->from) /* a mask without lines */
        cursor->rows->count--;
}

/* ---- changes ---- */

/* Number of values of the line's members before a member. */
static bool find_place(Text members, uint8_t member, uint8_t index, size_t *place,
                       MemberSpec *spec)
{
    *place = 0;
    for (uint8_t i = 0; member_spec_next(&members, spec); i++) {
        if (i == member) {
            *place += index;
            return index < spec->count;
        }
        *place += (size_t)spec->count;
    }
    return false;
}

/* All words again, with a blank between them. */
static Text spell_row(const SheetRow *row, size_t place, Text value, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < row->word_count; i++) {
        const Text word = i == place ? value : row->words[i].text;
        write_format(&out, "%s%.*s", i ? " " : "", (int)word.size, word.at);
    }
    if (place == row->word_count)
        write_format(&out, "%s%.*s", place ? " " : "", (int)value.size, value.at);
    return writer_text(&out);
}

/* The end of a row, before its line end. */
static size_t text_end(Text file, const SheetRow *row)
{
    size_t end = row->to;
    while (end > row->from && (file.at[end - 1] == '\n' || file.at[end - 1] == '\r'))
        end--;
    return end;
}

bool rows_set_word(const Sheet *sheet, Text file, const SheetRow *row, uint8_t member,
                   uint8_t index, Text value, TextEdit *out, Arena *arena, Report *report)
{
    size_t place, line_end;
    MemberSpec spec;
    if (row->block || row->line == ROW_UNKNOWN)
        return report_error(report, "this line has no values");
    const Line line = line_parse(sheet->lines[row->line].syntax);
    if (!find_place(line.members, member, index, &place, &spec) || place > row->word_count)
        return report_error(report, "the values before this one are missing");
    if (text_find(value, '\n', &line_end) || text_find(value, '\r', &line_end))
        return report_error(report, "a value cannot have several lines");
    if (!text_trimmed(value).size && !spec.rest)
        return report_error(report, "the value is missing");
    const size_t end = text_end(file, row);
    if (row->joined)
        *out = (TextEdit){row->from, end, spell_row(row, place, value, arena)};
    else if (place < row->word_count && row->words[place].to > row->words[place].from)
        *out = (TextEdit){row->words[place].from, row->words[place].to, value};
    else /* a missing one */
        *out = (TextEdit){end, end,
                          arena_format(arena, "%s%.*s",
                                       end > row->from && file.at[end - 1] != ' ' ? " " : "",
                                       (int)value.size, value.at)};
    return true;
}
