/* The build cache on the disk: $XDG_CACHE_HOME/oisin, or ~/.cache/oisin. Every
 * entry carries a checksum; a damaged one is as good as none. Entries that have
 * not been used for longest go when there is more than half a gigabyte. */
#ifndef OISIN_KIT_CACHE_H
#define OISIN_KIT_CACHE_H

#include "project/cache.h"

typedef struct DiskCache {
    char folder[3000]; /* empty: there is none */
    BuildCache cache;
} DiskCache;

/* NULL if there is no place for one. */
const BuildCache *disk_cache_open(DiskCache *disk);
/* Throws out what is too old. */
void disk_cache_tidy(const DiskCache *disk);

#endif
