/* The display over the running game, and alerts. */
#include "render/parts.h"

static const Picture *sprite(Renderer *renderer, SpriteRef reference, uint32_t age)
{
    return picture_of(&renderer->pictures, reference, age);
}

static void count_text(Renderer *renderer, const Image *target, Rect area, FontStyle font,
                       uint32_t count)
{
    if (count < 2)
        return;
    const TextStyle style = theme_style(renderer, font, PIXEL(255, 255, 255, 255));
    const Text text = arena_format(renderer->scratch, "%u", count);
    theme_text(renderer, target, area.x + area.w, area.y + area.h - theme_line(&style) + 2,
               &style, text, ALIGN_RIGHT);
}

/* The share of a bar that is full, in pixels of `length`. */
static int32_t share(int32_t value, int32_t most, int32_t length)
{
    if (most <= 0 || value <= 0)
        return 0;
    return value >= most ? length : (int32_t)((int64_t)value * length / most);
}

static void draw_bar(Renderer *renderer, World *world, const HudBar *bar, uint32_t entity,
                     Spot at, const Image *target)
{
    const int32_t value = world_attribute(world, entity, bar->value);
    const int32_t most = bar->most ? world_attribute(world, entity, bar->most) : 100;
    const Picture *full = sprite(renderer, bar->foreground, world->tick);
    const Picture *empty = sprite(renderer, bar->background, world->tick);
    picture_draw(target, at.x, at.y, empty);
    if (!full || full->opacity == PICTURE_EMPTY)
        return;
    const int32_t x = at.x + full->left, y = at.y + full->top;
    const int32_t w = (int32_t)full->image.w, h = (int32_t)full->image.h;
    if (bar->direction == 2) {
        blit_faint(target, x, y, &full->image, (unsigned)share(value, most, 255));
        return;
    }
    const bool upwards = bar->direction == 1;
    const int32_t seen = share(value, most, upwards ? h : w);
    if (!seen)
        return;
    const Image part =
        upwards ? image_part(&full->image, 0, (uint32_t)(h - seen), (uint32_t)w, (uint32_t)seen)
                : image_part(&full->image, 0, 0, (uint32_t)seen, (uint32_t)h);
    blit(target, x, upwards ? y + h - seen : y, &part, full->opacity);
}

/* Over the heads of those who have lost something of it. */
static void enemy_bars(Renderer *renderer, World *world, const HudBar *bar, const Image *target)
{
    const Picture *full = sprite(renderer, bar->foreground, 0);
    for (uint32_t i = 1; full && i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used || actor->map != world_player(world)->map)
            continue;
        const int32_t value = world_attribute(world, i + 1, bar->value);
        const int32_t most = world_attribute(world, i + 1, bar->most);
        if (value <= 0 || value >= most)
            continue;
        draw_bar(renderer, world, bar, i + 1,
                 (Spot){(actor->at.x >> 8) - renderer->camera.x - full->w / 2,
                        (actor->at.y >> 8) - renderer->camera.y -
                            renderer->content->grid.tile_h * 3 / 2},
                 target);
    }
}

/* What is held in a hand: worn, and with a default action. */
static uint32_t in_hand(Renderer *renderer, const World *world)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const TngObject *object =
            world->equipped[i] == TNG_NO_SPRITE
                ? NULL
                : content_object(renderer->content, world->equipped[i], NULL);
        if (object && object->action && object->action != 255)
            return world->equipped[i];
    }
    return TNG_NO_SPRITE;
}

/* The last place of the belt is the hand, behind a gap of its own. */
static void draw_belt(Renderer *renderer, World *world, Spot at, const Image *target)
{
    const TngHud *hud = renderer->content->hud;
    for (uint32_t i = 0; i < hud->item_count; i++) {
        const bool hand = hud->hand_gap && i + 1 == hud->item_count;
        const int32_t x = at.x + hud->item_left +
                          (int32_t)i * (hud->item_width + hud->item_gap) +
                          (hand ? hud->hand_gap - hud->item_gap : 0);
        const Rect area = {x, at.y + hud->item_top, hud->item_width, hud->item_height};
        if (hand) {
            const uint32_t sprite = in_hand(renderer, world);
            if (sprite != TNG_NO_SPRITE)
                theme_icon(target, area, object_icon(renderer, sprite));
            return;
        }
        if (i >= world->item_count)
            continue;
        theme_icon(target, area, object_icon(renderer, world->items[i].sprite));
        theme_hot(renderer, area, HOT_ITEM + i);
        count_text(renderer, target, area, hud->count_font, world->items[i].count);
    }
}

void hud_draw(Renderer *renderer, World *world, const Image *target)
{
    const TngHud *hud = renderer->content->hud;
    if (!renderer->content->has_hud)
        return;
    const int32_t w = (int32_t)target->w, h = (int32_t)target->h;
    const int32_t margin = 6;
    const Picture *belt = sprite(renderer, hud->items_background, world->tick);
    const Picture *status = sprite(renderer, hud->status_background, world->tick);
    const Picture *circle = sprite(renderer, hud->navigation, world->tick);
    const Picture *actions = sprite(renderer, hud->actions, world->tick);
    const Spot belt_at = belt ? (Spot){(w - belt->w) / 2, h - belt->h} : (Spot){w / 2, h};
    const Spot status_at = hud->combined ? belt_at : (Spot){0, 0};
    if (circle)
        picture_draw(target, margin, h - circle->h - margin, circle);
    if (actions)
        picture_draw(target, w - actions->w - margin, h - actions->h - margin, actions);
    picture_draw(target, belt_at.x, belt_at.y, belt);
    if (!hud->combined)
        picture_draw(target, status_at.x, status_at.y, status);
    for (size_t i = 0; i < hud->bar_count; i++) {
        const HudBar *bar = &hud->bars[i];
        if (bar->direction == 3)
            enemy_bars(renderer, world, bar, target);
        else
            draw_bar(renderer, world, bar, ENTITY_PLAYER,
                     (Spot){status_at.x + bar->left, status_at.y + bar->top}, target);
    }
    if (belt)
        draw_belt(renderer, world, belt_at, target);
    picture_draw(target, belt_at.x, belt_at.y,
                 sprite(renderer, hud->items_foreground, world->tick));
    if (!hud->combined)
        picture_draw(target, status_at.x, status_at.y,
                     sprite(renderer, hud->status_foreground, world->tick));
    const Picture *bag = sprite(renderer, hud->inventory_icon, world->tick);
    if (bag) {
        picture_draw(target, w - bag->w - margin, margin, bag);
        theme_hot(renderer, (Rect){w - bag->w - margin, margin, bag->w, bag->h}, HOT_BAG);
    }
}

void alerts_draw(Renderer *renderer, World *world, const Image *target)
{
    const TngAlerts *alerts = renderer->content->alerts;
    if (!world->alert_count || world->alerts[0].alert >= alerts->alert_count)
        return;
    const Alert *alert = &alerts->alerts[world->alerts[0].alert];
    const uint32_t age = world->tick - world->alerts[0].since;
    const uint32_t in = world_hsec(world, alerts->fade_in);
    const uint32_t out = world_hsec(world, alerts->fade_out);
    const uint32_t end = world_hsec(world, alerts->duration);
    uint32_t alpha = 255;
    if (age < in)
        alpha = age * 255 / in;
    else if (out && age > out && end > out)
        alpha = age >= end ? 0 : (end - age) * 255 / (end - out);
    const Pixel colour = PIXEL_A(alert->colour) ? alert->colour : PIXEL(255, 255, 255, 255);
    TextStyle style = theme_style(renderer, alerts->font, colour);
    style.colour = (colour & 0xFFFFFF) | (PIXEL_A(colour) * alpha / 255) << 24;
    const Text text = content_text(renderer->content, alert->text);
    const int32_t y = (int32_t)target->h / 4, line = theme_line(&style);
    const int32_t w = (int32_t)text_measure(&style, text).w + 32;
    fill(target, (Rect){((int32_t)target->w - w) / 2, y - 5, w, line + 8},
         PIXEL(8, 10, 24, alpha * 160 / 255));
    theme_text(renderer, target, (int32_t)target->w / 2, y, &style, text, ALIGN_CENTRE);
}
