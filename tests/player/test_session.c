/* Who may say what, when, and how often: both sides' state machines. */
#include "lib/session_kit.h"

#include "server/protocol/input_packet.h"

#include <stdio.h>

static void client_can_log_in_and_play(void **state)
{
    Kit *kit = *state;
    for (size_t step = 1; step < 3000; step *= 7) {
        Pair *pair = pair_new(kit);
        Packet packet;
        pair->step = step;
        pair_log_in(pair);
        const PacketInput input = packet_of_input(&(WorldInput){.direction = 2}, 1);
        packet_write(FROM_CLIENT, CLIENT_INPUT, &input, &pair->to_server);
        assert_int_equal(server_next(pair, &packet), CLIENT_INPUT);
        assert_int_equal(packet.input.direction, 2);
        pair_free(pair);
    }
}

static void registration_precedes_login(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    assert_true(client_session_register(&pair->client, TEXT("Brid"), TEXT("12345678"),
                                        TEXT("ga"), &pair->to_server));
    assert_int_equal(server_next(pair, &packet), CLIENT_REGISTER);
    server_session_answer(&pair->server, CLIENT_REGISTER, RESULT_TAKEN, TEXT("by Brid"),
                          &pair->to_client);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_string_equal(result_words(packet.answer.code), "this name is already in use");
    assert_memory_equal(packet.answer.text, "by Brid", 7);
    assert_int_equal(pair->client.state, CLIENT_CONN_GREETED);
    assert_int_equal(pair->server.state, SERVER_CONN_GREETED);
    pair_free(pair);
}

static void invalid_name_is_reported_immediately(void **state)
{
    Pair *pair = pair_new(*state);
    greet(pair);
    assert_false(client_session_login(&pair->client, TEXT("a\nb"), TEXT("12345678"), TEXT("ga"),
                                      &pair->to_server));
    assert_false(client_session_login(&pair->client, TEXT("ab"), TEXT("12345678"), TEXT("gae"),
                                      &pair->to_server));
    assert_false(client_session_login(&pair->client, TEXT("ab"), TEXT("12345678"), TEXT("GA"),
                                      &pair->to_server));
    assert_int_equal(pair->client.state, CLIENT_CONN_GREETED);
    pair_free(pair);
}

static void longest_name_and_password_are_sent(void **state)
{
    enum { NAME_MAX_BYTES = 96, PASSWORD_MAX_BYTES = 128 };
    char text[PASSWORD_MAX_BYTES + 1];
    memset(text, 'a', sizeof text);
    for (unsigned more = 0; more < 4; more++) {
        Pair *pair = pair_new(*state);
        greet(pair);
        const Text name = {text, NAME_MAX_BYTES + more % 2};
        const Text password = {text, PASSWORD_MAX_BYTES + more / 2};
        assert_int_equal(
            client_session_login(&pair->client, name, password, TEXT("ga"), &pair->to_server),
            !more);
        pair_free(pair);
    }
}

static void other_protocol_gets_no_answer(void **state)
{
    Kit *kit = *state;
    const struct {
        Bytes bytes;
        ReasonCode reason;
        bool answered;
    } cases[] = {
        {BYTES(0, 1, 0, 0, 'T', 'N', 'G', 'X'), REASON_MAGIC, false},
        {BYTES(0, 1, 0, 0, 'T', 'N', 'G', 'P'), REASON_VERSION, true},
        {BYTES('G', 'E', 'T', ' ', '/', ' ', 'H', 'T', 'T', 'P', '/', '1', '.', '1', '\r',
               '\n'),
         REASONS, false}, /* type 7, but a length of 554: it waits until the time is over */
        {BYTES(0x20, 1, 1, 0, 'T', 'N', 'G', 'P', 0), REASON_MALFORMED, false},
        {BYTES(0, 0), REASON_MALFORMED, false},
        {BYTES(0x48, 0), REASON_FORBIDDEN, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Pair *pair = pair_new(kit);
        pair->server_at = pair->to_server.size; /* the right hello is not delivered */
        if (cases[i].reason == REASONS) {
            Packet packet;
            write_bytes(&pair->to_server, cases[i].bytes);
            assert_int_equal(server_next(pair, &packet), -1);
            assert_false(
                server_session_time(&pair->server, pair->now + 5000, &pair->to_client));
            assert_int_equal(pair->server.reason, REASON_HALF_OPEN);
        } else {
            assert_int_equal(closed_by(pair, cases[i].bytes), cases[i].reason);
        }
        assert_int_equal(pair->to_client.size != 0, cases[i].answered);
        pair_free(pair);
    }
}

static void a_client_leaves_a_server_of_another_version(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    pair->game.hello.version = 0;
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(pair->client.state, CLIENT_CONN_CLOSED);
    assert_int_equal(pair->client.reason, REASON_VERSION);
    pair_free(pair);
}

/* Every packet in every state in which it is not allowed. */
static void packets_out_of_order_end_the_connection(void **state)
{
    Kit *kit = *state;
    for (unsigned type = 0; type < FRAME_TYPES; type++) {
        const PacketKind *kind = packet_kind(FROM_CLIENT, type);
        for (uint32_t at = SERVER_CONN_WAITING; at <= SERVER_CONN_PLAYING; at <<= 1) {
            if (!kind || kind->states & at)
                continue;
            Pair *pair = pair_new(kit);
            pair->server_at = pair->to_server.size;
            pair->server.state = at;
            Writer out = writer_to(kit->arena);
            write_u16(&out, frame_header(type, 0));
            assert_int_equal(closed_by(pair, writer_bytes(&out)), REASON_FORBIDDEN);
            pair_free(pair);
        }
    }
}

/* A server may be hostile, too. */
static void malformed_packet_of_a_server_ends_the_connection(void **state)
{
    Kit *kit = *state;
    Packet packet;
    for (unsigned type = SERVER_HELLO; type <= SERVER_RESULT; type += SERVER_RESULT) {
        Pair *pair = pair_new(kit);
        if (type == SERVER_RESULT)
            greet(pair);
        write_u16(&pair->to_client, frame_header(type, 0)); /* without its body */
        assert_int_equal(client_next(pair, &packet), -1);
        assert_int_equal(pair->client.state, CLIENT_CONN_CLOSED);
        assert_int_equal(pair->client.reason,
                         type == SERVER_HELLO ? REASON_MAGIC : REASON_MALFORMED);
        pair_free(pair);
    }
}

static void game_file_has_a_maximum_size(void **state)
{
    for (unsigned less = 0; less < 2; less++) {
        Pair *pair = pair_new(*state);
        greet(pair);
        ClientLimits limits = *pair->client.limits;
        limits.file_max = pair->client.hello.size - less;
        pair->client.limits = &limits;
        client_session_fetch(&pair->client, 0, &pair->to_server);
        assert_int_equal(pair->client.state, less ? CLIENT_CONN_CLOSED : CLIENT_CONN_FETCHING);
        pair_free(pair);
    }
}

/* A rate of 0 is none: a limit that is lost is not noticed by players. */
static void default_limits_are_set(void **state)
{
    (void)state;
    assert_in_range(session_limits.packets, 1, session_limits.packets_max);
    assert_in_range(session_limits.bytes, 1, session_limits.bytes_max);
    assert_in_range(session_limits.fetch, session_limits.fetch_min, 64 << 20);
    assert_in_range(session_limits.fetch_max, session_limits.fetch_min, session_limits.fetch);
    assert_in_range(session_limits.attempts, 1, 10);
}

static void timeout_ends_the_connection(void **state)
{
    Kit *kit = *state;
    Pair *pair = pair_new(kit);
    assert_int_equal(server_session_due(&pair->server), 6000);
    assert_true(server_session_time(&pair->server, 5999, &pair->to_client));
    assert_false(server_session_time(&pair->server, 6000, &pair->to_client));
    pair_free(pair);

    pair = pair_new(kit); /* a server that does not answer */
    const uint64_t due = client_session_due(&pair->client);
    assert_true(client_session_time(&pair->client, due - 1, &pair->to_server));
    assert_false(client_session_time(&pair->client, due, &pair->to_server));
    assert_int_equal(pair->client.reason, REASON_HALF_OPEN);
    pair_free(pair);

    /* Pings keep it awake, but not for ever without a login. */
    pair = pair_new(kit);
    Packet packet;
    greet(pair);
    for (; pair->now < 61000; pair->now += 10000) {
        assert_true(server_session_time(&pair->server, pair->now, &pair->to_client));
        assert_true(client_session_time(&pair->client, pair->now, &pair->to_server));
        server_next(pair, &packet);
        client_next(pair, &packet);
    }
    assert_false(server_session_time(&pair->server, 61000, &pair->to_client));
    assert_int_equal(pair->server.reason, REASON_LOGIN);
    client_next(pair, &packet);
    assert_int_equal(pair->client.reason, REASON_LOGIN);
    pair_free(pair);
}

/* It may be asked for again and again at no cost: that gives no time. */
static void repeated_download_of_the_last_byte_does_not_prevent_timeout(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    for (; pair->now < 61000; pair->now += 5000) {
        const PacketFetch last = {pair->game.hello.unique, pair->game.file.size - 1};
        packet_write(FROM_CLIENT, CLIENT_FETCH, &last, &pair->to_server);
        assert_int_equal(server_next(pair, &packet), -1);
        assert_int_equal(server_session_pump(&pair->server, 16384, pair->now, &pair->to_client),
                         0);
        assert_true(server_session_time(&pair->server, pair->now, &pair->to_client));
    }
    assert_int_equal(server_session_due(&pair->server), 61000);
    pair_free(pair);
}

/* 100,000 bytes in no time would once give 12 s more: now only what it took. */
static void slow_download_extends_login_time(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    client_session_fetch(&pair->client, 0, &pair->to_server);
    server_next(pair, &packet);
    while (pair->server.fetching) {
        server_session_pump(&pair->server, FRAME_MAX, pair->now, &pair->to_client);
        pair->now += 200;
        while (client_next(pair, &packet) == SERVER_FILE)
            continue;
    }
    assert_in_range(pair->now, 10000, 12000);
    pair->server.heard = pair->now;
    assert_int_equal(server_session_due(&pair->server), 30000 + pair->now);
    pair->server.heard = UINT32_MAX;
    assert_in_range(server_session_due(&pair->server), 61000 + 9000, 61000 + 11000);
    pair_free(pair);
}

static void silent_connection_is_pinged_then_closed(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    pair_log_in(pair);
    assert_int_equal(server_session_due(&pair->server), 31000);
    const size_t before = pair->to_client.size;
    assert_true(server_session_time(&pair->server, 31000, &pair->to_client));
    assert_int_equal(pair->to_client.size, before + 6);
    assert_int_equal(server_session_due(&pair->server), 91000); /* no second ping */
    pair->now = 31040;
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(server_next(pair, &packet), -1); /* PONG */
    assert_int_equal(pair->server.latency, 40);
    assert_int_equal(server_session_due(&pair->server), 61000);
    assert_true(server_session_time(&pair->server, 61040, &pair->to_client));
    assert_false(server_session_time(&pair->server, 121040, &pair->to_client));
    assert_int_equal(pair->server.reason, REASON_IDLE);
    pair_free(pair);
}

/* The latency of somebody who played all the time was never known. */
static void active_player_is_pinged(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    pair_log_in(pair);
    pair->server.heard = 30900; /* an input */
    assert_int_equal(server_session_due(&pair->server), 31000);
    assert_true(server_session_time(&pair->server, 31000, &pair->to_client));
    pair->now = 31025;
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(server_next(pair, &packet), -1); /* PONG */
    assert_int_equal(pair->server.latency, 25);
    pair_free(pair);
}

/* On a busy server, input and timers often have the same time. */
static void latency_is_measured_if_input_arrives_with_the_ping(void **state)
{
    static const uint32_t delays[] = {25, 1, 0};
    for (size_t i = 0; i < COUNT_OF(delays); i++) {
        Pair *pair = pair_new(*state);
        Packet packet;
        pair_log_in(pair);
        pair->server.heard = 31000;
        pair->server.latency = 77;
        assert_true(server_session_time(&pair->server, 31000, &pair->to_client));
        pair->now = 31000 + delays[i];
        assert_int_equal(client_next(pair, &packet), -1);
        assert_int_equal(server_next(pair, &packet), -1); /* PONG */
        assert_in_range(pair->server.latency, delays[i] ? delays[i] - 1 : 0, delays[i]);
        pair_free(pair);
    }
}

static void a_client_measures_its_latency_and_gives_up_a_dead_server(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    pair_log_in(pair);
    pair->now = 20000;
    assert_true(client_session_time(&pair->client, pair->now, &pair->to_server));
    assert_int_equal(server_next(pair, &packet), -1);
    pair->now += 55;
    assert_int_equal(client_next(pair, &packet), SERVER_PONG);
    assert_int_equal(packet.pong.tick, 77);
    assert_int_equal(pair->client.latency, 55);
    assert_true(client_session_time(&pair->client, 30000, &pair->to_server));
    assert_int_equal(client_session_due(&pair->client), 20055 + 45000);
    assert_false(client_session_time(&pair->client, 20055 + 45000, &pair->to_server));
    assert_int_equal(pair->client.reason, REASON_IDLE);
    pair_free(pair);
}

static void flood_ends_the_connection_and_normal_play_does_not(void **state)
{
    Kit *kit = *state;
    Pair *pair = pair_new(kit);
    Packet packet;
    pair_log_in(pair);
    const PacketInput input = packet_of_input(&(WorldInput){.go = 1, .target_x = 9}, 1);
    for (unsigned i = 0; i < 3000; i++) { /* 100 s of an input in each tick */
        packet_write(FROM_CLIENT, CLIENT_INPUT, &input, &pair->to_server);
        pair->now += 33;
        assert_int_equal(server_next(pair, &packet), CLIENT_INPUT);
    }
    unsigned taken = 0;
    for (; taken < 1000 && pair->server.state == SERVER_CONN_PLAYING; taken++) {
        packet_write(FROM_CLIENT, CLIENT_INPUT, &input, &pair->to_server);
        server_next(pair, &packet);
    }
    assert_int_equal(pair->server.reason, REASON_FLOOD);
    assert_in_range(taken, 170, 185);
    pair_free(pair);
}

static void large_packets_are_counted_by_their_bytes(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    pair_log_in(pair);
    PacketTradeAct trade = {.act = TRADE_ITEMS, .item_count = 64};
    trade.items = arena_alloc(pair->kit->arena, 64, sizeof *trade.items);
    for (unsigned i = 0; i < trade.item_count; i++)
        trade.items[i] = (PacketItem){i, 1};
    unsigned taken = 0;
    for (; taken < 1000 && pair->server.state == SERVER_CONN_PLAYING; taken++) {
        packet_write(FROM_CLIENT, CLIENT_TRADE, &trade, &pair->to_server);
        server_next(pair, &packet);
    }
    assert_int_equal(pair->server.reason, REASON_FLOOD);
    assert_in_range(taken, 75, 90); /* 32 KiB */
    pair_free(pair);
}

static void login_attempts_are_limited(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    for (unsigned i = 0; i < 5; i++) {
        client_session_login(&pair->client, TEXT("Brid"), TEXT("12345678"), TEXT("ga"),
                             &pair->to_server);
        assert_int_equal(server_next(pair, &packet), CLIENT_LOGIN);
        server_session_answer(&pair->server, CLIENT_LOGIN, RESULT_WRONG, TEXT(""),
                              &pair->to_client);
        assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    }
    client_session_login(&pair->client, TEXT("Brid"), TEXT("12345678"), TEXT("ga"),
                         &pair->to_server);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(pair->server.reason, REASON_ATTEMPTS);
    pair_free(pair);
}

/* A second LOGIN while the first password is still being checked would cost twice. */
static void login_attempts_are_processed_one_at_a_time(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    client_session_login(&pair->client, TEXT("Brid"), TEXT("12345678"), TEXT("ga"),
                         &pair->to_server);
    assert_int_equal(server_next(pair, &packet), CLIENT_LOGIN);
    const PacketAccount again = {NET_TEXT("Brid"), NET_TEXT("12345678"), "ga"};
    assert_int_equal(
        closed_by(pair, net_packet(FROM_CLIENT, CLIENT_LOGIN, &again, pair->kit->arena)),
        REASON_FORBIDDEN);
    pair_free(pair);
}

/* ---- what fuzz_packet begins with: conversations by our own writers ---- */

/* Five bytes say whom it speaks to, and how. */
static void keep(const char *folder, const char *name, uint8_t whom, Bytes bytes)
{
    for (uint8_t seed = 0; seed < 6; seed++) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s-%u", folder, name, seed);
        FILE *file = fopen(path, "wb");
        if (!file)
            exit(1);
        fwrite((const uint8_t[]){whom, (uint8_t)(seed * 41), seed, 77, seed}, 1, 5, file);
        fwrite(bytes.data, 1, bytes.size, file);
        fclose(file);
    }
}

#define SAY(out, from, type, ...)                                                              \
    packet_write(FROM_##from, from##_##type, &(__VA_ARGS__), (out))

static void write_client(const char *folder, Kit *kit)
{
    const PacketAccount account = {NET_TEXT("Brid"), NET_TEXT("12345678"), "ga"};
    const ServedGame game = net_served(200, kit);
    ClientSession client;
    Writer out = writer_to(kit->arena), play = writer_to(kit->arena);
    client_session_start(&client, &client_limits, 0, kit->arena, &out);
    SAY(&out, CLIENT, FETCH, (PacketFetch){game.hello.unique, 0});
    SAY(&out, CLIENT, PING, (PacketPing){5});
    keep(folder, "fetch", 0, writer_bytes(&out));
    const size_t fetched = out.size;
    SAY(&out, CLIENT, BYE, (PacketBye){.reason = REASON_LEFT});
    keep(folder, "leave", 0, writer_bytes(&out));
    out.size = fetched;
    SAY(&out, CLIENT, FETCH, (PacketFetch){game.hello.unique, UINT64_MAX});
    SAY(&out, CLIENT, FETCH, (PacketFetch){game.hello.unique, 19999});
    packet_write(FROM_CLIENT, CLIENT_REGISTER, &account, &out);
    packet_write(FROM_CLIENT, CLIENT_LOGIN, &account, &out);
    keep(folder, "register", 0, writer_bytes(&out));
    const WorldInput input = {.direction = 3, .go = 1, .target_x = -5, .text = "hello"};
    const PacketInput packed = packet_of_input(&input, 1);
    packet_write(FROM_CLIENT, CLIENT_INPUT, &packed, &play);
    SAY(&play, CLIENT, SAY, (PacketSay){CHANNEL_WHISPER, NET_TEXT("Ana"), NET_TEXT("psst")});
    SAY(&play, CLIENT, TRADE, (PacketTradeAct){TRADE_ITEMS, 2, 0, 1, (PacketItem[]){{3, 4}}});
    SAY(&play, CLIENT, PARTY, (PacketPartyAct){PARTY_INVITE, 2});
    SAY(&play, CLIENT, PONG, (PacketPing){31000});
    SAY(&play, CLIENT, BYE, (PacketBye){.reason = REASON_LEFT});
    keep(folder, "play", 1, writer_bytes(&play));
    out.size = 0;
    client_session_start(&client, &client_limits, 0, kit->arena, &out);
    packet_write(FROM_CLIENT, CLIENT_LOGIN, &account, &out);
    write_bytes(&out, writer_bytes(&play));
    keep(folder, "login", 0, writer_bytes(&out));
}

static void write_server(const char *folder, Kit *kit)
{
    const ServedGame game = net_served(200, kit);
    const PacketChat chat = net_chat(TEXT("hello"));
    Writer out = writer_to(kit->arena);
    packet_write(FROM_SERVER, SERVER_HELLO, &game.hello, &out);
    keep(folder, "greeted", 2, writer_bytes(&out));
    const size_t greeted = out.size;
    SAY(&out, SERVER, FILE, (PacketFile){100, bytes_slice(game.file, 100, 100)});
    keep(folder, "file", 2, writer_bytes(&out));
    out.size = greeted;
    SAY(&out, SERVER, WELCOME, (PacketWelcome){1, 2, 3, 30});
    keep(folder, "too_early", 2, writer_bytes(&out));
    out.size = greeted;
    SAY(&out, SERVER, RESULT, (PacketAnswer){.request = CLIENT_LOGIN});
    SAY(&out, SERVER, WELCOME, (PacketWelcome){1, 2, 3, 30});
    SAY(&out, SERVER, STATE, (PacketState){BYTES(1, 2, 3)});
    SAY(&out, SERVER, STATE, (PacketState){net_game(5000, kit->arena)});
    packet_write(FROM_SERVER, SERVER_CHAT, &chat, &out);
    SAY(&out, SERVER, TRADE, (PacketTrade){TRADE_ITEMS, 2, 1, 1, (PacketItem[]){{3, 4}}});
    SAY(&out, SERVER, PARTY, (PacketParty){PARTY_MEMBERS, 1, 2, (uint32_t[]){1, 2}});
    SAY(&out, SERVER, PING, (PacketPing){9});
    SAY(&out, SERVER, PONG, (PacketPong){1000, 9});
    SAY(&out, SERVER, RESULT, (PacketAnswer){CLIENT_TRADE, RESULT_FAR, NET_TEXT("there")});
    SAY(&out, SERVER, BYE, (PacketBye){REASON_STOPPED, NET_TEXT("at noon")});
    keep(folder, "welcome", 2, writer_bytes(&out));
}

/* test_session --corpus FOLDER writes that. */
int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "--corpus") == 0) {
        Kit *kit = kit_new();
        write_client(words[2], kit);
        write_server(words[2], kit);
        kit_free(kit);
        return 0;
    }
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(client_can_log_in_and_play),
        TEST(registration_precedes_login),
        TEST(invalid_name_is_reported_immediately),
        TEST(longest_name_and_password_are_sent),
        TEST(other_protocol_gets_no_answer),
        TEST(a_client_leaves_a_server_of_another_version),
        TEST(packets_out_of_order_end_the_connection),
        TEST(malformed_packet_of_a_server_ends_the_connection),
        TEST(game_file_has_a_maximum_size),
        TEST(default_limits_are_set),
        TEST(timeout_ends_the_connection),
        TEST(repeated_download_of_the_last_byte_does_not_prevent_timeout),
        TEST(slow_download_extends_login_time),
        TEST(silent_connection_is_pinged_then_closed),
        TEST(active_player_is_pinged),
        TEST(latency_is_measured_if_input_arrives_with_the_ping),
        TEST(a_client_measures_its_latency_and_gives_up_a_dead_server),
        TEST(flood_ends_the_connection_and_normal_play_does_not),
        TEST(large_packets_are_counted_by_their_bytes),
        TEST(login_attempts_are_limited),
        TEST(login_attempts_are_processed_one_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
