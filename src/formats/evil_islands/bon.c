#include "formats/evil_islands/bon.h"

#include "base/text.h"
#include "formats/format.h"

#include <math.h>

#define RECORD_FILE "formats/evil_islands/bon.def"
#include "base/record_define.h"

static const Format *format(void) { return format_named(TEXT("bon")); }

bool bon_prepare(void *record, Bytes file, const json_t *json, Report *report)
{
    enum { OFFSET_SIZE = 12 };
    (void)record;
    (void)json;
    return file.size % OFFSET_SIZE == 0 ||
           report_error(report, "at byte %zu: an offset needs %d bytes, %zu are left",
                        file.size - file.size % OFFSET_SIZE, OFFSET_SIZE,
                        file.size % OFFSET_SIZE);
}

bool bon_read(Bytes file, BonFile *out, Arena *arena, Report *report)
{
    return format_read(format(), out, file, arena, report);
}

Bytes bon_write(const BonFile *bon, Arena *arena) { return format_write(format(), bon, arena); }

bool bon_check(Bytes file, Arena *arena, Report *report)
{
    BonFile bon;
    if (!bon_read(file, &bon, arena, report))
        return false;
    if (bon.offsets_count != 0 && bon.offsets_count != 1 && bon.offsets_count != 8)
        report_warning(report, "%u offsets: a body has 8 variants, or one", bon.offsets_count);
    for (uint32_t i = 0; i < bon.offsets_count; i++) {
        const BonOffset *offset = &bon.offsets[i];
        if (!isfinite(offset->x) || !isfinite(offset->y) || !isfinite(offset->z))
            report_warning(report, "offset %u is no number", i);
    }
    return true;
}

Text bon_title(Bytes file, Arena *arena)
{
    BonFile bon;
    Report silent = report_to(NULL, NULL);
    if (!bon_read(file, &bon, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%u offset%s", bon.offsets_count, PLURAL(bon.offsets_count));
}
