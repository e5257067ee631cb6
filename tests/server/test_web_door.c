/* The door for browsers over loopback: files by HTTP, WebSockets, and attacks on both. */
#include "lib/wire_kit.h"

#include "server/transport/web_listener.h"
#include "server/transport/web_request.h"

#include <errno.h>
#include <poll.h>

enum { LARGE = 3 << 20, GOT_MAX = LARGE + (64 << 10) };

typedef struct Front {
    Host *host;
    Wire *plain;
    WebDoor *door;
    uint8_t *large;
    WebFile files[3];
    WireAddress address; /* of the last WebSocket */
} Front;

static void *accept_here(void *context, WireConnection *wire, const WireAddress *address)
{
    static const WireAddress here = {.family = 4, .address = {127, 0, 0, 1}};
    Front *front = context;
    front->address = *address;
    return host_accept(front->host, wire, &here);
}

/* `options`: proxy, origins. */
static Front *front_new(Kit *kit, bool tls, WebDoorOptions options)
{
    Front *front = arena_alloc(kit->arena, 1, sizeof *front);
    front->host = host_new(kit, 100000);
    front->plain = wire_server_plain();
    front->large = arena_alloc(kit->arena, 1, LARGE);
    for (size_t i = 0; i < LARGE; i++)
        front->large[i] = (uint8_t)(i * 31 + i / 977);
    front->files[0] =
        (WebFile){TEXT("/index.html"), bytes_of_text(TEXT("<p>page</p>")), {NULL, 0}};
    front->files[1] = (WebFile){TEXT("/game.tng"), {front->large, LARGE}, {NULL, 0}};
    front->files[2] = (WebFile){TEXT("/a.js"), bytes_of_text(TEXT("let answer = 42;")),
                                bytes_of_text(TEXT("(packed)"))};
    options.files = front->files;
    options.file_count = COUNT_OF(front->files);
    options.handlers = &host_guest_handlers;
    options.accept = accept_here;
    options.context = front;
    front->door =
        web_door_open(front->host->loop, tls ? front->host->server_wire : front->plain,
                      &options, &kit->report);
    assert_non_null(front->door);
    return front;
}

static void front_free(Front *front)
{
    web_door_close(front->door);
    host_free(front->host);
    wire_free(front->plain);
}

/* ---- a client that knows nothing of our code ---- */

typedef struct Raw {
    Front *front;
    int descriptor;
    char *got;
    size_t size;
    bool ended;
} Raw;

static Raw *raw_new(Front *front)
{
    Raw *raw = arena_alloc(front->host->kit->arena, 1, sizeof *raw);
    raw->front = front;
    raw->got = arena_alloc(front->host->kit->arena, 1, GOT_MAX + 1);
    raw->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)web_door_port(front->door)),
                                   .sin_addr = {htonl(INADDR_LOOPBACK)}};
    assert_int_equal(connect(raw->descriptor, (const void *)&to, sizeof to), 0);
    return raw;
}

static void raw_send(Raw *raw, const void *bytes, size_t size)
{
    assert_int_equal(send(raw->descriptor, bytes, size, MSG_NOSIGNAL), size);
}

static void raw_say(Raw *raw, const char *text) { raw_send(raw, text, strlen(text)); }

static void raw_read(Raw *raw, size_t max)
{
    const ssize_t count = recv(raw->descriptor, raw->got + raw->size, max, MSG_DONTWAIT);
    raw->ended = raw->ended || count == 0 || (count < 0 && errno != EAGAIN);
    raw->size += count > 0 ? (size_t)count : 0;
    raw->got[raw->size] = 0;
}

/* Reads at most `max` bytes in each turn, until `size` have come or the end. */
static void raw_wait_slowly(Raw *raw, size_t size, size_t max)
{
    const time_t end = time(NULL) + 20;
    while (raw->size < size && !raw->ended) {
        host_turn(raw->front->host, 0);
        raw_read(raw, max < GOT_MAX - raw->size ? max : GOT_MAX - raw->size);
        assert_true(time(NULL) < end);
    }
}

static void raw_wait(Raw *raw, size_t size) { raw_wait_slowly(raw, size, GOT_MAX); }

/* Until the head of an answer is there. */
static void raw_answer(Raw *raw)
{
    while (!strstr(raw->got, "\r\n\r\n") && !raw->ended)
        raw_wait(raw, raw->size + 1);
}

static void raw_free(Raw *raw) { close(raw->descriptor); }

#define UPGRADE                                                                                \
    "GET /socket HTTP/1.1\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"        \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"

/* A WebSocket after the HELLO of the server. */
static Raw *raw_socket(Front *front)
{
    static const uint8_t hello[] = {0x82, 0x88, 0,   0,   0,  0, 0, 1, PROTOCOL_VERSION,
                                    0,    'T',  'N', 'G', 'P'};
    Raw *raw = raw_new(front);
    raw_say(raw, UPGRADE "Host: localhost\r\n\r\n");
    raw_answer(raw);
    assert_non_null(strstr(raw->got, "HTTP/1.1 101 "));
    assert_non_null(strstr(raw->got, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    raw->size = 0;
    raw_send(raw, hello, sizeof hello);
    raw_wait(raw, 66);
    assert_int_equal(raw->size, 66);
    assert_memory_equal(raw->got + 2, "\x00\x08", 2);
    assert_memory_equal(raw->got + 6, "TNGS", 4);
    raw->size = 0;
    return raw;
}

/* What the server answers to a request with these header fields. */
static void expect_status(Front *front, const char *request, const char *status)
{
    Raw *raw = raw_new(front);
    raw_say(raw, request);
    raw_answer(raw);
    if (strncmp(raw->got, "HTTP/1.1 ", 9) != 0 || strncmp(raw->got + 9, status, 3) != 0)
        fail_msg("%s\n%s", request, raw->got);
    raw_free(raw);
}

/* ---- files ---- */

static void files_are_served_and_cached(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    Raw *raw = raw_new(front);
    for (const char *at = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"; *at; at++) {
        raw_send(raw, at, 1);
        host_turn(front->host, 0);
    }
    while (!strstr(raw->got, "</p>"))
        raw_wait(raw, raw->size + 1);
    assert_non_null(strstr(raw->got, "HTTP/1.1 200 OK\r\nContent-Type: text/html"));
    assert_non_null(strstr(raw->got, "\r\n\r\n<p>page</p>"));
    char tag[64];
    assert_int_equal(sscanf(strstr(raw->got, "ETag: "), "ETag: %60s", tag), 1);
    char request[200];
    snprintf(request, sizeof request,
             "GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: %s\r\n\r\n", tag);
    raw->size = 0;
    raw->got[0] = 0;
    raw_say(raw, request); /* in the same connection */
    raw_answer(raw);
    assert_non_null(strstr(raw->got, "HTTP/1.1 304 "));
    raw_free(raw);
    expect_status(front, "HEAD /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n", "200");
    expect_status(front, "GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n", "404");
    expect_status(front, "GET /../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", "404");
    expect_status(front, "GET / HTTP/1.1\r\n\r\n", "421");
    expect_status(front, "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", "405");
    char large[WEB_REQUEST_MAX + 100];
    const int before = snprintf(large, sizeof large, "GET / HTTP/1.1\r\nCookie: ");
    memset(large + before, 'a', sizeof large - 1 - (size_t)before);
    large[sizeof large - 1] = 0;
    expect_status(front, large, "431");
    expect_status(front, "nonsense\r\n\r\n", "400");
    front_free(front);
}

/* All that is answered, with `more` header fields. */
static const char *answer_to(Front *front, const char *path, const char *more)
{
    char request[400];
    Raw *raw = raw_new(front);
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n", path, more);
    raw_say(raw, request);
    while (!raw->ended)
        raw_wait(raw, raw->size + 1);
    raw_free(raw);
    return raw->got;
}

static void compressed_files_are_sent_to_clients_that_accept_them(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    const char *plain = answer_to(front, "/a.js", "");
    const char *packed = answer_to(front, "/a.js", "Accept-Encoding: deflate, gzip\r\n");
    assert_non_null(strstr(plain, "\r\n\r\nlet answer = 42;"));
    assert_null(strstr(plain, "Content-Encoding"));
    assert_non_null(strstr(packed, "Content-Encoding: gzip\r\n"));
    assert_non_null(strstr(packed, "\r\n\r\n(packed)"));
    char tags[2][64], field[160];
    assert_int_equal(sscanf(strstr(plain, "ETag: "), "ETag: %60s", tags[0]), 1);
    assert_int_equal(sscanf(strstr(packed, "ETag: "), "ETag: %60s", tags[1]), 1);
    assert_string_not_equal(tags[0], tags[1]);
    snprintf(field, sizeof field, "Accept-Encoding: gzip\r\nIf-None-Match: %s\r\n", tags[0]);
    assert_non_null(strstr(answer_to(front, "/a.js", field), "HTTP/1.1 200 "));
    snprintf(field, sizeof field, "Accept-Encoding: gzip\r\nIf-None-Match: %s\r\n", tags[1]);
    assert_non_null(strstr(answer_to(front, "/a.js", field), "HTTP/1.1 304 "));
    assert_null(
        strstr(answer_to(front, "/game.tng", "Accept-Encoding: gzip\r\n"), "Content-Encoding"));
    front_free(front);
}

static void large_file_reaches_a_slow_reader(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    Raw *raw = raw_new(front);
    raw_say(raw, "GET /game.tng HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    raw_wait_slowly(raw, GOT_MAX, 50000);
    const char *body = strstr(raw->got, "\r\n\r\n") + 4;
    assert_int_equal(raw->size - (size_t)(body - raw->got), LARGE);
    assert_memory_equal(body, front->large, LARGE);
    raw_free(raw);
    front_free(front);
}

static void many_requests_in_one_packet_are_answered(void **state)
{
    enum { COUNT = 150 };
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    Raw *raw = raw_new(front);
    static const char one[] = "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    char requests[COUNT * (sizeof one - 1) + 1];
    for (size_t i = 0; i < COUNT; i++)
        memcpy(requests + i * (sizeof one - 1), one, sizeof one);
    raw_say(raw, requests);
    unsigned count = 0;
    while (count < COUNT) {
        raw_wait(raw, raw->size + 1);
        assert_false(raw->ended);
        count = 0;
        for (const char *at = raw->got; (at = strstr(at, "HTTP/1.1 200")); at++)
            count++;
    }
    raw_free(raw);
    front_free(front);
}

/* As many as a browser with cookies sends at once were refused as one long request. */
static void pipelined_requests_are_answered_in_order(void **state)
{
    enum { COUNT = 90, COOKIE = 600 };
    static const char *const paths[] = {"/a.js", "/", "/none", "/game.tng"};
    static const char *const bodies[] = {"let answer", "<p>page", "404 Not", NULL};
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    Raw *raw = raw_new(front);
    Writer requests = writer_to(front->host->kit->arena);
    for (size_t i = 0; i < COUNT; i++) /* one large file in the middle */
        write_format(&requests, "GET %s HTTP/1.1\r\nHost: localhost\r\nCookie: %0*d\r\n\r\n",
                     paths[i == COUNT / 2 ? 3 : i % 3], COOKIE, 0);
    assert_in_range(requests.size, 56 << 10, WEB_BACKLOG_MAX);
    raw_send(raw, requests.data, requests.size);
    const char *at = raw->got;
    for (size_t i = 0; i < COUNT; i++) {
        const char *body;
        size_t size = 0;
        while (!(body = strstr(at, "\r\n\r\n"))) {
            assert_false(raw->ended);
            raw_wait(raw, raw->size + 1);
        }
        assert_int_equal(sscanf(strstr(at, "Content-Length: "), "Content-Length: %zu", &size),
                         1);
        body += 4;
        while (raw->size < (size_t)(body - raw->got) + size && !raw->ended)
            raw_wait(raw, raw->size + 1);
        if (i == COUNT / 2)
            assert_memory_equal(body, front->large, LARGE);
        else
            assert_memory_equal(body, bodies[i % 3], strlen(bodies[i % 3]));
        at = body + size;
    }
    assert_ptr_equal(at, raw->got + raw->size);
    raw_free(raw);
    front_free(front);
}

/* More than the backlog holds, sent as fast as possible by a visitor that reads every answer.
 */
static void a_quick_reader_gets_thousands_of_answers(void **state)
{
    enum { COUNT = 6000 };
    static const char one[] = "GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n";
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    Raw *raw = raw_new(front);
    Arena *arena = front->host->kit->arena;
    Writer requests = writer_to(arena), got = writer_to(arena);
    size_t sent = 0, answers = 0;
    for (size_t i = 0; i < COUNT; i++)
        write_bytes(&requests, (Bytes){(const uint8_t *)one, sizeof one - 1});
    for (unsigned turn = 0; answers < COUNT && turn < 100000; turn++) {
        char piece[1 << 16];
        const ssize_t count = send(raw->descriptor, requests.data + sent, requests.size - sent,
                                   MSG_NOSIGNAL | MSG_DONTWAIT);
        sent += count > 0 ? (size_t)count : 0;
        host_turn(front->host, 0);
        ssize_t read;
        while ((read = recv(raw->descriptor, piece, sizeof piece, MSG_DONTWAIT)) > 0)
            write_bytes(&got, (Bytes){(const uint8_t *)piece, (size_t)read});
        if (!read)
            fail_msg("the connection ended after %zu answers", answers);
        answers = 0;
        for (size_t i = 0; i + 12 < got.size; i++)
            answers += !memcmp(got.data + i, "HTTP/1.1 404", 12);
    }
    assert_int_equal(answers, COUNT);
    raw_free(raw);
    front_free(front);
}

/* What follows a bad request does not make it too large. */
static void a_bad_request_among_others_is_called_bad(void **state)
{
    static const char good[] = "GET /a.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
    static const char bad[] = "GET /a.js HTTP/1.1\r\nHost : localhost\r\n\r\n";
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    Raw *raw = raw_new(front);
    Writer requests = writer_to(front->host->kit->arena);
    write_format(&requests, "%s%s", good, bad);
    for (size_t i = 0; i < 400; i++)
        write_format(&requests, "%s", good);
    raw_send(raw, requests.data, requests.size);
    while (!raw->ended)
        raw_wait(raw, raw->size + 1);
    assert_non_null(strstr(raw->got, "HTTP/1.1 400 Bad Request"));
    assert_null(strstr(raw->got, " 431 "));
    raw_free(raw);
    front_free(front);
}

/* Requests whose answers are not read must not fill the memory. */
static void endless_requests_end_the_connection(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    Raw *raw = raw_new(front);
    static const char one[] = "GET /game.tng HTTP/1.1\r\nHost: localhost\r\n\r\n";
    char requests[64 * (sizeof one - 1) + 1];
    for (size_t i = 0; i < 64; i++)
        memcpy(requests + i * (sizeof one - 1), one, sizeof one);
    size_t sent = 0;
    for (unsigned i = 0; i < 2000; i++) {
        const ssize_t count =
            send(raw->descriptor, requests, sizeof requests - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno != EAGAIN)
            break;
        sent += count > 0 ? (size_t)count : 0;
        host_turn(front->host, 0);
    }
    assert_in_range(sent, WEB_BACKLOG_MAX, 4 << 20);
    raw_free(raw);
    front_free(front);
}

static void silent_and_slow_visitors_are_closed(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    Raw *silent = raw_new(front), *dripping = raw_new(front), *lazy = raw_new(front);
    raw_say(lazy, "GET /game.tng HTTP/1.1\r\nHost: localhost\r\n\r\n");
    for (unsigned i = 0; i < 10; i++) {
        host_turn(front->host, WEB_REQUEST_TIME / 12);
        raw_say(dripping, "GET");
    }
    raw_read(dripping, GOT_MAX);
    assert_false(dripping->ended); /* also shows that the clock is what closes it */
    host_turn(front->host, WEB_REQUEST_TIME / 2);
    raw_wait(silent, 1);
    raw_wait(dripping, 1);
    assert_true(silent->ended && dripping->ended);
    host_turn(front->host, WEB_PROGRESS_TIME);
    for (unsigned i = 0; i < 5; i++)
        host_turn(front->host, 0);
    raw_wait(lazy, GOT_MAX); /* what the system has taken, then the end */
    assert_true(lazy->ended && lazy->size < LARGE);
    raw_free(silent);
    raw_free(dripping);
    raw_free(lazy);
    front_free(front);
}

static void number_of_visitors_is_limited(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    static Raw *all[WEB_VISITORS_MAX + 1];
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        all[i] = raw_new(front);
        host_turn(front->host, 0);
    }
    raw_wait(all[WEB_VISITORS_MAX], 1);
    assert_true(all[WEB_VISITORS_MAX]->ended);
    raw_read(all[0], 1);
    assert_false(all[0]->ended);
    for (size_t i = 0; i < COUNT_OF(all); i++)
        raw_free(all[i]);
    front_free(front);
}

/* ---- WebSockets ---- */

static Caller *caller_at_door(Front *front)
{
    Host *host = front->host;
    Arena *arena = host->kit->arena;
    Caller *caller = arena_alloc(arena, 1, sizeof *caller);
    *caller = (Caller){.host = host, .pieces = arena_new(), .file = writer_to(arena)};
    Writer out = writer_to(arena);
    client_session_start(&caller->session, &client_limits, host->now, caller->pieces, &out);
    caller->wire = wire_connect(host->loop, host->client_wire, TEXT("127.0.0.1"),
                                web_door_port(front->door), NULL, &caller_handlers, caller);
    wire_send(caller->wire, writer_bytes(&out)); /* waits for the handshake */
    return caller;
}

static void client_plays_by_websocket_over_tls(void **state)
{
    Kit *kit = *state;
    Front *front = front_new(kit, true, (WebDoorOptions){0});
    Host *host = front->host;
    wire_listener_close(host->listener);
    wire_free(host->client_wire);
    host->client_wire = wire_client_web(&kit->report);
    Caller *caller = caller_at_door(front);
    HOST_UNTIL(host, caller->session.state == CLIENT_CONN_GREETED);
    CALLER_SAY(caller, client_session_fetch(&caller->session, 0, out));
    while (caller->file.size < 100000)
        host_turn(host, 10);
    assert_memory_equal(caller->file.data, host->game.file.data, 100000);
    caller_log_in(host, caller);
    assert_true(caller->open);
    CALLER_SAY(caller, client_session_close(&caller->session, REASON_LEFT, out));
    HOST_UNTIL(host, caller->gone && host->connections[0].gone);
    assert_int_equal(caller->end, WIRE_FINISHED);
    assert_int_equal(host->connections[0].end, WIRE_FINISHED);
    arena_free(caller->pieces);
    host->listener = NULL;
    front_free(front);
}

static void client_reports_a_server_without_websockets(void **state)
{
    Kit *kit = *state;
    Host *host = host_new(kit, 1000);
    wire_free(host->client_wire);
    host->client_wire = wire_client_web(&kit->report);
    Caller *caller = caller_new(host, "127.0.0.1", NULL); /* it closes: no HELLO */
    for (unsigned i = 0; i < 2000 && !caller->gone; i++)
        host_turn(host, 100);
    assert_true(caller->gone);
    assert_false(caller->open);
    caller_free(caller);
    host_free(host);
}

static void pages_of_other_origins_are_rejected(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){.origins = "https://b.example"});
    expect_status(front, UPGRADE "Host: localhost\r\nOrigin: https://evil.example\r\n\r\n",
                  "403");
    expect_status(front, UPGRADE "Host: localhost\r\nOrigin: null\r\n\r\n", "403");
    expect_status(front, UPGRADE "Host: localhost\r\nOrigin: http://localhost\r\n\r\n", "101");
    expect_status(front, UPGRADE "Host: localhost\r\nOrigin: https://b.example\r\n\r\n", "101");
    expect_status(front, UPGRADE "Host: b.example\r\nOrigin: https://b.example\r\n\r\n", "101");
    /* a name of somebody else that leads here */
    expect_status(front, UPGRADE "Host: evil.example\r\nOrigin: http://evil.example\r\n\r\n",
                  "421");
    expect_status(front, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421");
    expect_status(front, "GET / HTTP/1.1\r\nHost: 127.evil.example\r\n\r\n", "421");
    expect_status(front, "GET / HTTP/1.1\r\nHost: 127.0.0.2:80\r\n\r\n", "200");
    front_free(front);
}

static void invalid_handshakes_are_rejected(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    expect_status(front, "GET /socket HTTP/1.1\r\nHost: localhost\r\n\r\n", "426");
    expect_status(front,
                  "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                  "Connection: Upgrade\r\nSec-WebSocket-Version: 8\r\n\r\n",
                  "426");
    expect_status(front,
                  "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: x\r\n\r\n",
                  "400");
    expect_status(front, UPGRADE "Host: localhost\r\n\r\nmore", "400");
    front->host->refuses = true;
    expect_status(front, UPGRADE "Host: localhost\r\n\r\n", "503");
    front_free(front);
}

static void address_of_a_proxy_is_used_only_with_a_proxy(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){.proxy = "127.0.0.1"});
    expect_status(
        front, UPGRADE "Host: a.example\r\nX-Forwarded-For: 6.6.6.6, 192.0.2.7\r\n\r\n", "101");
    assert_int_equal(front->address.family, 4);
    assert_memory_equal(front->address.address, "\xc0\x00\x02\x07", 4);
    expect_status(front, UPGRADE "Host: a.example\r\nX-Forwarded-For: 2001:db8::1\r\n\r\n",
                  "101");
    assert_int_equal(front->address.family, 6);
    expect_status(front, UPGRADE "Host: a.example\r\nX-Forwarded-For: x\r\n\r\n", "400");
    expect_status(front, UPGRADE "Host: a.example\r\nX-Forwarded-For: 192.0.2.8:99\r\n\r\n",
                  "101");
    assert_memory_equal(front->address.address, "\xc0\x00\x02\x08", 4);
    expect_status(front, UPGRADE "Host: a.example\r\nX-Forwarded-For: [2001:db8::2]:99\r\n\r\n",
                  "101");
    assert_int_equal(front->address.family, 6);
    expect_status(front, UPGRADE "Host: a.example\r\n\r\n", "101");
    assert_memory_equal(front->address.address, "\x7f\x00\x00\x01", 4);
    front_free(front);
    front = front_new(*state, false, (WebDoorOptions){0});
    expect_status(front, UPGRADE "Host: localhost\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n", "101");
    assert_memory_equal(front->address.address, "\x7f\x00\x00\x01", 4);
    front_free(front);
    front = front_new(*state, false,
                      (WebDoorOptions){.proxy = "127.0.0.1", .origins = "https://a.example"});
    expect_status(front, UPGRADE "Host: a.example\r\n\r\n", "101");
    expect_status(front, UPGRADE "Host: b.example\r\n\r\n", "421");
    front_free(front);
    front = front_new(*state, false, (WebDoorOptions){.proxy = "192.0.2.1"});
    Raw *raw = raw_new(front);
    raw_wait(raw, 1);
    assert_true(raw->ended); /* not the proxy */
    raw_free(raw);
    front_free(front);
}

/* `serve --proxy` covered the port of the game only: all browsers had the proxy's address. */
static void tcp_proxy_sends_the_address_of_a_browser(void **state)
{
    static const char header[] = "PROXY TCP4 198.51.100.7 192.0.2.1 56324 8443\r\n";
    Front *front = front_new(*state, false, (WebDoorOptions){.tcp_proxy = "127.0.0.1"});
    Raw *raw = raw_new(front);
    raw_say(raw, header);
    raw_say(raw, "GET / HTTP/1.1\r\nHost: play.example.org\r\n\r\n");
    raw_answer(raw);
    assert_non_null(strstr(raw->got, "HTTP/1.1 200 OK"));
    raw_free(raw);
    raw = raw_new(front);
    raw_say(raw, header);
    raw_say(raw, UPGRADE "Host: play.example.org\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n");
    raw_answer(raw);
    assert_non_null(strstr(raw->got, "HTTP/1.1 101 "));
    assert_int_equal(front->address.family, 4);
    assert_memory_equal(front->address.address, "\xc6\x33\x64\x07", 4);
    raw_free(raw);
    raw = raw_new(front); /* no browser on this machine connects without the proxy */
    raw_say(raw, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    raw_wait(raw, 1);
    assert_true(raw->ended && !raw->size);
    raw_free(raw);
    front_free(front);
}

/* The frames, the code of the CLOSE that is the answer, and how it ends for the server. */
static void expect_close(Front *front, const void *frames, size_t size, unsigned code)
{
    const unsigned number = front->host->connection_count;
    Raw *raw = raw_socket(front);
    raw_send(raw, frames, size);
    while (!raw->ended)
        raw_wait(raw, raw->size + 1);
    assert_true(raw->size >= 4);
    const uint8_t *last = (const uint8_t *)raw->got + raw->size - 4;
    assert_int_equal(last[0], 0x88);
    assert_int_equal(last[1], 2);
    assert_int_equal(last[2] << 8 | last[3], code);
    raw_free(raw);
    HOST_UNTIL(front->host, front->host->connections[number].gone);
    assert_int_equal(front->host->connections[number].end,
                     code == 1000 ? WIRE_FINISHED : WIRE_REFUSED);
}

static void attacks_by_frames_end_the_connection(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    uint8_t endless[80 * 6];
    for (size_t i = 0; i < 80; i++)
        memcpy(endless + 6 * i, i ? "\0\x80\0\0\0\0" : "\x02\x80\0\0\0\0", 6);
    expect_close(front, "\x82\x01x", 3, 1002);
    expect_close(front, "\x82\xff\0\0\1\0\0\0\0\0\0\0\0\0", 14, 1009);
    expect_close(front, "\x81\x80\0\0\0\0", 6, 1003);
    expect_close(front, endless, sizeof endless, 1008);
    expect_close(front, "\x88\x82\0\0\0\0\x03\xe8", 8, 1000);
    front_free(front);
}

static void ping_is_answered_and_packets_may_be_split_over_messages(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    static const uint8_t hello[] = {
        0x02, 0x83, 1, 2, 3, 4, 0 ^ 1, 1 ^ 2, PROTOCOL_VERSION ^ 3, /* a fragment */
        0x89, 0x82, 0, 0, 0, 0, 'h',   'i',                         /* PING */
        0x80, 0x82, 0, 0, 0, 0, 0,     'T',                         /* the last fragment */
        0x82, 0x83, 0, 0, 0, 0, 'N',   'G',   'P'};                 /* another message */
    Raw *raw = raw_new(front);
    raw_say(raw, UPGRADE "Host: localhost\r\n\r\n");
    raw_answer(raw);
    raw->size = 0;
    raw_send(raw, hello, sizeof hello);
    raw_wait(raw, 4 + 66);
    assert_memory_equal(raw->got, "\x8a\x02hi\x82\x40\x00\x08", 8);
    raw_free(raw);
    front_free(front);
}

static void slow_reader_is_disconnected(void **state)
{
    Front *front = front_new(*state, false, (WebDoorOptions){0});
    static const uint8_t state_of_world[32 << 10];
    Raw *raw = raw_socket(front);
    Connection *connection = &front->host->connections[0];
    for (unsigned i = 0; i < 2000 && !connection->gone; i++) {
        wire_send(connection->wire, (Bytes){state_of_world, sizeof state_of_world});
        assert_true(wire_waiting(connection->wire) <= WIRE_QUEUE_MAX);
        host_turn(front->host, 0);
    }
    assert_true(connection->gone);
    assert_int_equal(connection->end, WIRE_SLOW);
    raw_free(raw);
    front_free(front);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(files_are_served_and_cached),
        TEST(compressed_files_are_sent_to_clients_that_accept_them),
        TEST(large_file_reaches_a_slow_reader),
        TEST(many_requests_in_one_packet_are_answered),
        TEST(pipelined_requests_are_answered_in_order),
        TEST(a_quick_reader_gets_thousands_of_answers),
        TEST(a_bad_request_among_others_is_called_bad),
        TEST(endless_requests_end_the_connection),
        TEST(silent_and_slow_visitors_are_closed),
        TEST(number_of_visitors_is_limited),
        TEST(client_plays_by_websocket_over_tls),
        TEST(client_reports_a_server_without_websockets),
        TEST(pages_of_other_origins_are_rejected),
        TEST(invalid_handshakes_are_rejected),
        TEST(address_of_a_proxy_is_used_only_with_a_proxy),
        TEST(tcp_proxy_sends_the_address_of_a_browser),
        TEST(attacks_by_frames_end_the_connection),
        TEST(ping_is_answered_and_packets_may_be_split_over_messages),
        TEST(slow_reader_is_disconnected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
