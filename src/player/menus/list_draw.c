/* Backdrop, notes and information beside the map. */
#include "player/menus/menus_internal.h"

enum { PADDING = 8, BAR = 8, HEARD_SECONDS = 10 };

void backdrop_draw(const Menus *menus, const Image *layer)
{
    const Rect whole = {0, 0, (int32_t)layer->w, (int32_t)layer->h};
    if (menus->backdrop.w == 1)
        fill(layer, whole, *menus->backdrop.pixels);
    else if (menus->backdrop.pixels)
        blit_scaled(layer, whole, &menus->backdrop, 255);
}

Rect list_note_draw(const Menus *menus, Renderer *renderer, const Image *layer, Rect in)
{
    const MenuList *list = &menus->list;
    Rect out = in;
    if (list->note.size) {
        const TextStyle wanted =
            theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT_SELECTED));
        const TextStyle style = theme_fit_paragraph(
            renderer, &wanted, list->note, (Spot){in.w, in.h - 2 * theme_line(&wanted)});
        const int32_t h =
            theme_paragraph(renderer, NULL, 0, 0, in.w, &style, list->note, ALIGN_LEFT);
        const TextPart before = describe_as(renderer, PART_BODY);
        theme_paragraph(renderer, layer, in.x, in.y, in.w, &style, list->note, ALIGN_LEFT);
        describe_as(renderer, before);
        out.y += h + PADDING;
        out.h -= h + PADDING;
    }
    if (list->percent) {
        const int32_t done = in.w * (int32_t)(list->percent - 1) / 100;
        fill(layer, (Rect){in.x, out.y, in.w, BAR}, PIXEL(0, 0, 0, 160));
        fill(layer, (Rect){in.x, out.y, done, BAR},
             theme_colour(renderer, COLOUR_TEXT_SELECTED));
        out.y += BAR + PADDING;
        out.h -= BAR + PADDING;
    }
    return out;
}

static void draw_line(Renderer *renderer, const Image *layer, Spot at, const TextStyle *style,
                      Text text, Align align)
{
    const int32_t step = theme_line(style);
    const TextStyle fit =
        theme_fit(renderer, style, text, (Spot){(int32_t)layer->w - 16, step});
    const int32_t w = (int32_t)text_measure(&fit, text).w;
    const int32_t x = align == ALIGN_RIGHT ? at.x - w : at.x;
    fill(layer, (Rect){x - 3, at.y - 1, w + 6, step}, PIXEL(0, 0, 0, 110));
    theme_text(renderer, layer, x, at.y, &fit, text, ALIGN_LEFT);
}

/* The latest lines, like the chat of a single-player game. */
static void draw_heard(const Menus *menus, Renderer *renderer, const World *world,
                       const Image *layer, const TextStyle *style)
{
    enum { LEFT = 8, ABOVE = 112 };
    const int32_t step = theme_line(style);
    int32_t y = (int32_t)layer->h - ABOVE;
    for (uint32_t i = 1; i <= HEARD_MAX && i <= menus->heard_count; i++) {
        const ChatLineShown *line = &menus->heard[(menus->heard_count - i) % HEARD_MAX];
        if (line->age > HEARD_SECONDS * world->content->rate || y < step)
            return;
        y -= step;
        const TextPart before = describe_notice(renderer, menus->heard_count - i);
        draw_line(renderer, layer, (Spot){LEFT, y}, style, text_of(line->text), ALIGN_LEFT);
        describe_as(renderer, before);
    }
}

void aside_draw(Menus *menus, Renderer *renderer, PlayerContext ctx, const Image *layer)
{
    enum { RIGHT = 8, BELOW = 48 };
    const StatusPanel *aside = &menus->aside;
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_CHAT));
    const int32_t right = (int32_t)layer->w - RIGHT;
    int32_t y = BELOW;
    const uint32_t screen = ctx.player->screen.screen;
    draw_heard(menus, renderer, ctx.world, layer, &style);
    /* otherwise it would cover their windows */
    if (screen != SCREEN_GAME && screen != SCREEN_PAUSE)
        return;
    if (aside->latency.size)
        draw_line(renderer, layer, (Spot){right, y}, &style, aside->latency, ALIGN_RIGHT);
    for (uint32_t i = 0; i < aside->member_count; i++) {
        y += theme_line(&style);
        draw_line(renderer, layer, (Spot){right, y}, &style, aside->members[i], ALIGN_RIGHT);
    }
}
