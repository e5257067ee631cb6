/* People, who are kept for a while after they leave, and packets to them; lists with links in
 * their elements, so that nothing is allocated after the start. */
#include "server/social/social_internal.h"

#include "base/hash.h"

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

static bool is_invited(const Person *person, uint64_t now)
{
    for (unsigned i = 0; i < SOCIAL_INVITATIONS; i++)
        if (person->invitations[i].from && person->invitations[i].until > now)
            return true;
    return false;
}

/* Removes all invitations; those that are still valid follow the player to another server. */
static void pass_invitations(const Social *social, Person *person, uint64_t now)
{
    const SocialHost *host = social->host;
    for (unsigned i = 0; i < SOCIAL_INVITATIONS; i++) {
        const Invitation *invitation = &person->invitations[i];
        if (invitation->from && invitation->until > now)
            host->pass_act(host->context, person->number, PARTY_INVITE, invitation->from,
                           invitation->until - now);
    }
    memset(person->invitations, 0, sizeof person->invitations);
}

void person_rest(Social *social, Person *person, uint64_t now)
{
    const SocialHost *host = social->host;
    if (person->is_here || person->trade)
        return;
    const bool elsewhere = host->elsewhere && host->elsewhere(host->context, person->number);
    if (elsewhere)
        pass_invitations(social, person, now);
    /* With several servers, a player may arrive on another one in a moment. */
    const bool moves = host->elsewhere && is_invited(person, now);
    line_remove(&person->link);
    if (!person->party && !moves) {
        person_clear(social, person);
    } else if (!elsewhere) {
        person->departed = now;
        line_append(&social->away, &person->link);
    }
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
