/* Areas of the interface that can be clicked, and what a click means as input. */
#include "render/parts.h"

#include <stdlib.h>

void hot_add(Renderer *renderer, Rect area, HotKind kind, uint32_t value)
{
    if (renderer->hot_count < HOTS_MOST)
        renderer->hots[renderer->hot_count++] = (Hot){area, kind, value};
}

/* A hot area for each of 3 x 3 fields. */
void hot_circle(Renderer *renderer, Rect area)
{
    static const uint8_t directions[9] = {NORTH_WEST, NORTH,      NORTH_EAST, WEST,      0,
                                          EAST,       SOUTH_WEST, SOUTH,      SOUTH_EAST};
    for (int32_t i = 0; i < 9; i++) {
        const int32_t x = area.w * (i % 3) / 3, y = area.h * (i / 3) / 3;
        const Rect field = {area.x + x, area.y + y, area.w * (i % 3 + 1) / 3 - x,
                            area.h * (i / 3 + 1) / 3 - y};
        if (i == 4)
            hot_add(renderer, field, HOT_BUTTONS, BUTTON_CONFIRM);
        else
            hot_add(renderer, field, HOT_DIRECTION, directions[i]);
    }
}

static void apply(const Hot *hot, const World *world, WorldInput *input)
{
    switch (hot->kind) {
    case HOT_OPTION: /* without rows: a click anywhere goes on */
        if (hot->value < world->me->screen.option_count)
            input->option = hot->value + 1;
        else
            input->buttons |= BUTTON_CONFIRM;
        break;
    case HOT_SELECT:
        if (hot->value == world->me->screen.selected)
            input->option = hot->value + 1;
        else
            input->select = hot->value + 1;
        break;
    case HOT_LESS:
    case HOT_MORE:
        input->option = hot->value + 1;
        input->adjust = hot->kind == HOT_MORE ? 1 : -1;
        break;
    case HOT_TAB:
        input->tab = hot->value + 1;
        break;
    case HOT_BELT:
        input->belt = hot->value + 1;
        break;
    case HOT_ACTION:
        input->action = hot->value;
        break;
    case HOT_DIRECTION:
        input->direction = hot->value + 1;
        break;
    case HOT_BUTTONS:
        input->buttons |= hot->value;
        break;
    case HOT_NOTHING:
        break;
    }
}

static bool within(const Rect *area, int32_t x, int32_t y)
{
    return x >= area->x && y >= area->y && x < area->x + area->w && y < area->y + area->h;
}

bool hot_pressed(const Renderer *renderer, Rect area)
{
    return renderer->press_down && within(&area, renderer->press.x, renderer->press.y);
}

const Hot *hot_at(const Renderer *renderer, int32_t x, int32_t y)
{
    for (size_t i = renderer->hot_count; i-- > 0;)
        if (within(&renderer->hots[i].area, x, y))
            return &renderer->hots[i];
    return NULL;
}

bool hot_pick(const Renderer *renderer, const World *world, int32_t x, int32_t y,
              WorldInput *input)
{
    const Hot *hot = hot_at(renderer, x, y);
    if (hot)
        apply(hot, world, input);
    return hot != NULL;
}

bool hot_hover(const Renderer *renderer, const World *world, int32_t x, int32_t y,
               WorldInput *input)
{
    const Hot *hot = hot_at(renderer, x, y);
    if (hot && (hot->kind == HOT_OPTION || hot->kind == HOT_LESS || hot->kind == HOT_MORE) &&
        hot->value < world->me->screen.option_count && hot->value != world->me->screen.selected)
        input->select = hot->value + 1;
    return hot != NULL;
}
