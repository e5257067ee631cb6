/* Private to merge*.c. */
#ifndef OISIN_KIT_COMPARE_MERGE_INTERNAL_H
#define OISIN_KIT_COMPARE_MERGE_INTERNAL_H

#include "kit/compare/difference_internal.h"
#include "kit/compare/merge.h"

/* The merge of one file. */
typedef struct MergeJob {
    Merge *merge;
    Text file;
    Writer place; /* in the tree */
    Arena *arena;
} MergeJob;

/* NULL: it does not exist. */
typedef struct MergeValues {
    const json_t *base, *mine, *theirs;
} MergeValues;

/* The merged value at the current place: one of the three, or a new one, which the job's arena
 * owns at once (where memory may fail, nothing else frees it); NULL: it does not exist. */
const json_t *merge_values(MergeJob *job, const MergeValues *values);
/* Reports a conflict of whole values; returns the one that is taken. */
const json_t *merge_take(MergeJob *job, const MergeValues *values);
/* Merges lines; in conflicts, one of them is taken. */
Text merge_texts(MergeJob *job, Text base, Text mine, Text theirs);
/* jansson counts the references to values that nobody changes, too. */
static inline json_t *merge_counted(const json_t *value) { return (json_t *)(uintptr_t)value; }
/* A new list or object, and adding to it; what was added stays the arena's too. */
json_t *merge_new(MergeJob *job, json_t *value);
void merge_append(json_t *list, const json_t *value);
/* Whether both are the same, or both do not exist. */
bool merge_equal(const json_t *a, const json_t *b);

#endif
