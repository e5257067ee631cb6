/* Changes of the view's player, and overlays and projectiles. */
#include "server/protocol/view_internal.h"

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

/* The values of a list in a record. */
#define FILL_LIST(Type, to, from, count)                                                       \
    do {                                                                                       \
        (to) = arena_alloc(out->arena, count, sizeof *(to));                                   \
        for (uint32_t i_ = 0; i_ < (count); i_++)                                              \
            sent_fill_##Type(&(to)[i_], &(from)[i_]);                                          \
    } while (0)

/* The record is cleared first, as bytes between its members would change the hash. */
static void write_self(ViewSelf *sent, PlayerContext ctx, Writer *out)
{
    StateSelf self;
    memset(&self, 0, sizeof self); /* also between its members */
    sent_fill_Player(&self, ctx.player);
    sent_fill_World(&self, ctx.world);
    if (is_news(sent, &sent->self, &self, sizeof self))
        state_write(STATE_SELF, &self, out);
}

static void write_bag(ViewSelf *sent, const Player *me, Writer *out)
{
    StateBag bag = {.count = (u16)me->item_count};
    if (!is_news(sent, &sent->items, me->items, me->item_count * sizeof *me->items))
        return;
    FILL_LIST(Item, bag.items, me->items, me->item_count);
    state_write(STATE_BAG, &bag, out);
}

static void write_gear(ViewSelf *sent, const Player *me, Writer *out)
{
    StateGear gear;
    memcpy(gear.equipped, me->equipped, sizeof me->equipped);
    memcpy(gear.belt, me->belt, sizeof me->belt);
    if (is_news(sent, &sent->gear, &gear, sizeof gear))
        state_write(STATE_GEAR, &gear, out);
}

/* A hash over what is sent of a screen. */
static uint64_t fill_screen(StateScreen *part, const ScreenState *screen)
{
    memset(part, 0, sizeof *part);
    sent_fill_ScreenState(part, screen);
    const uint64_t hash = hash_of(part, sizeof *part);
    part->options = (u16 *)(uintptr_t)screen->options;
    return hash_bytes(hash, (Bytes){(const uint8_t *)screen->options,
                                    screen->option_count * sizeof *screen->options});
}

/* At first only screens that are open: the mirror starts with closed ones. */
static void write_screens(ViewSelf *sent, const Player *me, Writer *out)
{
    const ScreenState *const screens[] = {&me->screen, &me->under, &me->outer, &me->paused};
    for (uint32_t i = 0; i < COUNT_OF(screens); i++) {
        StateScreen part;
        const uint64_t hash = fill_screen(&part, screens[i]);
        const bool news = sent->sent ? hash != sent->screens[i] : !i || screens[i]->screen;
        sent->screens[i] = hash;
        part.place = (u8)i;
        if (news)
            state_write(STATE_SCREEN, &part, out);
    }
}

static void write_fields(ViewSelf *sent, const Player *me, Writer *out)
{
    StateFields part;
    memset(&part, 0, sizeof part);
    part.field = (u8)me->field;
    for (size_t i = 0; i < CRAFT_FIELDS; i++) {
        part.quantities[i] = me->fields[i].quantity;
        part.objects[i] = me->fields[i].object;
    }
    if (is_news(sent, &sent->fields, &part, sizeof part))
        state_write(STATE_FIELDS, &part, out);
}

static void write_alerts(ViewSelf *sent, const Player *me, Writer *out)
{
    StateAlerts part = {.count = (u8)me->alert_count};
    if (!is_news(sent, &sent->alerts, me->alerts, me->alert_count * sizeof *me->alerts))
        return;
    FILL_LIST(AlertState, part.alerts, me->alerts, me->alert_count);
    state_write(STATE_ALERTS, &part, out);
}

/* All states at once: a change is rare, and the list short. */
static void write_quests(ViewSelf *sent, PlayerContext ctx, Writer *out)
{
    const StateQuests part = {(u16)ctx.world->quest_count, ctx.player->quests};
    if (is_news(sent, &sent->quests, ctx.player->quests, ctx.world->quest_count))
        state_write(STATE_QUESTS, &part, out);
}

/* Only the hash is compared: four lists need no copies. */
static void write_making(ViewSelf *sent, PlayerContext ctx, Writer *out)
{
    const Player *me = ctx.player;
    const uint32_t groups = ctx.world->choice_count;
    const uint32_t attributes = ctx.world->content->attributes->attribute_count;
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
    part.choices = ARENA_ALLOC(out->arena, StateChoice, groups);
    for (uint32_t i = 0; i < groups; i++)
        part.choices[i] = (StateChoice){me->choices[i], me->palettes[i]};
    state_write(STATE_MAKING, &part, out);
}

static void write_numbers(ViewSelf *sent, PlayerContext ctx, Writer *out)
{
    const World *world = ctx.world;
    const uint32_t count = world->content->attributes->attribute_count;
    const Actor *actor = context_actor(ctx);
    const StateGlobals globals = {(u16)count, world->globals};
    const StateValues values = {(u16)ctx.player->actor, (u16)actor->value_count, actor->values};
    if (is_news(sent, &sent->globals, world->globals, count * sizeof *world->globals))
        state_write(STATE_GLOBALS, &globals, out);
    if (is_news(sent, &sent->values, actor->values, actor->value_count * sizeof *actor->values))
        state_write(STATE_VALUES, &values, out);
}

/* Effects are not state: they are sent once and never again. */
static void write_effects(const Player *me, Writer *out)
{
    StateEffects part = {.count = (u8)me->effect_count};
    if (!me->effect_count)
        return;
    FILL_LIST(Effect, part.effects, me->effects, me->effect_count);
    state_write(STATE_EFFECTS, &part, out);
}

bool view_self_hurries(const View *view)
{
    const Player *me = view_player(view);
    StateScreen screen;
    return me->effect_count || view->self.screens[0] != fill_screen(&screen, &me->screen);
}

/* Only parts that have changed since they were last sent. */
void view_self_write(View *view, Writer *out)
{
    World *world = view->views->world;
    const PlayerContext ctx = player_context(world, view->player_index);
    const Player *me = ctx.player;
    ViewSelf *sent = &view->self;
    if (!sent->sent) /* screens refer to the other data, so they are sent after it */
        write_making(sent, ctx, out);
    write_self(sent, ctx, out);
    write_bag(sent, me, out);
    write_gear(sent, me, out);
    write_fields(sent, me, out);
    write_quests(sent, ctx, out);
    if (sent->sent)
        write_making(sent, ctx, out);
    write_numbers(sent, ctx, out);
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

/* Only those on maps that the player sees. */
static void write_overlays(View *view, const ShownMap *shown, size_t count, Writer *out)
{
    const World *world = view->views->world;
    StateOverlays part = {.overlays = ARENA_ALLOC(out->arena, StateOverlay, OVERLAYS_MAX)};
    uint64_t hash = 0;
    for (uint32_t i = 0; i < world->overlay_count; i++) {
        const Overlay *overlay = &world->overlays[i];
        if (!is_shown(shown, count, overlay->place.map))
            continue;
        sent_fill_Overlay(&part.overlays[part.count++], overlay);
        hash = hash_mix(hash, hash_of(overlay, sizeof *overlay));
    }
    if (hash != view->self.overlays)
        state_write(STATE_OVERLAYS, &part, out);
    view->self.overlays = hash;
}

static void write_shots(View *view, const ShownMap *shown, size_t count, Writer *out)
{
    const World *world = view->views->world;
    StateShots part = {.shots = ARENA_ALLOC(out->arena, StateShot, SHOTS_MAX)};
    uint64_t hash = 0;
    for (uint32_t i = 0; i < world->shot_count; i++) {
        const Shot *shot = &world->shots[i];
        if (!is_shown(shown, count, shot->map))
            continue;
        sent_fill_Shot(&part.shots[part.count++], shot);
        hash = hash_mix(hash, hash_of(shot, sizeof *shot));
    }
    if (hash != view->self.shots)
        state_write(STATE_SHOTS, &part, out);
    view->self.shots = hash;
}

/* An empty list is sent once, so that the client removes the last ones. */
void view_things_write(View *view, const ShownMap *shown, size_t count, Writer *out)
{
    if (view->views->world->overlay_count || view->self.overlays)
        write_overlays(view, shown, count, out);
    if (view->views->world->shot_count || view->self.shots)
        write_shots(view, shown, count, out);
}
