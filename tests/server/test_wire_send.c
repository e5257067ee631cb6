/* What is sent arrives: before a goodbye, or with what follows. */
#include "lib/wire_kit.h"

static void bytes_sent_before_finish_arrive(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    caller_log_in(host, caller);
    Writer last = writer_to(host->kit->arena);
    const PacketState long_one = {net_game(200000, host->kit->arena)};
    packet_write(FROM_SERVER, SERVER_STATE, &long_one, &last);
    server_session_close(&host->connections[0].session, REASON_STOPPED, TEXT("bye"), &last);
    CALLER_SAY(caller, client_session_time(&caller->session, host->now, out)); /* a ping */
    host_guest_send(&host->connections[0], &last);
    HOST_UNTIL(host, caller->gone && host->connections[0].gone);
    assert_int_equal(caller->packets[SERVER_STATE], 1);
    assert_int_equal(caller->session.reason, REASON_STOPPED);
    assert_string_equal(caller->session.text, "bye");
    assert_int_equal(caller->end, WIRE_FINISHED);
    caller_free(caller);
    host_free(host);
}

/* Two packets in one record; or, if nothing follows, before the goodbye. */
static void held_bytes_are_sent_with_next_send(void **state)
{
    Host *host = host_new(*state, 1000);
    Caller *caller = caller_new(host, "127.0.0.1", NULL);
    caller_log_in(host, caller);
    Connection *connection = &host->connections[0];
    const PacketChat chat = {.channel = CHANNEL_MAP, .text_size = 2, .text = (ascii *)"hi"};
    Writer words = writer_to(host->kit->arena), body = writer_to(host->kit->arena);
    Writer last = writer_to(host->kit->arena);
    packet_write(FROM_SERVER, SERVER_CHAT, &chat, &words);
    packet_write(FROM_SERVER, SERVER_STATE, &(PacketState){{(const uint8_t *)"x", 1}}, &body);
    wire_delay(connection->wire, writer_bytes(&words));
    assert_int_equal(wire_waiting(connection->wire), words.size);
    for (unsigned i = 0; i < 5; i++)
        host_turn(host, 0);
    assert_int_equal(caller->packets[SERVER_CHAT], 0);
    host_guest_send(connection, &body);
    assert_int_equal(wire_waiting(connection->wire), 0);
    HOST_UNTIL(host, caller->packets[SERVER_STATE] == 1);
    assert_int_equal(caller->packets[SERVER_CHAT], 1);
    wire_delay(connection->wire, writer_bytes(&words));
    server_session_close(&connection->session, REASON_STOPPED, TEXT("bye"), &last);
    wire_delay(connection->wire, writer_bytes(&last));
    wire_finish(connection->wire);
    HOST_UNTIL(host, caller->gone && connection->gone);
    assert_int_equal(caller->packets[SERVER_CHAT], 2);
    assert_string_equal(caller->session.text, "bye");
    caller_free(caller);
    host_free(host);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(bytes_sent_before_finish_arrive),
        TEST(held_bytes_are_sent_with_next_send),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
