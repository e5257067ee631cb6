/* Loads the system's font with the most of the wanted characters. A font that has none of the
 * characters is not used. */
#include "cli/system_font.h"

#include "base/system/fonts.h"
#include "base/text.h"
#include "kit/jobs/files.h"

bool system_font(const uint32_t *codes, size_t count, SystemFont *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    InstalledFont found;
    *out = (SystemFont){0};
    if (!installed_font(codes, count, &found))
        return false;
    out->face = found.face;
    out->missing = found.missing;
    out->path = arena_text(arena, text_of(found.path));
    return file_load(out->path.at, &out->file, arena, &silent);
}
