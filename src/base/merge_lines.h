/* Merging of two changes of the same text, line by line. */
#ifndef OISIN_BASE_MERGE_LINES_H
#define OISIN_BASE_MERGE_LINES_H

#include "base/arena.h"

/* Merges what `mine` and `theirs` have changed in `base`. Returns false if both have changed
 * the same lines, or have inserted different lines at the same place. Lines next to each other
 * that were changed, but neither inserted nor removed, do not collide. */
bool merge_lines(Text base, Text mine, Text theirs, Text *out, Arena *arena);

/* Lines that both have changed. */
typedef struct LineConflict {
    size_t line; /* of the base, from 1; of an insertion: the line after it */
    Text base, mine, theirs;
} LineConflict;
typedef void LineConflictSink(void *context, const LineConflict *conflict);

/* The same, but reports all conflicts, and writes `theirs` or `mine` for them. Texts are valid
 * until the sink returns. Returns whether there was none. */
bool merge_lines_all(Text base, Text mine, Text theirs, bool prefer_theirs,
                     LineConflictSink *sink, void *context, Text *out, Arena *arena);

#endif
