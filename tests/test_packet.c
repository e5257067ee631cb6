/* Packets and the two sides' state machines, without a network. */
#include "net_kit.h"

#include "net/input.h"

#include <stdio.h>

/* ---- frames and packets ---- */

static void the_hellos_are_the_bytes_of_the_specification(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    ClientSession client;
    client_session_start(&client, &client_limits, 0, kit->arena, &out);
    assert_bytes_equal(writer_bytes(&out), BYTES(0, 1, 0, 0, 0x54, 0x4e, 0x47, 0x50));
    const ServedGame game = net_served(5000, kit);
    const Bytes hello = net_packet(FROM_SERVER, SERVER_HELLO, &game.hello, kit->arena);
    assert_int_equal(hello.size, 64);
    assert_bytes_equal(bytes_slice(hello, 0, 8), BYTES(0, 8, 0, 0, 'T', 'N', 'G', 'S'));
    assert_bytes_equal(bytes_slice(hello, 8, 8), BYTES(3, 0, 0, 0, 0, 0, 0, 0));
    assert_bytes_equal(bytes_slice(hello, 16, 40), bytes_slice(game.file, 16, 40));
    assert_int_equal(uint_of(hello.data + 56, 8, false), 5000);
}

static void a_file_without_a_header_is_not_served(void **state)
{
    Kit *kit = *state;
    ServedGame game;
    assert_false(served_game(BYTES(1, 2, 3), 0, true, &game, &kit->report));
    assert_true(kit_says(kit, "the game's header needs 64 bytes, the file has 3"));
}

static void frames_are_found_however_the_bytes_are_cut(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (unsigned i = 0; i < 300; i++) {
        const size_t size = i % 7 ? i % 50 : FRAME_BODY - i % 3;
        write_u16(&out, frame_header(i % 32, size));
        for (size_t j = 0; j < size; j++)
            write_u8(&out, (uint8_t)(i + j));
    }
    for (size_t step = 1; step < 5000; step = step * 3 + 1) {
        FramePart part = {0};
        Frame frame;
        unsigned found = 0;
        for (size_t at = 0; at < out.size; at += step) {
            Bytes rest = {out.data + at, step < out.size - at ? step : out.size - at};
            while (frame_next(&part, &rest, &frame) == FRAME_WHOLE) {
                assert_int_equal(frame.type, found % 32);
                assert_int_equal(frame.body.size,
                                 found % 7 ? found % 50 : FRAME_BODY - found % 3);
                for (size_t j = 0; j < frame.body.size; j++)
                    assert_int_equal(frame.body.data[j], (uint8_t)(found + j));
                found++;
            }
        }
        assert_int_equal(found, 300);
    }
}

static void a_length_below_the_header_breaks_the_stream(void **state)
{
    (void)state;
    for (uint8_t i = 0; i < 2; i++) {
        FramePart part = {0};
        Frame frame;
        Bytes rest = BYTES((uint8_t)(i << 5), 0, 1, 2);
        assert_int_equal(frame_next(&part, &rest, &frame), FRAME_BROKEN);
    }
}

static PacketChat chat_of(Text text)
{
    return (PacketChat){CHANNEL_MAP, 7, NET_TEXT("Brid"), (PacketTextSize)text.size,
                        (ascii *)(uintptr_t)text.at};
}

/* The body of a packet, read. */
static bool reads(PacketFrom from, unsigned type, Bytes packet, Kit *kit)
{
    Packet out;
    return packet_read(from, type, bytes_slice(packet, 2, packet.size - 2), &out, kit->arena,
                       &kit->report);
}

static void a_packet_is_read_as_it_was_written(void **state)
{
    Kit *kit = *state;
    const PacketTradeAct trade = {TRADE_ITEMS, 12, 0, 2, (PacketItem[]){{300, 1}, {5, 70000}}};
    const Bytes bytes = net_packet(FROM_CLIENT, CLIENT_TRADE, &trade, kit->arena);
    assert_int_equal(bytes.size, 2 + 1 + 4 + 4 + 1 + 2 * 6);
    Packet out;
    assert_true(packet_read(FROM_CLIENT, CLIENT_TRADE, bytes_slice(bytes, 2, bytes.size - 2),
                            &out, kit->arena, &kit->report));
    assert_int_equal(out.trade_act.with, 12);
    assert_int_equal(out.trade_act.items[1].quantity, 70000);
}

static void bytes_too_few_or_left_over_are_refused(void **state)
{
    Kit *kit = *state;
    const PacketChat chat = chat_of(TEXT("hello"));
    const Bytes bytes = net_packet(FROM_SERVER, SERVER_CHAT, &chat, kit->arena);
    for (size_t size = 2; size < bytes.size; size++) {
        kit_clear(kit);
        assert_false(reads(FROM_SERVER, SERVER_CHAT, bytes_slice(bytes, 0, size), kit));
        assert_int_equal(kit->messages.count, 1);
    }
    assert_true(reads(FROM_SERVER, SERVER_CHAT, bytes, kit));
    Writer more = writer_to(kit->arena);
    write_bytes(&more, bytes);
    write_u8(&more, 0);
    assert_false(reads(FROM_SERVER, SERVER_CHAT, writer_bytes(&more), kit));
    assert_true(kit_says(kit, "CHAT, at byte 16: 1 byte is left over"));
}

static void texts_are_utf_8_without_control_characters(void **state)
{
    Kit *kit = *state;
    static const char *const good[] = {"",
                                       "\xC3\x93is\xC3\xADn",
                                       "\xE5\xA7\x94",
                                       "a b",
                                       "\xE2\x80\x8D", /* a joiner */
                                       "\xEF\xBF\xBD",
                                       "\xF4\x8F\xBF\xBD"};
    static const char *const bad[] = {"\xC3",
                                      "a\nb",
                                      "\x7F",
                                      "\xC2\x85",
                                      "\xE2\x80\xAE"
                                      "abc",
                                      "\xEF\xBB\xBF",
                                      "\xE2\x80\xA8",
                                      "\x1B[2J",
                                      "\xC0\xAF", /* overlong forms of a slash */
                                      "\xE0\x80\xAF",
                                      "\xF0\x80\x80\xAF",
                                      "\xED\xA0\x80",     /* a surrogate */
                                      "\xF4\x90\x80\x80", /* U+110000 */
                                      "\xF5\x80\x80\x80",
                                      "\xD8\x9C",     /* U+061C, Arabic letter mark */
                                      "\xE2\x80\x8B", /* what cannot be seen */
                                      "\xC2\xAD",
                                      "\xE2\x81\xA0",
                                      "\xE2\x81\xAA", /* U+206A, of old Unicode */
                                      "\xE3\x85\xA4",
                                      "\xF3\xA0\x81\xA1", /* a tag */
                                      "\xEF\xBF\xBF",     /* no characters */
                                      "\xEF\xB7\x90",
                                      "\xF0\x9F\xBF\xBE"};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        const PacketChat chat = chat_of(text_of(good[i]));
        assert_true(reads(FROM_SERVER, SERVER_CHAT,
                          net_packet(FROM_SERVER, SERVER_CHAT, &chat, kit->arena), kit));
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const PacketChat chat = chat_of(text_of(bad[i]));
        assert_false(reads(FROM_SERVER, SERVER_CHAT,
                           net_packet(FROM_SERVER, SERVER_CHAT, &chat, kit->arena), kit));
    }
    assert_true(kit_says(kit, "CHAT: text is not UTF-8 without control characters"));
    const PacketAccount zeros = {NET_TEXT("Brid\0"), NET_TEXT("12345678"), "en"};
    assert_false(reads(FROM_CLIENT, CLIENT_LOGIN,
                       net_packet(FROM_CLIENT, CLIENT_LOGIN, &zeros, kit->arena), kit));
}

/* It may become part of a file's name: `..` and `/a` are two characters. */
static void a_language_is_two_small_letters(void **state)
{
    Kit *kit = *state;
    static const char *const bad[] = {"..", "/a", "G1", "\xC3\xB3", "a "};
    PacketAccount account = {NET_TEXT("Brid"), NET_TEXT("12345678"), "ga"};
    assert_true(reads(FROM_CLIENT, CLIENT_LOGIN,
                      net_packet(FROM_CLIENT, CLIENT_LOGIN, &account, kit->arena), kit));
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        memcpy(account.language, bad[i], 2);
        assert_false(reads(FROM_CLIENT, CLIENT_LOGIN,
                           net_packet(FROM_CLIENT, CLIENT_LOGIN, &account, kit->arena), kit));
    }
    assert_true(kit_says(kit, "LOGIN: language is not two small letters"));
}

static void nothing_of_something_is_not_traded(void **state)
{
    Kit *kit = *state;
    const PacketTradeAct trade = {TRADE_ITEMS, 12, 0, 2, (PacketItem[]){{300, 1}, {5, 0}}};
    assert_false(reads(FROM_CLIENT, CLIENT_TRADE,
                       net_packet(FROM_CLIENT, CLIENT_TRADE, &trade, kit->arena), kit));
    assert_true(kit_says(kit, "TRADE: quantity is out of range"));
}

static void numbers_out_of_range_are_refused(void **state)
{
    Kit *kit = *state;
    const PacketBye bye = {.reason = REASONS};
    assert_false(reads(FROM_SERVER, SERVER_BYE,
                       net_packet(FROM_SERVER, SERVER_BYE, &bye, kit->arena), kit));
    assert_true(kit_says(kit, "BYE: reason is out of range"));
    /* Only the server speaks to everybody, and says that a trade is done. */
    const PacketSay say = {.channel = CHANNEL_SERVER};
    assert_false(reads(FROM_CLIENT, CLIENT_SAY,
                       net_packet(FROM_CLIENT, CLIENT_SAY, &say, kit->arena), kit));
    const PacketTradeAct trade = {.act = TRADE_DONE};
    assert_false(reads(FROM_CLIENT, CLIENT_TRADE,
                       net_packet(FROM_CLIENT, CLIENT_TRADE, &trade, kit->arena), kit));
    for (int adjust = -2; adjust <= 2; adjust++) {
        const PacketInput input = {.mask = INPUT_ADJUST, .adjust = (PacketStep)adjust};
        assert_int_equal(reads(FROM_CLIENT, CLIENT_INPUT,
                               net_packet(FROM_CLIENT, CLIENT_INPUT, &input, kit->arena), kit),
                         adjust >= -1 && adjust <= 1);
    }
    const PacketInput mask = {.mask = 0x1000};
    assert_false(reads(FROM_CLIENT, CLIENT_INPUT,
                       net_packet(FROM_CLIENT, CLIENT_INPUT, &mask, kit->arena), kit));
    assert_false(
        packet_read(FROM_CLIENT, 31, BYTES(1), &(Packet){0}, kit->arena, &kit->report));
    assert_true(kit_says(kit, "there is no packet of type 31"));
}

static void each_packet_of_the_tables_survives_writing_and_reading(void **state)
{
    Kit *kit = *state;
    for (unsigned i = 0; i < PACKET_SIDES * FRAME_TYPES; i++) {
        const PacketFrom from = i / FRAME_TYPES;
        const PacketKind *kind = packet_kind(from, i % FRAME_TYPES);
        if (!kind)
            continue;
        /* All zero, but for what may not be: a rate and a request are from 1, a language. */
        Packet packet = {.type = kind->type, .kind = kind};
        if (from == FROM_SERVER && kind->type == SERVER_WELCOME)
            packet.welcome.rate = 30;
        if (from == FROM_SERVER && kind->type == SERVER_RESULT)
            packet.answer.request = CLIENT_LOGIN;
        if (kind->layout == &PacketAccount_layout)
            memcpy(packet.account.language, "ga", 2);
        const Bytes bytes = net_packet(from, kind->type, &packet.client_hello, kit->arena);
        Packet back;
        assert_true(packet_read(from, kind->type, bytes_slice(bytes, 2, bytes.size - 2), &back,
                                kit->arena, &kit->report));
        assert_bytes_equal(net_packet(from, kind->type, &back.client_hello, kit->arena), bytes);
        assert_true(bytes.size <= kind->most + 2);
    }
}

static void logs_show_packets_but_no_passwords(void **state)
{
    Kit *kit = *state;
    Packet packet = {.kind = packet_kind(FROM_CLIENT, CLIENT_LOGIN)};
    packet.account = (PacketAccount){NET_TEXT("Brid"), NET_TEXT("open sesame"), "en"};
    Writer out = writer_to(kit->arena);
    JsonWriter json = json_to(&out);
    packet_show(&packet, &json);
    json_end(&json);
    write_u8(&out, 0);
    assert_non_null(strstr((char *)out.data, "\"packet\": \"LOGIN\""));
    assert_non_null(strstr((char *)out.data, "Brid"));
    assert_null(strstr((char *)out.data, "sesame"));
}

static void an_input_takes_few_bytes_and_loses_nothing(void **state)
{
    Kit *kit = *state;
    const WorldInput walk = {.direction = 3};
    const PacketInput walking = packet_of_input(&walk, 9);
    assert_int_equal(net_packet(FROM_CLIENT, CLIENT_INPUT, &walking, kit->arena).size, 9);
    const WorldInput all = {.direction = 8,
                            .offers = 0x3F,
                            .buttons = 0x3FFF,
                            .action = 9,
                            .item = 256,
                            .belt = 32,
                            .option = 320,
                            .select = 1,
                            .adjust = -1,
                            .tab = 4,
                            .go = 1,
                            .target_x = -70,
                            .target_y = 9000,
                            .text = "hello"};
    const PacketInput packet = packet_of_input(&all, 10);
    const Bytes bytes = net_packet(FROM_CLIENT, CLIENT_INPUT, &packet, kit->arena);
    Packet back;
    assert_true(packet_read(FROM_CLIENT, CLIENT_INPUT, bytes_slice(bytes, 2, bytes.size - 2),
                            &back, kit->arena, &kit->report));
    assert_int_equal(back.input.sequence, 10);
    const WorldInput again = input_of_packet(&back.input, kit->arena);
    assert_memory_equal(&again, &all, offsetof(WorldInput, target_y) + sizeof all.target_y);
    assert_string_equal(again.text, all.text);
}

static void a_long_text_is_cut_between_characters(void **state)
{
    Kit *kit = *state;
    char text[301] = "";
    for (size_t i = 0; i < 300; i += 3)
        memcpy(text + i, "\xE5\xA7\x94", 4);
    const PacketInput packet = packet_of_input(&(WorldInput){.text = text}, 0);
    assert_int_equal(packet.typed.text_size, 198);
    assert_true(reads(FROM_CLIENT, CLIENT_INPUT,
                      net_packet(FROM_CLIENT, CLIENT_INPUT, &packet, kit->arena), kit));
}

static void the_documentation_is_what_the_tables_say(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    protocol_describe(&out);
    FILE *file = fopen("docs/protocol.md", "rb");
    assert_non_null(file);
    char *text = arena_take(kit->arena, 1, out.size + 2);
    const size_t size = fread(text, 1, out.size + 1, file);
    fclose(file);
    if (!bytes_equal((Bytes){(uint8_t *)text, size}, writer_bytes(&out)))
        fail_msg("docs/protocol.md is out of date: test_packet --print > docs/protocol.md");
}

/* ---- both sides ---- */

typedef struct Pair {
    Kit *kit;
    ServedGame game;
    SessionLimits limits;
    ServerSession server;
    ClientSession client;
    Writer to_server, to_client;
    size_t server_at, client_at; /* what was delivered of them */
    uint64_t now;
    size_t step; /* bytes of one delivery */
} Pair;

static Pair *pair_new(Kit *kit)
{
    Pair *pair = arena_take(kit->arena, 1, sizeof *pair);
    *pair = (Pair){.kit = kit,
                   .game = net_served(100000, kit),
                   .limits = session_limits,
                   .to_server = writer_to(kit->arena),
                   .to_client = writer_to(kit->arena),
                   .now = 1000,
                   .step = 100};
    server_session_start(&pair->server, &pair->game, &pair->limits, pair->now);
    client_session_start(&pair->client, &client_limits, pair->now, arena_new(),
                         &pair->to_server);
    return pair;
}

static void pair_free(Pair *pair) { arena_free(pair->client.long_body.arena); }

/* Delivers until there is a packet for the server's game; its type, or -1: nothing is left. */
static int server_next(Pair *pair, Packet *packet)
{
    SessionStep step = SESSION_MORE;
    while (step == SESSION_MORE && pair->server_at < pair->to_server.size) {
        const size_t left = pair->to_server.size - pair->server_at;
        Bytes rest = {pair->to_server.data + pair->server_at,
                      left < pair->step ? left : pair->step};
        const size_t before = rest.size;
        step = server_session_step(&pair->server, &rest, pair->now, 77, packet,
                                   &pair->to_client, pair->kit->arena);
        pair->server_at += before - rest.size;
    }
    return step == SESSION_PACKET ? (int)packet->type : -1;
}

static int client_next(Pair *pair, Packet *packet)
{
    SessionStep step = SESSION_MORE;
    while (step == SESSION_MORE && pair->client_at < pair->to_client.size) {
        const size_t left = pair->to_client.size - pair->client_at;
        Bytes rest = {pair->to_client.data + pair->client_at,
                      left < pair->step ? left : pair->step};
        const size_t before = rest.size;
        step = client_session_step(&pair->client, &rest, pair->now, packet, &pair->to_server,
                                   pair->kit->arena);
        pair->client_at += before - rest.size;
    }
    return step == SESSION_PACKET ? (int)packet->type : -1;
}

static void greet(Pair *pair)
{
    Packet packet;
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_HELLO);
    assert_int_equal(pair->client.state, AT_GREETED);
    assert_int_equal(pair->server.state, IN_GREETED);
}

static void log_in(Pair *pair)
{
    Packet packet;
    greet(pair);
    assert_true(client_session_login(&pair->client, TEXT("Brid"), TEXT("12345678"), TEXT("ga"),
                                     &pair->to_server));
    assert_int_equal(server_next(pair, &packet), CLIENT_LOGIN);
    assert_memory_equal(packet.account.name, "Brid", 4);
    server_session_answer(&pair->server, CLIENT_LOGIN, RESULT_OK, TEXT(""), &pair->to_client);
    server_session_welcome(&pair->server, &(PacketWelcome){1, 5, 77, 30}, &pair->to_client);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(pair->client.state, AT_ASKED);
    assert_int_equal(client_next(pair, &packet), SERVER_WELCOME);
    assert_int_equal(packet.welcome.actor, 5);
    assert_int_equal(pair->client.state, AT_PLAYING);
}

/* What the server does when these bytes come, and what it says before it closes. */
static ReasonCode closed_by(Pair *pair, Bytes bytes)
{
    Packet packet;
    write_bytes(&pair->to_server, bytes);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(pair->server.state, IN_CLOSED);
    return pair->server.reason;
}

static void a_client_logs_in_and_plays(void **state)
{
    Kit *kit = *state;
    for (size_t step = 1; step < 3000; step *= 7) {
        Pair *pair = pair_new(kit);
        Packet packet;
        pair->step = step;
        log_in(pair);
        const PacketInput input = packet_of_input(&(WorldInput){.direction = 2}, 1);
        packet_write(FROM_CLIENT, CLIENT_INPUT, &input, &pair->to_server);
        assert_int_equal(server_next(pair, &packet), CLIENT_INPUT);
        assert_int_equal(packet.input.direction, 2);
        pair_free(pair);
    }
}

static void registering_comes_before_logging_in(void **state)
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
    assert_string_equal(result_words(packet.answer.code), "this name is taken");
    assert_memory_equal(packet.answer.text, "by Brid", 7);
    assert_int_equal(pair->client.state, AT_GREETED);
    assert_int_equal(pair->server.state, IN_GREETED);
    pair_free(pair);
}

static void a_name_that_cannot_be_sent_is_told_at_once(void **state)
{
    Pair *pair = pair_new(*state);
    greet(pair);
    assert_false(client_session_login(&pair->client, TEXT("a\nb"), TEXT("12345678"), TEXT("ga"),
                                      &pair->to_server));
    assert_false(client_session_login(&pair->client, TEXT("ab"), TEXT("12345678"), TEXT("gae"),
                                      &pair->to_server));
    assert_int_equal(pair->client.state, AT_GREETED);
    pair_free(pair);
}

static void who_speaks_something_else_gets_no_answer(void **state)
{
    Kit *kit = *state;
    const struct {
        Bytes bytes;
        ReasonCode reason;
        bool answered;
    } cases[] = {
        {BYTES(0, 1, 0, 0, 'T', 'N', 'G', 'X'), REASON_MAGIC, false},
        {BYTES(0, 1, 1, 0, 'T', 'N', 'G', 'P'), REASON_VERSION, true},
        {BYTES('G', 'E', 'T', ' ', '/', ' ', 'H', 'T', 'T', 'P', '/', '1', '.', '1', '\r',
               '\n'),
         REASONS, false}, /* type 7, but a length of 554: it waits until the time is over */
        {BYTES(0x20, 1, 0, 0, 'T', 'N', 'G', 'P', 0), REASON_MALFORMED, false},
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
    pair->game.hello.version = 1;
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(pair->client.state, AT_CLOSED);
    assert_int_equal(pair->client.reason, REASON_VERSION);
    pair_free(pair);
}

/* Every packet in every state in which it is not allowed. */
static void packets_out_of_order_end_the_connection(void **state)
{
    Kit *kit = *state;
    for (unsigned type = 0; type < FRAME_TYPES; type++) {
        const PacketKind *kind = packet_kind(FROM_CLIENT, type);
        for (uint32_t at = IN_WAITING; at <= IN_PLAYING; at <<= 1) {
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

static void time_that_runs_out_ends_the_connection(void **state)
{
    Kit *kit = *state;
    Pair *pair = pair_new(kit);
    assert_int_equal(server_session_due(&pair->server), 6000);
    assert_true(server_session_time(&pair->server, 5999, &pair->to_client));
    assert_false(server_session_time(&pair->server, 6000, &pair->to_client));
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
static void fetching_the_last_byte_keeps_nobody_connected(void **state)
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
static void who_fetches_slowly_has_the_time_for_it(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    client_session_fetch(&pair->client, 0, &pair->to_server);
    server_next(pair, &packet);
    while (pair->server.fetching) {
        server_session_pump(&pair->server, FRAME_MOST, pair->now, &pair->to_client);
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

static void silence_is_asked_after_and_then_ended(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    log_in(pair);
    assert_int_equal(server_session_due(&pair->server), 31000);
    const size_t before = pair->to_client.size;
    assert_true(server_session_time(&pair->server, 31000, &pair->to_client));
    assert_int_equal(pair->to_client.size, before + 6);
    assert_int_equal(server_session_due(&pair->server), 91000); /* no second ping */
    pair->now = 31040;
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(server_next(pair, &packet), -1); /* PONG */
    assert_int_equal(pair->server.latency, 40);
    assert_int_equal(server_session_due(&pair->server), 61040);
    assert_true(server_session_time(&pair->server, 61040, &pair->to_client));
    assert_false(server_session_time(&pair->server, 121040, &pair->to_client));
    assert_int_equal(pair->server.reason, REASON_IDLE);
    pair_free(pair);
}

static void a_client_measures_its_latency_and_gives_up_a_dead_server(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    log_in(pair);
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

static void a_flood_ends_the_connection_and_a_player_does_not(void **state)
{
    Kit *kit = *state;
    Pair *pair = pair_new(kit);
    Packet packet;
    log_in(pair);
    const PacketInput input = packet_of_input(&(WorldInput){.go = 1, .target_x = 9}, 1);
    for (unsigned i = 0; i < 3000; i++) { /* 100 s of an input in each tick */
        packet_write(FROM_CLIENT, CLIENT_INPUT, &input, &pair->to_server);
        pair->now += 33;
        assert_int_equal(server_next(pair, &packet), CLIENT_INPUT);
    }
    unsigned taken = 0;
    for (; taken < 1000 && pair->server.state == IN_PLAYING; taken++) {
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
    log_in(pair);
    PacketTradeAct trade = {.act = TRADE_ITEMS, .item_count = 64};
    trade.items = arena_take(pair->kit->arena, 64, sizeof *trade.items);
    for (unsigned i = 0; i < trade.item_count; i++)
        trade.items[i] = (PacketItem){i, 1};
    unsigned taken = 0;
    for (; taken < 1000 && pair->server.state == IN_PLAYING; taken++) {
        packet_write(FROM_CLIENT, CLIENT_TRADE, &trade, &pair->to_server);
        server_next(pair, &packet);
    }
    assert_int_equal(pair->server.reason, REASON_FLOOD);
    assert_in_range(taken, 75, 90); /* 32 KiB */
    pair_free(pair);
}

static void only_a_few_attempts_to_log_in_are_taken(void **state)
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
static void one_attempt_is_looked_at_at_a_time(void **state)
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

/* ---- the game file ---- */

/* Delivers the file from where the client is, as far as `most` bytes; how many have come. */
static uint64_t fetch(Pair *pair, Writer *file, uint64_t most)
{
    Packet packet;
    server_next(pair, &packet);
    while (pair->client.state == AT_FETCHING && file->size < most) {
        const uint64_t wait =
            server_session_pump(&pair->server, 16384, pair->now, &pair->to_client);
        pair->now += wait;
        while (client_next(pair, &packet) == SERVER_FILE) {
            assert_int_equal(packet.file.offset, file->size);
            write_bytes(file, packet.file.bytes);
        }
        assert_true(pair->client.state != AT_CLOSED);
    }
    return file->size;
}

static void the_game_file_is_fetched_and_goes_on_where_it_was_cut(void **state)
{
    Kit *kit = *state;
    Writer file = writer_to(kit->arena);
    for (int part = 0; part < 2; part++) {
        Pair *pair = pair_new(kit);
        greet(pair);
        client_session_fetch(&pair->client, file.size, &pair->to_server);
        fetch(pair, &file, part ? UINT64_MAX : 30000);
        if (part) {
            assert_int_equal(pair->client.state, AT_GREETED);
            assert_bytes_equal(writer_bytes(&file), pair->game.file);
        }
        pair_free(pair);
    }
}

static void fetching_has_a_speed_and_an_end(void **state)
{
    Pair *pair = pair_new(*state);
    pair->limits.fetch = 50000;
    pair->limits.fetch_most = 10000;
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

/* Whoever sends `room` bytes at once and waits only as long as the pump says comes to the end,
 * also if nobody ever tells that there is room. It stalled once. */
static void a_pump_that_is_called_when_it_says_never_stalls(void **state)
{
    Kit *kit = *state;
    for (size_t room = FRAME_MOST; room < 1 << 20; room *= 5) {
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
static void all_who_fetch_share_a_budget(void **state)
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
        sessions[i].state = IN_GREETED;
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
static void a_fetch_that_is_refused_ends_the_one_before(void **state)
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
    assert_int_equal(pair->client.state, AT_GREETED);
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

static void another_game_or_place_is_not_fetched(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    greet(pair);
    pair->client.hello.unique++;
    client_session_fetch(&pair->client, 0, &pair->to_server);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(packet.answer.code, RESULT_GAME);
    assert_int_equal(pair->client.state, AT_GREETED);
    pair->client.hello.unique--;
    pair->client.hello.size++;
    client_session_fetch(&pair->client, pair->game.file.size, &pair->to_server);
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), SERVER_RESULT);
    assert_int_equal(packet.answer.code, RESULT_INVALID);
    pair_free(pair);
}

static void pieces_of_the_file_with_gaps_are_refused(void **state)
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

static void a_long_packet_travels_in_pieces_between_others(void **state)
{
    Kit *kit = *state;
    Pair *pair = pair_new(kit);
    Packet packet;
    log_in(pair);
    for (size_t size = FRAME_BODY - 2; size < 1 << 20; size = size * 3 + 1) {
        const Bytes bytes = net_game(size + 64, kit->arena);
        const PacketState sent = {bytes_slice(bytes, 0, size)};
        packet_write(FROM_SERVER, SERVER_STATE, &sent, &pair->to_client);
        assert_int_equal(client_next(pair, &packet), SERVER_STATE);
        assert_bytes_equal(packet.state.bytes, sent.bytes);
    }
    const Bytes piece = BYTES(0x8B, 0, SERVER_STATE, 1), last = BYTES(0x8B, 0, 0x84, 2);
    const PacketChat chat = chat_of(TEXT("between"));
    write_bytes(&pair->to_client, piece);
    packet_write(FROM_SERVER, SERVER_CHAT, &chat, &pair->to_client);
    write_bytes(&pair->to_client, last);
    assert_int_equal(client_next(pair, &packet), SERVER_CHAT);
    assert_int_equal(client_next(pair, &packet), SERVER_STATE);
    assert_bytes_equal(packet.state.bytes, BYTES(1, 2));
    pair_free(pair);
}

static void pieces_that_make_no_packet_are_refused(void **state)
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
        log_in(pair);
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
    const ReasonCode reason = pair->client.state == AT_CLOSED ? pair->client.reason : REASONS;
    pair_free(pair);
    return reason;
}

static void a_welcome_follows_the_result_of_a_login_and_nothing_else_does(void **state)
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
        {{granted, welcome, welcome}, REASON_FORBIDDEN},
        {{granted, welcome, granted}, REASON_FORBIDDEN},
        {{refused, welcome}, REASON_FORBIDDEN},
        {{trade}, REASON_FORBIDDEN},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(refuses(kit, cases[i].packets, 3), cases[i].reason);
}

/* client_session_fetch could not be called for it. */
static void a_game_too_small_for_a_header_is_refused(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    pair->game.hello.size = 0;
    assert_int_equal(server_next(pair, &packet), -1);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_int_equal(pair->client.reason, REASON_MALFORMED);
    pair_free(pair);
}

static void an_answer_to_no_ping_says_nothing(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    log_in(pair);
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
    log_in(pair);
    const size_t before = pair->to_client.size;
    client_session_close(&pair->client, REASON_LEFT, &pair->to_server);
    assert_int_equal(closed_by(pair, (Bytes){NULL, 0}), REASON_LEFT);
    assert_int_equal(pair->to_client.size, before);
    pair_free(pair);
}

static void a_server_says_why_it_sends_somebody_away(void **state)
{
    Pair *pair = pair_new(*state);
    Packet packet;
    log_in(pair);
    server_session_close(&pair->server, REASON_STOPPED, TEXT("back at noon"), &pair->to_client);
    assert_int_equal(client_next(pair, &packet), -1);
    assert_string_equal(reason_words(pair->client.reason), "the server stops");
    assert_string_equal(pair->client.text, "back at noon");
    pair_free(pair);
}

int main(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "--print") == 0) {
        Kit *kit = kit_new();
        Writer out = writer_to(kit->arena);
        protocol_describe(&out);
        fwrite(out.data, 1, out.size, stdout);
        kit_free(kit);
        return 0;
    }
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_hellos_are_the_bytes_of_the_specification),
        TEST(a_file_without_a_header_is_not_served),
        TEST(frames_are_found_however_the_bytes_are_cut),
        TEST(a_length_below_the_header_breaks_the_stream),
        TEST(a_packet_is_read_as_it_was_written),
        TEST(bytes_too_few_or_left_over_are_refused),
        TEST(texts_are_utf_8_without_control_characters),
        TEST(a_language_is_two_small_letters),
        TEST(nothing_of_something_is_not_traded),
        TEST(numbers_out_of_range_are_refused),
        TEST(each_packet_of_the_tables_survives_writing_and_reading),
        TEST(logs_show_packets_but_no_passwords),
        TEST(an_input_takes_few_bytes_and_loses_nothing),
        TEST(a_long_text_is_cut_between_characters),
        TEST(the_documentation_is_what_the_tables_say),
        TEST(a_client_logs_in_and_plays),
        TEST(registering_comes_before_logging_in),
        TEST(a_name_that_cannot_be_sent_is_told_at_once),
        TEST(who_speaks_something_else_gets_no_answer),
        TEST(a_client_leaves_a_server_of_another_version),
        TEST(packets_out_of_order_end_the_connection),
        TEST(time_that_runs_out_ends_the_connection),
        TEST(fetching_the_last_byte_keeps_nobody_connected),
        TEST(who_fetches_slowly_has_the_time_for_it),
        TEST(silence_is_asked_after_and_then_ended),
        TEST(a_client_measures_its_latency_and_gives_up_a_dead_server),
        TEST(a_flood_ends_the_connection_and_a_player_does_not),
        TEST(large_packets_are_counted_by_their_bytes),
        TEST(only_a_few_attempts_to_log_in_are_taken),
        TEST(one_attempt_is_looked_at_at_a_time),
        TEST(the_game_file_is_fetched_and_goes_on_where_it_was_cut),
        TEST(fetching_has_a_speed_and_an_end),
        TEST(a_pump_that_is_called_when_it_says_never_stalls),
        TEST(all_who_fetch_share_a_budget),
        TEST(a_fetch_that_is_refused_ends_the_one_before),
        TEST(nothing_is_sent_after_the_end),
        TEST(another_game_or_place_is_not_fetched),
        TEST(pieces_of_the_file_with_gaps_are_refused),
        TEST(a_long_packet_travels_in_pieces_between_others),
        TEST(pieces_that_make_no_packet_are_refused),
        TEST(a_welcome_follows_the_result_of_a_login_and_nothing_else_does),
        TEST(a_game_too_small_for_a_header_is_refused),
        TEST(an_answer_to_no_ping_says_nothing),
        TEST(a_long_explanation_is_cut_between_characters),
        TEST(a_client_that_leaves_is_not_answered),
        TEST(a_server_says_why_it_sends_somebody_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
