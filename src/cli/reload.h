/* A project that is played while it is being made: built anew when a file of it changes. */
#ifndef OISIN_CLI_RELOAD_H
#define OISIN_CLI_RELOAD_H

#include "base/report.h"
#include "kit/cache.h"

typedef struct Reload {
    const char *const *paths; /* the game, then its extensions; the folders are watched */
    size_t count;
    Text trouble;         /* of the build that is going on: its first error */
    uint64_t stamp;       /* of all files: names, times, sizes */
    int64_t looked, took; /* when, and how long, in ms */
    bool changed;         /* since the last build; waits until nothing more changes */
    DiskCache cache;
    Arena *building;  /* of a build that is not accepted yet, or failed, until the next one */
    Arena *builds[2]; /* the last one, and the one before, which may still be in use */
    Report *report;
} Reload;

void reload_begin(Reload *reload, const char *const *paths, size_t count, Report *report);
void reload_end(Reload *reload);
/* For PlayerOptions.reload. Looks at the folders 25 times a second, if that is quick; a project
 * with mistakes is told and changes nothing. */
bool reload_ask(void *context, Bytes *game, Text *trouble);
/* For PlayerOptions.reloaded. */
void reload_reported(void *context, bool accepted);

#endif
