/* A workspace: a game's folder in open forms (open_forms.h), with all that is needed to give
 * back every file as it was, and to know what was edited since.
 *
 *     work/database.res/zone1/quest.ini     an archive is a folder of its name
 *     work/sky.png                          a loose file
 *     work/.oisin/workspace.json            the manifest, below
 *     work/.oisin/originals/<hash>          bytes that an open form does not give back
 *     work/.oisin/packed.json               hashes of what pack wrote: a file that has none
 *                                           of them was changed by somebody else
 *
 * The manifest lists the game's files ("tops") and of each the entries: one for a loose file,
 * one for every file of an unpacked archive, its recipes (archive.h) too. Hashes are of
 * base/hash.h, seed 0; they tell edits, they are no seal. */
#ifndef OISIN_CONVERT_WORKSPACE_H
#define OISIN_CONVERT_WORKSPACE_H

#include "base/hash.h"
#include "base/report.h"

#define WORKSPACE_FOLDER ".oisin"
#define WORKSPACE_MANIFEST WORKSPACE_FOLDER "/workspace.json"
#define WORKSPACE_PACKED WORKSPACE_FOLDER "/packed.json"
#define WORKSPACE_ORIGINALS WORKSPACE_FOLDER "/originals"

/* A file of the workspace, as unpack wrote it. */
typedef struct WorkspaceFile {
    Text path; /* from the workspace */
    uint64_t size, hash;
} WorkspaceFile;

typedef struct WorkspaceEntry {
    Text path;     /* in the archive; of a loose file the top's */
    Text format;   /* as in Opened; empty: as it is */
    Text settings; /* as in Opened */
    Text original; /* its name in the store; empty: the open form gives the bytes */
    uint64_t hash; /* of the member's own bytes, if has_hash: only open forms need it */
    bool has_hash;
    int64_t time; /* of its files, seconds since 1970; 0: they were given none */
    WorkspaceFile *files;
    size_t file_count;
} WorkspaceEntry;

/* A file of the game's folder. */
typedef struct WorkspaceTop {
    Text path;    /* from the game's folder; of an archive also that of its folder here */
    Text archive; /* its format; empty: a loose file */
    uint64_t size, hash;
    int64_t time;
    WorkspaceEntry *entries;
    size_t count;
} WorkspaceTop;

typedef struct Workspace {
    WorkspaceTop *tops;
    size_t count;
} Workspace;

Bytes workspace_write(const Workspace *workspace, Arena *arena);
/* Paths are safe: none leads out of the workspace or of the game's folder. */
bool workspace_read(Bytes manifest, Workspace *out, Arena *arena, Report *report);

/* What pack wrote: of each of the game's files the last hashes, newest last. */
enum { WORKSPACE_PACKED_MAX = 16 };
typedef struct WorkspacePacked {
    Text path;
    uint64_t hashes[WORKSPACE_PACKED_MAX];
    size_t count;
} WorkspacePacked;
typedef struct WorkspaceHistory {
    WorkspacePacked *items;
    size_t count;
} WorkspaceHistory;

Bytes workspace_history_write(const WorkspaceHistory *history, Arena *arena);
/* One that cannot be read is empty: it only saves a question. */
void workspace_history_read(Bytes file, WorkspaceHistory *out, Arena *arena);
bool workspace_history_has(const WorkspaceHistory *history, Text path, uint64_t hash);
/* `path` must outlive the history. */
void workspace_history_add(WorkspaceHistory *history, Text path, uint64_t hash, Arena *arena);

/* The name in the store of bytes with this hash; `again` tells those apart that share it. */
Text workspace_original(uint64_t hash, unsigned again, Arena *arena);
/* The hash that such a name says. */
bool workspace_original_hash(Text name, uint64_t *out);
/* The hash of an entry's bytes in the game, which pack must give back while nobody edits it;
 * false if the manifest does not have it (older programs did not write it). */
bool workspace_entry_hash(const WorkspaceEntry *entry, uint64_t *out);

/* Whether a path stays below its folder: parts that are not empty, `.` or `..`, nor have a
 * backslash or a control character. */
bool workspace_path_is_safe(Text path);
/* Whether a part of it begins with a dot: such files are no part of a game. */
bool workspace_path_is_hidden(Text path);

/* Names that are in use, so that no file takes another's place: not even where a.PNG and A.png
 * are the same file. ASCII and Cyrillic letters are folded. */
typedef struct WorkspaceNames {
    Table table;   /* folded paths: how they are used */
    Table numbers; /* the last number given to names like this one */
    Arena *arena;
} WorkspaceNames;

WorkspaceNames workspace_names(Arena *arena);
/* All paths that files have of their own are kept for them before the first is taken. */
void workspace_names_keep(WorkspaceNames *names, Text path);
/* A path like `wanted` that nobody else has, else like `other`, else with a number before the
 * suffix. `own` is the path that was kept for the file. */
Text workspace_names_take(WorkspaceNames *names, Text own, Text wanted, Text other);

/* `path` with small letters. */
Text workspace_folded(Text path, Arena *arena);

#endif
