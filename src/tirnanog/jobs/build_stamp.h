/* Whether building a project again would give the game file that is there.
 *
 * The state of the files stands for their contents (file_state.h). It is compared with that of
 * the last build without messages, which is kept in the build cache, with the same program,
 * options and folder. A build that looks at a file that is not settled is not kept. */
#ifndef OISIN_TIRNANOG_JOBS_BUILD_STAMP_H
#define OISIN_TIRNANOG_JOBS_BUILD_STAMP_H

#include "kit/jobs/files.h"
#include "tirnanog/project/project.h"

typedef struct BuildStamp {
    CacheKey key;   /* of the program, the options, the folder and the output */
    CacheKey files; /* of their state */
    bool settled;   /* no file has changed in the tick in which it was looked at */
} BuildStamp;

/* `files` are the project's, listed before they are read. */
BuildStamp build_stamp(const char *folder, const char *output, const BuildOptions *options,
                       const FolderList *files, Arena *arena);

/* Whether `output` is what these files were built to; then `*size` is its size. */
bool build_stamp_matches(const BuildStamp *stamp, const BuildCache *cache, const char *output,
                         size_t *size, Arena *arena);

/* Notes that `output` is `game`, which was built without a message. */
void build_stamp_keep(const BuildStamp *stamp, const BuildCache *cache, const char *output,
                      const TngOutput *game);

#endif
