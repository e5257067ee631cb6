/* Asks fontconfig for the font with the most of the wanted characters. Bitmap and colour fonts
 * are excluded; a font that has none of the characters is not used. */
#include "cli/system_font.h"

#include "base/text.h"
#include "kit/jobs/files.h"

#include <fontconfig/fontconfig.h>

/* The system's best outline font for the characters, or NULL. */
static FcPattern *find(const FcCharSet *codes)
{
    FcResult result;
    FcPattern *wanted = FcPatternCreate();
    FcPatternAddCharSet(wanted, FC_CHARSET, codes);
    FcPatternAddBool(wanted, FC_OUTLINE, FcTrue);
    FcPatternAddBool(wanted, FC_COLOR, FcFalse);
    FcConfigSubstitute(NULL, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcPattern *found = FcFontMatch(NULL, wanted, &result);
    FcPatternDestroy(wanted);
    return found;
}

bool system_font(const uint32_t *codes, size_t count, SystemFont *out, Arena *arena)
{
    FcCharSet *wanted = FcCharSetCreate(), *has = NULL;
    FcChar8 *path = NULL;
    int face = 0;
    for (size_t i = 0; i < count; i++)
        FcCharSetAddChar(wanted, codes[i]);
    FcPattern *found = find(wanted);
    *out = (SystemFont){0};
    if (found && FcPatternGetCharSet(found, FC_CHARSET, 0, &has) == FcResultMatch &&
        FcPatternGetString(found, FC_FILE, 0, &path) == FcResultMatch) {
        FcPatternGetInteger(found, FC_INDEX, 0, &face);
        out->missing = count - FcCharSetIntersectCount(has, wanted);
        out->face = (uint32_t)face & 0xFFFF; /* the upper half numbers variations */
        out->path = arena_text(arena, text_of((const char *)path));
    }
    Report silent = report_to(NULL, NULL);
    const bool good = out->path.size && out->missing < count &&
                      file_load(out->path.at, &out->file, arena, &silent);
    if (found)
        FcPatternDestroy(found);
    FcCharSetDestroy(wanted);
    FcFini(); /* rarely needed again */
    return good;
}
