/* A player of a load generator: registers or logs in, walks, talks, trades, fights, opens its
 * bag. Its behaviour is determined by its seed and by what it receives.
 *
 * A bot is cheap: it has no mirror and no map, and reads only the parts of STATE that it needs
 * (src/server/client/client.h is a complete player). A bot that was lost stays so
 * (bots.h makes another one).
 *
 *     bot = bot_new(&options, arena_of_all);
 *     BOT_RATE times per second: bot_tick(bot);     while the loop turns */
#ifndef OISIN_SERVER_CLIENT_BOT_H
#define OISIN_SERVER_CLIENT_BOT_H

#include "server/client/client_connection.h"

enum {
    BOT_RATE = 30,   /* ticks per second */
    BOT_PING = 5000, /* ms between two PINGs */
    BOT_DELAYS = 1024,
};

typedef enum BotPhase {
    BOT_COMING, /* connecting, registering, logging in */
    BOT_PLAYING,
    BOT_LOST, /* permanently */
} BotPhase;

/* Totals of all bots. */
typedef struct BotTally {
    uint64_t inputs, words, asked, traded, states;
    ContactBytes bytes;
    uint64_t pings;
    uint32_t delays[BOT_DELAYS]; /* answers to pings by ms; the last element: or more */
} BotTally;

typedef struct BotOptions {
    Loop *loop;
    Wire *wire;
    Text host; /* must outlive the bot */
    unsigned port;
    uint64_t seed; /* of all bots; passwords are derived from it */
    uint32_t number;
    BotTally *tally;
    Arena *scratch; /* for one call; shared by all bots */
} BotOptions;

typedef struct Bot Bot;

/* Returns NULL if memory is short. */
Bot *bot_new(const BotOptions *options);
/* Closes the connection; the loop must turn once more before everything is freed. */
void bot_free(Bot *bot);
void bot_tick(Bot *bot);

BotPhase bot_phase(const Bot *bot);
/* Why it is lost, or still waits; may be empty. */
Text bot_words(const Bot *bot);

enum { BOT_NAME_SIZE = 16, BOT_PASSWORD_SIZE = 24 };
/* The account: `Bot 0001` and its password. */
void bot_name(uint32_t number, char out[BOT_NAME_SIZE]);
void bot_password(uint64_t seed, uint32_t number, char out[BOT_PASSWORD_SIZE]);

#endif
