/* Frames and packets; test_session.c has what the two sides do with them. */
#include "lib/net_kit.h"

#include "base/text.h"
#include "server/protocol/input_packet.h"
#include "server/server.h"

#include <stdio.h>

/* ---- frames and packets ---- */

static void hellos_are_laid_out_as_in_the_specification(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    ClientSession client;
    client_session_start(&client, &client_limits, 0, kit->arena, &out);
    assert_bytes_equal(writer_bytes(&out), BYTES(0, 1, 1, 0, 0x54, 0x4e, 0x47, 0x50));
    const ServedGame game = net_served(5000, kit);
    const Bytes hello = net_packet(FROM_SERVER, SERVER_HELLO, &game.hello, kit->arena);
    assert_int_equal(hello.size, 64);
    assert_bytes_equal(bytes_slice(hello, 0, 8), BYTES(0, 8, 1, 0, 'T', 'N', 'G', 'S'));
    assert_bytes_equal(bytes_slice(hello, 8, 8), BYTES(3, 0, 0, 0, 0, 0, 0, 0));
    assert_bytes_equal(bytes_slice(hello, 16, 40), bytes_slice(game.file, 16, 40));
    assert_int_equal(uint_of(hello.data + 56, 8, false), 5000);
}

static void a_file_without_a_header_is_not_served(void **state)
{
    Kit *kit = *state;
    ServedGame game;
    assert_false(served_game(BYTES(1, 2, 3), 0, &game, &kit->report));
    assert_true(kit_has_message(kit, "the game's header has 64 bytes, but the file has 3"));
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
        frame_part_free(&part);
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

/* The body of a packet, read. */
static bool reads(PacketFrom from, unsigned type, Bytes packet, Kit *kit)
{
    Packet out;
    return packet_read(from, type, bytes_slice(packet, 2, packet.size - 2), &out, kit->arena,
                       &kit->report);
}

static void packet_survives_a_round_trip(void **state)
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

static void too_few_or_extra_bytes_are_rejected(void **state)
{
    Kit *kit = *state;
    const PacketChat chat = net_chat(TEXT("hello"));
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
    assert_true(kit_has_message(kit, "CHAT, at byte 16: 1 byte is left over"));
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
                                      "\xE2\x80\xAE",
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
        const PacketChat chat = net_chat(text_of(good[i]));
        assert_true(reads(FROM_SERVER, SERVER_CHAT,
                          net_packet(FROM_SERVER, SERVER_CHAT, &chat, kit->arena), kit));
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const PacketChat chat = net_chat(text_of(bad[i]));
        assert_false(reads(FROM_SERVER, SERVER_CHAT,
                           net_packet(FROM_SERVER, SERVER_CHAT, &chat, kit->arena), kit));
    }
    assert_true(kit_has_message(kit, "CHAT: text is not UTF-8 without control characters"));
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
    assert_true(kit_has_message(kit, "LOGIN: language is not two small letters"));
}

static void zero_quantity_is_rejected(void **state)
{
    Kit *kit = *state;
    const PacketTradeAct trade = {TRADE_ITEMS, 12, 0, 2, (PacketItem[]){{300, 1}, {5, 0}}};
    assert_false(reads(FROM_CLIENT, CLIENT_TRADE,
                       net_packet(FROM_CLIENT, CLIENT_TRADE, &trade, kit->arena), kit));
    assert_true(kit_has_message(kit, "TRADE: quantity is out of range"));
}

static void numbers_out_of_range_are_rejected(void **state)
{
    Kit *kit = *state;
    const PacketBye bye = {.reason = REASONS};
    assert_false(reads(FROM_SERVER, SERVER_BYE,
                       net_packet(FROM_SERVER, SERVER_BYE, &bye, kit->arena), kit));
    assert_true(kit_has_message(kit, "BYE: reason is out of range"));
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
    assert_true(kit_has_message(kit, "unknown packet type 31"));
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
        assert_true(bytes.size <= kind->max + 2);
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

static void input_is_compact_and_lossless(void **state)
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

static void documentation_matches_the_tables(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const ConnectionLimits limits = {WIRE_QUEUE_MAX,      WIRE_HANDSHAKE, WIRE_HALF_OPEN,
                                     WIRE_HALF_OPEN_EACH, WIRE_RATE,      WIRE_RATE_MAX,
                                     SERVER_PER_ADDRESS};
    protocol_describe(&limits, &out);
    FILE *file = fopen("docs/reference/protocol.md", "rb");
    assert_non_null(file);
    char *text = arena_alloc(kit->arena, 1, out.size + 2);
    const size_t size = fread(text, 1, out.size + 1, file);
    fclose(file);
    if (!bytes_equal((Bytes){(uint8_t *)text, size}, writer_bytes(&out)))
        fail_msg("docs/reference/protocol.md is out of date: make docs");
}

/* The first and the last of each range that is refused, and their neighbours. */
static void rejected_character_ranges_match_the_table(void **state)
{
    (void)state;
    static const uint32_t ranges[][2] = {
        {0x1, 0x1F},        {0x7F, 0x9F},       {0xAD, 0xAD},         {0x61C, 0x61C},
        {0x115F, 0x1160},   {0x180E, 0x180E},   {0x200B, 0x200B},     {0x200E, 0x200F},
        {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},     {0xFDD0, 0xFDEF},
        {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF9, 0xFFFB},     {0xFFFE, 0xFFFF},
        {0x1FFFE, 0x1FFFF}, {0xE0000, 0xE007F}, {0x10FFFE, 0x10FFFF},
    };
    for (size_t i = 0; i < COUNT_OF(ranges); i++)
        for (uint32_t c = ranges[i][0] - 1; c <= ranges[i][1] + 1; c++) {
            const bool inside = c >= ranges[i][0] && c <= ranges[i][1];
            if (!inside && (c == 0 || (c & 0xFFFE) == 0xFFFE || c > 0x10FFFF))
                continue;
            char text[4];
            const size_t size = utf8_put(text, c);
            if (packet_text_ok((Text){text, size}) == inside)
                fail_msg("U+%04X", c);
        }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(hellos_are_laid_out_as_in_the_specification),
        TEST(a_file_without_a_header_is_not_served),
        TEST(frames_are_found_however_the_bytes_are_cut),
        TEST(a_length_below_the_header_breaks_the_stream),
        TEST(packet_survives_a_round_trip),
        TEST(too_few_or_extra_bytes_are_rejected),
        TEST(texts_are_utf_8_without_control_characters),
        TEST(rejected_character_ranges_match_the_table),
        TEST(a_language_is_two_small_letters),
        TEST(zero_quantity_is_rejected),
        TEST(numbers_out_of_range_are_rejected),
        TEST(each_packet_of_the_tables_survives_writing_and_reading),
        TEST(logs_show_packets_but_no_passwords),
        TEST(input_is_compact_and_lossless),
        TEST(a_long_text_is_cut_between_characters),
        TEST(documentation_matches_the_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
