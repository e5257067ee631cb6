/* Connections over loopback: TLS, the loop, certificates, and both sides of the protocol. */
#include "wire_kit.h"

#include "wire/wire_parts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
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

static void timers_ring_in_order_and_once(void **state)
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
    loop_timer_hasten(loop, &bells[1].timer, 5000); /* later: no effect */
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

static void forget_both(void *context, unsigned what)
{
    (void)what;
    Ends *ends = context;
    ends->calls++;
    loop_forget(ends->watches[0]);
    loop_forget(ends->watches[1]);
}

/* Both are ready in the same turn; the second must not be called with what is gone. */
static void a_watch_that_was_forgotten_in_the_same_turn_is_not_called(void **state)
{
    Kit *kit = *state;
    int pair[2];
    Ends ends = {.calls = 0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    Loop *loop = loop_new(NULL, NULL, &kit->report);
    for (int i = 0; i < 2; i++)
        ends.watches[i] =
            loop_watch(loop, pair[i], LOOP_WRITE, forget_both, &ends, &kit->report);
    loop_turn(loop, 1000);
    assert_int_equal(ends.calls, 1);
    close(pair[0]);
    close(pair[1]);
    loop_free(loop);
}

/* ---- certificates ---- */

static void a_certificate_is_made_once_and_its_key_is_private(void **state)
{
    Kit *kit = *state;
    char folder[] = "/tmp/oisin.wire.XXXXXX";
    assert_non_null(mkdtemp(folder));
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
    assert_true(kit_says(kit, "server.key is not there, but "));
    unlink(certificate);
    rmdir(folder);
}

static void a_key_of_another_certificate_is_refused(void **state)
{
    Kit *kit = *state;
    Identity a, b;
    const Bytes none = {NULL, 0};
    assert_true(identity_make(1800000000, none, &a, kit->arena, &kit->report));
    assert_true(identity_make(1800000000, none, &b, kit->arena, &kit->report));
    assert_null(wire_server(&(Identity){a.certificate, b.key}, &kit->report));
    assert_true(kit_says(kit, "the key cannot be used, or is another certificate's"));
    kit_clear(kit);
    assert_null(wire_server(&(Identity){BYTES('x'), b.key}, &kit->report));
    assert_true(kit_says(kit, "the certificate cannot be used"));
    uint8_t pin[PIN_SIZE];
    assert_false(identity_pin(BYTES('x'), pin, &kit->report));
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
    kit_said_at(kit, "a pin with letters", 1, 1);
    assert_true(kit_says(kit, "this is no SHA-256 of a certificate"));
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

static void log_in(Host *host, Caller *caller)
{
    HOST_UNTIL(host, caller->session.state == AT_GREETED);
    CALLER_SAY(caller, client_session_login(&caller->session, TEXT("Brid"), TEXT("12345678"),
                                            TEXT("ga"), out));
    HOST_UNTIL(host, caller->session.state == AT_PLAYING);
}

static void a_client_connects_logs_in_and_leaves(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    log_in(host, caller);
    uint8_t pin[PIN_SIZE];
    assert_true(identity_pin(host->identity.certificate, pin, &host->kit->report));
    assert_memory_equal(caller->pin, pin, PIN_SIZE);
    assert_int_equal(caller->session.hello.size, 1000);
    assert_int_equal(host->guests[0].session.state, IN_PLAYING);
    CALLER_SAY(caller, client_session_close(&caller->session, REASON_LEFT, out));
    HOST_UNTIL(host, caller->gone && host->guests[0].gone);
    assert_int_equal(host->guests[0].session.reason, REASON_LEFT);
    assert_int_equal(host->guests[0].end, WIRE_FINISHED);
    assert_int_equal(caller->end, WIRE_FINISHED);
    caller_free(caller);
    host_free(host);
}

static void a_name_is_looked_up_in_a_thread(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller = caller_new(host, "localhost", NULL);
    assert_false(caller->open);
    HOST_UNTIL(host, caller->session.state == AT_GREETED || caller->gone);
    assert_string_equal(caller->why, "");
    Caller *dropped = caller_new(host, "localhost", NULL);
    caller_free(dropped); /* while the thread still looks */
    for (int i = 0; i < 100; i++)
        host_turn(host, 0);
    caller_free(caller);
    host_free(host);
}

static void connecting_to_nobody_fails_with_a_sentence(void **state)
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

static void an_address_that_cannot_be_listened_at_is_told(void **state)
{
    Host *host = host_new(*state, 1000);
    Kit *kit = host->kit;
    const unsigned port = wire_listener_port(host->listener);
    assert_null(wire_listen(host->loop, host->server_wire, "127.0.0.1", port, &guest_handlers,
                            host_accept, host, &kit->report));
    assert_true(kit_says(kit, "cannot listen at 127.0.0.1, port "));
    assert_null(wire_listen(host->loop, host->server_wire, "here", 0, &guest_handlers,
                            host_accept, host, &kit->report));
    assert_true(
        kit_says(kit, "cannot listen at here, port 0: that is no IPv4 or IPv6 address"));
    host_free(host);
}

static void a_changed_certificate_is_refused(void **state)
{
    Host *host = host_new(*state, 1000);
    uint8_t pin[PIN_SIZE];
    identity_pin(host->identity.certificate, pin, &host->kit->report);
    Caller *same = caller_new(host, "127.0.0.1", pin);
    HOST_UNTIL(host, same->session.state == AT_GREETED);
    pin[31] ^= 1;
    Caller *other = caller_new(host, "127.0.0.1", pin);
    HOST_UNTIL(host, other->gone);
    assert_int_equal(other->end, WIRE_CHANGED);
    assert_non_null(strstr(other->why, "is another one than before"));
    /* Not a byte went to whoever that was. */
    HOST_UNTIL(host, host->guests[1].gone);
    assert_int_equal(host->guests[1].session.state, IN_WAITING);
    caller_free(same);
    caller_free(other);
    host_free(host);
}

/* A connection without TLS, or with TLS that says nothing. */
static int plain_socket(const Host *host)
{
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port =
                                       htons((uint16_t)wire_listener_port(host->listener)),
                                   .sin_addr = {htonl(INADDR_LOOPBACK)}};
    assert_int_equal(connect(descriptor, (const void *)&to, sizeof to), 0);
    return descriptor;
}

static void an_older_tls_is_refused(void **state)
{
    Host *host = host_new(*state, 1000);
    const int descriptor = plain_socket(host);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
    SSL *ssl = SSL_new(context);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    SSL_set_fd(ssl, descriptor);
    SSL_connect(ssl);
    HOST_UNTIL(host, host->guest_count == 1 && host->guests[0].gone);
    assert_int_equal(host->guests[0].end, WIRE_REFUSED);
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(descriptor);
    host_free(host);
}

static void who_says_nothing_is_let_go_after_five_seconds(void **state)
{
    Host *host = host_new(*state, 1000);
    const int descriptor = plain_socket(host);
    HOST_UNTIL(host, host->guest_count == 1);
    host->now += 4999;
    for (int i = 0; i < 5; i++)
        host_turn(host, 0);
    assert_false(host->guests[0].gone);
    host->now += 1;
    HOST_UNTIL(host, host->guests[0].gone);
    assert_int_equal(host->guests[0].session.reason, REASON_HALF_OPEN);
    char nothing;
    assert_int_equal(recv(descriptor, &nothing, 1, 0), 0);
    close(descriptor);
    host_free(host);
}

static void who_does_not_speak_tls_is_refused(void **state)
{
    Host *host = host_new(*state, 1000);
    const int descriptor = plain_socket(host);
    assert_int_equal(write(descriptor, "GET / HTTP/1.1\r\n\r\n", 18), 18);
    HOST_UNTIL(host, host->guest_count == 1 && host->guests[0].gone);
    assert_int_equal(host->guests[0].end, WIRE_REFUSED);
    close(descriptor);
    host_free(host);
}

static void an_address_that_is_denied_gets_no_handshake(void **state)
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

/* ---- storms ---- */

/* Limits that count this machine too, so that they can be tried. */
static const WireLimits tight = {
    .handshake = 3000, .half_open = 6, .each = 4, .rate = 10, .rate_most = 1000, .here = true};

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

static void one_address_holds_a_few_handshakes_at_most(void **state)
{
    Host *host = host_new(*state, 1000);
    int plain[6];
    wire_listener_limit(host->listener, &tight);
    for (unsigned i = 0; i < COUNT_OF(plain); i++)
        plain[i] = plain_socket(host);
    turn_some(host);
    assert_int_equal(host->guest_count, 4); /* the owner was not even asked about the others */
    for (unsigned i = 0; i < COUNT_OF(plain); i++)
        assert_int_equal(is_closed(plain[i]), i >= 4);
    close(plain[0]);
    HOST_UNTIL(host, host->guests[0].gone);
    Caller *caller = caller_new(host, "127.0.0.1", NULL); /* in the place of that one */
    HOST_UNTIL(host, caller->session.state == AT_GREETED);
    Caller *second = caller_new(host, "127.0.0.1", NULL); /* who is through counts no more */
    HOST_UNTIL(host, second->session.state == AT_GREETED);
    for (unsigned i = 1; i < COUNT_OF(plain); i++)
        close(plain[i]);
    caller_free(caller);
    caller_free(second);
    host_free(host);
}

static void a_handshake_that_takes_too_long_is_ended(void **state)
{
    Host *host = host_new(*state, 1000);
    wire_listener_limit(host->listener, &tight);
    const int descriptor = plain_socket(host);
    HOST_UNTIL(host, host->guest_count == 1);
    /* A record that says it is long, and then a byte at a time. */
    const uint8_t head[] = {0x16, 3, 1, 0x20, 0, 1, 0, 0x1F, 0xFC};
    assert_int_equal(send(descriptor, head, sizeof head, 0), sizeof head);
    for (unsigned i = 0; i < 29; i++) {
        assert_false(host->guests[0].gone);
        assert_int_equal(send(descriptor, "", 1, 0), 1);
        host_turn(host, 100);
        host_turn(host, 0);
    }
    host_turn(host, 100);
    HOST_UNTIL(host, host->guests[0].gone);
    assert_int_equal(host->guests[0].end, WIRE_BROKEN);
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
        HOST_UNTIL(host, host->guest_count == i + 1);
    }
    turn_some(host);
    for (unsigned i = 0; i < COUNT_OF(plain); i++)
        assert_int_equal(host->guests[i].gone, i < 2);
    /* An honest one still gets through. */
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    HOST_UNTIL(host, caller->session.state == AT_GREETED);
    assert_true(host->guests[2].gone);
    assert_false(host->guests[3].gone);
    /* They stay when the listener goes, and leave in peace. */
    wire_listener_close(host->listener);
    host->listener = NULL;
    host_turn(host, 3000);
    HOST_UNTIL(host, host->guests[7].gone);
    assert_false(caller->gone);
    for (unsigned i = 0; i < COUNT_OF(plain); i++)
        close(plain[i]);
    caller_free(caller);
    host_free(host);
}

static void one_address_begins_so_many_handshakes_a_second(void **state)
{
    Host *host = host_new(*state, 1000);
    WireLimits few = tight;
    few.rate = 2;
    few.rate_most = 3;
    wire_listener_limit(host->listener, &few);
    unsigned taken[3] = {0};
    for (unsigned second = 0; second < COUNT_OF(taken); second++) {
        const unsigned before = host->guest_count;
        for (unsigned i = 0; i < 5; i++) {
            const int descriptor = plain_socket(host);
            turn_some(host);
            close(descriptor);
            turn_some(host);
        }
        taken[second] = host->guest_count - before;
        host->now += 1000;
    }
    assert_int_equal(taken[0], 3);
    assert_int_equal(taken[1], 2);
    assert_int_equal(taken[2], 2);
    host_free(host);
}

/* A listening socket stays ready while its next one cannot be taken: waiting for it would turn
 * the loop without a pause. */
static void a_lack_of_descriptors_is_waited_out(void **state)
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
    const unsigned without = host->guest_count;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
    assert_int_equal(without, 0);
    turn_some(host); /* nobody looks */
    assert_int_equal(host->guest_count, 0);
    host->now += 100;
    HOST_UNTIL(host, host->guest_count == 1);
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
    const unsigned guest = host->guest_count;
    HOST_UNTIL(host, SSL_connect(stranger.ssl) == 1);
    HOST_UNTIL(host, host->guest_count == guest + 1);
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
static void who_sends_without_end_after_the_end_holds_up_nobody(void **state)
{
    Host *host = host_new(*state, 1000);
    Stranger stranger = stranger_new(host);
    static const char rubbish[1 << 16];
    wire_finish(host->guests[0].connection);
    assert_true(send(stranger.descriptor, rubbish, sizeof rubbish, 0) > 1 << 15);
    host_turn(host, 0);
    int left = 0;
    assert_int_equal(ioctl(host->guests[0].connection->descriptor, FIONREAD, &left), 0);
    assert_true(left > 0);
    host_turn(host, WIRE_LINGER);
    HOST_UNTIL(host, host->guests[0].gone);
    stranger_free(&stranger);
    host_free(host);
}

/* SIGPIPE would end the program. */
static void sending_to_one_who_has_gone_is_no_end_of_the_world(void **state)
{
    Host *host = host_new(*state, 1000);
    Stranger stranger = stranger_new(host);
    const struct linger at_once = {1, 0};
    setsockopt(stranger.descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    stranger_free(&stranger);
    Guest *guest = &host->guests[0];
    for (int i = 0; i < 3; i++)
        wire_send(guest->connection, net_game(1000, host->kit->arena));
    HOST_UNTIL(host, guest->gone);
    assert_int_equal(guest->end, WIRE_BROKEN);
    host_free(host);
}

/* Each new key costs a little: without a word between them only some are taken. */
static void new_keys_without_end_are_refused(void **state)
{
    Host *host = host_new(*state, 1000);
    Stranger stranger = stranger_new(host);
    unsigned keys = 0;
    for (; keys < 1000 && !host->guests[0].gone; keys++) {
        char answer;
        if (!SSL_key_update(stranger.ssl, SSL_KEY_UPDATE_REQUESTED) ||
            SSL_do_handshake(stranger.ssl) != 1)
            break;
        SSL_read(stranger.ssl, &answer, 1);
        turn_some(host);
    }
    HOST_UNTIL(host, host->guests[0].gone);
    assert_int_equal(host->guests[0].end, WIRE_REFUSED);
    assert_in_range(keys, 1, 100);
    stranger_free(&stranger);
    host_free(host);
}

/* What a slow reader leaves lying is kept by us, not by the system, which would take
 * megabytes for each. */
static void the_system_keeps_little_for_a_slow_reader(void **state)
{
    Host *host = host_new(*state, 1000);
    const int small = 4096;
    Stranger stranger = stranger_new(host);
    setsockopt(stranger.descriptor, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    Guest *guest = &host->guests[0];
    const Bytes bytes = net_game(8192, host->kit->arena);
    for (unsigned i = 0; i < 2000 && !guest->gone && !wire_waiting(guest->connection); i++) {
        wire_send(guest->connection, bytes);
        host_turn(host, 0);
    }
    int unsent = 0;
    assert_false(guest->gone);
    socklen_t size = sizeof unsent;
    assert_int_equal(getsockopt(guest->connection->descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT,
                                &unsent, &size),
                     0);
    assert_int_equal(unsent, WIRE_UNSENT_MOST);
    stranger_free(&stranger);
    host_free(host);
}

/* ---- what is said ---- */

/* Sends bytes as a client's first and says what became of the guest. */
static ReasonCode first_words(Host *host, Bytes bytes, Caller **out_caller)
{
    Caller *caller = arena_take(host->kit->arena, 1, sizeof *caller);
    Writer hello = writer_to(host->kit->arena);
    const unsigned guest = host->guest_count;
    caller->host = host;
    caller->pieces = arena_new();
    client_session_start(&caller->session, &client_limits, host->now, caller->pieces, &hello);
    caller->connection =
        wire_connect(host->loop, host->client_wire, TEXT("127.0.0.1"),
                     wire_listener_port(host->listener), NULL, &caller_handlers, caller);
    wire_send(caller->connection, bytes);
    HOST_UNTIL(host, caller->gone && host->guest_count > guest && host->guests[guest].gone);
    *out_caller = caller;
    return host->guests[guest].session.reason;
}

static void a_wrong_magic_or_version_closes_the_connection(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller;
    assert_int_equal(first_words(host, BYTES(0, 1, 0, 0, 'H', 'T', 'T', 'P'), &caller),
                     REASON_MAGIC);
    assert_int_equal(caller->session.state, AT_WAITING); /* no answer */
    caller_free(caller);
    assert_int_equal(first_words(host, BYTES(0, 1, 9, 0, 'T', 'N', 'G', 'P'), &caller),
                     REASON_VERSION);
    assert_int_equal(caller->session.reason, REASON_VERSION); /* and it is told */
    caller_free(caller);
    host_free(host);
}

static void three_megabytes_are_fetched_and_go_on_after_a_cut(void **state)
{
    enum { GAME = 3 << 20 };
    Host *host = host_new(*state, GAME);
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    HOST_UNTIL(host, caller->session.state == AT_GREETED);
    CALLER_SAY(caller, client_session_fetch(&caller->session, 0, out));
    while (caller->file.size < GAME / 3)
        host_turn(host, 5);
    const Bytes first = writer_bytes(&caller->file);
    wire_close(caller->connection);
    caller_free(caller);
    assert_true(first.size < GAME);

    caller = caller_new(host, "127.0.0.1", NULL);
    write_bytes(&caller->file, first);
    HOST_UNTIL(host, caller->session.state == AT_GREETED);
    CALLER_SAY(caller, client_session_fetch(&caller->session, first.size, out));
    while (caller->session.state == AT_FETCHING)
        host_turn(host, 5);
    assert_int_equal(caller->session.state, AT_GREETED);
    assert_bytes_equal(writer_bytes(&caller->file), host->game.file);
    assert_in_range(host->now, 1000 + 100, 1000 + 2000); /* 8 MiB a second */
    log_in(host, caller);
    caller_free(caller);
    host_free(host);
}

static void a_flood_is_cut_off(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    log_in(host, caller);
    const PacketInput input = {.sequence = 1};
    CALLER_SAY(caller, for (int i = 0; i < 5000; i++)
                           packet_write(FROM_CLIENT, CLIENT_INPUT, &input, out));
    HOST_UNTIL(host, caller->gone);
    assert_int_equal(host->guests[0].session.reason, REASON_FLOOD);
    assert_true(host->guests[0].packets < 200);
    assert_int_equal(caller->session.reason, REASON_FLOOD);
    caller_free(caller);
    host_free(host);
}

/* The client's socket is not read: what the server sends piles up. */
static void a_slow_reader_is_let_go(void **state)
{
    Host *host = host_new(*state, 1000);
    const int descriptor = plain_socket(host);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL *ssl = SSL_new(context);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    SSL_set_fd(ssl, descriptor);
    HOST_UNTIL(host, SSL_connect(ssl) == 1);
    HOST_UNTIL(host, host->guest_count == 1);
    const Bytes bytes = net_game(60000, host->kit->arena);
    Guest *guest = &host->guests[0];
    size_t most = 0;
    for (unsigned i = 0; i < 1000 && !guest->gone; i++) {
        wire_send(guest->connection, bytes);
        most = wire_waiting(guest->connection) > most ? wire_waiting(guest->connection) : most;
        host_turn(host, 0);
    }
    assert_true(guest->gone);
    assert_int_equal(guest->end, WIRE_SLOW);
    assert_in_range(most, 150000, WIRE_QUEUE_MOST);
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(descriptor);
    host_free(host);
}

static void what_is_sent_before_finishing_arrives(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    log_in(host, caller);
    Writer last = writer_to(host->kit->arena);
    const PacketState long_one = {net_game(200000, host->kit->arena)};
    packet_write(FROM_SERVER, SERVER_STATE, &long_one, &last);
    server_session_close(&host->guests[0].session, REASON_STOPPED, TEXT("bye"), &last);
    CALLER_SAY(caller, client_session_time(&caller->session, host->now, out)); /* a ping */
    guest_send(&host->guests[0], &last);
    HOST_UNTIL(host, caller->gone && host->guests[0].gone);
    assert_int_equal(caller->packets[SERVER_STATE], 1);
    assert_int_equal(caller->session.reason, REASON_STOPPED);
    assert_string_equal(caller->session.text, "bye");
    assert_int_equal(caller->end, WIRE_FINISHED);
    caller_free(caller);
    host_free(host);
}

/* The other side neither reads nor closes: WIRE_LINGER is all it gets. */
static void finishing_does_not_wait_for_ever(void **state)
{
    Host *host = host_new(*state, 1000);
    const int descriptor = plain_socket(host);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL *ssl = SSL_new(context);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    SSL_set_fd(ssl, descriptor);
    HOST_UNTIL(host, SSL_connect(ssl) == 1);
    for (int i = 0; i < 3; i++)
        host_turn(host, 0);
    wire_finish(host->guests[0].connection);
    host_turn(host, WIRE_LINGER - 1);
    assert_false(host->guests[0].gone);
    host_turn(host, 1);
    host_turn(host, 0);
    assert_true(host->guests[0].gone);
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(descriptor);
    host_free(host);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(timers_ring_in_order_and_once),
        TEST(another_thread_wakes_the_loop),
        TEST(a_watch_that_was_forgotten_in_the_same_turn_is_not_called),
        TEST(a_certificate_is_made_once_and_its_key_is_private),
        TEST(a_key_of_another_certificate_is_refused),
        TEST(known_hosts_are_found_added_and_replaced),
        TEST(targets_are_hosts_with_and_without_ports),
        TEST(a_client_connects_logs_in_and_leaves),
        TEST(a_name_is_looked_up_in_a_thread),
        TEST(connecting_to_nobody_fails_with_a_sentence),
        TEST(an_address_that_cannot_be_listened_at_is_told),
        TEST(a_changed_certificate_is_refused),
        TEST(an_older_tls_is_refused),
        TEST(who_says_nothing_is_let_go_after_five_seconds),
        TEST(who_does_not_speak_tls_is_refused),
        TEST(an_address_that_is_denied_gets_no_handshake),
        TEST(one_address_holds_a_few_handshakes_at_most),
        TEST(a_handshake_that_takes_too_long_is_ended),
        TEST(too_many_handshakes_end_the_oldest),
        TEST(one_address_begins_so_many_handshakes_a_second),
        TEST(a_lack_of_descriptors_is_waited_out),
        TEST(who_sends_without_end_after_the_end_holds_up_nobody),
        TEST(sending_to_one_who_has_gone_is_no_end_of_the_world),
        TEST(new_keys_without_end_are_refused),
        TEST(the_system_keeps_little_for_a_slow_reader),
        TEST(a_wrong_magic_or_version_closes_the_connection),
        TEST(three_megabytes_are_fetched_and_go_on_after_a_cut),
        TEST(a_flood_is_cut_off),
        TEST(a_slow_reader_is_let_go),
        TEST(what_is_sent_before_finishing_arrives),
        TEST(finishing_does_not_wait_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
