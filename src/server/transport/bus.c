/* The user's side of the bus, on the loop's thread: messages that the bus's threads received
 * (bus_thread.c) are delivered in portions, and messages to send are queued for them. */
#include "server/transport/bus_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { TURN_BYTES = 1 << 20 /* handled before the loop's other events */ };

/* ---- on the loop's thread ---- */

/* Takes the arrivals to be delivered in one turn. */
static Arrival *take_arrived(Bus *bus)
{
    pthread_mutex_lock(&bus->lock);
    Arrival *first = bus->arrived, **end = &bus->arrived;
    size_t bytes = 0;
    for (; *end && bytes < TURN_BYTES; end = &(*end)->next) {
        bytes += (*end)->cost;
        if (!(*end)->message)
            bus->choked = false;
    }
    bus->arrived = *end;
    *end = NULL;
    if (!bus->arrived) {
        eventfd_t calls;
        bus->arrived_end = &bus->arrived;
        eventfd_read(bus->event, &calls);
    }
    bus->numbers.waiting -= bytes;
    pthread_mutex_unlock(&bus->lock);
    return first;
}

static void free_arrival(Arrival *arrival)
{
    if (arrival->message)
        natsMsg_Destroy(arrival->message);
    free(arrival);
}

/* The threads may report several changes between two turns: the user sees each state once. */
static void notify_link(Bus *bus, bool up)
{
    if (bus->reported_up == up)
        return;
    bus->reported_up = up;
    bus->handlers->link(bus->context, up);
}

/* An arrival without a message is a change of the connection. */
static void deliver_arrival(Bus *bus, const Arrival *arrival)
{
    if (arrival->message) {
        const Bytes bytes = {(const uint8_t *)natsMsg_GetData(arrival->message),
                             (size_t)natsMsg_GetDataLength(arrival->message)};
        bus->handlers->message(bus->context, text_of(natsMsg_GetSubject(arrival->message)),
                               bytes);
        return;
    }
    if (arrival->lost)
        notify_link(bus, false);
    if (arrival->back && !bus->over)
        notify_link(bus, true);
}

/* A handler may close the bus: `over` is checked each time, and the memory is freed later. */
static void deliver_received(void *context, unsigned what)
{
    (void)what;
    Bus *bus = context;
    Arrival *first = take_arrived(bus);
    bus->delivering = true;
    for (Arrival *next; first; first = next) {
        next = first->next;
        if (!bus->over)
            deliver_arrival(bus, first);
        free_arrival(first);
    }
    bus->delivering = false;
}

/* ---- functions of the header ---- */

/* Monotonic: a changed time of day must not end the wait. */
static uint64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* Opens the first line, to any of the addresses. */
static bool first_line(Bus *bus, Report *report)
{
    const uint64_t end = now_ms() + BUS_PATIENCE;
    natsStatus why = NATS_NO_SERVER;
    for (;;) {
        bool hope = false;
        for (size_t i = 0; i < bus->endpoints.count && !bus->line; i++) {
            const uint64_t now = now_ms();
            const uint64_t left = now < end ? end - now : 1;
            bus->line =
                line_open(&bus->endpoints.items[i], (int)(left < BUS_TRY ? left : BUS_TRY),
                          &bus_line_handlers, bus, &why);
            hope |= !line_hopeless(why);
        }
        if (bus->line)
            break;
        if (!hope || now_ms() + BUS_AGAIN > end)
            return report_error(report, "the bus at %.*s: %s", (int)bus->endpoints.shown.size,
                                bus->endpoints.shown.at, line_problem(why));
        nats_Sleep(BUS_AGAIN);
    }
    bus->max = line_max(bus->line);
    pthread_mutex_lock(&bus->lock);
    bus->up = !bus->lost;
    pthread_mutex_unlock(&bus->lock);
    return true;
}

/* The thread has ended; nothing else uses the queues. */
static void free_bus(void *context)
{
    Bus *bus = context;
    for (Arrival *next; bus->arrived; bus->arrived = next) {
        next = bus->arrived->next;
        free_arrival(bus->arrived);
    }
    for (Departure *next; bus->leaving; bus->leaving = next) {
        next = bus->leaving->next;
        free(bus->leaving);
    }
    for (size_t i = 0; i < bus->subject_count; i++)
        free(bus->subjects[i]);
    free(bus->subjects);
    loop_remove(bus->watch);
    if (bus->event >= 0)
        close(bus->event);
    pthread_mutex_destroy(&bus->lock);
    pthread_cond_destroy(&bus->work);
    arena_free(bus->arena);
    free(bus);
}

/* The condition uses the monotonic clock, so that a changed time does not delay retries. */
static Bus *new_bus(Loop *loop, const BusHandlers *handlers, void *context)
{
    Bus *bus = calloc(1, sizeof *bus);
    if (!bus)
        return NULL;
    *bus = (Bus){.loop = loop, .handlers = handlers, .context = context, .reported_up = true};
    bus->arrived_end = &bus->arrived;
    bus->leaving_end = &bus->leaving;
    bus->arena = arena_new();
    bus->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&bus->lock, NULL);
    pthread_cond_init(&bus->work, &attributes);
    pthread_condattr_destroy(&attributes);
    return bus;
}

/* Blocks until the first connection exists, or BUS_PATIENCE is over. */
Bus *bus_open(Loop *loop, const char *address, const BusHandlers *handlers, void *context,
              Report *report)
{
    Bus *bus = new_bus(loop, handlers, context);
    if (!bus) {
        report_error(report, "out of memory");
        return NULL;
    }
    if (bus->event < 0)
        report_error(report, "cannot wait for a bus: %s", strerror(errno));
    else if (bus_endpoints(text_of(address), &bus->endpoints, bus->arena, report) &&
             first_line(bus, report)) {
        bus->watch = loop_watch(loop, bus->event, LOOP_READ, deliver_received, bus, report);
        bus->has_thread = bus->watch && pthread_create(&bus->thread, NULL, bus_work, bus) == 0;
        if (bus->has_thread)
            return bus;
        if (bus->watch)
            report_error(report, "cannot start a thread for the bus");
        line_close(bus->line);
    }
    free_bus(bus);
    return NULL;
}

void bus_close(Bus *bus)
{
    if (!bus)
        return;
    pthread_mutex_lock(&bus->lock);
    bus->closing = true;
    pthread_cond_signal(&bus->work);
    pthread_mutex_unlock(&bus->lock);
    pthread_join(bus->thread, NULL);
    loop_remove(bus->watch);
    bus->watch = NULL;
    bus->over = true;
    if (bus->delivering)
        loop_later(bus->loop, free_bus, bus);
    else
        free_bus(bus);
}

/* Subscribing twice would deliver messages twice. */
static bool hears_already(const Bus *bus, const char *subject)
{
    for (size_t i = 0; i < bus->subject_count; i++)
        if (strcmp(bus->subjects[i], subject) == 0)
            return true;
    return false;
}

/* gcc's analyzer does not follow memory into a list of pointers. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

/* The thread subscribes; after a reconnection it subscribes to all subjects again. */
bool bus_receive(Bus *bus, const char *subject, Report *report)
{
    if (!bus_subject_ok(text_of(subject), true))
        return report_error(report, "\"%s\" is not a valid subject for the bus", subject);
    if (hears_already(bus, subject)) /* only this thread changes them */
        return true;
    pthread_mutex_lock(&bus->lock);
    const bool full = bus->subject_count == bus->subject_capacity;
    const size_t capacity = !full                   ? bus->subject_capacity
                            : bus->subject_capacity ? bus->subject_capacity * 2
                                                    : 16;
    char **grown = full ? realloc(bus->subjects, capacity * sizeof(char *)) : bus->subjects;
    char *copy = grown ? strdup(subject) : NULL;
    if (grown) {
        bus->subjects = grown;
        bus->subject_capacity = capacity;
    }
    if (copy) {
        bus->subjects[bus->subject_count++] = copy;
        pthread_cond_signal(&bus->work);
    }
    pthread_mutex_unlock(&bus->lock);
    return copy || report_error(report, "out of memory");
}

/* False if the bus is down or the queue full: messages are not kept until it is up again.
 * `bytes` are copied. */
bool bus_send(Bus *bus, const char *subject, Bytes bytes)
{
    const Text name = text_of(subject);
    const size_t cost = BUS_MESSAGE_COST + bytes.size;
    Departure *departure = NULL;
    pthread_mutex_lock(&bus->lock);
    if (bus->up && bytes.size <= bus->max && bytes.size <= BUS_SEND_MAX / 2 &&
        bus->leaving_bytes + cost <= BUS_SEND_MAX && bus_subject_ok(name, false))
        departure = malloc(sizeof *departure + bytes.size);
    if (departure) {
        departure->next = NULL;
        departure->size = bytes.size;
        memcpy(departure->subject, subject, name.size + 1);
        if (bytes.size)
            memcpy(departure->bytes, bytes.data, bytes.size);
        *bus->leaving_end = departure;
        bus->leaving_end = &departure->next;
        bus->leaving_bytes += cost;
        pthread_cond_signal(&bus->work);
    } else {
        bus->numbers.unsent++;
    }
    pthread_mutex_unlock(&bus->lock);
    return departure != NULL;
}

size_t bus_max(const Bus *bus)
{
    Bus *locked = (Bus *)bus; /* a lock is not part of the logical state */
    pthread_mutex_lock(&locked->lock);
    const size_t max = bus->max < BUS_SEND_MAX / 2 ? bus->max : BUS_SEND_MAX / 2;
    pthread_mutex_unlock(&locked->lock);
    return max;
}

BusStats bus_stats(const Bus *bus)
{
    Bus *locked = (Bus *)bus;
    pthread_mutex_lock(&locked->lock);
    const BusStats numbers = bus->numbers;
    pthread_mutex_unlock(&locked->lock);
    return numbers;
}
