/* Sends one request to an admin interface. Parts, in order: reading the answer; the connection.
 * Only answers with Content-Length are understood: that is what the admin interface sends. */
#include "server/admin/admin_client.h"

#include "base/stream.h"
#include "base/text.h"
#include "server/http/unix_socket.h"

#include <errno.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEAD_MAX = 64 << 10 /* bytes before the body */ };

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

/* Whether the answer is complete; `*wrong`: it is not an answer of an admin interface. */
static bool answer_read(Text answer, AdminReply *out, bool *wrong)
{
    static const char end[] = "\r\n\r\n";
    size_t at;
    int64_t status, size;
    Text line;
    if (!text_find_part(answer, text_of(end), &at)) {
        *wrong = answer.size > HEAD_MAX;
        return false;
    }
    at += strlen(end);
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

static time_t seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* A signal, or the end of one wait: the time for the whole request counts. */
static bool is_only_late(int error) { return error == EAGAIN || error == EINTR; }

static const char late[] = "no answer in time";

/* On failure, returns the reason. */
static const char *send_request(int descriptor, Text request, time_t end, Arena *arena)
{
    const Text text =
        arena_format(arena, "GET %.*s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                     (int)request.size, request.at);
    size_t done = 0;
    while (done < text.size) {
        const ssize_t sent = send(descriptor, text.at + done, text.size - done, MSG_NOSIGNAL);
        if (sent < 0 && !is_only_late(errno))
            return strerror(errno);
        if (sent > 0)
            done += (size_t)sent;
        else if (seconds_now() >= end)
            return late;
    }
    return NULL;
}

/* An answer that ends too early is none. On failure, returns the reason. */
static const char *receive(int descriptor, time_t end, AdminReply *out, Arena *arena)
{
    Writer answer = writer_to(arena);
    bool wrong = false;
    while (seconds_now() < end) {
        uint8_t bytes[16384];
        const ssize_t size = recv(descriptor, bytes, sizeof bytes, 0);
        if (size < 0 && !is_only_late(errno))
            return strerror(errno);
        write_bytes(&answer, (Bytes){bytes, size > 0 ? (size_t)size : 0});
        if (answer_read(writer_text(&answer), out, &wrong))
            return NULL;
        if (size == 0 || wrong || answer.size > ADMIN_ANSWER_MAX + HEAD_MAX)
            return "this is not an answer of an admin interface";
    }
    return late;
}

bool admin_call(const AdminCall *call, AdminReply *out, Arena *arena, Report *report)
{
    const unsigned wait = call->wait ? call->wait : ADMIN_WAIT;
    const time_t end = seconds_now() + wait;
    *out = (AdminReply){.body = TEXT("")};
    const int descriptor = unix_socket_connect(call->path, wait, report);
    if (descriptor < 0)
        return false;
    const char *why = send_request(descriptor, call->request, end, arena);
    why = why ? why : receive(descriptor, end, out, arena);
    close(descriptor);
    return !why || report_error(report, "%s: %s", call->path, why);
}
