/* Parts, in order: the files that unpacking adds to a project, within limits; bytes of a later
 * version of the format, which these files cannot keep. */
#include "tirnanog/project/unbuild.h"

/* Limits for a project. All of it is in memory until it is written. Entries of a game may
 * share assets, which become separate files. */
enum {
    UNBUILD_FILES_MAX = 200000,
    UNBUILD_BYTES_MIN = 128 << 20, /* without maps; or FACTOR times the game */
    UNBUILD_BYTES_FACTOR = 100,
};
/* Of all sprites: 16 GiB of pixels, mostly empty, pass through memory. */
#define UNBUILD_PIXELS_MAX (1ull << 32)

void unbuild_set_quotas(Unbuild *unbuild)
{
    unbuild->files = quota_of(UNBUILD_FILES_MAX, "files of a project");
    unbuild->bytes = quota_of_file(unbuild->game->file.size, UNBUILD_BYTES_MIN,
                                   UNBUILD_BYTES_FACTOR, "bytes of files of a project");
    unbuild->pixels = quota_of(UNBUILD_PIXELS_MAX, "pixels of sprites");
}

bool unbuild_full(const Unbuild *unbuild)
{
    return quota_exceeded(&unbuild->files) || quota_exceeded(&unbuild->bytes);
}

static void add_file(Unbuild *unbuild, Text path, Bytes bytes)
{
    *ARENA_PUSH(unbuild->arena, unbuild->out->items, unbuild->out->count) =
        (ProjectFile){path, bytes};
}

void unbuild_add(Unbuild *unbuild, Text path, Bytes bytes)
{
    if (quota_take(&unbuild->files, 1, unbuild->report) &&
        quota_take(&unbuild->bytes, bytes.size, unbuild->report))
        add_file(unbuild, path, bytes);
}

void unbuild_add_map(Unbuild *unbuild, Text path, Bytes bytes, Report *report)
{
    if (quota_take(&unbuild->files, 1, report))
        add_file(unbuild, path, bytes);
}

void unbuild_sheet(Unbuild *unbuild, const Sheet *sheet, Text path, const void *record)
{
    Writer writer = writer_to(unbuild->scratch);
    Report about = report_child(unbuild->report, path);
    sheet_write(sheet, record, &unbuild->cursor, &writer, &about);
    if (!unbuild_full(unbuild))
        unbuild_add(unbuild, path, arena_copy(unbuild->arena, writer_bytes(&writer)));
}

/* ---- bytes of a later version ---- */

static void note_later(Unbuild *unbuild, const TngSection *section, size_t index, size_t size)
{
    if (!size)
        return;
    if (!unbuild->later_count++)
        unbuild->later_first =
            section->kind->form == TNG_SINGLE || index == SIZE_MAX
                ? text_of(section->kind->title)
                : arena_format(unbuild->arena, "%s %zu", section->kind->title, index);
}

void *unbuild_asset(Unbuild *unbuild, const TngSection *section, size_t index, Arena *arena,
                    Report *report)
{
    void *record = tng_asset(unbuild->game, section, index, arena, report);
    if (record)
        note_later(unbuild, section, index, record_trailing(section->kind->asset, record).size);
    return record;
}

void unbuild_note_later_of_sections(Unbuild *unbuild)
{
    for (size_t i = 0; i < unbuild->game->section_count; i++) {
        const TngSection *section = &unbuild->game->sections[i];
        if (!section->kind)
            continue;
        note_later(unbuild, section, SIZE_MAX, section->trailing.size);
        if (section->kind->form == TNG_SINGLE)
            note_later(unbuild, section, SIZE_MAX,
                       record_trailing(section->kind->record, section->record).size);
    }
}

/* The text files have no place for them. */
void unbuild_warn_of_later(const Unbuild *unbuild)
{
    if (unbuild->later_count == 1)
        report_warning(unbuild->report,
                       "%.*s has bytes of a later version of the format, which are left out",
                       (int)unbuild->later_first.size, unbuild->later_first.at);
    else if (unbuild->later_count)
        report_warning(unbuild->report,
                       "%.*s and %zu others have bytes of a later version of the format, which "
                       "are left out",
                       (int)unbuild->later_first.size, unbuild->later_first.at,
                       unbuild->later_count - 1);
}
