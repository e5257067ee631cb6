/* Merging of two changed copies of a file: what both have changed of their common base.
 *
 * Files of one format are merged as trees, using their JSON (format.h), so formats need no code
 * for this. Members of objects are merged each for itself. Elements of a list are paired by
 * path, name, id, title or key if that is unique, or by type and number (map objects); other
 * lists are aligned as in `diff`. Texts are merged line by line, archives member by member, at
 * any depth. What only one side has changed is taken; what both have changed differently is a
 * conflict: both values are reported, and one of them is taken.
 *
 * A file whose result equals one of the given files has its bytes. Offsets and checksums follow
 * from the rest and never conflict. Games and saved games are refused: their projects are text.
 */
#ifndef OISIN_KIT_COMPARE_MERGE_H
#define OISIN_KIT_COMPARE_MERGE_H

#include "kit/formats/format.h"

/* Valid until the sink returns. */
typedef struct MergeConflict {
    Text file;  /* the name of the file, followed by members, with slashes */
    Text place; /* `records["Iron sword"].price`, `line 12`; empty: the whole file */
    Text base, mine, theirs; /* on one line, shortened; "nothing": it does not exist there */
} MergeConflict;
typedef void MergeSink(void *context, const MergeConflict *conflict);

typedef struct Merge {
    MergeSink *sink;
    void *context;
    bool prefer_theirs;   /* taken in conflicts; otherwise mine */
    const Format *format; /* of all files; NULL: detect by first bytes or suffix */
    size_t conflicts;     /* so far */
} Merge;

/* The three files; one that does not exist has `data` NULL. */
typedef struct MergeInput {
    Bytes base, mine, theirs;
} MergeInput;

/* An empty file is not one that does not exist: its `data` is not NULL. */
Bytes merge_existing_file(Bytes bytes);

/* `out` with `data` NULL: the result is that there is no file. Its bytes may be those of an
 * input. False after an error: a file cannot be read in its format, or the merged content
 * cannot be written. */
bool merge_files(Text name, const MergeInput *input, Merge *merge, Bytes *out, Arena *arena,
                 Report *report);

/* Writes `FILE: PLACE: base A, mine B, theirs C` without a line end. */
void merge_conflict_write(const MergeConflict *conflict, Writer *out);

#endif
