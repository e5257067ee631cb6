/* bench_start RUNS COMMAND [ARGUMENT...]: starts a program again and again; prints the median
 * of the wall times in milliseconds, and its largest resident memory in KiB. A program of this
 * size starts others in half a millisecond; Python would take longer than what is measured
 * here. */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS_MAX = 1000 };

extern char **environ;

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns false if the program fails. */
static bool run(char **command, posix_spawn_file_actions_t *actions, double *ms, long *memory)
{
    struct timespec start, end;
    struct rusage usage;
    pid_t child;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (posix_spawn(&child, command[0], actions, NULL, command, environ) != 0 ||
        wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status))
        return false;
    clock_gettime(CLOCK_MONOTONIC, &end);
    *ms =
        (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6;
    *memory = usage.ru_maxrss > *memory ? usage.ru_maxrss : *memory;
    return true;
}

int main(int count, char **words)
{
    double times[RUNS_MAX];
    long memory = 0;
    const int runs = count > 2 ? atoi(words[1]) : 0;
    posix_spawn_file_actions_t actions;
    if (runs < 1 || runs > RUNS_MAX) {
        fprintf(stderr, "usage: bench_start RUNS COMMAND [ARGUMENT...]\n");
        return 2;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    for (int i = 0; i < runs; i++)
        if (!run(words + 2, &actions, &times[i], &memory)) {
            fprintf(stderr, "bench_start: %s failed\n", words[2]);
            return 1;
        }
    qsort(times, (size_t)runs, sizeof *times, compare);
    printf("start %.3f %ld\n", times[runs / 2], memory);
    return 0;
}
