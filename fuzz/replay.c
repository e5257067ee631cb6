/* Runs a fuzz target over files, for builds without libFuzzer:
 *
 *     fuzz_NAME [-m COUNT | -f EVERY] FILE...
 *
 * -m: afterwards over so many damaged copies of them, the same ones each time. None may crash,
 * take more than HANGS seconds (one, on a machine that does nothing else) or, without
 * sanitizers, more memory than 64 times its size and 64 MiB.
 *
 * -f: afterwards with the n-th take of memory failing, below a guard, for every n up to EVERY,
 * then for each that is a part in EVERY larger than the last, until none fails. What is not
 * freed then the address sanitizer tells. */
#include "base/arena.h"
#include "base/tasks.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HANGS = 30, TIMES = 64, ROOM = 64 << 20, MORE = 64 };

#if defined(__SANITIZE_ADDRESS__)
#define LIMITS_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LIMITS_MEMORY 0
#endif
#endif
#ifndef LIMITS_MEMORY
#define LIMITS_MEMORY 1
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Sample {
    const char *path;
    uint8_t *data;
    size_t size;
} Sample;

static const char *now; /* what is being run */
static long runs;
static long copy; /* which damaged copy of it, or which take fails; 0: none */

/* Says what it was; only what may be called in the middle of anything. */
static void on_signal(int number)
{
    char line[400];
    const int size = snprintf(line, sizeof line, "%s: %s, copy %ld\n",
                              number == SIGALRM ? "hangs" : "crashes", now, copy);
    if (write(STDERR_FILENO, line, (size_t)size) != size)
        _exit(2);
    signal(number, SIG_DFL);
    raise(number == SIGALRM ? SIGKILL : number);
}

static uint32_t chance(uint32_t below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) * below >> 31);
}

static size_t any_place(size_t size) { return size ? chance((uint32_t)size) : 0; }

/* One of what happens to files: `data` has room for MORE bytes more. Returns the size. */
static size_t damage(uint8_t *data, size_t size)
{
    static const uint32_t odd[] = {0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF};
    const size_t at = any_place(size), from = any_place(size);
    const uint32_t value = odd[chance(8)];
    const size_t left = size - at;
    switch (chance(6)) {
    case 0: /* cut off */
        return at;
    case 1: /* a byte */
        if (left)
            data[at] = (uint8_t)chance(256);
        return size;
    case 2: /* a bit */
        if (left)
            data[at] ^= (uint8_t)(1u << chance(8));
        return size;
    case 3: /* a number */
        memcpy(data + at, &value, left < 4 ? left : 4);
        return size;
    case 4: /* bytes from elsewhere in it */
        memmove(data + at, data + from, left < size - from ? left : size - from);
        return size;
    default: /* some more */
        memmove(data + at + MORE, data + at, left);
        for (int i = 0; i < MORE; i++)
            data[at + (size_t)i] = (uint8_t)chance(256);
        return size + MORE;
    }
}

/* From what is in use now on. */
static void limit_memory(size_t size)
{
#if LIMITS_MEMORY
    unsigned long pages[6] = {0};
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return;
    if (fscanf(file, "%lu %lu %lu %lu %lu %lu", &pages[0], &pages[1], &pages[2], &pages[3],
               &pages[4], &pages[5]) == 6) {
        const rlim_t used = pages[5] * (rlim_t)sysconf(_SC_PAGESIZE);
        struct rlimit limit;
        getrlimit(RLIMIT_DATA, &limit);
        limit.rlim_cur = used + (rlim_t)TIMES * size + ROOM;
        setrlimit(RLIMIT_DATA, &limit);
    }
    fclose(file);
#else
    (void)size;
#endif
}

/* In memory of exactly its size, so that reads beyond the end are detected. */
static void run(const uint8_t *data, size_t size)
{
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact)
        abort();
    memcpy(exact, data, size);
    limit_memory(size);
    alarm(HANGS);
    runs++;
    LLVMFuzzerTestOneInput(exact, size);
    alarm(0);
    free(exact);
}

static void run_copies(const Sample *sample, long copies)
{
    uint8_t *data = malloc(sample->size + 3 * MORE + 1);
    if (!data)
        abort();
    now = sample->path;
    for (copy = 1; copy <= copies; copy++) {
        size_t size = sample->size;
        memcpy(data, sample->data, size);
        for (uint32_t times = 1 + chance(3); times-- > 0;)
            size = damage(data, size);
        run(data, size);
    }
    free(data);
}

typedef struct GuardedInput {
    const uint8_t *data;
    size_t size;
} GuardedInput;

static void run_guarded(void *context)
{
    const GuardedInput *input = context;
    LLVMFuzzerTestOneInput(input->data, input->size);
}

/* Which take is the n-th must not depend on threads. What the target keeps for all its inputs
 * it has made before. */
static void run_failures(const Sample *sample, size_t every)
{
    GuardedInput input = {sample->data, sample->size};
    bool done = false;
    tasks_set_threads(1);
    for (size_t n = 1; !done; n += 1 + n / every) {
        copy = (long)n;
        runs++;
        alarm(HANGS);
        arena_fail_at(n);
        done = memory_guard(run_guarded, &input);
        arena_fail_at(0);
        alarm(0);
    }
    tasks_set_threads(0);
}

static Sample load(const char *path)
{
    Sample sample = {.path = path};
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    sample.size = (size_t)ftell(file);
    rewind(file);
    sample.data = malloc(sample.size + 1);
    if (!sample.data || fread(sample.data, 1, sample.size, file) != sample.size)
        exit(1);
    fclose(file);
    return sample;
}

int main(int count, char **words)
{
    const bool damages = count > 3 && !strcmp(words[1], "-m");
    const bool fails = count > 3 && !strcmp(words[1], "-f");
    const int first = damages || fails ? 3 : 1;
    const long copies = damages ? atol(words[2]) / (count - first) + 1 : 0;
    const int deadly[] = {SIGALRM, SIGSEGV, SIGABRT, SIGBUS, SIGFPE};
    for (size_t i = 0; LIMITS_MEMORY && i < sizeof deadly / sizeof *deadly; i++)
        signal(deadly[i], on_signal);
    for (int i = first; i < count; i++) {
        const Sample sample = load(words[i]);
        fprintf(stderr, "%s\n", words[i]);
        now = words[i];
        copy = 0;
        run(sample.data, sample.size);
        run_copies(&sample, copies);
        if (fails)
            run_failures(&sample, strtoul(words[2], NULL, 10));
        free(sample.data);
    }
    fprintf(stderr, "%ld runs\n", runs);
    return count <= first;
}
