/* Reloading: a project that is being played is rebuilt when one of its files changes. */
#ifndef OISIN_CLI_PROJECT_RELOAD_H
#define OISIN_CLI_PROJECT_RELOAD_H

#include "base/report.h"
#include "cli/folder_watch.h"
#include "kit/jobs/disk_cache.h"

typedef struct Reload {
    FolderWatch watch; /* of the game, then its extensions */
    Text trouble;      /* of the current build: its first error */
    DiskCache cache;
    Arena *building;  /* of a build that is not accepted yet, or failed, until the next one */
    Arena *builds[2]; /* the last one, and the previous one, which may still be in use */
    Report *report;
} Reload;

void reload_begin(Reload *reload, const char *const *paths, size_t count, Report *report);
void reload_end(Reload *reload);
/* For PlayerOptions.reload. Checks the folders up to 25 times per second; a project with
 * errors is reported and changes nothing. */
bool reload_ask(void *context, Bytes *game, Text *trouble);
/* For PlayerOptions.reloaded. */
void reload_reported(void *context, bool accepted);

#endif
