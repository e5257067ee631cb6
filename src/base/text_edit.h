/* Changes of a text that leave all its other bytes unchanged. */
#ifndef OISIN_BASE_TEXT_EDIT_H
#define OISIN_BASE_TEXT_EDIT_H

#include "base/arena.h"

/* text[from, to) becomes `text`. */
typedef struct TextEdit {
    size_t from, to;
    Text text;
} TextEdit;

typedef struct TextEdits {
    TextEdit *items; /* not overlapping; in any order */
    size_t count;
    Arena *arena;
} TextEdits;

void text_replace(TextEdits *edits, size_t from, size_t to, Text text);
/* The text after all edits, which are sorted. An edit within one before it is ignored. */
Text text_edited(const TextEdits *edits, Text text);

/* "\r\n" if the text has it, otherwise "\n". */
const char *text_line_end(Text text);

#endif
