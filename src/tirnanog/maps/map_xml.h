/* Parts of a map's text that its edits have in common. */
#ifndef OISIN_TIRNANOG_MAPS_MAP_XML_H
#define OISIN_TIRNANOG_MAPS_MAP_XML_H

#include "tirnanog/project/xml_edit.h"

#include "base/report.h"
#include "base/stream.h"

/* Writes the value of an attribute, with references for line ends, which Tiled keeps. */
void map_write_escaped(Writer *out, Text text);
/* Writes a number in 1/1000 with as few digits as possible. */
void map_write_thousandths(Writer *out, int64_t value);

/* Where the value of an attribute is in the text; false: there is none. */
bool map_attribute_at(Text text, Text tag, const char *name, size_t *from, size_t *to);

/* Increments nextobjectid or nextlayerid; returns the number that it had, or 1. */
unsigned map_take_id(TextEdits *edits, Text text, Text map, const char *name, unsigned count);

bool map_find_root(Text text, XmlElement *out, Report *report);

/* Inserts lines before the end tag of an element that is open. */
void map_insert_at_end(TextEdits *edits, Text text, const XmlElement *element, Text lines);

#endif
