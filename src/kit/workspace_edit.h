/* A workspace that is edited: its files, and whether `pack` would accept one with some content.
 * Nothing is written. */
#ifndef OISIN_KIT_WORKSPACE_EDIT_H
#define OISIN_KIT_WORKSPACE_EDIT_H

#include "base/json.h"
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

/* An entry that is one file: its open form, and the game's file made of that. */
bool workspace_edit_open_bytes(const WorkspaceEdit *edit, const WorkspaceEntry *entry,
                               Bytes *out, Arena *arena, Report *report);
bool workspace_edit_bytes(const WorkspaceEdit *edit, const WorkspaceEntry *entry, Bytes *out,
                          Arena *arena, Report *report);

/* Whether the file can be converted back with this content; and reports what `check` finds in
 * the result. Messages have the path in the workspace as their subject. */
bool workspace_edit_check(const WorkspaceEdit *edit, Text path, Bytes bytes, Arena *arena,
                          Report *report);

/* The map on which the objects of a file (`objects`, in the workspace) stand: NAME.mp for
 * NAME.mob. Its size in the units of their positions; false: the workspace has no such map. */
enum { WORKSPACE_MAP_UNITS = 32 }; /* per sector */
bool workspace_edit_map_size(const WorkspaceEdit *edit, Text objects, uint32_t *w, uint32_t *h);
/* The map as a PNG, north up, at most 2048 pixels a side. */
bool workspace_edit_map_picture(const WorkspaceEdit *edit, Text objects, Bytes *out,
                                Arena *arena, Report *report);

/* The expressions of a sprite layout (.lay), whose sheet is in its folder: puts the list
 * "expressions": {"type", "face", "mouth", "eyes", "overlay"}, 0: none; in the order of their
 * numbers. */
bool workspace_edit_put_expressions(const WorkspaceEdit *edit, Text layout, JsonWriter *json);
/* One of them as a PNG, on the whole canvas. */
bool workspace_edit_expression(const WorkspaceEdit *edit, Text layout, size_t number,
                               Bytes *out, Arena *arena, Report *report);

#endif
