/* Syntax colours for editors: a TextMate grammar generated from the language's tables. The
 * words of each table become one pattern; commands with the same arguments share a rule,
 * which has the kinds of their names. */
#include "tirnanog/script/script_reference.h"

#include "base/json.h"
#include "base/text.h"
#include "tirnanog/script/grammar.h"

#define NAME "[\\w.\\x{80}-\\x{10FFFF}]+"
/* A `name` as a whole word. */
#define WORD_START "(?<![\\w.])"
#define WORD_END "(?![\\w.])"

static void put(JsonWriter *json, const char *key, const char *text)
{
    json_put_text(json, key, text_of(text));
}

/* Scopes of the groups 1, 2, ... of a pattern. */
static void put_captures(JsonWriter *json, const char *key, const char *const *scopes,
                         size_t count)
{
    static const char *const numbers[] = {"1", "2", "3", "4"};
    json_open(json, key);
    for (size_t i = 0; i < count; i++) {
        json_open(json, numbers[i]);
        put(json, "name", scopes[i]);
        json_close(json);
    }
    json_close(json);
}

#define CAPTURES(json, key, ...)                                                               \
    put_captures(json, key, (const char *const[]){__VA_ARGS__},                                \
                 COUNT_OF(((const char *const[]){__VA_ARGS__})))

static void put_match(JsonWriter *json, const char *scope, const char *pattern)
{
    json_open(json, NULL);
    put(json, "name", scope);
    put(json, "match", pattern);
    json_close(json);
}

/* Refers to a part of the repository, which may be recursive. */
static void put_include(JsonWriter *json, const char *name)
{
    json_open(json, NULL);
    put(json, "include", name);
    json_close(json);
}

/* Closed by close_patterns(), which ends the list and its object. */
static void open_patterns(JsonWriter *json, const char *key)
{
    json_open(json, key);
    json_open_list(json, "patterns");
}

static void close_patterns(JsonWriter *json)
{
    json_close_list(json);
    json_close(json);
}

/* Adds a word to an alternative; signs are escaped. */
static void add_word(Writer *words, const char *word)
{
    if (words->size)
        write_u8(words, '|');
    for (; *word; word++) {
        if (strchr("|*+?^$.()[]{}/\\", *word))
            write_u8(words, '\\');
        write_u8(words, (uint8_t)*word);
    }
}

/* The alternative in a group that is not counted, so that numbers of captures stay the same. */
static const char *joined(Writer *words, const char *before, const char *behind)
{
    return arena_format(words->arena, "%s(?:%.*s)%s", before, (int)words->size,
                        (const char *)words->data, behind)
        .at;
}

/* ---- expressions ---- */

/* Operators of the levels `min` to `max`. */
static void put_operators(JsonWriter *json, const char *scope, unsigned min, unsigned max)
{
    Writer words = writer_to(json->out->arena);
    const OperatorInfo *info;
    for (size_t i = 0; (info = operator_at(i)); i++)
        if (info->level >= min && info->level <= max)
            add_word(&words, info->cursor);
    put_match(json, scope, joined(&words, "", ""));
}

/* Signs that do not exist in the language; "--" may be a minus and a negative number. */
static void put_habits(JsonWriter *json)
{
    Writer signs = writer_to(json->out->arena), words = writer_to(json->out->arena);
    const HabitInfo *info;
    for (size_t i = 0; (info = habit_at_index(i)); i++)
        if (info->place == HABIT_WORD)
            add_word(&words, info->cursor);
        else if (strcmp(info->cursor, "--") != 0)
            add_word(&signs, info->cursor);
    put_match(json, "invalid.illegal.sign.tirnanog", joined(&signs, "", ""));
    put_match(json, "invalid.illegal.word.tirnanog",
              joined(&words, WORD_START, "(?=\\s*[({])"));
}

/* The brackets are a separate region, because names in them have another meaning. */
static void put_function(JsonWriter *json, const FunctionInfo *info)
{
    json_open(json, NULL);
    put(json, "name", "meta.function.tirnanog");
    put(json, "begin",
        arena_format(json->out->arena, "(@)?" WORD_START "(%s)\\s*(\\()", info->name).at);
    CAPTURES(json, "beginCaptures", "keyword.operator.opponent.tirnanog",
             "support.function.value.tirnanog", "punctuation.section.parens.begin.tirnanog");
    put(json, "end", "\\)");
    json_open(json, "endCaptures");
    json_open(json, "0");
    put(json, "name", "punctuation.section.parens.end.tirnanog");
    json_close(json);
    json_close(json);
    json_open_list(json, "patterns");
    if (info->form == FUNCTION_OBJECT)
        put_match(json, "entity.name.object.tirnanog", NAME);
    else if (info->form == FUNCTION_ATTRIBUTE)
        put_match(json, "variable.other.attribute.tirnanog", NAME);
    else
        put_include(json, "#expression");
    close_patterns(json);
}

/* The order matters: the first pattern that matches at a position wins. */
static void put_expression(JsonWriter *json)
{
    const FunctionInfo *info;
    open_patterns(json, "expression");
    put_habits(json);
    for (size_t i = 0; (info = function_at(i)); i++)
        if (info->form != FUNCTION_NOTHING)
            put_function(json, info);
    put_match(json, "constant.numeric.integer.tirnanog", WORD_START "\\d+" WORD_END);
    put_operators(json, "keyword.operator.comparison.tirnanog", 3, 3);
    put_operators(json, "keyword.operator.arithmetic.tirnanog", 4, 5);
    put_operators(json, "keyword.operator.logical.tirnanog", 1, 2);
    put_operators(json, "keyword.operator.logical.tirnanog", LEVEL_UNARY, LEVEL_UNARY);
    put_match(json, "variable.other.local.tirnanog", WORD_START "[a-z]" WORD_END);
    json_open(json, NULL);
    put(json, "match", "(@)?(" NAME ")");
    CAPTURES(json, "captures", "keyword.operator.opponent.tirnanog",
             "variable.other.attribute.tirnanog");
    json_close(json);
    put_match(json, "punctuation.separator.tirnanog", "[,;]");
    json_open(json, NULL);
    put(json, "begin", "\\(");
    put(json, "end", "\\)");
    json_open_list(json, "patterns");
    put_include(json, "#expression");
    close_patterns(json);
    close_patterns(json);
}

/* ---- statements ---- */

/* "entity.name.cutscene.tirnanog" */
static const char *scope_of(ScriptKind kind, Arena *arena)
{
    char *scope = (char *)arena_format(arena, "entity.name.%s.tirnanog",
                                       kind == SCRIPT_CRAFT ? "craft" : script_kind_name(kind))
                      .at;
    for (char *c = scope; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c | 0x20) : *c;
    return scope;
}

/* A name directly after the opening bracket or, if it is last, before the closing one. */
static void put_argument(JsonWriter *json, Argument argument, bool last)
{
    const ArgumentInfo *info = argument_info(argument);
    Writer words = writer_to(json->out->arena);
    Text rest = text_of(info->words);
    if (info->reference != SCRIPT_NUMBER) {
        json_open(json, NULL);
        put(json, "match", last ? "(?<=,)\\s*(" NAME ")(?=\\s*\\))" : "\\G\\s*(" NAME ")");
        CAPTURES(json, "captures", scope_of(info->reference, json->out->arena));
        json_close(json);
    }
    for (Text word; (word = text_word(&rest)).size;)
        add_word(&words, arena_text(json->out->arena, word).at);
    if (words.size)
        put_match(json, "constant.language.word.tirnanog",
                  joined(&words, WORD_START, "(?=\\s*[,)])"));
}

/* All commands with the arguments of `first`, which is the first of them. */
static void put_commands_like(JsonWriter *json, unsigned first)
{
    const Argument *arguments = command_info(first)->arguments;
    Writer words = writer_to(json->out->arena);
    for (unsigned i = first; i <= COMMAND_LAST; i++)
        if (!memcmp(command_info(i)->arguments, arguments, sizeof command_info(i)->arguments))
            add_word(&words, command_info(i)->name);
    json_open(json, NULL);
    put(json, "name", "meta.command.tirnanog");
    put(json, "begin",
        arena_format(json->out->arena, "%s", joined(&words, WORD_START "(", ")\\s*(\\()")).at);
    CAPTURES(json, "beginCaptures", "support.function.command.tirnanog",
             "punctuation.section.parens.begin.tirnanog");
    put(json, "end", "\\)");
    json_open(json, "endCaptures");
    json_open(json, "0");
    put(json, "name", "punctuation.section.parens.end.tirnanog");
    json_close(json);
    json_close(json);
    json_open_list(json, "patterns");
    if (arguments[0])
        put_argument(json, arguments[0], false);
    if (arguments[1])
        put_argument(json, arguments[1], true);
    put_include(json, "#expression");
    close_patterns(json);
}

/* Commands with the same arguments share a rule: the first of them writes it. */
static void put_commands(JsonWriter *json)
{
    open_patterns(json, "command");
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++) {
        unsigned before = COMMAND_FIRST;
        while (before < i && memcmp(command_info(before)->arguments, command_info(i)->arguments,
                                    sizeof command_info(i)->arguments) != 0)
            before++;
        if (before == i)
            put_commands_like(json, i);
    }
    close_patterns(json);
}

/* Keywords before commands, commands before assignments, and expressions last. */
static void put_script(JsonWriter *json)
{
    Writer words = writer_to(json->out->arena);
    for (unsigned i = 0; i < STATEMENTS; i++)
        if (*statement_info((Statement)i)->keyword)
            add_word(&words, statement_info((Statement)i)->keyword);
    open_patterns(json, "script");
    put_include(json, "#listing");
    put_include(json, "#block");
    put_match(json, "keyword.control.tirnanog", joined(&words, WORD_START, "(?=\\s*[({])"));
    json_open(json, NULL);
    put(json, "match", WORD_START "(case)\\s+(\\d+)" WORD_END);
    CAPTURES(json, "captures", "keyword.control.tirnanog", "constant.numeric.integer.tirnanog");
    json_close(json);
    put_include(json, "#command");
    json_open(json, NULL);
    put(json, "match", WORD_START "([a-z])\\s*(:?=)(?!=)");
    CAPTURES(json, "captures", "variable.other.local.tirnanog",
             "keyword.operator.assignment.tirnanog");
    json_close(json);
    json_open(json, NULL);
    put(json, "match", "(@)?" WORD_START "(" NAME ")\\s*(:?=)(?!=)");
    CAPTURES(json, "captures", "keyword.operator.opponent.tirnanog",
             "variable.other.attribute.tirnanog", "keyword.operator.assignment.tirnanog");
    json_close(json);
    put_include(json, "#expression");
    close_patterns(json);
}

/* `listing { ... }`: instructions, labels and comments. */
static void put_listing(JsonWriter *json)
{
    Writer words = writer_to(json->out->arena);
    for (unsigned i = 0; i < OPCODES; i++)
        add_word(&words, opcode_info(i)->name);
    open_patterns(json, "listing");
    json_open(json, NULL);
    put(json, "name", "meta.listing.tirnanog");
    put(json, "begin",
        arena_format(json->out->arena, WORD_START "(%s)\\s*(\\{)",
                     statement_info(STATEMENT_LISTING)->keyword)
            .at);
    CAPTURES(json, "beginCaptures", "keyword.control.tirnanog",
             "punctuation.section.block.begin.tirnanog");
    put(json, "end", "\\}");
    json_open_list(json, "patterns");
    put_match(json, "comment.line.number-sign.tirnanog", "#.*$");
    put_match(json, "entity.name.label.tirnanog", NAME "(?=\\s*:)");
    put_match(json, "support.function.instruction.tirnanog",
              joined(&words, WORD_START, WORD_END));
    put_match(json, "constant.numeric.integer.tirnanog", "-?" WORD_START "\\d+" WORD_END);
    close_patterns(json);
    close_patterns(json);
}

/* Blocks refer to scripts and scripts to blocks, for any nesting. */
static void put_block(JsonWriter *json)
{
    open_patterns(json, "block");
    json_open(json, NULL);
    put(json, "name", "meta.block.tirnanog");
    put(json, "begin", "\\{");
    put(json, "end", "\\}");
    json_open_list(json, "patterns");
    put_include(json, "#script");
    close_patterns(json);
    close_patterns(json);
}

/* ---- the lines around handlers ---- */

/* Ends after the closing brace of its block. */
static void put_handler(JsonWriter *json)
{
    open_patterns(json, "handler");
    json_open(json, NULL);
    put(json, "name", "meta.handler.tirnanog");
    put(json, "begin", "^\\s*(e)(?:\\s+(\\w+)\\b\\s*([^{]*?))?\\s*(?=\\{)");
    CAPTURES(json, "beginCaptures", "storage.type.handler.tirnanog",
             "entity.name.function.event.tirnanog", "variable.parameter.event.tirnanog");
    put(json, "end", "(?<=\\})");
    json_open_list(json, "patterns");
    put_include(json, "#block");
    close_patterns(json);
    close_patterns(json);
}

/* Lines of sheets outside of handlers: magic, letters of lines, numbers. */
static void put_lines(JsonWriter *json)
{
    open_patterns(json, "line");
    put_match(json, "keyword.other.magic.tirnanog", "^TirNanoG\\s.*$");
    json_open(json, NULL); /* the second line of a calculated attribute is an expression */
    put(json, "begin", "^([cG])(?:[ \\t]+([^\\n]*))?\\n");
    CAPTURES(json, "beginCaptures", "keyword.other.record.tirnanog",
             "string.unquoted.title.tirnanog");
    put(json, "end", "(?!\\G)$");
    json_open_list(json, "patterns");
    put_include(json, "#expression");
    close_patterns(json);
    json_open(json, NULL);
    put(json, "match", "^\\s*([a-zG])(?=\\s)");
    CAPTURES(json, "captures", "keyword.other.record.tirnanog");
    json_close(json);
    put_match(json, "constant.language.none.tirnanog", "(?<=\\s)-(?=\\s|$)");
    put_match(json, "constant.numeric.integer.tirnanog", "(?<![\\w.])-?\\d+" WORD_END);
    close_patterns(json);
}

void script_syntax(Writer *out)
{
    JsonWriter json = json_to(out);
    json_open(&json, NULL);
    put(&json, "$schema",
        "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json");
    put(&json, "name", "TirNanoG");
    put(&json, "scopeName", "source.tirnanog");
    json_open_list(&json, "patterns");
    put_include(&json, "#handler");
    put_include(&json, "#line");
    json_close_list(&json);
    json_open(&json, "repository");
    put_handler(&json);
    put_lines(&json);
    put_block(&json);
    put_listing(&json);
    put_script(&json);
    put_commands(&json);
    put_expression(&json);
    json_close(&json);
    json_close(&json);
    json_end(&json);
}
