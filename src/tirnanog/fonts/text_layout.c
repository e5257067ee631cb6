/* Parts, in order: the shaper; texts with their line ends, and the cache of short ones.
 * Characters are in text_layout_paragraph.c, one line in text_layout_line.c, line breaking in
 * text_layout_wrap.c. */
#include "tirnanog/fonts/text_layout_internal.h"

#include "base/hash.h"
#include "base/text.h"

/* ---- the shaper ---- */

/* Texts longer than CACHED_SIZE_MAX bytes are not cached. CACHE_LIMIT is in bytes, for all
 * slots. */
enum { CACHED_FONTS = 3, CACHED_SIZE_MAX = 1024, CACHE_SLOTS = 1024, CACHE_LIMIT = 2 << 20 };

typedef struct LayoutKey {
    Text text;
    const SsfnFont *fonts[CACHED_FONTS];
    uint32_t size, looks; /* looks: bit 0 bold, 1 right to left */
} LayoutKey;

typedef struct LayoutSlot {
    LayoutKey key;
    TextLayout layout;
    bool used;
} LayoutSlot;

/* `work` holds a layout that is not cached, until the next one. */
struct TextShaper {
    Arena *fonts_arena, *cache, *work;
    OutlineFont **fonts;
    size_t count;
    LayoutSlot slots[CACHE_SLOTS];
};

TextShaper *text_shaper_new(Arena *arena)
{
    TextShaper *shaper = ARENA_ALLOC(arena, TextShaper, 1);
    shaper->fonts_arena = arena_new_within(arena);
    shaper->cache = arena_new_within(arena);
    shaper->work = arena_new_within(arena);
    return shaper;
}

void text_shaper_forget(TextShaper *shaper)
{
    memset(shaper->slots, 0, sizeof shaper->slots);
    arena_reset(shaper->cache);
}

/* Cached layouts may lack this font, so they are removed. */
bool text_shaper_add(TextShaper *shaper, Bytes file, uint32_t face, Report *report)
{
    OutlineFont *font = outline_font_open(file, face, shaper->fonts_arena, report);
    if (font)
        *ARENA_PUSH(shaper->fonts_arena, shaper->fonts, shaper->count) = font;
    text_shaper_forget(shaper);
    return font != NULL;
}

void text_shaper_clear(TextShaper *shaper)
{
    text_shaper_forget(shaper);
    arena_reset(shaper->fonts_arena);
    shaper->fonts = NULL;
    shaper->count = 0;
}

/* The first font that was added and has the character; NULL if there is none. */
OutlineFont *text_shaper_font(const TextShaper *shaper, uint32_t code)
{
    for (size_t i = 0; shaper && i < shaper->count; i++)
        if (outline_font_has(shaper->fonts[i], code))
            return shaper->fonts[i];
    return NULL;
}

/* ---- texts ---- */

/* Each line end starts a paragraph. Offsets of items are those in the whole text. */
static TextLayout lay_lines(const TextStyle *style, Text text, Arena *arena)
{
    const TextWalk walk = text_walk(style, TEXT(""));
    TextSize size = {0, 0, walk.ascent, walk.line};
    Line line = {.style = style, .ascent = walk.ascent, .arena = arena};
    for (size_t at = 0; at <= text.size;) {
        const Text rest = text_slice(text, at, text.size);
        const Paragraph paragraph = text_paragraph_read(style, rest, arena);
        line.paragraph = &paragraph;
        line.start = 0;
        const size_t first = line.count;
        const int64_t w = text_lay_line(&line, 0, paragraph.count);
        for (size_t i = first; i < line.count; i++)
            line.items[i].at += at;
        size.w = w > size.w ? w : size.w;
        size.h += walk.line;
        line.y += walk.line;
        size_t end = 0;
        at += text_find(rest, '\n', &end) ? end + 1 : rest.size + 1;
    }
    return (TextLayout){line.items, line.count, size};
}

/* Returns false if the text is not cached. The key refers to `text`, not to a copy. */
static bool layout_key(const TextStyle *style, Text text, LayoutKey *out)
{
    if (!style->shaper || text.size > CACHED_SIZE_MAX || style->count > CACHED_FONTS)
        return false;
    *out = (LayoutKey){.text = text,
                       .size = style->size,
                       .looks = (style->bold ? 1u : 0) | (style->right_to_left ? 2u : 0)};
    for (uint32_t i = 0; i < style->count; i++)
        out->fonts[i] = style->fonts[i];
    return true;
}

static bool key_equal(const LayoutKey *a, const LayoutKey *b)
{
    return text_equal(a->text, b->text) && a->size == b->size && a->looks == b->looks &&
           !memcmp(a->fonts, b->fonts, sizeof a->fonts);
}

/* The result is valid until the next call with this shaper. A full cache is emptied at once,
 * which is simpler than an order of use. */
TextLayout text_lay_out(const TextStyle *style, Text text, Arena *scratch)
{
    TextShaper *shaper = style->shaper;
    LayoutKey key;
    if (shaper) {
        arena_reset(shaper->work);
        scratch = shaper->work;
    }
    if (!layout_key(style, text, &key))
        return lay_lines(style, text, scratch);
    uint64_t hash = hash_bytes(key.size, (Bytes){(const uint8_t *)text.at, text.size});
    hash = hash_mix(hash_mix(hash, (uintptr_t)key.fonts[0]), key.looks);
    LayoutSlot *slot = &shaper->slots[hash % CACHE_SLOTS];
    if (slot->used && key_equal(&slot->key, &key))
        return slot->layout;
    if (arena_used(shaper->cache) > CACHE_LIMIT)
        text_shaper_forget(shaper);
    const TextLayout layout = lay_lines(style, text, scratch);
    TextItem *items = ARENA_ALLOC(shaper->cache, TextItem, layout.count);
    if (layout.count)
        memcpy(items, layout.items, layout.count * sizeof *items);
    *slot = (LayoutSlot){key, {items, layout.count, layout.size}, true};
    slot->key.text = arena_text(shaper->cache, text);
    return slot->layout;
}
