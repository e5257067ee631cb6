/* Connections that mean no good: storms, half-open ones, slow readers, endless senders. */
#include "lib/wire_kit.h"

#include "server/transport/wire_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/resource.h>

/* Limits that count this machine too, so that they can be tried. */
static const WireLimits tight = {
    .handshake = 3000, .half_open = 6, .each = 4, .rate = 10, .rate_max = 1000, .here = true};

/* Whether the other side has closed it; what came is dropped. */
static bool is_closed(int descriptor)
{
    char bytes[4096];
    ssize_t count;
    while ((count = recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        continue;
    return count == 0 || errno == ECONNRESET;
}

static void turn_some(Host *host)
{
    for (int i = 0; i < 6; i++)
        host_turn(host, 0);
}

static void concurrent_handshakes_per_address_are_limited(void **state)
{
    Host *host = host_new(*state, 1000);
    int plain[6];
    wire_listener_limit(host->listener, &tight);
    for (unsigned i = 0; i < COUNT_OF(plain); i++)
        plain[i] = plain_socket(host);
    turn_some(host);
    assert_int_equal(host->connection_count,
                     4); /* the owner was not even asked about the others */
    for (unsigned i = 0; i < COUNT_OF(plain); i++)
        assert_int_equal(is_closed(plain[i]), i >= 4);
    close(plain[0]);
    HOST_UNTIL(host, host->connections[0].gone);
    Caller *caller = caller_new(host, "127.0.0.1", NULL); /* in the place of that one */
    HOST_UNTIL(host, caller->session.state == CLIENT_CONN_GREETED);
    Caller *second = caller_new(host, "127.0.0.1", NULL); /* who is through counts no more */
    HOST_UNTIL(host, second->session.state == CLIENT_CONN_GREETED);
    for (unsigned i = 1; i < COUNT_OF(plain); i++)
        close(plain[i]);
    caller_free(caller);
    caller_free(second);
    host_free(host);
}

static void handshake_timeout_closes_the_connection(void **state)
{
    Host *host = host_new(*state, 1000);
    wire_listener_limit(host->listener, &tight);
    const int descriptor = plain_socket(host);
    HOST_UNTIL(host, host->connection_count == 1);
    /* A record that says it is long, and then a byte at a time. */
    const uint8_t head[] = {0x16, 3, 1, 0x20, 0, 1, 0, 0x1F, 0xFC};
    assert_int_equal(send(descriptor, head, sizeof head, 0), sizeof head);
    for (unsigned i = 0; i < 29; i++) {
        assert_false(host->connections[0].gone);
        assert_int_equal(send(descriptor, "", 1, 0), 1);
        host_turn(host, 100);
        host_turn(host, 0);
    }
    host_turn(host, 100);
    HOST_UNTIL(host, host->connections[0].gone);
    assert_int_equal(host->connections[0].end, WIRE_BROKEN);
    close(descriptor);
    host_free(host);
}

static void too_many_handshakes_end_the_oldest(void **state)
{
    Host *host = host_new(*state, 1000);
    WireLimits many = tight;
    many.each = 100;
    wire_listener_limit(host->listener, &many);
    int plain[8];
    for (unsigned i = 0; i < COUNT_OF(plain); i++) {
        plain[i] = plain_socket(host);
        HOST_UNTIL(host, host->connection_count == i + 1);
    }
    turn_some(host);
    for (unsigned i = 0; i < COUNT_OF(plain); i++)
        assert_int_equal(host->connections[i].gone, i < 2);
    /* An honest one still gets through. */
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    HOST_UNTIL(host, caller->session.state == CLIENT_CONN_GREETED);
    assert_true(host->connections[2].gone);
    assert_false(host->connections[3].gone);
    /* They stay when the listener goes, and leave in peace. */
    wire_listener_close(host->listener);
    host->listener = NULL;
    host_turn(host, 3000);
    HOST_UNTIL(host, host->connections[7].gone);
    assert_false(caller->gone);
    for (unsigned i = 0; i < COUNT_OF(plain); i++)
        close(plain[i]);
    caller_free(caller);
    host_free(host);
}

static void handshake_rate_per_address_is_limited(void **state)
{
    Host *host = host_new(*state, 1000);
    WireLimits few = tight;
    few.rate = 2;
    few.rate_max = 3;
    wire_listener_limit(host->listener, &few);
    unsigned taken[3] = {0};
    for (unsigned second = 0; second < COUNT_OF(taken); second++) {
        const unsigned before = host->connection_count;
        for (unsigned i = 0; i < 5; i++) {
            const int descriptor = plain_socket(host);
            turn_some(host);
            close(descriptor);
            turn_some(host);
        }
        taken[second] = host->connection_count - before;
        host->now += 1000;
    }
    assert_int_equal(taken[0], 3);
    assert_int_equal(taken[1], 2);
    assert_int_equal(taken[2], 2);
    host_free(host);
}

/* A listening socket stays ready while its next one cannot be taken: waiting for it would turn
 * the loop without a pause. */
static void server_recovers_from_descriptor_shortage(void **state)
{
    Host *host = host_new(*state, 1000);
    struct rlimit old;
    const int descriptor = plain_socket(host);
    const int highest = dup(descriptor);
    close(highest);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
    const struct rlimit none = {(rlim_t)highest, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    turn_some(host);
    const unsigned without = host->connection_count;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
    assert_int_equal(without, 0);
    turn_some(host); /* nobody looks */
    assert_int_equal(host->connection_count, 0);
    host->now += 100;
    HOST_UNTIL(host, host->connection_count == 1);
    close(descriptor);
    host_free(host);
}

/* ---- TLS that is up, without our client behind it ---- */

typedef struct Stranger {
    int descriptor;
    SSL_CTX *context;
    SSL *ssl;
} Stranger;

static Stranger stranger_new(Host *host)
{
    Stranger stranger = {plain_socket(host), SSL_CTX_new(TLS_client_method()), NULL};
    stranger.ssl = SSL_new(stranger.context);
    fcntl(stranger.descriptor, F_SETFL, O_NONBLOCK);
    SSL_set_fd(stranger.ssl, stranger.descriptor);
    const unsigned connection = host->connection_count;
    HOST_UNTIL(host, SSL_connect(stranger.ssl) == 1);
    HOST_UNTIL(host, host->connection_count == connection + 1);
    turn_some(host);
    return stranger;
}

static void stranger_free(Stranger *stranger)
{
    SSL_free(stranger->ssl);
    SSL_CTX_free(stranger->context);
    close(stranger->descriptor);
}

/* Its loop read until nothing was left: from one who sends faster than that, for ever. */
static void client_sending_after_close_does_not_block_others(void **state)
{
    Host *host = host_new(*state, 1000);
    Stranger stranger = stranger_new(host);
    static const char rubbish[1 << 16];
    wire_finish(host->connections[0].wire);
    assert_true(send(stranger.descriptor, rubbish, sizeof rubbish, 0) > 1 << 15);
    host_turn(host, 0);
    int left = 0;
    assert_int_equal(ioctl(host->connections[0].wire->descriptor, FIONREAD, &left), 0);
    assert_true(left > 0);
    host_turn(host, WIRE_LINGER);
    HOST_UNTIL(host, host->connections[0].gone);
    stranger_free(&stranger);
    host_free(host);
}

/* SIGPIPE would end the program. */
static void sending_to_closed_connection_is_ignored(void **state)
{
    Host *host = host_new(*state, 1000);
    Stranger stranger = stranger_new(host);
    const struct linger at_once = {1, 0};
    setsockopt(stranger.descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    stranger_free(&stranger);
    Connection *connection = &host->connections[0];
    for (int i = 0; i < 3; i++)
        wire_send(connection->wire, net_game(1000, host->kit->arena));
    HOST_UNTIL(host, connection->gone);
    assert_int_equal(connection->end, WIRE_BROKEN);
    host_free(host);
}

/* Each new key costs a little: without a word between them only some are taken. */
static void endless_key_updates_are_rejected(void **state)
{
    Host *host = host_new(*state, 1000);
    Stranger stranger = stranger_new(host);
    unsigned keys = 0;
    for (; keys < 1000 && !host->connections[0].gone; keys++) {
        char answer;
        if (!SSL_key_update(stranger.ssl, SSL_KEY_UPDATE_REQUESTED) ||
            SSL_do_handshake(stranger.ssl) != 1)
            break;
        SSL_read(stranger.ssl, &answer, 1);
        turn_some(host);
    }
    HOST_UNTIL(host, host->connections[0].gone);
    assert_int_equal(host->connections[0].end, WIRE_REFUSED);
    assert_in_range(keys, 1, 100);
    stranger_free(&stranger);
    host_free(host);
}

/* What a slow reader leaves lying is kept by us, not by the system, which would take
 * megabytes for each. */
static void kernel_buffers_little_for_a_slow_reader(void **state)
{
    Host *host = host_new(*state, 1000);
    const int small = 4096;
    Stranger stranger = stranger_new(host);
    setsockopt(stranger.descriptor, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    Connection *connection = &host->connections[0];
    const Bytes bytes = net_game(8192, host->kit->arena);
    for (unsigned i = 0; i < 2000 && !connection->gone && !wire_waiting(connection->wire);
         i++) {
        wire_send(connection->wire, bytes);
        host_turn(host, 0);
    }
    int unsent = 0;
    assert_false(connection->gone);
    socklen_t size = sizeof unsent;
    assert_int_equal(getsockopt(connection->wire->descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT,
                                &unsent, &size),
                     0);
    assert_int_equal(unsent, WIRE_UNSENT_MAX);
    stranger_free(&stranger);
    host_free(host);
}

/* The client's socket is not read: what the server sends piles up. */
static void slow_reader_is_disconnected(void **state)
{
    Host *host = host_new(*state, 1000);
    Stranger stranger = stranger_new(host);
    const Bytes bytes = net_game(60000, host->kit->arena);
    Connection *connection = &host->connections[0];
    size_t max = 0;
    for (unsigned i = 0; i < 1000 && !connection->gone; i++) {
        wire_send(connection->wire, bytes);
        max = wire_waiting(connection->wire) > max ? wire_waiting(connection->wire) : max;
        host_turn(host, 0);
    }
    assert_true(connection->gone);
    assert_int_equal(connection->end, WIRE_SLOW);
    assert_in_range(max, 150000, WIRE_QUEUE_MAX);
    stranger_free(&stranger);
    host_free(host);
}

/* The other side neither reads nor closes: WIRE_LINGER is all it gets. */
static void finish_has_a_timeout(void **state)
{
    Host *host = host_new(*state, 1000);
    Stranger stranger = stranger_new(host);
    wire_finish(host->connections[0].wire);
    host_turn(host, WIRE_LINGER - 1);
    assert_false(host->connections[0].gone);
    host_turn(host, 1);
    host_turn(host, 0);
    assert_true(host->connections[0].gone);
    stranger_free(&stranger);
    host_free(host);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(concurrent_handshakes_per_address_are_limited),
        TEST(handshake_timeout_closes_the_connection),
        TEST(too_many_handshakes_end_the_oldest),
        TEST(handshake_rate_per_address_is_limited),
        TEST(server_recovers_from_descriptor_shortage),
        TEST(client_sending_after_close_does_not_block_others),
        TEST(sending_to_closed_connection_is_ignored),
        TEST(endless_key_updates_are_rejected),
        TEST(kernel_buffers_little_for_a_slow_reader),
        TEST(slow_reader_is_disconnected),
        TEST(finish_has_a_timeout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
