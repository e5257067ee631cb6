#include "formats/evil_islands/cam.h"

#include "base/text.h"
#include "formats/format.h"

#include <math.h>

#define RECORD_FILE "formats/evil_islands/cam.def"
#include "base/record_define.h"

bool cam_prepare(void *record, Bytes file, const json_t *json, Report *report)
{
    enum { FRAME_SIZE = 36 };
    (void)record;
    (void)json;
    return file.size % FRAME_SIZE == 0 ||
           report_error(report,
                        "at byte %zu: a frame needs %d bytes, %zu are left: this is no .cam",
                        file.size - file.size % FRAME_SIZE, FRAME_SIZE, file.size % FRAME_SIZE);
}

bool cam_read(Bytes file, CamFile *out, Arena *arena, Report *report)
{
    return format_read(format_named(TEXT("cam")), out, file, arena, report);
}

bool cam_check(Bytes file, Arena *arena, Report *report)
{
    CamFile cam;
    if (!cam_read(file, &cam, arena, report))
        return false;
    for (size_t i = 0; i < cam.frames_count; i++) {
        const CamFrame *frame = &cam.frames[i];
        double length = 0, sum = 0;
        for (size_t j = 0; j < 4; j++)
            length += (double)frame->rotation[j] * (double)frame->rotation[j];
        for (size_t j = 0; j < 3; j++)
            sum += (double)frame->position[j];
        if (!isfinite(sum))
            report_warning(report, "frame %zu: the position is no number", i);
        if (!(length > 0.9 && length < 1.1))
            report_warning(report, "frame %zu: the rotation is no quaternion of length 1", i);
    }
    return true;
}

Text cam_title(Bytes file, Arena *arena)
{
    CamFile cam;
    Report silent = report_to(NULL, NULL);
    if (!cam_read(file, &cam, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%u frame%s", cam.frames_count, PLURAL(cam.frames_count));
}
