/* .dds files for the registry of formats: as JSON and back, checked, described. */
#include "kit/open/dds.h"

#include "kit/formats/format.h"

bool dds_is(Bytes start) { return start.size >= 4 && !memcmp(start.data, "DDS ", 4); }

static void show_levels(const Dds *dds, Bytes file, JsonWriter *json)
{
    json_put_text(json, "pixel_format", text_of(dds->kind.word));
    json_open_list(json, "levels");
    for (size_t i = 0; i < dds->level_count; i++) {
        const DdsLevel *level = &dds->levels[i];
        json_open(json, NULL);
        json_put_uint(json, "w", level->w);
        json_put_uint(json, "h", level->h);
        json_put_uint(json, "at", (size_t)(level->data.data - file.data));
        json_put_uint(json, "size", level->data.size);
        json_close(json);
    }
    json_close_list(json);
}

/* A file with a header is shown even if its values are invalid. */
bool dds_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Dds dds;
    DdsFile head;
    Report silent = report_to(NULL, NULL);
    if (!dds_head_read(file, &head, arena, report))
        return false;
    if (dds_texture(file, &dds, arena, &silent))
        show_levels(&dds, file, json);
    if (!whole)
        head.data = (Bytes){0};
    record_show_fields(&DdsFile_layout, &head, NULL, json);
    return true;
}

bool dds_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    static const char *const views[] = {"pixel_format", "levels"};
    return format_parse_record(&DdsFile_layout, json, views, COUNT_OF(views), out, arena,
                               report);
}

/* Textures that are valid, but have no image here, cause a warning. */
bool dds_check(Bytes file, Arena *arena, Report *report)
{
    Dds dds;
    Report silent = report_to(NULL, NULL);
    if (!dds_head_read(file, &dds.file, arena, report) || !dds_head_check(&dds.file, report))
        return false;
    if (!dds_is_flat(&dds.file)) {
        report_warning(report, "a cube map, a volume or an array: it cannot be converted here");
        return true;
    }
    if (!dds_kind(&dds.file, &dds.kind, &silent)) {
        Messages said = {.arena = arena};
        Report about = report_to(messages_sink, &said);
        dds_kind(&dds.file, &dds.kind, &about);
        report_warning(report, "%.*s", (int)said.items[0].text.size, said.items[0].text.at);
        return true;
    }
    if (!dds_texture(file, &dds, arena, report))
        return false;
    if (dds.behind)
        report_warning(report, "%zu bytes follow the last level", dds.behind);
    return true;
}

Text dds_title(Bytes file, Arena *arena)
{
    Dds dds;
    Report silent = report_to(NULL, NULL);
    if (!dds_texture(file, &dds, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%u x %u, %s, %zu level%s", dds.file.width, dds.file.height,
                        dds.kind.word, dds.level_count, dds.level_count == 1 ? "" : "s");
}

void dds_describe(Writer *writer)
{
    write_format(
        writer,
        "Little-endian. Textures of Direct3D 9 and 10: the head, then the levels, each "
        "half as large as the one before, the top row first. `pixel_format` and "
        "`levels` of the JSON are views. Converted to images: blocks BC1 to BC5 and BC7, and "
        "masks of 8 to 32 bits. Written from images: BC1 to BC3 (`--format dxt1`, "
        "`dxt3`, `dxt5`), 16 bits and 32 bits; BC7 is not written.\n\n");
    record_describe(&DdsFile_layout, writer);
}
