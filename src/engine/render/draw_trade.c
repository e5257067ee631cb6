/* Buying and selling: the NPC's items at the left, the player's at the right. */
#include "engine/render/render_internal.h"

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
    const TextPart before = describe_as(renderer, PART_BODY);
    const int32_t used =
        theme_paragraph(renderer, target, in.x, in.y, in.w, &text, message, ALIGN_CENTRE) + 4;
    describe_as(renderer, before);
    return (Rect){in.x, in.y + used, in.w, in.h - used};
}

void purse_add(const Renderer *renderer, Purse *purse, uint32_t sprite)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    if (!object || object->unit == TNG_NO_SPRITE || !object->price)
        return;
    for (size_t i = 0; i < purse->count; i++)
        if (purse->units[i] == object->unit)
            return;
    if (purse->count < PURSE_UNITS)
        purse->units[purse->count++] = object->unit;
}

static void describe_purse(Renderer *renderer, PlayerContext ctx, const Purse *purse)
{
    for (size_t i = 0; i < purse->count; i++) {
        const Text title = object_title(renderer, purse->units[i], renderer->scratch);
        describe_add(renderer, PART_BODY,
                     arena_format(renderer->scratch, "%s%s%d %.*s.",
                                  i ? "" : word_of(renderer, WORD_PURSE).at, i ? "" : ": ",
                                  world_count(ctx, purse->units[i]), (int)title.size,
                                  title.at));
    }
}

int32_t purse_draw(Renderer *renderer, PlayerContext ctx, const Image *target, Rect row,
                   const Purse *purse)
{
    enum { SPACE = 4 };
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TITLE));
    int32_t x = row.x + row.w;
    describe_purse(renderer, ctx, purse);
    for (size_t i = purse->count; i-- > 0;) {
        const Text count =
            arena_format(renderer->scratch, "%d", world_count(ctx, purse->units[i]));
        x -= row.h;
        theme_icon(target, theme_mirror(renderer, row, (Rect){x, row.y, row.h, row.h}),
                   object_icon(renderer, purse->units[i]));
        x -= SPACE;
        x -= SPACE +
             theme_sign_mirrored(renderer, target, row, x, row.y, &style, count, ALIGN_RIGHT);
    }
    if (purse->count)
        x -= theme_sign_mirrored(renderer, target, row, x, row.y, &style,
                                 word_of(renderer, WORD_PURSE), ALIGN_RIGHT);
    return row.x + row.w - x;
}

/* The first object that is worn where another one would be. */
static uint32_t worn_instead(const Renderer *renderer, PlayerContext ctx, uint32_t sprite)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    const uint32_t mask =
        object && object->equip_mask != UINT32_MAX ? object->equip_mask : 0; /* not a skill */
    for (uint32_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (mask >> i & 1 && ctx.player->equipped[i] != TNG_NO_SPRITE)
            return ctx.player->equipped[i];
    return TNG_NO_SPRITE;
}

/* What is worn instead of an object, and its effects. */
static void draw_worn(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area,
                      uint32_t sprite, uint32_t worn)
{
    const Pixel colour = theme_colour(renderer, COLOUR_TEXT);
    const TextStyle style = theme_font(renderer, FONT_TEXT, colour);
    const int32_t line = theme_line(&style);
    const Text title = object_title(renderer, worn, renderer->scratch);
    theme_text_in(renderer, target, area.x, area.y, (Spot){area.w, line}, &style,
                  arena_format(renderer->scratch, "%s: %.*s",
                               word_of(renderer, WORD_EQUIPPED).at, (int)title.size, title.at),
                  ALIGN_LEFT);
    if (worn != sprite)
        object_facts_draw(renderer, ctx, target,
                          (Rect){area.x, area.y + line, area.w, area.h - line}, worn, colour);
}

Rect comparison_draw(Renderer *renderer, PlayerContext ctx, const Image *target, Rect in,
                     uint32_t sprite, int32_t lines)
{
    enum { SPACE = 4 };
    const Pixel colour = theme_colour(renderer, COLOUR_TEXT);
    const TextStyle style = theme_font(renderer, FONT_TEXT, colour);
    const int32_t line = theme_line(&style);
    const int32_t h = lines * line < in.h / 3 ? lines * line : in.h / 3 / line * line;
    const Rect above = {in.x, in.y, in.w, in.h - h - SPACE};
    const int32_t y = in.y + in.h - h, half = (in.w - GAP) / 2, right = in.x + half + GAP;
    if (sprite == TNG_NO_SPRITE || h < line)
        return above;
    const TextPart before = describe_as(renderer, PART_DETAIL);
    fill(target, (Rect){in.x, y - SPACE / 2, in.w, 1}, COLOUR_LINE);
    object_facts_draw(renderer, ctx, target, (Rect){in.x, y, half, h}, sprite, colour);
    const uint32_t worn = worn_instead(renderer, ctx, sprite);
    if (worn != TNG_NO_SPRITE)
        draw_worn(renderer, ctx, target, (Rect){right, y, half, h}, sprite, worn);
    describe_as(renderer, before);
    return above;
}

int32_t trade_row_height(Renderer *renderer)
{
    const TextStyle style = theme_font(renderer, FONT_TEXT, 0);
    const int32_t line = theme_line(&style) + 2;
    return touch_size(renderer, line > ROW ? line : ROW);
}

void trade_row_draw(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                    bool selected, uint32_t sprite, Text text, bool possible, int32_t taken)
{
    const Rect icon = theme_mirror(renderer, area, (Rect){area.x + 4, area.y, area.h, area.h});
    theme_option(renderer, target, area, option, selected, TEXT(""), possible);
    theme_icon(target, icon, object_icon(renderer, sprite));
    const TextStyle style = theme_font(renderer, selected ? FONT_TEXT_SELECTED : FONT_TEXT,
                                       theme_row_colour(renderer, selected, possible));
    const Rect title = theme_mirror(renderer, area,
                                    (Rect){area.x + area.h + 10,
                                           area.y + (area.h - theme_line(&style)) / 2 + 1,
                                           area.w - area.h - 14 - taken, area.h});
    theme_text_in(renderer, target, title.x, title.y, (Spot){title.w, title.h}, &style, text,
                  ALIGN_LEFT);
    hit_area_add(renderer, area, HIT_SELECT, option);
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
        theme_text_mirrored(renderer, target, area, area.x + area.w - area.h - 4,
                            area.y + (area.h - theme_line(&style)) / 2 + 1, &style, text,
                            ALIGN_RIGHT);
        const Rect icon = {area.x + area.w - area.h, area.y, area.h, area.h};
        theme_icon(target, theme_mirror(renderer, area, icon),
                   object_icon(renderer, object->unit));
        if (selected)
            describe_add(renderer, PART_ROW,
                         object_title(renderer, object->unit, renderer->scratch));
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
    const uint32_t begin = from;
    const int32_t high = trade_row_height(renderer);
    const uint32_t rows = area.h > high ? (uint32_t)(area.h / high) : 1;
    const bool here = screen->selected >= from && screen->selected < to;
    if (here && screen->selected - from >= rows)
        from = screen->selected - rows + 1;
    area = touch_scroll(renderer, target, area, (ListView){begin, to, from, rows, 1});
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
    theme_more(renderer, target, (Rect){area.x, area.y, area.w, (int32_t)rows * high},
               from > begin, from + rows < to);
}

/* The object of an option. */
static uint32_t offered(const Player *player, const TngNpc *npc, uint32_t option)
{
    const uint32_t index = option & OPTION_INDEX;
    return option & OPTION_SELL ? player->items[index].sprite : npc->items[index].object.index;
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
    Purse purse = {.count = 0};
    for (uint32_t i = 0; i < screen->option_count; i++)
        purse_add(renderer, &purse, offered(ctx.player, npc, screen->options[i]));
    in = comparison_draw(renderer, ctx, target, in,
                         screen->selected < screen->option_count
                             ? offered(ctx.player, npc, screen->options[screen->selected])
                             : TNG_NO_SPRITE,
                         3);
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TITLE));
    const int32_t line = theme_line(&style) + 2, half = (in.w - GAP) / 2;
    const int32_t money = purse_draw(renderer, ctx, target,
                                     (Rect){in.x + half + GAP, in.y, half, line - 2}, &purse);
    const bool stacked = touch_upright(renderer, in);
    const int32_t high = (in.h - GAP) / 2;
    for (uint32_t side = 0; side < 2; side++) {
        const int32_t at = (int32_t)side;
        const Rect column = stacked ? (Rect){in.x, in.y + at * (high + GAP), in.w, high}
                                    : (Rect){in.x + at * (half + GAP), in.y, half, in.h};
        const Rect title = theme_mirror(
            renderer, column,
            (Rect){column.x + 4, column.y, column.w - 8 - (side != stacked ? money : 0), in.h});
        theme_text_in(renderer, target, title.x, title.y, (Spot){title.w, title.h}, &style,
                      word_of(renderer, side ? WORD_SELL : WORD_BUY), ALIGN_LEFT);
        draw_side(renderer, ctx, target,
                  (Rect){column.x, column.y + line, column.w, column.h - line},
                  side ? OPTION_SELL : 0, npc);
    }
}
