/* Asks fontconfig. Bitmap and colour fonts are excluded. */
#include "base/system/fonts.h"

#include <fontconfig/fontconfig.h>
#include <stdio.h>

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

bool installed_font(const uint32_t *codes, size_t count, InstalledFont *out)
{
    FcCharSet *wanted = FcCharSetCreate(), *has = NULL;
    FcChar8 *path = NULL;
    int face = 0, size = -1;
    for (size_t i = 0; i < count; i++)
        FcCharSetAddChar(wanted, codes[i]);
    FcPattern *found = find(wanted);
    *out = (InstalledFont){.missing = count};
    if (found && FcPatternGetCharSet(found, FC_CHARSET, 0, &has) == FcResultMatch &&
        FcPatternGetString(found, FC_FILE, 0, &path) == FcResultMatch) {
        FcPatternGetInteger(found, FC_INDEX, 0, &face);
        out->missing = count - FcCharSetIntersectCount(has, wanted);
        out->face = (uint32_t)face & 0xFFFF; /* the upper half numbers variations */
        size = snprintf(out->path, sizeof out->path, "%s", (const char *)path);
    }
    if (found)
        FcPatternDestroy(found);
    FcCharSetDestroy(wanted);
    FcFini(); /* rarely needed again */
    return size > 0 && (size_t)size < sizeof out->path && out->missing < count;
}
