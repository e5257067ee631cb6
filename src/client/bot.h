/* A player of a load generator: registers or logs in, walks, talks, trades, fights, opens its
 * bag; what it does follows from its seed and from what it sees.
 *
 * It costs little: there is no mirror and no map, of STATE it reads only what it decides
 * by (src/client/client.h is the player that sees all). It does not come back when it is lost.
 *
 *     bot = bot_new(&options, arena_of_all);
 *     rate times a second: bot_tick(bot);     while the loop turns */
#ifndef OISIN_CLIENT_BOT_H
#define OISIN_CLIENT_BOT_H

#include "client/contact.h"

enum {
    BOT_RATE = 30,   /* ticks a second */
    BOT_PING = 5000, /* ms from one PING to the next */
    BOT_DELAYS = 1024,
};

typedef enum BotPhase {
    BOT_COMING, /* connects, registers, logs in */
    BOT_PLAYING,
    BOT_LOST, /* for good */
} BotPhase;

/* What all bots together have done. */
typedef struct BotTally {
    uint64_t inputs, words, asked, traded, states;
    ContactBytes bytes;
    uint64_t pings;
    uint32_t delays[BOT_DELAYS]; /* answers to pings by ms; the last: or more */
} BotTally;

typedef struct BotOptions {
    Loop *loop;
    Wire *wire;
    Text host; /* outlives the bot */
    unsigned port;
    uint64_t seed; /* of all bots; passwords follow from it */
    uint32_t number;
    BotTally *tally;
    Arena *scratch; /* of one call; all bots share it */
} BotOptions;

typedef struct Bot Bot;

/* NULL if there is no memory. */
Bot *bot_new(const BotOptions *options);
/* Says goodbye; the loop has to turn once more before all is gone. */
void bot_free(Bot *bot);
void bot_tick(Bot *bot);

BotPhase bot_phase(const Bot *bot);
/* Why it is lost, or still has to wait; may be empty. */
Text bot_words(const Bot *bot);

enum { BOT_NAME_SIZE = 16, BOT_PASSWORD_SIZE = 24 };
/* `Bot 0001`, and what it logs in with. */
void bot_name(uint32_t number, char out[BOT_NAME_SIZE]);
void bot_password(uint64_t seed, uint32_t number, char out[BOT_PASSWORD_SIZE]);

#endif
