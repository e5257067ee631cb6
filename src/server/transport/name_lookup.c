/* Looking up the name of a server in a thread. */
#include "server/transport/wire_internal.h"

#include "base/tasks.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* A name lookup. It outlives its connection, since the system's lookup cannot be
 * interrupted. */
typedef struct Lookup {
    char host[256], service[8];
    struct addrinfo *found;
    int error, event;
    Background *thread;
    LoopWatch *watch;
    WireConnection *connection; /* NULL: no longer needed */
    LookedUp *then;
} Lookup;

const struct addrinfo dial_hints = {.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG,
                                    .ai_socktype = SOCK_STREAM};

static void look_up(void *context, size_t index)
{
    (void)index;
    Lookup *lookup = context;
    const uint64_t one = 1;
    lookup->error = getaddrinfo(lookup->host, lookup->service, &dial_hints, &lookup->found);
    if (write(lookup->event, &one, sizeof one) < 0)
        return; /* it is the first one: there is space */
}

static void looked_up(void *context, unsigned what)
{
    (void)what;
    Lookup *lookup = context;
    WireConnection *connection = lookup->connection;
    if (lookup->thread)
        background_wait(lookup->thread);
    loop_remove(lookup->watch);
    close(lookup->event);
    if (connection) {
        connection->dial->lookup = NULL;
        lookup->then(connection, lookup->error, lookup->found);
    } else if (lookup->found) {
        freeaddrinfo(lookup->found);
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
    memcpy(lookup->service, dial->service, sizeof lookup->service);
    lookup->connection = connection;
    lookup->then = then;
    lookup->event = eventfd(0, EFD_CLOEXEC);
    if (lookup->event >= 0)
        lookup->watch =
            loop_watch(connection->loop, lookup->event, LOOP_READ, looked_up, lookup, &silent);
    if (!lookup->watch) {
        if (lookup->event >= 0)
            close(lookup->event);
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
    if (dial->found)
        freeaddrinfo(dial->found);
    dial->found = NULL;
}
