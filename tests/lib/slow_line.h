/* A long line between clients and a server on this machine, without rights to change the
 * kernel's queues: bytes arrive late and unevenly, and a lost segment stops all that follow it
 * until it was sent again, as in TCP. */
#ifndef OISIN_TESTS_SLOW_LINE_H
#define OISIN_TESTS_SLOW_LINE_H

#include "server/transport/loop.h"

/* Of each direction: ms, and lost segments of 100. */
typedef struct SlowLineOptions {
    Loop *loop;
    unsigned port; /* of the server */
    uint32_t delay, jitter, resend, loss;
    uint64_t seed;
} SlowLineOptions;

typedef struct SlowLine SlowLine;

SlowLine *slow_line_new(const SlowLineOptions *options);
unsigned slow_line_port(const SlowLine *line);
/* Segments in both directions; how many of them were lost. */
void slow_line_numbers(const SlowLine *line, unsigned *segments, unsigned *lost);
void slow_line_free(SlowLine *line);

#endif
