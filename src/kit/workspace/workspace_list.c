/* Lists the files of a game's folder or of a workspace, sorted by path, without reading them. A
 * folder to omit is recognized by device and inode, because it may be given by another path. */
#include "kit/workspace/workspace.h"

#include "base/path.h"
#include "base/text.h"
#include "kit/jobs/folder_walk.h"

#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>

enum { LIST_MAX = 1000000 };

typedef struct Listing {
    FoundFiles *out;
    struct stat spared;
    bool has_spared, strict;
    Arena *arena;
} Listing;

/* Windows creates these in browsed folders. */
static bool is_litter(const char *name)
{
    return !strcasecmp(name, "desktop.ini") || !strcasecmp(name, "thumbs.db");
}

static bool skips(void *context, Text name, const struct stat *status)
{
    const Listing *listing = context;
    return (name.size && name.at[0] == '.') ||
           (listing->strict && is_litter(path_base(name).at)) ||
           (listing->has_spared && status->st_dev == listing->spared.st_dev &&
            status->st_ino == listing->spared.st_ino);
}

static bool list_file(void *context, Text path, Text name, const struct stat *status)
{
    Listing *listing = context;
    (void)path;
    if (S_ISREG(status->st_mode))
        *ARENA_PUSH(listing->arena, listing->out->items, listing->out->count) =
            (FoundFile){name, (uint64_t)status->st_size, (int64_t)status->st_mtim.tv_sec,
                        status->st_mtim.tv_nsec == 0};
    return true;
}

static int by_path(const void *a, const void *b)
{
    return text_compare(((const FoundFile *)a)->path, ((const FoundFile *)b)->path);
}

bool folder_list(const char *folder, const char *spared, bool strict, FoundFiles *out,
                 Arena *arena, Report *report)
{
    Listing listing = {.out = out, .strict = strict, .arena = arena};
    const FolderWalk walk = {.file = list_file,
                             .skip = skips,
                             .context = &listing,
                             .max = LIST_MAX,
                             .arena = arena,
                             .report = report};
    *out = (FoundFiles){0};
    listing.has_spared = spared && stat(spared, &listing.spared) == 0;
    if (!folder_walk(folder, &walk))
        return false;
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, by_path);
    return true;
}
