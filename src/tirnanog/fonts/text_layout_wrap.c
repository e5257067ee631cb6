/* Breaks paragraphs into lines. Widths of single characters cannot be added up, because shaping
 * depends on neighbours: a paragraph is shaped once, cut at clusters, and each line is then
 * laid out again. */
#include "tirnanog/fonts/text_layout_internal.h"

#include "base/text.h"
#include "tirnanog/fonts/line_breaks.h"

typedef struct Piece {
    size_t end, next; /* of the visible part; start of the next line */
    bool hyphen;      /* a soft hyphen at its end is shown */
} Piece;

static bool is_hidden(uint32_t code) { return text_is_blank(code) || code == 0x200B; }

/* What lines of a paragraph are cut from. */
typedef struct Cutting {
    const Paragraph *paragraph;
    const int64_t *advances;
    const bool *breaks;
    int64_t hyphen; /* its width, 1/64 pixel */
} Cutting;

/* The longest line at `from` whose clusters are at most `limit` wide; at least one cluster. A
 * line may end with a soft hyphen if a hyphen has space there. */
static Piece take_piece(const Cutting *cutting, size_t from, int64_t limit)
{
    const Paragraph *paragraph = cutting->paragraph;
    const int64_t *advances = cutting->advances;
    Piece cut = {0};
    size_t end = from, cluster = from; /* of the visible part; of the last cluster's start */
    int64_t w = 0;
    for (size_t i = from; i < paragraph->count; i++) {
        const uint32_t code = paragraph->codes[i];
        if (advances[i] >= 0)
            cluster = i;
        const int64_t before = w;
        const bool hyphen = i > from && paragraph->codes[i - 1] == SOFT_HYPHEN;
        w += advances[i] > 0 ? advances[i] : 0;
        if (is_hidden(code))
            continue;
        if (i > from && cluster == i && cutting->breaks[i] &&
            (!hyphen || before + cutting->hyphen <= limit))
            cut = (Piece){end, i, hyphen};
        if (w > limit && cluster > from)
            return cut.next ? cut : (Piece){cluster, cluster, false};
        end = i + 1;
    }
    return (Piece){end, paragraph->count, false};
}

/* The arena of the result, and arenas that are reset after each paragraph and each line. */
typedef struct WrapArenas {
    Arena *out, *paragraph, *line;
} WrapArenas;

static uint32_t hyphen_of(const TextStyle *style)
{
    enum { HYPHEN = 0x2010 };
    return text_glyph(style, HYPHEN) ? HYPHEN : '-';
}

/* Lays out one line of a longer paragraph. */
static int64_t lay_piece(Line *line, size_t from, const Piece *piece)
{
    const size_t last = piece->end - 1;
    const Paragraph *paragraph = line->paragraph;
    if (piece->hyphen)
        paragraph->codes[last] = paragraph->joined[last] = hyphen_of(line->style);
    const int64_t w = text_lay_line(line, from, piece->end);
    if (piece->hyphen)
        paragraph->codes[last] = paragraph->joined[last] = SOFT_HYPHEN;
    return w;
}

/* The paragraph is shaped once for the advances; each line is then shaped again, and made
 * shorter if it is too wide, TRIES times at most. */
static void wrap_paragraph(const TextStyle *style, Text text, const Paragraph *paragraph,
                           int64_t width, int64_t hyphen, TextLine **lines, size_t *count,
                           const WrapArenas *arenas)
{
    enum { TRIES = 4 };
    Line line = {.style = style,
                 .paragraph = paragraph,
                 .ascent = text_walk(style, TEXT("")).ascent,
                 .advances = ARENA_ALLOC(arenas->paragraph, int64_t, paragraph->count),
                 .arena = arenas->paragraph};
    for (size_t i = 0; i < paragraph->count; i++)
        line.advances[i] = -1;
    text_lay_line(&line, 0, paragraph->count);
    const Cutting cutting = {
        .paragraph = paragraph,
        .advances = line.advances,
        .breaks = line_breaks_codes(paragraph->codes, paragraph->count, arenas->paragraph),
        .hyphen = hyphen * OUTLINE_UNITS};
    line.advances = NULL;
    line.arena = arenas->line;
    size_t from = 0;
    do {
        int64_t limit = width * OUTLINE_UNITS, w = 0;
        Piece piece;
        line.start = paragraph->at[from];
        /* Letters at the ends of a line can be wider than inside of it. */
        for (int i = 0; i < TRIES; i++) {
            line.items = NULL;
            line.count = 0;
            arena_reset(arenas->line);
            piece = take_piece(&cutting, from, limit);
            w = lay_piece(&line, from, &piece);
            if (w <= width)
                break;
            limit -= (w - width) * OUTLINE_UNITS;
        }
        /* Even an empty line has items, so that it is not taken for a simple one. */
        TextItem *items = ARENA_ALLOC(arenas->out, TextItem, line.count ? line.count : 1);
        if (line.count)
            memcpy(items, line.items, line.count * sizeof *items);
        *ARENA_PUSH(arenas->out, *lines, *count) =
            (TextLine){text_slice(text, paragraph->at[from], paragraph->at[piece.end]), w,
                       items, line.count};
        from = piece.next;
    } while (from < paragraph->count);
}

/* A text that ends with a line end has an empty last line. */
TextLine *text_wrap_complex(const TextStyle *style, Text text, int64_t width, int64_t hyphen,
                            size_t *count, Arena *arena)
{
    const WrapArenas arenas = {arena, arena_new(), arena_new()};
    TextLine *lines = NULL;
    *count = 0;
    for (bool more = true; more;) {
        arena_reset(arenas.paragraph);
        const Paragraph paragraph = text_paragraph_read(style, text, arenas.paragraph);
        wrap_paragraph(style, text, &paragraph, width, hyphen, &lines, count, &arenas);
        const size_t end = paragraph.at[paragraph.count];
        const bool line_end = end < text.size && text.at[end] == '\n';
        text = text_slice(text, end + line_end, text.size);
        more = line_end || text.size;
    }
    arena_free(arenas.paragraph);
    arena_free(arenas.line);
    return lines;
}
