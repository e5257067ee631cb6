/* Parts, in order: messages to members; memberships, and those that other servers have changed;
 * acts of players (invite, accept, refuse, leave, remove); invitations of players who go to
 * another server. */
#include "server/social/social_internal.h"

#include <assert.h>

/* Sends the members of the party of `to`; an empty list if there is none. */
void party_send_members(const Social *social, const Person *to, uint32_t about)
{
    uint32_t numbers[SOCIAL_PARTY];
    const unsigned count = to->party ? to->party->count : 0;
    for (unsigned i = 0; i < count; i++)
        numbers[i] = to->party->members[i]->number;
    const PacketParty members = {PARTY_MEMBERS, about, (PacketMemberCount)count, numbers};
    social_send(social, to, SERVER_PARTY, &members);
}

/* One call for all members that are on this server: the packet is built once. */
static void send_to_all(const Social *social, const Party *party, uint32_t about)
{
    uint32_t numbers[SOCIAL_PARTY], here[SOCIAL_PARTY];
    size_t here_count = 0;
    for (unsigned i = 0; i < party->count; i++) {
        numbers[i] = party->members[i]->number;
        if (party->members[i]->is_here)
            here[here_count++] = numbers[i];
    }
    const PacketParty members = {PARTY_MEMBERS, about, (PacketMemberCount)party->count,
                                 numbers};
    if (here_count)
        social->host->send(social->host->context, here, here_count, SERVER_PARTY, &members);
}

static void send_word(const Social *social, const Person *to, PartyAct word, uint32_t about)
{
    const PacketParty news = {(PacketPartyNews)word, about, 0, NULL};
    social_send(social, to, SERVER_PARTY, &news);
}

/* ---- memberships ---- */

/* Numbers are not in Party, so that party_numbered() reads little memory. */
static uint64_t *number_of(const Social *social, const Party *party)
{
    return &social->party_numbers[party - social->parties];
}

static SocialMember member_of(const Social *social, const Person *person)
{
    return (SocialMember){.player = person->number,
                          .party = person->party ? *number_of(social, person->party) : 0,
                          .joined = person->joined,
                          .stamp = person->stamp,
                          .node = person->node,
                          .about = person->number};
}

/* To the other servers of a cluster; `members` is NULL on a single server. */
static void send_changes(Social *social)
{
    const SocialHost *host = social->host;
    if (social->change_count && host->members)
        host->members(host->context, social->changes, social->change_count);
    social->change_count = 0;
}

static void add_change(Social *social, const SocialMember *member)
{
    if (social->change_count == SOCIAL_CHANGES)
        send_changes(social);
    social->changes[social->change_count++] = *member;
}

/* The person's membership was changed here. */
static void publish(Social *social, Person *person, uint32_t about, uint32_t removed_by)
{
    person->stamp = ++social->clock;
    person->node = social->host->node;
    SocialMember member = member_of(social, person);
    member.about = about;
    member.removed_by = removed_by;
    add_change(social, &member);
}

/* All servers order members alike: by the time of joining, then by number. The first one
 * leads. */
static bool is_before(const Person *a, const Person *b)
{
    return a->joined != b->joined ? a->joined < b->joined : a->number < b->number;
}

/* Lists: free parties, and parties of one, which parties_settle() dissolves. Others are in
 * none. */
static void set_link(Social *social, Party *party)
{
    line_remove(&party->link);
    if (party->count < 2)
        line_append(party->count ? &social->single_parties : &social->free_parties,
                    &party->link);
    if (!party->count)
        *number_of(social, party) = 0;
}

/* Keeps the order of the remaining members, so that the next one becomes the leader. */
static void detach(Social *social, Person *person, uint32_t about)
{
    Party *party = person->party;
    unsigned at = 0;
    while (party->members[at] != person)
        at++;
    memmove(&party->members[at], &party->members[at + 1],
            (--party->count - at) * sizeof party->members[0]);
    party->about = about;
    person->party = NULL;
    set_link(social, party);
}

/* `removed_by`: the leader who sent the person away; 0: by own wish. A party of one is
 * dissolved later by parties_settle(). */
void party_leave(Social *social, Person *person, uint32_t removed_by, uint64_t now)
{
    Party *party = person->party;
    if (!party)
        return;
    detach(social, person, person->number);
    publish(social, person, person->number, removed_by);
    if (removed_by)
        send_word(social, person, PARTY_REMOVE, removed_by);
    party_send_members(social, person, person->number);
    if (party->count > 1)
        send_to_all(social, party, person->number);
    person_rest(social, person, now);
}

/* At the end of each act, because a party may have one member for a moment while it is
 * built. */
void parties_settle(Social *social, uint64_t now)
{
    Party *party;
    while ((party = line_first(&social->single_parties))) {
        Person *last = party->members[0];
        const uint32_t about = party->about;
        detach(social, last, about);
        publish(social, last, about, 0);
        party_send_members(social, last, about);
        person_rest(social, last, now);
    }
    send_changes(social);
}

/* If two players have joined on two servers at the same time, a party may have one member too
 * many: the last one leaves. Returns whether the person is a member now. */
static bool attach(Social *social, Party *party, Person *person, uint64_t now)
{
    if (party->count == SOCIAL_PARTY) {
        Person *last = party->members[SOCIAL_PARTY - 1];
        if (!is_before(person, last))
            return false;
        detach(social, last, last->number);
        if (last->is_here)
            publish(social, last, last->number, 0);
        party_send_members(social, last, last->number);
        person_rest(social, last, now);
    }
    unsigned at = party->count++;
    for (; at && is_before(person, party->members[at - 1]); at--)
        party->members[at] = party->members[at - 1];
    party->members[at] = person;
    party->about = person->number;
    person->party = party;
    set_link(social, party);
    return true;
}

/* Returns NULL if there are too many. */
static Party *party_new(Social *social, uint64_t number)
{
    Party *party = line_first(&social->free_parties);
    if (party)
        *number_of(social, party) = number;
    return party;
}

/* A party of another server gets its number here when its first member is known. */
static Party *party_numbered(Social *social, uint64_t number)
{
    for (size_t i = 0; i < social->party_count; i++)
        if (social->party_numbers[i] == number)
            return &social->parties[i];
    return party_new(social, number);
}

/* `joined` is from the logical clock, not from the time of day, which differs between
 * servers. */
static void join(Social *social, Party *party, Person *person, uint64_t now)
{
    person->joined = ++social->clock;
    attach(social, party, person, now);
    publish(social, person, person->number, 0);
}

/* ---- memberships of other servers ---- */

/* Stamps of a logical clock; equal ones are decided by the server's number, so that all servers
 * come to the same result. */
static bool is_newer(const SocialMember *member, const Person *person)
{
    return member->stamp != person->stamp ? member->stamp > person->stamp
                                          : member->node > person->node;
}

static void move_out(Social *social, Person *person, const SocialMember *member)
{
    Party *party = person->party;
    detach(social, person, member->about);
    if (member->removed_by)
        send_word(social, person, PARTY_REMOVE, member->removed_by);
    if (!member->party)
        party_send_members(social, person, member->about);
    if (party->count > 1)
        send_to_all(social, party, member->about);
}

/* If there is no space, this server's own member is published as being in no party: the others
 * then correct their view. */
static void move_in(Social *social, Person *person, uint64_t number, uint64_t now)
{
    Party *party = party_numbered(social, number);
    if (party && attach(social, party, person, now)) {
        if (party->count > 1)
            send_to_all(social, party, person->number);
    } else if (person->is_here) {
        publish(social, person, person->number, 0);
    }
}

static void change(Social *social, Person *person, const SocialMember *member, uint64_t now)
{
    person->stamp = member->stamp;
    person->node = member->node;
    const bool same = member->party == (person->party ? *number_of(social, person->party) : 0);
    if (same && (!member->party || member->joined == person->joined))
        return;
    if (same) /* it has left and joined again */
        detach(social, person, person->number);
    else if (person->party)
        move_out(social, person, member);
    person->joined = member->joined;
    if (member->party)
        move_in(social, person, member->party, now);
    person_rest(social, person, now);
}

/* A stamp moves the own clock forward, so that the next change here is newer (Lamport clock).
 * Unknown players without a party need no entry. */
static void take_member(Social *social, const SocialMember *member, uint64_t now)
{
    Person *person = person_find(social, member->player);
    if (member->stamp > INT64_MAX) /* there could be no higher ones */
        return;
    if (member->stamp > social->clock)
        social->clock = member->stamp;
    if (!person && (!member->party || !member->player ||
                    !(person = person_new(social, member->player, now))))
        return;
    if (is_newer(member, person)) {
        change(social, person, member, now);
        return;
    }
    /* The sender has missed something. */
    const SocialMember own = member_of(social, person);
    if (person->is_here && (own.stamp != member->stamp || own.node != member->node))
        add_change(social, &own);
}

void social_take_members(Social *social, const SocialMember *members, size_t count,
                         uint64_t now)
{
    for (size_t i = 0; i < count; i++)
        take_member(social, &members[i], now);
    parties_settle(social, now);
}

size_t social_members(const Social *social, SocialMember *out, size_t max)
{
    size_t count = 0;
    for (size_t i = 0; i < social->party_count; i++)
        for (unsigned k = 0; k < social->parties[i].count && count < max; k++)
            out[count++] = member_of(social, social->parties[i].members[k]);
    return count;
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

static bool is_elsewhere(const Social *social, uint32_t player)
{
    const SocialHost *host = social->host;
    return host->elsewhere && host->elsewhere(host->context, player);
}

static bool is_full(const Person *person)
{
    return person->party && person->party->count == SOCIAL_PARTY;
}

/* The order of the checks decides which answer a player gets: presence before distance, and the
 * budget before anything that depends on the other player. */
static SocialAnswer invite(Social *social, Person *me, uint32_t with, uint64_t now)
{
    Person *other = person_here(social, with);
    if (!other)
        return is_elsewhere(social, with) ? ANSWER_FAR : ANSWER_NOBODY;
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
    send_word(social, other, PARTY_INVITE, me->number);
    return ANSWER_OK;
}

/* The number of a new party must be unique in the cluster: the inviter's number and the
 * clock. */
static SocialAnswer accept(Social *social, Person *me, uint32_t with, uint64_t now)
{
    if (me->party)
        return ANSWER_IN_PARTY;
    Invitation *invitation = with ? invitation_from(me, with, now) : NULL;
    if (!invitation)
        return ANSWER_NOT_INVITED;
    Person *other = person_here(social, with);
    if (!other)
        return is_elsewhere(social, with) ? ANSWER_FAR : ANSWER_NOBODY;
    if (is_full(other))
        return ANSWER_PARTY_FULL;
    if (!is_on_one_map(social, me, other))
        return ANSWER_FAR;
    Party *party = other->party;
    if (!party) {
        party =
            party_new(social, (uint64_t)other->number << 32 | (uint32_t)(social->clock + 1));
        assert(party); /* there are enough for all people */
        join(social, party, other, now);
    }
    invitation->from = 0;
    join(social, party, me, now);
    send_to_all(social, party, me->number);
    return ANSWER_OK;
}

/* The inviter may be on another server meanwhile, which then sends the refusal. */
static SocialAnswer refuse(Social *social, Person *me, uint32_t with, uint64_t now)
{
    Invitation *invitation = with ? invitation_from(me, with, now) : NULL;
    if (!invitation)
        return ANSWER_NOT_INVITED;
    invitation->from = 0;
    const Person *other = person_here(social, with);
    const SocialHost *host = social->host;
    if (other)
        send_word(social, other, PARTY_REFUSE, me->number);
    else if (is_elsewhere(social, with))
        host->pass_act(host->context, with, PARTY_REFUSE, me->number, 0);
    return ANSWER_OK;
}

static SocialAnswer leave(Social *social, Person *me, uint32_t with, uint64_t now)
{
    (void)with;
    if (!me->party)
        return ANSWER_NO_PARTY;
    party_leave(social, me, 0, now);
    return ANSWER_OK;
}

/* members[0] is the leader. */
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
            party_leave(social, party->members[i], me->number, now);
            return ANSWER_OK;
        }
    return ANSWER_NO_MEMBER;
}

/* Acts of the protocol that a client may not send (MEMBERS) have no function. */
SocialAnswer party_act(Social *social, Person *me, const PacketPartyAct *act, uint64_t now)
{
    static SocialAnswer (*const acts[])(Social *, Person *, uint32_t, uint64_t) = {
        [PARTY_INVITE] = invite, [PARTY_ACCEPT] = accept,    [PARTY_REFUSE] = refuse,
        [PARTY_LEAVE] = leave,   [PARTY_REMOVE] = send_away,
    };
    return act->act < COUNT_OF(acts) ? acts[act->act](social, me, act->with, now) : ANSWER_WORD;
}

/* From another server. `ms`: the rest of the invitation's time; not a time of day, since clocks
 * differ. */
void social_take_act(Social *social, uint32_t player, PartyAct act, uint32_t about, uint64_t ms,
                     uint64_t now)
{
    Person *person = person_here(social, player);
    if (person && act == PARTY_REFUSE)
        send_word(social, person, PARTY_REFUSE, about);
    if (!person || act != PARTY_INVITE || !about || ms > SOCIAL_INVITATION ||
        invitation_from(person, about, now))
        return;
    Invitation *invitation = invitation_from(person, 0, now);
    if (invitation) /* the player knows of it */
        *invitation = (Invitation){about, now + ms};
}
