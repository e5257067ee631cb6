#include "social_heard.h"

int town_set_up(void **state)
{
    Arena *arena = arena_new();
    *state = town_new(6, 6, arena);
    town_clear(*state);
    return 0;
}

int town_tear_down(void **state)
{
    Town *town = *state;
    Arena *arena = town->arena;
    town_check(town);
    if (town->broken)
        print_error("it is not so that %s\n", town->broken);
    const bool broken = town->broken != NULL;
    town_free(town);
    arena_free(arena);
    return broken ? -1 : 0;
}

void hears_nothing(Town *town, uint32_t player)
{
    const Townsman *man = &town->men[player];
    if (man->taken != man->heard)
        fail_msg("%u hears %u", player, man->inbox[man->taken].type);
}

const Packet *hears(Town *town, uint32_t player, unsigned type)
{
    Townsman *man = &town->men[player];
    if (man->taken == man->heard)
        fail_msg("%u hears nothing, not %u", player, type);
    const Packet *packet = &man->inbox[man->taken++];
    assert_int_equal(packet->type, type);
    return packet;
}

void hears_result(Town *town, uint32_t player, ResultCode code)
{
    assert_int_equal(hears(town, player, SERVER_RESULT)->answer.code, code);
}

void hears_trade_word(Town *town, uint32_t player, TradeAct act, uint32_t with)
{
    const Packet *packet = hears(town, player, SERVER_TRADE);
    assert_int_equal(packet->trade.act, act);
    assert_int_equal(packet->trade.with, with);
}

void hears_party_word(Town *town, uint32_t player, PartyAct act, uint32_t with)
{
    const Packet *packet = hears(town, player, SERVER_PARTY);
    assert_int_equal(packet->party.act, act);
    assert_int_equal(packet->party.with, with);
}

void hears_members(Town *town, uint32_t player, uint32_t about, const char *members)
{
    hears_party_word(town, player, PARTY_MEMBERS, about);
    const Townsman *man = &town->men[player];
    assert_int_equal(man->inbox[man->taken - 1].party.member_count, strlen(members));
    for (size_t i = 0; members[i]; i++)
        assert_int_equal(man->inbox[man->taken - 1].party.members[i], members[i] - '0');
}

void hears_chat(Town *town, uint32_t player, Channel channel, uint32_t from, const char *text)
{
    const Packet *packet = hears(town, player, SERVER_CHAT);
    assert_int_equal(packet->chat.channel, channel);
    assert_int_equal(packet->chat.player, from);
    assert_true(text_is((Text){packet->chat.text, packet->chat.text_size}, text));
    const Text name = from ? town_name(town, from) : TEXT("");
    assert_true(text_equal((Text){packet->chat.from, packet->chat.from_size}, name));
}
