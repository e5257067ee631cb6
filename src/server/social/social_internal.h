/* Internal declarations of chat, parties and trade. */
#ifndef OISIN_SERVER_SOCIAL_SOCIAL_INTERNAL_H
#define OISIN_SERVER_SOCIAL_SOCIAL_INTERNAL_H

#include "server/protocol/token_bucket.h"
#include "server/social/social.h"

enum { SOCIAL_CHANGES = 2 * SOCIAL_PARTY };

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
    /* first member: list of free parties, or of those with one member, who is about to leave;
     * or unlinked */
    Link link;
    Person *members[SOCIAL_PARTY]; /* ordered by `joined` */
    unsigned count;
    uint32_t about; /* the last one who has left */
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

/* A player who is present, whose place in a party is kept, or whose trade is being saved; with
 * several servers, also members of parties who play elsewhere. */
struct Person {
    /* first member: list of free entries or, ordered by `departed`, of absent players; or
     * unlinked */
    Link link;
    Person *next_same; /* next in the hash chain */
    uint32_t number;
    bool is_here;
    uint64_t departed;
    Budget words, asks;
    Party *party;                 /* NULL: none */
    uint64_t joined, stamp, node; /* see SocialMember */
    Invitation invitations[SOCIAL_INVITATIONS];
    uint32_t asked; /* asked for a trade, until then; 0: none; not used during a trade */
    uint64_t asked_until;
    Trade *trade; /* NULL: none */
};

struct Social {
    const SocialHost *host;
    Person *people;
    Trade *trades;
    Party *parties;
    uint64_t *party_numbers; /* of those that are not free; a separate list is searched fast */
    size_t people_count, trade_count, party_count;
    uint64_t clock; /* the highest number of a change that is known */
    Person **heads; /* hash chains */
    size_t head_mask;
    Link free_people, away, free_parties, single_parties, free_trades, open_trades;
    SocialMember changes[SOCIAL_CHANGES]; /* to be sent to the other servers */
    size_t change_count;
    uint64_t trades_made;
    /* the last one, of all trades, so that a revision identifies one trade */
    uint32_t revision;
    uint64_t looked; /* last check of the traders' distances */
    uint32_t hearers[SOCIAL_HEARERS + 1];
    size_t hearer_count;
};

/* ---- social_people.c ---- */

void line_start(Link *line);
void line_append(Link *line, Link *link);
void line_remove(Link *link);
/* Returns NULL if the list is empty. */
void *line_first(const Link *line);

/* Returns NULL if the player is unknown. */
Person *person_find(const Social *social, uint32_t number);
/* Returns NULL if there are too many. */
Person *person_new(Social *social, uint32_t number, uint64_t now);
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

/* Removes a person from its party, if any; `removed_by`: the leader, or 0. */
void party_leave(Social *social, Person *person, uint32_t removed_by, uint64_t now);
/* At the end of each function that may change parties: those with one member are dissolved, and
 * the changes are sent to the other servers. */
void parties_settle(Social *social, uint64_t now);
void party_send_members(const Social *social, const Person *to, uint32_t about);

/* ---- social_trade.c ---- */

/* Ends an open trade. */
void trade_cancel(Social *social, Trade *trade, uint64_t now);
/* Ends trades that are idle or whose traders are too far apart. */
void trades_time(Social *social, uint64_t now);
uint64_t trades_due(const Social *social);

#endif
