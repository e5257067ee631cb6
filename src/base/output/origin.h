/* Who has made a staging folder: the proof is described in staging.h. */
#ifndef OISIN_BASE_OUTPUT_ORIGIN_H
#define OISIN_BASE_OUTPUT_ORIGIN_H

#include <stdbool.h>

typedef enum Origin {
    ORIGIN_FOREIGN,  /* or unknown: it is not changed */
    ORIGIN_UNMARKED, /* an empty folder that a job makes, or that a killed job has made */
    ORIGIN_BEGUN,    /* ours, killed before its marker was complete */
    ORIGIN_OURS,
} Origin;

/* `folder` is a descriptor, which is locked. */
Origin origin_of(int folder);
/* Writes the marker of a new staging folder. Returns false and errno on failure. */
bool marker_write(int folder);
/* Whether there is a marker, of anybody. */
bool origin_has_marker(int folder);

/* Opens a folder that is not a link; -1 and errno on failure. */
int open_entry(int above, const char *name);
/* Whether a folder has no entry except `kept`, which may be NULL. */
bool folder_is_empty(int folder, const char *kept);

#endif
