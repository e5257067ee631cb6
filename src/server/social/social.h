/* Interactions between players: chat, parties, trade.
 *
 * The module has no clock (callers pass monotonic ms), no socket and no world; it calls the
 * functions of SocialHost for these. A player is the number of an account, from 1.
 *
 *     social = social_new(&host, 1000, arena);
 *     social_enter(social, player, now);                 the player enters
 *     social_packet(social, player, &packet, now);       a SAY, TRADE or PARTY packet
 *     social_trade_saved(social, trade, RESULT_OK, now);  after host.exchange was saved
 *     social_disconnect(social, player, now);                  the connection is closed
 *     social_time() when social_due() is reached
 *
 * Each packet except an empty SAY is answered by one RESULT.
 *
 * Chat. All channels share one rate limit. A sender receives its own message too, except a
 * whisper.
 *
 * Parties. A member invites to its party, a player without a party to a new one; inviting and
 * accepting require that both are on one map. Only the leader (the first member) removes
 * members; if the leader leaves, the next member becomes the leader. Each change is sent to all
 * members and to the one who left as MEMBERS: `with` is the player whom the change is about; an
 * empty list means no party. A party of fewer than two is dissolved. The place of a
 * disconnected player is kept for a while; after a reconnect the player receives MEMBERS.
 *
 * Several servers. Every server knows all members of all parties: each change of a player's
 * membership is sent to the others as a SocialMember. Each of these is numbered, and of two for
 * one player the one with the higher number counts, on all servers, so the order in which they
 * arrive does not matter. A member who plays on another server keeps its place; the time of a
 * disconnected one begins when no server has it any more.
 *
 * Trade. ASK from both players opens a trade, and both receive ITEMS with an empty list. ITEMS
 * lists everything that a side gives, gets a new revision (of this side, unique among all
 * trades) and cancels both AGREEs; refused ITEMS leave an empty offer. AGREE names the revision
 * of the other side's items. When both agree, the host exchanges the items, and DONE is sent
 * after the host reports that this is saved. Until then the two cannot start another trade.
 * Both receive CANCEL when one of them cancels, asks another player, moves too far away, dies
 * or leaves, after a long time without a message, or when the exchange fails, then with its
 * RESULT. Offered items are not locked in the world: the host checks them again.
 *
 * All memory is allocated at the start. A packet costs at most time proportional to the
 * members of a party, the hearers, or the pairs of different items. */
#ifndef OISIN_SERVER_SOCIAL_H
#define OISIN_SERVER_SOCIAL_H

#include "server/protocol/packet.h"

enum {
    SOCIAL_HEARING = 32,           /* cells within which a message is heard */
    SOCIAL_HEARERS = 128,          /* maximum receivers of a message */
    SOCIAL_REACH = 6,              /* maximum cells between two traders */
    SOCIAL_PARTY = 32,             /* members */
    SOCIAL_ITEMS = 64,             /* different items that one side may offer */
    SOCIAL_INVITATIONS = 4,        /* pending invitations per player */
    SOCIAL_INVITATION = 60 * 1000, /* ms until an invitation expires */
    /* ms for which a disconnected player's place in a party is kept */
    SOCIAL_AWAY = 60 * 1000,
    SOCIAL_SILENCE = 120 * 1000, /* ms after which an idle trade or request expires */
    SOCIAL_LOOK = 250,           /* ms between two checks of the traders' distances */
    SOCIAL_WORDS = 1,            /* messages per second ... */
    SOCIAL_WORDS_MAX = 5,        /* ... and burst */
    SOCIAL_ASKS = 1,             /* INVITE and ASK per second ... */
    SOCIAL_ASKS_MAX = 5,         /* ... and burst */
};
#define SOCIAL_NOWHERE UINT32_MAX /* a distance */

/* The items that one side gives. */
typedef struct SocialOffer {
    uint32_t player;
    const PacketItem *items; /* objects are unique, quantities are not 0 */
    size_t count;
} SocialOffer;

/* A player's membership, as the servers send it to each other. */
typedef struct SocialMember {
    uint32_t player;
    uint64_t party;       /* its number; 0: in no party */
    uint64_t joined;      /* members are in this order, the first is the leader */
    uint64_t stamp, node; /* number of the change, and the server that made it */
    uint32_t about;       /* the player whom the change is about */
    uint32_t removed_by;  /* the leader who removed the player; 0: none */
} SocialMember;

/* Functions that the module calls. They must not call functions of this module, except
 * social_trade_saved from within `exchange`. All players passed to them are playing. */
typedef struct SocialHost {
    void *context;
    /* Sends a packet to players; it is valid during the call. */
    void (*send)(void *context, const uint32_t *players, size_t count, ServerPacketType type,
                 const void *record);
    /* Finds a player by name; 0: none. */
    uint32_t (*named)(void *context, Text name);
    /* Whispers to a player on another server; false if there is none of that name. */
    bool (*pass)(void *context, uint32_t player, Text name, Text text);
    /* The text for other players, without filtered words and not longer. Called only within
     * the rate limit. */
    Text (*clean)(void *context, Text text);
    /* Whether a player does not want to be addressed by another one. */
    bool (*ignores)(void *context, uint32_t player, uint32_t other);
    /* At most 96 bytes, valid until the next call. */
    Text (*name)(void *context, uint32_t player);
    /* In cells; SOCIAL_NOWHERE if they are on different maps or one of them is dead. The
     * distance of a player to itself is queried too, to find out whether it can be heard. */
    uint32_t (*distance)(void *context, uint32_t player, uint32_t other);
    /* Players within `cells`, each once, in any order; extra players, or the player itself,
     * are harmless. Returns their number, at most `max`. */
    size_t (*near)(void *context, uint32_t player, uint32_t cells, uint32_t *out, size_t max);
    bool (*tradable)(void *context, uint16_t object);
    uint32_t (*quantity)(void *context, uint32_t player, uint16_t object);
    /* Whether the player who gives `gives` can then carry `takes`. */
    bool (*capacity)(void *context, const SocialOffer *gives, const SocialOffer *takes);
    /* Exchanges the items in the world, completely or not at all, after checking again that
     * they are present, tradable and can be carried. RESULT_OK: social_trade_saved will be
     * called exactly once, when the exchange is on the disk or has failed. Otherwise returns
     * the reason. */
    ResultCode (*exchange)(void *context, uint64_t trade, const SocialOffer sides[2]);

    /* ---- with several servers; otherwise all are NULL ---- */
    uint64_t node; /* number of this server */
    /* Whether a player plays on another server. */
    bool (*elsewhere)(void *context, uint32_t player);
    /* Sends memberships to the other servers, as one message. */
    void (*members)(void *context, const SocialMember *members, size_t count);
    /* Sends a line of a player to those members of its party who play elsewhere. */
    void (*pass_party)(void *context, uint32_t player, const uint32_t *members, size_t count,
                       Text text);
    /* Passes an invitation that is valid for `ms`, or a refusal, of `about` to a player who
     * plays elsewhere: the server there calls social_take_act. */
    void (*pass_act)(void *context, uint32_t player, PartyAct act, uint32_t about, uint64_t ms);
} SocialHost;

typedef struct Social Social;

/* `players` is the maximum, including disconnected players with a place in a party. `host`
 * must outlive the result. */
Social *social_new(const SocialHost *host, size_t players, Arena *arena);

/* A player enters or returns; a player who is present is treated as disconnected first. If
 * there are too many, the player who has been away for longest loses the place in its party;
 * false if no player is away. */
bool social_enter(Social *social, uint32_t player, uint64_t now);
void social_disconnect(Social *social, uint32_t player, uint64_t now);
/* The player moves to another world and keeps its connection: it is sent the end of its trade.
 * social_disconnect follows. */
void social_leave(Social *social, uint32_t player, uint64_t now);
/* Whether an exchange of this player is not saved yet. */
bool social_is_keeping(const Social *social, uint32_t player);

/* Handles a SAY, TRADE or PARTY packet, as read by packet_read. */
void social_packet(Social *social, uint32_t player, const Packet *packet, uint64_t now);

/* Reports the outcome of an exchange. RESULT_OK: saved. Otherwise it did not happen: the
 * host has undone it, or the world ends. Returns false if there is no such trade. */
bool social_trade_saved(Social *social, uint64_t trade, ResultCode outcome, uint64_t now);

/* Sends a message of the server to everyone. Long text is cut; invalid text is ignored. */
void social_announce(Social *social, Text text);

/* When social_time is to be called; UINT64_MAX: never. */
uint64_t social_due(const Social *social);
void social_time(Social *social, uint64_t now);

/* ---- several servers ---- */

/* Memberships that another server has sent in one message. */
void social_take_members(Social *social, const SocialMember *members, size_t count,
                         uint64_t now);
/* See SocialHost.pass_act. */
void social_take_act(Social *social, uint32_t player, PartyAct act, uint32_t about, uint64_t ms,
                     uint64_t now);
/* `elsewhere` has changed for a player. */
void social_elsewhere(Social *social, uint32_t player, uint64_t now);
/* All memberships, for a server that has missed some; at most `max`. The members of a party
 * follow each other, and are to be sent in one message. Returns their number. */
size_t social_members(const Social *social, SocialMember *out, size_t max);
/* Number of all memberships. */
size_t social_member_count(const Social *social);

/* The members of a player's party, leader first; at most SOCIAL_PARTY. */
size_t social_party(const Social *social, uint32_t player, uint32_t *out);

#endif
