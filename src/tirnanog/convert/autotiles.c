/* Parts, in order: shapes (combinations of neighbours); quarters of a block that make a tile;
 * the blocks of each kind of sheet, their tiles and rules. The positions of quarters and blocks
 * are those of RPG Maker's sheets A1 to A4. */
#include "tirnanog/convert/autotiles.h"

#include "tirnanog/container/tng_sprites.h"
#include "base/image/png_write.h"

#include <stdlib.h>

enum { SHAPES_MAX = AUTOTILE_SHAPES, FRAMES_MAX = 3, COLUMNS = 16 };

/* Neighbours, in the order of automap rules; bit 4 would be the tile itself. */
enum { NW = 1, N = 2, NE = 4, W = 8, E = 32, SW = 64, S = 128, SE = 256 };

typedef enum BlockKind { BLOCK_GROUND, BLOCK_WALL, BLOCK_WATERFALL } BlockKind;

/* A block in a sheet, in tiles; animated ones have three frames, `step` tiles apart. */
typedef struct Block {
    BlockKind kind;
    uint32_t x, y, frames, step_x, step_y;
} Block;

/* ---- shapes ---- */

/* Neighbours that matter: a corner only if both sides next to it continue. */
static unsigned mask_reduce(unsigned mask, BlockKind kind)
{
    if (kind == BLOCK_WATERFALL)
        return mask & (W | E);
    if (kind == BLOCK_WALL)
        return mask & (N | W | E | S);
    mask &= NW | N | NE | W | E | SW | S | SE;
    if (!(mask & N) || !(mask & W))
        mask &= ~(unsigned)NW;
    if (!(mask & N) || !(mask & E))
        mask &= ~(unsigned)NE;
    if (!(mask & S) || !(mask & W))
        mask &= ~(unsigned)SW;
    if (!(mask & S) || !(mask & E))
        mask &= ~(unsigned)SE;
    return mask;
}

static int compare_masks(const void *a, const void *b)
{
    const uint16_t one = *(const uint16_t *)a, other = *(const uint16_t *)b;
    const int counts = __builtin_popcount(other) - __builtin_popcount(one);
    return counts ? counts : (one > other) - (one < other);
}

/* All shapes of a kind, those with the most neighbours first. */
static size_t shapes_list(BlockKind kind, uint16_t *out)
{
    size_t count = 0;
    for (unsigned mask = 0; mask < 512; mask++)
        if (!(mask & 16) && mask_reduce(mask, kind) == mask)
            out[count++] = (uint16_t)mask;
    qsort(out, count, sizeof *out, compare_masks);
    return count;
}

/* ---- quarters ---- */

/* The quarter of a block, in units of half a tile, for a quarter of the tile. */
static void quarter_find(BlockKind kind, unsigned mask, bool right, bool bottom, uint32_t *x,
                         uint32_t *y)
{
    const bool side = mask & (right ? E : W), end = mask & (bottom ? S : N);
    const unsigned corner = bottom ? (right ? SE : SW) : (right ? NE : NW);
    *x = side ? (right ? 1 : 2) : (right ? 3 : 0);
    if (kind == BLOCK_WATERFALL) {
        *y = bottom;
    } else if (kind == BLOCK_WALL) {
        *y = end ? (bottom ? 1 : 2) : (bottom ? 3 : 0);
    } else if (side && end && !(mask & corner)) { /* the inner corners are above the block */
        *x = right ? 3 : 2;
        *y = bottom;
    } else {
        *y = end ? (bottom ? 3 : 4) : (bottom ? 5 : 2);
    }
}

static void tile_draw(const Image *sheet, const Block *block, uint32_t frame, unsigned mask,
                      const Image *out, uint32_t half)
{
    const uint32_t left = (block->x + frame * block->step_x) * 2;
    const uint32_t top = (block->y + frame * block->step_y) * 2;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t x, y;
        quarter_find(block->kind, mask, i % 2, i / 2, &x, &y);
        const Image quarter =
            image_part(sheet, (left + x) * half, (top + y) * half, half, half);
        image_copy(out, (int32_t)((frame * 2 + i % 2) * half), (int32_t)(i / 2 * half),
                   &quarter);
    }
}

/* ---- sheets ---- */

static size_t a1_blocks(Block *out)
{
    for (uint32_t i = 0; i < 16; i++) {
        Block block = {.frames = 3, .step_x = 2};
        if (i < 4) { /* two animated ones, then two without animation */
            block.x = i / 2 * 6;
            block.y = i % 2 * 3;
            block.frames = i < 2 ? 3 : 1;
        } else {
            block.x = i % 8 / 4 * 8 + i % 2 * 6;
            block.y = i / 8 * 6 + i / 2 % 2 * 3;
            if (i % 2) {
                block.kind = BLOCK_WATERFALL;
                block.step_x = 0;
                block.step_y = 1;
            }
        }
        out[i] = block;
    }
    return 16;
}

/* Rows of eight blocks: ground is three tiles high, walls are two. */
static size_t row_blocks(AutotileSheet sheet, Block *out)
{
    const uint32_t rows = sheet == AUTOTILES_A4 ? 6 : 4;
    uint32_t y = 0;
    for (uint32_t i = 0; i < rows * 8; i++) {
        const bool wall = sheet == AUTOTILES_A3 || (sheet == AUTOTILES_A4 && i / 8 % 2);
        out[i] = (Block){
            .kind = wall ? BLOCK_WALL : BLOCK_GROUND, .x = i % 8 * 2, .y = y, .frames = 1};
        if (i % 8 == 7)
            y += wall ? 2 : 3;
    }
    return rows * 8;
}

static bool is_empty(const Image *sheet, const Block *block, uint32_t side)
{
    static const uint32_t heights[] = {3, 2, 1};
    const Image part = image_part(sheet, block->x * side, block->y * side, 2 * side,
                                  heights[block->kind] * side);
    return image_opaque_box(&part).w == 0;
}

void autotile_shapes(uint16_t out[AUTOTILE_SHAPES]) { shapes_list(BLOCK_GROUND, out); }

unsigned autotile_shape_of(unsigned neighbours)
{
    return mask_reduce(neighbours, BLOCK_GROUND);
}

Text autotile_rule(unsigned shape, Text stem, Arena *arena)
{
    Writer writer = writer_to(arena);
    for (unsigned i = 0; i < 9; i++)
        if (i == 4 || shape >> i & 1)
            write_format(&writer, "%s%.*s_00", i ? " " : "", (int)stem.size, stem.at);
        else
            write_format(&writer, "%s-", i ? " " : "");
    return writer_text(&writer);
}

static void block_make(const Image *sheet, const Block *block, Text name, const char *category,
                       ProjectFiles *out, Arena *arena)
{
    const uint32_t side = sheet->w / COLUMNS;
    uint16_t shapes[SHAPES_MAX];
    const size_t count = shapes_list(block->kind, shapes);
    const char loop = block->frames == 1 ? 'o' : block->kind == BLOCK_WATERFALL ? 'l' : 'f';
    for (size_t i = 0; i < count; i++) {
        Arena *scratch = arena_new();
        const Image strip = image_new(side * block->frames, side, scratch);
        for (uint32_t frame = 0; frame < block->frames; frame++)
            tile_draw(sheet, block, frame, shapes[i], &strip, side / 2);
        const Text rule = arena_text(arena, autotile_rule(shapes[i], name, arena)),
                   tile = arena_format(arena, "%s/%.*s_%02zu", category, (int)name.size,
                                       name.at, i);
        *ARENA_PUSH(arena, out->items, out->count) =
            (ProjectFile){arena_format(arena, "%.*s_so%c%c.png", (int)tile.size, tile.at, loop,
                                       tng_frame_letter(block->frames)),
                          png_write(&strip, NULL, arena)};
        *ARENA_PUSH(arena, out->items, out->count) = (ProjectFile){
            arena_format(arena, "%.*s.til", (int)tile.size, tile.at),
            bytes_of_text(arena_format(arena, "TirNanoG TileRule\r\n%s\r\n", rule.at))};
        arena_free(scratch);
    }
}

bool autotiles_make(AutotileSheet kind, const Image *sheet, Text stem, const char *category,
                    ProjectFiles *out, Arena *arena, Report *report)
{
    static const uint32_t rows[] = {12, 12, 8, 15};
    Block blocks[48];
    const uint32_t side = sheet->w / COLUMNS;
    if (!side || sheet->w % (COLUMNS * 2) || sheet->h != side * rows[kind])
        return report_error(
            report,
            "the sheet has %u x %u pixels; expected 16 x %u tiles: 512 x %u with "
            "tiles of 32 pixels, or 768 x %u with 48",
            sheet->w, sheet->h, rows[kind], 32 * rows[kind], 48 * rows[kind]);
    const size_t count = kind == AUTOTILES_A1 ? a1_blocks(blocks) : row_blocks(kind, blocks);
    for (size_t i = 0; i < count; i++)
        if (!is_empty(sheet, &blocks[i], side))
            block_make(sheet, &blocks[i],
                       arena_format(arena, "%.*s_%02zu", (int)stem.size, stem.at, i), category,
                       out, arena);
    return out->count > 0 || report_error(report, "the sheet is transparent");
}
