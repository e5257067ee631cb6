/* Parts, in order: lines; the difference of two texts; merging. Both changes are compared with
 * the base. Where all three have an equal line, a part ends; within a part, the side that
 * differs from the base is taken, and two different changes are a conflict. */
#include "base/merge_lines.h"

#include "base/stream.h"

/* ---- lines ---- */

/* With their line ends, so that a change of these is a change of the line. */
typedef struct Lines {
    Text *items;
    size_t count;
} Lines;

static Lines split(Text text, Arena *arena)
{
    Lines lines = {0};
    for (size_t from = 0; from < text.size;) {
        size_t to = from;
        while (to < text.size && text.at[to] != '\n')
            to++;
        to += to < text.size;
        *ARENA_PUSH(arena, lines.items, lines.count) = text_slice(text, from, to);
        from = to;
    }
    return lines;
}

/* ---- difference: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986 ----
 */

enum { UNMATCHED = -1, DISTANCE_MAX = 1000 };

typedef struct Diff {
    const Text *a, *b;
    long a_count, b_count;
    long *matches; /* per line of a: the same line of b, or UNMATCHED */
    long **traces; /* per distance: the furthest x of each diagonal, from -distance on */
    Arena *arena;
} Diff;

static long follow(const Diff *diff, long x, long diagonal)
{
    long y = x - diagonal;
    while (x < diff->a_count && y < diff->b_count && text_equal(diff->a[x], diff->b[y])) {
        x++;
        y++;
    }
    return x;
}

/* The furthest x on a diagonal after `distance` changes. */
static long furthest(const long *before, long distance, long diagonal)
{
    /* `before` has the diagonals from -(distance - 1) on. */
    const long below = diagonal - 1 + distance - 1, above = diagonal + 1 + distance - 1;
    if (diagonal == -distance)
        return before[above];
    if (diagonal == distance)
        return before[below] + 1;
    return before[below] < before[above] ? before[above] : before[below] + 1;
}

static void walk_back(const Diff *diff, long distance)
{
    long x = diff->a_count, y = diff->b_count;
    for (long d = distance; d >= 0; d--) {
        const long diagonal = x - y;
        const long start = d ? furthest(diff->traces[d - 1], d, diagonal) : 0;
        while (x > start) { /* the equal lines */
            x--;
            y--;
            diff->matches[x] = y;
        }
        if (!d)
            return;
        const long below = diagonal - 1 + d - 1, above = diagonal + 1 + d - 1;
        const bool down = diagonal == -d || (diagonal != d && diff->traces[d - 1][below] <
                                                                  diff->traces[d - 1][above]);
        x = down ? start : start - 1;
        y = x - (down ? diagonal + 1 : diagonal - 1);
    }
}

static void find_matches(Diff *diff)
{
    for (long distance = 0; distance <= DISTANCE_MAX; distance++) {
        long *trace = diff->traces[distance] =
            ARENA_ALLOC(diff->arena, long, (size_t)(2 * distance + 1));
        for (long diagonal = -distance; diagonal <= distance; diagonal += 2) {
            const long start =
                distance ? furthest(diff->traces[distance - 1], distance, diagonal) : 0;
            const long x = trace[diagonal + distance] = follow(diff, start, diagonal);
            if (x >= diff->a_count && x - diagonal >= diff->b_count) {
                walk_back(diff, distance);
                return;
            }
        }
    }
}

/* Per line of `a` the same line of `b`. Too many differences match nothing between the parts
 * that are equal at the start and at the end. */
static long *matches_of(Lines a, Lines b, Arena *arena)
{
    long *matches = ARENA_ALLOC(arena, long, a.count + 1);
    size_t start = 0, end = 0;
    for (size_t i = 0; i < a.count; i++)
        matches[i] = UNMATCHED;
    while (start < a.count && start < b.count && text_equal(a.items[start], b.items[start])) {
        matches[start] = (long)start;
        start++;
    }
    while (end < a.count - start && end < b.count - start &&
           text_equal(a.items[a.count - 1 - end], b.items[b.count - 1 - end])) {
        matches[a.count - 1 - end] = (long)(b.count - 1 - end);
        end++;
    }
    if (start + end == a.count || start + end == b.count)
        return matches;
    Diff diff = {a.items + start,
                 b.items + start,
                 (long)(a.count - start - end),
                 (long)(b.count - start - end),
                 matches + start,
                 ARENA_ALLOC(arena, long *, DISTANCE_MAX + 1),
                 arena};
    find_matches(&diff);
    for (long i = 0; i < diff.a_count; i++)
        if (diff.matches[i] != UNMATCHED)
            diff.matches[i] += (long)start;
    return matches;
}

/* ---- merging ---- */

typedef struct Part {
    const Text *items;
    size_t count;
} Part;

static Part part_of(Lines lines, size_t from, size_t to)
{
    return (Part){lines.items + from, to - from};
}

static bool part_equal(Part a, Part b)
{
    bool equal = a.count == b.count;
    for (size_t i = 0; i < a.count && equal; i++)
        equal = text_equal(a.items[i], b.items[i]);
    return equal;
}

static void write_part(Writer *out, Part part)
{
    for (size_t i = 0; i < part.count; i++)
        write_text(out, part.items[i]);
}

typedef struct Merging {
    Writer out;
    const Text *base; /* its first line */
    bool prefer_theirs;
    LineConflictSink *sink; /* NULL: ends at the first conflict */
    void *context;
    bool failed;
} Merging;

/* The lines of a part lie next to each other. */
static Text text_of_part(Part part)
{
    const Text *last = part.count ? &part.items[part.count - 1] : NULL;
    return last ? (Text){part.items[0].at, (size_t)(last->at + last->size - part.items[0].at)}
                : TEXT("");
}

static void collide(Merging *merging, Part base, Part mine, Part theirs)
{
    merging->failed = true;
    if (!merging->sink)
        return;
    const LineConflict conflict = {(size_t)(base.items - merging->base) + 1, text_of_part(base),
                                   text_of_part(mine), text_of_part(theirs)};
    merging->sink(merging->context, &conflict);
    write_part(&merging->out, merging->prefer_theirs ? theirs : mine);
}

static void merge_part(Merging *merging, Part base, Part mine, Part theirs)
{
    if (part_equal(mine, base) || part_equal(mine, theirs)) {
        write_part(&merging->out, theirs);
        return;
    }
    if (part_equal(theirs, base)) {
        write_part(&merging->out, mine);
        return;
    }
    if (mine.count != base.count || theirs.count != base.count || base.count < 2) {
        collide(merging, base, mine, theirs);
        return;
    }
    for (size_t i = 0; i < base.count; i++)
        merge_part(merging, (Part){base.items + i, 1}, (Part){mine.items + i, 1},
                   (Part){theirs.items + i, 1});
}

bool merge_lines_all(Text base, Text mine, Text theirs, bool prefer_theirs,
                     LineConflictSink *sink, void *context, Text *out, Arena *arena)
{
    Arena *scratch = arena_new();
    const Lines b = split(base, scratch), m = split(mine, scratch), t = split(theirs, scratch);
    const long *of_mine = matches_of(b, m, scratch), *of_theirs = matches_of(b, t, scratch);
    Merging merging = {.out = writer_to(scratch),
                       .base = b.items,
                       .prefer_theirs = prefer_theirs,
                       .sink = sink,
                       .context = context};
    size_t at_base = 0, at_mine = 0, at_theirs = 0;
    for (size_t i = 0; i <= b.count && (sink || !merging.failed); i++) {
        const bool end = i == b.count;
        if (!end && (of_mine[i] == UNMATCHED || of_theirs[i] == UNMATCHED))
            continue;
        const size_t to_mine = end ? m.count : (size_t)of_mine[i];
        const size_t to_theirs = end ? t.count : (size_t)of_theirs[i];
        merge_part(&merging, part_of(b, at_base, i), part_of(m, at_mine, to_mine),
                   part_of(t, at_theirs, to_theirs));
        if (!end)
            write_text(&merging.out, b.items[i]);
        at_base = i + 1;
        at_mine = to_mine + 1;
        at_theirs = to_theirs + 1;
    }
    if (sink || !merging.failed)
        *out = arena_text(arena, writer_text(&merging.out));
    arena_free(scratch);
    return !merging.failed;
}

bool merge_lines(Text base, Text mine, Text theirs, Text *out, Arena *arena)
{
    return merge_lines_all(base, mine, theirs, false, NULL, NULL, out, arena);
}
