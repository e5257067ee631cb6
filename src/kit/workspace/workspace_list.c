/* Lists the files of a game's folder or of a workspace, sorted by path, without reading them. A
 * folder to omit is recognized by device and inode, because it may be given by another path. */
#include "kit/workspace/workspace.h"

#include "base/path.h"
#include "base/system/files.h"
#include "base/text.h"
#include "kit/jobs/folder_walk.h"

#include <stdlib.h>

enum { LIST_MAX = 1000000 };

typedef struct Listing {
    FoundFiles *out;
    FileInfo spared;
    bool has_spared, strict;
    Arena *arena;
} Listing;

/* Windows creates these in browsed folders. */
static bool is_litter(Text name)
{
    return text_is_caseless(name, "desktop.ini") || text_is_caseless(name, "thumbs.db");
}

static bool skips(void *context, Text name, const FileInfo *status)
{
    const Listing *listing = context;
    return (name.size && name.at[0] == '.') ||
           (listing->strict && is_litter(path_base(name))) ||
           (listing->has_spared && status->device == listing->spared.device &&
            status->identity == listing->spared.identity);
}

static bool list_file(void *context, Text path, Text name, const FileInfo *status)
{
    Listing *listing = context;
    (void)path;
    if (status->kind == KIND_FILE)
        *ARENA_PUSH(listing->arena, listing->out->items, listing->out->count) = (FoundFile){
            name, status->size, modified_seconds(status), status->modified % 1000000000 == 0};
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
    listing.has_spared = spared && file_info(spared, &listing.spared);
    if (!folder_walk(folder, &walk))
        return false;
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, by_path);
    return true;
}
