/* Changes of the view's player, and overlays and projectiles. */
#include "net/protocol/view_parts.h"

#include "base/hash.h"

static uint64_t hash_of(const void *data, size_t size)
{
    return hash_bytes(0x51, (Bytes){data, size});
}

/* Whether the data differs from the last sent; then records it as sent. */
static bool is_news(ViewSelf *sent, uint64_t *hash, const void *data, size_t size)
{
    const uint64_t now = hash_of(data, size);
    const bool news = !sent->sent || now != *hash;
    *hash = now;
    return news;
}

static void write_self(ViewSelf *sent, Turn turn, Writer *out)
{
    const Player *me = turn.player;
    StateSelf self = {.started = me->started,
                      .play_started = turn.world->play_started,
                      .arrived = me->arrived,
                      .scene = me->scene.map,
                      .scene_x = me->scene.cell.x,
                      .scene_y = me->scene.cell.y,
                      .scene_minutes = me->scene_minutes,
                      .music = me->music};
    const StateSelf *old = &sent->self;
    if (sent->sent && old->started == self.started && old->arrived == self.arrived &&
        old->scene == self.scene && old->scene_x == self.scene_x &&
        old->scene_y == self.scene_y && old->scene_minutes == self.scene_minutes &&
        old->music == self.music && old->play_started == self.play_started)
        return;
    sent->self = self;
    state_write(STATE_SELF, &self, out);
}

static void write_bag(ViewSelf *sent, const Player *me, Writer *out)
{
    const size_t size = me->item_count * sizeof *me->items;
    if (sent->sent && sent->item_count == me->item_count &&
        !memcmp(sent->items, me->items, size))
        return;
    sent->item_count = me->item_count;
    memcpy(sent->items, me->items, size);
    StateBag bag = {.count = (u16)me->item_count};
    bag.items = ARENA_TAKE(out->arena, StateItem, me->item_count);
    for (uint32_t i = 0; i < me->item_count; i++)
        bag.items[i] = (StateItem){me->items[i].count, (u16)me->items[i].sprite};
    state_write(STATE_BAG, &bag, out);
}

static void write_gear(ViewSelf *sent, const Player *me, Writer *out)
{
    StateGear gear;
    if (sent->sent && !memcmp(sent->equipped, me->equipped, sizeof me->equipped) &&
        !memcmp(sent->belt, me->belt, sizeof me->belt))
        return;
    memcpy(sent->equipped, me->equipped, sizeof me->equipped);
    memcpy(sent->belt, me->belt, sizeof me->belt);
    memcpy(gear.equipped, me->equipped, sizeof me->equipped);
    memcpy(gear.belt, me->belt, sizeof me->belt);
    state_write(STATE_GEAR, &gear, out);
}

static bool is_same_screen(const ScreenState *a, const ScreenState *b)
{
    return !memcmp(a, b, offsetof(ScreenState, options)) &&
           !memcmp(a->options, b->options, b->option_count * sizeof *b->options);
}

static void write_screens(ViewSelf *sent, const Player *me, Writer *out)
{
    const ScreenState *const screens[] = {&me->screen, &me->under, &me->outer, &me->paused};
    for (uint32_t i = 0; i < COUNT_OF(screens); i++) {
        const ScreenState *screen = screens[i];
        if (sent->sent ? is_same_screen(&sent->screens[i], screen) : i && !screen->screen)
            continue;
        sent->screens[i] = *screen;
        const StateScreen part = {.place = (u8)i,
                                  .screen = (u8)screen->screen,
                                  .record = screen->record,
                                  .since = screen->since,
                                  .until = screen->until,
                                  .selected = (u16)screen->selected,
                                  .count = (u16)screen->option_count,
                                  .options = (u16 *)(uintptr_t)screen->options};
        state_write(STATE_SCREEN, &part, out);
    }
}

static void write_fields(ViewSelf *sent, const Player *me, Writer *out)
{
    StateFields part = {.field = (u8)me->field};
    if (sent->sent && sent->field == me->field &&
        !memcmp(sent->fields, me->fields, sizeof me->fields))
        return;
    sent->field = me->field;
    memcpy(sent->fields, me->fields, sizeof me->fields);
    for (size_t i = 0; i < CRAFT_FIELDS; i++) {
        part.quantities[i] = me->fields[i].quantity;
        part.objects[i] = me->fields[i].object;
    }
    state_write(STATE_FIELDS, &part, out);
}

static void write_alerts(ViewSelf *sent, const Player *me, Writer *out)
{
    const size_t size = me->alert_count * sizeof *me->alerts;
    if (sent->sent && sent->alert_count == me->alert_count &&
        !memcmp(sent->alerts, me->alerts, size))
        return;
    sent->alert_count = me->alert_count;
    memcpy(sent->alerts, me->alerts, size);
    StateAlerts part = {.count = (u8)me->alert_count};
    part.alerts = ARENA_TAKE(out->arena, StateAlert, me->alert_count);
    for (uint32_t i = 0; i < me->alert_count; i++)
        part.alerts[i] = (StateAlert){me->alerts[i].alert, me->alerts[i].since};
    state_write(STATE_ALERTS, &part, out);
}

static void write_quests(ViewSelf *sent, Turn turn, Writer *out)
{
    const StateQuests part = {(u16)turn.world->quest_count, turn.player->quests};
    if (is_news(sent, &sent->quests, turn.player->quests, turn.world->quest_count))
        state_write(STATE_QUESTS, &part, out);
}

static void write_making(ViewSelf *sent, Turn turn, Writer *out)
{
    const Player *me = turn.player;
    const uint32_t groups = turn.world->choice_count;
    const uint32_t attributes = turn.world->content->attributes->attribute_count;
    uint64_t hash = hash_of(me->choices, groups * sizeof *me->choices);
    hash = hash_mix(hash, hash_of(me->palettes, groups * sizeof *me->palettes));
    hash = hash_mix(hash, hash_of(me->possible, groups));
    hash = hash_mix(hash, hash_of(me->points, attributes * sizeof *me->points));
    if (!is_news(sent, &sent->making, &hash, sizeof hash))
        return;
    StateMaking part = {.choice_count = (u16)groups,
                        .possible = me->possible,
                        .point_count = (u16)attributes,
                        .points = me->points};
    part.choices = ARENA_TAKE(out->arena, StateChoice, groups);
    for (uint32_t i = 0; i < groups; i++)
        part.choices[i] = (StateChoice){me->choices[i], me->palettes[i]};
    state_write(STATE_MAKING, &part, out);
}

static void write_numbers(ViewSelf *sent, Turn turn, Writer *out)
{
    const World *world = turn.world;
    const uint32_t count = world->content->attributes->attribute_count;
    const Actor *actor = turn_actor(turn);
    const StateGlobals globals = {(u16)count, world->globals};
    const StateValues values = {(u16)turn.player->actor, (u16)actor->value_count,
                                actor->values};
    if (is_news(sent, &sent->globals, world->globals, count * sizeof *world->globals))
        state_write(STATE_GLOBALS, &globals, out);
    if (is_news(sent, &sent->values, actor->values, actor->value_count * sizeof *actor->values))
        state_write(STATE_VALUES, &values, out);
}

static void write_effects(const Player *me, Writer *out)
{
    StateEffects part = {.count = (u8)me->effect_count};
    if (!me->effect_count)
        return;
    part.effects = ARENA_TAKE(out->arena, StateEffect, me->effect_count);
    for (uint32_t i = 0; i < me->effect_count; i++) {
        const Effect *effect = &me->effects[i];
        part.effects[i] = (StateEffect){(u8)effect->kind, effect->name, (i8)effect->pan,
                                        (u16)effect->loudness};
    }
    state_write(STATE_EFFECTS, &part, out);
}

bool view_self_hurries(const View *view)
{
    const Player *me = view_player(view);
    return me->effect_count || !is_same_screen(&view->self.screens[0], &me->screen);
}

void view_self_write(View *view, Writer *out)
{
    World *world = view->views->world;
    const Turn turn = turn_at(world, view->place);
    const Player *me = turn.player;
    ViewSelf *sent = &view->self;
    if (!sent->sent) /* screens refer to the other data, so they are sent after it */
        write_making(sent, turn, out);
    write_self(sent, turn, out);
    write_bag(sent, me, out);
    write_gear(sent, me, out);
    write_fields(sent, me, out);
    write_quests(sent, turn, out);
    if (sent->sent)
        write_making(sent, turn, out);
    write_numbers(sent, turn, out);
    write_screens(sent, me, out);
    write_alerts(sent, me, out);
    write_effects(me, out);
    sent->sent = true;
}

/* ---- overlays and projectiles ---- */

static bool is_shown(const ShownMap *shown, size_t count, uint32_t map)
{
    for (size_t i = 0; i < count; i++)
        if (shown[i].index == map)
            return true;
    return false;
}

static void write_overlays(View *view, const ShownMap *shown, size_t count, Writer *out)
{
    const World *world = view->views->world;
    StateOverlays part = {.overlays = ARENA_TAKE(out->arena, StateOverlay, OVERLAYS_MAX)};
    uint64_t hash = 0;
    for (uint32_t i = 0; i < world->overlay_count; i++) {
        const Overlay *overlay = &world->overlays[i];
        if (!is_shown(shown, count, overlay->place.map))
            continue;
        part.overlays[part.count++] = (StateOverlay){
            overlay->sprite,         overlay->since,        overlay->until,
            (u16)overlay->place.map, overlay->place.cell.x, overlay->place.cell.y};
        hash = hash_mix(hash, hash_of(overlay, sizeof *overlay));
    }
    if (hash != view->self.overlays)
        state_write(STATE_OVERLAYS, &part, out);
    view->self.overlays = hash;
}

static void write_shots(View *view, const ShownMap *shown, size_t count, Writer *out)
{
    const World *world = view->views->world;
    StateShots part = {.shots = ARENA_TAKE(out->arena, StateShot, SHOTS_MAX)};
    uint64_t hash = 0;
    for (uint32_t i = 0; i < world->shot_count; i++) {
        const Shot *shot = &world->shots[i];
        if (!is_shown(shown, count, shot->map))
            continue;
        part.shots[part.count++] =
            (StateShot){shot->sprite, (u16)shot->map, shot->since, shot->until,
                        shot->from.x, shot->from.y,   shot->to.x,  shot->to.y};
        hash = hash_mix(hash, hash_of(shot, sizeof *shot));
    }
    if (hash != view->self.shots)
        state_write(STATE_SHOTS, &part, out);
    view->self.shots = hash;
}

void view_things_write(View *view, const ShownMap *shown, size_t count, Writer *out)
{
    if (view->views->world->overlay_count || view->self.overlays)
        write_overlays(view, shown, count, out);
    if (view->views->world->shot_count || view->self.shots)
        write_shots(view, shown, count, out);
}
