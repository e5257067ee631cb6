/* Rules of orders in the chat: who may change which decision, names of several words, times. */
#include "lib/server_kit.h"

#include "server/admin_host.h"
#include "server/game/staff.h"

enum { ANN, BEN, CAI };

static void say(unsigned by, const char *text)
{
    assert_true(client_send_chat(hall->clients[by], CHANNEL_MAP, TEXT(""), text_of(text)));
}

static bool has_heard(unsigned who, const char *words)
{
    return strstr(hall->heard[who].chat, words) != NULL;
}

static void host_order(StaffOrderKind kind, const char *name, const char *text)
{
    const StaffOrder order = {
        .by = TEXT("admin"), .role = ROLE_HOST, .name = text_of(name), .text = text_of(text)};
    assert_int_equal(staff_order(hall->server, kind, &order, NULL), RESULT_OK);
}

static void three_players(void)
{
    hall->accounts.registering = LIMIT_NONE;
    hall_begin();
    assert_int_equal(hall_player("Ann"), ANN);
    assert_int_equal(hall_player("Ben"), BEN);
    assert_int_equal(hall_player("Cai"), CAI);
}

/* ---- log ---- */

static char logged[4096];

static void keep_line(void *context, Text line)
{
    const size_t size = strlen(logged);
    (void)context;
    if (size + line.size + 2 < sizeof logged)
        snprintf(logged + size, sizeof logged - size, "%.*s\n", (int)line.size, line.at);
}

static void keep_log(void)
{
    const LogOptions options = {.level = LOG_LEVEL_INFO, .sink = keep_line};
    logged[0] = 0;
    hall->log = log_new(&options, &hall->kit->report);
}

/* ---- ignore lists ---- */

/* Each change is written to the store and sent to all servers. */
static void a_flood_of_ignore_orders_is_refused(void **state)
{
    (void)state;
    three_players();
    const unsigned before = hall->heard[ANN].results;
    for (unsigned i = 0; i < 9; i++) /* fewer than the burst of all commands */
        say(ANN, i % 2 ? "/unignore Ben" : "/ignore Ben");
    say(ANN, "/ignored");
    HALL_UNTIL(has_heard(ANN, "0 players are ignored"));
    assert_int_equal(hall->heard[ANN].results, before + 1);
    assert_int_equal(hall->heard[ANN].result, RESULT_WAIT);
}

/* Somebody who was ignored before became a helper. */
static void words_of_the_staff_reach_those_who_ignored_them(void **state)
{
    (void)state;
    three_players();
    say(ANN, "/ignore Ben");
    HALL_UNTIL(has_heard(ANN, "you ignore Ben now"));
    host_order(STAFF_ROLE, "Ben", "helper");
    say(BEN, "stop that");
    assert_true(
        client_send_chat(hall->clients[BEN], CHANNEL_WHISPER, TEXT("Ann"), TEXT("please")));
    HALL_UNTIL(has_heard(ANN, "please") && has_heard(ANN, "Ben: stop that"));
    /* The list is kept for the time after. */
    host_order(STAFF_ROLE, "Ben", "player");
    assert_true(accounts_ignores(hall->server->accounts, client_player(hall->clients[ANN]),
                                 client_player(hall->clients[BEN])));
}

/* ---- roles ---- */

static ResultCode order_as(unsigned role, StaffOrderKind kind, const char *text)
{
    const StaffOrder order = {.by = TEXT("somebody"),
                              .role = role,
                              .name = TEXT("Cai"),
                              .network = {4, {192, 0, 2}, 24},
                              .seconds = 60,
                              .text = text_of(text)};
    return staff_order(hall->server, kind, &order, NULL);
}

/* A helper unmuted those whom a moderator had muted; a moderator replaced a ban of the host for
 * ever by one of a minute. */
static void decisions_of_higher_roles_cannot_be_changed(void **state)
{
    static const struct {
        StaffOrderKind make, lift;
        unsigned author, lower;
    } cases[] = {
        {STAFF_MUTE, STAFF_UNMUTE, ROLE_MODERATOR, ROLE_HELPER},
        {STAFF_MUTE, STAFF_UNMUTE, ROLE_HOST, ROLE_ADMIN},
        {STAFF_BAN, STAFF_UNBAN, ROLE_ADMIN, ROLE_MODERATOR},
        {STAFF_DENY, STAFF_UNDENY, ROLE_HOST, ROLE_ADMIN},
    };
    (void)state;
    three_players();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(order_as(cases[i].lower, cases[i].make, "why"), RESULT_OK);
        assert_int_equal(order_as(cases[i].author, cases[i].make, "why"), RESULT_OK);
        assert_int_equal(order_as(cases[i].lower, cases[i].lift, ""), RESULT_ROLE);
        assert_int_equal(order_as(cases[i].lower, cases[i].make, "why"), RESULT_ROLE);
        assert_int_equal(order_as(cases[i].author, cases[i].lift, ""), RESULT_OK);
    }
    /* One that has ended is not in the way, nor is one that was lifted. */
    const AccountDecision ended = {TEXT("admin"), TEXT(""), 1, 2, ROLE_HOST};
    assert_int_equal(accounts_mute(hall->server->accounts, TEXT("Cai"), &ended), RESULT_OK);
    assert_int_equal(order_as(ROLE_HELPER, STAFF_MUTE, ""), RESULT_OK);
    /* Of a decision from an older state, the role is not known. */
    const AccountDecision old = {TEXT("Mod"), TEXT(""), 1, 0, 0};
    assert_int_equal(accounts_ban(hall->server->accounts, TEXT("Cai"), &old), RESULT_OK);
    assert_int_equal(order_as(ROLE_MODERATOR, STAFF_UNBAN, ""), RESULT_ROLE);
    assert_int_equal(order_as(ROLE_ADMIN, STAFF_UNBAN, ""), RESULT_OK);
}

static void refusal_names_the_author_of_a_decision(void **state)
{
    (void)state;
    three_players();
    host_order(STAFF_ROLE, "Ann", "moderator");
    host_order(STAFF_MUTE, "Cai", "he shouts");
    const unsigned before = hall->heard[ANN].results;
    say(ANN, "/unmute Cai");
    HALL_UNTIL(hall->heard[ANN].results > before);
    assert_int_equal(hall->heard[ANN].result, RESULT_ROLE);
    assert_string_equal(hall->heard[ANN].words,
                        "that was decided by admin, whose role is higher than yours");
}

/* ---- reading orders ---- */

static const StoreAccount *account(const char *name)
{
    return accounts_find(hall->server->accounts, text_of(name));
}

/* "/mute Ann Smith" muted Ann; then "/mute Ann for spam" muted somebody with the name "Ann
 * for". */
static void name_that_may_mean_two_players_needs_quotes(void **state)
{
    AccountDecision mute;
    (void)state;
    three_players();
    hall_player("Cai Smith");
    host_order(STAFF_ROLE, "Ann", "moderator");
    say(ANN, "/mute Cai Smith 10m insults");
    HALL_UNTIL(has_heard(ANN, "\"Cai\" and \"Cai Smith\": write the name in quotes"));
    say(ANN, "/ignore Cai Smith");
    assert_false(account_is_muted(account("Cai Smith"), 0, NULL));
    assert_false(account_is_muted(account("Cai"), 0, NULL));
    say(ANN, "/mute \"Cai Smith\" 10m insults");
    HALL_UNTIL(account_is_muted(account("Cai Smith"), 0, &mute));
    assert_true(text_is(mute.reason, "insults") && mute.until);
    say(ANN, "/mute cai smiths are rude");
    HALL_UNTIL(account_is_muted(account("Cai"), 0, &mute));
    assert_true(text_is(mute.reason, "smiths are rude"));
    say(ANN, "/unmute \"cai smith\"");
    HALL_UNTIL(!account_is_muted(account("Cai Smith"), 0, NULL));
    say(ANN, "/mute \"Cai\" Smith told me");
    HALL_UNTIL(account_is_muted(account("Cai"), 0, &mute) &&
               text_is(mute.reason, "Smith told me"));
}

/* "/ban Cai 10min" was for ever, with the reason "10min". */
static void misspelled_times_are_refused(void **state)
{
    (void)state;
    three_players();
    host_order(STAFF_ROLE, "Ann", "admin");
    say(ANN, "/ban Cai 10min insults");
    HALL_UNTIL(
        has_heard(ANN, "\"10min\" is not a time; write for example 90s, 30m, 2h, 7d or 4w"));
    say(ANN, "/deny 192.0.2.0/24 1hour");
    HALL_UNTIL(has_heard(ANN, "\"1hour\" is not a time"));
    assert_false(account_is_banned(account("Cai"), 0, NULL));
    assert_null(accounts_find_denied(hall->server->accounts, &(Network){4, {192, 0, 2}, 24}));
}

/* ---- passwords ---- */

static ResultCode reset(const char *name)
{
    Writer out = writer_to(hall->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    return admin_host(hall->server)
        .reset(hall->server, &(AdminWords){.name = text_of(name)}, &json);
}

/* Somebody else may have stolen the password, and plays. */
static void resetting_a_password_ends_sessions(void **state)
{
    (void)state;
    three_players();
    assert_int_equal(reset("Ann"), RESULT_OK);
    HALL_UNTIL(client_phase(hall->clients[ANN]) == CLIENT_OVER);
    assert_int_equal(client_phase(hall->clients[BEN]), CLIENT_PLAYING);
}

static void changing_a_password_ends_other_sessions(void **state)
{
    (void)state;
    three_players();
    const unsigned owner = hall_client("Ann", "mistyped password", false);
    HALL_UNTIL(hall->heard[owner].results);
    assert_true(client_ask_change(hall->clients[owner], TEXT("Ann"), TEXT("a good password"),
                                  TEXT("a better password")));
    HALL_UNTIL(client_phase(hall->clients[ANN]) == CLIENT_OVER);
    assert_true(text_is(client_status_text(hall->clients[ANN]),
                        "the password of this account was changed"));
    HALL_UNTIL(client_phase(hall->clients[owner]) == CLIENT_PLAYING);
}

/* ---- deletion ---- */

static ResultCode delete_account(const char *name)
{
    return staff_delete_account(hall->server, text_of(name), TEXT("admin"));
}

/* The deletion takes a second, and may not be repeated after it has begun. */
static void begun_deletion_keeps_a_longer_ban(void **state)
{
    AccountDecision ban;
    (void)state;
    keep_log();
    three_players();
    host_order(STAFF_BAN, "Ann", "she cheats");
    assert_int_equal(delete_account("Ann"), RESULT_BUSY);
    const StoreAccount *ann = accounts_find(hall->server->accounts, TEXT("Ann"));
    assert_true(account_is_banned(ann, 0, &ban));
    assert_int_equal(ban.until, 0);
    assert_true(text_is(ban.reason, "she cheats"));
    /* A new ban is logged like every other one. */
    assert_null(strstr(logged, "Ben was banned"));
    assert_int_equal(delete_account("Ben"), RESULT_BUSY);
    assert_non_null(strstr(logged, "Ben was banned"));
    const StoreAccount *ben = accounts_find(hall->server->accounts, TEXT("Ben"));
    assert_true(account_is_banned(ben, server_moment(hall->server).seconds, NULL));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_flood_of_ignore_orders_is_refused),
        TEST(words_of_the_staff_reach_those_who_ignored_them),
        TEST(decisions_of_higher_roles_cannot_be_changed),
        TEST(refusal_names_the_author_of_a_decision),
        TEST(name_that_may_mean_two_players_needs_quotes),
        TEST(misspelled_times_are_refused),
        TEST(resetting_a_password_ends_sessions),
        TEST(changing_a_password_ends_other_sessions),
        TEST(begun_deletion_keeps_a_longer_ban),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
