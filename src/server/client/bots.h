/* Many bots on one loop: they connect a few at a time, and act BOT_RATE times per second,
 * distributed over time.
 *
 *     bots = bots_new(&options, &report);
 *     for (;;) { loop_turn(loop, 5); bots_turn(bots); }
 *
 * If the game is given, the first one is a complete player (server/client/client.h), whose
 * corrections show how well the prediction of clients works under this load. */
#ifndef OISIN_SERVER_CLIENT_BOTS_H
#define OISIN_SERVER_CLIENT_BOTS_H

#include "server/client/bot.h"

enum { BOTS_MAX = 100000, BOTS_RAMP = 20 /* connections per second, by default */ };

typedef struct BotsOptions {
    Loop *loop;
    Wire *wire;
    Text host; /* must outlive the bots */
    unsigned port;
    uint32_t count, ramp; /* ramp: connections per second; 0: BOTS_RAMP */
    uint32_t first;       /* number of the first one, which is in its name; 0: 1 */
    uint64_t seed;
    Bytes game;      /* must outlive the bots; empty: bots only */
    bool reconnects; /* bots that were lost connect again, once a second */
} BotsOptions;

typedef struct Bots Bots;

Bots *bots_new(const BotsOptions *options, Report *report);
/* Closes all connections; turns the loop for that, at most WIRE_LINGER. */
void bots_free(Bots *bots);
void bots_turn(Bots *bots);

typedef struct BotsNumbers {
    uint32_t come, playing, lost;
    uint64_t reconnected;
    uint64_t corrected; /* of the complete player, 1/256 pixels */
    BotTally tally;
} BotsNumbers;
BotsNumbers bots_stats(const Bots *bots);
/* Why the first lost bot was lost, or why one still waits; empty if there is none. */
Text bots_words(const Bots *bots);
/* Of the pings between two tallies: the maximum ms of the fastest `percent` percent. */
uint32_t tally_delay(const BotTally *before, const BotTally *now, unsigned percent);

#endif
