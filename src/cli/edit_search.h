/* Search over the contents of a workspace. Files are read once and kept, folded to small
 * letters; a changed file is read again. A search ends after SEARCH_MS, and is then continued.
 */
#ifndef OISIN_CLI_EDIT_SEARCH_H
#define OISIN_CLI_EDIT_SEARCH_H

#include "studio/editor/editor_host.h"
#include "base/hash.h"

enum { SEARCH_MS = 150, SEARCH_FILE_MAX = 16 << 20, SEARCH_KEPT_MAX = 256 << 20 };

typedef struct SearchedFile {
    uint64_t size;
    int64_t time; /* ns */
    Text folded;  /* empty: no text */
} SearchedFile;

typedef struct EditSearch {
    const char *folder;
    Arena *arena; /* of what is kept; NULL: nothing */
    Table table;  /* paths: indices of ... */
    SearchedFile *files;
    size_t count;
    uint64_t kept; /* bytes */
} EditSearch;

/* See EditorWorkspace. */
bool edit_search(EditSearch *search, Text words, const WorkspaceItems *items, size_t max,
                 WorkspaceHits *hits, Arena *arena);
void edit_search_close(EditSearch *search);

#endif
