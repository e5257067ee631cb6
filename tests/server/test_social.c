/* Chat and parties, in a town of six. */
#include "lib/social_heard.h"

/* ---- chat ---- */

static void near_players_receive_chat(void **state)
{
    Town *town = *state;
    town->men[2].x = 32;
    town->men[3].x = 33;
    town->men[4].map = 2;
    town->men[5].dead = true;
    town_chat(town, 1, CHANNEL_MAP, TEXT(""), TEXT("dia duit"));
    for (uint32_t i = 1; i <= 2; i++)
        hears_chat(town, i, CHANNEL_MAP, 1, "dia duit");
    hears_result(town, 1, RESULT_OK);
    hears_chat(town, 6, CHANNEL_MAP, 1, "dia duit");
    for (uint32_t i = 1; i <= 6; i++)
        hears_nothing(town, i);
}

static void dead_players_cannot_chat(void **state)
{
    Town *town = *state;
    town->men[1].dead = true;
    town_chat(town, 1, CHANNEL_MAP, TEXT(""), TEXT("boo"));
    hears_result(town, 1, RESULT_INVALID);
    hears_nothing(town, 2);
}

static void chat_receivers_are_limited(void **state)
{
    Kit *kit = *state;
    Town *town = town_new(150, 150, kit->arena);
    town_chat(town, 150, CHANNEL_MAP, TEXT(""), TEXT("hello"));
    size_t hearers = 0;
    for (uint32_t i = 1; i <= 150; i++)
        hearers += town->men[i].heard > 0;
    assert_int_equal(hearers, SOCIAL_HEARERS + 1);
    hears_chat(town, 150, CHANNEL_MAP, 150, "hello");
    town_free(town);
}

static void whisper_reaches_only_its_receiver(void **state)
{
    Town *town = *state;
    town->men[3].map = 2;
    town_chat(town, 1, CHANNEL_WHISPER, TEXT("P3"), TEXT("psst"));
    hears_chat(town, 3, CHANNEL_WHISPER, 1, "psst");
    hears_result(town, 1, RESULT_OK);
    for (uint32_t i = 1; i <= 6; i++)
        hears_nothing(town, i);
}

static void whisper_to_remote_player_is_forwarded(void **state)
{
    Town *town = *state;
    town_chat(town, 1, CHANNEL_WHISPER, TEXT("Oisin"), TEXT("psst"));
    hears_result(town, 1, RESULT_OK);
    town_chat(town, 1, CHANNEL_WHISPER, TEXT("Oisin"), TEXT("\x07"));
    hears_result(town, 1, RESULT_INVALID);
    for (uint32_t i = 1; i <= 6; i++)
        hears_nothing(town, i);
}

static void whisper_requires_existing_receiver(void **state)
{
    Town *town = *state;
    town_part(town, 4);
    static const char *const names[] = {"", "P7", "P4", "nobody"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        town_chat(town, 1, CHANNEL_WHISPER, text_of(names[i]), TEXT("psst"));
        hears_result(town, 1, RESULT_NOBODY);
    }
    town_chat(town, 1, CHANNEL_WHISPER, TEXT("P1"), TEXT("psst"));
    hears_result(town, 1, RESULT_INVALID);
}

static void texts_have_a_budget_over_all_channels(void **state)
{
    Town *town = *state;
    for (unsigned i = 0; i < SOCIAL_WORDS_MAX; i++) {
        town_chat(town, 1, i % 3, TEXT("P2"), TEXT("a"));
        assert_int_not_equal(town_result(town, 1), RESULT_WAIT);
    }
    town_chat(town, 1, CHANNEL_MAP, TEXT(""), TEXT("b"));
    assert_int_equal(town_result(town, 1), RESULT_WAIT);
    town_clear(town);
    town_time(town, 999);
    town_chat(town, 1, CHANNEL_MAP, TEXT(""), TEXT("c"));
    hears_result(town, 1, RESULT_WAIT);
    town_time(town, 1);
    town_chat(town, 1, CHANNEL_MAP, TEXT(""), TEXT("d"));
    hears_chat(town, 2, CHANNEL_MAP, 1, "d");
    hears_nothing(town, 2);
}

/* The filter compares each word with long lists. */
static void lines_of_a_flood_are_not_filtered(void **state)
{
    Town *town = *state;
    for (unsigned i = 0; i < 100; i++) {
        town_chat(town, 1, CHANNEL_MAP, TEXT(""), TEXT("la la"));
        town_clear(town);
    }
    assert_int_equal(town->cleaned, SOCIAL_WORDS_MAX);
}

static void empty_say_is_ignored_and_free(void **state)
{
    Town *town = *state;
    for (unsigned i = 0; i < 100; i++)
        town_chat(town, 1, CHANNEL_MAP, TEXT(""), i % 2 ? TEXT("") : TEXT(" \t "));
    hears_nothing(town, 1);
    hears_nothing(town, 2);
    town_chat(town, 1, CHANNEL_MAP, TEXT(""), TEXT("  now then "));
    hears_chat(town, 2, CHANNEL_MAP, 1, "now then");
}

/* packet_read refuses it before; texts of scripts may come another way. */
static void invalid_text_is_not_sent(void **state)
{
    Town *town = *state;
    town_chat(town, 1, CHANNEL_MAP, TEXT(""), TEXT("a\nP2: b"));
    hears_result(town, 1, RESULT_INVALID);
    social_announce(town->social, TEXT("\xFF"));
    social_announce(town->social, TEXT("   "));
    hears_nothing(town, 2);
}

static void server_message_reaches_all_players(void **state)
{
    Town *town = *state;
    town->men[2].map = 9;
    town->men[3].dead = true;
    town_part(town, 6);
    social_announce(town->social, TEXT("the server stops"));
    for (uint32_t i = 1; i <= 5; i++)
        hears_chat(town, i, CHANNEL_SERVER, 0, "the server stops");
    hears_nothing(town, 6);
}

static void a_long_announcement_is_cut_between_characters(void **state)
{
    Town *town = *state;
    char text[301], cut[199] = {0};
    for (unsigned i = 0; i < 300; i += 2)
        memcpy(text + i, "\xC3\xAD", 2);
    memcpy(cut, text, 198);
    social_announce(town->social, (Text){text, 300});
    hears_chat(town, 1, CHANNEL_SERVER, 0, cut);
}

static void an_announcement_reaches_more_than_a_crowd(void **state)
{
    Kit *kit = *state;
    Town *town = town_new(160, 160, kit->arena);
    social_announce(town->social, TEXT("hello"));
    for (uint32_t i = 1; i <= 160; i++) {
        hears_chat(town, i, CHANNEL_SERVER, 0, "hello");
        hears_nothing(town, i);
    }
    town_free(town);
}

/* ---- parties ---- */

/* The first invites the others. */
static void make_party(Town *town, uint32_t leader, uint32_t last)
{
    for (uint32_t i = leader + 1; i <= last; i++) {
        town_party(town, leader, PARTY_INVITE, i);
        town_party(town, i, PARTY_ACCEPT, leader);
        town_time(town, 1000);
    }
    town_clear(town);
}

static void accepting_joins_party(void **state)
{
    Town *town = *state;
    town_party(town, 2, PARTY_INVITE, 1);
    hears_party_word(town, 1, PARTY_INVITE, 2);
    hears_result(town, 2, RESULT_OK);
    town_party(town, 1, PARTY_ACCEPT, 2);
    hears_members(town, 2, 1, "21");
    hears_members(town, 1, 1, "21");
    hears_result(town, 1, RESULT_OK);
    /* Whoever is in it may bring others. */
    town_party(town, 1, PARTY_INVITE, 5);
    town_party(town, 5, PARTY_ACCEPT, 1);
    hears_members(town, 2, 5, "215");
}

static void declining_does_not_join_party(void **state)
{
    Town *town = *state;
    town_party(town, 1, PARTY_INVITE, 2);
    town_party(town, 2, PARTY_REFUSE, 1);
    hears_result(town, 1, RESULT_OK);
    hears_party_word(town, 1, PARTY_REFUSE, 2);
    town_party(town, 2, PARTY_ACCEPT, 1);
    assert_int_equal(town_result(town, 2), RESULT_INVALID);
    assert_int_equal(town->men[1].party_count, 0);
}

static void uninvited_player_cannot_join(void **state)
{
    Town *town = *state;
    town_party(town, 1, PARTY_INVITE, 2);
    static const uint32_t others[] = {0, 3, 2, 99};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        town_party(town, 2, i % 2 ? PARTY_REFUSE : PARTY_ACCEPT, others[i]);
        assert_int_equal(town_result(town, 2), RESULT_INVALID);
    }
    town_party(town, 1, PARTY_INVITE, 1);
    assert_int_equal(town_result(town, 1), RESULT_INVALID);
    town_party(town, 1, PARTY_INVITE, 99);
    assert_int_equal(town_result(town, 1), RESULT_NOBODY);
}

static void invitations_expire(void **state)
{
    Town *town = *state;
    town_party(town, 1, PARTY_INVITE, 2);
    town_party(town, 1, PARTY_INVITE, 3);
    town_time(town, SOCIAL_INVITATION - 1);
    town_party(town, 2, PARTY_ACCEPT, 1);
    assert_int_equal(town_result(town, 2), RESULT_OK);
    town_time(town, 1);
    town_party(town, 3, PARTY_ACCEPT, 1);
    assert_int_equal(town_result(town, 3), RESULT_INVALID);
}

static void invitations_are_shown_once_and_limited(void **state)
{
    Town *town = *state;
    for (uint32_t i = 1; i <= 4; i++) {
        town_party(town, i, PARTY_INVITE, 6);
        town_party(town, i, PARTY_INVITE, 6);
        assert_int_equal(town_result(town, i), RESULT_OK);
        hears_party_word(town, 6, PARTY_INVITE, i);
        hears_nothing(town, 6);
    }
    town_party(town, 5, PARTY_INVITE, 6);
    hears_result(town, 5, RESULT_REFUSED);
    hears_nothing(town, 6);
    town_time(town, SOCIAL_INVITATION);
    town_party(town, 5, PARTY_INVITE, 6);
    hears_party_word(town, 6, PARTY_INVITE, 5);
}

static void inviting_has_a_budget(void **state)
{
    Town *town = *state;
    for (unsigned i = 0; i < SOCIAL_ASKS_MAX; i++)
        town_party(town, 1, PARTY_INVITE, 2 + i);
    assert_int_equal(town_result(town, 1), RESULT_OK);
    town_trade(town, 1, TRADE_ASK, 2);
    assert_int_equal(town_result(town, 1), RESULT_WAIT);
    town_time(town, 1000);
    town_trade(town, 1, TRADE_ASK, 2);
    assert_int_equal(town_result(town, 1), RESULT_OK);
}

static void party_is_joined_on_one_map_and_chats_across_maps(void **state)
{
    Town *town = *state;
    town->men[2].map = 2;
    town_party(town, 1, PARTY_INVITE, 2);
    hears_result(town, 1, RESULT_FAR);
    town->men[2].map = 1;
    town_party(town, 1, PARTY_INVITE, 2);
    town->men[2].map = 2;
    town_party(town, 2, PARTY_ACCEPT, 1);
    assert_int_equal(town_result(town, 2), RESULT_FAR);
    town->men[2].map = 1;
    town_party(town, 2, PARTY_ACCEPT, 1);
    town->men[2].map = 3;
    town_clear(town);
    town_chat(town, 1, CHANNEL_PARTY, TEXT(""), TEXT("where are you?"));
    for (uint32_t i = 1; i <= 2; i++)
        hears_chat(town, i, CHANNEL_PARTY, 1, "where are you?");
    hears_nothing(town, 3);
    town_chat(town, 3, CHANNEL_PARTY, TEXT(""), TEXT("who?"));
    hears_result(town, 3, RESULT_INVALID);
}

static void player_has_at_most_one_party(void **state)
{
    Town *town = *state;
    town_party(town, 3, PARTY_INVITE, 2);
    make_party(town, 1, 2);
    town_party(town, 2, PARTY_ACCEPT, 3);
    hears_result(town, 2, RESULT_INVALID);
    town_party(town, 3, PARTY_INVITE, 2);
    hears_result(town, 3, RESULT_INVALID);
    hears_nothing(town, 2);
}

static void next_member_leads_after_the_leader_leaves(void **state)
{
    Town *town = *state;
    make_party(town, 1, 3);
    town_party(town, 1, PARTY_LEAVE, 0);
    hears_members(town, 1, 1, "");
    hears_result(town, 1, RESULT_OK);
    for (uint32_t i = 2; i <= 3; i++)
        hears_members(town, i, 1, "23");
    town_party(town, 1, PARTY_LEAVE, 0);
    hears_result(town, 1, RESULT_INVALID);
    /* A party has at least two members. */
    town_party(town, 3, PARTY_LEAVE, 0);
    hears_members(town, 2, 3, "");
}

/* A removed player could come back as long as the time of the invitation had not ended. */
static void invitation_is_accepted_once(void **state)
{
    Town *town = *state;
    make_party(town, 1, 3);
    town_party(town, 1, PARTY_REMOVE, 2);
    town_clear(town);
    town_party(town, 2, PARTY_ACCEPT, 1);
    hears_result(town, 2, RESULT_INVALID);
    hears_nothing(town, 3);
}

static void only_the_leader_can_remove_members(void **state)
{
    Town *town = *state;
    make_party(town, 1, 3);
    town_party(town, 2, PARTY_REMOVE, 3);
    hears_result(town, 2, RESULT_INVALID);
    town_party(town, 4, PARTY_REMOVE, 3);
    hears_result(town, 4, RESULT_INVALID);
    town_party(town, 1, PARTY_REMOVE, 4);
    hears_result(town, 1, RESULT_NOBODY);
    town_party(town, 1, PARTY_REMOVE, 1);
    hears_result(town, 1, RESULT_INVALID);
    hears_nothing(town, 3);
    town_party(town, 1, PARTY_REMOVE, 2);
    hears_party_word(town, 2, PARTY_REMOVE, 1);
    hears_members(town, 2, 2, "");
    hears_members(town, 3, 2, "13");
}

static void a_party_has_at_most_32_members(void **state)
{
    Kit *kit = *state;
    Town *town = town_new(34, 34, kit->arena);
    town_party(town, 32, PARTY_INVITE, 34);
    make_party(town, 1, 32);
    assert_int_equal(town->men[32].party_count, SOCIAL_PARTY);
    town_party(town, 1, PARTY_INVITE, 33);
    assert_int_equal(town_result(town, 1), RESULT_INVALID);
    town_party(town, 34, PARTY_ACCEPT, 32);
    assert_int_not_equal(town_result(town, 34), RESULT_OK);
    town_party(town, 7, PARTY_LEAVE, 0);
    town_party(town, 31, PARTY_INVITE, 33);
    town_party(town, 33, PARTY_ACCEPT, 31);
    assert_int_equal(town->men[32].party_count, SOCIAL_PARTY);
    town_check(town);
    assert_null(town->broken);
    town_free(town);
}

static void party_membership_survives_reconnect(void **state)
{
    Town *town = *state;
    make_party(town, 1, 3);
    town_part(town, 1);
    town_time(town, SOCIAL_AWAY - 1);
    hears_nothing(town, 2);
    town_chat(town, 2, CHANNEL_PARTY, TEXT(""), TEXT("wait"));
    town_enter(town, 1);
    hears_members(town, 1, 1, "123");
    hears_nothing(town, 1);
    town_time(town, SOCIAL_AWAY * 2);
    hears_nothing(town, 1);
}

static void absent_player_leaves_party(void **state)
{
    Town *town = *state;
    make_party(town, 1, 3);
    town_part(town, 1);
    assert_int_equal(social_due(town->social), town->now + SOCIAL_AWAY);
    town_time(town, SOCIAL_AWAY);
    hears_members(town, 2, 1, "23");
    town_enter(town, 1);
    hears_nothing(town, 1);
    town_part(town, 2);
    town_part(town, 3);
    town_time(town, SOCIAL_AWAY);
    assert_int_equal(social_due(town->social), UINT64_MAX);
}

static void absent_members_do_not_fill_the_server(void **state)
{
    Kit *kit = *state;
    Town *town = town_new(6, 4, kit->arena);
    assert_false(town->men[5].plays);
    make_party(town, 1, 3);
    town_part(town, 2);
    town_time(town, 10);
    town_part(town, 1);
    town_enter(town, 5);
    assert_true(town->men[5].plays);
    hears_members(town, 3, 2, "13");
    town_enter(town, 6);
    assert_true(town->men[6].plays);
    hears_members(town, 3, 1, "");
    town_enter(town, 1);
    assert_false(town->men[1].plays);
    town_free(town);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOWN_TEST(near_players_receive_chat),
        TOWN_TEST(dead_players_cannot_chat),
        KIT_TEST(chat_receivers_are_limited),
        TOWN_TEST(whisper_reaches_only_its_receiver),
        TOWN_TEST(whisper_to_remote_player_is_forwarded),
        TOWN_TEST(whisper_requires_existing_receiver),
        TOWN_TEST(texts_have_a_budget_over_all_channels),
        TOWN_TEST(lines_of_a_flood_are_not_filtered),
        TOWN_TEST(empty_say_is_ignored_and_free),
        TOWN_TEST(invalid_text_is_not_sent),
        TOWN_TEST(server_message_reaches_all_players),
        TOWN_TEST(a_long_announcement_is_cut_between_characters),
        KIT_TEST(an_announcement_reaches_more_than_a_crowd),
        TOWN_TEST(accepting_joins_party),
        TOWN_TEST(declining_does_not_join_party),
        TOWN_TEST(uninvited_player_cannot_join),
        TOWN_TEST(invitations_expire),
        TOWN_TEST(invitations_are_shown_once_and_limited),
        TOWN_TEST(inviting_has_a_budget),
        TOWN_TEST(party_is_joined_on_one_map_and_chats_across_maps),
        TOWN_TEST(player_has_at_most_one_party),
        TOWN_TEST(next_member_leads_after_the_leader_leaves),
        TOWN_TEST(invitation_is_accepted_once),
        TOWN_TEST(only_the_leader_can_remove_members),
        KIT_TEST(a_party_has_at_most_32_members),
        TOWN_TEST(party_membership_survives_reconnect),
        TOWN_TEST(absent_player_leaves_party),
        KIT_TEST(absent_members_do_not_fill_the_server),
    };
    return cmocka_run_group_tests_name("social", tests, NULL, NULL);
}
