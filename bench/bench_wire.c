/* What connections cost a server: memory of each, and the time of a handshake.
 *
 * bench_wire [COUNT]: one process is the server, another one all clients, over loopback. Not
 * part of make test: the figures are the machine's. */
#include "server/protocol/client_session.h"
#include "server/transport/wire.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 1000, AT_ONCE = 64 };

typedef struct Peer {
    WireConnection *connection;
    bool open, gone;
} Peer;

typedef struct Side {
    Peer *peers;
    unsigned count, begun, open, gone;
    size_t bytes;
} Side;

static Side side;

static void peer_open(void *context)
{
    ((Peer *)context)->open = true;
    side.open++;
}

static void peer_bytes(void *context, Bytes bytes)
{
    side.bytes += bytes.size;
    (void)context;
}

static void peer_closed(void *context, WireEnd end, Text why)
{
    Peer *peer = context;
    if (end != WIRE_FINISHED)
        fprintf(stderr, "%.*s\n", (int)why.size, why.at);
    peer->gone = true;
    side.gone++;
}

static const WireHandlers handlers = {peer_open, peer_bytes, NULL, peer_closed};

static void *take(void *context, WireConnection *connection, const WireAddress *address)
{
    (void)address;
    Side *server = context;
    if (server->begun == server->count)
        return NULL;
    Peer *peer = &server->peers[server->begun++];
    peer->connection = connection;
    return peer;
}

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static long resident(void)
{
    long pages = 0, all = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2)
        exit(1);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

typedef struct Reading {
    double cpu;
    long resident;
    size_t heap;
} Reading;

static Reading reading(void)
{
    const struct mallinfo2 info = mallinfo2();
    return (Reading){cpu_seconds(), resident(), info.uordblks + info.hblkhd};
}

static void show(const char *what, Reading from, Reading to, unsigned count)
{
    printf("%-28s %8.1f KiB heap, %8.1f KiB resident, %8.0f us of CPU each\n", what,
           ((double)to.heap - (double)from.heap) / 1024 / count,
           (double)(to.resident - from.resident) / 1024 / count,
           (to.cpu - from.cpu) * 1e6 / count);
}

/* The clients, in a separate process: AT_ONCE handshakes at a time. `orders` begins with
 * the port; then each byte makes all send so many, and its end ends them. */
static void clients(int orders, int done, unsigned count)
{
    uint16_t port;
    if (read(orders, &port, sizeof port) != sizeof port)
        exit(1);
    Report report = report_to(NULL, NULL);
    Loop *loop = loop_new(NULL, NULL, &report);
    Wire *wire = wire_client(&report);
    side = (Side){.peers = calloc(count, sizeof(Peer)), .count = count};
    while (side.open + side.gone < count) {
        while (side.begun < count && side.begun - side.open - side.gone < AT_ONCE) {
            Peer *peer = &side.peers[side.begun++];
            peer->connection =
                wire_connect(loop, wire, TEXT("127.0.0.1"), port, NULL, &handlers, peer);
        }
        loop_turn(loop, 100);
    }
    static const uint8_t zeros[64];
    uint8_t order = 1;
    if (write(done, &order, 1) != 1)
        exit(1);
    while (read(orders, &order, 1) == 1) {
        for (unsigned i = 0; i < count; i++)
            wire_send(side.peers[i].connection, (Bytes){zeros, order});
        for (int i = 0; i < 20; i++)
            loop_turn(loop, 1);
    }
    exit(0);
}

static void turn_until(Loop *loop, const unsigned *open, unsigned count)
{
    while (*open < count)
        loop_turn(loop, 100);
}

/* Each receives and sends a little. */
static void talk(Loop *loop, int orders, Reading before, Reading open, unsigned count)
{
    const uint8_t order = 60;
    const size_t wanted = side.bytes + (size_t)order * count;
    if (write(orders, &order, 1) != 1)
        exit(1);
    while (side.bytes < wanted)
        loop_turn(loop, 100);
    const Reading heard = reading();
    show("after 60 bytes were heard", before, heard, count);
    show("  that alone", open, heard, count);
    static const uint8_t state[1000];
    for (unsigned i = 0; i < count; i++)
        wire_send(side.peers[i].connection, (Bytes){state, sizeof state});
    const Reading sent = reading();
    show("after 1,000 bytes were sent", before, sent, count);
    show("  that alone", heard, sent, count);
}

int main(int argc, char **argv)
{
    const unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : COUNT;
    int orders[2], done[2];
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){4 * count + 100, 4 * count + 100});
    if (pipe(orders) < 0 || pipe(done) < 0)
        return 1;
    const pid_t child = fork();
    if (child == 0) {
        close(orders[1]);
        clients(orders[0], done[1], count);
    }
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Identity identity;
    Loop *loop = loop_new(NULL, NULL, &report);
    if (!loop || !identity_make(1800000000, (Bytes){NULL, 0}, &identity, arena, &report))
        return 1;
    Wire *wire = wire_server(&identity, &report);
    side = (Side){.peers = calloc(count, sizeof(Peer)), .count = count};
    WireListener *listener = wire_listen(loop, wire, NULL, 0, &handlers, take, &side, &report);
    if (!wire || !listener || !side.peers)
        return 1;
    const uint16_t port = (uint16_t)wire_listener_port(listener);
    const Reading before = reading();
    if (write(orders[1], &port, sizeof port) != sizeof port)
        return 1;
    turn_until(loop, &side.open, count);
    const Reading open = reading();
    uint8_t order = 1;
    if (read(done[0], &order, 1) != 1)
        return 1;
    show("after the handshake", before, open, count);

    talk(loop, orders[1], before, open, count);
    printf("%zu bytes: a ServerSession\n", sizeof(ServerSession));
    close(orders[1]);
    waitpid(child, NULL, 0);
    for (unsigned i = 0; i < count; i++)
        if (!side.peers[i].gone)
            wire_close(side.peers[i].connection);
    loop_turn(loop, 10);
    wire_listener_close(listener);
    loop_turn(loop, 0);
    loop_free(loop);
    wire_free(wire);
    arena_free(arena);
    return 0;
}
