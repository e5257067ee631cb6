/* What the bus takes: the time of one message, and work for many.
 *
 * bench_bus ADDRESS [SECONDS]: two processes and a NATS server that runs already. Not part of
 * make test: the figures are the machine's. */
#include "server/transport/bus.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 200, RATE = 20000 /* messages a second */, SINGLES = 500, ROUNDS = 3 };

static const struct Round {
    const char *name;
    unsigned pause; /* us between two bursts */
} rounds[ROUNDS] = {
    {"one each 5 ms", 5000}, {"20,000/s, every 33 ms", 33333}, {"20,000/s, every 1 ms", 1000}};

typedef struct Side {
    Bus *bus;
    Loop *loop;
    double *times; /* s, of each message on its way */
    size_t count, max;
    bool over;
} Side;

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double work(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void message(void *context, Text subject, Bytes bytes)
{
    Side *side = context;
    double sent;
    if (text_is(subject, "bench.over")) {
        side->over = true;
    } else if (side->count < side->max) {
        memcpy(&sent, bytes.data, sizeof sent);
        side->times[side->count++] = seconds() - sent;
    }
}

static void news(void *context, bool up)
{
    (void)context;
    fprintf(stderr, "the line is %s\n", up ? "back" : "lost");
}

static const BusHandlers handlers = {message, news};

static void say(void *context, const Message *said)
{
    (void)context;
    fprintf(stderr, "%.*s\n", (int)said->text.size, said->text.at);
}

static void side_open(Side *side, const char *address)
{
    Report report = report_to(say, NULL);
    side->loop = loop_new(NULL, NULL, &report);
    side->bus = side->loop ? bus_open(side->loop, address, &handlers, side, &report) : NULL;
    if (!side->bus)
        exit(1);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void receive(const char *address, size_t max, int ready)
{
    Side side = {.max = max, .times = calloc(max, sizeof(double))};
    Report report = report_to(say, NULL);
    side_open(&side, address);
    bus_receive(side.bus, "bench.*", &report);
    for (unsigned i = 0; i < ROUNDS; i++) {
        usleep(200000); /* the server of the bus has understood */
        side.count = 0;
        side.over = false;
        if (write(ready, "r", 1) != 1)
            return;
        const double before = work();
        while (!side.over)
            loop_turn(side.loop, 1000);
        if (!side.count)
            continue;
        qsort(side.times, side.count, sizeof(double), compare);
        printf("%-22s %7zu received: median %.3f ms, 99 of 100 within %.3f ms, work %.2f s\n",
               rounds[i].name, side.count, side.times[side.count / 2] * 1e3,
               side.times[side.count * 99 / 100] * 1e3, work() - before);
    }
    bus_close(side.bus);
    loop_free(side.loop);
    free(side.times);
}

static void send_round(Side *side, unsigned round, double length)
{
    const double begun = seconds(), before = work();
    double longest = 0, next = begun;
    uint8_t bytes[SIZE] = {0};
    size_t sent = 0, refused = 0;
    const bool singles = round == 0;
    while (singles ? sent < SINGLES : seconds() - begun < length) {
        const size_t due =
            singles ? sent + 1 : (size_t)((next - begun + rounds[round].pause / 1e6) * RATE);
        for (; sent < due; sent++) {
            const double now = seconds();
            memcpy(bytes, &now, sizeof now);
            refused += !bus_send(side->bus, "bench.news", (Bytes){bytes, SIZE});
            const double took = seconds() - now;
            longest = took > longest ? took : longest;
        }
        next += rounds[round].pause / 1e6;
        const double left = next - seconds();
        if (left > 0)
            usleep((unsigned)(left * 1e6));
    }
    printf("%-22s %7zu sent, %zu refused: longest call %.3f ms, work %.2f s in %.1f s\n",
           rounds[round].name, sent, refused, longest * 1e3, work() - before,
           seconds() - begun);
    bus_send(side->bus, "bench.over", (Bytes){NULL, 0});
}

int main(int count, char **words)
{
    const double length = count > 2 ? atof(words[2]) : 5;
    int ends[2];
    char ready;
    if (count < 2 || pipe(ends) < 0)
        return fprintf(stderr, "bench_bus ADDRESS [SECONDS]\n"), 1;
    setlinebuf(stdout);
    const pid_t child = fork();
    if (child == 0) {
        receive(words[1], (size_t)((length + 1) * RATE), ends[1]);
        return 0;
    }
    close(ends[1]);
    Side side = {0};
    side_open(&side, words[1]);
    for (unsigned i = 0; i < ROUNDS && read(ends[0], &ready, 1) == 1; i++)
        send_round(&side, i, length);
    waitpid(child, NULL, 0);
    bus_close(side.bus);
    loop_free(side.loop);
    return 0;
}
