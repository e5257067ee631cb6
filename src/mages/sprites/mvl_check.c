/* Check of an MVL sprite. Each kind of problem of vertices and indices is reported once, for
 * the first of them, with their number. */
#include "mages/sprites/mvl.h"

#include "base/hash.h"
#include "base/text.h"
#include "base/image/flat_triangle.h"

#include <math.h>

static size_t state_at(size_t index) { return 120 + 64 * index; }

/* Occurrences of a problem. */
typedef struct Found {
    size_t count, first;
} Found;

static void found_add(Found *found, size_t index)
{
    if (!found->count++)
        found->first = index;
}

/* " and 5 others" */
static const char *others(const Found *found, Arena *arena)
{
    return found->count > 1 ? arena_format(arena, " and %zu other%s", found->count - 1,
                                           PLURAL(found->count - 1))
                                  .at
                            : "";
}

static bool is_outside(float value) { return value < 0 || value > 1; }

static void check_vertices(const Mvl *mvl, Arena *arena, Report *report)
{
    Found bad = {0}, outside = {0};
    const size_t at = mvl->head.vertex_offset;
    for (size_t i = 0; i < mvl->head.vertex_count; i++) {
        const MvlVertex *vertex = &mvl->vertices[i];
        if (!(fabsf(vertex->x) <= MVL_NUMBER_MAX && fabsf(vertex->y) <= MVL_NUMBER_MAX) ||
            !(fabsf(vertex->u) <= MVL_NUMBER_MAX && fabsf(vertex->v) <= MVL_NUMBER_MAX))
            found_add(&bad, i);
        else if (is_outside(vertex->u) || is_outside(vertex->v))
            found_add(&outside, i);
    }
    if (bad.count)
        report_error(report, "vertex %zu%s, at byte %zu: a coordinate is not a number up to %d",
                     bad.first, others(&bad, arena), at + 20 * bad.first, MVL_NUMBER_MAX);
    if (outside.count)
        report_warning(report, "vertex %zu%s, at byte %zu: u or v is outside the texture",
                       outside.first, others(&outside, arena), at + 20 * outside.first);
}

static bool is_large(const Mvl *mvl, const u16 *indices)
{
    for (int i = 0; i < 3; i++) {
        const MvlVertex *a = &mvl->vertices[indices[i]],
                        *b = &mvl->vertices[indices[(i + 1) % 3]];
        if (fabsf(a->x - b->x) > FLAT_TRIANGLE_MAX || fabsf(a->y - b->y) > FLAT_TRIANGLE_MAX)
            return true;
    }
    return false;
}

static void check_triangles(const Mvl *mvl, size_t index, Report *report)
{
    const MvlState *state = &mvl->head.states[index];
    Found missing = {0}, large = {0};
    for (size_t i = 0; i < state->index_count; i++)
        if (mvl->indices[index][i] >= mvl->head.vertex_count)
            found_add(&missing, i);
    for (size_t i = 0; !missing.count && i + 3 <= state->index_count; i += 3)
        if (is_large(mvl, mvl->indices[index] + i))
            found_add(&large, i / 3);
    if (missing.count)
        report_error(report, "state %zu, index %zu, at byte %zu: vertex %u; there are %u",
                     index, missing.first, (size_t)state->index_offset + 2 * missing.first,
                     mvl->indices[index][missing.first], mvl->head.vertex_count);
    if (large.count)
        report_error(report,
                     "state %zu, triangle %zu, at byte %zu: it is more than %d pixels wide or "
                     "high",
                     index, large.first, (size_t)state->index_offset + 6 * large.first,
                     FLAT_TRIANGLE_MAX);
    if (state->index_count % 3)
        report_error(report, "state %zu, at byte %zu: %u indices are not triangles", index,
                     state_at(index), state->index_count);
    else if (!state->index_count)
        report_note(report, "state %zu, at byte %zu: it has no triangles", index,
                    state_at(index));
}

enum { FACES = 100 };

static void check_name(const Mvl *mvl, size_t index, const bool faces[FACES], Report *report)
{
    const MvlState *state = &mvl->head.states[index];
    const MvlPart part = mvl_part(state);
    const Text name = mvl_name(state);
    const size_t at = state_at(index) + 8;
    const int size = (int)name.size;
    if (name.size == sizeof state->name)
        report_error(report, "state %zu, at byte %zu: its name is not terminated", index, at);
    else if (!part.drawn)
        report_warning(report,
                       "state %zu, at byte %zu: \"%.*s\" is never drawn: frames are 1 to 9",
                       index, at, size, name.at);
    else if (!part.numbered)
        report_warning(report, "state %zu, at byte %zu: \"%.*s\" has no number: it is face 0",
                       index, at, size, name.at);
    else if (part.type != LAY_SUB && !faces[part.face])
        report_note(report,
                    "state %zu, at byte %zu: \"%.*s\" belongs to face %u, which has no "
                    "state",
                    index, at, size, name.at, part.face);
}

static void check_names(const Mvl *mvl, Arena *arena, Report *report)
{
    bool faces[FACES] = {false};
    Table known = table_new(arena);
    for (size_t i = 0; i < mvl->head.state_count; i++) {
        const MvlPart part = mvl_part(&mvl->head.states[i]);
        if (part.type == LAY_SUB)
            faces[part.face] = true;
    }
    for (size_t i = 0; i < mvl->head.state_count; i++) {
        const MvlPart part = mvl_part(&mvl->head.states[i]);
        check_name(mvl, i, faces, report);
        if (!part.drawn)
            continue;
        const Text key = arena_format(arena, "%u %u %u", part.type, part.face, part.frame);
        const uint32_t first = *table_put(&known, key, (uint32_t)i);
        if (first != i)
            report_warning(report,
                           "state %zu, at byte %zu: it has the numbers of state %u, which is "
                           "used instead",
                           i, state_at(i) + 8, first);
    }
}

bool mvl_check(Bytes file, Arena *arena, Report *report)
{
    Mvl mvl;
    const size_t errors = report->errors;
    if (!mvl_read(file, &mvl, arena, report))
        return false;
    if (!mvl.head.state_count)
        report_warning(report, "at byte 4: it has no states");
    check_names(&mvl, arena, report);
    check_vertices(&mvl, arena, report);
    for (size_t i = 0; i < mvl.head.state_count; i++)
        check_triangles(&mvl, i, report);
    return report->errors == errors;
}
