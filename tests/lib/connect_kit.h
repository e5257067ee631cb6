/* A game on a server as a player has it at a desk. Several desks and the server are in one
 * program. */
#ifndef OISIN_TESTS_CONNECT_KIT_H
#define OISIN_TESTS_CONNECT_KIT_H

#include "server_kit.h"

#include "cli/connect.h"
#include "player/menus/parts.h"
#include "player/app.h"
#include "player/online_parts.h"

enum { SEATS = 3 };

typedef struct PlayerSlot {
    PlayerServer server;
    PlayerOptions options;
    Session session;
    PlayerApp app;
    uint32_t direction;
    uint8_t pin[PIN_SIZE];
    bool pinned;
} PlayerSlot;

extern unsigned player_slot_count;

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

PlayerSlot *player_slot_new(const char *name, const char *password, bool registers);
bool inside(const PlayerSlot *player_slot);
uint32_t list(const PlayerSlot *player_slot);

/* Somebody who plays already. */
PlayerSlot *player_slot_in(const char *name);
void seat_act(PlayerSlot *player_slot, Action action);
void seat_type(PlayerSlot *player_slot, const char *text);
void seat_say(PlayerSlot *player_slot, const char *line);
bool heard(const PlayerSlot *player_slot, const char *line);

/* The row of the open list that has this number. */
void choose(PlayerSlot *player_slot, const char *title);
const FrontEntry *entry(const PlayerSlot *player_slot, const char *title);
bool shows(const PlayerSlot *player_slot, const char *title, const char *value);
void more(PlayerSlot *player_slot, const char *title, int32_t step);

/* As by a click on them. */
void meet(PlayerSlot *player_slot, const PlayerSlot *whom);
bool sees(const PlayerSlot *player_slot, const PlayerSlot *whom);
int seat_tear_down(void **state);

#endif
