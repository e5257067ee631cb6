/* Sending and receiving on other threads than the loop's. */
#include "server/transport/bus_internal.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>

/* ---- arrivals, on threads of libnats and of the bus ---- */

/* The lock is held. */
static void push_arrival(Bus *bus, Arrival *arrival)
{
    arrival->next = NULL;
    if (!bus->arrived)
        eventfd_write(bus->event, 1);
    *bus->arrived_end = bus->arrived_last = arrival;
    bus->arrived_end = &arrival->next;
    bus->numbers.waiting += arrival->cost;
}

/* The lock is held. Repeated changes of the connection use no more memory. */
static void push_news(Bus *bus, bool lost, bool back)
{
    Arrival *last = bus->arrived ? bus->arrived_last : NULL;
    if (last && !last->message) {
        last->lost |= lost;
        last->back = back;
        return;
    }
    Arrival *news = calloc(1, sizeof *news);
    if (!news)
        abort(); /* like an arena: otherwise users would never resynchronize */
    news->lost = lost;
    news->back = back;
    news->cost = BUS_MESSAGE_COST;
    push_arrival(bus, news);
}

/* The lock is held. From now on messages are dropped until the loop has read up to here. */
static void choke(Bus *bus)
{
    if (!bus->choked)
        push_news(bus, true, bus->up);
    bus->choked = true;
    bus->numbers.dropped++;
}

static void take_message(void *context, natsMsg *message)
{
    Bus *bus = context;
    const size_t cost = BUS_MESSAGE_COST + strlen(natsMsg_GetSubject(message)) +
                        (size_t)natsMsg_GetDataLength(message);
    pthread_mutex_lock(&bus->lock);
    bus->numbers.received++;
    const bool capacity = !bus->choked && bus->numbers.waiting + cost <= BUS_QUEUE_MAX;
    Arrival *arrival = capacity ? calloc(1, sizeof *arrival) : NULL;
    if (arrival) {
        arrival->message = message;
        arrival->cost = cost;
        push_arrival(bus, arrival);
    } else {
        choke(bus);
    }
    pthread_mutex_unlock(&bus->lock);
    if (!arrival)
        natsMsg_Destroy(message);
}

static void take_dropped(void *context)
{
    Bus *bus = context;
    pthread_mutex_lock(&bus->lock);
    choke(bus);
    pthread_mutex_unlock(&bus->lock);
}

static void take_lost(void *context)
{
    Bus *bus = context;
    pthread_mutex_lock(&bus->lock);
    bus->up = false;
    bus->lost = true;
    pthread_cond_signal(&bus->work);
    pthread_mutex_unlock(&bus->lock);
}

const LineHandlers bus_line_handlers = {take_message, take_dropped, take_lost};

/* ---- departures, on the bus's own thread ---- */

/* The lock is held. */
static Departure *take_leaving(Bus *bus)
{
    Departure *first = bus->leaving;
    bus->leaving = NULL;
    bus->leaving_end = &bus->leaving;
    return first;
}

/* Sends and frees all; the rest is lost if the line is lost. Waiting for the server once at
 * the end sends the bytes immediately, and collects messages that arrive meanwhile. */
static void send_all(Bus *bus, Departure *first)
{
    uint64_t sent = 0, unsent = 0;
    size_t bytes = 0;
    bool ok = bus->line != NULL;
    for (Departure *next; first; first = next) {
        next = first->next;
        ok = ok && line_send(bus->line, first->subject, (Bytes){first->bytes, first->size});
        *(ok ? &sent : &unsent) += 1;
        bytes += BUS_MESSAGE_COST + first->size;
        free(first);
    }
    if (ok && sent)
        ok = line_flush(bus->line);
    pthread_mutex_lock(&bus->lock);
    bus->leaving_bytes -= bytes;
    bus->numbers.sent += sent;
    bus->numbers.unsent += unsent;
    if (!ok) {
        bus->up = false;
        bus->lost = true;
    }
    pthread_mutex_unlock(&bus->lock);
}

/* The lock is not held. Subscribes to new subjects; `*heard` counts those that are done. */
static bool deliver_to_all(Bus *bus, size_t *heard)
{
    for (;;) {
        pthread_mutex_lock(&bus->lock);
        const char *subject = *heard < bus->subject_count ? bus->subjects[*heard] : NULL;
        pthread_mutex_unlock(&bus->lock);
        if (!subject)
            return true;
        if (!line_receive(bus->line, subject))
            return false;
        ++*heard;
    }
}

/* Opens another line to one of the addresses; false if none answers. */
static bool come_back(Bus *bus, size_t *heard, size_t *turn)
{
    natsStatus why;
    *heard = 0;
    /* Before the line is open: libnats may report a loss immediately afterwards. */
    pthread_mutex_lock(&bus->lock);
    bus->lost = false;
    pthread_mutex_unlock(&bus->lock);
    bus->line = line_open(&bus->endpoints.items[(*turn)++ % bus->endpoints.count], BUS_TRY,
                          &bus_line_handlers, bus, &why);
    const bool ok = bus->line && deliver_to_all(bus, heard) && line_flush(bus->line);
    pthread_mutex_lock(&bus->lock);
    bus->lost |= !ok;
    if (!bus->lost) {
        bus->up = true;
        bus->max = line_max(bus->line);
        push_news(bus, false, true);
    }
    const bool up = bus->up;
    pthread_mutex_unlock(&bus->lock);
    return up;
}

/* The lock is held before and after, but not during the wait. */
static void wait_for_work(Bus *bus, long ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&bus->work, &bus->lock, &until);
}

/* The lock is held before and after, but not in between. Returns when there is a line, or at
 * the end. */
static void replace_line(Bus *bus, size_t *heard, size_t *turn)
{
    bus->numbers.losses++;
    push_news(bus, true, false);
    for (bool up = false; !up && !bus->closing;) {
        Departure *leaving = take_leaving(bus);
        pthread_mutex_unlock(&bus->lock);
        line_close(bus->line);
        bus->line = NULL;
        send_all(bus, leaving);
        up = come_back(bus, heard, turn);
        pthread_mutex_lock(&bus->lock);
        if (!up && !bus->closing)
            wait_for_work(bus, BUS_AGAIN);
    }
}

void *bus_work(void *context)
{
    Bus *bus = context;
    size_t heard = 0, turn = 0;
    pthread_mutex_lock(&bus->lock);
    while (!bus->closing || (bus->leaving && !bus->lost)) {
        if (bus->lost) {
            replace_line(bus, &heard, &turn);
            continue;
        }
        const bool hears = heard < bus->subject_count;
        if (!bus->leaving && !hears) {
            pthread_cond_wait(&bus->work, &bus->lock);
            continue;
        }
        Departure *leaving = take_leaving(bus);
        pthread_mutex_unlock(&bus->lock);
        /* Includes the subjects that were subscribed before these messages were sent. */
        const bool ok = !hears || (deliver_to_all(bus, &heard) && line_flush(bus->line));
        if (!ok)
            take_lost(bus);
        send_all(bus, leaving);
        pthread_mutex_lock(&bus->lock);
    }
    bus->up = false;
    pthread_mutex_unlock(&bus->lock);
    line_close(bus->line);
    bus->line = NULL;
    nats_ReleaseThreadMemory();
    return NULL;
}
