/* The look of the interface: the game's fonts, or built-in ones. */
#include "base/text.h"
#include "engine/render/render_internal.h"

/* NULL without such a font; a damaged one is reported, and the built-in font is used. */
static const SsfnFont *read_font(Renderer *renderer, uint32_t name)
{
    const TngSection *section = tng_section(renderer->content->game, SECTION_FONTS);
    for (size_t i = 0; section && name && i < section->count; i++) {
        const TngAsset *asset = section->entries[i].descriptor;
        SsfnSet set;
        if (asset->name == name &&
            ssfn_read(section->entries[i].stored, &set, renderer->arena, renderer->report) &&
            set.count)
            return ssfn_select(&set, false, false);
    }
    return NULL;
}

/* The game's font first, then the built-in one, then the system's fallback font. */
static const SsfnFont *const *fonts_of(Renderer *renderer, uint32_t name, uint32_t *count)
{
    enum { GAME, OURS, SYSTEM, ALL };
    void **known = number_map_get(&renderer->fonts, (uint64_t)name + 1);
    if (!known) {
        const SsfnFont **fonts = ARENA_ALLOC(renderer->arena, const SsfnFont *, ALL);
        fonts[GAME] = read_font(renderer, name);
        fonts[OURS] = renderer->builtin;
        known = number_map_put(&renderer->fonts, (uint64_t)name + 1);
        *known = fonts;
    }
    const SsfnFont **fonts = *known;
    fonts[SYSTEM] = renderer->letters;
    const uint32_t first = fonts[GAME] ? GAME : OURS;
    *count = (renderer->letters ? ALL : SYSTEM) - first;
    return fonts + first;
}

/* The game's fonts of other styles are not checked; one more fallback does no harm. */
bool render_can_show(const Renderer *renderer, uint32_t code)
{
    return ssfn_glyph(renderer->builtin, code) != NULL;
}

/* Measured texts refer to their fonts: the shaper drops them before the font is replaced. */
void renderer_letters(Renderer *renderer, Bytes sfn)
{
    SsfnSet set;
    Report silent = report_to(NULL, NULL);
    text_shaper_forget(renderer->shaper);
    renderer->letters = ssfn_read(sfn, &set, renderer->arena, &silent) && set.count
                            ? ssfn_select(&set, false, false)
                            : NULL;
}

/* Cached glyphs are those of the previous fonts. */
void renderer_outlines(Renderer *renderer, const OutlineFile *files, size_t count,
                       Report *report)
{
    text_cache_clear(&renderer->cache);
    text_shaper_clear(renderer->shaper);
    for (size_t i = 0; i < count; i++)
        text_shaper_add(renderer->shaper, files[i].file, files[i].face, report);
}

/* By the language's code (ISO 639-1), since the container has no field for the direction. */
bool render_right_to_left(const Renderer *renderer)
{
    static const char codes[][3] = {"ar", "fa", "he", "ur"};
    for (size_t i = 0; i < COUNT_OF(codes); i++)
        if (!strncmp(renderer->content->code, codes[i], 2))
            return true;
    return false;
}

/* The size follows the setting of the text size, rounded, and is at least 1 pixel. */
TextStyle theme_style(Renderer *renderer, FontStyle font, Pixel colour)
{
    const uint32_t size = font.size ? font.size : FONT_BUILTIN_SIZE;
    const uint32_t wanted = (size * renderer->options.text_percent + 50) / 100;
    const uint32_t min = renderer->options.letters ? renderer->options.letters : 1;
    TextStyle style = {.size = wanted > min ? wanted : min,
                       .bold = font.style & SSFN_BOLD,
                       .italic = font.style & SSFN_ITALIC,
                       .colour = colour,
                       .right_to_left = render_right_to_left(renderer),
                       .shaper = renderer->shaper};
    style.fonts = fonts_of(renderer, font.font, &style.count);
    return style;
}

TextStyle theme_font(Renderer *renderer, ThemeFont font, Pixel colour)
{
    const TngElements *elements = renderer->content->elements;
    const FontStyle none = {0};
    return theme_style(renderer,
                       font < elements->font_count ? elements->fonts[font].font : none, colour);
}

/* Games may have any number; above 64 pixels no window would have space for text. */
int32_t theme_padding(const Renderer *renderer, ThemePadding which, int32_t otherwise)
{
    enum { MAX = 64 };
    const TngElements *elements = renderer->content->elements;
    const int32_t padding =
        (uint32_t)which < elements->font_count ? elements->fonts[which].padding : 0;
    return !padding ? otherwise : padding < MAX ? padding : MAX;
}

/* The game's padding counts only if the line then fits into the area; larger text is
 * centred. */
int32_t theme_label(const Renderer *renderer, ThemePadding which, Rect area,
                    const TextStyle *style, int32_t middle)
{
    const int32_t line = theme_line(style);
    const int32_t own = theme_padding(renderer, which, 0);
    if (!own || own + line > area.h + LINE_GAP || theme_enlarged(renderer))
        return area.y + (area.h - line) / 2 + middle;
    return area.y + own;
}

/* Returns the area within the border. */
Rect theme_panel(const Image *target, Rect area)
{
    enum { BORDER = 3 };
    fill(target, (Rect){area.x + 2, area.y + area.h, area.w, 2}, PIXEL(0, 0, 0, 96));
    fill(target, (Rect){area.x + area.w, area.y + 2, 2, area.h - 2}, PIXEL(0, 0, 0, 96));
    fill(target, area, PIXEL(16, 22, 44, 255));
    outline(target, area, PIXEL(8, 10, 22, 255));
    outline(target, (Rect){area.x + 1, area.y + 1, area.w - 2, area.h - 2}, COLOUR_LINE);
    outline(target, (Rect){area.x + 2, area.y + 2, area.w - 4, area.h - 4},
            PIXEL(52, 58, 92, 255));
    return (Rect){area.x + BORDER, area.y + BORDER, area.w - 2 * BORDER, area.h - 2 * BORDER};
}

/* Pixels between base lines. "Mg" has an ascender and a descender. */
int32_t theme_line(const TextStyle *style)
{
    return (int32_t)text_measure(style, TEXT("Mg")).line + LINE_GAP;
}

/* A text, or the first bytes of a line of a paragraph. */
typedef struct Shown {
    Text text;
    const TextLine *line; /* NULL: the text */
    size_t size;          /* of the line's part */
} Shown;

static void draw_shown(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                       const TextStyle *style, const Shown *shown)
{
    if (shown->line)
        text_draw_line(target, x, y, style, shown->line, shown->size, &renderer->cache);
    else
        text_draw(target, x, y, style, shown->text, &renderer->cache);
}

static void draw_text(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                      const TextStyle *style, const Shown *shown)
{
    /* No shadow under dark letters: on a light background it would only blur them. Nor under
     * those of inactive rows, which are hardly lighter than the shadow. */
    const uint32_t light =
        2 * PIXEL_R(style->colour) + 5 * PIXEL_G(style->colour) + PIXEL_B(style->colour);
    const bool inactive = style->colour == theme_colour(renderer, COLOUR_INACTIVE);
    TextStyle shadow = *style;
    shadow.colour = PIXEL(0, 0, 0, PIXEL_A(style->colour) * 3 / 4);
    if (light > 8 * 112 && !inactive)
        draw_shown(renderer, target, x + 1, y + 1, &shadow, shown);
    draw_shown(renderer, target, x, y, style, shown);
}

/* For a transparent target: glyphs use straight alpha, the interface premultiplied. */
static void draw_clear_text(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                            const TextStyle *style, const Shown *shown, Spot size)
{
    const Image *space = &renderer->layers.text;
    const int32_t reach = (int32_t)style->size; /* margin for slanted or wide glyphs */
    const int64_t left = x < reach ? 0 : x - reach, top = y < reach ? 0 : y - reach;
    int64_t right = (int64_t)x + size.x + reach, bottom = (int64_t)y + size.y + reach;
    right = right < target->w ? right : target->w;
    bottom = bottom < target->h ? bottom : target->h;
    if (left >= right || top >= bottom || right > space->w || bottom > space->h)
        return;
    const Image piece = image_part(space, (uint32_t)left, (uint32_t)top,
                                   (uint32_t)(right - left), (uint32_t)(bottom - top));
    for (uint32_t row = 0; row < piece.h; row++)
        memset(image_at(&piece, 0, row), 0, piece.w * sizeof(Pixel));
    draw_text(renderer, &piece, x - (int32_t)left, y - (int32_t)top, style, shown);
    image_premultiply(&piece);
    blit(target, (int32_t)left, (int32_t)top, &piece, PICTURE_MIXED);
}

/* For a watch: the line is not drawn yet. */
static void report_text(const Renderer *renderer, const Image *target, Rect box,
                        const TextStyle *style, Text text)
{
    const DrawnText drawn = {.box = box,
                             .colour = style->colour,
                             .size = style->size,
                             .window = renderer->window,
                             .is_inactive =
                                 renderer->inactive ||
                                 style->colour == theme_colour(renderer, COLOUR_INACTIVE),
                             .part = renderer->part,
                             .text = text};
    if (renderer->watch.on_text && text.size)
        renderer->watch.on_text(renderer->watch.context, target, &drawn);
}

/* `box`: its upper left corner is where the text is drawn. */
static void draw_in_box(Renderer *renderer, const Image *target, Rect box,
                        const TextStyle *style, const Shown *shown, Text text)
{
    if (renderer->part != PART_SHADOW)
        report_text(renderer, target, box, style, text);
    if (renderer->layers.ui_clear)
        draw_clear_text(renderer, target, box.x, box.y, style, shown, (Spot){box.w, box.h});
    else
        draw_text(renderer, target, box.x, box.y, style, shown);
}

/* Draws a line; returns its box. */
static Rect draw_line(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                      const TextStyle *style, Text text, Align align)
{
    const TextSize size = text_measure(style, text);
    const int32_t w = (int32_t)size.w;
    const Shown shown = {.text = text};
    x -= align == ALIGN_CENTRE ? w / 2 : align == ALIGN_RIGHT ? w : 0;
    const Rect box = {x, y, w, (int32_t)size.h};
    draw_in_box(renderer, target, box, style, &shown, text);
    return box;
}

int32_t theme_text(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                   const TextStyle *style, Text text, Align align)
{
    const Rect box = draw_line(renderer, target, x, y, style, text, align);
    describe_drawn(renderer, box, text);
    return box.w;
}

/* Signs (arrows, stars) are not read aloud: they are described as PART_SIGN. */
int32_t theme_sign(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                   const TextStyle *style, Text sign, Align align)
{
    const TextPart before = describe_as(renderer, PART_SIGN);
    const int32_t w = theme_text(renderer, target, x, y, style, sign, align);
    describe_as(renderer, before);
    return w;
}

/* The text is described once, by the one drawn on top of it. */
void theme_shadow(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                  const TextStyle *style, Text text, Align align)
{
    const TextPart before = describe_as(renderer, PART_SHADOW);
    draw_line(renderer, target, x, y, style, text, align);
    describe_as(renderer, before);
}

/* The part of a row at the other end of it, in languages written from right to left. */
Rect theme_mirror(const Renderer *renderer, Rect row, Rect part)
{
    if (render_right_to_left(renderer))
        part.x = 2 * row.x + row.w - part.x - part.w;
    return part;
}

int32_t theme_text_mirrored(Renderer *renderer, const Image *target, Rect row, int32_t x,
                            int32_t y, const TextStyle *style, Text text, Align align)
{
    if (render_right_to_left(renderer) && align != ALIGN_CENTRE)
        align = align == ALIGN_LEFT ? ALIGN_RIGHT : ALIGN_LEFT;
    return theme_text(renderer, target, theme_mirror(renderer, row, (Rect){x, 0, 0, 0}).x, y,
                      style, text, align);
}

int32_t theme_sign_mirrored(Renderer *renderer, const Image *target, Rect row, int32_t x,
                            int32_t y, const TextStyle *style, Text sign, Align align)
{
    const TextPart before = describe_as(renderer, PART_SIGN);
    const int32_t w = theme_text_mirrored(renderer, target, row, x, y, style, sign, align);
    describe_as(renderer, before);
    return w;
}

/* The size of a style at 100 %. */
static uint32_t usual_size(const Renderer *renderer, const TextStyle *style)
{
    const uint32_t percent = renderer->options.text_percent;
    const uint32_t usual =
        percent > 100 ? (style->size * 100 + percent / 2) / percent : style->size;
    return usual ? usual : 1;
}

/* Letters that a phone shows are not reduced below the size at which they are legible there. */
static uint32_t smallest_size(const Renderer *renderer, uint32_t usual)
{
    const uint32_t min = (usual * 2 + 2) / 3, legible = renderer->options.letters;
    return min > legible ? min : legible < usual ? legible : usual;
}

void theme_note_overflow(const Renderer *renderer, Text text, bool is_height, int32_t needed,
                         int32_t space)
{
    const RenderOverflow overflow = {text, is_height, needed, space};
    if (needed > space && renderer->overflows.take)
        renderer->overflows.take(renderer->overflows.context, &overflow);
}

/* Reduces a text size above 100 % until the height fits, then goes down to two thirds of the
 * usual size for the width; below that it would be illegible, and is cut off instead. */
TextStyle theme_fit(const Renderer *renderer, const TextStyle *style, Text text, Spot space)
{
    TextStyle fit = *style;
    const uint32_t usual = usual_size(renderer, style);
    const uint32_t min = smallest_size(renderer, usual);
    while (fit.size > usual && theme_line(&fit) > space.y)
        fit.size--;
    while (fit.size > min && text_measure(&fit, text).w > space.x)
        fit.size--;
    if (renderer->overflows.take)
        theme_note_overflow(renderer, text, false, (int32_t)text_measure(&fit, text).w,
                            space.x);
    return fit;
}

/* Only text that the setting has enlarged is reduced; lines are wrapped to its width. */
TextStyle theme_fit_paragraph(Renderer *renderer, const TextStyle *style, Text text, Spot space)
{
    TextStyle fit = *style;
    const uint32_t usual = usual_size(renderer, style);
    while (fit.size > usual &&
           theme_paragraph(renderer, NULL, 0, 0, space.x, &fit, text, ALIGN_LEFT) > space.y)
        fit.size--;
    if (renderer->overflows.take)
        theme_note_overflow(
            renderer, text, true,
            theme_paragraph(renderer, NULL, 0, 0, space.x, &fit, text, ALIGN_LEFT), space.y);
    return fit;
}

/* Text on the left is on the right in languages that are written from right to left. */
static Align start_of(const Renderer *renderer, Align align)
{
    return align == ALIGN_LEFT && render_right_to_left(renderer) ? ALIGN_RIGHT : align;
}

/* A smaller text is moved down, so that its middle stays that of the row. */
int32_t theme_text_in(Renderer *renderer, const Image *target, int32_t x, int32_t y, Spot space,
                      const TextStyle *style, Text text, Align align)
{
    if (align == ALIGN_LEFT && start_of(renderer, align) == ALIGN_RIGHT) {
        x += space.x;
        align = ALIGN_RIGHT;
    }
    const TextStyle fit = theme_fit(renderer, style, text, space);
    const int32_t lower =
        fit.size == style->size ? 0 : (theme_line(style) - theme_line(&fit)) / 2;
    const Text shown = touch_used(renderer) /* it is not reduced as far as others */
                           ? theme_fitting(&fit, text, space.x, renderer->scratch)
                           : text;
    const Rect box = draw_line(renderer, target, x, y + lower, &fit, shown, align);
    describe_drawn(renderer, box, text);
    return box.w;
}

/* Cuts character by character, as widths are not additive in shaped text. Empty if not even
 * "..." fits. */
Text theme_fitting(const TextStyle *style, Text text, int32_t w, Arena *arena)
{
    if (text_measure(style, text).w <= w)
        return text;
    while (text.size) {
        text.size--;
        while (text.size && (text.at[text.size] & 0xC0) == 0x80)
            text.size--; /* do not split a UTF-8 sequence */
        const Text cut = arena_format(arena, "%.*s...", (int)text.size, text.at);
        if (text_measure(style, cut).w <= w)
            return cut;
    }
    return text;
}

/* The size of the longest prefix of a line with at most that many letters. */
static size_t first_letters(Text line, size_t *letters)
{
    size_t at = 0;
    while (at < line.size && *letters) {
        utf8_next(line, &at);
        --*letters;
    }
    return at;
}

/* `letters`: so many are visible, as a dialog appears. Returns the height of the whole text, so
 * that the layout does not move; without `target` it only measures. */
int32_t theme_paragraph_part(Renderer *renderer, const Image *target, Rect area,
                             const TextStyle *style, Text text, Align align, size_t letters)
{
    size_t count;
    const int32_t w = area.w;
    const TextLine *lines = text_wrap(style, text, w > 8 ? w : 8, &count, renderer->scratch);
    const int32_t step = theme_line(style);
    align = start_of(renderer, align);
    for (size_t i = 0; target && letters && i < count; i++) {
        const int32_t line_w = (int32_t)lines[i].w;
        const int32_t x = align == ALIGN_CENTRE  ? area.x + w / 2 - line_w / 2
                          : align == ALIGN_RIGHT ? area.x + w - line_w
                                                 : area.x;
        const Shown shown = {.line = &lines[i], .size = first_letters(lines[i].text, &letters)};
        draw_in_box(renderer, target, (Rect){x, area.y + (int32_t)i * step, line_w, step},
                    style, &shown, lines[i].text);
    }
    if (target)
        describe_drawn(renderer, (Rect){area.x, area.y, w, (int32_t)count * step}, text);
    return (int32_t)count * step;
}

int32_t theme_paragraph(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                        int32_t w, const TextStyle *style, Text text, Align align)
{
    return theme_paragraph_part(renderer, target, (Rect){x, y, w, 0}, style, text, align,
                                SIZE_MAX);
}

void theme_hit_area(Renderer *renderer, Rect area, uint32_t option)
{
    hit_area_add(renderer, area, HIT_OPTION, option);
}

void theme_option(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                  bool selected, Text text, bool possible)
{
    theme_option_next_to(renderer, target, area, option, selected, text, possible, 0);
}

void theme_option_next_to(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                          bool selected, Text text, bool possible, int32_t taken)
{
    enum { LEFT = 8 };
    if (selected)
        describe_row_area(renderer, area);
    const TextStyle style = theme_font(renderer, selected ? FONT_TEXT_SELECTED : FONT_TEXT,
                                       theme_row_colour(renderer, selected, possible));
    if (selected) {
        const bool contrast = renderer->options.colours == COLOURS_CONTRAST;
        fill(target, area, contrast ? PIXEL(0, 0, 0, 220) : theme_bar_colour(style.colour));
        outline(target, area, style.colour); /* visible on a background like the bar */
        fill(target, theme_mirror(renderer, area, (Rect){area.x, area.y, 3, area.h}),
             style.colour);
    }
    const Rect title =
        theme_mirror(renderer, area,
                     (Rect){area.x + LEFT, theme_row_text(renderer, area, &style),
                            area.w - LEFT - taken, area.h});
    theme_text_in(renderer, target, title.x, title.y, (Spot){title.w, title.h}, &style, text,
                  ALIGN_LEFT);
    if (selected && !possible)
        describe_add(renderer, PART_ROW, word_of(renderer, WORD_UNAVAILABLE));
    theme_hit_area(renderer, area, option);
}

/* Triangles above and below a list that has more rows. */
void theme_more(const Renderer *renderer, const Image *target, Rect area, bool above,
                bool below)
{
    const Pixel colour = theme_colour(renderer, COLOUR_TITLE);
    const int32_t x = area.x + area.w / 2;
    for (int32_t i = 0; i < 5; i++) {
        if (above)
            fill(target, (Rect){x - i, area.y - 6 + i, 2 * i + 1, 1}, colour);
        if (below)
            fill(target, (Rect){x - i, area.y + area.h - i, 2 * i + 1, 1}, colour);
    }
}

/* Small pictures are drawn unscaled. A larger sprite, whose margins are transparent, may still
 * fit without them; otherwise it is scaled, with its proportions. */
void theme_icon(const Image *target, Rect area, const SpriteFrame *picture)
{
    if (!picture || picture->opacity == PICTURE_EMPTY)
        return;
    if (picture->w <= area.w && picture->h <= area.h) {
        picture_draw(target, area.x + (area.w - picture->w) / 2,
                     area.y + (area.h - picture->h) / 2, picture);
        return;
    }
    const int32_t iw = (int32_t)picture->image.w, ih = (int32_t)picture->image.h;
    const bool wide = (int64_t)iw * area.h > (int64_t)ih * area.w;
    const bool fits = iw <= area.w && ih <= area.h;
    const int32_t w = fits ? iw : wide ? area.w : iw * area.h / ih;
    const int32_t h = fits ? ih : wide ? ih * area.w / iw : area.h;
    blit_scaled(target, (Rect){area.x + (area.w - w) / 2, area.y + (area.h - h) / 2, w, h},
                &picture->image, 255);
}

/* An object's title; if it has none, its number. */
Text object_title(Renderer *renderer, uint32_t sprite, Arena *scratch)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    const Text title = object ? content_title(renderer->content, object->title) : TEXT("");
    return title.size ? title : arena_format(scratch, "#%u", sprite);
}

/* The inventory's picture if there is one; otherwise the object's first frame on the map. */
const SpriteFrame *object_icon(Renderer *renderer, uint32_t sprite)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    const SpriteFrame *picture =
        object ? picture_of(&renderer->pictures, object->inventory, 0) : NULL;
    return picture ? picture : picture_at(&renderer->pictures, SPRITE_OBJECT, sprite, 0, 0);
}
