/* The decisions of a bot, as a pure function: the same seed and the same packets lead to the
 * same actions. Times are ticks of the bot. */
#ifndef OISIN_SERVER_CLIENT_BOT_MIND_H
#define OISIN_SERVER_CLIENT_BOT_MIND_H

#include "server/protocol/packet.h"
#include "server/protocol/state_packet.h"

enum { MIND_NEIGHBOURS = 8, MIND_GOODS = 4, MIND_TEXT = 64 };

/* Another player nearby. */
typedef struct Neighbour {
    uint32_t player; /* 0: none */
    uint16_t actor;
} Neighbour;

typedef struct BotMind {
    uint64_t random;
    uint32_t tick, until; /* the current action continues until then */
    uint32_t actor, player;
    int32_t x, y; /* 1/256 pixels of the map's image */
    uint8_t screen, direction;
    uint16_t done; /* 1 + the row that finishes the creation of a character; 0: none */
    Neighbour near[MIND_NEIGHBOURS]; /* the most recent ones */
    uint8_t next_near, good_count;
    PacketItem goods[MIND_GOODS];
    uint32_t partner, trade_until; /* 0: no trade */
} BotMind;

/* The actions of a tick; each may be absent. */
typedef struct BotDeed {
    bool input, says, trades;
    PacketInput packet; /* sequence is not set */
    char text[MIND_TEXT];
    PacketTradeAct trade; /* refers to items of the mind */
} BotDeed;

void mind_begin(BotMind *mind, uint64_t seed, const PacketWelcome *welcome);
/* Handles a part of a STATE packet. */
void mind_see(BotMind *mind, const StatePart *part);
/* Handles a TRADE packet; true if `deed->trade` is the answer. */
bool mind_trade(BotMind *mind, const PacketTrade *trade, BotDeed *deed);
void mind_tick(BotMind *mind, BotDeed *deed);

#endif
