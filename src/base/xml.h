/* Text within XML, of elements and of attributes in quotes. */
#ifndef OISIN_BASE_XML_H
#define OISIN_BASE_XML_H

#include "base/stream.h"

/* Characters with a meaning in XML and line ends become references. XML 1.0 cannot represent
 * control characters, U+FFFE and U+FFFF: they become `?`. */
void write_xml(Writer *writer, Text text);

#endif
