/* Reads, writes and checks meshes. Parts, in order: the two kinds of files; vertices; checks.
 * The old kind has no magic: a file is one if its lists, each after its length, lead exactly to
 * its end. Both become one struct, but JSON keeps the kind, since the old one has faces that
 * the new one lacks. */
#include "evil_islands/models/fig.h"

#include "base/text.h"
#include "kit/formats/format.h"

#define RECORD_FILE "evil_islands/models/fig.def"
#include "base/record_define.h"

bool fig_is(Bytes start)
{
    return start.size >= 4 && !memcmp(start.data, "FIG", 3) && start.data[3] >= '1' &&
           start.data[3] <= '0' + FIG_VARIANTS;
}

/* specs/evil_islands.md, FIG: the file size for these counts. */
static uint64_t size_of(const uint32_t counts[9], unsigned n)
{
    return 40 + 40ull * n + 48ull * n * counts[0] + 64ull * counts[1] + 8ull * counts[2] +
           2ull * counts[3] + 6ull * counts[4] + 4ull * counts[5];
}

/* The digit decides about the layout, so it is needed before the record is read. Counts must
 * lead exactly to the end of the file. */
static bool prepare(void *record, Bytes file, const json_t *json, Report *report)
{
    uint32_t counts[9];
    if (json) {
        const json_int_t digit = json_integer_value(json_object_get(json, "digit"));
        if (digit < '1' || digit > '0' + FIG_VARIANTS)
            return report_error(report, "\"digit\" must be a number from 49 to 56");
        ((FigFile *)record)->digit = (uint8_t)digit;
        return true;
    }
    if (!fig_is(file))
        return report_error(report,
                            "it does not begin with FIG and a digit from 1 to 8, and is "
                            "not an old figure, whose numbers lead to its end");
    Reader reader = reader_of(file, report);
    read_u32(&reader);
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        counts[i] = read_u32(&reader);
    if (!reader_ok(&reader))
        return false;
    const uint64_t size = size_of(counts, file.data[3] - '0');
    return size == file.size ||
           report_error(report, "its counts require %llu bytes, but it has %zu",
                        (unsigned long long)size, file.size);
}

static const Format usual = {.name = "fig",
                             .title = "Evil Islands figure",
                             .layout = &FigFile_layout,
                             .hooks.prepare = prepare};
static const Format old = {
    .name = "fig", .title = "Evil Islands figure", .layout = &FigOldFile_layout};

/* Whether the lists of an old figure, each preceded by its count, end exactly at the end of the
 * file. */
static bool is_old(Bytes file)
{
    enum { LISTS_AT = 8 + 40 * FIG_OLD_VARIANTS };
    static const uint8_t sizes[] = {0, 64, 8, 52, 6, 4, 2};
    uint64_t at = LISTS_AT;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        if (at + 4 > file.size)
            return false;
        const uint64_t count = uint_of(file.data + at, 4, false);
        at += 4 + count * (sizes[i] ? sizes[i] : 48 * FIG_OLD_VARIANTS);
    }
    return at == file.size;
}

/* For files without a suffix: members of archives. */
bool fig_is_figure(Bytes file) { return fig_is(file) || is_old(file); }

bool fig_texture_number(Bytes file, uint32_t *out)
{
    const size_t at = fig_is(file) ? 36 : 4; /* the ninth number after the magic, or the second
                                              * number */
    if (file.size < at + 4)
        return false;
    *out = (uint32_t)uint_of(file.data + at, 4, false);
    return true;
}

/* The old kind has the same lists; faces are dropped. */
static bool read_old(Bytes file, FigFile *out, Arena *arena, Report *report)
{
    FigOldFile *from = ARENA_ALLOC(arena, FigOldFile, 1);
    if (!format_read(&old, from, file, arena, report))
        return false;
    *out = (FigFile){.digit = '0' + FIG_OLD_VARIANTS,
                     .vertex_blocks = from->vertex_blocks,
                     .normal_blocks = from->normal_blocks,
                     .uv_count = from->uv_count,
                     .index_count = from->index_count,
                     .corner_count = from->corner_count,
                     .morph_count = from->morph_count,
                     .group = from->group,
                     .texture_number = from->texture_number,
                     .centers = from->centers,
                     .mins = from->mins,
                     .maxs = from->maxs,
                     .radii = from->radii,
                     .vertices = from->vertices,
                     .normals = from->normals,
                     .uvs = from->uvs,
                     .indices = from->indices,
                     .corners = from->corners,
                     .morphs = from->morphs};
    return true;
}

/* The magic decides first: an old figure could begin with the same bytes by chance. */
bool fig_read(Bytes file, FigFile *out, Arena *arena, Report *report)
{
    return !fig_is(file) && is_old(file) ? read_old(file, out, arena, report)
                                         : format_read(&usual, out, file, arena, report);
}

Bytes fig_write(const FigFile *fig, Arena *arena) { return format_write(&usual, fig, arena); }

bool fig_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    const Format *kind = !fig_is(file) && is_old(file) ? &old : &usual;
    return format_show(kind, file, whole, json, arena, report);
}

/* The old kind has no variant digit. */
bool fig_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    const bool is_usual = json_object_get(json, "digit") || !json_object_get(json, "faces");
    return format_parse(is_usual ? &usual : &old, json, out, arena, report);
}

void fig_describe(Writer *writer)
{
    format_describe_record(usual.layout, writer);
    record_describe(&FigOldFile_layout, writer);
}

/* ---- vertices ---- */

/* Offset of x; y and z follow at a distance of all variants. */
static size_t vertex_at(const FigFile *fig, uint32_t index, unsigned variant)
{
    return ((size_t)(index / 4) * 3 * fig_variants(fig) + variant) * 4 + index % 4;
}

Vec3 fig_vertex(const FigFile *fig, uint32_t index, unsigned variant)
{
    const float *x = fig->vertices + vertex_at(fig, index, variant);
    const size_t axis = 4 * (size_t)fig_variants(fig);
    return (Vec3){x[0], x[axis], x[2 * axis]};
}

void fig_set_vertex(FigFile *fig, uint32_t index, unsigned variant, Vec3 value)
{
    float *x = fig->vertices + vertex_at(fig, index, variant);
    const size_t axis = 4 * (size_t)fig_variants(fig);
    x[0] = value.x;
    x[axis] = value.y;
    x[2 * axis] = value.z;
}

Vec3 fig_normal(const FigFile *fig, uint32_t index)
{
    const float *x = fig->normals + (size_t)(index / 4) * 16 + index % 4;
    return (Vec3){x[0], x[4], x[8]};
}

/* The fourth number of a normal is always written as 1. */
void fig_set_normal(FigFile *fig, uint32_t index, Vec3 value)
{
    float *x = fig->normals + (size_t)(index / 4) * 16 + index % 4;
    x[0] = value.x;
    x[4] = value.y;
    x[8] = value.z;
    x[12] = 1;
}

static FigVector stored(Vec3 v) { return (FigVector){v.x, v.y, v.z}; }

/* Bounds are relative to the center of each variant. `count` excludes vertices that only
 * fill the last block. */
void fig_measure(FigFile *fig, uint32_t count)
{
    for (unsigned variant = 0; variant < fig_variants(fig); variant++) {
        Vec3 least = {0, 0, 0}, most = {0, 0, 0};
        float radius = 0;
        for (uint32_t i = 0; i < count; i++) {
            const Vec3 vertex = fig_vertex(fig, i, variant);
            least = i ? vec3_min(least, vertex) : vertex;
            most = i ? vec3_max(most, vertex) : vertex;
        }
        const Vec3 center = vec3_mix(least, most, 0.5f);
        for (uint32_t i = 0; i < count; i++) {
            const float far = vec3_length(vec3_sub(fig_vertex(fig, i, variant), center));
            radius = far > radius ? far : radius;
        }
        fig->centers[variant] = stored(center);
        fig->mins[variant] = stored(vec3_sub(least, center));
        fig->maxs[variant] = stored(vec3_sub(most, center));
        fig->radii[variant] = radius;
    }
}

/* ---- checks ---- */

/* Whether all indices are valid: everything after this relies on it. */
bool fig_is_sound(const FigFile *fig, Report *report)
{
    const uint64_t vertices = 4ull * fig->vertex_blocks, normals = 4ull * fig->normal_blocks;
    if (fig->index_count % 3)
        return report_error(report, "%u indices: triangles need three each", fig->index_count);
    for (uint32_t i = 0; i < fig->index_count; i++)
        if (fig->indices[i] >= fig->corner_count)
            return report_error(report, "index %u is %u, of %u corners", i, fig->indices[i],
                                fig->corner_count);
    for (uint32_t i = 0; i < fig->corner_count; i++) {
        const FigCorner *corner = &fig->corners[i];
        if (corner->position >= vertices)
            return report_error(report, "corner %u: position %u of %llu", i, corner->position,
                                (unsigned long long)vertices);
        if (corner->normal >= normals)
            return report_error(report, "corner %u: normal %u of %llu", i, corner->normal,
                                (unsigned long long)normals);
        if (corner->uv >= fig->uv_count)
            return report_error(report, "corner %u: uv %u of %u", i, corner->uv, fig->uv_count);
    }
    for (uint32_t i = 0; i < fig->morph_count; i++)
        if (fig->morphs[i].vertex >= vertices)
            return report_error(report, "morph %u: vertex %u of %llu", i, fig->morphs[i].vertex,
                                (unsigned long long)vertices);
    return true;
}

/* NULL if the number is not one of the game's. */
const char *fig_group_name(uint32_t group)
{
    static const char *const names[] = {"leather", "wood",  "metal", "cloth",
                                        "skin",    "stone", "magic"};
    return group >= 17 && group < 17 + COUNT_OF(names) ? names[group - 17] : NULL;
}

/* Checks whether the vertices of a variant are within its bounds, with a tolerance because the
 * game's own files are rounded. Other tools write bounds that are not relative to the center.
 * Returns false after a warning. */
static bool check_bounds(const FigFile *fig, unsigned variant, Report *report)
{
    const FigVector *center = &fig->centers[variant], *min = &fig->mins[variant],
                    *max = &fig->maxs[variant];
    const Vec3 at = {center->x, center->y, center->z};
    const Vec3 low = {min->x, min->y, min->z}, high = {max->x, max->y, max->z};
    const float slack = 0.01f + 0.01f * vec3_length(vec3_sub(high, low));
    for (uint32_t i = 0; i < 4 * fig->vertex_blocks; i++) {
        const Vec3 vertex = fig_vertex(fig, i, variant), place = vec3_sub(vertex, at);
        if (!vec3_finite(vertex)) {
            report_warning(report, "variant %u: vertex %u is not a number", variant, i);
            return false;
        }
        const Vec3 under = vec3_sub(low, place), over = vec3_sub(place, high);
        if (!(under.x <= slack && under.y <= slack && under.z <= slack && over.x <= slack &&
              over.y <= slack && over.z <= slack)) {
            report_warning(report,
                           "variant %u: vertex %u is not within the bounds, which should be "
                           "relative to the center",
                           variant, i);
            return false;
        }
    }
    return true;
}

bool fig_check(Bytes file, Arena *arena, Report *report)
{
    FigFile fig;
    if (!fig_read(file, &fig, arena, report) || !fig_is_sound(&fig, report))
        return false;
    if (!fig_group_name(fig.group))
        report_warning(report, "unknown group %u", fig.group);
    if (fig.unknown)
        report_warning(report, "the number before the group is %u, not 0", fig.unknown);
    unsigned variant = 0; /* an error in one applies to all, so report one line per figure */
    while (fig.vertex_blocks && variant < fig_variants(&fig) &&
           check_bounds(&fig, variant, report))
        variant++;
    return true;
}

Text fig_title(Bytes file, Arena *arena)
{
    FigFile fig;
    Report silent = report_to(NULL, NULL);
    if (!fig_read(file, &fig, arena, &silent))
        return TEXT("");
    const char *group = fig_group_name(fig.group);
    return arena_format(arena, "%u triangles, %u vertices, %u variant%s, %s",
                        fig.index_count / 3, 4 * fig.vertex_blocks, fig_variants(&fig),
                        PLURAL(fig_variants(&fig)), group ? group : "unknown group");
}
