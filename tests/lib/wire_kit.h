/* A server of the protocol and its clients over loopback, in one thread, with a clock that
 * stands still until it is moved. */
#ifndef OISIN_TESTS_WIRE_KIT_H
#define OISIN_TESTS_WIRE_KIT_H

#include "net_kit.h"

#include "server/transport/wire.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HOST_CONNECTIONS = 16 };

typedef struct Host Host;

typedef struct Connection { /* a client, as the server has it */
    Host *host;
    WireConnection *wire;
    ServerSession session;
    LoopTimer timer;
    bool gone;
    WireEnd end;
    unsigned packets;
} Connection;

struct Host {
    Kit *kit;
    Loop *loop;
    Wire *server_wire, *client_wire;
    Identity identity;
    WireListener *listener;
    ServedGame game;
    SessionLimits limits;
    uint64_t now; /* the clock */
    Connection connections[HOST_CONNECTIONS];
    unsigned connection_count;
    bool refuses; /* everybody, at once */
};

typedef struct Caller { /* a client */
    Host *host;
    WireConnection *wire;
    ClientSession session;
    Arena *pieces;
    Writer file;
    bool open, gone;
    WireEnd end;
    char why[400];
    uint8_t pin[PIN_SIZE];
    Packet last; /* without its lists */
    unsigned packets[FRAME_TYPES];
} Caller;

uint64_t host_clock(void *context);

/* Sends what a session wants to say; a closed one is finished. */
void host_guest_send(Connection *connection, Writer *out);

extern const WireHandlers host_guest_handlers;

void *host_accept(void *context, WireConnection *wire, const WireAddress *address);

/* A certificate for all tests: making one takes a while with sanitizers. */
Host *host_new(Kit *kit, size_t game_size);

/* One turn; the clock goes on only if nothing happens and `pace` says so. */
void host_turn(Host *host, uint64_t pace);

/* Turns until it is so, or for some seconds of real time. */
#define HOST_UNTIL(host, condition)                                                            \
    do {                                                                                       \
        const time_t end_ = time(NULL) + 20;                                                   \
        while (!(condition)) {                                                                 \
            host_turn((host), 0);                                                              \
            if (time(NULL) > end_)                                                             \
                fail_msg("%s did not become so", #condition);                                  \
        }                                                                                      \
    } while (0)

void host_free(Host *host);

/* A connection without TLS, or with TLS that says nothing. */
int plain_socket(const Host *host);
void caller_send(Caller *caller, Writer *out);

extern const WireHandlers caller_handlers;

Caller *caller_new(Host *host, const char *name, const uint8_t *pin);
void caller_free(Caller *caller);

#define CALLER_SAY(caller, call)                                                               \
    do {                                                                                       \
        Writer out_ = writer_to((caller)->host->kit->arena);                                   \
        Writer *out = &out_;                                                                   \
        call;                                                                                  \
        caller_send((caller), out);                                                            \
    } while (0)

void caller_log_in(Host *host, Caller *caller);

#endif
