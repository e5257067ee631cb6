/* Reading test files: words, patterns, values. Private to read.c and pattern.c. */
#ifndef OISIN_SCENARIO_READING_H
#define OISIN_SCENARIO_READING_H

#include "base/hash.h"
#include "scenario/parts.h"

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
    size_t at, end; /* in the file; quotes and braces belong to it */
} Lexeme;

/* A file being read, a line at a time. */
typedef struct Reading {
    Text file, path;
    size_t next; /* behind the current word */
    Lexeme now;
    uint32_t line;
    size_t line_at;
    Table scenarios; /* so far, by name: their lines */
    const ScriptNames *names;
    Arena *arena;
    Report *report;
    bool failed; /* this line was complained about */
} Reading;

/* The next word of the line; an error in it ends the line. */
void reading_next(Reading *reading);
/* An error at file[at]; false. Of one line only the first is told. */
bool reading_error(Reading *reading, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "; did you mean ...?", or nothing. */
Text reading_hint(Reading *reading, Text near);
bool reading_is(const Reading *reading, const char *word);

/* Whether the line's next word could be the first of a pattern. */
bool pattern_fits(const Reading *reading, const char *pattern);
/* Takes the values of a row's pattern. */
bool pattern_read(Reading *reading, const Row *row, Step *step);
/* A TIME: hundredths of a second, or ticks. */
bool time_read(Reading *reading, Step *step);
/* The handler of a row that is one. */
bool step_compile(Reading *reading, Step *step);

#endif
