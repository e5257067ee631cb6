/* Makes tables of the rows of grammar.def, and searches them. The searches are linear: the
 * tables are short, and their order is the order of the manual. */
#include "tirnanog/script/grammar.h"

static const OperatorInfo operators[] = {
#define OPERATOR(cursor, level, opcode, doc) {cursor, level, OP_##opcode, doc},
#include "tirnanog/script/grammar.def"
};

/* Each binary operator has a spelling. */
enum {
#define OPERATOR(cursor, level, opcode, doc) OPERATOR_##opcode,
#include "tirnanog/script/grammar.def"
    OPERATORS
};
#define BINARY_OP(name)                                                                        \
    _Static_assert(OPERATOR_##name < OPERATORS, "grammar.def has an OPERATOR for it");
#include "tirnanog/script/opcodes.def"

static const FunctionInfo functions[] = {
#define FUNCTION(name, form, opcode, opponent, doc)                                            \
    {#name, FUNCTION_##form, OP_##opcode, OP_##opponent, doc},
#include "tirnanog/script/grammar.def"
};

static const StatementInfo statements[] = {
#define STATEMENT(name, keyword, syntax, doc, example) {keyword, syntax, doc, example},
#include "tirnanog/script/grammar.def"
};

static const ProductionInfo productions[] = {
#define PRODUCTION(name, text) {#name, text},
#include "tirnanog/script/grammar.def"
};

static const HabitInfo habits[] = {
#define HABIT(cursor, where, advice) {cursor, HABIT_##where, advice},
#include "tirnanog/script/grammar.def"
};

const OperatorInfo *operator_at(size_t index)
{
    return index < COUNT_OF(operators) ? &operators[index] : NULL;
}

const OperatorInfo *operator_of_token(int token)
{
    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (SIGN_TOKEN(operators[i].cursor[0], operators[i].cursor[1]) == token &&
            operators[i].level < LEVEL_UNARY)
            return &operators[i];
    return NULL;
}

const OperatorInfo *operator_of_opcode(Opcode op)
{
    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (operators[i].op == op && operators[i].level < LEVEL_UNARY)
            return &operators[i];
    return NULL;
}

const FunctionInfo *function_at(size_t index)
{
    return index < COUNT_OF(functions) ? &functions[index] : NULL;
}

const FunctionInfo *function_find(Text name, bool empty)
{
    const FunctionInfo *found = NULL;
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (text_is(name, functions[i].name) &&
            (!found || (functions[i].form == FUNCTION_NOTHING) == empty))
            found = &functions[i];
    return found;
}

Text function_usage(const FunctionInfo *info, Arena *arena)
{
    static const char *const forms[] = {[FUNCTION_NOTHING] = "",
                                        [FUNCTION_OBJECT] = "object",
                                        [FUNCTION_ATTRIBUTE] = "attribute",
                                        [FUNCTION_CONSTANT] = "number",
                                        [FUNCTION_EXPRESSIONS] = "a,b,..."};
    return arena_format(arena, "%s(%s)", info->name, forms[info->form]);
}

const FunctionInfo *function_of_opcode(Opcode op)
{
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (op != OP_END && (functions[i].op == op || functions[i].opponent == op))
            return &functions[i];
    return NULL;
}

const StatementInfo *statement_info(Statement statement) { return &statements[statement]; }

Statement statement_find(Text keyword)
{
    unsigned i = 0;
    while (i < STATEMENTS && (!keyword.size || !text_is(keyword, statements[i].keyword)))
        i++;
    return (Statement)i;
}

const ProductionInfo *production_at(size_t index)
{
    return index < COUNT_OF(productions) ? &productions[index] : NULL;
}

const HabitInfo *habit_at_index(size_t index)
{
    return index < COUNT_OF(habits) ? &habits[index] : NULL;
}

const char *habit_advice(HabitPlace place, Text cursor)
{
    for (size_t i = 0; i < COUNT_OF(habits); i++)
        if (habits[i].place == place && text_is(cursor, habits[i].cursor))
            return habits[i].advice;
    return NULL;
}
