/* Connections that have not sent the token of the server yet: any page of a browser can open
 * them, and keep them by sending a byte now and then. If almost all connections are in use, the
 * oldest of them is ended for each new one, so that those who know the address always get in.
 * A program that knows it needs a millisecond to send it. */
#ifndef OISIN_SERVER_HTTP_STRANGERS_H
#define OISIN_SERVER_HTTP_STRANGERS_H

#include <stdbool.h>
#include <stddef.h>

/* SPARE: of the connections, for those that are being ended. */
enum { HTTP_CONNECTIONS = 128, HTTP_SPARE = 32 };

typedef struct HttpConnection {
    const void *identity; /* of the library; NULL: free */
    int descriptor;
    unsigned long long number; /* in the order in which they came */
    bool known, ended;
} HttpConnection;

typedef struct HttpStrangers {
    HttpConnection items[HTTP_CONNECTIONS];
    unsigned long long count; /* of all that ever came */
} HttpStrangers;

void strangers_add(HttpStrangers *strangers, const void *identity, int descriptor);
/* It has sent the token. */
void strangers_know(HttpStrangers *strangers, const void *identity);
void strangers_remove(HttpStrangers *strangers, const void *identity);

#endif
