/* Resolves a path to a folder, a file, or a file in a file.
 *
 * A path continues within archives and games, to any depth: `maps.res/zone/x.mp`. A game has
 * the files of the project that `oisin unpack` would make of it. */
#ifndef OISIN_STUDIO_VIEWER_VIEW_PATH_H
#define OISIN_STUDIO_VIEWER_VIEW_PATH_H

#include "kit/convert/conversion.h"
#include "kit/formats/archive.h"
#include "kit/formats/format.h"
#include "studio/viewer/viewer.h"

/* Contents of a file that contains files. */
typedef struct Inside {
    const ArchiveKind *kind; /* NULL: `files` has all contents */
    void *archive;
    ProjectFiles files;
    Text *names; /* with slashes */
    size_t count;
} Inside;

/* Results that are expensive to compute: an unpacked game, since pages show many of its
 * images, and the image for which a page was just made. Arenas are NULL if unused. */
typedef struct PlaceCache {
    uint64_t hash; /* of the game's bytes */
    ProjectFiles files;
    Arena *arena;
    /* counts the arenas, since a new one may have the address of an old one */
    unsigned generation;
    uint64_t picture_key; /* hash of the path and bytes shown */
    Bytes picture;
    Arena *picture_arena;
    unsigned picture_generation;
    Text page_path;    /* of the game that is played in the browser, ... */
    ProjectFiles page; /* ... and the files of its page */
    Arena *page_arena;
    unsigned page_generation;
} PlaceCache;

void place_cache_clear(PlaceCache *cache);
/* Call it after memory ran out below a guard: arenas made below it are freed already, those
 * of `before` are freed here, and the cache is empty. */
void place_cache_repair(PlaceCache *cache, const PlaceCache *before);

typedef struct Found {
    const ViewerHost *host;
    PlaceCache *cache;
    Text path;
    bool is_file, opens; /* both may be set: an archive */
    Bytes file;
    const Format *format; /* of the file; NULL if unknown */
    Inside inside;        /* contents, if it opens and is not damaged */
    Text game;            /* the path of the game that contains it, if any, ... */
    Bytes game_file;      /* ... and its bytes */
    ViewerEntry *entries; /* folders first, by name */
    size_t entry_count;
} Found;

/* If the path does not exist, returns false and reports an error. A damaged archive does not
 * open, without a report: its view of problems has the errors. */
bool place_find(const ViewerHost *host, PlaceCache *cache, Text path, Found *out, Arena *arena,
                Report *report);

/* For conversions: the files next to a file. The context is the `Found`. */
extern const ConversionFolder place_folder;

#endif
