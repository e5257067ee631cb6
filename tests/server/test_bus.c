/* The bus between servers, with a real nats-server on loopback. */
#include "lib/bus_kit.h"

static void messages_are_sent_in_both_directions(void **state)
{
    Station *station = two_ends(state);
    End *a = &station->ends[0], *b = &station->ends[1];
    hear(station, 0, "to.a");
    hear(station, 1, "to.*");
    hear(station, 1, "to.*");
    assert_true(bus_say(station, 0, "to.b", "hello b"));
    UNTIL(station, b->messages == 1);
    assert_string_equal(b->subject, "to.b");
    assert_string_equal(b->last, "hello b");
    assert_true(bus_say(station, 1, "to.a", ""));
    UNTIL(station, a->messages == 1 && b->messages == 2); /* b hears itself */
    assert_string_equal(a->subject, "to.a");
    assert_string_equal(a->last, "");
    assert_int_equal(a->downs + b->downs, 0);
}

static void order_is_preserved_across_subjects(void **state)
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
    assert_int_equal(bus_stats(station->ends[0].bus).losses, 0);
}

static void message_may_have_the_maximum_size_of_the_server(void **state)
{
    Station *station = two_ends(state);
    const size_t max = bus_max(station->ends[0].bus);
    assert_int_equal(max, 1 << 20);
    uint8_t *bytes = arena_alloc(station->kit->arena, max + 1, 1);
    hear(station, 1, "large");
    assert_false(bus_send(station->ends[0].bus, "large", (Bytes){bytes, max + 1}));
    assert_true(bus_send(station->ends[0].bus, "large", (Bytes){bytes, max}));
    UNTIL(station, station->ends[1].messages == 1);
    assert_int_equal(station->ends[1].largest, max);
}

/* A subject with a line end in it would be an order to the server. */
static void invalid_subject_is_rejected(void **state)
{
    static const char *const bad[] = {"",     ".",  "a.", ".a", "a..b", "a b",   "a\r", "a\nb",
                                      "a\tb", "a*", "*a", "a>", ">.a",  "a.>.b", "**"};
    Station *station = two_ends(state);
    const Bytes none = {NULL, 0};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        kit_clear(station->kit);
        assert_false(bus_receive(station->ends[0].bus, bad[i], &station->kit->report));
        assert_int_equal(station->kit->messages.count, 1);
        assert_false(bus_send(station->ends[0].bus, bad[i], none));
    }
    assert_true(bus_receive(station->ends[0].bus, "a.*.>", &station->kit->report));
    assert_false(bus_send(station->ends[0].bus, "a.*", none));
    assert_false(bus_send(station->ends[0].bus, "a.>", none));
    char longest[BUS_SUBJECT_MAX + 2];
    memset(longest, 'a', sizeof longest);
    longest[BUS_SUBJECT_MAX + 1] = 0;
    assert_false(bus_send(station->ends[0].bus, longest, none));
    longest[BUS_SUBJECT_MAX] = 0;
    assert_true(bus_send(station->ends[0].bus, longest, none));
}

/* ---- lines that are lost ---- */

static void bus_reconnects_to_restarted_server(void **state)
{
    Station *station = two_ends(state);
    hear(station, 1, "news");
    nats_kill(&bus_nats);
    wait_for_loss(station, 1);
    assert_false(bus_say(station, 0, "news", "nobody hears this"));
    assert_true(bus_receive(station->ends[1].bus, "other", &station->kit->report));
    start_again();
    wait_for_return(station, 1);
    assert_true(bus_say(station, 0, "news", "again"));
    assert_true(bus_say(station, 0, "other", "and more"));
    UNTIL(station, station->ends[1].messages == 2);
    assert_string_equal(station->ends[1].last, "and more");
    assert_int_equal(bus_stats(station->ends[1].bus).losses, 1);
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
        nats_kill(&bus_nats);
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
static void suspended_server_does_not_block_others(void **state)
{
    Station *station = two_ends(state);
    unsigned refused = 0, sent = 0;
    hear(station, 1, "number.*");
    kill(bus_nats.pid, SIGSTOP);
    for (uint32_t i = 0; i < 4000; i++)
        *(send_number(station, 0, i, 1 << 14) ? &sent : &refused) += 1;
    assert_true(refused > 0);
    assert_true((size_t)sent << 14 <= 2 * BUS_SEND_MAX);
    wait_for_loss(station, 1);
    kill(bus_nats.pid, SIGCONT);
    wait_for_return(station, 1);
    station->ends[1].gaps = true;
    assert_true(send_number(station, 0, 4000, 200));
    UNTIL(station, station->ends[1].next == 4001);
}

/* ---- those who do not read ---- */

static void slow_receiver_loses_messages_with_notice(void **state)
{
    Station *station = two_ends(state);
    End *b = &station->ends[1];
    Loop *other = loop_new(NULL, NULL, &station->kit->report);
    enum { SIZE = 60000, MESSAGES = 2 * BUS_QUEUE_MAX / SIZE, AHEAD = 300 };
    b->bus = (bus_close(b->bus), NULL);
    Loop *loop = station->loop;
    station->loop = other;
    station_open(station, 1, "");
    hear(station, 1, "number.*");
    station->loop = loop;
    b->gaps = true;
    for (uint32_t i = 0; i < MESSAGES; i++) {
        UNTIL(station, send_number(station, 0, i, SIZE));
        /* On a busy machine, the server would give up this end: at most 64 MiB wait there. */
        UNTIL(station, bus_stats(b->bus).received + AHEAD > i);
    }
    UNTIL(station, bus_stats(b->bus).received == MESSAGES + 1); /* and the fence */
    BusStats numbers = bus_stats(b->bus);
    assert_true(numbers.waiting <= BUS_QUEUE_MAX + BUS_MESSAGE_COST);
    assert_true(numbers.waiting > BUS_QUEUE_MAX - 2 * SIZE);
    assert_true(numbers.dropped > 0);
    assert_int_equal(b->messages + b->downs, 0);
    station->loop = other;
    UNTIL(station, b->ups == 1);
    assert_int_equal(b->downs, 1);
    assert_int_equal(b->messages, MESSAGES - numbers.dropped);
    assert_int_equal(b->next, b->messages); /* the first ones, without a gap */
    assert_true(send_number(station, 0, MESSAGES, SIZE));
    UNTIL(station, b->next == MESSAGES + 1);
    assert_int_equal(bus_stats(b->bus).waiting, 0);
    bus_close(b->bus);
    b->bus = NULL;
    loop_free(other);
    station->loop = loop;
}

/* ---- ends ---- */

static void bytes_sent_before_end_arrive(void **state)
{
    Station *station = two_ends(state);
    hear(station, 1, "number.*");
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(send_number(station, 0, i, 1000));
    bus_close(station->ends[0].bus);
    station->ends[0].bus = NULL;
    UNTIL(station, station->ends[1].next == 1000);
}

static void no_callback_after_close(void **state)
{
    Station *station = two_ends(state);
    End *b = &station->ends[1];
    hear(station, 1, "number.*");
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(send_number(station, 0, i, 1000));
    while (bus_stats(b->bus).received < 1001)
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
    while (bus_stats(b->bus).received < 101)
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
    nats_kill(&bus_nats);
    wait_for_loss(station, 1);
    const double begun = nats_seconds();
    bus_close(station->ends[0].bus);
    station->ends[0].bus = NULL;
    assert_true(nats_seconds() - begun < NATS_WAIT);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, station_set_up, station_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(messages_are_sent_in_both_directions),
        TEST(order_is_preserved_across_subjects),
        TEST(message_may_have_the_maximum_size_of_the_server),
        TEST(invalid_subject_is_rejected),
        TEST(bus_reconnects_to_restarted_server),
        TEST(five_kills_under_load),
        TEST(suspended_server_does_not_block_others),
        TEST(slow_receiver_loses_messages_with_notice),
        TEST(bytes_sent_before_end_arrive),
        TEST(no_callback_after_close),
        TEST(a_handler_may_close_its_bus),
        TEST(a_bus_without_a_server_can_be_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
