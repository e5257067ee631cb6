#include "script/listing.h"

ScriptSource script_source(Text text) { return (ScriptSource){.file = text, .to = text.size}; }

bool script_is_blank(const ScriptSource *source)
{
    Lexer lexer = lexer_of(source);
    while (lexer.token == ';')
        lexer_next(&lexer);
    return lexer.token == TOKEN_END;
}

bool script_body(Text file, size_t *at, ScriptSource *out, Report *report)
{
    size_t open = *at;
    while (open < file.size && strchr(" \t\r\n", file.at[open]) && file.at[open])
        open++;
    Lexer lexer = {.file = file};
    if (open == file.size || file.at[open] != '{')
        return report_error_at(report, lexer_position(&lexer, open),
                               "expected \"{\" and a script");
    size_t depth = 0;
    const bool comments = listing_starts(file, open + 1);
    for (size_t i = open; i < file.size; i++) {
        if (file.at[i] == '#' && comments) {
            const char *end = memchr(file.at + i, '\n', file.size - i);
            i = end ? (size_t)(end - file.at) : file.size;
        } else if (file.at[i] == '{')
            depth++;
        else if (file.at[i] == '}' && --depth == 0) {
            *out = (ScriptSource){.file = file, .from = open + 1, .to = i};
            *at = i + 1;
            return true;
        }
    }
    return report_error_at(report, lexer_position(&lexer, open), "this \"{\" is not closed");
}
