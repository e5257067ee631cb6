/* What the files of a game on a server tell each other; not for others. */
#ifndef OISIN_PLAYER_ONLINE_PARTS_H
#define OISIN_PLAYER_ONLINE_PARTS_H

#include "front/list.h"
#include "player/app_parts.h"
#include "player/online.h"

enum {
    ONLINE_NAME = 97, /* bytes, as in the protocol, and a zero */
    ONLINE_PASSWORD = 129,
    ONLINE_NAMES = 128, /* that are remembered */
    ONLINE_ITEMS = 64,  /* of one side of a trade */
};

/* Lists that are this module's, FrontList.kind. */
typedef enum OnlineList {
    LIST_NONE,
    LIST_FORM,
    LIST_WAIT,
    LIST_PLAYER,   /* what can be done with somebody */
    LIST_QUESTION, /* somebody asks for a trade, or invites */
    LIST_TRADE,
    LIST_PARTY, /* who is in it, and leaving it */
} OnlineList;

typedef struct KnownName {
    uint32_t player;
    char name[ONLINE_NAME];
} KnownName;

typedef struct Trading {
    uint32_t with; /* 0: no trade is open */
    Item mine[ONLINE_ITEMS], theirs[ONLINE_ITEMS];
    uint32_t mine_count, their_count;
    uint32_t revision; /* of theirs */
    bool agreed, they_agreed;
    bool changed;  /* mine, since it was told */
    uint32_t wait; /* ticks until it may be told */
    uint32_t look; /* ticks until one may agree: theirs have just changed */
} Trading;

struct Online {
    const PlayerServer *server;
    PlayerApp *app;
    Front *front;
    Session *session;
    Loop *loop;
    Wire *wire;
    Client *client;
    bool asks;  /* somebody wants in: name and password are there */
    bool asked; /* ... and were handed over */
    bool registers, inside, trusted;
    unsigned comings; /* client_comings of the world that is shown */
    char note[512];   /* of the form */
    char latency[32];
    KnownName names[ONLINE_NAMES]; /* a ring */
    uint32_t name_count;
    uint32_t whom;       /* LIST_PLAYER, LIST_QUESTION: who it is about */
    bool question_trade; /* LIST_QUESTION: about a trade; else a party */
    uint32_t waiting;    /* who waits for an answer until no page is open; 0 nobody */
    bool waiting_trade;
    char whisper[ONLINE_NAME]; /* whom the line that is typed goes to; empty: all */
    Trading trade;
    uint32_t members[ASIDE_MEMBERS];
    uint32_t member_count;
    Report *report;
};

static inline Text online_word(const Online *online, Word which)
{
    return app_word(online->app, which);
}

/* The player's name as far as it is known; else a number. Valid until the next tick. */
Text online_name(Online *online, uint32_t player);
void online_note_name(Online *online, uint32_t player, Text name);
/* A short note over the map. */
void online_notify(Online *online, Text text);
void online_notify_about(Online *online, Word word, uint32_t player);

/* online_chat.c */
void online_send_chat(Online *online, Text text);
void online_whisper(Online *online, uint32_t player);
void online_on_message(Online *online, const PacketChat *chat);

/* online_meet.c: the menu of somebody, questions, parties */
bool online_serve_meet(Online *online, const FrontRequest *request);
/* Somebody asks: as soon as the map is in front. */
void online_ask(Online *online, uint32_t player, bool trade);
void online_ask_waiting(Online *online);
/* They do not wait any more. */
void online_ask_no_more(Online *online, uint32_t player, bool trade);
void online_on_party(Online *online, const PacketParty *party);
void online_show_party(Online *online);

/* online_trade.c */
bool online_serve_trade(Online *online, const FrontRequest *request);
void online_trade_ask(Online *online, uint32_t player);
void online_on_trade(Online *online, const PacketTrade *trade);
void online_trade_failed(Online *online);
void online_trade_turn(Online *online);
/* Another world: whoever was near is not there. */
void online_trade_clear(Online *online);

#endif
