/* RES archives of Evil Islands, also with the suffixes .mq .mpr .mod .bon and .anm
 * (specs/evil_islands.md): payloads, followed by a hash table of slots and the names.
 *
 * Reading goes through the table slot by slot and does not rely on its chains. An archive that
 * was read is written back byte for byte, whatever its chains, alignment and bytes between
 * payloads are: `next`, `name_offset`, `alignment` and `gap` record them. If the set of names
 * changes, a new table is built.
 *
 * Archives of Etherlords II have another magic and shorter slots. Source (facts only):
 * alex-khod/ei_figer, resfile.py. How its names are hashed is not known, so a new table is
 * built as for Evil Islands, with a warning. No genuine file was at hand. */
#ifndef OISIN_EVIL_ISLANDS_ARCHIVES_RES_H
#define OISIN_EVIL_ISLANDS_ARCHIVES_RES_H

#include "base/record.h"
#include "kit/formats/archive.h"

#define RECORD_FILE "evil_islands/archives/res.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    RES_ALIGNMENT = 16, /* of the game's own archives */
    RES_ALIGNMENT_MAX = 4096,
    RES_NAME_MAX = 65535,
    RES_MAGIC = 0x019CE23C,
    RES_MAGIC_ETHERLORDS = 0x019CE23D,
    RES_NAMES_MAX = 16 << 20, /* limit for the names of an archive, in bytes */
};

typedef struct ResEntry {
    Text name; /* cp1251 */
    Text utf8; /* of a member of the kind of archive: its name */
    uint32_t time;
    Bytes data;
    uint64_t offset; /* payloads are written in this order; ... */
    bool loose;      /* ... an empty payload at another position keeps its offset */
    Bytes gap;       /* bytes before the payload; data NULL: alignment padding of zeros */
    int32_t next;
    uint32_t name_offset;
} ResEntry;

typedef struct Res {
    ResEntry *entries; /* by slot */
    size_t count;
    bool etherlords;    /* of Etherlords II */
    uint32_t alignment; /* a power of two */
    bool chained;       /* the table is unchanged; false: it is built when written */
    uint32_t names_size;
    Bytes names;     /* the block of names; data NULL: each at its offset, zeros between them */
    Bytes table_gap; /* bytes before the table; data NULL: alignment padding of zeros */
    Bytes tail;      /* after the names */
} Res;

bool res_is(Bytes start);

/* Slices of the file. Every payload and name is inside the file and outside its tables.
 * Payloads that overlap or follow the tables can be read, but are written in the usual form. */
bool res_read(Bytes file, Res *out, Arena *arena, Report *report);

/* The parts refer to the payloads. Entries with equal bytes at the same offset share them
 * again; with `dedup` all entries with equal bytes do. Fails if the size would reach 4 GB. */
bool res_parts(const Res *res, bool dedup, ArchiveParts *out, Arena *arena, Report *report);
bool res_write(const Res *res, Bytes *out, Arena *arena, Report *report);

/* For the registry (kit/formats/format.h). */
bool res_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool res_check(Bytes file, Arena *arena, Report *report);
bool res_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text res_title(Bytes file, Arena *arena);
void res_describe(Writer *writer);

extern const ArchiveKind res_archive;

#endif
