/* The parser of test files: words, patterns, values. Private to scenario_lexer.c, pattern.c and
 * scenario_read.c. */
#ifndef OISIN_STUDIO_SCENARIO_SCENARIO_PARSER_H
#define OISIN_STUDIO_SCENARIO_SCENARIO_PARSER_H

#include "base/hash.h"
#include "studio/scenario/scenario_internal.h"

typedef enum LexemeKind {
    LEXEME_END, /* of the line */
    LEXEME_WORD,
    LEXEME_NUMBER,
    LEXEME_SIGN, /* = != >= > <= < */
    LEXEME_TEXT, /* without its quotes */
    LEXEME_CODE, /* without its braces */
} LexemeKind;

typedef struct Lexeme {
    LexemeKind kind;
    Text text;
    size_t at, end; /* in the file; includes quotes and braces */
} Lexeme;

/* A file being read, a line at a time. */
typedef struct Reading {
    Text file, path;
    size_t next; /* after the current word */
    Lexeme now;
    uint32_t line;
    size_t line_at;
    Table scenarios; /* name to line */
    const ScriptNames *names;
    Arena *arena;
    Report *report;
    bool failed; /* an error in this line was reported */
} Reading;

/* Reads the next word of the line; an error in it ends the line. */
void reading_next(Reading *reading);
/* Reports an error at file[at], only the first one of a line; returns false. */
bool reading_error(Reading *reading, size_t at, const char *format, ...) PRINTF_LIKE(3, 4);
/* "; did you mean ...?", or empty. */
Text reading_hint(Reading *reading, Text near);
bool reading_is(const Reading *reading, const char *word);
/* A blank within a line. */
bool reading_is_blank(char c);

/* Whether the line's next word can start this pattern. */
bool pattern_fits(const Reading *reading, const char *pattern);
/* Reads the values of a row's pattern. */
bool pattern_read(Reading *reading, const Row *row, Step *step);
/* Reads a TIME: 1/100 s, or ticks. */
bool time_read(Reading *reading, Step *step);
/* Compiles the handler of a row that has one. */
bool step_compile(Reading *reading, Step *step);

#endif
