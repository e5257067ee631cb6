/* Internal to tmx_read: handlers for the elements of a map, called from expat's callbacks. A
 * table defines which elements may be nested; all others are skipped with their content. */
#ifndef OISIN_TIRNANOG_MAPS_TMX_ELEMENTS_H
#define OISIN_TIRNANOG_MAPS_TMX_ELEMENTS_H

#include "tirnanog/maps/tmx.h"
#include "tirnanog/maps/tmx_data.h"
#include "tirnanog/maps/tmx_use.h"

#include <expat.h>

enum {
    TMX_DEPTH_MAX = 32,
    TMX_ATTRIBUTE_MAX = 1 << 20, /* bytes; the points of a long patrol path are the longest */
};

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
    bool data_seen;
    TmxNode root;                    /* of the file: a map, a tileset or a template */
    TmxPoint offsets[TMX_DEPTH_MAX]; /* of the groups and layers that are open, in sum, 1/1000
                                      * pixels of the screen */
    size_t layers_seen, objects_seen, groups_seen; /* elements with these names so far */
    TmxPolygon object;                             /* the current one */
    bool object_known;                             /* it has a shape, or was reported */
    bool rectangle_reported, group_offset_reported;
    TmxReported reported;
    size_t set_at;    /* index of the current tileset */
    TmxTile set_tile; /* the current tile in it */
    TmxLayer layer;
    TmxData data;
    size_t unfolded; /* total size of all decompressed layers */

    TmxMap *map;
    Arena *arena, *scratch;
    Report *report;
} TmxReader;

/* Attributes from expat: NULL or an empty text if there is none. */
const char *tmx_attribute(const char **attributes, const char *name);
Text tmx_attribute_text(const char **attributes, const char *name);
/* The position of an attribute's value in the current start tag. */
SourcePosition tmx_attribute_position(const TmxReader *reader, const char *name);
/* Parses a whole number; if `missing` is below `min`, the attribute is required. */
bool tmx_attribute_number(TmxReader *reader, const char **attributes, const char *name,
                          int64_t min, int64_t max, int64_t missing, uint32_t *out);
/* Parses a number in 1/1000; 0 if it is missing. */
bool tmx_attribute_decimal(TmxReader *reader, const char **attributes, const char *name,
                           int64_t *out);
/* Reports an attribute that is too large. */
bool tmx_attributes_small(TmxReader *reader, const char **attributes);

/* Current position of expat. */
SourcePosition tmx_position(const TmxReader *reader);

/* Reports an error at `place` and stops expat; returns false. */
bool tmx_fail(TmxReader *reader, SourcePosition place, const char *format, ...)
    PRINTF_LIKE(3, 4);

#define TMX_FAIL(reader, ...) tmx_fail((reader), tmx_position(reader), __VA_ARGS__)
#define TMX_FAIL_AT(reader, name, ...)                                                         \
    tmx_fail((reader), tmx_attribute_position((reader), (name)), __VA_ARGS__)

/* Reports the error in the current layer's data; returns false. */
bool tmx_data_fail(TmxReader *reader, SourcePosition place);

/* The current element; TMX_NODE_NONE outside the root. */
TmxNode tmx_node(const TmxReader *reader);

/* A distance on the screen in coordinates of the map. */
TmxPoint tmx_map_point(const TmxMap *map, TmxPoint screen);

/* Objects and their shapes (tmx_objects.c). */
bool tmx_object_start(TmxReader *reader, const char **attributes);
bool tmx_polygon_start(TmxReader *reader, const char **attributes);
bool tmx_shape_start(TmxReader *reader, const char **attributes);
void tmx_object_end(TmxReader *reader);

/* Names and attributes from expat. Must not be called after an error. */
void tmx_element_start(TmxReader *reader, const char *name, const char **attributes);
void tmx_element_end(TmxReader *reader);

#endif
