/* What the files of the bus share. */
#ifndef OISIN_WIRE_BUS_PARTS_H
#define OISIN_WIRE_BUS_PARTS_H

#include "wire/bus.h"

#include <nats/nats.h>
#include <pthread.h>

/* ---- addresses (bus_address.c) ---- */

typedef struct BusPlace {
    const char *url; /* with user and password: for libnats, never for people */
    const char *host;
    bool tls;
} BusPlace;

typedef struct BusPlaces {
    BusPlace *items;
    size_t count;
    Text shown; /* HOST:PORT of all, with commas */
} BusPlaces;

bool bus_places(Text address, BusPlaces *places, Arena *arena, Report *report);
/* Whether it may be sent to, or with `pattern` be heard. */
bool bus_subject_ok(Text subject, bool pattern);

/* ---- one connection of libnats (bus_line.c) ----
 *
 * Used by one thread. libnats calls back on threads of its own, never after line_close. It does
 * not come back by itself: a line that is lost is closed and another one opened. */

typedef struct BusLine BusLine;

typedef struct LineHandlers {
    void (*message)(void *context, natsMsg *message); /* now the receiver's */
    void (*dropped)(void *context);                   /* libnats had no room for messages */
    void (*lost)(void *context);                      /* once, also after line_close began */
} LineHandlers;

/* Waits `timeout` ms at most, and for a name; NULL and `*why` if nothing comes of it. */
BusLine *line_open(const BusPlace *place, int timeout, const LineHandlers *handlers,
                   void *context, natsStatus *why);
/* Waits until nothing is being called any more. NULL: nothing. */
void line_close(BusLine *line);
/* All false: the line is lost. */
bool line_receive(BusLine *line, const char *subject);
bool line_send(BusLine *line, const char *subject, Bytes bytes);
bool line_flush(BusLine *line);
size_t line_max(BusLine *line);
/* A sentence about it. */
const char *line_problem(natsStatus why);
/* Nothing is different in another second. */
bool line_hopeless(natsStatus why);

/* ---- the bus (bus.c, and on other threads bus_thread.c) ---- */

enum { BUS_TRY = 1000 /* ms for each try to connect */ };

/* What has come: a message, or news of the line. */
typedef struct Arrival {
    struct Arrival *next;
    natsMsg *message; /* NULL: news */
    bool lost, back;  /* both: first the one, then the other */
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
    Arena *arena; /* of the places */
    BusPlaces places;
    bool reported_up;   /* what the user was told last */
    bool telling, over; /* handlers are being called; bus_close was */
    int event;          /* ready as long as something has arrived */
    pthread_t thread;
    bool has_thread;
    BusLine *line; /* the thread's */

    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t work;
    Arrival *arrived, **arrived_end, *arrived_last;
    Departure *leaving, **leaving_end;
    size_t leaving_bytes; /* with those that are being sent */
    char **subjects;      /* they stay until the end */
    size_t subject_count, subject_room;
    size_t max;
    bool up;     /* what is sent may arrive */
    bool lost;   /* the thread has to open another line */
    bool choked; /* all that comes is dropped */
    bool closing;
    BusNumbers numbers;
};

extern const LineHandlers bus_line_handlers; /* with a Bus */
void *bus_work(void *bus);                   /* the bus's own thread */

#endif
