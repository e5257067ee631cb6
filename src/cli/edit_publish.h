/* Publishing for the editor: an EditorPublisher that makes the folders of targets as `oisin
 * build
 * --for` does, beside the project. */
#ifndef OISIN_CLI_EDIT_PUBLISH_H
#define OISIN_CLI_EDIT_PUBLISH_H

#include "cli/serve_beside.h"
#include "studio/editor/editor_host.h"

typedef struct EditPublish {
    const char *project; /* its folder, resolved */
    const char *release; /* PROJECT-release */
    ServeBeside server;
    EditorPublisher editor;
} EditPublish;

/* `publish` must not move, and outlive the editor. Sets `host->publisher`. `project`: the
 * folder, resolved. */
void edit_publish_open(EditPublish *publish, EditorHost *host, const char *project,
                       Arena *arena);
/* Ends the server. */
void edit_publish_close(EditPublish *publish);

#endif
