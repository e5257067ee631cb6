/* Parts, in order: names; reading; writing; detection. JSON is in mvl_json.c. */
#include "mages/sprites/mvl.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>

const RecordLayout MvlOffset_layout = {.name = "u32",
                                       .doc = "",
                                       .form = FORM_UNSIGNED,
                                       .bytes = 4,
                                       .derived = true,
                                       .size = sizeof(MvlOffset)};

#define RECORD_FILE "mages/sprites/mvl.def"
#include "base/record_define.h"

enum { HEAD_SIZE = 120, STATE_SIZE = 64, VERTEX_SIZE = 20, INDEX_SIZE = 2, GAP_MAX = 4096 };

/* ---- names ---- */

Text mvl_name(const MvlState *state)
{
    return (Text){state->name, strnlen(state->name, sizeof state->name)};
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The number that ends before `end`, of at most two digits. */
static bool number_before(Text name, size_t end, unsigned *out)
{
    size_t from = end;
    while (from && end - from < 2 && is_digit(name.at[from - 1]))
        from--;
    *out = 0;
    for (size_t i = from; i < end; i++)
        *out = *out * 10 + (unsigned)(name.at[i] - '0');
    return from < end;
}

/* The engine decides by the second to last character. Its open re-implementation reads only one
 * digit of a mouth's face; both digits are meant. */
MvlPart mvl_part(const MvlState *state)
{
    const Text name = mvl_name(state);
    MvlPart part = {.type = LAY_SUB, .drawn = true};
    const char *end = name.at + name.size;
    if (name.size >= 2 && is_digit(end[-2])) {
        part.numbered = is_digit(end[-1]) && number_before(name, name.size, &part.face);
    } else if (name.size >= 4 && end[-3] == '_' && (end[-2] == 'L' || end[-2] == 'E')) {
        part.type = end[-2] == 'L' ? LAY_MOUTH : LAY_EYES;
        part.numbered = number_before(name, name.size - 3, &part.face);
        part.drawn = end[-1] >= '1' && end[-1] <= '9';
        part.frame = part.drawn ? (unsigned)(end[-1] - '1') : 0;
    }
    return part;
}

/* ---- reading ---- */

static bool range_check(Bytes file, uint64_t offset, uint64_t size, size_t at, const char *what,
                        Report *report)
{
    return (offset <= file.size && size <= file.size - offset) ||
           report_error(report, "at byte %zu: %s: %llu bytes at %llu are not in a file of %zu",
                        at, what, (unsigned long long)size, (unsigned long long)offset,
                        file.size);
}

static bool ranges_check(Bytes file, const MvlHead *head, Arena *arena, Report *report)
{
    uint64_t indices = 0;
    for (size_t i = 0; i < head->state_count; i++) {
        const MvlState *state = &head->states[i];
        const Text what = arena_format(arena, "indices of state %zu", i);
        if (!range_check(file, state->index_offset, (uint64_t)state->index_count * INDEX_SIZE,
                         HEAD_SIZE + STATE_SIZE * i, what.at, report))
            return false;
        indices += state->index_count;
    }
    /* States may share their bytes. */
    return (indices <= 3 * (uint64_t)MVL_TRIANGLES_MAX ||
            report_error(report, "the states have %llu indices; the maximum is %d",
                         (unsigned long long)indices, 3 * MVL_TRIANGLES_MAX)) &&
           range_check(file, head->vertex_offset, (uint64_t)head->vertex_count * VERTEX_SIZE,
                       HEAD_SIZE - 8, "vertices", report);
}

static void read_indices(Bytes file, const MvlState *state, u16 **out, Arena *arena)
{
    *out = ARENA_ALLOC(arena, u16, state->index_count);
    const uint8_t *from = file.data + state->index_offset;
    for (size_t i = 0; i < state->index_count; i++, from += INDEX_SIZE)
        (*out)[i] = (u16)uint_of(from, INDEX_SIZE, false);
}

/* The end of the last list that has bytes. */
static size_t data_end(const MvlHead *head)
{
    size_t end = HEAD_SIZE + STATE_SIZE * (size_t)head->state_count;
    const size_t vertices = head->vertex_offset + (size_t)head->vertex_count * VERTEX_SIZE;
    if (head->vertex_count && vertices > end)
        end = vertices;
    for (size_t i = 0; i < head->state_count; i++) {
        const MvlState *state = &head->states[i];
        const size_t indices = state->index_offset + (size_t)state->index_count * INDEX_SIZE;
        if (state->index_count && indices > end)
            end = indices;
    }
    return end;
}

static bool read_head(Bytes file, MvlHead *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    *out = (MvlHead){0};
    if (file.size > MVL_SIZE_MAX)
        return report_error(report, "a sprite of %zu bytes; the maximum is %d", file.size,
                            MVL_SIZE_MAX);
    if (file.size >= HEAD_SIZE && uint_of(file.data + 4, 4, false) > MVL_STATES_MAX)
        return report_error(report, "at byte 4: %u states; the maximum is %d",
                            (unsigned)uint_of(file.data + 4, 4, false), MVL_STATES_MAX);
    return record_read(&MvlHead_layout, out, &reader, arena);
}

bool mvl_read(Bytes file, Mvl *out, Arena *arena, Report *report)
{
    *out = (Mvl){0};
    if (!read_head(file, &out->head, arena, report) ||
        !ranges_check(file, &out->head, arena, report))
        return false;
    const MvlHead *head = &out->head;
    out->indices = ARENA_ALLOC(arena, u16 *, head->state_count);
    for (size_t i = 0; i < head->state_count; i++)
        read_indices(file, &head->states[i], &out->indices[i], arena);
    out->vertices = ARENA_ALLOC(arena, MvlVertex, head->vertex_count);
    Reader reader = reader_of(file, report);
    reader_seek(&reader, head->vertex_offset);
    for (size_t i = 0; i < head->vertex_count; i++)
        if (!record_read(&MvlVertex_layout, &out->vertices[i], &reader, arena))
            return false;
    const size_t end = data_end(head);
    out->tail = bytes_slice(file, end, file.size - end);
    return true;
}

/* ---- writing ---- */

/* A list of the file: the indices of a state, or the vertices. */
typedef struct Block {
    uint64_t offset, size;
    size_t state; /* SIZE_MAX: the vertices */
} Block;

static int by_offset(const void *a, const void *b)
{
    const Block *x = a, *y = b;
    const uint64_t left[] = {x->offset, x->size != 0, x->state},
                   right[] = {y->offset, y->size != 0, y->state};
    for (size_t i = 0; i < COUNT_OF(left); i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

static Block *blocks_of(const MvlHead *head, Arena *arena)
{
    Block *blocks = ARENA_ALLOC(arena, Block, head->state_count + 1);
    for (size_t i = 0; i < head->state_count; i++)
        blocks[i] = (Block){head->states[i].index_offset,
                            (uint64_t)head->states[i].index_count * INDEX_SIZE, i};
    blocks[head->state_count] =
        (Block){head->vertex_offset, (uint64_t)head->vertex_count * VERTEX_SIZE, SIZE_MAX};
    qsort(blocks, head->state_count + 1, sizeof *blocks, by_offset);
    return blocks;
}

static bool offsets_fit(const MvlHead *head, const Block *blocks)
{
    uint64_t end = HEAD_SIZE + STATE_SIZE * (uint64_t)head->state_count;
    for (size_t i = 0; i <= head->state_count; i++) {
        if (!blocks[i].size)
            continue;
        if (blocks[i].offset < end || blocks[i].offset - end > GAP_MAX)
            return false;
        end = blocks[i].offset + blocks[i].size;
    }
    return true;
}

static void set_offsets(MvlHead *head)
{
    size_t at = HEAD_SIZE + STATE_SIZE * (size_t)head->state_count;
    head->vertex_offset = (u32)at;
    at += (size_t)head->vertex_count * VERTEX_SIZE;
    for (size_t i = 0; i < head->state_count; i++) {
        head->states[i].index_offset = (u32)at;
        at += (size_t)head->states[i].index_count * INDEX_SIZE;
    }
}

static void write_block(const Mvl *mvl, const Block *block, Writer *writer)
{
    write_zeros(writer, block->offset - writer->size);
    if (block->state == SIZE_MAX)
        for (size_t i = 0; i < mvl->head.vertex_count; i++)
            record_write(&MvlVertex_layout, &mvl->vertices[i], writer);
    else
        for (size_t i = 0; i < mvl->head.states[block->state].index_count; i++)
            write_u16(writer, mvl->indices[block->state][i]);
}

Bytes mvl_write(Mvl *mvl, Arena *arena)
{
    MvlHead *head = &mvl->head;
    Writer writer = writer_to(arena);
    const Block *blocks = blocks_of(head, arena);
    if (!offsets_fit(head, blocks)) {
        set_offsets(head);
        blocks = blocks_of(head, arena);
    }
    record_write(&MvlHead_layout, head, &writer);
    for (size_t i = 0; i <= head->state_count; i++)
        if (blocks[i].size)
            write_block(mvl, &blocks[i], &writer);
    write_bytes(&writer, mvl->tail);
    return writer_bytes(&writer);
}

/* ---- detection ---- */

static bool name_is_plausible(const MvlState *state)
{
    const Text name = mvl_name(state);
    for (size_t i = 0; i < name.size; i++)
        if (name.at[i] <= ' ' || name.at[i] > '~')
            return false;
    return name.size && name.size < sizeof state->name;
}

static bool is_plausible(const Mvl *mvl)
{
    const MvlHead *head = &mvl->head;
    const uint64_t data_at = HEAD_SIZE + STATE_SIZE * (uint64_t)head->state_count;
    if (!head->state_count || !head->vertex_count || head->vertex_offset < data_at)
        return false;
    for (size_t i = 0; i < head->state_count; i++) {
        const MvlState *state = &head->states[i];
        if (!name_is_plausible(state) || state->index_count % 3 ||
            (state->index_count && state->index_offset < data_at))
            return false;
        for (size_t k = 0; k < state->index_count; k++)
            if (mvl->indices[i][k] >= head->vertex_count)
                return false;
    }
    return true;
}

bool mvl_is(Bytes file)
{
    if (file.size < HEAD_SIZE + STATE_SIZE || file.size > MVL_SIZE_MAX)
        return false;
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    Mvl mvl;
    const bool is = mvl_read(file, &mvl, scratch, &silent) && is_plausible(&mvl);
    arena_free(scratch);
    return is;
}
