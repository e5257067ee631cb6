/* A workspace that is edited: its files, and whether `pack` would accept one with some content.
 * Nothing is written. */
#ifndef OISIN_KIT_WORKSPACE_WORKSPACE_EDIT_H
#define OISIN_KIT_WORKSPACE_WORKSPACE_EDIT_H

#include "base/json.h"
#include "kit/workspace/workspace_data.h"
#include "kit/workspace/workspace.h"

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

/* An entry that is one file: its open form, and the game's file made of that. */
bool workspace_edit_open_bytes(const WorkspaceEdit *edit, const WorkspaceEntry *entry,
                               Bytes *out, Arena *arena, Report *report);
bool workspace_edit_bytes(const WorkspaceEdit *edit, const WorkspaceEntry *entry, Bytes *out,
                          Arena *arena, Report *report);

/* Whether the file can be converted back with this content; and reports what `check` finds in
 * the result. Messages have the path in the workspace as their subject. */
bool workspace_edit_check(const WorkspaceEdit *edit, Text path, Bytes bytes, Arena *arena,
                          Report *report);

/* What an editor shows besides the file itself: members of an open JSON object, and pictures by
 * number. The rows of workspace_shows.def for the file's format; `path` is in the workspace. */
void workspace_edit_describe(const WorkspaceEdit *edit, Text path, JsonWriter *json);
bool workspace_edit_picture(const WorkspaceEdit *edit, Text path, size_t number, Bytes *out,
                            Arena *arena, Report *report);

/* The functions of the rows. */
#define SHOWS(format, describe, picture)                                                       \
    void describe(const WorkspaceEdit *edit, Text path, JsonWriter *json);                     \
    bool picture(const WorkspaceEdit *edit, Text path, size_t number, Bytes *out,              \
                 Arena *arena, Report *report);
#include "kit/workspace/workspace_shows.def"

#endif
