/* Trade between players of a small town: each rule. */
#include "lib/social_heard.h"

#include "lib/social_steps.h"

static void open_trade(Town *town, uint32_t a, uint32_t b)
{
    town_trade(town, a, TRADE_ASK, b);
    town_trade(town, b, TRADE_ASK, a);
    assert_int_equal(town_result(town, b), RESULT_OK);
    assert_int_equal(town->men[a].trading, b);
    assert_int_equal(town->men[b].trading, a);
    town_clear(town);
}

static void give_one(Town *town, uint32_t player, uint16_t object, uint32_t quantity)
{
    town_give(town, player, town->men[player].trading, &(PacketItem){object, quantity}, 1);
}

static void agree(Town *town, uint32_t player)
{
    town_agree(town, player, town->men[player].trading, town->men[player].shown.revision);
}

/* 1 and 2 trade, 1 gives three apples; both have agreed, and the host has exchanged. */
static void make_exchange(Town *town)
{
    open_trade(town, 1, 2);
    give_one(town, 1, 0, 3);
    agree(town, 2);
    agree(town, 1);
    assert_int_equal(town->exchanges, 1);
    assert_int_equal(town->kept_count, 1);
    town_clear(town);
}

static void both_hear(Town *town, TradeAct act)
{
    hears_trade_word(town, 1, act, 2);
    hears_trade_word(town, 2, act, 1);
    hears_nothing(town, 1);
    hears_nothing(town, 2);
    assert_int_equal(town->men[1].trading, 0);
}

/* ---- opening ---- */

static void trade_opens_when_both_players_request_it(void **state)
{
    Town *town = *state;
    town_trade(town, 1, TRADE_ASK, 2);
    hears_result(town, 1, RESULT_OK);
    hears_trade_word(town, 2, TRADE_ASK, 1);
    town_give(town, 1, 2, &(PacketItem){0, 1}, 1);
    hears_result(town, 1, RESULT_INVALID);
    town_trade(town, 2, TRADE_ASK, 1);
    hears_trade_word(town, 1, TRADE_ITEMS, 2);
    hears_trade_word(town, 2, TRADE_ITEMS, 1);
    hears_result(town, 2, RESULT_OK);
    town_trade(town, 1, TRADE_ASK, 2);
    hears_result(town, 1, RESULT_INVALID);
}

static void trade_request_requires_near_player(void **state)
{
    Town *town = *state;
    town->men[2].x = 7;
    town->men[3].map = 2;
    town->men[4].dead = true;
    town_part(town, 5);
    for (uint32_t with = 2; with <= 4; with++) {
        town_trade(town, 1, TRADE_ASK, with);
        hears_result(town, 1, RESULT_FAR);
        hears_nothing(town, with);
    }
    town_trade(town, 1, TRADE_ASK, 5);
    hears_result(town, 1, RESULT_NOBODY);
    town_trade(town, 1, TRADE_ASK, 0);
    hears_result(town, 1, RESULT_NOBODY);
    town_trade(town, 1, TRADE_ASK, 1);
    hears_result(town, 1, RESULT_INVALID);
    town->men[2].x = 6;
    town_time(town, 5000);
    town_trade(town, 1, TRADE_ASK, 2);
    hears_result(town, 1, RESULT_OK);
}

static void trade_request_expires(void **state)
{
    Town *town = *state;
    town_trade(town, 1, TRADE_ASK, 2);
    town_time(town, SOCIAL_SILENCE);
    town_clear(town);
    town_trade(town, 2, TRADE_ASK, 1);
    hears_trade_word(town, 1, TRADE_ASK, 2);
    assert_int_equal(town->men[1].trading, 0);
}

static void trade_request_can_be_declined_and_withdrawn(void **state)
{
    Town *town = *state;
    town_trade(town, 1, TRADE_ASK, 2);
    town_trade(town, 3, TRADE_ASK, 2);
    town_clear(town);
    town_trade(town, 1, TRADE_CANCEL, 2);
    hears_trade_word(town, 2, TRADE_CANCEL, 1);
    town_trade(town, 2, TRADE_CANCEL, 3);
    hears_trade_word(town, 3, TRADE_CANCEL, 2);
    town_clear(town);
    for (uint32_t with = 1; with <= 3; with += 2) {
        town_trade(town, 2, TRADE_ASK, with);
        hears_trade_word(town, with, TRADE_ASK, 2);
    }
    town_trade(town, 4, TRADE_CANCEL, 2);
    hears_result(town, 4, RESULT_INVALID);
    town_trade(town, 4, TRADE_CANCEL, 0);
    hears_result(town, 4, RESULT_INVALID);
}

static void request_of_third_player_leaves_trade_open(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    give_one(town, 1, 0, 3);
    town_clear(town);
    town_trade(town, 3, TRADE_ASK, 1);
    hears_result(town, 3, RESULT_OK);
    hears_trade_word(town, 1, TRADE_ASK, 3);
    town_trade(town, 3, TRADE_CANCEL, 1);
    hears_result(town, 3, RESULT_OK);
    hears_trade_word(town, 1, TRADE_CANCEL, 3);
    hears_nothing(town, 1);
    hears_nothing(town, 2);
    agree(town, 2);
    agree(town, 1);
    assert_int_equal(town->exchanges, 1);
    assert_int_equal(town->men[2].bag[0], 13);
}

/* ---- giving and agreeing ---- */

static void agreed_items_are_exchanged(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    give_one(town, 1, 0, 3);
    hears_result(town, 1, RESULT_OK);
    const Packet *shown = hears(town, 2, SERVER_TRADE);
    assert_int_equal(shown->trade.item_count, 1);
    assert_int_equal(shown->trade.items[0].quantity, 3);
    give_one(town, 2, 1, 10);
    hears_result(town, 2, RESULT_OK);
    hears_trade_word(town, 1, TRADE_ITEMS, 2);
    agree(town, 1);
    hears_result(town, 1, RESULT_OK);
    hears_trade_word(town, 2, TRADE_AGREE, 1);
    assert_int_equal(town->exchanges, 0);
    agree(town, 2);
    hears_trade_word(town, 1, TRADE_AGREE, 2);
    hears_result(town, 2, RESULT_OK);
    assert_int_equal(town->men[2].bag[0], 13);
    assert_int_equal(town->men[2].bag[1], 0);
    hears_nothing(town, 1);
    town_keep(town, 0, true);
    both_hear(town, TRADE_DONE);
}

static void new_items_cancel_agreements(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    give_one(town, 1, 0, 3);
    agree(town, 2);
    give_one(town, 1, 0, 1);
    agree(town, 1);
    assert_int_equal(town->exchanges, 0);
    agree(town, 2);
    assert_int_equal(town->men[2].bag[0], 11);
    town_keep(town, 0, true);
    /* One's own new items too: who agreed has thought of something else. */
    town_time(town, 5000);
    open_trade(town, 1, 2);
    give_one(town, 1, 0, 1);
    agree(town, 2);
    give_one(town, 2, 0, 1);
    agree(town, 1);
    assert_int_equal(town->exchanges, 1);
}

static void agree_requires_current_revision(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    give_one(town, 1, 0, 3);
    const uint32_t seen = town->men[2].shown.revision;
    give_one(town, 1, 0, 1);
    town_clear(town);
    town_agree(town, 2, 1, seen);
    hears_result(town, 2, RESULT_BUSY);
    town_agree(town, 2, 1, seen + 2);
    hears_result(town, 2, RESULT_BUSY);
    town_agree(town, 2, 3, seen + 1);
    hears_result(town, 2, RESULT_INVALID);
    hears_nothing(town, 1);
}

/* An AGREE on its way must not mean what another trade has on the table by then. */
static void revision_belongs_to_one_trade(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    const uint32_t empty = town->men[2].shown.revision;
    give_one(town, 1, 0, 3);
    const uint32_t seen = town->men[2].shown.revision;
    town_trade(town, 1, TRADE_CANCEL, 2);
    open_trade(town, 1, 2);
    give_one(town, 2, 1, 5);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_not_equal(town->men[2].shown.revision, seen);
        assert_int_not_equal(town->men[2].shown.revision, empty);
        give_one(town, 1, 0, 1);
    }
}

static void rejected_items_leave_the_offer_empty(void **state)
{
    Town *town = *state;
    static const struct {
        size_t count;
        PacketItem items[2];
        ResultCode code;
    } wrong[] = {
        {1, {{TOWN_SKILL, 1}}, RESULT_INVALID}, {1, {{0, 11}}, RESULT_LACKING},
        {1, {{0, 0}}, RESULT_INVALID},          {1, {{500, 1}}, RESULT_INVALID},
        {2, {{0, 1}, {0, 1}}, RESULT_INVALID},  {1, {{0, UINT32_MAX}}, RESULT_LACKING},
        {2, {{0, 1}, {1, 11}}, RESULT_LACKING},
    };
    open_trade(town, 1, 2);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        give_one(town, 1, 0, 5);
        agree(town, 2);
        town_clear(town);
        town_give(town, 1, 2, wrong[i].items, wrong[i].count);
        hears_result(town, 1, wrong[i].code);
        assert_int_equal(hears(town, 2, SERVER_TRADE)->trade.item_count, 0);
        agree(town, 1);
        assert_int_equal(town->exchanges, 0);
    }
    agree(town, 2);
    hears_result(town, 2, RESULT_INVALID);
}

static void impossible_trade_cannot_be_agreed(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    agree(town, 1);
    hears_result(town, 1, RESULT_INVALID); /* nobody gives anything */
    give_one(town, 1, 0, 10);
    town_clear(town);
    step_find(town, 1, 0, -1);
    agree(town, 1);
    hears_result(town, 1, RESULT_LACKING);
    town->men[2].bag[1] = town->men[2].known[1] = TOWN_BAG;
    town->total[1] += TOWN_BAG - 10;
    agree(town, 2);
    hears_result(town, 2, RESULT_LACKING);
    hears_nothing(town, 1);
}

static void world_can_reject_agreed_trade(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    give_one(town, 1, 0, 10);
    agree(town, 1);
    step_find(town, 1, 0, -1);
    town_clear(town);
    agree(town, 2);
    hears_trade_word(town, 1, TRADE_AGREE, 2);
    hears_result(town, 1, RESULT_LACKING);
    hears_result(town, 2, RESULT_LACKING);
    both_hear(town, TRADE_CANCEL);
}

/* ---- what ends it ---- */

static void either_player_can_cancel(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    town_trade(town, 2, TRADE_CANCEL, 1);
    hears_trade_word(town, 2, TRADE_CANCEL, 1);
    hears_result(town, 2, RESULT_OK);
    hears_trade_word(town, 1, TRADE_CANCEL, 2);
    town_trade(town, 2, TRADE_CANCEL, 1);
    hears_result(town, 2, RESULT_INVALID);
}

static void moving_away_cancels_trade(void **state)
{
    Town *town = *state;
    for (unsigned how = 0; how < 3; how++) {
        open_trade(town, 1, 2);
        Townsman *man = &town->men[1];
        const Townsman before = *man;
        man->x += how == 0 ? 7 : 0;
        man->map += how == 1;
        man->dead = how == 2;
        assert_true(social_due(town->social) <= town->now + SOCIAL_LOOK);
        town_time(town, SOCIAL_LOOK);
        both_hear(town, TRADE_CANCEL);
        man->x = before.x, man->map = before.map, man->dead = before.dead;
        town_time(town, 5000);
    }
}

/* Between two looks as well. */
static void distant_player_gets_no_trade(void **state)
{
    Town *town = *state;
    town_time(town, SOCIAL_LOOK);
    open_trade(town, 1, 2);
    give_one(town, 1, 0, 3);
    agree(town, 2);
    town_clear(town);
    town->men[2].x = 7;
    agree(town, 1);
    assert_int_equal(town->exchanges, 0);
    hears_trade_word(town, 1, TRADE_CANCEL, 2);
    hears_result(town, 1, RESULT_FAR);
    hears_trade_word(town, 2, TRADE_CANCEL, 1);
}

static void disconnect_cancels_trade(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    give_one(town, 1, 0, 3);
    agree(town, 2);
    town_clear(town);
    town_part(town, 1);
    hears_trade_word(town, 2, TRADE_CANCEL, 1);
    town_enter(town, 1);
    town_agree(town, 1, 2, town->men[1].shown.revision);
    hears_result(town, 1, RESULT_INVALID);
}

static void leaving_cancels_trade_requests(void **state)
{
    Town *town = *state;
    town_party(town, 1, PARTY_INVITE, 3);
    town_party(town, 3, PARTY_ACCEPT, 1);
    town_trade(town, 1, TRADE_ASK, 2);
    town_part(town, 1);
    town_enter(town, 1);
    town_trade(town, 2, TRADE_ASK, 1);
    assert_int_equal(town->men[1].trading, 0);
}

/* Logging in from elsewhere is parting too. */
static void second_login_cancels_trade(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    town_enter(town, 1);
    hears_trade_word(town, 2, TRADE_CANCEL, 1);
    assert_int_equal(town->exchanges, 0);
}

static void new_trade_cancels_previous_trade(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    town_trade(town, 3, TRADE_ASK, 1);
    hears_trade_word(town, 1, TRADE_ASK, 3);
    assert_int_equal(town->men[1].trading, 2); /* being asked does not */
    town_trade(town, 1, TRADE_ASK, 3);
    hears_trade_word(town, 2, TRADE_CANCEL, 1);
    assert_int_equal(town->men[1].trading, 3);
    assert_int_equal(town->men[2].trading, 0);
}

static void inactivity_cancels_trade(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    town_time(town, SOCIAL_SILENCE - 1);
    give_one(town, 1, 0, 1);
    town_clear(town);
    town_time(town, SOCIAL_SILENCE - 1);
    hears_nothing(town, 1);
    town_time(town, 1);
    both_hear(town, TRADE_CANCEL);
    assert_int_equal(social_due(town->social), UINT64_MAX);
}

/* ---- keeping ---- */

static void trade_in_save_cannot_be_cancelled(void **state)
{
    Town *town = *state;
    make_exchange(town);
    town_trade(town, 1, TRADE_CANCEL, 2);
    hears_result(town, 1, RESULT_BUSY);
    town_trade(town, 1, TRADE_ASK, 3);
    hears_result(town, 1, RESULT_BUSY);
    give_one(town, 2, 0, 1);
    hears_result(town, 2, RESULT_BUSY);
    agree(town, 2);
    hears_result(town, 2, RESULT_BUSY);
    town->men[1].map = 2;
    town_time(town, SOCIAL_SILENCE * 2);
    hears_nothing(town, 1);
    town_keep(town, 0, true);
    both_hear(town, TRADE_DONE);
    assert_int_equal(town->exchanges, 1);
}

static void failed_save_is_reported(void **state)
{
    Town *town = *state;
    make_exchange(town);
    town_keep(town, 0, false);
    hears_result(town, 1, RESULT_FAILED);
    hears_result(town, 2, RESULT_FAILED);
    both_hear(town, TRADE_CANCEL);
    assert_int_equal(town->men[1].bag[0], 10);
}

static void trade_is_saved_after_traders_disconnect(void **state)
{
    Town *town = *state;
    make_exchange(town);
    town_part(town, 1);
    town_part(town, 2);
    town_time(town, SOCIAL_AWAY * 2);
    /* Who comes back waits as before. */
    town_enter(town, 2);
    town_trade(town, 2, TRADE_ASK, 3);
    hears_result(town, 2, RESULT_BUSY);
    town_keep(town, 0, true);
    hears_trade_word(town, 2, TRADE_DONE, 1);
    town_enter(town, 1);
    hears_nothing(town, 1);
    town_time(town, 5000);
    open_trade(town, 1, 2);
}

static void trade_can_be_saved_immediately(void **state)
{
    Town *town = *state;
    town->keeps_at_once = true;
    open_trade(town, 1, 2);
    give_one(town, 2, 1, 2);
    agree(town, 1);
    town_clear(town);
    agree(town, 2);
    hears_trade_word(town, 1, TRADE_AGREE, 2);
    hears_trade_word(town, 1, TRADE_DONE, 2);
    hears_trade_word(town, 2, TRADE_DONE, 1);
    hears_result(town, 2, RESULT_OK);
    assert_int_equal(town->men[1].known[1], 12);
}

static void saves_of_unknown_trades_are_ignored(void **state)
{
    Town *town = *state;
    open_trade(town, 1, 2);
    for (uint64_t trade = 0; trade < 100; trade++)
        assert_false(social_trade_saved(town->social, trade, RESULT_OK, 0));
    assert_int_equal(town->men[1].trading, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOWN_TEST(trade_opens_when_both_players_request_it),
        TOWN_TEST(trade_request_requires_near_player),
        TOWN_TEST(trade_request_expires),
        TOWN_TEST(trade_request_can_be_declined_and_withdrawn),
        TOWN_TEST(request_of_third_player_leaves_trade_open),
        TOWN_TEST(agreed_items_are_exchanged),
        TOWN_TEST(new_items_cancel_agreements),
        TOWN_TEST(agree_requires_current_revision),
        TOWN_TEST(revision_belongs_to_one_trade),
        TOWN_TEST(rejected_items_leave_the_offer_empty),
        TOWN_TEST(impossible_trade_cannot_be_agreed),
        TOWN_TEST(world_can_reject_agreed_trade),
        TOWN_TEST(either_player_can_cancel),
        TOWN_TEST(moving_away_cancels_trade),
        TOWN_TEST(distant_player_gets_no_trade),
        TOWN_TEST(disconnect_cancels_trade),
        TOWN_TEST(leaving_cancels_trade_requests),
        TOWN_TEST(second_login_cancels_trade),
        TOWN_TEST(new_trade_cancels_previous_trade),
        TOWN_TEST(inactivity_cancels_trade),
        TOWN_TEST(trade_in_save_cannot_be_cancelled),
        TOWN_TEST(failed_save_is_reported),
        TOWN_TEST(trade_is_saved_after_traders_disconnect),
        TOWN_TEST(trade_can_be_saved_immediately),
        TOWN_TEST(saves_of_unknown_trades_are_ignored),
    };
    return cmocka_run_group_tests_name("social trade", tests, NULL, NULL);
}
