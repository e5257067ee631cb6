/* Buying and selling: the NPC's items at the left, the player's at the right. */
#include "render/render_internal.h"

enum { WIDTH = 560, HEIGHT = 320, ROW = 24, GAP = 12, PADDING = 8, FACE = 96 };

Rect trade_window_draw(Renderer *renderer, const Image *target, Text title, Text message)
{
    hit_area_add(renderer, (Rect){0, 0, (int32_t)target->w, (int32_t)target->h}, HIT_BUTTONS,
                 BUTTON_CANCEL);
    const Rect box = theme_window(renderer, target, WIDTH, HEIGHT, 8);
    const Rect in = heading_draw(renderer, target, window_draw(renderer, target, box), title);
    const TextStyle text = theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    if (!message.size)
        return in;
    const int32_t used =
        theme_paragraph(renderer, target, in.x, in.y, in.w, &text, message, ALIGN_CENTRE) + 4;
    return (Rect){in.x, in.y + used, in.w, in.h - used};
}

int32_t trade_row_height(Renderer *renderer)
{
    const TextStyle style = theme_font(renderer, FONT_TEXT, 0);
    const int32_t line = theme_line(&style) + 2;
    return line > ROW ? line : ROW;
}

void trade_row_draw(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                    bool selected, uint32_t sprite, Text text, bool possible, int32_t taken)
{
    const Rect icon = {area.x + 4, area.y, area.h, area.h};
    theme_option(renderer, target, area, option, selected, TEXT(""), possible);
    theme_icon(target, icon, object_icon(renderer, sprite));
    const TextStyle style = theme_font(renderer, selected ? FONT_TEXT_SELECTED : FONT_TEXT,
                                       theme_row_colour(renderer, selected, possible));
    theme_text_in(renderer, target, area.x + area.h + 10,
                  area.y + (area.h - theme_line(&style)) / 2 + 1,
                  (Spot){area.w - area.h - 14 - taken, area.h}, &style, text, ALIGN_LEFT);
    hit_area_add(renderer, area, HIT_SELECT, option);
    if (selected)
        theme_focus(renderer, text);
}

/* Draws the price of an object with the icon of its currency; returns the width that it
 * needs at the right. `target` NULL: only measures. */
static int32_t draw_price(Renderer *renderer, const Image *target, Rect area, uint32_t sprite,
                          int32_t price, bool selected, bool enough)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    if (!object || object->unit == TNG_NO_SPRITE || !price)
        return 0;
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_row_colour(renderer, selected, enough));
    const Text text = arena_format(renderer->scratch, "%d%s", price, enough ? "" : " !");
    if (target) {
        theme_text(renderer, target, area.x + area.w - area.h - 4,
                   area.y + (area.h - theme_line(&style)) / 2 + 1, &style, text, ALIGN_RIGHT);
        theme_icon(target, (Rect){area.x + area.w - area.h, area.y, area.h, area.h},
                   object_icon(renderer, object->unit));
    }
    return area.h + 4 + (int32_t)text_measure(&style, text).w;
}

/* A column of the options whose OPTION_SELL is `side`. */
static void draw_side(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area,
                      uint32_t side, const TngNpc *npc)
{
    World *world = ctx.world;
    const ScreenState *screen = &ctx.player->screen;
    const Actor *actor = world->actors[screen->record];
    const uint32_t values = renderer->content->attributes->attribute_count;
    uint32_t from = 0, to = 0;
    while (from < screen->option_count && (screen->options[from] & OPTION_SELL) != side)
        from++;
    for (to = from; to < screen->option_count && (screen->options[to] & OPTION_SELL) == side;)
        to++;
    const int32_t high = trade_row_height(renderer);
    const uint32_t rows = area.h > high ? (uint32_t)(area.h / high) : 1;
    const bool here = screen->selected >= from && screen->selected < to;
    if (here && screen->selected - from >= rows)
        from = screen->selected - rows + 1;
    for (uint32_t i = from; i < to && i < from + rows; i++) {
        const uint32_t index = screen->options[i] & OPTION_INDEX;
        const uint32_t sprite =
            side ? ctx.player->items[index].sprite : npc->items[index].object.index;
        const int32_t count =
            side ? (int32_t)ctx.player->items[index].count : actor->values[values + index];
        const int32_t price =
            side ? world_sale(world, screen->record, sprite) : world_price(world, sprite);
        const TngObject *object = content_object(renderer->content, sprite, NULL);
        const bool enough =
            side || !object || !price || world_count(ctx, object->unit) >= price;
        const Text title = object_title(renderer, sprite, renderer->scratch);
        const Rect row = {area.x, area.y + (int32_t)(i - from) * high, area.w, high};
        trade_row_draw(
            renderer, target, row, i, i == screen->selected, sprite,
            count == 1
                ? title
                : arena_format(renderer->scratch, "%.*s x%d", (int)title.size, title.at, count),
            enough,
            draw_price(renderer, NULL, row, sprite, price, i == screen->selected, enough));
        draw_price(renderer, target, row, sprite, price, i == screen->selected, enough);
    }
}

void market_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const ScreenState *screen = &ctx.player->screen;
    const Actor *actor = ctx.world->actors[screen->record];
    const TngNpc *npc = content_record(renderer->content, SECTION_NPCS, actor->npc);
    if (!npc)
        return;
    Rect in = trade_window_draw(renderer, target, content_text(renderer->content, npc->name),
                                TEXT(""));
    const Portrait portrait = portrait_of_npc(renderer, actor->npc, ctx.world->tick);
    const int32_t face = portrait.w < FACE ? portrait.w : FACE;
    if (face && in.w > 4 * face) {
        portrait_draw(target, (Rect){in.x, in.y, face, FACE < in.h ? FACE : in.h}, &portrait);
        in = (Rect){in.x + face + PADDING, in.y, in.w - face - PADDING, in.h};
    }
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TITLE));
    const int32_t line = theme_line(&style) + 2, half = (in.w - GAP) / 2;
    for (uint32_t side = 0; side < 2; side++) {
        const Rect column = {in.x + (int32_t)side * (half + GAP), in.y, half, in.h};
        theme_text_in(renderer, target, column.x + 4, column.y, (Spot){half - 8, in.h}, &style,
                      word_of(renderer, side ? WORD_SELL : WORD_BUY), ALIGN_LEFT);
        draw_side(renderer, ctx, target,
                  (Rect){column.x, column.y + line, column.w, column.h - line},
                  side ? OPTION_SELL : 0, npc);
    }
}
