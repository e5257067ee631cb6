/* The build cache on the disk: $XDG_CACHE_HOME/oisin, or ~/.cache/oisin. Each entry has a
 * checksum; damaged entries are ignored. If the cache exceeds half a gigabyte, the least
 * recently used entries are removed. */
#ifndef OISIN_KIT_JOBS_DISK_CACHE_H
#define OISIN_KIT_JOBS_DISK_CACHE_H

#include "kit/formats/result_cache.h"

typedef struct DiskCache {
    char folder[3000]; /* empty: no cache */
    BuildCache cache;
} DiskCache;

/* Returns NULL if there is no cache folder. */
const BuildCache *disk_cache_open(DiskCache *disk);
/* Removes the oldest entries. */
void disk_cache_tidy(const DiskCache *disk);

#endif
