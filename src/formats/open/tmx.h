/* Tiled maps (.tmx): the subset used by TirNanoG, parsed with expat.
 *
 * Supported: every encoding of layer data (XML tiles, CSV, base64 uncompressed or with gzip,
 * zlib or zstd), any order of layers, CDATA and comments. Errors: infinite maps, DOCTYPE,
 * nesting beyond a limit, data that does not match its layer. Flip flags of cells (bits 29-31,
 * in hexagonal maps 28-31) are removed, with one warning per layer. Sources:
 * seeds/proj_format.txt (Maps), specs/project.md (Maps), the manual of the TMX format. */
#ifndef OISIN_FORMATS_OPEN_TMX_H
#define OISIN_FORMATS_OPEN_TMX_H

#include "base/report.h"

typedef enum TmxOrientation { /* same numbers as in the game's header */
                              TMX_ORTHOGONAL,
                              TMX_ISOMETRIC,
                              TMX_HEXAGONAL_VERTICAL,   /* pointy tops: staggeraxis y */
                              TMX_HEXAGONAL_HORIZONTAL, /* flat tops: staggeraxis x */
} TmxOrientation;

enum { TMX_SIDE_MAX = 4096, TMX_LAYERS_MAX = 64 };

typedef struct TmxProperty {
    Text name, value;
    uint32_t line, column; /* of the element */
} TmxProperty;

/* A tile with its own image, in a collection of images. */
typedef struct TmxTile {
    uint32_t id; /* in its tileset, from 0 */
    Text image;  /* its path */
    uint32_t line;
} TmxTile;

typedef struct TmxTileset {
    uint32_t first; /* firstgid */
    Text name;
    uint32_t line;
    Text source;             /* path of the .tsx file with everything below; empty: none */
    Text image;              /* its path; empty: none */
    uint32_t w, h;           /* of a tile; for writing: size of the image's first frame */
    uint32_t count, columns; /* number of tiles of that size in the image; 0: one */
    uint32_t margin, spacing;
    TmxTile *tiles; /* only those with an image */
    size_t tile_count;
} TmxTileset;

typedef struct TmxLayer {
    uint32_t id, w, h;
    uint32_t *cells; /* w * h ids, 0 is empty, row by row */
    uint32_t line;
    Text name;
} TmxLayer;

/* A point in 1/1000 pixel, including the position of its object. */
typedef struct TmxPoint {
    int64_t x, y;
} TmxPoint;

typedef struct TmxPolygon {
    Text name;
    TmxPoint *points;
    size_t point_count;
    uint32_t line;
} TmxPolygon;

typedef struct TmxMap {
    TmxOrientation orientation;
    uint32_t w, h, tile_w, tile_h;
    TmxProperty *properties;
    size_t property_count;
    TmxTileset *tilesets; /* sorted by `first` */
    size_t tileset_count;
    TmxLayer *layers;
    size_t layer_count;
    TmxPolygon *polygons; /* of the first object group */
    size_t polygon_count;
} TmxMap;

bool tmx_read(Bytes file, TmxMap *out, Arena *arena, Report *report);

/* Whether the layers have the same sizes and cells. */
bool tmx_same_cells(const TmxMap *a, const TmxMap *b);

/* Reads the file of a tileset (.tsx); `first` is 1. */
bool tsx_read(Bytes file, TmxTileset *out, Arena *arena, Report *report);

/* Writes UTF-8, CRLF, CSV data; Tiled can open it, and tmx_read returns the same map. */
Bytes tmx_write(const TmxMap *map, Arena *arena);

#endif
