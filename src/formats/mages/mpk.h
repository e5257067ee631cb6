/* MPK archives, version 2.0 (specs/lay.md): a table of names, then the files' bytes,
 * each perhaps a zlib stream.
 *
 * An archive that was read is written again byte for byte, whatever its alignment
 * and the bytes between its files: `alignment` and `gap` have what it takes. */
#ifndef OISIN_FORMATS_MAGES_MPK_H
#define OISIN_FORMATS_MAGES_MPK_H

#include "base/record.h"
#include "formats/archive.h"

typedef u64 MpkNumber; /* follows from the contents: JSON may leave it out */
extern const Layout MpkNumber_layout;

#define RECORD_FILE "formats/mages/mpk.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    MPK_ALIGNMENT = 2048,        /* of archives of our own: a sector of a disc */
    MPK_ALIGNMENT_MAX = 1 << 16, /* that is looked for */
};

typedef struct MpkEntry {
    Text name;
    Bytes after; /* of the name's 224 bytes those behind its zero; empty if all are zero */
    uint32_t id;
    bool compressed;
    Bytes stored;    /* a zlib stream if compressed */
    uint64_t size;   /* inflated */
    uint64_t offset; /* entries are written in its order; of ... */
    bool loose;      /* ... an empty entry that lies elsewhere it is kept */
    Bytes gap;       /* bytes before the entry; data NULL: zeros up to the alignment */
} MpkEntry;

typedef struct Mpk {
    u16 minor, major;
    Bytes reserved;     /* 52 bytes; empty if all are zero */
    uint32_t alignment; /* a power of two */
    MpkEntry *entries;  /* in the order of the table */
    size_t count;
    Bytes tail; /* after the last entry */
} Mpk;

bool mpk_is(Bytes start);

/* Slices of the file; nothing is inflated. Every entry's bytes are in the file.
 * Entries that share bytes are read, but not written like that. */
bool mpk_read(Bytes file, Mpk *out, Arena *arena, Report *report);

/* An entry's content: inflated into the arena, or a slice. A stream that does not give
 * the size that the table says is refused, and one of more than 32 MB that claims
 * more than a hundred times of what is stored. */
bool mpk_entry(const Mpk *mpk, size_t index, Bytes *out, Arena *arena, Report *report);

/* Fills in `stored` and `size`; `stream` is taken if it inflates to the content. */
void mpk_store(MpkEntry *entry, Bytes content, Bytes stream, Arena *arena);

/* Names must be shorter than 224 bytes. The pieces refer to the entries' bytes. */
void mpk_parts(const Mpk *mpk, ArchiveParts *out, Arena *arena);
Bytes mpk_write(const Mpk *mpk, Arena *arena);
/* Whether writing it gives the file again; not if entries share bytes. */
bool mpk_is_exact(const Mpk *mpk, Bytes file);

/* For the registry (formats/format.h). */
bool mpk_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool mpk_check(Bytes file, Arena *arena, Report *report);
bool mpk_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text mpk_title(Bytes file, Arena *arena);
void mpk_describe(Writer *writer);

extern const ArchiveKind mpk_archive;

#endif
