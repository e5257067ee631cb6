/* Files that the page has sent and that are not in the project (yet): models to be drawn,
 * sounds to be converted. A large file comes in several requests. */
#ifndef OISIN_STUDIO_EDITOR_SENT_FILES_H
#define OISIN_STUDIO_EDITOR_SENT_FILES_H

#include "tirnanog/project/project.h"

enum { SENT_FILES_MAX = 200 };

/* Zeros: nothing was sent. */
typedef struct SentFiles {
    Arena *arena; /* NULL: none yet */
    ProjectFiles files;
    uint64_t size, version; /* the version changes with each request */
} SentFiles;

/* Removes all files. */
void sent_files_clear(SentFiles *sent);

/* Takes the bytes from `at` on of a file that has `total` bytes. A part with `at` 0 begins the
 * file, in place of one of this name. False: there would be too many files, more than `max`
 * bytes of them, or the part belongs to no file that was begun. */
bool sent_files_take(SentFiles *sent, Text name, uint64_t total, uint64_t at, Bytes part,
                     uint64_t max);

#endif
