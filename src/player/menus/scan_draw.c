/* What has the focus in one-switch mode. */
#include "player/menus/menus_internal.h"

#include "engine/render/blit.h"

void scan_draw(const Menus *menus, Renderer *renderer, const Image *layer)
{
    enum { EDGE = 6, LINES = 3 };
    const Text label = text_of(menus->scan_label);
    const Rect area = menus->scan_area;
    if (!label.size)
        return;
    const Pixel colour = PIXEL(255, 240, 128, 255);
    const TextStyle wanted = theme_font(renderer, FONT_TEXT, colour);
    const TextStyle style = theme_fit(
        renderer, &wanted, label, (Spot){(int32_t)layer->w - 4 * EDGE, (int32_t)layer->h / 4});
    const int32_t w = (int32_t)text_measure(&style, label).w + 2 * EDGE;
    const int32_t h = theme_line(&style) + EDGE;
    const Rect box = {((int32_t)layer->w - w) / 2, (int32_t)layer->h - h - EDGE, w, h};
    for (int32_t i = 0; i < LINES && area.w > 0; i++)
        outline(layer, (Rect){area.x - i, area.y - i, area.w + 2 * i, area.h + 2 * i},
                i == 1 ? PIXEL(24, 16, 16, 255) : colour);
    fill(layer, box, PIXEL(16, 18, 32, 255));
    outline(layer, box, colour);
    describe_focus(renderer, label);
    const TextPart before = describe_as(renderer, PART_SIGN);
    theme_text(renderer, layer, box.x + EDGE, box.y + EDGE / 2, &style, label, ALIGN_LEFT);
    describe_as(renderer, before);
}
