/* What the programs of this folder share: chance from a seed, clocks, medians, files. */
#ifndef OISIN_BENCH_KIT_H
#define OISIN_BENCH_KIT_H

#include "base/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

enum { RUNS = 5 }; /* of which the median counts */

/* The same inputs on each machine; a program may set its own seed first. */
static uint32_t random_state = 12345;

static inline uint32_t next_random(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * below) >> 32);
}

/* Milliseconds of CLOCK_MONOTONIC or CLOCK_PROCESS_CPUTIME_ID. */
static inline double clock_ms(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static inline int double_order(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of an odd number of values, which get sorted. */
static inline double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, double_order);
    return values[count / 2];
}

/* The file `name` below `folder`, with the folders on its way; ends the program if it
 * cannot. */
static inline void file_save(const char *folder, const char *name, Bytes bytes)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *c = path + 1; *c; c++)
        if (*c == '/') {
            *c = 0;
            mkdir(path, 0777);
            *c = '/';
        }
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file)) {
        perror(path);
        exit(1);
    }
}

#endif
