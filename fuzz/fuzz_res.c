/* An archive: read, checked, turned into JSON and back, taken apart with those in it and
 * put together again. */
#include "formats/evil_islands/res.h"
#include "formats/format.h"

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

static void through_a_folder(Bytes file, const Res *res, Arena *arena, Report *report)
{
    Folder folder = {.arena = arena};
    ArchiveParts parts;
    const ArchiveOptions recursive = {.recursive = true},
                         fresh = {.fresh = true, .dedup = true};
    if (!archive_unpack(&res_archive, file, &recursive, keep, &folder, report))
        return;
    const Bytes recipe = folder.files[--folder.count].bytes;
    if (!archive_pack(&res_archive, folder.files, folder.count, recipe, NULL, &parts, arena,
                      report))
        abort();
    if (res_is_exact(res, file) && !bytes_equal(archive_bytes(&parts, arena), file))
        abort();
    archive_pack(&res_archive, folder.files, folder.count, (Bytes){0}, &fresh, &parts, arena,
                 report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Res res;
    res_check(file, arena, &report);
    report = report_to(NULL, NULL);
    if (res_read(file, &res, arena, &report)) {
        const Format *format;
        Writer json = writer_to(arena);
        Bytes back;
        through_a_folder(file, &res, arena, &report);
        if (format_to_json(format_named(TEXT("res")), file, true, &json, arena, &report) &&
            (!format_from_json(writer_bytes(&json), &back, &format, arena, &report) ||
             !bytes_equal(back, file)))
            abort(); /* not a bit may be lost */
    } else if (report.errors != 1) {
        abort(); /* said once */
    }
    arena_free(arena);
    return 0;
}
