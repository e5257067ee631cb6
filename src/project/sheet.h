/* Sheets: a text file of a project and its record are two faces of one thing.
 *
 * A sheet names which members stand on which line; a member's type, or a word
 * after a slash, says how it is spelled (words.c). Reading, writing, checking
 * and the round-trip tests are loops over the table of sheets.
 *
 * One line of a sheet is one of
 *
 *   "title..."                 a line with these members, in this order
 *   "?special.3"               the same, but the line may be missing
 *   "fonts[6]: font padding"   so many lines, one for each element of a list
 *   "kinds*: npc ..."          all lines that are left, one for each element
 *   "'p'bars: direction ..."   any number of lines that begin with p
 *   "'o.d'description..."      a line within the block that `o` began
 *   "%mask"                    a reader and writer of its own (words_blocks.c)
 *
 * and a member is a path of names and numbers ("font.style", "buttons.0.left"),
 * then /word, then [n] for n values on the line, or ... for the rest of the
 * line as it is. `?` before it: it may be missing, and is written only if it
 * is not zero. `.` is the element itself. */
#ifndef OISIN_PROJECT_SHEET_H
#define OISIN_PROJECT_SHEET_H

#include "project/names.h"
#include "project/project_records.h"
#include "project/script_places.h"
#include "script/script.h"

typedef struct Sheet {
    const char *path;      /* "ui/hud.cfg", or "ui/#.chr" for many */
    const char *magic;     /* the first line */
    const char *magic_too; /* also read; NULL if there is none */
    const Layout *layout;
    const char *lines[14];
    void (*prepare)(void *record, Arena *arena); /* fills what a file may leave out, or NULL */
} Sheet;

/* A text being read or written, and what its words need to know. */
typedef struct Spelling {
    Names *names;
    const ScriptNames *scripts;
    Arena *arena;
    Report *report;
    uint8_t highest_command; /* of all scripts read so far */
    ScriptOptions compile;
    ProjectScripts *places; /* gets each script that is read, or NULL */
    /* reading */
    Text file;
    size_t next;     /* offset of the next line */
    Text line, rest; /* the line and what of it is not read yet */
    uint32_t number; /* of the line, from 1 */
    char tag;        /* the letter the line began with, 0 if it needs none */
    /* writing */
    Writer *out;
    bool begun; /* something stands on the line */
} Spelling;

/* The record's members that the file sets; the others keep what `prepare` and
 * the defaults (no text, no sprite, zero) gave them. False if anything was
 * reported; reading goes on after an error to find them all. */
bool sheet_read(const Sheet *sheet, void *record, Text file, Spelling *spelling);
void sheet_write(const Sheet *sheet, const void *record, Spelling *spelling);

/* No text, no sprite, zero: what members of a new element hold. */
void sheet_defaults(const Layout *layout, void *record);
/* One more element at the end of a list; NULL if its counter cannot count it. */
void *sheet_append(const Layout *layout, const Field *field, void *record, Arena *arena);

/* ---- for words ---- */

Place spelling_place(const Spelling *spelling, Text word);
/* `file:line:column: message`, with the line and a caret under `word`. */
#define spelling_error(spelling, word, ...)                                                    \
    report_error_at((spelling)->report, spelling_place(spelling, word), __VA_ARGS__)
#define spelling_warning(spelling, word, ...)                                                  \
    report_warning_at((spelling)->report, spelling_place(spelling, word), __VA_ARGS__)
/* The next word of the line; reports that `what` is missing if there is none. */
bool spelling_take(Spelling *spelling, const char *what, Text *word);
/* The rest of the line as it is, but for the one blank that parts it. */
Text spelling_take_rest(Spelling *spelling);
/* Moves on to the next line of the file; false at the end. */
bool spelling_line(Spelling *spelling);
/* Writes a word, with a blank before it if the line has begun. */
void spelling_put(Spelling *spelling, Text word);
void spelling_put_format(Spelling *spelling, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void spelling_end_line(Spelling *spelling);

/* How values of a type, or of a name after a slash, are spelled. */
typedef struct WordKind {
    const char *name;   /* after the slash, or NULL */
    const Layout *type; /* or NULL for any */
    bool (*read)(Spelling *spelling, const Field *field, const Layout *type,
                 const char *argument, void *value);
    void (*write)(Spelling *spelling, const Layout *type, const char *argument,
                  const void *value);
} WordKind;
const WordKind *word_kind(const Layout *type, const char *argument);

/* Lines and blocks with a reader of their own ("%name"): `record` is the whole
 * element they stand in. */
typedef struct BlockKind {
    const char *name;
    bool (*read)(Spelling *spelling, const Layout *layout, void *record);
    void (*write)(Spelling *spelling, const Layout *layout, const void *record);
} BlockKind;
const BlockKind *block_kind(const char *name);

#endif
