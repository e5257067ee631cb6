/* The compiler's expressions, and the helpers all its parts share. */
#include "script/parser.h"

#include "base/text.h"

/* After so many errors the text is no script at all. */
enum { ERRORS_MOST = 200 };

/* Counts one; false if there were enough of them. */
bool parser_counts(Parser *parser)
{
    if (++parser->errors <= ERRORS_MOST)
        return true;
    if (parser->errors == ERRORS_MOST + 1)
        report_note(parser->report, "too many errors, the rest of the script is not checked");
    parser->lexer.next = parser->lexer.to;
    lexer_next(&parser->lexer);
    parser->unclosed = true;
    return false;
}

bool parser_expected(Parser *parser, const char *what)
{
    return ERROR_AT(parser, parser->lexer.at, "expected %s, found %s", what,
                    lexer_found(&parser->lexer, parser->arena).at);
}

bool parser_take(Parser *parser, int token)
{
    if (parser->lexer.token != token)
        return false;
    lexer_next(&parser->lexer);
    return true;
}

bool parser_want(Parser *parser, int token, const char *what)
{
    return parser_take(parser, token) || parser_expected(parser, what);
}

int parser_token_after(const Parser *parser)
{
    Lexer ahead = parser->lexer;
    lexer_next(&ahead);
    return ahead.token;
}

/* At most so much of a name is repeated in a message. */
int parser_shown(Text name) { return name.size < 80 ? (int)name.size : 80; }

void parser_suggest(Parser *parser, size_t at, const char *kind, Text name, Text nearest)
{
    if (nearest.size)
        ERROR_AT(parser, at, "no %s \"%.*s\"; did you mean \"%.*s\"?", kind, parser_shown(name),
                 name.at, parser_shown(nearest), nearest.at);
    else
        ERROR_AT(parser, at, "no %s \"%.*s\"", kind, parser_shown(name), name.at);
}

/* The number of a name at `at`; an unknown one is reported and gives 0. */
uint32_t parser_name(Parser *parser, ScriptKind kind, Text name, size_t at)
{
    const ScriptNames *names = parser->names;
    const bool small = kind == SCRIPT_OBJECT || kind == SCRIPT_NPC;
    uint32_t index = 0;
    if (names->index && names->index(names->context, kind, name, &index)) {
        if (index < (small ? 1u << 16 : 1u << 24))
            return index;
        ERROR_AT(parser, at, "%s \"%.*s\" has a number too large for a script",
                 script_kind_name(kind), parser_shown(name), name.at);
    } else {
        parser_suggest(parser, at, script_kind_name(kind), name,
                       names->nearest ? names->nearest(names->context, kind, name) : TEXT(""));
    }
    return 0;
}

bool parser_is_local(Text name)
{
    return name.size == 1 && name.at[0] >= 'a' && name.at[0] <= 'z';
}

/* Takes a NUMBER token; one above `most` is reported and gives 0. */
int64_t parser_number(Parser *parser, int64_t most)
{
    int64_t value = 0;
    Text digits = parser->lexer.text;
    while (digits.size > 1 && digits.at[0] == '0')
        digits = text_slice(digits, 1, digits.size);
    if (!text_number(digits, 0, most, &value))
        ERROR_AT(parser, parser->lexer.at, "number %.*s is too large (at most %lld)",
                 parser_shown(digits), digits.at, (long long)most);
    lexer_next(&parser->lexer);
    return value;
}

void parser_pushed(Parser *parser, unsigned values)
{
    parser->depth += values;
    if (parser->depth > SCRIPT_STACK_MOST && !parser->deep) {
        parser->deep = true;
        ERROR_AT(parser, parser->lexer.at, "this needs more than %d values at once",
                 SCRIPT_STACK_MOST);
    }
}

bool parser_nest(Parser *parser)
{
    if (parser->nesting < SCRIPT_NESTING_MOST) {
        parser->nesting++;
        return true;
    }
    /* What is inside is not looked at, or it would be read as misplaced text. */
    ERROR_AT(parser, parser->lexer.at, "nested more than %d deep", SCRIPT_NESTING_MOST);
    parser->lexer.next = parser->lexer.to;
    lexer_next(&parser->lexer);
    parser->unclosed = true;
    return false;
}

void parser_emit(Parser *parser, Opcode op, uint32_t index)
{
    write_u8(&parser->pool, (uint8_t)op);
    write_uint(&parser->pool, index, shape_info(opcode_info(op)->shape)->size);
}

/* min(...), max(...): the bracket is taken already. */
static bool extreme(Parser *parser, Opcode op)
{
    const size_t at = parser->lexer.at;
    unsigned count = 0;
    do {
        if (!parser_expression(parser, 1))
            return false;
        count++;
    } while (parser_take(parser, ','));
    if (count > 255)
        ERROR_AT(parser, at, "at most 255 values, these are %u", count);
    parser->depth -= count - 1;
    parser_emit(parser, op, count & 255);
    return parser_want(parser, ')', "\",\" or \")\"");
}

static bool inventory_count(Parser *parser, bool opponent)
{
    parser_pushed(parser, 1);
    if (parser_take(parser, ')')) {
        write_u8(&parser->pool, opponent ? OP_CNTO0 : OP_CNT0);
        return true;
    }
    if (parser->lexer.token != TOKEN_WORD && parser->lexer.token != TOKEN_NUMBER)
        return parser_expected(parser, "an object or \")\"");
    parser_emit(parser, opponent ? OP_CNTO1 : OP_CNT1,
                parser_name(parser, SCRIPT_OBJECT, parser->lexer.text, parser->lexer.at));
    lexer_next(&parser->lexer);
    return parser_want(parser, ')', "\")\"");
}

static bool inventory_sum(Parser *parser, bool opponent)
{
    parser_pushed(parser, 1);
    if (parser->lexer.token != TOKEN_WORD)
        return parser_expected(parser, "an attribute");
    parser_emit(parser, opponent ? OP_SUMO : OP_SUM,
                parser_name(parser, SCRIPT_ATTRIBUTE, parser->lexer.text, parser->lexer.at));
    lexer_next(&parser->lexer);
    return parser_want(parser, ')', "\")\"");
}

static bool random_number(Parser *parser)
{
    parser_pushed(parser, 1);
    if (parser->lexer.token != TOKEN_NUMBER)
        return parser_expected(parser, "a constant number");
    parser_emit(parser, OP_RND, (uint32_t)parser_number(parser, INT32_MAX));
    return parser_want(parser, ')', "\")\"");
}

static bool function(Parser *parser, Text name, size_t at, bool opponent)
{
    static const char *const functions[] = {"cnt", "sum", "min", "max", "rnd"};
    unsigned which = 0;
    while (which < COUNT_OF(functions) && !text_is(name, functions[which]))
        which++;
    if (which == COUNT_OF(functions) && command_find(name))
        return ERROR_AT(parser, at, "the command \"%.*s\" gives no value", parser_shown(name),
                        name.at);
    if (which == COUNT_OF(functions)) {
        const Text words[] = {TEXT("cnt"), TEXT("sum"), TEXT("min"), TEXT("max"), TEXT("rnd")};
        parser_suggest(parser, at, "function", name,
                       text_nearest(name, words, COUNT_OF(words)));
        return false;
    }
    if (opponent && which > 1)
        return ERROR_AT(parser, at, "\"@\" stands before attributes, cnt and sum, not %s",
                        functions[which]);
    if (!parser_nest(parser))
        return false;
    lexer_next(&parser->lexer); /* the bracket */
    const bool fine = which == 0   ? inventory_count(parser, opponent)
                      : which == 1 ? inventory_sum(parser, opponent)
                      : which == 4 ? random_number(parser)
                                   : extreme(parser, which == 2 ? OP_MIN : OP_MAX);
    parser->nesting--;
    return fine;
}

/* A name in an expression, with or without `@`. */
static bool named_value(Parser *parser, bool opponent)
{
    const Text name = parser->lexer.text;
    const size_t at = parser->lexer.at;
    if (parser->lexer.token != TOKEN_WORD)
        return parser_expected(parser, opponent ? "an attribute after \"@\"" : "a value");
    lexer_next(&parser->lexer);
    if (parser->lexer.token == '(')
        return function(parser, name, at, opponent);
    parser_pushed(parser, 1);
    if (parser_is_local(name)) {
        if (opponent)
            ERROR_AT(parser, at, "\"@\" stands before attributes; \"%c\" is a local variable",
                     name.at[0]);
        parser_emit(parser, OP_PUSH, (uint32_t)(name.at[0] - 'a'));
        return true;
    }
    parser_emit(parser, opponent ? OP_PUSHO : OP_PUSHA,
                parser_name(parser, SCRIPT_ATTRIBUTE, name, at));
    return true;
}

static bool unary(Parser *parser)
{
    const int token = parser->lexer.token;
    if (token == '!' || token == '(') {
        if (!parser_nest(parser))
            return false;
        lexer_next(&parser->lexer);
        if (token == '!' ? !unary(parser) : !parser_expression(parser, 1))
            return false;
        parser->nesting--;
        if (token == '(')
            return parser_want(parser, ')', "an operator or \")\"");
        write_u8(&parser->pool, OP_NOT);
        return true;
    }
    const bool negative = parser_take(parser, '-');
    if (parser->lexer.token == TOKEN_NUMBER) {
        parser_pushed(parser, 1);
        const int64_t value = parser_number(parser, (int64_t)INT32_MAX + negative);
        emit_constant((int32_t)(negative ? -value : value), &parser->pool);
        return true;
    }
    if (negative)
        return parser_expected(parser, "a number after \"-\" (write 0-x for -x)");
    const bool opponent = parser_take(parser, '@');
    return named_value(parser, opponent);
}

typedef struct Operator {
    int token;
    unsigned level; /* a higher one binds tighter */
    Opcode op;
} Operator;

static const Operator operators[] = {
    {'|', 1, OP_OR},
    {'&', 2, OP_AND},
    {'=', 3, OP_EQ},
    {TOKEN_NOT_EQUAL, 3, OP_NE},
    {TOKEN_GREATER_EQUAL, 3, OP_GE},
    {'>', 3, OP_GT},
    {TOKEN_LESS_EQUAL, 3, OP_LE},
    {'<', 3, OP_LT},
    {'+', 4, OP_ADD},
    {'-', 4, OP_SUB},
    {'*', 5, OP_MUL},
    {'/', 5, OP_DIV},
    {'%', 5, OP_MOD},
};

static const Operator *operator_here(const Parser *parser)
{
    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (operators[i].token == parser->lexer.token)
            return &operators[i];
    return NULL;
}

bool parser_expression(Parser *parser, unsigned least_level)
{
    if (!unary(parser))
        return false;
    for (const Operator *sign; (sign = operator_here(parser)) && sign->level >= least_level;) {
        lexer_next(&parser->lexer);
        if (!parser_expression(parser, sign->level + 1))
            return false;
        write_u8(&parser->pool, (uint8_t)sign->op);
        parser->depth--;
    }
    return true;
}
