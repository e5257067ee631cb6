/* Map objects: read and written, turned into JSON and into a folder and back, checked. */
#include "lossless.h"

#include "evil_islands/objects/mob_folder.h"

static void all_ways(Bytes file, Arena *arena)
{
    Mob mob;
    MobFolder folder;
    Bytes back;
    Writer json = writer_to(arena);
    Report report = report_to(NULL, NULL);
    if (!mob_read(file, &mob, arena, &report)) {
        if (report.errors != 1)
            abort(); /* said once */
        return;
    }
    if (!mob_write(&mob, &back, arena, &report) || !bytes_equal(back, file))
        abort(); /* not a bit may be lost */
    if (!lossless("mob", file, arena) ||
        !format_to_json(format_named(TEXT("mob")), file, true, &json, arena, &report) ||
        strstr(arena_text(arena, writer_text(&json)).at, "\"exact\":"))
        abort();
    if (!mob_to_folder(file, &folder, arena, &report) ||
        !folder_to_mob(&folder, &back, arena, &report) || !bytes_equal(back, file))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    const Format *format;
    Bytes back;
    mob_check(file, arena, &report);
    mob_title(file, arena);
    all_ways(file, arena);
    format_from_json(file, &back, &format, arena, &report);
    arena_free(arena);
    return 0;
}
