/* What the inputs of one call of convert make together; see ConversionBatch. */
#ifndef OISIN_KIT_CONVERT_CONVERT_BATCH_H
#define OISIN_KIT_CONVERT_CONVERT_BATCH_H

#include "kit/convert/conversion.h"

typedef struct Batch {
    const ConversionBatch *kind;
    void *state, *before; /* `before` is a copy from before the current input */
} Batch;

typedef struct Batches {
    Batch *items;
    size_t count;
    Arena *arena;
} Batches;

/* The state of a batch, which begins with the first call. */
void *batches_state(Batches *batches, const ConversionBatch *kind);

/* Before an input, and after one that failed. */
void batches_keep(const Batches *batches);
void batches_undo(const Batches *batches);

/* Writes the files of all; false if one has failed. */
bool batches_end(const Batches *batches, const ConversionFolder *folder, Report *report);

#endif
