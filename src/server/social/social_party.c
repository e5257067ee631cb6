/* Parts, in order: messages to members; joining and leaving; acts of players (invite, accept,
 * refuse, leave, remove). */
#include "server/social/social_internal.h"

#include <assert.h>

/* Sends the members of the party of `to`; an empty list if there is none. */
void party_send_members(const Social *social, const Person *to, const Person *about)
{
    uint32_t numbers[SOCIAL_PARTY];
    const unsigned count = to->party ? to->party->count : 0;
    for (unsigned i = 0; i < count; i++)
        numbers[i] = to->party->members[i]->number;
    const PacketParty members = {PARTY_MEMBERS, about->number, (PacketMemberCount)count,
                                 numbers};
    social_send(social, to, SERVER_PARTY, &members);
}

static void send_to_all(const Social *social, const Party *party, const Person *about)
{
    uint32_t numbers[SOCIAL_PARTY], here[SOCIAL_PARTY];
    size_t here_count = 0;
    for (unsigned i = 0; i < party->count; i++) {
        numbers[i] = party->members[i]->number;
        if (party->members[i]->is_here)
            here[here_count++] = numbers[i];
    }
    const PacketParty members = {PARTY_MEMBERS, about->number, (PacketMemberCount)party->count,
                                 numbers};
    if (here_count)
        social->host->send(social->host->context, here, here_count, SERVER_PARTY, &members);
}

static void send_word(const Social *social, const Person *to, PartyAct word,
                      const Person *about)
{
    const PacketParty news = {(PacketPartyNews)word, about->number, 0, NULL};
    social_send(social, to, SERVER_PARTY, &news);
}

/* ---- joining and leaving ---- */

static Party *party_new(Social *social, Person *leader)
{
    Party *party = line_first(&social->free_parties);
    assert(party); /* there are half as many as people, and each has two or more members */
    line_remove(&party->link);
    party->members[0] = leader;
    party->count = 1;
    return leader->party = party;
}

static void party_join(Social *social, Party *party, Person *person)
{
    party->members[party->count++] = person;
    person->party = party;
    send_to_all(social, party, person);
}

void party_leave(Social *social, Person *person, uint64_t now)
{
    Party *party = person->party;
    if (!party)
        return;
    unsigned place = 0;
    while (party->members[place] != person)
        place++;
    memmove(&party->members[place], &party->members[place + 1],
            (--party->count - place) * sizeof party->members[0]);
    person->party = NULL;
    party_send_members(social, person, person);
    if (party->count >= 2) {
        send_to_all(social, party, person);
    } else {
        Person *last = party->members[0];
        last->party = NULL;
        line_append(&social->free_parties, &party->link);
        party_send_members(social, last, person);
        person_rest(social, last, now);
    }
    person_rest(social, person, now);
}

/* ---- acts of players ---- */

/* Finds the invitation of that player; 0: a free entry. NULL if there is none. */
static Invitation *invitation_from(Person *person, uint32_t from, uint64_t now)
{
    for (unsigned i = 0; i < SOCIAL_INVITATIONS; i++) {
        Invitation *invitation = &person->invitations[i];
        if (invitation->until <= now)
            invitation->from = 0;
        if (invitation->from == from)
            return invitation;
    }
    return NULL;
}

static bool is_full(const Person *person)
{
    return person->party && person->party->count == SOCIAL_PARTY;
}

static SocialAnswer invite(Social *social, Person *me, uint32_t with, uint64_t now)
{
    Person *other = person_here(social, with);
    if (!other)
        return ANSWER_NOBODY;
    if (other == me)
        return ANSWER_SELF;
    if (!budget_spend(&me->asks, 1, now))
        return ANSWER_TOO_FAST;
    if (social->host->ignores(social->host->context, with, me->number))
        return ANSWER_IGNORED;
    if (other->party)
        return ANSWER_TAKEN;
    if (is_full(me))
        return ANSWER_PARTY_FULL;
    if (!is_on_one_map(social, me, other))
        return ANSWER_FAR;
    if (invitation_from(other, me->number, now))
        return ANSWER_OK;
    Invitation *invitation = invitation_from(other, 0, now);
    if (!invitation)
        return ANSWER_INVITED;
    *invitation = (Invitation){me->number, now + SOCIAL_INVITATION};
    send_word(social, other, PARTY_INVITE, me);
    return ANSWER_OK;
}

static SocialAnswer accept(Social *social, Person *me, uint32_t with, uint64_t now)
{
    if (me->party)
        return ANSWER_IN_PARTY;
    if (!with || !invitation_from(me, with, now))
        return ANSWER_NOT_INVITED;
    Person *other = person_here(social, with);
    if (!other)
        return ANSWER_NOBODY;
    if (is_full(other))
        return ANSWER_PARTY_FULL;
    if (!is_on_one_map(social, me, other))
        return ANSWER_FAR;
    party_join(social, other->party ? other->party : party_new(social, other), me);
    return ANSWER_OK;
}

static SocialAnswer refuse(Social *social, Person *me, uint32_t with, uint64_t now)
{
    Invitation *invitation = with ? invitation_from(me, with, now) : NULL;
    if (!invitation)
        return ANSWER_NOT_INVITED;
    invitation->from = 0;
    const Person *other = person_here(social, with);
    if (other)
        send_word(social, other, PARTY_REFUSE, me);
    return ANSWER_OK;
}

static SocialAnswer leave(Social *social, Person *me, uint32_t with, uint64_t now)
{
    (void)with;
    if (!me->party)
        return ANSWER_NO_PARTY;
    party_leave(social, me, now);
    return ANSWER_OK;
}

static SocialAnswer send_away(Social *social, Person *me, uint32_t with, uint64_t now)
{
    const Party *party = me->party;
    if (!party)
        return ANSWER_NO_PARTY;
    if (party->members[0] != me)
        return ANSWER_NO_LEADER;
    if (with == me->number)
        return ANSWER_SELF;
    for (unsigned i = 1; i < party->count; i++)
        if (party->members[i]->number == with) {
            send_word(social, party->members[i], PARTY_REMOVE, me);
            party_leave(social, party->members[i], now);
            return ANSWER_OK;
        }
    return ANSWER_NO_MEMBER;
}

SocialAnswer party_act(Social *social, Person *me, const PacketPartyAct *act, uint64_t now)
{
    static SocialAnswer (*const acts[])(Social *, Person *, uint32_t, uint64_t) = {
        [PARTY_INVITE] = invite, [PARTY_ACCEPT] = accept,    [PARTY_REFUSE] = refuse,
        [PARTY_LEAVE] = leave,   [PARTY_REMOVE] = send_away,
    };
    return act->act < COUNT_OF(acts) ? acts[act->act](social, me, act->with, now) : ANSWER_WORD;
}
