/* Buying and selling, and crafting. */
#include "render/parts.h"

enum { BOX_WIDTH = 460, BOX_HEIGHT = 280, PADDING = 8, ROW = 22 };

static Rect begin(Renderer *renderer, const Image *target, Text title, Text message)
{
    const Rect box = {((int32_t)target->w - BOX_WIDTH) / 2,
                      ((int32_t)target->h - BOX_HEIGHT) / 2, BOX_WIDTH, BOX_HEIGHT};
    const Rect in = theme_panel(target, box);
    const TextStyle style =
        theme_font(renderer, FONT_TITLE, theme_colour(renderer, COLOUR_TITLE));
    const TextStyle text = theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    int32_t y = in.y + 4;
    theme_text(renderer, target, in.x + in.w / 2, y, &style, title, ALIGN_CENTRE);
    y += theme_line(&style) + 2;
    if (message.size)
        y += theme_paragraph(renderer, target, in.x + PADDING, y, in.w - 2 * PADDING, &text,
                             message, ALIGN_CENTRE) +
             4;
    return (Rect){in.x + PADDING, y, in.w - 2 * PADDING, in.y + in.h - PADDING - y};
}

static void draw_row(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                     bool selected, uint32_t sprite, Text text, bool possible)
{
    const Rect icon = {area.x + 4, area.y, ROW, ROW};
    theme_option(renderer, target, area, option, selected, TEXT(""), possible);
    theme_icon(target, icon, object_icon(renderer, sprite));
    const TextStyle style = theme_font(renderer, selected ? FONT_TEXT_SELECTED : FONT_TEXT,
                                       theme_colour(renderer, !possible  ? COLOUR_INACTIVE
                                                              : selected ? COLOUR_TEXT_SELECTED
                                                                         : COLOUR_TEXT));
    theme_text(renderer, target, area.x + ROW + 12, area.y + (ROW - theme_line(&style)) / 2 + 1,
               &style, text, ALIGN_LEFT);
}

static void price_text(Renderer *renderer, World *world, const Image *target, Rect area,
                       uint32_t sprite, bool selling)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    if (!object || object->unit == TNG_NO_SPRITE)
        return;
    const bool enough = selling || world_count(world, object->unit) >= (int32_t)object->price;
    const TextStyle style = theme_font(
        renderer, FONT_TEXT, theme_colour(renderer, enough ? COLOUR_TEXT : COLOUR_INACTIVE));
    const Text price = arena_format(renderer->scratch, "%u", object->price);
    theme_text(renderer, target, area.x + area.w - ROW - 8,
               area.y + (ROW - theme_line(&style)) / 2 + 1, &style, price, ALIGN_RIGHT);
    theme_icon(target, (Rect){area.x + area.w - ROW - 4, area.y, ROW, ROW},
               object_icon(renderer, object->unit));
}

void market_draw(Renderer *renderer, World *world, const Image *target)
{
    const ScreenState *screen = &world->screen;
    const Actor *actor = world->actors[screen->record];
    const TngNpc *npc = content_record(renderer->content, SECTION_NPCS, actor->npc);
    if (!npc)
        return;
    const Rect in =
        begin(renderer, target, content_text(renderer->content, npc->name), TEXT(""));
    const uint32_t rows = (uint32_t)(in.h / ROW);
    const uint32_t first = screen->selected >= rows ? screen->selected - rows + 1 : 0;
    const uint32_t values = renderer->content->attributes->attribute_count;
    for (uint32_t i = first; i < screen->option_count && i < first + rows; i++) {
        const uint32_t option = screen->options[i];
        const bool selling = option & OPTION_SELL;
        const uint32_t index = option & (OPTION_SELL - 1u);
        const uint32_t sprite =
            selling ? world->items[index].sprite : npc->items[index].object.index;
        const int32_t count =
            selling ? (int32_t)world->items[index].count : actor->values[values + index];
        const Text title = object_title(renderer, sprite, renderer->scratch);
        const Rect area = {in.x, in.y + (int32_t)(i - first) * ROW, in.w, ROW};
        draw_row(renderer, target, area, i, i == screen->selected, sprite,
                 arena_format(renderer->scratch, "%s %.*s  x%d", selling ? "Sell" : "Buy",
                              (int)title.size, title.at, count),
                 true);
        price_text(renderer, world, target, area, sprite, selling);
    }
}

void craft_draw(Renderer *renderer, World *world, const Image *target)
{
    const ScreenState *screen = &world->screen;
    const TngCrafting *rules =
        content_record(renderer->content, SECTION_CRAFTING, screen->record);
    if (!rules)
        return;
    const Rect in = begin(renderer, target, content_text(renderer->content, rules->title),
                          content_text(renderer->content, rules->message));
    const uint32_t rows = (uint32_t)(in.h > ROW ? in.h / ROW : 1);
    const uint32_t first = screen->selected >= rows ? screen->selected - rows + 1 : 0;
    for (uint32_t i = first; i < screen->option_count && i < first + rows; i++) {
        const Recipe *recipe = &rules->recipes[screen->options[i]];
        const Text title = object_title(renderer, recipe->product, renderer->scratch);
        const Rect area = {in.x, in.y + (int32_t)(i - first) * ROW, in.w, ROW};
        draw_row(renderer, target, area, i, i == screen->selected, recipe->product,
                 arena_format(renderer->scratch, "%.*s  x%u", (int)title.size, title.at,
                              recipe->quantity),
                 world_can_craft(world, recipe));
        int32_t x = area.x + area.w - ROW;
        for (size_t k = 16; k-- > 0;) { /* from the right */
            const Ingredient *needed = &recipe->ingredients[k];
            if (needed->object == TNG_NO_SPRITE)
                continue;
            const TextStyle style =
                theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
            theme_icon(target, (Rect){x, area.y, ROW, ROW},
                       object_icon(renderer, needed->object));
            if (needed->quantity > 1)
                x -= theme_text(renderer, target, x, area.y + 2, &style,
                                arena_format(renderer->scratch, "%u", needed->quantity),
                                ALIGN_RIGHT);
            x -= ROW + 4;
        }
    }
}
