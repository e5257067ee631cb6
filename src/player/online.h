/* A game on a server, at a desk: the way in (a form for name and password), what is shown while
 * one waits, and all that players do with each other: chat, parties, trade.
 *
 * There is no window and no disk here. As long as the server's world is not to be had, the
 * session plays its own small game, whose fonts and colours the pages have. The password
 * is in no file and no message. */
#ifndef OISIN_PLAYER_ONLINE_H
#define OISIN_PLAYER_ONLINE_H

#include "client/client.h"
#include "front/front.h"
#include "player/session.h"

/* Where to go, as the command line has it. */
typedef struct PlayerServer {
    Text host;
    unsigned port;
    Text name, password; /* empty: the form asks for them */
    bool registers;
    ClientGames games;
    /* What is known of the server's certificate; KNOWN_BAD with a report: nothing is tried. */
    Known (*known)(void *context, uint8_t pin[PIN_SIZE], Report *report);
    /* It is known from now on. */
    void (*trust)(void *context, const uint8_t pin[PIN_SIZE]);
    Text pins; /* the path of the file, for words */
    void *context;
} PlayerServer;

typedef struct Online Online;
struct PlayerApp;

/* Connects. NULL and a report if it cannot begin. */
Online *online_open(struct PlayerApp *app, const PlayerServer *server, Report *report);
/* Says goodbye; the session is at home again. */
void online_close(Online *online);

/* Before each tick: what has come, and the pages that belong to it. */
void online_turn(Online *online);
/* Instead of sleeping: what comes meanwhile is taken at once. */
void online_wait(Online *online, uint32_t milliseconds);
/* Whether the server's world is shown. */
bool online_is_inside(const Online *online);
ClientPhase online_phase(const Online *online);
/* What pages wish; false if it is none of its business. */
bool online_serve(Online *online, const FrontRequest *request);
/* Input for the map: at another player, or in front of one, a menu opens; then true, and it is
 * not the world's. */
bool online_meet(Online *online, const WorldInput *input);

#endif
