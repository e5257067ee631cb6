/* Merging of two changes of the same text, line by line. */
#ifndef OISIN_BASE_MERGE_H
#define OISIN_BASE_MERGE_H

#include "base/arena.h"

/* Merges what `mine` and `theirs` have changed in `base`. Returns false if both have changed
 * the same lines, or have inserted different lines at the same place. Lines next to each other
 * that were changed, but neither inserted nor removed, do not collide. */
bool merge_lines(Text base, Text mine, Text theirs, Text *out, Arena *arena);

#endif
