/* A workspace that is edited: its files, and whether `pack` would accept one with some content.
 * Nothing is written. */
#ifndef OISIN_KIT_WORKSPACE_EDIT_H
#define OISIN_KIT_WORKSPACE_EDIT_H

#include "convert/workspace.h"
#include "kit/workspace.h"

/* Where the manifest mentions a file. */
typedef struct WorkspacePlace {
    const WorkspaceTop *top;
    const WorkspaceEntry *entry;
} WorkspacePlace;

typedef struct WorkspaceEdit {
    const char *folder;
    Workspace workspace;
    Table table; /* paths in the workspace: indices of ... */
    WorkspacePlace *places;
    size_t count;
} WorkspaceEdit;

/* Reads the manifest. The result is allocated in the arena. */
bool workspace_edit_open(const char *folder, WorkspaceEdit *out, Arena *arena, Report *report);

/* The entry of a file; NULL: a new file. */
const WorkspaceEntry *workspace_edit_entry(const WorkspaceEdit *edit, Text path);

/* Whether the file can be converted back with this content; and reports what `check` finds in
 * the result. Messages have the path in the workspace as their subject. */
bool workspace_edit_check(const WorkspaceEdit *edit, Text path, Bytes bytes, Arena *arena,
                          Report *report);

#endif
