/* Parts, in order: messages; entries; chunks; overlapping chunks; limits for drawing. Many
 * entries may have the same chunks, so a small file can describe much work: the search for
 * owners skips chunks that have one, and overlaps are found with a grid, up to a limit. */
#include "mages/sprites/lay_check.h"

#include "mages/sprites/lay.h"
#include "base/image/png.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* LINES_MAX: lines of each kind. SUB_FACES: faces have 16 bits. */
enum { LINES_MAX = 20, NOBODY = -1, SUB_FACES = 1 << 16 };

typedef enum Kind {
    KIND_RANGE,
    KIND_TYPE,
    KIND_TWICE,
    KIND_BASE,
    KIND_FRAME,
    KIND_NO_SUB,
    KIND_EMPTY,
    KIND_NUMBER,
    KIND_FRACTION,
    KIND_NEGATIVE,
    KIND_SRC_LATTICE,
    KIND_DST_LATTICE,
    KIND_OVERLAP,
    KIND_UNUSED,
    KIND_COUNT
} Kind;

/* An error makes the file unusable; a warning is what no known file has. */
static const struct {
    Severity severity;
    const char *text; /* of the line with the number of further messages */
} kinds[KIND_COUNT] = {
    [KIND_RANGE] = {SEVERITY_ERROR, "entries exceed the number of chunks"},
    [KIND_TYPE] = {SEVERITY_WARNING, "entries are of an unknown type"},
    [KIND_TWICE] = {SEVERITY_WARNING, "entries are duplicates"},
    [KIND_BASE] = {SEVERITY_WARNING, "bases are never drawn"},
    [KIND_FRAME] = {SEVERITY_WARNING, "frames are unknown"},
    [KIND_NO_SUB] = {SEVERITY_NOTE, "entries have no sub"},
    [KIND_EMPTY] = {SEVERITY_WARNING, "entries have no chunks"},
    [KIND_NUMBER] = {SEVERITY_ERROR, "coordinates are not valid numbers"},
    [KIND_FRACTION] = {SEVERITY_WARNING, "coordinates are far from a whole number"},
    [KIND_NEGATIVE] = {SEVERITY_WARNING, "chunks are outside the sheet"},
    [KIND_SRC_LATTICE] = {SEVERITY_WARNING, "chunks are not on the lattice of 32 in the sheet"},
    [KIND_DST_LATTICE] = {SEVERITY_WARNING, "chunks are off the lattice of 30"},
    [KIND_OVERLAP] = {SEVERITY_WARNING, "chunks overlap others of their entry"},
    [KIND_UNUSED] = {SEVERITY_WARNING, "runs of chunks belong to no entry"},
};

typedef struct Check {
    Lay lay;
    const LaySprite *sprites;
    const LayChunk *chunks;
    uint32_t sprite_count, chunk_count;
    int64_t *owner;       /* of each chunk: the first entry that draws it, or NOBODY */
    bool *good;           /* whether its coordinates can be drawn */
    int pitch_x, pitch_y; /* origin of the lattice of 30 pixels: 0 to 29 */
    size_t said[KIND_COUNT];
    char where[96];
    Arena *arena;
    Report *report;
} Check;

/* Reports a line of a kind; after LINES_MAX lines they are only counted. */
static void say(Check *check, Kind kind, const char *format, ...) PRINTF_LIKE(3, 4);
static void say(Check *check, Kind kind, const char *format, ...)
{
    const Severity severity = kinds[kind].severity;
    Report *report = check->report;
    if (check->said[kind]++ >= LINES_MAX) {
        if (check->said[kind] > LINES_MAX + 1) /* print_rest reports the first of them */
            report_count(report, severity);
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    const Text text = arena_vformat(check->arena, format, arguments);
    va_end(arguments);
    if (severity == SEVERITY_ERROR)
        report_error(report, "%s", text.at);
    else if (severity == SEVERITY_WARNING)
        report_warning(report, "%s", text.at);
    else
        report_note(report, "%s", text.at);
}

/* The subject is set by hand, as report_message() takes a complete message. */
static void print_rest(Check *check)
{
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (check->said[kind] <= LINES_MAX)
            continue;
        const size_t more = check->said[kind] - LINES_MAX;
        const Message message = {
            .severity = kinds[kind].severity,
            .subject = check->report->subject,
            .text = arena_format(check->arena, "%zu more: %s", more, kinds[kind].text)};
        report_message(check->report, &message);
    }
}

static size_t sprite_at(size_t index) { return 8 + 12 * index; }
static size_t chunk_at(const Check *check, size_t index)
{
    return 8 + 12 * (size_t)check->sprite_count + 16 * index;
}

/* ---- entries ---- */

/* 64 bits: the sum of two 32-bit numbers of the file can overflow. */
static bool in_bounds(const Check *check, const LaySprite *sprite)
{
    return (uint64_t)sprite->chunk_offset + sprite->chunk_count <= check->chunk_count;
}

/* A first pass finds the subs: a mouth may come before the sub of its face. */
static void check_entries(Check *check)
{
    static const unsigned frames[256] = {
        [LAY_MOUTH] = 3, [LAY_EYES] = 3, [LAY_BOTH] = 9}; /* 0: any */
    bool *subs = ARENA_ALLOC(check->arena, bool, SUB_FACES), base = false;
    for (size_t i = 0; i < check->sprite_count; i++)
        if (lay_type(check->sprites[i].info) == LAY_SUB)
            subs[lay_face(check->sprites[i].info)] = true;
    for (size_t i = 0; i < check->sprite_count; i++) {
        const LaySprite *sprite = &check->sprites[i];
        const unsigned type = lay_type(sprite->info), frame = lay_frame(sprite->info);
        const char *word = lay_type_word(type);
        if (!in_bounds(check, sprite))
            say(check, KIND_RANGE,
                "entry %zu, at byte %zu: chunks %u + %u exceed the %u existing ones", i,
                sprite_at(i) + 4, sprite->chunk_offset, sprite->chunk_count,
                check->chunk_count);
        else if (!sprite->chunk_count)
            say(check, KIND_EMPTY, "entry %zu, at byte %zu: it has no chunks", i,
                sprite_at(i) + 8);
        if (!word)
            say(check, KIND_TYPE, "entry %zu, at byte %zu: type 0x%02x is unknown", i,
                sprite_at(i), type);
        if (type == LAY_BASE && base)
            say(check, KIND_BASE,
                "entry %zu, at byte %zu: a further base, which is never drawn", i,
                sprite_at(i));
        base |= type == LAY_BASE;
        if (frames[type] && frame >= frames[type])
            say(check, KIND_FRAME, "entry %zu, at byte %zu: %s with frame %u; expected 0 to %u",
                i, sprite_at(i), word, frame, frames[type] - 1);
        if (frames[type] && !subs[lay_face(sprite->info)])
            say(check, KIND_NO_SUB,
                "entry %zu, at byte %zu: %s of face %u, which has no sub: it goes onto the "
                "base",
                i, sprite_at(i), word, lay_face(sprite->info));
    }
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Entries that are drawn for the same purpose have equal numbers: bits without a meaning for
 * the type are ignored. */
static uint32_t key_of(uint32_t info)
{
    const unsigned type = lay_type(info);
    return type == LAY_BASE || !lay_type_word(type)
               ? info
               : (uint32_t)type << 24 | lay_face(info) << 8 | lay_frame(info);
}

/* Sorted by key and then by index, so that the first of each group is the one that is used. */
static void check_twins(Check *check)
{
    uint64_t *order = ARENA_ALLOC(check->arena, uint64_t, check->sprite_count);
    for (size_t i = 0; i < check->sprite_count; i++)
        order[i] = (uint64_t)key_of(check->sprites[i].info) << 32 | i;
    qsort(order, check->sprite_count, sizeof *order, by_number);
    size_t first = 0;
    for (size_t i = 1; i < check->sprite_count; i++) {
        const size_t index = order[i] & UINT32_MAX;
        if (order[i] >> 32 != order[first] >> 32)
            first = i;
        else
            say(check, KIND_TWICE,
                "entry %zu, at byte %zu: 0x%08x has the numbers of entry %zu, which is used "
                "instead",
                index, sprite_at(index), check->sprites[index].info,
                (size_t)(order[first] & UINT32_MAX));
    }
}

/* ---- chunks ---- */

/* The next chunk from `index` on without an owner; paths are halved, so that many entries with
 * the same chunks take little more time than one. */
static uint32_t next_free(uint32_t *next, uint32_t index)
{
    while (next[index] != index)
        index = next[index] = next[next[index]];
    return index;
}

/* Union-find over the chunks: with a plain loop, n entries of all n chunks would take n * n
 * steps. */
static void find_owners(Check *check)
{
    uint32_t *next = ARENA_ALLOC(check->arena, uint32_t, (size_t)check->chunk_count + 1);
    check->owner = ARENA_ALLOC(check->arena, int64_t, check->chunk_count);
    for (uint32_t i = 0; i <= check->chunk_count; i++)
        next[i] = i;
    for (size_t i = 0; i < check->chunk_count; i++)
        check->owner[i] = NOBODY;
    for (size_t i = 0; i < check->sprite_count; i++) {
        const LaySprite *sprite = &check->sprites[i];
        if (!in_bounds(check, sprite))
            continue;
        const uint32_t end = sprite->chunk_offset + sprite->chunk_count;
        for (uint32_t c = next_free(next, sprite->chunk_offset); c < end;
             c = next_free(next, c)) {
            check->owner[c] = (int64_t)i;
            next[c] = c + 1;
        }
    }
    for (size_t i = 0, from = 0; i <= check->chunk_count; i++)
        if (i == check->chunk_count || check->owner[i] != NOBODY) {
            if (from < i)
                say(check, KIND_UNUSED, "chunks %zu to %zu, at byte %zu: no entry has them",
                    from, i - 1, chunk_at(check, from));
            from = i + 1;
        }
}

/* "entry 3, chunk 17, at byte 420"; valid until the next call. */
static const char *place(Check *check, size_t index, size_t member)
{
    const size_t at = chunk_at(check, index) + 4 * member;
    const int64_t owner = check->owner[index];
    size_t size = 0;
    if (owner != NOBODY)
        size = (size_t)snprintf(check->where, sizeof check->where, "entry %lld, ",
                                (long long)owner);
    snprintf(check->where + size, sizeof check->where - size, "chunk %zu, at byte %zu", index,
             at);
    return check->where;
}

static int modulo(int value, int by) { return (value % by + by) % by; }

static const char *const names[4] = {"dst_x", "dst_y", "src_x", "src_y"};

/* In pixels, in file order. */
static void numbers_of(const Check *check, size_t index, float out[4])
{
    const LayChunk *chunk = &check->chunks[index];
    out[0] = chunk->dst_x;
    out[1] = chunk->dst_y;
    out[2] = lay_src_x(check->lay.flavour, chunk);
    out[3] = lay_src_y(check->lay.flavour, chunk);
}

/* A fraction below 1/64 is the rounding of a float, not an error. */
static void check_numbers(Check *check, size_t index)
{
    float numbers[4];
    numbers_of(check, index, numbers);
    check->good[index] = true;
    for (size_t i = 0; i < 4; i++) {
        const float number = numbers[i];
        if (!(fabsf(number) <= LAY_NUMBER_MAX)) { /* also true for NaN */
            check->good[index] = false;
            say(check, KIND_NUMBER, "%s: %s is %s: it cannot be drawn", place(check, index, i),
                names[i],
                isnan(number)   ? "not a number"
                : isinf(number) ? "infinite"
                                : "beyond 32767");
        } else if (fabsf(number - rintf(number)) > 1 / 64.0f) {
            say(check, KIND_FRACTION, "%s: %s is %.9g, and is rounded", place(check, index, i),
                names[i], (double)number);
        }
    }
}

/* Cells of the sheet are 32 pixels with a border of one pixel; chunks start after it. */
static void check_source(Check *check, size_t index)
{
    float numbers[4];
    numbers_of(check, index, numbers);
    const int x = (int)rintf(numbers[2]), y = (int)rintf(numbers[3]);
    if (x < 0 || y < 0)
        say(check, KIND_NEGATIVE, "%s: src %d, %d is outside the sheet", place(check, index, 2),
            x, y);
    else if (x % LAY_CELL != 1 || y % LAY_CELL != 1)
        say(check, KIND_SRC_LATTICE, "%s: src %d, %d is not 1 beyond a multiple of 32",
            place(check, index, 2), x, y);
}

/* Finds the lattice with the largest number of chunks; the lowest wins ties. */
static void find_pitch(Check *check)
{
    size_t x[LAY_PITCH] = {0}, y[LAY_PITCH] = {0};
    for (size_t i = 0; i < check->chunk_count; i++)
        if (check->good[i]) {
            x[modulo((int)rintf(check->chunks[i].dst_x), LAY_PITCH)]++;
            y[modulo((int)rintf(check->chunks[i].dst_y), LAY_PITCH)]++;
        }
    for (int i = 0; i < LAY_PITCH; i++) {
        check->pitch_x = x[i] > x[check->pitch_x] ? i : check->pitch_x;
        check->pitch_y = y[i] > y[check->pitch_y] ? i : check->pitch_y;
    }
}

/* The lattice is found from the file, because its origin differs between sprites. */
static void check_chunks(Check *check)
{
    check->good = ARENA_ALLOC(check->arena, bool, check->chunk_count);
    for (size_t i = 0; i < check->chunk_count; i++)
        check_numbers(check, i);
    find_pitch(check);
    for (size_t i = 0; i < check->chunk_count; i++) {
        if (!check->good[i])
            continue;
        const int x = (int)rintf(check->chunks[i].dst_x),
                  y = (int)rintf(check->chunks[i].dst_y);
        check_source(check, i);
        if (modulo(x, LAY_PITCH) != check->pitch_x || modulo(y, LAY_PITCH) != check->pitch_y)
            say(check, KIND_DST_LATTICE, "%s: dst %d, %d is not on the file's lattice of 30",
                place(check, i, 0), x, y);
    }
}

/* ---- overlapping chunks ---- */

/* A grid with cells of a chunk's size: two chunks in the same cell overlap, so each cell holds
 * at most one, and only its eight neighbours must be checked. */
typedef struct Grid {
    int size, left, top, columns, rows;
    uint32_t *cells; /* chunk + 1 */
} Grid;

static Grid grid_of(const Check *check)
{
    /* If most chunks are on the lattice of 30, cells of 30; otherwise of 32, as in the
     * specification of the seed. */
    Grid grid = {check->said[KIND_DST_LATTICE] * 2 < check->chunk_count ? LAY_PITCH : LAY_CELL,
                 LAY_NUMBER_MAX,
                 LAY_NUMBER_MAX,
                 0,
                 0,
                 NULL};
    int right = -LAY_NUMBER_MAX, bottom = -LAY_NUMBER_MAX;
    for (size_t i = 0; i < check->chunk_count; i++)
        if (check->good[i]) {
            const int x = (int)rintf(check->chunks[i].dst_x),
                      y = (int)rintf(check->chunks[i].dst_y);
            grid.left = x < grid.left ? x : grid.left;
            grid.top = y < grid.top ? y : grid.top;
            right = x > right ? x : right;
            bottom = y > bottom ? y : bottom;
        }
    if (grid.left > right)
        return grid;
    grid.columns = (right - grid.left) / grid.size + 3; /* with a border on each side */
    grid.rows = (bottom - grid.top) / grid.size + 3;
    grid.cells = ARENA_ALLOC(check->arena, uint32_t, (size_t)grid.columns * (size_t)grid.rows);
    return grid;
}

/* The border column and row make the eight neighbours exist for each cell. */
static uint32_t *grid_cell(const Grid *grid, const LayChunk *chunk)
{
    const int column = ((int)rintf(chunk->dst_x) - grid->left) / grid->size + 1;
    const int row = ((int)rintf(chunk->dst_y) - grid->top) / grid->size + 1;
    return &grid->cells[(size_t)row * (size_t)grid->columns + (size_t)column];
}

/* Afterwards only the cells that were used are cleared: clearing the grid for each entry would
 * take longer than the check. */
static void check_overlaps_of(Check *check, const Grid *grid, size_t entry)
{
    const LaySprite *sprite = &check->sprites[entry];
    for (uint32_t i = 0; i < sprite->chunk_count; i++) {
        const uint32_t index = sprite->chunk_offset + i;
        const LayChunk *chunk = &check->chunks[index];
        if (!check->good[index])
            continue;
        uint32_t *cell = grid_cell(grid, chunk), other = 0;
        for (int near = 0; near < 9 && !other; near++) {
            const uint32_t there = cell[(near / 3 - 1) * grid->columns + near % 3 - 1];
            const LayChunk *with = there ? &check->chunks[there - 1] : NULL;
            if (with && fabsf(rintf(with->dst_x) - rintf(chunk->dst_x)) < (float)grid->size &&
                fabsf(rintf(with->dst_y) - rintf(chunk->dst_y)) < (float)grid->size)
                other = there;
        }
        if (other)
            say(check, KIND_OVERLAP, "entry %zu, chunk %u, at byte %zu: it overlaps chunk %u",
                entry, index, chunk_at(check, index), other - 1);
        else
            *cell = index + 1;
    }
    for (uint32_t i = 0; i < sprite->chunk_count; i++)
        if (check->good[sprite->chunk_offset + i])
            *grid_cell(grid, &check->chunks[sprite->chunk_offset + i]) = 0;
}

static void check_overlaps(Check *check)
{
    const Grid grid = grid_of(check);
    uint64_t drawn = 0, most = 8 * (uint64_t)check->chunk_count + (1 << 20);
    for (size_t i = 0; i < check->sprite_count && grid.cells; i++) {
        if (!in_bounds(check, &check->sprites[i]))
            continue;
        /* A small file can have thousands of entries that each draw all chunks. */
        drawn += check->sprites[i].chunk_count;
        if (drawn > most) {
            report_warning(check->report,
                           "entry %zu, at byte %zu: entries share so many chunks that overlaps "
                           "are not looked for any further",
                           i, sprite_at(i));
            return;
        }
        check_overlaps_of(check, &grid, i);
    }
}

/* ---- limits for drawing ---- */

/* Sums in 64 bits; overlapping entries count each time they are drawn. */
static void check_limits(Check *check)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < check->sprite_count; i++)
        cells += check->sprites[i].chunk_count;
    if (check->sprite_count > LAY_ENTRIES_MAX)
        report_warning(check->report, "at byte 0: %u entries; the maximum for drawing is %d",
                       check->sprite_count, LAY_ENTRIES_MAX);
    if (cells > LAY_CELLS_MAX)
        report_warning(check->report,
                       "the entries have %llu cells; the maximum for drawing is %d",
                       (unsigned long long)cells, LAY_CELLS_MAX);
    if (!check->chunk_count)
        report_warning(check->report, "at byte 4: it has no chunks, so nothing is drawn");
}

/* The canvas of all chunks with the engine's geometry, which is the smallest possible. */
static void check_canvas(Check *check)
{
    int left = LAY_NUMBER_MAX, top = left, right = -left, bottom = -left;
    for (size_t i = 0; i < check->chunk_count; i++) {
        if (!check->good[i])
            return; /* it cannot be drawn anyway */
        const int x = (int)rintf(check->chunks[i].dst_x);
        const int y = (int)rintf(check->chunks[i].dst_y);
        left = x < left ? x : left;
        top = y < top ? y : top;
        right = x > right ? x : right;
        bottom = y > bottom ? y : bottom;
    }
    const int64_t w = (int64_t)right - left + LAY_PITCH, h = (int64_t)bottom - top + LAY_PITCH;
    if (check->chunk_count && (w > PNG_SIDE_MAX || h > PNG_SIDE_MAX || w * h > PNG_PIXELS_MAX))
        report_warning(check->report, "a canvas of %lld x %lld pixels is too large to be drawn",
                       (long long)w, (long long)h);
}

/* Owners are found before the chunks: messages name the entry of a chunk. */
static void check_file(Check *check)
{
    const LayFile *file = &check->lay.file;
    if (!check->sprite_count)
        report_warning(check->report, "at byte 0: it has no entries");
    check_limits(check);
    check_entries(check);
    check_twins(check);
    find_owners(check);
    check_chunks(check);
    check_canvas(check);
    check_overlaps(check);
    if (file->tail_count && !lay_has_opaque_flags(file))
        report_warning(check->report,
                       "at byte %zu: %u bytes follow the chunks; expected one flag per chunk",
                       chunk_at(check, check->chunk_count), file->tail_count);
    print_rest(check);
}

bool lay_check(Bytes file, Arena *arena, Report *report)
{
    Check check = {.arena = arena, .report = report};
    const size_t errors = report->errors;
    if (!lay_read(file, &check.lay, arena, report))
        return false;
    check.sprites = check.lay.file.sprites;
    check.chunks = check.lay.file.chunks;
    check.sprite_count = check.lay.file.sprite_count;
    check.chunk_count = check.lay.file.chunk_count;
    check_file(&check);
    return report->errors == errors;
}
