/* Archives: files that contain files. This module contains what all archive formats share:
 * validation of names as paths, unpacking an archive into files and a recipe, and packing them
 * again.
 *
 * The recipe is the JSON file .oisin.json in the unpacked folder. It records the properties of
 * the archive that the files do not contain (order, numbers, flags, alignment, compressed
 * streams of other programs). With the recipe and unchanged files, packing restores the archive
 * byte for byte.
 *
 * {"format": "mpk", ..., "entries": [{"path": "a.png", "name": "a.png", ...}]}
 *
 * Nested archives can be unpacked as well: such a member becomes a folder of its name with its
 * own recipe, and packing converts it to a file again. */
#ifndef OISIN_KIT_FORMATS_ARCHIVE_H
#define OISIN_KIT_FORMATS_ARCHIVE_H

#include "base/json.h"

#define ARCHIVE_RECIPE ".oisin.json"

enum {
    ARCHIVE_HEAD = 16,
    ARCHIVE_DEPTH_MAX = 8,      /* folders in a name */
    ARCHIVE_LEVELS_MAX = 16,    /* nested archives */
    ARCHIVE_FILES_MAX = 200000, /* unpacked files, including those of nested archives */
};

/* A file of the folder; its path is relative to the folder and uses slashes. */
typedef struct ArchiveFile {
    Text path;
    Bytes bytes;
    int64_t time; /* last modification, seconds since 1970; 0: unknown */
} ArchiveFile;

/* The position of an item in an archive. */
typedef struct ArchiveSpan {
    uint64_t offset, size;
} ArchiveSpan;

/* A file to be packed. */
typedef struct ArchiveItem {
    Text path;            /* determines the name of a new entry */
    const json_t *recipe; /* of the entry; NULL: the entry is new */
    Bytes bytes;
    int64_t time; /* of the file; 0: unknown. Used if the file is new or was edited */
} ArchiveItem;

/* How another program arranges the archives that it packs: a row of archive_layouts.def. Only
 * for .res and related archives.
 *
 * Sources (facts only): Kyr4l/ei-universal-mod, docs/file-formats/res-format.md (eipacker) and
 * database-format.md (DBEditor). */
typedef struct ArchiveLayout {
    const char *word, *doc;
    uint32_t alignment;
    bool dedup;
    int (*compare)(const void *a, const void *b); /* of ArchiveItem */
} ArchiveLayout;

/* NULL if there is no layout with this name. */
const ArchiveLayout *archive_layout_named(Text word);
/* "eipacker, dbeditor" */
Text archive_layout_words(Arena *arena);

typedef struct ArchiveOptions {
    bool recursive; /* unpacking: nested archives as well */
    bool dedup;     /* packing: store equal contents once, if the format supports it */
    bool fresh;     /* packing: recipes of nested archives only mark them as archives */
    const ArchiveLayout *layout; /* packing, with `fresh`; NULL: our own */
} ArchiveOptions;

/* An archive's bytes as a list of slices, most of which refer to the input. */
typedef struct ArchiveParts {
    Bytes *items;
    size_t count;
} ArchiveParts;

/* Members of an archive that is written, of which some shared bytes when it was read. */
typedef struct ArchiveRun {
    uint64_t offset, at; /* of the first member: when it was read, and now */
    size_t first;        /* its index among the parts */
    bool begun;          /* false: no member has been placed */
} ArchiveRun;

/* Places a member that began at `offset` in the run, if its bytes are still there: `*placed` is
 * its position. Bytes of it after those of the run are added to the parts, and to `*at`.
 * Members come in the order of their offsets. */
bool archive_share(ArchiveRun *run, uint64_t offset, Bytes stored, ArchiveParts *parts,
                   uint64_t *at, uint64_t *placed);

/* Where an archive that was read has its entries: the offsets of its members `items` and
 * `count`, and those of the members of an entry. `size`, when decompressed, `id` and `time` are
 * 0 if entries have none. */
typedef struct ArchiveEntries {
    size_t items, count, stride;
    size_t name, stored, offset; /* Text, Bytes, uint64_t */
    size_t size, id, time;       /* uint64_t, uint32_t, uint32_t */
} ArchiveEntries;

/* The entries and functions of an archive format. */
typedef struct ArchiveKind {
    const char *format; /* its name in formats.def */
    ArchiveEntries entries;
    const char *const *suffixes; /* of its files; terminated by NULL */
    bool (*is)(Bytes start);     /* tests the magic */
    /* Reads the table; nothing is decompressed. */
    bool (*read)(Bytes file, void **archive, size_t *count, Arena *arena, Report *report);
    /* The archive as packing its unpacked files writes it. */
    bool (*parts)(const void *archive, ArchiveParts *out, Arena *arena, Report *report);
    /* Whether an entry is a slot without name and bytes, which becomes no file; NULL: none. */
    bool (*unused)(const void *archive, size_t index);
    /* The compression of a member that is not decoded, as "LZX", otherwise NULL; NULL: none. */
    const char *(*undecoded)(const void *archive, size_t index);
    /* NULL: it is what is stored. */
    bool (*content)(const void *archive, size_t index, Bytes *out, Arena *arena,
                    Report *report);
    /* For archives that need not be in memory as a whole; NULL: all of their bytes are needed.
     * The span that `read` needs besides the first ARCHIVE_HEAD bytes, which are given; it may
     * exceed the file. `content` then needs what is stored, a slice of the file. */
    ArchiveSpan (*table)(Bytes head);
    /* Write members of an open object: those of the recipe, and those of an entry. */
    void (*show)(const void *archive, JsonWriter *json);
    void (*show_entry)(const void *archive, size_t index, Bytes content, JsonWriter *json,
                       Arena *scratch);
    /* `recipe` may be NULL. Items with a recipe come first, in its order, then new items sorted
     * by path. */
    bool (*pack)(const ArchiveItem *items, size_t count, const json_t *recipe,
                 const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                 Report *report);
} ArchiveKind;

/* NULL if the format, or the suffix, is not that of an archive. */
const ArchiveKind *archive_kind(Text format);
const ArchiveKind *archive_of_suffix(Text suffix);
/* Detects an archive by its first bytes. */
const ArchiveKind *archive_of_bytes(Bytes file);

/* Names the members whose compression is not decoded, in a note. */
void archive_note_undecoded(const ArchiveKind *kind, const void *archive, size_t count,
                            Report *report);

/* "12 files"; empty if the archive cannot be read. */
Text archive_title(const ArchiveKind *kind, Bytes archive, Arena *arena);

/* Of an entry: its name; the stored bytes, a slice of the file; the content; the number by
 * which games refer to it, its index if the format stores none; its time, 0 if it stores none.
 */
Text archive_name(const ArchiveKind *kind, const void *archive, size_t index);
Bytes archive_stored(const ArchiveKind *kind, const void *archive, size_t index);
bool archive_content(const ArchiveKind *kind, const void *archive, size_t index, Bytes *out,
                     Arena *arena, Report *report);
uint32_t archive_id(const ArchiveKind *kind, const void *archive, size_t index);
int64_t archive_time(const ArchiveKind *kind, const void *archive, size_t index);
/* The decompressed size of all members; it may exceed the actual data. */
uint64_t archive_total(const ArchiveKind *kind, const void *archive);
/* The indices of the entries as archive_order has them. */
uint32_t *archive_entry_order(const ArchiveKind *kind, const void *archive, Arena *arena);

/* The path of an entry: `\` becomes `/`. Refused are names that would leave the
 * folder or that some system cannot have: empty, absolute, with a drive letter,
 * `.` and `..`, `.git`, names of staging folders (base/path.h), no UTF-8, what Windows refuses
 * (base/portable_name.h), parts of more than 255 bytes, the recipe's own name, more than 8
 * folders. */
bool archive_path(Text name, Text *path, Arena *arena, Report *report);

/* The path of `archive_path`, or an escaped one if the name can be no path; `*problem` tells
 * why (NULL: it is not escaped). `%` and two hexadecimal digits stand for a byte that no
 * character or no path can have; an empty name is `%`, and long parts are cut. The recipe keeps
 * the name. Refused are only names with `..`, `.git`, staging folders and recipes: such an
 * archive is an attack. */
bool archive_safe_path(Text name, Text *path, const char **problem, Arena *arena,
                       Report *report);

/* Whether a path is that of a recipe: of the archive, or of a nested one. */
bool archive_is_recipe(Text path);

/* The indices of spans sorted by offset; at equal offsets empty ones come first, then by index.
 */
uint32_t *archive_order(const ArchiveSpan *spans, size_t count, Arena *arena);
/* The next multiple of `alignment`, a power of two. */
uint64_t archive_aligned(uint64_t at, uint32_t alignment);
/* Whether all bytes are zero, as between aligned entries. */
bool archive_is_blank(Bytes bytes);

/* Whether the claimed size indicates a decompression bomb: more than 32 MB, and more than 100
 * times the stored size. */
bool archive_is_bomb(uint64_t size, uint64_t stored);
/* False, and an error, if the entries of a file of `stored` bytes claim such a size. */
bool archive_claim_fits(uint64_t claimed, uint64_t stored, Report *report);

/* Called for each file, and finally for an archive's recipe; `bytes` are valid until it
 * returns. Options may be NULL. A nested archive stays a file if it could not be restored
 * exactly, is damaged, or is nested more than 16 levels deep. Names that can be no path are
 * escaped, with a warning; harmful ones are an error. The claimed sizes of all levels together
 * must not be a bomb. */
typedef bool ArchiveSave(void *context, const ArchiveFile *file, Report *report);
bool archive_unpack(const ArchiveKind *kind, Bytes archive, const ArchiveOptions *options,
                    ArchiveSave *save, void *context, Report *report);

/* `recipe` is empty if there is none. Files with a path part that begins with a dot are used
 * only if the recipe lists them; a folder with its own recipe is an archive. The parts refer to
 * the bytes of the files. Options may be NULL. */
bool archive_pack(const ArchiveKind *kind, const ArchiveFile *files, size_t count, Bytes recipe,
                  const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                  Report *report);

/* Checks all members with the checks of their formats, at any depth; `path` of the archive is
 * used in messages and to detect formats. Empty members and those of unknown formats are
 * skipped. The check of the archive's format covers the table. */
bool archive_check(const ArchiveKind *kind, Text path, Bytes archive, Report *report);

Bytes archive_bytes(const ArchiveParts *parts, Arena *arena);
/* Whether packing the unpacked files restores the same bytes. */
bool archive_exact(const ArchiveKind *kind, const void *archive, Bytes file);

#endif
