/* A game on a server as a player program has it. Several of them and the server are in one
 * program. */
#ifndef OISIN_TESTS_CONNECT_KIT_H
#define OISIN_TESTS_CONNECT_KIT_H

#include "server_kit.h"

#include "cli/connect_command.h"
#include "player/menus/menus_internal.h"
#include "player/app.h"
#include "player/online_internal.h"

enum { SEATS = 3 };

typedef struct TestPlayer {
    PlayerServer server;
    PlayerOptions options;
    Session session;
    PlayerApp app;
    uint32_t direction;
    uint8_t pin[PIN_SIZE];
    bool pinned;
} TestPlayer;

extern unsigned test_player_count;

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

/* PlayerServer.known of a TestPlayer: its `pin`, if it is `pinned`. */
Known known_pin(void *context, uint8_t pin[PIN_SIZE], Report *report);
TestPlayer *test_player_new(const char *name, const char *password, bool registers);
bool inside(const TestPlayer *player);
uint32_t list(const TestPlayer *player);

/* Somebody who plays already. */
TestPlayer *test_player_in(const char *name);
void player_acts(TestPlayer *player, Action action);
void player_types(TestPlayer *player, const char *text);
void player_says(TestPlayer *player, const char *line);
bool heard(const TestPlayer *player, const char *line);

/* The row of the open list that has this number. */
void choose(TestPlayer *player, const char *title);
const MenuEntry *entry(const TestPlayer *player, const char *title);
bool shows(const TestPlayer *player, const char *title, const char *value);
void more(TestPlayer *player, const char *title, int32_t step);

/* As by a click on them. */
void meet(TestPlayer *player, const TestPlayer *whom);
bool sees(const TestPlayer *player, const TestPlayer *whom);
int seat_tear_down(void **state);

#endif
