/* Internal declarations of the bus. */
#ifndef OISIN_SERVER_TRANSPORT_BUS_INTERNAL_H
#define OISIN_SERVER_TRANSPORT_BUS_INTERNAL_H

#include "server/transport/bus.h"

#include <nats/nats.h>
#include <pthread.h>

/* ---- addresses (bus_address.c) ---- */

typedef struct BusEndpoint {
    const char *url; /* with user and password: for libnats, never for output */
    const char *host;
    bool tls;
} BusEndpoint;

typedef struct BusEndpoints {
    BusEndpoint *items;
    size_t count;
    Text shown; /* HOST:PORT of all, separated by commas */
} BusEndpoints;

bool bus_endpoints(Text address, BusEndpoints *endpoints, Arena *arena, Report *report);
/* Whether messages can be sent to the subject, or with `pattern` be received from it. */
bool bus_subject_ok(Text subject, bool pattern);

/* ---- one connection of libnats (bus_line.c) ----
 *
 * Used by one thread. libnats calls the handlers on its own threads, never after line_close.
 * It does not reconnect: a lost line is closed and another one is opened. */

typedef struct BusLine BusLine;

typedef struct LineHandlers {
    void (*message)(void *context, natsMsg *message); /* owned by the receiver */
    void (*dropped)(void *context);                   /* libnats had no space for messages */
    /* once, also after line_close has started */
    void (*lost)(void *context);
} LineHandlers;

/* Waits at most `timeout` ms, and for a name lookup; on failure, returns NULL and sets
 * `*why`. */
BusLine *line_open(const BusEndpoint *endpoint, int timeout, const LineHandlers *handlers,
                   void *context, natsStatus *why);
/* Waits until no handler is running. NULL: no effect. */
void line_close(BusLine *line);
/* All return false if the line is lost. */
bool line_receive(BusLine *line, const char *subject);
bool line_send(BusLine *line, const char *subject, Bytes bytes);
bool line_flush(BusLine *line);
size_t line_max(BusLine *line);
/* A sentence for the user. */
const char *line_problem(natsStatus why);
/* Whether another attempt is pointless. */
bool line_hopeless(natsStatus why);

/* ---- the bus (bus.c, and on other threads bus_thread.c) ---- */

enum { BUS_TRY = 1000 /* ms for each attempt to connect */ };

/* A received message, or a change of the connection. */
typedef struct Arrival {
    struct Arrival *next;
    natsMsg *message; /* NULL: a change */
    bool lost, back;  /* both: first lost, then back */
    size_t cost;
} Arrival;

typedef struct Departure {
    struct Departure *next;
    size_t size;
    char subject[BUS_SUBJECT_MAX + 1];
    uint8_t bytes[];
} Departure;

struct Bus {
    Loop *loop;
    LoopWatch *watch;
    const BusHandlers *handlers;
    void *context;
    Arena *arena; /* of the endpoints */
    BusEndpoints endpoints;
    bool reported_up;      /* the last state passed to `link` */
    bool delivering, over; /* handlers are running; bus_close was called */
    int event;             /* readable as long as something has arrived */
    pthread_t thread;
    bool has_thread;
    BusLine *line; /* used by the bus's thread */

    pthread_mutex_t lock; /* protects all members below */
    pthread_cond_t work;
    Arrival *arrived, **arrived_end, *arrived_last;
    Departure *leaving, **leaving_end;
    size_t leaving_bytes; /* including messages that are being sent */
    char **subjects;      /* never removed */
    size_t subject_count, subject_capacity;
    size_t max;
    bool up;     /* connected */
    bool lost;   /* the thread has to open another line */
    bool choked; /* received messages are dropped */
    bool closing;
    BusStats numbers;
};

extern const LineHandlers bus_line_handlers; /* context: a Bus */
void *bus_work(void *bus);                   /* the bus's own thread */

#endif
