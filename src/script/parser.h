/* What the parser's parts share: the state of one compilation, its messages
 * and the helpers that take tokens and emit. Private to the compiler. */
#ifndef OISIN_SCRIPT_PARSER_H
#define OISIN_SCRIPT_PARSER_H

#include "script/emit.h"
#include "script/grammar.h"
#include "script/lexer.h"

typedef struct Parser {
    Lexer lexer;
    const ScriptNames *names;
    ScriptOptions options;
    Writer pool;
    ScriptPosition *marks; /* where statements begin, in the pool and in the file */
    size_t mark_count;
    Arena *arena;
    Report *report;
    size_t errors;
    unsigned nesting; /* blocks and brackets that are open */
    unsigned depth;   /* values on the stack here */
    unsigned lenient; /* inside blocks of a statement that was reported already */
    unsigned highest_command;
    bool unclosed, deep; /* said once */
    bool branching;      /* the statement before was an `if` of another language */
} Parser;

/* True if `parser_expected` or another error is to be said; after too many of
 * them the rest of the text is not looked at. */
bool parser_counts(Parser *parser);
/* An error at file[at]; false. */
#define ERROR_AT(parser, at, ...)                                                              \
    (parser_counts(parser)                                                                     \
         ? report_error_at((parser)->report, lexer_place(&(parser)->lexer, at), __VA_ARGS__)   \
         : false)
bool parser_expected(Parser *parser, const char *what); /* ..., found the current token */
/* True if `name` is a word of another language; then it was said what to write. */
bool parser_habit(Parser *parser, Text name, size_t at);
/* What has no meaning in its place is reported; false. */
bool parser_unknown_function(Parser *parser, Text name, size_t at);
bool parser_unknown_command(Parser *parser, Text name, size_t at);
/* True if the current word is none of the argument's, and nothing else that has a
 * value; then it was reported. */
bool parser_unknown_word(Parser *parser, const ArgumentInfo *info);

bool parser_take(Parser *parser, int token); /* if it is the current one */
bool parser_want(Parser *parser, int token, const char *what);
int parser_token_after(const Parser *parser); /* the current one */
/* Takes a NUMBER; one above `most` is reported and gives 0. */
int64_t parser_number(Parser *parser, int64_t max);

int parser_shown(Text name); /* so much of a name is repeated in a message */
void parser_suggest(Parser *parser, size_t at, const char *kind, Text name, Text nearest);
/* The number of the name at `at`; an unknown one is reported and gives 0. `caller`:
 * whose argument it is, or NULL. */
uint32_t parser_name(Parser *parser, ScriptKind kind, Text name, size_t at, const char *caller);
bool parser_is_local(Text name);

/* Opens one more block or bracket; too many are reported and end the parse. */
bool parser_nest(Parser *parser);
/* So many more values are on the stack. */
void parser_pushed(Parser *parser, unsigned values);
/* An opcode with its operand. */
void parser_emit(Parser *parser, Opcode op, uint32_t operand);

/* An expression of operators that bind at least so tightly; 1 is all. */
bool parser_expression(Parser *parser, unsigned min_level);

#endif
