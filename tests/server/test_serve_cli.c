/* Options of `oisin serve` about its state. */
#include "lib/cli.h"

#include "server/server.h"

static void fails_with(Cli *cli, int status, const char *command, const char *words)
{
    assert_int_equal(sh(cli, "%s", command), status);
    const char *said = content(cli, "err");
    if (!strstr(said, words) || strstr(said, "sesame") ||
        (status == 1 && strchr(said, '\n')[1]))
        fail_msg("%s: %s", command, said);
}

static void fails(Cli *cli, const char *command, const char *words)
{
    fails_with(cli, 1, command, words);
}

static void unavailable_storage_is_reported_in_one_line_without_password(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame"), 0);
    fails_with(cli, 2, "oisin serve mygame --state a.db --storage postgres://h/d",
               "--state and --storage cannot be combined");
    fails(cli, "oisin serve mygame --storage 'postgres://a:sesame@h?what'",
          "expected an address like");
    fails(cli,
          "oisin serve mygame --storage postgres://a:sesame@127.0.0.1:1/worlds --export x.sav",
          "postgres://a@127.0.0.1:1/worlds: ");
    fails(cli, "oisin serve mygame --state postgres://a:sesame@127.0.0.1:1/worlds",
          "postgres://a@127.0.0.1:1/worlds: ");
    assert_int_equal(sh(cli, "test -e x.sav"), 1);
}

/* A command line is seen by everybody on the machine. */
static void address_is_read_from_the_environment_or_a_file(void **state)
{
    Cli *cli = *state;
    const char *of_bus = server_has_cluster() ? "127.0.0.1:1" : "no cluster support";
    assert_int_equal(sh(cli, "oisin new mygame"), 0);
    fails(cli,
          "OISIN_STORAGE=postgres://a:sesame@127.0.0.1:1/worlds oisin serve mygame --export "
          "x.sav",
          "postgres://a@127.0.0.1:1/worlds: ");
    fails(cli,
          "echo 'postgres://b:sesame@127.0.0.1:1/worlds' > address && "
          "oisin serve mygame --storage @address --export x.sav",
          "postgres://b@127.0.0.1:1/worlds: ");
    fails(cli, "oisin serve mygame --storage @nowhere --export x.sav", "nowhere: ");
    fails(cli, ": > nothing && oisin serve mygame --storage @nothing --export x.sav",
          "nothing: expected an address in the first line");
    fails(cli, "OISIN_BUS=nats://u:sesame@127.0.0.1:1 oisin serve mygame --listen 127.0.0.1:0",
          of_bus);
    fails(cli,
          "echo 'nats://u:sesame@127.0.0.1:1' > bus && "
          "oisin serve mygame --bus @bus --listen 127.0.0.1:0",
          of_bus);
    fails(cli, "oisin serve mygame --split-maps --listen 127.0.0.1:0", "it needs --bus");
    /* What is given counts more than the environment. */
    assert_int_equal(sh(cli,
                        "oisin play mygame --headless --skip-menu --frames 9 --save x.sav && "
                        "OISIN_STORAGE=postgres://a:sesame@127.0.0.1:1/worlds "
                        "oisin serve mygame --state a.db --import x.sav"),
                     0);
}

/* systemd, logrotate and a closed terminal send it; the server ended without a word. */
static void hangup_reloads_the_certificate(void **state)
{
    Cli *cli = *state;
    const int status = sh(
        cli, "oisin new mygame && oisin build mygame -o g.tng\n"
             "until_says() { for i in $(seq 200); do grep -q \"$1\" log && return; "
             "sleep 0.05; done; return 1; }\n"
             "\"$program\" serve g.tng --state a.db --listen 127.0.0.1:0 --admin a.sock "
             "> log 2>&1 & p=$!\n"
             "until_says 'admin interface: a.sock' || exit 1; port=$(sed -n 's/.*listening at "
             ".*, port //p' log)\n"
             "status() { oisin admin --server ./a.sock status; }\n"
             "finger() { openssl x509 -noout -fingerprint; }\n"
             "is_shown() { test \"$(openssl s_client -connect 127.0.0.1:$port < /dev/null 2> "
             "/dev/null | finger)\" = \"$(finger < $1)\"; }\n"
             "status && is_shown a.db.crt || exit 2\n"
             "\"$program\" serve g.tng --state b.db --listen 127.0.0.1:0 > other 2>&1 & q=$!\n"
             "for i in $(seq 200); do test -s b.db.crt && break; sleep 0.05; done\n"
             "kill -TERM $q; wait $q\n"
             "is_shown b.db.crt && exit 3\n"
             "cp b.db.crt a.db.crt && cp b.db.key a.db.key && kill -HUP $p && "
             "until_says 'reloaded' || exit 4\n"
             "is_shown b.db.crt && status || exit 5\n"
             "rm a.db.crt a.db.key && kill -HUP $p && until_says 'a.db.crt: no such file' && "
             "is_shown b.db.crt && ! test -e a.db.crt || exit 6\n" /* none is made that nobody
                                                                       knows */
             "cp b.db.key a.db.key; echo broken > a.db.crt && kill -HUP $p && until_says "
             "'invalid certificate' && is_shown b.db.crt && "
             "kill -TERM $p && wait $p && ! test -e a.sock");
    if (status)
        fail_msg("%d %s", status, content(cli, "log"));
}

/* Options that cannot change while it runs stay, and so do those whose value is not valid. */
static void hangup_reloads_the_options_file(void **state)
{
    Cli *cli = *state;
    const int status = sh(
        cli,
        "oisin new mygame -q && oisin build mygame -o g.tng -q\n"
        "until_says() { for i in $(seq 200); do grep -q \"$1\" log && return; "
        "sleep 0.05; done; echo \"not said: $1\" >> log; return 1; }\n"
        "hang_up() { : > log; kill -HUP $p && until_says 'reloaded'; }\n"
        "bots() { oisin swarm 127.0.0.1:$port --bots $1 --seed $2 --seconds 2 --ramp 50; }\n"
        "printf '# options of a server\\n\\nplayers = 2\\nregister=open\\nno-limits\\n"
        "listen = 127.0.0.1:0\\n' > conf\n"
        "\"$program\" serve g.tng --state a.db --config conf >> log 2>&1 & p=$!\n"
        "until_says certificate: || exit 1\n"
        "port=$(sed -n 's/.* port //p' log)\n"
        "! bots 3 1 || exit 2\n"
        "printf 'players = 9\\nregister = open\\nno-limits\\nlisten = 127.0.0.2:0\\n' "
        "> conf\n"
        "hang_up && grep -q 'players: 9, before: 2' log && ! grep -q register log && "
        "grep -q 'listen: the change needs a restart' log || exit 3\n"
        "bots 3 1 || exit 4\n"
        "printf 'players = many\\nregister = closed\\nno-limits\\nlisten = 127.0.0.1:0\\n' "
        "> conf\n"
        "hang_up && grep -q 'players: expected a number from 1 to 6143, found \"many\"; "
        "unchanged (9)' log && grep -q 'register: closed, before: open' log && "
        "! grep -q restart log || exit 5\n"
        "! bots 4 1 || exit 6\n"
        "printf 'players = 9\\nregister = open\\nno-limits\\nlisten = 127.0.0.1:0\\n' > conf\n"
        "hang_up && ! grep -q players log || exit 7\n"
        "bots 4 1 || exit 8\n"
        "printf 'playrs = 5\\n' > conf\n"
        "hang_up && grep -q 'conf:1:1: .*\"playrs\"; did you mean \"players\"?' log && "
        "test $(wc -l < log) = 2 || exit 9\n"
        "rm conf; hang_up && grep -q 'conf: ' log || exit 10\n"
        "kill -TERM $p && wait $p");
    if (status)
        fail_msg("%d %s", status, content(cli, "log"));
}

static void command_line_overrides_the_options_file(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame"), 0);
    fails_with(cli, 1,
               "echo 'players = 0' > conf; oisin serve mygame --state a.db --config conf",
               "conf:1:11: players: expected a number from 1 to 6143, found \"0\"");
    fails_with(cli, 2, "oisin serve mygame --state a.db --players 0",
               "--players: expected a number from 1 to 6143, found \"0\"");
    fails_with(cli, 2, "oisin serve mygame --state a.db --log-level loud",
               "--log-level: expected error, warning, notice, info or debug, found \"loud\"");
    fails(cli, "printf '\\n  log-format = xml\\n' > conf; oisin serve mygame --config conf",
          "conf:2:16: log-format: expected text, json or journal, found \"xml\"");
    fails(cli, "printf 'health = here\\n' > conf; oisin serve mygame --config conf",
          "conf:1:10: health: expected a numeric address, with or without a port, found "
          "\"here\"");
    fails_with(cli, 2, "echo 'players = 2' > conf; oisin serve --config conf",
               "serve requires GAME|PROJECT, --game, or");
    fails(cli, "echo 'export = x.sav' > conf; oisin serve mygame --config conf",
          "conf:1:1: unknown option \"export\"");
    fails(cli, "printf 'players = 2\\nplayers = 3\\n' > conf; oisin serve mygame --config conf",
          "conf:2:1: players is given more than once");
    fails(cli, "echo 'no-fetch = yes' > conf; oisin serve mygame --config conf",
          "no-fetch does not accept a value");
    fails(cli, "echo players > conf; oisin serve mygame --config conf", "players: expected N");
    fails(cli, "oisin serve mygame --config nowhere", "nowhere: ");
    assert_int_equal(sh(cli,
                        "oisin play mygame --headless --skip-menu --frames 9 --save x.sav && "
                        "echo 'state = b.db' > conf && "
                        "oisin serve mygame --config conf --import x.sav && test -e b.db && "
                        "oisin serve mygame --config conf --state c.db --import x.sav && "
                        "test -e c.db"),
                     0);
    assert_int_equal(sh(cli, "printf 'game = mygame\\nstate = d.db\\n' > conf && "
                             "oisin serve --config conf --import x.sav && test -e d.db"),
                     0);
}

/* logrotate renames the file and sends SIGHUP. */
static void hangup_reopens_the_audit_trail_and_changes_the_level(void **state)
{
    Cli *cli = *state;
    const int status = sh(
        cli, "oisin new mygame -q && oisin build mygame -o g.tng -q\n"
             "until_says() { for i in $(seq 200); do grep -q \"$1\" $2 && return; "
             "sleep 0.05; done; echo \"not said: $1\" >> log; return 1; }\n"
             "printf 'game = g.tng\\nstate = a.db\\nlisten = 127.0.0.1:0\\naudit = trail\\n"
             "log-level = error\\n' > conf\n"
             "\"$program\" serve --config conf > out 2> log & p=$!\n"
             "until_says listening trail && test $(stat -c %%a trail) = 600 && ! test -s log "
             "|| exit 1\n"
             "mv trail trail.1 && kill -HUP $p && until_says '\"event\":\"certificate\"' trail "
             "|| exit 2\n"
             "! grep -q '\"certificate\"' trail.1 && ! test -s log || exit 3\n"
             "sed -i 's/= error/= info/; s/= trail/= other/' conf && kill -HUP $p && "
             "until_says 'certificate:' log && grep -q 'log-level: info, before: error' log && "
             "until_says '\"certificate\"' other || exit 4\n"
             "sed -i 's/= other/= nowhere\\/trail/' conf && kill -HUP $p && "
             "until_says 'nowhere/trail: cannot write the audit trail' log || exit 5\n"
             "kill -TERM $p && wait $p && grep -q stopped other");
    if (status)
        fail_msg("%d %s", status, content(cli, "log"));
}

/* Everything that a start needs, before a restart: and nothing is created. */
static void check_prints_a_line_for_each_thing(void **state)
{
    Cli *cli = *state;
    const char *const ok =
        "oisin new mygame -q && printf 'game = mygame\\nstate = a.db\\naudit = trail\\n"
        "listen = 127.0.0.1:0\\nhealth = 127.0.0.1:0\\nadmin = a.sock\\n' > conf && "
        "oisin serve --config conf --check";
    assert_int_equal(sh(cli, "%s", ok), 0);
    assert_string_equal(content(cli, "out"),
                        "ok      options      conf\n"
                        "ok      game         mygame\n"
                        "ok      state        a.db does not exist: it will be created\n"
                        "ok      certificate  a.db.crt and a.db.key do not exist: they will be "
                        "created\n"
                        "ok      listen       127.0.0.1, port 0\n"
                        "ok      admin        a.sock\n"
                        "ok      health       127.0.0.1, port 0\n"
                        "ok      audit        trail\n");
    assert_int_equal(sh(cli, "test -e a.db || test -e a.db.crt || test -e trail"), 1);
    assert_int_equal(sh(cli, "oisin play mygame --headless --skip-menu --frames 9 --save x.sav "
                             "&& oisin serve --config conf --import x.sav && "
                             "oisin serve --config conf --check"),
                     0);
    assert_non_null(strstr(content(cli, "out"), "ok      state        a.db, 1 account\n"));
    assert_int_equal(
        sh(cli, "key() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes "
                "-subj /CN=x -keyout $1.key -out $1.crt $2 2> /dev/null; }\n"
                "key a.db '-days 5' && key b '-days 90' && oisin serve --config conf --check"),
        0);
    /* 4 days and some hours, or in the same second 5 */
    assert_non_null(strstr(content(cli, "out"), "warning certificate  a.db.crt, valid for "));
    assert_int_equal(sh(cli, "printf 'drat\\nbad *word*\\n' > words; oisin serve --config conf "
                             "--check --word-filter words --proxy 127.0.0.1"),
                     1);
    assert_non_null(strstr(content(cli, "out"), "wrong   words        words:2: expected one"));
    assert_non_null(strstr(content(cli, "out"), "ok      proxy        127.0.0.1\n"));
    assert_int_equal(sh(cli, "mkdir trail; cp b.key a.db.key; echo broken > a.db\n"
                             "oisin serve --config conf --check --listen 192.0.2.77"),
                     1);
    const char *said = content(cli, "out");
    assert_non_null(strstr(said, "wrong   state        a.db: "));
    assert_non_null(strstr(said, "wrong   certificate  the key is invalid, or belongs to"));
    assert_non_null(
        strstr(said, "wrong   listen       cannot listen at 192.0.2.77, port 4433: "));
    assert_non_null(strstr(said, "wrong   audit        trail: this is not a regular file\n"));
    assert_non_null(strstr(said, "ok      health "));
    fails(cli, "echo 'listn = 1' > conf; oisin serve mygame --config conf --check",
          "conf:1:1: unknown option");
}

/* The ports of the running server were reported as errors, so that nobody could check an edited
 * file before a reload; those of another program, or of another server, still are. */
static void check_beside_the_running_server_accepts_its_ports(void **state)
{
    Cli *cli = *state;
    const int status = sh(
        cli,
        "oisin new mygame -q && oisin build mygame -o g.tng -q\n"
        "until_says() { for i in $(seq 200); do grep -q \"$1\" $2 && return; sleep 0.05; done; "
        "cat $2 >> log; return 1; }\n"
        "port() { sed -n \"s/.*$1.*, port \\([0-9]*\\)$/\\1/p\" out; }\n"
        "printf 'game = g.tng\\nstate = a.db\\nlisten = 127.0.0.1:0\\nadmin = a.sock\\n"
        "health = 127.0.0.1:0\\n' > conf\n"
        "\"$program\" serve --config conf > out 2> log & p=$!\n"
        "until_says 'admin interface' out || exit 1\n"
        "printf \"game = g.tng\\nstate = a.db\\nlisten = [::]:$(port listening)\\n"
        "admin = a.sock\\n"
        "health = 127.0.0.1:$(port 'health interface')\\nplayers = 300\\n\" > edited\n"
        "cp edited conf.new && mv conf.new conf\n"
        "oisin serve --config conf --check > said || exit 2\n"
        "test $(grep -c ', in use by the running server$' said) = 3 || exit 3\n"
        /* another file with the same state; another server; two options with one port */
        "oisin serve --config edited --check > said || exit 4\n"
        "! oisin serve --config edited --check --state b.db > said || exit 5\n"
        "test $(grep -c '^wrong .*Address already in use' said) = 2 || exit 6\n"
        "grep -q '^wrong  *admin  *cannot listen at a.sock: another server listens' said || "
        "exit 14\n"
        "! oisin serve --config conf --check --health 127.0.0.1:$(port listening) > said || "
        "exit 7\n"
        "test $(grep -c '^wrong ' said) = 1 || exit 8\n"
        /* a port that is free, and one of another program */
        "oisin serve --config conf --check --listen 127.0.0.1:0 > said || exit 9\n"
        "python3 -c 'import socket, time; s = socket.create_server((\"127.0.0.1\", 0)); "
        "print(s.getsockname()[1], flush=True); time.sleep(60)' > other & o=$!\n"
        "until_says . other || exit 10\n"
        "! oisin serve --config conf --check --listen 127.0.0.1:$(cat other) > said || exit "
        "11\n"
        "kill $o; kill -TERM $p && wait $p || exit 12\n"
        "oisin serve --config conf --check > said && ! grep -q 'in use' said || exit 13");
    if (status)
        fail_msg("%d %s %s %s", status, content(cli, "said"), content(cli, "log"),
                 content(cli, "err"));
}

/* With a socket of systemd at [::] the log named 127.0.0.1. Players who come by IPv4 have IPv4
 * addresses there. */
static void log_names_the_address_of_a_given_socket(void **state)
{
    static const char holder[] =
        "import os, socket, sys\n"
        "six = socket.create_server(('::', 0), family=socket.AF_INET6, dualstack_ipv6=True)\n"
        "print(six.getsockname()[1], file=open('port', 'w'))\n"
        "os.dup2(six.fileno(), 3)\n"
        "os.set_inheritable(3, True)\n"
        "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')\n"
        "os.execv(sys.argv[1], sys.argv[1:])\n";
    Cli *cli = *state;
    cli_put(cli, "holder.py", bytes_of_text(text_of(holder)));
    const int status =
        sh(cli, "oisin new mygame -q && oisin build mygame -o g.tng -q\n"
                "python3 holder.py $program serve g.tng --state a.db > out 2> log & p=$!\n"
                "for i in $(seq 200); do grep -q listening log && break; sleep 0.05; done\n"
                "port=$(cat port)\n"
                "oisin swarm 127.0.0.1:$port --bots 1 --seconds 1 > swarm 2>&1 || exit 1\n"
                "kill -TERM $p && wait $p || exit 2\n"
                "grep -q \"listening at \\[::\\]:$port$\" log || exit 3\n"
                "grep -q \"listening at ::, port $port$\" out || exit 4\n"
                "grep -q 'from 127.0.0.1:' log && ! grep -q ffff log || exit 5\n"
                "! grep -q 'connect 127.0.0.1' out || test \"$(hostname -I)\" = ''");
    if (status)
        fail_msg("%d %s %s", status, content(cli, "log"), content(cli, "out"));
}

static void storage_may_be_a_file(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin play mygame --headless --skip-menu "
                             "--frames 9 --save x.sav && oisin serve mygame --storage a.db "
                             "--import x.sav && test -e a.db"),
                     0);
}

/* It has all accounts, and was readable by everybody, with their hashes. */
static void exports_are_private_and_without_passwords(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin play mygame --headless --skip-menu "
                             "--frames 9 --save x.sav && oisin serve mygame --state a.db "
                             "--import x.sav"),
                     0);
    assert_int_equal(sh(cli, "umask 022; oisin serve mygame --state a.db --export y.sav && "
                             "test $(stat -c %%a y.sav) = 600"),
                     0);
    assert_int_equal(sh(cli, "umask 022; touch z.sav; chmod 644 z.sav; "
                             "oisin serve mygame --state a.db --export z.sav && "
                             "test $(stat -c %%a z.sav) = 600"),
                     0);
    fails_with(cli, 2, "oisin serve mygame --export-passwords",
               "--export-passwords requires --export");
}

/* The old file was made private before there was anything to write, and so was a device. */
static void export_leaves_the_replaced_file_and_devices_unchanged(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin play mygame --headless --skip-menu "
                             "--frames 9 --save x.sav && oisin serve mygame --state a.db "
                             "--import x.sav"),
                     0);
    assert_int_equal(sh(cli, "umask 022; echo old > y.sav; chmod 664 y.sav; "
                             "! oisin serve mygame --state missing.db --export y.sav && "
                             "test $(stat -c %%a y.sav) = 664"),
                     0);
    assert_int_equal(sh(cli, "ln y.sav link && oisin serve mygame --state a.db --export y.sav "
                             "&& test $(stat -c %%a y.sav) = 600 && "
                             "test $(stat -c %%a link) = 664 && test $(cat link) = old"),
                     0);
    assert_int_equal(sh(cli, "mkfifo -m 644 pipe; cat pipe > read & "
                             "oisin serve mygame --state a.db --export pipe && wait && "
                             "cmp read y.sav && test $(stat -c %%a pipe) = 644"),
                     0);
    assert_int_equal(sh(cli, "umask 022; : > z.sav; ln z.sav same; "
                             "oisin serve mygame --state a.db --export /dev/stdout > z.sav && "
                             "cmp z.sav y.sav && cmp same y.sav && "
                             "test $(stat -c %%a same) = 644"),
                     0);
}

static void folder_of_the_state_is_created(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin play mygame --headless --skip-menu "
                             "--frames 9 --save x.sav && oisin serve mygame --state in/it/a.db "
                             "--import x.sav && test -e in/it/a.db"),
                     0);
    assert_int_equal(sh(cli, "oisin serve mygame --state new/a.db --export x.sav"), 1);
    assert_int_equal(sh(cli, "test -e new"), 1);
}

/* An audit trail is appended to its file, an export replaces it: both would destroy the game,
 * the accounts or the key. */
static void files_of_the_server_are_never_written_over(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame -q && oisin build mygame -o g.tng -q && "
                             "oisin play mygame --headless --skip-menu --frames 9 --save x.sav "
                             "&& oisin serve g.tng --state a.db --import x.sav && "
                             ": > conf && : > words && echo key > k && mkdir before && "
                             "cp g.tng a.db conf words k x.sav before && ln -s a.db link"),
                     0);
    static const char *const files[] = {"g.tng", "a.db", "conf", "words", "k", "link"};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        char command[256];
        static const char *const outputs[] = {"--export", "--check --audit"};
        for (size_t j = 0; j < COUNT_OF(outputs); j++) {
            snprintf(
                command, sizeof command,
                "oisin serve g.tng --state a.db --config conf --word-filter words --key k "
                "--listen 127.0.0.1:0 %s %s > err.txt 2>&1; r=$?; cat err.txt >&2; exit $r",
                outputs[j], files[i]);
            assert_int_equal(sh(cli, "%s", command), 1);
            assert_non_null(strstr(content(cli, "err"), "must not be overwritten"));
        }
    }
    fails(cli, "oisin serve g.tng --state a.db --listen 127.0.0.1:0 --audit a.db",
          "a.db is an input and must not be overwritten");
    fails(cli, "oisin serve g.tng --state b.db --listen 127.0.0.1:0 --audit b.db",
          "b.db is another file of the server");
    assert_int_equal(sh(cli, "for i in before/*; do cmp $i ${i#before/} || exit; done"), 0);
    assert_int_equal(sh(cli, "test -e b.db"), 1);
}

/* Each player takes a descriptor; of more players than a shell permits, the others could not
 * log in, and nothing named the reason. */
static void limit_of_open_files_is_raised(void **state)
{
    Cli *cli = *state;
    assert_int_equal(
        sh(cli, "oisin new mygame -q && oisin build mygame -o g.tng -q && ulimit -Sn 64 && "
                "ulimit -Hn 600\n"
                "{ \"$program\" serve g.tng --listen 127.0.0.1:0 > log 2>&1 & } && p=$!\n"
                "for i in $(seq 200); do grep -q certificate: log && break; sleep 0.05; done\n"
                "grep 'Max open files' /proc/$p/limits > limits\n"
                "kill -TERM $p; wait $p; grep -q ' 600  *600 ' limits"),
        0);
    assert_int_equal(sh(cli, "ulimit -n 600 && oisin serve g.tng --listen 127.0.0.1:0 --check "
                             "> checked && grep -q 'warning files .* 600 .*1000 players' "
                             "checked"),
                     0);
    assert_int_equal(sh(cli, "ulimit -n 600 && oisin serve g.tng --listen 127.0.0.1:0 --check "
                             "--players 50 > checked && ! grep -q files checked"),
                     0);
}

/* Each address was tried and released, so two options with one address were both right. */
static void check_finds_two_options_with_one_address(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame -q"), 0);
    assert_int_equal(sh(cli, "oisin serve mygame --check --listen 127.8.7.6:14437 "
                             "--health 127.8.7.6:14437 > checked"),
                     1);
    assert_int_equal(sh(cli,
                        "grep -q 'ok  *listen ' checked && grep -q 'wrong  *health .*14437.*"
                        "in use' checked"),
                     0);
    assert_int_equal(sh(cli, "oisin serve mygame --check --listen 127.0.0.1:0 "
                             "--health 127.0.0.1:0"),
                     0);
}

/* Two servers of one user; their sockets are named by their ports. */
static void each_server_has_an_admin_socket(void **state)
{
    Cli *cli = *state;
    const int status = sh(
        cli,
        "mkdir run && export RUNTIME_DIRECTORY=$PWD/run && oisin new mygame -q && "
        "oisin build mygame -o g.tng -q\n"
        "until_says() { for i in $(seq 200); do grep -q \"$1\" $2 && return; sleep 0.05; done; "
        "cat $2 >> log; return 1; }\n"
        "port() { sed -n 's/.*listening at .*, port //p' $1; }\n"
        "for name in a b; do \"$program\" serve g.tng --state $name.db --listen 127.0.0.1:0 > "
        "$name 2>&1 & eval $name=$!; done\n"
        "until_says \"admin interface: $PWD/run/\" a && until_says 'admin interface' b || exit "
        "1\n"
        "test -S run/$(port a).sock && test -S run/$(port b).sock || exit 2\n"
        "oisin admin --server $(port b) stop && wait $b || exit 3\n"
        "! test -e run/$(port b).sock && test -S run/$(port a).sock || exit 4\n"
        /* the file of a server that is killed stays; the next server replaces it */
        "kill -9 $a; wait $a; oisin admin --server $(port a) status && exit 5\n"
        "test -S run/$(port a).sock || exit 6\n"
        "\"$program\" serve g.tng --state a.db --listen 127.0.0.1:$(port a) > c 2>&1 & c=$!\n"
        "until_says 'admin interface' c && oisin admin --server $(port a) status || exit 7\n"
        "! oisin serve g.tng --state b.db --listen 127.0.0.1:0 --admin run/$(port a).sock 2> "
        "said || exit 8\n"
        "until_says 'another server listens there' said || exit 9\n"
        "kill -TERM $c && wait $c && test -z \"$(ls run)\" || exit 10\n"
        "oisin serve g.tng --admin 127.0.0.1:4434 2> said && exit 11\n"
        "until_says 'expected the path of a socket' said || exit 12");
    if (status)
        fail_msg("%d %s %s", status, content(cli, "a"), content(cli, "err"));
}

/* Anyone can make /tmp/oisin-UID first, and servers at different addresses may share a port. */
static void server_runs_without_an_admin_interface(void **state)
{
    Cli *cli = *state;
    const int status = sh(
        cli,
        "oisin new mygame -q && oisin build mygame -o g.tng -q\n"
        "unset RUNTIME_DIRECTORY; mkdir -m 700 run; export XDG_RUNTIME_DIR=$PWD/run\n"
        "until_says() { for i in $(seq 200); do grep -q \"$1\" $2 && return; sleep 0.05; done; "
        "cat $2 >> log; return 1; }\n"
        "port() { sed -n 's/.*listening at .*, port //p' $1; }\n"
        "begin() { \"$program\" serve g.tng --state $1.db --listen $2 > $1 2>&1 & p=$!; "
        "until_says 'admin interface' $1; }\n"
        /* the folder of the session */
        "begin a 127.0.0.1:0 || exit 1\n"
        "a=$p; test \"$(stat -c %%a run/oisin)\" = 700 && test -S run/oisin/$(port a).sock || "
        "exit 2\n"
        "oisin admin --server $(port a) status || exit 3\n"
        /* the same port at another address */
        "begin b 127.0.0.2:$(port a) || exit 4\n"
        "until_says 'admin interface: none' b && test $(grep -c warning: b) = 1 && "
        "grep -q 'warning: .*another server listens there.*--admin FILE' b || exit 5\n"
        "oisin serve g.tng --state b.db --listen 127.0.0.2:$(port a) --check | "
        "grep '^wrong  *admin' && exit 6\n"
        "kill -TERM $p && wait $p && oisin admin --server $(port a) stop && wait $a || exit 7\n"
        /* a folder that others can enter */
        "chmod 755 run/oisin; begin c 127.0.0.1:0 || exit 8\n"
        "until_says 'admin interface: none' c && test $(grep -c warning: c) = 1 && "
        "grep -q 'warning: .*of this user with mode 0700.*--admin FILE' c || exit 9\n"
        "oisin serve g.tng --state d.db --listen 127.0.0.1:1 --check > said\n"
        "grep -q '^warning *admin .*mode 0700' said || exit 10\n"
        "kill -TERM $p && wait $p || exit 11\n"
        /* of a place that was named, it is an error */
        "RUNTIME_DIRECTORY=$PWD/nowhere oisin serve g.tng --state d.db --listen 127.0.0.1:0 "
        "&& exit 12\n"
        "oisin serve g.tng --state d.db --listen 127.0.0.1:0 --admin nowhere/a.sock && exit "
        "13\n"
        "exit 0");
    if (status)
        fail_msg("%d %s %s", status, content(cli, "b"), content(cli, "err"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(folder_of_the_state_is_created),
        TEST(each_server_has_an_admin_socket),
        TEST(server_runs_without_an_admin_interface),
        TEST(files_of_the_server_are_never_written_over),
        TEST(limit_of_open_files_is_raised),
        TEST(check_finds_two_options_with_one_address),
        TEST(address_is_read_from_the_environment_or_a_file),
        TEST(check_beside_the_running_server_accepts_its_ports),
        TEST(log_names_the_address_of_a_given_socket),
        TEST(storage_may_be_a_file),
        TEST(check_prints_a_line_for_each_thing),
        TEST(hangup_reloads_the_certificate),
        TEST(hangup_reopens_the_audit_trail_and_changes_the_level),
        TEST(hangup_reloads_the_options_file),
        TEST(command_line_overrides_the_options_file),
        TEST(exports_are_private_and_without_passwords),
        TEST(export_leaves_the_replaced_file_and_devices_unchanged),
        TEST(unavailable_storage_is_reported_in_one_line_without_password),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
