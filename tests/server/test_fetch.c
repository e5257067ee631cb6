/* The game file, long packets, and servers that do not keep the order. */
#include "lib/session_kit.h"

/* ---- the game file ---- */

/* Delivers the file from where the client is, as far as `most` bytes; how many have come. */
static uint64_t fetch(Pair *pair, Writer *file, uint64_t max)
{
    Packet packet;
    server_next(pair, &packet);
    while (pair->client.state == CLIENT_CONN_FETCHING && file->size < max) {
        const uint64_t wait =
            server_session_pump(&pair->server, 16384, pair->now, &pair->to_client);
        pair->now += wait;
        while (client_next(pair, &packet) == SERVER_FILE) {
            assert_int_equal(packet.file.offset, file->size);
            write_bytes(file, packet.file.bytes);
        }
        assert_true(pair->client.state != CLIENT_CONN_CLOSED);
    }
    return file->size;
}

static void interrupted_download_resumes(void **state)
{
    Kit *kit = *state;
    Writer file = writer_to(kit->arena);
    for (int part = 0; part < 2; part++) {
        Pair *pair = pair_new(kit);
        greet(pair);
        client_session_fetch(&pair->client, file.size, &pair->to_server);
        fetch(pair, &file, part ? UINT64_MAX : 30000);
        if (part) {
            assert_int_equal(pair->client.state, CLIENT_CONN_GREETED);
            assert_bytes_equal(writer_bytes(&file), pair->game.file);
        }
        pair_free(pair);
    }
}

static void download_has_a_rate_limit_and_an_end(void **state)
{
    Pair *pair = pair_new(*state);
    pair->limits.fetch = 50000;
    pair->limits.fetch_max = 10000;
    pair->server.fetch = budget_of(50000, 10000, pair->now);
    Writer file = writer_to(pair->kit->arena);
    greet(pair);
    client_session_fetch(&pair->client, 0, &pair->to_server);
    fetch(pair, &file, UINT64_MAX);
    assert_in_range(pair->now, 1000 + 1750, 1000 + 1900); /* 90,000 bytes at 50,000 a second */
    /* Not again and again: twice the file and a mebibyte are given to one connection. */
    Packet packet;
    for (unsigned i = 0; i < 12; i++) {
        file.size = 0;
        client_session_fetch(&pair->client, 0, &pair->to_server);
        pair->server.fetch = budget_of(0, 0, pair->now);
        fetch(pair, &file, UINT64_MAX);
        pair->now += 1000;
    }
    client_session_fetch(&pair->client, 0, &pair->to_server);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(packet.answer.code, RESULT_WAIT);
    pair_free(pair);
}

/* --no-fetch may be set while the server runs: who is fetching gets the rest, and nobody else.
 */
static void download_of_replaced_game_completes(void **state)
{
    Pair *pair = pair_new(*state);
    Writer file = writer_to(pair->kit->arena);
    Packet packet;
    greet(pair);
    client_session_fetch(&pair->client, 0, &pair->to_server);
    fetch(pair, &file, 30000);
    pair->game.hello.features &= ~(uint64_t)FEATURE_FETCH;
    fetch(pair, &file, UINT64_MAX);
    assert_bytes_equal(writer_bytes(&file), pair->game.file);
    client_session_fetch(&pair->client, 0, &pair->to_server);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(packet.answer.code, RESULT_INVALID);
    pair_free(pair);
}

/* Whoever sends `room` bytes at once and waits only as long as the pump says comes to the end,
 * also if nobody ever tells that there is room. It stalled once. */
static void pump_called_at_its_deadlines_never_stalls(void **state)
{
    Kit *kit = *state;
    for (size_t room = FRAME_MAX; room < 1 << 20; room *= 5) {
        Pair *pair = pair_new(kit);
        Packet packet;
        uint64_t wait;
        greet(pair);
        client_session_fetch(&pair->client, 0, &pair->to_server);
        server_next(pair, &packet);
        /* The queue is full: it will be called, and looks by itself from time to time. */
        assert_int_equal(server_session_pump(&pair->server, 0, pair->now, &pair->to_client),
                         1000);
        while ((wait = server_session_pump(&pair->server, room, pair->now, &pair->to_client)))
            pair->now += wait;
        assert_false(pair->server.fetching);
        assert_int_equal(pair->server.fetched, pair->game.file.size);
        pair_free(pair);
    }
}

/* A thousand who fetch at once get no more than one server can give besides a game. */
static void all_downloads_share_a_budget(void **state)
{
    enum { SESSIONS = 4, GAME = 2 << 20, SHARE = 1 << 20 };
    Kit *kit = *state;
    ServedGame game = net_served(GAME, kit);
    game.fetches = budget_of(SHARE, 100000, 1000);
    ServerSession sessions[SESSIONS];
    uint64_t now = 1000;
    size_t sent = 0;
    for (unsigned i = 0; i < SESSIONS; i++) {
        server_session_start(&sessions[i], &game, &session_limits, now);
        sessions[i].state = SERVER_CONN_GREETED;
        Packet packet;
        Writer out = writer_to(kit->arena);
        const PacketFetch fetch = {game.hello.unique, 0};
        Bytes bytes = net_packet(FROM_CLIENT, CLIENT_FETCH, &fetch, kit->arena);
        server_session_step(&sessions[i], &bytes, now, 0, &packet, &out, kit->arena);
    }
    for (; now < 2000; now += 10)
        for (unsigned i = 0; i < SESSIONS; i++) {
            Writer out = writer_to(kit->arena);
            assert_in_range(server_session_pump(&sessions[i], 65536, now, &out), 1, 10);
            sent += out.size;
        }
    assert_in_range(sent, SHARE, SHARE + 100000 + 10000);
}

/* It went on with the first while the client waited for nothing any more. */
static void rejected_download_ends_the_previous_one(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    client_session_fetch(&pair->client, 0, &pair->to_server);
    const PacketFetch bad = {pair->game.hello.unique, UINT64_MAX};
    packet_write(FROM_CLIENT, CLIENT_FETCH, &bad, &pair->to_server);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(server_session_pump(&pair->server, 65536, pair->now, &pair->to_client), 0);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(pair->client.state, CLIENT_CONN_GREETED);
    pair_free(pair);
}

/* The file of one who had said BYE went on. */
static void nothing_is_sent_after_the_end(void **state)
{
    Pair *pair = pair_new(*state);
    greet(pair);
    client_session_fetch(&pair->client, 0, &pair->to_server);
    client_session_close(&pair->client, REASON_LEFT, &pair->to_server);
    assert_int_equal(closed_by(pair, (Bytes){NULL, 0}), REASON_LEFT);
    const size_t before = pair->to_client.size;
    assert_int_equal(server_session_pump(&pair->server, 65536, pair->now, &pair->to_client), 0);
    server_session_answer(&pair->server, CLIENT_LOGIN, RESULT_OK, TEXT(""), &pair->to_client);
    server_session_welcome(&pair->server, &(PacketWelcome){1, 5, 77, 30}, &pair->to_client);
    server_session_close(&pair->server, REASON_STOPPED, TEXT(""), &pair->to_client);
    assert_false(server_session_time(&pair->server, UINT32_MAX, &pair->to_client));
    assert_int_equal(pair->to_client.size, before);
    pair_free(pair);
}

static void unknown_game_or_offset_is_not_served(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    pair->client.hello.unique++;
    client_session_fetch(&pair->client, 0, &pair->to_server);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(packet.answer.code, RESULT_GAME);
    assert_int_equal(pair->client.state, CLIENT_CONN_GREETED);
    pair->client.hello.unique--;
    pair->client.hello.size++;
    client_session_fetch(&pair->client, pair->game.file.size, &pair->to_server);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(packet.answer.code, RESULT_INVALID);
    pair_free(pair);
}

static void file_chunks_with_gaps_are_rejected(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    client_session_fetch(&pair->client, 0, &pair->to_server);
    const PacketFile file = {5, BYTES(1, 2, 3)};
    packet_write(FROM_SERVER, SERVER_FILE, &file, &pair->to_client);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(pair->client.reason, REASON_MALFORMED);
    pair_free(pair);
}

/* ---- long packets ---- */

static void long_packet_is_sent_in_pieces_between_others(void **state)
{
    Kit *kit = *state;
    Pair *pair = pair_new(kit);
    Packet packet;
    pair_log_in(pair);
    for (size_t size = FRAME_BODY - 2; size < 1 << 20; size = size * 3 + 1) {
        const Bytes bytes = net_game(size + 64, kit->arena);
        const PacketState sent = {bytes_slice(bytes, 0, size)};
        packet_write(FROM_SERVER, SERVER_STATE, &sent, &pair->to_client);
        assert_int_equal(client_next(pair, &packet), SERVER_STATE);
        assert_bytes_equal(packet.state.bytes, sent.bytes);
    }
    const Bytes piece = BYTES(0x8B, 0, SERVER_STATE, 1), last = BYTES(0x8B, 0, 0x84, 2);
    const PacketChat chat = net_chat(TEXT("between"));
    write_bytes(&pair->to_client, piece);
    packet_write(FROM_SERVER, SERVER_CHAT, &chat, &pair->to_client);
    write_bytes(&pair->to_client, last);
    assert_int_equal(client_next(pair, &packet), SERVER_CHAT);
    assert_int_equal(client_next(pair, &packet), SERVER_STATE);
    assert_bytes_equal(packet.state.bytes, BYTES(1, 2));
    pair_free(pair);
}

static void pieces_without_a_valid_packet_are_rejected(void **state)
{
    Kit *kit = *state;
    const Bytes cases[] = {
        BYTES(0x6B, 0, SERVER_STATE),                                /* empty */
        BYTES(0x8B, 0, SERVER_CHAT | 0x80, 0),                       /* is never so long */
        BYTES(0x8B, 0, SERVER_PIECE | 0x80, 0),                      /* a piece of a piece */
        BYTES(0x8B, 0, SERVER_STATE | 0x40, 0),                      /* an unknown flag */
        BYTES(0x8B, 0, SERVER_STATE, 0, 0x8B, 0, SERVER_WELCOME, 0), /* two at once */
    };
    for (size_t i = 0; i <= COUNT_OF(cases); i++) {
        Pair *pair = pair_new(kit);
        Packet packet;
        pair_log_in(pair);
        if (i < COUNT_OF(cases))
            write_bytes(&pair->to_client, cases[i]);
        else /* more than a mebibyte */
            for (unsigned j = 0; j < 520; j++) {
                const PacketPiece piece = {SERVER_STATE, net_game(2040, kit->arena)};
                packet_write(FROM_SERVER, SERVER_PIECE, &piece, &pair->to_client);
            }
        assert_int_equal(client_next(pair, &packet), -1);
        assert_int_equal(pair->client.reason, REASON_MALFORMED);
        pair_free(pair);
    }
}

/* ---- a server that does not keep the order ---- */

/* What the client makes of these packets, after it has asked to log in. */
static ReasonCode refuses(Kit *kit, const Bytes *packets, size_t count)
{
    Pair *pair = pair_new(kit);
    Packet packet;
    greet(pair);
    client_session_login(&pair->client, TEXT("Brid"), TEXT("12345678"), TEXT("ga"),
                         &pair->to_server);
    for (size_t i = 0; i < count; i++)
        write_bytes(&pair->to_client, packets[i]);
    while (client_next(pair, &packet) >= 0)
        continue;
    const ReasonCode reason =
        pair->client.state == CLIENT_CONN_CLOSED ? pair->client.reason : REASONS;
    pair_free(pair);
    return reason;
}

static void only_welcome_may_follow_a_login_result(void **state)
{
    Kit *kit = *state;
    const PacketWelcome hello = {1, 5, 77, 30};
    const PacketAnswer yes = {.request = CLIENT_LOGIN}, other = {.request = CLIENT_TRADE},
                       no = {.request = CLIENT_LOGIN, .code = RESULT_WRONG};
    const Bytes welcome = net_packet(FROM_SERVER, SERVER_WELCOME, &hello, kit->arena);
    const Bytes granted = net_packet(FROM_SERVER, SERVER_RESULT, &yes, kit->arena);
    const Bytes refused = net_packet(FROM_SERVER, SERVER_RESULT, &no, kit->arena);
    const Bytes trade = net_packet(FROM_SERVER, SERVER_RESULT, &other, kit->arena);
    const Bytes piece = BYTES(0x8B, 0, SERVER_STATE, 1);
    const struct {
        Bytes packets[3];
        ReasonCode reason;
    } cases[] = {
        {{granted, welcome, trade}, REASONS},
        {{welcome}, REASON_FORBIDDEN},
        {{granted, granted}, REASON_FORBIDDEN},
        {{granted, refused}, REASON_FORBIDDEN},
        {{granted, trade}, REASON_FORBIDDEN},
        {{granted, piece}, REASON_FORBIDDEN},
        {{granted, welcome, welcome}, REASONS}, /* it goes on in another world */
        {{granted, welcome, granted}, REASON_FORBIDDEN},
        {{refused, welcome}, REASON_FORBIDDEN},
        {{trade}, REASON_FORBIDDEN},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(refuses(kit, cases[i].packets, 3), cases[i].reason);
}

/* client_session_fetch could not be called for it. */
static void a_game_too_small_for_a_header_is_rejected(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    pair->game.hello.size = 0;
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(pair->client.reason, REASON_MALFORMED);
    pair_free(pair);
}

static void unexpected_pong_is_ignored(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    pair_log_in(pair);
    const PacketPong pong = {5, 99999};
    packet_write(FROM_SERVER, SERVER_PONG, &pong, &pair->to_client);
    assert_int_equal(client_next(pair, &packet), -1);
    pair->now = 20000;
    client_session_time(&pair->client, pair->now, &pair->to_server);
    packet_write(FROM_SERVER, SERVER_PONG, &pong, &pair->to_client);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_PONG);
    pair_free(pair);
}

static void a_long_explanation_is_cut_between_characters(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    char words[301] = "";
    for (size_t i = 0; i < 300; i += 3)
        memcpy(words + i, "\xE5\xA7\x94", 4);
    greet(pair);
    client_session_register(&pair->client, TEXT("Brid"), TEXT("12345678"), TEXT("ga"),
                            &pair->to_server);
    assert_int_equal(server_next(pair, &packet), CLIENT_REGISTER);
    server_session_answer(&pair->server, CLIENT_REGISTER, RESULT_NAME, text_of(words),
                          &pair->to_client);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(packet.answer.text_size, 198);
    server_session_close(&pair->server, REASON_STOPPED, text_of(words), &pair->to_client);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(strlen(pair->client.text), 198);
    pair_free(pair);
}

static void a_client_that_leaves_is_not_answered(void **state)
{
    Pair *pair = pair_new(*state);
    pair_log_in(pair);
    const size_t before = pair->to_client.size;
    client_session_close(&pair->client, REASON_LEFT, &pair->to_server);
    assert_int_equal(closed_by(pair, (Bytes){NULL, 0}), REASON_LEFT);
    assert_int_equal(pair->to_client.size, before);
    pair_free(pair);
}

static void server_reports_reason_of_disconnect(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    pair_log_in(pair);
    server_session_close(&pair->server, REASON_STOPPED, TEXT("back at noon"), &pair->to_client);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_string_equal(reason_words(pair->client.reason), "the server is shutting down");
    assert_string_equal(pair->client.text, "back at noon");
    pair_free(pair);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(interrupted_download_resumes),
        TEST(download_has_a_rate_limit_and_an_end),
        TEST(download_of_replaced_game_completes),
        TEST(pump_called_at_its_deadlines_never_stalls),
        TEST(all_downloads_share_a_budget),
        TEST(rejected_download_ends_the_previous_one),
        TEST(nothing_is_sent_after_the_end),
        TEST(unknown_game_or_offset_is_not_served),
        TEST(file_chunks_with_gaps_are_rejected),
        TEST(long_packet_is_sent_in_pieces_between_others),
        TEST(pieces_without_a_valid_packet_are_rejected),
        TEST(only_welcome_may_follow_a_login_result),
        TEST(a_game_too_small_for_a_header_is_rejected),
        TEST(unexpected_pong_is_ignored),
        TEST(a_long_explanation_is_cut_between_characters),
        TEST(a_client_that_leaves_is_not_answered),
        TEST(server_reports_reason_of_disconnect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
