/* What players do with each other: chat, parties, trade.
 *
 * Pure: there is no clock (milliseconds that do not go back are handed in), no socket and no
 * world; questions about them go to the functions of SocialHost. A player is the number of an
 * account, from 1.
 *
 *     social = social_new(&host, 1000, arena);
 *     social_enter(social, player, now);             it plays
 *     social_packet(social, player, &packet, now);   SAY, TRADE or PARTY came from it
 *     social_trade_kept(social, trade, RESULT_OK, now);  some time after host.exchange
 *     social_part(social, player, now);              its connection is gone
 *     at social_due(): social_time()
 *
 * Each packet is answered by one RESULT; only an empty SAY is not.
 *
 * Chat. One budget for all channels. Who speaks hears it too, except a whisper.
 *
 * Parties. Everybody may invite, whoever is in a party for that party; to invite and to accept
 * both must be on one map. Only the leader, who is the first, removes; the next one
 * becomes it. Each change tells all of it, those who have left too, by MEMBERS: `with` is whom
 * the change is about, no members: you are in none. Below two there is no party. Who parts
 * is kept for a while, and hears MEMBERS after coming back.
 *
 * Trade. ASK from both opens it, and both hear ITEMS without items: it is open. ITEMS says all
 * that is given, gets a new revision (of this side; of no other trade) and takes back both
 * AGREEs; ITEMS that are refused leave nothing given. AGREE names the revision of the other
 * one's items. When both agree, the host exchanges, and DONE comes after it has said that this
 * is kept. Until then the two can start no other trade. CANCEL comes to both when either
 * cancels, asks somebody else, goes too far away, dies or parts, when nothing has been said for
 * long, or when the exchange fails, then with its RESULT. Nothing that is given is locked in
 * the world: the host looks again.
 *
 * All memory is taken at the start. A packet costs at most what there are members of a
 * party, hearers, or pairs of different items. */
#ifndef OISIN_SERVER_SOCIAL_H
#define OISIN_SERVER_SOCIAL_H

#include "net/packet.h"

enum {
    SOCIAL_HEARING = 32,           /* cells that a voice carries */
    SOCIAL_HEARERS = 128,          /* in a crowd not everybody hears */
    SOCIAL_REACH = 6,              /* cells between two who trade */
    SOCIAL_PARTY = 32,             /* members */
    SOCIAL_ITEMS = 64,             /* different ones that one side gives */
    SOCIAL_INVITATIONS = 4,        /* that one player can have at a time */
    SOCIAL_INVITATION = 60 * 1000, /* ms until one expires */
    SOCIAL_AWAY = 60 * 1000,       /* ms that a place in a party is kept */
    SOCIAL_SILENCE = 120 * 1000,   /* ms after which a trade, or asking for one, is over */
    SOCIAL_LOOK = 250,    /* ms from one look at whether traders are near to the next */
    SOCIAL_WORDS = 1,     /* texts a second ... */
    SOCIAL_WORDS_MAX = 5, /* ... and at once */
    SOCIAL_ASKS = 1,      /* INVITE and ASK a second ... */
    SOCIAL_ASKS_MAX = 5,  /* ... and at once */
};
#define SOCIAL_NOWHERE UINT32_MAX /* a distance */

/* What one side gives. */
typedef struct SocialOffer {
    uint32_t player;
    const PacketItem *items; /* no object twice, no quantity of 0 */
    size_t count;
} SocialOffer;

/* Is asked from within the functions below, and must call none of them, except
 * social_trade_kept from within `exchange`. All players it is asked about are playing. */
typedef struct SocialHost {
    void *context;
    /* Hands a packet of the server to players; it is valid during the call. */
    void (*send)(void *context, const uint32_t *players, size_t count, ServerPacketType type,
                 const void *record);
    /* Who plays under that name; 0 nobody. */
    uint32_t (*named)(void *context, Text name);
    /* Whispers to somebody of that name who plays where this server does not see it; false if
     * nobody does. */
    bool (*pass)(void *context, uint32_t player, Text name, Text text);
    /* At most 96 bytes, valid until the next call. */
    Text (*name)(void *context, uint32_t player);
    /* In cells; SOCIAL_NOWHERE if they are not on one map or one of them is dead. Somebody's
     * distance to itself is asked too: whether it can be heard. */
    uint32_t (*distance)(void *context, uint32_t player, uint32_t other);
    /* Players within so many cells, each once, in any order; some that are farther away or
     * the player itself do no harm. Returns how many, at most `most`. */
    size_t (*near)(void *context, uint32_t player, uint32_t cells, uint32_t *out, size_t max);
    bool (*tradable)(void *context, uint16_t object);
    uint32_t (*quantity)(void *context, uint32_t player, uint16_t object);
    /* Whether the one who gives this can then take that. */
    bool (*room)(void *context, const SocialOffer *gives, const SocialOffer *takes);
    /* Does it in the world, all at once, or nothing of it. It checks everything again: whether
     * it is there, may be traded, has room. RESULT_OK: done, and social_trade_kept will be
     * called, exactly once, when it is on the disk or not. All else is why not. */
    ResultCode (*exchange)(void *context, uint64_t trade, const SocialOffer sides[2]);
} SocialHost;

typedef struct Social Social;

/* For at most so many players, with those whose places are kept. `host` outlives it. */
Social *social_new(const SocialHost *host, size_t players, Arena *arena);

/* Somebody plays, or again; who is here already has parted by that. If there are too many,
 * who has been away for longest loses the place in its party; false if nobody is away. */
bool social_enter(Social *social, uint32_t player, uint64_t now);
void social_part(Social *social, uint32_t player, uint64_t now);
/* It goes to a world of which this one knows nothing, and keeps its connection: it hears that
 * its trade is over and that it is in no party any more. social_part follows. */
void social_leave(Social *social, uint32_t player, uint64_t now);
/* Whether an exchange of this player's is not kept yet. */
bool social_is_keeping(const Social *social, uint32_t player);

/* From a player who is here: SAY, TRADE or PARTY, as packet_read gave it. */
void social_packet(Social *social, uint32_t player, const Packet *packet, uint64_t now);

/* What has come of an exchange. RESULT_OK: kept. Else it has not happened: the host has undone
 * it in the world, or the world ends. False if there is no such trade. */
bool social_trade_kept(Social *social, uint64_t trade, ResultCode outcome, uint64_t now);

/* The server speaks to everybody. What is too long is cut, what is no text is not said. */
void social_announce(Social *social, Text text);

/* When social_time is to be called; UINT64_MAX: there is nothing to wait for. */
uint64_t social_due(const Social *social);
void social_time(Social *social, uint64_t now);

/* The members of a player's party, the leader first; at most SOCIAL_PARTY. */
size_t social_party(const Social *social, uint32_t player, uint32_t *out);

#endif
