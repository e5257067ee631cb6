/* What the files of the MPK module share; nobody else includes it. */
#ifndef OISIN_FORMATS_MAGES_MPK_PARTS_H
#define OISIN_FORMATS_MAGES_MPK_PARTS_H

#include "formats/mages/mpk.h"

enum { MPK_TABLE_AT = 64, MPK_SLOT_SIZE = 256, MPK_NAME_SIZE = 224 };

/* The table alone; its entries may be wrong in any way. */
bool mpk_read_table(Bytes file, MpkTable *out, Arena *arena, Report *report);

/* One entry of it, or what is wrong with it: error, false. */
bool mpk_slot_entry(Bytes file, const MpkTable *table, size_t index, MpkEntry *out,
                    Report *report);

/* The name and what is behind its zero; false if it does not end. */
bool mpk_take_name(const MpkSlot *slot, MpkEntry *out);

static inline size_t mpk_slot_at(size_t index) { return MPK_TABLE_AT + MPK_SLOT_SIZE * index; }

/* The entries in the order in which their bytes lie; equal offsets: empty ones
 * first, then as in the table. */
uint32_t *mpk_order(const Mpk *mpk, Arena *arena);

#endif
