/* Client and command line of the admin interface. */
#include "lib/admin_kit.h"

#include "base/text.h"
#include "server/admin/admin_client.h"
#include "server/http/unix_socket.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>

/* ---- calls, in a thread while the door's loop turns ---- */

typedef struct Call {
    AdminCall call;
    AdminReply reply;
    Kit *kit;
    bool good;
    atomic_bool over;
} Call;

static void *call_run(void *context)
{
    Call *call = context;
    call->good = admin_call(&call->call, &call->reply, call->kit->arena, &call->kit->report);
    atomic_store(&call->over, true);
    return NULL;
}

/* The caller calls kit_free(call->kit) and free. */
static Call *call_make(Door *door, const char *path, const char *request, unsigned wait)
{
    Call *call = calloc(1, sizeof *call);
    pthread_t thread;
    assert_non_null(call);
    call->kit = kit_new();
    call->call = (AdminCall){path, text_of(request), wait};
    assert_int_equal(pthread_create(&thread, NULL, call_run, call), 0);
    DOOR_UNTIL(door, (Visit *)NULL, atomic_load(&call->over));
    pthread_join(thread, NULL);
    return call;
}

static void call_free(Call *call)
{
    kit_free(call->kit);
    free(call);
}

static void request_is_answered(void **state)
{
    Door *door = door_new(*state);
    Call *call = call_make(door, door->path, "/status", 0);
    assert_true(call->good);
    assert_int_equal(call->reply.status, 200);
    assert_true(call->reply.json);
    json_t *json =
        json_read(bytes_of_text(call->reply.body), door->kit->arena, &door->kit->report);
    assert_non_null(json);
    call_free(call);
    call = call_make(door, door->path, "/say?text=hello", 0);
    assert_true(call->good);
    assert_int_equal(door->actions, 1);
    call_free(call);
    door_free(door);
}

static size_t many_players(void *context, const AdminPlayer **out, Arena *arena)
{
    enum { PLAYERS = 5000 };
    const Door *door = context;
    AdminPlayer *players = ARENA_ALLOC(arena, AdminPlayer, PLAYERS);
    for (size_t i = 0; i < PLAYERS; i++)
        players[i] = door->players[i % 2];
    *out = players;
    return PLAYERS;
}

static void long_answers_are_received_completely(void **state)
{
    Door *door = door_new(*state);
    door->host.players = many_players;
    Call *call = call_make(door, door->path, "/players", 0);
    assert_true(call->good);
    assert_true(call->reply.body.size > 1 << 19);
    json_t *json =
        json_read(bytes_of_text(call->reply.body), door->kit->arena, &door->kit->report);
    assert_int_equal(json_array_size(json_object_get(json, "players")), 5000);
    call_free(call);
    door_free(door);
}

/* ---- servers without an admin interface ---- */

typedef struct Impostor {
    int listener;
    const char *says; /* NULL: nothing */
    bool leaves;
    atomic_bool over; /* of the call */
} Impostor;

static void *impostor_run(void *context)
{
    const Impostor *impostor = context;
    char request[1000];
    const int descriptor = accept(impostor->listener, NULL, NULL);
    recv(descriptor, request, sizeof request, 0);
    if (impostor->says)
        send(descriptor, impostor->says, strlen(impostor->says), MSG_NOSIGNAL);
    while (!impostor->leaves && !atomic_load(&impostor->over))
        usleep(1000);
    close(descriptor);
    return NULL;
}

static void incomplete_answer_is_rejected(void **state)
{
    static const struct {
        const char *says;
        bool leaves;
        const char *said;
    } cases[] = {
        {NULL, false, "no answer in time"},
        {NULL, true, "not an answer of an admin interface"},
        {"hello\r\n\r\n", false, "not an answer of an admin interface"},
        {"SSH-2.0-x\r\n", false, "no answer in time"},
        {"HTTP/1.1 200 OK\r\n\r\nbody", true, "not an answer of an admin interface"},
        {"HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n", false, "not an answer of"},
        {"HTTP/1.1 \r\nContent-Length: 0\r\n\r\n", false, "not an answer of"},
        {"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", false, "not an answer of"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", false,
         "not an answer"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcd", true, "not an answer of"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcd", false, "no answer in time"},
    };
    Door *door = door_new(*state);
    const char *path = arena_format(door->kit->arena, "%s/impostor", door->folder).at;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Impostor impostor = {.says = cases[i].says, .leaves = cases[i].leaves};
        pthread_t thread;
        impostor.listener = unix_socket_listen(path, 1, NULL, &door->kit->report);
        fcntl(impostor.listener, F_SETFL, 0);
        assert_int_equal(pthread_create(&thread, NULL, impostor_run, &impostor), 0);
        Call *call = call_make(door, path, "/x", strstr(cases[i].said, "in time") ? 1 : 0);
        assert_false(call->good);
        if (call->kit->messages.count != 1 || !kit_has_message(call->kit, cases[i].said))
            fail_msg("case %zu: %s", i, kit_message(call->kit, 0));
        atomic_store(&impostor.over, true);
        pthread_join(thread, NULL);
        unlink(path);
        close(impostor.listener);
        call_free(call);
    }
    door_free(door);
}

static void missing_server_is_reported(void **state)
{
    Door *door = door_new(*state);
    admin_free(door->admin);
    door->admin = NULL;
    Call *call = call_make(door, door->path, "/status", 0);
    assert_false(call->good);
    assert_true(kit_has_message(call->kit, "door.sock: no server listens there"));
    call_free(call);
    door_free(door);
}

/* ---- waiting ---- */

static void on_alarm(int number) { (void)number; }

/* Nobody accepts the connection. Returns after `wait` s at most, although signals arrive. */
static void wait_in_vain(Door *door, Text request, bool with_signals)
{
    const struct sigaction action = {.sa_handler = on_alarm};
    const struct timeval often = {.tv_usec = with_signals ? 50000 : 0};
    const char *path = arena_format(door->kit->arena, "%s/silent", door->folder).at;
    const int listener = unix_socket_listen(path, 1, NULL, &door->kit->report);
    const AdminCall call = {path, request, 1};
    AdminReply reply;
    kit_clear(door->kit);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){often, often}, NULL);
    assert_false(admin_call(&call, &reply, door->kit->arena, &door->kit->report));
    setitimer(ITIMER_REAL, &(struct itimerval){{0}, {0}}, NULL);
    if (!kit_has_message(door->kit, "silent: no answer in time"))
        fail_msg("%s", kit_message(door->kit, 0));
    unlink(path);
    close(listener);
}

static void signals_do_not_end_the_wait_for_an_answer(void **state)
{
    Door *door = door_new(*state);
    wait_in_vain(door, TEXT("/x"), true);
    door_free(door);
}

static void server_that_does_not_read_is_reported_in_time(void **state)
{
    enum { SIZE = 8 << 20 /* more than the kernel keeps */ };
    Door *door = door_new(*state);
    char *large = arena_alloc(door->kit->arena, 1, SIZE);
    memset(large, 'x', SIZE);
    wait_in_vain(door, (Text){large, SIZE}, false);
    wait_in_vain(door, (Text){large, SIZE}, true);
    door_free(door);
}

/* ---- the command line ---- */

typedef struct Shell {
    Door *door;
    const char *before; /* variables; NULL: the folder of the door is the given one */
    char text[65536];   /* what was printed, errors too */
} Shell;

/* `oisin admin` with these words, while the door is open; its exit status. */
static int shell_run(Shell *shell, const char *words)
{
    const char *program = getenv("OISIN");
    const char *line =
        arena_format(shell->door->kit->arena,
                     "unset XDG_RUNTIME_DIR; export RUNTIME_DIRECTORY='%s' %s; '%s' admin "
                     "--server '%s' %s >'%s/out' 2>&1",
                     shell->before ? "" : shell->door->folder,
                     shell->before ? shell->before : "",
                     program ? program : "build/release/oisin", shell->door->path, words,
                     shell->door->folder)
            .at;
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status;
    DOOR_UNTIL(shell->door, (Visit *)NULL, waitpid(child, &status, WNOHANG) == child);
    FILE *file =
        fopen(arena_format(shell->door->kit->arena, "%s/out", shell->door->folder).at, "r");
    assert_non_null(file);
    shell->text[fread(shell->text, 1, sizeof shell->text - 1, file)] = 0;
    fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static bool shell_says(const Shell *shell, const char *part)
{
    if (!strstr(shell->text, part))
        print_message("not there: %s in: %s\n", part, shell->text);
    return strstr(shell->text, part) != NULL;
}

static Shell *shell_new(Kit *kit)
{
    Shell *shell = arena_alloc(kit->arena, 1, sizeof *shell);
    shell->door = door_new(kit);
    return shell;
}

static void shell_free(Shell *shell)
{
    unlink(arena_format(shell->door->kit->arena, "%s/out", shell->door->folder).at);
    door_free(shell->door);
}

static void command_prints_readable_lines(void **state)
{
    Shell *shell = shell_new(*state);
    assert_int_equal(shell_run(shell, "status"), 0);
    assert_string_equal(shell->text, "now      2027-01-15 08:01:40 UTC\n"
                                     "uptime   1 d 2 h\n"
                                     "saved    2027-01-15 08:00:40 UTC\n"
                                     "users    2\n"
                                     "leaving  1\n"
                                     "total    17\n"
                                     "reg      yes\n");
    assert_int_equal(shell_run(shell, "players"), 0);
    assert_true(shell_says(shell, "name                                  map"));
    assert_true(shell_says(shell, "Br\xC3\xAD"
                                  "d                                  meadow"));
    assert_true(shell_says(shell, "192.0.2.7:40000"));
    shell->door->player_count = 0;
    assert_int_equal(shell_run(shell, "players"), 0);
    assert_string_equal(shell->text, "no players\nno leaving\n");
    assert_int_equal(shell_run(shell, "status --json"), 0);
    json_t *json = json_read(bytes_of_text(text_of(shell->text)), shell->door->kit->arena,
                             &shell->door->kit->report);
    assert_int_equal(json_integer_value(json_object_get(json, "total")), 17);
    assert_int_equal(shell_run(shell, "metrics"), 0);
    assert_true(shell_says(shell, "\noisin_players 2\n"));
    assert_int_equal(shell_run(shell, "help"), 0);
    assert_true(shell_says(shell, "* /ban?name=...[&reason=...]"));
    assert_int_equal(shell_run(shell, "tng"), 0);
    assert_true(shell_says(shell, "gameid      segais\n"));
    shell_free(shell);
}

static void command_executes_actions(void **state)
{
    static const struct {
        const char *words, *action, *first, *second;
    } cases[] = {
        {"ban 'Ann Lee' sells what is not hers", "ban", "Ann Lee", "sells what is not hers"},
        {"ban Ann", "ban", "Ann", ""},
        {"unban Ann Lee", "unban", "Ann Lee", ""},
        {"deny 192.0.2.0/24 a whole street", "deny", "192.0.2.0/24", "a whole street"},
        {"undeny 192.0.2.0/24", "undeny", "192.0.2.0/24", ""},
        {"kick Ann", "kick", "Ann", ""},
        {"say 50% of you \\& me + \\<b\\>", "say", "50% of you & me + <b>", ""},
        {"save", "save", "", ""},
        {"stop", "stop", "", ""},
    };
    Shell *shell = shell_new(*state);
    Door *door = shell->door;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (shell_run(shell, cases[i].words))
            fail_msg("%s: %s", cases[i].words, shell->text);
        assert_true(shell_says(shell, "done\n"));
        assert_int_equal(door->actions, i + 1);
        assert_string_equal(door->action, cases[i].action);
        assert_string_equal(door->words[0].at, cases[i].first);
        assert_string_equal(door->words[1].at, cases[i].second);
    }
    shell_free(shell);
}

static void command_reports_errors(void **state)
{
    static const struct {
        const char *words;
        int status;
        const char *said;
    } cases[] = {
        {"", 2, "admin requires WORD"},
        {"stats", 2, "did you mean status?"},
        {"ban", 2, "requires name"},
        {"say ''", 2, "requires text"},
        {"save now", 2, "does not accept arguments"},
        {"deny example.org", 2, "is not an address"},
        {"say \"$(printf 'a\\033[31m')\"", 2, "control characters"},
        {"status --server 192.0.2.7:4434", 2, "ssh HOST oisin admin"},
        {"status --server 0", 2, "expected a port or the path of a socket"},
        {"status --server 4440", 1, "4440.sock: no server listens there"},
        {"kick Ann", 1, "the server reports: no player of that name is here"},
    };
    Shell *shell = shell_new(*state);
    shell->door->result = RESULT_NOBODY;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const int status = shell_run(shell, cases[i].words);
        if (status != cases[i].status || !shell_says(shell, cases[i].said))
            fail_msg("%s: %d", cases[i].words, status);
    }
    shell_free(shell);
}

/* PORT.sock, as a server makes it, in the folder that systemd has made. */
static void command_finds_the_socket_by_the_port(void **state)
{
    Shell *shell = shell_new(*state);
    Door *door = shell->door;
    admin_free(door->admin);
    const char *given = door->path;
    door->path = arena_format(door->kit->arena, "%s/4440.sock", door->folder).at;
    door_open(door, 0);
    door->path = given;
    assert_int_equal(shell_run(shell, "--server 4440 save"), 0);
    assert_int_equal(door->actions, 1);
    shell_free(shell);
}

/* A folder that others can enter, then one with the socket of a killed server. */
static void command_skips_places_without_a_server(void **state)
{
    Shell *shell = shell_new(*state);
    Door *door = shell->door;
    Arena *arena = door->kit->arena;
    const char *given = door->path;
    const char *open_to_all = arena_format(arena, "%s/oisin", door->folder).at;
    const char *old = arena_format(arena, "%s/old", door->folder).at;
    const char *stale = arena_format(arena, "%s/4440.sock", old).at;
    const char *own = arena_format(arena, "/tmp/oisin-%u", (unsigned)geteuid()).at;
    const bool made = mkdir(own, 0700) == 0;
    assert_int_equal(mkdir(open_to_all, 0755), 0);
    assert_int_equal(mkdir(old, 0700), 0);
    close(unix_socket_listen(stale, 1, NULL, &door->kit->report));
    admin_free(door->admin);
    door->path = arena_format(arena, "%s/%u.sock", own, 60000u + (unsigned)getpid() % 5000).at;
    door_open(door, 0);
    const char *words =
        arena_format(arena, "status --server $(basename %s .sock)", door->path).at;
    const char *before = arena_format(arena, "XDG_RUNTIME_DIR='%s'", door->folder).at;
    shell->before = before;
    assert_int_equal(shell_run(shell, words), 0);
    shell->before =
        arena_format(arena, "RUNTIME_DIRECTORY='%s' XDG_RUNTIME_DIR=relative", old).at;
    assert_int_equal(shell_run(shell, words), 0);
    /* All places are named if none has a server. */
    shell->before = before;
    assert_int_equal(shell_run(shell, "status --server 4440"), 1);
    assert_true(shell_says(shell, "4440.sock: no server listens there"));
    assert_true(shell_says(shell, "/oisin (expected a folder of this user with mode 0700), "));
    assert_true(shell_says(shell, "/run/oisin"));
    admin_free(door->admin);
    door->admin = NULL;
    door->path = given;
    unlink(stale);
    rmdir(old);
    rmdir(open_to_all);
    if (made)
        rmdir(own);
    shell_free(shell);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(request_is_answered),
        TEST(long_answers_are_received_completely),
        TEST(incomplete_answer_is_rejected),
        TEST(missing_server_is_reported),
        TEST(command_prints_readable_lines),
        TEST(command_executes_actions),
        TEST(command_reports_errors),
        TEST(command_finds_the_socket_by_the_port),
        TEST(command_skips_places_without_a_server),
        TEST(signals_do_not_end_the_wait_for_an_answer),
        TEST(server_that_does_not_read_is_reported_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
