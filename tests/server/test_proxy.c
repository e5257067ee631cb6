/* The PROXY protocol: headers in pieces of any size, and what follows them. */
#include "lib/wire_kit.h"

#include "server/transport/proxy.h"

#define SIGNATURE "\r\n\r\n\0\r\nQUIT\n"

/* As a connection reads it: never more than is wanted, and in pieces of `piece` bytes. */
static ProxyFound read_in_pieces(const char *bytes, size_t size, size_t piece, size_t *used,
                                 WireAddress *out)
{
    size_t have = 0, wanted = 0;
    ProxyFound found;
    while ((found = proxy_read((Bytes){(const uint8_t *)bytes, have}, &wanted, out)) ==
           PROXY_MORE) {
        assert_int_not_equal(wanted, 0);
        wanted = wanted < piece ? wanted : piece;
        if (have + wanted > size)
            return PROXY_MORE;
        have += wanted;
    }
    *used = have;
    return found;
}

static const struct {
    const char *bytes;
    size_t size;
    const char *address; /* NULL: none */
} good[] = {
#define HEADER(text, address)                                                                  \
    {                                                                                          \
        text, sizeof text - 1, address                                                         \
    }
    HEADER("PROXY TCP4 192.0.2.7 198.51.100.1 56324 4433\r\n", "192.0.2.7:56324"),
    HEADER("PROXY TCP6 2001:db8::7 2001:db8::1 56324 4433\r\n", "[2001:db8::7]:56324"),
    HEADER("PROXY UNKNOWN\r\n", NULL),
    HEADER("PROXY UNKNOWN ffff:f::ffff ffff::ffff 65535 65535\r\n", NULL),
    HEADER(SIGNATURE "\x21\x11\x00\x0C\xC0\x00\x02\x07\xC6\x33\x64\x01\xDC\x04\x11\x51",
           "192.0.2.7:56324"),
    /* with a TLV of three bytes behind it */
    HEADER(SIGNATURE
           "\x21\x11\x00\x12\xC0\x00\x02\x07\xC6\x33\x64\x01\xDC\x04\x11\x51\x04\x00\x03"
           "abc",
           "192.0.2.7:56324"),
    HEADER(SIGNATURE "\x21\x21\x00\x24\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
                     "\x00\x07\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"
                     "\xDC\x04\x11\x51",
           "[2001:db8::7]:56324"),
    HEADER(SIGNATURE "\x21\x21\x00\x24\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xFF\xFF\xC0\x00"
                     "\x02\x07\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"
                     "\xDC\x04\x11\x51",
           "192.0.2.7:56324"),
    HEADER(SIGNATURE "\x20\x00\x00\x00", NULL),   /* LOCAL */
    HEADER(SIGNATURE "\x21\x31\x00\x02xy", NULL), /* a Unix socket */
    HEADER("PROXY TCP6 ::ffff:192.0.2.7 2001:db8::1 56324 4433\r\n", "192.0.2.7:56324"),
};

static void headers_of_both_versions_are_read_in_pieces(void **state)
{
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(good); i++)
        for (size_t piece = 1; piece < 40; piece += 7) {
            WireAddress address;
            size_t used = 0;
            char more[200];
            memcpy(more, good[i].bytes, good[i].size);
            memcpy(more + good[i].size, "TLS", 3);
            const ProxyFound found =
                read_in_pieces(more, good[i].size + 3, piece, &used, &address);
            assert_int_equal(found, good[i].address ? PROXY_ADDRESS : PROXY_LOCAL);
            assert_int_equal(used, good[i].size);
            if (good[i].address)
                assert_string_equal(wire_address_text(&address, kit->arena).at,
                                    good[i].address);
        }
}

static void wrong_headers_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *unused;
    } bad[] = {
        HEADER("\x16\x03\x01\x02", NULL), /* TLS without a header */
        HEADER("PROXI TCP4", NULL),
        HEADER("PROXY TCP4 192.0.2 198.51.100.1 56324 4433\r\n", NULL),
        HEADER("PROXY TCP4 2001:db8::7 2001:db8::1 56324 4433\r\n", NULL),
        HEADER("PROXY TCP4 192.0.2.7 198.51.100.1 65536 4433\r\n", NULL),
        HEADER("PROXY UDP4 192.0.2.7 198.51.100.1 5 4433\r\n", NULL),
        HEADER("PROXY TCP4 192.0.2.7\0 198.51.100.1 5 4433\r\n", NULL),
        HEADER("PROXY TCP4 1111111111111111111111111111111111111111111111111111111111111111"
               "11111111111111111111111111111111111111111111111111111\r\n",
               NULL),
        HEADER(SIGNATURE "\x11\x11\x00\x0C\xC0\x00\x02\x07\xC6\x33\x64\x01\xDC\x04\x11\x51",
               NULL), /* version 1 in the form of version 2 */
        HEADER(SIGNATURE "\x22\x11\x00\x0C\xC0\x00\x02\x07\xC6\x33\x64\x01\xDC\x04\x11\x51",
               NULL),
        HEADER(SIGNATURE "\x21\x11\x00\x0B\xC0\x00\x02\x07\xC6\x33\x64\x01\xDC\x04\x11", NULL),
        HEADER(SIGNATURE "\x21\x11\x04\x00", NULL), /* too long */
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        WireAddress address;
        size_t used;
        if (read_in_pieces(bad[i].bytes, bad[i].size, 9, &used, &address) != PROXY_BAD)
            fail_msg("header %zu is accepted", i);
    }
}

/* ---- connections ---- */

static WireAddress seen;
static unsigned accepted;

static void *note_address(void *context, WireConnection *wire, const WireAddress *address)
{
    (void)wire, (void)context;
    seen = *address;
    accepted++;
    return NULL;
}

static int dial(const WireListener *listener, const char *source)
{
    const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
    inet_pton(AF_INET, source, &from.sin_addr);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)wire_listener_port(listener));
    assert_int_equal(bind(descriptor, (struct sockaddr *)&from, sizeof from), 0);
    connect(descriptor, (struct sockaddr *)&to, sizeof to);
    return descriptor;
}

static void turns(Loop *loop, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        loop_turn(loop, 5);
}

static void only_the_proxy_sends_addresses(void **state)
{
    Kit *kit = *state;
    const WireAddress proxy = {4, {127, 0, 0, 9}, 0};
    Loop *loop = loop_new(NULL, NULL, &kit->report);
    Wire *wire = wire_server_plain();
    WireListener *listener = wire_listen(loop, wire, "127.0.0.1", 0, &host_guest_handlers,
                                         note_address, NULL, &kit->report);
    wire_listener_proxy(listener, &proxy);
    accepted = 0;
    const int slow = dial(listener, "127.0.0.9"), other = dial(listener, "127.0.0.8");
    turns(loop, 10);
    assert_int_equal(accepted, 1); /* the other one, without a header */
    assert_int_equal(seen.address[3], 8);
    assert_int_equal(send(slow, good[4].bytes, 20, 0), 20);
    turns(loop, 10);
    assert_int_equal(accepted, 1);
    assert_int_equal(send(slow, good[4].bytes + 20, good[4].size - 20, 0), good[4].size - 20);
    turns(loop, 10);
    assert_int_equal(accepted, 2);
    assert_string_equal(wire_address_text(&seen, kit->arena).at, "192.0.2.7:56324");
    /* Without a header, the proxy gets nothing; with LOCAL, its own address counts. */
    const int bare = dial(listener, "127.0.0.9"), local = dial(listener, "127.0.0.9");
    turns(loop, 5);
    assert_int_equal(send(bare, "\x16\x03\x01", 3, 0), 3);
    assert_int_equal(send(local, good[8].bytes, good[8].size, 0), good[8].size);
    turns(loop, 10);
    assert_int_equal(accepted, 3);
    assert_int_equal(seen.address[3], 9);
    char letter;
    assert_true(recv(bare, &letter, 1, 0) <= 0);
    const int pending = dial(listener, "127.0.0.9");
    turns(loop, 5);
    wire_listener_close(listener); /* also the pending one */
    turns(loop, 2);
    close(slow), close(other), close(bare), close(local), close(pending);
    loop_free(loop);
    wire_free(wire);
}

/* A socket of systemd, which blocks by default. */
static void socket_that_listens_already_is_used(void **state)
{
    Kit *kit = *state;
    Loop *loop = loop_new(NULL, NULL, &kit->report);
    Wire *wire = wire_server_plain();
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in at = {.sin_family = AF_INET};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(descriptor, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(descriptor, 5), 0);
    WireListener *listener = wire_listen_on(loop, wire, descriptor, &host_guest_handlers,
                                            note_address, NULL, &kit->report);
    accepted = 0;
    const int client = dial(listener, "127.0.0.3");
    turns(loop, 5);
    assert_int_equal(accepted, 1);
    close(client);
    wire_listener_close(listener);
    loop_free(loop);
    wire_free(wire);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(headers_of_both_versions_are_read_in_pieces),
        TEST(wrong_headers_are_refused),
        TEST(only_the_proxy_sends_addresses),
        TEST(socket_that_listens_already_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
