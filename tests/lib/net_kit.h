/* A game file, a server and a client of the protocol, without a network. */
#ifndef OISIN_TESTS_NET_KIT_H
#define OISIN_TESTS_NET_KIT_H

#include "kit.h"

#include "server/protocol/client_session.h"

/* A game as far as the protocol looks at it: a header with an id and a unique id. */
Bytes net_game(size_t size, Arena *arena);
ServedGame net_served(size_t size, Kit *kit);
Bytes net_packet(PacketFrom from, unsigned type, const void *record, Arena *arena);

#define NET_TEXT(literal) sizeof(literal) - 1, (ascii *)(uintptr_t) "" literal

PacketChat net_chat(Text text);

#endif
