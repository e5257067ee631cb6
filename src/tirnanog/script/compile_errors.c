/* The compiler's error messages. */
#include "tirnanog/script/parser.h"

#include "base/text.h"

/* After this many errors the text is probably not a script. */
enum { ERRORS_MAX = 200 };

bool parser_counts(Parser *parser)
{
    if (++parser->errors <= ERRORS_MAX)
        return true;
    if (parser->errors == ERRORS_MAX + 1)
        report_note(parser->report, "too many errors, the rest of the script is not checked");
    parser->lexer.next = parser->lexer.to;
    lexer_next(&parser->lexer);
    return false;
}

/* Maximum number of a name's bytes in a message. */
int parser_shown(Text name) { return name.size < 80 ? (int)name.size : 80; }

/* ---- signs and words of other languages ---- */

static bool habit_at(Parser *parser, size_t at, size_t size)
{
    const Text file = parser->lexer.file;
    if (at + size > parser->lexer.to)
        return false;
    const char *advice = habit_advice(HABIT_SIGN, text_slice(file, at, at + size));
    return advice && (ERROR_AT(parser, at, "%s", advice), true);
}

/* Whether the unexpected sign is part of one of another language. */
static bool habit_here(Parser *parser)
{
    const int token = parser->lexer.token;
    const size_t at = parser->lexer.at;
    if (token == TOKEN_WORD || token == TOKEN_NUMBER || token == TOKEN_END)
        return false;
    return (at > 0 && habit_at(parser, at - 1, 2)) || habit_at(parser, at, 2) ||
           habit_at(parser, at, 1);
}

bool parser_habit(Parser *parser, Text name, size_t at)
{
    const char *advice = habit_advice(HABIT_WORD, name);
    return advice && (ERROR_AT(parser, at, "%s", advice), true);
}

bool parser_expected(Parser *parser, const char *what)
{
    if (habit_here(parser))
        return false;
    return ERROR_AT(parser, parser->lexer.at, "expected %s, found %s", what,
                    lexer_found(&parser->lexer, parser->arena).at);
}

/* ---- unknown names ---- */

void parser_suggest(Parser *parser, size_t at, const char *kind, Text name, Text nearest)
{
    if (nearest.size)
        ERROR_AT(parser, at, "no %s \"%.*s\"; did you mean \"%.*s\"?", kind, parser_shown(name),
                 name.at, parser_shown(nearest), nearest.at);
    else
        ERROR_AT(parser, at, "no %s \"%.*s\"", kind, parser_shown(name), name.at);
}

/* If the name exists as another kind: reports that kind and the expected one. */
static bool other_kind(Parser *parser, ScriptKind kind, Text name, size_t at,
                       const char *caller)
{
    const ScriptNames *names = parser->names;
    uint32_t index;
    unsigned other = SCRIPT_ATTRIBUTE;
    while (other < SCRIPT_KINDS &&
           (other == SCRIPT_TEXT || !names->index ||
            !names->index(names->context, (ScriptKind)other, name, &index)))
        other++;
    if (other == SCRIPT_KINDS)
        return false;
    const Text found = script_kind_phrase((ScriptKind)other, parser->arena);
    const Text wanted = script_kind_phrase(kind, parser->arena);
    ERROR_AT(parser, at, caller ? "\"%.*s\" is %s; %s expects %s" : "\"%.*s\" is %s, %snot %s",
             parser_shown(name), name.at, found.at, caller ? caller : "", wanted.at);
    return true;
}

static void unknown_name(Parser *parser, ScriptKind kind, Text name, size_t at,
                         const char *caller)
{
    const ScriptNames *names = parser->names;
    const Text small = {(const char[]){(char)(name.at[0] | 0x20)}, 1};
    if (kind == SCRIPT_ATTRIBUTE && parser_habit(parser, name, at))
        return;
    if (other_kind(parser, kind, name, at, caller))
        return;
    if (kind == SCRIPT_ATTRIBUTE && name.size == 1 && lexer_is_local(small))
        parser_suggest(parser, at, "local variable", name, small);
    else
        parser_suggest(parser, at, script_kind_name(kind), name,
                       names->nearest ? names->nearest(names->context, kind, name) : TEXT(""));
}

uint32_t parser_name(Parser *parser, ScriptKind kind, Text name, size_t at, const char *caller)
{
    const ScriptNames *names = parser->names;
    const bool small = kind == SCRIPT_OBJECT || kind == SCRIPT_NPC || kind == SCRIPT_SPAWNER;
    uint32_t index = 0;
    if (!names->index || !names->index(names->context, kind, name, &index))
        unknown_name(parser, kind, name, at, caller);
    else if (index < (small ? 1u << 16 : 1u << 24))
        return index;
    else
        ERROR_AT(parser, at, "%s \"%.*s\" has a number too large for a script",
                 script_kind_name(kind), parser_shown(name), name.at);
    return 0;
}

bool parser_unknown_function(Parser *parser, Text name, size_t at)
{
    Text words[16];
    size_t count = 0;
    for (const FunctionInfo *info; (info = function_at(count)) && count < COUNT_OF(words);)
        words[count++] = text_of(info->name);
    if (parser_habit(parser, name, at))
        return false;
    if (command_find(name))
        return ERROR_AT(parser, at, "the command \"%.*s\" has no value", parser_shown(name),
                        name.at);
    parser_suggest(parser, at, "function", name, text_nearest(name, words, count));
    return false;
}

bool parser_unknown_command(Parser *parser, Text name, size_t at)
{
    Text words[COMMAND_LAST - COMMAND_FIRST + 1 + STATEMENTS];
    size_t count = 0;
    for (unsigned i = 0; i < STATEMENTS; i++)
        words[count++] = text_of(statement_info((Statement)i)->keyword);
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++)
        words[count++] = text_of(command_info(i)->name);
    if (parser_habit(parser, name, at))
        return false;
    if (function_find(name, false))
        return ERROR_AT(parser, at, "the value of %.*s is not used; write a = %.*s(...)",
                        parser_shown(name), name.at, parser_shown(name), name.at);
    parser_suggest(parser, at, "command", name, text_nearest(name, words, count));
    return false;
}

bool parser_unknown_word(Parser *parser, const ArgumentInfo *info)
{
    const Text name = parser->lexer.text;
    Text words[16], rest = text_of(info->words);
    size_t count = 0;
    uint32_t index;
    for (Text word; count < COUNT_OF(words) && (word = text_word(&rest)).size;)
        words[count++] = word;
    const ScriptNames *names = parser->names;
    if (lexer_is_local(name) ||
        (names->index && names->index(names->context, SCRIPT_ATTRIBUTE, name, &index)))
        return false;
    const Text nearest = text_nearest(name, words, count);
    if (nearest.size)
        parser_suggest(parser, parser->lexer.at, info->cursor, name, nearest);
    else
        ERROR_AT(parser, parser->lexer.at, "no %s \"%.*s\"; there are: %s", info->cursor,
                 parser_shown(name), name.at, info->words);
    return true;
}
