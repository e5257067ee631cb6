/* Output of different texts and bytes, in one line or several. */
#include "kit/compare/difference_internal.h"

#include "base/game_text.h"
#include "base/hash.h"
#include "base/numbers.h"
#include "base/text.h"

#include <assert.h>

/* QUOTE_MAX: characters of a quotation. LINES_MAX: lines that are printed one by one. */
enum { QUOTE_MAX = 60, LINES_MAX = 50, HEX_MIN = 64 };

/* Invalid bytes and control characters are escaped: they could change the terminal. */
static void put_character(Writer *out, Text text, size_t *at)
{
    const size_t from = *at;
    const uint32_t character = utf8_next(text, at);
    const uint8_t first = (uint8_t)text.at[from];
    if (character == '\n' || character == '\r' || character == '\t')
        write_format(out, "\\%c", character == '\n' ? 'n' : character == '\r' ? 'r' : 't');
    else if (first < ' ' || first == 0x7F || (first >= 0x80 && *at == from + 1))
        write_format(out, "\\x%02X", first);
    else if (character >= 0x80 && character < 0xA0) /* control characters as well */
        write_format(out, "\\x{%02X}", character);
    else
        write_bytes(out, bytes_of_text(text_slice(text, from, *at)));
}

void difference_plain(Writer *out, Text text)
{
    for (size_t at = 0; at < text.size;)
        put_character(out, text, &at);
}

/* Starts a little before `from`, the first difference, at the start of a character. */
void difference_quote(Writer *out, Text text, size_t from)
{
    size_t at = 0, count = 0;
    if (text.size > QUOTE_MAX && from > QUOTE_MAX / 3)
        at = (from < text.size ? from : text.size) - QUOTE_MAX / 3;
    while (at && at < text.size && (text.at[at] & 0xC0) == 0x80)
        at--;
    write_text(out, at ? TEXT("...\"") : TEXT("\""));
    for (; at < text.size && count < QUOTE_MAX; count++) {
        if (text.at[at] == '"' || text.at[at] == '\\')
            write_u8(out, '\\');
        put_character(out, text, &at);
    }
    write_text(out, at < text.size ? TEXT("\"...") : TEXT("\""));
}

/* Control characters other than white space mark binary files. Any encoding is accepted. */
bool difference_is_text(Bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i] < ' ' && !(bytes.data[i] >= '\t' && bytes.data[i] <= '\r'))
            return false;
    return true;
}

/* In steps of memcmp(), which is much faster than comparing byte by byte. */
size_t difference_first(Bytes a, Bytes b)
{
    enum { STEP = 4096 };
    const size_t least = a.size < b.size ? a.size : b.size;
    size_t at = 0;
    while (least - at >= STEP && !memcmp(a.data + at, b.data + at, STEP))
        at += STEP;
    while (at < least && a.data[at] == b.data[at])
        at++;
    return at;
}

/* Files of different sizes are not aligned, so that counting differing bytes would mislead. */
void difference_of_bytes(DifferenceJob *job, Bytes a, Bytes b)
{
    const size_t first = difference_first(a, b);
    size_t count = 0;
    if (a.size != b.size) {
        difference_format(job, DIFFERENCE_CHANGED,
                          "%zu -> %zu bytes, the first that differs at byte %zu", a.size,
                          b.size, first);
        return;
    }
    for (size_t i = first; i < a.size; i++)
        count += a.data[i] != b.data[i];
    difference_format(job, DIFFERENCE_CHANGED, "%zu of %zu bytes differ%s, first at byte %zu",
                      count, a.size, count == 1 ? "s" : "", first);
}

/* ---- lines ---- */

typedef struct Lines {
    Text *items;
    uint64_t *hashes;
    size_t count;
} Lines;

/* Hashes are what difference_align() compares. */
static Lines lines_of(Text text, Arena *arena)
{
    Lines lines = {0};
    size_t hashes = 0;
    Text line;
    while (text_line(&text, &line)) {
        *ARENA_PUSH(arena, lines.items, lines.count) = line;
        *ARENA_PUSH(arena, lines.hashes, hashes) = hash_bytes(0, bytes_of_text(line));
    }
    return lines;
}

static void print_text_line(DifferenceJob *job, DifferenceKind kind, size_t index, Text line)
{
    const size_t size = job->place.size;
    write_format(&job->place, "%sline %zu", size ? ", " : "", index + 1);
    difference_quote(&job->text, line, 0);
    difference_report(job, kind);
    job->place.size = size;
}

/* Both quotations start at the first difference of the two lines. */
static void print_lines(DifferenceJob *job, Text a, Text b, size_t index)
{
    const size_t size = job->place.size,
                 first = difference_first(bytes_of_text(a), bytes_of_text(b));
    write_format(&job->place, "%sline %zu", size ? ", " : "", index + 1);
    difference_quote(&job->text, a, first);
    write_text(&job->text, TEXT(" -> "));
    difference_quote(&job->text, b, first);
    difference_report(job, DIFFERENCE_CHANGED);
    job->place.size = size;
}

/* Within a gap, lines are paired in order: mostly they were edited. */
static void each_line(DifferenceJob *job, const Lines *a, const Lines *b,
                      const uint32_t *partner)
{
    DifferenceGap gap = {0};
    while (difference_gap(partner, a->count, b->count, &gap)) {
        assert(gap.a_end <= a->count && gap.b_end <= b->count);
        for (; gap.a < gap.a_end && gap.b < gap.b_end; gap.a++, gap.b++)
            print_lines(job, a->items[gap.a], b->items[gap.b], gap.a);
        for (; gap.a < gap.a_end; gap.a++)
            print_text_line(job, DIFFERENCE_REMOVED, gap.a, a->items[gap.a]);
        for (; gap.b < gap.b_end; gap.b++)
            print_text_line(job, DIFFERENCE_ADDED, gap.b, b->items[gap.b]);
    }
}

static void compare_lines(DifferenceJob *job, Text a, Text b)
{
    Arena *scratch = arena_new();
    const Lines before = lines_of(a, scratch), after = lines_of(b, scratch);
    const uint32_t *partner =
        difference_align(before.hashes, before.count, after.hashes, after.count, scratch);
    size_t count = 0, first = 0;
    for (DifferenceGap gap = {0}; difference_gap(partner, before.count, after.count, &gap);) {
        first = count ? first : gap.a;
        count += LARGER(gap.a_end - gap.a, gap.b_end - gap.b);
    }
    if (!count) /* only line ends differ */
        difference_of_bytes(job, bytes_of_text(a), bytes_of_text(b));
    else if (count <= LINES_MAX)
        each_line(job, &before, &after, partner);
    else if (before.count == after.count)
        difference_format(job, DIFFERENCE_CHANGED, "%zu of %zu lines differ, first line %zu",
                          count, before.count, first + 1);
    else
        difference_format(job, DIFFERENCE_CHANGED,
                          "%zu -> %zu lines, %zu differ, first line %zu", before.count,
                          after.count, count, first + 1);
    arena_free(scratch);
}

/* ---- values ---- */

static bool is_hex(Text text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!((text.at[i] >= '0' && text.at[i] <= '9') ||
              (text.at[i] >= 'a' && text.at[i] <= 'f')))
            return false;
    return text.size % 2 == 0;
}

static void print_hex(DifferenceJob *job, Text a, Text b)
{
    const size_t least = a.size < b.size ? a.size : b.size;
    size_t first = SIZE_MAX, count = 0;
    for (size_t i = 0; i < least; i += 2)
        if (a.at[i] != b.at[i] || a.at[i + 1] != b.at[i + 1]) {
            first = first == SIZE_MAX ? i / 2 : first;
            count++;
        }
    if (a.size == b.size)
        difference_format(job, DIFFERENCE_CHANGED,
                          "%zu of %zu bytes differ%s, first at byte %zu", count, a.size / 2,
                          count == 1 ? "s" : "", first);
    else
        difference_format(job, DIFFERENCE_CHANGED,
                          "%zu -> %zu bytes, the first that differs at byte %zu", a.size / 2,
                          b.size / 2, first == SIZE_MAX ? least / 2 : first);
}

void difference_of_texts(DifferenceJob *job, Text a, Text b)
{
    size_t at;
    if ((a.size >= HEX_MIN || b.size >= HEX_MIN) && is_hex(a) && is_hex(b)) {
        print_hex(job, a, b);
    } else if (text_find(a, '\n', &at) && text_find(b, '\n', &at)) {
        compare_lines(job, a, b);
    } else {
        const size_t first = difference_first(bytes_of_text(a), bytes_of_text(b));
        difference_quote(&job->text, a, first);
        write_text(&job->text, TEXT(" -> "));
        difference_quote(&job->text, b, first);
        difference_report(job, DIFFERENCE_CHANGED);
    }
}
