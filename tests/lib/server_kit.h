/* A server and its clients in one program, over loopback, with a small game. */
#ifndef OISIN_TESTS_SERVER_KIT_H
#define OISIN_TESTS_SERVER_KIT_H

#include "game_kit.h"

#include "server/client/client.h"
#include "engine/save/save.h"
#include "server/server.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { HALL_CLIENTS = 8, HALL_OTHERS = 2 };

typedef struct Heard {
    char chat[512];
    PacketTrade trade;
    Item offered[8];
    unsigned trades, results;
    unsigned request;
    ResultCode result;
    char words[128]; /* of that result */
    uint32_t members;
    uint32_t refused; /* by this player, to join its party */
} Heard;

typedef struct Hall {
    Game *game;
    Kit *kit;
    Arena *arena;
    char folder[FOLDER_SIZE];
    Bytes file;
    Identity identity;
    ServerOptions options;
    Log *log;
    AccountsOptions accounts;
    Server *server;
    Server *others[HALL_OTHERS]; /* with the same world; NULL none */
    Loop *loop;
    Wire *wire, *web_wire;
    ServerWeb web;
    bool by_web;   /* further clients are WebSockets */
    unsigned line; /* the port that further clients connect to; 0: the server's */
    Client *clients[HALL_CLIENTS];
    WorldInput inputs[HALL_CLIENTS];
    Heard heard[HALL_CLIENTS];
    unsigned count;
    uint64_t ticked;
} Hall;

extern Hall *hall;

Bytes hall_find(void *context, const PacketServerHello *hello);

extern const char *hall_database; /* its address; NULL: a file in the folder */

const char *hall_state(void);
void hall_open(void);

/* Everything that can happen now, and a tick of the clients 30 times a second. */
void hall_turn(void);

#define HALL_UNTIL(condition)                                                                  \
    do {                                                                                       \
        const time_t end_ = time(NULL) + 30;                                                   \
        while (!(condition)) {                                                                 \
            hall_turn();                                                                       \
            if (time(NULL) > end_)                                                             \
                fail_msg("%s did not become so", #condition);                                  \
        }                                                                                      \
    } while (0)

void hall_wait(uint64_t ticks);
unsigned hall_client(const char *name, const char *password, bool registers);
unsigned hall_player(const char *name);
World *hall_world(unsigned i);

/* What a client sees of another one, and of itself; -1 nothing yet. */
int32_t x_seen(unsigned by, unsigned whom);
int32_t x_of(unsigned i);
int32_t hall_count_of(unsigned i, uint32_t object);
void hall_leave(unsigned i);

/* As in the program: everything is sent and saved. */
void hall_stop(void);

/* The game may be changed before `hall_begin`. */
int hall_set_up(void **state);
void hall_begin(void);
int hall_tear_down(void **state);

#endif
