/* Where the values of a map are in its text, for messages.
 *
 * The reader keeps only the line and column of elements. Values are searched for in the text
 * when a message needs their position. A text that cannot be searched, for example in UTF-16,
 * gives the position of the element. Columns are bytes, as in all text files. */
#ifndef OISIN_TIRNANOG_MAPS_MAP_POSITIONS_H
#define OISIN_TIRNANOG_MAPS_MAP_POSITIONS_H

#include "tirnanog/maps/tmx.h"

/* A property of a map, and the text that has it. */
typedef struct MapProperty {
    Text file;
    const TmxProperty *property;
} MapProperty;

/* The position of a byte of the property's value; references such as &amp; count as what they
 * stand for. */
SourcePosition map_property_position(const MapProperty *property, size_t offset);

/* Where the property's value is in the text; false if it is not there byte for byte. */
bool map_property_find(const MapProperty *property, size_t *from);

/* The position of a cell's number; of base64 data, the position of the <data> element. */
SourcePosition map_cell_position(Text file, const TmxLayer *layer, size_t cell);

#endif
