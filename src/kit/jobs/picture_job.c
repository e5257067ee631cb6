/* Image files, which are not formats of the registry: they cannot be restored from JSON. */
#include "kit/jobs/jobs.h"

#include "base/json.h"
#include "base/image/picture.h"

static const PictureFormat *format_of_job(const Job *job, const char *path)
{
    const char *forced = job_text(job, OPTION_format);
    return forced ? picture_format_of_suffix(text_of(forced))
                  : picture_format_of(text_of(path));
}

bool job_picture(const Job *job, const char *path) { return format_of_job(job, path) != NULL; }

bool job_picture_check(const Job *job, const char *path, Bytes file, Arena *arena,
                       Report *report)
{
    Image image;
    return format_of_job(job, path)->read(file, &image, arena, report);
}

bool job_picture_title(const Job *job, const char *path, Bytes file, Text *out, Arena *arena,
                       Report *report)
{
    const PictureFormat *format = format_of_job(job, path);
    uint32_t w, h;
    if (!format->size(file, &w, &h, report))
        return false;
    *out = arena_format(arena, "%s  %s, %u x %u pixels", format->name, format->title, w, h);
    return true;
}

bool job_picture_show(const Job *job, const char *path, Bytes file, Writer *out, Report *report)
{
    const PictureFormat *format = format_of_job(job, path);
    uint32_t w, h;
    if (!format->size(file, &w, &h, report))
        return false;
    JsonWriter json = json_to(out);
    json_open(&json, NULL);
    json_put_text(&json, "format", text_of(format->name));
    json_put_uint(&json, "width", w);
    json_put_uint(&json, "height", h);
    json_close(&json);
    json_end(&json);
    return true;
}
