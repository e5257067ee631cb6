#include "social_host.h"

void town_must(Town *town, bool is_so, const char *rule)
{
    if (!is_so && !town->broken)
        town->broken = rule;
}

/* ---- the host ---- */

uint32_t town_distance(void *context, uint32_t player, uint32_t other)
{
    const Town *town = context;
    const Townsman *a = &town->men[player], *b = &town->men[other];
    if (!a->plays || !b->plays || a->dead || b->dead || a->map != b->map)
        return SOCIAL_NOWHERE;
    const int32_t x = abs(a->x - b->x), y = abs(a->y - b->y);
    return (uint32_t)(x > y ? x : y);
}

size_t town_near(void *context, uint32_t player, uint32_t cells, uint32_t *out, size_t max)
{
    const Town *town = context;
    size_t count = 0;
    for (uint32_t i = 1; i <= town->count && count < max; i++)
        if (town_distance(context, player, i) <= cells * 2)
            out[count++] = i;
    return count;
}

bool town_pass(void *context, uint32_t player, Text name, Text text)
{
    (void)context;
    return player && text.size && text_is(name, "Oisin");
}

Text town_clean(void *context, Text text)
{
    Town *town = context;
    town->cleaned++;
    return text;
}

uint32_t town_named(void *context, Text name)
{
    const Town *town = context;
    uint32_t number = 0;
    for (size_t i = 1; i < name.size; i++)
        number = number * 10 + (uint32_t)(name.at[i] - '0');
    return name.size && name.at[0] == 'P' && number <= town->count ? number : 0;
}

bool town_ignores(void *context, uint32_t player, uint32_t other)
{
    const Town *town = context;
    return town->men[player].ignored == other;
}

Text town_name(void *context, uint32_t player)
{
    Town *town = context;
    snprintf(town->name, sizeof town->name, "P%u", player);
    return text_of(town->name);
}

bool town_tradable(void *context, uint16_t object)
{
    (void)context;
    return object < TOWN_OBJECTS && object != TOWN_SKILL;
}

uint32_t town_quantity(void *context, uint32_t player, uint16_t object)
{
    const Town *town = context;
    return object < TOWN_OBJECTS ? (uint32_t)town->men[player].bag[object] : 0;
}

static int64_t offer_size(const SocialOffer *offer)
{
    int64_t size = 0;
    for (size_t i = 0; i < offer->count; i++)
        size += offer->items[i].quantity;
    return size;
}

bool town_room(void *context, const SocialOffer *gives, const SocialOffer *takes)
{
    const Town *town = context;
    int64_t has = offer_size(takes) - offer_size(gives);
    for (unsigned i = 0; i < TOWN_OBJECTS; i++)
        has += town->men[gives->player].bag[i];
    return has <= TOWN_BAG;
}

void offer_move(Townsman *from, Townsman *to, const Offered *offer)
{
    for (size_t i = 0; i < offer->count; i++) {
        from->bag[offer->items[i].object] -= (int32_t)offer->items[i].quantity;
        to->bag[offer->items[i].object] += (int32_t)offer->items[i].quantity;
    }
}

static bool offer_is(const SocialOffer *offer, const Offered *wanted)
{
    if (offer->count != wanted->count)
        return false;
    for (size_t i = 0; i < offer->count; i++)
        if (offer->items[i].object != wanted->items[i].object ||
            offer->items[i].quantity != wanted->items[i].quantity)
            return false;
    return true;
}

/* What the witness says to it: both see and agree to exactly this. */
static void town_witness(Town *town, const SocialOffer sides[2])
{
    for (unsigned i = 0; i < 2; i++) {
        const Townsman *man = &town->men[sides[i].player];
        town_must(town, man->plays && man->trading == sides[!i].player, "they trade");
        town_must(town, man->agrees && man->agreed == man->shown.revision, "both agree");
        town_must(town, offer_is(&sides[!i], &man->shown), "to what they were shown");
        town_must(town, offer_is(&sides[i], &man->given), "each gives what it said");
        town_must(town, !man->exchanged, "one exchange at a time");
    }
    town_must(town, sides[0].player != sides[1].player, "there are two");
    town_must(town, town_distance(town, sides[0].player, sides[1].player) <= SOCIAL_REACH,
              "they are near");
}

static bool town_has(Town *town, const SocialOffer *offer)
{
    for (size_t i = 0; i < offer->count; i++)
        if (!town_tradable(town, offer->items[i].object) ||
            town_quantity(town, offer->player, offer->items[i].object) <
                offer->items[i].quantity)
            return false;
    return true;
}

ResultCode town_exchange(void *context, uint64_t trade, const SocialOffer sides[2])
{
    Town *town = context;
    town_witness(town, sides);
    const ResultCode refuses = town->refuses;
    town->refuses = RESULT_OK;
    if (refuses)
        return refuses;
    for (unsigned i = 0; i < 2; i++)
        if (!town_has(town, &sides[i]) || !town_room(town, &sides[i], &sides[!i]))
            return RESULT_LACKING;
    Kept *kept = &town->kept[town->kept_count++];
    *kept = (Kept){.trade = trade};
    for (unsigned i = 0; i < 2; i++) {
        kept->players[i] = sides[i].player;
        kept->gives[i] = town->men[sides[i].player].given;
        town->men[sides[i].player].exchanged = true;
    }
    for (unsigned i = 0; i < 2; i++)
        offer_move(&town->men[kept->players[i]], &town->men[kept->players[!i]],
                   &kept->gives[i]);
    town->exchanges++;
    if (town->keeps_at_once) {
        town->kept_count--;
        social_trade_saved(town->social, trade, RESULT_OK, town->now);
    }
    return RESULT_OK;
}
