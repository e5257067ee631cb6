/* Packs a layout first, with eyes and mouths separate, then turns its entries into states and
 * its chunks into squares of four vertices. */
#include "mages/sprites/mvl_pack.h"

#include "base/numbers.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { CORNERS = 4, INDICES = 6, FACE_MAX = 99, FRAME_MAX = 8, NAME_MAX = 24 };

typedef struct Packing {
    const Lay *lay;
    const Image *sheet;
    Text name;
    Mvl *mvl;
    int32_t right, bottom; /* edges of the canvas */
    Arena *arena;
} Packing;

/* The corners of a cell, clockwise from its top left. Cells end at the edge of the canvas. */
static void put_vertices(const Packing *packing, size_t chunk)
{
    const LayChunk *from = &packing->lay->file.chunks[chunk];
    MvlVertex *out = &packing->mvl->vertices[CORNERS * chunk];
    const float w = SMALLER(LAY_PITCH, (float)packing->right - from->dst_x),
                h = SMALLER(LAY_PITCH, (float)packing->bottom - from->dst_y);
    for (int i = 0; i < CORNERS; i++) {
        const float right = i == 1 || i == 2 ? w : 0, down = i >= 2 ? h : 0;
        out[i] = (MvlVertex){.x = from->dst_x + right,
                             .y = from->dst_y + down,
                             .u = (from->src_x + right) / (float)packing->sheet->w,
                             .v = (from->src_y + down) / (float)packing->sheet->h};
    }
}

static MvlState *add_state(const Packing *packing, unsigned face, const char *end,
                           size_t chunks)
{
    Mvl *mvl = packing->mvl;
    const size_t index = mvl->head.state_count;
    mvl->head.states =
        arena_grow(packing->arena, mvl->head.states, index, sizeof *mvl->head.states);
    size_t count = index;
    *ARENA_PUSH(packing->arena, mvl->indices, count) =
        ARENA_ALLOC(packing->arena, u16, INDICES * chunks + 1);
    MvlState *state = &mvl->head.states[mvl->head.state_count++];
    *state = (MvlState){.index_count = 0};
    snprintf(state->name, sizeof state->name, "%.*s_%02u%s", (int)packing->name.size,
             packing->name.at, face, end);
    return state;
}

/* Appends the squares of a layout's entry to a state. */
static void add_squares(const Packing *packing, size_t index, const LaySprite *sprite)
{
    static const unsigned corners[INDICES] = {0, 1, 2, 0, 2, 3};
    MvlState *state = &packing->mvl->head.states[index];
    for (u32 i = 0; i < sprite->chunk_count; i++)
        for (int k = 0; k < INDICES; k++)
            packing->mvl->indices[index][state->index_count++] =
                (u16)(CORNERS * (sprite->chunk_offset + i) + corners[k]);
}

static const LaySprite *find(const Lay *lay, unsigned type, unsigned face)
{
    for (size_t i = 0; i < lay->file.sprite_count; i++)
        if (lay_type(lay->file.sprites[i].info) == type &&
            lay_face(lay->file.sprites[i].info) == face)
            return &lay->file.sprites[i];
    return NULL;
}

static void add_face(const Packing *packing, unsigned face)
{
    const LaySprite *base = find(packing->lay, LAY_BASE, 0),
                    *sub = find(packing->lay, LAY_SUB, face);
    const size_t index = packing->mvl->head.state_count;
    add_state(packing, face, "",
              (base ? base->chunk_count : 0) + (size_t)(sub ? sub->chunk_count : 0));
    if (base)
        add_squares(packing, index, base);
    if (sub)
        add_squares(packing, index, sub);
}

static void add_part(const Packing *packing, const LaySprite *sprite)
{
    char end[8];
    const size_t index = packing->mvl->head.state_count;
    snprintf(end, sizeof end, "_%c%u", lay_type(sprite->info) == LAY_MOUTH ? 'L' : 'E',
             lay_frame(sprite->info) + 1);
    add_state(packing, lay_face(sprite->info), end, sprite->chunk_count);
    add_squares(packing, index, sprite);
}

/* All faces, then all mouths and eyes; each in the order of the layout. */
static void add_states(const Packing *packing)
{
    const LayFile *file = &packing->lay->file;
    bool faces[FACE_MAX + 1] = {false}, any = false;
    for (size_t i = 0; i < file->sprite_count; i++)
        if (lay_type(file->sprites[i].info) != LAY_BASE) {
            faces[lay_face(file->sprites[i].info)] = true;
            any = true;
        }
    faces[0] = faces[0] || !any;
    for (unsigned face = 0; face <= FACE_MAX; face++)
        if (faces[face])
            add_face(packing, face);
    for (size_t i = 0; i < file->sprite_count; i++) {
        const unsigned type = lay_type(file->sprites[i].info);
        if (type == LAY_MOUTH || type == LAY_EYES)
            add_part(packing, &file->sprites[i]);
    }
}

static bool entries_check(const Lay *lay, Report *report)
{
    if (lay->file.chunk_count > MVL_VERTICES_MAX / CORNERS)
        return report_error(report, "%u squares; an .mvl can have %d", lay->file.chunk_count,
                            MVL_VERTICES_MAX / CORNERS);
    for (size_t i = 0; i < lay->file.sprite_count; i++) {
        const u32 info = lay->file.sprites[i].info;
        if (lay_type(info) == LAY_OVERLAY)
            return report_error(report, "overlay %u: an .mvl has no overlays", lay_frame(info));
        if (lay_face(info) > FACE_MAX)
            return report_error(report, "face %u; the maximum of an .mvl is %d", lay_face(info),
                                FACE_MAX);
        if (lay_type(info) != LAY_BASE && lay_frame(info) > FRAME_MAX)
            return report_error(report,
                                "face %u: mouth or eyes %u; the maximum of an .mvl is %d",
                                lay_face(info), lay_frame(info), FRAME_MAX);
    }
    return true;
}

bool mvl_pack(LayPacker *packer, Text name, Mvl *out, Image *sheet, Arena *arena,
              Report *report)
{
    Lay lay;
    *out = (Mvl){0};
    lay_packer_separate(packer);
    if (!lay_packer_finish(packer, LAY_A, &lay, sheet, arena, report) ||
        !entries_check(&lay, report))
        return false;
    Packing packing = {.lay = &lay,
                       .sheet = sheet,
                       .name = text_slice(name, 0, name.size < NAME_MAX ? name.size : NAME_MAX),
                       .mvl = out,
                       .arena = arena};
    lay_packer_edges(packer, &packing.right, &packing.bottom);
    out->head.vertex_count = CORNERS * lay.file.chunk_count;
    out->vertices = ARENA_ALLOC(arena, MvlVertex, out->head.vertex_count);
    for (size_t i = 0; i < lay.file.chunk_count; i++)
        put_vertices(&packing, i);
    add_states(&packing);
    return true;
}
