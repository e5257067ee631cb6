/* Looking into files with a browser, without changing them: folders, archives and what is in
 * them are pages that lead to each other, files are shown as what they are.
 *
 * A path leads through folders, and then on through files that hold files: archives, games
 * (.tng: the project that `oisin unpack` would make), databases (a table each), map objects.
 * Each file has some views (views.def): its picture, its contents, its bytes ... Pages come
 * ready, without scripts.
 *
 * Bytes in, bytes out: `ViewerHost` brings the files, http.h carries the answers. */
#ifndef OISIN_VIEWER_VIEWER_H
#define OISIN_VIEWER_VIEWER_H

#include "base/report.h"

typedef struct ViewerEntry {
    Text name;
    bool folder;
    uint64_t size; /* of a file, bytes */
} ViewerEntry;

/* Where files come from. Paths have slashes, and none at their ends; "" is what is viewed. */
typedef struct ViewerHost {
    void *context;
    Text title; /* of what is viewed */
    /* What is straight in a folder, in any order; false, and nothing said, if it is none. */
    bool (*list)(void *context, Text path, ViewerEntry **out, size_t *count, Arena *arena);
    bool (*load)(void *context, Text path, Bytes *out, Arena *arena, Report *report);
} ViewerHost;

typedef struct ViewerRequest {
    Text path;     /* decoded */
    Text base;     /* of all addresses, encoded, without a slash at its end: "/token" */
    Text view;     /* a word of views.def, or `raw`; empty: the first that the file has */
    Text at;       /* of contents: which part, a JSON pointer */
    uint64_t from; /* the first row, or byte, of long ones */
} ViewerRequest;

typedef struct ViewerAnswer {
    unsigned status;  /* of HTTP */
    const char *type; /* of the content */
    Text file;        /* to be saved under this name; empty: to be shown */
    Bytes bytes;
} ViewerAnswer;

typedef struct Viewer Viewer;

/* `host` must live longer. One thread. */
Viewer *viewer_new(const ViewerHost *host);
void viewer_free(Viewer *viewer);

/* Whatever is wrong is a page, too. The answer lives as long as the arena. */
void viewer_answer(Viewer *viewer, const ViewerRequest *request, ViewerAnswer *answer,
                   Arena *arena);

#endif
