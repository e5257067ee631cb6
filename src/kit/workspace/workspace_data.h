/* A workspace: the folder of a game in open forms (open_forms.h), with the data that is needed
 * to restore every file exactly, and to detect later edits.
 *
 *     work/database.res/zone1/quest.ini     an archive is a folder with its name
 *     work/sky.png                          a separate file
 *     work/.oisin/workspace.json            the manifest, see below
 *     work/.oisin/originals/<hash>          bytes that an open form cannot restore
 *     work/.oisin/packed.json               hashes of files written by pack: a game file
 *                                           with another hash was changed since
 *
 * The manifest lists the game's files ("tops") and the entries of each: one for a separate
 * file, one for every file of an unpacked archive, and the archive's recipes (archive.h).
 * Hashes are those of base/hash.h with seed 0; they detect edits, but give no cryptographic
 * protection. */
#ifndef OISIN_KIT_WORKSPACE_WORKSPACE_DATA_H
#define OISIN_KIT_WORKSPACE_WORKSPACE_DATA_H

#include "base/hash.h"
#include "base/report.h"

#define WORKSPACE_FOLDER ".oisin"
#define WORKSPACE_MANIFEST WORKSPACE_FOLDER "/workspace.json"
#define WORKSPACE_PACKED WORKSPACE_FOLDER "/packed.json"
#define WORKSPACE_ORIGINALS WORKSPACE_FOLDER "/originals"

/* A file of the workspace, as written by unpack. */
typedef struct WorkspaceFile {
    Text path; /* relative to the workspace */
    uint64_t size, hash;
} WorkspaceFile;

typedef struct WorkspaceEntry {
    Text path;     /* in the archive; for a separate file that of the top */
    Text format;   /* as in Opened; empty: unchanged */
    Text settings; /* as in Opened */
    Text original; /* its name in the store; empty: the open form restores the bytes */
    uint64_t hash; /* of the member's bytes, if has_hash; only used for open forms */
    bool has_hash;
    int64_t time; /* of its files, seconds since 1970; 0: not set */
    WorkspaceFile *files;
    size_t file_count;
} WorkspaceEntry;

/* A file of the game's folder. */
typedef struct WorkspaceTop {
    Text path;    /* relative to the game's folder; for an archive also that of its folder in
                   * the workspace */
    Text archive; /* its format; empty: a separate file */
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
/* Paths are validated: none leads out of the workspace or of the game's folder. */
bool workspace_read(Bytes manifest, Workspace *out, Arena *arena, Report *report);

/* The latest hashes of each game file as written by pack, newest last. */
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
/* An unreadable history is treated as empty: it only avoids a question to the user. */
void workspace_history_read(Bytes file, WorkspaceHistory *out, Arena *arena);
bool workspace_history_has(const WorkspaceHistory *history, Text path, uint64_t hash);
/* `path` must outlive the history. */
void workspace_history_add(WorkspaceHistory *history, Text path, uint64_t hash, Arena *arena);

/* The name in the store of bytes with this hash; `again` distinguishes different bytes with the
 * same hash. */
Text workspace_original(uint64_t hash, unsigned again, Arena *arena);
/* The hash in such a name. */
bool workspace_original_hash(Text name, uint64_t *out);
/* The hash of an entry's bytes in the game, which pack must restore unless the entry was
 * edited; false if the manifest does not contain it (older versions did not write it). */
bool workspace_entry_hash(const WorkspaceEntry *entry, uint64_t *out);

/* Whether a path stays in its folder: no part is empty, `.` or `..`, or contains a backslash or
 * a control character. */
bool workspace_path_is_safe(Text path);
/* Whether a part of the path begins with a dot: such files do not belong to a game. */
bool workspace_path_is_hidden(Text path);

/* The names in use, so that no two files have the same name, even on file systems where a.PNG
 * and A.png are the same file. ASCII and Cyrillic letters are compared without case. */
typedef struct WorkspaceNames {
    Table table;   /* from case-folded paths to their use */
    Table numbers; /* the last number added to similar names */
    Arena *arena;
} WorkspaceNames;

WorkspaceNames workspace_names(Arena *arena);
/* Reserves the paths that files have themselves; call this for all files before the first
 * workspace_names_take. */
void workspace_names_keep(WorkspaceNames *names, Text path);
/* Returns `wanted` if no other file has it, otherwise `other`, otherwise a name with a number
 * before the suffix. `own` is the path that was reserved for the file. */
Text workspace_names_take(WorkspaceNames *names, Text own, Text wanted, Text other);

/* `path` in lower case. */
Text workspace_folded(Text path, Arena *arena);

#endif
