/* The workspace of a game for the editor: an EditorWorkspace on the disk. */
#ifndef OISIN_CLI_EDIT_WORKSPACE_H
#define OISIN_CLI_EDIT_WORKSPACE_H

#include "studio/editor/editor_host.h"
#include "cli/edit_search.h"
#include "kit/workspace/workspace_edit.h"

typedef struct EditWorkspace {
    const char *folder;
    const char *output; /* the game's folder; NULL: unknown */
    Arena *arena;       /* of `edit` */
    WorkspaceEdit edit;
    EditSearch search;
    EditorWorkspace editor;
} EditWorkspace;

/* Reads the manifest. `workspace` must not move. */
bool edit_workspace_open(EditWorkspace *workspace, const char *folder, const char *output,
                         Report *report);
void edit_workspace_close(EditWorkspace *workspace);

#endif
