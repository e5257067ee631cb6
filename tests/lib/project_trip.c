#include "project_trip.h"

#include "base/stream.h"
#include "tirnanog/container/tng.h"

static bool build(ProjectFiles *files, bool strip, Bytes *out, Arena *arena, Report *report)
{
    TngOutput parts;
    Writer whole = writer_to(arena);
    if (!project_build(files, &(BuildOptions){.strip = strip}, &parts, arena, report))
        return false;
    for (size_t i = 0; i < parts.count; i++)
        write_bytes(&whole, parts.parts[i]);
    *out = writer_bytes(&whole);
    return true;
}

/* The files refer to the game. */
static bool unpack(Bytes file, ProjectFiles *out, Arena *arena, Report *report)
{
    TngFile *game = ARENA_ALLOC(arena, TngFile, 1);
    return tng_read(file, game, arena, report) && project_unpack(game, out, arena, report);
}

/* Whether what is unpacked from a game builds to the same game. */
static bool is_stable(Bytes game, bool strip, const char *kind, Arena *arena, Report *report)
{
    ProjectFiles files;
    Bytes again;
    if (!unpack(game, &files, arena, report) || !build(&files, strip, &again, arena, report))
        return false;
    return bytes_equal(game, again) ||
           report_error(report, "%s: %zu bytes, and %zu after it was unpacked: not the same",
                        kind, game.size, again.size);
}

bool project_survives(ProjectFiles *files, Arena *arena, Report *report)
{
    Bytes game, stripped, second;
    ProjectFiles invented;
    return build(files, false, &game, arena, report) &&
           is_stable(game, false, "a game", arena, report) &&
           build(files, true, &stripped, arena, report) &&
           unpack(stripped, &invented, arena, report) &&
           build(&invented, true, &second, arena, report) &&
           is_stable(second, true, "a stripped game, built from invented names", arena, report);
}
