/* The door for browsers: HTTP/1.1 for the files of a page, and WebSockets at /socket, whose
 * connections are given to the same handlers as those of wire_listen.
 *
 * Either with TLS, or without it behind a reverse proxy: then only the proxy may connect, and
 * the client's address is the last one of X-Forwarded-For. A proxy that forwards TCP
 * connections sends the client's address in a header before TLS (server/transport/proxy.h).
 *
 * A browser sends the name of the page that opens a WebSocket (Origin): by default only the
 * page of this server may. Programs send none, and are let in. At a loopback address, the name
 * of the server must be localhost or a loopback address, or be among `origins`: otherwise a
 * name of a foreign page could lead here (DNS rebinding). */
#ifndef OISIN_SERVER_TRANSPORT_WEB_LISTENER_H
#define OISIN_SERVER_TRANSPORT_WEB_LISTENER_H

#include "server/transport/wire.h"

enum {
    WEB_VISITORS_MAX = 512,     /* connections that ask for files */
    WEB_VISITORS_EACH = 32,     /* ... from one address, except of this machine and the proxy */
    WEB_BACKLOG_MAX = 64 << 10, /* bytes of requests that wait for the answers to others */
    WEB_REQUEST_TIME = 10000,   /* ms for the head of a request */
    WEB_PROGRESS_TIME = 20000,  /* ms for each 64 KiB of an answer */
};

typedef struct WebFile {
    Text path; /* "/index.html"; "/" stands for that file, too */
    Bytes bytes;
    Bytes gzip; /* the same, compressed; empty: always sent as `bytes` */
} WebFile;

typedef struct WebDoorOptions {
    const char *address; /* as in wire_listen */
    unsigned port;       /* 0: any free port */
    int socket;          /* one that listens already, instead of these; 0: none */
    const char *proxy;   /* numeric address of a reverse proxy; NULL: none */
    /* numeric address of a proxy that forwards TCP connections; NULL: none. Not with `proxy` */
    const char *tcp_proxy;
    const char *origins;  /* further origins, separated by commas; "*": all; NULL: none */
    const WebFile *files; /* must outlive the door, with their bytes */
    size_t file_count;
    const WireHandlers *handlers; /* of WebSockets */
    WireAccept *accept;
    void *context;
} WebDoorOptions;

typedef struct WebDoor WebDoor;

/* `wire`: of wire_server, or with a proxy of wire_server_plain. */
WebDoor *web_door_open(Loop *loop, Wire *wire, const WebDoorOptions *options, Report *report);
unsigned web_door_port(const WebDoor *door);
/* Closes everything except WebSockets; the loop must turn once more before the options and the
 * wire are freed. NULL: no effect. */
void web_door_close(WebDoor *door);

#endif
