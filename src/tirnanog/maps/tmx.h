/* Tiled maps (.tmx): the subset used by TirNanoG, parsed with expat.
 *
 * Supported: every encoding of layer data (XML tiles, CSV, base64 uncompressed or with gzip,
 * zlib or zstd), any order of layers, CDATA and comments. Errors: infinite maps, DOCTYPE,
 * nesting beyond a limit, data that does not match its layer. The flags of flipped and rotated
 * cells (bits 28-31) are removed, with one warning per layer. What else Tiled shows and the
 * game does not is a warning, once in a file: tmx_use.def has all elements and attributes.
 *
 * Coordinates of the map are Tiled's: in isometric maps not pixels of the screen, but along the
 * sides of the cells, of which each is `tile_h` long. Sources: seeds/proj_format.txt (Maps),
 * specs/project.md (Maps), the manual of the TMX format. */
#ifndef OISIN_TIRNANOG_MAPS_TMX_H
#define OISIN_TIRNANOG_MAPS_TMX_H

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
    uint32_t x, y, w, h; /* the part of the image that it shows; w 0: all of it */
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
    uint32_t id; /* 0: it has none */
    uint32_t w, h;
    uint32_t *cells; /* w * h ids, 0 is empty, row by row */
    uint32_t line;
    Text name;
    size_t index; /* which <layer> of the file, from 0 */
} TmxLayer;

/* A point in 1/1000 pixel, including the position of its object. */
typedef struct TmxPoint {
    int64_t x, y;
} TmxPoint;

/* How an object is placed in its file. */
typedef struct TmxPlacement {
    size_t object;     /* which <object> of the file, from 0 */
    TmxPoint position; /* its attributes x and y */
    TmxPoint offset;   /* of its layers, in coordinates of the map */
    int64_t rotation;  /* 1/1000 degrees, clockwise on the screen around `position` */
    Text template;     /* path of the file that has the rest; empty: none */
    bool has_name, has_rotation, has_shape; /* without: the template's */
} TmxPlacement;

/* A polygon or polyline of an object layer, and any object with a template. */
typedef struct TmxPolygon {
    Text name;
    TmxPoint *points; /* with a template: not placed yet, see tmx_polygon_place */
    size_t point_count;
    uint32_t line, column;
    TmxPlacement placement;
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
    TmxPolygon *polygons; /* of all object layers */
    size_t polygon_count;
    size_t group_count;    /* object layers */
    size_t first_group;    /* which <objectgroup> of the file the first is, from 0 */
    TmxPoint first_offset; /* its offset, in coordinates of the map */
} TmxMap;

bool tmx_read(Bytes file, TmxMap *out, Arena *arena, Report *report);

/* Whether the layers have the same sizes and cells. */
bool tmx_same_cells(const TmxMap *a, const TmxMap *b);

/* Reads the file of a tileset (.tsx); `first` is 1. */
bool tsx_read(Bytes file, TmxTileset *out, Arena *arena, Report *report);

/* Reads a template (.tx): its name, rotation and shape, of which `placement` tells which it
 * has; points are relative to the object. */
bool tx_read(Bytes file, TmxPolygon *out, Arena *arena, Report *report);

/* Takes from the template what the object does not have itself, and places its points. False:
 * a point is far beyond every map. */
bool tmx_polygon_place(const TmxMap *map, TmxPolygon *polygon, const TmxPolygon *template,
                       Arena *arena);

/* Writes UTF-8, CRLF, CSV data; Tiled can open it, and tmx_read returns the same map. */
Bytes tmx_write(const TmxMap *map, Arena *arena);

#endif
