/* The bag: a window with tabs; the first one has items and equipment. */
#include "engine/render/render_internal.h"

/* Pixels at a text size of 100 %. */
enum { SLOT = 34, PADDING = 8, WINDOW_WIDTH = 520, WINDOW_HEIGHT = 344, TAB_HEIGHT = 20 };

static const uint8_t tab_words[TABS] = {WORD_BAG, WORD_STATS, WORD_SKILLS, WORD_QUESTS};

/* Without the ends of a strip. */
static Rect inner_area(Rect area)
{
    return (Rect){area.x + area.w / 8, area.y + area.h / 4, area.w * 3 / 4, area.h / 2};
}

static void draw_tab(Renderer *renderer, const Image *target, Rect area, uint32_t tab,
                     bool open)
{
    TextStyle style =
        theme_font(renderer, open ? FONT_TAB_SELECTED : FONT_TAB,
                   theme_colour(renderer, open ? COLOUR_TAB_SELECTED : COLOUR_TAB));
    if (!strip_draw(renderer, target, area, open ? ELEMENT_TAB_OVER_LEFT : ELEMENT_TAB_LEFT)) {
        fill(target, area, open ? PIXEL(52, 58, 92, 240) : PIXEL(24, 30, 56, 220));
        outline(target, area, COLOUR_LINE);
    }
    style.colour = theme_legible(target, inner_area(area), style.colour, true);
    const TextPart before = describe_as(renderer, open ? PART_TITLE : PART_OTHER);
    theme_text_in(renderer, target, area.x + area.w / 2,
                  theme_label(renderer, open ? PADDING_TAB_SELECTED_TOP : PADDING_TAB_TOP, area,
                              &style, 2),
                  (Spot){area.w - 8, area.h - 2}, &style,
                  word_of(renderer, (Word)tab_words[tab]), ALIGN_CENTRE);
    describe_as(renderer, before);
    hit_area_add(renderer, area, HIT_TAB, tab);
}

/* Buttons are as wide as their labels need. */
static int32_t tab_height(Renderer *renderer)
{
    const TextStyle style = theme_font(renderer, FONT_TAB_SELECTED, 0);
    const int32_t line = theme_line(&style) + 2;
    return touch_size(renderer, !theme_enlarged(renderer) || line < TAB_HEIGHT ? TAB_HEIGHT
                                : line < 2 * TAB_HEIGHT                        ? line
                                                        : 2 * TAB_HEIGHT);
}

/* Returns the area within the window. The whole frame cancels: a click beside the window closes
 * it; areas that are added later lie above this one. */
Rect tabs_draw(Renderer *renderer, const Image *target, uint32_t open)
{
    const int32_t margin = touch_used(renderer) ? 0 : 8;
    const Rect box = theme_window(renderer, target, WINDOW_WIDTH, WINDOW_HEIGHT, margin);
    const int32_t high = tab_height(renderer);
    const Rect window = {box.x, box.y + high - 2, box.w, box.h - high + 2};
    hit_area_add(renderer, (Rect){0, 0, (int32_t)target->w, (int32_t)target->h}, HIT_BUTTONS,
                 BUTTON_CANCEL);
    const Rect in = window_draw(renderer, target, window);
    renderer->window = box; /* tabs are above the frame */
    const int32_t from = touch_upright(renderer, box) ? 0 : PADDING;
    const int32_t each = (box.w - 2 * from) / TABS;
    for (uint32_t i = 0; i < TABS; i++)
        draw_tab(renderer, target,
                 (Rect){box.x + from + (int32_t)i * each, box.y, each - 2, high}, i, i == open);
    const int32_t padding = theme_padding(renderer, PADDING_WINDOW_LEFT, PADDING);
    const int32_t left = touch_upright(renderer, box) ? padding / 2 : padding;
    const int32_t top = theme_padding(renderer, PADDING_WINDOW_TOP, PADDING);
    return (Rect){in.x + left, in.y + top, in.w - 2 * left, in.h - top - PADDING};
}

static bool is_worn(const Player *player, uint32_t sprite)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (player->equipped[i] == sprite)
            return true;
    return false;
}

/* From 1; 0: not in the belt. */
static uint32_t belt_place(const Player *player, uint32_t sprite)
{
    for (uint32_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (player->belt[i] == sprite)
            return i + 1;
    return 0;
}

/* The game's own picture if it has one; the frame of a selected slot is always drawn, since
 * pictures of games may differ too little. */
void slot_draw(Renderer *renderer, const Image *target, Rect area, bool selected)
{
    const TngHud *hud = renderer->content->hud;
    const SpriteFrame *back = picture_of(
        &renderer->pictures, selected ? hud->slot_selected : hud->slot_background, 0);
    if (!renderer->content->has_hud || !back || back->opacity == PICTURE_EMPTY) {
        fill(target, area, PIXEL(40, 48, 84, 200));
        outline(target, area, PIXEL(84, 92, 132, 255));
    } else {
        theme_icon(target, area, back);
    }
    if (!selected)
        return;
    /* Light between two dark lines: visible on any background. */
    static const Pixel lines[] = {PIXEL(24, 16, 16, 255), PIXEL(255, 232, 128, 255),
                                  PIXEL(255, 232, 128, 255), PIXEL(24, 16, 16, 255)};
    for (int32_t i = 0; i < (int32_t)COUNT_OF(lines); i++)
        outline(target,
                (Rect){area.x - 1 + i, area.y - 1 + i, area.w + 2 - 2 * i, area.h + 2 - 2 * i},
                lines[i]);
}

/* The position within the slot's image is scaled as the image is. */
Rect slot_item(Renderer *renderer, Rect slot)
{
    enum { EDGE = 2 };
    const TngHud *hud = renderer->content->hud;
    const SpriteFrame *back = picture_of(&renderer->pictures, hud->slot_background, 0);
    if (!renderer->content->has_hud || !back || back->w < 1 || back->h < 1 ||
        !hud->slot_width || !hud->slot_height)
        return (Rect){slot.x + EDGE, slot.y + EDGE, slot.w - 2 * EDGE, slot.h - 2 * EDGE};
    const bool fits = back->w <= slot.w && back->h <= slot.h;
    const Scale scale = fits ? (Scale){1, 1} : scale_to_fit(back->w, back->h, slot.w, slot.h);
    return (Rect){slot.x + (slot.w - scaled(back->w, scale)) / 2 +
                      scaled(hud->slot_left, scale),
                  slot.y + (slot.h - scaled(back->h, scale)) / 2 + scaled(hud->slot_top, scale),
                  scaled(hud->slot_width, scale), scaled(hud->slot_height, scale)};
}

/* A single item is read without its number. */
void describe_count(Renderer *renderer, uint32_t count)
{
    if (count > 1)
        describe_add(renderer, PART_ROW, arena_format(renderer->scratch, "%u", count));
}

/* The colour depends on what is below: the text must be legible on any item. */
void number_draw(Renderer *renderer, const Image *target, Spot at, TextStyle style, Text text,
                 Align align)
{
    const int32_t w = (int32_t)text_measure(&style, text).w,
                  h = (int32_t)text_measure(&style, text).h;
    const Rect box = {align == ALIGN_RIGHT ? at.x - w : at.x, at.y, w, h};
    if (touch_used(renderer)) /* larger letters cover more than one colour */
        fill(target, box, PIXEL(0, 0, 0, 210));
    style.colour = theme_legible(target, box, style.colour, true);
    theme_text(renderer, target, at.x, at.y, &style, text, align);
}

void count_draw(Renderer *renderer, const Image *target, Rect area, uint32_t count)
{
    const TextStyle style =
        theme_style(renderer, renderer->content->hud->count_font, PIXEL(255, 255, 255, 255));
    if (count < 2)
        return;
    /* The upper half shows the number of the belt's place. */
    const Text text = arena_format(renderer->scratch, "%u", count);
    const TextStyle fit = theme_fit(renderer, &style, text, (Spot){area.w - 4, area.h / 2});
    number_draw(renderer, target,
                (Spot){area.x + area.w - 2, area.y + area.h - theme_line(&fit) + 2}, fit, text,
                ALIGN_RIGHT);
}

/* Whether an object can be equipped; skills cannot. */
static bool is_wearable(const Renderer *renderer, uint32_t sprite)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    return object && object->equip_mask && object->equip_mask != UINT32_MAX;
}

/* A mark for items that are or can be equipped, and the item's place in the belt. */
static void draw_marks(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area,
                       uint32_t sprite)
{
    const uint32_t slot = belt_place(ctx.player, sprite);
    if (is_worn(ctx.player, sprite)) {
        const SpriteFrame *check = element_picture(renderer, ELEMENT_CHECK_ON);
        if (check)
            picture_draw(target, area.x + area.w - check->w, area.y, check);
        else
            fill(target, (Rect){area.x + area.w - 7, area.y + 3, 4, 4},
                 PIXEL(120, 232, 120, 255));
    } else if (is_wearable(renderer, sprite)) {
        const SpriteFrame *check = element_picture(renderer, ELEMENT_CHECK_OFF);
        if (check)
            picture_draw(target, area.x + area.w - check->w, area.y, check);
    }
    if (slot) {
        const TextStyle style = theme_style(renderer, renderer->content->hud->count_font,
                                            theme_colour(renderer, COLOUR_TITLE));
        const Text text = arena_format(renderer->scratch, "%u", slot);
        const TextStyle fit = theme_fit(renderer, &style, text, (Spot){area.w / 2, area.h / 2});
        number_draw(renderer, target, (Spot){area.x + 3, area.y + 1}, fit, text, ALIGN_LEFT);
    }
}

/* The image with the equipment slots and their items; returns its height. */
static int32_t draw_equipment(Renderer *renderer, PlayerContext ctx, const Image *target,
                              Rect area)
{
    const TngHud *hud = renderer->content->hud;
    const SpriteFrame *picture =
        renderer->content->has_hud
            ? picture_of(&renderer->pictures, hud->equipment_background, ctx.world->tick)
            : NULL;
    enum { SPACE_MIN = 24, GAP = 12 };
    if (!picture || picture->w < 1 || picture->h < 1 || area.w < SPACE_MIN ||
        area.h < SPACE_MIN)
        return 0;
    /* In a narrow window it is reduced, with its slots. */
    const bool fits = picture->w <= area.w && picture->h <= area.h;
    const Scale scale =
        fits ? (Scale){1, 1} : scale_to_fit(picture->w, picture->h, area.w, area.h);
    const int32_t x = area.x + (area.w - scaled(picture->w, scale)) / 2;
    picture_draw_scaled(target, x, area.y, picture, scale, 255);
    const TngSlots *slots = renderer->content->slots;
    for (size_t i = 0; i < slots->slots_count && i < TNG_EQUIP_SLOTS; i++) {
        if (ctx.player->equipped[i] == TNG_NO_SPRITE)
            continue;
        const Rect slot = {x + scaled(slots->slots[i].left, scale),
                           area.y + scaled(slots->slots[i].top, scale),
                           scaled(hud->slot_width ? hud->slot_width : 32, scale),
                           scaled(hud->slot_height ? hud->slot_height : 32, scale)};
        const TngObject *object =
            content_object(renderer->content, ctx.player->equipped[i], NULL);
        const SpriteFrame *own =
            object ? picture_of(&renderer->pictures, object->equipped[i], 0) : NULL;
        theme_icon(target, slot, own ? own : object_icon(renderer, ctx.player->equipped[i]));
        for (uint32_t k = 0; k < ctx.player->screen.option_count; k++) /* click: unequip */
            if (ctx.player->items[ctx.player->screen.options[k]].sprite ==
                ctx.player->equipped[i])
                theme_hit_area(renderer, touch_around(renderer, slot, GAP), k);
    }
    return scaled(picture->h, scale) + PADDING;
}

/* Attributes without a title are internal to the game. */
static Text attribute_title(Renderer *renderer, uint32_t name)
{
    const uint32_t ordinal = content_attribute(renderer->content, name);
    const TngAttributes *attributes = renderer->content->attributes;
    return ordinal == NONE
               ? TEXT("")
               : content_text(renderer->content, attributes->attributes[ordinal].title);
}

/* As much smaller as needed; nothing if it is still too high. Returns the height. */
static int32_t draw_about(Renderer *renderer, const Image *target, Rect area,
                          const TextStyle *style, Text about)
{
    if (!about.size || area.h < theme_line(style) / 2)
        return 0;
    const TextStyle fit = theme_fit_paragraph(renderer, style, about, (Spot){area.w, area.h});
    const int32_t h =
        theme_paragraph(renderer, NULL, area.x, area.y, area.w, &fit, about, ALIGN_LEFT);
    if (h > area.h)
        return 0;
    return theme_paragraph(renderer, target, area.x, area.y, area.w, &fit, about, ALIGN_LEFT);
}

/* The modifiers and requirements of an object, a line each, then its description; returns the
 * height. */
int32_t object_facts_draw(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area,
                          uint32_t sprite, Pixel colour)
{
    static const char *const relations[] = {"=", "!=", ">=", ">", "<=", "<"};
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    const TextStyle style = theme_font(renderer, FONT_TEXT, colour);
    const TextStyle missing =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_INACTIVE));
    const int32_t line = theme_line(&style);
    int32_t y = area.y;
    for (size_t i = 0; object && i < object->modifier_count && y + line <= area.y + area.h;
         i++) {
        const ObjectModifier *modifier = &object->modifiers[i];
        const Text title = attribute_title(renderer, modifier->attribute);
        if (!modifier->attribute || !title.size)
            continue;
        theme_text_in(renderer, target, area.x, y, (Spot){area.w, line}, &style,
                      arena_format(renderer->scratch, "%+d%s %.*s", modifier->value,
                                   modifier->type & 2 ? "%" : "", (int)title.size, title.at),
                      ALIGN_LEFT);
        y += line;
    }
    for (size_t i = 0; object && i < object->required_count && y + line <= area.y + area.h;
         i++) {
        const AttributeRule *rule = &object->required[i];
        const Text title = attribute_title(renderer, rule->attribute);
        if (!title.size)
            continue;
        const bool met = relation_is_met(
            rule->relation, world_attribute(ctx, context_entity(ctx), rule->attribute),
            rule->value);
        theme_text_in(renderer, target, area.x, y, (Spot){area.w, line},
                      met ? &style : &missing,
                      arena_format(renderer->scratch, "%s %.*s %s %d%s",
                                   word_of(renderer, WORD_NEEDS).at, (int)title.size, title.at,
                                   relations[rule->relation % COUNT_OF(relations)], rule->value,
                                   met ? "" : " !"),
                      ALIGN_LEFT);
        y += line;
    }
    if (object)
        y += draw_about(renderer, target, (Rect){area.x, y, area.w, area.y + area.h - y},
                        &style, content_about(renderer->content, object->title));
    return y - area.y;
}

/* At 100 % the given size: games have pictures for it. */
Spot push_button_size(Renderer *renderer, Text text, Spot min)
{
    const TextStyle style =
        theme_font(renderer, FONT_BUTTON, theme_colour(renderer, COLOUR_BUTTON));
    const int32_t w = (int32_t)text_measure(&style, text).w + 12, h = theme_line(&style) + 4;
    if (!theme_enlarged(renderer))
        return min;
    return (Spot){w > min.x ? w : min.x, touch_size(renderer, h > min.y ? h : min.y)};
}

/* `kind` and `value`: what a click does. */
void push_button_draw(Renderer *renderer, const Image *target, Rect area, Text text,
                      HitAreaKind kind, uint32_t value)
{
    TextStyle style = theme_font(renderer, FONT_BUTTON, theme_colour(renderer, COLOUR_BUTTON));
    const bool pressed = hit_area_pressed(renderer, area);
    if (!strip_draw(renderer, target, area,
                    pressed ? ELEMENT_BUTTON_DOWN_LEFT : ELEMENT_BUTTON_LEFT)) {
        fill(target, area, PIXEL(52, 58, 92, 255));
        outline(target, area, COLOUR_LINE);
    }
    style.colour = theme_legible(target, inner_area(area), style.colour, true);
    theme_text_in(renderer, target, area.x + area.w / 2,
                  theme_label(renderer, PADDING_BUTTON_TOP, area, &style, 1),
                  (Spot){area.w - 8, area.h - 2}, &style, text, ALIGN_CENTRE);
    hit_area_add(renderer, area, kind, value);
}

/* Where the parts of the bag are. */
typedef struct BagLayout {
    Rect grid, worn, about, buttons;
    Rect scroll;  /* two square buttons for fingers */
    int32_t step; /* from slot to slot */
    uint32_t rows;
} BagLayout;

/* A slot for fingers is larger than its picture. */
static Rect slot_picture(Rect slot)
{
    const int32_t w = slot.w < SLOT - 2 ? slot.w : SLOT - 2;
    return (Rect){slot.x + (slot.w - w) / 2, slot.y + (slot.h - w) / 2, w, w};
}

static void draw_grid(Renderer *renderer, PlayerContext ctx, const Image *target,
                      const BagLayout *bag)
{
    const ScreenState *screen = &ctx.player->screen;
    const Rect area = bag->grid, scroll = bag->scroll;
    const uint32_t rows = bag->rows;
    const int32_t step = bag->step;
    const uint32_t at = screen->selected / INVENTORY_COLUMNS;
    const uint32_t first = at >= rows ? at - rows + 1 : 0;
    const int32_t size = step > SLOT ? step : SLOT - 2;
    for (uint32_t i = 0; i < INVENTORY_COLUMNS * rows; i++) {
        const uint32_t row = i + first * INVENTORY_COLUMNS;
        const Rect around = {area.x + (int32_t)(i % INVENTORY_COLUMNS) * step,
                             area.y + (int32_t)(i / INVENTORY_COLUMNS) * step, size, size};
        const Rect slot = slot_picture(around);
        slot_draw(renderer, target, slot, row == screen->selected && screen->option_count);
        if (row >= screen->option_count)
            continue;
        const Item *item = &ctx.player->items[screen->options[row]];
        theme_icon(target, slot_item(renderer, slot), object_icon(renderer, item->sprite));
        draw_marks(renderer, ctx, target, slot, item->sprite);
        count_draw(renderer, target, slot, item->count);
        hit_area_add(renderer, around, HIT_SELECT, row);
    }
    theme_more(renderer, target,
               (Rect){area.x, area.y, INVENTORY_COLUMNS * step, (int32_t)rows * step},
               first > 0, (first + rows) * INVENTORY_COLUMNS < screen->option_count);
    touch_scroll_by(renderer, target, (Rect){scroll.x, scroll.y, scroll.h, scroll.h},
                    (Rect){scroll.x + scroll.w - scroll.h, scroll.y, scroll.h, scroll.h},
                    (ListView){0, screen->option_count, first * INVENTORY_COLUMNS,
                               rows * INVENTORY_COLUMNS, INVENTORY_COLUMNS});
}

/* The actions for the selected item, at the lower right. */
static void draw_bag_buttons(Renderer *renderer, const Image *target, Rect area,
                             uint32_t selected)
{
    enum { BUTTON = 72, HEIGHT = 24, GAP = 6 };
    const Text use = word_of(renderer, WORD_USE), drop = word_of(renderer, WORD_DROP);
    const Spot one = push_button_size(renderer, use, (Spot){BUTTON, HEIGHT});
    const Spot other = push_button_size(renderer, drop, one);
    const int32_t half = (area.w - GAP) / 2, max = half > BUTTON ? half : BUTTON;
    const int32_t w = other.x < max ? other.x : max;
    const Rect right = {area.x + area.w - w, area.y + area.h - other.y, w, other.y};
    push_button_draw(renderer, target, (Rect){right.x - w - GAP, right.y, w, right.h}, use,
                     HIT_OPTION, selected);
    push_button_draw(renderer, target, right, drop, HIT_BUTTONS, BUTTON_DROP);
}

/* The marks of an item. */
static void describe_item(Renderer *renderer, PlayerContext ctx, const Item *item)
{
    const uint32_t place = belt_place(ctx.player, item->sprite);
    describe_count(renderer, item->count);
    if (is_worn(ctx.player, item->sprite))
        describe_add(renderer, PART_ROW, word_of(renderer, WORD_WORN));
    if (place)
        describe_add(renderer, PART_ROW, word_of(renderer, (Word)(WORD_ACT_BELT1 + place - 1)));
}

/* The grid at the left, what is worn at the right; the description below needs 90 pixels. */
static BagLayout layout_beside(Rect in, int32_t step, int32_t buttons, int32_t finger)
{
    enum { GAP = 10, ABOUT = 90, ROWS = 5 };
    const int32_t wide = INVENTORY_COLUMNS * step;
    const uint32_t rows = in.h > ROWS * step + ABOUT ? ROWS
                          : in.h > ABOUT + step      ? (uint32_t)((in.h - ABOUT) / step)
                                                     : 1;
    const int32_t y = in.y + (int32_t)rows * step + 2;
    const Rect right = {in.x + wide + GAP, in.y, in.w - wide - GAP, in.h};
    const Rect scroll = {in.x + wide - 2 * finger - GAP, in.y + in.h - finger, 2 * finger + GAP,
                         finger};
    return (BagLayout){.grid = {in.x, in.y, wide, in.h},
                       .worn = {right.x, right.y, right.w, right.h - buttons},
                       .about = {in.x, y, finger ? scroll.x - in.x : wide, in.y + in.h - y},
                       .buttons = right,
                       .scroll = scroll,
                       .step = step,
                       .rows = rows};
}

/* In an upright window all is below the grid, which takes the whole width. */
static BagLayout layout_upright(Rect in, int32_t buttons)
{
    enum { GAP = 8, ROWS = 5, WORN = 45 /* percent */, BESIDE = 4 };
    const Rect grid = {in.x - BESIDE, in.y, in.w + 2 * BESIDE, in.h};
    const int32_t step = grid.w / INVENTORY_COLUMNS;
    const uint32_t rows = in.h > 2 * ROWS * step ? ROWS : (uint32_t)(in.h / (2 * step)) + 1;
    const int32_t y = in.y + (int32_t)rows * step + GAP, h = in.y + in.h - y - buttons - GAP;
    const int32_t worn = in.w * WORN / 100;
    return (BagLayout){.grid = grid,
                       .worn = {in.x + in.w - worn, y, worn, h},
                       .about = {in.x, y, in.w - worn - GAP, h},
                       .buttons = in,
                       .scroll = {in.x, in.y + in.h - buttons, 2 * buttons + GAP, buttons},
                       .step = step,
                       .rows = rows};
}

static BagLayout layout_of(const Renderer *renderer, Rect in, int32_t buttons)
{
    const int32_t step = touch_used(renderer) ? touch_size(renderer, SLOT) : SLOT;
    if (!touch_upright(renderer, in))
        return layout_beside(in, step, buttons, (int32_t)renderer->options.touch);
    return layout_upright(in, buttons);
}

void inventory_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    enum { BUTTONS = 30 };
    const ScreenState *screen = &ctx.player->screen;
    const Rect in = tabs_draw(renderer, target, TAB_INVENTORY);
    const BagLayout bag = layout_of(renderer, in, touch_size(renderer, BUTTONS));
    const Rect about = bag.about;
    draw_grid(renderer, ctx, target, &bag);
    draw_equipment(renderer, ctx, target, bag.worn);
    const TextStyle style =
        theme_font(renderer, FONT_TEXT_SELECTED, theme_colour(renderer, COLOUR_TEXT_SELECTED));
    const TextPart before = describe_as(renderer, PART_ROW);
    if (screen->selected >= screen->option_count) {
        describe_as(renderer, PART_BODY);
        theme_text(renderer, target, about.x, about.y, &style, word_of(renderer, WORD_NO_ITEMS),
                   ALIGN_LEFT);
        describe_as(renderer, before);
        return;
    }
    const Item *item = &ctx.player->items[screen->options[screen->selected]];
    const uint32_t sprite = item->sprite;
    theme_text_in(renderer, target, about.x, about.y, (Spot){about.w, in.h}, &style,
                  object_title(renderer, sprite, renderer->scratch), ALIGN_LEFT);
    describe_item(renderer, ctx, item);
    const int32_t facts = about.y + theme_line(&style) + 2;
    object_facts_draw(renderer, ctx, target,
                      (Rect){about.x, facts, about.w, about.y + about.h - facts}, sprite,
                      theme_colour(renderer, COLOUR_TEXT));
    describe_as(renderer, before);
    draw_bag_buttons(renderer, target, bag.buttons, screen->selected);
}
