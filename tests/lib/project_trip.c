#include "project_trip.h"

#include "base/stream.h"
#include "formats/tirnanog/tng.h"

static bool build(ProjectFiles *files, Bytes *out, Arena *arena, Report *report)
{
    TngOutput parts;
    Writer whole = writer_to(arena);
    if (!project_build(files, &(BuildOptions){0}, &parts, arena, report))
        return false;
    for (size_t i = 0; i < parts.count; i++)
        write_bytes(&whole, parts.parts[i]);
    *out = writer_bytes(&whole);
    return true;
}

bool project_survives(ProjectFiles *files, Arena *arena, Report *report)
{
    Bytes first, second;
    TngFile game;
    ProjectFiles again;
    if (!build(files, &first, arena, report) || !tng_read(first, &game, arena, report) ||
        !project_unpack(&game, &again, arena, report) || !build(&again, &second, arena, report))
        return false;
    return bytes_equal(first, second) ||
           report_error(report, "%zu bytes, and %zu after it was unpacked: not the same",
                        first.size, second.size);
}
