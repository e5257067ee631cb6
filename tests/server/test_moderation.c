/* What the staff does in the chat of the game, and what players see of it. */
#include "lib/server_kit.h"

#include "server/admin_host.h"
#include "server/game/connections.h"
#include "server/game/controllers.h"
#include "server/game/reports.h"
#include "server/game/staff.h"
#include "server/game/word_filter.h"
#include "server/game/zones.h"

enum { ANN, BEN, CAI };

static void say(unsigned by, const char *text)
{
    assert_true(client_send_chat(hall->clients[by], CHANNEL_MAP, TEXT(""), text_of(text)));
}

static bool has_heard(unsigned who, const char *words)
{
    return strstr(hall->heard[who].chat, words) != NULL;
}

/* Says a line that is refused, and returns the reason. */
static ResultCode refused(unsigned by, const char *text)
{
    const unsigned before = hall->heard[by].results;
    say(by, text);
    HALL_UNTIL(hall->heard[by].results > before);
    return hall->heard[by].result;
}

static ResultCode host_order(StaffOrderKind kind, const char *name, const char *text)
{
    const StaffOrder order = {
        .by = TEXT("admin"), .role = ROLE_HOST, .name = text_of(name), .text = text_of(text)};
    return staff_order(hall->server, kind, &order, NULL);
}

static void three_players(void)
{
    hall->accounts.registering = LIMIT_NONE;
    hall_begin();
    assert_int_equal(hall_player("Ann"), ANN);
    assert_int_equal(hall_player("Ben"), BEN);
    assert_int_equal(hall_player("Cai"), CAI);
}

/* Lines of the server's log from begin_log to end_log. */
static char logged[4096];

static void keep_line(void *context, Text line)
{
    const size_t size = strlen(logged);
    (void)context;
    snprintf(logged + size, sizeof logged - size, "%.*s\n", (int)line.size, line.at);
}

static void begin_log(void)
{
    const LogOptions options = {.level = LOG_LEVEL_INFO, .sink = keep_line};
    logged[0] = 0;
    hall->server->options.log = log_new(&options, &hall->kit->report);
}

static void end_log(void)
{
    log_free(hall->server->options.log);
    hall->server->options.log = NULL;
}

/* ---- mutes, kicks, bans ---- */

static void muted_player_is_not_heard(void **state)
{
    (void)state;
    three_players();
    assert_int_equal(host_order(STAFF_ROLE, "Ann", "helper"), RESULT_OK);
    HALL_UNTIL(has_heard(ANN, "you are now helper"));
    say(ANN, "/mute Ben 10m he shouts");
    HALL_UNTIL(has_heard(BEN, "you are muted until"));
    HALL_UNTIL(has_heard(ANN, "Ben is muted until"));
    assert_int_equal(refused(BEN, "hello"), RESULT_MUTED);
    assert_non_null(strstr(hall->heard[BEN].words, "UTC: he shouts"));
    assert_false(has_heard(CAI, "hello"));
    assert_false(has_heard(CAI, "/mute"));
    say(ANN, "/unmute ben");
    HALL_UNTIL(has_heard(BEN, "you may speak again"));
    say(BEN, "good day");
    HALL_UNTIL(has_heard(CAI, "Ben: good day"));
}

static void each_role_has_its_limits(void **state)
{
    (void)state;
    three_players();
    assert_int_equal(refused(ANN, "/mute Ben 10m"), RESULT_ROLE);
    assert_int_equal(refused(ANN, "/announce me"), RESULT_ROLE);
    assert_int_equal(host_order(STAFF_ROLE, "Ann", "helper"), RESULT_OK);
    assert_int_equal(host_order(STAFF_ROLE, "Ben", "moderator"), RESULT_OK);
    assert_int_equal(host_order(STAFF_ROLE, "Cai", "king"), RESULT_INVALID);
    assert_int_equal(refused(ANN, "/mute Cai 2h"), RESULT_ROLE); /* too long for a helper */
    assert_int_equal(refused(ANN, "/mute Cai"), RESULT_ROLE);    /* for ever */
    assert_int_equal(refused(ANN, "/kick Ben"), RESULT_ROLE);    /* a higher role */
    assert_int_equal(refused(ANN, "/ban Cai 1d"), RESULT_ROLE);
    assert_int_equal(refused(BEN, "/role Ann player"), RESULT_ROLE);
    assert_int_equal(refused(BEN, "/ban Nobody 1d"), RESULT_NOBODY);
    assert_int_equal(account_role(accounts_find(hall->server->accounts, TEXT("Ann"))),
                     ROLE_HELPER);
    hall_wait(60); /* lines in a second are limited */
    say(BEN, "/ban cai 1d no manners");
    HALL_UNTIL(client_phase(hall->clients[CAI]) == CLIENT_OVER);
    HALL_UNTIL(has_heard(BEN, "Cai is banned until"));
    AccountDecision ban;
    const StoreAccount *cai = accounts_find(hall->server->accounts, TEXT("Cai"));
    assert_true(account_is_banned(cai, time(NULL), &ban));
    assert_true(text_is(ban.by, "Ben") && text_is(ban.reason, "no manners"));
    assert_false(account_is_banned(cai, time(NULL) + 86401, NULL));
    const unsigned again = hall_client("Cai", "a good password", false);
    HALL_UNTIL(hall->heard[again].results);
    assert_int_equal(hall->heard[again].result, RESULT_BANNED);
    assert_non_null(strstr(hall->heard[again].words, "UTC: no manners"));
}

static void names_with_blanks_and_wrong_lines_are_read(void **state)
{
    (void)state;
    hall->accounts.registering = LIMIT_NONE;
    hall_begin();
    hall_player("Ann");
    hall_player("Ben Lee");
    assert_int_equal(host_order(STAFF_ROLE, "Ann", "admin"), RESULT_OK);
    say(ANN, "/mute \"Ben Lee\" spam");
    HALL_UNTIL(has_heard(ANN, "Ben Lee is muted: spam"));
    say(ANN, "/mute");
    HALL_UNTIL(has_heard(ANN, "/mute NAME [TIME] [TEXT]: forbids"));
    say(ANN, "/dance");
    HALL_UNTIL(has_heard(ANN, "unknown command; /help lists the commands"));
    hall->heard[ANN].chat[0] = 0;
    say(ANN, "/deny 192.0.2.0/24 1h noise");
    HALL_UNTIL(accounts_denied(hall->server->accounts, &(WireAddress){4, {192, 0, 2, 7}, 1},
                               time(NULL)));
    say(ANN, "/kick \"Ben Lee\" off you go");
    HALL_UNTIL(client_phase(hall->clients[BEN]) == CLIENT_OVER);
    assert_true(text_is(client_status_text(hall->clients[BEN]), "off you go"));
}

/* ---- words ---- */

static void words_of_the_list_become_asterisks(void **state)
{
    (void)state;
    Report *report;
    three_players();
    report = &hall->kit->report;
    assert_true(server_set_words(hall->server, "words",
                                 bytes_of_text(TEXT("# a list\ndrat\nbum\n*fool*\n")), report));
    say(ANN, "DRAT, you tomfoolery of a rat; ｄｒａｔ, drats");
    HALL_UNTIL(has_heard(BEN, "Ann: ****, you ********** of a rat; ****, drats"));
    say(ANN, "a burning candle may burn, bum; bυm");
    HALL_UNTIL(has_heard(BEN, "a burning candle may burn, ***; ***"));
    const unsigned dan = hall_client("Foolish Dan", "a good password", true);
    HALL_UNTIL(hall->heard[dan].results);
    assert_int_equal(hall->heard[dan].result, RESULT_NAME);
    assert_string_equal(hall->heard[dan].words,
                        "this name has a word that is not allowed here");
    assert_false(server_set_words(hall->server, "words",
                                  bytes_of_text(TEXT("good\ntwo words\n")), report));
    assert_true(kit_has_message(hall->kit, "words:2: expected one word"));
    say(ANN, "drat again"); /* the old list stays */
    HALL_UNTIL(has_heard(BEN, "**** again"));
    assert_true(server_set_words(hall->server, NULL, (Bytes){NULL, 0}, report));
    say(ANN, "drat it");
    HALL_UNTIL(has_heard(BEN, "drat it"));
}

static void message_of_the_day_is_kept_and_shown(void **state)
{
    (void)state;
    hall->accounts.registering = LIMIT_NONE;
    hall_begin();
    assert_int_equal(host_order(STAFF_MOTD, "", "Welcome to Tír na nÓg"), RESULT_OK);
    assert_int_equal(hall_player("Ann"), ANN);
    HALL_UNTIL(has_heard(ANN, ": Welcome to Tír na nÓg"));
    hall_stop();
    hall_open();
    assert_true(text_is(staff_motd(hall->server), "Welcome to Tír na nÓg"));
    assert_int_equal(host_order(STAFF_MOTD, "", ""), RESULT_OK);
    assert_int_equal(staff_motd(hall->server).size, 0);
}

/* ---- players ---- */

static void ignored_player_is_not_heard_and_cannot_ask(void **state)
{
    (void)state;
    three_players();
    say(ANN, "/ignore Ben");
    HALL_UNTIL(has_heard(ANN, "you ignore Ben now"));
    say(BEN, "hello all");
    HALL_UNTIL(has_heard(CAI, "Ben: hello all"));
    const unsigned before = hall->heard[BEN].results;
    assert_true(
        client_send_chat(hall->clients[BEN], CHANNEL_WHISPER, TEXT("Ann"), TEXT("psst")));
    HALL_UNTIL(hall->heard[BEN].results > before);
    assert_int_equal(hall->heard[BEN].result, RESULT_REFUSED);
    const PacketPartyAct invite = {PARTY_INVITE, client_player(hall->clients[ANN])};
    assert_true(client_party(hall->clients[BEN], &invite));
    HALL_UNTIL(hall->heard[BEN].results > before + 1);
    assert_int_equal(hall->heard[BEN].result, RESULT_REFUSED);
    const PacketTradeAct trade = {TRADE_ASK, client_player(hall->clients[ANN]), 0, 0, NULL};
    assert_true(client_trade(hall->clients[BEN], &trade));
    HALL_UNTIL(hall->heard[BEN].results > before + 2);
    assert_int_equal(hall->heard[BEN].result, RESULT_REFUSED);
    assert_false(has_heard(ANN, "hello all") || has_heard(ANN, "psst"));
    assert_int_equal(hall->heard[ANN].trades, 0);
    say(ANN, "/ignored");
    HALL_UNTIL(has_heard(ANN, "1 player is ignored: Ben"));
    say(ANN, "/unignore Ben");
    HALL_UNTIL(has_heard(ANN, "you hear Ben again"));
    say(BEN, "once more");
    HALL_UNTIL(has_heard(ANN, "Ben: once more"));
}

static void report_has_the_last_lines_but_no_whispers_to_others(void **state)
{
    (void)state;
    const StoreReport *rows;
    size_t count = 0;
    three_players();
    assert_int_equal(host_order(STAFF_ROLE, "Cai", "helper"), RESULT_OK);
    say(BEN, "you are a toad");
    HALL_UNTIL(has_heard(ANN, "toad"));
    client_send_chat(hall->clients[BEN], CHANNEL_WHISPER, TEXT("Ann"), TEXT("a fat toad"));
    client_send_chat(hall->clients[BEN], CHANNEL_WHISPER, TEXT("Cai"), TEXT("our secret"));
    HALL_UNTIL(has_heard(CAI, "our secret") && has_heard(ANN, "fat toad"));
    say(ANN, "/report Ben insults");
    HALL_UNTIL(has_heard(ANN, "thank you"));
    HALL_UNTIL(has_heard(CAI, "Ann reports Ben: insults"));
    assert_false(has_heard(BEN, "reports"));
    HALL_UNTIL(reports_load(hall->server, 0, &rows, &count, hall->arena) && count);
    assert_int_equal(rows->about, client_player(hall->clients[BEN]));
    assert_true(text_is(rows->words, "insults"));
    const char *lines = rows->lines.at;
    assert_non_null(strstr(lines, "<Ben> you are a toad\n"));
    assert_non_null(strstr(lines, "<Ben> (whisper) a fat toad\n"));
    assert_null(strstr(lines, "secret"));
    say(CAI, "/reports");
    HALL_UNTIL(has_heard(CAI, ": Ann about Ben: insults"));
    say(CAI, arena_format(hall->arena, "/resolve %lld", (long long)rows->report).at);
    HALL_UNTIL(reports_load(hall->server, 0, &rows, &count, hall->arena) && rows->resolved);
    assert_true(text_is(rows->resolved_by, "Cai"));
    say(CAI, "/reports");
    HALL_UNTIL(has_heard(CAI, "there are no open reports"));
    say(ANN, "/report Ben again"), say(ANN, "/report Ben again");
    HALL_UNTIL(reports_load(hall->server, 0, &rows, &count, hall->arena) && count == 3);
    hall_wait(60);
    assert_int_equal(refused(ANN, "/report Ben again"), RESULT_WAIT);
    assert_int_equal(refused(ANN, "/report Ann me"), RESULT_INVALID);
}

static void reports_about_the_staff_are_for_higher_roles(void **state)
{
    (void)state;
    const StoreReport *rows;
    size_t count = 0;
    three_players();
    host_order(STAFF_ROLE, "Ben", "helper");
    host_order(STAFF_ROLE, "Cai", "moderator");
    begin_log();
    say(ANN, "/report Ben he sells his mutes");
    HALL_UNTIL(has_heard(CAI, "reports Ben"));
    HALL_UNTIL(reports_load(hall->server, 0, &rows, &count, hall->arena) && count);
    assert_false(has_heard(BEN, "reports Ben"));
    say(BEN, "/reports");
    HALL_UNTIL(has_heard(BEN, "there are no open reports"));
    const char *line = arena_format(hall->arena, "/resolve %lld", (long long)rows->report).at;
    assert_int_equal(refused(BEN, line), RESULT_ROLE);
    say(CAI, line);
    HALL_UNTIL(reports_load(hall->server, 0, &rows, &count, hall->arena) && rows->resolved);
    /* About oneself, and about one's equals. */
    say(ANN, "/report Cai and he shares");
    HALL_UNTIL(reports_load(hall->server, 0, &rows, &count, hall->arena) && count == 2);
    assert_false(has_heard(CAI, "reports Cai"));
    line = arena_format(hall->arena, "/resolve %lld", (long long)rows->report).at;
    assert_int_equal(refused(CAI, line), RESULT_ROLE);
    assert_int_equal(host_order(STAFF_RESOLVE, "", line + 9), RESULT_OK);
    end_log();
    assert_non_null(strstr(logged, " was closed by Cai\n"));
    assert_non_null(strstr(logged, " was closed by admin\n"));
}

static void reports_of_a_day_are_limited_in_sum(void **state)
{
    (void)state;
    const StoreReport *rows;
    size_t count = 0;
    three_players();
    const int64_t about = client_player(hall->clients[BEN]);
    begin_log();
    for (int64_t id = 1; id <= REPORTS_A_DAY + 3; id++) {
        const ResultCode result = report_add(hall->server, id + 1000, about, TEXT("insults"));
        assert_int_equal(result, id <= REPORTS_A_DAY ? RESULT_OK : RESULT_WAIT);
        if (id % 20 == 0)
            store_wait(hall->server->store);
    }
    end_log();
    store_wait(hall->server->store);
    assert_true(reports_load(hall->server, 0, &rows, &count, hall->arena));
    assert_int_equal(count, REPORTS_A_DAY);
    assert_true(reports_load(hall->server, 7, &rows, &count, hall->arena));
    assert_int_equal(count, 7);
    assert_true(rows[0].report > rows[6].report);
}

/* Otherwise a player could push insults out of the log by refused lines, or let the server
 * answer as many lines as it can. */
static void floods_of_lines_and_commands_are_refused(void **state)
{
    (void)state;
    const StoreReport *rows;
    size_t count = 0;
    three_players();
    say(BEN, "you are a toad");
    HALL_UNTIL(has_heard(ANN, "toad"));
    for (unsigned i = 0; i < 100; i++) {
        say(BEN, "la la la");
        if (i % 20 == 0)
            hall_wait(5);
    }
    hall_wait(30);
    assert_true(hall->server->chat_log->count < 20);
    for (unsigned i = 0; i < 20; i++)
        say(ANN, "/ignored");
    HALL_UNTIL(hall->heard[ANN].results && hall->heard[ANN].result == RESULT_WAIT);
    hall_wait(60);
    say(ANN, "/report Ben insults");
    HALL_UNTIL(reports_load(hall->server, 0, &rows, &count, hall->arena) && count);
    assert_non_null(strstr(rows->lines.at, "you are a toad"));
}

/* ---- watching ---- */

static uint32_t own_actor(unsigned who)
{
    return hall_world(who) ? local_context(hall_world(who)).player->actor : NONE;
}

static void moderator_sees_what_a_player_sees(void **state)
{
    (void)state;
    three_players();
    assert_int_equal(refused(ANN, "/spectate Ben"), RESULT_ROLE);
    assert_int_equal(host_order(STAFF_ROLE, "Ann", "moderator"), RESULT_OK);
    HALL_UNTIL(own_actor(ANN) != NONE && own_actor(BEN) != NONE);
    const uint32_t ann = own_actor(ANN), ben = own_actor(BEN);
    const int32_t x = x_of(ANN);
    assert_int_not_equal(ann, ben);
    say(ANN, "/spectate Ben");
    HALL_UNTIL(own_actor(ANN) == ben);
    /* The keys of the moderator move nobody, those of the player do. */
    const int32_t before = x_of(BEN);
    hall->inputs[ANN].direction = 1 + EAST;
    hall_wait(20);
    assert_int_equal(x_of(BEN), before);
    hall->inputs[BEN].direction = 1 + EAST;
    HALL_UNTIL(x_of(BEN) > before + 8);
    HALL_UNTIL(x_of(ANN) > before + 8);
    hall->inputs[ANN].direction = hall->inputs[BEN].direction = 0;
    assert_int_equal(refused(ANN, "/spectate Ann"), RESULT_ROLE);
    say(ANN, "/return");
    HALL_UNTIL(own_actor(ANN) == ann);
    HALL_UNTIL(x_of(ANN) == x);
    assert_int_equal(refused(ANN, "/return"), RESULT_INVALID);
    /* It ends when the player leaves the world. */
    say(ANN, "/spectate Cai");
    HALL_UNTIL(own_actor(ANN) != ann);
    staff_depart(hall->server, client_player(hall->clients[CAI]));
    HALL_UNTIL(own_actor(ANN) == ann);
}

static void watching_ends_with_the_role_and_is_logged(void **state)
{
    (void)state;
    three_players();
    begin_log();
    host_order(STAFF_ROLE, "Ann", "moderator");
    HALL_UNTIL(own_actor(ANN) != NONE && own_actor(BEN) != NONE);
    const uint32_t ann = own_actor(ANN), ben = own_actor(BEN);
    say(ANN, "/spectate Ben");
    HALL_UNTIL(own_actor(ANN) == ben);
    host_order(STAFF_ROLE, "Ann", "helper");
    HALL_UNTIL(own_actor(ANN) == ann);
    assert_non_null(strstr(logged, "Ben is no longer watched by Ann\n"));
    /* The same when the player gets a role as high, and when the moderator disconnects. */
    host_order(STAFF_ROLE, "Ann", "moderator");
    say(ANN, "/spectate Ben");
    HALL_UNTIL(own_actor(ANN) == ben);
    host_order(STAFF_ROLE, "Ben", "moderator");
    HALL_UNTIL(own_actor(ANN) == ann);
    say(ANN, "/spectate Cai");
    HALL_UNTIL(own_actor(ANN) != ann);
    hall_leave(ANN);
    HALL_UNTIL(strstr(logged, "Cai is no longer watched by Ann\n"));
    end_log();
}

/* ---- the admin interface ---- */

static Text json_of(AdminAction *action, AdminWords words, ResultCode wanted)
{
    Writer out = writer_to(hall->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    assert_int_equal(action(hall->server, &words, &json), wanted);
    if (wanted != RESULT_OK)
        return TEXT("");
    json_close(&json);
    json_end(&json);
    /* On one line. */
    char *line = ARENA_ALLOC(hall->arena, char, out.size + 1);
    size_t size = 0;
    for (size_t i = 0; i < out.size; i++)
        if (out.data[i] == '\n')
            while (i + 1 < out.size && out.data[i + 1] == ' ')
                i++;
        else
            line[size++] = (char)out.data[i];
    return (Text){line, size};
}

static bool says(AdminAction *action, AdminWords words, const char *part)
{
    return strstr(json_of(action, words, RESULT_OK).at, part) != NULL;
}

static void admin_lists_decisions_with_author_reason_and_end(void **state)
{
    (void)state;
    AdminWords words = {.name = TEXT("ann"),
                        .reason = TEXT("no \"manners\""),
                        .by = TEXT("Bob"),
                        .duration = 3600};
    three_players();
    const AdminHost host = admin_host(hall->server);
    assert_int_equal(host.ban(hall->server, &words, NULL), RESULT_OK);
    assert_int_equal(host.mute(hall->server, &words, NULL), RESULT_OK);
    words = (AdminWords){.name = TEXT("Cai"), .role = TEXT("moderator")};
    assert_int_equal(host.role(hall->server, &words, NULL), RESULT_OK);
    words = (AdminWords){.note = TEXT("noise")};
    assert_true(network_read(TEXT("192.0.2.0/24"), &words.network));
    assert_int_equal(host.deny(hall->server, &words, NULL), RESULT_OK);
    words = (AdminWords){.search = TEXT("A")};
    assert_true(says(host.bans, words, "\"name\": \"Ann\",\"by\": \"Bob\""));
    assert_true(says(host.bans, words, "\"reason\": \"no \\\"manners\\\"\""));
    assert_true(says(host.mutes, words, "\"Ann\""));
    assert_true(says(host.denials, words, "\"network\": \"192.0.2.0/24\",\"by\": \"admin\""));
    assert_true(says(host.staff, words, "\"name\": \"Cai\",\"role\": \"moderator\""));
    assert_false(says(host.staff, words, "Ann"));
    assert_true(says(host.accounts, words, "\"Ann\"") && says(host.accounts, words, "\"Cai\""));
    assert_false(says(host.accounts, words, "\"Ben\""));
}

static void account_is_exported_with_its_character_but_no_password(void **state)
{
    (void)state;
    three_players();
    const AdminHost host = admin_host(hall->server);
    const AdminWords ann = {.name = TEXT("Ann")}, nobody = {.name = TEXT("Nobody")};
    say(ANN, "/ignore Ben");
    HALL_UNTIL(has_heard(ANN, "you ignore Ben now"));
    say(ANN, "/report Cai insults");
    HALL_UNTIL(has_heard(ANN, "thank you"));
    hall_wait(60); /* it is saved once a second */
    assert_true(says(host.account, ann, "\"name\": \"Ann\""));
    assert_true(says(host.account, ann, "\"ignored\": [\"Ben\"]"));
    assert_true(says(host.account, ann, "\"text\": \"insults\""));
    assert_true(says(host.account, ann, "\"equipped\""));
    json_of(host.account, nobody, RESULT_NOBODY);
    /* The hash is not part of it. */
    const StoreAccount *row = accounts_find(hall->server->accounts, TEXT("Ann"));
    char hash[9];
    snprintf(hash, sizeof hash, "%02x%02x%02x%02x", row->password.data[0],
             row->password.data[1], row->password.data[2], row->password.data[3]);
    assert_false(says(host.account, ann, hash));
}

static void reset_password_logs_in(void **state)
{
    (void)state;
    three_players();
    const AdminHost host = admin_host(hall->server);
    const char *answer = json_of(host.reset, (AdminWords){.name = TEXT("Ann")}, RESULT_OK).at;
    char password[ACCOUNT_PASSWORD_MADE + 1];
    assert_int_equal(
        sscanf(strstr(answer, "\"password\": \""), "\"password\": \"%20[^\"]", password), 1);
    hall_leave(ANN);
    const unsigned again = hall_client("Ann", password, false);
    HALL_UNTIL(client_phase(hall->clients[again]) == CLIENT_PLAYING);
}

/* ---- accounts ---- */

static void deleting_an_account_takes_its_player_out_of_the_world(void **state)
{
    (void)state;
    three_players();
    const int64_t ben = client_player(hall->clients[BEN]);
    assert_int_equal(staff_delete_account(hall->server, TEXT("Nobody"), TEXT("admin")),
                     RESULT_NOBODY);
    assert_int_equal(staff_delete_account(hall->server, TEXT("Ben"), TEXT("admin")),
                     RESULT_BUSY);
    HALL_UNTIL(client_phase(hall->clients[BEN]) == CLIENT_OVER);
    ResultCode result = RESULT_BUSY;
    HALL_UNTIL((result = staff_delete_account(hall->server, TEXT("Ben"), TEXT("admin"))) !=
               RESULT_BUSY);
    assert_int_equal(result, RESULT_OK);
    assert_null(player_slot_of(hall->server, ben));
    hall_wait(45); /* more than one batch */
    StoreCharacter row = {.account = ben};
    assert_int_equal(store_find(hall->server->store, STORE_CHARACTER, "account", &row,
                                hall->arena, &hall->kit->report),
                     STORE_NONE);
    hall_stop();
    hall_open();
    assert_int_equal(accounts_count(hall->server->accounts), 2);
    assert_int_equal(accounts_last(hall->server->accounts), 3); /* nobody gets a number again */
    assert_null(accounts_find(hall->server->accounts, TEXT("Ben")));
    assert_null(player_slot_of(hall->server, ben));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(muted_player_is_not_heard),
        TEST(each_role_has_its_limits),
        TEST(names_with_blanks_and_wrong_lines_are_read),
        TEST(words_of_the_list_become_asterisks),
        TEST(message_of_the_day_is_kept_and_shown),
        TEST(ignored_player_is_not_heard_and_cannot_ask),
        TEST(report_has_the_last_lines_but_no_whispers_to_others),
        TEST(reports_about_the_staff_are_for_higher_roles),
        TEST(reports_of_a_day_are_limited_in_sum),
        TEST(floods_of_lines_and_commands_are_refused),
        TEST(moderator_sees_what_a_player_sees),
        TEST(watching_ends_with_the_role_and_is_logged),
        TEST(admin_lists_decisions_with_author_reason_and_end),
        TEST(account_is_exported_with_its_character_but_no_password),
        TEST(reset_password_logs_in),
        TEST(deleting_an_account_takes_its_player_out_of_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
