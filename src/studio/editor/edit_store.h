/* The store: the files of the project that is edited, with undo and merging.
 *
 * The files are the truth: they are read whenever they are needed, and every change is written
 * at once. A change that a page made on an older content is merged line by line. */
#ifndef OISIN_STUDIO_EDITOR_EDIT_STORE_H
#define OISIN_STUDIO_EDITOR_EDIT_STORE_H

#include "studio/editor/edit_journal.h"
#include "studio/editor/file_versions.h"

typedef struct EditStore {
    const EditorHost *host;
    Journal journal;
    Versions versions;
    uint64_t changes; /* counts every change, also by others */
} EditStore;

typedef enum EditResult {
    EDIT_DONE,
    EDIT_CONFLICT, /* the same lines were changed by somebody else */
    EDIT_FAILED    /* reported */
} EditResult;

void edit_store_open(EditStore *store, const EditorHost *host);
void edit_store_close(EditStore *store);

/* Whether a page may read or write the path: no hidden part, no "..", no backslash. */
bool edit_store_path_ok(Text path);

/* Reads a file; its hash is 0 if it does not exist, and `out` is empty then. */
bool edit_store_read(EditStore *store, Text path, Bytes *out, uint64_t *hash, Arena *arena,
                     Report *report);

/* The content that had this hash: the file's, or an earlier one. False: it is not known. */
bool edit_store_version(EditStore *store, Text path, uint64_t hash, Bytes *out, Arena *arena);

/* UTF-8 without zero bytes: what is merged line by line, and shown. */
bool edit_store_is_text(Bytes bytes);

/* A change of one file: from `base`, which a page has shown, to `mine`. */
typedef struct FileEdit {
    Text path;
    uint64_t base_hash; /* 0: it did not exist */
    bool remove;
    Bytes base, mine;
} FileEdit;

typedef struct EditOutcome {
    bool merged;   /* a file had changed meanwhile */
    size_t failed; /* after a conflict: the first edit that could not be merged */
    Bytes theirs;  /* and the content of its file */
} EditOutcome;

/* Makes all changes, as one step that can be undone. */
EditResult edit_store_change(EditStore *store, Text label, const FileEdit *edits, size_t count,
                             EditOutcome *out, Arena *arena, Report *report);

/* Undoes the last step, or redoes the next one. `label` is its own; empty: there is none.
 * `skip`: if it cannot be undone, it is dropped, and the one before it is undone. */
EditResult edit_store_undo(EditStore *store, bool skip, Text *label, Arena *arena,
                           Report *report);
EditResult edit_store_redo(EditStore *store, Text *label, Arena *arena, Report *report);

#endif
