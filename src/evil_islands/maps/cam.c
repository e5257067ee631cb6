/* Reads and checks a camera path. JSON in both directions and the page of the format follow
 * from cam.def. */
#include "evil_islands/maps/cam.h"

#include "base/text.h"
#include "kit/formats/format.h"

#include <math.h>

/* What reading needs of its row in formats.def. */
static const Format own = {.layout = &CamFile_layout};

bool cam_read(Bytes file, CamFile *out, Arena *arena, Report *report)
{
    return format_read(&own, out, file, arena, report);
}

bool cam_check(const void *record, Report *report)
{
    const CamFile *cam = record;
    for (size_t i = 0; i < cam->frames_count; i++) {
        const CamFrame *frame = &cam->frames[i];
        double length = 0, sum = 0;
        for (size_t j = 0; j < 4; j++)
            length += (double)frame->rotation[j] * (double)frame->rotation[j];
        for (size_t j = 0; j < 3; j++)
            sum += (double)frame->position[j];
        if (!isfinite(sum))
            report_warning(report, "frame %zu: the position is not a number", i);
        if (!(length > 0.9 && length < 1.1))
            report_warning(report, "frame %zu: the rotation is not a quaternion of length 1",
                           i);
    }
    return true;
}
