/* Names that look alike, changes of passwords, roles, timed bans, mutes, ignore lists,
 * deletion. */
#include "lib/accounts_kit.h"

#include "server/accounts/accounts_internal.h"
#include "server/store/store_export.h"

static void open_again(void)
{
    const AccountsOptions options = options_of_tests();
    close_all();
    open_accounts(&options);
}

static AccountDecision decision(const char *reason, int64_t seconds)
{
    return (AccountDecision){TEXT("Mod"), text_of(reason), now.seconds,
                             seconds ? now.seconds + seconds : 0, ROLE_ADMIN};
}

/* ---- names ---- */

/* From the audit: all of these were registered beside Mallory. */
static void names_that_look_like_another_are_refused(void **state)
{
    (void)state;
    static const char *const alike[] = {"Mallory-", "Mallory'", "Mal lory", "Ma11ory",
                                        "MaIlory"};
    static const char *const strange[] = {"Маllоry", "Ｍallory", "ⅿallory", "𝐌allory"};
    AccountsOptions options = options_of_tests();
    options.registering = LIMIT_NONE;
    close_all();
    open_accounts(&options);
    assert_int_equal(enroll("Mallory", "a long secret"), RESULT_OK);
    for (size_t i = 0; i < COUNT_OF(alike); i++)
        if (enroll(alike[i], "a long secret") != RESULT_SIMILAR)
            fail_msg("\"%s\" is not refused", alike[i]);
    for (size_t i = 0; i < COUNT_OF(strange); i++)
        if (enroll(strange[i], "a long secret") != RESULT_NAME)
            fail_msg("\"%s\" is not refused", strange[i]);
    assert_int_equal(enroll("mallory", "a long secret"), RESULT_TAKEN);
    assert_int_equal(enroll("Malory", "a long secret"), RESULT_OK);
    /* All letters of one script that look like those of another one. */
    assert_int_equal(enroll("Ace", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("Асе", "a long secret"), RESULT_SIMILAR);
}

static void letters_of_all_scripts_are_compared_without_case(void **state)
{
    (void)state;
    assert_int_equal(enroll("Éric", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("éric", "a long secret"), RESULT_TAKEN);
    assert_int_equal(login("ÉRIC", "a long secret"), RESULT_OK);
    assert_int_equal(login("E\xCC\x81ric", "a long secret"), RESULT_OK); /* not composed */
    assert_int_equal(enroll("Оисин", "a long secret"), RESULT_OK);
    assert_int_equal(login("оИСИН", "a long secret"), RESULT_OK);
    open_again();
    assert_int_equal(login("éRIC", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_find(accounts, TEXT("éric"))->id, 1);
}

/* Such accounts of older states stay two, each with its own password. */
static void older_accounts_that_differ_in_case_stay_two(void **state)
{
    (void)state;
    assert_int_equal(enroll("Éric", "a long secret"), RESULT_OK);
    StoreBatch *batch = store_batch(fixture.store);
    StoreAccount other = *accounts_get(accounts, 1);
    other.id = 2;
    other.name = other.folded = TEXT("éric");
    store_put(batch, STORE_ACCOUNT, &other);
    assert_int_equal(commit(batch), STORE_SAVED);
    open_again();
    assert_int_equal(accounts_set_password(accounts, TEXT("éric"), TEXT("another secret")),
                     RESULT_OK);
    assert_int_equal(login("Éric", "a long secret"), RESULT_OK);
    assert_int_equal(login("éric", "another secret"), RESULT_OK);
    assert_int_equal(login("éric", "a long secret"), RESULT_WRONG);
}

static void words_of_the_staff_are_reserved(void **state)
{
    (void)state;
    static const char *const bad[] = {"Server", "ADMIN", "The Moderator", "Ad-min", "admin 2",
                                      "ꜱerver", "Bob the Mod",
                                      /* They look like these words. */
                                      "Adrnin", "Rnod", "Adm1n", "ADMlN", "He1per", "0wner",
                                      "0perat0r", "гооt", "GM", "Gm Ann", "G-M", "The Owner"};
    static const char *const good[] = {"Serverus", "Modred", "Administrix", "Ad Minna",
                                       "Gmina",    "Gm2",    "Towner",      "Ownerless",
                                       "Heiper",   "Adrian", "Arnold"};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (accounts_name_fault(accounts, text_of(bad[i])) == NAME_GOOD)
            fail_msg("\"%s\" is taken", bad[i]);
    for (size_t i = 0; i < COUNT_OF(good); i++)
        if (accounts_name_fault(accounts, text_of(good[i])) != NAME_GOOD)
            fail_msg("\"%s\" is refused", good[i]);
    assert_int_equal(accounts_name_fault(accounts, TEXT("Ann Mod")), NAME_RESERVED);
    assert_int_equal(accounts_name_fault(accounts, TEXT("Аnn")), NAME_SCRIPTS);
    assert_int_equal(accounts_name_fault(accounts, TEXT("x")), NAME_SHAPE);
}

/* Two servers know nothing of each other's registration of this moment. */
static void similar_name_registered_by_another_server_is_refused(void **state)
{
    (void)state;
    assert_int_equal(enroll("Mallory", "a long secret"), RESULT_OK);
    assert_int_equal(rows_of(STORE_SKELETON), 2);
    StoreBatch *batch = store_batch(fixture.store);
    store_put(batch, STORE_SKELETON, &(StoreSkeleton){TEXT("~bob"), 9});
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(enroll("Bob", "a long secret"), RESULT_TAKEN);
    assert_int_equal(accounts_count(accounts), 1);
}

/* ---- passwords ---- */

static ResultCode change(const char *name, const char *password, const char *fresh)
{
    AccountRequest request = request_of(name, password, &here);
    request.fresh = text_of(fresh);
    return outcome(accounts_change_password(accounts, &request, now, &waited));
}

static void password_is_changed_with_the_old_one(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(change("brid", "a wrong secret", "another secret"), RESULT_WRONG);
    assert_int_equal(change("nobody", "a long secret", "another secret"), RESULT_WRONG);
    assert_int_equal(change("brid", "a long secret", "short"), RESULT_PASSWORD);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
    assert_int_equal(change("BRID", "a long secret", "another secret"), RESULT_OK);
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
    open_again(); /* the answer came after it was on the disk */
    assert_int_equal(login("brid", "another secret"), RESULT_OK);
}

/* Otherwise it would be a way around the limits of logins. */
static void wrong_passwords_of_a_change_count_as_failed_logins(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(change("brid", "a wrong secret", "another secret"), RESULT_WRONG);
    assert_int_equal(change("brid", "a long secret", "another secret"), RESULT_WAIT);
    assert_int_equal(login("brid", "a long secret"), RESULT_WAIT);
}

static void reset_chooses_a_new_password(void **state)
{
    (void)state;
    char first[ACCOUNT_PASSWORD_MADE + 1], second[ACCOUNT_PASSWORD_MADE + 1];
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_reset_password(accounts, TEXT("nobody"), first), RESULT_NOBODY);
    assert_int_equal(accounts_reset_password(accounts, TEXT("Brid"), first), RESULT_OK);
    assert_int_equal(accounts_reset_password(accounts, TEXT("Brid"), second), RESULT_OK);
    assert_string_not_equal(first, second);
    assert_int_equal(strlen(second), ACCOUNT_PASSWORD_MADE - 1);
    open_again();
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
    assert_int_equal(login("brid", first), RESULT_WRONG);
    assert_int_equal(login("brid", second), RESULT_OK);
}

/* A flood from many addresses fills three quarters of the queue. */
static void flood_leaves_places_for_known_networks(void **state)
{
    (void)state;
    AccountsOptions options = options_of_tests();
    options.queue = 8;
    options.cost = (PasswordCost){1, 16384}; /* slower than the questions below */
    options.address = LIMIT_NONE;
    close_all();
    open_accounts(&options);
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(login_from(&there, "brid", "a long secret"), RESULT_OK);
    unsigned queued = 0;
    for (unsigned i = 0; i < 20; i++) {
        const WireAddress from = {4, {10, 1, (uint8_t)i, 1}, 7};
        const AccountRequest request = request_of("nobody at all", "a wrong secret", &from);
        const ResultCode result = accounts_login(accounts, &request, now, &waited);
        queued += result == RESULT_OK;
        assert_true(result == RESULT_OK || result == RESULT_BUSY);
    }
    assert_int_equal(queued, 6);
    const AccountRequest honest = request_of("brid", "a long secret", &there);
    assert_int_equal(accounts_login(accounts, &honest, now, &waited), RESULT_OK);
    unsigned before = 0;
    AccountAnswer got;
    while ((got = answer()).asker != honest.asker)
        before++;
    assert_int_equal(got.result, RESULT_OK);
    assert_true(before < queued); /* it did not wait for all of them */
}

/* ---- roles, bans and mutes ---- */

static void timed_bans_end_by_themselves(void **state)
{
    (void)state;
    AccountDecision ban = decision("shouts", 60), got;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_ban(accounts, TEXT("brid"), &ban), RESULT_OK);
    assert_int_equal(login("brid", "a long secret"), RESULT_BANNED);
    open_again();
    const StoreAccount *row = accounts_get(accounts, 1);
    assert_true(account_is_banned(row, now.seconds, &got));
    assert_true(text_is(got.by, "Mod") && text_is(got.reason, "shouts"));
    assert_int_equal(got.until, now.seconds + 60);
    now.seconds += 59;
    assert_int_equal(login("brid", "a long secret"), RESULT_BANNED);
    now.seconds += 1;
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
    assert_false(account_is_banned(accounts_get(accounts, 1), now.seconds, NULL));
}

static void mutes_and_roles_are_kept(void **state)
{
    (void)state;
    const AccountDecision mute = decision("spam", 3600), always = decision("worse", 0);
    AccountDecision got;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_mute(accounts, TEXT("brid"), &mute), RESULT_OK);
    assert_int_equal(accounts_set_role(accounts, TEXT("brid"), ROLE_HELPER), RESULT_OK);
    assert_int_equal(accounts_set_role(accounts, TEXT("nobody"), ROLE_HELPER), RESULT_NOBODY);
    open_again();
    const StoreAccount *row = accounts_get(accounts, 1);
    assert_int_equal(account_role(row), ROLE_HELPER);
    assert_true(account_is_muted(row, now.seconds, &got));
    assert_true(text_is(account_decision_text(TEXT("you are muted"), &got, fixture.kit->arena),
                        "you are muted until 2023-11-14 23:13 UTC: spam"));
    assert_false(account_is_muted(row, now.seconds + 3600, NULL));
    assert_int_equal(accounts_mute(accounts, TEXT("brid"), &always), RESULT_OK);
    assert_true(account_is_muted(row, INT64_MAX, NULL));
    assert_int_equal(accounts_unmute(accounts, TEXT("brid")), RESULT_OK);
    open_again();
    assert_false(account_is_muted(accounts_get(accounts, 1), now.seconds, NULL));
}

static void denials_end_by_themselves(void **state)
{
    (void)state;
    const AccountDecision denial = decision("noise", 60);
    Network network;
    size_t count;
    assert_true(network_read(TEXT("10.9.0.0/16"), &network));
    accounts_deny(accounts, &network, &denial);
    open_again();
    assert_true(accounts_denied(accounts, &there, now.seconds + 59));
    assert_false(accounts_denied(accounts, &there, now.seconds + 60));
    assert_true(text_is(accounts_denials(accounts, &count)->decision.by, "Mod"));
}

/* ---- ignore lists ---- */

static void ignore_list_is_kept_and_limited(void **state)
{
    (void)state;
    int64_t list[ACCOUNT_IGNORED_MAX];
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_ignore(accounts, 1, 1), RESULT_NOBODY);
    for (int64_t i = 2; i < 2 + ACCOUNT_IGNORED_MAX; i++)
        assert_int_equal(accounts_ignore(accounts, 1, i), RESULT_OK);
    assert_int_equal(accounts_ignore(accounts, 1, 1000), RESULT_FULL);
    assert_int_equal(accounts_ignore(accounts, 1, 5), RESULT_OK);
    assert_int_equal(accounts_unignore(accounts, 1, 4), RESULT_OK);
    assert_int_equal(accounts_unignore(accounts, 1, 4), RESULT_NOBODY);
    open_again();
    const StoreAccount *row = accounts_get(accounts, 1);
    assert_int_equal(account_ignored(row, list), ACCOUNT_IGNORED_MAX - 1);
    assert_true(account_ignores(row, 2) && account_ignores(row, 65));
    assert_false(account_ignores(row, 4) || account_ignores(row, 1));
}

/* Each change took 256 bytes that were never freed. */
static void changes_of_the_ignore_list_need_no_more_memory(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    for (int64_t i = 2; i < 2 + ACCOUNT_IGNORED_MAX; i++)
        assert_int_equal(accounts_ignore(accounts, 1, i), RESULT_OK);
    assert_int_equal(accounts_keep(accounts), RESULT_OK);
    const size_t before = arena_used(accounts->arena);
    for (unsigned i = 0; i < 100; i++) {
        assert_int_equal(accounts_unignore(accounts, 1, 2 + i % 7), RESULT_OK);
        assert_true(accounts_learn(accounts, 1)); /* another server has changed something */
        assert_int_equal(accounts_ignore(accounts, 1, 2 + i % 7), RESULT_OK);
        assert_int_equal(accounts_keep(accounts), RESULT_OK);
        assert_true(accounts_learn(accounts, 1));
    }
    assert_int_equal(arena_used(accounts->arena), before);
}

/* ---- deletion ---- */

static void deleted_account_leaves_only_its_number(void **state)
{
    (void)state;
    AccountsOptions options = options_of_tests();
    options.registering = LIMIT_NONE;
    close_all();
    open_accounts(&options);
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("Ann", "a long secret"), RESULT_OK);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
    StoreBatch *batch = store_batch(fixture.store);
    store_put(batch, STORE_CHARACTER, &(StoreCharacter){1, BYTES(1), BYTES(2), 0});
    store_put(batch, STORE_REPORT, &(StoreReport){.report = 1, .account = 1, .about = 2});
    store_put(batch, STORE_REPORT, &(StoreReport){.report = 2, .account = 2, .about = 1});
    store_put(batch, STORE_REPORT, &(StoreReport){.report = 3, .account = 2, .about = 2});
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(accounts_delete(accounts, TEXT("nobody"), TEXT("admin"), NULL, NULL),
                     RESULT_NOBODY);
    assert_int_equal(accounts_delete(accounts, TEXT("Brid"), TEXT("admin"), NULL, NULL),
                     RESULT_OK);
    assert_null(accounts_find(accounts, TEXT("brid")));
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rows_of(STORE_ACCOUNT), 2);
        assert_int_equal(rows_of(STORE_CHARACTER), 0);
        assert_int_equal(rows_of(STORE_NETWORK), 1); /* of Ann */
        assert_int_equal(rows_of(STORE_REPORT), 1);
        assert_int_equal(rows_of(STORE_SKELETON), 2);
        assert_true(account_is_deleted(accounts_get(accounts, 1)));
        close_all();
        open_accounts(&options);
    }
    /* The name is free, the number is not. */
    assert_int_equal(enroll("Brid", "another secret"), RESULT_OK);
    assert_int_equal(accounts_find(accounts, TEXT("brid"))->id, 3);
    open_again();
    assert_int_equal(login("brid", "another secret"), RESULT_OK);
}

static unsigned reported;

static void report_deletion(void *context, int64_t account, Text name, Text by)
{
    (void)context;
    assert_int_equal(account, 1);
    assert_true(text_is(name, "brid") && text_is(by, "Host"));
    reported++;
}

static ResultCode delete_brid(void)
{
    return accounts_delete(accounts, TEXT("Brid"), TEXT("Host"), report_deletion, NULL);
}

/* The whole server waited for the disk, without a limit. */
static void deletion_does_not_wait_for_a_slow_disk(void **state)
{
    (void)state;
    sqlite3 *locked;
    reported = 0;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("Ann", "a long secret"), RESULT_OK);
    assert_int_equal(sqlite3_open(fixture.address, &locked), SQLITE_OK);
    assert_int_equal(sqlite3_exec(locked, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(delete_brid(), RESULT_BUSY);
    assert_int_equal(delete_brid(), RESULT_BUSY);
    assert_int_equal(
        accounts_delete(accounts, TEXT("Ann"), TEXT("Host"), report_deletion, NULL),
        RESULT_BUSY);
    assert_int_equal(login("brid", "a long secret"), RESULT_BUSY);
    accounts_seen(accounts, 1, now.seconds, true);
    assert_int_equal(reported, 0);
    assert_int_equal(accounts_count(accounts), 2);
    assert_int_equal(sqlite3_exec(locked, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(locked);
    store_wait(fixture.store);
    assert_int_equal(reported, 1);
    assert_null(accounts_find(accounts, TEXT("brid")));
    assert_int_equal(accounts_count(accounts), 1);
    /* The result is returned once. */
    assert_int_equal(delete_brid(), RESULT_OK);
    assert_int_equal(delete_brid(), RESULT_NOBODY);
    assert_int_equal(accounts_keep(accounts), RESULT_OK);
    StoreAccount row = {.id = 1};
    assert_int_equal(store_find(fixture.store, STORE_ACCOUNT, "id", &row, fixture.kit->arena,
                                &fixture.kit->report),
                     STORE_FOUND);
    assert_true(account_is_deleted(&row) && !row.seen && !row.password.size);
}

/* ---- export ---- */

static void staff_data_survives_export_and_import(void **state)
{
    (void)state;
    Kit *kit = fixture.kit;
    const AccountDecision mute = decision("spam", 60), ban = decision("worse", 0);
    Network network;
    Sav sav;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("Ann", "a long secret"), RESULT_OK);
    accounts_mute(accounts, TEXT("brid"), &mute);
    accounts_ban(accounts, TEXT("Ann"), &ban);
    accounts_set_role(accounts, TEXT("Ann"), ROLE_MODERATOR);
    accounts_ignore(accounts, 1, 2);
    assert_true(network_read(TEXT("10.9.0.0/16"), &network));
    accounts_deny(accounts, &network, &mute);
    assert_int_equal(accounts_keep(accounts), RESULT_OK);
    StoreBatch *batch = store_batch(fixture.store);
    store_put(batch, STORE_REPORT,
              &(StoreReport){7, 1, 2, TEXT("rude"), TEXT("<Ann> boo\n"), 0, TEXT("")});
    store_put(batch, STORE_META, &(StoreMeta){TEXT("motd"), bytes_of_text(TEXT("Welcome!"))});
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_true(store_export(fixture.store, NULL, &sav, kit->arena, &kit->report));
    close_all();
    store_remove_all();
    open_store();
    batch = store_batch(fixture.store);
    assert_true(
        store_import(fixture.store, &sav, &(SavImport){1, 8}, batch, kit->arena, &kit->report));
    assert_int_equal(commit(batch), STORE_SAVED);
    const AccountsOptions options = options_of_tests();
    open_accounts(&options);
    AccountDecision got;
    assert_true(account_is_muted(accounts_get(accounts, 1), now.seconds, &got));
    assert_int_equal(got.role, ROLE_ADMIN);
    assert_true(account_ignores(accounts_get(accounts, 1), 2));
    assert_true(account_is_banned(accounts_get(accounts, 2), now.seconds, &got));
    assert_int_equal(got.role, ROLE_ADMIN);
    assert_int_equal(accounts_find_denied(accounts, &network)->decision.role, ROLE_ADMIN);
    assert_int_equal(account_role(accounts_get(accounts, 2)), ROLE_MODERATOR);
    assert_false(accounts_denied(accounts, &there, now.seconds + 60));
    assert_true(accounts_denied(accounts, &there, now.seconds));
    void *rows;
    size_t count;
    assert_true(
        store_load(fixture.store, STORE_REPORT, &rows, &count, kit->arena, &kit->report));
    assert_int_equal(count, 1);
    assert_true(text_is(((StoreReport *)rows)->lines, "<Ann> boo\n"));
    StoreMeta motd = {.key = TEXT("motd")};
    assert_int_equal(
        store_find(fixture.store, STORE_META, "key", &motd, kit->arena, &kit->report),
        STORE_FOUND);
    assert_true(text_is(text_of_bytes(motd.value), "Welcome!"));
}

/* The number of a deleted account was given to a new one, which is then on ignore lists and in
 * reports about the old one. */
static void deleted_numbers_stay_used_after_import(void **state)
{
    (void)state;
    Kit *kit = fixture.kit;
    Sav sav;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("Ann", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_delete(accounts, TEXT("Ann"), TEXT("Host"), NULL, NULL),
                     RESULT_OK);
    assert_true(store_export(fixture.store, NULL, &sav, kit->arena, &kit->report));
    close_all();
    store_remove_all();
    StoreBatch *batch = store_batch(open_store());
    assert_true(
        store_import(fixture.store, &sav, &(SavImport){1, 8}, batch, kit->arena, &kit->report));
    assert_int_equal(commit(batch), STORE_SAVED);
    const AccountsOptions options = options_of_tests();
    open_accounts(&options);
    assert_null(accounts_find(accounts, TEXT("Ann")));
    assert_int_equal(enroll("Cai", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_find(accounts, TEXT("Cai"))->id, 3);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, accounts_set_up, accounts_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_that_look_like_another_are_refused),
        TEST(letters_of_all_scripts_are_compared_without_case),
        TEST(older_accounts_that_differ_in_case_stay_two),
        TEST(words_of_the_staff_are_reserved),
        TEST(similar_name_registered_by_another_server_is_refused),
        TEST(password_is_changed_with_the_old_one),
        TEST(wrong_passwords_of_a_change_count_as_failed_logins),
        TEST(reset_chooses_a_new_password),
        TEST(flood_leaves_places_for_known_networks),
        TEST(timed_bans_end_by_themselves),
        TEST(mutes_and_roles_are_kept),
        TEST(denials_end_by_themselves),
        TEST(ignore_list_is_kept_and_limited),
        TEST(changes_of_the_ignore_list_need_no_more_memory),
        TEST(deleted_account_leaves_only_its_number),
        TEST(deletion_does_not_wait_for_a_slow_disk),
        TEST(deleted_numbers_stay_used_after_import),
        TEST(staff_data_survives_export_and_import),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
