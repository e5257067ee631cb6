/* Internal declarations of online*.c. */
#ifndef OISIN_PLAYER_ONLINE_INTERNAL_H
#define OISIN_PLAYER_ONLINE_INTERNAL_H

#include "player/menus/list.h"
#include "player/app_internal.h"
#include "player/online.h"

enum {
    ONLINE_NAME = 97, /* bytes, as in the protocol, plus NUL */
    ONLINE_PASSWORD = 129,
    ONLINE_NAMES = 128, /* stored names */
    ONLINE_ITEMS = 64,  /* of one side of a trade */
};

/* MenuList.kind of this module's lists. */
typedef enum OnlineList {
    LIST_NONE,
    LIST_FORM,
    LIST_WAIT,
    LIST_PLAYER,   /* actions for a player */
    LIST_QUESTION, /* a trade request or an invitation */
    LIST_TRADE,
    LIST_PARTY, /* the members, and leaving the party */
} OnlineList;

typedef struct KnownName {
    uint32_t player;
    char name[ONLINE_NAME];
} KnownName;

typedef struct Trading {
    uint32_t with; /* 0: no open trade */
    Item mine[ONLINE_ITEMS], theirs[ONLINE_ITEMS];
    uint32_t mine_count, their_count;
    uint32_t revision; /* of their items */
    bool agreed, they_agreed;
    bool changed;  /* my items, since the last send */
    uint32_t wait; /* ticks until the next send */
    uint32_t look; /* ticks until agreeing is allowed after their items changed */
} Trading;

struct Online {
    const PlayerServer *server;
    PlayerApp *app;
    Menus *menus;
    Session *session;
    Loop *loop;
    Wire *wire;
    Client *client;
    bool asks;  /* name and password are available */
    bool asked; /* ... and were passed to the client */
    bool registers, inside, trusted;
    unsigned arrivals; /* client_arrivals of the visible world */
    char note[512];    /* of the form */
    char latency[32];
    KnownName names[ONLINE_NAMES]; /* a ring */
    uint32_t name_count;
    uint32_t whom;       /* LIST_PLAYER, LIST_QUESTION: the player it is about */
    bool question_trade; /* LIST_QUESTION: about a trade, otherwise a party */
    uint32_t waiting;    /* player whose request waits until no page is open; 0: none */
    bool waiting_trade;
    char whisper[ONLINE_NAME]; /* receiver of the typed line; empty: everyone */
    Trading trade;
    uint32_t members[ASIDE_MEMBERS];
    uint32_t member_count;
    Report *report;
};

static inline Text online_word(const Online *online, Word which)
{
    return app_word(online->app, which);
}

/* online_names.c */
/* The player's name if known, otherwise a number. Valid until the next tick. */
Text online_name(Online *online, uint32_t player);
void online_note_name(Online *online, uint32_t player, Text name);
/* Shows a short note over the map. */
void online_notify(Online *online, Text text);
void online_notify_about(Online *online, Word word, uint32_t player);

/* online_chat.c */
void online_send_chat(Online *online, Text text);
void online_on_message(Online *online, const PacketChat *chat);

/* online_meet.c: the menu for a player, requests, parties */
bool online_serve_meet(Online *online, const MenuRequest *request);
/* A request of a player: shown as soon as the map has the focus. */
void online_ask(Online *online, uint32_t player, bool trade);
void online_ask_waiting(Online *online);
/* The request was withdrawn. */
void online_ask_no_more(Online *online, uint32_t player, bool trade);
void online_on_party(Online *online, const PacketParty *party);
void online_show_party(Online *online);

/* online_trade.c */
bool online_serve_trade(Online *online, const MenuRequest *request);
void online_on_trade(Online *online, const PacketTrade *trade);
void online_trade_failed(Online *online, ResultCode result);
void online_trade_turn(Online *online);
/* In another world, the previous partner is not present. */
void online_trade_clear(Online *online);

#endif
