/* What the files of chat, parties and trade share. */
#ifndef OISIN_SERVER_SOCIAL_PARTS_H
#define OISIN_SERVER_SOCIAL_PARTS_H

#include "net/budget.h"
#include "server/social.h"

typedef enum SocialAnswer {
#define ANSWER(NAME, result, words) ANSWER_##NAME,
#include "server/social.def"
#undef ANSWER
} SocialAnswer;

/* A place in a line: one goes to its end and may leave it anywhere. Alone: points to itself. */
typedef struct Link {
    struct Link *next, *before;
} Link;

typedef struct Person Person;

typedef struct Party {
    Link link; /* first: the line of free ones, or none */
    Person *members[SOCIAL_PARTY];
    unsigned count;
} Party;

typedef struct TradeSide {
    Person *person;
    uint32_t revision; /* of its items */
    bool agrees;       /* to the other side's items, as they are */
    unsigned count;
    PacketItem items[SOCIAL_ITEMS];
} TradeSide;

typedef struct Trade {
    Link link; /* first: the line of free ones or, by `heard`, of open ones; none if kept */
    uint64_t id;
    bool is_keeping; /* the host has exchanged and has not yet said what came of it */
    uint64_t heard;  /* when one of the two has last done something */
    TradeSide sides[2];
} Trade;

typedef struct Invitation {
    uint32_t from; /* 0: none */
    uint64_t until;
} Invitation;

/* A player who is here, whose place in a party is kept, or whose trade is being kept. */
struct Person {
    Link link; /* first: the line of free ones or, by `parted`, of those away; or none */
    Person *next_same; /* with the same hash */
    uint32_t number;
    bool is_here;
    uint64_t departed;
    Budget words, asks;
    Party *party; /* NULL: none */
    Invitation invitations[SOCIAL_INVITATIONS];
    uint32_t asked; /* for a trade, until then; 0 nobody; never while there is one */
    uint64_t asked_until;
    Trade *trade; /* NULL: none */
};

struct Social {
    const SocialHost *host;
    Person *people;
    Trade *trades;
    size_t people_count, trade_count;
    Person **heads; /* of chains, by hash */
    size_t head_mask;
    Link free_people, away, free_parties, free_trades, open_trades;
    uint64_t trades_made;
    uint32_t revision; /* the last one; of all trades, so that none can be meant by another's */
    uint64_t looked;   /* when the traders' distances were looked at */
    uint32_t hearers[SOCIAL_HEARERS + 1];
    size_t hearer_count;
};

/* ---- social.c ---- */

void line_start(Link *line);
void line_append(Link *line, Link *link);
void line_remove(Link *link);
/* NULL if the line is empty. */
void *line_first(const Link *line);

/* NULL if it is not here. */
Person *person_here(const Social *social, uint32_t number);
/* One that has no party or trade any more may be away now, or forgotten. */
void person_rest(Social *social, Person *person, uint64_t now);
bool is_on_one_map(const Social *social, const Person *a, const Person *b);

/* To one player, if it is here. */
void social_send(const Social *social, const Person *person, ServerPacketType type,
                 const void *record);
void social_answer(const Social *social, const Person *person, unsigned request,
                   ResultCode code, Text words);

/* ---- acts: what a packet says, and the answer to it ---- */

SocialAnswer chat_act(Social *social, Person *me, const PacketSay *say, uint64_t now);
SocialAnswer party_act(Social *social, Person *me, const PacketPartyAct *act, uint64_t now);
SocialAnswer trade_act(Social *social, Person *me, const PacketTradeAct *act, uint64_t now);

/* ---- social_party.c ---- */

/* Out of its party, if it has one. */
void party_leave(Social *social, Person *person, uint64_t now);
void party_send_members(const Social *social, const Person *to, const Person *about);

/* ---- social_trade.c ---- */

/* Ends an open one. */
void trade_cancel(Social *social, Trade *trade, uint64_t now);
/* Ends those that are silent or apart. */
void trades_time(Social *social, uint64_t now);
uint64_t trades_due(const Social *social);

#endif
