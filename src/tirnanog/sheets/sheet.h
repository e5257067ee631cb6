/* Sheets: the syntax of a project's text files, as tables.
 *
 * A sheet lists which members of a record are on which line. A member's type, or a format
 * specifier after a slash, selects its notation (words.c). Reading, writing, checking and the
 * round-trip tests are loops over the table of sheets, so a new text file is a new row.
 *
 * One line of a sheet is one of
 *
 *   "title..."                 a line with these members, in this order
 *   "?special.3"               the same, but the line may be missing
 *   "fonts[6]: font padding"   six lines, one for each element of a list
 *   "kinds*: npc ..."          all remaining lines, one for each element
 *   "'p'bars: direction ..."   any number of lines that start with p
 *   "'s'slots[32]: left ..."   the same, but at most 32 (for the reference; the reader of the
 *                              records reports more)
 *   "'o.d'description..."      a line that starts with d, within the block that a line `o`
 *                              started: " d Sharp eyes and a few herbs." in game/#.opt
 *   "%mask"                    has its own reader and writer (words_blocks.c)
 *
 * and a member is a path of names and numbers ("font.style", "buttons.0.left"), then
 * /specifier, then [n] for n values on the line, or ... for the unchanged rest of the line.
 * `?` before it: it may be missing, and is written only if it is not zero. `.` is the
 * element itself. */
#ifndef OISIN_TIRNANOG_SHEETS_SHEET_H
#define OISIN_TIRNANOG_SHEETS_SHEET_H

#include "tirnanog/sheets/sheet_cursor.h"

typedef struct SheetLine {
    const char *syntax;
    const char *doc; /* Markdown, for the reference (reference.h) */
} SheetLine;

enum { SHEET_LINES = 15 };

typedef struct Sheet {
    const char *path;              /* "ui/hud.cfg", or "ui/#.chr" for many */
    const char *magic;             /* the first line */
    const char *alternative_magic; /* also accepted; or NULL */
    const RecordLayout *layout;
    SheetLine lines[SHEET_LINES];
    void (*prepare)(void *record, Arena *arena); /* sets defaults of omitted members, or NULL */
    const char *title, *about;                   /* for the reference: a phrase, and Markdown */
    const char *example;      /* a whole file; it fits the game examples/segais */
    const char *example_name; /* replaces # in its path; NULL: there is none */
} Sheet;

/* The name of a sheet in `oisin formats`: "obj" of "objects/#.obj", "hud.cfg", "ext". */
Text sheet_name(const Sheet *sheet);

/* Reads the members that the file sets; the others keep the values from `prepare` and the
 * defaults (no text, no sprite, zero). False if anything was reported; reading continues
 * after an error to report all. */
bool sheet_read(const Sheet *sheet, void *record, Text file, SheetCursor *cursor,
                Report *report);
void sheet_write(const Sheet *sheet, const void *record, SheetCursor *cursor, Writer *out,
                 Report *report);

/* ---- for readers and writers of words ---- */

/* Reads the members of a line, and reports further words. */
bool sheet_read_members(SheetCursor *cursor, const RecordLayout *layout, void *record,
                        Text members);

/* The spelling of values of a type, or of a word after a slash. */
typedef struct WordKind {
    const char *name;         /* after the slash, or NULL */
    const RecordLayout *type; /* or NULL for any */
    const char *notation;     /* for the reference; NULL: word_describe computes it */
    bool (*read)(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                 const char *argument, void *value);
    void (*write)(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                  const void *value);
    const char *form; /* see WordForm */
} WordKind;
const WordKind *word_kind(const RecordLayout *type, const char *argument);
/* How many words a value has; WORDS_ALL: those to the end of the line. */
enum { WORDS_ALL = 255 };
unsigned words_of_value(const WordKind *kind);
/* Writes which values a member may have, for the reference. */
void word_describe(const RecordLayout *type, const char *argument, Writer *out);

/* The same for a form: what a field for such a word looks like. */
typedef struct WordForm {
    const char *form;  /* "number", "bit", "choice", "name", "sprite", "text", ...: schema.h */
    int64_t low, high; /* of a number */
    const char *unit;  /* of a number; NULL: none */
    const char *choices; /* "a|b|c", or NULL */
    int kind;            /* NameKind, or NAME_SPRITE + category, of a name; -1: it is none */
} WordForm;
WordForm word_form(const RecordLayout *type, const char *argument);

/* Lines and blocks with their own reader and writer ("%name"): `record` is the element
 * that contains them. */
typedef struct BlockKind {
    const char *name;
    const char *syntax; /* for the reference */
    bool (*read)(SheetCursor *cursor, const RecordLayout *layout, void *record);
    void (*write)(SheetCursor *cursor, const RecordLayout *layout, const void *record);
} BlockKind;
const BlockKind *block_kind(const char *name);

#endif
