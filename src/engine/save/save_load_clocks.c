/* Clocks of a character that joins another world: ticks that are past or ahead in its own
 * world become those of the other one, or expire. */
#include "engine/save/save_internal.h"

uint32_t load_since(const Load *load, uint32_t tick)
{
    const uint32_t age = load->moment > tick ? load->moment - tick : 0;
    return load->world->tick > age ? load->world->tick - age : 0;
}

uint32_t load_until(const Load *load, uint32_t tick, uint32_t max)
{
    const uint32_t left = tick > load->moment ? tick - load->moment : 0;
    return load->world->tick + (left < max ? left : max);
}

static uint32_t clock_max(const Load *load) { return CLOCK_MAX * load->world->content->rate; }

/* A tick, or 0 for never. */
static uint32_t until_or_never(const Load *load, uint32_t tick)
{
    return tick && load->timed ? load_until(load, tick, clock_max(load)) : 0;
}

/* 1 + a tick, or 0. */
static uint32_t contact_here(const Load *load, uint32_t contact)
{
    return contact && load->timed ? 1 + load_since(load, contact - 1) : 0;
}

/* Translates the ticks of a row. Characters of older versions have no tick: their clocks have
 * expired. */
static void load_clocks(const Load *load, const StateEntity *entity, void *row)
{
    size_t count;
    const StateMember *members = entity->members(&count);
    for (size_t i = 0; i < count; i++) {
        uint32_t tick;
        char *at = (char *)row + members[i].offset;
        if (members[i].check != CHECK_SINCE && members[i].check != CHECK_UNTIL)
            continue;
        memcpy(&tick, at, sizeof tick);
        tick = members[i].check == CHECK_UNTIL ? until_or_never(load, tick)
               : load->timed                   ? load_since(load, tick)
                                               : 0;
        memcpy(at, &tick, sizeof tick);
    }
}

void load_actor_here(const Load *load, Actor *actor)
{
    const bool leaps = actor->leap_until != 0;
    load_clocks(load, &Actor_entity, actor);
    if (!load->world->content->enemy_bar)
        actor->dying = 0;
    if (leaps) /* treated as landed; for walls see mend_places */
        actor->going = 0;
    actor->leap_since = actor->leap_until = actor->contact = 0;
    actor->height = 0;
    actor->moving = actor->stuck = actor->waited = actor->way_count = 0;
    if (!load->timed)
        actor->fate = actor->order_count = 0;
}

/* Paths of clicks end; near bits are computed again. */
void load_player_here(const Load *load, Player *player)
{
    player->path_count = player->seeking = player->near_count = player->beginning = 0;
    player->errand.map = player->beyond.map = NONE;
    player->contact = contact_here(load, player->contact);
    player->met_at = contact_here(load, player->met_at);
    if (!load->timed) {
        player->alert_count = 0;
        player->scene.map = NONE;
    }
    for (uint32_t i = 0; i < player->alert_count; i++)
        load_clocks(load, &AlertState_entity, &player->alerts[i]);
}

void load_screen_here(const Load *load, ScreenState *screen)
{
    load_clocks(load, &ScreenState_entity, screen);
    screen->task = load_task(load, screen->task);
    if (screen->screen == SCREEN_MARKET)
        screen->record = load_actor(load, screen->record);
}
