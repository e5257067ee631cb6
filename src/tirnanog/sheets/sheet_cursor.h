/* The cursor: the state of reading or writing one text file of a project, word by word.
 *
 * A reader of words (words.h) takes words from the rest of the line, and reports what is wrong
 * with them at their place in the file; a writer appends words to the line. sheet.h moves the
 * cursor from line to line. */
#ifndef OISIN_TIRNANOG_SHEETS_SHEET_CURSOR_H
#define OISIN_TIRNANOG_SHEETS_SHEET_CURSOR_H

#include "tirnanog/script/script.h"
#include "tirnanog/sheets/project_names.h"
#include "tirnanog/sheets/project_records.h"
#include "tirnanog/sheets/script_positions.h"
#include "tirnanog/sheets/sheet_rows.h"
#include "tirnanog/translations/text_places.h"

/* The state of reading or writing a text. */
typedef struct SheetCursor {
    Names *names;
    const ScriptNames *scripts;
    Arena *arena;
    Report *report;          /* about the file that is read or written; set with it */
    uint8_t highest_command; /* of all scripts read so far */
    uint8_t ways_used;       /* of moving: by scripts and objects so far, see sheet_uses_ways */
    uint8_t ways_max;        /* lines of speeds that a tile may have */
    ScriptOptions compile;
    ProjectScripts *places; /* records each script that is read, or NULL */
    ProjectTexts *texts;    /* records each text that is read, or NULL */
    SheetRows *rows;        /* records the rows of the file, or NULL */
    /* reading */
    Text file;
    size_t next;     /* offset of the next line */
    Text line, rest; /* the line, and its unread part */
    uint32_t number; /* of the line, from 1 */
    char tag;        /* the first letter of the line, 0 if it needs none */
    /* The position of a byte of `line`, if the line is not one of the file; or NULL. */
    SourcePosition (*position)(const void *context, size_t offset);
    const void *position_context;
    Text page; /* of the reference, named by the next error; empty: none */
    /* writing */
    Writer *out;
    bool begun; /* the line is not empty */
} SheetCursor;

/* Notes that the game uses so many ways of moving. */
static inline void sheet_uses_ways(SheetCursor *cursor, unsigned ways)
{
    if (ways > cursor->ways_used)
        cursor->ways_used = (uint8_t)ways;
}

SourcePosition sheet_position(const SheetCursor *cursor, Text word);
/* `file:line:column: message`, with the line and a caret under `word`. The first such message
 * of a file names the page of the reference, see SheetCursor. */
#define sheet_error(cursor, word, ...)                                                         \
    report_false(sheet_report_error(cursor, sheet_position(cursor, word), __VA_ARGS__))
/* The same where the page would not help: names, encoding. */
#define sheet_name_error(cursor, word, ...)                                                    \
    report_error_at((cursor)->report, sheet_position(cursor, word), __VA_ARGS__)
bool sheet_report_error(SheetCursor *cursor, SourcePosition place, const char *format, ...)
    PRINTF_LIKE(3, 4);
#define sheet_warning(cursor, word, ...)                                                       \
    report_warning_at((cursor)->report, sheet_position(cursor, word), __VA_ARGS__)
/* The next word of the line; if there is none, reports that `what` is missing. */
bool sheet_take_word(SheetCursor *cursor, const char *what, Text *word);
/* The rest of the line unchanged, except for one separating blank. */
Text sheet_take_rest(SheetCursor *cursor);
/* False and an error if the text is not valid UTF-8. */
bool sheet_check_text(SheetCursor *cursor, Text text);
/* Advances to the next line of the file; false at the end. */
bool sheet_next_line(SheetCursor *cursor);
/* Writes a word, with a blank before it if the line is not empty. */
void sheet_put(SheetCursor *cursor, Text word);
void sheet_put_format(SheetCursor *cursor, const char *format, ...) PRINTF_LIKE(2, 3);
void sheet_end_line(SheetCursor *cursor);

#endif
