/* Who may play: names, passwords, limits, bans, the deny list. */
#include "lib/accounts_kit.h"

#include "server/store/store_export.h"

/* ---- register and log in ---- */

static void registered_account_can_log_in_after_restart(void **state)
{
    (void)state;
    assert_int_equal(login("Bríd", "a long secret"), RESULT_WRONG);
    assert_int_equal(enroll("Bríd", "a long secret"), RESULT_OK);
    now.seconds += 10;
    assert_int_equal(login("bRíd", "a long secret"), RESULT_OK);
    assert_int_equal(login("Bríd", "a long Secret"), RESULT_WRONG);
    const StoreAccount *account = accounts_find(accounts, TEXT("BRíD"));
    assert_true(text_is(account->name, "Bríd"));
    assert_int_equal(account->id, 1);
    accounts_seen(accounts, 1, now.seconds + 5, true);
    close_all();
    const AccountsOptions options = options_of_tests();
    open_accounts(&options);
    account = accounts_get(accounts, 1);
    assert_int_equal(account->created, 1700000000);
    assert_int_equal(account->login, 1700000010);
    assert_int_equal(account->logout, 1700000015);
    assert_true(text_is(account->language, "ga"));
    assert_int_equal(login("Bríd", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("fionn", "another secret"), RESULT_OK);
    assert_int_equal(accounts_find(accounts, TEXT("Fionn"))->id, 2);
    assert_int_equal(accounts_count(accounts), 2);
    assert_null(accounts_get(accounts, 3));
}

static void name_is_reserved_in_any_case_and_during_registration(void **state)
{
    (void)state;
    AccountRequest request = request_of("Oisin", "a long secret", &here);
    assert_int_equal(accounts_register(accounts, &request, now, NULL), RESULT_OK);
    request.name = TEXT("OISIN");
    assert_int_equal(accounts_register(accounts, &request, now, NULL), RESULT_TAKEN);
    assert_int_equal(answer().result, RESULT_OK);
    assert_int_equal(accounts_register(accounts, &request, now, NULL), RESULT_TAKEN);
}

static void invisible_characters_in_names_are_rejected(void **state)
{
    (void)state;
    static const char *const good[] = {
        "Bo",    "Máire Ní Bhriain", "O'Neill", "Anne-Marie",
        "Оисин", "王小明",           "7 of 9",  "abcdefghijklmnopqrstuvwx"};
    static const char *const bad[] = {"",
                                      "x",
                                      " brid",
                                      "brid ",
                                      "br  id",
                                      "-brid",
                                      "br\nid",
                                      "br\tid",
                                      "br_id",
                                      "brid!",
                                      "br\xe2\x80\xaeid",         /* bidi */
                                      "br\xe2\x80\x8bid",         /* no width */
                                      "br\xc2\xa0id",             /* no-break blank */
                                      "\xe3\x85\xa4\xe3\x85\xa4", /* Hangul filler */
                                      "br\xff",
                                      "abcdefghijklmnopqrstuvwxy",
                                      "<b>brid</b>",
                                      "\xf0\x9f\x90\x89\xf0\x9f\x90\x89"}; /* dragons */
    for (size_t i = 0; i < COUNT_OF(good); i++)
        if (accounts_name_fault(accounts, text_of(good[i])) != NAME_GOOD)
            fail_msg("\"%s\" is refused", good[i]);
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (accounts_name_fault(accounts, text_of(bad[i])) == NAME_GOOD)
            fail_msg("\"%s\" is taken", bad[i]);
    assert_int_equal(accounts_name_fault(accounts, (Text){"br\0id", 5}), NAME_SHAPE);
    assert_int_equal(enroll("br_id", "a long secret"), RESULT_NAME);
    assert_int_equal(enroll("brid", "7 bytes"), RESULT_PASSWORD);
    char password[130];
    memset(password, 'x', sizeof password);
    password[129] = 0;
    assert_int_equal(enroll("brid", password), RESULT_PASSWORD);
    password[128] = 0;
    assert_int_equal(enroll("brid", password), RESULT_OK);
    assert_int_equal(login("brid", password), RESULT_OK);
    password[128] = 'x';
    assert_int_equal(login("brid", password), RESULT_WRONG);
    assert_int_equal(login("", ""), RESULT_WRONG);
}

static void closed_server_rejects_registration(void **state)
{
    (void)state;
    AccountsOptions options = options_of_tests();
    options.closed = true;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    close_all();
    open_accounts(&options);
    assert_int_equal(enroll("fionn", "a long secret"), RESULT_CLOSED);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
}

static void imported_account_is_assigned_to_first_registration(void **state)
{
    (void)state;
    accounts_free(accounts);
    StoreAccount row = account_named(1, "brid");
    row.password.size = 0;
    StoreBatch *batch = store_batch(fixture.store);
    store_put(batch, STORE_ACCOUNT, &row);
    assert_int_equal(commit(batch), STORE_SAVED);
    AccountsOptions options = options_of_tests();
    options.closed = true;
    open_accounts(&options);
    assert_int_equal(login("brid", "0123456789abcdef0123456789abcdef"), RESULT_WRONG);
    assert_int_equal(login("brid", ""), RESULT_WRONG);
    assert_int_equal(enroll("Brid", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("Brid", "a longer secret"), RESULT_CLOSED);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_count(accounts), 1);
    close_all();
    open_accounts(&options);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_set_password(accounts, TEXT("brid"), TEXT("short")),
                     RESULT_PASSWORD);
    assert_int_equal(accounts_set_password(accounts, TEXT("BRID"), TEXT("forgotten?")),
                     RESULT_OK);
    assert_int_equal(accounts_set_password(accounts, TEXT("fionn"), TEXT("forgotten?")),
                     RESULT_NOBODY);
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
    assert_int_equal(login("brid", "forgotten?"), RESULT_OK);
}

/* An attacker who may ask at will could fill the memory with work. */
static void full_request_queue_returns_busy(void **state)
{
    (void)state;
    AccountsOptions options = options_of_tests();
    options.queue = 4; /* a quarter of it is for known networks */
    options.address = LIMIT_NONE;
    options.account = LIMIT_NONE;
    accounts_free(accounts);
    open_accounts(&options);
    const AccountRequest request = request_of("brid", "a long secret", &here);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(accounts_login(accounts, &request, now, NULL),
                         i < 3 ? RESULT_OK : RESULT_BUSY);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(answer().result, RESULT_WRONG);
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
}

static void names_and_numbers_of_another_server_are_not_taken(void **state)
{
    (void)state;
    /* Somebody else, as with a shared database, has the name and the number. */
    StoreBatch *batch = store_batch(fixture.store);
    const StoreAccount row = account_named(1, "brid"), next = account_named(2, "niamh");
    store_put(batch, STORE_ACCOUNT, &row);
    store_put(batch, STORE_ACCOUNT, &next);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(enroll("brid", "a long secret"), RESULT_TAKEN);
    assert_int_equal(accounts_find(accounts, TEXT("brid"))->id, 1); /* it has learned of it */
    assert_int_equal(enroll("fionn", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_find(accounts, TEXT("fionn"))->id, 3);
}

/* ---- passwords ---- */

static void the_salt_follows_from_game_and_name(void **state)
{
    (void)state;
    uint8_t one[PASSWORD_SALT_SIZE], other[PASSWORD_SALT_SIZE];
    uint8_t hash[PASSWORD_HASH_SIZE], again[PASSWORD_HASH_SIZE];
    password_salt(TEXT("segais"), TEXT("brid"), one);
    password_salt((Text){"segais\0", 7}, TEXT("brid"), other); /* as padded in a file */
    assert_memory_equal(one, other, sizeof one);
    password_salt(TEXT("segaisb"), TEXT("rid"), other);
    assert_memory_not_equal(one, other, sizeof one);
    assert_true(password_hash(TEXT("a long secret"), one, PASSWORD_COST_MIN, hash));
    assert_true(password_hash(TEXT("a long secret"), one, PASSWORD_COST_MIN, again));
    assert_memory_equal(hash, again, sizeof hash);
    assert_true(password_hash(TEXT("a long secret"), one, (PasswordCost){2, 8}, again));
    assert_memory_not_equal(hash, again, sizeof hash);
    assert_false(password_hash(TEXT("a long secret"), one, (PasswordCost){1, 1}, again));
}

static void password_is_rehashed_at_login_if_cost_increased(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    close_all();
    AccountsOptions options = {.cost = {2, 16}};
    open_accounts(&options);
    assert_int_equal(login("brid", "a wrong secret"), RESULT_WRONG);
    assert_int_equal(accounts_get(accounts, 1)->memory, 8);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_get(accounts, 1)->memory, 16);
    assert_int_equal(accounts_get(accounts, 1)->passes, 2);
    close_all();
    open_accounts(&options);
    assert_int_equal(accounts_get(accounts, 1)->memory, 16);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
}

/* Its session was not ended: it got the number of changes after the reset. */
static void login_that_was_right_before_a_reset_is_known_as_older(void **state)
{
    (void)state;
    char fresh[ACCOUNT_PASSWORD_MADE + 1];
    AccountAnswer early;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    close_all();
    AccountsOptions options = {.cost = {2, 16}};
    open_accounts(&options);
    AccountRequest request = request_of("brid", "a long secret", &here);
    assert_int_equal(accounts_login(accounts, &request, now, NULL), RESULT_OK);
    while (accounts_get(accounts, 1)->memory != 16) { /* until its hash is saved */
        assert_false(accounts_poll(accounts, now, &early));
        store_poll(fixture.store);
    }
    assert_int_equal(accounts_reset_password(accounts, TEXT("brid"), fresh), RESULT_OK);
    const AccountAnswer late = answer();
    assert_int_equal(late.result, RESULT_OK);
    assert_int_not_equal(late.password_changes, accounts_password_changes(accounts, 1));
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
}

/* ---- limits ---- */

static void guessing_a_password_gets_slower_and_slower(void **state)
{
    (void)state;
    AccountsOptions options = options_of_tests();
    options.address = LIMIT_NONE;
    accounts_free(accounts);
    open_accounts(&options);
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(login_from(&there, "brid", "a wrong secret"), RESULT_WRONG);
    assert_int_equal(login_from(&there, "Brid", "a wrong secret"), RESULT_WAIT);
    assert_int_equal(waited, 1000);
    now.milliseconds += 999;
    assert_int_equal(login_from(&there, "brid", "a long secret"), RESULT_WAIT);
    now.milliseconds += 1;
    assert_int_equal(login_from(&there, "brid", "a wrong secret"), RESULT_WRONG);
    assert_int_equal(login_from(&there, "brid", "a long secret"), RESULT_WAIT);
    assert_int_equal(waited, 2000);
    /* So it is with names that nobody has. */
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(login("nobody", "a wrong secret"), RESULT_WRONG);
    assert_int_equal(login("nobody", "a wrong secret"), RESULT_WAIT);
    /* The owner is in after a while, and all is forgiven. */
    now.milliseconds += 2000;
    assert_int_equal(login_from(&there, "brid", "a long secret"), RESULT_OK);
    assert_int_equal(login_from(&there, "brid", "a wrong secret"), RESULT_WRONG);
    assert_int_equal(login_from(&there, "brid", "a long secret"), RESULT_OK);
}

/* One wrong try a minute from anywhere kept the owner out of their account. */
static void wrong_passwords_from_elsewhere_do_not_lock_the_owner_out(void **state)
{
    (void)state;
    AccountsOptions options = options_of_tests();
    options.address = LIMIT_NONE;
    options.everywhere = (LimitRule){20, 1000, 60 * 1000, 15 * 60 * 1000};
    accounts_free(accounts);
    open_accounts(&options);
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(login_from(&here, "brid", "a long secret"), RESULT_OK);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(login_from(&there, "brid", "a wrong secret"), RESULT_WRONG);
    assert_int_equal(login_from(&there, "brid", "a long secret"), RESULT_WAIT);
    assert_int_equal(login_from(&here, "brid", "a long secret"), RESULT_OK);
    assert_int_equal(login_from(&six, "brid", "a long secret"), RESULT_OK);
    /* From many networks together the account is closed to strangers only. */
    WireAddress stranger = there;
    for (unsigned i = 0; i < 20; i++) {
        stranger.address[3] = (uint8_t)(100 + i);
        login_from(&stranger, "brid", "a wrong secret");
    }
    stranger.address[3] = 99;
    assert_int_equal(login_from(&stranger, "brid", "a long secret"), RESULT_WAIT);
    assert_int_equal(login_from(&here, "brid", "a long secret"), RESULT_OK);
    /* It is kept, and known after a restart. */
    close_all();
    open_accounts(&options);
    for (unsigned i = 0; i < 30; i++) {
        stranger.address[3] = (uint8_t)(100 + i);
        login_from(&stranger, "brid", "a wrong secret");
    }
    assert_int_equal(login_from(&stranger, "brid", "a long secret"), RESULT_WAIT);
    assert_int_equal(login_from(&here, "brid", "a long secret"), RESULT_OK);
}

static void guess_from_many_networks(const char *name)
{
    WireAddress stranger = there;
    for (unsigned i = 0; i < 30; i++) {
        stranger.address[3] = (uint8_t)(100 + i);
        login_from(&stranger, name, "a wrong secret");
    }
    stranger.address[3] = 99;
    assert_int_equal(login_from(&stranger, name, "a long secret"), RESULT_WAIT);
}

/* A new player who had only registered was a stranger at home, and could be locked out. */
static void first_login_from_the_network_of_the_registration_is_known(void **state)
{
    (void)state;
    accounts_free(accounts);
    StoreAccount row = account_named(1, "fionn"); /* imported, and claimed below */
    row.password.size = 0;
    StoreBatch *batch = store_batch(fixture.store);
    store_put(batch, STORE_ACCOUNT, &row);
    assert_int_equal(commit(batch), STORE_SAVED);
    AccountsOptions options = options_of_tests();
    options.address = LIMIT_NONE;
    options.everywhere = (LimitRule){20, 1000, 60 * 1000, 15 * 60 * 1000};
    open_accounts(&options);
    static const char *const names[] = {"brid", "fionn"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_int_equal(enroll(names[i], "a long secret"), RESULT_OK);
    close_all(); /* it is kept */
    open_accounts(&options);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        guess_from_many_networks(names[i]);
        assert_int_equal(login_from(&here, names[i], "a long secret"), RESULT_OK);
    }
}

/* Attempts that were refused with WAIT cost nothing: polling was free. */
static void delayed_tries_are_charged_to_address(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(login_from(&there, "brid", "a wrong secret"), RESULT_WRONG);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(login_from(&there, "brid", "a wrong secret"), RESULT_WAIT);
    /* Ten in all: the address itself waits, whatever the name. */
    assert_int_equal(login_from(&there, "another", "a wrong secret"), RESULT_WAIT);
    assert_int_equal(login_from(&here, "another", "a wrong secret"), RESULT_WRONG);
}

/* The admin got "ok" before it was on the disk. */
static void acknowledged_bans_and_denials_are_on_the_disk(void **state)
{
    (void)state;
    const AccountDecision decision = {TEXT("Ann"), TEXT("why"), now.seconds, 0, 0};
    StoreAccount row = {.folded = TEXT("brid")};
    Network network;
    size_t count;
    void *rows;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_ban(accounts, TEXT("brid"), &decision), RESULT_OK);
    assert_true(network_read(TEXT("192.0.2.0/24"), &network));
    accounts_deny(accounts, &network, &decision);
    assert_int_equal(accounts_keep(accounts), RESULT_OK);
    assert_int_equal(store_find(fixture.store, STORE_ACCOUNT, "folded", &row,
                                fixture.kit->arena, &fixture.kit->report),
                     STORE_FOUND);
    assert_true(row.flags & STORE_BANNED);
    assert_true(store_load(fixture.store, STORE_DENIED, &rows, &count, fixture.kit->arena,
                           &fixture.kit->report));
    assert_int_equal(count, 1);
}

/* Who is there is not to be found out by a name. */
static void closed_registration_does_not_disclose_names(void **state)
{
    (void)state;
    AccountsOptions options = options_of_tests();
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    options.closed = true;
    accounts_free(accounts);
    open_accounts(&options);
    assert_int_equal(enroll("brid", "a long secret"), RESULT_CLOSED);
    assert_int_equal(enroll("nobody", "a long secret"), RESULT_CLOSED);
}

/* Who has an account of his own could else log in between two guesses. */
static void login_resets_only_its_own_charge_of_the_address(void **state)
{
    (void)state;
    char name[16];
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    for (unsigned i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "victim %u", i);
        assert_int_equal(login_from(&six, "brid", "a long secret"), RESULT_OK);
        assert_int_equal(login_from(&six, name, "a wrong secret"), RESULT_WRONG);
    }
    WireAddress neighbour = six;
    neighbour.address[15] = 99; /* the same household */
    assert_int_equal(login_from(&neighbour, "victim", "a wrong secret"), RESULT_WAIT);
    neighbour.address[7] = 99;
    assert_int_equal(login_from(&neighbour, "victim", "a wrong secret"), RESULT_WRONG);
    assert_int_equal(login_from(&here, "brid", "a long secret"), RESULT_OK);
}

static void concurrent_guesses_are_counted(void **state)
{
    (void)state;
    unsigned taken = 0;
    for (unsigned i = 0; i < 50; i++) {
        const AccountRequest request = request_of("brid", "a wrong secret", &here);
        taken += accounts_login(accounts, &request, now, NULL) == RESULT_OK;
    }
    assert_int_equal(taken, 5);
}

static void registering_is_limited_by_address(void **state)
{
    (void)state;
    assert_int_equal(enroll("one", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("one", "a long secret"), RESULT_TAKEN);
    assert_int_equal(enroll("two", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("three", "a long secret"), RESULT_WAIT);
    assert_int_equal(waited, 60000);
    now.milliseconds += 60000;
    assert_int_equal(enroll("three", "a long secret"), RESULT_OK);
    assert_int_equal(enroll("four", "a long secret"), RESULT_WAIT);
    assert_int_equal(waited, 120000);
}

/* The memory is fixed: a million addresses push each other out, not the server. */
static void full_limit_table_removes_the_least_active_entry(void **state)
{
    (void)state;
    Limits *limits = arena_alloc(fixture.kit->arena, 1, sizeof *limits);
    limits_set_up(limits, (LimitRule){1, 1000, 8000, 60000});
    uint64_t time = 100000;
    const Bytes who = BYTES(1, 2, 3, 4);
    assert_int_equal(limits_charge(limits, who, time), 0);
    assert_int_equal(limits_charge(limits, who, time), 1000);
    limits_refund(limits, who);
    assert_int_equal(limits_charge(limits, who, time), 0);
    for (uint32_t i = 0; i < 1000000; i++)
        assert_int_equal(limits_charge(limits, (Bytes){(uint8_t *)&i, sizeof i}, time), 0);
    uint32_t waits = 0;
    for (uint32_t i = 999000; i < 1000000; i++)
        waits += limits_charge(limits, (Bytes){(uint8_t *)&i, sizeof i}, time) != 0;
    assert_true(waits > 0);
    static const uint64_t wanted[] = {1000, 2000, 4000, 8000, 8000, 8000};
    limits_set_up(limits, (LimitRule){1, 1000, 8000, 60000});
    assert_int_equal(limits_charge(limits, who, time), 0);
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        assert_int_equal(limits_charge(limits, who, time), wanted[i]);
        time += wanted[i];
        assert_int_equal(limits_charge(limits, who, time), 0);
    }
    time += 60000;
    assert_int_equal(limits_charge(limits, who, time), 0);
    assert_int_equal(limits_charge(limits, who, time), 1000);
}

/* ---- bans and the deny list ---- */

static void ban_is_disclosed_only_with_password(void **state)
{
    (void)state;
    const AccountDecision decision = {TEXT("Ann"), TEXT("shouts"), now.seconds, 0, 0};
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(accounts_ban(accounts, TEXT("nobody"), &decision), RESULT_NOBODY);
    assert_int_equal(accounts_ban(accounts, TEXT("BRID"), &decision), RESULT_OK);
    assert_int_equal(login("brid", "a wrong secret"), RESULT_WRONG);
    assert_int_equal(login("brid", "a long secret"), RESULT_BANNED);
    close_all();
    const AccountsOptions options = options_of_tests();
    open_accounts(&options);
    assert_int_equal(login("brid", "a long secret"), RESULT_BANNED);
    assert_true(text_is(accounts_get(accounts, 1)->reason, "shouts"));
    assert_int_equal(accounts_unban(accounts, TEXT("brid")), RESULT_OK);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
    close_all();
    open_accounts(&options);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
}

static void networks_are_read_and_written(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        {"192.0.2.7", "192.0.2.7"},           {"192.0.2.7/24", "192.0.2.0/24"},
        {"192.0.2.255/25", "192.0.2.128/25"}, {"0.0.0.0/0", "0.0.0.0/0"},
        {"2001:db8::1", "2001:db8::1"},       {"2001:db8:ffff::/33", "2001:db8:8000::/33"},
        {"::ffff:192.0.2.7", "192.0.2.7"},    {"::ffff:192.0.2.7/120", "192.0.2.0/24"}};
    static const char *const bad[] = {"",
                                      "192.0.2",
                                      "192.0.2.7/33",
                                      "192.0.2.7/",
                                      "192.0.2.7/-1",
                                      "2001:db8::/129",
                                      "localhost",
                                      "192.0.2.7 ",
                                      "/8",
                                      "1.2.3.4/8/8",
                                      "2001:db8::1::2"};
    Network network;
    char text[NETWORK_TEXT_SIZE];
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        uint8_t bytes[NETWORK_BYTES_MAX];
        assert_true(network_read(text_of(good[i][0]), &network));
        network_text(&network, text);
        assert_string_equal(text, good[i][1]);
        Network again;
        assert_true(network_of_bytes((Bytes){bytes, network_bytes(&network, bytes)}, &again));
        assert_memory_equal(&again, &network, sizeof again);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (network_read(text_of(bad[i]), &network))
            fail_msg("\"%s\" is a network", bad[i]);
    assert_false(network_of_bytes(BYTES(1, 2, 3, 4, 33), &network));
    assert_false(network_of_bytes(BYTES(1, 2, 3, 4), &network));
}

static void deny(const char *text)
{
    Network network;
    assert_true(network_read(text_of(text), &network));
    accounts_deny(accounts, &network,
                  &(AccountDecision){TEXT("Ann"), TEXT("noise"), now.seconds, 0, 0});
}

static void denied_networks_stay_denied_until_removed(void **state)
{
    (void)state;
    AccountAnswer none;
    Network network;
    assert_false(accounts_denied(accounts, &there, now.seconds));
    deny("10.9.0.0/16"), deny("2001:db8::/32"), deny("1.2.3.4"), deny("1.2.3.4");
    assert_true(accounts_denied(accounts, &there, now.seconds));
    assert_true(accounts_denied(accounts, &six, now.seconds));
    assert_false(accounts_denied(accounts, &here, now.seconds));
    assert_false(accounts_poll(accounts, now, &none));
    close_all();
    const AccountsOptions options = options_of_tests();
    open_accounts(&options);
    size_t count;
    const Denied *denied = accounts_denials(accounts, &count);
    assert_int_equal(count, 3);
    assert_true(text_is(denied[0].decision.reason, "noise"));
    assert_true(accounts_denied(accounts, &there, now.seconds));
    assert_true(network_read(TEXT("10.9.0.0/16"), &network));
    assert_true(accounts_undeny(accounts, &network));
    assert_false(accounts_undeny(accounts, &network));
    assert_false(accounts_denied(accounts, &there, now.seconds));
    assert_true(accounts_denied(accounts, &six, now.seconds));
    close_all();
    open_accounts(&options);
    assert_false(accounts_denied(accounts, &there, now.seconds));
    accounts_denials(accounts, &count);
    assert_int_equal(count, 2);
}

/* A prefix of no bits is everybody, one of 9 bits ends within a byte. */
static void a_prefix_may_end_within_a_byte(void **state)
{
    (void)state;
    Network network;
    assert_true(network_read(TEXT("10.128.0.0/9"), &network));
    assert_false(network_has(&network, &there)); /* 10.9.8.7 */
    assert_true(network_read(TEXT("10.0.0.0/9"), &network));
    assert_true(network_has(&network, &there));
    assert_false(network_has(&network, &six));
    assert_true(network_read(TEXT("::/0"), &network));
    assert_true(network_has(&network, &six));
    assert_false(network_has(&network, &there));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, accounts_set_up, accounts_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(registered_account_can_log_in_after_restart),
        TEST(name_is_reserved_in_any_case_and_during_registration),
        TEST(invisible_characters_in_names_are_rejected),
        TEST(closed_server_rejects_registration),
        TEST(imported_account_is_assigned_to_first_registration),
        TEST(full_request_queue_returns_busy),
        TEST(names_and_numbers_of_another_server_are_not_taken),
        TEST(the_salt_follows_from_game_and_name),
        TEST(password_is_rehashed_at_login_if_cost_increased),
        TEST(login_that_was_right_before_a_reset_is_known_as_older),
        TEST(guessing_a_password_gets_slower_and_slower),
        TEST(wrong_passwords_from_elsewhere_do_not_lock_the_owner_out),
        TEST(first_login_from_the_network_of_the_registration_is_known),
        TEST(delayed_tries_are_charged_to_address),
        TEST(closed_registration_does_not_disclose_names),
        TEST(acknowledged_bans_and_denials_are_on_the_disk),
        TEST(login_resets_only_its_own_charge_of_the_address),
        TEST(concurrent_guesses_are_counted),
        TEST(registering_is_limited_by_address),
        TEST(full_limit_table_removes_the_least_active_entry),
        TEST(ban_is_disclosed_only_with_password),
        TEST(networks_are_read_and_written),
        TEST(denied_networks_stay_denied_until_removed),
        TEST(a_prefix_may_end_within_a_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
