/* The head of a request of HTTP/1.1: its first line and its header fields, bytes in, no
 * sockets. Requests with a body are errors: there is nothing to be sent but by WebSocket. */
#ifndef OISIN_SERVER_TRANSPORT_WEB_REQUEST_H
#define OISIN_SERVER_TRANSPORT_WEB_REQUEST_H

#include "base/text.h"

enum { WEB_REQUEST_MAX = 8192 /* bytes of a head */ };

/* Empty: there was no such field. All are parts of the bytes that were read. */
typedef struct WebRequest {
    bool head;  /* HEAD; otherwise GET */
    bool close; /* the connection is not used again */
    Text path;  /* without the query: "/index.html" */
    Text host, origin, connection, upgrade, key, version, forwarded_for, if_none_match,
        accept_encoding;
} WebRequest;

typedef enum WebRequestState {
    WEB_REQUEST_MORE, /* it is not complete yet */
    WEB_REQUEST_GOOD,
    WEB_REQUEST_BAD,
    WEB_REQUEST_METHOD, /* a method other than GET and HEAD */
} WebRequestState;

/* `*size`: bytes of the head. */
WebRequestState web_request_read(Text bytes, WebRequest *out, size_t *size);
/* Whether a list like "keep-alive, Upgrade" has the word, without case. */
bool web_list_has(Text list, const char *word);

/* "example.org:8443" -> "example.org"; "[::1]:8443" -> "[::1]". */
Text web_host_name(Text host);
/* Whether a page of this origin ("https://example.org:8443") comes from the server that was
 * asked for by the name `host`; or is one of `others`, a list with commas; `*` stands for all.
 */
bool web_origin_is_allowed(Text origin, Text host, Text others);

#endif
