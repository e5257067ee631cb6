/* Windows, buttons and tabs with the game's own images, otherwise built-in ones. */
#include "engine/render/render_internal.h"

enum { NAMED_FIRST = 7, NAMED_LAST = 4 };

/* The format defines the first and the last ones; those in between, only our own games. */
const SpriteFrame *element_picture(Renderer *renderer, Element element)
{
    const TngElements *elements = renderer->content->elements;
    size_t index = element;
    /* The contrast of built-in colours on a game's own background is unknown. */
    if (renderer->options.colours == COLOURS_CONTRAST && element > ELEMENT_CURSOR_WAIT)
        return NULL;
    if (elements->sprites_count != ELEMENTS && (int)element >= NAMED_FIRST) {
        if ((int)element < (int)ELEMENTS - NAMED_LAST || elements->sprites_count < NAMED_LAST)
            return NULL;
        index = elements->sprites_count - (ELEMENTS - element);
    }
    return index < elements->sprites_count
               ? picture_of(&renderer->pictures, elements->sprites[index], 0)
               : NULL;
}

/* Repeats an image over an area, clipped at its edges. */
static void tile(const Image *target, Rect area, const SpriteFrame *picture)
{
    const int32_t tw = (int32_t)target->w, th = (int32_t)target->h;
    const int32_t left = area.x < 0 ? 0 : area.x, top = area.y < 0 ? 0 : area.y;
    const int32_t right = area.x + area.w > tw ? tw : area.x + area.w;
    const int32_t bottom = area.y + area.h > th ? th : area.y + area.h;
    if (!picture || picture->w < 1 || picture->h < 1 || left >= right || top >= bottom)
        return;
    const Image part = image_part(target, (uint32_t)left, (uint32_t)top,
                                  (uint32_t)(right - left), (uint32_t)(bottom - top));
    for (int32_t y = area.y; y < bottom; y += picture->h)
        for (int32_t x = area.x; x < right; x += picture->w)
            picture_draw(&part, x - left, y - top, picture);
}

static void draw_strip(const Image *target, Rect area, const SpriteFrame *left,
                       const SpriteFrame *middle, const SpriteFrame *right)
{
    const int32_t y = area.y + (area.h - middle->h) / 2;
    tile(target, (Rect){area.x + left->w, y, area.w - left->w - right->w, middle->h}, middle);
    picture_draw(target, area.x, y, left);
    picture_draw(target, area.x + area.w - right->w, y, right);
}

bool strip_draw(Renderer *renderer, const Image *target, Rect area, Element first)
{
    const SpriteFrame *left = element_picture(renderer, first);
    const SpriteFrame *middle = element_picture(renderer, (Element)(first + 1));
    const SpriteFrame *right = element_picture(renderer, (Element)(first + 2));
    if (!left || !middle || !right)
        return false;
    if (theme_enlarged(renderer) && area.h > middle->h && middle->h > 0) {
        const Image whole = image_new((uint32_t)area.w, (uint32_t)middle->h, renderer->scratch);
        draw_strip(&whole, (Rect){0, 0, area.w, middle->h}, left, middle, right);
        blit_scaled(target, area, &whole, 255);
    } else {
        draw_strip(target, area, left, middle, right);
    }
    return true;
}

/* Nine images: corners, edges, middle. */
static bool nine_draw(Renderer *renderer, const Image *target, Rect area, Element first,
                      Rect *inside)
{
    const SpriteFrame *part[9];
    for (size_t i = 0; i < 9; i++) {
        part[i] = element_picture(renderer, (Element)(first + i));
        if (!part[i])
            return false;
    }
    const int32_t l = part[3]->w, r = part[5]->w, t = part[1]->h, b = part[7]->h;
    const int32_t w = area.w - l - r, h = area.h - t - b;
    if (w < 0 || h < 0)
        return false;
    tile(target, (Rect){area.x + l, area.y + t, w, h}, part[4]);
    tile(target, (Rect){area.x + l, area.y, w, t}, part[1]);
    tile(target, (Rect){area.x + l, area.y + t + h, w, b}, part[7]);
    tile(target, (Rect){area.x, area.y + t, l, h}, part[3]);
    tile(target, (Rect){area.x + l + w, area.y + t, r, h}, part[5]);
    picture_draw(target, area.x, area.y, part[0]);
    picture_draw(target, area.x + area.w - part[2]->w, area.y, part[2]);
    picture_draw(target, area.x, area.y + area.h - part[6]->h, part[6]);
    picture_draw(target, area.x + area.w - part[8]->w, area.y + area.h - part[8]->h, part[8]);
    *inside = (Rect){area.x + l, area.y + t, w, h};
    return true;
}

static Rect frame_draw(Renderer *renderer, const Image *target, Rect area, Element first)
{
    Rect inside;
    if (!nine_draw(renderer, target, area, first, &inside))
        inside = theme_panel(target, area);
    hit_area_add(renderer, area, HIT_NOTHING, 0);
    renderer->window = area;
    if (renderer->watch.on_cover)
        renderer->watch.on_cover(renderer->watch.context, area);
    return inside;
}

Rect window_draw(Renderer *renderer, const Image *target, Rect area)
{
    return frame_draw(renderer, target, area, ELEMENT_WINDOW_TL);
}

Spot dialog_frame_border(Renderer *renderer)
{
    enum { OWN = 3 };
    static const uint8_t edges[4] = {3, 5, 1, 7}; /* left, right, top, bottom of nine */
    int32_t sizes[4];
    for (size_t i = 0; i < 4; i++) {
        const SpriteFrame *edge =
            element_picture(renderer, (Element)(ELEMENT_DIALOG_TL + edges[i]));
        if (!edge)
            return (Spot){2 * OWN, 2 * OWN};
        sizes[i] = i < 2 ? edge->w : edge->h;
    }
    return (Spot){sizes[0] + sizes[1], sizes[2] + sizes[3]};
}

Rect dialog_frame_draw(Renderer *renderer, const Image *target, Rect area)
{
    return frame_draw(renderer, target, area, ELEMENT_DIALOG_TL);
}

Rect heading_draw(Renderer *renderer, const Image *target, Rect area, Text title)
{
    enum { PADDING = 8 };
    const TextStyle style =
        theme_font(renderer, FONT_TITLE, theme_colour(renderer, COLOUR_TITLE));
    const int32_t top = theme_padding(renderer, PADDING_TITLE_TOP, 4);
    const int32_t left = theme_padding(renderer, PADDING_WINDOW_LEFT, PADDING);
    const TextPart before = describe_as(renderer, PART_TITLE);
    theme_text_in(renderer, target, area.x + area.w / 2, area.y + top, (Spot){area.w, area.h},
                  &style, title, ALIGN_CENTRE);
    describe_as(renderer, before);
    const int32_t line = theme_line(&style) + top + 4;
    return (Rect){area.x + left, area.y + line, area.w - 2 * left, area.h - line - PADDING};
}
