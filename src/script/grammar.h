/* The language as tables: everything here follows from grammar.def. */
#ifndef OISIN_SCRIPT_GRAMMAR_H
#define OISIN_SCRIPT_GRAMMAR_H

#include "base/arena.h"
#include "script/code.h"

enum { LEVEL_UNARY = 6 };

typedef struct OperatorInfo {
    const char *spelling;
    unsigned level; /* a higher one binds tighter; LEVEL_UNARY: before its value */
    Opcode op;
    const char *doc;
} OperatorInfo;

/* A sign's token is its characters, the first in the lowest byte. */
#define SIGN_TOKEN(first, second) ((first) | (second) << 8)

/* NULL behind the last. */
const OperatorInfo *operator_at(size_t index);
/* A binary operator, NULL if there is no such one. */
const OperatorInfo *operator_of_token(int token);
const OperatorInfo *operator_of_opcode(Opcode op);

/* What stands in the brackets of a function. */
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
    Opcode op, opponent; /* OP_END: no opponent */
    const char *doc;
} FunctionInfo;

/* NULL behind the last. Functions of one name stand next to each other. */
const FunctionInfo *function_at(size_t index);
/* The one of this name; of two, the one with or without something in its brackets.
 * NULL if there is none. */
const FunctionInfo *function_find(Text name, bool empty);
/* How people write it: `cnt(object)`. */
Text function_usage(const FunctionInfo *info, Arena *arena);
/* The one whose opcode, or whose opponent's, this is. */
const FunctionInfo *function_of_opcode(Opcode op);

typedef enum Statement {
#define STATEMENT(name, keyword, syntax, doc, example) STATEMENT_##name,
#include "script/grammar.def"
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
    const char *name, *text; /* alternatives of a long one are lines */
} ProductionInfo;

/* NULL behind the last. */
const ProductionInfo *production_at(size_t index);

typedef enum HabitPlace { HABIT_SIGN, HABIT_WORD } HabitPlace;

typedef struct HabitInfo {
    const char *spelling;
    HabitPlace place;
    const char *advice;
} HabitInfo;

/* NULL behind the last. */
const HabitInfo *habit_at_index(size_t index);
/* What to write instead of something that other languages have; NULL if there is
 * nothing to say. */
const char *habit_advice(HabitPlace place, Text spelling);

#endif
