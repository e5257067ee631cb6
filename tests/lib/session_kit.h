/* A server's session and a client's that talk to each other, without a network. */
#ifndef OISIN_TESTS_SESSION_KIT_H
#define OISIN_TESTS_SESSION_KIT_H

#include "net_kit.h"

typedef struct Pair {
    Kit *kit;
    ServedGame game;
    SessionLimits limits;
    ServerSession server;
    ClientSession client;
    Writer to_server, to_client;
    size_t server_at, client_at; /* what was delivered of them */
    uint64_t now;
    size_t step; /* bytes of one delivery */
} Pair;

Pair *pair_new(Kit *kit);
void pair_free(Pair *pair);

/* Delivers until there is a packet for the server's game; its type, or -1: nothing is left. */
int server_next(Pair *pair, Packet *packet);
int client_next(Pair *pair, Packet *packet);
void greet(Pair *pair);
void pair_log_in(Pair *pair);

/* What the server does when these bytes come, and what it says before it closes. */
ReasonCode closed_by(Pair *pair, Bytes bytes);

#endif
