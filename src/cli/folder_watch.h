/* Notices changes of files in folders, by polling: network folders and editors that replace
 * files work as well. */
#ifndef OISIN_CLI_FOLDER_WATCH_H
#define OISIN_CLI_FOLDER_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct FolderWatch {
    const char *const *paths; /* folders, or files */
    size_t count;
    uint64_t stamp;       /* of the files when they were looked at last */
    int64_t looked, took; /* when, and for how long; milliseconds */
    bool changed;         /* but perhaps a program is still writing */
} FolderWatch;

/* `paths` must live as long. Hidden files and game.tng are ignored in folders. */
void folder_watch_begin(FolderWatch *watch, const char *const *paths, size_t count);
/* True once for each change, as soon as no file has changed for a moment. Returns at once; looks
 * at the files every 40 ms, less often if there are many. */
bool folder_watch_changed(FolderWatch *watch);
/* Waits for a change. */
void folder_watch_wait(FolderWatch *watch);

#endif
