/* Looking up the name of a server in a thread. */
#include "server/transport/wire_internal.h"

#include "base/tasks.h"

#include <stdlib.h>

/* A name lookup. It outlives its connection, since the system's lookup cannot be
 * interrupted. */
typedef struct Lookup {
    char host[256];
    unsigned port;
    SocketAddress found[ADDRESSES_MAX];
    size_t count;
    const char *why;
    int done; /* of wake_new */
    Background *thread;
    LoopWatch *watch;
    WireConnection *connection; /* NULL: no longer needed */
    LookedUp *then;
} Lookup;

static void look_up(void *context, size_t index)
{
    (void)index;
    Lookup *lookup = context;
    lookup->count = host_find(lookup->host, lookup->port, lookup->found, &lookup->why);
    wake_send(lookup->done);
}

static void looked_up(void *context, unsigned what)
{
    (void)what;
    Lookup *lookup = context;
    WireConnection *connection = lookup->connection;
    if (lookup->thread)
        background_wait(lookup->thread);
    loop_remove(lookup->watch);
    socket_close(lookup->done);
    if (connection) {
        connection->dial->lookup = NULL;
        lookup->then(connection, lookup->found, lookup->count, lookup->why);
    }
    free(lookup);
}

bool lookup_start(WireConnection *connection, LookedUp *then)
{
    Dial *dial = connection->dial;
    Lookup *lookup = calloc(1, sizeof *lookup);
    if (!lookup)
        return false;
    Report silent = report_to(NULL, NULL);
    memcpy(lookup->host, dial->host, sizeof lookup->host);
    lookup->port = dial->port;
    lookup->connection = connection;
    lookup->then = then;
    lookup->done = wake_new();
    if (lookup->done >= 0)
        lookup->watch =
            loop_watch(connection->loop, lookup->done, LOOP_READ, looked_up, lookup, &silent);
    if (!lookup->watch) {
        socket_close(lookup->done);
        free(lookup);
        return false;
    }
    dial->lookup = lookup;
    lookup->thread = background_start(look_up, lookup);
    return true;
}

void dial_stop(WireConnection *connection)
{
    Dial *dial = connection->dial;
    if (dial->lookup)
        dial->lookup->connection = NULL;
    dial->lookup = NULL;
    free(dial->found);
    dial->found = NULL;
}
