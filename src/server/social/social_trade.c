/* A trade is opened by requests of both sides. Parts, in order: opening and ending; acts of
 * players (ask, ITEMS, AGREE, cancel); timers. After both have agreed, the trade stays until
 * the host reports that the exchange is saved (social_trade_saved). */
#include "server/social/social_internal.h"

#include <assert.h>

/* `person` must be one of the two. */
static TradeSide *side_of(Trade *trade, const Person *person)
{
    return &trade->sides[trade->sides[1].person == person];
}

static TradeSide *side_against(Trade *trade, const Person *person)
{
    return &trade->sides[trade->sides[0].person == person];
}

static bool is_near(const Social *social, const Person *a, const Person *b)
{
    const SocialHost *host = social->host;
    return host->distance(host->context, a->number, b->number) <= SOCIAL_REACH;
}

static SocialOffer offer_of(const TradeSide *side)
{
    return (SocialOffer){side->person->number, side->items, side->count};
}

static void send_word(const Social *social, const Person *to, TradeAct word,
                      const Person *other)
{
    const PacketTrade news = {.act = (PacketTradeNews)word, .with = other->number};
    social_send(social, to, SERVER_TRADE, &news);
}

static void send_items(const Social *social, const Person *to, TradeSide *side)
{
    const PacketTrade news = {TRADE_ITEMS, side->person->number, side->revision,
                              (PacketItemCount)side->count, side->items};
    social_send(social, to, SERVER_TRADE, &news);
}

/* ---- opening and ending ---- */

/* Each change gets a new revision: AGREE names the one that the player has seen. */
static void put_on_table(Social *social, TradeSide *side, const PacketItem *items, size_t count)
{
    side->count = (unsigned)count;
    if (count)
        memcpy(side->items, items, count * sizeof *items);
    side->revision = ++social->revision;
}

/* The id has the index of the trade and a count, so that a late answer of the store cannot meet
 * another trade in the same place. */
static void trade_open(Social *social, Person *a, Person *b, uint64_t now)
{
    Trade *trade = line_first(&social->free_trades);
    assert(trade); /* there are half as many as people, and each person has at most one */
    line_append(&social->open_trades, &trade->link);
    trade->id = ++social->trades_made * social->trade_count + (size_t)(trade - social->trades);
    trade->is_saving = false;
    trade->heard = now;
    Person *const people[] = {a, b};
    for (unsigned i = 0; i < 2; i++) {
        trade->sides[i].person = people[i];
        trade->sides[i].agrees = false;
        put_on_table(social, &trade->sides[i], NULL, 0);
        people[i]->trade = trade;
        people[i]->asked = 0;
    }
    send_items(social, a, &trade->sides[1]);
    send_items(social, b, &trade->sides[0]);
}

/* The id is cleared first: callbacks of the host must find the trade closed. */
static void trade_end(Social *social, Trade *trade, TradeAct word, uint64_t now)
{
    Person *a = trade->sides[0].person, *b = trade->sides[1].person;
    trade->id = 0;
    a->trade = b->trade = NULL;
    line_append(&social->free_trades, &trade->link);
    send_word(social, a, word, b);
    send_word(social, b, word, a);
    person_rest(social, a, now);
    person_rest(social, b, now);
}

/* Not while the exchange is being saved: it may have happened already. */
void trade_cancel(Social *social, Trade *trade, uint64_t now)
{
    assert(!trade->is_saving);
    trade_end(social, trade, TRADE_CANCEL, now);
}

/* The exchange did not happen. */
static void trade_fail(Social *social, Trade *trade, ResultCode why, uint64_t now)
{
    const Text words = why == RESULT_LACKING
                           ? TEXT("the trade failed: an item is missing, the bag is full, or a "
                                  "dialog is open")
                           : TEXT("");
    for (unsigned i = 0; i < 2; i++)
        social_answer(social, trade->sides[i].person, CLIENT_TRADE, why, words);
    trade_end(social, trade, TRADE_CANCEL, now);
}

/* Both agree. While the exchange is being saved, only the host can end the trade. */
static SocialAnswer trade_settle(Social *social, Trade *trade, uint64_t now)
{
    const SocialHost *host = social->host;
    const SocialOffer sides[] = {offer_of(&trade->sides[0]), offer_of(&trade->sides[1])};
    const uint64_t id = trade->id;
    trade->is_saving = true;
    line_remove(&trade->link);
    const ResultCode result = host->exchange(host->context, id, sides);
    if (result == RESULT_OK)
        return ANSWER_OK;
    assert(trade->id == id);
    trade_fail(social, trade, result, now);
    return ANSWER_NONE;
}

/* False for a trade that no longer exists. Only now both sides get the result. */
bool social_trade_saved(Social *social, uint64_t id, ResultCode outcome, uint64_t now)
{
    Trade *trade = &social->trades[id % social->trade_count];
    if (!id || trade->id != id || !trade->is_saving)
        return false;
    if (outcome == RESULT_OK)
        trade_end(social, trade, TRADE_DONE, now);
    else
        trade_fail(social, trade, outcome, now);
    return true;
}

/* ---- acts of players ---- */

/* Asking somebody who has asked this player opens the trade. A new request ends the open trade
 * with another player, but only after all checks. */
static SocialAnswer ask(Social *social, Person *me, const PacketTradeAct *act, uint64_t now)
{
    Person *other = person_here(social, act->with);
    if (!other)
        return ANSWER_NOBODY;
    if (other == me)
        return ANSWER_SELF;
    if (me->trade && me->trade->is_saving)
        return ANSWER_KEEPING;
    if (me->trade && me->trade == other->trade)
        return ANSWER_TRADING;
    if (!budget_spend(&me->asks, 1, now))
        return ANSWER_TOO_FAST;
    if (social->host->ignores(social->host->context, other->number, me->number))
        return ANSWER_IGNORED;
    if (!is_near(social, me, other))
        return ANSWER_FAR;
    if (me->trade)
        trade_cancel(social, me->trade, now);
    if (other->asked == me->number && other->asked_until > now) {
        trade_open(social, other, me, now);
        return ANSWER_OK;
    }
    me->asked = other->number;
    me->asked_until = now + SOCIAL_SILENCE;
    send_word(social, other, TRADE_ASK, me);
    return ANSWER_OK;
}

/* Returns ANSWER_OK if `me` can give these items. */
static SocialAnswer look_at(const Social *social, const Person *me, const PacketItem *items,
                            size_t count)
{
    const SocialHost *host = social->host;
    if (count > SOCIAL_ITEMS)
        return ANSWER_NO_ITEM;
    for (size_t i = 0; i < count; i++) {
        if (!items[i].quantity || !host->tradable(host->context, items[i].object))
            return ANSWER_NO_ITEM;
        for (size_t j = 0; j < i; j++)
            if (items[j].object == items[i].object)
                return ANSWER_NO_ITEM;
        if (host->quantity(host->context, me->number, items[i].object) < items[i].quantity)
            return ANSWER_LACKING;
    }
    return ANSWER_OK;
}

/* A sender of ITEMS withdraws its previous offer: if the new items are refused, the old ones
 * must not stay on offer, or an AGREE that is under way would exchange them. */
static SocialAnswer give(Social *social, Person *me, const PacketTradeAct *act, uint64_t now)
{
    (void)now;
    TradeSide *mine = side_of(me->trade, me), *other = side_against(me->trade, me);
    const SocialAnswer looked = look_at(social, me, act->items, act->item_count);
    put_on_table(social, mine, act->items, looked == ANSWER_OK ? act->item_count : 0);
    mine->agrees = other->agrees = false;
    send_items(social, other->person, mine);
    return looked;
}

/* The items are checked again: since the offer they may have been used or sold. */
static SocialAnswer agree(Social *social, Person *me, const PacketTradeAct *act, uint64_t now)
{
    TradeSide *mine = side_of(me->trade, me), *other = side_against(me->trade, me);
    if (act->revision != other->revision)
        return ANSWER_CHANGED;
    if (mine->agrees)
        return ANSWER_OK;
    if (!mine->count && !other->count)
        return ANSWER_NOTHING;
    const SocialAnswer looked = look_at(social, me, mine->items, mine->count);
    if (looked != ANSWER_OK)
        return looked;
    const SocialOffer gives = offer_of(mine), takes = offer_of(other);
    if (!social->host->capacity(social->host->context, &gives, &takes))
        return ANSWER_NO_ROOM;
    mine->agrees = true;
    send_word(social, other->person, TRADE_AGREE, me);
    return other->agrees ? trade_settle(social, me->trade, now) : ANSWER_OK;
}

/* ITEMS and AGREE require an open trade and that the other player is near. */
static SocialAnswer act_in_trade(Social *social, Person *me, const PacketTradeAct *act,
                                 uint64_t now)
{
    Trade *trade = me->trade;
    const Person *other = trade ? side_against(trade, me)->person : NULL;
    if (!other || other->number != act->with)
        return ANSWER_NO_TRADE;
    if (trade->is_saving)
        return ANSWER_KEEPING;
    if (!is_near(social, me, other)) {
        trade_cancel(social, trade, now);
        return ANSWER_FAR;
    }
    trade->heard = now;
    line_append(&social->open_trades, &trade->link);
    return (act->act == TRADE_ITEMS ? give : agree)(social, me, act, now);
}

/* Cancels a trade, or a request of either side. */
static SocialAnswer cancel(Social *social, Person *me, const PacketTradeAct *act, uint64_t now)
{
    Person *other = person_here(social, act->with);
    if (me->trade && side_against(me->trade, me)->person->number == act->with) {
        if (me->trade->is_saving)
            return ANSWER_KEEPING;
        trade_cancel(social, me->trade, now);
        return ANSWER_OK;
    }
    const bool have_asked = act->with && me->asked == act->with;
    const bool was_asked = other && other->asked == me->number;
    if (!have_asked && !was_asked)
        return ANSWER_NO_TRADE;
    if (have_asked)
        me->asked = 0;
    if (was_asked)
        other->asked = 0;
    if (other)
        send_word(social, other, TRADE_CANCEL, me);
    return ANSWER_OK;
}

/* Acts of the protocol that only the server sends (DONE) have no function. */
SocialAnswer trade_act(Social *social, Person *me, const PacketTradeAct *act, uint64_t now)
{
    static SocialAnswer (*const acts[])(Social *, Person *, const PacketTradeAct *,
                                        uint64_t) = {
        [TRADE_ASK] = ask,
        [TRADE_ITEMS] = act_in_trade,
        [TRADE_AGREE] = act_in_trade,
        [TRADE_CANCEL] = cancel,
    };
    return act->act < COUNT_OF(acts) ? acts[act->act](social, me, act, now) : ANSWER_WORD;
}

/* ---- time ---- */

/* Positions are only compared every SOCIAL_LOOK ms. */
static void cancel_those_apart(Social *social, uint64_t now)
{
    social->looked = now;
    for (Link *link = social->open_trades.next, *next; link != &social->open_trades;
         link = next) {
        Trade *trade = (Trade *)link;
        next = link->next;
        if (!is_near(social, trade->sides[0].person, trade->sides[1].person))
            trade_cancel(social, trade, now);
    }
}

/* Trades are listed by the time of their last act, so that only the first ones can be due. */
void trades_time(Social *social, uint64_t now)
{
    Trade *trade;
    while ((trade = line_first(&social->open_trades)) && trade->heard + SOCIAL_SILENCE <= now)
        trade_cancel(social, trade, now);
    if (now >= social->looked + SOCIAL_LOOK)
        cancel_those_apart(social, now);
}

uint64_t trades_due(const Social *social)
{
    const Trade *trade = line_first(&social->open_trades);
    if (!trade)
        return UINT64_MAX;
    const uint64_t silent = trade->heard + SOCIAL_SILENCE, look = social->looked + SOCIAL_LOOK;
    return silent < look ? silent : look;
}
