/* MVL sprites as JSON, and back; title and document. */
#include "mages/sprites/mvl.h"

#include "base/text.h"

/* ---- showing ---- */

static void show_state(const Mvl *mvl, size_t index, bool whole, JsonWriter *json)
{
    const MvlState *state = &mvl->head.states[index];
    json_open(json, NULL);
    record_show_fields(&MvlState_layout, state, NULL, json);
    if (whole) {
        json_open_list(json, "indices");
        for (size_t i = 0; i < state->index_count; i++)
            json_put_uint(json, NULL, mvl->indices[index][i]);
        json_close_list(json);
    }
    json_close(json);
}

bool mvl_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Mvl mvl;
    if (!mvl_read(file, &mvl, arena, report))
        return false;
    const MvlHead *head = &mvl.head;
    json_put_uint(json, "first", head->first);
    json_put_uint(json, "state_count", head->state_count);
    json_put_hex(json, "unknown", (Bytes){head->unknown, sizeof head->unknown});
    json_put_uint(json, "vertex_count", head->vertex_count);
    json_put_uint(json, "vertex_offset", head->vertex_offset);
    json_open_list(json, "states");
    for (size_t i = 0; i < head->state_count; i++)
        show_state(&mvl, i, whole, json);
    json_close_list(json);
    if (whole) {
        json_open_list(json, "vertices");
        for (size_t i = 0; i < head->vertex_count; i++)
            record_show(&MvlVertex_layout, &mvl.vertices[i], NULL, json);
        json_close_list(json);
        if (mvl.tail.size)
            json_put_hex(json, "tail", mvl.tail);
    }
    return true;
}

Text mvl_title(Bytes file, Arena *arena)
{
    Mvl mvl;
    Report silent = report_to(NULL, NULL);
    unsigned faces = 0;
    uint64_t indices = 0;
    if (!mvl_read(file, &mvl, arena, &silent))
        return TEXT("");
    for (size_t i = 0; i < mvl.head.state_count; i++) {
        faces += mvl_part(&mvl.head.states[i]).type == LAY_SUB;
        indices += mvl.head.states[i].index_count;
    }
    return arena_format(arena, "%u face%s, %u states, %llu triangles", faces, PLURAL(faces),
                        mvl.head.state_count, (unsigned long long)(indices / 3));
}

void mvl_describe(Writer *writer)
{
    write_format(
        writer, "Little-endian. The indices of a state refer to the vertices; three "
                "consecutive ones are a triangle. A face is drawn first, then its mouth, then "
                "its eyes. No genuine file was available: what is known comes from the open "
                "re-implementation of the engine. In JSON, the indices are in their state; the "
                "offsets may be omitted.\n\n");
    record_describe(&MvlHead_layout, writer);
    record_describe(&MvlState_layout, writer);
    record_describe(&MvlVertex_layout, writer);
}

/* ---- parsing ---- */

static bool parse_indices(const json_t *list, size_t state, u16 **out, Arena *arena,
                          Report *report)
{
    const json_t *item;
    size_t i;
    if (!json_is_array(list))
        return report_error(report, "state %zu: \"indices\" must be a list", state);
    *out = ARENA_ALLOC(arena, u16, json_array_size(list));
    json_array_foreach((json_t *)list, i, item)
    {
        const json_int_t number = json_is_integer(item) ? json_integer_value(item) : -1;
        if (number < 0 || number > UINT16_MAX)
            return report_error(report,
                                "state %zu: \"indices\" must be a list of numbers from 0 to %d",
                                state, UINT16_MAX);
        (*out)[i] = (u16)number;
    }
    return true;
}

/* Moves the indices from the JSON of the states to the sprite. */
static bool take_indices(json_t *states, Mvl *mvl, Arena *arena, Report *report)
{
    const size_t count = json_array_size(states);
    mvl->indices = ARENA_ALLOC(arena, u16 *, count);
    for (size_t i = 0; i < count; i++) {
        json_t *state = json_array_get(states, i);
        const json_t *indices = json_object_get(state, "indices");
        if (!parse_indices(indices, i, &mvl->indices[i], arena, report))
            return false;
        json_object_set_new(state, "index_count",
                            json_integer((json_int_t)json_array_size(indices)));
        json_object_del(state, "indices");
    }
    return true;
}

static bool parse_vertices(const json_t *list, Mvl *mvl, Arena *arena, Report *report)
{
    const size_t count = json_array_size(list);
    if (!json_is_array(list))
        return report_error(report, "\"vertices\" must be a list");
    mvl->vertices = ARENA_ALLOC(arena, MvlVertex, count);
    for (size_t i = 0; i < count; i++)
        if (!record_parse(&MvlVertex_layout, &mvl->vertices[i], json_array_get(list, i), arena,
                          report))
            return false;
    return true;
}

/* A copy with only the members of the head; its states are copies, too. */
static json_t *head_of(const json_t *json, Arena *arena)
{
    static const char *const others[] = {"format", "exact", "vertices", "tail"};
    json_t *copy = json_owned(json_copy((json_t *)json), arena), *states = json_array(), *state;
    const json_t *list = json_object_get(json, "states");
    size_t i;
    for (size_t k = 0; k < COUNT_OF(others); k++)
        json_object_del(copy, others[k]);
    json_array_foreach((json_t *)list, i, state)
        json_array_append_new(states, json_copy(state));
    json_object_set_new(copy, "states", states);
    json_object_set_new(
        copy, "vertex_count",
        json_integer((json_int_t)json_array_size(json_object_get(json, "vertices"))));
    return copy;
}

bool mvl_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Mvl mvl = {0};
    json_t *head = head_of(json, arena);
    const bool ok = take_indices(json_object_get(head, "states"), &mvl, arena, report) &&
                    record_parse(&MvlHead_layout, &mvl.head, head, arena, report) &&
                    parse_vertices(json_object_get(json, "vertices"), &mvl, arena, report) &&
                    json_find_hex(json, "tail", &mvl.tail, arena, report);
    arena_release(arena, head);
    if (ok)
        *out = mvl_write(&mvl, arena);
    return ok;
}
