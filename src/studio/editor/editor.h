/* The editor of projects, as answers to the requests of its page (web/edit).
 *
 * The page shows items (files with a name, such as npcs/wolf.npc) as forms, which follow from
 * the schema of their text files. It sends changes as operations on rows with the hash of the
 * content on which they are based; the editor applies them, merges what others have changed
 * meanwhile, writes the files, and answers with the new rows and problems. In the background, a
 * thread checks the whole project after every change.
 *
 * The addresses are in api.def. Single-threaded, except for the checks. */
#ifndef OISIN_STUDIO_EDITOR_EDITOR_H
#define OISIN_STUDIO_EDITOR_EDITOR_H

#include "studio/editor/editor_host.h"
#include "server/http/http_server.h"

typedef struct Editor Editor;

/* `host` must outlive the editor. Returns when the project was checked for the first time. */
Editor *editor_new(const EditorHost *host);
void editor_free(Editor *editor);

/* For an HttpHandler. */
void editor_answer(void *editor, const HttpRequest *request, HttpAnswer *answer, Arena *arena);
/* Looks for changes of files and for results of checks; true if requests that wait may have an
 * answer now. Call it several times a second. */
bool editor_turn(Editor *editor);

#endif
