/* A game on a server as a player has it at a desk. Several desks and the server are in one
 * program. */
#ifndef OISIN_TESTS_CONNECT_KIT_H
#define OISIN_TESTS_CONNECT_KIT_H

#include "server_kit.h"

#include "cli/connect.h"
#include "front/parts.h"
#include "player/desk.h"
#include "player/online_parts.h"

enum { SEATS = 3 };

typedef struct Seat {
    PlayerServer server;
    PlayerOptions options;
    Session session;
    Desk desk;
    uint32_t direction;
    uint8_t pin[PIN_SIZE];
    bool pinned;
} Seat;

extern unsigned seat_count;

/* Everything that can happen now, and a tick of each desk. */
void turn(void);
void turns(unsigned count);

#define SOON(condition)                                                                        \
    do {                                                                                       \
        const time_t end_ = time(NULL) + 30;                                                   \
        while (!(condition)) {                                                                 \
            turn();                                                                            \
            if (time(NULL) > end_)                                                             \
                fail_msg("%s did not become so", #condition);                                  \
        }                                                                                      \
    } while (0)

Seat *seat_new(const char *name, const char *password, bool registers);
bool inside(const Seat *seat);
uint32_t list(const Seat *seat);

/* Somebody who plays already. */
Seat *seat_in(const char *name);
void seat_act(Seat *seat, Action action);
void seat_type(Seat *seat, const char *text);
void seat_say(Seat *seat, const char *line);
bool heard(const Seat *seat, const char *line);

/* The row of the open list that has this number. */
void choose(Seat *seat, const char *title);
const FrontEntry *entry(const Seat *seat, const char *title);
bool shows(const Seat *seat, const char *title, const char *value);
void more(Seat *seat, const char *title, int32_t step);

/* As by a click on them. */
void meet(Seat *seat, const Seat *whom);
bool sees(const Seat *seat, const Seat *whom);
int seat_tear_down(void **state);

#endif
