/* Models of old games for the editor: an EditorModels that keeps the model that was shown last.
 */
#ifndef OISIN_CLI_EDIT_MODELS_H
#define OISIN_CLI_EDIT_MODELS_H

#include "studio/editor/editor_host.h"
#include "kit/workspace/workspace_edit.h"

typedef struct EditModels {
    const EditorHost *host;
    const WorkspaceEdit *workspace; /* NULL: a project */
    EditorModels editor;
    Arena *arena; /* of what is kept; NULL: nothing */
    Text path;    /* the model that is kept, ... */
    bool given;
    uint64_t version;
    struct ModelStage *stage;
    Messages warnings; /* ... and what was reported about it */
} EditModels;

/* `models` and `host` must not move, and outlive the editor. Sets `host->models`. */
void edit_models_open(EditModels *models, EditorHost *host, const WorkspaceEdit *workspace);
void edit_models_close(EditModels *models);

#endif
