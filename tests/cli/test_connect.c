/* A game on a server as a player has it at the keyboard: the way in, chat, trade, parties, and
 * what becomes of it when the server goes away. Several of them and the server are in one
 * program. */
#include "lib/connect_kit.h"

static int set_up(void **state)
{
    test_player_count = 0;
    hall_set_up(state);
    ((Game *)*state)->start = "location(town,5,5,so) give(coin,10) give(sword,1)";
    hall_begin();
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, seat_tear_down)

/* ---- the way in ---- */

static void form_requests_missing_values(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_new("", "", false);
    SOON(list(ann) == LIST_FORM);
    assert_false(online_is_waiting(ann->app.online)); /* the player types */
    player_types(ann, "Ann");
    assert_true(app_wants_text(&ann->app));
    app_text(&ann->app, TEXT("a good pass\xC3\xB6"));
    turns(2);
    Arena *scratch = arena_new();
    const OpenPage *page = &ann->app.menus->pages[ann->app.menus->depth - 1];
    const MenuRow row =
        page_row(ann->app.menus, page, page->selected, ann->session.renderer, scratch);
    assert_memory_equal(row.value.at, "************_", row.value.size);
    arena_free(scratch);
    ann->app.pressed.option = 3; /* a click into the line is no Enter */
    turns(2);
    assert_true(ann->app.online->note[0] == 0 && app_wants_text(&ann->app));
    choose(ann, "New account");
    SOON(inside(ann));
    assert_int_equal(list(ann), LIST_NONE);
    assert_string_equal(menus_text_field(ann->app.menus, 1), "");
    assert_string_equal(local_context(ann->session.world).player->name, "Ann");
    assert_true(ann->pinned);
}

static void errors_are_reported_in_words(void **state)
{
    (void)state;
    test_player_in("Ann");
    TestPlayer *thief = test_player_new("Ann", "another password", false);
    SOON(list(thief) == LIST_FORM);
    assert_non_null(strstr(thief->app.online->note, "wrong"));
    turns(20); /* it stays, as does what is typed meanwhile */
    assert_int_equal(list(thief), LIST_FORM);
    menus_field_set(thief->app.menus, 1, TEXT(""));
    choose(thief, "Log in");
    assert_string_equal(thief->app.online->note, "Enter a name and a password");
}

static void changed_certificate_is_rejected_with_advice(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_new("Ann", "a good password", true);
    ann->pinned = true; /* as zeros */
    SOON(list(ann) == LIST_FORM);
    assert_non_null(strstr(ann->app.online->note, "certificate"));
    assert_non_null(strstr(ann->app.online->note, "home/known_hosts"));
    ann->pinned = false;
    menus_field_set(ann->app.menus, 1, TEXT("a good password"));
    choose(ann, "New account");
    SOON(inside(ann));
}

static Known damaged_pin(void *context, uint8_t pin[PIN_SIZE], Report *report)
{
    (void)context, (void)pin;
    report_error(report, "the line of this server is damaged");
    return KNOWN_BAD;
}

/* The form asked for a name and a password, which were there. */
static void form_shows_why_it_cannot_connect(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_new("Ann", "a good password", true);
    ann->pinned = true; /* as zeros */
    SOON(list(ann) == LIST_FORM);
    ann->server.known = damaged_pin;
    menus_field_set(ann->app.menus, 1, TEXT("a good password"));
    choose(ann, "Log in");
    assert_string_equal(ann->app.online->note, "the line of this server is damaged");
    ann->server.known = known_pin;
    ann->pinned = false;
    char longest[200] = "";
    memset(longest, 'x', sizeof longest - 1);
    menus_field_set(ann->app.menus, 0, text_of(longest));
    choose(ann, "Log in");
    assert_string_equal(ann->app.online->note,
                        "the name, the password or the host name is too long");
}

/* The third line of the form replaces the password before the login. */
static void password_is_changed_in_the_form(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_new("Ann", "a good password", true);
    SOON(inside(ann));
    TestPlayer *again = test_player_new("Ann", "a wrong password", false);
    SOON(list(again) == LIST_FORM);
    menus_field_set(again->app.menus, 1, TEXT("a good password"));
    menus_field_set(again->app.menus, 2, TEXT("short"));
    choose(again, "Log in");
    SOON(list(again) == LIST_FORM && strstr(again->app.online->note, "8 to 128 bytes"));
    menus_field_set(again->app.menus, 2, TEXT("a better password"));
    choose(again, "Log in");
    SOON(inside(again));
    assert_string_equal(menus_text_field(again->app.menus, 1), "");
    assert_string_equal(menus_text_field(again->app.menus, 2), "");
    TestPlayer *third = test_player_new("Ann", "a good password", false);
    SOON(list(third) == LIST_FORM);
    assert_non_null(strstr(third->app.online->note, "wrong"));
    menus_field_set(third->app.menus, 1, TEXT("a better password"));
    choose(third, "Log in");
    SOON(inside(third));
}

static void online_play_has_no_save_or_load(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann");
    turns(2);
    assert_int_equal(ann->app.offers & (OFFER_SAVE | OFFER_LOAD | OFFER_CONTINUE), 0);
    const World *world = ann->session.world;
    player_acts(ann, ACTION_quick_save);
    player_acts(ann, ACTION_quick_load);
    assert_ptr_equal(ann->session.world, world);
    player_acts(ann, ACTION_pause);
    SOON(local_context(ann->session.world).player->screen.screen == SCREEN_PAUSE);
    assert_int_equal(local_context(ann->session.world).player->screen.option_count, 3);
}

static void second_login_takes_over(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann");
    TestPlayer *again = test_player_new("Ann", "a good password", false);
    SOON(inside(again));
    SOON(list(ann) == LIST_FORM);
    assert_string_equal(ann->app.online->note, reason_words(REASON_ELSEWHERE));
}

static void client_reconnects_to_lost_server(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann");
    const unsigned port = server_port(hall->server);
    server_stop(hall->server);
    SOON(server_is_over(hall->server));
    server_free(hall->server);
    hall->server = NULL;
    SOON(list(ann) == LIST_WAIT);
    assert_false(inside(ann));
    assert_true(online_is_waiting(ann->app.online));
    assert_non_null(ann->app.menus->backdrop.pixels);
    turns(10); /* the pages are drawn without the server's world */
    hall->options.port = port;
    hall_open();
    SOON(inside(ann));
    assert_false(online_is_waiting(ann->app.online));
    assert_int_equal(list(ann), LIST_NONE);
    assert_null(ann->app.menus->backdrop.pixels);
    assert_string_equal(local_context(ann->session.world).player->name, "Ann");
}

static void leaving_by_menu_ends_program(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann");
    player_acts(ann, ACTION_pause);
    SOON(local_context(ann->session.world).player->screen.screen == SCREEN_PAUSE);
    ann->app.pressed.option = local_context(ann->session.world).player->screen.option_count;
    SOON(ann->app.requests_pending & WINDOW_REQUEST_LEAVE);
}

/* ---- chat ---- */

static void chat_lines_reach_their_receivers(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben");
    player_says(ann, "Dia duit");
    SOON(heard(ben, "Ann: Dia duit") && heard(ann, "Ann: Dia duit"));
    player_says(ben, "/w Ann psst, a secret");
    SOON(heard(ann, "[Whisper] Ben: psst, a secret"));
    assert_true(heard(ben, "-> Ann: psst, a secret"));
    player_says(ben, "/w \"Ann\" quoted");
    SOON(heard(ann, "[Whisper] Ben: quoted"));
    player_says(ann, "/help");
    assert_true(heard(ann, "/p TEXT: send to the party"));
    assert_false(heard(ben, "Ann: /help"));
    player_says(ann, "/w Nobody hello");
    SOON(heard(ann, result_words(RESULT_NOBODY)) || ann->app.menus->heard_count >= 8);
    assert_int_equal(ann->app.menus->history_count, ann->app.menus->heard_count);
}

/* ---- parties ---- */

static void players_join_and_leave_parties(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben");
    SOON(sees(ann, ben) && sees(ben, ann));
    meet(ann, ben);
    choose(ann, "Invite to a party");
    SOON(list(ben) == LIST_QUESTION);
    assert_true(text_is(ben->app.menus->list.title, "Ann invites you to a party"));
    choose(ben, "Yes");
    SOON(ann->app.online->member_count == 2 && ben->app.online->member_count == 2);
    turns(2);
    assert_true(text_is(ben->app.menus->aside.members[0], "Ann"));
    assert_true(text_is(ben->app.menus->aside.members[1], "Ben"));
    player_says(ben, "/p for us");
    SOON(heard(ann, "[Party] Ben: for us"));
    player_says(ben, "/party");
    assert_int_equal(list(ben), LIST_PARTY);
    choose(ben, "Leave the party");
    SOON(!ann->app.online->member_count && !ben->app.online->member_count);
}

static void declining_sends_refusal(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben");
    SOON(sees(ann, ben));
    meet(ann, ben);
    choose(ann, "Invite to a party");
    SOON(list(ben) == LIST_QUESTION);
    player_acts(ben, ACTION_confirm); /* No is selected */
    assert_int_equal(list(ben), LIST_NONE);
    SOON(!strcmp(ann->app.menus->note, "Ben declined"));
    assert_int_equal(ann->app.online->member_count, 0);
}

/* Whoever types is not disturbed: Enter would answer. */
static void question_waits_until_all_pages_are_closed(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben");
    SOON(sees(ann, ben));
    player_acts(ben, ACTION_say);
    meet(ann, ben);
    choose(ann, "Trade");
    SOON(!strcmp(ben->app.menus->note, "Ann wants to trade"));
    player_types(ben, "wait");
    SOON(list(ben) == LIST_QUESTION);
    SOON(heard(ann, "Ben: wait"));
}

/* ---- trade ---- */

static void open_trade(TestPlayer *ann, TestPlayer *ben)
{
    SOON(sees(ann, ben) && sees(ben, ann));
    meet(ann, ben);
    choose(ann, "Trade");
    SOON(list(ben) == LIST_QUESTION);
    choose(ben, "Yes");
    SOON(list(ann) == LIST_TRADE && list(ben) == LIST_TRADE);
}

/* One must have had time to see what has changed. */
static void agree(TestPlayer *player)
{
    SOON(entry(player, "Accept") && !entry(player, "Accept")->inactive);
    choose(player, "Accept");
}

/* A change of the other's items that arrives late cancels an agreement. */
static void agree_until_seen(TestPlayer *player, const TestPlayer *other, const char *words)
{
    const time_t end = time(NULL) + 30;
    while (!shows(other, "Accept", words)) {
        if (entry(player, "Accept") && !entry(player, "Accept")->inactive)
            choose(player, "Accept");
        turn();
        if (time(NULL) > end)
            fail_msg("%s was not shown", words);
    }
}

static void change_cancels_both_agreements(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben");
    open_trade(ann, ben);
    const char *coin = arena_text(hall->arena, ann->app.menus->list.rows[0].title).at;
    assert_true(shows(ann, coin, "0 / 10"));
    more(ann, coin, 1);
    more(ann, coin, 1);
    assert_true(shows(ann, coin, "2 / 10"));
    SOON(ben->app.online->trade.their_count == 1 &&
         ben->app.online->trade.theirs[0].count == 2);
    agree_until_seen(ben, ann, "Ben: accepted");
    more(ann, coin, -1);
    assert_true(shows(ann, "Accept", ""));
    SOON(ben->app.online->trade.theirs[0].count == 1);
    assert_true(shows(ben, "Accept", "")); /* not: agreed */
    more(ann, coin, -1);
    more(ann, coin, -1); /* not less than nothing */
    assert_true(shows(ann, coin, "0 / 10"));
    SOON(!ben->app.online->trade.their_count);
    player_acts(ben, ACTION_cancel);
    SOON(list(ann) == LIST_NONE && list(ben) == LIST_NONE);
    SOON(!strcmp(ann->app.menus->note, "Trade cancelled"));
}

static void trade_is_executed_when_both_agree(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben");
    open_trade(ann, ben);
    const char *coin = arena_text(hall->arena, ann->app.menus->list.rows[0].title).at;
    for (int i = 0; i < 12; i++)
        more(ann, coin, 1); /* no more than there are */
    assert_true(shows(ann, coin, "10 / 10"));
    agree_until_seen(ann, ben, "Ann: accepted");
    assert_true(entry(ann, "accepted") && entry(ann, "accepted")->inactive);
    agree(ben);
    SOON(!strcmp(ann->app.menus->note, "Trade completed") &&
         !strcmp(ben->app.menus->note, "Trade completed"));
    assert_int_equal(list(ann), LIST_NONE);
    SOON(world_count(local_context(ann->session.world), COIN) == 0 &&
         world_count(local_context(ben->session.world), COIN) == 20);
}

/* A third player who withdraws a request closed the window, while the offer stayed on the
 * server: the partner could get it for nothing. */
static void third_player_does_not_close_trade(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben"),
               *cid = test_player_in("Cid");
    open_trade(ann, ben);
    const char *coin = arena_text(hall->arena, ann->app.menus->list.rows[0].title).at;
    more(ann, coin, 1);
    SOON(ben->app.online->trade.their_count == 1);
    const uint32_t with = client_player(ann->app.online->client);
    SOON(sees(cid, ann));
    client_trade(cid->app.online->client, &(PacketTradeAct){.act = TRADE_ASK, .with = with});
    SOON(!strcmp(ann->app.menus->note, "Cid wants to trade"));
    client_trade(cid->app.online->client, &(PacketTradeAct){.act = TRADE_CANCEL, .with = with});
    SOON(!ann->app.online->waiting);
    assert_int_equal(list(ann), LIST_TRADE);
    assert_true(shows(ann, coin, "1 / 10"));
    agree_until_seen(ben, ann, "Ben: accepted");
}

/* The offer became empty when the partner's items changed a moment before one agreed. */
static void late_agreement_keeps_offers(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben");
    open_trade(ann, ben);
    const char *coin = arena_text(hall->arena, ann->app.menus->list.rows[0].title).at;
    more(ann, coin, 1);
    SOON(ben->app.online->trade.their_count == 1);
    client_trade(ann->app.online->client,
                 &(PacketTradeAct){.act = TRADE_AGREE,
                                   .with = ann->app.online->trade.with,
                                   .revision = ann->app.online->trade.revision + 1000});
    SOON(!strcmp(ann->app.menus->note, "the items have changed"));
    turns(10);
    assert_true(shows(ann, coin, "1 / 10"));
    assert_int_equal(ben->app.online->trade.their_count, 1);
    agree_until_seen(ann, ben, "Ann: accepted");
}

/* If a client has lost its window for any reason, the server must not keep its offer. */
static void opened_trade_window_withdraws_previous_offer(void **state)
{
    (void)state;
    TestPlayer *ann = test_player_in("Ann"), *ben = test_player_in("Ben");
    open_trade(ann, ben);
    const char *coin = arena_text(hall->arena, ann->app.menus->list.rows[0].title).at;
    more(ann, coin, 1);
    SOON(ben->app.online->trade.their_count == 1);
    online_trade_clear(ann->app.online);
    more(ben, coin, 1);
    SOON(list(ann) == LIST_TRADE);
    assert_true(shows(ann, coin, "0 / 10"));
    SOON(!ben->app.online->trade.their_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(form_requests_missing_values),
        TEST(errors_are_reported_in_words),
        TEST(changed_certificate_is_rejected_with_advice),
        TEST(form_shows_why_it_cannot_connect),
        TEST(password_is_changed_in_the_form),
        TEST(online_play_has_no_save_or_load),
        TEST(second_login_takes_over),
        TEST(client_reconnects_to_lost_server),
        TEST(leaving_by_menu_ends_program),
        TEST(chat_lines_reach_their_receivers),
        TEST(players_join_and_leave_parties),
        TEST(declining_sends_refusal),
        TEST(question_waits_until_all_pages_are_closed),
        TEST(change_cancels_both_agreements),
        TEST(trade_is_executed_when_both_agree),
        TEST(third_player_does_not_close_trade),
        TEST(late_agreement_keeps_offers),
        TEST(opened_trade_window_withdraws_previous_offer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
