/* Parts, in order: the start; people who enter and leave; distribution of packets to chat,
 * parties (social_party.c) and trade (social_trade.c); timers. */
#include "server/social/social_internal.h"

#include <assert.h>

enum { OTHERS = 4 };

/* Allocates `count` elements of `size` bytes that begin with a Link, and adds them to
 * `line`. */
static void *take_line(Link *line, size_t count, size_t size, Arena *arena)
{
    char *things = arena_alloc(arena, count, size);
    line_start(line);
    for (size_t i = 0; i < count; i++) {
        Link *link = (Link *)(void *)(things + i * size);
        line_start(link);
        line_append(line, link);
    }
    return things;
}

Social *social_new(const SocialHost *host, size_t players, Arena *arena)
{
    Social *social = ARENA_ALLOC(arena, Social, 1);
    const size_t pairs = players / 2 + 1;
    if (host->members) /* members who play elsewhere */
        players *= OTHERS;
    social->host = host;
    social->people_count = players;
    social->trade_count = pairs;
    social->party_count = host->members ? players : pairs;
    social->people = take_line(&social->free_people, players, sizeof(Person), arena);
    social->trades = take_line(&social->free_trades, pairs, sizeof(Trade), arena);
    social->parties =
        take_line(&social->free_parties, social->party_count, sizeof(Party), arena);
    social->party_numbers = ARENA_ALLOC(arena, uint64_t, social->party_count);
    line_start(&social->single_parties);
    line_start(&social->away);
    line_start(&social->open_trades);
    size_t heads = 1;
    while (heads < players)
        heads *= 2;
    social->heads = ARENA_ALLOC(arena, Person *, heads);
    social->head_mask = heads - 1;
    return social;
}

/* ---- people ---- */

/* The time of a player who has been away is over. */
static void person_forget(Social *social, Person *person, uint64_t now)
{
    memset(person->invitations, 0, sizeof person->invitations);
    if (person->party)
        party_leave(social, person, 0, now);
    else
        person_rest(social, person, now);
}

bool social_enter(Social *social, uint32_t player, uint64_t now)
{
    assert(player);
    social_disconnect(social, player, now);
    Person *person = person_find(social, player);
    if (!person && !line_first(&social->free_people) && line_first(&social->away))
        person_forget(social, line_first(&social->away), now);
    if (!person && (person = person_new(social, player, now)))
        person->stamp = social->clock; /* what it did on other servers is known */
    if (!person)
        return false;
    person->is_here = true;
    line_remove(&person->link);
    if (person->party)
        party_send_members(social, person, person->number);
    parties_settle(social, now);
    return true;
}

void social_disconnect(Social *social, uint32_t player, uint64_t now)
{
    Person *person = person_here(social, player);
    if (!person)
        return;
    person->is_here = false;
    person->asked = 0;
    if (person->trade && !person->trade->is_saving)
        trade_cancel(social, person->trade, now);
    else
        person_rest(social, person, now);
}

void social_leave(Social *social, uint32_t player, uint64_t now)
{
    Person *person = person_here(social, player);
    if (!person)
        return;
    if (person->trade && !person->trade->is_saving)
        trade_cancel(social, person->trade, now);
}

void social_elsewhere(Social *social, uint32_t player, uint64_t now)
{
    Person *person = person_find(social, player);
    if (person)
        person_rest(social, person, now);
}

bool social_is_keeping(const Social *social, uint32_t player)
{
    const Person *person = person_find(social, player);
    return person && person->trade && person->trade->is_saving;
}

/* ---- packets ---- */

static const struct {
    ResultCode code;
    Text words;
} answers[] = {
#define ANSWER(NAME, result, words_) {RESULT_##result, {words_, sizeof(words_) - 1}},
#include "server/social/social.def"
#undef ANSWER
};

void social_packet(Social *social, uint32_t player, const Packet *packet, uint64_t now)
{
    Person *me = person_here(social, player);
    if (!me)
        return;
    SocialAnswer answer = ANSWER_NONE;
    switch ((ClientPacketType)packet->type) {
    case CLIENT_SAY:
        answer = chat_act(social, me, &packet->say, now);
        break;
    case CLIENT_PARTY:
        answer = party_act(social, me, &packet->party_act, now);
        break;
    case CLIENT_TRADE:
        answer = trade_act(social, me, &packet->trade_act, now);
        break;
    case CLIENT_HELLO: /* handled by the session */
    case CLIENT_FETCH:
    case CLIENT_PING:
    case CLIENT_PONG:
    case CLIENT_BYE:
    case CLIENT_REGISTER: /* handled by the connection */
    case CLIENT_LOGIN:
    case CLIENT_PASSWORD:
    case CLIENT_INPUT: /* handled by the controller */
        break;
    }
    parties_settle(social, now);
    if (answer != ANSWER_NONE)
        social_answer(social, me, packet->type, answers[answer].code, answers[answer].words);
}

/* ---- time ---- */

uint64_t social_due(const Social *social)
{
    const Person *first = line_first(&social->away);
    const uint64_t away = first ? first->departed + SOCIAL_AWAY : UINT64_MAX;
    const uint64_t trades = trades_due(social);
    return away < trades ? away : trades;
}

void social_time(Social *social, uint64_t now)
{
    Person *person;
    while ((person = line_first(&social->away)) && person->departed + SOCIAL_AWAY <= now)
        person_forget(social, person, now);
    parties_settle(social, now);
    trades_time(social, now);
}

size_t social_party(const Social *social, uint32_t player, uint32_t *out)
{
    const Person *person = person_find(social, player);
    const Party *party = person ? person->party : NULL;
    for (unsigned i = 0; party && i < party->count; i++)
        out[i] = party->members[i]->number;
    return party ? party->count : 0;
}

size_t social_member_count(const Social *social)
{
    size_t count = 0;
    for (size_t i = 0; i < social->party_count; i++)
        count += social->parties[i].count;
    return count;
}
