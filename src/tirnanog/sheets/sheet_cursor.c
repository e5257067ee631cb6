/* Reading and writing the words of a line at a cursor, and errors that point at them. */
#include "tirnanog/sheets/sheet_cursor.h"

#include "base/text.h"

#include <stdarg.h>

/* ---- positions and errors ---- */

SourcePosition sheet_position(const SheetCursor *cursor, Text word)
{
    const size_t offset = (size_t)(word.at - cursor->line.at);
    if (cursor->position)
        return cursor->position(cursor->position_context, offset);
    return (SourcePosition){
        .line = cursor->number, .column = (uint32_t)offset + 1, .source = cursor->line};
}

bool sheet_report_error(SheetCursor *cursor, SourcePosition place, const char *format, ...)
{
    Report *report = cursor->report;
    const char *kind = report->kind;
    va_list arguments;
    va_start(arguments, format);
    const Text text = arena_vformat(cursor->arena, format, arguments);
    va_end(arguments);
    const Text page = cursor->page;
    cursor->page = TEXT("");
    report->kind = kind ? kind : format;
    if (page.size)
        report_error_at(report, place, "%s (oisin formats %.*s)", text.at, (int)page.size,
                        page.at);
    else
        report_error_at(report, place, "%s", text.at);
    report->kind = kind;
    return false;
}

/* ---- reading ---- */

bool sheet_take_word(SheetCursor *cursor, const char *what, Text *word)
{
    *word = text_word(&cursor->rest);
    return word->size || sheet_error(cursor, *word, "%s is missing", what);
}

Text sheet_take_rest(SheetCursor *cursor)
{
    Text rest = cursor->rest;
    if (rest.size && rest.at > cursor->line.at && rest.at[0] == ' ')
        rest = text_slice(rest, 1, rest.size);
    cursor->rest = text_slice(cursor->rest, cursor->rest.size, cursor->rest.size);
    return rest;
}

bool sheet_next_line(SheetCursor *cursor)
{
    Text rest = text_slice(cursor->file, cursor->next, cursor->file.size);
    if (!text_line(&rest, &cursor->line)) {
        cursor->line = cursor->rest = rest;
        return false;
    }
    cursor->next = (size_t)(rest.at - cursor->file.at);
    cursor->rest = cursor->line;
    cursor->number++;
    return true;
}

bool sheet_check_text(SheetCursor *cursor, Text text)
{
    const size_t bad = utf8_invalid(text);
    return bad == text.size ||
           sheet_name_error(cursor, text_slice(text, bad, text.size), "invalid UTF-8");
}

/* ---- writing ---- */

void sheet_put(SheetCursor *cursor, Text word)
{
    if (cursor->begun)
        write_u8(cursor->out, ' ');
    cursor->begun = true;
    write_text(cursor->out, word);
}

void sheet_put_format(SheetCursor *cursor, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    sheet_put(cursor, arena_vformat(cursor->arena, format, arguments));
    va_end(arguments);
}

void sheet_end_line(SheetCursor *cursor)
{
    write_text(cursor->out, TEXT("\r\n"));
    cursor->begun = false;
}
