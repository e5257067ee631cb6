/* Crafting: a list of recipes, or sixteen fields for objects. */
#include "engine/render/render_internal.h"

enum { SLOT = 36, PORTRAIT = 96 };

static void describe_ingredient(Renderer *renderer, const Ingredient *needed)
{
    const Text title = object_title(renderer, needed->object, renderer->scratch);
    describe_add(renderer, PART_ROW,
                 arena_format(renderer->scratch, "%u %.*s", needed->quantity, (int)title.size,
                              title.at));
}

static void describe_object(Renderer *renderer, uint32_t object, uint32_t count)
{
    if (object == TNG_NO_SPRITE) {
        describe_add(renderer, PART_ROW, word_of(renderer, WORD_EMPTY));
        return;
    }
    describe_add(renderer, PART_ROW, object_title(renderer, object, renderer->scratch));
    describe_count(renderer, count);
}

/* Draws a recipe's ingredients, right-aligned; returns their width. `target` NULL: only
 * measures. */
static int32_t draw_ingredients(Renderer *renderer, const Image *target, Rect area,
                                const Recipe *recipe, bool selected)
{
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_row_colour(renderer, selected, true));
    int32_t x = area.x + area.w - area.h;
    for (size_t k = CRAFT_FIELDS; k-- > 0;) {
        const Ingredient *needed = &recipe->ingredients[k];
        if (needed->object == TNG_NO_SPRITE)
            continue;
        const Text count = arena_format(renderer->scratch, "%u", needed->quantity);
        if (target)
            theme_icon(target, theme_mirror(renderer, area, (Rect){x, area.y, area.h, area.h}),
                       object_icon(renderer, needed->object));
        if (target && needed->quantity > 1)
            theme_sign_mirrored(renderer, target, area, x,
                                theme_row_text(renderer, area, &style) + 1, &style, count,
                                ALIGN_RIGHT);
        if (target && selected)
            describe_ingredient(renderer, needed);
        x -= (needed->quantity > 1 ? (int32_t)text_measure(&style, count).w : 0) + area.h + 4;
    }
    return area.x + area.w - area.h - x;
}

static void draw_recipes(Renderer *renderer, PlayerContext ctx, const Image *target, Rect in,
                         const TngCrafting *rules)
{
    const ScreenState *screen = &ctx.player->screen;
    const int32_t high = trade_row_height(renderer);
    const uint32_t rows = (uint32_t)(in.h > high ? in.h / high : 1);
    const uint32_t first = screen->selected >= rows ? screen->selected - rows + 1 : 0;
    in =
        touch_scroll(renderer, target, in, (ListView){0, screen->option_count, first, rows, 1});
    for (uint32_t i = first; i < screen->option_count && i < first + rows; i++) {
        const Recipe *recipe = &rules->recipes[screen->options[i]];
        const Text title = object_title(renderer, recipe->product, renderer->scratch);
        const Rect area = {in.x, in.y + (int32_t)(i - first) * high, in.w, high};
        trade_row_draw(renderer, target, area, i, i == screen->selected, recipe->product,
                       recipe->quantity > 1
                           ? arena_format(renderer->scratch, "%.*s x%u", (int)title.size,
                                          title.at, recipe->quantity)
                           : title,
                       world_can_craft(ctx, recipe),
                       draw_ingredients(renderer, NULL, area, recipe, false));
        draw_ingredients(renderer, target, area, recipe, i == screen->selected);
    }
    theme_more(renderer, target, (Rect){in.x, in.y, in.w, (int32_t)rows * high}, first > 0,
               first + rows < screen->option_count);
}

static void draw_field(Renderer *renderer, const Player *player, const Image *target, Rect slot,
                       uint32_t row, uint32_t field)
{
    const Ingredient *there = &player->fields[field];
    slot_draw(renderer, target, slot, row == player->screen.selected);
    if (row == player->screen.selected)
        describe_object(renderer, there->object, there->quantity);
    if (field == player->field)
        outline(target, (Rect){slot.x + 1, slot.y + 1, slot.w - 2, slot.h - 2},
                PIXEL(255, 255, 255, 200));
    if (there->object != TNG_NO_SPRITE) {
        theme_icon(target, slot_item(renderer, slot), object_icon(renderer, there->object));
        count_draw(renderer, target, slot, there->quantity);
    }
    theme_hit_area(renderer, slot, row);
}

/* Fields at the left, the result below them, the bag at the right, or below in an upright
 * window. */
static void draw_fields(Renderer *renderer, PlayerContext ctx, const Image *target, Rect in)
{
    const ScreenState *screen = &ctx.player->screen;
    const Recipe *recipe = world_recipe(ctx);
    const int32_t size = touch_size(renderer, SLOT - 2), step = size + 2;
    const Rect product = {in.x, in.y + 4 * step + 6, size, size};
    const int32_t below = product.y + step + 8;
    const Rect bag = touch_upright(renderer, in)
                         ? (Rect){in.x, below, in.w, in.y + in.h - below}
                         : (Rect){in.x + 4 * step + 16, in.y, in.w - 4 * step - 16, in.h};
    const int32_t columns = bag.w / step > 0 ? bag.w / step : 1;
    for (uint32_t i = 0, k = 0; i < screen->option_count; i++) {
        const uint32_t option = screen->options[i], index = option & OPTION_INDEX;
        if (option & OPTION_SELL) {
            const Rect slot = {bag.x + (int32_t)k % columns * step,
                               bag.y + (int32_t)k / columns * step, size, size};
            k++;
            if (slot.y + slot.h > bag.y + bag.h)
                continue;
            slot_draw(renderer, target, slot, i == screen->selected);
            if (i == screen->selected)
                describe_object(renderer, ctx.player->items[index].sprite,
                                ctx.player->items[index].count);
            theme_icon(target, slot_item(renderer, slot),
                       object_icon(renderer, ctx.player->items[index].sprite));
            count_draw(renderer, target, slot, ctx.player->items[index].count);
            theme_hit_area(renderer, slot, i);
        } else if (option & OPTION_FIELD) {
            draw_field(renderer, ctx.player, target,
                       (Rect){in.x + (int32_t)(index % 4) * step,
                              in.y + (int32_t)(index / 4) * step, size, size},
                       i, index);
        } else {
            slot_draw(renderer, target, product, i == screen->selected);
            if (recipe)
                theme_icon(target, product, object_icon(renderer, recipe->product));
            const Text make = word_of(renderer, WORD_CRAFT);
            if (i == screen->selected) {
                describe_add(renderer, PART_ROW, make);
                describe_object(renderer, recipe ? recipe->product : TNG_NO_SPRITE, 1);
            }
            push_button_draw(renderer, target,
                             (Rect){product.x + step + 4, product.y + 4, 3 * step - 12,
                                    push_button_size(renderer, make, (Spot){0, 24}).y},
                             make, HIT_OPTION, i);
        }
    }
}

/* The object that is selected or would be made, compared with what is worn; and the money. */
static Rect draw_product(Renderer *renderer, PlayerContext ctx, const Image *target, Rect in,
                         const TngCrafting *rules)
{
    const ScreenState *screen = &ctx.player->screen;
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const int32_t line = theme_line(&style);
    const Recipe *recipe = rules->any_order ? NULL : world_recipe(ctx);
    uint32_t sprite = recipe ? recipe->product : TNG_NO_SPRITE;
    Purse purse = {.count = 0};
    for (uint32_t i = 0; rules->any_order && i < screen->option_count; i++)
        purse_add(renderer, &purse, rules->recipes[screen->options[i]].product);
    for (uint32_t i = 0; !rules->any_order && i < ctx.player->item_count; i++)
        purse_add(renderer, &purse, ctx.player->items[i].sprite);
    if (screen->selected < screen->option_count) {
        const uint32_t option = screen->options[screen->selected];
        if (rules->any_order)
            sprite = rules->recipes[option].product;
        else if (option & OPTION_SELL)
            sprite = ctx.player->items[option & OPTION_INDEX].sprite;
    }
    if (purse.count) {
        purse_draw(renderer, ctx, target, (Rect){in.x, in.y, in.w, line}, &purse);
        in = (Rect){in.x, in.y + line + 2, in.w, in.h - line - 2};
    }
    return comparison_draw(renderer, ctx, target, in, sprite, rules->any_order ? 3 : 2);
}

void craft_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const TngCrafting *rules =
        content_record(renderer->content, SECTION_CRAFTING, ctx.player->screen.record);
    if (!rules)
        return;
    Rect in = trade_window_draw(renderer, target, content_text(renderer->content, rules->title),
                                content_text(renderer->content, rules->message));
    const SpriteFrame *portrait =
        picture_of(&renderer->pictures, rules->portrait, ctx.world->tick);
    if (portrait && in.w > 3 * PORTRAIT && !touch_upright(renderer, in)) {
        theme_icon(target, (Rect){in.x, in.y, PORTRAIT, PORTRAIT}, portrait);
        in = (Rect){in.x + PORTRAIT + 8, in.y, in.w - PORTRAIT - 8, in.h};
    }
    in = draw_product(renderer, ctx, target, in, rules);
    if (rules->any_order)
        draw_recipes(renderer, ctx, target, in, rules);
    else
        draw_fields(renderer, ctx, target, in);
}
