/* Replaces cells in the text of a map (.tmx), and no other byte: with CSV and XML data only the
 * numbers of these cells; base64 data is encoded again, with the same compression. */
#ifndef OISIN_TIRNANOG_MAPS_MAP_CELLS_H
#define OISIN_TIRNANOG_MAPS_MAP_CELLS_H

#include "tirnanog/maps/tmx.h"
#include "tirnanog/project/xml_edit.h"

/* Adds the edits that give a layer new cells. `layer`: as it was read from the text; `cells`:
 * as many. Where both are equal, the text stays. `flags`: cells with a new ID keep how they are
 * flipped. False: the layer's data is not in the form that Tiled writes. */
bool map_cells_replace(Text text, const TmxLayer *layer, const uint32_t *cells, bool flags,
                       TextEdits *edits);

/* The offset of a cell's number in the text; of base64 data, that of the <data> element. */
bool map_cells_find(Text text, const TmxLayer *layer, size_t cell, size_t *at);

#endif
