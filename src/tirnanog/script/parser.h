/* Private to the compiler: the state of one compilation, shared by the parser's files,
 * with its messages and the helpers that consume tokens and emit code. */
#ifndef OISIN_TIRNANOG_SCRIPT_PARSER_H
#define OISIN_TIRNANOG_SCRIPT_PARSER_H

#include "tirnanog/script/emit.h"
#include "tirnanog/script/grammar.h"
#include "tirnanog/script/lexer.h"

typedef struct Parser {
    Lexer lexer;
    const ScriptNames *names;
    ScriptOptions options;
    Writer pool;
    ScriptPosition *marks; /* start of each statement, in the pool and in the file */
    size_t mark_count;
    Arena *arena;
    Report *report;
    size_t errors;
    unsigned nesting; /* open blocks and brackets */
    unsigned depth;   /* current stack depth, in values */
    unsigned lenient; /* depth of blocks of a statement that was already reported */
    unsigned highest_command;
    bool unclosed, deep; /* reported already; report once only */
    bool branching;      /* the previous statement was an `if` of another language */
} Parser;

/* Counts an error. False if there were too many; then the message is suppressed and
 * the rest of the text is skipped. */
bool parser_counts(Parser *parser);
/* Reports an error at file[at]; its value is false. */
#define ERROR_AT(parser, at, ...)                                                              \
    (parser_counts(parser)                                                                     \
         ? report_error_at((parser)->report, lexer_position(&(parser)->lexer, at),             \
                           __VA_ARGS__)                                                        \
         : false)
/* Reports "expected `what`, found" the current token; returns false. */
bool parser_expected(Parser *parser, const char *what);
/* True if `name` is a keyword of another language; then a hint was reported. */
bool parser_habit(Parser *parser, Text name, size_t at);
/* Report a name that is unknown in its position; return false. */
bool parser_unknown_function(Parser *parser, Text name, size_t at);
bool parser_unknown_command(Parser *parser, Text name, size_t at);
/* True if the current word is neither one of the argument's words nor anything else
 * that has a value; then it was reported. */
bool parser_unknown_word(Parser *parser, const ArgumentInfo *info);

/* Consumes the current token if it is `token`. */
bool parser_take(Parser *parser, int token);
/* The same; reports any other token, with `what` as the expected one. */
bool parser_want(Parser *parser, int token, const char *what);
/* The token after the current one, which is not consumed. */
int parser_token_after(const Parser *parser);
/* Consumes a NUMBER; one above `max` is reported and returned as 0. */
int64_t parser_number(Parser *parser, int64_t max);

int parser_shown(Text name); /* how many bytes of a name a message quotes */
void parser_suggest(Parser *parser, size_t at, const char *kind, Text name, Text nearest);
/* The index of the name at `at`; an unknown name is reported and returned as 0. `caller`:
 * the command or function whose argument it is, or NULL. */
uint32_t parser_name(Parser *parser, ScriptKind kind, Text name, size_t at, const char *caller);

/* Opens a block or bracket; too many are reported and end the parse. */
bool parser_nest(Parser *parser);
/* Adds `values` to the stack depth. */
void parser_pushed(Parser *parser, unsigned values);
/* Emits an opcode with its operand. */
void parser_emit(Parser *parser, Opcode op, uint32_t operand);

/* Parses an expression of operators with at least this precedence; 1 is all. */
bool parser_expression(Parser *parser, unsigned min_level);

#endif
