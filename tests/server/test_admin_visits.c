/* The admin interface: slow, rude and vanishing visitors; opening and closing. */
#include "lib/admin_kit.h"

#include "base/text.h"
#include "server/http/unix_socket.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>

/* ---- connections ---- */

#define GET_STATUS "GET /status HTTP/1.1\r\nHost: x\r\n\r\n"

static void connection_can_send_several_requests(void **state)
{
    Door *door = door_new(*state);
    Visit *visit = visit_new(door, GET_STATUS);
    DOOR_UNTIL(door, visit, visit_answered(visit));
    for (unsigned i = 0; i < 20; i++) {
        visit->size = 0;
        memset(visit->answer, 0, 4096);
        visit->request = TEXT(GET_STATUS);
        DOOR_UNTIL(door, visit, visit_answered(visit));
        assert_false(visit->gone);
        assert_int_equal(visit_status(visit), 200);
    }
    visit_free(visit);
    assert_int_equal(door->questions, 21);
    door_free(door);
}

/* All three come at once: nothing more comes from the socket. */
static void pipelined_requests_are_all_answered(void **state)
{
    Door *door = door_new(*state);
    Visit *visit = visit_new(door, GET_STATUS GET_STATUS GET_STATUS);
    DOOR_UNTIL(door, visit, door->questions == 3);
    visit_free(visit);
    door_free(door);
}

static void request_may_arrive_byte_by_byte(void **state)
{
    Door *door = door_new(*state);
    Visit *visit = visit_new(door, "");
    const Text request = TEXT(GET_STATUS);
    for (size_t i = 0; i < request.size; i++) {
        visit->request = text_slice(request, i, i + 1);
        visit_go_on(visit);
        loop_turn(door->loop, 0);
    }
    DOOR_UNTIL(door, visit, visit_answered(visit));
    assert_int_equal(visit_status(visit), 200);
    visit_free(visit);
    door_free(door);
}

/* Some have not even begun, some stop in the middle of a line. */
static void slow_clients_do_not_block_others(void **state)
{
    Door *door = door_new(*state);
    Visit *slow[ADMIN_CONNECTIONS - 1];
    for (size_t i = 0; i < COUNT_OF(slow); i++) {
        slow[i] = visit_new(door, i % 3 ? "GET /sta" : "");
        DOOR_UNTIL(door, slow[i], !slow[i]->request.size);
    }
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(door_ask(door, "/status").status, 200);
    for (size_t i = 0; i < COUNT_OF(slow); i++)
        visit_free(slow[i]);
    door_free(door);
}

/* When all places are taken one waits until the silent ones have been sent away. */
static void silent_clients_are_disconnected(void **state)
{
    Door *door = door_closed(*state);
    door_open(door, 1);
    Visit *silent[ADMIN_CONNECTIONS];
    for (size_t i = 0; i < COUNT_OF(silent); i++) {
        silent[i] = visit_new(door, i % 2 ? "GET /" : "");
        DOOR_UNTIL(door, silent[i], !silent[i]->request.size);
    }
    assert_int_equal(door_ask(door, "/status").status, 200);
    for (size_t i = 0; i < COUNT_OF(silent); i++) {
        DOOR_UNTIL(door, silent[i], silent[i]->gone);
        visit_free(silent[i]);
    }
    door_free(door);
}

/* One who asks for much and takes nothing holds up nobody. */
static void stalled_reader_does_not_block_others(void **state)
{
    Door *door = door_new(*state);
    Visit *lazy = visit_new(door, "");
    for (unsigned i = 0; i < 300; i++) {
        send(lazy->descriptor, GET_STATUS, sizeof GET_STATUS - 1, MSG_NOSIGNAL);
        loop_turn(door->loop, 0);
    }
    assert_int_equal(door_ask(door, "/players").status, 200);
    visit_free(lazy);
    door_free(door);
}

static void lost_connections_leave_no_state(void **state)
{
    static const char *const requests[] = {"", "G", "GET /status HTTP/1.1\r\nHost", GET_STATUS};
    Door *door = door_new(*state);
    for (unsigned round = 0; round < 40; round++) {
        Visit *visit = visit_new(door, requests[round % COUNT_OF(requests)]);
        for (unsigned i = 0; i < round % 11; i++) {
            loop_turn(door->loop, 0);
            visit_go_on(visit);
        }
        if (round % 2)
            shutdown(visit->descriptor, SHUT_WR);
        visit_free(visit);
    }
    assert_int_equal(door_ask(door, "/status").status, 200);
    DOOR_UNTIL(door, (Visit *)NULL, !admin_busy(door->admin));
    door_free(door);
}

/* ---- bytes that are not requests ---- */

static void too_long_request_is_rejected(void **state)
{
    Door *door = door_new(*state);
    char *letters = arena_alloc(door->kit->arena, 70000, 1);
    memset(letters, 'a', 69999);
    const char *const requests[] = {
        arena_format(door->kit->arena, "GET /%s HTTP/1.1\r\nHost: x\r\n\r\n", letters).at,
        arena_format(door->kit->arena, "GET /ban?name=%s HTTP/1.1\r\nHost: x\r\n\r\n", letters)
            .at,
        arena_format(door->kit->arena, "GET / HTTP/1.1\r\nHost: x\r\nCookie: %s\r\n\r\n",
                     letters)
            .at,
    };
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        Visit *visit = visit_new(door, requests[i]);
        DOOR_UNTIL(door, visit, visit->gone || visit_answered(visit));
        assert_true(visit->gone || visit_status(visit) / 100 == 4);
        visit_free(visit);
    }
    assert_int_equal(door->questions + door->actions, 0);
    assert_int_equal(door_ask(door, "/status").status, 200);
    door_free(door);
}

static void invalid_http_gets_an_error_or_no_answer(void **state)
{
    static const char *const requests[] = {
        "\r\n\r\n\r\n\r\n",
        "GET\r\n\r\n",
        "GET /status\r\n\r\n",
        "GET /status HTTP/9.9\r\n\r\n",
        "GET  /save  HTTP/1.1 x\r\n\r\n",
        "\x16\x03\x01 \xFF\xFE\r\n\r\n",
        "GET /save HTTP/1.1\r\n folded: x\r\n\r\n",
        "GET /save HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "GET /save HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "GET /save HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    };
    Door *door = door_new(*state);
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        Visit *visit = visit_new(door, requests[i]);
        for (unsigned turn = 0; turn < 40 && !visit->gone; turn++) {
            loop_turn(door->loop, 1);
            visit_go_on(visit);
        }
        visit_free(visit);
    }
    assert_int_equal(door->actions, 0);
    assert_int_equal(door_ask(door, "/status").status, 200);
    door_free(door);
}

static void random_bytes_are_harmless(void **state)
{
    Door *door = door_new(*state);
    for (unsigned round = 0; round < 100; round++) {
        uint8_t bytes[300];
        Visit *visit = visit_new(door, "");
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)next_random(256);
        if (round % 2) /* at least it begins well */
            memcpy(bytes, "GET /save H", 11);
        loop_turn(door->loop, 0);
        send(visit->descriptor, bytes, sizeof bytes, MSG_NOSIGNAL);
        loop_turn(door->loop, 0);
        loop_turn(door->loop, 0);
        visit_free(visit);
    }
    assert_int_equal(door->actions, 0);
    assert_int_equal(door_ask(door, "/status").status, 200);
    door_free(door);
}

/* Mutations of a request that changes nothing, one of whose letters makes it another one. */
static void mutated_requests_never_act_by_accident(void **state)
{
    Door *door = door_new(*state);
    const Text request = TEXT("GET /status HTTP/1.1\r\nHost: x\r\nAccept: a/b\r\n\r\n");
    for (unsigned round = 0; round < 200; round++) {
        char *bytes = arena_alloc_raw(door->kit->arena, request.size + 1, 1);
        memcpy(bytes, request.at, request.size + 1);
        for (unsigned i = 0; i < 1 + round % 4; i++)
            bytes[next_random((uint32_t)request.size - 4)] = (char)(1 + next_random(255));
        Visit *visit = visit_new(door, bytes);
        for (unsigned turn = 0; turn < 60 && !visit->gone && !visit_answered(visit); turn++) {
            loop_turn(door->loop, turn > 20);
            visit_go_on(visit);
        }
        visit_free(visit);
    }
    assert_int_equal(door->actions, 0);
    assert_int_equal(door_ask(door, "/status").status, 200);
    door_free(door);
}

/* ---- opening and closing ---- */

/* The socket of a living server is not replaced, and no other file is removed. */
static void failure_to_open_is_reported(void **state)
{
    Door *door = door_new(*state);
    Kit *kit = door->kit;
    const char *file = arena_format(kit->arena, "%s/file", door->folder).at;
    char long_path[120];
    memset(long_path, 'x', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = 0;
    fclose(fopen(file, "w"));
    const struct {
        const char *path, *said;
    } cases[] = {
        {door->path, "another server listens there"},
        {file, "the file exists, and is not a socket"},
        {"/nowhere/door.sock", "No such file or directory"},
        {long_path, "has at most 107 bytes, this one has 119"},
        {"", "the path of the socket is empty"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        kit_clear(kit);
        assert_null(admin_new(door->loop, &(AdminOptions){.path = cases[i].path}, &door->host,
                              &kit->report));
        assert_int_equal(kit->messages.count, 1);
        if (!kit_has_message(kit, cases[i].said))
            fail_msg("%s", kit_message(kit, 0));
    }
    assert_int_equal(unlink(file), 0);
    assert_int_equal(door_ask(door, "/status").status, 200);
    door_free(door);
}

/* That of a server that was killed: its file is still there. */
static void stale_socket_is_replaced(void **state)
{
    Door *door = door_closed(*state);
    const int killed = unix_socket_listen(door->path, 1, NULL, &door->kit->report);
    assert_true(killed >= 0);
    close(killed);
    assert_int_equal(unix_socket_listener(door->path), 0);
    assert_int_equal(access(door->path, F_OK), 0);
    door_open(door, 0);
    assert_int_equal(unix_socket_listener(door->path), getpid());
    assert_int_equal(door_ask(door, "/status").status, 200);
    door_free(door); /* its folder is empty */
}

/* ---- sockets of two servers ---- */

typedef struct Starting {
    int folder, socket;
} Starting;

/* A server that has bound its socket, and listens a moment later. */
static void *starting_run(void *context)
{
    const Starting *starting = context;
    usleep(200000);
    assert_int_equal(listen(starting->socket, 1), 0);
    assert_int_equal(flock(starting->folder, LOCK_UN), 0);
    return NULL;
}

/* Until it listens, connecting to its socket is refused, as to one of a killed server. */
static void socket_of_a_starting_server_is_not_replaced(void **state)
{
    Door *door = door_closed(*state);
    Kit *kit = door->kit;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat before, after;
    pthread_t thread;
    Starting starting = {.folder = open(door->folder, O_RDONLY | O_CLOEXEC),
                         .socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    strcpy(address.sun_path, door->path);
    assert_int_equal(flock(starting.folder, LOCK_EX), 0);
    assert_int_equal(bind(starting.socket, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(lstat(door->path, &before), 0);
    assert_int_equal(pthread_create(&thread, NULL, starting_run, &starting), 0);
    assert_null(
        admin_new(door->loop, &(AdminOptions){.path = door->path}, &door->host, &kit->report));
    pthread_join(thread, NULL);
    assert_true(kit_has_message(kit, "another server listens there"));
    assert_int_equal(lstat(door->path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    unlink(door->path);
    close(starting.socket);
    close(starting.folder);
    door_free(door);
}

/* Another user of the folder may have removed the file, and the next server made its own. */
static void end_keeps_the_socket_of_another_server(void **state)
{
    Door *door = door_new(*state);
    assert_int_equal(unlink(door->path), 0);
    const int next = unix_socket_listen(door->path, 1, NULL, &door->kit->report);
    assert_true(next >= 0);
    admin_free(door->admin);
    door->admin = NULL;
    assert_int_equal(access(door->path, F_OK), 0);
    unlink(door->path);
    close(next);
    door_free(door);
}

/* Anyone can make a folder in /tmp: one of somebody else has their sockets. */
static void folder_of_sockets_must_be_private(void **state)
{
    Door *door = door_new(*state);
    Kit *kit = door->kit;
    const char *path = arena_format(kit->arena, "%s/sockets", door->folder).at;
    struct stat info;
    assert_true(unix_socket_folder_check(path, &kit->report)); /* it is missing */
    assert_true(unix_socket_folder_make(path, &kit->report));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    assert_true(unix_socket_folder_make(path, &kit->report));
    assert_int_equal(chmod(path, 0750), 0);
    assert_false(unix_socket_folder_make(path, &kit->report));
    assert_true(kit_has_message(kit, "expected a folder of this user with mode 0700"));
    assert_int_equal(chmod(path, 0700), 0);
    if (geteuid() == 0) {
        assert_int_equal(chown(path, 65534, 65534), 0);
        assert_false(unix_socket_folder_check(path, &kit->report));
    }
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(symlink(door->folder, path), 0);
    assert_false(unix_socket_folder_make(path, &kit->report));
    assert_int_equal(unlink(path), 0);
    assert_false(unix_socket_folder_make("/nowhere/x", &kit->report));
    door_free(door);
}

static void closed_server_can_be_reopened(void **state)
{
    Door *door = door_new(*state);
    Visit *visit = visit_new(door, GET_STATUS "GET /");
    DOOR_UNTIL(door, visit, visit_answered(visit));
    admin_free(door->admin);
    assert_int_equal(access(door->path, F_OK), -1);
    door_open(door, 0);
    assert_int_equal(door_ask(door, "/status").status, 200);
    visit_free(visit);
    door_free(door);
}

/* So that `stop` is answered before the server ends. */
static void server_is_busy_until_the_answer_is_sent(void **state)
{
    Door *door = door_new(*state);
    Visit *visit = visit_new(door, "GET /stop HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_false(admin_busy(door->admin));
    DOOR_UNTIL(door, visit, door->actions);
    DOOR_UNTIL(door, (Visit *)NULL, !admin_busy(door->admin));
    admin_free(door->admin);
    door->admin = NULL;
    DOOR_UNTIL(door, visit, visit_answered(visit));
    assert_int_equal(visit_status(visit), 200);
    visit_free(visit);
    door_free(door);
}

/* A door with nobody at it costs nothing: the loop sleeps. */
static void idle_server_does_not_wake_the_loop(void **state)
{
    Door *door = door_new(*state);
    assert_int_equal(door_ask(door, "/status").status, 200);
    for (unsigned i = 0; i < 50; i++)
        loop_turn(door->loop, 2);
    const uint64_t before = loop_now(door->loop);
    for (unsigned i = 0; i < 5; i++)
        loop_turn(door->loop, 20);
    assert_true(loop_now(door->loop) - before >= 80);
    door_free(door);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(connection_can_send_several_requests),
        TEST(pipelined_requests_are_all_answered),
        TEST(request_may_arrive_byte_by_byte),
        TEST(slow_clients_do_not_block_others),
        TEST(silent_clients_are_disconnected),
        TEST(stalled_reader_does_not_block_others),
        TEST(lost_connections_leave_no_state),
        TEST(too_long_request_is_rejected),
        TEST(invalid_http_gets_an_error_or_no_answer),
        TEST(random_bytes_are_harmless),
        TEST(mutated_requests_never_act_by_accident),
        TEST(failure_to_open_is_reported),
        TEST(stale_socket_is_replaced),
        TEST(socket_of_a_starting_server_is_not_replaced),
        TEST(end_keeps_the_socket_of_another_server),
        TEST(folder_of_sockets_must_be_private),
        TEST(closed_server_can_be_reopened),
        TEST(server_is_busy_until_the_answer_is_sent),
        TEST(idle_server_does_not_wake_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
