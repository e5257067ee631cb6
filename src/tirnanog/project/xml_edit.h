/* Edits of XML text that change nothing else: elements are found in the text by name, and
 * replaced or removed with their line. For files that other programs write, of which every
 * other byte must stay. The text must be well-formed UTF-8 (read it with a parser before). */
#ifndef OISIN_TIRNANOG_PROJECT_XML_EDIT_H
#define OISIN_TIRNANOG_PROJECT_XML_EDIT_H

#include "base/text_edit.h"

typedef struct XmlElement {
    size_t from, to; /* of the whole element */
    Text tag;        /* its start tag */
} XmlElement;

/* The next element with this name from `*at` on, outside comments and the like; `*at` is then
 * after it, and after the elements in it. */
bool xml_next(Text text, size_t *at, const char *name, XmlElement *out);

/* The value of an attribute, without resolving references; empty: there is none. */
Text xml_attribute(Text tag, const char *name);

/* Removes an element, with its line if nothing else is on it. */
void xml_remove(TextEdits *edits, Text text, const XmlElement *element);

#endif
