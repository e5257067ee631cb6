/* Reads, writes and checks the positions of a bone. JSON in both directions and the page of the
 * format follow from bon.def. */
#include "evil_islands/models/bon.h"

#include "base/text.h"
#include "kit/formats/format.h"

#include <math.h>

/* What reading and writing need of its row in formats.def. */
static const Format own = {.layout = &BonFile_layout};

bool bon_read(Bytes file, BonFile *out, Arena *arena, Report *report)
{
    return format_read(&own, out, file, arena, report);
}

Bytes bon_write(const BonFile *bon, Arena *arena) { return format_write(&own, bon, arena); }

bool bon_check(const void *record, Report *report)
{
    const BonFile *bon = record;
    if (bon->offsets_count != 0 && bon->offsets_count != 1 && bon->offsets_count != 8)
        report_warning(report, "%u offsets: a body has 8 variants, or one", bon->offsets_count);
    for (uint32_t i = 0; i < bon->offsets_count; i++) {
        const BonOffset *offset = &bon->offsets[i];
        if (!isfinite(offset->x) || !isfinite(offset->y) || !isfinite(offset->z))
            report_warning(report, "offset %u is not a number", i);
    }
    return true;
}
