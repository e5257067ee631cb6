/* make_fig FILE X Y: a figure of eight variants, a hilly sheet of X x Y vertices. */
#include "kit.h"

#include "evil_islands/models/fig.h"

static void put_vertices(FigFile *fig, uint32_t x, uint32_t y)
{
    for (uint32_t i = 0; i < 4 * fig->vertex_blocks; i++) {
        const uint32_t vertex = i < x * y ? i : x * y - 1; /* the last block repeats the last */
        const Vec3 at = {(float)(vertex % x), (float)(vertex / x),
                         (float)next_random(100) / 100};
        fig_set_normal(fig, i, (Vec3){0, 0, 1});
        for (unsigned variant = 0; variant < FIG_VARIANTS; variant++)
            fig_set_vertex(fig, i, variant,
                           (Vec3){at.x, at.y, at.z + (float)variant * (float)next_random(9)});
    }
    for (uint32_t i = 0; i < x * y; i++) {
        fig->uvs[i] = (FigUv){(float)(i % x) / (float)x, (float)(i / x) / (float)y};
        fig->corners[i] = (FigCorner){(uint16_t)i, (uint16_t)i, (uint16_t)i};
        fig->morphs[i] = (FigMorph){(uint16_t)i, (uint16_t)i};
    }
}

static void put_triangles(FigFile *fig, uint32_t x, uint32_t y)
{
    uint16_t *at = fig->indices;
    for (uint32_t i = 0; i < (x - 1) * (y - 1); i++) {
        const uint16_t a = (uint16_t)(i / (x - 1) * x + i % (x - 1)), b = (uint16_t)(a + x);
        const uint16_t square[] = {
            a, b, (uint16_t)(b + 1), a, (uint16_t)(b + 1), (uint16_t)(a + 1)};
        memcpy(at, square, sizeof square);
        at += COUNT_OF(square);
    }
}

int main(int count, char **words)
{
    enum { MAX = 256 };
    const uint32_t x = count == 4 ? (uint32_t)strtoul(words[2], NULL, 10) : 0;
    const uint32_t y = count == 4 ? (uint32_t)strtoul(words[3], NULL, 10) : 0;
    if (x < 2 || y < 2 || x > MAX || y >= MAX) {
        fprintf(stderr, "usage: make_fig FILE X Y\n");
        return 2;
    }
    Arena *arena = arena_new();
    const uint32_t vertices = x * y, blocks = (vertices + 3) / 4;
    const uint32_t indices = 6 * (x - 1) * (y - 1);
    FigFile fig = {.digit = '8',
                   .vertex_blocks = blocks,
                   .normal_blocks = blocks,
                   .uv_count = vertices,
                   .index_count = indices,
                   .corner_count = vertices,
                   .morph_count = vertices,
                   .group = 20,
                   .centers = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS),
                   .mins = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS),
                   .maxs = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS),
                   .radii = ARENA_ALLOC(arena, float, FIG_VARIANTS),
                   .vertices = ARENA_ALLOC(arena, float, blocks * 12 * FIG_VARIANTS),
                   .normals = ARENA_ALLOC(arena, float, blocks * 16),
                   .uvs = ARENA_ALLOC(arena, FigUv, vertices),
                   .indices = ARENA_ALLOC(arena, uint16_t, indices),
                   .corners = ARENA_ALLOC(arena, FigCorner, vertices),
                   .morphs = ARENA_ALLOC(arena, FigMorph, vertices)};
    put_vertices(&fig, x, y);
    put_triangles(&fig, x, y);
    fig_measure(&fig, vertices);
    file_save("/", words[1], fig_write(&fig, arena));
    arena_free(arena);
    return 0;
}
