/* What the editor needs from its program: access to the files of one project.
 *
 * Paths are relative to the project's folder, with slashes. The host refuses paths that lead
 * outside of it (through links, too). */
#ifndef OISIN_AUTHORING_EDITOR_HOST_H
#define OISIN_AUTHORING_EDITOR_HOST_H

#include "project/project.h"

/* A file that is to be written, replaced or removed. */
typedef struct FileWrite {
    Text path;
    bool existed, exists; /* before and after */
    Bytes before, after;
} FileWrite;

typedef enum ReadResult { READ_OK, READ_ABSENT, READ_FAILED } ReadResult;

typedef struct EditorHost {
    void *context;
    Text name; /* of the project's folder */
    bool read_only;
    /* All files of the project. Called from two threads. */
    bool (*load)(void *context, ProjectFiles *out, Arena *arena, Report *report);
    /* One file as it is now. READ_FAILED was reported. */
    ReadResult (*read)(void *context, Text path, Bytes *out, Arena *arena, Report *report);
    /* Writes all of them, or none: also if one of the files is not as it was before. */
    bool (*write)(void *context, const FileWrite *writes, size_t count, Report *report);
    /* The journal: a file of the editor's own in the project. */
    bool (*journal_read)(void *context, Bytes *out, Arena *arena);
    bool (*journal_append)(void *context, Bytes bytes, Report *report);
    bool (*journal_replace)(void *context, Bytes bytes, Report *report);
    /* Whether a file was changed by others since the last call. */
    bool (*changed)(void *context);
    const BuildCache *cache; /* or NULL */
    ProjectChecker *checker; /* or NULL */
    /* The files of the page of a game without a game, sorted; NULL: it is not installed. */
    const ProjectFiles *player;
    /* A file of the page, "edit.js"; false: there is none. */
    bool (*page)(void *context, Text name, Bytes *out, Arena *arena);
} EditorHost;

#endif
