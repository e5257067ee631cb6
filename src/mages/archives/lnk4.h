/* LNK4 archives of MAGES. games on consoles: numbered files, each a whole number of kilobytes.
 * Names are their numbers, with five digits: 00000, 00001. Contents that begin with the bytes
 * 0F F5 12 EE are compressed (LZX); they are kept unchanged.
 *
 * Source: impacto, src/io/lnk4archive.cpp (facts). No genuine file was at hand.
 *
 * An archive that was read is written back byte for byte. */
#ifndef OISIN_MAGES_ARCHIVES_LNK4_H
#define OISIN_MAGES_ARCHIVES_LNK4_H

#include "base/record.h"
#include "kit/formats/archive.h"

#define RECORD_FILE "mages/archives/lnk4.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    LNK4_OFFSET_UNIT = 2048,
    LNK4_SIZE_UNIT = 1024,
    LNK4_ENTRIES_MAX = 1 << 20, /* largest known archives have some thousands */
};

typedef struct Lnk4Entry {
    Text name;       /* its number */
    Bytes stored;    /* a multiple of LNK4_SIZE_UNIT */
    uint64_t offset; /* behind the table's end; entries are written in this order */
    Bytes gap;       /* bytes before the entry; data NULL: zeros up to the next unit */
} Lnk4Entry;

typedef struct Lnk4 {
    uint32_t data; /* where the table ends */
    Bytes rest;    /* of the table, behind the last entry; data NULL: zeros */
    Lnk4Entry *entries;
    size_t count;
    Bytes tail; /* behind the last entry's bytes */
} Lnk4;

bool lnk4_is(Bytes start);

/* Slices of the file. */
bool lnk4_read(Bytes file, Lnk4 *out, Arena *arena, Report *report);

/* Whether an entry is compressed by LZX, which is not decoded here. */
bool lnk4_is_compressed(const Lnk4Entry *entry);

/* The parts refer to the bytes of the entries. The table grows if necessary. */
bool lnk4_parts(const Lnk4 *lnk4, ArchiveParts *out, Arena *arena, Report *report);

/* For the registry (kit/formats/format.h). */
bool lnk4_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool lnk4_check(Bytes file, Arena *arena, Report *report);
bool lnk4_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text lnk4_title(Bytes file, Arena *arena);
void lnk4_describe(Writer *writer);

extern const ArchiveKind lnk4_archive;

#endif
