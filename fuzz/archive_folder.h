/* An archive taken apart into a folder in memory, and put together again. */
#ifndef OISIN_FUZZ_ARCHIVE_FOLDER_H
#define OISIN_FUZZ_ARCHIVE_FOLDER_H

#include "kit/formats/archive.h"

#include <stdlib.h>

typedef struct Folder {
    Arena *arena;
    ArchiveFile *files;
    size_t count;
} Folder;

static bool keep(void *context, const ArchiveFile *file, Report *report)
{
    Folder *folder = context;
    (void)report;
    if (file->path.size && file->path.at[0] == '/')
        abort();
    *ARENA_PUSH(folder->arena, folder->files, folder->count) =
        (ArchiveFile){arena_text(folder->arena, file->path),
                      arena_copy(folder->arena, file->bytes), file->time};
    return true;
}

/* With all options: `apart` (may be NULL), and `together` without a recipe. If the archive is
 * `exact` its recipe gives the same bytes. */
static inline void through_a_folder(const ArchiveKind *kind, Bytes file, bool exact,
                                    const ArchiveOptions *apart, const ArchiveOptions *together,
                                    Arena *arena)
{
    Folder folder = {.arena = arena};
    ArchiveParts parts;
    Report report = report_to(NULL, NULL);
    if (!archive_unpack(kind, file, apart, keep, &folder, &report))
        return;
    const Bytes recipe = folder.files[--folder.count].bytes;
    if (!archive_pack(kind, folder.files, folder.count, recipe, NULL, &parts, arena, &report) ||
        (exact && !bytes_equal(archive_bytes(&parts, arena), file)))
        abort();
    archive_pack(kind, folder.files, folder.count, (Bytes){0}, together, &parts, arena,
                 &report);
}

#endif
