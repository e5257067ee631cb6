/* Parts, in order: the handler of faults; settings; mapping. The handler must not wait for a
 * lock, so the table of mappings has none: a slot is claimed, filled and released through its
 * atomic `start`. */
#include "base/mapped_file.h"

#include "base/system/files.h"
#include "base/system/memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

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
static char broken[PATH_SIZE];
static const char *const *only; /* suffixes, or NULL: all files */
static atomic_bool is_broken;

/* Only async-signal-safe calls. */
static bool patch(void *address)
{
    const uintptr_t at = (uintptr_t)address;
    for (size_t i = 0; i < MAPS_MAX; i++) {
        const uintptr_t start = atomic_load(&maps[i].start);
        if (start <= 1 || at < start || at - start >= maps[i].size)
            continue;
        const uintptr_t from = at / page * page;
        if (!memory_fill((void *)from, maps[i].size - (from - start)))
            return false;
        if (!only && !atomic_flag_test_and_set(&broken_is_set)) {
            strncpy(broken, maps[i].path, sizeof broken - 1);
            atomic_store(&is_broken, true);
        }
        return true;
    }
    return false;
}

void file_mapping_enable(void)
{
    page = page_size();
    if (memory_on_fault(patch))
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
    memory_release(owned->start, owned->size);
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
    void *start = memory_map_file(file, size);
    if (!start) {
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
