/* A host for chat, parties and trade: people with places and bags. It knows what players send
 * and hear (social_kit.h), and by that alone witnesses what is exchanged. */
#ifndef OISIN_TESTS_SOCIAL_HOST_H
#define OISIN_TESTS_SOCIAL_HOST_H

#include "server/social/social.h"

#include <stdio.h>

enum { TOWN_MAX = 160, TOWN_OBJECTS = 4, TOWN_SKILL = 3, TOWN_INBOX = 12, TOWN_BAG = 400 };

typedef struct Offered {
    uint32_t revision;
    size_t count;
    PacketItem items[SOCIAL_ITEMS];
} Offered;

typedef struct Townsman {
    bool plays, dead;
    uint32_t map;
    int32_t x, y;
    int32_t bag[TOWN_OBJECTS];
    Packet inbox[TOWN_INBOX];
    size_t heard, taken;
    /* what the witness knows */
    int32_t known[TOWN_OBJECTS]; /* the bag, by DONE */
    uint32_t trading;            /* with whom; 0 nobody */
    uint32_t asker;              /* who has asked last, or 0 */
    bool agrees, exchanged;
    uint32_t agreed;              /* to which revision */
    Offered given, shown;         /* by this one, to this one */
    size_t results;               /* heard since the last packet */
    uint32_t party[SOCIAL_PARTY]; /* by MEMBERS */
    size_t party_count;
    uint32_t inviter; /* who has invited last, or 0 */
    uint32_t ignored; /* whom this one ignores, or 0 */
} Townsman;

typedef struct Kept {
    uint64_t trade;
    uint32_t players[2];
    Offered gives[2];
} Kept;

typedef struct Town {
    Social *social;
    SocialHost host;
    Arena *arena, *scratch; /* scratch: packets in the inboxes */
    uint64_t now;
    uint32_t count;
    size_t places; /* in the tables */
    int32_t total[TOWN_OBJECTS];
    Townsman men[TOWN_MAX + 1];
    Kept kept[TOWN_MAX];
    size_t kept_count, exchanges, done, undone;
    ResultCode refuses; /* what `exchange` says next, if not RESULT_OK */
    bool keeps_at_once;
    size_t cleaned; /* lines that went through the filter */
    char name[16];
    const char *broken;
} Town;

void town_must(Town *town, bool is_so, const char *rule);
uint32_t town_distance(void *context, uint32_t player, uint32_t other);

/* As from a coarse grid: some are too far away, and the player is among them. */
size_t town_near(void *context, uint32_t player, uint32_t cells, uint32_t *out, size_t max);

/* Somebody called so lives beyond the hills. */
bool town_pass(void *context, uint32_t player, Text name, Text text);
Text town_clean(void *context, Text text);
uint32_t town_named(void *context, Text name);
bool town_ignores(void *context, uint32_t player, uint32_t other);
Text town_name(void *context, uint32_t player);
bool town_tradable(void *context, uint16_t object);
uint32_t town_quantity(void *context, uint32_t player, uint16_t object);
bool town_room(void *context, const SocialOffer *gives, const SocialOffer *takes);
void offer_move(Townsman *from, Townsman *to, const Offered *offer);
ResultCode town_exchange(void *context, uint64_t trade, const SocialOffer sides[2]);

#endif
