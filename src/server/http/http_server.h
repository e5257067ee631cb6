/* An HTTP server: for pages of this machine (`oisin view`, `oisin edit`), and for programs (the
 * admin and the health interface of `oisin serve`).
 *
 * Security of pages. All addresses begin with a random token, so that other users of the
 * machine have no access. Requests with another Host header are refused, which prevents DNS
 * rebinding. Requests other than GET need a handler that accepts them, and must come from a
 * page of this server: an Origin of another site, or Sec-Fetch-Site other than "same-origin",
 * is refused. Bodies are bounded. Every answer has headers that forbid caching, sniffing,
 * framing and inline scripts.
 *
 * An open server has neither a token nor a check of the Host header. At a Unix socket, requests
 * of other users are refused (unix_socket.h).
 *
 * Single-threaded: the handler runs in http_server_turn. */
#ifndef OISIN_SERVER_HTTP_HTTP_SERVER_H
#define OISIN_SERVER_HTTP_HTTP_SERVER_H

#include "base/report.h"

/* Bytes: an image of 2048 x 2048 pixels that does not compress; and of all requests together.
 */
enum { HTTP_BODY_MAX = 32 << 20, HTTP_BODIES_MAX = 128 << 20 };

/* A value of the query, decoded: it may contain any bytes. */
typedef struct HttpArgument {
    Text name, value;
} HttpArgument;

typedef struct HttpRequest {
    Text method;   /* "GET", also of HEAD */
    bool head;     /* the answer is sent without its body */
    Text path;     /* decoded, without the token and its slashes: "npcs/wolf.npc" */
    Text base;     /* prefix of all addresses, encoded, without a slash at its end: "/token" */
    Text if_match; /* the header, without quotes; empty: none */
    Bytes body;
    bool last; /* its peer is gone, or it has waited for 25 s: it must be answered now */
    const HttpArgument *arguments;
    size_t argument_count;
} HttpRequest;

/* A value of the query: "as" of "?as=raw"; empty: there is none. */
Text http_argument(const HttpRequest *request, const char *name);

typedef struct HttpAnswer {
    unsigned status;
    const char *type;   /* content type */
    const char *policy; /* Content-Security-Policy; NULL: nothing is loaded or run */
    Text file;          /* file name for saving; empty: to be shown */
    Text etag;          /* empty: none */
    const char *allow;  /* the methods, with status 405; NULL: no such header */
    Bytes bytes;
    bool later; /* there is no answer yet: ask again after http_server_wake, or when it is the
                   request's last time */
} HttpAnswer;

typedef struct HttpHandler {
    void *context;
    bool changes; /* also other methods than GET */
    /* Whether one more connection is accepted now; NULL: always. */
    bool (*may_connect)(void *context);
    /* The answer is used before the arena is freed. */
    void (*answer)(void *context, const HttpRequest *request, HttpAnswer *answer, Arena *arena);
} HttpHandler;

typedef struct HttpServerOptions {
    const char *address;  /* numeric; NULL: 127.0.0.1 */
    unsigned port;        /* 0: any free port */
    const char *path;     /* of a Unix socket, instead of an address; NULL: none */
    const char *token;    /* letters and digits; NULL: a random one */
    bool open;            /* for programs: no token, any Host */
    unsigned idle;        /* seconds until an unused connection is closed; 0: 60 */
    unsigned connections; /* open at the same time, at most HTTP_CONNECTIONS; 0: these */
    unsigned per_address; /* of these from one address; 0: all */
} HttpServerOptions;

typedef struct HttpServer HttpServer;

/* On failure, returns NULL and reports an error. */
HttpServer *http_server_new(const HttpHandler *handler, const HttpServerOptions *options,
                            Report *report);
void http_server_free(HttpServer *server);
/* http://127.0.0.1:PORT/TOKEN/; empty if the server is open. */
Text http_server_address(const HttpServer *server);
unsigned http_server_port(const HttpServer *server);
/* Whether an answer is still being sent. */
bool http_server_is_busy(const HttpServer *server);
/* Answers requests; returns after at most `milliseconds`. Returns false if the server cannot
 * continue. */
bool http_server_turn(HttpServer *server, unsigned milliseconds);
/* For a loop: call http_server_turn when the descriptor can be read, and after `*milliseconds`.
 * http_server_wait returns false if no time is set. */
int http_server_descriptor(const HttpServer *server);
bool http_server_wait(const HttpServer *server, uint64_t *milliseconds);
/* Asks the handler again for all requests that it wanted to answer later. */
void http_server_wake(HttpServer *server);

/* An answer of one line of plain text. */
HttpAnswer http_plain(unsigned status, const char *line);

#endif
