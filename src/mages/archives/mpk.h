/* MPK archives, versions 1.0 and 2.0: a table of names, followed by the data of the files, each
 * optionally zlib-compressed. Version 2.0: specs/lay.md. Version 1.0 has 32-bit numbers, and no
 * numbers of entries: `id` is the index. Names are UTF-8; if one is not, all are Shift-JIS.
 *
 * An archive that was read is written back byte for byte, whatever its alignment and the bytes
 * between its files are: `alignment` and `gap` record them. So are entries that share bytes, as
 * long as these stay the same. A slot without name and bytes is not used. */
#ifndef OISIN_MAGES_ARCHIVES_MPK_H
#define OISIN_MAGES_ARCHIVES_MPK_H

#include "base/record.h"
#include "kit/formats/archive.h"

typedef u64 MpkNumber; /* computed from the contents: JSON may omit it */
enum { MpkNumber_bytes = u64_bytes };
extern const RecordLayout MpkNumber_layout;

#define RECORD_FILE "mages/archives/mpk.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    MPK_ALIGNMENT = 2048,        /* for new archives: the size of a disc sector */
    MPK_ALIGNMENT_MAX = 1 << 16, /* maximum that is detected */
};

typedef struct MpkEntry {
    Text name;
    Text raw;       /* the name in the file, if that is not UTF-8; otherwise empty */
    Bytes after;    /* of the name's 224 bytes those after its zero; empty if all are zero */
    Bytes reserved; /* of version 1.0, 16 bytes; empty if all are zero */
    uint32_t id;
    bool compressed;
    Bytes stored;    /* a zlib stream if compressed */
    uint64_t size;   /* decompressed */
    uint64_t offset; /* entries are written in this order; ... */
    bool loose;      /* ... an empty entry at another position, or one that shares bytes */
    Bytes gap;       /* bytes before the entry; data NULL: alignment padding of zeros */
} MpkEntry;

typedef struct Mpk {
    u16 minor, major;
    Bytes reserved;     /* 52 bytes; empty if all are zero */
    uint32_t alignment; /* a power of two */
    bool shift_jis;     /* names are Shift-JIS */
    bool padded;        /* zeros fill the file up to the alignment */
    MpkEntry *entries;  /* in table order */
    size_t count;
    Bytes tail; /* after the last entry */
} Mpk;

bool mpk_is(Bytes start);

/* Slices of the file; nothing is decompressed. Every entry is inside the file. */
bool mpk_read(Bytes file, Mpk *out, Arena *arena, Report *report);

/* The content of an entry: decompressed to the arena, or a slice. Fails if the decompressed
 * size differs from the table, or if it exceeds both 32 MB and a hundred times the stored size.
 */
bool mpk_entry(const Mpk *mpk, size_t index, Bytes *out, Arena *arena, Report *report);

/* Sets `stored` and `size`; `stream` is used if it decompresses to the content. Nothing is
 * stored for an empty content. */
void mpk_store(MpkEntry *entry, Bytes content, Bytes stream, Arena *arena);

/* Whether the slot is not used. */
bool mpk_entry_is_unused(const MpkEntry *entry);

/* Names must be shorter than 224 bytes. The parts refer to the bytes of the entries. Numbers of
 * version 1.0 must have 32 bits: see mpk_fits. */
void mpk_parts(const Mpk *mpk, ArchiveParts *out, Arena *arena);
/* Reports an error if the archive is too large for its version. */
bool mpk_fits(const Mpk *mpk, const ArchiveParts *parts, Report *report);
Bytes mpk_write(const Mpk *mpk, Arena *arena);

/* For the registry (kit/formats/format.h). */
bool mpk_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool mpk_check(Bytes file, Arena *arena, Report *report);
bool mpk_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text mpk_title(Bytes file, Arena *arena);
void mpk_describe(Writer *writer);

extern const ArchiveKind mpk_archive;

#endif
