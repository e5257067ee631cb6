/* Internal to tmx_read: handlers for the elements of a map, called from expat's callbacks. A
 * table defines which elements may be nested; all others are skipped with their content. */
#ifndef OISIN_FORMATS_OPEN_TMX_ELEMENTS_H
#define OISIN_FORMATS_OPEN_TMX_ELEMENTS_H

#include "formats/open/tmx.h"
#include "formats/open/tmx_data.h"

#include <expat.h>

enum {
    TMX_DEPTH_MAX = 32,
    TMX_ATTRIBUTE_MAX = 1 << 20, /* bytes; the points of a long patrol path are the longest */
};

typedef enum TmxNode {
    TMX_NODE_NONE, /* outside the root */
    TMX_NODE_MAP,
    TMX_NODE_PROPERTIES,
    TMX_NODE_PROPERTY,
    TMX_NODE_TILESET,
    TMX_NODE_SET_TILE, /* of a tileset */
    TMX_NODE_IMAGE,
    TMX_NODE_GROUP,
    TMX_NODE_LAYER,
    TMX_NODE_DATA,
    TMX_NODE_TILE,
    TMX_NODE_CHUNK,
    TMX_NODE_OBJECTS,
    TMX_NODE_OBJECT,
    TMX_NODE_POLYGON,
    TMX_NODE_SKIPPED,
} TmxNode;

typedef struct TmxReader {
    XML_Parser parser;
    size_t file_size, given; /* of the file; bytes passed to expat so far */
    bool failed;
    bool in_data;       /* the previous piece ended with the start of layer data */
    bool at_data;       /* and that layer is CSV */
    bool numbers_taken; /* the text is only passed to count lines */
    TmxNode nodes[TMX_DEPTH_MAX];
    unsigned depth;

    bool property_open; /* its value is the content of the element */
    TmxProperty property;
    Writer content;
    bool objects_seen, data_seen, stagger_even;
    int64_t object_x, object_y;
    Text object_name;
    bool is_tileset;   /* the root is <tileset>, not <map> */
    size_t set_at;     /* index of the current tileset */
    uint32_t set_tile; /* the current tile in it, from 0 */
    TmxLayer layer;
    TmxData data;
    size_t unfolded; /* total size of all decompressed layers */

    TmxMap *map;
    Arena *arena, *scratch;
    Report *report;
} TmxReader;

/* Current position of expat. */
SourcePosition tmx_position(const TmxReader *reader);

/* Reports an error at `place` and stops expat; returns false. */
bool tmx_fail(TmxReader *reader, SourcePosition place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports the error in the current layer's data; returns false. */
bool tmx_data_fail(TmxReader *reader, SourcePosition place);

/* The current element; TMX_NODE_NONE outside the root. */
TmxNode tmx_node(const TmxReader *reader);

/* Names and attributes from expat. Must not be called after an error. */
void tmx_element_start(TmxReader *reader, const char *name, const char **attributes);
void tmx_element_end(TmxReader *reader);

#endif
