/* Two ends of a bus in one program, with a nats-server of their own. */
#ifndef OISIN_TESTS_BUS_KIT_H
#define OISIN_TESTS_BUS_KIT_H

#include "nats_kit.h"

#include "server/transport/bus.h"

extern Nats bus_nats;

/* One end of the bus, with what it has been told. */
typedef struct End {
    Bus *bus;
    unsigned messages, downs, ups;
    uint32_t next; /* number that must come */
    bool gaps;     /* numbers may be missing, but go up */
    size_t largest;
    char last[64], subject[64];
    bool closes; /* at the next message */
} End;

typedef struct Station {
    Kit *kit;
    Loop *loop;
    End ends[2];
} Station;

extern const BusHandlers end_handlers;

Bus *station_open(Station *station, unsigned end, const char *user);

/* Turns until it is so, or fails after a minute. */
#define UNTIL(station, condition)                                                              \
    do {                                                                                       \
        const double end_ = nats_seconds() + NATS_WAIT;                                        \
        while (!(condition)) {                                                                 \
            loop_turn((station)->loop, 20);                                                    \
            if (nats_seconds() > end_)                                                         \
                fail_msg("%s did not become so", #condition);                                  \
        }                                                                                      \
    } while (0)

bool bus_say(Station *station, unsigned end, const char *subject, const char *text);

/* Hears, and waits until the server of the bus knows. */
void hear(Station *station, unsigned end, const char *subject);
bool send_number(Station *station, unsigned end, uint32_t number, size_t size);
int station_set_up(void **state);
int station_tear_down(void **state);
void skip_without_server(void);
Station *two_ends(void **state);
void wait_for_loss(Station *station, unsigned count);
void wait_for_return(Station *station, unsigned count);
void start_again(void);

#endif
