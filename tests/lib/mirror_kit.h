/* A shared world and its clients without sockets: packets of states over lines with a delay. */
#ifndef OISIN_TESTS_MIRROR_KIT_H
#define OISIN_TESTS_MIRROR_KIT_H

#include "game_kit.h"

#include "server/protocol/mirror.h"
#include "server/protocol/view.h"

enum { LAG_MAX = 16, CLIENTS_MAX = 100 };

/* A client over a line that takes `lag` ticks each way. */
typedef struct Client {
    Game *game;
    uint32_t player_index;
    View *view;
    Mirror *mirror;
    uint32_t lag;
    WorldInput inputs[LAG_MAX]; /* on their way, a ring by tick */
    uint32_t sequences[LAG_MAX];
    Bytes states[LAG_MAX];
    WorldInput now, applied;
    uint32_t sequence, ticks;
    ViewInput told;
    size_t bytes;
    unsigned packets;
} Client;

typedef struct Party {
    Game *game;
    ViewWorld *views;
    Client *clients[CLIENTS_MAX];
    uint32_t count, tick;
} Party;

/* The game as a shared world without players. */
Party party_of(Game *game);
Client *party_enter(Party *party, uint32_t lag);
/* Call it at the end. */
void party_leave(Party *party);
/* A tick of the server and all clients, with an input for each; NULL: none. */
void party_tick(Party *party, const WorldInput *inputs);
void party_rest(Party *party, unsigned ticks);
/* After a rest both see the same. */
void party_assert_same(Party *party, const Client *client);

#endif
