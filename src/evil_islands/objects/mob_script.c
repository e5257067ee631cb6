/* Map scripts: parser. */
#include "evil_islands/objects/mob_script_internal.h"

typedef struct Parser {
    MobSource *source;
    const MobToken *token; /* the next */
    unsigned depth;
    Arena *arena;
    Report *report;
} Parser;

/* Always false. The text that was found is cut at its line. */
static bool expected(Parser *parser, const char *what)
{
    const MobToken *token = parser->token;
    const SourcePosition place = mob_script_position(parser->source, token);
    if (token->kind == MOB_TOKEN_END)
        return report_error_at(parser->report, place,
                               "expected %s, found the end of the script", what);
    const int size = token->text.size < 40 ? (int)token->text.size : 40;
    const char *line = memchr(token->text.at, '\n', (size_t)size);
    return report_error_at(parser->report, place, "expected %s, found %.*s", what,
                           line ? (int)(line - token->text.at) : size, token->text.at);
}

/* Moves on only if the mark is there. */
static bool take_mark(Parser *parser, char mark)
{
    const char what[] = {'"', mark, '"', 0};
    if (!mob_token_is(parser->token, mark))
        return expected(parser, what);
    parser->token++;
    return true;
}

/* `open` is the bracket to close. */
static bool take_close(Parser *parser, const MobToken *open)
{
    if (mob_token_is(parser->token, ')'))
        return take_mark(parser, ')');
    return expected(parser,
                    arena_format(parser->arena, "\")\" to the bracket of line %u, column %u,",
                                 open->line, open->column)
                        .at);
}

static bool take_name(Parser *parser, const char *what, const MobToken **out)
{
    if (parser->token->kind != MOB_TOKEN_NAME)
        return expected(parser, what);
    *out = parser->token++;
    return true;
}

/* Limits the recursion of the parser. */
static bool deeper(Parser *parser)
{
    return ++parser->depth <= MOB_SCRIPT_DEPTH ||
           report_error_at(parser->report, mob_script_position(parser->source, parser->token),
                           "brackets are at most %d deep", MOB_SCRIPT_DEPTH);
}

/* The end of a list, or of the script. */
static bool at_end(const Parser *parser)
{
    return parser->token->kind == MOB_TOKEN_END || mob_token_is(parser->token, ')');
}

/* ---- values ---- */

static bool take_value(Parser *parser, MobValue *out);

/* Parses the arguments after a name. */
static bool take_values(Parser *parser, MobValue *out)
{
    const MobToken *open = parser->token;
    out->call = true;
    if (!take_mark(parser, '(') || !deeper(parser))
        return false;
    while (!at_end(parser)) {
        if (out->count && !take_mark(parser, ','))
            return false;
        if (!take_value(parser, ARENA_PUSH(parser->arena, out->values, out->count)))
            return false;
    }
    parser->depth--;
    return take_close(parser, open);
}

/* A name with a bracket is a call, whose arguments are values again. */
static bool take_value(Parser *parser, MobValue *out)
{
    const MobToken *token = parser->token;
    *out = (MobValue){.token = token};
    if (token->kind == MOB_TOKEN_END || token->kind == MOB_TOKEN_MARK)
        return expected(parser, "a value");
    parser->token++;
    return token->kind != MOB_TOKEN_NAME || !mob_token_is(parser->token, '(') ||
           take_values(parser, out);
}

/* ---- commands ---- */

static bool take_step(Parser *parser, MobStep *out);

static bool take_block(Parser *parser, MobBlock *out)
{
    const MobToken *open = parser->token;
    if (!take_mark(parser, '(') || !deeper(parser))
        return false;
    while (!at_end(parser))
        if (!take_step(parser, ARENA_PUSH(parser->arena, out->steps, out->count)))
            return false;
    parser->depth--;
    return take_close(parser, open);
}

static bool take_if(Parser *parser, MobStep *out)
{
    const MobToken *open = ++parser->token;
    out->kind = MOB_STEP_IF;
    if (!take_mark(parser, '('))
        return false;
    while (!at_end(parser))
        if (!take_value(parser,
                        ARENA_PUSH(parser->arena, out->conditions, out->condition_count)))
            return false;
    if (!take_close(parser, open))
        return false;
    if (!mob_token_named(parser->token, "then"))
        return expected(parser, "\"then\"");
    parser->token++;
    if (!take_block(parser, &out->block))
        return false;
    if (!mob_token_named(parser->token, "else"))
        return true;
    out->has_block = true;
    parser->token++;
    return take_block(parser, &out->others);
}

static bool take_step(Parser *parser, MobStep *out)
{
    const MobToken *name;
    *out = (MobStep){.token = parser->token, .value = {.token = parser->token}};
    if (mob_token_named(parser->token, "if"))
        return take_if(parser, out);
    if (!take_name(parser, "a command", &name))
        return false;
    if (mob_token_is(parser->token, '=')) {
        out->kind = MOB_STEP_SET;
        parser->token++;
        return take_value(parser, &out->value);
    }
    if (!mob_token_is(parser->token, '('))
        return expected(parser, "\"(\" or \"=\"");
    if (!take_values(parser, &out->value))
        return false;
    out->has_block = mob_token_is(parser->token, '(');
    return !out->has_block || take_block(parser, &out->block);
}

/* ---- items ---- */

static bool take_variables(Parser *parser, MobItem *out)
{
    const MobToken *open = parser->token;
    if (!take_mark(parser, '('))
        return false;
    while (!at_end(parser)) {
        if (out->variable_count && !take_mark(parser, ','))
            return false;
        MobVariable *variable = ARENA_PUSH(parser->arena, out->variables, out->variable_count);
        if (!take_name(parser, "a variable's name", &variable->name) ||
            !take_mark(parser, ':') || !take_name(parser, "a type", &variable->type))
            return false;
    }
    return take_close(parser, open);
}

static const struct {
    const char *word;
    MobItemKind kind;
    bool named, variables;
} items[] = {{"GlobalVars", MOB_ITEM_GLOBALS, false, true},
             {"DeclareScript", MOB_ITEM_DECLARE, true, true},
             {"Script", MOB_ITEM_SCRIPT, true, false},
             {"WorldScript", MOB_ITEM_WORLD, false, false}};

static bool take_item(Parser *parser, MobItem *out)
{
    size_t i = 0;
    while (i < COUNT_OF(items) && !mob_token_named(parser->token, items[i].word))
        i++;
    if (i == COUNT_OF(items))
        return expected(parser, "GlobalVars, DeclareScript, Script or WorldScript");
    *out = (MobItem){.kind = items[i].kind, .token = parser->token++};
    if (items[i].named && !take_name(parser, "the script's name", &out->name))
        return false;
    return items[i].variables ? take_variables(parser, out) : take_block(parser, &out->block);
}

bool mob_script_parse(Text text, MobSource *out, Arena *arena, Report *report)
{
    if (!mob_script_lex(text, out, arena, report))
        return false;
    Parser parser = {.source = out, .token = out->tokens, .arena = arena, .report = report};
    while (parser.token->kind != MOB_TOKEN_END)
        if (!take_item(&parser, ARENA_PUSH(arena, out->items, out->item_count)))
            return false;
    return true;
}
