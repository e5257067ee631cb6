/* Playing on a server: login form, progress of connecting, and interaction with other players:
 * chat, parties, trade.
 *
 * The module has no window and no storage. Until the server's world is available, the
 * session plays its own small game, which provides fonts and colours for the pages. The
 * password is never written to a file or message. */
#ifndef OISIN_PLAYER_ONLINE_H
#define OISIN_PLAYER_ONLINE_H

#include "server/client/client.h"
#include "player/menus/menus.h"
#include "player/session.h"

/* The server to connect to, from the command line. */
typedef struct PlayerServer {
    Text host;
    unsigned port;
    Text name, password; /* empty: ask in the form */
    bool registers;
    ClientGames games;
    /* Looks up the pin of the server; KNOWN_BAD with a report: do not connect. */
    Known (*known)(void *context, uint8_t pin[PIN_SIZE], Report *report);
    /* Stores the pin. */
    void (*trust)(void *context, const uint8_t pin[PIN_SIZE]);
    Text pins; /* path of the file, for messages */
    void *context;
} PlayerServer;

typedef struct Online Online;
struct PlayerApp;

/* Connects. On failure, returns NULL and reports an error. */
Online *online_open(struct PlayerApp *app, const PlayerServer *server, Report *report);
/* Disconnects; the session returns to its own game. */
void online_close(Online *online);

/* Call before each tick: handles received packets and updates the pages. */
void online_turn(Online *online);
/* Waits like sleep, but handles received packets immediately. */
void online_wait(Online *online, uint32_t milliseconds);
/* Whether the server's world is visible. */
bool online_is_inside(const Online *online);
/* Whether it connects, downloads the game or logs in. */
bool online_is_waiting(const Online *online);
/* Handles a request of a page; false if it belongs to another module. */
bool online_handle_request(Online *online, const MenuRequest *request);
/* Opens a menu if the input targets another player, or one is in front; then returns true,
 * and the input must not be passed to the world. */
bool online_meet(Online *online, const WorldInput *input);

#endif
