/* The files of a model of an old game for the editor, wherever they are: in a workspace (as
 * JSON and PNG), in the folder of a project, or sent by the page; also in archives (.res). */
#ifndef OISIN_CLI_EDIT_MODEL_FILES_H
#define OISIN_CLI_EDIT_MODEL_FILES_H

#include "studio/editor/editor_host.h"
#include "kit/convert/conversion.h"
#include "kit/workspace/workspace_edit.h"

typedef struct ModelFile {
    Text path; /* in the game, or in the folder */
    Bytes bytes;
    const WorkspaceEntry *entry; /* of a workspace: where the bytes come from */
} ModelFile;

typedef struct ModelFiles {
    const EditorHost *host;
    const WorkspaceEdit *workspace; /* NULL: a project */
    ModelFile *items;
    size_t count;
    Text folder; /* of the model; with a slash at its end, unless it is empty */
    ConversionFolder access;
    ConversionJob job; /* its input, and access to the others */
    Arena *arena;
} ModelFiles;

/* Finds the files of the model to which the file at `path` belongs: of the workspace, of the
 * project's folder, or one of those `given`. Which file is the model itself follows from the
 * names: `unmotr.anm/walk/hd` is part of `unmotr.mod`. `files` must not move. */
bool model_files_find(const EditorHost *host, const WorkspaceEdit *workspace, Text path,
                      const ProjectFiles *given, ModelFiles *files, Arena *arena,
                      Report *report);

/* The models among files: their own paths, and those in archives. */
void model_files_list(const ProjectFiles *given, ProjectFiles *out, Arena *arena,
                      Report *report);

#endif
