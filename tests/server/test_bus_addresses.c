/* Where a bus is, and who is let in: addresses, passwords, TLS. */
#include "lib/bus_kit.h"

#include <arpa/inet.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

/* Exactly one line, and it does not tell the password. */
static void refused(Kit *kit, const char *address, const char *part)
{
    End end = {0};
    Loop *loop = loop_new(NULL, NULL, &kit->report);
    kit_clear(kit);
    assert_null(bus_open(loop, address, &end_handlers, &end, &kit->report));
    if (kit->messages.count != 1 || !kit_has_message(kit, part) ||
        kit_has_message(kit, "s3cret"))
        fail_msg("%s: %zu messages: %s", address, kit->messages.count, kit_message(kit, 0));
    loop_free(loop);
}

/* `oisin serve` printed the address as it was given, to the journal. */
static void shown_address_has_no_password(void **state)
{
    Kit *kit = *state;
    const Text shown =
        bus_address_shown("nats://user:s3cret@h:1,tls://other:s3cret@[::1]", kit->arena);
    assert_string_equal(shown.at, "h:1, [::1]:4222");
    assert_int_equal(bus_address_shown("s3cret", kit->arena).size, 0);
}

static void invalid_addresses_are_rejected_with_one_line(void **state)
{
    Kit *kit = *state;
    static const char *const bad[] = {
        "nats://",
        "nats://user:s3cret@",
        "nats://u:s3,cret@localhost:4222",
        "nats://h:0",
        "nats://h:99999",
        "nats://u:s3cret@h:port",
        "nats://h:1,",
        "nats://u:s3cret\"@h",
        "nats://u:s3cret\\@h",
        "nats://[::1",
        "nats://h/s3cret",
        "nats://u:s3cret h@h",
        "nats://u\n:s3cret@h",
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        refused(kit, bad[i], "the address of the bus is not nats://");
    refused(kit, "", "must begin with nats:// or tls://");
    refused(kit, "http://u:s3cret@h", "must begin with nats:// or tls://");
}

/* A port that is taken, but not listened to: nobody else can come there meanwhile. */
static unsigned deaf_port(int *descriptor)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof to;
    *descriptor = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(*descriptor, (const void *)&to, sizeof to), 0);
    assert_int_equal(getsockname(*descriptor, (void *)&to, &size), 0);
    return ntohs(to.sin_port);
}

static void unreachable_address_is_reported_in_one_line(void **state)
{
    Kit *kit = *state;
    int descriptor;
    const unsigned port = deaf_port(&descriptor);
    refused(kit, arena_format(kit->arena, "nats://joe:s3cret@127.0.0.1:%u", port).at,
            arena_format(kit->arena, "the bus at 127.0.0.1:%u: no server answers", port).at);
    /* Somebody is there, but says nothing. */
    assert_int_equal(listen(descriptor, 10), 0);
    refused(kit, arena_format(kit->arena, "nats://joe:s3cret@127.0.0.1:%u", port).at,
            arena_format(kit->arena, "the bus at 127.0.0.1:%u: ", port).at);
    close(descriptor);
}

static void next_address_is_used_if_the_first_is_silent(void **state)
{
    Station *station = two_ends(state);
    int descriptor;
    const unsigned port = deaf_port(&descriptor);
    Kit *kit = station->kit;
    const char *address =
        arena_format(kit->arena, "nats://127.0.0.1:%u,127.0.0.1:%u", port, bus_nats.port).at;
    bus_close(station->ends[0].bus);
    station->ends[0].bus =
        bus_open(station->loop, address, &end_handlers, &station->ends[0], &kit->report);
    assert_non_null(station->ends[0].bus);
    hear(station, 1, "news");
    assert_true(bus_say(station, 0, "news", "from the second"));
    UNTIL(station, station->ends[1].messages == 1);
    close(descriptor);
}

static void password_is_required_and_never_printed(void **state)
{
    Station *station = *state;
    Kit *kit = station->kit;
    skip_without_server();
    nats_end(&bus_nats);
    bus_nats = (Nats){.settings = {"--user", "joe", "--pass", "s3cret:@x"}};
    assert_true(nats_start(&bus_nats));
    assert_non_null(station_open(station, 0, "joe:s3cret:@x@"));
    hear(station, 0, "news");
    refused(kit, nats_address(&bus_nats, "joe:not-s3cret@", kit->arena).at,
            arena_format(kit->arena,
                         "the bus at 127.0.0.1:%u: wrong or missing user or password",
                         bus_nats.port)
                .at);
    refused(kit, nats_address(&bus_nats, "", kit->arena).at, "wrong or missing");
    refused(kit, arena_format(kit->arena, "tls://joe:s3cret@127.0.0.1:%u", bus_nats.port).at,
            "does not support TLS");
}

/* A certificate for 127.0.0.1 that vouches for itself, and its key. */
static void write_certificate(const char *certificate_path, const char *key_path)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -1000);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 100000);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
                               (const unsigned char *)"bus", -1, -1, 0);
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
    X509_set_pubkey(certificate, key);
    X509_EXTENSION *names =
        X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, "IP:127.0.0.1");
    assert_int_equal(X509_add_ext(certificate, names, -1), 1);
    assert_true(X509_sign(certificate, key, EVP_sha256()) > 0);
    FILE *file = fopen(certificate_path, "w");
    assert_int_equal(PEM_write_X509(file, certificate), 1);
    fclose(file);
    file = fopen(key_path, "w");
    assert_int_equal(PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL), 1);
    fclose(file);
    X509_EXTENSION_free(names);
    X509_free(certificate);
    EVP_PKEY_free(key);
}

static void tls_requires_a_trusted_name(void **state)
{
    Station *station = *state;
    Kit *kit = station->kit;
    skip_without_server();
    const char *certificate = arena_format(kit->arena, "%s/crt.pem", bus_nats.folder).at;
    const char *key = arena_format(kit->arena, "%s/key.pem", bus_nats.folder).at;
    write_certificate(certificate, key);
    nats_kill(&bus_nats);
    bus_nats.settings[0] = "--tls";
    bus_nats.settings[1] = "--tlscert";
    bus_nats.settings[2] = certificate;
    bus_nats.settings[3] = "--tlskey";
    bus_nats.settings[4] = key;
    start_again();
    const char *address = arena_format(kit->arena, "tls://127.0.0.1:%u", bus_nats.port).at;
    refused(kit, address, "its certificate is not trusted");
    setenv("SSL_CERT_FILE", certificate, 1);
    refused(kit, arena_format(kit->arena, "tls://localhost:%u", bus_nats.port).at,
            "not valid for this name");
    for (unsigned i = 0; i < 2; i++) {
        End *end = &station->ends[i];
        end->bus = bus_open(station->loop, address, &end_handlers, end, &kit->report);
        assert_non_null(end->bus);
    }
    hear(station, 1, "secret");
    assert_true(bus_say(station, 0, "secret", "hush"));
    UNTIL(station, station->ends[1].messages == 1);
    nats_kill(&bus_nats);
    wait_for_loss(station, 1);
    start_again();
    wait_for_return(station, 1);
    assert_true(bus_say(station, 0, "secret", "hush"));
    UNTIL(station, station->ends[1].messages == 2);
    unsetenv("SSL_CERT_FILE");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, station_set_up, station_tear_down)
#define PLAIN(f) cmocka_unit_test_setup_teardown(f, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        PLAIN(shown_address_has_no_password),
        PLAIN(invalid_addresses_are_rejected_with_one_line),
        PLAIN(unreachable_address_is_reported_in_one_line),
        TEST(next_address_is_used_if_the_first_is_silent),
        TEST(password_is_required_and_never_printed),
        TEST(tls_requires_a_trusted_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
