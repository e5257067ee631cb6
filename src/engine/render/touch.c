/* What fingers need: rows and buttons that are large enough, lists that can be scrolled without
 * keys, and buttons on the map for what a game's HUD
 * has no picture for. Without a touch screen
 * (RenderOptions.touch is 0), nothing of this is drawn. */
#include "engine/render/render_internal.h"

bool touch_used(const Renderer *renderer) { return renderer->options.touch > 0; }

int32_t touch_size(const Renderer *renderer, int32_t size)
{
    const int32_t min = (int32_t)renderer->options.touch;
    return size > min ? size : min;
}

bool touch_upright(const Renderer *renderer, Rect area)
{
    return touch_used(renderer) && area.h > area.w;
}

Rect touch_around(const Renderer *renderer, Rect area, int32_t gap)
{
    const int32_t w = touch_size(renderer, area.w), h = touch_size(renderer, area.h);
    const int32_t wide = w < area.w + gap ? w : area.w + gap;
    return (Rect){area.x - (wide - area.w) / 2, area.y - (h - area.h) / 2,
                  touch_used(renderer) ? wide : area.w, h};
}

bool theme_enlarged(const Renderer *renderer)
{
    return renderer->options.text_percent > 100 || touch_used(renderer);
}

/* Rows for fingers are higher than their text. */
int32_t theme_row_text(const Renderer *renderer, Rect row, const TextStyle *style)
{
    return row.y + 1 + (touch_used(renderer) ? (row.h - theme_line(style)) / 2 : 0);
}

/* Grows with the text size, and for fingers, up to the frame without its margin; centred. */
Rect theme_window(const Renderer *renderer, const Image *target, int32_t w, int32_t h,
                  int32_t margin)
{
    const int32_t tw = (int32_t)target->w, th = (int32_t)target->h;
    enum { FINGER = 44, TOUCH_WIDE = 150, TOUCH_HIGH = 200 }; /* percent for FINGER pixels */
    const int32_t touch = (int32_t)renderer->options.touch;
    const int32_t given = (int32_t)renderer->options.text_percent;
    const int32_t wider = TOUCH_WIDE * touch / FINGER, higher = TOUCH_HIGH * touch / FINGER;
    const int32_t min_w = wider > 100 ? wider : 100, min_h = higher > 100 ? higher : 100;
    const int32_t wide = w * (given > min_w ? given : min_w) / 100;
    const int32_t high = h * (given > min_h ? given : min_h) / 100;
    w = wide < tw - margin ? wide : tw - margin;
    h = high < th - margin ? high : th - margin;
    return (Rect){(tw - w) / 2, (th - h) / 2, w, h};
}

/* ---- lists ---- */

static void draw_triangle(const Image *target, Rect area, bool up, Pixel colour)
{
    const int32_t size = (area.w < area.h ? area.w : area.h) / 4;
    const int32_t x = area.x + area.w / 2, y = area.y + (area.h - size) / 2;
    for (int32_t i = 0; i < size; i++) {
        const int32_t half = up ? i : size - 1 - i;
        fill(target, (Rect){x - half, y + i, 2 * half + 1, 1}, colour);
    }
}

/* `row`: the one that is selected by a touch; NONE: there are no more. */
static void draw_scroll(Renderer *renderer, const Image *target, Rect area, bool up,
                        uint32_t row)
{
    const bool pressed = row != NONE && hit_area_pressed(renderer, area);
    const Pixel colour =
        theme_colour(renderer, row == NONE ? COLOUR_INACTIVE : COLOUR_TEXT_SELECTED);
    fill(target, area, pressed ? PIXEL(84, 92, 132, 255) : theme_bar_colour(colour));
    outline(target, area, COLOUR_LINE);
    draw_triangle(target, area, up, colour);
    if (row != NONE)
        hit_area_add(renderer, area, HIT_SELECT, row);
}

static bool is_whole(ListView view)
{
    return view.first <= view.begin && view.first + view.shown >= view.end;
}

/* A list shows the selected row last, unless it is among the first ones. */
void touch_scroll_by(Renderer *renderer, const Image *target, Rect up, Rect down, ListView view)
{
    const uint32_t after = view.first + view.shown, next = after + view.shown - view.step;
    if (!touch_used(renderer) || is_whole(view))
        return;
    draw_scroll(renderer, target, up, true,
                view.first > view.begin ? view.first - view.step : NONE);
    draw_scroll(renderer, target, down, false,
                after >= view.end ? NONE
                : next < view.end ? next
                                  : view.end - 1);
}

Rect touch_scroll(Renderer *renderer, const Image *target, Rect area, ListView view)
{
    enum { GAP = 4 };
    const int32_t size = (int32_t)renderer->options.touch;
    if (!size || is_whole(view))
        return area;
    const int32_t high = 2 * size + GAP < area.h ? size : (area.h - GAP) / 2;
    const int32_t x =
        theme_mirror(renderer, area, (Rect){area.x + area.w - size, area.y, size, high}).x;
    touch_scroll_by(renderer, target, (Rect){x, area.y, size, high},
                    (Rect){x, area.y + area.h - high, size, high}, view);
    return theme_mirror(renderer, area, (Rect){area.x, area.y, area.w - size - GAP, area.h});
}

/* ---- the map ---- */

typedef enum TouchSign { SIGN_PAUSE, SIGN_BAG, SIGN_QUESTS } TouchSign;

/* Three bars; a bag with its handle; a page with lines. */
static void draw_sign(const Image *target, Rect area, TouchSign sign)
{
    const Pixel light = PIXEL(255, 255, 255, 230);
    const int32_t unit = area.w / 16 > 0 ? area.w / 16 : 1;
    const int32_t x = area.x + area.w / 2, y = area.y + area.h / 2;
    if (sign == SIGN_BAG) {
        fill(target, (Rect){x - 4 * unit, y - 2 * unit, 8 * unit, 6 * unit}, light);
        fill(target, (Rect){x - 2 * unit, y - 5 * unit, 4 * unit, unit}, light);
        fill(target, (Rect){x - 2 * unit, y - 4 * unit, unit, 2 * unit}, light);
        fill(target, (Rect){x + unit, y - 4 * unit, unit, 2 * unit}, light);
        return;
    }
    if (sign == SIGN_QUESTS)
        for (int32_t i = 0; i < 2; i++)
            outline(
                target,
                (Rect){x - 4 * unit + i, y - 5 * unit + i, 8 * unit - 2 * i, 10 * unit - 2 * i},
                light);
    const int32_t wide = sign == SIGN_QUESTS ? 2 * unit : 4 * unit;
    const int32_t step = sign == SIGN_QUESTS ? 2 * unit + unit / 2 : 3 * unit + unit / 2;
    for (int32_t i = -1; i <= 1; i++)
        fill(target, (Rect){x - wide, y + i * step - unit / 2, 2 * wide, unit}, light);
}

static int32_t draw_button(Renderer *renderer, const Image *target, Spot at, TouchSign sign,
                           WorldButton button)
{
    enum { GAP = 6 };
    const int32_t size = (int32_t)renderer->options.touch;
    const Rect area = {at.x - size, at.y, size, size};
    fill(target, area, PIXEL(0, 0, 0, hit_area_pressed(renderer, area) ? 200 : 130));
    draw_sign(target, area, sign);
    hit_area_add(renderer, area, HIT_BUTTONS, button);
    return at.y + size + GAP;
}

/* A column at the upper right, below the game's own icon of the bag. */
void touch_buttons(Renderer *renderer, const Image *target, int32_t top, bool has_bag)
{
    enum { MARGIN = 6 };
    Spot at = {(int32_t)target->w - MARGIN, top + MARGIN};
    if (!touch_used(renderer))
        return;
    if (!has_bag)
        at.y = draw_button(renderer, target, at, SIGN_BAG, BUTTON_INVENTORY);
    at.y = draw_button(renderer, target, at, SIGN_PAUSE, BUTTON_PAUSE);
    draw_button(renderer, target, at, SIGN_QUESTS, BUTTON_QUESTS);
}

/* Labelled as in hit_actions: the first three actions; the field without a number confirms. */
void touch_actions(Renderer *renderer, const Image *target, int32_t bottom)
{
    enum { MARGIN = 6 };
    static const struct {
        uint8_t x, y;
        const char *label;
    } fields[] = {{1, 0, "1"}, {2, 1, "2"}, {0, 1, "3"}, {1, 2, ""}};
    const int32_t side = (int32_t)renderer->options.touch;
    const Rect area = {(int32_t)target->w - 3 * side - MARGIN, bottom - 3 * side - MARGIN,
                       3 * side, 3 * side};
    const TextStyle style = theme_font(renderer, FONT_TEXT, PIXEL(255, 255, 255, 255));
    for (size_t i = 0; side && i < COUNT_OF(fields); i++) {
        const Rect field = {area.x + fields[i].x * side + 1, area.y + fields[i].y * side + 1,
                            side - 2, side - 2};
        fill(target, field, PIXEL(0, 0, 0, hit_area_pressed(renderer, field) ? 200 : 110));
        theme_sign(renderer, target, field.x + field.w / 2,
                   field.y + (field.h - theme_line(&style)) / 2, &style,
                   text_of(fields[i].label), ALIGN_CENTRE);
    }
    if (side)
        hit_actions(renderer, area);
}
