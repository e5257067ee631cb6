/* Parts, in order: the handler of SIGBUS; settings; mapping. The handler must not wait for a
 * lock, so the table of mappings has none: a slot is claimed, filled and released through its
 * atomic `start`. */
#include "base/mapped_file.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAPS_MAX = 4096 }; /* further files are read */

/* Accessed by the signal handler: `start` is set last and cleared first. */
typedef struct Map {
    _Atomic uintptr_t start; /* 0: free; 1: being set */
    size_t size;
    const char *path;
} Map;

static Map maps[MAPS_MAX];
static atomic_bool enabled;
static size_t page;
static atomic_flag broken_is_set = ATOMIC_FLAG_INIT;
static char broken[PATH_MAX];
static const char *const *only; /* suffixes, or NULL: all files */
static atomic_bool is_broken;

/* Only async-signal-safe calls. */
static void patch(int number, siginfo_t *info, void *context)
{
    const uintptr_t at = (uintptr_t)info->si_addr;
    const int before = errno;
    (void)context;
    for (size_t i = 0; i < MAPS_MAX; i++) {
        const uintptr_t start = atomic_load(&maps[i].start);
        if (start <= 1 || at < start || at - start >= maps[i].size)
            continue;
        const uintptr_t from = at / page * page;
        if (mmap((void *)from, maps[i].size - (from - start), PROT_READ,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
            break;
        if (!only && !atomic_flag_test_and_set(&broken_is_set)) {
            strncpy(broken, maps[i].path, sizeof broken - 1);
            atomic_store(&is_broken, true);
        }
        errno = before;
        return;
    }
    signal(number, SIG_DFL); /* not ours: the access is repeated and ends the program */
}

void file_mapping_enable(void)
{
    const struct sigaction action = {.sa_sigaction = patch, .sa_flags = SA_SIGINFO};
    page = (size_t)sysconf(_SC_PAGESIZE);
    if (sigaction(SIGBUS, &action, NULL) == 0)
        atomic_store(&enabled, true);
}

void file_mapping_only(const char *const *suffixes) { only = suffixes; }

void file_mapping_disable(void) { atomic_store(&enabled, false); }

bool inputs_are_whole(Report *report)
{
    if (!atomic_load(&is_broken))
        return true;
    Report about = report_child(report, text_of(broken));
    return report_error(&about, "the file was truncated while it was read");
}

static Map *take_slot(void)
{
    for (size_t i = 0; i < MAPS_MAX; i++) {
        uintptr_t unused = 0;
        if (atomic_compare_exchange_strong(&maps[i].start, &unused, 1))
            return &maps[i];
    }
    return NULL;
}

static bool is_wanted(const char *path)
{
    for (const char *const *suffix = only; suffix && *suffix; suffix++)
        if (text_ends(text_of(path), *suffix))
            return true;
    return !only;
}

typedef struct OwnedMap {
    Map *map;
    void *start;
    size_t size;
} OwnedMap;

static void release(void *thing)
{
    const OwnedMap *owned = thing;
    /* 1: the slot is in use without addresses; another mapping may get these immediately. */
    atomic_store(&owned->map->start, 1);
    munmap(owned->start, owned->size);
    atomic_store(&owned->map->start, 0);
}

bool file_map(int file, const char *path, size_t size, Bytes *out, Arena *arena)
{
    OwnedMap *owned = ARENA_ALLOC(arena, OwnedMap, 1);
    const char *name = arena_text(arena, text_of(path)).at;
    Map *map = atomic_load(&enabled) && is_wanted(path) ? take_slot() : NULL;
    errno = 0;
    if (!map)
        return false;
    void *start = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (start == MAP_FAILED) {
        atomic_store(&map->start, 0);
        return false;
    }
    map->size = size;
    map->path = name;
    atomic_store(&map->start, (uintptr_t)start);
    *out = (Bytes){start, size};
    *owned = (OwnedMap){map, start, size};
    arena_own(arena, release, owned);
    return true;
}
