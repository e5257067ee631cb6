/* Chooses the actions of a bot. Parts, in order: what a bot sees in STATE packets; trade;
 * actions, which are drawn by their weights. A bot knows nothing but parts of packets: it has
 * no copy of the world, so many of them fit into one process. */
#include "server/client/bot_mind.h"

#include "base/hash.h"
#include "engine/world.h"

#include <stdio.h>

enum {
    PIXELS_AWAY = 160,    /* maximum distance of its destinations */
    TRADE_PATIENCE = 300, /* ticks */
    BAG_OPEN = 30,        /* ticks */
    ACTIONS = 9,
};

static uint32_t draw(BotMind *mind, uint32_t below)
{
    mind->random = hash_mix(mind->random, 0x9E3779B97F4A7C15u);
    return (uint32_t)((mind->random >> 32) % below);
}

void mind_begin(BotMind *mind, uint64_t seed, const PacketWelcome *welcome)
{
    *mind = (BotMind){.random = hash_mix(seed, welcome->player),
                      .actor = welcome->actor,
                      .player = welcome->player};
}

/* ---- input ---- */

static void see_look(BotMind *mind, const StateLook *look)
{
    if (!look->player || look->actor == mind->actor)
        return;
    for (size_t i = 0; i < MIND_NEIGHBOURS; i++)
        if (mind->near[i].actor == look->actor) {
            mind->near[i].player = look->player;
            return;
        }
    mind->near[mind->next_near] = (Neighbour){look->player, look->actor};
    mind->next_near = (uint8_t)((mind->next_near + 1) % MIND_NEIGHBOURS);
}

static void see_bag(BotMind *mind, const StateBag *bag)
{
    mind->good_count = 0;
    for (size_t i = 0; i < bag->count && mind->good_count < MIND_GOODS; i++)
        if (bag->items[i].count)
            mind->goods[mind->good_count++] = (PacketItem){bag->items[i].sprite, 1};
}

static void see_steps(BotMind *mind, const StateSteps *steps)
{
    uint32_t actor = steps->first;
    for (uint32_t i = 0; i < steps->count; i++) {
        actor += steps->steps[i].gap;
        if (actor == mind->actor) {
            mind->x += steps->steps[i].x * SUB + steps->steps[i].fine_x;
            mind->y += steps->steps[i].y * SUB + steps->steps[i].fine_y;
        }
    }
}

/* A character is created with the default choices. */
static void see_screen(BotMind *mind, const StateScreen *screen)
{
    mind->screen = screen->screen;
    mind->done = 0;
    for (uint16_t i = 0; screen->screen == SCREEN_CREATE && i < screen->option_count; i++)
        if (screen->options[i] == OPTION_DONE)
            mind->done = (uint16_t)(i + 1);
}

void mind_see(BotMind *mind, const StatePart *part)
{
    switch (part->kind) {
    case STATE_LOOK:
        see_look(mind, &part->look);
        break;
    case STATE_GONE:
        for (size_t i = 0; i < MIND_NEIGHBOURS; i++)
            if (mind->near[i].actor == part->gone.actor)
                mind->near[i] = (Neighbour){0};
        break;
    case STATE_MOVE:
        if (part->move.actor == mind->actor) {
            mind->x = part->move.x;
            mind->y = part->move.y;
        }
        break;
    case STATE_STEPS:
        see_steps(mind, &part->steps);
        break;
    case STATE_BAG:
        see_bag(mind, &part->bag);
        break;
    case STATE_SCREEN:
        if (part->screen.place == 0)
            see_screen(mind, &part->screen);
        break;
    default:
        break;
    }
}

/* ---- trade ---- */

static bool trade_deed(BotDeed *deed, TradeAct act, uint32_t with)
{
    deed->trades = true;
    deed->trade = (PacketTradeAct){.act = (PacketTradeWord)act, .with = with};
    return true;
}

/* The first ITEMS opens the trade, then each side offers one item and agrees to whatever the
 * other side offers. */
bool mind_trade(BotMind *mind, const PacketTrade *trade, BotDeed *deed)
{
    switch (trade->act) {
    case TRADE_ASK:
        return !mind->partner && trade_deed(deed, TRADE_ASK, trade->with);
    case TRADE_ITEMS:
        if (mind->partner == trade->with) {
            trade_deed(deed, TRADE_AGREE, trade->with);
            deed->trade.revision = trade->revision;
            return true;
        }
        mind->partner = trade->with;
        mind->trade_until = mind->tick + TRADE_PATIENCE;
        trade_deed(deed, TRADE_ITEMS, trade->with);
        if (mind->good_count) {
            deed->trade.item_count = 1;
            deed->trade.items = &mind->goods[draw(mind, mind->good_count)];
        }
        return true;
    case TRADE_CANCEL:
    case TRADE_DONE:
        mind->partner = 0;
        return false;
    default:
        return false;
    }
}

/* ---- actions ---- */

static void press(BotMind *mind, BotDeed *deed, unsigned buttons)
{
    deed->input = true;
    deed->packet.buttons = (PacketButtons)buttons;
    deed->packet.mask = (PacketMask)(deed->packet.mask | INPUT_BUTTONS);
    mind->until = mind->tick + 10;
}

static void leave_screen(BotMind *mind, BotDeed *deed)
{
    mind->direction = 0;
    if (mind->screen != SCREEN_CREATE) {
        press(mind, deed, draw(mind, 3) ? BUTTON_CANCEL : BUTTON_CONFIRM);
    } else if (mind->done) {
        press(mind, deed, 0);
        deed->packet.option = mind->done;
        deed->packet.mask = (PacketMask)(deed->packet.mask | INPUT_OPTION);
    }
}

static void walk(BotMind *mind, BotDeed *deed)
{
    mind->direction = (uint8_t)(1 + draw(mind, 8));
    mind->until = mind->tick + 4 + draw(mind, 10);
    deed->input = true;
}

static void stand(BotMind *mind, BotDeed *deed)
{
    deed->input = mind->direction != 0;
    mind->direction = 0;
    mind->until = mind->tick + 5 + draw(mind, 20);
}

static void click(BotMind *mind, BotDeed *deed)
{
    const int32_t wide = 2 * PIXELS_AWAY + 1;
    mind->direction = 0;
    deed->input = true;
    deed->packet.mask = (PacketMask)(deed->packet.mask | INPUT_TARGET);
    deed->packet.target =
        (PacketTarget){mind->x / 256 + (int32_t)draw(mind, (uint32_t)wide) - PIXELS_AWAY,
                       mind->y / 256 + (int32_t)draw(mind, (uint32_t)wide) - PIXELS_AWAY};
    mind->until = mind->tick + 10 + draw(mind, 20);
}

static void fight(BotMind *mind, BotDeed *deed)
{
    deed->input = true;
    deed->packet.action = (PacketAction)(1 + draw(mind, ACTIONS));
    deed->packet.mask = (PacketMask)(deed->packet.mask | INPUT_ACTION);
    mind->until = mind->tick + 8;
}

static void look_into_bag(BotMind *mind, BotDeed *deed)
{
    mind->direction = 0;
    press(mind, deed, BUTTON_INVENTORY);
    mind->until = mind->tick + BAG_OPEN;
}

static void talk(BotMind *mind, BotDeed *deed)
{
    mind->direction = 0;
    press(mind, deed, BUTTON_CONFIRM);
}

static void say(BotMind *mind, BotDeed *deed)
{
    static const char *const words[] = {"Dia duit!", "Conas atá tú?", "What a day.",
                                        "Has anybody seen my horse?"};
    deed->says = true;
    snprintf(deed->text, sizeof deed->text, "%s", words[draw(mind, COUNT_OF(words))]);
}

static void ask_for_trade(BotMind *mind, BotDeed *deed)
{
    const uint32_t first = draw(mind, MIND_NEIGHBOURS);
    uint32_t player = 0;
    for (uint32_t i = 0; i < MIND_NEIGHBOURS && !player; i++)
        player = mind->near[(first + i) % MIND_NEIGHBOURS].player;
    if (player && !mind->partner && mind->good_count)
        trade_deed(deed, TRADE_ASK, player);
}

/* Frequencies, of 200. */
static const struct {
    uint32_t weight;
    void (*act)(BotMind *mind, BotDeed *deed);
} habits[] = {{140, walk},        {16, stand}, {14, click}, {10, fight},
              {4, look_into_bag}, {2, talk},   {4, say},    {10, ask_for_trade}};

void mind_tick(BotMind *mind, BotDeed *deed)
{
    mind->tick++;
    if (mind->partner && mind->tick >= mind->trade_until) {
        trade_deed(deed, TRADE_CANCEL, mind->partner);
        mind->partner = 0;
    }
    if (mind->tick < mind->until)
        return;
    if (mind->screen != SCREEN_GAME) {
        leave_screen(mind, deed);
    } else {
        uint32_t chance = draw(mind, 200), i = 0;
        while (chance >= habits[i].weight)
            chance -= habits[i++].weight;
        habits[i].act(mind, deed);
    }
    if (mind->direction) {
        deed->packet.direction = mind->direction;
        deed->packet.mask = (PacketMask)(deed->packet.mask | INPUT_DIRECTION);
    }
}
