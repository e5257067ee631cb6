/* Archives: files that hold files. What their formats share is here: names that
 * are safe as paths, taking an archive apart into files and a recipe, and putting
 * it together again.
 *
 * The recipe is JSON, the file .oisin.json beside the others: what an exact pack
 * needs and the files do not say (order, numbers, flags, alignment, foreign
 * compressed streams). With it and unchanged files the same bytes come out.
 *
 *     {"format": "mpk", ..., "entries": [{"path": "a.png", "name": "a.png", ...}]}
 *
 * Archives in an archive can be taken apart too: such a member becomes a folder of
 * its name with a recipe of its own, and packing makes it one file again. */
#ifndef OISIN_FORMATS_ARCHIVE_H
#define OISIN_FORMATS_ARCHIVE_H

#include "base/json.h"

#define ARCHIVE_RECIPE ".oisin.json"

enum {
    ARCHIVE_DEPTH_MAX = 8,      /* folders in a name */
    ARCHIVE_LEVELS_MAX = 16,    /* archives in one another */
    ARCHIVE_FILES_MAX = 200000, /* that come out of one archive and those in it */
};

/* A file of the folder; its path has slashes and begins at the folder. */
typedef struct ArchiveFile {
    Text path;
    Bytes bytes;
    int64_t time; /* of its last change, seconds since 1970; 0 unknown */
} ArchiveFile;

/* A file that is to be packed. */
typedef struct ArchiveItem {
    Text path;            /* names a new entry */
    const json_t *recipe; /* of the entry, or NULL: it is new */
    Bytes bytes;
    int64_t time; /* of the file; 0 unknown. It counts if the file is new, or was edited */
} ArchiveItem;

typedef struct ArchiveOptions {
    bool recursive; /* apart: the archives in it, too */
    bool dedup;     /* together: store equal contents once, if the format can */
    bool fresh;     /* together: recipes of archives in it only say that they are some */
} ArchiveOptions;

/* An archive's bytes, in pieces that lie where they lay before. */
typedef struct ArchiveParts {
    Bytes *items;
    size_t count;
} ArchiveParts;

/* What a format knows about its archives. */
typedef struct ArchiveKind {
    const char *format;          /* its name in formats.def */
    const char *const *suffixes; /* of its files, ended by NULL */
    bool (*is)(Bytes start);     /* by its magic */
    /* The table; nothing is inflated. */
    bool (*read)(Bytes file, void **archive, size_t *count, Arena *arena, Report *report);
    /* Whether packing what comes out gives the file again. */
    bool (*exact)(const void *archive, Bytes file);
    Text (*name)(const void *archive, size_t index);
    int64_t (*time)(const void *archive, size_t index); /* NULL: it has no times */
    /* How large all contents are, inflated; it may be more than there are bytes. */
    uint64_t (*size)(const void *archive);
    bool (*content)(const void *archive, size_t index, Bytes *out, Arena *arena,
                    Report *report);
    /* Members of an open object: the recipe's, and an entry's. */
    void (*show)(const void *archive, JsonWriter *json);
    void (*show_entry)(const void *archive, size_t index, Bytes content, JsonWriter *json,
                       Arena *scratch);
    /* `recipe` is NULL if there is none. Items with a recipe come first, in its order,
     * then the new ones by path. */
    bool (*pack)(const ArchiveItem *items, size_t count, const json_t *recipe,
                 const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                 Report *report);
} ArchiveKind;

/* NULL if the format, or a file's suffix, is none of an archive. */
const ArchiveKind *archive_kind(Text format);
const ArchiveKind *archive_of_suffix(Text suffix);
/* By the first bytes. */
const ArchiveKind *archive_of_bytes(Bytes file);

/* The path of an entry: `\` becomes `/`. Refused are names that would leave the
 * folder or that some system cannot have: empty, absolute, with a drive letter,
 * `.` and `..`, `.git`, names of staging folders (kit/staging.h), control characters, no UTF-8,
 * CON and its like, a blank or a dot at the end of a part, the recipe's own name, more than 8
 * folders. */
bool archive_path(Text name, Text *path, Arena *arena, Report *report);

/* Whether a path is that of a recipe: of the archive, or of one in it. */
bool archive_is_recipe(Text path);

/* Where something lies in an archive. */
typedef struct ArchiveSpan {
    uint64_t offset, size;
} ArchiveSpan;
/* The indices of spans by offset; at the same one empty ones come first, then by index. */
uint32_t *archive_order(const ArchiveSpan *spans, size_t count, Arena *arena);
/* The next multiple of `alignment`, a power of two. */
uint64_t archive_aligned(uint64_t at, uint32_t alignment);
/* Whether there is nothing but zeros, as between aligned entries. */
bool archive_is_blank(Bytes bytes);

/* A zip bomb, by the sizes that it claims: more than 32 MB, and than a hundred times
 * of what holds it. */
bool archive_is_bomb(uint64_t size, uint64_t stored);

/* Called for each file, last for an archive's recipe; `bytes` last until it returns.
 * Options may be NULL. An archive in it that would not come back exactly, that is
 * damaged or on a level beyond the 16th stays a file; a hostile name in one fails the
 * job. What all levels claim together must not be a bomb. */
typedef bool ArchiveSave(void *context, const ArchiveFile *file, Report *report);
bool archive_unpack(const ArchiveKind *kind, Bytes archive, const ArchiveOptions *options,
                    ArchiveSave *save, void *context, Report *report);

/* `recipe` is empty if there is none. Files with a part that begins with a dot count
 * only if the recipe has them; a folder with a recipe of its own is an archive. Pieces
 * refer to the files' bytes. Options may be NULL. */
bool archive_pack(const ArchiveKind *kind, const ArchiveFile *files, size_t count, Bytes recipe,
                  const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                  Report *report);

/* Checks all members by their own formats, to any depth; `path` of the archive names them in
 * messages and tells what they are. Members of no known format are passed over, and so are
 * empty ones. The archive's own table is its format's to check. */
bool archive_check(const ArchiveKind *kind, Text path, Bytes archive, Report *report);

Bytes archive_bytes(const ArchiveParts *parts, Arena *arena);

#endif
