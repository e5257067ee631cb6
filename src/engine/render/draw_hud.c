/* The heads-up display over the running game, and alerts. */
#include "engine/render/render_internal.h"

/* Legible over light windows, too. */
enum { TOAST_OPACITY = 232 };

static const SpriteFrame *sprite(Renderer *renderer, SpriteRef reference, uint32_t age)
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
    const TextStyle fit = theme_fit(renderer, &style, text, (Spot){area.w, area.h / 2});
    number_draw(renderer, target,
                (Spot){area.x + area.w, area.y + area.h - theme_line(&fit) + 2}, fit, text,
                ALIGN_RIGHT);
}

/* The filled part of a bar, in pixels of `length`. */
static int32_t share(int32_t value, int32_t most, int32_t length)
{
    if (most <= 0 || value <= 0)
        return 0;
    return value >= most ? length : (int32_t)((int64_t)value * length / most);
}

static void draw_bar(Renderer *renderer, PlayerContext ctx, const HudBar *bar, uint32_t entity,
                     Spot at, const Image *target)
{
    const int32_t value = world_attribute(ctx, entity, bar->value);
    const int32_t most = bar->most ? world_attribute(ctx, entity, bar->most) : 100;
    const SpriteFrame *full = sprite(renderer, bar->foreground, ctx.world->tick);
    const SpriteFrame *empty = sprite(renderer, bar->background, ctx.world->tick);
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

/* The spot of the interface that is so many pixels of the world above an actor's feet. */
static Spot spot_above(const Renderer *renderer, const Actor *actor, size_t slot, int32_t above)
{
    const Spot shift = renderer->shown[slot].shift;
    return interface_spot(
        renderer, (Spot){(actor->at.x >> 8) + shift.x, (actor->at.y >> 8) + shift.y - above});
}

/* Health bars over the heads of actors that are hurt. */
static void enemy_bars(Renderer *renderer, PlayerContext ctx, const HudBar *bar,
                       const Image *target)
{
    const SpriteFrame *full = sprite(renderer, bar->foreground, 0);
    const int32_t tile_h = renderer->content->grid.tile_h;
    for (uint32_t i = 1; full && i < ctx.world->actor_count; i++) {
        const Actor *actor = ctx.world->actors[i];
        const size_t slot = actor->used ? shown_slot(renderer, actor->map) : SHOWN_MAX;
        if (slot == SHOWN_MAX)
            continue;
        const int32_t value = world_attribute(ctx, i + 1, bar->value);
        const int32_t most = world_attribute(ctx, i + 1, bar->most);
        if (value <= 0 || value >= most)
            continue;
        const Spot head = spot_above(renderer, actor, slot, tile_h * 3 / 2);
        draw_bar(renderer, ctx, bar, i + 1, (Spot){head.x - full->w / 2, head.y}, target);
    }
}

/* Lost hit points rise above the heads of those who lost them. */
static void hurt_numbers(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    enum { TICKS = 30 };
    const int32_t tile_h = renderer->content->grid.tile_h;
    for (uint32_t i = 0; i < ctx.world->actor_count; i++) {
        const Actor *actor = ctx.world->actors[i];
        const size_t slot = actor->used ? shown_slot(renderer, actor->map) : SHOWN_MAX;
        const uint32_t age = ctx.world->tick - actor->hurt_since;
        if (slot == SHOWN_MAX || !actor->hurt || age >= TICKS)
            continue;
        const Spot head = spot_above(renderer, actor, slot, tile_h * 3 / 2);
        const Text number = arena_format(renderer->scratch, "%d", actor->hurt);
        const int32_t risen = renderer->options.reduced_motion ? 0 : (int32_t)age / 2;
        const TextStyle style =
            theme_font(renderer, FONT_TEXT,
                       actor->player ? PIXEL(255, 132, 116, 255) : PIXEL(255, 244, 160, 255));
        theme_text(renderer, target, head.x, head.y - theme_line(&style) - risen, &style,
                   number, ALIGN_CENTRE);
    }
}

/* The object in a hand: equipped, and with a default action. */
static uint32_t in_hand(Renderer *renderer, const Player *player)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const TngObject *object =
            player->equipped[i] == TNG_NO_SPRITE
                ? NULL
                : content_object(renderer->content, player->equipped[i], NULL);
        if (object && object->action && object->action != 255)
            return player->equipped[i];
    }
    return TNG_NO_SPRITE;
}

/* The last place of the belt is the hand, after a gap. */
static void draw_belt(Renderer *renderer, PlayerContext ctx, Spot at, const Image *target)
{
    const TngHud *hud = renderer->content->hud;
    for (uint32_t i = 0; i < hud->item_count && i < TNG_EQUIP_SLOTS; i++) {
        const bool hand = hud->hand_gap && i + 1 == hud->item_count;
        const int32_t x = at.x + hud->item_left +
                          (int32_t)i * (hud->item_width + hud->item_gap) +
                          (hand ? hud->hand_gap - hud->item_gap : 0);
        const Rect area = {x, at.y + hud->item_top, hud->item_width, hud->item_height};
        const uint32_t object = hand ? in_hand(renderer, ctx.player) : ctx.player->belt[i];
        if (object == TNG_NO_SPRITE)
            continue;
        theme_icon(target, area, object_icon(renderer, object));
        if (hand)
            continue;
        hit_area_add(renderer, touch_around(renderer, area, hud->item_gap), HIT_BELT, i);
        count_text(renderer, target, area, hud->count_font, (uint32_t)world_count(ctx, object));
    }
}

/* Where the belt is: in the middle of the lower edge; without one, of no height. */
static Rect belt_area(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const TngHud *hud = renderer->content->hud;
    const SpriteFrame *belt = sprite(renderer, hud->items_background, ctx.world->tick);
    const int32_t w = (int32_t)target->w, h = (int32_t)target->h;
    return belt ? (Rect){(w - belt->w) / 2, h - belt->h, belt->w, belt->h}
                : (Rect){w / 2, h, 0, 0};
}

/* Draws a picture for fingers in a lower corner, of which a field is a third: large enough for
 * them, and above a belt that needs the whole width. */
static Rect draw_pad(Renderer *renderer, const SpriteFrame *picture, Rect belt,
                     const Image *target, bool right)
{
    enum { MARGIN = 6 };
    const int32_t min = 3 * (int32_t)renderer->options.touch;
    const int32_t side = picture->w < picture->h ? picture->w : picture->h;
    const Scale scale = side > 0 && side < min ? (Scale){min, side} : (Scale){1, 1};
    const int32_t w = scaled(picture->w, scale), h = scaled(picture->h, scale);
    const bool above = touch_used(renderer) && w + MARGIN > belt.x;
    const Rect area = {right ? (int32_t)target->w - w - MARGIN : MARGIN,
                       (above ? belt.y : (int32_t)target->h) - h - MARGIN, w, h};
    picture_draw_scaled(target, area.x, area.y, picture, scale, 255);
    if (touch_used(renderer) && !right && renderer->toasts_end > area.y)
        renderer->toasts_end = area.y;
    return area;
}

/* In the lower corners, and at the upper right. */
static void draw_corners(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    World *world = ctx.world;
    const TngHud *hud = renderer->content->hud;
    const int32_t w = (int32_t)target->w, margin = 6;
    const bool hidden = renderer->options.hide_touch_pad;
    const SpriteFrame *circle = hidden ? NULL : sprite(renderer, hud->navigation, world->tick);
    const SpriteFrame *actions = hidden ? NULL : sprite(renderer, hud->actions, world->tick);
    const Rect belt = belt_area(renderer, ctx, target);
    if (circle)
        hit_circle(renderer, draw_pad(renderer, circle, belt, target, false));
    if (actions)
        hit_actions(renderer, draw_pad(renderer, actions, belt, target, true));
    const SpriteFrame *bag = sprite(renderer, hud->inventory_icon, world->tick);
    if (bag) {
        const Rect area = {w - bag->w - margin, margin, bag->w, bag->h};
        const SpriteFrame *pressed = sprite(renderer, hud->inventory_pressed, world->tick);
        if (pressed &&
            (ctx.player->screen.screen == SCREEN_INVENTORY || hit_area_pressed(renderer, area)))
            bag = pressed;
        picture_draw(target, area.x, area.y, bag);
        const int32_t wide = touch_size(renderer, area.w), high = touch_size(renderer, area.h);
        hit_area_add(renderer, (Rect){area.x + area.w - wide, area.y, wide, high}, HIT_BUTTONS,
                     BUTTON_INVENTORY);
    }
}

static void draw_bars(Renderer *renderer, PlayerContext ctx, Spot at, const Image *target)
{
    const TngHud *hud = renderer->content->hud;
    for (size_t i = 0; i < hud->bar_count; i++) {
        const HudBar *bar = &hud->bars[i];
        if (bar->direction == 3)
            enemy_bars(renderer, ctx, bar, target);
        else
            draw_bar(renderer, ctx, bar, context_entity(ctx),
                     (Spot){at.x + bar->left, at.y + bar->top}, target);
    }
}

/* Names of other players, in small letters over their heads, if they are on the screen. */
void names_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    World *world = ctx.world;
    enum { ROOM = 160, ABOVE = 5 /* quarters of a tile, from the feet */ };
    const int32_t tile_h = renderer->content->grid.tile_h;
    const TextStyle wanted = theme_font(renderer, FONT_TEXT, PIXEL(255, 255, 255, 255));
    for (uint32_t i = 0; i < world->player_count; i++) {
        const Player *player = world->players[i];
        const Actor *actor = player->used ? world->actors[player->actor] : NULL;
        const size_t slot =
            actor && actor->used ? shown_slot(renderer, actor->map) : (size_t)SHOWN_MAX;
        if (slot == SHOWN_MAX || player == ctx.player || !player->name[0])
            continue;
        const Spot head = spot_above(renderer, actor, slot, actor->height + tile_h * ABOVE / 4);
        const Text name = text_of(player->name);
        const TextStyle style =
            theme_fit(renderer, &wanted, name, (Spot){ROOM, theme_line(&wanted)});
        const int32_t w = (int32_t)text_measure(&style, name).w;
        const int32_t y = head.y - theme_line(&style) / 2;
        fill(target, (Rect){head.x - w / 2 - 3, y - 1, w + 6, theme_line(&style)},
             PIXEL(0, 0, 0, 110));
        theme_text(renderer, target, head.x - w / 2, y, &style, name, ALIGN_LEFT);
    }
}

static void draw_own(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    World *world = ctx.world;
    const TngHud *hud = renderer->content->hud;
    const SpriteFrame *belt = sprite(renderer, hud->items_background, world->tick);
    const Rect place = belt_area(renderer, ctx, target);
    const Spot belt_at = {place.x, place.y};
    const Spot status_at = hud->combined ? belt_at : (Spot){0, 0};
    draw_corners(renderer, ctx, target);
    picture_draw(target, belt_at.x, belt_at.y, belt);
    if (!hud->combined)
        picture_draw(target, status_at.x, status_at.y,
                     sprite(renderer, hud->status_background, world->tick));
    draw_bars(renderer, ctx, status_at, target);
    if (belt)
        draw_belt(renderer, ctx, belt_at, target);
    picture_draw(target, belt_at.x, belt_at.y,
                 sprite(renderer, hud->items_foreground, world->tick));
    if (!hud->combined)
        picture_draw(target, status_at.x, status_at.y,
                     sprite(renderer, hud->status_foreground, world->tick));
}

/* The buttons that a game's HUD has no picture for. */
static void draw_touch(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const TngHud *hud = renderer->content->hud;
    const bool has_hud = renderer->content->has_hud;
    const SpriteFrame *bag =
        has_hud ? sprite(renderer, hud->inventory_icon, ctx.world->tick) : NULL;
    const bool actions = has_hud && sprite(renderer, hud->actions, ctx.world->tick);
    touch_buttons(renderer, target, bag ? 6 + touch_size(renderer, bag->h) : 0, bag);
    if (!actions && !renderer->options.hide_touch_pad)
        touch_actions(renderer, target,
                      has_hud ? belt_area(renderer, ctx, target).y : (int32_t)target->h);
}

void hud_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    hurt_numbers(renderer, ctx, target);
    if (renderer->content->has_hud)
        draw_own(renderer, ctx, target);
    if (touch_used(renderer))
        draw_touch(renderer, ctx, target);
}

/* ---- the chat: the last lines, for some seconds ---- */

static Text chat_text(Renderer *renderer, const ChatLine *line)
{
    if (line->kind == CHAT_SAID)
        return line->name[0] ? arena_format(renderer->scratch, "%s: %s", line->name, line->text)
                             : text_of(line->text);
    const Text title = object_title(renderer, line->object, renderer->scratch);
    return arena_format(renderer->scratch, "%c%u %.*s", line->kind == CHAT_GOT ? '+' : '-',
                        line->amount, (int)title.size, title.at);
}

void chat_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    enum { LINES = 5, SECONDS = 6, LEFT = 8 };
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_CHAT));
    const int32_t step = theme_line(&style);
    int32_t y = renderer->toasts_end;
    for (uint32_t i = 1;
         renderer->content->has_hud && i <= LINES && i <= ctx.player->chat_count; i++) {
        const ChatLine *line = &ctx.player->chat[(ctx.player->chat_count - i) % CHAT_LINES];
        if (ctx.world->tick - line->tick > SECONDS * renderer->content->rate)
            return;
        if (y < step)
            return;
        const Text text = chat_text(renderer, line);
        const TextPart before = describe_notice(renderer, line->tick);
        if (renderer->windowed) { /* it is read aloud, but would cover the window */
            describe_add(renderer, PART_NOTICE, text);
            describe_as(renderer, before);
            continue;
        }
        const TextStyle fit =
            theme_fit(renderer, &style, text, (Spot){(int32_t)target->w - 2 * LEFT, step});
        const int32_t w = (int32_t)text_measure(&fit, text).w;
        y -= step;
        fill(target, (Rect){LEFT - 3, y - 1, w + 6, step}, PIXEL(0, 0, 0, TOAST_OPACITY));
        theme_text(renderer, target, LEFT, y, &fit, text, ALIGN_LEFT);
        describe_as(renderer, before);
    }
}

/* Alerts about quests end with the quest's title. */
static Text alert_text(Renderer *renderer, const AlertState *state)
{
    const Text text =
        content_text(renderer->content, renderer->content->alerts->alerts[state->alert].text);
    const TngQuest *quest =
        state->quest ? content_record(renderer->content, SECTION_QUESTS, state->quest - 1)
                     : NULL;
    const Text title = quest ? content_text(renderer->content, quest->title) : TEXT("");
    return title.size && text.size
               ? arena_format(renderer->scratch, "%.*s: %.*s", (int)text.size, text.at,
                              (int)title.size, title.at)
               : text;
}

/* What a quest gave when it ended: the items of the log that came with it. */
static Text gains_text(Renderer *renderer, PlayerContext ctx, const AlertState *state)
{
    enum { DONE = QUEST_DONE - QUEST_OPEN, TICKS = 2 };
    const Player *player = ctx.player;
    Text all = TEXT("");
    const uint32_t kept = player->chat_count < CHAT_LINES ? player->chat_count : CHAT_LINES;
    for (uint32_t i = kept; i > 0 && state->quest && state->alert == DONE; i--) {
        const ChatLine *line = &player->chat[(player->chat_count - i) % CHAT_LINES];
        if (line->kind != CHAT_GOT || line->tick < state->since ||
            line->tick > state->since + TICKS)
            continue;
        const Text one = chat_text(renderer, line);
        all = arena_format(renderer->scratch, "%.*s%s%.*s", (int)all.size, all.at,
                           all.size ? ", " : "", (int)one.size, one.at);
    }
    return all;
}

/* The opacity of an alert, 0 to 255. */
static uint32_t alert_alpha(const Renderer *renderer, const World *world,
                            const AlertState *state)
{
    const TngAlerts *alerts = renderer->content->alerts;
    const uint32_t age = world->tick - state->since;
    const uint32_t in = world_ticks_of(world, alerts->fade_in);
    const uint32_t out = world_ticks_of(world, alerts->fade_out);
    const uint32_t end = world_ticks_of(world, alerts->duration);
    if (renderer->options.reduced_motion)
        return age < end ? 255 : 0;
    if (age < in)
        return age * 255 / in;
    if (out && age > out && end > out)
        return age >= end ? 0 : (end - age) * 255 / (end - out);
    return 255;
}

/* A text of an alert in the middle of the frame, wrapped if it is wider; returns its height.
 * `draws` false: only measures. */
static int32_t alert_line(Renderer *renderer, const Image *target, int32_t y,
                          const TextStyle *style, Text text, bool draws)
{
    enum { MARGIN = 20 };
    const int32_t space = (int32_t)target->w - 2 * MARGIN;
    if ((int32_t)text_measure(style, text).w > space)
        return theme_paragraph(renderer, draws ? target : NULL, MARGIN, y, space, style, text,
                               ALIGN_CENTRE);
    if (draws)
        theme_text(renderer, target, (int32_t)target->w / 2, y, style, text, ALIGN_CENTRE);
    return theme_line(style);
}

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

void alerts_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    enum { MARGIN = 20 };
    const TngAlerts *alerts = renderer->content->alerts;
    const AlertState *state = &ctx.player->alerts[0];
    if (!ctx.player->alert_count || state->alert >= alerts->alert_count)
        return;
    const Alert *alert = &alerts->alerts[state->alert];
    const uint32_t alpha = alert_alpha(renderer, ctx.world, state);
    const Pixel colour = PIXEL_A(alert->colour) ? alert->colour : PIXEL(255, 255, 255, 255);
    TextStyle style = theme_style(renderer, alerts->font, colour);
    style.colour = (colour & 0xFFFFFF) | (PIXEL_A(colour) * alpha / 255) << 24;
    const int32_t height = (int32_t)target->h, space = (int32_t)target->w - 2 * MARGIN;
    const Text text = alert_text(renderer, state), gains = gains_text(renderer, ctx, state);
    style = theme_fit(renderer, &style, text, (Spot){space, height / 2});
    TextStyle small = theme_font(renderer, FONT_TEXT, style.colour);
    small = theme_fit(renderer, &small, gains, (Spot){space, height / 4});
    const int32_t line = alert_line(renderer, target, 0, &style, text, false);
    const int32_t more = gains.size ? alert_line(renderer, target, 0, &small, gains, false) : 0;
    const int32_t wide = larger((int32_t)text_measure(&style, text).w,
                                gains.size ? (int32_t)text_measure(&small, gains).w : 0);
    const int32_t y = renderer->windowed ? height - line - more - 6 : height / 4;
    const int32_t w = smaller(wide, space) + 32;
    const Rect box = {((int32_t)target->w - w) / 2, y, w, line + more};
    fill(target, (Rect){box.x, y - 5, w, box.h + 8},
         PIXEL(8, 10, 24, alpha * TOAST_OPACITY / 255));
    if (PIXEL_A(style.colour) == 255)
        style.colour = small.colour = theme_legible(target, box, style.colour, true);
    const TextPart before = describe_notice(renderer, state->since);
    alert_line(renderer, target, y, &style, text, true);
    describe_as(renderer, PART_SIGN); /* the log is read aloud */
    if (gains.size)
        alert_line(renderer, target, y + line, &small, gains, true);
    describe_as(renderer, before);
}
