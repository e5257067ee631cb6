/* Connections over loopback: TLS, the loop, certificates, and both sides of the protocol. */
#include "lib/wire_kit.h"

#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <fcntl.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the loop ---- */

typedef struct Bell {
    LoopTimer timer;
    Loop *loop;
    unsigned rings, *order;
    unsigned at;
} Bell;

static void ring(void *context)
{
    Bell *bell = context;
    bell->rings++;
    bell->at = ++*bell->order;
}

static void timers_fire_once_in_order(void **state)
{
    Kit *kit = *state;
    enum { BELLS = 200 };
    static Bell bells[BELLS];
    Host host = {.now = 0};
    unsigned order = 0;
    Loop *loop = loop_new(host_clock, &host, &kit->report);
    for (unsigned i = 0; i < BELLS; i++) {
        bells[i] = (Bell){.timer = {.function = ring, .context = &bells[i]}, .order = &order};
        loop_timer_set(loop, &bells[i].timer, i * 37 % BELLS + 1);
    }
    for (unsigned i = 0; i < BELLS; i += 5)
        loop_timer_clear(loop, &bells[i].timer);
    loop_timer_set_earlier(loop, &bells[1].timer, 5000); /* later: no effect */
    loop_timer_set(loop, &bells[2].timer, 1000);
    for (; host.now <= 1000; host.now++)
        loop_turn(loop, 0);
    unsigned before = 0;
    for (unsigned due = 1; due <= BELLS; due++)
        for (unsigned i = 0; i < BELLS; i++)
            if (i * 37 % BELLS + 1 == due && i % 5 && i != 2) {
                assert_int_equal(bells[i].rings, 1);
                assert_true(bells[i].at > before);
                before = bells[i].at;
            }
    assert_int_equal(bells[0].rings, 0);
    assert_int_equal(bells[2].at, order);
    loop_free(loop);
}

static void count_wakes(void *context) { ++*(unsigned *)context; }

static void another_thread_wakes_the_loop(void **state)
{
    Kit *kit = *state;
    unsigned wakes = 0;
    Loop *loop = loop_new(NULL, NULL, &kit->report);
    loop_on_wake(loop, count_wakes, &wakes);
    loop_wake(loop);
    loop_wake(loop);
    loop_turn(loop, 1000);
    assert_int_equal(wakes, 1);
    loop_turn(loop, 0);
    assert_int_equal(wakes, 1);
    loop_free(loop);
}

typedef struct Ends {
    LoopWatch *watches[2];
    unsigned calls;
} Ends;

static void remove_both(void *context, unsigned what)
{
    (void)what;
    Ends *ends = context;
    ends->calls++;
    loop_remove(ends->watches[0]);
    loop_remove(ends->watches[1]);
}

/* Both are ready in the same turn; the second must not be called with what is gone. */
static void watch_removed_in_the_same_iteration_is_not_called(void **state)
{
    Kit *kit = *state;
    int pair[2];
    Ends ends = {.calls = 0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    Loop *loop = loop_new(NULL, NULL, &kit->report);
    for (int i = 0; i < 2; i++)
        ends.watches[i] =
            loop_watch(loop, pair[i], LOOP_WRITE, remove_both, &ends, &kit->report);
    loop_turn(loop, 1000);
    assert_int_equal(ends.calls, 1);
    close(pair[0]);
    close(pair[1]);
    loop_free(loop);
}

/* ---- certificates ---- */

static void certificate_is_created_once_with_private_key(void **state)
{
    Kit *kit = *state;
    char folder[FOLDER_SIZE];
    assert_true(make_temporary_folder(folder, "oisin-wire"));
    const char *certificate = arena_format(kit->arena, "%s/server.crt", folder).at;
    const char *key = arena_format(kit->arena, "%s/server.key", folder).at;
    Identity first, second;
    assert_true(identity_files(certificate, key, 1800000000, &first, kit->arena, &kit->report));
    assert_true(
        identity_files(certificate, key, 1800000000, &second, kit->arena, &kit->report));
    assert_bytes_equal(first.certificate, second.certificate);
    assert_bytes_equal(first.key, second.key);
    struct stat info;
    assert_int_equal(stat(key, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);

    /* A start that was killed between the two files: the key stays. */
    unlink(certificate);
    assert_true(
        identity_files(certificate, key, 1800000000, &second, kit->arena, &kit->report));
    assert_bytes_equal(first.key, second.key);
    Wire *wire = wire_server(&second, &kit->report);
    assert_non_null(wire);
    wire_free(wire);

    unlink(key);
    assert_false(
        identity_files(certificate, key, 1800000000, &second, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "server.key, but "));
    unlink(certificate);
    rmdir(folder);
}

static void a_key_of_another_certificate_is_rejected(void **state)
{
    Kit *kit = *state;
    Identity a, b;
    const Bytes none = {NULL, 0};
    assert_true(identity_make(1800000000, none, &a, kit->arena, &kit->report));
    assert_true(identity_make(1800000000, none, &b, kit->arena, &kit->report));
    assert_null(wire_server(&(Identity){a.certificate, b.key}, &kit->report));
    assert_true(kit_has_message(kit, "the key is invalid, or belongs to another certificate"));
    kit_clear(kit);
    assert_null(wire_server(&(Identity){BYTES('x'), b.key}, &kit->report));
    assert_true(kit_has_message(kit, "invalid certificate"));
    uint8_t pin[PIN_SIZE];
    assert_false(identity_pin(BYTES('x'), pin, &kit->report));
}

/* Such a server started, and refused every handshake. */
static void key_of_another_type_is_rejected(void **state)
{
    Kit *kit = *state;
    Identity ec;
    EVP_PKEY *rsa = EVP_RSA_gen(2048);
    BIO *bio = BIO_new(BIO_s_mem());
    char *pem;
    assert_true(identity_make(1800000000, (Bytes){NULL, 0}, &ec, kit->arena, &kit->report));
    assert_true(PEM_write_bio_PrivateKey(bio, rsa, NULL, NULL, 0, NULL, NULL));
    const long size = BIO_get_mem_data(bio, &pem);
    const Identity mixed = {ec.certificate, {(const uint8_t *)pem, (size_t)size}};
    assert_null(wire_server(&mixed, &kit->report));
    assert_true(kit_has_message(kit, "different key types"));
    BIO_free(bio);
    EVP_PKEY_free(rsa);
}

static void certificate_is_replaced_unless_invalid(void **state)
{
    Kit *kit = *state;
    Identity a, b;
    const Bytes none = {NULL, 0};
    assert_true(identity_make(1800000000, none, &a, kit->arena, &kit->report));
    assert_true(identity_make(1800000000, none, &b, kit->arena, &kit->report));
    Wire *wire = wire_server(&a, &kit->report);
    assert_non_null(wire);
    assert_false(wire_renew(wire, &(Identity){a.certificate, b.key}, &kit->report));
    assert_true(wire_renew(wire, &b, &kit->report));
    wire_free(wire);
}

static void known_hosts_are_found_added_and_replaced(void **state)
{
    Kit *kit = *state;
    uint8_t pin[PIN_SIZE], other[PIN_SIZE], found[PIN_SIZE];
    for (int i = 0; i < PIN_SIZE; i++) {
        pin[i] = (uint8_t)(i * 9);
        other[i] = (uint8_t)(255 - i);
    }
    Text file = TEXT("# servers\n");
    assert_int_equal(known_hosts_find(file, TEXT("a.org"), 1, found, &kit->report), KNOWN_NOT);
    file = known_hosts_add(file, TEXT("a.org"), 1, pin, kit->arena);
    file = known_hosts_add(file, TEXT("::1"), 1, other, kit->arena);
    assert_int_equal(known_hosts_find(file, TEXT("A.org"), 1, found, &kit->report), KNOWN_PIN);
    assert_memory_equal(found, pin, PIN_SIZE);
    assert_int_equal(known_hosts_find(file, TEXT("a.org"), 2, found, &kit->report), KNOWN_NOT);
    const Text again = known_hosts_add(file, TEXT("a.org"), 1, other, kit->arena);
    assert_int_equal(again.size, file.size);
    assert_true(text_starts(again, "# servers\na.org 1 fffe"));
    assert_int_equal(known_hosts_find(TEXT("b 1 00zz\n"), TEXT("b"), 1, found, &kit->report),
                     KNOWN_BAD);
    kit_message_is_at(kit, "a pin with letters", 1, 1);
    assert_true(kit_has_message(kit, "expected the SHA-256 of a certificate"));
}

static void targets_are_hosts_with_and_without_ports(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *text, *host;
        unsigned port;
    } good[] = {{"a.org", "a.org", 7},     {"a.org:80", "a.org", 80},
                {"[::1]:80", "::1", 80},   {"[::1]", "::1", 7},
                {"fe80::1", "fe80::1", 7}, {"127.0.0.1:65535", "127.0.0.1", 65535}};
    static const char *const bad[] = {"",    ":80",  "a:",      "a:0", "a:65536",
                                      "a:b", "[::1", "[::1]80", "[]:1"};
    Text host;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        unsigned port = 7;
        assert_true(wire_target(text_of(good[i].text), &host, &port, &kit->report));
        assert_true(text_is(host, good[i].host));
        assert_int_equal(port, good[i].port);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        unsigned port = 7;
        assert_false(wire_target(text_of(bad[i]), &host, &port, &kit->report));
    }
    const WireAddress six = {6, {[15] = 1}, 99}, four = {4, {127, 0, 0, 1}, 99};
    assert_string_equal(wire_address_text(&six, kit->arena).at, "[::1]:99");
    assert_string_equal(wire_address_text(&four, kit->arena).at, "127.0.0.1:99");
}

/* ---- two sides ---- */

static void client_can_connect_log_in_and_leave(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    caller_log_in(host, caller);
    uint8_t pin[PIN_SIZE];
    assert_true(identity_pin(host->identity.certificate, pin, &host->kit->report));
    assert_memory_equal(caller->pin, pin, PIN_SIZE);
    assert_int_equal(caller->session.hello.size, 1000);
    assert_int_equal(host->connections[0].session.state, SERVER_CONN_PLAYING);
    CALLER_SAY(caller, client_session_close(&caller->session, REASON_LEFT, out));
    HOST_UNTIL(host, caller->gone && host->connections[0].gone);
    assert_int_equal(host->connections[0].session.reason, REASON_LEFT);
    assert_int_equal(host->connections[0].end, WIRE_FINISHED);
    assert_int_equal(caller->end, WIRE_FINISHED);
    caller_free(caller);
    host_free(host);
}

static void a_name_is_looked_up_in_a_thread(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller = caller_new(host, "localhost", NULL);
    assert_false(caller->open);
    HOST_UNTIL(host, caller->session.state == CLIENT_CONN_GREETED || caller->gone);
    assert_string_equal(caller->why, "");
    Caller *dropped = caller_new(host, "localhost", NULL);
    caller_free(dropped); /* while the thread still looks */
    for (int i = 0; i < 100; i++)
        host_turn(host, 0);
    caller_free(caller);
    host_free(host);
}

static void connecting_without_server_fails_with_message(void **state)
{
    Host *host = host_new(*state, 1000);
    const unsigned port = wire_listener_port(host->listener);
    wire_listener_close(host->listener);
    Caller caller = {.host = host};
    wire_connect(host->loop, host->client_wire, TEXT("127.0.0.1"), port, NULL, &caller_handlers,
                 &caller);
    assert_false(caller.gone); /* never from inside the call */
    HOST_UNTIL(host, caller.gone);
    assert_int_equal(caller.end, WIRE_BROKEN);
    assert_non_null(strstr(caller.why, "Connection refused"));
    host->listener = NULL;
    host_free(host);
}

static void unusable_listen_address_is_reported(void **state)
{
    Host *host = host_new(*state, 1000);
    Kit *kit = host->kit;
    const unsigned port = wire_listener_port(host->listener);
    assert_null(wire_listen(host->loop, host->server_wire, "127.0.0.1", port,
                            &host_guest_handlers, host_accept, host, &kit->report));
    assert_true(kit_has_message(kit, "cannot listen at 127.0.0.1, port "));
    assert_null(wire_listen(host->loop, host->server_wire, "here", 0, &host_guest_handlers,
                            host_accept, host, &kit->report));
    assert_true(kit_has_message(
        kit, "cannot listen at here, port 0: that is not an IPv4 or IPv6 address"));
    host_free(host);
}

static void a_changed_certificate_is_rejected(void **state)
{
    Host *host = host_new(*state, 1000);
    uint8_t pin[PIN_SIZE];
    identity_pin(host->identity.certificate, pin, &host->kit->report);
    Caller *same = caller_new(host, "127.0.0.1", pin);
    HOST_UNTIL(host, same->session.state == CLIENT_CONN_GREETED);
    pin[31] ^= 1;
    Caller *other = caller_new(host, "127.0.0.1", pin);
    HOST_UNTIL(host, other->gone);
    assert_int_equal(other->end, WIRE_CHANGED);
    assert_non_null(strstr(other->why, "has changed"));
    /* Not a byte went to whoever that was. */
    HOST_UNTIL(host, host->connections[1].gone);
    assert_int_equal(host->connections[1].session.state, SERVER_CONN_WAITING);
    caller_free(same);
    caller_free(other);
    host_free(host);
}

static void an_older_tls_is_rejected(void **state)
{
    Host *host = host_new(*state, 1000);
    const int descriptor = plain_socket(host);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
    SSL *ssl = SSL_new(context);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    SSL_set_fd(ssl, descriptor);
    SSL_connect(ssl);
    HOST_UNTIL(host, host->connection_count == 1 && host->connections[0].gone);
    assert_int_equal(host->connections[0].end, WIRE_REFUSED);
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(descriptor);
    host_free(host);
}

static void silent_client_is_closed_after_five_seconds(void **state)
{
    Host *host = host_new(*state, 1000);
    const int descriptor = plain_socket(host);
    HOST_UNTIL(host, host->connection_count == 1);
    host->now += 4999;
    for (int i = 0; i < 5; i++)
        host_turn(host, 0);
    assert_false(host->connections[0].gone);
    host->now += 1;
    HOST_UNTIL(host, host->connections[0].gone);
    assert_int_equal(host->connections[0].session.reason, REASON_HALF_OPEN);
    char nothing;
    assert_int_equal(recv(descriptor, &nothing, 1, 0), 0);
    close(descriptor);
    host_free(host);
}

static void non_tls_client_is_rejected(void **state)
{
    Host *host = host_new(*state, 1000);
    const int descriptor = plain_socket(host);
    assert_int_equal(write(descriptor, "GET / HTTP/1.1\r\n\r\n", 18), 18);
    HOST_UNTIL(host, host->connection_count == 1 && host->connections[0].gone);
    assert_int_equal(host->connections[0].end, WIRE_REFUSED);
    close(descriptor);
    host_free(host);
}

static void denied_address_gets_no_handshake(void **state)
{
    Host *host = host_new(*state, 1000);
    host->refuses = true;
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    HOST_UNTIL(host, caller->gone);
    assert_int_equal(caller->end, WIRE_BROKEN);
    assert_false(caller->open);
    caller_free(caller);
    host_free(host);
}

/* Sends bytes as a client's first and says what became of the guest. */
static ReasonCode first_words(Host *host, Bytes bytes, Caller **out_caller)
{
    Caller *caller = arena_alloc(host->kit->arena, 1, sizeof *caller);
    Writer hello = writer_to(host->kit->arena);
    const unsigned connection = host->connection_count;
    caller->host = host;
    caller->pieces = arena_new();
    client_session_start(&caller->session, &client_limits, host->now, caller->pieces, &hello);
    caller->wire =
        wire_connect(host->loop, host->client_wire, TEXT("127.0.0.1"),
                     wire_listener_port(host->listener), NULL, &caller_handlers, caller);
    wire_send(caller->wire, bytes);
    HOST_UNTIL(host, caller->gone && host->connection_count > connection &&
                         host->connections[connection].gone);
    *out_caller = caller;
    return host->connections[connection].session.reason;
}

static void a_wrong_magic_or_version_closes_the_connection(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller;
    assert_int_equal(first_words(host, BYTES(0, 1, 0, 0, 'H', 'T', 'T', 'P'), &caller),
                     REASON_MAGIC);
    assert_int_equal(caller->session.state, CLIENT_CONN_WAITING); /* no answer */
    caller_free(caller);
    assert_int_equal(first_words(host, BYTES(0, 1, 9, 0, 'T', 'N', 'G', 'P'), &caller),
                     REASON_VERSION);
    assert_int_equal(caller->session.reason, REASON_VERSION); /* and the peer is notified */
    caller_free(caller);
    host_free(host);
}

static void interrupted_three_megabyte_download_resumes(void **state)
{
    enum { GAME = 3 << 20 };
    Host *host = host_new(*state, GAME);
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    HOST_UNTIL(host, caller->session.state == CLIENT_CONN_GREETED);
    CALLER_SAY(caller, client_session_fetch(&caller->session, 0, out));
    while (caller->file.size < GAME / 3)
        host_turn(host, 5);
    const Bytes first = writer_bytes(&caller->file);
    wire_close(caller->wire);
    caller_free(caller);
    assert_true(first.size < GAME);

    caller = caller_new(host, "127.0.0.1", NULL);
    write_bytes(&caller->file, first);
    HOST_UNTIL(host, caller->session.state == CLIENT_CONN_GREETED);
    CALLER_SAY(caller, client_session_fetch(&caller->session, first.size, out));
    while (caller->session.state == CLIENT_CONN_FETCHING)
        host_turn(host, 5);
    assert_int_equal(caller->session.state, CLIENT_CONN_GREETED);
    assert_bytes_equal(writer_bytes(&caller->file), host->game.file);
    assert_in_range(host->now, 1000 + 100, 1000 + 2000); /* 8 MiB a second */
    caller_log_in(host, caller);
    caller_free(caller);
    host_free(host);
}

static void flood_is_disconnected(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    caller_log_in(host, caller);
    const PacketInput input = {.sequence = 1};
    CALLER_SAY(caller, for (int i = 0; i < 5000; i++)
                           packet_write(FROM_CLIENT, CLIENT_INPUT, &input, out));
    HOST_UNTIL(host, caller->gone);
    assert_int_equal(host->connections[0].session.reason, REASON_FLOOD);
    assert_true(host->connections[0].packets < 200);
    assert_int_equal(caller->session.reason, REASON_FLOOD);
    caller_free(caller);
    host_free(host);
}

static int no_random_bytes(unsigned char *out, int count)
{
    (void)out, (void)count;
    return 0;
}

/* Its address in memory was the key of the rates then, which strangers could find out. */
static void server_without_random_numbers_does_not_listen(void **state)
{
    static const RAND_METHOD broken = {.bytes = no_random_bytes};
    Host *host = host_new(*state, 1000);
    Kit *kit = host->kit;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    assert_int_equal(RAND_set_rand_method(&broken), 1);
    WireListener *listener = wire_listen(host->loop, host->server_wire, "127.0.0.1", 0,
                                         &host_guest_handlers, host_accept, host, &kit->report);
    assert_int_equal(RAND_set_rand_method(NULL), 1);
#pragma GCC diagnostic pop
    wire_listener_close(listener);
    assert_null(listener);
    assert_true(kit_has_message(kit, "cannot listen: there are no random numbers"));
    host_free(host);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(timers_fire_once_in_order),
        TEST(another_thread_wakes_the_loop),
        TEST(watch_removed_in_the_same_iteration_is_not_called),
        TEST(certificate_is_created_once_with_private_key),
        TEST(a_key_of_another_certificate_is_rejected),
        TEST(key_of_another_type_is_rejected),
        TEST(certificate_is_replaced_unless_invalid),
        TEST(known_hosts_are_found_added_and_replaced),
        TEST(targets_are_hosts_with_and_without_ports),
        TEST(client_can_connect_log_in_and_leave),
        TEST(a_name_is_looked_up_in_a_thread),
        TEST(connecting_without_server_fails_with_message),
        TEST(unusable_listen_address_is_reported),
        TEST(server_without_random_numbers_does_not_listen),
        TEST(a_changed_certificate_is_rejected),
        TEST(an_older_tls_is_rejected),
        TEST(silent_client_is_closed_after_five_seconds),
        TEST(non_tls_client_is_rejected),
        TEST(denied_address_gets_no_handshake),
        TEST(a_wrong_magic_or_version_closes_the_connection),
        TEST(interrupted_three_megabyte_download_resumes),
        TEST(flood_is_disconnected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
