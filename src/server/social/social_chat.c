/* Delivers lines of chat. Parts, in order: who receives a line, for each channel; sending it;
 * acts of players; announcements. Receivers are collected in `hearers` first, so that the
 * packet is made once for all of them. */
#include "server/social/social_internal.h"

#include "base/text.h"

enum { TEXT_MAX = 199 }; /* PacketTextSize */

/* Does not cut within a character. */
static Text cut(Text text)
{
    if (text.size > TEXT_MAX)
        text.size = utf8_invalid(text_slice(text, 0, TEXT_MAX));
    return text;
}

static void hear(Social *social, uint32_t player)
{
    if (social->hearer_count < COUNT_OF(social->hearers))
        social->hearers[social->hearer_count++] = player;
}

/* Leaves out receivers who ignore the sender. */
static void add_hearer(Social *social, const Person *from, uint32_t player)
{
    if (!social->host->ignores(social->host->context, player, from->number))
        hear(social, player);
}

static SocialAnswer deliver_to_map(Social *social, Person *me, const PacketSay *say)
{
    (void)say;
    const SocialHost *host = social->host;
    uint32_t near[SOCIAL_HEARERS];
    if (host->distance(host->context, me->number, me->number) == SOCIAL_NOWHERE)
        return ANSWER_UNHEARD;
    hear(social, me->number);
    const size_t count =
        host->near(host->context, me->number, SOCIAL_HEARING, near, COUNT_OF(near));
    for (size_t i = 0; i < count; i++)
        if (near[i] != me->number && person_here(social, near[i]) &&
            host->distance(host->context, me->number, near[i]) <= SOCIAL_HEARING)
            add_hearer(social, me, near[i]);
    return ANSWER_OK;
}

static SocialAnswer deliver_to_party(Social *social, Person *me, const PacketSay *say)
{
    (void)say;
    if (!me->party)
        return ANSWER_NO_PARTY;
    for (unsigned i = 0; i < me->party->count; i++)
        if (me->party->members[i]->is_here)
            add_hearer(social, me, me->party->members[i]->number);
    return ANSWER_OK;
}

static SocialAnswer deliver_alone(Social *social, Person *me, const PacketSay *say)
{
    const SocialHost *host = social->host;
    const Text name = {say->to, say->to_size};
    const Person *other = person_here(social, host->named(host->context, name));
    if (!other)
        return ANSWER_NOBODY;
    if (other == me)
        return ANSWER_SELF;
    if (host->ignores(host->context, other->number, me->number))
        return ANSWER_IGNORED;
    hear(social, other->number);
    return ANSWER_OK;
}

static void send_to_receivers(Social *social, Channel channel, uint32_t player, Text from,
                              Text text)
{
    const PacketChat chat = {.channel = (PacketChannel)channel,
                             .player = player,
                             .from_size = (PacketNameSize)from.size,
                             .from = (ascii *)(uintptr_t)from.at,
                             .text_size = (PacketTextSize)text.size,
                             .text = (ascii *)(uintptr_t)text.at};
    const SocialHost *host = social->host;
    if (social->hearer_count)
        host->send(host->context, social->hearers, social->hearer_count, SERVER_CHAT, &chat);
    social->hearer_count = 0;
}

/* Servers of members elsewhere leave out those who ignore the sender. */
static void pass_to_party(const Social *social, const Person *me, Text text)
{
    const SocialHost *host = social->host;
    uint32_t others[SOCIAL_PARTY];
    size_t count = 0;
    for (unsigned i = 0; i < me->party->count; i++)
        if (!me->party->members[i]->is_here)
            others[count++] = me->party->members[i]->number;
    if (count && host->pass_party)
        host->pass_party(host->context, me->number, others, count, text);
}

SocialAnswer chat_act(Social *social, Person *me, const PacketSay *say, uint64_t now)
{
    static SocialAnswer (*const hearings[])(Social *, Person *, const PacketSay *) = {
        [CHANNEL_MAP] = deliver_to_map,
        [CHANNEL_PARTY] = deliver_to_party,
        [CHANNEL_WHISPER] = deliver_alone,
    };
    const SocialHost *host = social->host;
    Text text = text_trimmed(cut((Text){say->text, say->text_size}));
    if (!text.size)
        return ANSWER_NONE;
    if (!budget_spend(&me->words, 1, now))
        return ANSWER_TOO_FAST;
    if (!packet_text_ok(text))
        return ANSWER_TEXT;
    if (say->channel >= COUNT_OF(hearings))
        return ANSWER_WORD;
    text = host->clean(host->context, text);
    social->hearer_count = 0;
    const SocialAnswer heard = hearings[say->channel](social, me, say);
    if (heard == ANSWER_NOBODY &&
        host->pass(host->context, me->number, (Text){say->to, say->to_size}, text))
        return ANSWER_OK;
    if (heard == ANSWER_OK)
        send_to_receivers(social, say->channel, me->number,
                          host->name(host->context, me->number), text);
    if (heard == ANSWER_OK && say->channel == CHANNEL_PARTY)
        pass_to_party(social, me, text);
    return heard;
}

void social_announce(Social *social, Text text)
{
    text = text_trimmed(cut(text));
    if (!text.size || !packet_text_ok(text))
        return;
    social->hearer_count = 0;
    for (size_t i = 0; i < social->people_count; i++) {
        if (social->people[i].is_here)
            hear(social, social->people[i].number);
        if (social->hearer_count == COUNT_OF(social->hearers))
            send_to_receivers(social, CHANNEL_SERVER, 0, TEXT(""), text);
    }
    send_to_receivers(social, CHANNEL_SERVER, 0, TEXT(""), text);
}
