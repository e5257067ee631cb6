#include "kit/workspace.h"

#include "base/text.h"
#include "kit/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Archives in one another may be taken apart into 16 times 8 folders. */
enum { LIST_DEPTH_MOST = 160, LIST_FILES_MOST = 1000000 };

typedef struct Listing {
    FoundFiles *out;
    struct stat spared;
    bool has_spared, strict;
    Arena *arena;
    Report *report;
} Listing;

static bool fail(Report *report, Text path, const char *what)
{
    const Text before = report_about(report, path);
    report_error(report, "%s", what);
    report_about(report, before);
    return false;
}

static bool list_below(Listing *listing, Text folder, Text below, int depth);

static bool list_entry(Listing *listing, Text path, Text name, int depth)
{
    struct stat status;
    if (lstat(path.at, &status))
        return errno == ENOENT || fail(listing->report, path, strerror(errno));
    if (S_ISLNK(status.st_mode)) {
        if (listing->strict)
            return fail(listing->report, path, "it is a link, and those are not followed");
        const Text before = report_about(listing->report, path);
        report_warning(listing->report, "it is a link, and is left out");
        report_about(listing->report, before);
        return true;
    }
    if (S_ISDIR(status.st_mode)) {
        if (listing->has_spared && status.st_dev == listing->spared.st_dev &&
            status.st_ino == listing->spared.st_ino)
            return true;
        return depth < LIST_DEPTH_MOST
                   ? list_below(listing, path, name, depth + 1)
                   : fail(listing->report, path, "the folders are too deep");
    }
    if (!S_ISREG(status.st_mode))
        return true;
    if (listing->out->count >= LIST_FILES_MOST)
        return report_error(listing->report, "more than %d files", LIST_FILES_MOST);
    *ARENA_PUSH(listing->arena, listing->out->items, listing->out->count) =
        (FoundFile){name, (uint64_t)status.st_size, (int64_t)status.st_mtim.tv_sec,
                    status.st_mtim.tv_nsec == 0};
    return true;
}

/* What Windows leaves in folders that were looked at. */
static bool is_litter(const char *name)
{
    return !strcasecmp(name, "desktop.ini") || !strcasecmp(name, "thumbs.db");
}

static bool list_below(Listing *listing, Text folder, Text below, int depth)
{
    DIR *handle = folder_open(folder.at, listing->arena);
    if (!handle)
        return fail(listing->report, folder, strerror(errno));
    bool ok = true;
    for (struct dirent *entry; ok && (entry = readdir(handle));) {
        const bool hidden = entry->d_name[0] == '.';
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            (hidden && !below.size) || (listing->strict && is_litter(entry->d_name)))
            continue;
        ok =
            list_entry(listing, arena_format(listing->arena, "%s/%s", folder.at, entry->d_name),
                       arena_format(listing->arena, "%.*s%s%s", (int)below.size, below.at,
                                    below.size ? "/" : "", entry->d_name),
                       depth);
    }
    arena_release(listing->arena, handle);
    return ok;
}

static int by_path(const void *a, const void *b)
{
    return text_compare(((const FoundFile *)a)->path, ((const FoundFile *)b)->path);
}

bool folder_list(const char *folder, const char *spared, bool strict, FoundFiles *out,
                 Arena *arena, Report *report)
{
    Listing listing = {.out = out, .strict = strict, .arena = arena, .report = report};
    *out = (FoundFiles){0};
    listing.has_spared = spared && stat(spared, &listing.spared) == 0;
    if (!list_below(&listing, arena_text(arena, text_of(folder)), TEXT(""), 0))
        return false;
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, by_path);
    return true;
}
