/* Internal declarations of the RES module. */
#ifndef OISIN_EVIL_ISLANDS_ARCHIVES_RES_INTERNAL_H
#define OISIN_EVIL_ISLANDS_ARCHIVES_RES_INTERNAL_H

#include "evil_islands/archives/res.h"

enum { RES_DATA_AT = 16, RES_SLOT_SIZE = 22, RES_SHORT_SLOT_SIZE = 18 };

typedef struct ResTables {
    Bytes file;
    ResHead head;
    Bytes names;
} ResTables;

/* Locates the tables; the slots are not validated. */
bool res_read_tables(Bytes file, ResTables *out, Report *report);

/* Converts a slot to an entry; reports an error and returns false if it is invalid. */
bool res_slot_entry(const ResTables *tables, size_t index, ResEntry *out, Report *report);

static inline size_t res_slot_size(uint32_t magic)
{
    return magic == RES_MAGIC_ETHERLORDS ? RES_SHORT_SLOT_SIZE : RES_SLOT_SIZE;
}

static inline size_t res_slot_at(const ResTables *tables, size_t index)
{
    return tables->head.table_offset + res_slot_size(tables->head.magic) * index;
}

/* Whether two entries have the same payload. */
static inline bool res_shares(const ResEntry *entry, const ResEntry *other)
{
    return entry->offset == other->offset && entry->data.size &&
           entry->data.size == other->data.size &&
           (entry->data.data == other->data.data || bytes_equal(entry->data, other->data));
}

/* The names of all slots, for the chains. */
Text *res_names(const Res *res, Arena *arena);
int32_t *res_chains(const Res *res, Arena *arena);

#endif
