/* The look of the interface: the game's fonts and colours, or our own. */
#include "render/parts.h"

static const Pixel own_colours[] = {
    [COLOUR_BUTTON] = PIXEL(208, 216, 232, 255),
    [COLOUR_SELECTED] = PIXEL(255, 232, 144, 255),
    [COLOUR_PRESSED] = PIXEL(255, 200, 96, 255),
    [COLOUR_INACTIVE] = PIXEL(128, 136, 152, 255),
    [COLOUR_CHAT] = PIXEL(224, 224, 224, 255),
    [COLOUR_TAB] = PIXEL(176, 184, 208, 255),
    [COLOUR_TAB_SELECTED] = PIXEL(255, 255, 255, 255),
    [COLOUR_TITLE] = PIXEL(255, 216, 128, 255),
    [COLOUR_TEXT] = PIXEL(232, 236, 244, 255),
    [COLOUR_TEXT_SELECTED] = PIXEL(255, 240, 160, 255),
};

Pixel theme_colour(const Renderer *renderer, ThemeColour colour)
{
    const TngElements *elements = renderer->content->elements;
    if (colour < elements->colour_count && PIXEL_A(elements->colours[colour]))
        return elements->colours[colour];
    return own_colours[colour];
}

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

/* A game's font first, ours for what it lacks. */
static const SsfnFont *const *fonts_of(Renderer *renderer, uint32_t name, uint32_t *count)
{
    void **known = numbers_get(&renderer->fonts, (uint64_t)name + 1);
    if (!known) {
        const SsfnFont **pair = ARENA_TAKE(renderer->arena, const SsfnFont *, 2);
        pair[0] = read_font(renderer, name);
        pair[1] = renderer->builtin;
        known = numbers_put(&renderer->fonts, (uint64_t)name + 1);
        *known = pair;
    }
    const SsfnFont *const *pair = *known;
    *count = pair[0] ? 2 : 1;
    return pair[0] ? pair : pair + 1;
}

TextStyle theme_style(Renderer *renderer, FontStyle font, Pixel colour)
{
    TextStyle style = {.size = font.size ? font.size : FONT_BUILTIN_SIZE,
                       .bold = font.style & SSFN_BOLD,
                       .italic = font.style & SSFN_ITALIC,
                       .colour = colour};
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

Rect theme_panel(const Image *target, Rect area)
{
    enum { BORDER = 3 };
    fill(target, (Rect){area.x + 2, area.y + area.h, area.w, 2}, PIXEL(0, 0, 0, 96));
    fill(target, (Rect){area.x + area.w, area.y + 2, 2, area.h - 2}, PIXEL(0, 0, 0, 96));
    fill(target, area, PIXEL(16, 22, 44, 226));
    outline(target, area, PIXEL(8, 10, 22, 255));
    outline(target, (Rect){area.x + 1, area.y + 1, area.w - 2, area.h - 2},
            PIXEL(150, 132, 84, 255));
    outline(target, (Rect){area.x + 2, area.y + 2, area.w - 4, area.h - 4},
            PIXEL(52, 58, 92, 255));
    return (Rect){area.x + BORDER, area.y + BORDER, area.w - 2 * BORDER, area.h - 2 * BORDER};
}

int32_t theme_line(const TextStyle *style)
{
    return (int32_t)text_measure(style, TEXT("Mg")).line + LINE_GAP;
}

int32_t theme_text(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                   const TextStyle *style, Text text, Align align)
{
    const int32_t w = (int32_t)text_measure(style, text).w;
    x -= align == ALIGN_CENTRE ? w / 2 : align == ALIGN_RIGHT ? w : 0;
    TextStyle shadow = *style;
    shadow.colour = PIXEL(0, 0, 0, PIXEL_A(style->colour) * 3 / 4);
    text_draw(target, x + 1, y + 1, &shadow, text, &renderer->cache);
    text_draw(target, x, y, style, text, &renderer->cache);
    return w;
}

int32_t theme_paragraph(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                        int32_t w, const TextStyle *style, Text text, Align align)
{
    size_t count;
    const TextLine *lines = text_wrap(style, text, w > 8 ? w : 8, &count, renderer->scratch);
    const int32_t step = theme_line(style);
    const int32_t at = align == ALIGN_CENTRE ? x + w / 2 : align == ALIGN_RIGHT ? x + w : x;
    for (size_t i = 0; target && i < count; i++)
        theme_text(renderer, target, at, y + (int32_t)i * step, style, lines[i].text, align);
    return (int32_t)count * step;
}

void theme_hot(Renderer *renderer, Rect area, uint32_t option)
{
    if (renderer->hot_count < HOTS_MOST)
        renderer->hots[renderer->hot_count++] = (Hot){area, option};
}

void theme_option(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                  bool selected, Text text, bool possible)
{
    const TextStyle style = theme_font(renderer, selected ? FONT_TEXT_SELECTED : FONT_TEXT,
                                       theme_colour(renderer, !possible  ? COLOUR_INACTIVE
                                                              : selected ? COLOUR_TEXT_SELECTED
                                                                         : COLOUR_TEXT));
    if (selected) {
        fill(target, area, PIXEL(96, 112, 176, 110));
        fill(target, (Rect){area.x, area.y, 2, area.h}, PIXEL(255, 216, 128, 255));
    }
    theme_text(renderer, target, area.x + 8, area.y + 1, &style, text, ALIGN_LEFT);
    theme_hot(renderer, area, option);
}

void theme_icon(const Image *target, Rect area, const Picture *picture)
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

/* An object's title; without one its number, so that it can be told. */
Text object_title(Renderer *renderer, uint32_t sprite, Arena *scratch)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    const Text title = object ? content_text(renderer->content, object->title) : TEXT("");
    return title.size ? title : arena_format(scratch, "#%u", sprite);
}

const Picture *object_icon(Renderer *renderer, uint32_t sprite)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    const Picture *picture =
        object ? picture_of(&renderer->pictures, object->inventory, 0) : NULL;
    return picture ? picture : picture_at(&renderer->pictures, SPRITE_OBJECT, sprite, 0, 0);
}
