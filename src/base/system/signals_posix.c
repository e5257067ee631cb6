/* Signals of POSIX systems. Parts, in order: the end; loops; crashes; limits. A signal handler
 * may call little: it writes to a pipe, or sets a flag. */
#include "base/system/signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* ---- the end ---- */

static int ends[2]; /* of a pipe: files cannot be removed in a signal handler */
static void (*on_end)(void);

static void tell(int number)
{
    const int before = errno;
    const char byte = (char)number;
    if (write(ends[1], &byte, 1) < 0)
        _exit(128 + number);
    errno = before;
}

static void *end_program(void *unused)
{
    char number;
    (void)unused;
    if (read(ends[0], &number, 1) != 1)
        return NULL;
    on_end();
    signal(number, SIG_DFL);
    kill(getpid(), number);
    return NULL;
}

void interrupt_watch(void (*call)(void))
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    const struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
    struct sigaction old;
    pthread_t thread;
    on_end = call;
    if (ends[1] || pipe(ends) || pthread_create(&thread, NULL, end_program, NULL))
        return;
    pthread_detach(thread);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

/* ---- loops ---- */

static volatile sig_atomic_t noted;

static void note(int number)
{
    (void)number;
    noted = 1;
}

void interrupt_note(bool only_noted)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    static struct sigaction before[sizeof numbers / sizeof *numbers];
    const struct sigaction action = {.sa_handler = note};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (only_noted)
            sigaction(numbers[i], &action, &before[i]);
        else
            sigaction(numbers[i], &before[i], NULL);
}

bool interrupted(void) { return noted != 0; }

/* ---- crashes ---- */

static void (*on_crash)(void);

static void crash(int number)
{
    on_crash();
    signal(number, SIG_DFL);
    raise(number);
}

void crash_watch(void (*crashed)(void))
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    on_crash = crashed;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        signal(numbers[i], crash);
}

/* ---- limits ---- */

void file_size_limit_note(void) { signal(SIGXFSZ, SIG_IGN); }
