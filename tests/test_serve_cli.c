/* Where `oisin serve` is told to keep its state. */
#include "desk.h"

static void fails_with(Desk *desk, int status, const char *command, const char *words)
{
    assert_int_equal(sh(desk, "%s", command), status);
    const char *said = content(desk, "err");
    if (!strstr(said, words) || strstr(said, "sesame") ||
        (status == 1 && strchr(said, '\n')[1]))
        fail_msg("%s: %s", command, said);
}

static void fails(Desk *desk, const char *command, const char *words)
{
    fails_with(desk, 1, command, words);
}

static void a_storage_that_cannot_be_had_is_one_line_without_its_password(void **state)
{
    Desk *desk = *state;
    assert_int_equal(sh(desk, "oisin new mygame"), 0);
    fails_with(desk, 2, "oisin serve mygame --state a.db --storage postgres://h/d",
               "--state and --storage are two places for one state");
    fails(desk, "oisin serve mygame --storage 'postgres://a:sesame@h?what'",
          "an address is like");
    fails(desk,
          "oisin serve mygame --storage postgres://a:sesame@127.0.0.1:1/worlds --export x.sav",
          "postgres://a@127.0.0.1:1/worlds: ");
    fails(desk, "oisin serve mygame --state postgres://a:sesame@127.0.0.1:1/worlds",
          "postgres://a@127.0.0.1:1/worlds: ");
    assert_int_equal(sh(desk, "test -e x.sav"), 1);
}

/* A command line is seen by everybody on the machine. */
static void addresses_come_from_the_environment_or_a_file(void **state)
{
    Desk *desk = *state;
    assert_int_equal(sh(desk, "oisin new mygame"), 0);
    fails(desk,
          "OISIN_STORAGE=postgres://a:sesame@127.0.0.1:1/worlds oisin serve mygame --export "
          "x.sav",
          "postgres://a@127.0.0.1:1/worlds: ");
    fails(desk,
          "echo 'postgres://b:sesame@127.0.0.1:1/worlds' > address && "
          "oisin serve mygame --storage @address --export x.sav",
          "postgres://b@127.0.0.1:1/worlds: ");
    fails(desk, "oisin serve mygame --storage @nowhere --export x.sav", "nowhere: ");
    fails(desk, ": > nothing && oisin serve mygame --storage @nothing --export x.sav",
          "nothing: expected an address in the first line");
    fails(desk, "OISIN_BUS=nats://u:sesame@127.0.0.1:1 oisin serve mygame --listen 127.0.0.1:0",
          "127.0.0.1:1");
    fails(desk,
          "echo 'nats://u:sesame@127.0.0.1:1' > bus && "
          "oisin serve mygame --bus @bus --listen 127.0.0.1:0",
          "127.0.0.1:1");
    /* What is given counts more than the environment. */
    assert_int_equal(sh(desk,
                        "oisin play mygame --headless --skip-menu --frames 9 --save x.sav && "
                        "OISIN_STORAGE=postgres://a:sesame@127.0.0.1:1/worlds "
                        "oisin serve mygame --state a.db --import x.sav"),
                     0);
}

/* systemd, logrotate and a closed terminal send it; the server ended without a word. */
static void hangup_reads_the_certificate_again(void **state)
{
    Desk *desk = *state;
    const int status =
        sh(desk,
           "oisin new mygame && oisin build mygame -o g.tng\n"
           "until_says() { for i in $(seq 200); do grep -q \"$1\" log && return; "
           "sleep 0.05; done; return 1; }\n"
           "\"$program\" serve g.tng --state a.db --listen 127.0.0.1:0 > log 2>&1 & p=$!\n"
           "until_says certificate: && cp a.db.crt old.crt && rm a.db.crt && kill -HUP $p && "
           "until_says 'read again' && ! cmp -s a.db.crt old.crt && "
           "echo broken > a.db.crt && kill -HUP $p && until_says 'cannot be used' && "
           "kill -TERM $p && wait $p");
    if (status)
        fail_msg("%d %s", status, content(desk, "log"));
}

static void storage_may_be_a_file(void **state)
{
    Desk *desk = *state;
    assert_int_equal(sh(desk, "oisin new mygame && oisin play mygame --headless --skip-menu "
                              "--frames 9 --save x.sav && oisin serve mygame --storage a.db "
                              "--import x.sav && test -e a.db"),
                     0);
}

/* It has all accounts, and was readable by everybody, with their hashes. */
static void exports_are_private_and_without_passwords(void **state)
{
    Desk *desk = *state;
    assert_int_equal(sh(desk, "oisin new mygame && oisin play mygame --headless --skip-menu "
                              "--frames 9 --save x.sav && oisin serve mygame --state a.db "
                              "--import x.sav"),
                     0);
    assert_int_equal(sh(desk, "umask 022; oisin serve mygame --state a.db --export y.sav && "
                              "test $(stat -c %%a y.sav) = 600"),
                     0);
    assert_int_equal(sh(desk, "umask 022; touch z.sav; chmod 644 z.sav; "
                              "oisin serve mygame --state a.db --export z.sav && "
                              "test $(stat -c %%a z.sav) = 600"),
                     0);
    fails_with(desk, 2, "oisin serve mygame --export-passwords",
               "--export-passwords needs --export");
}

/* The old file was made private before there was anything to write, and so was a device. */
static void export_leaves_the_replaced_file_and_devices_unchanged(void **state)
{
    Desk *desk = *state;
    assert_int_equal(sh(desk, "oisin new mygame && oisin play mygame --headless --skip-menu "
                              "--frames 9 --save x.sav && oisin serve mygame --state a.db "
                              "--import x.sav"),
                     0);
    assert_int_equal(sh(desk, "umask 022; echo old > y.sav; chmod 664 y.sav; "
                              "! oisin serve mygame --state missing.db --export y.sav && "
                              "test $(stat -c %%a y.sav) = 664"),
                     0);
    assert_int_equal(sh(desk, "ln y.sav link && oisin serve mygame --state a.db --export y.sav "
                              "&& test $(stat -c %%a y.sav) = 600 && "
                              "test $(stat -c %%a link) = 664 && test $(cat link) = old"),
                     0);
    assert_int_equal(sh(desk, "mkfifo -m 644 pipe; cat pipe > read & "
                              "oisin serve mygame --state a.db --export pipe && wait && "
                              "cmp read y.sav && test $(stat -c %%a pipe) = 644"),
                     0);
    assert_int_equal(sh(desk, "umask 022; : > z.sav; ln z.sav same; "
                              "oisin serve mygame --state a.db --export /dev/stdout > z.sav && "
                              "cmp z.sav y.sav && cmp same y.sav && "
                              "test $(stat -c %%a same) = 644"),
                     0);
}

static void the_folder_of_the_state_is_made(void **state)
{
    Desk *desk = *state;
    assert_int_equal(sh(desk,
                        "oisin new mygame && oisin play mygame --headless --skip-menu "
                        "--frames 9 --save x.sav && oisin serve mygame --state in/it/a.db "
                        "--import x.sav && test -e in/it/a.db"),
                     0);
    assert_int_equal(sh(desk, "oisin serve mygame --state new/a.db --export x.sav"), 1);
    assert_int_equal(sh(desk, "test -e new"), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_begin, desk_end)
    const struct CMUnitTest tests[] = {
        TEST(the_folder_of_the_state_is_made),
        TEST(addresses_come_from_the_environment_or_a_file),
        TEST(storage_may_be_a_file),
        TEST(hangup_reads_the_certificate_again),
        TEST(exports_are_private_and_without_passwords),
        TEST(export_leaves_the_replaced_file_and_devices_unchanged),
        TEST(a_storage_that_cannot_be_had_is_one_line_without_its_password),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
