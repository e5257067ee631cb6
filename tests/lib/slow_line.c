#include "slow_line.h"
#include "kit.h"

#include "base/hash.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SEGMENT = 1400, LINES = 64 };

typedef struct Segment {
    struct Segment *next;
    uint64_t due;
    size_t size;
    uint8_t bytes[SEGMENT];
} Segment;

/* One direction of a connection. */
typedef struct Way {
    struct Pair *pair;
    int from, to;
    LoopWatch *watch;
    LoopTimer timer;
    Segment *first, **end;
    uint64_t last; /* the time at which the last segment arrives */
} Way;

typedef struct Pair {
    SlowLine *line;
    bool over;
    Way ways[2];
} Pair;

struct SlowLine {
    SlowLineOptions options;
    int listener;
    LoopWatch *watch;
    Pair *pairs[LINES];
    unsigned count, port, segments, lost;
    uint64_t random;
};

static uint32_t draw(SlowLine *line, uint32_t below)
{
    line->random = hash_mix(line->random, 0x9E3779B97F4A7C15u);
    return below ? (uint32_t)((line->random >> 32) % below) : 0;
}

static void close_pair(Pair *pair)
{
    Loop *loop = pair->line->options.loop;
    if (pair->over)
        return;
    pair->over = true;
    for (unsigned i = 0; i < 2; i++) {
        loop_timer_clear(loop, &pair->ways[i].timer);
        loop_remove(pair->ways[i].watch);
        close(pair->ways[i].from);
    }
}

/* What has arrived by now. A full socket is tried again a little later. */
static void arrive(void *context)
{
    Way *way = context;
    Loop *loop = way->pair->line->options.loop;
    while (way->first && way->first->due <= loop_now(loop)) {
        Segment *segment = way->first;
        const ssize_t sent =
            send(way->to, segment->bytes, segment->size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN) {
            close_pair(way->pair);
            return;
        }
        if (sent < (ssize_t)segment->size) {
            const size_t done = sent > 0 ? (size_t)sent : 0;
            memmove(segment->bytes, segment->bytes + done, segment->size - done);
            segment->size -= done;
            loop_timer_set(loop, &way->timer, loop_now(loop) + 5);
            return;
        }
        way->first = segment->next;
        if (!way->first)
            way->end = &way->first;
        free(segment);
    }
    if (way->first)
        loop_timer_set(loop, &way->timer, way->first->due);
}

/* Segments keep their order: one that is sent again holds up the others. */
static uint64_t due_of(SlowLine *line, const Way *way, uint64_t now)
{
    const SlowLineOptions *options = &line->options;
    const bool lost = draw(line, 100) < options->loss;
    const uint64_t due = now + options->delay - options->jitter +
                         draw(line, 2 * options->jitter) + (lost ? options->resend : 0);
    line->segments++;
    line->lost += lost;
    return due > way->last ? due : way->last;
}

static void depart(void *context, unsigned what)
{
    Way *way = context;
    SlowLine *line = way->pair->line;
    Segment *segment = calloc(1, sizeof *segment);
    (void)what;
    assert_non_null(segment);
    const ssize_t size = recv(way->from, segment->bytes, SEGMENT, MSG_DONTWAIT);
    if (size <= 0) {
        free(segment);
        if (size == 0 || errno != EAGAIN)
            close_pair(way->pair);
        return;
    }
    segment->size = (size_t)size;
    segment->due = way->last = due_of(line, way, loop_now(line->options.loop));
    *way->end = segment;
    way->end = &segment->next;
    if (segment == way->first)
        loop_timer_set(line->options.loop, &way->timer, segment->due);
}

static void begin_way(Pair *pair, unsigned number, int from, int to)
{
    const int yes = 1;
    Report silent = report_to(NULL, NULL);
    Way *way = &pair->ways[number];
    setsockopt(to, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    *way = (Way){.pair = pair, .from = from, .to = to, .end = &way->first};
    way->timer = (LoopTimer){.function = arrive, .context = way};
    way->watch = loop_watch(pair->line->options.loop, from, LOOP_READ, depart, way, &silent);
    assert_non_null(way->watch);
}

static struct sockaddr_in loopback(unsigned port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static void take_client(void *context, unsigned what)
{
    SlowLine *line = context;
    const struct sockaddr_in name = loopback(line->options.port);
    Pair *pair = calloc(1, sizeof *pair);
    (void)what;
    assert_non_null(pair);
    assert_true(line->count < LINES);
    const int client = accept(line->listener, NULL, NULL);
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(client >= 0);
    assert_int_equal(connect(server, (const struct sockaddr *)&name, sizeof name), 0);
    pair->line = line;
    line->pairs[line->count++] = pair;
    begin_way(pair, 0, client, server);
    begin_way(pair, 1, server, client);
}

SlowLine *slow_line_new(const SlowLineOptions *options)
{
    struct sockaddr_in name = loopback(0);
    socklen_t size = sizeof name;
    Report silent = report_to(NULL, NULL);
    SlowLine *line = calloc(1, sizeof *line);
    assert_non_null(line);
    line->options = *options;
    line->random = options->seed;
    line->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(line->listener, (struct sockaddr *)&name, size), 0);
    assert_int_equal(listen(line->listener, LINES), 0);
    assert_int_equal(getsockname(line->listener, (struct sockaddr *)&name, &size), 0);
    line->port = ntohs(name.sin_port);
    line->watch =
        loop_watch(options->loop, line->listener, LOOP_READ, take_client, line, &silent);
    return line;
}

unsigned slow_line_port(const SlowLine *line) { return line->port; }

void slow_line_numbers(const SlowLine *line, unsigned *segments, unsigned *lost)
{
    *segments = line->segments;
    *lost = line->lost;
}

void slow_line_free(SlowLine *line)
{
    for (unsigned i = 0; i < line->count; i++) {
        Pair *pair = line->pairs[i];
        close_pair(pair);
        for (unsigned k = 0; k < 2; k++)
            for (Segment *segment = pair->ways[k].first, *next; segment; segment = next) {
                next = segment->next;
                free(segment);
            }
        free(pair);
    }
    loop_remove(line->watch);
    close(line->listener);
    free(line);
}
