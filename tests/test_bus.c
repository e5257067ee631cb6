/* The bus between servers, with a real nats-server on loopback. */
#include "nats_kit.h"

#include "wire/bus.h"

#include <arpa/inet.h>
#include <sys/socket.h>

static Nats nats;

/* One end of the bus, with what it has been told. */
typedef struct End {
    Bus *bus;
    unsigned messages, downs, ups;
    uint32_t next; /* number that must come */
    bool gaps;     /* numbers may be missing, but go up */
    size_t largest;
    char last[64], subject[64];
    bool closes; /* at the next message */
} End;

typedef struct Station {
    Kit *kit;
    Loop *loop;
    End ends[2];
} Station;

static void end_message(void *context, Text subject, Bytes bytes)
{
    End *end = context;
    end->messages++;
    end->largest = bytes.size > end->largest ? bytes.size : end->largest;
    snprintf(end->subject, sizeof end->subject, "%.*s", (int)subject.size, subject.at);
    snprintf(end->last, sizeof end->last, "%.*s", (int)(bytes.size < 60 ? bytes.size : 60),
             bytes.size ? (const char *)bytes.data : "");
    if (subject.size > 7 && memcmp(subject.at, "number.", 7) == 0) {
        uint32_t number;
        assert_true(bytes.size >= sizeof number);
        memcpy(&number, bytes.data, sizeof number);
        if (end->gaps)
            assert_true(number >= end->next);
        else
            assert_int_equal(number, end->next);
        end->next = number + 1;
    }
    if (end->closes) {
        bus_close(end->bus);
        end->bus = NULL;
    }
}

static void end_link(void *context, bool up)
{
    End *end = context;
    *(up ? &end->ups : &end->downs) += 1;
    assert_in_range(end->downs - end->ups, 0, 1); /* first the one, then the other */
}

static const BusHandlers handlers = {end_message, end_link};

static Bus *station_open(Station *station, unsigned end, const char *user)
{
    End *it = &station->ends[end];
    it->bus = bus_open(station->loop, nats_address(&nats, user, station->kit->arena).at,
                       &handlers, it, &station->kit->report);
    return it->bus;
}

/* Turns until it is so, or fails after a minute. */
#define UNTIL(station, condition)                                                              \
    do {                                                                                       \
        const double end_ = nats_seconds() + NATS_WAIT;                                        \
        while (!(condition)) {                                                                 \
            loop_turn((station)->loop, 20);                                                    \
            if (nats_seconds() > end_)                                                         \
                fail_msg("%s did not become so", #condition);                                  \
        }                                                                                      \
    } while (0)

static bool say(Station *station, unsigned end, const char *subject, const char *text)
{
    return bus_send(station->ends[end].bus, subject, bytes_of_text(text_of(text)));
}

/* Hears, and waits until the server of the bus knows. */
static void hear(Station *station, unsigned end, const char *subject)
{
    End *it = &station->ends[end];
    const char *fence = end ? "fence.1" : "fence.0";
    assert_true(bus_hear(it->bus, subject, &station->kit->report));
    assert_true(bus_hear(it->bus, fence, &station->kit->report));
    const unsigned before = it->messages;
    assert_true(say(station, end, fence, ""));
    UNTIL(station, it->messages > before);
    it->messages = 0;
}

static bool send_number(Station *station, unsigned end, uint32_t number, size_t size)
{
    static uint8_t bytes[1 << 16];
    char subject[32];
    memcpy(bytes, &number, sizeof number);
    snprintf(subject, sizeof subject, "number.%u", number % 7);
    return bus_send(station->ends[end].bus, subject, (Bytes){bytes, size});
}

/* ---- with a server ---- */

static int set_up(void **state)
{
    Station *station;
    Kit *kit = kit_new();
    *state = station = arena_take(kit->arena, 1, sizeof *station);
    station->kit = kit;
    station->loop = loop_new(NULL, NULL, &kit->report);
    nats = (Nats){0};
    return nats_program() && !nats_start(&nats);
}

static int tear_down(void **state)
{
    Station *station = *state;
    for (unsigned i = 0; i < 2; i++)
        bus_close(station->ends[i].bus);
    loop_free(station->loop);
    nats_end(&nats);
    kit_free(station->kit);
    return 0;
}

static Station *two_ends(void **state)
{
    if (!nats_program()) {
        print_message("skipped: nats-server is not installed\n");
        skip();
    }
    Station *station = *state;
    assert_non_null(station_open(station, 0, ""));
    assert_non_null(station_open(station, 1, ""));
    return station;
}

static void messages_go_both_ways(void **state)
{
    Station *station = two_ends(state);
    End *a = &station->ends[0], *b = &station->ends[1];
    hear(station, 0, "to.a");
    hear(station, 1, "to.*");
    hear(station, 1, "to.*");
    assert_true(say(station, 0, "to.b", "hello b"));
    UNTIL(station, b->messages == 1);
    assert_string_equal(b->subject, "to.b");
    assert_string_equal(b->last, "hello b");
    assert_true(say(station, 1, "to.a", ""));
    UNTIL(station, a->messages == 1 && b->messages == 2); /* b hears itself */
    assert_string_equal(a->subject, "to.a");
    assert_string_equal(a->last, "");
    assert_int_equal(a->downs + b->downs, 0);
}

static void order_is_kept_over_all_subjects(void **state)
{
    Station *station = two_ends(state);
    enum { MESSAGES = 10000 };
    for (unsigned i = 0; i < 7; i++)
        hear(station, 1, arena_format(station->kit->arena, "number.%u", i).at);
    for (uint32_t i = 0; i < MESSAGES; i++) {
        while (!send_number(station, 0, i, 200))
            loop_turn(station->loop, 1);
        if (i % 64 == 0)
            loop_turn(station->loop, 0);
    }
    UNTIL(station, station->ends[1].next == MESSAGES);
    assert_int_equal(station->ends[1].messages, MESSAGES);
    assert_int_equal(bus_numbers(station->ends[0].bus).losses, 0);
}

static void a_message_may_be_as_large_as_the_server_allows(void **state)
{
    Station *station = two_ends(state);
    const size_t most = bus_most(station->ends[0].bus);
    assert_int_equal(most, 1 << 20);
    uint8_t *bytes = arena_take(station->kit->arena, most + 1, 1);
    hear(station, 1, "large");
    assert_false(bus_send(station->ends[0].bus, "large", (Bytes){bytes, most + 1}));
    assert_true(bus_send(station->ends[0].bus, "large", (Bytes){bytes, most}));
    UNTIL(station, station->ends[1].messages == 1);
    assert_int_equal(station->ends[1].largest, most);
}

/* A subject with a line end in it would be an order to the server. */
static void what_is_no_subject_is_refused(void **state)
{
    static const char *const bad[] = {"",     ".",  "a.", ".a", "a..b", "a b",   "a\r", "a\nb",
                                      "a\tb", "a*", "*a", "a>", ">.a",  "a.>.b", "**"};
    Station *station = two_ends(state);
    const Bytes none = {NULL, 0};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        kit_clear(station->kit);
        assert_false(bus_hear(station->ends[0].bus, bad[i], &station->kit->report));
        assert_int_equal(station->kit->messages.count, 1);
        assert_false(bus_send(station->ends[0].bus, bad[i], none));
    }
    assert_true(bus_hear(station->ends[0].bus, "a.*.>", &station->kit->report));
    assert_false(bus_send(station->ends[0].bus, "a.*", none));
    assert_false(bus_send(station->ends[0].bus, "a.>", none));
    char longest[BUS_SUBJECT_MOST + 2];
    memset(longest, 'a', sizeof longest);
    longest[BUS_SUBJECT_MOST + 1] = 0;
    assert_false(bus_send(station->ends[0].bus, longest, none));
    longest[BUS_SUBJECT_MOST] = 0;
    assert_true(bus_send(station->ends[0].bus, longest, none));
}

/* ---- lines that are lost ---- */

static void wait_for_loss(Station *station, unsigned count)
{
    UNTIL(station, station->ends[0].downs == count && station->ends[1].downs == count);
}

static void wait_for_return(Station *station, unsigned count)
{
    UNTIL(station, station->ends[0].ups == count && station->ends[1].ups == count);
}

static void start_again(void)
{
    const double end = nats_seconds() + NATS_WAIT;
    while (!nats_start(&nats))
        assert_true(nats_seconds() < end);
}

static void a_killed_server_that_returns_is_found_again(void **state)
{
    Station *station = two_ends(state);
    hear(station, 1, "news");
    nats_kill(&nats);
    wait_for_loss(station, 1);
    assert_false(say(station, 0, "news", "nobody hears this"));
    assert_true(bus_hear(station->ends[1].bus, "other", &station->kit->report));
    start_again();
    wait_for_return(station, 1);
    assert_true(say(station, 0, "news", "again"));
    assert_true(say(station, 0, "other", "and more"));
    UNTIL(station, station->ends[1].messages == 2);
    assert_string_equal(station->ends[1].last, "and more");
    assert_int_equal(bus_numbers(station->ends[1].bus).losses, 1);
}

/* Numbers go up whatever happens: nothing twice, nothing late. */
static void five_kills_under_load(void **state)
{
    Station *station = two_ends(state);
    End *b = &station->ends[1];
    uint32_t number = 0;
    b->gaps = true;
    hear(station, 1, "number.*");
    for (unsigned round = 1; round <= 5; round++) {
        const unsigned enough = b->messages + 500 * round;
        const double end = nats_seconds() + NATS_WAIT;
        while (b->messages < enough && nats_seconds() < end) {
            for (unsigned i = 0; i < 50; i++)
                send_number(station, 0, number++, 200);
            loop_turn(station->loop, 1);
        }
        assert_true(b->messages >= enough);
        nats_kill(&nats);
        while (!(station->ends[0].downs == round && b->downs == round) &&
               nats_seconds() < end) {
            send_number(station, 0, number++, 200);
            loop_turn(station->loop, 1);
        }
        start_again();
        wait_for_return(station, round);
    }
    const uint32_t last = number++;
    assert_true(send_number(station, 0, last, 200));
    UNTIL(station, b->next == last + 1);
}

/* Nothing of this end may wait for a server that hangs, and then it is lost like one that died.
 */
static void a_server_that_hangs_stops_nobody(void **state)
{
    Station *station = two_ends(state);
    unsigned refused = 0, sent = 0;
    hear(station, 1, "number.*");
    kill(nats.pid, SIGSTOP);
    for (uint32_t i = 0; i < 4000; i++)
        *(send_number(station, 0, i, 1 << 14) ? &sent : &refused) += 1;
    assert_true(refused > 0);
    assert_true((size_t)sent << 14 <= 2 * BUS_SEND_MOST);
    wait_for_loss(station, 1);
    kill(nats.pid, SIGCONT);
    wait_for_return(station, 1);
    station->ends[1].gaps = true;
    assert_true(send_number(station, 0, 4000, 200));
    UNTIL(station, station->ends[1].next == 4001);
}

/* ---- those who do not read ---- */

static void who_does_not_read_loses_messages_and_is_told(void **state)
{
    Station *station = two_ends(state);
    End *b = &station->ends[1];
    Loop *other = loop_new(NULL, NULL, &station->kit->report);
    enum { SIZE = 60000, MESSAGES = 2 * BUS_QUEUE_MOST / SIZE };
    b->bus = (bus_close(b->bus), NULL);
    Loop *loop = station->loop;
    station->loop = other;
    station_open(station, 1, "");
    hear(station, 1, "number.*");
    station->loop = loop;
    b->gaps = true;
    for (uint32_t i = 0; i < MESSAGES; i++)
        UNTIL(station, send_number(station, 0, i, SIZE));
    UNTIL(station, bus_numbers(b->bus).received == MESSAGES + 1); /* and the fence */
    BusNumbers numbers = bus_numbers(b->bus);
    assert_true(numbers.waiting <= BUS_QUEUE_MOST + BUS_MESSAGE_COST);
    assert_true(numbers.waiting > BUS_QUEUE_MOST - 2 * SIZE);
    assert_true(numbers.dropped > 0);
    assert_int_equal(b->messages + b->downs, 0);
    station->loop = other;
    UNTIL(station, b->ups == 1);
    assert_int_equal(b->downs, 1);
    assert_int_equal(b->messages, MESSAGES - numbers.dropped);
    assert_int_equal(b->next, b->messages); /* the first ones, without a gap */
    assert_true(send_number(station, 0, MESSAGES, SIZE));
    UNTIL(station, b->next == MESSAGES + 1);
    assert_int_equal(bus_numbers(b->bus).waiting, 0);
    bus_close(b->bus);
    b->bus = NULL;
    loop_free(other);
    station->loop = loop;
}

/* ---- ends ---- */

static void what_was_sent_before_the_end_arrives(void **state)
{
    Station *station = two_ends(state);
    hear(station, 1, "number.*");
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(send_number(station, 0, i, 1000));
    bus_close(station->ends[0].bus);
    station->ends[0].bus = NULL;
    UNTIL(station, station->ends[1].next == 1000);
}

static void nothing_is_told_after_the_end(void **state)
{
    Station *station = two_ends(state);
    End *b = &station->ends[1];
    hear(station, 1, "number.*");
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(send_number(station, 0, i, 1000));
    while (bus_numbers(b->bus).received < 1001)
        usleep(1000);
    bus_close(b->bus);
    b->bus = NULL;
    for (unsigned i = 0; i < 20; i++)
        loop_turn(station->loop, 1);
    assert_int_equal(b->messages, 0);
}

static void a_handler_may_close_its_bus(void **state)
{
    Station *station = two_ends(state);
    End *b = &station->ends[1];
    hear(station, 1, "number.*");
    for (uint32_t i = 0; i < 100; i++)
        assert_true(send_number(station, 0, i, 1000));
    while (bus_numbers(b->bus).received < 101)
        usleep(1000);
    b->closes = true;
    for (unsigned i = 0; i < 20; i++)
        loop_turn(station->loop, 1);
    assert_null(b->bus);
    assert_int_equal(b->messages, 1);
}

static void a_bus_without_a_server_can_be_closed(void **state)
{
    Station *station = two_ends(state);
    nats_kill(&nats);
    wait_for_loss(station, 1);
    const double begun = nats_seconds();
    bus_close(station->ends[0].bus);
    station->ends[0].bus = NULL;
    assert_true(nats_seconds() - begun < NATS_WAIT);
}

/* ---- addresses and passwords ---- */

/* Exactly one line, and it does not tell the password. */
static void refused(Kit *kit, const char *address, const char *part)
{
    End end = {0};
    Loop *loop = loop_new(NULL, NULL, &kit->report);
    kit_clear(kit);
    assert_null(bus_open(loop, address, &handlers, &end, &kit->report));
    if (kit->messages.count != 1 || !kit_says(kit, part) || kit_says(kit, "s3cret"))
        fail_msg("%s: %zu messages: %s", address, kit->messages.count, kit_message(kit, 0));
    loop_free(loop);
}

static void bad_addresses_are_refused_in_a_line(void **state)
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
        refused(kit, bad[i], "the address of the bus is no nats://");
    refused(kit, "", "begins with nats:// or tls://");
    refused(kit, "http://u:s3cret@h", "begins with nats:// or tls://");
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

static void nobody_there_is_said_in_a_line(void **state)
{
    Kit *kit = *state;
    int descriptor;
    const unsigned port = deaf_port(&descriptor);
    refused(kit, arena_format(kit->arena, "nats://joe:s3cret@127.0.0.1:%u", port).at,
            arena_format(kit->arena, "the bus at 127.0.0.1:%u: nobody answers", port).at);
    /* Somebody is there, but says nothing. */
    assert_int_equal(listen(descriptor, 10), 0);
    refused(kit, arena_format(kit->arena, "nats://joe:s3cret@127.0.0.1:%u", port).at,
            arena_format(kit->arena, "the bus at 127.0.0.1:%u: ", port).at);
    close(descriptor);
}

static void another_address_is_taken_if_the_first_one_is_silent(void **state)
{
    Station *station = two_ends(state);
    int descriptor;
    const unsigned port = deaf_port(&descriptor);
    Kit *kit = station->kit;
    const char *address =
        arena_format(kit->arena, "nats://127.0.0.1:%u,127.0.0.1:%u", port, nats.port).at;
    bus_close(station->ends[0].bus);
    station->ends[0].bus =
        bus_open(station->loop, address, &handlers, &station->ends[0], &kit->report);
    assert_non_null(station->ends[0].bus);
    hear(station, 1, "news");
    assert_true(say(station, 0, "news", "from the second"));
    UNTIL(station, station->ends[1].messages == 1);
    close(descriptor);
}

static void a_password_is_asked_for_and_never_told(void **state)
{
    Station *station = *state;
    Kit *kit = station->kit;
    if (!nats_program()) {
        print_message("skipped: nats-server is not installed\n");
        skip();
    }
    nats_end(&nats);
    nats = (Nats){.settings = {"--user", "joe", "--pass", "s3cret:@x"}};
    assert_true(nats_start(&nats));
    assert_non_null(station_open(station, 0, "joe:s3cret:@x@"));
    hear(station, 0, "news");
    refused(kit, nats_address(&nats, "joe:not-s3cret@", kit->arena).at,
            arena_format(kit->arena,
                         "the bus at 127.0.0.1:%u: user or password is wrong, or missing",
                         nats.port)
                .at);
    refused(kit, nats_address(&nats, "", kit->arena).at, "wrong, or missing");
    refused(kit, arena_format(kit->arena, "tls://joe:s3cret@127.0.0.1:%u", nats.port).at,
            "does not speak TLS");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
#define PLAIN(f) cmocka_unit_test_setup_teardown(f, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        PLAIN(bad_addresses_are_refused_in_a_line),
        PLAIN(nobody_there_is_said_in_a_line),
        TEST(messages_go_both_ways),
        TEST(order_is_kept_over_all_subjects),
        TEST(a_message_may_be_as_large_as_the_server_allows),
        TEST(what_is_no_subject_is_refused),
        TEST(a_killed_server_that_returns_is_found_again),
        TEST(five_kills_under_load),
        TEST(a_server_that_hangs_stops_nobody),
        TEST(who_does_not_read_loses_messages_and_is_told),
        TEST(what_was_sent_before_the_end_arrives),
        TEST(nothing_is_told_after_the_end),
        TEST(a_handler_may_close_its_bus),
        TEST(a_bus_without_a_server_can_be_closed),
        TEST(another_address_is_taken_if_the_first_one_is_silent),
        TEST(a_password_is_asked_for_and_never_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
