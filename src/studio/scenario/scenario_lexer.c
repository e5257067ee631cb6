/* Words of a test file: a line at a time, with the first error of each line. */
#include "base/text.h"
#include "studio/scenario/scenario_parser.h"

#include <stdio.h>

enum { CODE_MAX = 65536 };

bool reading_error(Reading *reading, size_t at, const char *format, ...)
{
    char message[1000];
    va_list arguments;
    if (reading->failed)
        return false;
    reading->failed = true;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    uint32_t line = reading->line;
    size_t from = reading->line_at;
    for (size_t i = from; i < at && i < reading->file.size; i++)
        if (reading->file.at[i] == '\n') { /* after a handler of several lines */
            line++;
            from = i + 1;
        }
    Text rest = text_slice(reading->file, from, reading->file.size), source = TEXT("");
    text_line(&rest, &source);
    const SourcePosition position = {line, (uint32_t)(at - from) + 1, source};
    return report_error_at(reading->report, position, "%s", message);
}

Text reading_hint(Reading *reading, Text near)
{
    return near.size ? arena_format(reading->arena, "; did you mean \"%.*s\"?", (int)near.size,
                                    near.at)
                     : TEXT("");
}

bool reading_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static void read_text(Reading *reading)
{
    Writer out = writer_to(reading->arena);
    size_t at = reading->now.at + 1;
    const Text file = reading->file;
    for (; at < file.size && file.at[at] != '"' && file.at[at] != '\n'; at++) {
        if (file.at[at] == '\\' && at + 1 < file.size && file.at[at + 1] != '\n')
            at++;
        write_u8(&out, (uint8_t)file.at[at]);
    }
    if (at == file.size || file.at[at] == '\n')
        reading_error(reading, reading->now.at, "missing closing quote");
    else if (!out.size)
        reading_error(reading, reading->now.at, "the text is empty");
    reading->now.text = out.size ? writer_text(&out) : TEXT("");
    reading->now.end = reading->next = at < file.size && file.at[at] == '"' ? at + 1 : at;
}

static void read_code(Reading *reading)
{
    const Text file = reading->file;
    const size_t from = reading->now.at;
    size_t at = from;
    ScriptSource body = {file, from, from};
    Report silent = report_to(NULL, NULL);
    const Text near =
        text_slice(file, 0, file.size - from > CODE_MAX ? from + CODE_MAX : file.size);
    reading->now.end = reading->next = from + 1;
    if (!script_body(near, &at, &body, &silent)) {
        reading_error(reading, from,
                      near.size < file.size ? "the handler has more than 65536 characters"
                                            : "this \"{\" is not closed");
        return;
    }
    reading->now.text = text_slice(file, body.from, body.to);
    reading->now.end = reading->next = at;
}

void reading_next(Reading *reading)
{
    const Text file = reading->file;
    size_t at = reading->next;
    while (at < file.size && reading_is_blank(file.at[at]))
        at++;
    reading->now = (Lexeme){.kind = LEXEME_END, .text = TEXT(""), .at = at, .end = at};
    reading->next = at;
    if (reading->failed || at == file.size || file.at[at] == '\n' || file.at[at] == '#')
        return;
    const char c = file.at[at];
    if (c == '"' || c == '{') {
        reading->now.kind = c == '"' ? LEXEME_TEXT : LEXEME_CODE;
        (c == '"' ? read_text : read_code)(reading);
        return;
    }
    size_t end = at;
    if (strchr("=!<>", c)) {
        end += at + 1 < file.size && file.at[at + 1] == '=' ? 2 : 1;
        reading->now.kind = LEXEME_SIGN;
    } else {
        while (end < file.size && !reading_is_blank(file.at[end]) && file.at[end] &&
               !strchr("\n=!<>\"{#", file.at[end]))
            end++;
        end += end == at; /* a zero byte */
        const Text word = text_slice(file, at, end);
        int64_t number;
        reading->now.kind = text_number(word, INT64_MIN / 2, INT64_MAX / 2, &number)
                                ? LEXEME_NUMBER
                                : LEXEME_WORD;
    }
    reading->now.text = text_slice(file, at, end);
    reading->now.end = reading->next = end;
}

bool reading_is(const Reading *reading, const char *word)
{
    return reading->now.kind == LEXEME_WORD && text_is(reading->now.text, word);
}
