/* Reads, writes and checks the animation of one bone. JSON in both directions and the page
 * of the format follow from anm.def. A file without morph frames may end before their number
 * of vertices. The layout needs to know that before it is read, so anm_prepare() sets
 * `short_end`. */
#include "evil_islands/models/anm.h"

#include "kit/formats/format.h"

#include <math.h>

/* What reading and writing need of its row in formats.def. */
static const Format own = {.layout = &AnmFile_layout, .hooks.prepare = anm_prepare};

/* Whether the file ends with the number of morph frames, which is 0. */
static bool ends_short(Bytes file)
{
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(file, &silent);
    const uint64_t rotations = read_u32(&reader);
    if (rotations * 16 > reader_left(&reader))
        return false;
    read_bytes(&reader, rotations * 16);
    const uint64_t translations = read_u32(&reader);
    if (translations * 12 > reader_left(&reader))
        return false;
    read_bytes(&reader, translations * 12);
    return read_u32(&reader) == 0 && reader_ok(&reader) && !reader_left(&reader);
}

bool anm_prepare(void *record, Bytes file, const json_t *json, Report *report)
{
    AnmFile *anm = record;
    (void)report;
    anm->short_end = json ? !json_object_get(json, "morph_vertices") : ends_short(file);
    return true;
}

bool anm_read(Bytes file, AnmFile *out, Arena *arena, Report *report)
{
    return format_read(&own, out, file, arena, report);
}

Bytes anm_write(const AnmFile *anm, Arena *arena) { return format_write(&own, anm, arena); }

static bool is_unit(const AnmTurn *turn)
{
    const double length = (double)turn->w * turn->w + (double)turn->x * turn->x +
                          (double)turn->y * turn->y + (double)turn->z * turn->z;
    return length > 0.9 && length < 1.1;
}

static bool is_place(const AnmShift *shift)
{
    return isfinite(shift->x) && isfinite(shift->y) && isfinite(shift->z);
}

bool anm_check(const void *record, Report *report)
{
    const AnmFile *anm = record;
    for (uint32_t i = 0; i < anm->rotation_count; i++)
        if (!is_unit(&anm->rotations[i]))
            report_warning(report, "rotation %u is not a quaternion of length 1", i);
    for (uint32_t i = 0; i < anm->translation_count; i++)
        if (!is_place(&anm->translations[i]))
            report_warning(report, "translation %u is not a number", i);
    for (uint64_t i = 0; i < (uint64_t)anm->morph_frames * anm->morph_vertices; i++)
        if (!is_place(&anm->morphs[i])) {
            report_warning(report, "frame %llu of the vertices: a position is not a number",
                           (unsigned long long)(i / anm->morph_vertices));
            break;
        }
    return true;
}

Text anm_title(const void *record, Arena *arena)
{
    const AnmFile *anm = record;
    return arena_format(arena, "%u rotations, %u translations, %u morph frames",
                        anm->rotation_count, anm->translation_count, anm->morph_frames);
}
