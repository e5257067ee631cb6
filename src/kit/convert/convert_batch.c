/* The batches of a call; see convert_batch.h. */
#include "kit/convert/convert_batch.h"

#include <string.h>

void *batches_state(Batches *batches, const ConversionBatch *kind)
{
    for (size_t i = 0; i < batches->count; i++)
        if (batches->items[i].kind == kind)
            return batches->items[i].state;
    Batch *batch = ARENA_PUSH(batches->arena, batches->items, batches->count);
    *batch = (Batch){kind, ARENA_ALLOC(batches->arena, char, kind->size),
                     ARENA_ALLOC(batches->arena, char, kind->size)};
    kind->begin(batch->state, batches->arena);
    memcpy(batch->before, batch->state, kind->size);
    return batch->state;
}

void batches_keep(const Batches *batches)
{
    for (size_t i = 0; i < batches->count; i++)
        memcpy(batches->items[i].before, batches->items[i].state, batches->items[i].kind->size);
}

void batches_undo(const Batches *batches)
{
    for (size_t i = 0; i < batches->count; i++)
        batches->items[i].kind->undo(batches->items[i].state, batches->items[i].before);
}

bool batches_end(const Batches *batches, const ConversionFolder *folder, Report *report)
{
    bool ok = true;
    for (size_t i = 0; i < batches->count; i++)
        ok &= batches->items[i].kind->end(batches->items[i].state, folder, report);
    return ok;
}
