/* The compiler's expressions, and helpers for all parts of the parser. */
#include "tirnanog/script/parser.h"

#include "base/text.h"

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

/* Consumes a NUMBER token; one above `max` is reported and returned as 0. */
int64_t parser_number(Parser *parser, int64_t max)
{
    int64_t value = 0;
    Text digits = parser->lexer.text;
    while (digits.size > 1 && digits.at[0] == '0')
        digits = text_slice(digits, 1, digits.size);
    if (!text_number(digits, 0, max, &value))
        ERROR_AT(parser, parser->lexer.at, "number %.*s is too large (at most %lld)",
                 parser_shown(digits), digits.at, (long long)max);
    lexer_next(&parser->lexer);
    return value;
}

void parser_pushed(Parser *parser, unsigned values)
{
    parser->depth += values;
    if (parser->depth > SCRIPT_STACK_MAX && !parser->deep) {
        parser->deep = true;
        ERROR_AT(parser, parser->lexer.at, "the expression needs more than %d stack values",
                 SCRIPT_STACK_MAX);
    }
}

bool parser_nest(Parser *parser)
{
    if (parser->nesting < SCRIPT_NESTING_MAX) {
        parser->nesting++;
        return true;
    }
    /* Skip the content; otherwise it would be reported as unexpected text. */
    ERROR_AT(parser, parser->lexer.at, "nested too deeply (maximum %d levels)",
             SCRIPT_NESTING_MAX);
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

static bool function_closed(Parser *parser, const FunctionInfo *info, const char *expected)
{
    return parser_take(parser, ')') ||
           parser_expected(parser, arena_format(parser->arena, "%s of %s", expected,
                                                function_usage(info, parser->arena).at)
                                       .at);
}

/* min(...), max(...): the opening bracket is already consumed. */
static bool extreme(Parser *parser, const FunctionInfo *info)
{
    const size_t at = parser->lexer.at;
    unsigned count = 0;
    do {
        if (!parser_expression(parser, 1))
            return false;
        count++;
    } while (parser_take(parser, ','));
    if (count > 255)
        ERROR_AT(parser, at, "expected at most 255 values, found %u", count);
    parser->depth -= count - 1;
    parser_emit(parser, info->op, count & 255);
    return function_closed(parser, info, "\",\" or \")\"");
}

/* sum(attribute), cnt(object) */
static bool inventory(Parser *parser, const FunctionInfo *info, Opcode op)
{
    const ScriptKind kind = info->form == FUNCTION_OBJECT ? SCRIPT_OBJECT : SCRIPT_ATTRIBUTE;
    const int token = parser->lexer.token;
    parser_pushed(parser, 1);
    if (token != TOKEN_WORD && (token != TOKEN_NUMBER || kind != SCRIPT_OBJECT))
        return parser_expected(parser, function_usage(info, parser->arena).at);
    parser_emit(parser, op,
                parser_name(parser, kind, parser->lexer.text, parser->lexer.at, info->name));
    lexer_next(&parser->lexer);
    return function_closed(parser, info, "\")\"");
}

static bool random_number(Parser *parser, const FunctionInfo *info)
{
    parser_pushed(parser, 1);
    if (parser->lexer.token != TOKEN_NUMBER)
        return parser_expected(parser, "a constant number as in rnd(6)");
    parser_emit(parser, info->op, (uint32_t)parser_number(parser, INT32_MAX));
    return function_closed(parser, info, "\")\"");
}

static bool function_rest(Parser *parser, const FunctionInfo *info, Opcode op)
{
    switch (info->form) {
    case FUNCTION_NOTHING:
        parser_pushed(parser, 1);
        write_u8(&parser->pool, (uint8_t)op);
        return function_closed(parser, info, "\")\"");
    case FUNCTION_OBJECT:
    case FUNCTION_ATTRIBUTE:
        return inventory(parser, info, op);
    case FUNCTION_CONSTANT:
        return random_number(parser, info);
    case FUNCTION_EXPRESSIONS:
        break;
    }
    return extreme(parser, info);
}

/* The bracket is the current token. */
static bool function(Parser *parser, Text name, size_t at, bool opponent)
{
    const FunctionInfo *info = function_find(name, parser_token_after(parser) == ')');
    if (!info)
        return parser_unknown_function(parser, name, at);
    if (opponent && info->opponent == OP_END)
        return ERROR_AT(parser, at,
                        "\"@\" is allowed before attributes, cnt and sum only, not before %s",
                        info->name);
    if (!parser_nest(parser))
        return false;
    lexer_next(&parser->lexer);
    const bool fine = function_rest(parser, info, opponent ? info->opponent : info->op);
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
    if (lexer_is_local(name)) {
        if (opponent)
            ERROR_AT(parser, at,
                     "\"@\" is allowed before attributes only; \"%c\" is a local variable",
                     name.at[0]);
        parser_emit(parser, OP_PUSH, (uint32_t)(name.at[0] - 'a'));
        return true;
    }
    parser_emit(parser, opponent ? OP_PUSHO : OP_PUSHA,
                parser_name(parser, SCRIPT_ATTRIBUTE, name, at, NULL));
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

bool parser_expression(Parser *parser, unsigned min_level)
{
    if (!unary(parser))
        return false;
    for (const OperatorInfo *sign;
         (sign = operator_of_token(parser->lexer.token)) && sign->level >= min_level;) {
        lexer_next(&parser->lexer);
        if (!parser_expression(parser, sign->level + 1))
            return false;
        write_u8(&parser->pool, (uint8_t)sign->op);
        parser->depth--;
    }
    return true;
}
