/* Serves files and WebSockets. Parts, in order: answers; visitors; WebSockets; requests; the
 * door. All visitors share the loop: each sends a few pieces or answers in a turn, then its
 * timer `resume` continues in the next one. A visitor that becomes a WebSocket is freed, and
 * its connection gets other handlers (wire_socket.c). */
#include "server/transport/web_listener.h"

#include "base/hash.h"
#include "base/media_type.h"
#include "base/stream.h"
#include "server/transport/web_request.h"
#include "server/transport/wire_internal.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>

enum { HOUSEHOLD = 8 /* bytes of an IPv6 address */ };
enum {
    /* PIECE: bytes. The others limit what one visitor gets before the rest of the loop runs. */
    PIECE = 32 << 10,
    PIECES_AT_ONCE = 4,
    REQUESTS_AT_ONCE = 32,
    TURNS_AT_ONCE = 64,
    TAG_SIZE = 20
};

static const char socket_path[] = "/socket";

/* A connection that asks for files, until it becomes a WebSocket. */
typedef struct Visitor {
    WebDoor *door;
    WireConnection *wire;
    WireAddress address;
    LoopTimer timer, resume;
    char head[WEB_REQUEST_MAX]; /* the next request, and perhaps more */
    size_t head_size;
    uint8_t *backlog; /* received bytes after those in `head` */
    size_t backlog_size;
    bool busy;         /* an answer is being sent */
    bool close;        /* ... and is the last one */
    bool without_body; /* HEAD */
    bool over;         /* the connection ends */
    Bytes left;        /* of the answer's body */
    struct Visitor *next, **link;
} Visitor;

struct WebDoor {
    Loop *loop;
    WebDoorOptions options;
    WireListener *listener;
    WireAddress proxy;
    bool has_proxy, local;
    Visitor *visitors;
    unsigned visitor_count;
    char (*tags)[TAG_SIZE]; /* of the files */
};

/* ---- answers ---- */

/* The browser asks each time whether a file has changed (ETag). */
static void send_head(Visitor *visitor, const char *status, const char *type, size_t size,
                      const char *more)
{
    char head[1024];
    const int count = snprintf(
        head, sizeof head,
        "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-cache\r\n"
        "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
        "Content-Security-Policy: frame-ancestors 'none'\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n%sConnection: %s\r\n\r\n",
        status, type, size, more, visitor->close ? "close" : "keep-alive");
    wire_send(visitor->wire, (Bytes){(const uint8_t *)head, (size_t)count});
}

/* The status line is the body, too: a person may have opened the address in a browser. */
static void answer(Visitor *visitor, const char *status, const char *more)
{
    Bytes text = bytes_of_text(text_of(status));
    visitor->busy = true;
    send_head(visitor, status, "text/plain; charset=utf-8", text.size, more);
    visitor->left = visitor->without_body ? (Bytes){NULL, 0} : text;
}

/* An error after which nothing else of this connection is read. */
static void refuse(Visitor *visitor, const char *status)
{
    visitor->close = true;
    answer(visitor, status, "");
}

/* Only files that were read at the start are served: no path of a request reaches the disk. The
 * compressed form has its own ETag, as caches must not mix both. */
static void answer_file(Visitor *visitor, const WebRequest *request)
{
    const WebDoor *door = visitor->door;
    const Text path = text_is(request->path, "/") ? TEXT("/index.html") : request->path;
    char tag[TAG_SIZE + 8], more[TAG_SIZE + 96];
    size_t i = 0;
    while (i < door->options.file_count && !text_equal(door->options.files[i].path, path))
        i++;
    if (i == door->options.file_count) {
        answer(visitor, "404 Not Found", "");
        return;
    }
    const WebFile *file = &door->options.files[i];
    const bool packed = file->gzip.size && web_list_has(request->accept_encoding, "gzip");
    const Bytes bytes = packed ? file->gzip : file->bytes;
    snprintf(tag, sizeof tag, "\"%s%s\"", door->tags[i], packed ? "-gzip" : "");
    snprintf(more, sizeof more, "ETag: %s\r\nVary: Accept-Encoding\r\n%s", tag,
             packed ? "Content-Encoding: gzip\r\n" : "");
    const bool known = web_list_has(request->if_none_match, tag);
    visitor->busy = true;
    visitor->left = known || request->head ? (Bytes){NULL, 0} : bytes;
    send_head(visitor, known ? "304 Not Modified" : "200 OK", media_type_of(path), bytes.size,
              more);
}

/* ---- visitors ---- */

/* `link` points to the pointer before this one, so that no search is needed. */
static void remove_visitor(Visitor *visitor)
{
    WebDoor *door = visitor->door;
    loop_timer_clear(door->loop, &visitor->timer);
    loop_timer_clear(door->loop, &visitor->resume);
    *visitor->link = visitor->next;
    if (visitor->next)
        visitor->next->link = visitor->link;
    door->visitor_count--;
    free(visitor->backlog);
    free(visitor);
}

static void set_time(Visitor *visitor, uint64_t ms)
{
    Loop *loop = visitor->door->loop;
    loop_timer_set(loop, &visitor->timer, loop_now(loop) + ms);
}

/* For requests that never end and readers that never read. */
static void time_over(void *context)
{
    Visitor *visitor = context;
    visitor->over = true;
    wire_close(visitor->wire);
}

/* ---- WebSockets ---- */

/* The names by which this machine calls itself. */
static bool host_is_local(Text host)
{
    const Text name = web_host_name(host);
    WireAddress address;
    return text_is_caseless(name, "localhost") || text_is(name, "[::1]") ||
           (wire_address_read(name, &address) && address.family == 4 &&
            address.address[0] == 127);
}

/* Against DNS rebinding: a page of another site whose name points to this machine has its own
 * name in Host. */
static bool host_is_allowed(const WebDoor *door, Text host)
{
    char origin[300];
    const bool proxied = door->has_proxy || door->options.tcp_proxy;
    const bool is_known = proxied && !door->options.origins; /* the proxy knows */
    if (host_is_local(host) || is_known || (!door->local && !proxied))
        return true;
    snprintf(origin, sizeof origin, "https://%.*s", (int)(host.size < 256 ? host.size : 256),
             host.at);
    return door->options.origins &&
           web_origin_is_allowed(text_of(origin), TEXT(""), text_of(door->options.origins));
}

/* "192.0.2.7:4711", "[2001:db8::7]:4711": some proxies add the port. */
static Text without_port(Text address)
{
    size_t end, other;
    if (address.size && address.at[0] == '[')
        return text_find(address, ']', &end) ? text_slice(address, 1, end) : address;
    if (!text_find(address, ':', &end) ||
        text_find(text_slice(address, end + 1, address.size), ':', &other))
        return address;
    return text_slice(address, 0, end);
}

/* The last address is the one that the proxy has seen; those before may be invented. */
static bool client_address(const Visitor *visitor, Text forwarded, WireAddress *out)
{
    size_t comma;
    *out = visitor->address;
    if (!visitor->door->has_proxy || !forwarded.size)
        return true;
    while (text_find(forwarded, ',', &comma))
        forwarded = text_slice(forwarded, comma + 1, forwarded.size);
    return wire_address_read(without_port(text_trimmed(forwarded)), out);
}

/* The visitor is freed if it becomes a WebSocket; then returns true. */
static bool upgrade(Visitor *visitor, const WebRequest *request)
{
    const WebDoorOptions *options = &visitor->door->options;
    WireConnection *wire = visitor->wire;
    char accept[WEBSOCKET_ACCEPT_SIZE + 1], head[160];
    WireAddress address;
    if (!client_address(visitor, request->forwarded_for, &address)) {
        refuse(visitor, "400 Bad Request");
        return false;
    }
    void *context = NULL;
    if (websocket_accept(request->key, accept))
        context = options->accept(options->context, wire, &address);
    if (!context) {
        refuse(visitor, "503 Service Unavailable");
        return false;
    }
    const int size = snprintf(head, sizeof head,
                              "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                              accept);
    wire_send(wire, (Bytes){(const uint8_t *)head, (size_t)size});
    remove_visitor(visitor);
    wire_socket_begin(wire, options->handlers, context);
    return true;
}

/* A browser sends Origin with each WebSocket: pages of other sites cannot use a player's login.
 * Other programs send none. */
static bool knock(Visitor *visitor, const WebRequest *request)
{
    const WebDoorOptions *options = &visitor->door->options;
    const Text origins = text_of(options->origins ? options->origins : "");
    char accept[WEBSOCKET_ACCEPT_SIZE + 1];
    if (request->head || !web_list_has(request->connection, "upgrade") ||
        !web_list_has(request->upgrade, "websocket") || !text_is(request->version, "13")) {
        visitor->close = true;
        answer(visitor, "426 Upgrade Required",
               "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
        return false;
    }
    if (!websocket_accept(request->key, accept)) {
        refuse(visitor, "400 Bad Request");
        return false;
    }
    if (request->origin.size &&
        !web_origin_is_allowed(request->origin, request->host, origins)) {
        refuse(visitor, "403 Forbidden");
        return false;
    }
    return upgrade(visitor, request);
}

/* ---- requests ---- */

/* Returns false if the visitor was freed. */
static bool take_request(Visitor *visitor, size_t size, const WebRequest *request)
{
    visitor->close = request->close;
    visitor->without_body = request->head;
    if (!request->host.size || !host_is_allowed(visitor->door, request->host)) {
        refuse(visitor, "421 Misdirected Request");
    } else if (text_is(request->path, socket_path)) {
        if (size < visitor->head_size ||
            visitor->backlog_size) /* a client waits for the answer */
            refuse(visitor, "400 Bad Request");
        else if (knock(visitor, request))
            return false;
    } else {
        answer_file(visitor, request);
    }
    return true;
}

/* Sends as much as is possible at once; returns true if the answer is complete. */
static bool pump(Visitor *visitor)
{
    Loop *loop = visitor->door->loop;
    for (unsigned i = 0; visitor->left.size && !wire_waiting(visitor->wire); i++) {
        const size_t size = visitor->left.size < PIECE ? visitor->left.size : PIECE;
        if (i == PIECES_AT_ONCE) { /* others are waiting */
            loop_timer_set(loop, &visitor->resume, loop_now(loop));
            return false;
        }
        wire_send(visitor->wire, bytes_slice(visitor->left, 0, size));
        visitor->left = bytes_slice(visitor->left, size, visitor->left.size - size);
        set_time(visitor, WEB_PROGRESS_TIME);
        if (visitor->wire->ended)
            return false;
    }
    /* A slow reader gets all of it before the next answer, or the end. */
    return !visitor->left.size && !wire_waiting(visitor->wire);
}

/* The time for the next request starts when the answer is complete. */
static void end_answer(Visitor *visitor)
{
    visitor->busy = false;
    set_time(visitor, WEB_REQUEST_TIME);
    if (!visitor->close)
        return;
    visitor->over = true;
    wire_finish(visitor->wire);
}

static const char too_large[] = "431 Request Header Fields Too Large";

/* Moves received bytes to `head`, as far as there is room. */
static void refill(Visitor *visitor)
{
    const size_t room = sizeof visitor->head - visitor->head_size;
    const size_t size = visitor->backlog_size < room ? visitor->backlog_size : room;
    if (!size)
        return;
    memcpy(visitor->head + visitor->head_size, visitor->backlog, size);
    visitor->head_size += size;
    visitor->backlog_size -= size;
    memmove(visitor->backlog, visitor->backlog + size, visitor->backlog_size);
    if (visitor->backlog_size)
        return;
    free(visitor->backlog);
    visitor->backlog = NULL;
}

/* Whether the end of a request is in `head`, or there is room for it. */
static bool is_whole(const Visitor *visitor)
{
    return visitor->head_size < sizeof visitor->head ||
           memmem(visitor->head, visitor->head_size, "\r\n\r\n", 4);
}

/* Begins the answer to the next request; returns false if there is none yet, or the visitor was
 * freed. */
static bool next_request(Visitor *visitor)
{
    WebRequest request;
    size_t size = 0;
    refill(visitor);
    switch (web_request_read((Text){visitor->head, visitor->head_size}, &request, &size)) {
    case WEB_REQUEST_MORE:
        return false;
    case WEB_REQUEST_GOOD:
        if (!take_request(visitor, size, &request))
            return false;
        break;
    case WEB_REQUEST_BAD:
        refuse(visitor, is_whole(visitor) ? "400 Bad Request" : too_large);
        return true;
    case WEB_REQUEST_METHOD:
        visitor->close = true;
        answer(visitor, "405 Method Not Allowed", "Allow: GET, HEAD\r\n");
        return true;
    }
    visitor->head_size -= size;
    memmove(visitor->head, visitor->head + size, visitor->head_size);
    return true;
}

/* One answer after the other, as far as requests have arrived. */
static void go_on(void *context)
{
    Visitor *visitor = context;
    for (unsigned i = 0; !visitor->over;) {
        if (!visitor->busy) {
            if (!next_request(visitor))
                return;
            continue;
        }
        if (!pump(visitor))
            return;
        end_answer(visitor);
        if (++i == REQUESTS_AT_ONCE) { /* others are waiting */
            loop_timer_set(visitor->door->loop, &visitor->resume,
                           loop_now(visitor->door->loop));
            return;
        }
    }
}

/* Called by the connection; the bytes are valid only during the call. */
static void on_bytes(void *context, Bytes bytes)
{
    Visitor *visitor = context;
    /* Answers that are read make room, before others have their turn. */
    for (unsigned i = 0; i < TURNS_AT_ONCE && !visitor->over &&
                         visitor->backlog_size + bytes.size > WEB_BACKLOG_MAX;
         i++)
        go_on(visitor);
    if (visitor->over)
        return;
    const size_t size = visitor->backlog_size + bytes.size;
    uint8_t *backlog = size <= WEB_BACKLOG_MAX ? realloc(visitor->backlog, size) : NULL;
    if (!backlog) { /* many requests, whose answers are not read */
        visitor->over = true;
        wire_close(visitor->wire);
        return;
    }
    memcpy(backlog + visitor->backlog_size, bytes.data, bytes.size);
    visitor->backlog = backlog;
    visitor->backlog_size = size;
    go_on(visitor);
}

static void on_close(void *context, WireEnd end, Text why)
{
    (void)end, (void)why;
    remove_visitor(context);
}

static const WireHandlers visitor_handlers = {NULL, on_bytes, go_on, on_close};

/* ---- the door ---- */

/* `six`: bytes of an IPv6 address that count. */
static bool is_same_address(const WireAddress *a, const WireAddress *b, size_t six)
{
    return a->family == b->family && !memcmp(a->address, b->address, a->family == 4 ? 4 : six);
}

static bool is_local(const WireAddress *address)
{
    static const uint8_t own[16] = {[15] = 1};
    return address->family == 4 ? address->address[0] == 127
                                : !memcmp(address->address, own, sizeof own);
}

/* Behind a proxy all visitors have its address; the total is the only limit then. */
static bool is_one_too_many(const WebDoor *door, const WireAddress *address)
{
    unsigned count = 0;
    if (door->visitor_count >= WEB_VISITORS_MAX)
        return true;
    if (door->has_proxy || is_local(address))
        return false;
    for (const Visitor *other = door->visitors; other; other = other->next)
        count += is_same_address(&other->address, address, HOUSEHOLD);
    return count >= WEB_VISITORS_EACH;
}

/* NULL closes the connection. With a proxy, no other address may connect: it could invent the
 * client's address. */
static void *accept_visitor(void *context, WireConnection *wire, const WireAddress *address)
{
    WebDoor *door = context;
    if ((door->has_proxy && !is_same_address(address, &door->proxy, 16)) ||
        is_one_too_many(door, address))
        return NULL;
    Visitor *visitor = calloc(1, sizeof *visitor);
    if (!visitor)
        return NULL;
    visitor->door = door;
    visitor->wire = wire;
    visitor->address = *address;
    visitor->timer = (LoopTimer){.function = time_over, .context = visitor};
    visitor->resume = (LoopTimer){.function = go_on, .context = visitor};
    visitor->next = door->visitors;
    visitor->link = &door->visitors;
    if (visitor->next)
        visitor->next->link = &visitor->next;
    door->visitors = visitor;
    door->visitor_count++;
    set_time(visitor, WEB_REQUEST_TIME);
    return visitor;
}

/* All connections come from the proxy: it limits them. */
static const WireLimits proxy_limits = {
    .handshake = 10000,
    .half_open = GATE_HALF_OPEN_MAX,
    .each = GATE_HALF_OPEN_MAX,
    .rate = 100000,
    .rate_max = 100000,
};

/* Texts of `options` and the files must outlive the door. Tags are hashes of the content, so
 * that a restart does not invalidate caches. */
WebDoor *web_door_open(Loop *loop, Wire *wire, const WebDoorOptions *options, Report *report)
{
    WebDoor *door = calloc(1, sizeof *door);
    if (door)
        door->tags = calloc(options->file_count + 1, sizeof *door->tags);
    if (!door || !door->tags)
        abort();
    door->loop = loop;
    door->options = *options;
    door->has_proxy = options->proxy != NULL;
    WireAddress address = {.family = 4, .address = {127}};
    if (options->address)
        wire_address_read(text_of(options->address), &address);
    door->local = is_local(&address);
    for (size_t i = 0; i < options->file_count; i++)
        snprintf(door->tags[i], TAG_SIZE, "%016llx",
                 (unsigned long long)hash_bytes(0, options->files[i].bytes));
    if (door->has_proxy && !wire_address_read(text_of(options->proxy), &door->proxy))
        report_error(report, "\"%s\" is not an IPv4 or IPv6 address", options->proxy);
    else
        door->listener = options->socket
                             ? wire_listen_on(loop, wire, options->socket, &visitor_handlers,
                                              accept_visitor, door, report)
                             : wire_listen(loop, wire, options->address, options->port,
                                           &visitor_handlers, accept_visitor, door, report);
    if (door->listener && door->has_proxy)
        wire_listener_limit(door->listener, &proxy_limits);
    if (door->listener && options->tcp_proxy &&
        wire_address_read(text_of(options->tcp_proxy), &address))
        wire_listener_proxy(door->listener, &address);
    if (door->listener)
        return door;
    free(door->tags);
    free(door);
    return NULL;
}

unsigned web_door_port(const WebDoor *door) { return wire_listener_port(door->listener); }

/* Deferred: visitors are closed by deferred calls, too, and still refer to the door. */
static void free_door(void *context)
{
    WebDoor *door = context;
    free(door->tags);
    free(door);
}

void web_door_close(WebDoor *door)
{
    if (!door)
        return;
    wire_listener_close(door->listener);
    for (Visitor *visitor = door->visitors; visitor; visitor = visitor->next) {
        visitor->over = true;
        wire_close(visitor->wire);
    }
    loop_later(door->loop, free_door, door); /* after the on_close of the visitors */
}
