/* Packs cells with a skyline algorithm: the lowest gap, leftmost first, is filled next. Cells
 * are sorted by height, so that neighbours end at nearly the same height. Of the tallest cells
 * that fit, the algorithm takes the one that wastes the smallest area, including the remaining
 * strip that no cell fits into, and its difference to the tallest cell.
 *
 * Sorting takes n log n; each cell then takes a few searches (log n) in a tree over widths, and
 * a walk over the skyline, which is bounded by the width of the sheet. */
#include "base/image/atlas_pack.h"

#include <stdlib.h>

enum { SIDE_MAX = 1 << ATLAS_SIDE_LOG2_MAX, WORD_COUNT = SIDE_MAX / 64 + 1 };

typedef struct Step { /* a segment of the skyline */
    uint32_t x, w, y;
} Step;

typedef struct Packer {
    AtlasCell *cells;
    uint32_t *order; /* cells still to be packed, tallest first */
    size_t count;
    uint16_t *tree; /* heap of minima over the widths in `order`; NONE once packed */
    size_t leaves;
    uint32_t width_counts[SIDE_MAX + 1]; /* of cells still to be packed */
    uint64_t widths[WORD_COUNT];         /* bit n is set if width_counts[n] is not 0 */
    Step *steps;
    size_t step_count;
    uint32_t w, h; /* the sheet's */
    size_t packed;
} Packer;

static const uint16_t NONE = UINT16_MAX;

static void width_add(Packer *packer, uint32_t w)
{
    if (packer->width_counts[w]++ == 0)
        packer->widths[w / 64] |= 1ull << w % 64;
}

static void width_remove(Packer *packer, uint32_t w)
{
    if (--packer->width_counts[w] == 0)
        packer->widths[w / 64] &= ~(1ull << w % 64);
}

/* The largest width of an unpacked cell that is at most `w`; 0 if there is none. */
static uint32_t width_below(const Packer *packer, uint32_t w)
{
    size_t word = w / 64;
    uint64_t bits = packer->widths[word] & (UINT64_MAX >> (63 - w % 64));
    while (!bits && word)
        bits = packer->widths[--word];
    return bits ? (uint32_t)(word * 64 + 63 - (size_t)__builtin_clzll(bits)) : 0;
}

static void tree_set(Packer *packer, size_t index, uint16_t value)
{
    size_t at = packer->leaves + index;
    packer->tree[at] = value;
    while (at /= 2) {
        const uint16_t left = packer->tree[2 * at], right = packer->tree[2 * at + 1];
        packer->tree[at] = left < right ? left : right;
    }
}

/* The first unpacked cell from `index` on that is at most `w` wide; `count` if there is none.
 */
static size_t tree_next(const Packer *packer, size_t index, uint32_t w)
{
    if (index >= packer->count)
        return packer->count;
    size_t at = packer->leaves + index;
    while (packer->tree[at] > w) {
        while (at & 1) { /* a right child: its parent covers nothing further right */
            at /= 2;
            if (at <= 1)
                return packer->count;
        }
        at++;
    }
    while (at < packer->leaves) {
        at *= 2;
        if (packer->tree[at] > w)
            at++;
    }
    return at - packer->leaves;
}

static void packer_start(Packer *packer, uint32_t w, uint32_t h)
{
    memset(packer->width_counts, 0, sizeof packer->width_counts);
    memset(packer->widths, 0, sizeof packer->widths);
    for (size_t i = 0; i < packer->leaves; i++) {
        const bool is = i < packer->count;
        packer->tree[packer->leaves + i] = is ? packer->cells[packer->order[i]].w : NONE;
        if (is)
            width_add(packer, packer->cells[packer->order[i]].w);
    }
    for (size_t at = packer->leaves; --at;) {
        const uint16_t left = packer->tree[2 * at], right = packer->tree[2 * at + 1];
        packer->tree[at] = left < right ? left : right;
    }
    packer->steps[0] = (Step){0, w, 0};
    packer->step_count = 1;
    packer->w = w;
    packer->h = h;
    packer->packed = 0;
}

/* The first cell in `order` that is at most `h` high. */
static size_t order_find(const Packer *packer, uint32_t h)
{
    size_t low = 0, high = packer->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (packer->cells[packer->order[middle]].h > h)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

typedef struct Gap {
    uint32_t w, space;    /* free height above it */
    uint32_t left, right; /* height of the neighbours above it */
} Gap;

static Gap gap_of(const Packer *packer, size_t at)
{
    const Step *step = &packer->steps[at];
    const uint32_t space = packer->h - step->y;
    return (Gap){.w = step->w,
                 .space = space,
                 .left = at ? step[-1].y - step->y : space,
                 .right = at + 1 < packer->step_count ? step[1].y - step->y : space};
}

/* Estimates the area that is wasted if this cell is placed here. */
static uint64_t cell_cost(const Packer *packer, const AtlasCell *cell, const Gap *gap,
                          uint32_t tallest)
{
    const uint32_t beside = gap->w - cell->w;
    const uint32_t lost = beside - width_below(packer, beside);
    uint64_t cost = 4 * (uint64_t)lost * cell->h + (uint64_t)(tallest - cell->h) * cell->w;
    if (cell->h != gap->left && cell->h != gap->right) /* a new step in the skyline */
        cost += cell->w;
    return cost;
}

/* Chooses the unpacked cell for a gap; `count` if none fits. */
static size_t cell_choose(const Packer *packer, const Gap *gap)
{
    enum { LOOKS = 48 };
    size_t best = packer->count;
    uint64_t min = UINT64_MAX;
    uint32_t tallest = 0;
    size_t index = order_find(packer, gap->space);
    for (int looks = 0; looks < LOOKS; looks++, index++) {
        index = tree_next(packer, index, gap->w);
        if (index >= packer->count)
            break;
        const AtlasCell *cell = &packer->cells[packer->order[index]];
        if (!tallest)
            tallest = cell->h;
        const uint64_t cost = cell_cost(packer, cell, gap, tallest);
        if (cost < min) {
            min = cost;
            best = index;
        }
        if (min <= (uint64_t)(tallest - cell->h)) /* lower cells only cost more */
            break;
    }
    return best;
}

static void step_remove(Packer *packer, size_t at)
{
    packer->step_count--;
    memmove(&packer->steps[at], &packer->steps[at + 1],
            (packer->step_count - at) * sizeof(Step));
}

/* Merges a segment with neighbours of the same height. */
static void step_join(Packer *packer, size_t at)
{
    Step *steps = packer->steps;
    if (at + 1 < packer->step_count && steps[at + 1].y == steps[at].y) {
        steps[at].w += steps[at + 1].w;
        step_remove(packer, at + 1);
    }
    if (at && steps[at - 1].y == steps[at].y) {
        steps[at - 1].w += steps[at].w;
        step_remove(packer, at);
    }
}

/* Places a cell in a gap: on the right if it ends level with the right neighbour, otherwise on
 * the left. */
static void cell_place(Packer *packer, size_t at, size_t index, const Gap *gap)
{
    AtlasCell *cell = &packer->cells[packer->order[index]];
    Step *step = &packer->steps[at];
    const bool right = cell->h == gap->right && cell->h != gap->left;
    const uint32_t x = right ? step->x + step->w - cell->w : step->x;
    cell->x = (uint16_t)x;
    cell->y = (uint16_t)step->y;
    if (step->w > cell->w) {
        memmove(step + 1, step, (packer->step_count - at) * sizeof(Step));
        packer->step_count++;
        Step *rest = right ? step : step + 1;
        rest->w -= cell->w;
        rest->x += right ? 0 : cell->w;
        at += right;
    }
    packer->steps[at] = (Step){x, cell->w, (uint32_t)cell->y + cell->h};
    step_join(packer, at);
    tree_set(packer, index, NONE);
    width_remove(packer, cell->w);
    packer->packed++;
}

/* Packs all cells that fit; returns whether all do. */
static bool sheet_fill(Packer *packer, uint32_t w, uint32_t h)
{
    packer_start(packer, w, h);
    while (packer->packed < packer->count) {
        size_t lowest = 0;
        for (size_t i = 1; i < packer->step_count; i++)
            if (packer->steps[i].y < packer->steps[lowest].y)
                lowest = i;
        const Gap gap = gap_of(packer, lowest);
        const size_t index = cell_choose(packer, &gap);
        if (index < packer->count) {
            cell_place(packer, lowest, index, &gap);
        } else if (packer->step_count == 1) {
            break;
        } else { /* nothing fits: fill the gap up to its lower neighbour */
            packer->steps[lowest].y += gap.left < gap.right ? gap.left : gap.right;
            step_join(packer, lowest);
        }
    }
    return packer->packed == packer->count;
}

/* Moves the packed cells to a new atlas; the others remain. */
static void sheet_close(Packer *packer, AtlasPlan *plan, Arena *arena)
{
    Atlas *atlas = ARENA_PUSH(arena, plan->atlases, plan->atlas_count);
    *atlas = (Atlas){.w = packer->w, .h = packer->h};
    size_t left = 0;
    for (size_t i = 0; i < packer->count; i++) {
        AtlasCell *cell = &packer->cells[packer->order[i]];
        if (packer->tree[packer->leaves + i] != NONE) {
            packer->order[left++] = packer->order[i];
            continue;
        }
        const uint32_t bottom = (uint32_t)cell->y + cell->h;
        cell->atlas = (uint16_t)(plan->atlas_count - 1);
        atlas->used_h = bottom > atlas->used_h ? bottom : atlas->used_h;
        atlas->cell_count++;
    }
    packer->count = left;
}

typedef struct Needs {
    uint64_t area;
    uint32_t w, h; /* of the widest and the highest cell */
} Needs;

static Needs needs_of(const Packer *packer)
{
    Needs needs = {0};
    for (size_t i = 0; i < packer->count; i++) {
        const AtlasCell *cell = &packer->cells[packer->order[i]];
        needs.area += (uint64_t)cell->w * cell->h;
        needs.w = cell->w > needs.w ? cell->w : needs.w;
        needs.h = cell->h > needs.h ? cell->h : needs.h;
    }
    return needs;
}

/* The n-th shape of 2^area_log2 pixels that holds the largest cells, squares first, then
 * wide before high; false if there is none. */
static bool shape_get(const Needs *needs, unsigned area_log2, unsigned side_log2, unsigned n,
                      uint32_t *w, uint32_t *h)
{
    const int offset = (int)((n + 1) / 2) * (n & 1 ? 1 : -1);
    const int w_log2 = (int)((area_log2 + 1) / 2) + offset;
    const int h_log2 = (int)area_log2 - w_log2;
    if (w_log2 < 0 || h_log2 < 0 || w_log2 > (int)side_log2 || h_log2 > (int)side_log2)
        return false;
    *w = 1u << w_log2;
    *h = 1u << h_log2;
    return *w >= needs->w && *h >= needs->h;
}

enum { SHAPES = 2 * ATLAS_SIDE_LOG2_MAX + 2 };

/* Fills the smallest sheet that holds all cells; returns false if there is none. Of each area,
 * the three shapes nearest to a square are tried. */
static bool sheet_find(Packer *packer, const Needs *needs, unsigned side_log2)
{
    enum { TRIES = 3 };
    unsigned area_log2 = 0;
    while (area_log2 < 2 * side_log2 && 1ull << area_log2 < needs->area)
        area_log2++;
    for (; area_log2 <= 2 * side_log2; area_log2++) {
        /* No packing is that dense, except for cells that fit exactly, such as tiles. */
        unsigned tries = needs->area > (1ull << area_log2) / 128 * 127 ? 1 : TRIES;
        for (unsigned n = 0; n < SHAPES && tries; n++) {
            uint32_t w, h;
            if (!shape_get(needs, area_log2, side_log2, n, &w, &h))
                continue;
            tries--;
            if (sheet_fill(packer, w, h))
                return true;
        }
    }
    return false;
}

/* If the sheet for all cells would be rather empty, one of half the area is filled instead, and
 * the remaining cells go to a smaller one. `before` is the area of earlier sheets: a gain that
 * is small in comparison is not worth another sheet. */
static void sheet_halve(Packer *packer, const Needs *needs, unsigned side_log2, uint64_t before)
{
    enum { SMALL = 128 * 128 };
    const uint64_t area = (uint64_t)packer->w * packer->h, spare = area - needs->area;
    if (area <= SMALL || spare * 20 <= before + area || spare * 10 <= area)
        return;
    unsigned area_log2 = 0;
    while (1ull << area_log2 < area / 2)
        area_log2++;
    for (unsigned n = 0; n < SHAPES; n++) {
        uint32_t w, h;
        if (shape_get(needs, area_log2, side_log2, n, &w, &h)) {
            sheet_fill(packer, w, h);
            return;
        }
    }
}

/* Combines height, width and index in one number, so that sorting needs no context. */
static int key_order(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void order_fill(Packer *packer, Arena *arena)
{
    uint64_t *keys = ARENA_ALLOC(arena, uint64_t, packer->count);
    for (size_t i = 0; i < packer->count; i++)
        keys[i] = (uint64_t)(SIDE_MAX - packer->cells[i].h) << 48 |
                  (uint64_t)(SIDE_MAX - packer->cells[i].w) << 32 | i;
    qsort(keys, packer->count, sizeof *keys, key_order);
    for (size_t i = 0; i < packer->count; i++)
        packer->order[i] = (uint32_t)keys[i];
}

bool cells_pack(AtlasCell *cells, size_t count, unsigned side_log2, AtlasPlan *out,
                Arena *arena, Report *report)
{
    Packer *packer = ARENA_ALLOC(arena, Packer, 1);
    packer->cells = cells;
    packer->count = count;
    packer->order = ARENA_ALLOC(arena, uint32_t, count);
    for (packer->leaves = 1; packer->leaves < count;)
        packer->leaves *= 2;
    packer->tree = ARENA_ALLOC(arena, uint16_t, 2 * packer->leaves);
    packer->steps = ARENA_ALLOC(arena, Step, SIDE_MAX + 1);
    order_fill(packer, arena);
    const uint32_t side = 1u << side_log2;
    uint64_t before = 0; /* the area of the atlases so far */
    while (packer->count) {
        if (out->atlas_count == ATLAS_COUNT_MAX)
            return report_error(report,
                                "the images need more than %d atlases of %u x %u pixels",
                                ATLAS_COUNT_MAX, side, side);
        const Needs needs = needs_of(packer);
        if (needs.area > (uint64_t)side * side || !sheet_find(packer, &needs, side_log2))
            sheet_fill(packer, side, side);
        else
            sheet_halve(packer, &needs, side_log2, before);
        before += (uint64_t)packer->w * packer->h;
        sheet_close(packer, out, arena);
    }
    return true;
}
