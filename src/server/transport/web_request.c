/* Parses the head of an HTTP request. Parts, in order: header fields; the first line; origins.
 * Whatever a proxy might read differently is refused: repeated or continued fields, blanks
 * around their names, bodies, lines without CR. */
#include "server/transport/web_request.h"

#include <stddef.h>

/* ---- header fields ---- */

static const struct Field {
    const char *name;
    size_t at; /* of a Text in WebRequest */
} fields[] = {
    {"Host", offsetof(WebRequest, host)},
    {"Origin", offsetof(WebRequest, origin)},
    {"Connection", offsetof(WebRequest, connection)},
    {"Upgrade", offsetof(WebRequest, upgrade)},
    {"Sec-WebSocket-Key", offsetof(WebRequest, key)},
    {"Sec-WebSocket-Version", offsetof(WebRequest, version)},
    {"X-Forwarded-For", offsetof(WebRequest, forwarded_for)},
    {"Accept-Encoding", offsetof(WebRequest, accept_encoding)},
    {"If-None-Match", offsetof(WebRequest, if_none_match)},
};

/* Proxies may add a field to one of the client: only the last one is theirs. */
static bool may_repeat(const struct Field *field)
{
    return field->at == offsetof(WebRequest, forwarded_for) ||
           field->at == offsetof(WebRequest, if_none_match) ||
           field->at == offsetof(WebRequest, accept_encoding);
}

static bool has_body(Text name, Text value)
{
    return text_is_caseless(name, "Transfer-Encoding") ||
           (text_is_caseless(name, "Content-Length") && !text_is(value, "0"));
}

static bool take_field(Text line, WebRequest *out)
{
    size_t colon;
    if (!text_find(line, ':', &colon) || !colon)
        return false;
    const Text name = text_slice(line, 0, colon);
    const Text value = text_trimmed(text_slice(line, colon + 1, line.size));
    if (name.at[name.size - 1] == ' ' || name.at[0] == ' ' || name.at[0] == '\t')
        return false; /* also a line that continues the one before */
    if (has_body(name, value))
        return false;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        Text *field = (Text *)(void *)((char *)out + fields[i].at);
        if (!text_is_caseless(name, fields[i].name))
            continue;
        if (field->at && !may_repeat(&fields[i]))
            return false;
        *field = value;
    }
    return true;
}

/* ---- the first line ---- */

/* "/a" of "http://host/a", as clients write it to proxies. */
static Text without_host(Text target)
{
    static const char *const starts[] = {"http://", "https://"};
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        size_t slash;
        if (!text_starts(target, starts[i]))
            continue;
        const Text rest = text_slice(target, strlen(starts[i]), target.size);
        return text_find(rest, '/', &slash) ? text_slice(rest, slash, rest.size) : TEXT("/");
    }
    return target;
}

static WebRequestState take_first(Text line, WebRequest *out)
{
    size_t space, end;
    if (!text_find(line, ' ', &space))
        return WEB_REQUEST_BAD;
    const Text method = text_slice(line, 0, space);
    const Text rest = text_slice(line, space + 1, line.size);
    if (!text_find(rest, ' ', &end) || !end)
        return WEB_REQUEST_BAD;
    const Text version = text_slice(rest, end + 1, rest.size);
    out->path = without_host(text_slice(rest, 0, end));
    if (!out->path.size || out->path.at[0] != '/')
        return WEB_REQUEST_BAD;
    if (text_find(out->path, '?', &end))
        out->path.size = end;
    out->close = text_is(version, "HTTP/1.0");
    out->head = text_is(method, "HEAD");
    if (!out->close && !text_is(version, "HTTP/1.1"))
        return WEB_REQUEST_BAD;
    return out->head || text_is(method, "GET") ? WEB_REQUEST_GOOD : WEB_REQUEST_METHOD;
}

/* Removes a line that ends with CRLF; only tabs and visible characters are allowed in it. */
static bool next_line(Text *rest, Text *line)
{
    size_t end;
    if (!text_find(*rest, '\n', &end) || !end || rest->at[end - 1] != '\r')
        return false;
    *line = text_slice(*rest, 0, end - 1);
    *rest = text_slice(*rest, end + 1, rest->size);
    for (size_t i = 0; i < line->size; i++)
        if (((unsigned char)line->at[i] < 32 && line->at[i] != '\t') || line->at[i] == 127)
            return false;
    return true;
}

static bool head_end(Text bytes, size_t *end)
{
    for (size_t i = 4; i <= bytes.size; i++)
        if (!memcmp(bytes.at + i - 4, "\r\n\r\n", 4)) {
            *end = i;
            return true;
        }
    return false;
}

WebRequestState web_request_read(Text bytes, WebRequest *out, size_t *size)
{
    Text line;
    *out = (WebRequest){0};
    if (!head_end(bytes, size))
        return bytes.size < WEB_REQUEST_MAX ? WEB_REQUEST_MORE : WEB_REQUEST_BAD;
    Text rest = text_slice(bytes, 0, *size - 2);
    if (!next_line(&rest, &line))
        return WEB_REQUEST_BAD;
    const WebRequestState state = take_first(line, out);
    while (state == WEB_REQUEST_GOOD && rest.size)
        if (!next_line(&rest, &line) || !take_field(line, out))
            return WEB_REQUEST_BAD;
    out->close = out->close || web_list_has(out->connection, "close");
    return state;
}

bool web_list_has(Text list, const char *word)
{
    size_t comma;
    while (list.size) {
        const bool more = text_find(list, ',', &comma);
        const size_t end = more ? comma : list.size;
        if (text_is_caseless(text_trimmed(text_slice(list, 0, end)), word))
            return true;
        list = text_slice(list, end + more, list.size);
    }
    return false;
}

/* ---- origins ---- */

Text web_host_name(Text host)
{
    size_t end;
    if (host.size && host.at[0] == '[')
        return text_find(host, ']', &end) ? text_slice(host, 0, end + 1) : host;
    return text_find(host, ':', &end) ? text_slice(host, 0, end) : host;
}

static Text without_port(Text host, const char *port)
{
    return text_ends(host, port) ? text_slice(host, 0, host.size - strlen(port)) : host;
}

static bool is_same_host(Text origin, Text host)
{
    if (text_starts(origin, "https://"))
        return text_equal_caseless(text_slice(origin, strlen("https://"), origin.size),
                                   without_port(host, ":443"));
    return text_starts(origin, "http://") &&
           text_equal_caseless(text_slice(origin, strlen("http://"), origin.size),
                               without_port(host, ":80"));
}

bool web_origin_is_allowed(Text origin, Text host, Text others)
{
    size_t comma;
    if (host.size && is_same_host(origin, host))
        return true;
    while (others.size) {
        const bool more = text_find(others, ',', &comma);
        const size_t end = more ? comma : others.size;
        const Text one = text_trimmed(text_slice(others, 0, end));
        if (text_is(one, "*") || text_equal_caseless(one, origin))
            return true;
        others = text_slice(others, end + more, others.size);
    }
    return false;
}
