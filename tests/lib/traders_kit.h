/* People who register, trade swords in pairs and pick coins up, and who remember what they were
 * told as done. */
#ifndef OISIN_TESTS_TRADERS_KIT_H
#define OISIN_TESTS_TRADERS_KIT_H

#include "server_kit.h"

enum {
    TRADERS = 4, /* in pairs: 0 with 1, 2 with 3 */
    PAIRS = TRADERS / 2,
    ASK_AGAIN = 1100, /* ms; the server allows one a second */
    COINS_EACH = 10,
    COINS_AT_FIRST = (GAME_SIDE - 3) * GAME_SIDE / 2, /* on the ground */
};

/* One of each pair gives a sword, the other one nothing. */
typedef struct Pair {
    uint32_t swords[2]; /* as acknowledged by DONE */
    bool pending;       /* both may have agreed: nobody knows until DONE or CANCEL */
    bool found;         /* check_pair has counted the last one, which is not acknowledged yet */
    unsigned giver;
    uint32_t done;
} Pair;

typedef struct Trader {
    Client *client;
    unsigned index;
    bool open;
    uint32_t done;
    uint64_t asked;
} Trader;

extern Trader traders[TRADERS];
extern uint64_t registered, trades_done, moments;
extern unsigned stride;        /* ticks in one direction, on average */

uint32_t chance(uint32_t below);
uint32_t number_of(unsigned trader);
Client *trader_join(const char *name, unsigned port, bool registers, void *context);

/* Each at its port. */
void join_all(const unsigned ports[TRADERS]);
void part_all(void);

/* All walk about, over coins too, until so many milliseconds have gone by. */
void play_for(uint64_t milliseconds);
bool all_play(void);
void check_traders(void);

/* Everybody comes to the middle of the town with a sword and COINS_EACH coins; more coins lie
 * on the ground. */
void traders_game(Game *game);

/* Everything but the server. */
void traders_begin(void);
unsigned kill_rounds(void);

#endif
