/* Clickable areas of the interface, and their translation to input. */
#include "engine/render/render_internal.h"

#include <stdlib.h>

void hit_area_add(Renderer *renderer, Rect area, HitAreaKind kind, uint32_t value)
{
    if (renderer->hit_area_count < HIT_AREAS_MAX)
        renderer->hit_areas[renderer->hit_area_count++] = (HitArea){area, kind, value};
}

/* Adds a hit area for each of 3 x 3 fields. */
void hit_circle(Renderer *renderer, Rect area)
{
    static const uint8_t directions[9] = {NORTH_WEST, NORTH,      NORTH_EAST, WEST,      0,
                                          EAST,       SOUTH_WEST, SOUTH,      SOUTH_EAST};
    for (int32_t i = 0; i < 9; i++) {
        const int32_t x = area.w * (i % 3) / 3, y = area.h * (i / 3) / 3;
        const Rect field = {area.x + x, area.y + y, area.w * (i % 3 + 1) / 3 - x,
                            area.h * (i / 3 + 1) / 3 - y};
        if (i == 4)
            hit_area_add(renderer, field, HIT_BUTTONS, BUTTON_CONFIRM);
        else
            hit_area_add(renderer, field, HIT_DIRECTION, directions[i]);
    }
}

/* Four buttons around the centre. */
void hit_actions(Renderer *renderer, Rect area)
{
    const int32_t w = area.w / 3, h = area.h / 3;
    hit_area_add(renderer, (Rect){area.x + w, area.y, w, h}, HIT_ACTION, 1);
    hit_area_add(renderer, (Rect){area.x + 2 * w, area.y + h, w, h}, HIT_ACTION, 2);
    hit_area_add(renderer, (Rect){area.x, area.y + h, w, h}, HIT_ACTION, 3);
    hit_area_add(renderer, (Rect){area.x + w, area.y + 2 * h, w, h}, HIT_BUTTONS,
                 BUTTON_CONFIRM);
}

static void apply(const HitArea *hit_area, PlayerContext ctx, WorldInput *input)
{
    switch (hit_area->kind) {
    case HIT_OPTION: /* without rows: a click anywhere continues */
        if (hit_area->value < ctx.player->screen.option_count)
            input->option = hit_area->value + 1;
        else
            input->buttons |= BUTTON_CONFIRM;
        break;
    case HIT_SELECT:
        if (hit_area->value == ctx.player->screen.selected)
            input->option = hit_area->value + 1;
        else
            input->select = hit_area->value + 1;
        break;
    case HIT_LESS:
    case HIT_MORE:
        input->option = hit_area->value + 1;
        input->adjust = hit_area->kind == HIT_MORE ? 1 : -1;
        break;
    case HIT_TAB:
        input->tab = hit_area->value + 1;
        break;
    case HIT_BELT:
        input->belt = hit_area->value + 1;
        break;
    case HIT_ACTION:
        input->action = hit_area->value;
        break;
    case HIT_DIRECTION:
        input->direction = hit_area->value + 1;
        break;
    case HIT_BUTTONS:
        input->buttons |= hit_area->value;
        break;
    case HIT_NOTHING:
        break;
    }
}

static bool within(const Rect *area, int32_t x, int32_t y)
{
    return x >= area->x && y >= area->y && x < area->x + area->w && y < area->y + area->h;
}

bool hit_area_pressed(const Renderer *renderer, Rect area)
{
    return renderer->press_down && within(&area, renderer->press.x, renderer->press.y);
}

const HitArea *hit_areas_all(const Renderer *renderer, size_t *count)
{
    *count = renderer->hit_area_count;
    return renderer->hit_areas;
}

const HitArea *hit_area_at(const Renderer *renderer, int32_t x, int32_t y)
{
    for (size_t i = renderer->hit_area_count; i-- > 0;)
        if (within(&renderer->hit_areas[i].area, x, y))
            return &renderer->hit_areas[i];
    return NULL;
}

bool hit_area_pick(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y,
                   WorldInput *input)
{
    const HitArea *hit_area = hit_area_at(renderer, x, y);
    if (hit_area)
        apply(hit_area, ctx, input);
    return hit_area != NULL;
}

bool hit_area_hover(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y,
                    WorldInput *input)
{
    const HitArea *hit_area = hit_area_at(renderer, x, y);
    if (hit_area &&
        (hit_area->kind == HIT_OPTION || hit_area->kind == HIT_LESS ||
         hit_area->kind == HIT_MORE) &&
        hit_area->value < ctx.player->screen.option_count &&
        hit_area->value != ctx.player->screen.selected)
        input->select = hit_area->value + 1;
    return hit_area != NULL;
}
