/* Rows: where the lines and words of a text file are, as its reader understood them.
 *
 * A form shows a file as rows, and changes single words of it; all other bytes stay. So that
 * there is one reader only, sheet_read itself records what it has read (SheetCursor.rows).
 * A row is one line, a handler or a mask (several lines), or lines joined by a backslash. A
 * word is one value of a member. Files with errors have rows, too: where a member could not be
 * read, the words that follow are assigned to members one by one.
 *
 * All offsets are in bytes of the file. */
#ifndef OISIN_TIRNANOG_SHEETS_SHEET_ROWS_H
#define OISIN_TIRNANOG_SHEETS_SHEET_ROWS_H

#include "base/report.h"
#include "base/text_edit.h"

struct Sheet;
struct SheetCursor;

enum { ROW_UNKNOWN = 255, ROW_NONE = UINT32_MAX };

typedef struct SheetWord {
    uint8_t member;  /* of the line of the sheet, from 0 */
    uint8_t index;   /* of the values of a member with several */
    size_t from, to; /* of its text; 0 and 0 if the row's lines are joined */
    Text text;
} SheetWord;

typedef struct SheetRow {
    uint8_t line;    /* index in Sheet.lines, or ROW_UNKNOWN */
    bool block;      /* its lines are not words: a handler, a mask */
    bool joined;     /* by backslashes: its words are only changed together */
    uint32_t owner;  /* the row of the block that contains it, or ROW_NONE */
    size_t from, to; /* to: after its line end */
    SheetWord *words;
    size_t word_count;
} SheetRow;

typedef struct SheetRows {
    SheetRow *items; /* in the order of the file */
    size_t count;
    size_t start; /* after a byte order mark */
    Arena *arena;
} SheetRows;

/* ---- for the reader; each does nothing if the cursor records no rows ---- */

/* The current line is a row; its tag has been read. */
void rows_open(struct SheetCursor *cursor, uint8_t line, uint32_t owner);
/* A block without a tag begins with the next line. */
void rows_open_next(struct SheetCursor *cursor, uint8_t line);
/* A value of a member was read from `before`, the rest of the line at that time. `rest`: it
 * extends to the end of the line. */
void rows_word(struct SheetCursor *cursor, uint8_t member, uint8_t index, Text before,
               bool rest);
/* The row ends before the next line. */
void rows_close(struct SheetCursor *cursor, bool block);

/* ---- changes ---- */

/* Changes one value of a row; a missing one at its end is added. Reports an error if the line
 * cannot have it. */
bool rows_set_word(const struct Sheet *sheet, Text file, const SheetRow *row, uint8_t member,
                   uint8_t index, Text value, TextEdit *out, Arena *arena, Report *report);

#endif
