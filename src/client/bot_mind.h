/* What a bot knows, and what it does next: pure, the same seed and the same news give the same
 * deeds. Times are ticks of the bot. */
#ifndef OISIN_CLIENT_BOT_MIND_H
#define OISIN_CLIENT_BOT_MIND_H

#include "net/packet.h"
#include "net/state.h"

enum { MIND_NEIGHBOURS = 8, MIND_GOODS = 4, MIND_TEXT = 64 };

/* Another player, near. */
typedef struct Neighbour {
    uint32_t player; /* 0: nobody */
    uint16_t actor;
} Neighbour;

typedef struct BotMind {
    uint64_t random;
    uint32_t tick, until; /* what it does now goes on until then */
    uint32_t actor, player;
    int32_t x, y; /* 1/256 pixels of the map's picture */
    uint8_t screen, direction;
    uint16_t done; /* 1 + the row that ends making a character; 0 there is none */
    Neighbour near[MIND_NEIGHBOURS]; /* the last that were heard of */
    uint8_t next_near, good_count;
    PacketItem goods[MIND_GOODS];
    uint32_t partner, trade_until; /* 0: no trade */
} BotMind;

/* What it does in a tick; each part may be nothing. */
typedef struct BotDeed {
    bool input, says, trades;
    PacketInput packet; /* without the sequence */
    char text[MIND_TEXT];
    PacketTradeAct trade; /* its items are the mind's */
} BotDeed;

void mind_begin(BotMind *mind, uint64_t seed, const PacketWelcome *welcome);
/* A part of what is near. */
void mind_see(BotMind *mind, const StatePart *part);
/* News of a trade; true if `deed->trade` is the answer. */
bool mind_trade(BotMind *mind, const PacketTrade *trade, BotDeed *deed);
void mind_tick(BotMind *mind, BotDeed *deed);

#endif
