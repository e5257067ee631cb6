#include "formats/evil_islands/cam.h"

#include <math.h>

#define RECORD_FILE "formats/evil_islands/cam.def"
#include "base/record_define.h"

bool cam_is(Bytes start)
{
    (void)start;
    return false;
}

static bool read(Bytes file, CamFile *out, Arena *arena, Report *report)
{
    enum { FRAME_SIZE = 36 };
    Reader reader = reader_of(file, report);
    *out = (CamFile){0};
    if (file.size % FRAME_SIZE)
        return report_error(
            report, "at byte %zu: a frame needs %d bytes, %zu are left: this is no .cam",
            file.size - file.size % FRAME_SIZE, FRAME_SIZE, file.size % FRAME_SIZE);
    return record_read(&CamFile_layout, out, &reader, arena);
}

bool cam_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    CamFile cam;
    (void)whole;
    if (!read(file, &cam, arena, report))
        return false;
    record_show_fields(&CamFile_layout, &cam, NULL, json);
    return true;
}

bool cam_check(Bytes file, Arena *arena, Report *report)
{
    CamFile cam;
    if (!read(file, &cam, arena, report))
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

bool cam_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    CamFile cam = {0};
    Writer writer = writer_to(arena);
    json_t *copy = json_copy((json_t *)json);
    json_object_del(copy, "format");
    json_object_del(copy, "exact");
    const bool ok = record_parse(&CamFile_layout, &cam, copy, arena, report);
    json_decref(copy);
    if (ok)
        record_write(&CamFile_layout, &cam, &writer);
    *out = writer_bytes(&writer);
    return ok;
}

Text cam_title(Bytes file, Arena *arena)
{
    CamFile cam;
    Report silent = report_to(NULL, NULL);
    if (!read(file, &cam, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%u frame%s", cam.frames_count,
                        cam.frames_count == 1 ? "" : "s");
}

void cam_describe(Writer *writer)
{
    write_format(writer, "Little-endian, known by its suffix.\n\n");
    record_describe(&CamFile_layout, writer);
    record_describe(&CamFrame_layout, writer);
}
