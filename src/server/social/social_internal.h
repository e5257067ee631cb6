/* Internal declarations of chat, parties and trade. */
#ifndef OISIN_SERVER_SOCIAL_SOCIAL_INTERNAL_H
#define OISIN_SERVER_SOCIAL_SOCIAL_INTERNAL_H

#include "net/protocol/budget.h"
#include "server/social/social.h"

typedef enum SocialAnswer {
#define ANSWER(NAME, result, words) ANSWER_##NAME,
#include "server/social/social.def"
#undef ANSWER
} SocialAnswer;

/* A node of a circular list; an unlinked node points to itself. */
typedef struct Link {
    struct Link *next, *before;
} Link;

typedef struct Person Person;

typedef struct Party {
    Link link; /* first member: list of free parties, or unlinked */
    Person *members[SOCIAL_PARTY];
    unsigned count;
} Party;

typedef struct TradeSide {
    Person *person;
    uint32_t revision; /* of its items */
    bool agrees;       /* to the current items of the other side */
    unsigned count;
    PacketItem items[SOCIAL_ITEMS];
} TradeSide;

typedef struct Trade {
    /* first member: list of free trades or, ordered by `heard`, of open ones; unlinked while
     * saved */
    Link link;
    uint64_t id;
    bool is_saving; /* the host has exchanged and has not yet reported the outcome */
    uint64_t heard; /* time of the last action of either side */
    TradeSide sides[2];
} Trade;

typedef struct Invitation {
    uint32_t from; /* 0: none */
    uint64_t until;
} Invitation;

/* A player who is present, whose place in a party is kept, or whose trade is being saved. */
struct Person {
    /* first member: list of free entries or, ordered by `departed`, of absent players; or
     * unlinked */
    Link link;
    Person *next_same; /* next in the hash chain */
    uint32_t number;
    bool is_here;
    uint64_t departed;
    Budget words, asks;
    Party *party; /* NULL: none */
    Invitation invitations[SOCIAL_INVITATIONS];
    uint32_t asked; /* asked for a trade, until then; 0: none; not used during a trade */
    uint64_t asked_until;
    Trade *trade; /* NULL: none */
};

struct Social {
    const SocialHost *host;
    Person *people;
    Trade *trades;
    size_t people_count, trade_count;
    Person **heads; /* hash chains */
    size_t head_mask;
    Link free_people, away, free_parties, free_trades, open_trades;
    uint64_t trades_made;
    /* the last one, of all trades, so that a revision identifies one trade */
    uint32_t revision;
    uint64_t looked; /* last check of the traders' distances */
    uint32_t hearers[SOCIAL_HEARERS + 1];
    size_t hearer_count;
};

/* ---- social.c ---- */

void line_start(Link *line);
void line_append(Link *line, Link *link);
void line_remove(Link *link);
/* Returns NULL if the list is empty. */
void *line_first(const Link *line);

/* Returns NULL if the player is not present. */
Person *person_here(const Social *social, uint32_t number);
/* Moves a person without party and trade to the absent or the free list. */
void person_rest(Social *social, Person *person, uint64_t now);
bool is_on_one_map(const Social *social, const Person *a, const Person *b);

/* Sends to one player, if present. */
void social_send(const Social *social, const Person *person, ServerPacketType type,
                 const void *record);
void social_answer(const Social *social, const Person *person, unsigned request,
                   ResultCode code, Text words);

/* ---- handlers of packets; each returns the answer ---- */

SocialAnswer chat_act(Social *social, Person *me, const PacketSay *say, uint64_t now);
SocialAnswer party_act(Social *social, Person *me, const PacketPartyAct *act, uint64_t now);
SocialAnswer trade_act(Social *social, Person *me, const PacketTradeAct *act, uint64_t now);

/* ---- social_party.c ---- */

/* Removes a person from its party, if any. */
void party_leave(Social *social, Person *person, uint64_t now);
void party_send_members(const Social *social, const Person *to, const Person *about);

/* ---- social_trade.c ---- */

/* Ends an open trade. */
void trade_cancel(Social *social, Trade *trade, uint64_t now);
/* Ends trades that are idle or whose traders are too far apart. */
void trades_time(Social *social, uint64_t now);
uint64_t trades_due(const Social *social);

#endif
