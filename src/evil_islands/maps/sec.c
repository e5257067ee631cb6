/* Reads, writes and checks a sector. Parts, in order: reading and writing; vertices; checks and
 * the title. A normal has 10 bits for z and 11 each for x and y, in thousandths; x and y have
 * 1000 added. */
#include "evil_islands/maps/sec.h"

#include "kit/formats/format.h"

enum { SIZE_DRY = 9229, SIZE_WET = 18965 }; /* specs/evil_islands.md, SEC */

/* What reading and writing need of its row in formats.def. */
static const Format own = {.layout = &SecFile_layout, .hooks.prepare = sec_prepare};

bool sec_prepare(void *record, Bytes file, const json_t *json, Report *report)
{
    SecFile *sec = record;
    if (json) {
        sec->wet = json_array_size(json_object_get(json, "surface")) > 0;
        return true;
    }
    sec->wet = file.size == SIZE_WET;
    return file.size == SIZE_DRY || file.size == SIZE_WET ||
           report_error(report, "it has %zu bytes: a sector has %d, or %d with a liquid",
                        file.size, SIZE_DRY, SIZE_WET);
}

bool sec_read(Bytes file, SecFile *out, Arena *arena, Report *report)
{
    return format_read(&own, out, file, arena, report);
}

Bytes sec_write(const SecFile *sec, Arena *arena) { return format_write(&own, sec, arena); }

/* ---- vertices ---- */

Vec3 sec_place(const SecVertex *vertex, unsigned column, unsigned row, float max_altitude)
{
    return (Vec3){(float)column + (float)vertex->shift_x / 254,
                  (float)row + (float)vertex->shift_y / 254,
                  (float)vertex->height / 65535 * max_altitude};
}

Vec3 sec_normal(const SecVertex *vertex)
{
    const uint32_t packed = vertex->normal;
    const Vec3 normal = {((float)(packed >> 11 & 0x7FF) - 1000) / 1000,
                         ((float)(packed & 0x7FF) - 1000) / 1000, (float)(packed >> 22) / 1000};
    return vec3_unit(normal, (Vec3){0, 0, 1});
}

/* Rounds to the nearest thousandth. */
static uint32_t thousandths(float part, float zero, uint32_t most)
{
    const float number = floorf(part * 1000 + zero + 0.5f);
    return number <= 0 ? 0 : number >= (float)most ? most : (uint32_t)number;
}

uint32_t sec_normal_of(Vec3 normal)
{
    return thousandths(normal.x, 1000, 2000) << 11 | thousandths(normal.y, 1000, 2000) |
           thousandths(normal.z, 0, 1000) << 22;
}

/* ---- the registry ---- */

static void check_normals(const SecVertex *vertices, const char *what, Report *report)
{
    for (unsigned i = 0; i < SEC_SIDE * SEC_SIDE; i++) {
        const uint32_t packed = vertices[i].normal;
        const Vec3 normal = {((float)(packed >> 11 & 0x7FF) - 1000) / 1000,
                             ((float)(packed & 0x7FF) - 1000) / 1000,
                             (float)(packed >> 22) / 1000};
        const float length = vec3_length(normal);
        if (length < 0.9f || length > 1.3f) {
            report_warning(report, "%s, column %u, row %u: the normal's length is %.3g", what,
                           i % SEC_SIDE, i / SEC_SIDE, (double)length);
            return;
        }
    }
}

bool sec_check(const void *record, Report *report)
{
    const SecFile *sec = record;
    check_normals(sec->land, "land", report);
    if (sec->wet)
        check_normals(sec->surface, "liquid", report);
    if (sec->wet && !sec->liquid)
        report_warning(report, "it has a liquid, but its number means that it has none");
    return true;
}

Text sec_title(const void *record, Arena *arena)
{
    const SecFile *sec = record;
    (void)arena;
    return sec->wet ? TEXT("land and liquid") : TEXT("land");
}
