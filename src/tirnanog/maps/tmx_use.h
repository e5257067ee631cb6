/* The tables of Tiled's elements and attributes (tmx_use.def): what the game uses, and the
 * warnings about what it ignores. */
#ifndef OISIN_TIRNANOG_MAPS_TMX_USE_H
#define OISIN_TIRNANOG_MAPS_TMX_USE_H

#include <stddef.h>

typedef enum TmxNode {
    TMX_NODE_NONE, /* outside the root */
    TMX_NODE_MAP,
    TMX_NODE_PROPERTIES,
    TMX_NODE_PROPERTY,
    TMX_NODE_TILESET,
    TMX_NODE_TILEOFFSET,
    TMX_NODE_SET_TILE, /* of a tileset */
    TMX_NODE_IMAGE,    /* of a tileset */
    TMX_NODE_TILE_IMAGE,
    TMX_NODE_GROUP,
    TMX_NODE_LAYER,
    TMX_NODE_DATA,
    TMX_NODE_TILE,
    TMX_NODE_CHUNK,
    TMX_NODE_TEMPLATE,
    TMX_NODE_OBJECTS,
    TMX_NODE_OBJECT,
    TMX_NODE_POLYGON,
    TMX_NODE_SHAPE, /* of an object: any other */
    TMX_NODE_SKIPPED,
} TmxNode;

typedef enum TmxUse { TMX_USED, TMX_REFUSED, TMX_IGNORED, TMX_TILED } TmxUse;

typedef struct TmxElementRow {
    TmxNode parent;
    const char *name;
    TmxNode node;
    TmxUse use;
    const char *doc;
} TmxElementRow;

typedef struct TmxAttributeRow {
    TmxNode node;
    const char *name, *standard; /* the value that is the same as none */
    TmxUse use;
    const char *doc;
} TmxAttributeRow;

enum {
#define TMX_ELEMENT(parent, name, node, use, doc) +1
#define TMX_ATTRIBUTE(node, name, standard, use, doc)
    TMX_ELEMENTS = 0
#include "tirnanog/maps/tmx_use.def"
#undef TMX_ELEMENT
#undef TMX_ATTRIBUTE
    ,
#define TMX_ELEMENT(parent, name, node, use, doc)
#define TMX_ATTRIBUTE(node, name, standard, use, doc) +1
    TMX_ATTRIBUTES = 0
#include "tirnanog/maps/tmx_use.def"
#undef TMX_ELEMENT
#undef TMX_ATTRIBUTE
};

extern const TmxElementRow tmx_elements[TMX_ELEMENTS];
extern const TmxAttributeRow tmx_attributes[TMX_ATTRIBUTES];

/* NULL: the table has no such element. */
const TmxElementRow *tmx_element_row(TmxNode parent, const char *name);

/* What of a file has been reported already. */
enum { TMX_UNKNOWN_MAX = 16 };
typedef struct TmxReported {
    unsigned char elements[TMX_ELEMENTS], attributes[TMX_ATTRIBUTES];
    const char *unknown[TMX_UNKNOWN_MAX]; /* names that no table has */
    size_t unknown_count;
} TmxReported;

struct TmxReader;

/* Warns about an element that is ignored or unknown (`row` NULL), unless it has been reported
 * in this file. */
void tmx_report_element(struct TmxReader *reader, TmxNode parent, const char *name,
                        const TmxElementRow *row);
/* The same for the attributes of an element. */
void tmx_report_attributes(struct TmxReader *reader, TmxNode node, const char *name,
                           const char **attributes);

#endif
