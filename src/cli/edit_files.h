/* The files of a project for the editor: an EditorHost on the disk. */
#ifndef OISIN_CLI_EDIT_FILES_H
#define OISIN_CLI_EDIT_FILES_H

#include "base/system/programs.h"
#include "cli/folder_watch.h"
#include "studio/editor/editor_host.h"
#include "kit/jobs/disk_cache.h"

typedef struct EditFiles {
    const char *folder;
    const char *root;               /* the folder, resolved */
    const char *pages, *codemirror; /* folders of the page; NULL: not installed */
    FolderWatch watch;
    DiskCache cache;
    Process playing; /* the game in its own window; 0: none */
} EditFiles;

/* Two editors of one folder would ruin each other's journal. Returns a file to be closed at the
 * end; -1 after an error was reported. */
int edit_lock(const char *folder, Report *report);

/* The folder of the page; NULL: it is not installed. */
const char *edit_pages(Arena *arena);

/* `files` must not move, and outlive the result. */
EditorHost edit_host(EditFiles *files, const char *folder, bool read_only, Arena *arena);

/* EditorHost.window. `context`: EditFiles. */
bool edit_window_open(void *context, Text place, Text language, Report *report);

#endif
