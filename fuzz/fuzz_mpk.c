/* An archive: read, checked, inflated, turned into JSON and back, taken apart and
 * put together again. */
#include "formats/format.h"
#include "formats/mages/mpk.h"

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
        (ArchiveFile){.path = arena_text(folder->arena, file->path),
                      .bytes = arena_copy(folder->arena, file->bytes)};
    return true;
}

static void through_a_folder(Bytes file, const Mpk *mpk, Arena *arena, Report *report)
{
    Folder folder = {.arena = arena};
    ArchiveParts parts;
    if (!archive_unpack(&mpk_archive, file, NULL, keep, &folder, report))
        return;
    const Bytes recipe = folder.files[--folder.count].bytes;
    if (!archive_pack(&mpk_archive, folder.files, folder.count, recipe, NULL, &parts, arena,
                      report))
        abort();
    if (mpk_is_exact(mpk, file) && !bytes_equal(archive_bytes(&parts, arena), file))
        abort();
    archive_pack(&mpk_archive, folder.files, folder.count, (Bytes){0}, NULL, &parts, arena,
                 report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Mpk mpk;
    mpk_check(file, arena, &report);
    report = report_to(NULL, NULL);
    if (mpk_read(file, &mpk, arena, &report)) {
        const Format *format;
        Writer json = writer_to(arena);
        Bytes back;
        through_a_folder(file, &mpk, arena, &report);
        if (format_to_json(format_named(TEXT("mpk")), file, true, &json, arena, &report) &&
            (!format_from_json(writer_bytes(&json), &back, &format, arena, &report) ||
             !bytes_equal(back, file)))
            abort(); /* not a bit may be lost */
    } else if (report.errors != 1) {
        abort(); /* said once */
    }
    arena_free(arena);
    return 0;
}
