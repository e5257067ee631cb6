/* Where a path leads: a folder, a file, or a file in a file. */
#ifndef OISIN_VIEWER_PLACE_H
#define OISIN_VIEWER_PLACE_H

#include "convert/conversion.h"
#include "formats/archive.h"
#include "formats/format.h"
#include "viewer/viewer.h"

/* What is in a file that holds files. */
typedef struct Inside {
    const ArchiveKind *kind; /* NULL: `files` has all of it */
    void *archive;
    ProjectFiles files;
    Text *names; /* with slashes */
    size_t count;
} Inside;

/* What was costly: a game that has been taken apart, since pages are full of its pictures, and
 * the picture that a page was just made for. Arenas are NULL if there is none. */
typedef struct PlaceCache {
    uint64_t hash; /* of the game's bytes */
    ProjectFiles files;
    Arena *arena;
    unsigned generation;  /* counts the arenas: an address may be used again for the next one */
    uint64_t picture_key; /* of path and bytes of what it shows */
    Bytes picture;
    Arena *picture_arena;
    unsigned picture_generation;
} PlaceCache;

void place_cache_clear(PlaceCache *cache);
/* After memory ran out below a guard: what was made below it is freed already, what was there
 * `before` is freed here, and the cache is empty. */
void place_cache_repair(PlaceCache *cache, const PlaceCache *before);

typedef struct Found {
    const ViewerHost *host;
    PlaceCache *cache;
    Text path;
    bool is_file, opens; /* may be both: an archive */
    Bytes file;
    const Format *format; /* of the file; NULL if unknown */
    Inside inside;        /* of the file, if it opens and nothing is wrong with it */
    Text game;            /* if it lies in one: the path of that, ... */
    Bytes game_file;      /* ... and its bytes */
    ViewerEntry *entries; /* folders first, by name */
    size_t entry_count;
} Found;

/* False and a report if it leads nowhere. A file that should open and is damaged does not open,
 * and says nothing: its view of problems does. */
bool place_find(const ViewerHost *host, PlaceCache *cache, Text path, Found *out, Arena *arena,
                Report *report);

/* For conversions: what is beside a file. The context is the `Found`. */
extern const ConversionFolder place_folder;

#endif
