/* Edits of XML text that change nothing else: elements are found in the text by name, and
 * replaced or removed with their line. For files that other programs write, of which every
 * other byte must stay. The text must be well-formed UTF-8 (read it with a parser before). */
#ifndef OISIN_PROJECT_XML_EDIT_H
#define OISIN_PROJECT_XML_EDIT_H

#include "base/arena.h"

typedef struct XmlElement {
    size_t from, to; /* of the whole element */
    Text tag;        /* its start tag */
} XmlElement;

/* The next element with this name from `*at` on, outside comments and the like; `*at` is then
 * after it. It must not contain elements with its own name. */
bool xml_next(Text text, size_t *at, const char *name, XmlElement *out);

/* The value of an attribute, without resolving references; empty: there is none. */
Text xml_attribute(Text tag, const char *name);

typedef struct XmlEdit {
    size_t from, to;
    Text text;
} XmlEdit;

typedef struct XmlEdits {
    XmlEdit *items; /* not overlapping */
    size_t count;
    Arena *arena;
} XmlEdits;

void xml_replace(XmlEdits *edits, size_t from, size_t to, Text text);
/* Removes an element, with its line if nothing else is on it. */
void xml_remove(XmlEdits *edits, Text text, const XmlElement *element);
Text xml_edited(const XmlEdits *edits, Text text);

/* "\r\n" if the text has it, otherwise "\n". */
const char *xml_line_end(Text text);

#endif
