/* A bad line to PostgreSQL: a port on loopback whose bytes go on to its socket, and which can
 * be told to break when the next COMMIT comes by, before or behind it. One thread. */
#ifndef OISIN_TESTS_POSTGRES_PROXY_H
#define OISIN_TESTS_POSTGRES_PROXY_H

#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "postgres_kit.h"

enum { PROXY_LINES = 16 };

typedef enum ProxyFault {
    PROXY_NONE,
    PROXY_LOSE_QUESTION, /* the COMMIT does not arrive */
    PROXY_LOSE_ANSWER,   /* it does, and nobody hears of it */
} ProxyFault;

typedef struct ProxyLine {
    int client, server;
    bool asking; /* the last bytes were the client's */
    bool losing; /* the next answer is the last */
} ProxyLine;

struct Proxy {
    int listener;
    unsigned port;
    ProxyLine lines[PROXY_LINES];
    size_t count;
    pthread_t thread;
    atomic_int fault; /* once; then PROXY_NONE */
    atomic_int trips; /* how often a question followed upon an answer */
    atomic_bool ends;
};
extern struct Proxy proxy;

/* "127.0.0.1:PORT", for postgres_address. */
void proxy_start(char *place, size_t size);
void proxy_stop(void);

#endif
