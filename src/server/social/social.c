/* Parts, in order: lists with links in their elements, so that nothing is allocated after the
 * start; people, who are kept for a while after they leave; distribution of packets to chat,
 * parties (social_party.c) and trade (social_trade.c); timers. */
#include "server/social/social_internal.h"

#include "base/hash.h"

#include <assert.h>

enum { OTHERS = 4 };

/* ---- lists ---- */

void line_start(Link *line) { line->next = line->before = line; }

void line_remove(Link *link)
{
    link->before->next = link->next;
    link->next->before = link->before;
    line_start(link);
}

void line_append(Link *line, Link *link)
{
    line_remove(link);
    link->before = line->before;
    link->next = line;
    line->before->next = link;
    line->before = link;
}

void *line_first(const Link *line) { return line->next != line ? line->next : NULL; }

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

static Person **chain_of(const Social *social, uint32_t number)
{
    return &social->heads[hash_mix(0, number) & social->head_mask];
}

Person *person_find(const Social *social, uint32_t number)
{
    Person *person = number ? *chain_of(social, number) : NULL;
    while (person && person->number != number)
        person = person->next_same;
    return person;
}

Person *person_here(const Social *social, uint32_t number)
{
    Person *person = person_find(social, number);
    return person && person->is_here ? person : NULL;
}

bool is_on_one_map(const Social *social, const Person *a, const Person *b)
{
    const SocialHost *host = social->host;
    return host->distance(host->context, a->number, b->number) != SOCIAL_NOWHERE;
}

Person *person_new(Social *social, uint32_t number, uint64_t now)
{
    Person *person = line_first(&social->free_people);
    if (!person)
        return NULL;
    line_remove(&person->link);
    Person **chain = chain_of(social, number);
    person->number = number;
    person->next_same = *chain;
    *chain = person;
    person->words = budget_of(SOCIAL_WORDS, SOCIAL_WORDS_MAX, now);
    person->asks = budget_of(SOCIAL_ASKS, SOCIAL_ASKS_MAX, now);
    return person;
}

static void person_clear(Social *social, Person *person)
{
    Person **at = chain_of(social, person->number);
    while (*at != person)
        at = &(*at)->next_same;
    *at = person->next_same;
    line_remove(&person->link);
    *person = (Person){0};
    line_start(&person->link);
    line_append(&social->free_people, &person->link);
}

void person_rest(Social *social, Person *person, uint64_t now)
{
    const SocialHost *host = social->host;
    if (person->is_here || person->trade)
        return;
    const bool elsewhere = host->elsewhere && host->elsewhere(host->context, person->number);
    if (elsewhere)
        party_pass_invitations(social, person, now);
    /* With several servers, a player may arrive on another one in a moment. */
    const bool moves = host->elsewhere && party_is_invited(person, now);
    line_remove(&person->link);
    if (!person->party && !moves) {
        person_clear(social, person);
    } else if (!elsewhere) {
        person->departed = now;
        line_append(&social->away, &person->link);
    }
}

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

void social_send(const Social *social, const Person *person, ServerPacketType type,
                 const void *record)
{
    if (person->is_here)
        social->host->send(social->host->context, &person->number, 1, type, record);
}

void social_answer(const Social *social, const Person *person, unsigned request,
                   ResultCode code, Text words)
{
    const PacketAnswer result = {(PacketRequest)request, (PacketResult)code,
                                 (PacketTextSize)words.size, (ascii *)(uintptr_t)words.at};
    social_send(social, person, SERVER_RESULT, &result);
}

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
