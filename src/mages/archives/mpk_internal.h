/* Internal declarations of the MPK module. */
#ifndef OISIN_MAGES_ARCHIVES_MPK_INTERNAL_H
#define OISIN_MAGES_ARCHIVES_MPK_INTERNAL_H

#include "mages/archives/mpk.h"

enum {
    MPK_COUNT_AT = 8,
    MPK_TABLE_AT = 64,
    MPK_SLOT_SIZE = 256,
    MPK_NAME_SIZE = 224,
    MPK_RESERVED_AT = 16,
    MPK_RESERVED_SIZE = 16
};

/* Where the fields of an entry are in the table; version 1.0 has no `id`. */
typedef struct MpkPlaces {
    uint8_t compressed, id, offset, stored_size, size, name;
} MpkPlaces;
const MpkPlaces *mpk_places(unsigned major);

/* Reads only the table, of version 1.0 in the form of 2.0; its entries are not validated. */
bool mpk_read_table(Bytes file, MpkTable *out, Arena *arena, Report *report);

/* Reads one entry; reports an error and returns false if it is invalid. */
bool mpk_slot_entry(Bytes file, const MpkTable *table, size_t index, MpkEntry *out,
                    Report *report);

/* The entry in the table, with its bytes at `offset`. */
MpkSlot mpk_slot_of(const MpkEntry *entry, uint64_t offset);

/* Sets the name in its encoding, and the bytes after its zero; returns false if there is
 * no zero. */
bool mpk_take_name(const MpkSlot *slot, MpkEntry *out);

/* Decodes the names of entries that were read: Shift-JIS, if one of them is not UTF-8. Returns
 * whether they are. */
bool mpk_decode_names(MpkEntry *entries, size_t count, Arena *arena);

static inline size_t mpk_slot_at(size_t index) { return MPK_TABLE_AT + MPK_SLOT_SIZE * index; }

#endif
