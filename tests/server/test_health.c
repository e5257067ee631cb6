/* The health interface: plain HTTP for probes and Prometheus. */
#include "lib/kit.h"
#include "server/admin/admin_health.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS = HEALTH_PER_ADDRESS + 4 };

typedef struct Probe {
    Kit *kit;
    Loop *loop;
    AdminHost host;
    Health *health;
    bool ready;
    char answer[65536];
} Probe;

static Probe probe;

static void metrics(void *context, AdminMetrics *out, Arena *arena)
{
    (void)context, (void)arena;
    out->players = 3;
}

static bool ready(void *context, Writer *reasons)
{
    (void)context;
    if (!probe.ready)
        write_text(reasons, TEXT("the storage cannot be reached\nthe bus is not connected\n"));
    return probe.ready;
}

static int set_up(void **state)
{
    (void)state;
    probe = (Probe){.kit = kit_new(), .ready = true};
    probe.host = (AdminHost){.metrics = metrics, .ready = ready};
    probe.loop = loop_new(NULL, NULL, &probe.kit->report);
    probe.health = health_new(probe.loop, "127.0.0.1", 0, &probe.host, &probe.kit->report);
    assert_non_null(probe.health);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    health_free(probe.health);
    loop_free(probe.loop);
    kit_free(probe.kit);
    return 0;
}

static int call(const char *request)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)health_port(probe.health)),
                                   .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(descriptor, (const struct sockaddr *)&to, sizeof to), 0);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    assert_int_equal(send(descriptor, request, strlen(request), MSG_NOSIGNAL), strlen(request));
    return descriptor;
}

/* Until the connection is closed, or for some seconds. Returns whether it is closed. */
static bool listen_to(int descriptor)
{
    size_t size = 0;
    const time_t end = time(NULL) + 20;
    while (time(NULL) < end) {
        loop_turn(probe.loop, 2);
        const ssize_t more =
            recv(descriptor, probe.answer + size, sizeof probe.answer - 1 - size, 0);
        if (more == 0 || (more < 0 && errno != EAGAIN))
            break;
        size += more > 0 ? (size_t)more : 0;
    }
    probe.answer[size] = 0;
    close(descriptor);
    return time(NULL) < end;
}

static const char *ask(const char *line)
{
    char request[256];
    snprintf(request, sizeof request, "%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
             line);
    assert_true(listen_to(call(request)));
    return probe.answer;
}

static bool has_status(const char *answer, const char *status)
{
    return !strncmp(answer, "HTTP/1.1 ", 9) && !strncmp(answer + 9, status, 3);
}

static void probes_are_answered(void **state)
{
    (void)state;
    assert_true(has_status(ask("GET /live"), "200"));
    assert_non_null(strstr(probe.answer, "\r\n\r\nok\n"));
    assert_true(has_status(ask("GET /ready"), "200"));
    assert_true(has_status(ask("HEAD /ready"), "200"));
    assert_null(strstr(probe.answer, "ok\n"));
    assert_true(has_status(ask("GET /metrics"), "200"));
    assert_non_null(strstr(probe.answer, "\noisin_players 3\n"));
}

static void reasons_are_given_when_players_cannot_log_in(void **state)
{
    (void)state;
    probe.ready = false;
    assert_true(has_status(ask("GET /ready"), "503"));
    assert_non_null(strstr(probe.answer, "\r\n\r\nthe storage cannot be reached\n"
                                         "the bus is not connected\n"));
    assert_true(has_status(ask("GET /live"), "200"));
}

/* Nothing of the admin interface can be reached here. */
static void other_requests_are_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "GET /",       "GET /status", "GET /players",  "GET /stop",       "GET /ready%00",
        "GET /ready/", "GET //ready", "GET /../ready", "GET /say?text=x", "GET /players?"};
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        assert_true(has_status(ask(lines[i]), "404"));
    assert_true(has_status(ask("POST /live"), "405"));
    assert_true(has_status(ask("DELETE /metrics"), "405"));
}

/* A client that sends nothing further must not keep others from being answered. */
static void connections_of_one_address_are_few_and_short(void **state)
{
    (void)state;
    int open[CLIENTS];
    for (unsigned i = 0; i < CLIENTS; i++)
        open[i] = call("GET /live HT");
    /* Of these, some are closed at once. */
    assert_true(listen_to(open[CLIENTS - 1]));
    assert_string_equal(probe.answer, "");
    for (unsigned i = 0; i < CLIENTS - 1; i++)
        assert_true(listen_to(open[i])); /* after HEALTH_TIMEOUT at the latest */
    assert_true(has_status(ask("GET /live"), "200"));
}

static void address_in_use_is_reported(void **state)
{
    (void)state;
    assert_null(health_new(probe.loop, "127.0.0.1", health_port(probe.health), &probe.host,
                           &probe.kit->report));
    assert_true(kit_has_message(probe.kit, "health: cannot listen at 127.0.0.1, port "));
    assert_null(health_new(probe.loop, "here", 0, &probe.host, &probe.kit->report));
    assert_true(kit_has_message(probe.kit, "here is not a numeric address"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(probes_are_answered),        TEST(reasons_are_given_when_players_cannot_log_in),
        TEST(other_requests_are_refused), TEST(connections_of_one_address_are_few_and_short),
        TEST(address_in_use_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
