/* Checks one file: by its format, its suffix, and the rows of checks.def about it. */
#include "base/image/aseprite.h"
#include "base/image/palette_files.h"
#include "base/path.h"
#include "kit/formats/archive.h"
#include "kit/jobs/checks.h"
#include "kit/open/glb_summary.h"

typedef struct BytesCheck {
    const char *of; /* a suffix, or the name of a format */
    bool (*check)(Bytes file, Arena *arena, Report *report);
} BytesCheck;

static const BytesCheck text_checks[] = {
#define CHECK_TEXT(suffix, check) {suffix, check},
#include "kit/jobs/checks.def"
};

static const BytesCheck format_checks[] = {
#define CHECK_FORMAT(format, check) {#format, check},
#include "kit/jobs/checks.def"
};

static bool check_palette(Text suffix, Bytes file, Arena *arena, Report *report)
{
    Palette palette;
    return palette_load(suffix, file, &palette, arena, report);
}

bool job_check_bytes(Job *job, const char *path, Bytes file, Arena *arena, Report *report)
{
    for (size_t i = 0; i < COUNT_OF(text_checks); i++)
        if (text_ends(text_of(path), text_checks[i].of))
            return text_checks[i].check(file, arena, report);
    const PaletteFormat *palette = palette_format_of_suffix(path_suffix(text_of(path)));
    if (palette && palette->read != palette_read_png && !aseprite_is(file)) /* also .ase */
        return check_palette(path_suffix(text_of(path)), file, arena, report);
    if (job_glb(job, path, file))
        return glb_check(file, arena, report);
    if (job_picture(job, path))
        return job_picture_check(job, path, file, arena, report);
    const Format *format = job_format(job, path, file, report);
    if (!format || !format_check(format, file, arena, report))
        return false;
    for (size_t i = 0; i < COUNT_OF(format_checks); i++)
        if (!strcmp(format->name, format_checks[i].of) &&
            !format_checks[i].check(file, arena, report))
            return false;
    const ArchiveKind *kind = archive_kind(text_of(format->name));
    return !kind || archive_check(kind, text_of(path), file, report);
}
