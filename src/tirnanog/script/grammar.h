/* The grammar as tables, generated from grammar.def: operators, functions, statements,
 * productions for the manual, and hints for habits from other languages. */
#ifndef OISIN_TIRNANOG_SCRIPT_GRAMMAR_H
#define OISIN_TIRNANOG_SCRIPT_GRAMMAR_H

#include "base/arena.h"
#include "tirnanog/script/bytecode.h"

enum { LEVEL_UNARY = 6 };

typedef struct OperatorInfo {
    const char *cursor;
    unsigned level; /* precedence, higher binds tighter; LEVEL_UNARY: prefix operator */
    Opcode op;
    const char *doc;
} OperatorInfo;

/* The token of an operator or bracket: its characters, the first in the lowest byte. */
#define SIGN_TOKEN(first, second) ((first) | (second) << 8)

/* NULL after the last operator. */
const OperatorInfo *operator_at(size_t index);
/* The binary operator of this token; NULL if there is none. */
const OperatorInfo *operator_of_token(int token);
const OperatorInfo *operator_of_opcode(Opcode op);

/* The argument list of a function. */
typedef enum FunctionForm {
    FUNCTION_NOTHING,
    FUNCTION_OBJECT,
    FUNCTION_ATTRIBUTE,
    FUNCTION_CONSTANT,
    FUNCTION_EXPRESSIONS
} FunctionForm;

typedef struct FunctionInfo {
    const char *name;
    FunctionForm form;
    Opcode op, opponent; /* the second form reads the opponent; OP_END: no such form */
    const char *doc;
} FunctionInfo;

/* NULL after the last function. Functions of the same name are adjacent. */
const FunctionInfo *function_at(size_t index);
/* Finds a function by name. If two have that name, `empty` selects the one without
 * arguments. NULL if there is none. */
const FunctionInfo *function_find(Text name, bool empty);
/* The source form, for messages: `cnt(object)`. */
Text function_usage(const FunctionInfo *info, Arena *arena);
/* The function which compiles to this opcode, in either form. */
const FunctionInfo *function_of_opcode(Opcode op);

typedef enum Statement {
#define STATEMENT(name, keyword, syntax, doc, example) STATEMENT_##name,
#include "tirnanog/script/grammar.def"
    STATEMENTS
} Statement;

typedef struct StatementInfo {
    const char *keyword; /* empty if it has none */
    const char *syntax, *doc, *example;
} StatementInfo;

const StatementInfo *statement_info(Statement statement);
/* The statement with this keyword, or STATEMENTS. */
Statement statement_find(Text keyword);

typedef struct ProductionInfo {
    const char *name, *text; /* `text` may have several lines, one per alternative */
} ProductionInfo;

/* NULL after the last production. */
const ProductionInfo *production_at(size_t index);

typedef enum HabitPlace { HABIT_SIGN, HABIT_WORD } HabitPlace;

typedef struct HabitInfo {
    const char *cursor;
    HabitPlace place;
    const char *advice;
} HabitInfo;

/* NULL after the last habit. */
const HabitInfo *habit_at_index(size_t index);
/* The hint for a construct of another language, which names ours; NULL if there is none. */
const char *habit_advice(HabitPlace place, Text cursor);

#endif
