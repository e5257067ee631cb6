/* Finds a handler's source between its braces in a text file, before it is parsed. An unclosed
 * brace is reported where the indentation suggests that it is missing, since it is only noticed
 * at the end of the file. */
#include "tirnanog/script/listing.h"

ScriptSource script_source(Text text) { return (ScriptSource){.file = text, .to = text.size}; }

bool script_is_blank(const ScriptSource *source)
{
    Lexer lexer = lexer_of(source);
    while (lexer.token == ';')
        lexer_next(&lexer);
    return lexer.token == TOKEN_END;
}

/* The blanks before the first character of the line that contains file[at]. */
static size_t indentation(Text file, size_t at, bool *is_first)
{
    size_t from = at, count = 0;
    while (from && file.at[from - 1] != '\n')
        from--;
    while (from + count < file.size && strchr(" \t", file.at[from + count]) &&
           file.at[from + count])
        count++;
    *is_first = from + count == at;
    return count;
}

/* The brace that is probably not closed: a block whose "}" has the indentation of a block
 * around it; otherwise the innermost one that is open at the end. */
static size_t unclosed_brace(Text file, size_t open, bool comments)
{
    enum { DEPTH_MAX = 64 };
    size_t braces[DEPTH_MAX], depth = 0;
    bool is_first;
    for (size_t i = open; i < file.size; i++) {
        if (file.at[i] == '#' && comments) {
            const char *end = memchr(file.at + i, '\n', file.size - i);
            i = end ? (size_t)(end - file.at) : file.size;
        } else if (file.at[i] == '{') {
            if (depth == DEPTH_MAX)
                return open;
            braces[depth++] = i;
        } else if (file.at[i] == '}') {
            const size_t blanks = indentation(file, i, &is_first);
            bool ignored;
            depth--;
            if (is_first && indentation(file, braces[depth], &ignored) > blanks)
                return braces[depth];
        }
    }
    return depth ? braces[depth - 1] : open;
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
    /* Only listings have comments, in which braces do not count. */
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
    const size_t probable = unclosed_brace(file, open, comments);
    const SourcePosition at_line = lexer_position(&(Lexer){.file = file}, probable);
    if (probable == open)
        return report_error_at(report, lexer_position(&lexer, open),
                               "this \"{\" is not closed");
    return report_error_at(report, lexer_position(&lexer, open),
                           "this \"{\" is not closed; is a \"}\" missing for line %u?",
                           at_line.line);
}
