/* Many bots on one loop: they come a few at a time, and each does something BOT_RATE times a
 * second, one after the other rather than all at once.
 *
 *     bots = bots_new(&options, &report);
 *     for (;;) { loop_turn(loop, 5); bots_turn(bots); }
 *
 * With the server's game the first one is a whole player (client/client.h), whose corrections
 * tell how well the prediction of clients does under this load. */
#ifndef OISIN_CLIENT_BOTS_H
#define OISIN_CLIENT_BOTS_H

#include "client/bot.h"

enum { BOTS_MAX = 100000, BOTS_RAMP = 20 /* a second, if nothing else is said */ };

typedef struct BotsOptions {
    Loop *loop;
    Wire *wire;
    Text host; /* outlives them */
    unsigned port;
    uint32_t count, ramp; /* ramp: how many come in a second; 0: BOTS_RAMP */
    uint64_t seed;
    Bytes game; /* outlives them; empty: all are bots */
} BotsOptions;

typedef struct Bots Bots;

Bots *bots_new(const BotsOptions *options, Report *report);
/* All say goodbye; the loop has to turn for that, WIRE_LINGER at most: it does here. */
void bots_free(Bots *bots);
void bots_turn(Bots *bots);

typedef struct BotsNumbers {
    uint32_t come, playing, lost;
    uint64_t corrected; /* of the whole player, 1/256 pixels */
    BotTally tally;
} BotsNumbers;
BotsNumbers bots_numbers(const Bots *bots);
/* Why the first that was lost was lost, or why one still has to wait; empty if none is. */
Text bots_words(const Bots *bots);
/* Of the pings between two tallies: the ms that so many percent of them took at most. */
uint32_t tally_delay(const BotTally *before, const BotTally *now, unsigned percent);

#endif
