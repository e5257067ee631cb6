/* An editor on a copy of a project on the disk, without a server: requests are function calls.
 */
#ifndef OISIN_TESTS_EDIT_KIT_H
#define OISIN_TESTS_EDIT_KIT_H

#include "kit.h"

#include "studio/editor/editor.h"
#include "cli/edit_files.h"
#include "cli/edit_models.h"
#include "cli/edit_publish.h"
#include "cli/edit_workspace.h"

#include <jansson.h>

typedef struct EditKit {
    Kit *kit;
    char folder[FOLDER_SIZE]; /* of the copy: its last part is "game" */
    EditFiles files;
    EditWorkspace workspace;      /* if the folder is one; it is packed into ... */
    char output[FOLDER_SIZE + 8]; /* ... this folder, which need not exist */
    EditorHost host;
    EditModels models;
    EditPublish publish;
    Editor *editor;
    Arena *arena; /* of the editor's host */
} EditKit;

/* Copies the project, or the workspace, and opens it. */
EditKit *edit_begin(const char *project);
/* The same with a project that `oisin new` has made. */
EditKit *edit_begin_new(void);
/* The project passes `oisin check`. */
void edit_check(EditKit *edit);
/* For tests of the example game: EDIT(name) is a row of a table of tests. */
int edit_set_up(void **state);
int edit_tear_down(void **state);
#define EDIT(name) cmocka_unit_test_setup_teardown(name, edit_set_up, edit_tear_down)
/* Opens the project again, as after a restart. */
void edit_restart(EditKit *edit, bool read_only);
void edit_end(EditKit *edit);

/* The answer itself, for requests and answers that are not JSON. */
HttpAnswer edit_answer(EditKit *edit, const char *method, const char *address,
                       const char *if_match, Bytes body);
/* Sends a request and returns the answer's JSON, which the kit's arena owns; NULL: it is none.
 * `address` may have a query: "api/file?path=npcs/guide.npc". `body`: JSON, or NULL. */
json_t *edit_send(EditKit *edit, const char *method, const char *address, const char *if_match,
                  const char *body, unsigned *status);
json_t *edit_get(EditKit *edit, const char *address);
/* A change of rows, based on the content of the file; with the status. */
json_t *edit_change(EditKit *edit, const char *path, const char *operations, unsigned *status);

/* A file of the copy, and its replacement by "another program". */
Text edit_file(EditKit *edit, const char *path);
void edit_write(EditKit *edit, const char *path, Text text);
/* A hash of all files of the copy and their names. */
uint64_t edit_hash(EditKit *edit);

const char *edit_text(const json_t *object, const char *key);

#endif
