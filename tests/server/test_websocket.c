/* WebSockets without a network: frames, keys, requests and origins. */
#include "lib/kit.h"

#include "base/stream.h"
#include "server/transport/web_request.h"
#include "server/transport/websocket.h"

/* ---- frames ---- */

typedef struct Taken {
    Writer data;
    unsigned pings, closes;
    WebSocketEvent end; /* WEBSOCKET_MORE: no error */
    WebSocketCode code;
} Taken;

/* Everything that a reader makes of the bytes, in pieces of `step` bytes. */
static Taken read_all(Kit *kit, bool masked, Bytes bytes, size_t step)
{
    WebSocketReader reader = {.masked = masked};
    Taken taken = {.data = writer_to(kit->arena)};
    for (size_t at = 0; at < bytes.size && taken.end == WEBSOCKET_MORE; at += step) {
        uint8_t piece[4096], *next = piece;
        size_t size = bytes.size - at < step ? bytes.size - at : step;
        assert_true(size <= sizeof piece);
        memcpy(piece, bytes.data + at, size);
        for (WebSocketEvent event = WEBSOCKET_DATA; event != WEBSOCKET_MORE;) {
            Bytes data;
            event = websocket_read(&reader, &next, &size, &data);
            if (event == WEBSOCKET_DATA)
                write_bytes(&taken.data, data);
            taken.pings += event == WEBSOCKET_ASKED;
            taken.closes += event == WEBSOCKET_ENDED;
            if (event == WEBSOCKET_WRONG) {
                taken.end = event;
                taken.code = reader.code;
                break;
            }
        }
    }
    return taken;
}

static void write_frame(Writer *out, WebSocketOpcode opcode, Bytes data, const uint8_t *mask)
{
    uint8_t head[WEBSOCKET_HEAD_MAX];
    write_bytes(out, (Bytes){head, websocket_head(opcode, data.size, mask, head)});
    for (size_t i = 0; i < data.size; i++)
        write_u8(out, (uint8_t)(data.data[i] ^ (mask ? mask[i % 4] : 0)));
}

static void messages_of_all_sizes_survive_all_borders(void **state)
{
    Kit *kit = *state;
    static const size_t sizes[] = {1, 125, 126, 127, 65535, 65536, 70000};
    static const uint8_t mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    for (int masked = 0; masked < 2; masked++)
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {
            uint8_t *data = arena_alloc(kit->arena, 1, sizes[i]);
            for (size_t k = 0; k < sizes[i]; k++)
                data[k] = (uint8_t)(k * 7 + k / 251);
            Writer out = writer_to(kit->arena);
            write_frame(&out, WEBSOCKET_BINARY, (Bytes){data, sizes[i]}, masked ? mask : NULL);
            write_frame(&out, WEBSOCKET_PING, (Bytes){data, 1}, masked ? mask : NULL);
            static const size_t steps[] = {1, 2, 3, 5, 7, 13, 4096};
            for (size_t step = 0; step < COUNT_OF(steps); step++) {
                const Taken taken = read_all(kit, masked, writer_bytes(&out), steps[step]);
                assert_int_equal(taken.end, WEBSOCKET_MORE);
                assert_int_equal(taken.pings, 1);
                assert_true(bytes_equal(writer_bytes(&taken.data), (Bytes){data, sizes[i]}));
            }
        }
}

/* RFC 6455, section 5.7, with binary instead of text messages. */
static void frames_of_the_standard_are_read(void **state)
{
    Kit *kit = *state;
    static const uint8_t masked[] = {0x82, 0x85, 0x37, 0xfa, 0x21, 0x3d,
                                     0x7f, 0x9f, 0x4d, 0x51, 0x58};
    static const uint8_t parts[] = {0x02, 0x03, 0x48, 0x65, 0x6c, 0x89, 0x05, 0x48,
                                    0x65, 0x6c, 0x6c, 0x6f, 0x80, 0x02, 0x6c, 0x6f};
    Taken taken = read_all(kit, true, (Bytes){masked, sizeof masked}, 100);
    assert_true(text_is(writer_text(&taken.data), "Hello"));
    taken = read_all(kit, false, (Bytes){parts, sizeof parts}, 1); /* with a PING within */
    assert_true(text_is(writer_text(&taken.data), "Hello"));
    assert_int_equal(taken.pings, 1);
}

static void invalid_frames_end_the_connection_with_their_code(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *bytes;
        size_t size;
        WebSocketCode code;
    } wrong[] = {
#define WRONG(literal, code) {literal, sizeof(literal) - 1, code}
        WRONG("\x82\x01x", WEBSOCKET_MALFORMED),          /* not masked */
        WRONG("\xc2\x80\0\0\0\0", WEBSOCKET_MALFORMED),   /* an extension */
        WRONG("\x81\x80\0\0\0\0", WEBSOCKET_UNSUPPORTED), /* text */
        WRONG("\x83\x80\0\0\0\0", WEBSOCKET_MALFORMED),   /* unknown */
        WRONG("\x8b\x80\0\0\0\0", WEBSOCKET_MALFORMED),   /* unknown control frame */
        WRONG("\x80\x80\0\0\0\0", WEBSOCKET_MALFORMED),   /* no message before */
        WRONG("\x02\x80\0\0\0\0\x82\x80\0\0\0\0", WEBSOCKET_MALFORMED), /* within another */
        WRONG("\x09\x80\0\0\0\0", WEBSOCKET_MALFORMED),                 /* PING in fragments */
        WRONG("\x89\xfe\x00\x7e\0\0\0\0", WEBSOCKET_MALFORMED),         /* PING of 126 bytes */
        WRONG("\x88\x81\0\0\0\0\x03", WEBSOCKET_MALFORMED),             /* half a code */
        WRONG("\x88\x82\0\0\0\0\x03\xed", WEBSOCKET_MALFORMED),         /* 1005 */
        WRONG("\x88\x82\0\0\0\0\x13\x88", WEBSOCKET_MALFORMED),         /* 5000 */
        WRONG("\x88\x83\0\0\0\0\x03\xe8\xff", WEBSOCKET_NO_TEXT),
        WRONG("\x82\xff\x80\0\0\0\0\0\0\0\0\0\0\0", WEBSOCKET_TOO_LARGE),
        WRONG("\x82\xff\0\0\0\0\0\x10\0\x01\0\0\0\0", WEBSOCKET_TOO_LARGE),
#undef WRONG
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        for (size_t step = 1; step < 30; step += 28) {
            const Taken taken = read_all(
                kit, true, (Bytes){(const uint8_t *)wrong[i].bytes, wrong[i].size}, step);
            assert_int_equal(taken.end, WEBSOCKET_WRONG);
            assert_int_equal(taken.code, wrong[i].code);
        }
    const Taken taken = read_all(kit, false, bytes_of_text(TEXT("\x82\x81\x01\x02\x03\x04x")),
                                 30); /* from a server */
    assert_int_equal(taken.code, WEBSOCKET_MALFORMED);
}

static void a_message_is_bounded_over_all_its_fragments(void **state)
{
    Kit *kit = *state;
    WebSocketReader reader = {0};
    Bytes data;
    uint64_t count = 0;
    enum { FRAGMENT = 1000 };
    static uint8_t fragment[4 + FRAGMENT];
    (void)kit;
    for (unsigned i = 0;; i++) {
        const uint8_t head[4] = {i ? 0 : 2, 126, FRAGMENT >> 8, FRAGMENT & 255};
        memcpy(fragment, head, sizeof head);
        uint8_t *next = fragment;
        size_t size = sizeof fragment;
        WebSocketEvent event;
        while ((event = websocket_read(&reader, &next, &size, &data)) == WEBSOCKET_DATA)
            count += data.size;
        if (event == WEBSOCKET_WRONG)
            break;
    }
    assert_int_equal(reader.code, WEBSOCKET_TOO_LARGE);
    assert_int_equal(count, WEBSOCKET_MESSAGE_MAX / FRAGMENT * FRAGMENT);
}

static void frames_without_data_are_limited(void **state)
{
    Kit *kit = *state;
    static const WebSocketOpcode kinds[] = {WEBSOCKET_PING, WEBSOCKET_PONG, WEBSOCKET_BINARY};
    for (size_t kind = 0; kind < COUNT_OF(kinds); kind++)
        for (unsigned count = WEBSOCKET_IDLE_MAX; count < WEBSOCKET_IDLE_MAX + 2; count++) {
            Writer out = writer_to(kit->arena);
            for (unsigned i = 0; i < count; i++)
                write_frame(&out, kinds[kind], (Bytes){NULL, 0}, NULL);
            const Taken taken = read_all(kit, false, writer_bytes(&out), 4096);
            assert_int_equal(taken.end,
                             count > WEBSOCKET_IDLE_MAX ? WEBSOCKET_WRONG : WEBSOCKET_MORE);
        }
}

/* RFC 6455, section 1.3. */
static void accept_key_is_that_of_the_standard(void **state)
{
    (void)state;
    char out[WEBSOCKET_ACCEPT_SIZE + 1];
    assert_true(websocket_accept(TEXT("dGhlIHNhbXBsZSBub25jZQ=="), out));
    assert_string_equal(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(websocket_accept(TEXT("dGhlIHNhbXBsZSBub25jZQ="), out));
    assert_false(websocket_accept(TEXT(""), out));
}

/* ---- requests ---- */

static WebRequestState read_request(const char *text, WebRequest *out)
{
    size_t size = 0;
    return web_request_read(text_of(text), out, &size);
}

static void requests_are_read(void **state)
{
    (void)state;
    WebRequest request;
    size_t size = 0;
    const Text two = TEXT("GET /a.js?x=/b HTTP/1.1\r\nHost: h:1\r\nORIGIN:  https://h:1 \r\n"
                          "X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 2.2.2.2\r\n\r\nGET /");
    assert_int_equal(web_request_read(two, &request, &size), WEB_REQUEST_GOOD);
    assert_int_equal(size, two.size - strlen("GET /"));
    assert_true(text_is(request.path, "/a.js"));
    assert_true(text_is(request.host, "h:1"));
    assert_true(text_is(request.origin, "https://h:1"));
    assert_true(text_is(request.forwarded_for, "2.2.2.2"));
    assert_false(request.close || request.head);
    for (size_t end = 0; end < size; end++)
        assert_int_equal(web_request_read(text_slice(two, 0, end), &request, &size),
                         WEB_REQUEST_MORE);
    assert_int_equal(read_request("HEAD / HTTP/1.0\r\n\r\n", &request), WEB_REQUEST_GOOD);
    assert_true(request.close && request.head);
    assert_int_equal(read_request("GET / HTTP/1.1\r\nConnection: a, Close\r\n\r\n", &request),
                     WEB_REQUEST_GOOD);
    assert_true(request.close);
    assert_int_equal(read_request("POST / HTTP/1.1\r\n\r\n", &request), WEB_REQUEST_METHOD);
}

static void whole_addresses_are_accepted(void **state)
{
    WebRequest request;
    (void)state;
    assert_int_equal(read_request("GET http://a/b HTTP/1.1\r\nHost: a\r\n\r\n", &request),
                     WEB_REQUEST_GOOD);
    assert_true(text_is(request.path, "/b"));
    assert_int_equal(read_request("GET https://a:1 HTTP/1.1\r\nHost: a\r\n\r\n", &request),
                     WEB_REQUEST_GOOD);
    assert_true(text_is(request.path, "/"));
}

static void invalid_requests_are_rejected(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "GET\r\n\r\n",
        "GET /\r\n\r\n",
        "GET / HTTP/2.0\r\n\r\n",
        "GET x HTTP/1.1\r\n\r\n",
        "GET ftp://a/ HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\n: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n more\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    };
    WebRequest request;
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        if (read_request(wrong[i], &request) != WEB_REQUEST_BAD)
            fail_msg("%s", wrong[i]);
    static char endless[WEB_REQUEST_MAX + 1];
    memset(endless, 'a', WEB_REQUEST_MAX);
    assert_int_equal(read_request(endless, &request), WEB_REQUEST_BAD);
}

static void only_the_own_page_and_given_ones_may_connect(void **state)
{
    (void)state;
    static const struct {
        const char *origin, *host, *others;
        bool allowed;
    } rows[] = {
        {"https://a.example", "a.example", "", true},
        {"https://A.example", "a.example", "", true},
        {"https://a.example:8443", "a.example:8443", "", true},
        {"https://a.example", "a.example:443", "", true},
        {"http://localhost:8080", "localhost:8080", "", true},
        {"https://a.example:1", "a.example:2", "", false},
        {"https://a.example", "b.example", "", false},
        {"https://a.example.b", "a.example", "", false},
        {"null", "a.example", "", false},
        {"", "", "", false},
        {"https://", "", "", false},
        {"file://a.example", "a.example", "", false},
        {"https://b.example", "a.example", "https://c, https://b.example", true},
        {"https://b.example", "a.example", "https://b.example.c", false},
        {"https://b.example", "a.example", "*", true},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (web_origin_is_allowed(text_of(rows[i].origin), text_of(rows[i].host),
                                  text_of(rows[i].others)) != rows[i].allowed)
            fail_msg("%s at %s", rows[i].origin, rows[i].host);
    assert_true(text_is(web_host_name(TEXT("[::1]:80")), "[::1]"));
    assert_true(text_is(web_host_name(TEXT("a:80")), "a"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(messages_of_all_sizes_survive_all_borders),
        TEST(frames_of_the_standard_are_read),
        TEST(invalid_frames_end_the_connection_with_their_code),
        TEST(a_message_is_bounded_over_all_its_fragments),
        TEST(frames_without_data_are_limited),
        TEST(accept_key_is_that_of_the_standard),
        TEST(requests_are_read),
        TEST(whole_addresses_are_accepted),
        TEST(invalid_requests_are_rejected),
        TEST(only_the_own_page_and_given_ones_may_connect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
