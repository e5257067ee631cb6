/* Alignment of two lists of hashes: finds their common elements, in order. */
#include "kit/compare/difference_internal.h"

#include <stdlib.h>

/* Maximum number of edits per search; memory use is its square. */
enum { EDITS_MAX = 128, LEVELS_MAX = 4 };

typedef struct Alignment {
    const uint64_t *a, *b;
    uint32_t *partner;
    int32_t (*reached)[2 * EDITS_MAX + 3]; /* by number of edits and diagonal: the furthest
                                            * position in `a` */
} Alignment;

/* A range of both lists. */
typedef struct Stretch {
    size_t a, a_end, b, b_end;
} Stretch;

/* Most lists differ in few places: this leaves little for the search. */
static void take_equal_ends(const Alignment *alignment, Stretch *s)
{
    while (s->a < s->a_end && s->b < s->b_end && alignment->a[s->a] == alignment->b[s->b])
        alignment->partner[s->a++] = (uint32_t)s->b++;
    while (s->a < s->a_end && s->b < s->b_end &&
           alignment->a[s->a_end - 1] == alignment->b[s->b_end - 1])
        alignment->partner[--s->a_end] = (uint32_t)--s->b_end;
}

/* Whether the step to a diagonal came from the one above it, by an insertion from `b`. */
static bool from_above(const int32_t *row, int32_t diagonal, int32_t edits)
{
    const int32_t *at = row + EDITS_MAX + 1 + diagonal;
    return diagonal == -edits || (diagonal != edits && at[-1] < at[1]);
}

/* Backtracking from the end: pairs are the steps along a diagonal. */
static void walk_back(const Alignment *alignment, const Stretch *s, int32_t edits)
{
    int32_t x = (int32_t)(s->a_end - s->a), y = (int32_t)(s->b_end - s->b);
    for (; edits >= 0; edits--) {
        int32_t start_x = 0, start_y = 0;
        if (edits) {
            const int32_t *row = alignment->reached[edits - 1];
            const int32_t diagonal = x - y;
            const int32_t before =
                from_above(row, diagonal, edits) ? diagonal + 1 : diagonal - 1;
            start_x = row[EDITS_MAX + 1 + before];
            start_y = start_x - before;
        }
        for (; x > start_x && y > start_y; x--, y--)
            alignment->partner[s->a + (size_t)x - 1] = (uint32_t)(s->b + (size_t)y - 1);
        x = start_x;
        y = start_y;
    }
}

/* Finds the minimum number of edits with Myers' greedy algorithm ("An O(ND) Difference
 * Algorithm", 1986); returns false if more than EDITS_MAX are needed. */
static bool take_fewest_edits(const Alignment *alignment, const Stretch *s)
{
    const int32_t a_count = (int32_t)(s->a_end - s->a), b_count = (int32_t)(s->b_end - s->b);
    for (int32_t edits = 0; edits <= EDITS_MAX; edits++) {
        int32_t *row = alignment->reached[edits];
        const int32_t *last = edits ? alignment->reached[edits - 1] : row;
        for (int32_t diagonal = -edits; diagonal <= edits; diagonal += 2) {
            const int32_t *at = last + EDITS_MAX + 1 + diagonal;
            int32_t x = !edits ? 0 : from_above(last, diagonal, edits) ? at[1] : at[-1] + 1;
            /* Diagonals beyond the end of a list do not advance. */
            while (x < a_count && x - diagonal < b_count && x - diagonal >= 0 &&
                   alignment->a[s->a + (size_t)x] ==
                       alignment->b[s->b + (size_t)(x - diagonal)])
                x++;
            row[EDITS_MAX + 1 + diagonal] = x;
            if (x == a_count && x - diagonal == b_count) {
                walk_back(alignment, s, edits);
                return true;
            }
        }
    }
    return false;
}

typedef struct Spot {
    uint64_t hash;
    size_t index;
} Spot;

/* The index decides between equal hashes, so that the result does not depend on qsort(). */
static int by_hash(const void *a, const void *b)
{
    const Spot *x = a, *y = b;
    return x->hash != y->hash ? (x->hash < y->hash ? -1 : 1)
                              : (x->index > y->index) - (x->index < y->index);
}

static int by_index(const void *a, const void *b)
{
    const Stretch *x = a, *y = b;
    return (x->a > y->a) - (x->a < y->a);
}

/* The elements of a range, sorted by hash. */
static Spot *sorted_spots(const uint64_t *hashes, size_t from, size_t end, Arena *arena)
{
    Spot *spots = ARENA_ALLOC(arena, Spot, end - from);
    for (size_t i = from; i < end; i++)
        spots[i - from] = (Spot){hashes[i], i};
    qsort(spots, end - from, sizeof *spots, by_hash);
    return spots;
}

/* The number of elements with the same hash. */
static size_t run_of(const Spot *spots, size_t count)
{
    size_t size = 1;
    while (size < count && spots[size].hash == spots[0].hash)
        size++;
    return size;
}

/* Pairs of hashes that are unique in both lists, sorted by position in `a`. */
static Stretch *single_pairs(const Alignment *alignment, const Stretch *s, size_t *count,
                             Arena *arena)
{
    const size_t a_count = s->a_end - s->a, b_count = s->b_end - s->b;
    const Spot *a = sorted_spots(alignment->a, s->a, s->a_end, arena);
    const Spot *b = sorted_spots(alignment->b, s->b, s->b_end, arena);
    Stretch *pairs = ARENA_ALLOC(arena, Stretch, a_count < b_count ? a_count : b_count);
    *count = 0;
    for (size_t i = 0, j = 0; i < a_count && j < b_count;) {
        const size_t a_run = run_of(a + i, a_count - i), b_run = run_of(b + j, b_count - j);
        if (a[i].hash == b[j].hash && a_run == 1 && b_run == 1)
            pairs[(*count)++] = (Stretch){.a = a[i].index, .b = b[j].index};
        const bool a_first = a[i].hash <= b[j].hash, b_first = b[j].hash <= a[i].hash;
        i += a_first ? a_run : 0;
        j += b_first ? b_run : 0;
    }
    qsort(pairs, *count, sizeof *pairs, by_index);
    return pairs;
}

/* Reduces the pairs to a longest increasing subsequence (patience sorting). */
static size_t keep_rising(Stretch *pairs, size_t count, Arena *arena)
{
    size_t *tops = ARENA_ALLOC(arena, size_t, count);   /* by length - 1: the smallest last
                                                         * element */
    size_t *before = ARENA_ALLOC(arena, size_t, count); /* the predecessor */
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        size_t low = 0, high = length;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (pairs[tops[middle]].b < pairs[i].b)
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low ? tops[low - 1] : 0;
        tops[low] = i;
        length += low == length;
    }
    Stretch *kept = ARENA_ALLOC(arena, Stretch, length);
    for (size_t i = length, at = length ? tops[length - 1] : 0; i--; at = before[at])
        kept[i] = pairs[at];
    if (length)
        memcpy(pairs, kept, length * sizeof *kept);
    return length;
}

/* Pairs elements at the same position, for values that repeat and change often, such as the
 * tiles of a map. */
static void take_in_place(const Alignment *alignment, const Stretch *s)
{
    for (size_t a = s->a, b = s->b; a < s->a_end && b < s->b_end; a++, b++)
        if (alignment->a[a] == alignment->b[b])
            alignment->partner[a] = (uint32_t)b;
}

/* Few edits are found exactly; otherwise unique elements divide the range, LEVELS_MAX times
 * at most. */
static void align(const Alignment *alignment, Stretch s, unsigned level)
{
    take_equal_ends(alignment, &s);
    if (s.a == s.a_end || s.b == s.b_end || take_fewest_edits(alignment, &s))
        return;
    if (level == LEVELS_MAX) {
        take_in_place(alignment, &s);
        return;
    }
    Arena *arena = arena_new();
    size_t count;
    Stretch *pairs = single_pairs(alignment, &s, &count, arena);
    count = keep_rising(pairs, count, arena);
    if (!count)
        take_in_place(alignment, &s);
    for (size_t i = 0; i <= count && count; i++) {
        const Stretch next = i < count ? pairs[i] : (Stretch){.a = s.a_end, .b = s.b_end};
        align(alignment, (Stretch){s.a, next.a, s.b, next.b}, level + 1);
        if (i < count)
            alignment->partner[next.a] = (uint32_t)next.b;
        s.a = next.a + 1;
        s.b = next.b + 1;
    }
    arena_free(arena);
}

/* The memory of the search is allocated once, and only if the ends leave something to do. */
uint32_t *difference_align(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count,
                           Arena *arena)
{
    uint32_t *partner = ARENA_ALLOC(arena, uint32_t, a_count + 1);
    Alignment alignment = {a, b, partner, NULL};
    Stretch all = {0, a_count, 0, b_count};
    memset(partner, 0xFF, a_count * sizeof *partner);
    take_equal_ends(&alignment, &all);
    if (all.a == all.a_end || all.b == all.b_end)
        return partner;
    Arena *scratch = arena_new();
    alignment.reached = arena_alloc_raw(scratch, EDITS_MAX + 1, sizeof *alignment.reached);
    align(&alignment, all, 0);
    arena_free(scratch);
    return partner;
}

/* Moves `gap` to the next range without pairs; false at the end. Starts from a zeroed gap. */
bool difference_gap(const uint32_t *partner, size_t a_count, size_t b_count, DifferenceGap *gap)
{
    size_t a = gap->a_end, b = gap->b_end;
    while (a < a_count && partner[a] == b) {
        a++;
        b++;
    }
    gap->a = a;
    gap->b = b;
    while (a < a_count && partner[a] == DIFFERENCE_ALONE)
        a++;
    gap->a_end = a;
    gap->b_end = a < a_count ? partner[a] : b_count;
    return gap->a < gap->a_end || gap->b < gap->b_end;
}
