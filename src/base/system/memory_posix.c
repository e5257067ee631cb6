/* Memory in pages on POSIX systems. A page of a file that was cut is the signal SIGBUS. */
#include "base/system/memory.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

/* Jobs allocate from the heap and return memory to it, a few megabytes at a time: threads that
 * map and unmap memory block each other. */
void memory_tune(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

void *memory_map_file(int file, size_t size)
{
    void *start = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    return start == MAP_FAILED ? NULL : start;
}

void *memory_reserve(size_t size)
{
    void *start = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return start == MAP_FAILED ? NULL : start;
}

void memory_release(void *start, size_t size) { munmap(start, size); }

void memory_drop(void *start, size_t size) { madvise(start, size, MADV_DONTNEED); }

bool memory_fill(void *start, size_t size)
{
    return mmap(start, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
           MAP_FAILED;
}

static bool (*on_fault)(void *address);

/* Only async-signal-safe calls. */
static void fault(int number, siginfo_t *info, void *context)
{
    const int before = errno;
    (void)context;
    if (!on_fault(info->si_addr))
        signal(number, SIG_DFL); /* the access is repeated and ends the program */
    errno = before;
}

bool memory_on_fault(bool (*handler)(void *address))
{
    const struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO};
    on_fault = handler;
    return sigaction(SIGBUS, &action, NULL) == 0;
}
