/* Translations (.po) in two syntaxes, which one reader accepts:
 *
 * - that of TirNanoG: pairs of msgid and msgstr, one line each, after the first line
 *   "# TirNanoG Translation"; the first pair is the code of the language and its own name
 *   (seeds/proj_format.txt, Translations; specs/project.md);
 * - that of GNU gettext, as Poedit, Weblate and msgmerge write it: a header entry, wrapped
 *   strings, comments, msgctxt, fuzzy and obsolete entries. Its first entry is the header, and
 *   the language's own name is the translation of the entry with the context PO_LANGUAGE.
 *
 * A text of a game is one line: \n becomes a space, with a warning. A fuzzy entry, whose
 * translation somebody still has to confirm, counts as not translated. Plural forms are
 * refused, but for obsolete entries, which are kept; the charset is UTF-8. */
#ifndef OISIN_TIRNANOG_TRANSLATIONS_PO_H
#define OISIN_TIRNANOG_TRANSLATIONS_PO_H

#include "base/stream.h"

/* msgctxt of the name of the source language, whose translation is the language's own name. */
#define PO_LANGUAGE "language"

/* Texts are without quotes and escapes. */
typedef struct PoEntry {
    Text id, text;         /* `text` is empty if there is no translation or it is fuzzy */
    uint32_t line;         /* of the msgid */
    Text context;          /* msgctxt, or empty */
    Text suggestion;       /* the translation of a fuzzy entry */
    Text previous;         /* the msgid for which the suggestion was made, or empty */
    Text previous_context; /* its msgctxt */
    Text comments;         /* of translators: whole lines that begin with "#" */
    Text notes;            /* whole lines "#." and "#:"; only written */
    Text plural;           /* of an obsolete entry: whole lines of its plural forms */
    size_t from;           /* bytes of the file: its first line, also of comments, ... */
    size_t value, end;     /* ... the line of its msgstr, and the end of the last line */
    bool ends_line;        /* the msgid ends with \n, which is not part of `id` */
} PoEntry;

typedef struct PoFile {
    PoEntry *entries;
    size_t count;
    PoEntry *obsolete; /* translations of texts that the game does not have any more */
    size_t obsolete_count;
    Text header; /* lines "Name: value"; `at` NULL: the file has TirNanoG's own syntax */
    Text header_comments;
    size_t fuzzy_count;
    bool crlf; /* lines end with CR and LF, also in gettext's syntax */
} PoFile;

/* Continues after most errors; returns false if there was one. */
bool po_read(Bytes file, PoFile *out, Arena *arena, Report *report);
/* Warns, once, about the fuzzy entries of a file. */
void po_warn_fuzzy(const PoFile *file, Report *report);
/* Writes gettext's syntax if there is a header, else TirNanoG's, which has no context, no
 * comments, and neither fuzzy nor obsolete entries. */
Bytes po_write(const PoFile *file, Arena *arena);
/* Writes a string of an entry in the same way: `word` "text", in gettext's syntax perhaps on
 * several lines. */
void po_write_string(Writer *out, const char *word, Text text, bool gettext);

/* The value of a line "Name: value" of the header; empty if there is none. */
Text po_header_field(Text header, const char *name);
/* Whether an entry is not a text of the game but has the language's own name: one with the
 * context PO_LANGUAGE, or the first entry, if its msgid is the code. */
bool po_is_language_name(const PoFile *file, size_t index, Text code);
/* The language's own name; empty if the file does not have it. */
Text po_language_name(const PoFile *file, Text code);

#endif
