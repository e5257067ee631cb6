/* Sockets, waiting for them, and wake-ups: the same results on each system that programs run
 * on. This file is also compiled for Windows (tests/windows.txt). */
#include "base/system/sockets.h"
#include "base/tasks.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { LONG = 10000 /* ms: of waits that end earlier */ };

static const SocketAddress here = {.family = 4, .bytes = {127, 0, 0, 1}};

static void addresses_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
        unsigned family;
    } cases[] = {{"127.0.0.1", "127.0.0.1", 4},
                 {"::1", "::1", 6},
                 {"2001:db8:0:0:0:0:0:7", "2001:db8::7", 6},
                 {"localhost", NULL, 0},
                 {"127.1", NULL, 0},
                 {"", NULL, 0},
                 {"1.2.3.4.5", NULL, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        SocketAddress address;
        char text[ADDRESS_TEXT_SIZE];
        assert_int_equal(address_read(cases[i].text, &address), cases[i].family != 0);
        assert_int_equal(address.family, cases[i].family);
        if (!cases[i].family)
            continue;
        address_write(&address, text);
        assert_string_equal(text, cases[i].written);
    }
}

static void names_have_addresses_and_unknown_ones_a_reason(void **state)
{
    (void)state;
    SocketAddress found[ADDRESSES_MAX];
    const char *why = NULL;
    const size_t count = host_find("localhost", 4433, found, &why);
    assert_true(count > 0 && count <= ADDRESSES_MAX);
    assert_int_equal(found[0].port, 4433);
    assert_int_equal(host_find("127.0.0.1", 80, found, &why), 1);
    assert_memory_equal(found[0].bytes, here.bytes, 4);
    assert_int_equal(host_find("no-such-host.invalid", 80, found, &why), 0);
    assert_non_null(why);
    assert_true(strlen(why) > 5);
}

/* Waits for one event; returns what is ready, 0 after `wait` ms. */
static unsigned next(Poller *poller, unsigned wait, void *owner)
{
    PollerEvent event;
    if (poller_wait(poller, wait, &event, 1) == 0)
        return 0;
    assert_ptr_equal(event.owner, owner);
    return event.what;
}

/* Nobody has to accept the connection: it waits in the listener's queue. */
static int connected(Poller *poller, unsigned port)
{
    static int owner;
    SocketAddress at = here;
    at.port = (uint16_t)port;
    const int client = socket_connect(&at);
    assert_true(client >= 0);
    assert_true(poller_add(poller, client, POLL_WRITE, &owner));
    assert_true(next(poller, LONG, &owner) & POLL_WRITE);
    assert_int_equal(socket_failure(client), 0);
    poller_remove(poller, client);
    return client;
}

static void a_client_connects_to_a_listener(void **state)
{
    (void)state;
    unsigned port = 0, other = 0;
    char owner, byte;
    Poller *poller = poller_new();
    const int listener = socket_listen(&here, 5, &port);
    assert_true(listener >= 0 && port > 0);
    assert_true(poller_add(poller, listener, POLL_READ, &owner));
    assert_int_equal(next(poller, 0, &owner), 0);
    poller_remove(poller, listener);
    const int client = connected(poller, port);
    socket_tune(client, 4096);
    errno = 0;
    assert_int_equal(socket_receive(client, &byte, 1), -1);
    assert_true(errno == EAGAIN);
    assert_int_equal(socket_send(client, "hello", 5), 5);
    assert_false(socket_has_ended(client));
    assert_true(poller_add(poller, listener, POLL_READ, &owner));
    assert_true(next(poller, LONG, &owner) & POLL_READ);
    poller_remove(poller, listener);
    /* the port is not given to somebody else meanwhile */
    SocketAddress same = here;
    same.port = (uint16_t)port;
    assert_int_equal(socket_listen(&same, 5, &other), -1);
    assert_int_equal(errno, EADDRINUSE);
    socket_close(client);
    socket_close(listener);
    poller_free(poller);
}

static void nobody_listens_there(void **state)
{
    (void)state;
    unsigned port = 0;
    char owner;
    Poller *poller = poller_new();
    socket_close(socket_listen(&here, 5, &port));
    SocketAddress at = here;
    at.port = (uint16_t)port;
    const int client = socket_connect(&at);
    int failure = errno;
    if (client >= 0) {
        assert_true(poller_add(poller, client, POLL_WRITE, &owner));
        assert_true(next(poller, LONG, &owner));
        failure = socket_failure(client);
    }
    assert_int_equal(failure, ECONNREFUSED);
    assert_string_equal(socket_reason(failure), "Connection refused");
    socket_close(client);
    poller_free(poller);
}

static void what_is_waited_for_can_change(void **state)
{
    (void)state;
    unsigned port = 0;
    char one, two;
    Poller *poller = poller_new();
    const int listener = socket_listen(&here, 5, &port), client = connected(poller, port);
    assert_true(poller_add(poller, client, POLL_READ, &one));
    assert_int_equal(next(poller, 0, &one), 0);
    poller_change(poller, client, POLL_READ | POLL_WRITE, &two);
    assert_int_equal(next(poller, LONG, &two), POLL_WRITE);
    poller_change(poller, client, 0, &two);
    assert_int_equal(next(poller, 0, &two), 0);
    socket_close(listener); /* the other side is reset */
    assert_true(next(poller, LONG, &two));
    assert_true(socket_has_ended(client));
    poller_remove(poller, client);
    assert_int_equal(next(poller, 0, &two), 0);
    socket_close(client);
    poller_free(poller);
}

static void wake(void *context, size_t index)
{
    (void)index;
    for (int i = 0; i < 3; i++)
        wake_send(*(const int *)context);
}

static void another_thread_wakes_a_wait(void **state)
{
    (void)state;
    char owner;
    Poller *poller = poller_new();
    int waker = wake_new();
    assert_true(waker >= 0);
    assert_false(wake_take(waker));
    assert_true(poller_add(poller, waker, POLL_READ, &owner));
    Background *thread = background_start(wake, &waker);
    assert_int_equal(next(poller, LONG, &owner), POLL_READ);
    if (thread)
        background_wait(thread);
    assert_true(wake_take(waker));
    assert_false(wake_take(waker)); /* three wake-ups were one */
    assert_int_equal(next(poller, 0, &owner), 0);
    poller_free(poller);
    socket_close(waker);
}

static void many_sockets_are_told_apart(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    int wakers[COUNT];
    PollerEvent events[COUNT];
    Poller *poller = poller_new();
    for (int i = 0; i < COUNT; i++) {
        wakers[i] = wake_new();
        assert_true(poller_add(poller, wakers[i], POLL_READ, &wakers[i]));
    }
    wake_send(wakers[3]);
    wake_send(wakers[37]);
    wake_send(wakers[20]);
    poller_remove(poller, wakers[20]);
    const size_t count = poller_wait(poller, LONG, events, COUNT);
    assert_int_equal(count, 2);
    for (size_t i = 0; i < count; i++)
        assert_true(events[i].owner == &wakers[3] || events[i].owner == &wakers[37]);
    assert_int_equal(poller_wait(poller, LONG, events, 1), 1);
    poller_free(poller);
    for (int i = 0; i < COUNT; i++)
        socket_close(wakers[i]);
}

static int64_t milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A loop without sockets waits for its timers. */
static void waiting_for_no_socket_takes_the_time(void **state)
{
    (void)state;
    enum { WAIT = 60, INACCURACY = 20 /* ms: of the system's clock */ };
    PollerEvent event;
    Poller *poller = poller_new();
    const int64_t begun = milliseconds_now();
    assert_int_equal(poller_wait(poller, WAIT, &event, 1), 0);
    assert_true(milliseconds_now() - begun >= WAIT - INACCURACY);
    poller_free(poller);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_and_written),
        cmocka_unit_test(names_have_addresses_and_unknown_ones_a_reason),
        cmocka_unit_test(a_client_connects_to_a_listener),
        cmocka_unit_test(nobody_listens_there),
        cmocka_unit_test(what_is_waited_for_can_change),
        cmocka_unit_test(another_thread_wakes_a_wait),
        cmocka_unit_test(many_sockets_are_told_apart),
        cmocka_unit_test(waiting_for_no_socket_takes_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
