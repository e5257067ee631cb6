/* RES archives of Evil Islands, also called .mq .mpr .mod .bon and .anm
 * (specs/evil_islands.md): payloads, then a hash table of slots, then the names.
 *
 * Reading goes through the table slot by slot and does not trust its chains. An
 * archive that was read is written again byte for byte, whatever its chains, its
 * alignment and the bytes between its payloads: `next`, `name_offset`, `alignment`
 * and `gap` have what it takes. A changed set of names gets a new table. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_RES_H
#define OISIN_FORMATS_EVIL_ISLANDS_RES_H

#include "base/record.h"
#include "formats/archive.h"

#define RECORD_FILE "formats/evil_islands/res.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    RES_ALIGNMENT = 16, /* of the game's own archives */
    RES_ALIGNMENT_MAX = 4096,
    RES_NAME_MAX = 65535,
    RES_NAMES_MAX = 16 << 20, /* bytes that the names of an archive may have */
};

typedef struct ResEntry {
    Text name; /* cp1251 */
    uint32_t time;
    Bytes data;
    uint64_t offset; /* payloads are written in its order; of ... */
    bool loose;      /* ... an empty one that lies elsewhere it is kept */
    Bytes gap;       /* bytes before the payload; data NULL: zeros up to the alignment */
    int32_t next;
    uint32_t name_offset;
} ResEntry;

typedef struct Res {
    ResEntry *entries; /* by slot */
    size_t count;
    uint32_t alignment; /* a power of two */
    bool chained;       /* the table is as it was read; else it is made when written */
    uint32_t names_size;
    Bytes names;     /* the block of them; data NULL: each at its offset, zeros between */
    Bytes table_gap; /* bytes before the table; data NULL: zeros up to the alignment */
    Bytes tail;      /* after the names */
} Res;

bool res_is(Bytes start);

/* Slices of the file. Every payload and name is in the file, and none in its tables.
 * Payloads that overlap, or lie behind the tables, are read, but not written so. */
bool res_read(Bytes file, Res *out, Arena *arena, Report *report);

/* The pieces refer to the payloads. Entries of equal bytes at the same offset share
 * them again; `dedup`: so do all of equal bytes. Fails if it would take 4 GB. */
bool res_parts(const Res *res, bool dedup, ArchiveParts *out, Arena *arena, Report *report);
bool res_write(const Res *res, Bytes *out, Arena *arena, Report *report);
/* Whether writing it gives the file again. */
bool res_is_exact(const Res *res, Bytes file);

/* For the registry (formats/format.h). */
bool res_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool res_check(Bytes file, Arena *arena, Report *report);
bool res_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text res_title(Bytes file, Arena *arena);
void res_describe(Writer *writer);

extern const ArchiveKind res_archive;

#endif
