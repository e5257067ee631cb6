/* Read-only browsing of game data with a web browser: folders, archives and their members are
 * linked pages, and files are shown according to their format.
 *
 * A path leads through folders and then through files that contain files: archives, games
 * (.tng: the project that `oisin unpack` would make), databases (one table each), map objects.
 * Each file has one or more views (views.def): its image, contents, bytes and so on. Pages are
 * plain HTML without scripts, except for that of a game that is played (view_play.h).
 *
 * The module does no I/O: `ViewerHost` loads files, viewer_http.h serves the answers. */
#ifndef OISIN_STUDIO_VIEWER_VIEWER_H
#define OISIN_STUDIO_VIEWER_VIEWER_H

#include "base/report.h"
#include "kit/formats/file_list.h"

typedef struct ViewerEntry {
    Text name;
    bool folder;
    uint64_t size; /* of a file, bytes */
} ViewerEntry;

/* Access to files. Paths have slashes, but not at their ends; "" is the root. */
typedef struct ViewerHost {
    void *context;
    Text title; /* of the root */
    /* The entries of a folder, in any order; false, without a report, if it is not a folder. */
    bool (*list)(void *context, Text path, ViewerEntry **out, size_t *count, Arena *arena);
    bool (*load)(void *context, Text path, Bytes *out, Arena *arena, Report *report);
    /* The page with which games are played (tirnanog/project/web_page.h), sorted; NULL: they
     * are not. */
    const ProjectFiles *page;
    /* Builds the project in a folder. NULL: only game files are played. */
    bool (*build)(void *context, Text path, Bytes *game, Arena *arena, Report *report);
} ViewerHost;

typedef struct ViewerRequest {
    Text path;     /* decoded */
    Text base;     /* prefix of all addresses, encoded, without a slash at its end: "/token" */
    Text view;     /* a word of views.def, or `raw`; empty: the first view of the file */
    Text at;       /* of contents: the part to show, a JSON pointer */
    uint64_t from; /* the first row or byte of a long list */
} ViewerRequest;

typedef struct ViewerAnswer {
    unsigned status;  /* HTTP status */
    const char *type; /* content type */
    Text file;        /* file name for saving; empty: to be shown */
    bool plays;       /* a file of a game's page, which has scripts */
    Bytes bytes;
} ViewerAnswer;

typedef struct Viewer Viewer;

/* `host` must outlive the viewer. Single-threaded. */
Viewer *viewer_new(const ViewerHost *host);
void viewer_free(Viewer *viewer);

/* Errors are shown as pages, too. The answer is valid as long as the arena. */
void viewer_answer(Viewer *viewer, const ViewerRequest *request, ViewerAnswer *answer,
                   Arena *arena);

#endif
