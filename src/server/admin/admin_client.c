/* Sends one request to an admin interface. Parts, in order: reading the answer; the connection.
 * The call runs its own loop until the answer is complete. Only answers with Content-Length are
 * understood: that is what the admin interface sends. */
#include "server/admin/admin_client.h"

#include "base/text.h"
#include "server/admin/admin_routes.h"

enum { HEAD_MAX = 64 << 10 /* bytes before the body */ };

typedef struct Caller {
    const AdminCall *call;
    WireConnection *connection;
    AdminReply *reply;
    Writer answer;
    Arena *arena;
    bool whole, over;
    WireEnd end;
    Text why;
} Caller;

/* ---- reading the answer ---- */

/* The value of a header, or empty. `head` is the lines after the first. */
static Text header_of(Text head, const char *name)
{
    Text line;
    size_t colon;
    while (text_line(&head, &line))
        if (text_find(line, ':', &colon) && text_is_caseless(text_slice(line, 0, colon), name))
            return text_trimmed(text_slice(line, colon + 1, line.size));
    return TEXT("");
}

static bool find_body(Text answer, size_t *at)
{
    const char *end = answer.size ? memmem(answer.at, answer.size, "\r\n\r\n", 4) : NULL;
    *at = end ? (size_t)(end - answer.at) + 4 : 0;
    return end != NULL;
}

/* Whether the answer is complete; `*wrong`: it is not an answer of an admin interface. */
static bool answer_read(Text answer, AdminReply *out, bool *wrong)
{
    size_t at;
    int64_t status, size;
    Text line;
    if (!find_body(answer, &at)) {
        *wrong = answer.size > HEAD_MAX;
        return false;
    }
    Text head = text_slice(answer, 0, at);
    text_line(&head, &line);
    const Text length = header_of(head, "content-length");
    *wrong = !text_starts(line, "HTTP/1.1 ") || line.size < 12 ||
             !text_number(text_slice(line, 9, 12), 100, 599, &status) ||
             !text_number(length, 0, ADMIN_ANSWER_MAX, &size);
    if (*wrong || answer.size - at < (size_t)size)
        return false;
    out->status = (unsigned)status;
    out->json = text_is(header_of(head, "content-type"), "application/json");
    out->body = text_slice(answer, at, at + (size_t)size);
    return true;
}

/* ---- the connection ---- */

static void caller_open(void *context)
{
    Caller *caller = context;
    memcpy(caller->reply->pin, wire_pin(caller->connection), PIN_SIZE);
    caller->reply->shown = true;
    Writer out = writer_to(caller->arena);
    const Text host = caller->call->host;
    const bool six = memchr(host.at, ':', host.size) != NULL;
    write_format(&out, "GET %.*s HTTP/1.1\r\nHost: %s%.*s%s:%u\r\n%s: 1\r\n",
                 (int)caller->call->request.size, caller->call->request.at, six ? "[" : "",
                 (int)host.size, host.at, six ? "]" : "", caller->call->port, ADMIN_HEADER);
    write_format(&out, "Connection: close\r\n\r\n");
    wire_send(caller->connection, writer_bytes(&out));
}

static void caller_bytes(void *context, Bytes bytes)
{
    Caller *caller = context;
    bool wrong = false;
    write_bytes(&caller->answer, bytes);
    caller->whole = answer_read(writer_text(&caller->answer), caller->reply, &wrong);
    if (caller->whole || wrong || caller->answer.size > ADMIN_ANSWER_MAX + HEAD_MAX)
        wire_close(caller->connection);
}

static void caller_closed(void *context, WireEnd end, Text why)
{
    Caller *caller = context;
    caller->over = true;
    caller->end = end;
    caller->why = arena_text(caller->arena, why);
}

static bool caller_failed(const Caller *caller, Report *report)
{
    const Text host = caller->call->host;
    if (!caller->over)
        return report_error(report, "%.*s, port %u: no answer in time", (int)host.size, host.at,
                            caller->call->port);
    if (caller->end == WIRE_FINISHED)
        return report_error(report,
                            "%.*s, port %u: this is not an answer of an admin interface",
                            (int)host.size, host.at, caller->call->port);
    return report_error(report, "%.*s", (int)caller->why.size, caller->why.at);
}

bool admin_call(const AdminCall *call, AdminReply *out, Arena *arena, Report *report)
{
    static const WireHandlers handlers = {caller_open, caller_bytes, NULL, caller_closed};
    Caller caller = {.call = call, .reply = out, .answer = writer_to(arena), .arena = arena};
    *out = (AdminReply){.body = TEXT("")};
    Loop *loop = loop_new(NULL, NULL, report);
    Wire *wire = loop ? wire_client(report) : NULL;
    if (!wire) {
        loop_free(loop);
        return false;
    }
    const uint64_t end = loop_now(loop) + (call->wait ? call->wait : ADMIN_WAIT);
    caller.connection =
        wire_connect(loop, wire, call->host, call->port, call->pin, &handlers, &caller);
    while (!caller.over && loop_now(loop) < end)
        loop_turn(loop, end - loop_now(loop));
    out->changed = caller.over && caller.end == WIRE_CHANGED;
    const bool good = caller.whole || caller_failed(&caller, report);
    if (!caller.over) {
        wire_close(caller.connection);
        /* The loop calls on_close, which uses `caller`. */
        loop_turn(loop, 0);
    }
    loop_free(loop);
    wire_free(wire);
    return good;
}
