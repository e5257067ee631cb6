/* CPK archives of CRI Middleware, in which console games of MAGES have their sprites: tables
 * (cri_table.h) and the data of the files, some compressed (crilayla.h).
 *
 *   "CPK "  header table: one row with the offsets of all others
 *   "TOC "  names, sizes and offsets of the files; offsets count from this table or from the
 *           data, whichever is first
 *   "ITOC"  numbers of the files, with the rows of the TOC (CpkExtendId, mode 2); without a
 * TOC, also their sizes: the files have no names and follow one another, aligned, in the order
 * of their numbers "ETOC"  times and folders, "GTOC" groups, "HTOC" hashes: preserved
 *
 * A table in the file is preceded by its kind, two numbers and its size (little-endian), and
 * may be masked with a fixed sequence. An archive that was read is written back byte for byte;
 * edited files are stored uncompressed and only their numbers in the tables change. If files
 * are added or removed, a new TOC or ITOC is written, in the text encoding of the old one.
 *
 * Sources: public descriptions (impacto src/io/cpkarchive.cpp, PyCriCodecs, CriPakTools).
 * Encrypted archives are rejected. */
#ifndef OISIN_MAGES_ARCHIVES_CPK_H
#define OISIN_MAGES_ARCHIVES_CPK_H

#include "kit/formats/archive.h"
#include "mages/archives/cri_table.h"

enum {
    CPK_ALIGNMENT = 2048,
    CPK_ALIGNMENT_MAX = 1 << 15,
    CPK_CHUNK_HEAD = 16,
};

typedef enum CpkKind {
    CPK_HEAD,
    CPK_TOC,
    CPK_ETOC,
    CPK_ITOC,
    CPK_GTOC,
    CPK_HTOC,
    CPK_KINDS
} CpkKind;

/* A table of the archive. */
typedef struct CpkChunk {
    bool present, masked;
    uint32_t flag, unknown; /* the numbers before and after its size */
    Bytes bytes;            /* unmasked; the table, and bytes after it */
    CriTable table;
    uint64_t offset; /* of the chunk in the file */
    Bytes gap;       /* bytes before it; data NULL: padding */
} CpkChunk;

typedef struct CpkEntry {
    Text name; /* with its folder, or its number of five digits */
    uint32_t id;
    Bytes stored; /* CRILAYLA if `compressed` */
    bool compressed;
    uint64_t extract; /* the size that the table has */
    uint64_t size;    /* decompressed */
    uint64_t offset;  /* entries and tables are written in this order; ... */
    bool loose;       /* ... an empty entry at another position, or one that shares bytes */
    Bytes gap;        /* bytes before the entry; data NULL: padding */
} CpkEntry;

typedef struct Cpk {
    CpkChunk chunks[CPK_KINDS];
    uint32_t alignment; /* a power of two */
    bool by_id;         /* no names */
    bool fresh;         /* the tables are new: all their numbers are set when writing */
    CpkEntry *entries;  /* in the order of the TOC, or by number */
    size_t count;
    Bytes tail;
} Cpk;

bool cpk_is(Bytes start);

/* Slices of the file, except masked tables; no file is decompressed. */
bool cpk_read(Bytes file, Cpk *out, Arena *arena, Report *report);

/* The content of an entry: decompressed to the arena, or a slice. */
bool cpk_entry(const Cpk *cpk, size_t index, Bytes *out, Arena *arena, Report *report);

/* Sets what is stored: `stream` if it decompresses to the content, otherwise the content. */
void cpk_store(CpkEntry *entry, Bytes content, Bytes stream, Arena *arena);

/* Reads the table of a chunk from its bytes. */
bool cpk_chunk_read(CpkKind kind, CpkChunk *chunk, Arena *arena, Report *report);

/* Whether the tables list exactly these entries. */
bool cpk_tables_fit(const Cpk *cpk, Arena *arena, Report *report);
/* Replaces the tables by new ones for the entries; the header only if it was new before. */
bool cpk_new_tables(Cpk *cpk, Arena *arena, Report *report);

/* Writes an archive; if the tables cannot hold the numbers, new tables. The parts refer to the
 * bytes of the entries. */
bool cpk_parts(Cpk *cpk, ArchiveParts *out, Arena *arena, Report *report);
/* The same without new tables; false if these cannot hold the numbers. */
bool cpk_try_parts(const Cpk *cpk, ArchiveParts *out, Arena *arena);

/* Its word ("TOC ") and the names of the columns with offset and size. */
typedef struct CpkKindRow {
    const char *magic, *offset, *size;
} CpkKindRow;
extern const CpkKindRow cpk_kinds[CPK_KINDS];

/* For the registry (kit/formats/format.h). */
bool cpk_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool cpk_check(Bytes file, Arena *arena, Report *report);
bool cpk_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text cpk_title(Bytes file, Arena *arena);
void cpk_describe(Writer *writer);

extern const ArchiveKind cpk_archive;

#endif
